//go:build !polycty_no_pcl

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import "runtime/cgo"

// The functions for all dialects (ParseType, Format, AssignableTo, Equivalent, Convert,
// ConversionBetween, ExplainConversion, Unify) also support PCL. This file has the functions for
// PCL alone.

var idType constant

// PCLID returns the type of resource identifiers.
func PCLID() *Type { return idType.get(func() *C.pcty_type { return C.pcty_pcl_type_id() }) }

// PCLResolved returns the type with its deferred types replaced by their element types: promises,
// and outputs if outputsToo.
func PCLResolved(t *Type, outputsToo bool) (*Type, error) {
	which := C.pcty_pcl_resolution(C.PCTY_PCL_RESOLVE_PROMISES)
	if outputsToo {
		which = C.PCTY_PCL_RESOLVE_ALL
	}
	defer t.done()
	return madeType(C.go_pcl_type_resolve(t.use(), which))
}

// PCLValues returns the values of an enumeration, or the value of a constant.
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

// PCLHoldsDeferred reports whether the type contains a promise but no output, and whether it
// contains an output; a type with outputs may also contain promises.
func (t *Type) PCLHoldsDeferred() (promise, output bool) {
	defer t.done()
	held := C.pcty_pcl_type_deferred(t.use())
	return held == C.PCTY_PCL_DEFERRED_PROMISE, held == C.PCTY_PCL_DEFERRED_OUTPUT
}

// PCLColumns is the default width for the layout of types.
const PCLColumns = C.PCTY_PCL_COLUMNS

// PCLSplat is the step `[*]`: the following steps apply to each element.
type PCLSplat struct{}

// String returns "[*]".
func (PCLSplat) String() string { return "[*]" }

// PCLTraverse returns the type at the end of steps, without a value. A step is an AttrStep, an
// IndexStep, whose key may be unknown and then counts by its type, or a PCLSplat. The type is valid
// even if there is an error; it is nil only if the arguments were wrong. The error has all
// diagnostics, including warnings.
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
	return newType((*C.pcty_type)(made.out)), diagnosticsIn((*C.pcty_error)(made.more))
}

// PCLDeferredVal returns a new deferred value of a promise or output type, with Go data. It is
// equal only to itself.
func PCLDeferredVal(t *Type, data any) (*Value, error) {
	defer t.done()
	return madeValue(C.go_pcl_value_deferred(t.use(), C.uintptr_t(cgo.NewHandle(&data))))
}

// PCLData returns the data in a deferred value that PCLDeferredVal made.
func (v *Value) PCLData() (any, error) {
	defer v.done()
	given := C.go_pcl_value_data(v.use())
	if given.error != nil {
		return nil, newError(given.error)
	}
	return *cgo.Handle(given.out).Value().(*any), nil
}

// PCLResolve returns the value with each deferred value in it replaced by the result of the
// resolver, converted to the promised type.
func (v *Value) PCLResolve(resolver func(eventual *Value) (*Value, error)) (*Value, error) {
	if resolver == nil {
		return nil, Errorf(ErrInvalidArgument, "the resolver is nil")
	}
	defer v.done()
	return calledValue(C.go_run_pcl_value_resolve(v.use(), C.uintptr_t(cgo.NewHandle(resolver))))
}

// PCLChoose converts the value to a member of a union, and returns the position of the member, from
// 0.
func (v *Value) PCLChoose(union *Type) (converted *Value, member int, err error) {
	defer v.done()
	defer union.done()
	chosen := C.go_pcl_value_choose(v.use(), union.use())
	if chosen.error != nil {
		return nil, 0, newError(chosen.error)
	}
	return newValue(chosen.out), int(chosen.member), nil
}
