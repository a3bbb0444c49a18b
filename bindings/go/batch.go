package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"runtime"
	"sync"
	"unsafe"
)

// Batches of handles. A finalizer costs more than the rest of a handle, so handles of small objects
// share one: a batch is one allocation with one finalizer. A reachable handle keeps the other
// handles of its batch, and their objects, alive; a batch of light objects is small. A handle of a
// heavy object, or of one that refers to Go objects, has a finalizer of its own. The parts of one
// text, which keep the text alive anyway, have separate batches.

// batchRoom is the number of handles that fill an allocation of 512 bytes.
const batchRoom = C.GO_BATCH

type batch struct {
	used    int
	handles [batchRoom]handle
}

// lightBytes is the maximum memory of an object whose handle shares a batch with unrelated handles.
const lightBytes = C.GO_LIGHT

// openBatches has batches with unused handles. Batches that the pool drops are collected as usual.
var openBatches sync.Pool

func newBatch() *batch {
	b := &batch{}
	runtime.SetFinalizer(b, (*batch).drop)
	return b
}

// take returns the next unused handle, set to a pointer; there must be one.
func (b *batch) take(kind handleKind, ptr unsafe.Pointer) *handle {
	h := &b.handles[b.used]
	b.used++
	h.ptr, h.kind = ptr, kind
	return h
}

// drop is the finalizer: all objects are freed in one crossing.
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

// droppedKinds maps the kinds of handles to the constants of C.
var droppedKinds = [...]C.uint8_t{
	valueHandle: C.GO_DROPPED_VALUE, typeHandle: C.GO_DROPPED_TYPE, expressionHandle: C.GO_DROPPED_EXPRESSION,
}

// light returns a handle in a batch for a light object.
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

// A gathering returns handles for objects that may keep each other alive without harm: the parts of
// one text.
type gathering struct {
	last *batch
	owns *closureSet // the Go functions that its bodies call
}

// of sets the body whose parts the gathering takes next.
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
