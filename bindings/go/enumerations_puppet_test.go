// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_puppet

package polycty

import "testing"

func TestEnumerationsPuppet(t *testing.T) {
	checkEnumeration[PuppetCatalogKind](t, map[uint32]string{1: "included", 2: "native", 3: "defined", 4: "class"})
	checkEnumeration[PuppetComparison](t, map[uint32]string{1: "equal", 2: "not_equal", 3: "less", 4: "less_or_equal", 5: "greater", 6: "greater_or_equal", 7: "same"})
	checkEnumeration[PuppetDetail](t, map[uint32]string{1: "canonical", 2: "expanded", 3: "debug", 4: "expanded_debug"})
	checkEnumeration[PuppetInference](t, map[uint32]string{1: "reduced", 2: "general", 3: "detailed"})
	checkEnumeration[PuppetKind](t, map[uint32]string{0: "none", 1: "default", 2: "hash", 3: "regexp", 4: "sensitive", 5: "semver", 6: "semver_range", 7: "timespan", 8: "timestamp", 9: "binary", 10: "uri", 11: "iterator", 12: "object"})
	checkEnumeration[PuppetLevel](t, map[uint32]string{1: "debug", 2: "info", 3: "notice", 4: "warning", 5: "err", 6: "alert", 7: "emerg", 8: "crit"})
	checkEnumeration[PuppetLoadKind](t, map[uint32]string{1: "function", 2: "type", 3: "class", 4: "template"})
	checkEnumeration[PuppetMode](t, map[uint32]string{1: "current", 2: "early"})
	checkEnumeration[PuppetOperator](t, map[uint32]string{1: "add", 2: "subtract", 3: "multiply", 4: "divide", 5: "modulo", 6: "shift_left", 7: "shift_right"})
	checkEnumeration[PuppetQuestion](t, map[uint32]string{1: "lookup", 2: "find_file", 3: "read_file", 4: "generate", 5: "defined", 6: "catalog"})
	checkEnumeration[PuppetStrictness](t, map[uint32]string{1: "error", 2: "warning", 3: "off"})
}
