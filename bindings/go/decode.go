//go:build cgo

package polycty

import (
	"errors"
	"reflect"
	"unsafe"
)

// Decode stores the value in the Go value that target points to, by the table of TypeOf. It first
// converts the value to that type, by the rules of HCL. Attributes that the struct does not have
// are dropped. A missing attribute is an error with its path, unless the field is tagged optional;
// then it is set to zero. An interface is set to a bool, string, []any, map[string]any or nil; a
// number is stored as an int64 if it is one, else as a float64 if the shortest text of the float64
// is the text of the number, else as a *big.Int or *big.Float.
//
// A null is an error, unless the target is a pointer, slice, map, interface, *Value or an optional
// field. Unknown and marked values decode only into a *Value. A number that the target cannot
// represent is an error; a float32 or float64 is set to the nearest number.
//
// The whole value crosses in one call. Exceptions are structs and containers with a *Value in them,
// and containers of structs with an any: they are read part by part, and each part is converted
// separately.
func (v *Value) Decode(target any) error {
	rv := reflect.ValueOf(target)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		return Errorf(ErrInvalidArgument, "the target must be a pointer, not %T", target)
	}
	if v == nil {
		return Errorf(ErrInvalidArgument, "there is no value to decode")
	}
	f, err := formOf(rv.Type().Elem())
	if err != nil {
		return err
	}
	return f.take(v, rv.Elem(), nil)
}

// A collector gathers the errors of HCL bodies, where decoding continues after an error. A field
// whose value does not fit may be set in part.
type collector struct {
	trail    []trailStep // to the field that is read
	failures []bodyError
}

// A trailStep is a field of a struct for a body, and the position of one of several blocks.
type trailStep struct {
	field *formField
	block int
}

type bodyError struct {
	trail []trailStep
	err   error
}

func (c *collector) enter(field *formField) { c.trail = append(c.trail, trailStep{field, 0}) }

// leave ends a field, and records its error, if any.
func (c *collector) leave(err error) {
	if err != nil && len(c.failures) < maxBodyErrors {
		c.failures = append(c.failures, bodyError{append([]trailStep(nil), c.trail...), err})
	}
	c.trail = c.trail[:len(c.trail)-1]
}

// atBlock sets the position of the block that is read next.
func (c *collector) atBlock(at int) { c.trail[len(c.trail)-1].block = at }

// cross reads a value that crosses in one call.
func (f *form) cross(v *Value, p unsafe.Pointer, c *collector) error {
	_, constraint, err := f.read()
	if err != nil {
		return err
	}
	return v.lendMsgpack(constraint, func(data []byte) error {
		d := decoder{reader: reader{data: data}, collector: c}
		return d.into(f, p, nil)
	})
}

// take reads a value: at once, or part by part if a part must cross separately. A marked body is
// also read part by part, so that an error names the marked part.
func (f *form) take(v *Value, into reflect.Value, c *collector) (err error) {
	if f.kind == formValue {
		into.Set(reflect.ValueOf(v))
		return nil
	}
	if !f.holds && !f.parts {
		err := f.cross(v, into.Addr().UnsafePointer(), c)
		if !f.bodies || !errors.Is(err, ErrMarked) {
			return err
		}
	}
	switch {
	case v.IsMarked() && f.body == nil && (!f.bodies || f.kind != formPointer): // parts of a body also have its marks
		return Errorf(ErrMarked, "a marked value decodes only into a *Value")
	case !v.IsKnown():
		return Errorf(ErrUnknown, "an unknown value decodes only into a *Value")
	case v.IsNull():
		return setNull(f, into)
	}
	if f.body != nil && v.IsMarked() {
		if len(f.body.labels) > 0 {
			return Errorf(ErrMarked, "the labels of a marked block do not decode")
		}
		v, _ = v.Unmark()
	}
	length, ok := v.Len()
	kind := v.kindOfType()
	keyed := kind == KindObject || kind == KindMap
	switch f.kind {
	case formPointer:
		if into.IsNil() {
			into.Set(reflect.New(into.Type().Elem()))
		}
		return f.elem.take(v, into.Elem(), c)
	case formStruct:
		if !ok || !keyed {
			return wrongType("an object", v)
		}
		return f.takeFields(v, kind, into, c)
	case formMap:
		if !ok || !keyed {
			return wrongType("a map", v)
		}
		into.Set(reflect.MakeMapWithSize(into.Type(), length))
		for it := v.Elements(); it.Next(); {
			part := reflect.New(into.Type().Elem()).Elem()
			if err := f.elem.take(it.Value(), part, c); err != nil {
				return f.withinEntry(err, it.Key())
			}
			into.SetMapIndex(reflect.ValueOf(it.Key()).Convert(into.Type().Key()), part)
		}
		return nil
	}
	if !ok || keyed {
		return wrongType("a list", v)
	}
	if f.kind == formArray && length != into.Len() {
		return wrongLength(into, length)
	}
	if f.kind == formList {
		before := reflect.ValueOf(into.Interface())
		if !f.makeRoom(into, length) {
			return nil
		}
		defer func() {
			if err != nil && !f.bodies {
				into.Set(before) // as gocty leaves a slice with an element that does not fit
			}
		}()
	}
	for it := v.Elements(); it.Next(); {
		if f.bodies {
			c.atBlock(it.Index())
		}
		if err := f.elem.take(it.Value(), into.Index(it.Index()), c); err != nil {
			return within(err, IndexStep{Int64Val(int64(it.Index()))})
		}
	}
	return nil
}

// makeRoom sets into to a slice of length elements, and reports whether there are elements to read:
// without blocks the slice is not changed. A slice for blocks keeps its elements.
func (f *form) makeRoom(into reflect.Value, length int) bool {
	if f.bodies && length == 0 {
		return false
	}
	made := reflect.MakeSlice(f.t, length, length)
	if f.bodies {
		reflect.Copy(made, into)
	}
	into.Set(made)
	return true
}

func (f *form) takeFields(v *Value, kind Kind, into reflect.Value, c *collector) error {
	for at := range f.fields {
		field := &f.fields[at]
		part := v.Attr(field.name)
		if kind == KindMap {
			part = v.Lookup(field.name)
		}
		place := into.FieldByIndex(field.index)
		if field.optional && (part == nil || part.IsNull() && !part.IsMarked()) {
			if field.item == nil {
				place.Set(reflect.Zero(place.Type()))
			}
			continue
		}
		if part == nil {
			return missing(field.name)
		}
		if field.item != nil {
			c.enter(field)
			c.leave(field.form.take(part, place, c))
		} else if err := field.form.take(part, place, c); err != nil {
			return within(err, AttrStep{field.name})
		}
	}
	return nil
}

func missing(name string) error {
	return Errorf(ErrNotFound, "attribute %q is required", name)
}

func wrongType(wanted string, v *Value) error {
	found := v.Type()
	e := Errorf(ErrType, "expected %s, found %s", wanted, found.FriendlyName())
	e.Found = found
	return e
}

func wrongLength(into reflect.Value, length int) error {
	return Errorf(ErrConversion, "expected %d elements, found %d", into.Len(), length)
}

// setNull stores a null in a Go value that can be nil.
func setNull(f *form, into reflect.Value) error {
	switch f.kind {
	case formPointer, formList, formMap, formAny:
		into.Set(reflect.Zero(into.Type()))
		return nil
	}
	return Errorf(ErrNull, "expected %s, found null", into.Type())
}
