//go:build cgo

package polycty

import (
	"encoding"
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"unsafe"
)

// ValueOf makes a value of a Go value, by the table of TypeOf. An interface is replaced by its
// content; a slice or map whose elements may be of different types becomes a tuple or an object.
// Nil pointers, slices and maps are null, and so are optional fields that are zero. A *Value is
// used as it is, including its marks. Numbers are exact at any size.
//
// The whole value crosses in one call.
func ValueOf(x any) (*Value, error) {
	if x == nil {
		return Null(Any()), nil
	}
	if v, ok := x.(*Value); ok && v != nil {
		return v, nil
	}
	rv := reflect.ValueOf(x)
	f, err := formOf(rv.Type())
	if err != nil {
		return nil, err
	}
	return f.valueOf(rv)
}

// valueOf makes a value of a Go value of the form.
func (f *form) valueOf(rv reflect.Value) (*Value, error) {
	if f.kind == formList && f.elem.kind == formInt && f.elem.size == 8 && rv.Len() > 0 {
		return Int64sVal(unsafe.Slice((*int64)(rv.UnsafePointer()), rv.Len()))
	}
	// The content of an interface is not addressable.
	held := reflect.New(f.t)
	held.Elem().Set(rv)
	document := documents.Get().(*[]byte)
	defer documents.Put(document)
	w, err := f.encode((*document)[:0], held.UnsafePointer(), 0)
	if cap(w) <= keptDocument {
		*document = w
	}
	if err == nil {
		var t *Type
		if t, err = f.exactType(rv); err == nil {
			return fromDocument(w, t)
		}
	}
	if errors.Is(err, errInParts) {
		return f.build(rv, 0)
	}
	return nil, err
}

// documents has buffers for documents that cross. They are reused unless they are large.
var documents = sync.Pool{New: func() any { room := make([]byte, 0, 512); return &room }}

const keptDocument = 1 << 20

// fromDocument decodes a document written by encode. The user does not see the document, so errors
// have no byte offset.
func fromDocument(document []byte, t *Type) (*Value, error) {
	v, err := DecodeMsgpack(document, t)
	var known *Error
	if errors.As(err, &known) {
		known = known.copy()
		known.offset = 0
		return nil, known
	}
	return v, err
}

// errInParts means that a document cannot represent the value: marks, capsules, numbers of more
// than 512 bits. The value is then made part by part.
var errInParts = errors.New("made in parts")

// exactType returns the exact type of a value of the form.
func (f *form) exactType(v reflect.Value) (*Type, error) {
	if f.static {
		exact, _, err := f.read()
		return exact, err
	}
	var text strings.Builder
	if err := f.describe(&text, v, 0); err != nil {
		return nil, err
	}
	return ParseTypeJSON([]byte(text.String()))
}

// describe writes the type of a value in JSON.
func (f *form) describe(text *strings.Builder, v reflect.Value, depth int) error {
	if f.static {
		text.WriteString(f.exact)
		return nil
	}
	parts := func(open string, count int, part func(at int) error, end string) error {
		text.WriteString(open)
		for at := 0; at < count; at++ {
			if at > 0 {
				text.WriteByte(',')
			}
			if err := part(at); err != nil {
				return err
			}
		}
		text.WriteString(end)
		return nil
	}
	switch f.kind {
	case formPointer, formAny, formValue, formList, formMap:
		if v.IsNil() {
			text.WriteString(`"dynamic"`)
			return nil
		}
	}
	switch f.kind {
	case formPointer:
		return f.elem.describe(text, v.Elem(), depth)
	case formAny:
		inner, err := formIn(v, depth)
		if err != nil {
			return err
		}
		return inner.describe(text, v.Elem(), depth+1)
	case formValue:
		t := v.Interface().(*Value).Type()
		data, err := t.MarshalJSON()
		if err != nil {
			return errInParts
		}
		text.Write(data)
		return nil
	case formMap:
		keys := v.MapKeys()
		return parts(`["object",{`, len(keys), func(at int) error {
			text.WriteString(quoted(keys[at].String()) + ":")
			return f.elem.describe(text, v.MapIndex(keys[at]), depth)
		}, `}]`)
	case formStruct:
		return parts(`["object",{`, len(f.fields), func(at int) error {
			field := f.fields[at]
			text.WriteString(quoted(field.name) + ":")
			return field.form.describe(text, v.FieldByIndex(field.index), depth)
		}, `}]`)
	}
	return parts(`["tuple",[`, v.Len(), func(at int) error {
		return f.elem.describe(text, v.Index(at), depth)
	}, `]]`)
}

// encode appends the value at a pointer as MessagePack.
func (f *form) encode(w []byte, p unsafe.Pointer, depth int) ([]byte, error) {
	var err error
	switch f.kind {
	case formBool:
		return appendBool(w, *(*bool)(p)), nil
	case formInt:
		return appendInt(w, f.integer(p)), nil
	case formUint:
		return appendUint(w, f.unsigned(p)), nil
	case formFloat:
		n := float64(0)
		if f.size == 8 {
			n = *(*float64)(p)
		} else {
			n = float64(*(*float32)(p))
		}
		if n == n {
			return appendFloat(w, n), nil
		}
		return nil, Errorf(ErrArithmetic, "NaN is not a number")
	case formString:
		return appendString(w, *(*string)(p)), nil
	case formDigits:
		digits := *(*string)(p)
		if digits == "" {
			digits = "0" // as in encoding/json
		}
		return appendString(w, digits), nil
	case formBigInt:
		n := (*big.Int)(p)
		if n.IsInt64() {
			return appendInt(w, n.Int64()), nil
		}
		if n.BitLen()-int(n.TrailingZeroBits()) > 512 {
			return nil, errInParts
		}
		return appendString(w, n.String()), nil
	case formBigFloat:
		n := (*big.Float)(p)
		if double, accuracy := n.Float64(); accuracy == big.Exact {
			return appendFloat(w, double), nil
		}
		return appendString(w, digitsOf(n)), nil
	case formText:
		data, err := marshaled(f.at(p))
		if err != nil {
			return nil, err
		}
		return appendString(w, string(data)), nil
	case formPointer:
		to := *(*unsafe.Pointer)(p)
		if to == nil {
			return appendNil(w), nil
		}
		return f.elem.encode(w, to, depth)
	case formAny:
		v := f.at(p)
		if v.IsNil() {
			return appendNil(w), nil
		}
		inner, err := formIn(v, depth)
		if err != nil {
			return nil, err
		}
		held := reflect.New(inner.t)
		held.Elem().Set(v.Elem())
		return inner.encode(w, held.UnsafePointer(), depth+1)
	case formValue:
		v := *(**Value)(p)
		if v == nil {
			return appendNil(w), nil
		}
		data, err := v.EncodeMsgpack(nil)
		if err != nil {
			return nil, errInParts
		}
		return append(w, data...), nil
	case formList, formArray:
		first, length := p, 0
		if v := f.at(p); f.kind == formArray {
			length = v.Len()
		} else if v.IsNil() {
			return appendNil(w), nil
		} else {
			first, length = v.UnsafePointer(), v.Len()
		}
		w = appendArray(w, length)
		switch { // the most frequent forms, without a call for each
		case length == 0:
		case f.elem.kind == formString:
			for _, each := range unsafe.Slice((*string)(first), length) {
				w = appendString(w, each)
			}
			return w, nil
		case f.elem.kind == formInt && f.elem.size == 8:
			for _, each := range unsafe.Slice((*int64)(first), length) {
				w = appendInt(w, each)
			}
			return w, nil
		}
		for at := 0; at < length; at++ {
			if w, err = f.elem.encode(w, unsafe.Add(first, uintptr(at)*f.elem.size), depth); err != nil {
				return nil, within(err, IndexStep{Int64Val(int64(at))})
			}
		}
		return w, nil
	case formMap:
		return f.encodeMap(w, p, depth)
	}
	w = appendMap(w, len(f.fields))
	for at := range f.fields {
		field := &f.fields[at]
		part := unsafe.Add(p, field.offset)
		w = appendString(w, field.name)
		if field.optional && field.form.at(part).IsZero() {
			w = appendNil(w)
		} else if w, err = field.form.encode(w, part, depth); err != nil {
			return nil, within(err, AttrStep{field.name})
		}
	}
	return w, nil
}

func (f *form) encodeMap(w []byte, p unsafe.Pointer, depth int) ([]byte, error) {
	if f.texts {
		texts := *(*map[string]string)(p)
		if texts == nil {
			return appendNil(w), nil
		}
		w = appendMap(w, len(texts))
		for key, text := range texts {
			w = appendString(appendString(w, key), text)
		}
		return w, nil
	}
	v := f.at(p)
	if v.IsNil() {
		return appendNil(w), nil
	}
	w = appendMap(w, v.Len())
	held := reflect.New(f.elem.t)
	for each := v.MapRange(); each.Next(); {
		key := each.Key().String()
		held.Elem().SetIterValue(each)
		var err error
		if w, err = f.elem.encode(appendString(w, key), held.UnsafePointer(), depth); err != nil {
			return nil, f.withinEntry(err, key)
		}
	}
	return w, nil
}

// maxDepth is the maximum depth of nested interfaces. A Go value that contains itself would not
// end.
const maxDepth = 1000

// formIn returns the form of the content of an interface at a depth of interfaces.
func formIn(v reflect.Value, depth int) (*form, error) {
	if depth == maxDepth {
		return nil, Errorf(ErrLimit, "interfaces are nested more than %d levels deep", maxDepth)
	}
	return formOf(v.Elem().Type())
}

// withinEntry adds the entry of a Go map to the path of an error.
func (f *form) withinEntry(err error, key string) error {
	if !f.elem.static {
		return within(err, AttrStep{key})
	}
	text, badKey := StringVal(key)
	if badKey != nil {
		return err
	}
	return within(err, IndexStep{text})
}

// bigOf returns the number in a value of a struct type of package big.
func bigOf[N big.Int | big.Float](v reflect.Value) *N {
	if v.CanAddr() {
		return v.Addr().Interface().(*N)
	}
	n := v.Interface().(N)
	return &n
}

func marshaled(v reflect.Value) ([]byte, error) {
	marshaler, ok := v.Interface().(encoding.TextMarshaler)
	if !ok && v.CanAddr() {
		marshaler, ok = v.Addr().Interface().(encoding.TextMarshaler)
	}
	if !ok {
		// A copy is addressable.
		held := reflect.New(v.Type())
		held.Elem().Set(v)
		marshaler, ok = held.Interface().(encoding.TextMarshaler)
	}
	if !ok {
		return nil, Errorf(ErrUnsupported, "the Go type %s does not implement encoding.TextMarshaler", v.Type())
	}
	data, err := marshaler.MarshalText()
	if err != nil {
		return nil, Errorf(ErrConversion, "%s", err).WithCause(err)
	}
	return data, nil
}

// build makes a value part by part.
func (f *form) build(v reflect.Value, depth int) (*Value, error) {
	switch f.kind {
	case formPointer, formAny, formList, formMap, formValue:
		if v.IsNil() {
			if !f.static {
				return Null(Any()), nil
			}
			exact, _, err := f.read()
			return Null(exact), err
		}
	}
	switch f.kind {
	case formValue:
		return v.Interface().(*Value), nil
	case formBigInt:
		return BigIntVal(bigOf[big.Int](v))
	case formDigits:
		return NumberVal(string(v.Interface().(json.Number)))
	case formPointer:
		return f.elem.build(v.Elem(), depth)
	case formAny:
		inner, err := formIn(v, depth)
		if err != nil {
			return nil, err
		}
		return inner.build(v.Elem(), depth+1)
	case formList, formArray:
		elements := make([]*Value, v.Len())
		for at := range elements {
			var err error
			if elements[at], err = f.elem.build(v.Index(at), depth); err != nil {
				return nil, within(err, IndexStep{Int64Val(int64(at))})
			}
		}
		if !f.elem.static {
			return TupleVal(elements...)
		}
		exact, _, err := f.elem.read()
		if err != nil {
			return nil, err
		}
		return ListValOf(exact, elements...)
	case formMap:
		entries := make(map[string]*Value, v.Len())
		for each := v.MapRange(); each.Next(); {
			key := each.Key().String()
			entry, err := f.elem.build(each.Value(), depth)
			if err != nil {
				return nil, f.withinEntry(err, key)
			}
			entries[key] = entry
		}
		if !f.elem.static {
			return ObjectVal(entries)
		}
		exact, _, err := f.elem.read()
		if err != nil {
			return nil, err
		}
		return MapValOf(exact, entries)
	case formStruct:
		attributes := make(map[string]*Value, len(f.fields))
		for _, field := range f.fields {
			part := v.FieldByIndex(field.index)
			var err error
			if field.optional && part.IsZero() {
				attributes[field.name], err = field.form.null()
			} else {
				attributes[field.name], err = field.form.build(part, depth)
			}
			if err != nil {
				return nil, within(err, AttrStep{field.name})
			}
		}
		return ObjectVal(attributes)
	}
	return ValueOf(v.Interface())
}

// null returns the null of the form's type, or of the type any if the type depends on the value.
func (f *form) null() (*Value, error) {
	if !f.static {
		return Null(Any()), nil
	}
	exact, _, err := f.read()
	return Null(exact), err
}
