package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"context"
	"unsafe"
)

// An HCLSyntax is how HCL is written.
type HCLSyntax uint32

const (
	// HCLNative is native syntax.
	HCLNative HCLSyntax = C.PCTY_HCL_NATIVE
	// HCLJSON is JSON, in whose strings templates stand.
	HCLJSON HCLSyntax = C.PCTY_HCL_JSON
	// HCLTemplate is a template of native syntax, without quotes around it.
	HCLTemplate HCLSyntax = C.PCTY_HCL_TEMPLATE
)

// An HCLExpression is an expression as it was read. It never changes; any number of
// goroutines may evaluate it.
type HCLExpression struct{ handle }

func (e *HCLExpression) use() *C.pcty_hcl_expression {
	if e == nil {
		return nil
	}
	return (*C.pcty_hcl_expression)(e.acquire())
}

func (e *HCLExpression) done() {
	if e != nil {
		e.release()
	}
}

// Close frees the expression's handle before the garbage collector does. A closed
// expression is like nil.
func (e *HCLExpression) Close() {
	if e != nil {
		e.close()
	}
}

func newExpression(taken *C.pcty_hcl_expression) *HCLExpression {
	if taken == nil {
		return nil
	}
	e := &HCLExpression{}
	e.own(expressionHandle, unsafe.Pointer(taken))
	return e
}

// lightText is how many bytes a text may have whose tree stands in a batch with strangers.
const lightText = 256

// parsedExpression takes the tree of a text of its own.
func parsedExpression(made unsafe.Pointer, source []byte) *HCLExpression {
	if made == nil {
		return nil
	}
	var e *HCLExpression
	if len(source) <= lightText {
		e = (*HCLExpression)(unsafe.Pointer(light(expressionHandle, made)))
	} else {
		e = newExpression((*C.pcty_hcl_expression)(made))
	}
	e.weigh(treeBytes(len(source)))
	return e
}

// treeBytes is about how many bytes the tree of a text of so many is held in.
func treeBytes(length int) uint64 { return 1024 + 16*uint64(length) }

// ParseHCLExpression reads an expression that is the whole text. File is what diagnostics
// call the text.
func ParseHCLExpression(source []byte, file string, syntax HCLSyntax) (*HCLExpression, error) {
	made := C.go_hcl_expression_parse(asText(source), file, nil, C.pcty_hcl_syntax(syntax))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return parsedExpression(made.out, source), nil
}

// ParseHCLExpressionDiagnosed reads an expression as far as it can be read. The expression
// is there whatever the error says, which has all diagnostics, warnings too; it is nil
// only if the arguments were wrong.
func ParseHCLExpressionDiagnosed(source []byte, file string, syntax HCLSyntax) (*HCLExpression, error) {
	made := C.go_hcl_expression_parse_diagnosed(asText(source), file, nil, C.pcty_hcl_syntax(syntax))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return parsedExpression(made.out, source), findings((*C.pcty_error)(made.more))
}

// Evaluate evaluates the expression in a scope, which may be nil. An error has all
// diagnostics, and Render shows them with their lines.
func (e *HCLExpression) Evaluate(scope *HCLScope) (*Value, error) {
	p, state := scope.evaluated()
	made := C.go_run_hcl_expression_evaluate(e.use(), p)
	e.done()
	state.done()
	return calledValue(made)
}

// EvaluateContext is Evaluate within a context, which the Go functions that it calls get. The
// evaluation fails with ErrCancelled once the context is done; errors.Is finds the error of the
// context too.
func (e *HCLExpression) EvaluateContext(ctx context.Context, scope *HCLScope) (*Value, error) {
	return withinContext(ctx, func() (*Value, error) { return e.Evaluate(scope) })
}

// EvaluateDiagnosed evaluates the expression as far as it can be: where something is wrong
// stands an unknown value. The value is there whatever the error says, which has all
// diagnostics, warnings too.
func (e *HCLExpression) EvaluateDiagnosed(scope *HCLScope) (*Value, error) {
	p, state := scope.evaluated()
	defer state.done()
	defer e.done()
	return diagnosedValue(C.go_run_hcl_expression_evaluate_diagnosed(e.use(), p), "")
}

// EvaluateHCL reads and evaluates an expression in native syntax.
func EvaluateHCL(source, file string, scope *HCLScope) (*Value, error) {
	p, state := scope.evaluated()
	defer state.done()
	return calledValue(C.go_hcl_evaluate(source, file, p))
}

// Range is where the expression stands.
func (e *HCLExpression) Range() Range {
	defer e.done()
	return readRange(C.pcty_hcl_expression_range(e.use(), C.PCTY_HCL_RANGE_WHOLE))
}

// File is what the text is called that the expression stands in.
func (e *HCLExpression) File() string {
	defer e.done()
	return text(C.go_hcl_expression_info(e.use()).out.file)
}

// An HCLTraversal is a variable and constant steps into it, as in `network.subnets[0]`.
type HCLTraversal struct {
	// Path leads first into an attribute of the variable's name, then into the variable.
	Path  Path
	Range Range
	File  string
}

// Root is the name of the variable.
func (t HCLTraversal) Root() string {
	if len(t.Path) > 0 {
		if root, ok := t.Path[0].(AttrStep); ok {
			return root.Name
		}
	}
	return ""
}

// ParseHCLTraversal reads a text that is one traversal and nothing else. File is what
// diagnostics call the text; on an error the traversal has the steps up to the first fault.
func ParseHCLTraversal(source, file string) (HCLTraversal, error) {
	start := C.pcty_position{line: 1, column: 1}
	made := C.go_hcl_traversals_parse_diagnosed(source, file, &start)
	if made.error != nil {
		return HCLTraversal{}, newError(made.error)
	}
	read := takeTraversals((*C.pcty_hcl_traversals)(made.out))
	if len(read) == 0 {
		read = []HCLTraversal{{}}
	}
	return read[0], findings((*C.pcty_error)(made.more))
}

// Variables are the variables that the expression refers to, in the order of the text.
func (e *HCLExpression) Variables() []HCLTraversal {
	defer e.done()
	return takeTraversals(C.pcty_hcl_expression_variables(e.use()))
}

func takeTraversals(taken *C.pcty_hcl_traversals) []HCLTraversal {
	defer C.pcty_hcl_traversals_free(taken)
	var read []HCLTraversal
	for at := C.size_t(0); at < C.pcty_hcl_traversals_count(taken); at++ {
		found := C.go_hcl_traversals_at(taken, at).out
		read = append(read, HCLTraversal{
			readPath(found.path), readRange(found._range), text(found.file),
		})
	}
	return read
}

// Traversal is the expression as a variable and constant steps into it, without evaluating
// it.
func (e *HCLExpression) Traversal() (Path, error) {
	defer e.done()
	made := C.go_hcl_expression_traversal(e.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	path := (*C.pcty_path)(made.out)
	defer C.pcty_path_free(path)
	return readPath(path), nil
}

// Keyword is the expression as a single name, without evaluating it, and whether it is
// one.
func (e *HCLExpression) Keyword() (string, bool) {
	defer e.done()
	word := C.pcty_hcl_expression_keyword(e.use())
	return takeString(word), word != nil
}

// List are the elements of an expression that is written as a list, without evaluating it.
func (e *HCLExpression) List() ([]*HCLExpression, error) {
	defer e.done()
	made := C.go_hcl_expression_list(e.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeExpressions((*C.pcty_hcl_expressions)(made.out)), nil
}

// Map are the keys and the values of an expression that is written as a map or object,
// without evaluating it.
func (e *HCLExpression) Map() (keys, values []*HCLExpression, err error) {
	defer e.done()
	made := C.go_hcl_expression_map(e.use())
	if made.error != nil {
		return nil, nil, newError(made.error)
	}
	return takeExpressions((*C.pcty_hcl_expressions)(made.out)),
		takeExpressions((*C.pcty_hcl_expressions)(made.more)), nil
}

// Call is the function's name and the arguments of an expression that is written as a
// call, without evaluating it.
func (e *HCLExpression) Call() (name string, arguments []*HCLExpression, err error) {
	defer e.done()
	made := C.go_hcl_expression_call(e.use())
	if made.error != nil {
		return "", nil, newError(made.error)
	}
	return takeString(made.name), takeExpressions(made.arguments), nil
}

func takeExpressions(taken *C.pcty_hcl_expressions) []*HCLExpression {
	defer C.pcty_hcl_expressions_free(taken)
	read := make([]*HCLExpression, int(C.pcty_hcl_expressions_count(taken)))
	for at := range read {
		read[at] = newExpression(C.go_hcl_expressions_at(taken, C.size_t(at)))
	}
	return read
}

// An HCLTypeMode is what a type expression may say.
type HCLTypeMode uint32

const (
	// HCLTypeExact is an exact type.
	HCLTypeExact HCLTypeMode = C.PCTY_HCL_TYPE_EXACT
	// HCLTypeConstraint also allows `any`, and `optional(T)` for an attribute.
	HCLTypeConstraint HCLTypeMode = C.PCTY_HCL_TYPE_CONSTRAINT
	// HCLTypeDefaults also allows defaults, `optional(T, default)`.
	HCLTypeDefaults HCLTypeMode = C.PCTY_HCL_TYPE_DEFAULTS
)

// Type is the type that the expression says, without evaluating it, and the defaults
// inside it, nil if there are none.
func (e *HCLExpression) Type(mode HCLTypeMode) (*Type, *HCLDefaults, error) {
	defer e.done()
	return madeDefaults(C.go_hcl_expression_type(e.use(), C.pcty_hcl_type_mode(mode)))
}

// ParseHCLType reads a type expression, and the defaults inside it, nil if there are none.
func ParseHCLType(source, file string, syntax HCLSyntax, mode HCLTypeMode) (*Type, *HCLDefaults, error) {
	return madeDefaults(C.go_hcl_type_parse(source, file, C.pcty_hcl_syntax(syntax), C.pcty_hcl_type_mode(mode)))
}

func madeDefaults(made C.go_outs) (*Type, *HCLDefaults, error) {
	if made.error != nil {
		return nil, nil, newError(made.error)
	}
	t := newType((*C.pcty_type)(made.out))
	if made.more == nil {
		return t, nil, nil
	}
	d := &HCLDefaults{}
	d.own(defaultsHandle, made.more)
	return t, d, nil
}

// HCLDefaults are the defaults inside a type: they stand in for the optional attributes
// that a value leaves out, before it is converted. They never change. Nil has none.
type HCLDefaults struct{ handle }

func (d *HCLDefaults) use() *C.pcty_hcl_defaults {
	if d == nil {
		return nil
	}
	return (*C.pcty_hcl_defaults)(d.acquire())
}

func (d *HCLDefaults) done() {
	if d != nil {
		d.release()
	}
}

// Close frees the handle before the garbage collector does. Closed defaults are like nil.
func (d *HCLDefaults) Close() {
	if d != nil {
		d.close()
	}
}

// Apply is a value with the defaults in place of attributes that are missing or null.
func (d *HCLDefaults) Apply(v *Value) (*Value, error) {
	defer d.done()
	defer v.done()
	return madeValue(C.go_hcl_defaults_apply(d.use(), v.use()))
}

// Type is the type that the defaults are inside of.
func (d *HCLDefaults) Type() *Type {
	defer d.done()
	return newType(C.go_hcl_defaults_type(d.use()))
}

// HCLClosureType is the type of the parameters of a function that take expressions: their
// arguments are evaluated when, and if, the function calls EvaluateClosure.
func HCLClosureType() *Type {
	return closureType.get(func() *C.pcty_type { return C.pcty_hcl_closure_type() })
}

// HCLClosureVal is an expression in a scope as it is now, as an argument for a function's
// parameter of HCLClosureType.
func HCLClosureVal(e *HCLExpression, scope *HCLScope) (*Value, error) {
	p, state := scope.evaluated()
	defer state.done()
	defer e.done()
	state.owns.hold()
	return madeValue(C.go_hcl_closure_new(e.use(), p))
}

// EvaluateClosure evaluates an argument of HCLClosureType in the scope that the call
// stands in.
func (v *Value) EvaluateClosure() (*Value, error) {
	defer v.done()
	return calledValue(C.go_run_hcl_closure_evaluate(v.use()))
}

// ClosureExpression is the expression that an argument of HCLClosureType is; nil for other
// values.
func (v *Value) ClosureExpression() *HCLExpression {
	defer v.done()
	return newExpression(C.pcty_hcl_closure_expression(v.use()))
}
