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

// Elements of a long container cross in chunks. Each chunk is a list of its own, which owns the
// elements. A loop over the elements usually reads the same attributes of each. Therefore an
// attribute that was read from two elements of a chunk is fetched from all of them in one crossing,
// as a column; reading it from the other elements needs no crossing.

// A chunk is a chunk: the shared state of elements that crossed together. The elements follow it
// in memory, and each has its position, which determines the address of the chunk. The owner of the
// elements does not refer to them or to the chunk, because it has a finalizer.
type chunk struct {
	owner   *handle // the list that owns the elements
	count   int
	columns atomic.Pointer[column]
	wanted  []string // names that were read from the elements of the previous chunk
}

// A column has the attribute of all elements under one name. The element that was first read by
// this name fetched its attribute separately.
type column struct {
	name  string
	next  *column
	parts atomic.Pointer[[]Value]
}

// mostColumns is the maximum number of names per chunk.
const mostColumns = 8

// The sizes of chunks fill an allocation. The first chunks are short, because most containers are
// small.
type (
	shortStretch struct {
		chunk
		elements [3]Value
	}
	middleStretch struct {
		chunk
		elements [15]Value
	}
	longStretch struct {
		chunk
		elements [C.GO_ELEMENTS]Value
	}
)

// newChunk allocates a chunk with count elements, and returns both.
func newChunk(owner *handle, count int) (s *chunk, room []Value) {
	switch {
	case count <= len(shortStretch{}.elements):
		short := &shortStretch{}
		s, room = &short.chunk, short.elements[:count]
	case count <= len(middleStretch{}.elements):
		middle := &middleStretch{}
		s, room = &middle.chunk, middle.elements[:count]
	default:
		long := &longStretch{}
		s, room = &long.chunk, long.elements[:count]
	}
	s.owner, s.count = owner, count
	return s, room
}

// A crossingRoom is the buffer for elements that cross.
type crossingRoom struct {
	found [C.GO_ELEMENTS]C.go_found
	keys  [C.GO_ELEMENTS]C.pcty_str
}

var crossingRooms = sync.Pool{New: func() any { return &crossingRoom{} }}

// addresses returns the addresses of the buffers as numbers: cgo would search pointers for Go
// pointers.
func (r *crossingRoom) addresses() (found, keys C.uintptr_t) {
	return C.uintptr_t(uintptr(unsafe.Pointer(&r.found))), C.uintptr_t(uintptr(unsafe.Pointer(&r.keys)))
}

// leave clears the first count entries, whose pointers may become invalid, and returns the buffer
// to the pool.
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

// takeChunk fills the elements of a chunk. Only the chunk refers to their owner.
func takeChunk(found []C.go_found, room []Value) {
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

// crossed is the most recent chunk of elements of a container.
type crossed struct {
	first, count int      // the position of the first element, and the number of elements
	room         int      // the capacity of the chunk
	together     []Value  // the elements, if they share a chunk
	apart        []*Value // the elements otherwise
	keys         []string // the keys of the elements, if any key is a text
	last         *chunk   // the shared state of the elements
	wanted       []string // the names that were read from elements of earlier chunks
}

// at returns the element at a position of the container, or nil if it is not in this chunk.
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

// ends reports whether this is the last chunk.
func (c *crossed) ends() bool { return c.count < c.room }

// cross fetches the chunk of elements that starts at a position, after an earlier chunk.
func (v *Value) cross(position int, before *crossed) crossed {
	c := crossed{first: position, room: roomAfter(before.room), keys: before.keys[:0], wanted: before.wanted}
	if before.last != nil {
		c.wanted = before.last.names(c.wanted)
	}
	room := crossingRooms.Get().(*crossingRoom)
	found, keys := room.addresses()
	defer v.done()
	read := C.go_value_elements(v.use(), C.size_t(position), C.size_t(c.room), found, keys, v.borrows())
	c.count = int(read.count)
	switch {
	case read.together != nil:
		c.last, c.together = newChunk(newOwner(unsafe.Pointer(read.together)), c.count)
		c.last.wanted = c.wanted
		takeChunk(room.found[:c.count], c.together)
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

// roomAfter returns the capacity of the chunk after one of the given capacity.
func roomAfter(before int) int {
	switch before {
	case 0:
		return len(shortStretch{}.elements)
	case len(shortStretch{}.elements):
		return len(middleStretch{}.elements)
	}
	return C.GO_ELEMENTS
}

// aheadOf returns the chunk of elements that contains a position, if a long container is read
// element by element from the first one on; nil otherwise. The container returns the same elements
// again, so Close has no effect on them.
func (v *Value) aheadOf(position int) *crossed {
	if v.content.kind != 0 || v.content.number <= C.GO_CHILDREN {
		return nil
	}
	if position == 0 { // most callers read on
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
		if element.kind == valueHandle { // the caller has to close it
			m.ahead.Store(&crossed{first: math.MaxInt})
			return nil
		}
		element.tell()
	}
	m.ahead.Store(&next)
	return &next
}

// stretched returns the chunk of an element and its position there, or nil if the value is not in a
// chunk.
func (v *Value) stretched() (s *chunk, place int) {
	if v.kind != partHandle || v.weight == 0 {
		return nil, 0
	}
	place = int(v.weight) - 1
	return (*chunk)(unsafe.Add(unsafe.Pointer(v), -int(unsafe.Offsetof(longStretch{}.elements))-place*int(unsafe.Sizeof(*v)))), place
}

// part returns the attribute of an element, which may be nil, and whether the chunk has it.
func (s *chunk) part(place int, name string) (part *Value, known bool) {
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

// column returns the column of a name if the elements should be read by it: if one of them or an
// element of an earlier chunk was read by it. Otherwise it adds the name for the next read and
// returns nil.
func (s *chunk) column(name string) *column {
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

// add adds a column. Several goroutines may add the same name; each uses its own column.
func (s *chunk) add(name string) *column {
	c := &column{name: name}
	for {
		c.next = s.columns.Load()
		if s.columns.CompareAndSwap(c.next, c) {
			return c
		}
	}
}

// fetch fetches the attribute of all elements under one name.
func (s *chunk) fetch(c *column) *[]Value {
	room := crossingRooms.Get().(*crossingRoom)
	found, _ := room.addresses()
	C.go_elements_column((*C.pcty_value)(s.owner.ptr), C.size_t(s.count), c.name, found)
	parts, size := make([]Value, s.count), 0
	for at := range parts {
		if one := &room.found[at]; one.small.state != 0 {
			part := parts[at].holdFound(one.out, one.footprint, &one.small, s.owner)
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

// shareTexts copies the small texts of values, size bytes in total, so that they can be returned
// without another copy.
func shareTexts(values []Value, size int) {
	texts := make([]byte, 0, size)
	for at := range values {
		if v := &values[at]; v.content.length > 0 {
			borrowed, _ := v.borrowedText()
			begin := len(texts)
			texts = append(texts, borrowed...)
			v.ptr = unsafe.Pointer(&texts[begin])
		}
	}
}

// names returns the names that were read from more than one element. It returns before if there are
// as many names.
func (s *chunk) names(before []string) []string {
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
