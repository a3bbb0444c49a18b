// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_schema

package polycty

import "testing"

func TestEnumerationsSchema(t *testing.T) {
	checkEnumeration[SchemaDraft](t, map[uint32]string{1: "draft_4", 2: "openapi_3_0", 3: "draft_6", 4: "draft_7", 5: "draft_2019_09", 6: "draft_2020_12"})
	checkEnumeration[SchemaInclusion](t, map[uint32]string{1: "exact", 2: "wider", 3: "narrower", 4: "unrelated", 5: "unknown"})
	checkEnumeration[SchemaMismatch](t, map[uint32]string{1: "wider", 2: "narrower", 3: "either"})
	checkEnumeration[SchemaOpenObjects](t, map[uint32]string{1: "closed", 2: "maps"})
	checkEnumeration[SchemaQuestion](t, map[uint32]string{1: "values", 2: "converting"})
	checkEnumeration[SchemaValidity](t, map[uint32]string{1: "valid", 2: "invalid", 3: "unknown"})
}
