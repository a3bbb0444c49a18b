package polycty

// #include "callbacks.h"
import "C"

import (
	"runtime/cgo"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Ownership of the Go functions that the library calls.
//
// The library keeps the number of a closure, never a pointer. The Go object that registered the
// closure owns it through a closureSet. A closure that refers to this object therefore forms a
// cycle within Go, which the garbage collector frees. The table of numbers does not refer to a
// closure, unless the library can reach it through a value, which does not own closures (see hold).
//
// A call of the library pins the sets of all its arguments. A callback finds its closure in the
// pinned sets. These are Go references, so a found closure has not been collected.
//
// A set must not be reachable from an object that has a finalizer, because the finalizer would keep
// alive everything that the closures refer to. Therefore an object that owns closures has its
// finalizer on a separate handle.

// A closure is a Go object that the library calls by a number.
type closure struct {
	host    C.uintptr_t
	content any
	place   *closureSlot
}

// A closureSlot is the entry of a closure in the table.
type closureSlot struct {
	held atomic.Pointer[closure] // the closure, if no set may own it
	slot atomic.Uint32           // the slot of the set that last contained the closure
	gone atomic.Bool             // whether the library has dropped the closure
}

// closureHost is set in the number of a closure, and not in that of a cgo.Handle.
const closureHost = 1 << (8*unsafe.Sizeof(C.uintptr_t(0)) - 1)

type closureTable struct {
	mu     sync.Mutex
	places atomic.Pointer[[]atomic.Pointer[closureSlot]]
	free   []C.uintptr_t
	live   int
}

var closures closureTable

// register adds a closure. The library finds it while a pinned set has it.
func (t *closureTable) register(content any) *closure {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.free) == 0 {
		var before []atomic.Pointer[closureSlot]
		if known := t.places.Load(); known != nil {
			before = *known
		}
		grown := make([]atomic.Pointer[closureSlot], 2*len(before)+16)
		for at := range before {
			grown[at].Store(before[at].Load())
		}
		for at := len(grown); at > len(before); at-- {
			t.free = append(t.free, C.uintptr_t(at-1))
		}
		t.places.Store(&grown)
	}
	at := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	t.live++
	c := &closure{host: at | closureHost, content: content, place: &closureSlot{}}
	(*t.places.Load())[at].Store(c.place)
	return c
}

// drop removes a closure that the library has dropped.
func (t *closureTable) drop(host C.uintptr_t) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := host &^ closureHost
	place := (*t.places.Load())[at].Swap(nil)
	place.gone.Store(true)
	place.held.Store(nil)
	t.free = append(t.free, at)
	t.live--
}

// find returns the closure of a number, or nil if no pinned set has it.
func (t *closureTable) find(host C.uintptr_t) *closure {
	place := (*t.places.Load())[host&^closureHost].Load()
	if place == nil {
		return nil
	}
	if c := place.held.Load(); c != nil {
		return c
	}
	slots := pinned.all()
	if at := place.slot.Load(); int(at) < len(slots) {
		if c := slots[at].Load().find(host); c != nil {
			return c
		}
	}
	for at, slot := range slots {
		if c := slot.Load().find(host); c != nil {
			place.slot.Store(uint32(at))
			return c
		}
	}
	return nil
}

// A releasedError is the panic of a callback whose closure was collected.
type releasedError struct{}

func (releasedError) Error() string {
	return "the object that owns this function was closed or collected"
}

// closureOf returns the object of a number.
func closureOf(host C.uintptr_t) any {
	if host&closureHost == 0 {
		return cgo.Handle(host).Value()
	}
	c := closures.find(host)
	if c == nil {
		panic(releasedError{})
	}
	return c.content
}

// A closureSet is the set of closures that the library may call through an object: the object's
// own, those of the objects it was made from, and those of the enclosing set. Only its owner
// changes it, and only while it is not shared. The nil set is empty.
type closureSet struct {
	own   *closure
	parts map[any]*closureSet // by the key of the closures in the library
	outer *closureSet
	index atomic.Pointer[map[C.uintptr_t]*closure] // the closures of parts; nil until the first search
	held  bool                                     // whether the table holds the closures, including future ones
	keeps bool                                     // whether its function receives values that hold the scope of a call

	mu   sync.Mutex
	pins atomic.Int32
	slot uint32
}

// closureSetOf returns the set of one new closure.
func closureSetOf(content any) *closureSet { return &closureSet{own: closures.register(content)} }

// number returns the number of the closure in a set of one.
func (s *closureSet) number() C.uintptr_t { return s.own.host }

// joined returns the union of sets.
func joined(sets ...*closureSet) *closureSet {
	var only *closureSet
	var parts map[any]*closureSet
	for at, set := range sets {
		switch {
		case set == nil || set == only:
		case only == nil:
			only = set
		default:
			if parts == nil {
				parts = map[any]*closureSet{-1: only}
			}
			parts[at] = set
		}
	}
	if parts == nil {
		return only
	}
	return &closureSet{parts: parts}
}

// within returns the set of an object inside the owner of this set.
func (s *closureSet) within() *closureSet {
	if s == nil {
		return nil
	}
	return &closureSet{outer: s, held: s.held}
}

func (s *closureSet) find(host C.uintptr_t) *closure {
	for ; s != nil; s = s.outer {
		if s.own != nil && s.own.host == host {
			return s.own
		}
		if s.parts == nil {
			continue
		}
		index := s.index.Load()
		if index == nil {
			built := map[C.uintptr_t]*closure{}
			s.collect(built)
			index = &built
			s.index.Store(index)
		}
		if c := (*index)[host]; c != nil {
			return c
		}
	}
	return nil
}

// collect adds the closures of the parts and of the sets that enclose them.
func (s *closureSet) collect(into map[C.uintptr_t]*closure) {
	for _, part := range s.parts {
		part.each(func(c *closure) { into[c.host] = c })
	}
}

func (s *closureSet) each(visit func(*closure)) {
	for ; s != nil; s = s.outer {
		if s.own != nil {
			visit(s.own)
		}
		for _, part := range s.parts {
			part.each(visit)
		}
	}
}

// with returns the set with a part under a key, which replaces an earlier part. The set itself is
// changed if it is not shared.
func (s *closureSet) with(key any, part *closureSet, shared bool) *closureSet {
	switch {
	case part == nil && (s == nil || s.parts[key] == nil):
		return s
	case s == nil:
		s = &closureSet{}
	case shared:
		copied := &closureSet{own: s.own, outer: s.outer, held: s.held}
		copied.parts = make(map[any]*closureSet, len(s.parts)+1)
		for key, part := range s.parts {
			copied.parts[key] = part
		}
		s = copied
	}
	s.index.Store(nil)
	if part == nil {
		delete(s.parts, key)
		return s
	}
	if s.parts == nil {
		s.parts = map[any]*closureSet{}
	}
	s.parts[key] = part
	switch {
	case s.held:
		part.hold()
	case part.keeps:
		s.held = true
		s.hold()
	}
	return s
}

// hold makes the table hold the closures of the set until the library drops them, because the
// library can reach them through a value. A closure that refers to such a value is not collected.
func (s *closureSet) hold() {
	s.each(func(c *closure) {
		c.place.held.Store(c)
		if c.place.gone.Load() {
			c.place.held.Store(nil)
		}
	})
}

// pin makes the closures of the set available to callbacks until unpin.
func (s *closureSet) pin() {
	if s == nil {
		return
	}
	for n := s.pins.Load(); n > 0; n = s.pins.Load() {
		if s.pins.CompareAndSwap(n, n+1) {
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pins.Load() == 0 {
		s.slot = pinned.take(s, s.slot)
	}
	s.pins.Add(1)
}

func (s *closureSet) unpin() {
	if s == nil {
		return
	}
	for n := s.pins.Load(); n > 1; n = s.pins.Load() {
		if s.pins.CompareAndSwap(n, n-1) {
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pins.Add(-1) == 0 {
		pinned.all()[s.slot].Store(nil)
	}
}

// pinned are the sets that running calls of the library use.
var pinned pinnedSets

type pinnedSets struct {
	mu    sync.Mutex
	slots atomic.Pointer[[]*atomic.Pointer[closureSet]]
}

func (p *pinnedSets) all() []*atomic.Pointer[closureSet] {
	if slots := p.slots.Load(); slots != nil {
		return *slots
	}
	return nil
}

// take puts a set into a free slot, preferably its previous one.
func (p *pinnedSets) take(s *closureSet, before uint32) uint32 {
	slots := p.all()
	if int(before) < len(slots) && slots[before].CompareAndSwap(nil, s) {
		return before
	}
	for at, slot := range slots {
		if slot.CompareAndSwap(nil, s) {
			return uint32(at)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	slots = p.all()
	grown := append(make([]*atomic.Pointer[closureSet], 0, 2*len(slots)+4), slots...)
	for len(grown) < cap(grown) {
		grown = append(grown, &atomic.Pointer[closureSet]{})
	}
	grown[len(slots)].Store(s)
	p.slots.Store(&grown)
	return uint32(len(slots))
}
