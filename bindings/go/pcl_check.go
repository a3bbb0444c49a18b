//go:build !polycty_no_pcl

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// A PCLTypeScope has the types of the variables and functions that an expression may use, before
// there are values. Scopes nest.
//
// Any number of goroutines may use and change a scope; a check uses the scope as it was when the
// check started. The nil scope has no variables and functions. A closed scope cannot be used.
type PCLTypeScope struct{ changing }

// Child returns a new scope within the current state of this one.
func (s *PCLTypeScope) Child() (*PCLTypeScope, error) {
	p, state := s.now()
	defer state.done()
	made := C.go_pcl_type_scope_child(p)
	if made.error != nil {
		return nil, newError(made.error)
	}
	child := newPCLTypeScope((*C.pcty_pcl_type_scope)(made.out))
	child.owns = state.owns.within()
	return child, nil
}

// SetFunction defines a function by a function type, as made by Func, which lists the parameters
// and has the result type. A call may omit trailing arguments whose types are optional.
func (s *PCLTypeScope) SetFunction(name string, t *Type) error {
	defer t.done()
	given := t.use()
	return changeOwned(s.parts(), name, func(p *C.pcty_pcl_type_scope) (*closureSet, error) {
		return nil, failed(C.go_pcl_type_scope_set_function(p, name, given))
	})
}

// A PCLRule returns the function type of one call. It receives the types and the expressions of the
// arguments. If it returns a type and an error, the diagnostics of the error, such as warnings, are
// reported; an error without a type rejects the call. The rule must not change the scope of the
// running check.
type PCLRule func(arguments []*Type, expressions []*HCLExpression) (*Type, error)

// SetGenericFunction defines a function whose type is determined by a rule for each call. The rule
// may be called on several goroutines at once.
func (s *PCLTypeScope) SetGenericFunction(name string, rule PCLRule) error {
	if rule == nil {
		return Errorf(ErrInvalidArgument, "the rule is nil")
	}
	return s.own(name, rule, func(p *C.pcty_pcl_type_scope, host C.uintptr_t) *C.pcty_error {
		return C.go_pcl_type_scope_set_generic_function(p, name, host)
	})
}

// PCLOptions are the options of a check. The zero PCLOptions are the strictest.
type PCLOptions struct {
	// MissingVariables and Iteration are the severities of a reference to an undefined variable and of
	// an iteration over a value that is not a collection. They are errors unless set to
	// SeverityWarning.
	MissingVariables, Iteration Severity
	// ExactIntLiterals makes every whole literal an int.
	ExactIntLiterals bool
}

// A PCLChecked is a checked expression, with the types of all its nodes. It is immutable; any
// number of goroutines may use it.
type PCLChecked struct {
	*handle
	owns  *closureSet
	cause error // the most recent error of a Go rule
}

// CheckPCL checks an expression in a scope, which may be nil. An error in the expression does not
// fail the call; Diagnostics returns it.
func CheckPCL(expression *HCLExpression, scope *PCLTypeScope, options PCLOptions) (*PCLChecked, error) {
	severity := func(s Severity) C.pcty_severity {
		if s == 0 {
			s = SeverityError
		}
		return C.pcty_severity(s)
	}
	p, state := scope.now()
	defer state.done()
	defer expression.done()
	made := C.go_run_pcl_checked_new(expression.use(), p, C.pcty_pcl_options{
		missing_variables:  severity(options.MissingVariables),
		iteration:          severity(options.Iteration),
		exact_int_literals: C.bool(options.ExactIntLiterals),
	})
	cause := takeCause(&made)
	if made.error != nil {
		return nil, newError(made.error).panicking(cause)
	}
	b := &PCLChecked{handle: &handle{}, owns: state.owns, cause: cause}
	b.own(boundHandle, made.out)
	text := readRange(C.pcty_hcl_expression_range(expression.use(), C.PCTY_HCL_RANGE_WHOLE))
	expression.done()
	b.weighText(text.End.Byte-text.Start.Byte, boundBytes)
	raise(cause)
	return b, nil
}

// Type returns the type of the whole expression.
func (b *PCLChecked) Type() *Type {
	defer b.done()
	return newType(C.go_pcl_checked_type(b.use()))
}

// Diagnostics returns the errors and warnings about the expression as an *Error; nil if there are
// none.
func (b *PCLChecked) Diagnostics() error {
	defer b.done()
	given := C.go_pcl_checked_diagnostics(b.use())
	if given == nil {
		return nil
	}
	return newError(given).becauseOf(b.cause)
}

// A PCLConversion is a conversion that an expression requires.
type PCLConversion struct {
	// Range is the range of the converted part.
	Range Range
	// From is the type of the part, and To the expected type.
	From, To *Type
	// Kind is the kind of the conversion.
	Kind Conversion
}

// Conversions returns the conversions that the expression requires, in the order of the check.
func (b *PCLChecked) Conversions() []PCLConversion {
	defer b.done()
	p := b.use()
	var read []PCLConversion
	for at := C.size_t(0); ; at++ {
		given := readConversion(C.go_pcl_checked_conversion(p, at))
		if given == nil {
			return read
		}
		read = append(read, *given)
	}
}

func readConversion(given C.go_pcl_conversion) *PCLConversion {
	if !given.found {
		return nil
	}
	return &PCLConversion{readRange(given._range), newType(given.from), newType(given.to), Conversion(given.kind)}
}

// A PCLNode is a node of a checked expression.
type PCLNode struct {
	Kind PCLSyntaxKind
	// Role is the role of the node in its parent.
	Role PCLRole
	Type *Type
	// Range is the range of the node, and Text its source text.
	Range Range
	Text  string
	// Name is the name of a variable, an attribute or a function, the bare key of an item, or the
	// value variable of a `for`. KeyName is the key variable of a `for`.
	Name, KeyName string
	// Value is the value of a literal, or the key of a step; nil for other nodes.
	Value *Value
	// Operator is the operator of an operation, or the one before an operand.
	Operator PCLOperator
	// Ellipsis reports whether a call or a `for` has `...`.
	Ellipsis bool
	// Conversion is the conversion that the value of the node requires; nil if none.
	Conversion *PCLConversion
	// Expression is the expression of the node; nil for steps, operations within a chain and items.
	Expression *HCLExpression
	Children   []*PCLNode
}

// readNode reads a tree. The depth of the text bounds the depth of the recursion.
func readNode(borrowed *C.pcty_pcl_node) *PCLNode {
	if borrowed == nil {
		return nil
	}
	read := C.go_pcl_node_read(borrowed)
	node := &PCLNode{
		Kind: PCLSyntaxKind(read.kind), Role: PCLRole(read.role), Type: newType(read._type),
		Range: readRange(read._range), Text: text(read.text), Name: text(read.name),
		KeyName: text(read.key_name), Value: newValue(read.value), Operator: PCLOperator(read.op),
		Ellipsis: bool(read.ellipsis), Conversion: readConversion(read.conversion),
		Expression: newHCLExpression(read.expression), Children: make([]*PCLNode, int(read.children)),
	}
	for at := range node.Children {
		node.Children[at] = readNode(C.pcty_pcl_node_child_at(borrowed, C.size_t(at)))
	}
	return node
}
