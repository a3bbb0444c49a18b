package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Storage of values: in blocks of Go memory, in memory of the library, or in the memory of a value
// that contains them. Transfer of values to C and back.

// valueRoom is the number of values in one allocation. An allocation costs more than the rest of
// making a value that needs no crossing. A reachable value keeps its neighbors, which are
// all small.
const valueRoom = 16

// openRooms has blocks with unused values. Blocks that the pool drops are collected as usual.
var openRooms = sync.Pool{New: func() any { return &valuesLeft{} }}

type valuesLeft struct {
	room *[valueRoom]Value
	used int
	// texts and lists have the short texts and the short lists of the values. written and listed are
	// the used parts: storing a new pointer for each value would cost more while the collector runs.
	texts   *[stringRoom]byte
	written int
	lists   *[valueRoom]*Value
	listed  int
}

// take returns an unused value for light content.
func (left *valuesLeft) take() *Value {
	if left.room == nil || left.used == valueRoom {
		left.room, left.used = new([valueRoom]Value), 0
	}
	v := &left.room[left.used]
	left.used++
	return v
}

// list returns a list of a few unused values, which is not shared.
func (left *valuesLeft) list(count int) []*Value {
	if left.lists == nil || left.listed+count > valueRoom {
		left.lists, left.listed = new([valueRoom]*Value), 0
	}
	end := left.listed + count
	values := left.lists[left.listed:end:end]
	left.listed = end
	for at := range values {
		values[at] = left.take()
	}
	return values
}

// copy copies a text of up to shortString bytes into the block of short texts.
func (left *valuesLeft) copy(s string) string {
	if left.texts == nil || left.written+len(s) > stringRoom {
		left.texts, left.written = new([stringRoom]byte), 0
	}
	copied := left.texts[left.written:][:len(s)]
	left.written += copy(copied, s)
	return asText(copied)
}

// blank returns an unused value for light content.
func blank() *Value {
	left := openRooms.Get().(*valuesLeft)
	v := left.take()
	openRooms.Put(left)
	return v
}

// blankOf returns an unused value and a copy of a text. The copy does not keep a larger text alive.
func blankOf(s string) (*Value, string) {
	left := openRooms.Get().(*valuesLeft)
	v := left.take()
	if len(s) <= shortString {
		s = left.copy(s)
	} else {
		s = strings.Clone(s)
	}
	openRooms.Put(left)
	return v, s
}

func newSmall(content *C.go_small) *Value { return blank().holdSmall(content) }

func (v *Value) holdSmall(content *C.go_small) *Value {
	v.content, v.kind = *content, smallHandle
	return v
}

// known returns the content of the value that is stored in Go, or nil if the value is closed.
func (v *Value) known() *C.go_small {
	if v == nil || v.content.state == 0 || v.closed() {
		return nil
	}
	return &v.content
}

// scalar returns the content of a value that is stored in Go and has one of the kinds, or nil.
func (v *Value) scalar(kinds ...C.uint8_t) *C.go_small {
	content := v.known()
	if content == nil {
		return nil
	}
	for _, kind := range kinds {
		if content.kind == kind {
			return content
		}
	}
	return nil
}

// borrowedText returns the text of a string without a copy, and whether there is one. If so, the caller
// must call doneText.
func (v *Value) borrowedText() (borrowed string, ok bool) {
	if v == nil || v.content.kind != C.PCTY_KIND_STRING {
		return "", false
	}
	content := &v.content
	switch v.kind {
	case smallHandle:
		if v.ptr != nil {
			return asText(unsafe.Slice((*byte)(v.ptr), int(content.length))), !v.closed()
		}
		words := (*[unsafe.Sizeof(content.value)]byte)(unsafe.Pointer(&content.value))
		return asText(words[content.text:][:content.length]), !v.closed()
	case textHandle:
		return asText(unsafe.Slice((*byte)(v.ptr), int(content.value.second))), !v.closed()
	case partHandle:
		return borrowedIn(content), !v.closed()
	}
	if v.acquire() == nil {
		v.release()
		return "", false
	}
	return borrowedIn(content), true
}

// borrowedIn returns the text whose address and length are in the content of a value of the library.
func borrowedIn(content *C.go_small) string {
	return asText(unsafe.Slice(*(**byte)(unsafe.Pointer(&content.value.first)), int(content.value.second)))
}

// A sample is the content of a small value that serves as the template of similar values.
type sample struct {
	once    sync.Once
	there   atomic.Bool
	content C.go_small
}

func (s *sample) get(made func() C.go_found) *C.go_small {
	if !s.there.Load() {
		s.take(made)
	}
	return &s.content
}

func (s *sample) take(made func() C.go_found) {
	s.once.Do(func() {
		s.content = made().small
		s.there.Store(true)
	})
}

// whole returns a copy with a different number. The second word of the content is the number.
func (s *sample) whole(n int64, zero func() C.go_found) *Value {
	v := newSmall(s.get(zero))
	v.content.value.second, v.content.number = C.uint64_t(n), C.int64_t(n)
	return v
}

var sampleNumber, sampleInteger, sampleTrue, sampleFalse sample

// foundValue takes a part of a value, or a different value that is also kept alive elsewhere.
func foundValue(taken C.go_found) *Value {
	return takeFound(taken.out, taken.footprint, &taken.small)
}

// takeFound is foundValue for any storage of the value.
func takeFound(out unsafe.Pointer, footprint C.uint64_t, small *C.go_small) *Value {
	switch {
	case footprint == C.GO_SMALL:
		return newSmall(small)
	case out == nil:
		return nil
	case isHeavy(footprint):
		return newHeavy(out, small)
	}
	return blank().holdFound(out, footprint, small, nil)
}

// holdFound sets v to a found value, which may be a part of the object of the handle of.
func (v *Value) holdFound(out unsafe.Pointer, footprint C.uint64_t, small *C.go_small, of *handle) *Value {
	switch {
	case footprint == C.GO_SMALL:
		return v.holdSmall(small)
	case footprint == C.GO_LENT:
		v.hold(partHandle, out, of)
	case footprint <= lightBytes:
		v.hold(viewHandle, nil, light(valueHandle, out))
	default:
		return newHeavy(out, small)
	}
	v.content = *small
	return v
}

// isHeavy reports whether a found value has a finalizer of its own, and therefore an allocation of
// its own.
func isHeavy(footprint C.uint64_t) bool {
	return footprint > lightBytes && footprint != C.GO_SMALL && footprint != C.GO_LENT
}

func newHeavy(out unsafe.Pointer, small *C.go_small) *Value {
	v := &Value{content: *small}
	v.own(valueHandle, out)
	return v
}

// part takes a part of the value, which must be in use.
func (v *Value) part(taken *C.go_found) *Value {
	if taken.footprint == C.GO_LENT && taken.out != nil {
		return blank().holdFound(taken.out, taken.footprint, &taken.small, v.lender())
	}
	return takeFound(taken.out, taken.footprint, &taken.small)
}

// borrows reports whether parts can be borrowed from the value.
func (v *Value) borrows() C.bool { return C.bool(v != nil && v.lender() != nil) }

// newValue takes a value that the library returned.
func newValue(taken *C.pcty_value) *Value {
	if taken == nil {
		return nil
	}
	return foundValue(C.go_value_found(taken))
}

// takeMade takes a new value without other owners.
func takeMade(out unsafe.Pointer, footprint C.uint64_t, small *C.go_small) *Value {
	v := takeFound(out, footprint, small)
	if v != nil {
		switch v.kind {
		case valueHandle:
			v.weigh(uint64(footprint))
		case viewHandle:
			v.owner.weigh(uint64(footprint))
		}
	}
	return v
}

func madeValue(made C.go_out) (*Value, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeMade(made.out, made.footprint, &made.small), nil
}

// readValue returns the value that a call made from a text of length bytes. The footprint omits the
// texts in the value, which are not longer than the source text.
func readValue(made C.go_out, length int) (*Value, error) {
	if made.footprint > lightBytes && made.footprint < C.GO_LENT {
		made.footprint += C.uint64_t(length)
	}
	return madeValue(made)
}

// calledValue returns the result of a call that makes a value and may have called Go.
func calledValue(made C.go_called) (*Value, error) {
	if made.error != nil {
		return nil, failureOf(&made)
	}
	value := called(&made)
	if made.cause != 0 {
		raise(takeCause(&made))
	}
	return value, nil
}

// called takes the value that a call returned, if any.
func called(made *C.go_called) *Value { return takeMade(made.out, made.footprint, &made.small) }

// valuePointers are pointers to values during a call. They are numbers, because cgo would check the
// targets of pointers in an array on each call.
type valuePointers []C.uintptr_t

func useValues(values []*Value) valuePointers {
	pointers := make(valuePointers, len(values))
	for at, v := range values {
		pointers[at] = C.uintptr_t(uintptr(unsafe.Pointer(v.use())))
	}
	return pointers
}

// useFew is useValues for up to C.GO_FEW values. It does not allocate, and texts need not cross
// before.
func useFew(values []*Value) (few C.go_few, count C.size_t) {
	for at, v := range values {
		if few.at[at] = v.word(); few.at[at] == 0 {
			few.at[at] = C.uintptr_t(uintptr(unsafe.Pointer(v.use())))
		}
	}
	return few, C.size_t(len(values))
}

// doneFew is doneValues for useFew.
func doneFew(values []*Value, few *C.go_few) {
	for at, v := range values {
		if few.at[at]&C.GO_TEXT == 0 {
			v.done()
		}
		runtime.KeepAlive(v)
	}
}

// word returns the number that C converts to a text that the library does not have yet; 0 for other
// values.
func (v *Value) word() C.uintptr_t {
	if v == nil || v.kind != textHandle || v.state.Load()&closing != 0 {
		return 0
	}
	if m := v.memo.Load(); m != nil && m.made.Load() != nil {
		return 0
	}
	return C.uintptr_t(uintptr(unsafe.Pointer(&v.content.value))) + C.GO_TEXT
}

func (p valuePointers) args() (*C.uintptr_t, C.size_t) {
	if len(p) == 0 {
		return nil, 0
	}
	return &p[0], C.size_t(len(p))
}

func doneValues(values []*Value) {
	for _, v := range values {
		v.done()
	}
}

// takeValues takes values from a C array. They are owned by the library, or parts of the object of
// the handle of, which must be in use. All but heavy ones share memory.
func takeValues(first *C.go_found, count int, of *handle) []*Value {
	values, found := newValues(count), unsafe.Slice(first, count)
	for at := range found {
		one := &found[at]
		values[at] = values[at].holdFound(one.out, one.footprint, &one.small, of)
	}
	return values
}

// newValues returns unused values that share memory.
func newValues(count int) []*Value {
	if count <= C.GO_FEW { // most function calls
		left := openRooms.Get().(*valuesLeft)
		values := left.list(count)
		openRooms.Put(left)
		return values
	}
	values, room := make([]*Value, count), make([]Value, count)
	for at := range values {
		values[at] = &room[at]
	}
	return values
}

// doneText ends the use that borrowedText started.
func (v *Value) doneText() {
	if v.kind > textHandle {
		v.release()
	}
	runtime.KeepAlive(v)
}
