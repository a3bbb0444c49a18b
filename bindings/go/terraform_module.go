//go:build !polycty_no_terraform

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"encoding/json"
	"io/fs"
)

// A TerraformModule is a module as it was read. It never changes; any number of goroutines may
// use it.
type TerraformModule struct{ handle }

func (m *TerraformModule) use() *C.pcty_terraform_module {
	if m == nil {
		return nil
	}
	return (*C.pcty_terraform_module)(m.acquire())
}

func (m *TerraformModule) done() {
	if m != nil {
		m.release()
	}
}

// Close frees the handle before the garbage collector does. A closed module is like nil.
func (m *TerraformModule) Close() {
	if m != nil {
		m.close()
	}
}

// A TerraformFile is a text by the name that says what it is, such as main.tf or
// production.tfvars.
type TerraformFile struct {
	Name string
	Text []byte
}

// ReadTerraformModule reads a module of files that the program has, in whichever order they come.
// The module is there, as far as it could be read, whatever the error says, which has all
// diagnostics, warnings too; it is nil only if the arguments were wrong.
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

// ReadTerraformFolder reads a module that is a folder on disk, as ReadTerraformModule.
func ReadTerraformFolder(path string) (*TerraformModule, error) {
	host := C.pcty_terraform_host_new()
	defer C.pcty_terraform_host_free(host)
	if err := failed(C.go_terraform_host_set_root(host, path)); err != nil {
		return nil, err
	}
	return ownModule(C.go_terraform_module_open_diagnosed(host, "."), 0)
}

// ReadTerraformFS reads a module that is a folder of files which the program has, as
// ReadTerraformModule; "." is where paths begin.
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
	m := &TerraformModule{}
	m.own(moduleHandle, made.out)
	return m, findingsFor(&made, cause)
}

func ownModule(made C.go_outs, length int) (*TerraformModule, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	m := &TerraformModule{}
	m.own(moduleHandle, made.out)
	m.weighText(length, moduleBytes)
	return m, findings((*C.pcty_error)(made.more))
}

// A TerraformPlace is where a declaration begins.
type TerraformPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Byte   int    `json:"byte"`
}

// A TerraformInventory is what a module declares, in the order of its files. What else JSON has
// says TerraformModule.JSON.
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
	Name        string         `json:"name"`
	Place       TerraformPlace `json:"place"`
	Type        string         `json:"type"` // as HCL writes it, with optional attributes
	Description string         `json:"description"`
	Required    bool           `json:"required"`
	Nullable    bool           `json:"nullable"`
	Sensitive   bool           `json:"sensitive"`
	Ephemeral   bool           `json:"ephemeral"`
}

// A TerraformDeclaration is anything else that a module declares; what its kind does not have is
// empty.
type TerraformDeclaration struct {
	Name      string         `json:"name"`
	Place     TerraformPlace `json:"place"`
	Mode      string         `json:"mode"` // of a resource: resource, data or ephemeral
	Type      string         `json:"type"` // of a resource
	Source    string         `json:"source"`
	Version   string         `json:"version"`
	Alias     string         `json:"alias"`
	Value     string         `json:"value"` // the expression, as it is written
	Sensitive bool           `json:"sensitive"`
}

// Inventory is what the module declares.
func (m *TerraformModule) Inventory() (*TerraformInventory, error) {
	text, err := m.JSON()
	if err != nil {
		return nil, err
	}
	found := &TerraformInventory{}
	return found, json.Unmarshal([]byte(text), found)
}

// JSON is the inventory as one JSON object.
func (m *TerraformModule) JSON() (string, error) {
	defer m.done()
	return taken(C.go_terraform_module_to_json(m.use()))
}

// TerraformInputs are what a module is looked at with. Of several values of a variable the last
// one counts: those of Environment, then of Files in their order, then CommandLine, then Values.
type TerraformInputs struct {
	Environment map[string]string
	Files       []TerraformFile
	CommandLine map[string]string
	Values      map[string]*Value
	// RequireAll says that a variable without a default that is given nothing is a fault; else it
	// is not known.
	RequireAll bool
	// ModulePath, RootPath and WorkingDirectory are what `path.module`, `path.root` and `path.cwd`
	// are; one that is empty is not known.
	ModulePath, RootPath, WorkingDirectory string
	// Workspace is what `terraform.workspace` is; default if it is empty.
	Workspace string
	// Host is what functions ask of the program.
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
	return owns, failed(C.go_terraform_inputs_set_options(made, host, C.bool(in.RequireAll), in.ModulePath,
		in.RootPath, in.WorkingDirectory, in.Workspace))
}

// A TerraformEvaluation is what a module is worth with some inputs. It never changes; any number
// of goroutines may use it.
type TerraformEvaluation struct{ handle }

func (e *TerraformEvaluation) use() *C.pcty_terraform_evaluation {
	if e == nil {
		return nil
	}
	return (*C.pcty_terraform_evaluation)(e.acquire())
}

func (e *TerraformEvaluation) done() {
	if e != nil {
		e.release()
	}
}

// Close frees the handle before the garbage collector does. A closed evaluation is like nil.
func (e *TerraformEvaluation) Close() {
	if e != nil {
		e.close()
	}
}

// Evaluate looks at the module with some inputs: variables are brought to their types, rules
// checked, local values and outputs evaluated. The evaluation is there whatever the error says,
// which has all diagnostics, warnings too; it is nil only if the inputs were wrong.
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
	e := &TerraformEvaluation{}
	e.own(evaluationHandle, made.out)
	return e, findingsFor(&made, cause)
}

// Variable is the value of a variable, of its type; nil if it is wrong or not declared.
func (e *TerraformEvaluation) Variable(name string) *Value {
	defer e.done()
	return foundValue(C.go_terraform_evaluation_get(e.use(), name, C.PCTY_TERRAFORM_VARIABLE))
}

// Local is a local value; nil if it is wrong, follows from what is, or is not defined.
func (e *TerraformEvaluation) Local(name string) *Value {
	defer e.done()
	return foundValue(C.go_terraform_evaluation_get(e.use(), name, C.PCTY_TERRAFORM_LOCAL))
}

// Output is the value of an output; nil if it is wrong, follows from what is, or is not declared.
func (e *TerraformEvaluation) Output(name string) *Value {
	defer e.done()
	return foundValue(C.go_terraform_evaluation_get(e.use(), name, C.PCTY_TERRAFORM_OUTPUT))
}

// Outputs returns the names of the outputs in the order of their declarations.
func (e *TerraformEvaluation) Outputs() []string {
	defer e.done()
	evaluation := e.use()
	names := make([]string, C.go_terraform_evaluation_output_count(evaluation))
	for at := range names {
		names[at] = text(C.go_terraform_evaluation_output_name_at(evaluation, C.size_t(at)))
	}
	return names
}

// JSON is all values and diagnostics as one JSON object.
func (e *TerraformEvaluation) JSON() (string, error) {
	defer e.done()
	return taken(C.go_terraform_evaluation_to_json(e.use()))
}
