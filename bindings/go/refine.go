package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// A Refinement is the known properties of an unknown value.
type Refinement struct {
	// NotNull means that the value is not null.
	NotNull bool
	// Prefix is the known prefix of the string.
	Prefix string
	// Min and Max are the bounds of a number, or nil; the Inclusive fields report whether the bound
	// itself is possible.
	Min, Max                   *Value
	MinInclusive, MaxInclusive bool
	// MinLen and MaxLen are the bounds of the length of a list, set or map, if HasLen.
	HasLen         bool
	MinLen, MaxLen uint64
}

// Refinement returns the known properties of an unknown value, and whether the value is unknown.
func (v *Value) Refinement() (Refinement, bool) {
	defer v.done()
	p := v.use()
	given := C.go_value_refinement(p)
	if !given.found {
		return Refinement{}, false
	}
	known := Refinement{NotNull: bool(given.known.not_null)}
	switch given.known.kind {
	case C.PCTY_REFINEMENT_PREFIX:
		known.Prefix = text(given.known.prefix)
	case C.PCTY_REFINEMENT_LENGTH:
		known.HasLen = true
		known.MinLen, known.MaxLen = uint64(given.known.min_length), uint64(given.known.max_length)
	case C.PCTY_REFINEMENT_NUMBER:
		min := C.go_value_refinement_bound(p, C.PCTY_LOWER)
		max := C.go_value_refinement_bound(p, C.PCTY_UPPER)
		known.Min, known.MinInclusive = newValue(min.bound), bool(min.inclusive)
		known.Max, known.MaxInclusive = newValue(max.bound), bool(max.inclusive)
	}
	return known, true
}

// Refine starts a refinement of a value, which may be unknown:
//
//	url, err := polycty.Unknown(polycty.String()).Refine().NotNull().Prefix("https://").Value()
//
// Value checks each step against the value and the earlier steps when it makes the result. If only
// one value is possible, the result is this value.
func (v *Value) Refine() *Refiner {
	return &Refiner{of: v}
}

// A Refiner collects refinements of one value. It belongs to one goroutine.
type Refiner struct {
	of    *Value
	steps []refineStep
}

// A refineStep adds one refinement to a builder of the library.
type refineStep func(*C.pcty_refinement_builder) *C.pcty_error

func (r *Refiner) and(step refineStep) *Refiner {
	if r == nil {
		return nil
	}
	r.steps = append(r.steps, step)
	return r
}

func (r *Refiner) fact(kind C.pcty_refinement_fact_kind, prefix string, length uint64) *Refiner {
	return r.and(func(b *C.pcty_refinement_builder) *C.pcty_error {
		return C.go_refinement_builder_add(b, kind, prefix, nil, false, C.uint64_t(length))
	})
}

func (r *Refiner) bound(kind C.pcty_refinement_fact_kind, bound *Value, inclusive bool) *Refiner {
	return r.and(func(b *C.pcty_refinement_builder) *C.pcty_error {
		defer bound.done()
		return C.go_refinement_builder_add(b, kind, "", bound.use(), C.bool(!inclusive), 0)
	})
}

// NotNull states that the value is not null.
func (r *Refiner) NotNull() *Refiner {
	return r.fact(C.PCTY_REFINEMENT_FACT_NOT_NULL, "", 0)
}

// Null states that the value is null.
func (r *Refiner) Null() *Refiner {
	return r.fact(C.PCTY_REFINEMENT_FACT_NULL, "", 0)
}

// Prefix states that the string begins with the prefix and may continue with any text: characters
// at the end of the prefix that the continuation could change are dropped.
func (r *Refiner) Prefix(prefix string) *Refiner {
	return r.fact(C.PCTY_REFINEMENT_FACT_PREFIX, prefix, 0)
}

// PrefixFull states that the string begins with exactly this prefix.
func (r *Refiner) PrefixFull(prefix string) *Refiner {
	return r.fact(C.PCTY_REFINEMENT_FACT_PREFIX_FULL, prefix, 0)
}

// Min states that the number is at least the bound, or greater if not inclusive.
func (r *Refiner) Min(bound *Value, inclusive bool) *Refiner {
	return r.bound(C.PCTY_REFINEMENT_FACT_NUMBER_MIN, bound, inclusive)
}

// Max states that the number is at most the bound, or less if not inclusive.
func (r *Refiner) Max(bound *Value, inclusive bool) *Refiner {
	return r.bound(C.PCTY_REFINEMENT_FACT_NUMBER_MAX, bound, inclusive)
}

// MinLen states that the list, set or map has at least this many elements.
func (r *Refiner) MinLen(length uint64) *Refiner {
	return r.fact(C.PCTY_REFINEMENT_FACT_LENGTH_MIN, "", length)
}

// MaxLen states that the list, set or map has at most this many elements.
func (r *Refiner) MaxLen(length uint64) *Refiner {
	return r.fact(C.PCTY_REFINEMENT_FACT_LENGTH_MAX, "", length)
}

// apply applies the steps to a builder of the library.
func (r *Refiner) apply(builder *C.pcty_refinement_builder) error {
	for _, step := range r.steps {
		if err := failed(step(builder)); err != nil {
			return err
		}
	}
	return nil
}

// Value returns the value with all refinements.
func (r *Refiner) Value() (*Value, error) {
	if r == nil {
		return nil, Errorf(ErrInvalidArgument, "the refiner is nil")
	}
	defer r.of.done()
	builder := C.pcty_refinement_builder_new(r.of.use())
	defer C.pcty_refinement_builder_free(builder)
	if err := r.apply(builder); err != nil {
		return nil, err
	}
	return madeValue(C.go_refinement_builder_build(builder))
}
