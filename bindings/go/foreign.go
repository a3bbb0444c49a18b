//go:build cgo

package polycty

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Memory of handles is outside of Go's heap, where the collector does not see it: a few kilobytes
// of unclosed, unreachable handles could keep gigabytes. Therefore the bytes are counted, and a
// collection runs whenever they have doubled since the last collection that they caused.
var foreign = struct {
	held       atomic.Int64
	next       atomic.Int64 // the number of bytes at which a collection is due; 0 before the first
	collecting atomic.Bool
}{}

// leastForeign is the number of bytes below which no collection is run.
const leastForeign = 32 << 20

// A weight encodes a number of bytes in 16 bits: up to 2 MiB in units of 64 bytes; larger numbers,
// with the highest bit set, in units of 64 KiB.
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

// Bytes that a handle keeps alive per byte of its source text, measured as the growth of resident
// memory with documents of 60 to 150 kB.
const (
	manifestBytes = 30
	mclBytes      = 19
	moduleBytes   = 18
	schemaBytes   = 25
	boundBytes    = 30 // of an expression whose parts have diagnostics
)

// terraformBytes is the memory for the Terraform functions of one host.
const terraformBytes = 24 << 10

// weighText is weigh for an object that was read from texts, with a number of bytes per byte of
// text.
func (h *handle) weighText(length int, bytes uint64) { h.weigh(uint64(length) * bytes) }

// weigh sets the number of bytes that a handle keeps alive. It is cheaper than a crossing of the
// boundary.
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

// lighten reverts weigh after the handle has been freed.
func (h *handle) lighten() {
	if h.weight == 0 {
		return
	}
	// Memory that finalizers free after a collection is not counted as kept by the collection.
	if due := 2 * foreign.held.Add(-weighs(h.weight)); due < foreign.next.Load() {
		foreign.next.Store(due)
	}
}

// collectForeign runs a collection. The next one is due when the memory has doubled.
func collectForeign() {
	if !foreign.collecting.CompareAndSwap(false, true) {
		return
	}
	defer foreign.collecting.Store(false)
	before := foreign.held.Load()
	runtime.GC()
	foreign.next.Store(2 * foreign.held.Load())
	// Finalizers run on a separate goroutine. The caller waits for them while they free memory and
	// more than a quarter is still in use. Without waiting, a busy service could allocate faster than
	// they free.
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
