package polycty

// #include "shims.h"
import "C"

import "runtime/cgo"

// A Capsule is a type of Go values inside polycty values. Two capsule types are different even if
// their names are equal. Two values are equal only if the same call of Wrap made them.
type Capsule[T any] struct {
	t *Type
}

// NewCapsule returns a new capsule type with a friendly name.
func NewCapsule[T any](name string) (*Capsule[T], error) {
	t, err := madeType(C.go_type_capsule(name, nil))
	if err != nil {
		return nil, err
	}
	return &Capsule[T]{t}, nil
}

// Type returns the capsule type.
func (c *Capsule[T]) Type() *Type { return c.t }

// Wrap returns a value that holds a Go value, which is kept until the last reference to the value
// is freed.
func (c *Capsule[T]) Wrap(content T) (*Value, error) { return wrap(c.t, content) }

// Unwrap returns the Go value in a capsule of this type. It fails with ErrType, ErrNull, ErrUnknown
// or ErrMarked.
func (c *Capsule[T]) Unwrap(v *Value) (T, error) {
	content, err := unwrap(v, c.t)
	if err != nil {
		var none T
		return none, err
	}
	typed, _ := content.(T) // a nil interface does not have the type T
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
