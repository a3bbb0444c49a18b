// Code generated from tools/methods/terraform.txt by tools/methods.go; DO NOT EDIT.

//go:build !polycty_no_terraform

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// JSON returns the inventory as one JSON object.
func (m *TerraformModule) JSON() (string, error) {
	defer m.done()
	return taken(C.go_terraform_module_to_json(m.use()))
}

// Variable returns the value of a variable, converted to its type; nil if it is invalid or not
// declared.
func (e *TerraformEvaluation) Variable(name string) *Value {
	defer e.done()
	return foundValue(C.go_terraform_evaluation_get(e.use(), name, C.PCTY_TERRAFORM_VARIABLE))
}

// Local returns a local value; nil if it is invalid, depends on an invalid value, or is not
// defined.
func (e *TerraformEvaluation) Local(name string) *Value {
	defer e.done()
	return foundValue(C.go_terraform_evaluation_get(e.use(), name, C.PCTY_TERRAFORM_LOCAL))
}

// Output returns the value of an output; nil if it is invalid, depends on an invalid value, or is
// not declared.
func (e *TerraformEvaluation) Output(name string) *Value {
	defer e.done()
	return foundValue(C.go_terraform_evaluation_get(e.use(), name, C.PCTY_TERRAFORM_OUTPUT))
}

// JSON returns all values and diagnostics as one JSON object.
func (e *TerraformEvaluation) JSON() (string, error) {
	defer e.done()
	return taken(C.go_terraform_evaluation_to_json(e.use()))
}

// Files returns the paths of the files of all modules, as diagnostics name them.
func (p *TerraformProject) Files() []string {
	defer p.done()
	pInUse := p.use()
	found := make([]string, int(C.go_terraform_project_info(pInUse).out.file_count))
	for at := range found {
		found[at] = text(C.pcty_terraform_project_file_at(pInUse, C.size_t(at)))
	}
	return found
}

// Get returns the value of an output by its address; nil if it does not exist, is invalid or depends
// on an invalid value.
func (o *TerraformOutputs) Get(address string) *Value {
	defer o.done()
	return foundValue(C.go_terraform_outputs_get(o.use(), address))
}

// JSON returns all outputs and diagnostics as one JSON object.
func (o *TerraformOutputs) JSON() (string, error) {
	defer o.done()
	return taken(C.go_terraform_outputs_to_json(o.use()))
}
