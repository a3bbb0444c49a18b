package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"context"
	"unsafe"
)

// An HCLExpression is a parsed expression. It is immutable; any number of goroutines may evaluate
// it.
type HCLExpression struct{ handle }

// lightText is the maximum length in bytes of a text whose tree shares a batch with unrelated
// handles.
const lightText = 256

// parsedExpression takes the tree of a separate text.
func parsedExpression(made unsafe.Pointer, source []byte) *HCLExpression {
	if made == nil {
		return nil
	}
	var e *HCLExpression
	if len(source) <= lightText {
		e = (*HCLExpression)(unsafe.Pointer(light(expressionHandle, made)))
	} else {
		e = newHCLExpression((*C.pcty_hcl_expression)(made))
	}
	e.weigh(treeBytes(len(source)))
	return e
}

// treeBytes returns the approximate memory of the tree of a text.
func treeBytes(length int) uint64 { return 1024 + 16*uint64(length) }

// ParseHCLExpression parses a text that is one expression. Diagnostics use the name in file.
func ParseHCLExpression(source []byte, file string, syntax HCLSyntax) (*HCLExpression, error) {
	made := C.go_hcl_expression_parse(asText(source), file, nil, C.pcty_hcl_syntax(syntax))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return parsedExpression(made.out, source), nil
}

// ParseHCLExpressionDiagnosed parses as much of an expression as possible. The expression is valid
// even if there is an error; it is nil only if the arguments were wrong. The error has all
// diagnostics, including warnings.
func ParseHCLExpressionDiagnosed(source []byte, file string, syntax HCLSyntax) (*HCLExpression, error) {
	made := C.go_hcl_expression_parse_diagnosed(asText(source), file, nil, C.pcty_hcl_syntax(syntax))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return parsedExpression(made.out, source), diagnosticsIn((*C.pcty_error)(made.more))
}

// Evaluate evaluates the expression in a scope, which may be nil. An error has all diagnostics, and
// Render shows them with their lines.
func (e *HCLExpression) Evaluate(scope *HCLScope) (*Value, error) {
	p, state := scope.now()
	made := C.go_run_hcl_expression_evaluate(e.use(), p)
	e.done()
	state.done()
	return calledValue(made)
}

// EvaluateContext is Evaluate within a context, which called Go functions receive. The evaluation
// fails with ErrCancelled when the context is done; errors.Is also finds the error of the context. Only
// the context limits the time.
func (e *HCLExpression) EvaluateContext(ctx context.Context, scope *HCLScope) (*Value, error) {
	return withinContext(ctx, func() (*Value, error) { return e.Evaluate(scope) })
}

// EvaluateDiagnosed evaluates as much of the expression as possible; wrong parts become unknown
// values. The value is valid even if there is an error. The error has all diagnostics, including
// warnings.
func (e *HCLExpression) EvaluateDiagnosed(scope *HCLScope) (*Value, error) {
	p, state := scope.now()
	defer state.done()
	defer e.done()
	return diagnosedValue(C.go_run_hcl_expression_evaluate_diagnosed(e.use(), p), "")
}

// EvaluateHCL parses and evaluates an expression in native syntax.
func EvaluateHCL(source, file string, scope *HCLScope) (*Value, error) {
	p, state := scope.now()
	defer state.done()
	return calledValue(C.go_hcl_evaluate(source, file, p))
}

// An HCLTraversal is a variable with constant steps, as in `network.subnets[0]`.
type HCLTraversal struct {
	// Path begins with an attribute of the variable's name; the steps into the variable follow.
	Path  Path
	Range Range
	File  string
}

// Root returns the name of the variable.
func (t HCLTraversal) Root() string {
	if len(t.Path) > 0 {
		if root, ok := t.Path[0].(AttrStep); ok {
			return root.Name
		}
	}
	return ""
}

// ParseHCLTraversal parses a text that is one traversal. Diagnostics use the name in file. On an
// error, the traversal has the steps before the first error.
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
	return read[0], diagnosticsIn((*C.pcty_error)(made.more))
}

// Traversal returns the expression as a variable with constant steps, without evaluation.
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

// Keyword returns the expression as a single name, without evaluation, and whether it is a name.
func (e *HCLExpression) Keyword() (string, bool) {
	defer e.done()
	word := C.pcty_hcl_expression_keyword(e.use())
	return takeString(word), word != nil
}

// Map returns the keys and the values of a map or object expression, without evaluation.
func (e *HCLExpression) Map() (keys, values []*HCLExpression, err error) {
	defer e.done()
	made := C.go_hcl_expression_map(e.use())
	if made.error != nil {
		return nil, nil, newError(made.error)
	}
	return takeExpressions((*C.pcty_hcl_expressions)(made.out)),
		takeExpressions((*C.pcty_hcl_expressions)(made.more)), nil
}

// Call returns the function's name and the arguments of a call expression, without evaluation.
func (e *HCLExpression) Call() (name string, arguments []*HCLExpression, err error) {
	defer e.done()
	made := C.go_hcl_expression_call(e.use())
	if made.error != nil {
		return "", nil, newError(made.error)
	}
	return takeString(made.name), takeExpressions(made.arguments), nil
}

func madeDefaults(made C.go_outs) (*Type, *HCLDefaults, error) {
	if made.error != nil {
		return nil, nil, newError(made.error)
	}
	return newType((*C.pcty_type)(made.out)), newHCLDefaults((*C.pcty_hcl_defaults)(made.more)), nil
}

// HCLDefaults are the defaults inside a type: they replace missing optional attributes of a value
// before its conversion. They are immutable. Nil has no defaults.
type HCLDefaults struct{ handle }

// HCLClosureType returns the type of function parameters that take expressions: an argument is only
// evaluated when the function calls EvaluateClosure.
func HCLClosureType() *Type {
	return closureType.get(func() *C.pcty_type { return C.pcty_hcl_closure_type() })
}

// HCLClosureVal returns an expression with the current state of a scope, as an argument for a
// parameter of HCLClosureType.
func HCLClosureVal(e *HCLExpression, scope *HCLScope) (*Value, error) {
	p, state := scope.now()
	defer state.done()
	defer e.done()
	state.owns.hold()
	return madeValue(C.go_hcl_closure_new(e.use(), p))
}
