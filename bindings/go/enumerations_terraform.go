// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_terraform

package polycty

// #include "shims.h"
import "C"

// A TerraformDialect is the program whose language applies to a project.
type TerraformDialect uint32

const (
	// TerraformDialectDetected: openTofu if no version of Terraform is set and the folder of the
	// root module has a file that only OpenTofu reads, such as `main.tofu`; otherwise Terraform.
	TerraformDialectDetected TerraformDialect = C.PCTY_TERRAFORM_DIALECT_DETECTED
	// TerraformDialectTerraform: Terraform.
	TerraformDialectTerraform TerraformDialect = C.PCTY_TERRAFORM_DIALECT_TERRAFORM
	// TerraformDialectOpentofu: openTofu 1.13.
	TerraformDialectOpentofu TerraformDialect = C.PCTY_TERRAFORM_DIALECT_OPENTOFU
)

var terraformDialectNames = enumerationNames{
	enumeration: "TerraformDialect", flags: false,
	names: map[uint32]string{
		0: "detected",
		1: "terraform",
		2: "opentofu",
	},
}

// String returns the name of the value: "detected", "terraform" or "opentofu".
func (v TerraformDialect) String() string { return terraformDialectNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v TerraformDialect) MarshalText() ([]byte, error) {
	return terraformDialectNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *TerraformDialect) UnmarshalText(text []byte) error {
	return terraformDialectNames.unmarshal(text, (*uint32)(v))
}

// A TerraformStrictness is the diagnostics about the values of variables and the arguments of
// module calls that are reported in addition to those of Terraform.
type TerraformStrictness uint32

const (
	// TerraformStrictnessNone: none.
	TerraformStrictnessNone TerraformStrictness = C.PCTY_TERRAFORM_STRICTNESS_NONE
	// TerraformStrictnessWarnings: attributes that an object type does not declare are warnings;
	// each part of a value that does not convert is an error.
	TerraformStrictnessWarnings TerraformStrictness = C.PCTY_TERRAFORM_STRICTNESS_WARNINGS
	// TerraformStrictnessErrors: both are errors.
	TerraformStrictnessErrors TerraformStrictness = C.PCTY_TERRAFORM_STRICTNESS_ERRORS
)

var terraformStrictnessNames = enumerationNames{
	enumeration: "TerraformStrictness", flags: false,
	names: map[uint32]string{
		0: "none",
		1: "warnings",
		2: "errors",
	},
}

// String returns the name of the value: "none", "warnings" or "errors".
func (v TerraformStrictness) String() string { return terraformStrictnessNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v TerraformStrictness) MarshalText() ([]byte, error) {
	return terraformStrictnessNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *TerraformStrictness) UnmarshalText(text []byte) error {
	return terraformStrictnessNames.unmarshal(text, (*uint32)(v))
}
