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

// Where values stand: in rooms of Go, in memory of the library, or in that of a value that they are parts of;
// and how they get to C and come from there.

// Values are made several at a time, since an allocation costs more than all the rest of one that
// needs no crossing. One that is kept keeps its neighbours, of which none holds much.
const valueRoom = 16

// openRooms have values left. What the pool forgets goes as anything does that nobody reaches.
var openRooms = sync.Pool{New: func() any { return &valuesLeft{} }}

type valuesLeft struct {
	room *[valueRoom]Value
	used int
	// The room for their short texts, and that for short lists of them, with how much of it is used: to
	// write another pointer each time would cost more, while the collector runs.
	texts   *[stringRoom]byte
	written int
	lists   *[valueRoom]*Value
	listed  int
}

// take is a value that is to become one that weighs little.
func (left *valuesLeft) take() *Value {
	if left.room == nil || left.used == valueRoom {
		left.room, left.used = new([valueRoom]Value), 0
	}
	v := &left.room[left.used]
	left.used++
	return v
}

// list is a list of a few of them, which nobody else has.
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

// copy is a text of no more than shortString bytes in the room of such.
func (left *valuesLeft) copy(s string) string {
	if left.texts == nil || left.written+len(s) > stringRoom {
		left.texts, left.written = new([stringRoom]byte), 0
	}
	copied := left.texts[left.written:][:len(s)]
	left.written += copy(copied, s)
	return asText(copied)
}

// blank is a value that is to become one that weighs little.
func blank() *Value {
	left := openRooms.Get().(*valuesLeft)
	v := left.take()
	openRooms.Put(left)
	return v
}

// blankOf is the same beside a copy of a text, which may be a part of something large.
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

// known is what Go knows of the value; nil of one that is closed.
func (v *Value) known() *C.go_small {
	if v == nil || v.content.state == 0 || v.closed() {
		return nil
	}
	return &v.content
}

// scalar is the content of a value in Go's memory, of a kind; nil for others.
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

// lentText is the text of a string that Go may read, if there is one; doneText must follow then.
func (v *Value) lentText() (lent string, ok bool) {
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
		return lentIn(content), !v.closed()
	}
	if v.acquire() == nil {
		v.release()
		return "", false
	}
	return lentIn(content), true
}

// lentIn is the text whose address and length stand in the content of a value of the library's.
func lentIn(content *C.go_small) string {
	return asText(unsafe.Slice(*(**byte)(unsafe.Pointer(&content.value.first)), int(content.value.second)))
}

// A sample is the small value of a content that others are like.
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

// whole is the same of another number; the second word is the number.
func (s *sample) whole(n int64, zero func() C.go_found) *Value {
	v := newSmall(s.get(zero))
	v.content.value.second, v.content.number = C.uint64_t(n), C.int64_t(n)
	return v
}

var sampleNumber, sampleInteger, sampleTrue, sampleFalse sample

// foundValue takes a part of a value, or another value that something else keeps alive, too.
func foundValue(taken C.go_found) *Value {
	return takeFound(taken.out, taken.footprint, &taken.small)
}

// takeFound is foundValue of what was found, wherever it stands.
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

// holdFound makes it what was found, if need be as a part of what this handle is of.
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

// isHeavy is whether what was found has a finalizer of its own, and so stands alone.
func isHeavy(footprint C.uint64_t) bool {
	return footprint > lightBytes && footprint != C.GO_SMALL && footprint != C.GO_LENT
}

func newHeavy(out unsafe.Pointer, small *C.go_small) *Value {
	v := &Value{content: *small}
	v.own(valueHandle, out)
	return v
}

// part takes a part of the value, which is in use.
func (v *Value) part(taken *C.go_found) *Value {
	if taken.footprint == C.GO_LENT && taken.out != nil {
		return blank().holdFound(taken.out, taken.footprint, &taken.small, v.lender())
	}
	return takeFound(taken.out, taken.footprint, &taken.small)
}

// lends is whether the value lends its parts.
func (v *Value) lends() C.bool { return C.bool(v != nil && v.lender() != nil) }

// newValue takes a value of the library's own.
func newValue(taken *C.pcty_value) *Value {
	if taken == nil {
		return nil
	}
	return foundValue(C.go_value_found(taken))
}

// takeMade takes a value that was made just now, which nothing else keeps alive.
func takeMade(out unsafe.Pointer, footprint C.uint64_t, small *C.go_small) *Value {
	v := takeFound(out, footprint, small)
	if v != nil {
		switch v.kind {
		case valueHandle:
			v.weigh(uint64(footprint))
		case viewHandle:
			v.keeper.weigh(uint64(footprint))
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

// readValue is what a call made of a text of so many bytes. The footprint leaves out the texts of
// a value's parts, which are no longer than the text that they were read from.
func readValue(made C.go_out, length int) (*Value, error) {
	if made.footprint > lightBytes && made.footprint < C.GO_LENT {
		made.footprint += C.uint64_t(length)
	}
	return madeValue(made)
}

// calledValue is what a call gave that makes a value and may have called Go.
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

// called takes the value that a call gave, if any.
func called(made *C.go_called) *Value { return takeMade(made.out, made.footprint, &made.small) }

// valuePointers are pointers to values for the length of a call. To Go they are numbers, for it
// would look behind pointers in an array whenever it goes to C.
type valuePointers []C.uintptr_t

func useValues(values []*Value) valuePointers {
	pointers := make(valuePointers, len(values))
	for at, v := range values {
		pointers[at] = C.uintptr_t(uintptr(unsafe.Pointer(v.use())))
	}
	return pointers
}

// useFew is useValues for no more than C.GO_FEW, for which nothing is allocated, and no text has to
// cross before.
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

// word is what C makes a text of that the library has not seen yet; 0 for others.
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

// takeValues are values in an array of C: the library's own, or parts of what a handle that is in use is
// of. They share memory, but for those that weigh much.
func takeValues(first *C.go_found, count int, of *handle) []*Value {
	values, found := newValues(count), unsafe.Slice(first, count)
	for at := range found {
		one := &found[at]
		values[at] = values[at].holdFound(one.out, one.footprint, &one.small, of)
	}
	return values
}

// newValues are values to be filled, which share memory.
func newValues(count int) []*Value {
	if count <= C.GO_FEW { // as most functions are called
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

// doneText ends what lentText began.
func (v *Value) doneText() {
	if v.kind > textHandle {
		v.release()
	}
	runtime.KeepAlive(v)
}
