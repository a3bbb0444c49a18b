// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_mcl

package polycty

import "testing"

func TestEnumerationsMcl(t *testing.T) {
	checkEnumeration[MCLProgress](t, map[uint32]string{0: "waiting", 1: "same", 2: "changed"})
	checkEnumeration[MCLTrait](t, map[uint32]string{1: "sends", 2: "receives", 4: "refreshes", 8: "groups", 16: "has_edges", 32: "reverses", 64: "exports", 128: "merges"})
}
