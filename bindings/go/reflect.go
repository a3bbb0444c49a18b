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

// A form describes how values of one Go type are encoded and decoded.
type form struct {
	kind   formKind
	t      reflect.Type
	size   uintptr // of a Go value in bytes
	elem   *form
	fields []formField // of a struct, in ascending order of their names

	// static means that the Go type alone determines the type of its values: it contains no interface
	// and no *Value.
	static bool
	// holds means that it may contain a *Value, whose marks a document cannot represent.
	holds bool
	// parts means that it may contain a container whose elements have different types but must each be
	// converted: structs with an interface in them.
	parts bool
	// texts means that it is a map of strings to strings.
	texts bool
	// bodies means that it is decoded from one or several HCL bodies. body is the description from the
	// tags of the struct.
	bodies bool
	body   *bodyForm
	// exact and constraint are the types in JSON: exact is the type of values, if static; constraint
	// is the type that decodes into the Go type.
	exact, constraint string

	types struct {
		once              sync.Once
		exact, constraint *Type
		err               error
	}
}

type formField struct {
	name     string
	key      writtenKey // the name as a document encodes it
	index    []int
	offset   uintptr // the offset in the struct, in bytes
	optional bool
	form     *form
	// item is the item of an HCL body for the field; nil in other structs. An optional field with an
	// item is not changed if the body does not have the item.
	item *bodyItem
}

// at returns the Go value of the form at a pointer. Most values are read and written without it, by
// the pointer and the kind.
func (f *form) at(p unsafe.Pointer) reflect.Value { return reflect.NewAt(f.t, p).Elem() }

// integer reads a Go integer, whose kind determines its sign.
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

// setInteger sets a Go integer, or returns false if it cannot represent the number.
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
	formText // types that marshal themselves as text
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

// A reading selects the tags of a struct that describe its encoding.
type reading uint8

const (
	asValue reading = iota // as an object, by the tags polycty
	asBody                 // as a body of HCL, by the tags hcl
	asBlock                // as the body of a block, with its labels
	readings
)

// forms has the known forms of each reading, by reflect.Type.
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

// newForm returns the form of a type inside the types outer, which end the recursion of a type that
// contains itself.
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

// formAround returns the form of a pointer or of a container. If the elements of a container are
// not all of one type, it is encoded as a tuple or an object, whose type depends on the value.
func formAround(kind formKind, name string, t reflect.Type, outer []reflect.Type) (*form, error) {
	elem, err := newForm(t.Elem(), outer)
	if err != nil {
		return nil, err
	}
	return elem.inside(kind, name), nil
}

// inside returns the form of a pointer or of a container with elements of the form elem.
func (elem *form) inside(kind formKind, name string) *form {
	f := &form{kind: kind, elem: elem, bodies: elem.bodies, static: elem.static, holds: elem.holds, parts: elem.parts}
	switch {
	case kind == formPointer:
		f.exact, f.constraint = elem.exact, elem.constraint
	case elem.static:
		f.exact, f.constraint = `["`+name+`",`+elem.exact+`]`, `["`+name+`",`+elem.constraint+`]`
	default:
		// The elements may be of several types, but each must be converted.
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

// joinFields sorts the fields of a struct and completes its form.
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

// addFields adds the exported fields of a struct, including those of embedded structs.
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
			return Errorf(ErrInvalidArgument, "the tag of %s.%s has the unknown option %q", t, field.Name, option)
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

// taggedForCty reports whether fields of a struct have tags of cty and none has a tag of this
// package. Fields without a tag are then ignored, as gocty does.
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

// attributeName returns the normal form of a name, as attributes of objects have it.
func attributeName(name string) string {
	for at := 0; at < len(name); at++ {
		if name[at] >= utf8.RuneSelf {
			if v, err := StringVal(name); err == nil { // a name that is not UTF-8 is reported with the type
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

// within adds a step to the path of an error in a part.
func within(err error, step Step) error {
	if known, ok := err.(*Error); ok {
		return known.In(step)
	}
	return err
}

// read returns the types of the form.
func (f *form) read() (exact, constraint *Type, err error) {
	t := &f.types
	t.once.Do(func() {
		if t.constraint, t.err = ParseTypeJSON([]byte(f.constraint)); t.err == nil && f.static {
			t.exact, t.err = ParseTypeJSON([]byte(f.exact))
		}
	})
	return t.exact, t.constraint, t.err
}

// TypeOf returns the type that decodes into Go values like x. Only the Go type of x matters. Fields
// that are tagged `polycty:"name,optional"` are optional attributes.
//
//	bool                               bool
//	integers, floats, big.Int,         number
//	big.Float, json.Number
//	string, encoding.TextMarshaler     string
//	slices, arrays                     list
//	maps with strings as keys          map
//	structs                            object
//	pointers                           the type of the target, or null
//	any, *Value                        any
//
// A container whose elements are of the type any has the type any itself. The attribute of a field
// has the name in its tag, as in `polycty:"name"`, and otherwise the name of the field;
// `polycty:"-"` ignores the field. A field without this tag takes its name from a tag of cty, as in
// `cty:"name"`. If a struct has only tags of cty, its fields without a tag are ignored. Fields of
// embedded structs count as fields of the struct.
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
