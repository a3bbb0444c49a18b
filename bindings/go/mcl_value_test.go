//go:build !polycty_no_mcl

package polycty_test

import (
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

func TestMCL(t *testing.T) {
	read := polycty.Must(polycty.ParseType(polycty.MCL, "struct{name str; ports []int}"))
	value, err := polycty.DecodeMCLJSON([]byte(`{"name": "a", "ports": [80]}`), read, false)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := value.FormatMCL(); err != nil || text != `struct{name: "a"; ports: [80]}` {
		t.Errorf("%s, %v", text, err)
	}
	for notation, hashable := range map[string]bool{"str": true, "struct{a int}": true, "[]str": false} {
		if polycty.Must(polycty.ParseType(polycty.MCL, notation)).IsMCLHashable() != hashable {
			t.Errorf("%s: expected hashable %t", notation, hashable)
		}
	}
	if zero, err := polycty.MCLZero(polycty.Must(polycty.ParseType(polycty.MCL, "[]int"))); err != nil {
		t.Errorf("%v, %v", zero, err)
	}
}
