//go:build !polycty_no_pcl

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import "runtime/cgo"

// The verbs that every dialect has (ParseType, Format, AssignableTo, Equivalent, Convert,
// ConversionBetween, ExplainConversion, Unify) take PCL too. Here is what only PCL has.

var idType constant

// PCLID is the type of identifiers of resources.
func PCLID() *Type { return idType.get(func() *C.pcty_type { return C.pcty_pcl_type_id() }) }

// PCLOpaque is a type known by its name alone.
func PCLOpaque(name string) (*Type, error) { return madeType(C.go_pcl_type_opaque(name)) }

// PCLConst is one value of a type, null included.
func PCLConst(element *Type, value *Value) (*Type, error) {
	defer element.done()
	defer value.done()
	return madeType(C.go_pcl_type_const(element.use(), value.use()))
}

// PCLEnum is an enumeration of at least one value of one type, known by its token.
func PCLEnum(token string, element *Type, values ...*Value) (*Type, error) {
	pointers, count := useValues(values).args()
	defer doneValues(values)
	defer element.done()
	return madeType(C.go_pcl_type_enum(token, element.use(), pointers, count))
}

// PCLUnion is the union of types in PCL's normal form.
func PCLUnion(members ...*Type) (*Type, error) {
	pointers, count := useTypes(members).args()
	defer doneTypes(members)
	return madeType(C.go_pcl_type_union(pointers, count))
}

// PCLOptional is a type or null: its union with none.
func PCLOptional(element *Type) (*Type, error) {
	defer element.done()
	return madeType(C.go_pcl_type_optional(element.use()))
}

// PCLPromise is an eventual value of a type.
func PCLPromise(element *Type) (*Type, error) {
	defer element.done()
	return madeType(C.go_pcl_type_promise(element.use()))
}

// PCLOutput is an eventual value of a type with what belongs to it.
func PCLOutput(element *Type) (*Type, error) {
	defer element.done()
	return madeType(C.go_pcl_type_output(element.use()))
}

// PCLNormalize is a type that was made elsewhere in PCL's normal form.
func PCLNormalize(t *Type) (*Type, error) {
	defer t.done()
	return madeType(C.go_pcl_type_normalize(t.use()))
}

// PCLInput is what may be given where a value of the type is wanted: the same, or an output
// of it.
func PCLInput(t *Type) (*Type, error) {
	defer t.done()
	return madeType(C.go_pcl_type_input(t.use()))
}

// PCLResolved is the type with its eventual types replaced by what they will be: promises,
// or outputs too.
func PCLResolved(t *Type, outputsToo bool) (*Type, error) {
	which := C.pcty_pcl_resolution(C.PCTY_PCL_RESOLVE_PROMISES)
	if outputsToo {
		which = C.PCTY_PCL_RESOLVE_ALL
	}
	defer t.done()
	return madeType(C.go_pcl_type_resolve(t.use(), which))
}

// PCLExplainUnsafe is why not every value of one type converts to another one, where some
// do; nil unless the conversion is an unsafe one.
func PCLExplainUnsafe(from, to *Type) (why *Error, err error) {
	defer from.done()
	defer to.done()
	return madeError(C.go_pcl_type_explain_unsafe(from.use(), to.use()))
}

// A PCLKind is what PCL takes a type for.
type PCLKind uint32

// The kinds of PCL's types.
const (
	PCLKindMissing   PCLKind = C.PCTY_PCL_KIND_MISSING
	PCLKindDynamic   PCLKind = C.PCTY_PCL_KIND_DYNAMIC
	PCLKindNone      PCLKind = C.PCTY_PCL_KIND_NONE
	PCLKindBool      PCLKind = C.PCTY_PCL_KIND_BOOL
	PCLKindInt       PCLKind = C.PCTY_PCL_KIND_INT
	PCLKindNumber    PCLKind = C.PCTY_PCL_KIND_NUMBER
	PCLKindString    PCLKind = C.PCTY_PCL_KIND_STRING
	PCLKindID        PCLKind = C.PCTY_PCL_KIND_ID
	PCLKindOpaque    PCLKind = C.PCTY_PCL_KIND_OPAQUE
	PCLKindList      PCLKind = C.PCTY_PCL_KIND_LIST
	PCLKindSet       PCLKind = C.PCTY_PCL_KIND_SET
	PCLKindMap       PCLKind = C.PCTY_PCL_KIND_MAP
	PCLKindTuple     PCLKind = C.PCTY_PCL_KIND_TUPLE
	PCLKindObject    PCLKind = C.PCTY_PCL_KIND_OBJECT
	PCLKindUnion     PCLKind = C.PCTY_PCL_KIND_UNION
	PCLKindPromise   PCLKind = C.PCTY_PCL_KIND_PROMISE
	PCLKindOutput    PCLKind = C.PCTY_PCL_KIND_OUTPUT
	PCLKindConst     PCLKind = C.PCTY_PCL_KIND_CONST
	PCLKindEnum      PCLKind = C.PCTY_PCL_KIND_ENUM
	PCLKindRecursive PCLKind = C.PCTY_PCL_KIND_RECURSIVE
	PCLKindForeign   PCLKind = C.PCTY_PCL_KIND_FOREIGN
)

// PCLKind is what PCL takes the type for.
func (t *Type) PCLKind() PCLKind {
	defer t.done()
	return PCLKind(C.go_pcl_type_info(t.use()).out.kind)
}

// PCLElement is the element type of a list, set or map, what an eventual type will be, or
// the type of a constant or of an enumeration's values; nil for other types.
func (t *Type) PCLElement() *Type {
	defer t.done()
	return newType(C.pcty_type_clone(C.go_pcl_type_info(t.use()).out.element))
}

// PCLValues are the values of an enumeration, or the one of a constant.
func (t *Type) PCLValues() []*Value {
	defer t.done()
	p := t.use()
	var values []*Value
	count := C.go_pcl_type_info(p).out.value_count
	for at := C.size_t(0); at < count; at++ {
		if value, err := madeValue(C.go_pcl_type_value_at(p, at)); err == nil {
			values = append(values, value)
		}
	}
	return values
}

// PCLIsOptional is whether null is one of the type's values and that says something.
func (t *Type) PCLIsOptional() bool {
	defer t.done()
	return bool(C.pcty_pcl_type_is_optional(t.use()))
}

// PCLHoldsEventual is whether a promise, and whether an output occurs inside the type; one
// with outputs may hold promises besides.
func (t *Type) PCLHoldsEventual() (promise, output bool) {
	defer t.done()
	held := C.pcty_pcl_type_deferred(t.use())
	return held == C.PCTY_PCL_DEFERRED_PROMISE, held == C.PCTY_PCL_DEFERRED_OUTPUT
}

// PCLColumns is the width that the language itself lays out types for.
const PCLColumns = C.PCTY_PCL_COLUMNS

// PCLDisplay is the type for people, as in `{ port: int }`, broken into lines at a width.
func (t *Type) PCLDisplay(columns uint) string {
	defer t.done()
	return takeString(C.pcty_pcl_type_to_text(t.use(), C.size_t(columns)))
}

// PCLJSON describes the type in JSON that ParsePCLTypeJSON reads, recursive types included.
func (t *Type) PCLJSON() ([]byte, error) {
	defer t.done()
	return takenBytes(C.go_pcl_type_to_json(t.use()))
}

// ParsePCLTypeJSON reads what PCLJSON writes.
func ParsePCLTypeJSON(data []byte) (*Type, error) {
	return madeType(C.go_pcl_type_from_json(asText(data)))
}

// PCLSplat is the step `[*]`: the steps that follow go into each element.
type PCLSplat struct{}

// String is "[*]".
func (PCLSplat) String() string { return "[*]" }

// PCLTraverse is the type that steps lead to, before there is any value: an AttrStep, an
// IndexStep, of whose unknown key only the type counts, or a PCLSplat. The type is there
// whatever the error says, which has all diagnostics, warnings too; it is nil only if the
// arguments were wrong.
func (t *Type) PCLTraverse(steps ...Step) (*Type, error) {
	kinds := make([]C.pcty_pcl_step_kind, len(steps), len(steps)+1)
	names, keys := make([]string, len(steps)), make([]*Value, len(steps))
	for at, step := range steps {
		switch step := step.(type) {
		case AttrStep:
			kinds[at], names[at] = C.PCTY_PCL_STEP_ATTRIBUTE, step.Name
		case IndexStep:
			kinds[at], keys[at] = C.PCTY_PCL_STEP_INDEX, step.Key
		case PCLSplat:
			kinds[at] = C.PCTY_PCL_STEP_SPLAT
		}
	}
	text, lengths, count := pack(names).args()
	pointers, _ := useValues(keys).args()
	defer doneValues(keys)
	defer t.done()
	made := C.go_pcl_type_traverse(t.use(), &kinds[:1][0], text, lengths, pointers, count)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newType((*C.pcty_type)(made.out)), findings((*C.pcty_error)(made.more))
}

// PCLEventualVal is a new eventual value of a promise or output type, with data of Go's. It
// is equal to itself alone.
func PCLEventualVal(t *Type, data any) (*Value, error) {
	defer t.done()
	return madeValue(C.go_pcl_value_deferred(t.use(), C.uintptr_t(cgo.NewHandle(&data))))
}

// PCLData is the data in an eventual value that PCLEventualVal made.
func (v *Value) PCLData() (any, error) {
	defer v.done()
	given := C.go_pcl_value_data(v.use())
	if given.error != nil {
		return nil, newError(given.error)
	}
	return *cgo.Handle(given.out).Value().(*any), nil
}

// PCLIdentity is the number that tells an eventual value from all others of the process, 0
// for other values.
func (v *Value) PCLIdentity() uint64 {
	defer v.done()
	return uint64(C.pcty_pcl_value_identity(v.use()))
}

// PCLOrigin is the type that an eventual value was made with; nil for other values.
func (v *Value) PCLOrigin() *Type {
	defer v.done()
	return newType(C.go_pcl_value_origin(v.use()))
}

// PCLResolve is the value with each eventual one in it replaced by what the resolver says
// that it has become, converted to what was promised.
func (v *Value) PCLResolve(resolver func(eventual *Value) (*Value, error)) (*Value, error) {
	if resolver == nil {
		return nil, Errorf(ErrInvalidArgument, "there is no resolver")
	}
	defer v.done()
	return calledValue(C.go_run_pcl_value_resolve(v.use(), C.uintptr_t(cgo.NewHandle(resolver))))
}

// PCLChoose is the value as one of a union, and which member it was converted to, from 0.
func (v *Value) PCLChoose(union *Type) (converted *Value, member int, err error) {
	defer v.done()
	defer union.done()
	chosen := C.go_pcl_value_choose(v.use(), union.use())
	if chosen.error != nil {
		return nil, 0, newError(chosen.error)
	}
	return newValue(chosen.out), int(chosen.member), nil
}
