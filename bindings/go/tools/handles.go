package main

import (
	"fmt"
	"log"
	"strings"
)

// A handle is an object of the library in Go. Handles with a lock or with several owners have methods
// written by hand, and are in the table for their functions only.
type handle struct {
	object   string // the C type without pcty_
	kind     string // the handleKind of an object that only one language has
	name     string // the Go type; none if its methods are written by hand
	receiver string
	closed   string // the comment of Close after its first sentence
	pins     bool   // whether its calls may run Go functions that it owns
	changes  bool   // whether it can be changed; it is copied before if it is in use
	free     string // the function that frees it, if not that of C
}

var handles = []handle{
	{object: "error", kind: "errorHandle"},
	{object: "hcl_body", kind: "bodyHandle"},
	{object: "hcl_file", kind: "hclFileHandle"},
	{object: "converter", kind: "converterHandle", name: "Converter", receiver: "c", closed: closed("converter")},
	{object: "function", kind: "functionHandle", name: "Function", receiver: "f", pins: true,
		closed: "; scopes that have the function keep it. " + closed("function")},
	{object: "hcl_defaults", kind: "defaultsHandle", name: "HCLDefaults", receiver: "d", closed: "Methods treat closed defaults as nil."},
	{object: "hcl_expression", kind: "expressionHandle", name: "HCLExpression", receiver: "e", closed: closed("expression")},
	{object: "hcl_fragment", kind: "fragmentHandle", name: "HCLFragment", receiver: "s", closed: closed("fragment")},
	{object: "hcl_spec", kind: "specHandle", name: "HCLDecoder", receiver: "d", pins: true, closed: closed("decoder")},
	{object: "type", name: "Type", receiver: "t", closed: "; objects made from the type remain valid. " +
		closed("type") + " Close may be called more than once and during calls on other goroutines."},
	{object: "terraform_evaluation", kind: "evaluationHandle", name: "TerraformEvaluation", receiver: "e", closed: closed("evaluation")},
	{object: "terraform_module", kind: "moduleHandle", name: "TerraformModule", receiver: "m", closed: closed("module")},
	{object: "terraform_outputs", kind: "outputsHandle", name: "TerraformOutputs", receiver: "o", closed: "Methods treat closed outputs as nil."},
	{object: "terraform_plan", kind: "planHandle", name: "TerraformPlan", receiver: "p", closed: closed("plan")},
	{object: "terraform_project", kind: "projectHandle", name: "TerraformProject", receiver: "p", pins: true, closed: closed("project")},
	{object: "terraform_schemas", kind: "schemasHandle", name: "TerraformSchemas", receiver: "s", closed: "Methods treat closed schemas as nil."},
	{object: "pcl_checked", kind: "boundHandle", name: "PCLChecked", receiver: "b", pins: true,
		closed: "; results of Root remain valid. " + closed("PCLChecked")},
	{object: "hcl_scope", kind: "scopeHandle", name: "HCLScope", receiver: "s", changes: true, closed: "Running evaluations finish."},
	{object: "pcl_type_scope", kind: "pclTypeScopeHandle", name: "PCLTypeScope", receiver: "s", changes: true, closed: "Running checks finish."},
	{object: "puppet_aliases", kind: "aliasesHandle", name: "PuppetAliases", receiver: "a",
		closed: "; types that were parsed with the aliases remain valid. Methods treat closed aliases as nil, which has no aliases."},
	{object: "puppet_catalog", kind: "catalogHandle", name: "PuppetCatalog", receiver: "c", closed: closed("catalog")},
	{object: "puppet_environment", kind: "environmentHandle", name: "PuppetEnvironment", receiver: "e", changes: true},
	{object: "puppet_iteration", kind: "iterationHandle"},
	{object: "puppet_manifest", kind: "manifestHandle", name: "PuppetManifest", receiver: "m", closed: closed("manifest")},
	{object: "puppet_outline", kind: "outlineHandle"},
	{object: "mcl_host", kind: "mclHostHandle", name: "MCLHost", receiver: "h", changes: true},
	{object: "mcl_program", kind: "mclProgramHandle", name: "MCLProgram", receiver: "p", pins: true, closed: closed("program")},
	{object: "mcl_resources", kind: "mclResourcesHandle", name: "MCLResources", receiver: "r", closed: "Methods treat a closed graph as nil."},
	{object: "mcl_runtime", kind: "mclRuntimeHandle", free: "freeMCLRuntime"},
	{object: "mcl_sender", kind: "mclSenderHandle"},
	{object: "schema", kind: "schemaHandle", name: "Schema", receiver: "s", closed: closed("schema")},
	{object: "schema_documents", kind: "documentsHandle", name: "SchemaDocuments", receiver: "d", closed: closed("set")},
	{object: "workspace", kind: "workspaceHandle", name: "Workspace", receiver: "w", pins: true, closed: closed("workspace")},
	{object: "schema_pair", kind: "schemaPairHandle", name: "SchemaPair", receiver: "p", closed: closed("pair")},
}

func closed(noun string) string { return "Methods treat a closed " + noun + " as nil." }

// writeHandles writes the methods of handles, handles*.go: use and done, around each call of the
// library, Close, and the functions that free and copy an object of a language.
func writeHandles(m *model) {
	byFeature := map[string][]handle{}
	for _, h := range handles {
		object := "pcty_" + h.object
		if !m.handles[object] {
			log.Fatalf("include/polycty.json has no handle %s", object)
		}
		byFeature[m.features[object]] = append(byFeature[m.features[object]], h)
	}
	for feature, all := range byFeature {
		name := "handles.go"
		if feature != "" {
			name = "handles_" + feature + ".go"
		}
		write(name, goFile("handles.go", feature)+ofHandles(all))
	}
}

// ofHandles returns the declarations for the handles of one file.
func ofHandles(all []handle) string {
	text, functions := "", ""
	for _, r := range all {
		if r.kind != "" {
			functions += r.functions()
		}
		if r.name != "" {
			text += r.methods()
		}
	}
	if functions == "" {
		return "// #include \"results.h\"\nimport \"C\"\n" + text
	}
	return "// #include \"results.h\"\nimport \"C\"\n\nimport \"unsafe\"\n\nfunc init() {\n" + functions + "}\n" + text
}

// functions returns the assignments of the functions that free and copy an object.
func (r handle) functions() string {
	free := r.free
	if free == "" {
		free = fmt.Sprintf("func(p unsafe.Pointer) { C.pcty_%s_free((*C.pcty_%[1]s)(p)) }", r.object)
	}
	text := fmt.Sprintf("frees[%s] = %s\n", r.kind, free)
	if r.changes {
		text += fmt.Sprintf("clones[%s] = func(p unsafe.Pointer) unsafe.Pointer {\n"+
			"return unsafe.Pointer(C.pcty_%s_clone((*C.pcty_%[2]s)(p)))\n}\n", r.kind, r.object)
	}
	return text
}

// methods returns the methods with the names of the object, its type and the receiver in place of
// {object}, {T} and {r}.
func (r handle) methods() string {
	text, pin, unpin := plainMethods, "", ""
	switch {
	case r.changes:
		text = changingMethods
	case r.kind != "" && !r.pins:
		text = constructor + plainMethods
	}
	if r.pins {
		pin, unpin = "{r}.owns.pin()\n", "{r}.owns.unpin()\n"
	}
	end := ". "
	if strings.HasPrefix(r.closed, ";") {
		end = ""
	}
	closed := commented("", "Close frees the handle without waiting for the garbage collector"+end+r.closed)
	text = strings.NewReplacer("{pin}\n", pin, "{unpin}\n", unpin, "{closed}\n", closed, "{kind}", r.kind).Replace(text)
	return strings.NewReplacer("{r}", r.receiver, "{T}", r.name, "{object}", r.object).Replace(text)
}

const constructor = `
func new{T}(taken *C.pcty_{object}) *{T} { return ownedOf[{T}](unsafe.Pointer(taken), {kind}) }
`

const plainMethods = `
func ({r} *{T}) use() *C.pcty_{object} {
	if {r} == nil {
		return nil
	}
	{pin}
	return (*C.pcty_{object})({r}.acquire())
}

func ({r} *{T}) done() {
	if {r} != nil {
		{unpin}
		{r}.release()
	}
}

{closed}
func ({r} *{T}) Close() {
	if {r} != nil {
		{r}.close()
	}
}
`

const changingMethods = `
func new{T}(taken *C.pcty_{object}) *{T} {
	return &{T}{changing: newChanging({kind}, unsafe.Pointer(taken))}
}

{closed}
func ({r} *{T}) Close() { {r}.parts().close() }

// parts returns the changeable part, or nil.
func ({r} *{T}) parts() *changing {
	if {r} == nil {
		return nil
	}
	return &{r}.changing
}

// now returns the current state, which is valid until done.
func ({r} *{T}) now() (p *C.pcty_{object}, in usage) { return use[C.pcty_{object}]({r}.parts()) }

func ({r} *{T}) change(how func(*C.pcty_{object}) *C.pcty_error) error {
	return change({r}.parts(), how)
}

// own is a change that registers a Go object under a key for calls from the library.
func ({r} *{T}) own(key string, called any, how func(*C.pcty_{object}, C.uintptr_t) *C.pcty_error) error {
	return changeOwned({r}.parts(), key, func(p *C.pcty_{object}) (*closureSet, error) {
		owns := closureSetOf(called)
		return owns, failed(how(p, owns.number()))
	})
}
`
