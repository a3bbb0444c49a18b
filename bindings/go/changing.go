package polycty

// #include "results.h"
import "C"

import (
	"sync"
	"unsafe"
)

// A changing is a mutable object of the library. Any number of goroutines may use and change it;
// each use sees the object as it was when the use began.
type changing struct {
	mu  sync.Mutex
	now *state // nil once closed
	// owns has the Go functions that the library calls through the object. The state has a finalizer,
	// so it cannot refer to them.
	owns   *closureSet
	shared bool // whether owns is shared, so that a change copies it
}

// A state is a version of the object. A change is made in place while the state is unused, and
// otherwise in a copy.
type state struct{ handle }

func newState(kind handleKind, taken unsafe.Pointer) *state {
	now := &state{}
	now.own(kind, taken)
	return now
}

// newChanging takes an object of the library.
func newChanging(kind handleKind, taken unsafe.Pointer) changing {
	return changing{now: newState(kind, taken)}
}

// close does nothing if c is nil.
func (c *changing) close() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now != nil {
		c.now.close()
		c.now, c.owns = nil, nil
	}
}

// A usage is a state in use, and the functions that may be called through it.
type usage struct {
	state *state
	owns  *closureSet
}

// use returns the current state, in use until done; nil if c is nil or closed.
func use[P any](c *changing) (p *P, in usage) {
	if c == nil {
		return nil, usage{}
	}
	c.mu.Lock()
	if c.now != nil {
		p = (*P)(c.now.acquire())
		in = usage{c.now, c.owns}
		if c.owns != nil {
			c.shared = true
			c.owns.pin()
		}
	}
	c.mu.Unlock()
	return p, in
}

func (u usage) done() {
	if u.state != nil {
		u.owns.unpin()
		u.state.release()
	}
}

// change changes the state if it is unused, else a copy of it.
func change[P any](c *changing, how func(*P) *C.pcty_error) error {
	if c == nil {
		return Errorf(ErrInvalidArgument, "the receiver is nil")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return changed(c, func(p *P) error { return failed(how(p)) })
}

// changeOwned changes the state and registers the Go functions of the set that how returns, under a
// key. They replace earlier functions under the key.
func changeOwned[P any](c *changing, key any, how func(*P) (*closureSet, error)) error {
	if c == nil {
		return Errorf(ErrInvalidArgument, "the receiver is nil")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var set *closureSet
	err := changed(c, func(p *P) (err error) {
		set, err = how(p)
		return err
	})
	if err == nil {
		c.own(key, set)
	}
	return err
}

// own adds a set under a key. The lock must be held.
func (c *changing) own(key any, set *closureSet) {
	before := c.owns
	if c.owns = before.with(key, set, c.shared); c.owns != before {
		c.shared = false
	}
}

func changed[P any](c *changing, how func(*P) error) error {
	if c.now == nil {
		return Errorf(ErrInvalidArgument, "the receiver is closed")
	}
	p := c.now.acquire()
	defer c.now.release()
	if c.now.state.Load() == 1 {
		return how((*P)(p))
	}
	copied := newState(c.now.kind, clones[c.now.kind](p))
	err := how((*P)(copied.acquire()))
	copied.release()
	if err == nil {
		c.now.close() // the last use frees it
		c.now = copied
	}
	return err
}

// weighOnce counts the bytes that the state keeps alive, unless some are counted already.
func (c *changing) weighOnce(bytes uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now != nil && c.now.weight == 0 {
		c.now.weigh(bytes)
	}
}

// clones has, for each kind that can be changed, the function that clones the object.
var clones [handleKinds]func(unsafe.Pointer) unsafe.Pointer
