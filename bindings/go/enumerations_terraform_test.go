// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_terraform

package polycty

import "testing"

func TestEnumerationsTerraform(t *testing.T) {
	checkEnumeration[TerraformDialect](t, map[uint32]string{0: "detected", 1: "terraform", 2: "opentofu"})
	checkEnumeration[TerraformStrictness](t, map[uint32]string{0: "none", 1: "warnings", 2: "errors"})
}
