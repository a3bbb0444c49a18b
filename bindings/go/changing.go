package polycty

// #include "results.h"
import "C"

import (
	"sync"
	"unsafe"
)

// A changing is something of the library's that changes. Any number of goroutines may use it
// and change it: a use sees it as it was when the use began.
type changing struct {
	mu  sync.Mutex
	now *state // nil once closed
}

// A state of what changes: it is changed only while nobody uses it, and otherwise a copy.
type state struct{ handle }

func newState(kind handleKind, taken unsafe.Pointer) *state {
	now := &state{}
	now.own(kind, taken)
	return now
}

// newChanging is one around what is taken.
func newChanging(kind handleKind, taken unsafe.Pointer) changing {
	return changing{now: newState(kind, taken)}
}

// close has nothing to do where there is none.
func (c *changing) close() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now != nil {
		c.now.close()
		c.now = nil
	}
}

// use gives the state as it is now, until it is done with; nil if it is closed or there is none.
func use[P any](c *changing) (p *P, in *state) {
	if c == nil {
		return nil, nil
	}
	c.mu.Lock()
	if in = c.now; in != nil {
		p = (*P)(in.acquire())
	}
	c.mu.Unlock()
	return p, in
}

func (s *state) done() {
	if s != nil {
		s.release()
	}
}

// change changes the state if nobody else uses it, and else a copy of it.
func change[P any](c *changing, how func(*P) error) error {
	if c == nil {
		return Errorf(ErrInvalidArgument, "there is nothing to be changed")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil {
		return Errorf(ErrInvalidArgument, "what is to be changed is closed")
	}
	p := c.now.acquire()
	defer c.now.release()
	if c.now.state.Load() == 1 {
		return how((*P)(p))
	}
	copied := newState(c.now.kind, clone(c.now.kind, p))
	err := how((*P)(copied.acquire()))
	copied.release()
	if err == nil {
		c.now.close() // the last use frees it
		c.now = copied
	}
	return err
}

func clone(kind handleKind, p unsafe.Pointer) unsafe.Pointer {
	if kind == scopeHandle {
		return unsafe.Pointer(C.pcty_hcl_scope_clone((*C.pcty_hcl_scope)(p)))
	}
	return clones[kind](p)
}

// clones has the function that clones what changes, for each kind that belongs to one language. The
// files of the languages fill it.
var clones [handleKinds]func(unsafe.Pointer) unsafe.Pointer
