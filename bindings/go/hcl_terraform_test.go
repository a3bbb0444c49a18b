//go:build !polycty_no_terraform

package polycty_test

import (
	"strings"
	"testing"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

// A function that takes expressions evaluates them on demand.
func TestTerraformFunctions(t *testing.T) {
	scope := polycty.NewHCLScope()
	noon := time.Unix(43200, 0)
	host := polycty.TerraformHost{Root: "/", Home: "/h", PlanTime: noon,
		Clock: func() time.Time { return noon }, Random: strings.NewReader("0123456789abcdef")}
	if err := scope.SetTerraformFunctions(host); err != nil {
		t.Fatal(err)
	}
	const text = `[plantimestamp() == timestamp(), timestamp(), length(uuid()), pathexpand("~/a")]`
	value, err := polycty.EvaluateHCL(text, "f", scope)
	if want := `[true,"1970-01-01T12:00:00Z",36,"/h/a"]`; err != nil || value.String() != want {
		t.Fatal(value, err)
	}
	// The reader is at its end.
	if _, err := polycty.EvaluateHCL("uuid()", "f", scope); err == nil || !strings.Contains(err.Error(), "EOF") {
		t.Fatal(err)
	}
	if err := scope.SetTerraformFunctions(polycty.TerraformHost{Root: "/nowhere at all"}); err == nil {
		t.Fatal("there is no such folder")
	}
}
