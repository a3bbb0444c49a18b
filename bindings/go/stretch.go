package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Elements of a long container cross many at a time, as a list of their own that lends them. Who goes
// through them mostly asks each for the same attributes. So what is asked of two of them under one name
// is fetched of all of them in one crossing, a column, and told of the others without any.

// A stretch is what is known of elements that crossed together. They stand in memory behind it, and each
// knows its place, from which it finds the stretch. What lends them knows neither, for it has a finalizer.
type stretch struct {
	keeper  *handle // of the list that lends the elements
	count   int
	columns atomic.Pointer[column]
	wanted  []string // what was asked of those before them
}

// A column is what elements have under a name. The first that was asked for it had it by itself.
type column struct {
	name  string
	next  *column
	parts atomic.Pointer[[]Value]
}

// mostColumns is how many names are remembered of a stretch.
const mostColumns = 8

// Stretches are of as many elements as fill an allocation, few at first, for most containers are small.
type (
	shortStretch struct {
		stretch
		elements [3]Value
	}
	middleStretch struct {
		stretch
		elements [15]Value
	}
	longStretch struct {
		stretch
		elements [C.GO_ELEMENTS]Value
	}
)

// newStretch has room for so many elements, and gives it.
func newStretch(keeper *handle, count int) (s *stretch, room []Value) {
	switch {
	case count <= len(shortStretch{}.elements):
		short := &shortStretch{}
		s, room = &short.stretch, short.elements[:count]
	case count <= len(middleStretch{}.elements):
		middle := &middleStretch{}
		s, room = &middle.stretch, middle.elements[:count]
	default:
		long := &longStretch{}
		s, room = &long.stretch, long.elements[:count]
	}
	s.keeper, s.count = keeper, count
	return s, room
}

// A crossingRoom is where elements stand while they cross.
type crossingRoom struct {
	found [C.GO_ELEMENTS]C.go_found
	keys  [C.GO_ELEMENTS]C.pcty_str
}

var crossingRooms = sync.Pool{New: func() any { return &crossingRoom{} }}

// addresses are where they stand, as numbers: Go would look for pointers of its own in each of them.
func (r *crossingRoom) addresses() (found, keys C.uintptr_t) {
	return C.uintptr_t(uintptr(unsafe.Pointer(&r.found))), C.uintptr_t(uintptr(unsafe.Pointer(&r.keys)))
}

// leave ends the use of so many places. What they lead to may not be there any more.
func (r *crossingRoom) leave(count int) {
	found, keys := r.found[:count], r.keys[:count]
	for at := range found {
		found[at] = C.go_found{}
	}
	for at := range keys {
		keys[at] = C.pcty_str{}
	}
	crossingRooms.Put(r)
}

// takeStretched makes what is found the elements, whose keeper is known to the stretch alone.
func takeStretched(found []C.go_found, room []Value) {
	for at := range found {
		element, one := &room[at], &found[at]
		if one.footprint == C.GO_SMALL {
			element.holdSmall(&one.small)
			continue
		}
		element.kind, element.ptr, element.content = partHandle, one.out, one.small
		element.weight = uint16(at + 1)
	}
}

// crossed is what has crossed of the elements of a container last.
type crossed struct {
	first, count int      // the position of the first, and how many these are
	room         int      // how many could have been
	together     []Value  // the elements, if they stand together
	apart        []*Value // else
	keys         []string // theirs, if any of them is a text
	last         *stretch // what is known of them
	wanted       []string // what those before were asked for by name
}

// at is the element at a position of the container, if it is among these.
func (c *crossed) at(position int) *Value {
	switch at := position - c.first; {
	case at < 0 || at >= c.count:
		return nil
	case c.together != nil:
		return &c.together[at]
	default:
		return c.apart[at]
	}
}

// ends is whether there are no elements after these.
func (c *crossed) ends() bool { return c.count < c.room }

// cross lets elements cross that come after others, from a position on.
func (v *Value) cross(position int, before *crossed) crossed {
	c := crossed{first: position, room: roomAfter(before.room), keys: before.keys[:0], wanted: before.wanted}
	if before.last != nil {
		c.wanted = before.last.names(c.wanted)
	}
	room := crossingRooms.Get().(*crossingRoom)
	found, keys := room.addresses()
	defer v.done()
	read := C.go_value_elements(v.use(), C.size_t(position), C.size_t(c.room), found, keys, v.lends())
	c.count = int(read.count)
	switch {
	case read.together != nil:
		c.last, c.together = newStretch(newKeeper(unsafe.Pointer(read.together)), c.count)
		c.last.wanted = c.wanted
		takeStretched(room.found[:c.count], c.together)
	case c.count > 0:
		c.apart = takeValues(&room.found[0], c.count, v.lender())
	}
	for at, key := range room.keys[:c.count] {
		if key.len > 0 {
			c.keys = append(c.keys, make([]string, at-len(c.keys))...)
			c.keys = append(c.keys, text(key))
		}
	}
	room.leave(c.count)
	return c
}

// roomAfter is how many elements cross after as many.
func roomAfter(before int) int {
	switch before {
	case 0:
		return len(shortStretch{}.elements)
	case len(shortStretch{}.elements):
		return len(middleStretch{}.elements)
	}
	return C.GO_ELEMENTS
}

// aheadOf is what has crossed of the elements at a position and behind it, where a long container is asked for
// one after the other from the first one on; nil for others. Those are told again, so nobody closes them.
func (v *Value) aheadOf(position int) *crossed {
	if v.content.kind != 0 || v.content.number <= C.GO_CHILDREN {
		return nil
	}
	if position == 0 { // most are asked on
		if m := v.memorized(); !m.ahead.CompareAndSwap(nil, &crossed{first: 1}) {
			if c := m.ahead.Load(); c.count > 0 {
				m.ahead.CompareAndSwap(c, &crossed{first: 1})
			}
		}
		return nil
	}
	m := v.memo.Load()
	if m == nil {
		return nil
	}
	c := m.ahead.Load()
	switch {
	case c == nil || position < c.first || position > c.first+c.count || position == c.first+c.count && c.ends():
		return nil
	case position < c.first+c.count:
		return c
	}
	next := v.cross(position, c)
	for at := 0; at < next.count; at++ {
		element := next.at(position + at)
		if element.kind == valueHandle { // which is to be closed
			m.ahead.Store(&crossed{first: math.MaxInt})
			return nil
		}
		element.tell()
	}
	m.ahead.Store(&next)
	return &next
}

// stretched is the stretch that the value is an element of, if it is, and its place there.
func (v *Value) stretched() (s *stretch, place int) {
	if v.kind != partHandle || v.weight == 0 {
		return nil, 0
	}
	place = int(v.weight) - 1
	return (*stretch)(unsafe.Add(unsafe.Pointer(v), -int(unsafe.Offsetof(longStretch{}.elements))-place*int(unsafe.Sizeof(*v)))), place
}

// part is what an element has under a name, where it is known, and whether it is. It may be nil.
func (s *stretch) part(place int, name string) (part *Value, known bool) {
	column := s.column(name)
	if column == nil {
		return nil, false
	}
	parts := column.parts.Load()
	if parts == nil {
		parts = s.fetch(column)
	}
	if part = &(*parts)[place]; part.content.state == 0 {
		part = nil
	}
	return part, true
}

// column is the one under a name if the elements are to be asked for it: if one of them was asked before,
// or of those before them all. Else the next one will be.
func (s *stretch) column(name string) *column {
	count := 0
	for c := s.columns.Load(); c != nil; c = c.next {
		if c.name == name {
			return c
		}
		count++
	}
	if count == mostColumns {
		return nil
	}
	for _, wanted := range s.wanted {
		if wanted == name {
			return s.add(wanted)
		}
	}
	s.add(strings.Clone(name))
	return nil
}

// add remembers a name. Several goroutines may add one; each finds its own.
func (s *stretch) add(name string) *column {
	c := &column{name: name}
	for {
		c.next = s.columns.Load()
		if s.columns.CompareAndSwap(c.next, c) {
			return c
		}
	}
}

// fetch has what all elements have under a name.
func (s *stretch) fetch(c *column) *[]Value {
	room := crossingRooms.Get().(*crossingRoom)
	found, _ := room.addresses()
	C.go_elements_column((*C.pcty_value)(s.keeper.ptr), C.size_t(s.count), c.name, found)
	parts, size := make([]Value, s.count), 0
	for at := range parts {
		if one := &room.found[at]; one.small.state != 0 {
			part := parts[at].holdFound(one.out, one.footprint, &one.small, s.keeper)
			part.tell()
			size += int(part.content.length)
		}
	}
	shareTexts(parts, size)
	room.leave(s.count)
	runtime.KeepAlive(s)
	if !c.parts.CompareAndSwap(nil, &parts) {
		return c.parts.Load()
	}
	return &parts
}

// shareTexts gives the small texts among values, of so many bytes, copies that can be told as they are.
func shareTexts(values []Value, size int) {
	texts := make([]byte, 0, size)
	for at := range values {
		if v := &values[at]; v.content.length > 0 {
			lent, _ := v.lentText()
			begin := len(texts)
			texts = append(texts, lent...)
			v.ptr = unsafe.Pointer(&texts[begin])
		}
	}
}

// names are those that the elements were asked for by more than one of them.
func (s *stretch) names(before []string) []string {
	names := make([]string, 0, mostColumns)
	for c := s.columns.Load(); c != nil; c = c.next {
		if c.parts.Load() != nil {
			names = append(names, c.name)
		}
	}
	if len(names) == len(before) { // nearly always the same
		return before
	}
	return append([]string(nil), names...)
}
