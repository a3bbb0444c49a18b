//go:build cgo

package polycty

import (
	"encoding"
	"encoding/json"
	"math/big"
	"reflect"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"
)

// A form is how values of one Go type travel.
type form struct {
	kind   formKind
	t      reflect.Type
	size   uintptr // of a Go value in bytes
	elem   *form
	fields []formField // of a struct, in ascending order of their names

	// static is whether the Go type alone says the type of its values: there is no
	// interface and no *Value in it.
	static bool
	// holds is whether a *Value may be in it, which no document can carry with its marks.
	holds bool
	// parts is whether a container may be in it whose elements have no type in common, but each
	// one to be converted to: structs with an interface in them.
	parts bool
	// texts is whether it is a map of strings to strings.
	texts bool
	// bodies is whether it is what bodies of HCL become, one of them or several; body is what the
	// tags of such a struct say.
	bodies bool
	body   *bodyForm
	// exact and constraint are the types in JSON: of values, if static, and of what
	// decodes into the Go type.
	exact, constraint string

	types struct {
		once              sync.Once
		exact, constraint *Type
		err               error
	}
}

type formField struct {
	name     string
	key      writtenKey // the name as a document has it
	index    []int
	offset   uintptr // where it lies in the struct, in bytes
	optional bool
	form     *form
	// item is what in a body of HCL the field is for; there is none in other structs. A field that
	// has one and is optional stays as it was where a body has nothing for it.
	item *bodyItem
}

// at is the Go value of the form that a pointer leads to. Most values are read and written
// without that: by the pointer and the kind alone.
func (f *form) at(p unsafe.Pointer) reflect.Value { return reflect.NewAt(f.t, p).Elem() }

// integer reads a Go integer, which has the sign of its kind.
func (f *form) integer(p unsafe.Pointer) int64 {
	switch f.size {
	case 1:
		return int64(*(*int8)(p))
	case 2:
		return int64(*(*int16)(p))
	case 4:
		return int64(*(*int32)(p))
	}
	return *(*int64)(p)
}

func (f *form) unsigned(p unsafe.Pointer) uint64 {
	switch f.size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

// setInteger is false, and sets nothing, where the Go integer cannot hold the number.
func (f *form) setInteger(p unsafe.Pointer, n int64) bool {
	fits := true
	switch f.size {
	case 1:
		if fits = int64(int8(n)) == n; fits {
			*(*int8)(p) = int8(n)
		}
	case 2:
		if fits = int64(int16(n)) == n; fits {
			*(*int16)(p) = int16(n)
		}
	case 4:
		if fits = int64(int32(n)) == n; fits {
			*(*int32)(p) = int32(n)
		}
	default:
		*(*int64)(p) = n
	}
	return fits
}

func (f *form) setUnsigned(p unsafe.Pointer, n uint64) bool {
	fits := true
	switch f.size {
	case 1:
		if fits = uint64(uint8(n)) == n; fits {
			*(*uint8)(p) = uint8(n)
		}
	case 2:
		if fits = uint64(uint16(n)) == n; fits {
			*(*uint16)(p) = uint16(n)
		}
	case 4:
		if fits = uint64(uint32(n)) == n; fits {
			*(*uint32)(p) = uint32(n)
		}
	default:
		*(*uint64)(p) = n
	}
	return fits
}

type formKind uint8

const (
	formBool formKind = iota
	formInt
	formUint
	formFloat
	formString
	formDigits // json.Number
	formBigInt
	formBigFloat
	formText // whatever marshals itself as text
	formList
	formArray
	formMap
	formStruct
	formPointer
	formAny
	formValue
)

var (
	typeOfValue     = reflect.TypeOf((*Value)(nil))
	typeOfHandle    = reflect.TypeOf(handle{})
	typeOfAnchored  = reflect.TypeOf(anchored{})
	typeOfBigInt    = reflect.TypeOf(big.Int{})
	typeOfBigFloat  = reflect.TypeOf(big.Float{})
	typeOfTexts     = reflect.TypeOf(map[string]string(nil))
	typeOfNumber    = reflect.TypeOf(json.Number(""))
	typeOfMarshaler = reflect.TypeOf((*encoding.TextMarshaler)(nil)).Elem()
	typeOfReader    = reflect.TypeOf((*encoding.TextUnmarshaler)(nil)).Elem()
)

// A reading is which tags of a struct say how it travels.
type reading uint8

const (
	asValue reading = iota // as an object, by the tags polycty
	asBody                 // as a body of HCL, by the tags hcl
	asBlock                // as the body of a block, with its labels
	readings
)

// forms are the forms that were asked for in each reading, by their reflect.Type.
var forms [readings]sync.Map

func formOf(t reflect.Type) (*form, error) { return formRead(t, asValue) }

func formRead(t reflect.Type, as reading) (*form, error) {
	if known, ok := forms[as].Load(t); ok {
		return known.(*form), nil
	}
	if as != asValue {
		return formInside(t, as, nil)
	}
	f, err := newForm(t, nil)
	if err != nil {
		return nil, err
	}
	known, _ := forms[as].LoadOrStore(t, f)
	return known.(*form), nil
}

// newForm makes a form within those of the types around it, so that a type that contains
// itself comes to an end.
func newForm(t reflect.Type, outer []reflect.Type) (*form, error) {
	f, err := formWithin(t, outer)
	if err != nil {
		return nil, err
	}
	f.t, f.size = t, t.Size()
	f.texts = f.kind == formMap && t.ConvertibleTo(typeOfTexts)
	return f, nil
}

func formWithin(t reflect.Type, outer []reflect.Type) (*form, error) {
	for _, around := range outer {
		if around == t {
			return nil, Errorf(ErrUnsupported, "the Go type %s contains itself", t)
		}
	}
	inner := append(outer[:len(outer):len(outer)], t)
	simple := func(kind formKind, name string) (*form, error) {
		name = `"` + name + `"`
		return &form{kind: kind, static: true, exact: name, constraint: name}, nil
	}
	switch {
	case t == typeOfValue:
		return &form{kind: formValue, holds: true, constraint: `"dynamic"`}, nil
	case t == typeOfBigInt:
		return simple(formBigInt, "number")
	case t == typeOfBigFloat:
		return simple(formBigFloat, "number")
	case t == typeOfNumber:
		return simple(formDigits, "number")
	case t.Kind() == reflect.Interface && t.NumMethod() == 0:
		return &form{kind: formAny, constraint: `"dynamic"`}, nil
	case t.Kind() == reflect.Pointer:
		return formAround(formPointer, "", t, inner)
	case t.Implements(typeOfMarshaler) || reflect.PointerTo(t).Implements(typeOfReader):
		return simple(formText, "string")
	}
	switch t.Kind() {
	case reflect.Bool:
		return simple(formBool, "bool")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return simple(formInt, "number")
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return simple(formUint, "number")
	case reflect.Float32, reflect.Float64:
		return simple(formFloat, "number")
	case reflect.String:
		return simple(formString, "string")
	case reflect.Slice:
		return formAround(formList, "list", t, inner)
	case reflect.Array:
		return formAround(formArray, "list", t, inner)
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return formAround(formMap, "map", t, inner)
		}
	case reflect.Struct:
		if t.NumField() == 0 || t.Field(0).Type != typeOfHandle && t.Field(0).Type != typeOfAnchored {
			return formOfStruct(t, inner)
		}
	}
	return nil, Errorf(ErrUnsupported, "the Go type %s has no counterpart", t)
}

// formAround is the form of a pointer, or of a container: if its elements are not all of
// one type, it travels as a tuple or an object, whose type only the value tells.
func formAround(kind formKind, name string, t reflect.Type, outer []reflect.Type) (*form, error) {
	elem, err := newForm(t.Elem(), outer)
	if err != nil {
		return nil, err
	}
	return elem.inside(kind, name), nil
}

// inside is the form of a pointer, or of a container, that has this one inside.
func (elem *form) inside(kind formKind, name string) *form {
	f := &form{kind: kind, elem: elem, bodies: elem.bodies, static: elem.static, holds: elem.holds, parts: elem.parts}
	switch {
	case kind == formPointer:
		f.exact, f.constraint = elem.exact, elem.constraint
	case elem.static:
		f.exact, f.constraint = `["`+name+`",`+elem.exact+`]`, `["`+name+`",`+elem.constraint+`]`
	default:
		// The elements may be of several types, but each has something to be converted to.
		f.parts = f.parts || elem.constraint != `"dynamic"`
		f.constraint = `"dynamic"`
	}
	return f
}

func formOfStruct(t reflect.Type, outer []reflect.Type) (*form, error) {
	f := &form{kind: formStruct, static: true}
	if err := f.addFields(t, nil, 0, outer); err != nil {
		return nil, err
	}
	return f, f.joinFields(t)
}

// joinFields sorts the fields of a struct, and says what the form is with them.
func (f *form) joinFields(t reflect.Type) error {
	sort.Slice(f.fields, func(a, b int) bool { return f.fields[a].name < f.fields[b].name })
	var exact, constraint, optional []string
	for at, field := range f.fields {
		f.fields[at].key = writtenKeyOf(field.name)
		if at > 0 && f.fields[at-1].name == field.name {
			return Errorf(ErrInvalidArgument, "the Go type %s has two fields for %q", t, field.name)
		}
		f.static = f.static && field.form.static
		f.holds = f.holds || field.form.holds
		f.parts = f.parts || field.form.parts
		name := quoted(field.name) + ":"
		exact = append(exact, name+field.form.exact)
		constraint = append(constraint, name+field.form.constraint)
		if field.optional {
			optional = append(optional, quoted(field.name))
		}
	}
	f.exact = `["object",{` + strings.Join(exact, ",") + `}]`
	f.constraint = `["object",{` + strings.Join(constraint, ",") + `}`
	if len(optional) > 0 {
		f.constraint += `,[` + strings.Join(optional, ",") + `]`
	}
	f.constraint += `]`
	return nil
}

// addFields adds the exported fields of a struct, those of embedded structs as its own.
func (f *form) addFields(t reflect.Type, index []int, offset uintptr, outer []reflect.Type) error {
	ofCty := taggedForCty(t)
	for at := 0; at < t.NumField(); at++ {
		field := t.Field(at)
		tag, tagged := field.Tag.Lookup("polycty")
		name, option, _ := strings.Cut(tag, ",")
		if !tagged {
			name, tagged = field.Tag.Lookup("cty")
		}
		place := append(index[:len(index):len(index)], at)
		if tag == "-" || ofCty && !tagged {
			continue
		}
		if field.Anonymous && !tagged && field.Type.Kind() == reflect.Struct {
			if err := f.addFields(field.Type, place, offset+field.Offset, outer); err != nil {
				return err
			}
			continue
		}
		if !field.IsExported() {
			continue
		}
		if option != "" && option != "optional" {
			return Errorf(ErrInvalidArgument, "the tag of %s.%s says %q", t, field.Name, option)
		}
		if name == "" {
			name = field.Name
		}
		name = attributeName(name)
		inner, err := newForm(field.Type, outer)
		if err != nil {
			return within(err, AttrStep{name})
		}
		f.fields = append(f.fields, formField{
			name: name, index: place, offset: offset + field.Offset, optional: option == "optional", form: inner,
		})
	}
	return nil
}

// taggedForCty reports whether fields of a struct have tags of cty and none has one of this package.
// Its fields without a tag are left out, as gocty does.
func taggedForCty(t reflect.Type) bool {
	found := false
	for at := 0; at < t.NumField(); at++ {
		tag := t.Field(at).Tag
		if _, own := tag.Lookup("polycty"); own {
			return false
		}
		_, ofCty := tag.Lookup("cty")
		found = found || ofCty
	}
	return found
}

// attributeName is a name as the attributes of objects have it: in normal form.
func attributeName(name string) string {
	for at := 0; at < len(name); at++ {
		if name[at] >= utf8.RuneSelf {
			if v, err := StringVal(name); err == nil { // one that is no text is told with the type
				defer v.Close()
				name, _ = v.AsString()
			}
			break
		}
	}
	return name
}

func quoted(name string) string {
	text, _ := json.Marshal(name) // a string always marshals
	return string(text)
}

// within says of an error that it lies in a part.
func within(err error, step Step) error {
	if known, ok := err.(*Error); ok {
		return known.In(step)
	}
	return err
}

// read gives the types that the form says.
func (f *form) read() (exact, constraint *Type, err error) {
	t := &f.types
	t.once.Do(func() {
		if t.constraint, t.err = ParseTypeJSON([]byte(f.constraint)); t.err == nil && f.static {
			t.exact, t.err = ParseTypeJSON([]byte(f.exact))
		}
	})
	return t.exact, t.constraint, t.err
}

// TypeOf is the type that decodes into Go values like x, which is looked at only for its Go
// type. Fields that are tagged `polycty:"name,optional"` are optional attributes.
//
//	bool                               bool
//	integers, floats, big.Int,         number
//	big.Float, json.Number
//	string, encoding.TextMarshaler     string
//	slices, arrays                     list
//	maps with strings as keys          map
//	structs                            object
//	pointers                           what they point to, or null
//	any, *Value                        any
//
// A container whose elements are of the type any is of that type itself. The attribute of
// a field is called what its tag says, as in `polycty:"name"`, and otherwise what the field
// is called; `polycty:"-"` leaves it out. A field without this tag takes its name from a tag of cty, as
// in `cty:"name"`; if a struct has tags of cty alone, its fields without a tag are left out. Fields of embedded structs count as the struct's
// own.
func TypeOf(x any) (*Type, error) {
	if x == nil {
		return Any(), nil
	}
	f, err := formOf(reflect.TypeOf(x))
	if err != nil {
		return nil, err
	}
	_, constraint, err := f.read()
	if err != nil {
		return nil, err
	}
	return constraint.clone(), nil
}
