package polycty

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestWeightsAreRoundedDown(t *testing.T) {
	for _, bytes := range []uint64{0, 63, 64, 1000, 1 << 20, 2<<20 - 1, 2 << 20, 3 << 20, 1 << 30} {
		unit := uint64(1) << lightUnit
		if bytes >= 2<<20 {
			unit = 1 << heavyUnit
		}
		if got := weighs(weightOf(bytes)); uint64(got) != bytes/unit*unit {
			t.Errorf("%d bytes weigh %d", bytes, got)
		}
	}
	if got := weighs(weightOf(1 << 60)); got <= 1<<30 {
		t.Errorf("the most weighs %d", got)
	}
}

func TestClosingTakesTheWeightBack(t *testing.T) {
	made := func() *Value { return Must(DecodeJSON([]byte("["+strings.Repeat("1,", 9999)+"1]"), nil)) }
	before := foreign.held.Load()
	one, others := made(), []*Value{made(), made()}
	if held := foreign.held.Load() - before; held < 3*10_000*8 {
		t.Errorf("30,000 parts are %d bytes", held)
	}
	one.Close()
	one.Close()
	CloseAll(others)
	if held := foreign.held.Load(); held > before {
		t.Errorf("%d bytes are left of %d", held, before)
	}
}

// A service that never closes documents keeps only the memory in use.
func TestForgottenDocumentsAreCollected(t *testing.T) {
	status := func() int {
		text, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Skip("the system does not say how much memory is in use")
		}
		_, rest, _ := strings.Cut(string(text), "VmRSS:")
		kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
		if err != nil {
			t.Fatal(err)
		}
		return kilobytes
	}
	const count = 100_000
	document := []byte("{\"ports\":[" + strings.Repeat("\"a text that is no short one\",", 200) + "\"b\"]}")
	before, most := status(), 0
	for at := 0; at < count; at++ {
		value := Must(DecodeJSON(document, nil))
		if at%100 == 0 {
			if now := status(); now > most {
				most = now
			}
		}
		_ = value
	}
	// All documents together are 100,000 times about 15 kB. The allocator keeps freed memory per
	// allocating thread, and the scheduler chooses the threads.
	if grown := most - before; grown > 600<<10 {
		t.Errorf("memory has grown by %d kB", grown)
	}
}
