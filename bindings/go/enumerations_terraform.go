// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_terraform

package polycty

// #include "shims.h"
import "C"

// A TerraformAction is the action of a change in a plan.
type TerraformAction uint32

const (
	// TerraformActionNone: the item is not a change.
	TerraformActionNone TerraformAction = C.PCTY_TERRAFORM_ACTION_NONE
	// TerraformActionNoOp: nothing changes.
	TerraformActionNoOp TerraformAction = C.PCTY_TERRAFORM_ACTION_NO_OP
	// TerraformActionCreate: a new object.
	TerraformActionCreate TerraformAction = C.PCTY_TERRAFORM_ACTION_CREATE
	// TerraformActionRead: a data source that is read.
	TerraformActionRead TerraformAction = C.PCTY_TERRAFORM_ACTION_READ
	// TerraformActionUpdate: an object that is changed in place.
	TerraformActionUpdate TerraformAction = C.PCTY_TERRAFORM_ACTION_UPDATE
	// TerraformActionDestroy: an object that is destroyed.
	TerraformActionDestroy TerraformAction = C.PCTY_TERRAFORM_ACTION_DESTROY
	// TerraformActionDestroyThenCreate: an object that is destroyed and then created again.
	TerraformActionDestroyThenCreate TerraformAction = C.PCTY_TERRAFORM_ACTION_DESTROY_THEN_CREATE
	// TerraformActionCreateThenDestroy: a new object, and then the old one is destroyed.
	TerraformActionCreateThenDestroy TerraformAction = C.PCTY_TERRAFORM_ACTION_CREATE_THEN_DESTROY
	// TerraformActionForget: an object that is removed from the state and not destroyed.
	TerraformActionForget TerraformAction = C.PCTY_TERRAFORM_ACTION_FORGET
	// TerraformActionCreateThenForget: a new object, and the old one is removed from the state and
	// not destroyed.
	TerraformActionCreateThenForget TerraformAction = C.PCTY_TERRAFORM_ACTION_CREATE_THEN_FORGET
)

var terraformActionNames = enumerationNames{
	enumeration: "TerraformAction", flags: false,
	names: map[uint32]string{
		0: "none",
		1: "no_op",
		2: "create",
		3: "read",
		4: "update",
		5: "destroy",
		6: "destroy_then_create",
		7: "create_then_destroy",
		8: "forget",
		9: "create_then_forget",
	},
}

// String returns the name of the value, such as "no_op".
func (v TerraformAction) String() string { return terraformActionNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v TerraformAction) MarshalText() ([]byte, error) {
	return terraformActionNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *TerraformAction) UnmarshalText(text []byte) error {
	return terraformActionNames.unmarshal(text, (*uint32)(v))
}

// A TerraformDeclarationKind is the kind of a declaration of a module.
type TerraformDeclarationKind uint32

const (
	// TerraformDeclarationKindVariable: a variable. The functions for variables return more data
	// of it.
	TerraformDeclarationKindVariable TerraformDeclarationKind = C.PCTY_TERRAFORM_VARIABLE
	// TerraformDeclarationKindLocal: a local value. Its argument is `value`.
	TerraformDeclarationKindLocal TerraformDeclarationKind = C.PCTY_TERRAFORM_LOCAL
	// TerraformDeclarationKindOutput: an output.
	TerraformDeclarationKindOutput TerraformDeclarationKind = C.PCTY_TERRAFORM_OUTPUT
	// TerraformDeclarationKindResource: a resource that the module manages. The label is its type.
	TerraformDeclarationKindResource TerraformDeclarationKind = C.PCTY_TERRAFORM_RESOURCE
	// TerraformDeclarationKindData: a data source that the module reads. The label is its type.
	TerraformDeclarationKindData TerraformDeclarationKind = C.PCTY_TERRAFORM_DATA
	// TerraformDeclarationKindEphemeral: an ephemeral resource. The label is its type.
	TerraformDeclarationKindEphemeral TerraformDeclarationKind = C.PCTY_TERRAFORM_EPHEMERAL
	// TerraformDeclarationKindModuleCall: a call of another module. The target is its source.
	TerraformDeclarationKindModuleCall TerraformDeclarationKind = C.PCTY_TERRAFORM_MODULE_CALL
	// TerraformDeclarationKindProvider: a configuration of a provider. The label is its alias.
	TerraformDeclarationKindProvider TerraformDeclarationKind = C.PCTY_TERRAFORM_PROVIDER
	// TerraformDeclarationKindRequiredProvider: a provider that the module requires. The label is
	// its source address, the target its version constraint. It has no arguments.
	TerraformDeclarationKindRequiredProvider TerraformDeclarationKind = C.PCTY_TERRAFORM_REQUIRED_PROVIDER
	// TerraformDeclarationKindRequiredVersion: a version constraint for Terraform, which is the
	// name. It has no arguments.
	TerraformDeclarationKindRequiredVersion TerraformDeclarationKind = C.PCTY_TERRAFORM_REQUIRED_VERSION
	// TerraformDeclarationKindBackend: the storage of the state. The name is the type of the
	// backend, or `cloud`.
	TerraformDeclarationKindBackend TerraformDeclarationKind = C.PCTY_TERRAFORM_BACKEND
	// TerraformDeclarationKindMoved: a `moved` block. The name is `from` as it is written, the
	// target `to`.
	TerraformDeclarationKindMoved TerraformDeclarationKind = C.PCTY_TERRAFORM_MOVED
	// TerraformDeclarationKindImport: an `import` block. The name is `to` as it is written, the
	// target `id`.
	TerraformDeclarationKindImport TerraformDeclarationKind = C.PCTY_TERRAFORM_IMPORT
	// TerraformDeclarationKindRemoved: a `removed` block. The name is `from` as it is written.
	TerraformDeclarationKindRemoved TerraformDeclarationKind = C.PCTY_TERRAFORM_REMOVED
	// TerraformDeclarationKindCheck: a `check` block.
	TerraformDeclarationKindCheck TerraformDeclarationKind = C.PCTY_TERRAFORM_CHECK
)

var terraformDeclarationKindNames = enumerationNames{
	enumeration: "TerraformDeclarationKind", flags: false,
	names: map[uint32]string{
		1:  "variable",
		2:  "local",
		3:  "output",
		4:  "resource",
		5:  "data",
		6:  "ephemeral",
		7:  "module_call",
		8:  "provider",
		9:  "required_provider",
		10: "required_version",
		11: "backend",
		12: "moved",
		13: "import",
		14: "removed",
		15: "check",
	},
}

// String returns the name of the value, such as "local".
func (v TerraformDeclarationKind) String() string {
	return terraformDeclarationKindNames.name(uint32(v))
}

// MarshalText returns the name of the value, and fails for a value without a name.
func (v TerraformDeclarationKind) MarshalText() ([]byte, error) {
	return terraformDeclarationKindNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *TerraformDeclarationKind) UnmarshalText(text []byte) error {
	return terraformDeclarationKindNames.unmarshal(text, (*uint32)(v))
}

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

// A TerraformPlanPart is a part of a plan or of a state.
type TerraformPlanPart uint32

const (
	// TerraformPlanPartChanges: the changes of resources and outputs; none in a state.
	TerraformPlanPartChanges TerraformPlanPart = C.PCTY_TERRAFORM_PLAN_CHANGES
	// TerraformPlanPartDrift: the changes of resources outside of Terraform that the plan found.
	TerraformPlanPartDrift TerraformPlanPart = C.PCTY_TERRAFORM_PLAN_DRIFT
	// TerraformPlanPartPlanned: the resources and outputs after the plan, where an attribute that
	// only the apply determines is null; none in a state.
	TerraformPlanPartPlanned TerraformPlanPart = C.PCTY_TERRAFORM_PLAN_PLANNED
	// TerraformPlanPartPrior: the resources and outputs before the plan, or of the state.
	TerraformPlanPartPrior TerraformPlanPart = C.PCTY_TERRAFORM_PLAN_PRIOR
	// TerraformPlanPartVariables: the variables of the root module; none in a state.
	TerraformPlanPartVariables TerraformPlanPart = C.PCTY_TERRAFORM_PLAN_VARIABLES
)

var terraformPlanPartNames = enumerationNames{
	enumeration: "TerraformPlanPart", flags: false,
	names: map[uint32]string{
		1: "changes",
		2: "drift",
		3: "planned",
		4: "prior",
		5: "variables",
	},
}

// String returns the name of the value: "changes", "drift", "planned", "prior" or "variables".
func (v TerraformPlanPart) String() string { return terraformPlanPartNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v TerraformPlanPart) MarshalText() ([]byte, error) {
	return terraformPlanPartNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *TerraformPlanPart) UnmarshalText(text []byte) error {
	return terraformPlanPartNames.unmarshal(text, (*uint32)(v))
}

// A TerraformStrictness is the diagnostics about the values of variables and the arguments of
// module calls that are reported in addition to those of Terraform.
type TerraformStrictness uint32

const (
	// TerraformStrictnessParts: each part of a value that does not convert is an error with its
	// path.
	TerraformStrictnessParts TerraformStrictness = C.PCTY_TERRAFORM_STRICTNESS_PARTS
	// TerraformStrictnessWarnings: attributes that an object type does not declare are warnings,
	// too.
	TerraformStrictnessWarnings TerraformStrictness = C.PCTY_TERRAFORM_STRICTNESS_WARNINGS
	// TerraformStrictnessErrors: both are errors.
	TerraformStrictnessErrors TerraformStrictness = C.PCTY_TERRAFORM_STRICTNESS_ERRORS
	// TerraformStrictnessNone: none.
	TerraformStrictnessNone TerraformStrictness = C.PCTY_TERRAFORM_STRICTNESS_NONE
)

var terraformStrictnessNames = enumerationNames{
	enumeration: "TerraformStrictness", flags: false,
	names: map[uint32]string{
		0: "parts",
		1: "warnings",
		2: "errors",
		3: "none",
	},
}

// String returns the name of the value: "parts", "warnings", "errors" or "none".
func (v TerraformStrictness) String() string { return terraformStrictnessNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v TerraformStrictness) MarshalText() ([]byte, error) {
	return terraformStrictnessNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *TerraformStrictness) UnmarshalText(text []byte) error {
	return terraformStrictnessNames.unmarshal(text, (*uint32)(v))
}
