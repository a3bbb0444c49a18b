//go:build !polycty_no_puppet

package polycty_test

import (
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

// A key that is not a text differs from the empty text, also on repeated reads.
func TestKeysThatAreNoText(t *testing.T) {
	puppet := func(source string) *polycty.Value {
		return polycty.Must(polycty.PuppetRules{}.ParseValue(source))
	}
	for _, asked := range []struct {
		hash   *polycty.Value
		wanted string
	}{
		{puppet("{1 => 'a'}"), ""},
		{puppet("{2 => 'x', '' => 'y'}"), "y"},
		{puppet("{'' => 'y', 2 => 'x'}"), "y"},
	} {
		for time := 0; time < 3; time++ {
			found := asked.hash.Lookup("")
			if text, _ := found.AsString(); (found != nil) != (asked.wanted != "") || text != asked.wanted {
				t.Errorf("%v, asked %d times before: %v", asked.hash, time, found)
			}
		}
	}
}
