package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"sync"
	"unsafe"
)

// A Type is a type of the universe that all dialects share. It is immutable; any number of
// goroutines may use it. Methods of a nil *Type return zero results, and a call that needs a type
// fails with ErrInvalidArgument.
type Type struct {
	anchored
	hash uint64 // 0 unless it was read with the type
}

// newType takes a type that the library returned.
func newType(taken *C.pcty_type) *Type {
	if taken == nil {
		return nil
	}
	t := &Type{}
	t.hold(viewHandle, nil, light(typeHandle, unsafe.Pointer(taken)))
	return t
}

// copyType is a handle of the package's own for a type that something else owns; nil for NULL.
func copyType(borrowed *C.pcty_type) *Type { return newType(C.pcty_type_clone(borrowed)) }

// clone is another handle of the same type, which can be closed apart.
func (t *Type) clone() *Type {
	defer t.done()
	return newType(C.pcty_type_clone(t.use()))
}

func madeType(made C.go_out) (*Type, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newType((*C.pcty_type)(made.out)), nil
}

// calledType returns the result of a call that makes a type and may have called Go.
func calledType(made C.go_called) (*Type, error) {
	if err := failedFor(&made); err != nil {
		return nil, err
	}
	return newType((*C.pcty_type)(made.out)), nil
}

// typePointers are pointers to types during a call, as valuePointers are.
type typePointers []C.uintptr_t

func useTypes(types []*Type) typePointers {
	pointers := make(typePointers, len(types))
	for at, t := range types {
		pointers[at] = C.uintptr_t(uintptr(unsafe.Pointer(t.use())))
	}
	return pointers
}

func (p typePointers) args() (*C.uintptr_t, C.size_t) { return valuePointers(p).args() }

func doneTypes(types []*Type) {
	for _, t := range types {
		t.done()
	}
}

// A constant is a type that the library owns and never frees.
type constant struct {
	once sync.Once
	t    Type
}

func (c *constant) get(borrowed func() *C.pcty_type) *Type {
	c.once.Do(func() { c.t.ptr = unsafe.Pointer(borrowed()) })
	return &c.t
}

var anyType, noneType, boolType, numberType, stringType, integerType, floatType, metaType,
	closureType, bytesType constant

// Any returns the type that is not yet known (HCL), dynamic (PCL), the top type (Puppet).
func Any() *Type { return anyType.get(func() *C.pcty_type { return C.pcty_type_any() }) }

// None returns the type of null values: PCL's none, Puppet's Undef.
func None() *Type { return noneType.get(func() *C.pcty_type { return C.pcty_type_none() }) }

// Bool returns the type of all bools.
func Bool() *Type { return boolType.get(func() *C.pcty_type { return C.pcty_type_bool() }) }

// Number returns the type of numbers of arbitrary precision.
func Number() *Type { return numberType.get(func() *C.pcty_type { return C.pcty_type_number() }) }

// String returns the type of all strings.
func String() *Type { return stringType.get(func() *C.pcty_type { return C.pcty_type_string() }) }

// Integer returns the type of all exact integers, which differ from HCL's numbers.
func Integer() *Type { return integerType.get(func() *C.pcty_type { return C.pcty_type_integer() }) }

// Float returns the type of all doubles, which differ from HCL's numbers.
func Float() *Type { return floatType.get(func() *C.pcty_type { return C.pcty_type_float() }) }

// Meta returns the type of every type.
func Meta() *Type { return metaType.get(func() *C.pcty_type { return C.pcty_type_meta() }) }

// around returns a type that is made from one element type.
func around(kind Kind, element *Type, size *Size) (*Type, error) {
	var given C.pcty_size_range
	defer element.done()
	p := element.use()
	switch kind {
	case KindList:
		return madeType(C.go_type_list(p, size.fill(&given)))
	case KindSet:
		return madeType(C.go_type_set(p))
	case KindMap:
		return madeType(C.go_type_map(nil, p, nil))
	default:
		return madeType(C.go_type_wrapper(p, C.pcty_kind(kind)))
	}
}

// List returns the list type of an element type.
func List(element *Type) (*Type, error) { return around(KindList, element, nil) }

// SizedList returns the list type of an element type and a range of sizes, as in Puppet.
func SizedList(element *Type, size Size) (*Type, error) { return around(KindList, element, &size) }

// Set returns the set type of an element type.
func Set(element *Type) (*Type, error) { return around(KindSet, element, nil) }

// Map returns the map type of an element type, with strings as keys.
func Map(element *Type) (*Type, error) { return around(KindMap, element, nil) }

// Optional returns the type of the element's values and undef.
func Optional(element *Type) (*Type, error) { return around(KindOptional, element, nil) }

// NotUndef returns a type without undef.
func NotUndef(element *Type) (*Type, error) { return around(KindNotUndef, element, nil) }

// Promise returns the type of deferred values of a type.
func Promise(element *Type) (*Type, error) { return around(KindPromise, element, nil) }

// Output returns the type of deferred values of a type, with their dependencies.
func Output(element *Type) (*Type, error) { return around(KindOutput, element, nil) }

// MetaOf returns the type of a type.
func MetaOf(element *Type) (*Type, error) { return around(KindMeta, element, nil) }

// MapOf returns the map type of a key type and an element type, of any size if size is nil.
func MapOf(key, element *Type, size *Size) (*Type, error) {
	var given C.pcty_size_range
	defer key.done()
	defer element.done()
	return madeType(C.go_type_map(key.use(), element.use(), size.fill(&given)))
}

// Tuple returns the tuple type with a type for each position.
func Tuple(elements ...*Type) (*Type, error) { return tuple(elements, nil) }

// SizedTuple returns the tuple type of a range of sizes: the last type repeats, and trailing
// elements may be missing, as in Puppet.
func SizedTuple(size Size, elements ...*Type) (*Type, error) { return tuple(elements, &size) }

func tuple(elements []*Type, size *Size) (*Type, error) {
	var given C.pcty_size_range
	pointers, count := useTypes(elements).args()
	defer doneTypes(elements)
	return madeType(C.go_type_tuple(pointers, count, size.fill(&given)))
}

// A Field is a field of an object type.
type Field struct {
	Name string
	Type *Type
	// Optional means that the field may be missing.
	Optional bool
}

// Object returns the object type with these fields, as in HCL and PCL: in ascending order of their
// names.
func Object(fields ...Field) (*Type, error) { return object(fields, false) }

// OrderedObject returns the object type with these fields in this order, as in Puppet and mcl.
func OrderedObject(fields ...Field) (*Type, error) { return object(fields, true) }

func object(fields []Field, ordered bool) (*Type, error) {
	names, types := make([]string, len(fields)), make([]*Type, len(fields))
	presences := make([]C.uint32_t, len(fields)+1)
	for at, field := range fields {
		names[at], types[at] = field.Name, field.Type
		if field.Optional {
			presences[at] = C.PCTY_OPTIONAL
		}
	}
	text, lengths, _ := pack(names).args()
	pointers, count := useTypes(types).args()
	defer doneTypes(types)
	return madeType(C.go_type_object(text, lengths, pointers, &presences[0], count, C.bool(ordered)))
}

// A Size is an inclusive range of sizes.
type Size struct {
	Min, Max uint64
}

// Unlimited is the Max of a Size without an upper bound, and disables a limit in Limits.
const Unlimited = uint64(C.PCTY_SIZE_UNLIMITED)

// fill stores the size in place, and returns its address; nil for nil.
func (s *Size) fill(place *C.pcty_size_range) *C.pcty_size_range {
	if s == nil {
		return nil
	}
	place.min, place.max = C.uint64_t(s.Min), C.uint64_t(s.Max)
	return place
}

// StringLength returns the type of strings of these lengths, in the unit of the dialect.
func StringLength(size Size) (*Type, error) {
	var given C.pcty_size_range
	return madeType(C.go_type_string_length(size.fill(&given)))
}

// UnmarshalJSON fails, because a type is immutable. Use ParseTypeJSON.
func (t *Type) UnmarshalJSON([]byte) error {
	return Errorf(ErrUnsupported, "a type is immutable: use ParseTypeJSON")
}

// String returns the type in HCL's notation, or its friendly name if HCL does not have the type.
func (t *Type) String() string {
	if t == nil {
		return "no type"
	}
	notation, err := t.Format(HCL)
	if err != nil {
		return t.FriendlyName()
	}
	return notation
}

// Part returns the type at a position of a tuple, the member of a union or the type of an object's
// field; nil if there is none.
func (t *Type) Part(position int) *Type {
	defer t.done()
	p := t.use()
	if position < 0 {
		return nil
	}
	return newType(C.go_type_part_at(p, C.size_t(position)))
}

// Fields returns the fields of an object type, in its order.
func (t *Type) Fields() []Field {
	defer t.done()
	p := t.use()
	if C.pcty_type_kind(p) != C.PCTY_KIND_OBJECT {
		return nil
	}
	fields := make([]Field, 0, int(C.go_type_info(p).out.part_count))
	for at := 0; at < cap(fields); at++ {
		field := C.go_type_field_at(p, C.size_t(at))
		fields = append(fields, Field{text(field.name), newType(field._type), field.presence == C.PCTY_OPTIONAL})
	}
	return fields
}

// Field returns the field of an object type by its name, and whether there is one.
func (t *Type) Field(name string) (Field, bool) {
	defer t.done()
	field := C.go_type_field_get(t.use(), name)
	if !field.found {
		return Field{}, false
	}
	return Field{text(field.name), newType(field._type), field.presence == C.PCTY_OPTIONAL}, true
}

// Size returns the range of sizes of a list, map or tuple, or of lengths of a string type, and
// whether the type has one.
func (t *Type) Size() (Size, bool) {
	defer t.done()
	data := C.go_type_info(t.use()).out
	return Size{uint64(data.size_range.min), uint64(data.size_range.max)}, bool(data.has_size_range)
}

// Bounds returns the bounds of an integer or float type; nil means unbounded.
func (t *Type) Bounds() (min, max *Value) {
	defer t.done()
	p := t.use()
	bound := func(side C.pcty_side) *Value {
		made := C.go_type_bound(p, side)
		C.pcty_error_free(made.error)
		return newValue((*C.pcty_value)(made.out))
	}
	return bound(C.PCTY_LOWER), bound(C.PCTY_UPPER)
}

// Values returns the values of an enumeration, or the value of a literal type.
func (t *Type) Values() []*Value {
	defer t.done()
	p := t.use()
	var values []*Value
	for at, count := C.size_t(0), C.go_type_info(p).out.value_count; at < count; at++ {
		if value, err := madeValue(C.go_type_value_at(p, at)); err == nil {
			values = append(values, value)
		}
	}
	return values
}

// Name returns the token of an enumeration, or the name of a capsule or nominal type, or the name
// of the definition that a reference refers to.
func (t *Type) Name() string {
	defer t.done()
	p := t.use()
	if C.pcty_type_kind(p) == C.PCTY_KIND_REFERENCE {
		name, _ := taken(C.go_type_reference_name(p))
		return name
	}
	return text(C.go_type_info(p).out.name)
}

// HasAny reports whether the type any occurs, at any depth.
func (t *Type) HasAny() bool { return t.has(C.PCTY_TYPE_HAS_ANY) }

// HasOptionalField reports whether an object with an optional field occurs, at any depth.
func (t *Type) HasOptionalField() bool { return t.has(C.PCTY_TYPE_HAS_OPTIONAL_FIELD) }

// Equal reports whether two types have equal parts in the same order.
func (t *Type) Equal(other *Type) bool {
	if t != nil && other != nil && t.hash != 0 && other.hash != 0 && !t.closed() && !other.closed() {
		if t.ptr == other.ptr || t.hash != other.hash {
			return t.ptr == other.ptr
		}
	}
	defer t.done()
	defer other.done()
	return bool(C.pcty_type_equal(t.use(), other.use()))
}

func (t *Type) has(flags C.pcty_type_flags) bool {
	defer t.done()
	return C.go_type_info(t.use()).out.flags&flags != 0
}
