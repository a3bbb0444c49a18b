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
const leastForeign = 64 << 20

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

// weigh says how many bytes a handle of its own keeps alive. What a crossing of the boundary costs
// anyway is more than this.
func (h *handle) weigh(bytes uint64) {
	weight := weightOf(bytes)
	if weight == 0 {
		return
	}
	h.more = weight
	held := foreign.held.Add(weighs(weight))
	next := foreign.next.Load()
	if held > leastForeign && held > next {
		collectForeign()
	}
}

// lighten takes back what weigh said, once the handle keeps nothing alive any more.
func (h *handle) lighten() {
	if h.alone && h.more != 0 {
		foreign.held.Add(-weighs(h.more))
	}
}

// collectForeign runs a collection, and says when the next one is due by what is held after it.
func collectForeign() {
	if !foreign.collecting.CompareAndSwap(false, true) {
		return
	}
	defer foreign.collecting.Store(false)
	runtime.GC()
	// Finalizers run on a goroutine of their own: what they free shows as long as they do.
	const most = time.Second
	before := foreign.held.Load()
	for begin := time.Now(); time.Since(begin) < most; {
		time.Sleep(time.Millisecond)
		now := foreign.held.Load()
		if now >= before {
			break
		}
		before = now
	}
	foreign.next.Store(2 * foreign.held.Load())
}
