package polycty

// #include "shims.h"
import "C"

import "runtime/cgo"

// A Capsule is a type whose values contain a Go value of the type T. Two capsule types are different
// even if their names are equal. Two values are equal only if the same call of Wrap made them.
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

// Wrap returns a value that contains a Go value. The Go value is kept alive until the last
// reference to the returned value is freed.
func (c *Capsule[T]) Wrap(content T) (*Value, error) { return wrap(c.t, content) }

// Unwrap returns the Go value in a capsule of this type. It fails with ErrType, ErrNull, ErrUnknown
// or ErrMarked.
func (c *Capsule[T]) Unwrap(v *Value) (T, error) {
	content, err := unwrap(v, c.t)
	if err != nil {
		var none T
		return none, err
	}
	typed, _ := content.(T) // fails for a nil interface, whose zero value is right
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
