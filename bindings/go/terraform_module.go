//go:build !polycty_no_terraform

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"encoding/json"
	"io/fs"
)

// A TerraformModule is a parsed module. It is immutable; any number of goroutines may use it.
type TerraformModule struct{ handle }

// A TerraformFile is a text with a file name that determines its kind, such as main.tf or
// production.tfvars.
type TerraformFile struct {
	Name string
	Text []byte
}

// ReadTerraformModule parses a module from files in memory, in any order. The module is valid, as
// far as it could be parsed, even if there is an error; it is nil only if the arguments were wrong.
// The error has all diagnostics, including warnings.
func ReadTerraformModule(files ...TerraformFile) (*TerraformModule, error) {
	names, texts := make([]string, len(files)), make([]string, len(files))
	for at, file := range files {
		names[at], texts[at] = file.Name, asText(file.Text)
	}
	n, nameLengths, count := pack(names).args()
	t, textLengths, _ := pack(texts).args()
	length := 0
	for _, text := range texts {
		length += len(text)
	}
	return ownModule(C.go_terraform_module_parse_diagnosed(n, nameLengths, t, textLengths, count), length)
}

// ReadTerraformFolder is ReadTerraformModule for a folder on disk.
func ReadTerraformFolder(path string) (*TerraformModule, error) {
	host := C.pcty_terraform_host_new()
	defer C.pcty_terraform_host_free(host)
	if err := failed(C.go_terraform_host_set_root(host, path)); err != nil {
		return nil, err
	}
	return ownModule(C.go_terraform_module_open_diagnosed(host, "."), 0)
}

// ReadTerraformFS is ReadTerraformModule for a folder of a file system; "." is its root.
func ReadTerraformFS(files fs.FS, folder string) (*TerraformModule, error) {
	host := C.pcty_terraform_host_new()
	defer C.pcty_terraform_host_free(host)
	owns, err := TerraformHost{Files: files}.fill(host)
	if err != nil {
		return nil, err
	}
	owns.pin()
	defer owns.unpin()
	made := C.go_run_terraform_module_open_diagnosed(host, folder)
	cause := takeCause(&made)
	if made.error != nil {
		return nil, newError(made.error).becauseOf(cause)
	}
	return newTerraformModule((*C.pcty_terraform_module)(made.out)), diagnosticsFor(&made, cause)
}

func ownModule(made C.go_outs, length int) (*TerraformModule, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	m := newTerraformModule((*C.pcty_terraform_module)(made.out))
	m.weighText(length, moduleBytes)
	return m, diagnosticsIn((*C.pcty_error)(made.more))
}

// A TerraformPosition is the start position of a declaration.
type TerraformPosition struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Byte   int    `json:"byte"`
}

// A TerraformInventory lists the declarations of a module, in the order of its files. The JSON
// form, from TerraformModule.JSON, has additional content.
type TerraformInventory struct {
	Variables   []TerraformVariable    `json:"variables"`
	Locals      []TerraformDeclaration `json:"locals"`
	Outputs     []TerraformDeclaration `json:"outputs"`
	Resources   []TerraformDeclaration `json:"resources"`
	ModuleCalls []TerraformDeclaration `json:"module_calls"`
	Providers   []TerraformDeclaration `json:"providers"`
	Checks      []TerraformDeclaration `json:"checks"`
}

// A TerraformVariable is a variable of a module.
type TerraformVariable struct {
	Name        string            `json:"name"`
	Place       TerraformPosition `json:"place"`
	Type        string            `json:"type"` // in HCL notation, with optional attributes
	Description string            `json:"description"`
	Required    bool              `json:"required"`
	Nullable    bool              `json:"nullable"`
	Sensitive   bool              `json:"sensitive"`
	Ephemeral   bool              `json:"ephemeral"`
}

// A TerraformDeclaration is a declaration other than a variable. Fields that its kind does not have
// are empty.
type TerraformDeclaration struct {
	Name      string            `json:"name"`
	Place     TerraformPosition `json:"place"`
	Mode      string            `json:"mode"` // of a resource: resource, data or ephemeral
	Type      string            `json:"type"` // of a resource
	Source    string            `json:"source"`
	Version   string            `json:"version"`
	Alias     string            `json:"alias"`
	Value     string            `json:"value"` // the source text of the expression
	Sensitive bool              `json:"sensitive"`
}

// Inventory returns the declarations of the module.
func (m *TerraformModule) Inventory() (*TerraformInventory, error) {
	text, err := m.JSON()
	if err != nil {
		return nil, err
	}
	found := &TerraformInventory{}
	return found, json.Unmarshal([]byte(text), found)
}

// TerraformInputs are the inputs for the evaluation of a module. If a variable has several values,
// the last one counts: those of Environment, then of Files in their order, then CommandLine, then
// Values.
type TerraformInputs struct {
	Environment map[string]string
	Files       []TerraformFile
	CommandLine map[string]string
	Values      map[string]*Value
	// RequireAll makes a variable without a default and without a value an error; otherwise its value
	// is unknown.
	RequireAll bool
	// ModulePath, RootPath and WorkingDirectory are the values of `path.module`, `path.root` and
	// `path.cwd`; an empty one makes the value unknown.
	ModulePath, RootPath, WorkingDirectory string
	// Workspace is the value of `terraform.workspace`; default if it is empty.
	Workspace string
	// Host is the access of functions to the system.
	Host TerraformHost
}

func (in TerraformInputs) fill(made *C.pcty_terraform_inputs) (*closureSet, error) {
	for name, text := range in.Environment {
		if err := failed(C.go_terraform_inputs_set_text(made, name, text, C.PCTY_TERRAFORM_FROM_ENVIRONMENT)); err != nil {
			return nil, err
		}
	}
	for _, file := range in.Files {
		if err := failed(C.go_terraform_inputs_add_file(made, asText(file.Text), file.Name)); err != nil {
			return nil, err
		}
	}
	for name, text := range in.CommandLine {
		if err := failed(C.go_terraform_inputs_set_text(made, name, text, C.PCTY_TERRAFORM_FROM_COMMAND_LINE)); err != nil {
			return nil, err
		}
	}
	for name, value := range in.Values {
		err := failed(C.go_terraform_inputs_set_value(made, name, value.use()))
		value.done()
		if err != nil {
			return nil, err
		}
	}
	host := C.pcty_terraform_host_new()
	defer C.pcty_terraform_host_free(host)
	owns, err := in.Host.fill(host)
	if err != nil {
		return nil, err
	}
	unset := C.pcty_terraform_unset(C.PCTY_TERRAFORM_UNSET_KEPT)
	if in.RequireAll {
		unset = C.PCTY_TERRAFORM_UNSET_ERROR
	}
	return owns, failed(C.go_terraform_inputs_set_options(made, unset, host, in.ModulePath, in.RootPath,
		in.WorkingDirectory, in.Workspace))
}

// A TerraformEvaluation is the result of evaluating a module with some inputs. It is immutable; any
// number of goroutines may use it.
type TerraformEvaluation struct{ handle }

// Evaluate evaluates the module with the given inputs: it converts variables to their types, checks
// rules, and evaluates local values and outputs. The evaluation is valid even if there is an error;
// it is nil only if the inputs were wrong. The error has all diagnostics, including warnings.
func (m *TerraformModule) Evaluate(inputs TerraformInputs) (*TerraformEvaluation, error) {
	given := C.pcty_terraform_inputs_new()
	defer C.pcty_terraform_inputs_free(given)
	owns, err := inputs.fill(given)
	if err != nil {
		return nil, err
	}
	owns.pin()
	defer owns.unpin()
	defer m.done()
	made := C.go_run_terraform_module_evaluate_diagnosed(m.use(), given)
	cause := takeCause(&made)
	if made.error != nil {
		return nil, newError(made.error).panicking(cause)
	}
	return newTerraformEvaluation((*C.pcty_terraform_evaluation)(made.out)), diagnosticsFor(&made, cause)
}
