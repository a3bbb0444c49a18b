package polycty

// #include "shims.h"
import "C"

import "runtime/cgo"

// A Capsule is a type of Go values that travel inside of polycty's. Two that were made
// apart are different types even under one name, and two values of one are equal only if
// they came of the same Wrap.
type Capsule[T any] struct {
	t *Type
}

// NewCapsule makes a capsule type with a friendly name.
func NewCapsule[T any](name string) (*Capsule[T], error) {
	t, err := madeType(C.go_type_capsule(name, nil))
	if err != nil {
		return nil, err
	}
	return &Capsule[T]{t}, nil
}

// Type is the capsule type.
func (c *Capsule[T]) Type() *Type { return c.t }

// Wrap is a value that holds a Go value, which is kept until the last reference to the
// value is gone.
func (c *Capsule[T]) Wrap(content T) (*Value, error) { return wrap(c.t, content) }

// Unwrap is the Go value in a capsule of this type; otherwise ErrType, ErrNull, ErrUnknown
// or ErrMarked.
func (c *Capsule[T]) Unwrap(v *Value) (T, error) {
	content, err := unwrap(v, c.t)
	if err != nil {
		var none T
		return none, err
	}
	typed, _ := content.(T) // a nil interface is no T
	return typed, nil
}

func wrap(t *Type, content any) (*Value, error) {
	defer t.done()
	return madeValue(C.go_value_capsule(t.use(), C.uintptr_t(cgo.NewHandle(&content))))
}

func unwrap(v *Value, t *Type) (any, error) {
	defer v.done()
	defer t.done()
	given := C.go_value_as_capsule(v.use(), t.use())
	if given.error != nil {
		return nil, newError(given.error)
	}
	return *cgo.Handle(given.out).Value().(*any), nil
}
