package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"sort"
	"unsafe"
)

// An HCLSpec says what a body may contain and how a value is made of it, in the vocabulary
// of HCL's hcldec: an HCLObject, an HCLAttr, an HCLBlockList and so on. NewHCLDecoder
// compiles it.
type HCLSpec interface {
	// compile makes the library's own spec, which the caller frees. What owns the Go functions of
	// the spec is added to the parts.
	compile(parts *specParts) (*C.pcty_hcl_spec, error)
}

// specParts is what the specs within a spec need beside the library's own.
type specParts struct {
	owns []*closureSet
	rest bool // whether a value may contain the body that a HCLRest leaves
}

func (p *specParts) own(set *closureSet) {
	if set != nil {
		p.owns = append(p.owns, set)
	}
}

// HCLObject is an object with an attribute for each spec, all of them for the same body.
type HCLObject map[string]HCLSpec

// HCLTuple is a tuple with an element for each spec, all of them for the same body.
type HCLTuple []HCLSpec

// HCLAttr is the value of an argument, converted to a type; null where it is missing,
// unless it is required.
type HCLAttr struct {
	Name     string
	Type     *Type
	Required bool
}

// HCLLiteral is a value, whatever the body is.
type HCLLiteral struct{ Value *Value }

// HCLExpr is the value of an expression in the scope of the decoding.
type HCLExpr struct{ Expression *HCLExpression }

// HCLBlockOf is what the one block of a type contains; null where there is none, unless it
// is required.
type HCLBlockOf struct {
	Type     string
	Nested   HCLSpec
	Required bool
}

// HCLBlockList is a list of what the blocks of a type contain: at least Min of them, and at
// most Max unless that is 0.
type HCLBlockList struct {
	Type     string
	Nested   HCLSpec
	Min, Max uint
}

// HCLBlockSet is a set of what the blocks of a type contain.
type HCLBlockSet struct {
	Type     string
	Nested   HCLSpec
	Min, Max uint
}

// HCLBlockTuple is a tuple of what the blocks of a type contain, each of its own type.
type HCLBlockTuple struct {
	Type     string
	Nested   HCLSpec
	Min, Max uint
}

// HCLBlockMap is maps within each other, one for each of the labels, of what the blocks of
// a type contain.
type HCLBlockMap struct {
	Type   string
	Labels []string
	Nested HCLSpec
}

// HCLBlockObject is objects within each other, one for each of the labels, of what the
// blocks of a type contain, each of its own type.
type HCLBlockObject struct {
	Type   string
	Labels []string
	Nested HCLSpec
}

// HCLBlockAttrs is a map of the arguments of the one block of a type, each converted to the
// element type.
type HCLBlockAttrs struct {
	Type     string
	Element  *Type
	Required bool
}

// HCLBlockLabel is a label, counted from 0, of the block that the body belongs to. Name is
// what diagnostics call it.
type HCLBlockLabel struct {
	Index uint
	Name  string
}

// HCLRest is what no other spec for the same body knows, as a value of which Value.HCLBody
// gives the body. What is left is then no fault.
type HCLRest struct{}

// HCLRestAttrs is a map of the arguments that no other spec for the same body knows, each
// converted to the element type; an object where that says nothing of a type, as Any. Blocks
// that are left are faults.
type HCLRestAttrs struct{ Element *Type }

// HCLDefault is the first spec's value, or the second's where that is null.
type HCLDefault struct{ Primary, Default HCLSpec }

// HCLTransform is what a function of one parameter makes of a value.
type HCLTransform struct {
	Wrapped  HCLSpec
	Function *Function
}

// HCLTransformExpr is what an expression makes of a value, which is a variable of it. What
// else it may use is in the scope as it is when the spec is compiled.
type HCLTransformExpr struct {
	Wrapped    HCLSpec
	Expression *HCLExpression
	Variable   string
	Scope      *HCLScope
}

// HCLValidate is a value that a Go function checks. The error that it returns becomes a
// diagnostic at the place of the value.
type HCLValidate struct {
	Wrapped HCLSpec
	Check   func(*Value) error
}

// HCLRefine is a value of which a Go function knows more, also while it is unknown.
type HCLRefine struct {
	Wrapped HCLSpec
	Refine  func(*Refiner)
}

type madeSpec = C.go_out

func takeSpec(made madeSpec) (*C.pcty_hcl_spec, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	return (*C.pcty_hcl_spec)(made.out), nil
}

func compile(spec HCLSpec, parts *specParts) (*C.pcty_hcl_spec, error) {
	if spec == nil {
		return nil, Errorf(ErrInvalidArgument, "a spec is missing")
	}
	return spec.compile(parts)
}

// around compiles a spec that another one is made around.
func compileAround(nested HCLSpec, parts *specParts, outer func(*C.pcty_hcl_spec) madeSpec) (*C.pcty_hcl_spec, error) {
	within, err := compile(nested, parts)
	if err != nil {
		return nil, err
	}
	defer C.pcty_hcl_spec_free(within)
	return takeSpec(outer(within))
}

func compileAll(specs []HCLSpec, parts *specParts, outer func(*C.uintptr_t, C.size_t) madeSpec) (*C.pcty_hcl_spec, error) {
	made := make([]C.uintptr_t, 0, len(specs)+1)
	for _, spec := range specs {
		one, err := compile(spec, parts)
		if err != nil {
			return nil, err
		}
		defer C.pcty_hcl_spec_free(one)
		made = append(made, C.uintptr_t(uintptr(unsafe.Pointer(one))))
	}
	return takeSpec(outer(&made[:1][0], C.size_t(len(made))))
}

func (s HCLObject) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	names := make([]string, 0, len(s))
	for name := range s {
		names = append(names, name)
	}
	sort.Strings(names)
	specs := make([]HCLSpec, len(names))
	for at, name := range names {
		specs[at] = s[name]
	}
	text, lengths, _ := pack(names).args()
	return compileAll(specs, parts, func(made *C.uintptr_t, count C.size_t) madeSpec {
		return C.go_hcl_spec_object(text, lengths, made, count)
	})
}

func (s HCLTuple) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return compileAll(s, parts, func(made *C.uintptr_t, count C.size_t) madeSpec {
		return C.go_hcl_spec_tuple(made, count)
	})
}

func (s HCLAttr) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	defer s.Type.done()
	return takeSpec(C.go_hcl_spec_attribute(s.Name, s.Type.use(), C.bool(s.Required)))
}

func (s HCLLiteral) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	defer s.Value.done()
	return takeSpec(C.go_hcl_spec_literal(s.Value.use()))
}

func (s HCLExpr) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	defer s.Expression.done()
	return takeSpec(C.go_hcl_spec_expression(s.Expression.use()))
}

func (s HCLBlockOf) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return compileAround(s.Nested, parts, func(nested *C.pcty_hcl_spec) madeSpec {
		return C.go_hcl_spec_single_block(s.Type, nested, C.bool(s.Required))
	})
}

func compileBlocks(kind C.pcty_hcl_block_kind, blockType string, nested HCLSpec, parts *specParts, min, max uint) (*C.pcty_hcl_spec, error) {
	return compileAround(nested, parts, func(nested *C.pcty_hcl_spec) madeSpec {
		return C.go_hcl_spec_blocks(blockType, nested, kind, C.size_t(min), C.size_t(max))
	})
}

func (s HCLBlockList) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return compileBlocks(C.PCTY_HCL_BLOCK_LIST, s.Type, s.Nested, parts, s.Min, s.Max)
}

func (s HCLBlockSet) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return compileBlocks(C.PCTY_HCL_BLOCK_SET, s.Type, s.Nested, parts, s.Min, s.Max)
}

func (s HCLBlockTuple) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return compileBlocks(C.PCTY_HCL_BLOCK_TUPLE, s.Type, s.Nested, parts, s.Min, s.Max)
}

func compileLabelled(kind C.pcty_hcl_block_kind, blockType string, labels []string, nested HCLSpec, parts *specParts) (*C.pcty_hcl_spec, error) {
	text, lengths, count := pack(labels).args()
	return compileAround(nested, parts, func(nested *C.pcty_hcl_spec) madeSpec {
		return C.go_hcl_spec_labeled_blocks(blockType, nested, kind, text, lengths, count)
	})
}

func (s HCLBlockMap) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return compileLabelled(C.PCTY_HCL_BLOCK_MAP, s.Type, s.Labels, s.Nested, parts)
}

func (s HCLBlockObject) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return compileLabelled(C.PCTY_HCL_BLOCK_OBJECT, s.Type, s.Labels, s.Nested, parts)
}

func (s HCLBlockAttrs) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	defer s.Element.done()
	return takeSpec(C.go_hcl_spec_block_attributes(s.Type, s.Element.use(), C.bool(s.Required)))
}

func (s HCLBlockLabel) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return takeSpec(C.go_hcl_spec_block_label(C.size_t(s.Index), s.Name))
}

func (s HCLRest) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	parts.rest = true
	return takeSpec(C.go_hcl_spec_rest(nil))
}

func (s HCLRestAttrs) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	defer s.Element.done()
	return takeSpec(C.go_hcl_spec_rest(s.Element.use()))
}

// HCLBody is the body that a value is, which an HCLRest made; nil for any other value.
func (v *Value) HCLBody() *HCLBody {
	defer v.done()
	body := C.pcty_hcl_value_body(v.use())
	if body == nil {
		return nil
	}
	return newBody(body)
}

func (s HCLDefault) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	return compileAround(s.Default, parts, func(fallback *C.pcty_hcl_spec) madeSpec {
		primary, err := compile(s.Primary, parts)
		if err != nil {
			failure, _ := errorOf(err)
			return madeSpec{error: failure}
		}
		defer C.pcty_hcl_spec_free(primary)
		return C.go_hcl_spec_default(primary, fallback)
	})
}

func (s HCLTransform) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	defer s.Function.done()
	parts.own(s.Function.owned())
	return compileAround(s.Wrapped, parts, func(wrapped *C.pcty_hcl_spec) madeSpec {
		return C.go_hcl_spec_transform(wrapped, s.Function.use())
	})
}

func (s HCLTransformExpr) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	scope, state := s.Scope.evaluated()
	defer state.done()
	parts.own(state.owns)
	return compileAround(s.Wrapped, parts, func(wrapped *C.pcty_hcl_spec) madeSpec {
		defer s.Expression.done()
		return C.go_hcl_spec_transform_expression(wrapped, s.Expression.use(), s.Variable, scope)
	})
}

func (s HCLValidate) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	if s.Check == nil {
		return compile(s.Wrapped, parts)
	}
	return compileAround(s.Wrapped, parts, func(wrapped *C.pcty_hcl_spec) madeSpec {
		owns := lent(s.Check)
		parts.own(owns)
		return C.go_hcl_spec_validate(wrapped, owns.number())
	})
}

func (s HCLRefine) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	if s.Refine == nil {
		return compile(s.Wrapped, parts)
	}
	return compileAround(s.Wrapped, parts, func(wrapped *C.pcty_hcl_spec) madeSpec {
		owns := lent(s.Refine)
		parts.own(owns)
		return C.go_hcl_spec_refine(wrapped, owns.number())
	})
}

// An HCLDecoder makes values of bodies by a spec. It never changes; any number of
// goroutines may use one.
type HCLDecoder struct {
	*handle
	owns *closureSet
	rest bool // whether a value may contain what is left of a body
}

func (d *HCLDecoder) use() *C.pcty_hcl_spec {
	if d == nil {
		return nil
	}
	d.owns.pin()
	return (*C.pcty_hcl_spec)(d.acquire())
}

func (d *HCLDecoder) done() {
	if d != nil {
		d.owns.unpin()
		d.release()
	}
}

// Close frees the decoder's handle before the garbage collector does. A closed decoder is
// like nil.
func (d *HCLDecoder) Close() {
	if d != nil {
		d.close()
	}
}

func newDecoder(taken *C.pcty_hcl_spec, parts *specParts) *HCLDecoder {
	d := &HCLDecoder{handle: &handle{}, owns: joined(parts.owns...), rest: parts.rest}
	d.own(specHandle, unsafe.Pointer(taken))
	return d
}

// NewHCLDecoder compiles a spec.
func NewHCLDecoder(spec HCLSpec) (*HCLDecoder, error) {
	var parts specParts
	compiled, err := compile(spec, &parts)
	if err != nil {
		return nil, err
	}
	return newDecoder(compiled, &parts), nil
}

// ReadHCLDecoder reads a spec that is written as an HCL document, in the language of the
// hcldec command. The variables and functions that it defines for the bodies are put into
// the scope, which may be nil.
func ReadHCLDecoder(body *HCLBody, scope *HCLScope) (*HCLDecoder, error) {
	defer body.done()
	b := body.use()
	if scope == nil {
		compiled, err := takeSpec(C.go_hcl_spec_parse(b, nil))
		if err != nil {
			return nil, err
		}
		return newDecoder(compiled, &specParts{}), nil
	}
	var d *HCLDecoder
	err := scope.changeCalling(func(p *C.pcty_hcl_scope, owns *closureSet) (*closureSet, error) {
		compiled, err := takeSpec(C.go_hcl_spec_parse(b, p))
		if err == nil {
			d = newDecoder(compiled, &specParts{owns: []*closureSet{owns}})
		}
		return nil, err
	})
	return d, err
}

// ReadHCLFunctions reads the functions that a body defines by blocks of a type into a
// scope, each as
//
//	function "name" { params = [a, b], variadic_param = rest, result = expression }
//
// and gives the rest of the body. The results may use the scope that provider returns at each call, or
// nothing but the parameters if it is nil; it may be called on several goroutines at once.
func ReadHCLFunctions(body *HCLBody, blockType string, scope *HCLScope, provider func() *HCLScope) (rest *HCLBody, err error) {
	if provider == nil {
		provider = func() *HCLScope { return nil }
	}
	defer body.done()
	b := body.use()
	err = scope.changeCalling(func(p *C.pcty_hcl_scope, _ *closureSet) (*closureSet, error) {
		owns := lent(provider)
		rest, err = madeBody(C.go_hcl_body_decode_functions(b, blockType, p, owns.number()))
		return owns, err
	})
	return rest.owning(body.owned()), err
}

// Decode makes a value of a body that has nothing but what the spec knows, in a scope,
// which may be nil. An error has all diagnostics, and Render shows them with their lines.
func (d *HCLDecoder) Decode(body *HCLBody, scope *HCLScope) (*Value, error) {
	p, state := scope.evaluated()
	defer state.done()
	defer d.done()
	defer body.done()
	d.leaves(body)
	return calledValue(C.go_run_hcl_spec_decode(d.use(), body.use(), p))
}

// DecodeDiagnosed makes a value of a body as far as it can be made: where something is wrong
// stands an unknown value. The value is there whatever the error says, which has all
// diagnostics, warnings too.
func (d *HCLDecoder) DecodeDiagnosed(body *HCLBody, scope *HCLScope) (*Value, error) {
	return d.decodeWhole(body, scope, "")
}

// decodeWhole decodes, and what is found may be about a text that is known.
func (d *HCLDecoder) decodeWhole(body *HCLBody, scope *HCLScope, source string) (*Value, error) {
	p, state := scope.evaluated()
	defer state.done()
	defer d.done()
	defer body.done()
	d.leaves(body)
	return diagnosedValue(C.go_run_hcl_spec_decode_diagnosed(d.use(), body.use(), p), source)
}

// diagnosedValue is a value with what was found beside it, perhaps about a text that is known.
func diagnosedValue(made C.go_called, source string) (*Value, error) {
	cause := takeCause(&made)
	if made.error != nil {
		return nil, newErrorAbout(made.error, source).panicking(cause)
	}
	value := called(&made)
	if made.more == nil {
		raise(cause)
		return value, nil
	}
	return value, newErrorAbout((*C.pcty_error)(made.more), source).becauseOf(cause)
}

// PartialDecode makes a value of what the spec knows of a body, and a body of the rest.
func (d *HCLDecoder) PartialDecode(body *HCLBody, scope *HCLScope) (v *Value, rest *HCLBody, err error) {
	p, state := scope.evaluated()
	defer state.done()
	defer d.done()
	defer body.done()
	d.leaves(body)
	made := C.go_run_hcl_spec_partial_decode(d.use(), body.use(), p)
	if err := failedFor(&made); err != nil {
		return nil, nil, err
	}
	return newValue((*C.pcty_value)(made.out)), newBody((*C.pcty_hcl_body)(made.more)).owning(body.owned()), nil
}

// leaves holds the functions of a body of which a value may contain the rest.
func (d *HCLDecoder) leaves(body *HCLBody) {
	if d != nil && d.rest {
		body.owned().hold()
	}
}

// Variables are the variables that must be there to decode a body, those that `dynamic`
// blocks need to be expanded included.
func (d *HCLDecoder) Variables(body *HCLBody) ([]HCLTraversal, error) {
	defer d.done()
	defer body.done()
	made := C.go_hcl_spec_variables(d.use(), body.use(), C.PCTY_HCL_NEEDS_ALL)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeTraversals((*C.pcty_hcl_traversals)(made.out)), nil
}

// ImpliedType is the type that decoding gives, as far as that can be said without a body.
func (d *HCLDecoder) ImpliedType() *Type {
	defer d.done()
	return newType(C.go_hcl_spec_implied_type(d.use()))
}

// SourceRange is where the value stands that the decoder makes of a body, or where it
// could be put.
func (d *HCLDecoder) SourceRange(body *HCLBody) Range {
	defer d.done()
	defer body.done()
	return readRange(C.pcty_hcl_spec_source_range(d.use(), body.use()))
}
