package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"sort"
	"sync"
	"unsafe"
)

// ListVal returns a list of at least one element. All elements must have one type; a null or
// unknown of the type any takes the type of the others.
func ListVal(elements ...*Value) (*Value, error) {
	if v := pendingOf(KindList, nil, elements); v != nil {
		return v, nil
	}
	if len(elements) <= C.GO_DRAFT {
		return together(KindList, nil, elements)
	}
	pointers, count := useValues(elements).args()
	defer doneValues(elements)
	return madeValue(C.go_value_list(pointers, count))
}

// TupleVal returns a tuple; its type follows from the elements.
func TupleVal(elements ...*Value) (*Value, error) {
	if len(elements) <= C.GO_DRAFT {
		return together(KindTuple, nil, elements)
	}
	pointers, count := useValues(elements).args()
	defer doneValues(elements)
	return madeValue(C.go_value_tuple(pointers, count))
}

// MapVal returns a map of at least one entry. All elements must have one type, as in ListVal.
func MapVal(entries map[string]*Value) (*Value, error) { return keyed(KindMap, nil, entries) }

// MapValOf returns a map of an element type, which may be empty.
func MapValOf(element *Type, entries map[string]*Value) (*Value, error) {
	if element == nil {
		return nil, Errorf(ErrInvalidArgument, "the element type is nil")
	}
	return keyed(KindMap, element, entries)
}

// ObjectVal returns an object; its type follows from the attributes.
func ObjectVal(attributes map[string]*Value) (*Value, error) {
	return keyed(KindObject, nil, attributes)
}

func keyed(kind Kind, element *Type, entries map[string]*Value) (*Value, error) {
	var fewKeys [8]string
	keys := fewKeys[:0]
	if len(entries) > len(fewKeys) {
		keys = make([]string, 0, len(entries))
	}
	for key := range entries {
		keys = append(keys, key)
	}
	if len(entries) > len(fewKeys) {
		sort.Strings(keys)
	} else {
		sortFew(keys)
	}
	var fewValues [len(fewKeys)]*Value
	values := fewValues[:0]
	for _, key := range keys {
		values = append(values, entries[key])
	}
	if element == nil && len(keys) <= C.GO_DRAFT {
		if v := pendingOf(kind, keys, values); v != nil {
			return v, nil
		}
		return together(kind, keys, values)
	}
	return keyedBy(kind, element, keys, values)
}

// sortFew sorts keys. It does not let them escape, so the caller may have them on the stack.
func sortFew(keys []string) {
	for at := range keys {
		for ; at > 0 && keys[at] < keys[at-1]; at-- {
			keys[at], keys[at-1] = keys[at-1], keys[at]
		}
	}
}

// A keyedRoom is a reusable buffer for the keys and values of a call.
type keyedRoom struct {
	keys   packed
	values valuePointers
}

var keyedRooms = sync.Pool{New: func() any { return &keyedRoom{} }}

func keyedBy(kind Kind, element *Type, keys []string, values []*Value) (*Value, error) {
	room := keyedRooms.Get().(*keyedRoom)
	defer keyedRooms.Put(room)
	text, lengths, count := room.keys.refill(keys).args()
	room.values = room.values[:0]
	for _, v := range values {
		room.values = append(room.values, C.uintptr_t(uintptr(unsafe.Pointer(v.use()))))
	}
	pointers, _ := room.values.args()
	defer doneValues(values)
	defer element.done()
	switch {
	case kind == KindObject:
		return madeValue(C.go_value_object(text, lengths, pointers, count))
	case element != nil:
		return madeValue(C.go_value_map_of(element.use(), text, lengths, pointers, count))
	default:
		return madeValue(C.go_value_map(text, lengths, pointers, count))
	}
}

// Int64sVal returns a list of numbers, which may be empty, made in one call.
func Int64sVal(elements []int64) (*Value, error) {
	var first *C.int64_t
	if len(elements) > 0 {
		first = (*C.int64_t)(&elements[0])
	}
	return madeValue(C.go_value_list_from_int64(first, C.size_t(len(elements))))
}

// Float64sVal returns a list of numbers, which may be empty, made in one call; NaN fails with
// ErrArithmetic.
func Float64sVal(elements []float64) (*Value, error) {
	var first *C.double
	if len(elements) > 0 {
		first = (*C.double)(&elements[0])
	}
	return madeValue(C.go_value_list_from_double(first, C.size_t(len(elements))))
}

// StringsVal returns a list of strings, which may be empty, made in one call.
func StringsVal(elements []string) (*Value, error) {
	packed := pack(elements)
	text, lengths, count := packed.args()
	return readValue(C.go_value_list_from_str(text, lengths, count), len(packed.text))
}

// Len returns the number of elements of a list, set or tuple, of entries of a map, or of attributes
// of an object. It returns false for a value that is not a known container without marks.
func (v *Value) Len() (length int, ok bool) {
	if content := v.known(); content != nil && content.kind == 0 && v.kind != smallHandle {
		if content.number < 0 {
			return 0, false
		}
		return int(content.number), true
	}
	defer v.done()
	given := C.go_value_length(v.use())
	return int(given.out), bool(given.found)
}

// At returns the element at a position of a list, set, tuple, map (in ascending order of the keys)
// or object (in the order of its type's fields). It returns nil if there is none, and for null,
// unknown and marked values.
func (v *Value) At(position int) *Value {
	if v == nil || position < 0 || v.closed() {
		return nil
	}
	if c := v.fewChildren(); c != nil {
		if position < len(c.values) {
			return &c.values[position]
		}
		return nil
	}
	if v.kind == pendingHandle {
		if d := v.memo.Load().pending; d != nil && position < len(d.values) { // also in ascending order of names
			return d.values[position].again()
		}
		return nil
	}
	if a := v.aheadOf(position); a != nil {
		return a.at(position)
	}
	defer v.done()
	found := C.go_value_element_at(v.use(), C.size_t(position), v.borrows())
	return v.part(&found)
}

// KeyAt returns the key at a position of a map, a Puppet hash or an object, in the order of At.
// Usually it is a string. It returns nil for other values and if there is no such position.
func (v *Value) KeyAt(position int) *Value {
	defer v.done()
	p := v.use()
	if position < 0 {
		return nil
	}
	return foundValue(C.go_value_key(p, C.size_t(position)))
}

// Attr returns the attribute of an object by its name. It returns nil if there is none, and for
// null, unknown and marked values.
func (v *Value) Attr(name string) *Value {
	if part, known := v.child(C.PCTY_KIND_OBJECT, name); known {
		return part
	}
	defer v.done()
	found := C.go_value_attribute_get(v.use(), name, v.borrows())
	return v.part(&found)
}

// Lookup returns the element of a map or hash under a key. It returns nil if there is none, and for
// null, unknown and marked values.
func (v *Value) Lookup(key string) *Value {
	if part, known := v.child(C.PCTY_KIND_MAP, key); known {
		return part
	}
	defer v.done()
	found := C.go_value_get(v.use(), key, v.borrows())
	return v.part(&found)
}

// Elements returns an iterator over the elements of a container, in the order of At. It has no
// elements for null, unknown and marked values, and for values that are not containers.
//
//	for it := list.Elements(); it.Next(); {
//		fmt.Println(it.Index(), it.Value())
//	}
//
// Elements cross the boundary in chunks. The iterator belongs to one goroutine.
func (v *Value) Elements() *Iterator {
	if v != nil && v.kind == pendingHandle {
		v = v.made()
	}
	return &Iterator{of: v, index: -1}
}

// An Iterator returns the elements of a container one by one.
type Iterator struct {
	of    *Value
	index int
	crossed
}

// Next advances to the next element, at first to the first one, and reports whether there is one.
func (it *Iterator) Next() bool {
	it.index++
	if it.index-it.first < it.count {
		return true
	}
	if !it.ends() {
		it.crossed = it.of.cross(it.index, &it.crossed)
		if it.count > 0 {
			return true
		}
	}
	it.index--
	return false
}

// Index returns the position of the element, from 0.
func (it *Iterator) Index() int { return it.index }

// Key returns the key of a map entry or the name of an object attribute; empty for others.
func (it *Iterator) Key() string {
	if at := it.index - it.first; at >= 0 && at < len(it.keys) {
		return it.keys[at]
	}
	return ""
}

// Value returns the element, or nil before the first Next.
func (it *Iterator) Value() *Value {
	return it.at(it.index)
}

// Walk visits the value and its parts, outer values first and in order, each with its path. The
// parts of a value are skipped if visit returns false for it. An error ends the walk and is
// returned. Marked containers are opened; their parts do not get their marks.
func (v *Value) Walk(visit func(path Path, part *Value) (into bool, err error)) error {
	if visit == nil {
		return Errorf(ErrInvalidArgument, "`visit` is nil")
	}
	return walk(nil, v, visit)
}

func walk(path Path, v *Value, visit func(Path, *Value) (bool, error)) error {
	into, err := visit(path, v)
	if err != nil || !into {
		return err
	}
	bare, _ := v.Unmark()
	kind := bare.kindOfType()
	for it := bare.Elements(); it.Next(); {
		var step Step
		switch kind {
		case KindObject:
			step = AttrStep{it.Key()}
		case KindSet:
			step = IndexStep{it.Value()}
		case KindList, KindTuple:
			step = IndexStep{Int64Val(int64(it.Index()))}
		default:
			if step = (IndexStep{bare.KeyAt(it.Index())}); step.(IndexStep).Key == nil {
				step = IndexStep{Int64Val(int64(it.Index()))}
			}
		}
		if err := walk(path.with(step), it.Value(), visit); err != nil {
			return err
		}
	}
	return nil
}

// kindOfType returns the kind of the value's type, without a handle for the type.
func (v *Value) kindOfType() Kind {
	if content := v.known(); content != nil {
		return Kind(content.shape)
	}
	defer v.done()
	return Kind(C.pcty_type_kind(C.pcty_value_type(v.use())))
}
