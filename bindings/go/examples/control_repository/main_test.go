//go:build !polycty_no_puppet

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The example prints the same as the one in C++.
func TestControlRepository(t *testing.T) {
	const data = "../../../../examples/data"
	want, err := os.ReadFile(filepath.Join(data, "control-repository.out"))
	if err != nil {
		t.Skipf("the data is not here: %v", err)
	}
	var out strings.Builder
	err = check(&out, filepath.Join(data, "control-repository"), "web1.example.com", "web2.example.com")
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("%s", out.String())
	}
}
