// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_terraform

package polycty

import "testing"

func TestEnumerationsTerraform(t *testing.T) {
	checkEnumeration[TerraformAction](t, map[uint32]string{0: "none", 1: "no_op", 2: "create", 3: "read", 4: "update", 5: "destroy", 6: "destroy_then_create", 7: "create_then_destroy", 8: "forget", 9: "create_then_forget"})
	checkEnumeration[TerraformDeclarationKind](t, map[uint32]string{1: "variable", 2: "local", 3: "output", 4: "resource", 5: "data", 6: "ephemeral", 7: "module_call", 8: "provider", 9: "required_provider", 10: "required_version", 11: "backend", 12: "moved", 13: "import", 14: "removed", 15: "check"})
	checkEnumeration[TerraformDialect](t, map[uint32]string{0: "detected", 1: "terraform", 2: "opentofu"})
	checkEnumeration[TerraformPlanPart](t, map[uint32]string{1: "changes", 2: "drift", 3: "planned", 4: "prior", 5: "variables"})
	checkEnumeration[TerraformStrictness](t, map[uint32]string{0: "parts", 1: "warnings", 2: "errors", 3: "none"})
}
