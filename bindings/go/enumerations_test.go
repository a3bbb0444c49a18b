// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

package polycty

import "testing"

func TestEnumerations(t *testing.T) {
	checkEnumeration[Code](t, map[uint32]string{1: "invalid_argument", 2: "invalid_utf8", 3: "syntax", 4: "type", 5: "conversion", 6: "unsupported", 7: "not_found", 8: "limit", 9: "arithmetic", 10: "null", 11: "unknown", 12: "marked", 13: "callback", 14: "misbehaved", 15: "internal", 16: "diagnostics", 17: "cancelled", 18: "value"})
	checkEnumeration[Conversion](t, map[uint32]string{0: "none", 1: "unsafe", 2: "safe", 3: "same"})
	checkEnumeration[DataFormat](t, map[uint32]string{1: "json", 2: "yaml"})
	checkEnumeration[Dialect](t, map[uint32]string{1: "hcl", 2: "pcl", 3: "puppet", 4: "mcl"})
	checkEnumeration[Feature](t, map[uint32]string{1: "hcl", 2: "pcl", 3: "terraform", 4: "puppet", 5: "mcl", 6: "translate", 7: "schema", 8: "services"})
	checkEnumeration[Kind](t, map[uint32]string{0: "missing", 1: "any", 2: "none", 3: "bool", 4: "number", 5: "integer", 6: "float", 7: "string", 8: "list", 9: "set", 10: "map", 11: "tuple", 12: "object", 13: "function", 14: "union", 15: "optional", 16: "not_undef", 17: "promise", 18: "output", 19: "literal", 20: "enumeration", 21: "capsule", 22: "meta", 23: "variable", 24: "reference", 25: "nominal"})
	checkEnumeration[Safety](t, map[uint32]string{1: "safe", 2: "unsafe"})
	checkEnumeration[Severity](t, map[uint32]string{1: "error", 2: "warning"})
	checkEnumeration[Style](t, map[uint32]string{1: "plain", 2: "color"})
}
