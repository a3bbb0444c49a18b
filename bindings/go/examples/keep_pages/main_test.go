//go:build !polycty_no_mcl

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The pages of an input file are created, and updated when it changes.
func TestPagesAreKeptInStepWithTheirInput(t *testing.T) {
	const data = "../../../../examples/data/"
	folder := t.TempDir()
	input := filepath.Join(folder, "input")
	if err := os.WriteFile(input, []byte("ann\nbob\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	page := func(name string) string { return filepath.Join(folder, "pages", name+".txt") }
	go func() {
		for {
			if _, err := os.Stat(page("bob")); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		_ = os.WriteFile(input, []byte("bob\ncy and more\n"), 0o600)
	}()
	if err := run(data+"pages.mcl", data+"pages.kinds.json", input, folder, 2); err != nil {
		t.Fatal(err)
	}
	pages, err := os.ReadDir(filepath.Join(folder, "pages"))
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) != 2 || pages[0].Name() != "bob.txt" || pages[1].Name() != "cy and more.txt" {
		t.Fatal(pages)
	}
}
