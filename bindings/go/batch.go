package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"runtime"
	"sync"
	"unsafe"
)

// A finalizer costs more than all the rest of a handle, so handles that keep little alive share
// one: they stand in batches, each one allocation. One handle that is reachable keeps its
// neighbours, and what these keep alive, but no more than a batch of light ones can hold. What is
// heavy, or holds something of Go's, has a finalizer of its own; and the parts of one text, which
// keep that alive anyway, have a batch of their own.

// batchRoom fills an allocation of 512 bytes.
const batchRoom = C.GO_BATCH

type batch struct {
	used    int
	handles [batchRoom]handle
}

// lightBytes is what a handle may keep alive and stand in a batch with strangers.
const lightBytes = C.GO_LIGHT

// openBatches have room left. What the pool forgets is dropped as anything is that nobody reaches.
var openBatches sync.Pool

func newBatch() *batch {
	b := &batch{}
	runtime.SetFinalizer(b, (*batch).drop)
	return b
}

// take gives a place to a pointer; there must be room.
func (b *batch) take(kind handleKind, ptr unsafe.Pointer) *handle {
	h := &b.handles[b.used]
	b.used++
	h.ptr, h.kind = ptr, kind
	return h
}

// drop is the finalizer: all goes over the boundary together.
func (b *batch) drop() {
	var dropped C.go_dropped
	for at := range b.handles[:b.used] {
		h := &b.handles[at]
		switch h.kind {
		case valueHandle, typeHandle, expressionHandle:
			if p := h.reap(); p != nil {
				dropped.at[dropped.count], dropped.kind[dropped.count] = C.uintptr_t(uintptr(p)), droppedKinds[h.kind]
				dropped.count++
			}
		default:
			h.drop()
		}
	}
	if dropped.count > 0 {
		C.go_drop(dropped)
	}
}

// droppedKinds are what handles are of, as C calls it.
var droppedKinds = [...]C.uint8_t{
	valueHandle: C.GO_DROPPED_VALUE, typeHandle: C.GO_DROPPED_TYPE, expressionHandle: C.GO_DROPPED_EXPRESSION,
}

// light gives a place to what keeps little alive.
func light(kind handleKind, ptr unsafe.Pointer) *handle {
	b, _ := openBatches.Get().(*batch)
	if b == nil {
		b = newBatch()
	}
	h := b.take(kind, ptr)
	if b.used < batchRoom {
		openBatches.Put(b)
	}
	return h
}

// A gathering gives places to what belongs together, so that it does no harm if one of it keeps
// the others: the parts of one text.
type gathering struct {
	last *batch
	owns *closureSet // the Go functions that the bodies among it call
}

// of says of which body the parts are that it takes from now on.
func (g *gathering) of(b *HCLBody) *gathering {
	g.owns = b.owned()
	return g
}

func (g *gathering) take(kind handleKind, ptr unsafe.Pointer) *handle {
	if g.last == nil || g.last.used == batchRoom {
		g.last = newBatch()
	}
	return g.last.take(kind, ptr)
}
