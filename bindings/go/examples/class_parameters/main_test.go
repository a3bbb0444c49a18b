//go:build !polycty_no_puppet

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The example prints the same as those in C and C++.
func TestClassParameters(t *testing.T) {
	const data = "../../../../examples/data"
	for _, name := range []string{"ntp", "ntp-broken"} {
		want, err := os.ReadFile(filepath.Join(data, name+".out"))
		if err != nil {
			t.Skipf("the data is not here: %v", err)
		}
		said, err := parameters(filepath.Join(data, "modules"), "ntp", filepath.Join(data, name+".json"))
		if err != nil {
			said = err.Error()
		}
		if said+"\n" != string(want) {
			t.Errorf("%s: %s", name, said)
		}
	}
}
