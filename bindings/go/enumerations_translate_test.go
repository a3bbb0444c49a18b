// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_translate

package polycty

import "testing"

func TestEnumerationsTranslate(t *testing.T) {
	checkEnumeration[Fit](t, map[uint32]string{1: "exact", 2: "wider", 3: "narrower"})
}
