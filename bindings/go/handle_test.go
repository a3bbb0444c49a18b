package polycty

import (
	"strings"
	"testing"
)

// A value that is closed during a call is freed after that call, also if others read it in between.
func TestClosedInUse(t *testing.T) {
	for _, source := range []string{"\"" + strings.Repeat("a", lightBytes) + "\"", `"a text that is not small"`} {
		v := Must(EvaluateHCL(source, "main.hcl", nil))
		h := &v.handle
		if v.kind == viewHandle {
			h = v.owner
		}
		before := foreign.held.Load()
		v.use()
		v.Close()
		for time := 0; time < 3; time++ {
			if _, err := v.AsString(); err == nil {
				t.Error("a text of what is closed")
			}
			if same, known := v.sameScalar(v); same || known {
				t.Error("what is closed is equal to something")
			}
		}
		if h.ptr == nil {
			t.Error("freed while it was in use")
		}
		v.done()
		if state := h.state.Load(); h.ptr != nil || state != closing {
			t.Errorf("%d bytes are not freed: state %#x", len(source), state)
		}
		if held := foreign.held.Load(); held > before {
			t.Errorf("%d bytes are left of %d", held, before)
		}
	}
}
