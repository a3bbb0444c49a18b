//go:build cgo

package polycty

import (
	"runtime"
	"sync/atomic"
	"time"
)

// What handles keep alive lies outside of Go's heap, where the collector sees nothing of it: it
// would let gigabytes be held by a few kilobytes of handles that nobody has closed and nobody
// uses. So the bytes are counted, and a collection is run whenever they have doubled since the
// last one that was run for them.
var foreign = struct {
	held       atomic.Int64
	next       atomic.Int64 // at how many bytes a collection is due; 0 before the first
	collecting atomic.Bool
}{}

// leastForeign is how many bytes are never worth a collection.
const leastForeign = 32 << 20

// A weight is some bytes in 16 bits: up to 2 MiB in units of 64 bytes, and what is more, whose
// highest bit is set, in units of 64 KiB.
const (
	lightUnit = 6
	heavyUnit = 16
	heavy     = 1 << 15
)

func weightOf(bytes uint64) uint16 {
	if light := bytes >> lightUnit; light < heavy {
		return uint16(light)
	}
	units := bytes >> heavyUnit
	if units >= heavy {
		units = heavy - 1
	}
	return heavy | uint16(units)
}

func weighs(weight uint16) int64 {
	if weight < heavy {
		return int64(weight) << lightUnit
	}
	return int64(weight-heavy) << heavyUnit
}

// Bytes that a handle keeps alive for each byte of the text that it was read from, measured as the
// growth of resident memory by documents of 60 to 150 kB.
const (
	manifestBytes = 30
	mclBytes      = 19
	moduleBytes   = 18
	schemaBytes   = 25
	boundBytes    = 30 // of an expression whose parts have diagnostics
)

// terraformBytes is the memory that Terraform's functions of one host take.
const terraformBytes = 24 << 10

// weighText is weigh for what was read from texts of a length.
func (h *handle) weighText(length int, bytes uint64) { h.weigh(uint64(length) * bytes) }

// weigh says how many bytes a handle keeps alive. What a crossing of the boundary costs
// anyway is more than this.
func (h *handle) weigh(bytes uint64) {
	weight := weightOf(bytes)
	if weight == 0 {
		return
	}
	h.weight = weight
	held := foreign.held.Add(weighs(weight))
	next := foreign.next.Load()
	if held > leastForeign && held > next {
		collectForeign()
	}
}

// lighten takes back what weigh said, once the handle keeps nothing alive any more.
func (h *handle) lighten() {
	if h.weight == 0 {
		return
	}
	// What finalizers free after a collection is not held after it.
	if due := 2 * foreign.held.Add(-weighs(h.weight)); due < foreign.next.Load() {
		foreign.next.Store(due)
	}
}

// collectForeign runs a collection; the next one is due when twice as much is held as after it.
func collectForeign() {
	if !foreign.collecting.CompareAndSwap(false, true) {
		return
	}
	defer foreign.collecting.Store(false)
	before := foreign.held.Load()
	runtime.GC()
	foreign.next.Store(2 * foreign.held.Load())
	// Finalizers run on a goroutine of their own: who makes more waits for them, as long as they
	// free something and more than a quarter is still held, or a service that never rests would leave
	// them behind.
	const patience, most = 50, 1000 // milliseconds
	least := foreign.held.Load()
	for idle, waited := 0, 0; 4*least > before && idle < patience && waited < most; waited++ {
		time.Sleep(time.Millisecond)
		idle++
		if now := foreign.held.Load(); now < least {
			least, idle = now, 0
		}
	}
}
