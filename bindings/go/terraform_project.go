//go:build !polycty_no_terraform

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// TerraformSchemas are the schemas of providers. They are immutable; any number of goroutines may
// use them.
type TerraformSchemas struct{ handle }

// ParseTerraformSchemas parses the output of `terraform providers schema -json`. The schema of a
// resource type is only read when a project uses it.
func ParseTerraformSchemas(text []byte) (*TerraformSchemas, error) {
	made := C.go_terraform_schemas_parse(asText(text))
	if made.error != nil {
		return nil, newError(made.error)
	}
	s := newTerraformSchemas((*C.pcty_terraform_schemas)(made.out))
	s.weighText(len(text), 1)
	return s, nil
}

// TerraformProjectOptions are the options of a project. The zero value has the rules of the newest
// version of Terraform, without schemas.
type TerraformProjectOptions struct {
	// Host is the access to files. If it has neither Root nor Files nor Texts, the folder of the
	// project is a folder on disk.
	Host TerraformHost
	// Version is the version of Terraform whose rules apply, such as 1.13: 1.11 to 1.17.
	Version string
	// Schemas are the schemas of the providers. Without them, checks that depend on a schema are left
	// out.
	Schemas *TerraformSchemas
	// Inputs have the values of root variables with `const`, which module sources may refer to.
	Inputs TerraformInputs
	// Workspace is the value of `terraform.workspace`; default if it is empty.
	Workspace string
	// Manifest is the content of modules.json. If it is empty, .terraform/modules/modules.json in the
	// folder is read, which `terraform init` writes.
	Manifest []byte
	// Queries makes query files (.tfquery.hcl) of the root module a part of the project.
	Queries bool
	// Dialect is the language.
	Dialect TerraformDialect
	// Strictness selects diagnostics in addition to those of Terraform. Initially each part of a value
	// that does not convert has an error of its own.
	Strictness TerraformStrictness
}

// A TerraformProject is a root module with the modules that it calls. It is immutable; any number of
// goroutines may use it.
type TerraformProject struct {
	*handle
	owns *closureSet
}

// OpenTerraformProject reads a project: the root module in a folder and the modules that it calls.
// The project is valid, as far as it could be read, even if there is an error; it is nil only if
// nothing could be read. The error has all diagnostics, including warnings.
func OpenTerraformProject(folder string, options TerraformProjectOptions) (*TerraformProject, error) {
	from := options.Host
	if from.Root == "" && from.Files == nil && from.Texts == nil {
		from.Root, folder = folder, "."
	}
	host := C.pcty_terraform_host_new()
	defer C.pcty_terraform_host_free(host)
	owns, err := from.fill(host)
	if err != nil {
		return nil, err
	}
	given := C.pcty_terraform_inputs_new()
	defer C.pcty_terraform_inputs_free(given)
	if _, err := options.Inputs.fill(given); err != nil {
		return nil, err
	}
	owns.pin()
	defer owns.unpin()
	defer options.Schemas.done()
	made := C.go_run_terraform_project_open_diagnosed(host, folder, C.bool(options.Queries), options.Version,
		options.Schemas.use(), given, options.Workspace, asText(options.Manifest),
		C.pcty_terraform_dialect(options.Dialect), C.pcty_terraform_strictness(options.Strictness))
	cause := takeCause(&made)
	if made.error != nil {
		return nil, newError(made.error).becauseOf(cause)
	}
	p := &TerraformProject{handle: &handle{}, owns: owns}
	p.own(projectHandle, made.out)
	return p, diagnosticsFor(&made, cause)
}

// A TerraformProjectModule is a module of a project, or a call of one that is not available.
type TerraformProjectModule struct {
	// Address is the address of the call, such as module.network.module.subnets; empty for the root
	// module.
	Address string
	// Source is the source address of the call.
	Source string
	// Directory is the directory in the files of the host; empty if the module is not available.
	Directory string
	// Available is whether the module could be found and read.
	Available bool
	// File and Line are the position of the call.
	File string
	Line int
}

// Modules returns the modules: the root module first, those that are not available last.
func (p *TerraformProject) Modules() []TerraformProjectModule {
	defer p.done()
	project := p.use()
	found := make([]TerraformProjectModule, int(C.go_terraform_project_info(project).out.module_count))
	for at := range found {
		read := C.go_terraform_project_module_at(project, C.size_t(at))
		if read.error != nil {
			panic(newError(read.error))
		}
		found[at] = TerraformProjectModule{
			Address:   text(read.out.address),
			Source:    text(read.out.source),
			Directory: text(read.out.directory),
			Available: bool(read.out.is_available),
			File:      text(read.out.file),
		}
		if found[at].File != "" {
			found[at].Line = int(read.out._range.start.line)
		}
	}
	return found
}

// Validate checks the project as `terraform validate` does, without values for its variables, and
// infers the types of the outputs of all modules. The outputs are valid even if there is an error;
// they are nil only if nothing could be checked. The error has all diagnostics, including warnings.
func (p *TerraformProject) Validate() (*TerraformOutputs, error) {
	defer p.done()
	made := C.go_run_terraform_project_validate_diagnosed(p.use())
	return ownOutputs(&made)
}

// Plan evaluates the project with inputs, on an empty state; values that only a provider can set
// are unknown. Only the values of the inputs and RequireAll apply. The outputs are valid even if
// there is an error; they are nil only if the inputs were wrong. The error has all diagnostics,
// including warnings.
func (p *TerraformProject) Plan(inputs TerraformInputs) (*TerraformOutputs, error) {
	given := C.pcty_terraform_inputs_new()
	defer C.pcty_terraform_inputs_free(given)
	if _, err := inputs.fill(given); err != nil {
		return nil, err
	}
	defer p.done()
	made := C.go_run_terraform_project_plan_diagnosed(p.use(), given)
	return ownOutputs(&made)
}

func ownOutputs(made *C.go_called) (*TerraformOutputs, error) {
	cause := takeCause(made)
	if made.error != nil {
		return nil, newError(made.error).panicking(cause)
	}
	return newTerraformOutputs((*C.pcty_terraform_outputs)(made.out)), diagnosticsFor(made, cause)
}

// TerraformOutputs are the outputs of the modules of a project, from a validation or a plan. They
// are immutable; any number of goroutines may use them.
type TerraformOutputs struct{ handle }

// A TerraformOutput is an output of an instance of a module.
type TerraformOutput struct {
	// Address is the name for the root module, else for example module.network[0].output.ids.
	Address string
	// Module is the address of the instance of the module; empty for the root module.
	Module string
	Name   string
	// Value is unknown if it depends on values that are not known; its type is the inferred type.
	Value *Value
}

// A TerraformPlan is a plan or a state in the JSON form of `terraform show -json`, as typed values.
// Plans are immutable; any number of goroutines may use them.
type TerraformPlan struct{ handle }

// ParseTerraformPlan parses the output of `terraform show -json`. Without schemas, values are objects
// and tuples as the text has them.
func ParseTerraformPlan(text []byte, schemas *TerraformSchemas) (*TerraformPlan, error) {
	defer schemas.done()
	made := C.go_terraform_plan_parse(asText(text), schemas.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	p := newTerraformPlan((*C.pcty_terraform_plan)(made.out))
	p.weighText(len(text), 1)
	return p, nil
}

// A TerraformPlanItem is a change, or the value of a resource, an output or a variable.
type TerraformPlanItem struct {
	Kind   TerraformDeclarationKind
	Action TerraformAction
	// Address is that of an instance of a resource, or the name of an output or a variable.
	Address string
	// PreviousAddress is the address before the change, if the object is moved.
	PreviousAddress string
	// ResourceType and Provider are those of a resource.
	ResourceType, Provider string
	Name                   string
	// Mismatch is the reason why a value does not have the type of the schema; empty if it has it.
	Mismatch string
	// Before is the value before a change; nil in other parts.
	Before *Value
	// After is unknown as far as only the apply determines it, and null for an object that is
	// destroyed.
	After *Value
}
