//go:build !polycty_no_pcl

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import "unsafe"

// A PCLTypeScope is which variables and functions an expression may use, and of which types,
// before there are values. Scopes nest.
//
// Any number of goroutines may use and change one: a check sees the scope as it was when it
// began. The nil scope has neither variables nor functions. One that was closed cannot be
// used again.
type PCLTypeScope struct{ changing }

func newPCLTypeScope(taken *C.pcty_pcl_type_scope) *PCLTypeScope {
	return &PCLTypeScope{changing: newChanging(pclTypeScopeHandle, unsafe.Pointer(taken))}
}

// NewPCLTypeScope is a scope without variables and functions.
func NewPCLTypeScope() *PCLTypeScope { return newPCLTypeScope(C.pcty_pcl_type_scope_new()) }

// PCLTypeScopeOfConstructors is a scope of type expressions: the type of an expression in it is the
// type that the expression denotes.
func PCLTypeScopeOfConstructors() *PCLTypeScope {
	return newPCLTypeScope(C.pcty_pcl_type_scope_of_constructors())
}

// Close frees what the scope holds before the garbage collector does; what is checked in it
// comes to its end.
func (s *PCLTypeScope) Close() { s.parts().close() }

// checked is the scope as it is now, until done.
func (s *PCLTypeScope) checked() (p *C.pcty_pcl_type_scope, in usage) {
	return use[C.pcty_pcl_type_scope](s.parts())
}

func (s *PCLTypeScope) change(how func(*C.pcty_pcl_type_scope) error) error {
	return change(s.parts(), how)
}

// parts is what changes of it, if there is one.
func (s *PCLTypeScope) parts() *changing {
	if s == nil {
		return nil
	}
	return &s.changing
}

// Child is a new scope within this one as it is now.
func (s *PCLTypeScope) Child() (*PCLTypeScope, error) {
	p, state := s.checked()
	defer state.done()
	made := C.go_pcl_type_scope_child(p)
	if made.error != nil {
		return nil, newError(made.error)
	}
	child := newPCLTypeScope((*C.pcty_pcl_type_scope)(made.out))
	child.owns = state.owns.within()
	return child, nil
}

// SetVariable defines a variable of a type, in place of an earlier one of that name.
func (s *PCLTypeScope) SetVariable(name string, t *Type) error {
	defer t.done()
	given := t.use()
	return s.change(func(p *C.pcty_pcl_type_scope) error { return failed(C.go_pcl_type_scope_set_variable(p, name, given)) })
}

// SetFunction defines a function by a function type that lists the parameters and says the
// result, as Func makes one. A parameter whose type is optional may be missing at the end of
// a call.
func (s *PCLTypeScope) SetFunction(name string, t *Type) error {
	defer t.done()
	given := t.use()
	return changeOwned(s.parts(), name, func(p *C.pcty_pcl_type_scope) (*closureSet, error) {
		return nil, failed(C.go_pcl_type_scope_set_function(p, name, given))
	})
}

// A PCLRule says what a function takes and gives in one call, as a function type, of which
// it gets the types of the arguments and the expressions that they are. The diagnostics of
// an error beside a type are told, warnings for instance; an error alone says that the call
// cannot be. It must not change the scope that the check goes on in.
type PCLRule func(arguments []*Type, expressions []*HCLExpression) (*Type, error)

// SetGenericFunction defines a function that a rule says for each call what it takes and
// gives. The rule may be called on several goroutines at once.
func (s *PCLTypeScope) SetGenericFunction(name string, rule PCLRule) error {
	if rule == nil {
		return Errorf(ErrInvalidArgument, "there is no rule")
	}
	return changeOwned(s.parts(), name, func(p *C.pcty_pcl_type_scope) (*closureSet, error) {
		owns := lent(rule)
		return owns, failed(C.go_pcl_type_scope_set_generic_function(p, name, owns.number()))
	})
}

// Variable is the type of the variable of a name, here or further out; nil if there is none.
func (s *PCLTypeScope) Variable(name string) *Type {
	p, state := s.checked()
	defer state.done()
	return newType(C.go_pcl_type_scope_variable_get(p, name))
}

// HasFunction is whether there is a function of a name, here or further out.
func (s *PCLTypeScope) HasFunction(name string) bool {
	p, state := s.checked()
	defer state.done()
	return bool(C.go_pcl_type_scope_has_function(p, name))
}

// PCLOptions are how an expression is checked. The zero PCLOptions take every doubt for an
// error.
type PCLOptions struct {
	// MissingVariables and Iteration are how bad it is to refer to a variable that is not
	// defined, and to iterate over a value that is no collection: errors, unless they say
	// SeverityWarning.
	MissingVariables, Iteration Severity
	// ExactIntLiterals is whether every whole literal is an int.
	ExactIntLiterals bool
}

// A PCLChecked is an expression that was checked, with the types of all of its nodes. It never
// changes; any number of goroutines may use one.
type PCLChecked struct {
	*handle
	owns  *closureSet
	cause error // what a rule of Go's gave last
}

func (b *PCLChecked) use() *C.pcty_pcl_checked {
	if b == nil {
		return nil
	}
	b.owns.pin()
	return (*C.pcty_pcl_checked)(b.acquire())
}

func (b *PCLChecked) done() {
	if b != nil {
		b.owns.unpin()
		b.release()
	}
}

// Close frees what was checked before the garbage collector does; what Root gave lives on. A
// closed PCLChecked is like nil.
func (b *PCLChecked) Close() {
	if b != nil {
		b.close()
	}
}

// CheckPCL checks an expression in a scope, which may be nil. What is wrong with the
// expression is no error here: Diagnostics tells.
func CheckPCL(expression *HCLExpression, scope *PCLTypeScope, options PCLOptions) (*PCLChecked, error) {
	severity := func(s Severity) C.pcty_severity {
		if s == 0 {
			s = SeverityError
		}
		return C.pcty_severity(s)
	}
	p, state := scope.checked()
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

// Type is the type of the whole.
func (b *PCLChecked) Type() *Type {
	defer b.done()
	return newType(C.go_pcl_checked_type(b.use()))
}

// Diagnostics are what is to be said of the expression, errors and warnings, as an *Error;
// nil if there is nothing.
func (b *PCLChecked) Diagnostics() error {
	defer b.done()
	given := C.go_pcl_checked_diagnostics(b.use())
	if given == nil {
		return nil
	}
	return newError(given).becauseOf(b.cause)
}

// HasErrors is whether one of the diagnostics is an error.
func (b *PCLChecked) HasErrors() bool {
	defer b.done()
	return bool(C.go_pcl_checked_has_errors(b.use()))
}

// AcceptedAs is how surely the whole is accepted where a type is wanted, such as the type of
// a resource's input; an error, with a diagnostic at the expression, where it is not.
func (b *PCLChecked) AcceptedAs(wanted *Type) (Conversion, error) {
	defer b.done()
	defer wanted.done()
	given := C.go_pcl_checked_accepted_as(b.use(), wanted.use())
	if given.error != nil {
		return NoConversion, newError(given.error)
	}
	return Conversion(given.answer), nil
}

// A PCLConversion is a conversion that an expression needs.
type PCLConversion struct {
	// Range is where the part stands that is converted.
	Range Range
	// From is what it is, and To what is wanted there.
	From, To *Type
	// Kind is how surely it converts.
	Kind Conversion
}

// Conversions are the conversions that the expression needs, in the order of the checking.
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

// A PCLNode is a node of an expression that was checked.
type PCLNode struct {
	Kind PCLSyntaxKind
	// Role is what the node is to its parent.
	Role PCLRole
	Type *Type
	// Range is where the node stands, and Text what stands there.
	Range Range
	Text  string
	// Name is that of a variable, an attribute, a function, an item's bare key or the
	// variable for each value of a `for`; KeyName that of the variable for each key.
	Name, KeyName string
	// Value is that of a literal, or the key of a step; nil for other nodes.
	Value *Value
	// Operator is that of an operation or before an operand.
	Operator PCLOperator
	// Ellipsis is whether a call or a `for` has `...`.
	Ellipsis bool
	// Conversion is what the node's value needs where it stands; nil if none.
	Conversion *PCLConversion
	// Expression is the expression that the node is; nil for steps, operations within a
	// chain and items.
	Expression *HCLExpression
	Children   []*PCLNode
}

// Root is the node of the whole, with all nodes below it.
func (b *PCLChecked) Root() *PCLNode {
	defer b.done()
	return readNode(C.pcty_pcl_checked_root(b.use()))
}

// readNode reads a tree, whose depth is bounded by that of the text.
func readNode(lent *C.pcty_pcl_node) *PCLNode {
	if lent == nil {
		return nil
	}
	read := C.go_pcl_node_read(lent)
	node := &PCLNode{
		Kind: PCLSyntaxKind(read.kind), Role: PCLRole(read.role), Type: newType(read._type),
		Range: readRange(read._range), Text: text(read.text), Name: text(read.name),
		KeyName: text(read.key_name), Value: newValue(read.value), Operator: PCLOperator(read.op),
		Ellipsis: bool(read.ellipsis), Conversion: readConversion(read.conversion),
		Expression: newExpression(read.expression), Children: make([]*PCLNode, int(read.children)),
	}
	for at := range node.Children {
		node.Children[at] = readNode(C.pcty_pcl_node_child_at(lent, C.size_t(at)))
	}
	return node
}
