package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"sort"
	"unsafe"
)

// An HCLSpec describes the allowed content of a body and the value that it decodes to, in the
// vocabulary of HCL's hcldec: an HCLObject, an HCLAttr, an HCLBlockList and so on. NewHCLDecoder
// compiles it.
type HCLSpec interface {
	// compile returns a spec of the library, which the caller frees. It adds the owners of the spec's
	// Go functions to the parts.
	compile(parts *specParts) (*C.pcty_hcl_spec, error)
}

// specParts is the additional state of the specs within a spec.
type specParts struct {
	owns []*closureSet
	rest bool // whether a value may contain the body that an HCLRest returns
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

// HCLAttr is the value of an argument, converted to a type; null if the argument is missing and not
// required.
type HCLAttr struct {
	Name     string
	Type     *Type
	Required bool
}

// HCLLiteral is a value that does not depend on the body.
type HCLLiteral struct{ Value *Value }

// HCLExpr is the value of an expression in the scope of the decoding.
type HCLExpr struct{ Expression *HCLExpression }

// HCLBlockOf is the value of the only block of a type; null if the block is missing and not
// required.
type HCLBlockOf struct {
	Type     string
	Nested   HCLSpec
	Required bool
}

// HCLBlockList is a list of the values of the blocks of a type: at least Min of them, and at most
// Max unless Max is 0.
type HCLBlockList struct {
	Type     string
	Nested   HCLSpec
	Min, Max uint
}

// HCLBlockSet is a set of the values of the blocks of a type.
type HCLBlockSet struct {
	Type     string
	Nested   HCLSpec
	Min, Max uint
}

// HCLBlockTuple is a tuple of the values of the blocks of a type. Their types may differ.
type HCLBlockTuple struct {
	Type     string
	Nested   HCLSpec
	Min, Max uint
}

// HCLBlockMap is nested maps, one level for each label, of the values of the blocks of a type.
type HCLBlockMap struct {
	Type   string
	Labels []string
	Nested HCLSpec
}

// HCLBlockObject is nested objects, one level for each label, of the values of the blocks of a
// type. Their types may differ.
type HCLBlockObject struct {
	Type   string
	Labels []string
	Nested HCLSpec
}

// HCLBlockAttrs is a map of the arguments of the only block of a type, each converted to the
// element type.
type HCLBlockAttrs struct {
	Type     string
	Element  *Type
	Required bool
}

// HCLBlockLabel is a label, counted from 0, of the block that the body belongs to. Diagnostics use
// Name.
type HCLBlockLabel struct {
	Index uint
	Name  string
}

// HCLRest is the rest of the body that no other spec covers. Value.HCLBody returns it as a body.
// With HCLRest, uncovered content is not an error.
type HCLRest struct{}

// HCLRestAttrs is a map of the arguments that no other spec for the same body covers, each
// converted to the element type. It is an object if the element type is Any. Uncovered blocks are
// errors.
type HCLRestAttrs struct{ Element *Type }

// HCLDefault is the value of the first spec, or the value of the second if the first is null.
type HCLDefault struct{ Primary, Default HCLSpec }

// HCLTransform is the result of a function with one parameter for a value.
type HCLTransform struct {
	Wrapped  HCLSpec
	Function *Function
}

// HCLTransformExpr is the result of an expression that uses the value as a variable. Its other
// variables and functions are those of the scope when the spec is compiled.
type HCLTransformExpr struct {
	Wrapped    HCLSpec
	Expression *HCLExpression
	Variable   string
	Scope      *HCLScope
}

// HCLValidate is a value that a Go function checks. An error of the function becomes a diagnostic
// at the position of the value.
type HCLValidate struct {
	Wrapped HCLSpec
	Check   func(*Value) error
}

// HCLRefine is a value that a Go function refines, also while the value is unknown.
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
		return nil, Errorf(ErrInvalidArgument, "the spec is nil")
	}
	return spec.compile(parts)
}

// compileAround compiles a spec that wraps a nested spec.
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
		return C.go_hcl_spec_block(s.Type, nested, C.PCTY_HCL_BLOCK_SINGLE, C.bool(s.Required), 0, 0, nil, nil, 0)
	})
}

func compileBlocks(kind C.pcty_hcl_block_kind, blockType string, nested HCLSpec, parts *specParts, min, max uint) (*C.pcty_hcl_spec, error) {
	return compileAround(nested, parts, func(nested *C.pcty_hcl_spec) madeSpec {
		return C.go_hcl_spec_block(blockType, nested, kind, false, C.size_t(min), C.size_t(max), nil, nil, 0)
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
		return C.go_hcl_spec_block(blockType, nested, kind, false, 0, 0, text, lengths, count)
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

// HCLBody returns the body of a value that an HCLRest made; nil for other values.
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
	scope, state := s.Scope.now()
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
		owns := closureSetOf(s.Check)
		parts.own(owns)
		return C.go_hcl_spec_validate(wrapped, owns.number())
	})
}

func (s HCLRefine) compile(parts *specParts) (*C.pcty_hcl_spec, error) {
	if s.Refine == nil {
		return compile(s.Wrapped, parts)
	}
	return compileAround(s.Wrapped, parts, func(wrapped *C.pcty_hcl_spec) madeSpec {
		owns := closureSetOf(s.Refine)
		parts.own(owns)
		return C.go_hcl_spec_refine(wrapped, owns.number())
	})
}

// An HCLDecoder decodes bodies to values by a spec. It is immutable; any number of goroutines may
// use it.
type HCLDecoder struct {
	*handle
	owns *closureSet
	rest bool // whether a value may contain the rest of a body
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

// ReadHCLDecoder reads a spec from an HCL document in the language of the hcldec command. The
// variables and functions that it defines for the bodies are added to the scope, which may be nil.
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

// ReadHCLFunctions reads the functions that a body defines by blocks of a type into a scope, each
// as
//
//	function "name" { params = [a, b], variadic_param = rest, result = expression }
//
// and returns the rest of the body. The results may use the scope that provider returns at each
// call; without a provider they may only use the parameters. The provider may be called on several
// goroutines at once.
func ReadHCLFunctions(body *HCLBody, blockType string, scope *HCLScope, provider func() *HCLScope) (rest *HCLBody, err error) {
	if provider == nil {
		provider = func() *HCLScope { return nil }
	}
	defer body.done()
	b := body.use()
	err = scope.changeCalling(func(p *C.pcty_hcl_scope, _ *closureSet) (*closureSet, error) {
		owns := closureSetOf(provider)
		rest, err = madeBody(C.go_hcl_body_decode_functions(b, blockType, p, owns.number()))
		return owns, err
	})
	return rest.owning(body.owned()), err
}

// Decode decodes a body in a scope, which may be nil. The body must not contain more than the spec
// covers. An error has all diagnostics, and Render shows them with their lines.
func (d *HCLDecoder) Decode(body *HCLBody, scope *HCLScope) (*Value, error) {
	p, state := scope.now()
	defer state.done()
	defer d.done()
	defer body.done()
	d.leaves(body)
	return calledValue(C.go_run_hcl_spec_decode(d.use(), body.use(), p))
}

// DecodeDiagnosed decodes as much of a body as possible; wrong parts become unknown values. The
// value is valid even if there is an error. The error has all diagnostics, including warnings.
func (d *HCLDecoder) DecodeDiagnosed(body *HCLBody, scope *HCLScope) (*Value, error) {
	return d.decodeWhole(body, scope, "")
}

// decodeWhole decodes a body. Diagnostics about the text source share this string.
func (d *HCLDecoder) decodeWhole(body *HCLBody, scope *HCLScope, source string) (*Value, error) {
	p, state := scope.now()
	defer state.done()
	defer d.done()
	defer body.done()
	d.leaves(body)
	return diagnosedValue(C.go_run_hcl_spec_decode_diagnosed(d.use(), body.use(), p), source)
}

// diagnosedValue returns a value with its diagnostics. Diagnostics about the text source share this
// string.
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

// PartialDecode decodes the part of a body that the spec covers, and returns the rest as a body.
func (d *HCLDecoder) PartialDecode(body *HCLBody, scope *HCLScope) (v *Value, rest *HCLBody, err error) {
	p, state := scope.now()
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

// leaves holds the functions of a body whose rest a value may contain.
func (d *HCLDecoder) leaves(body *HCLBody) {
	if d != nil && d.rest {
		body.owned().hold()
	}
}
