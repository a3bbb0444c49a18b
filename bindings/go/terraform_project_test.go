//go:build !polycty_no_terraform

package polycty

import (
	"errors"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

var projectTexts = map[string]string{
	"main.tf": "variable \"n\" {\n  type = number\n}\nvariable \"key\" {\n  sensitive = true\n  default = \"k\"\n}\n" +
		"module \"m\" {\n  source = \"./m\"\n  count = var.n\n}\n" +
		"output \"all\" {\n  value = module.m[*].o\n}\noutput \"key\" {\n  value = var.key\n  sensitive = true\n}\n",
	"m/main.tf": "output \"o\" {\n  value = upper(file(\"m/motd\"))\n}\n",
	"m/motd":    "hello",
}

func TestATerraformProjectIsValidatedAndPlanned(t *testing.T) {
	project, err := OpenTerraformProject(".", TerraformProjectOptions{
		Host: TerraformHost{Texts: projectTexts}, Version: "1.13"})
	if err != nil {
		t.Fatal(err)
	}
	modules := project.Modules()
	if len(modules) != 2 || modules[0].Address != "" || modules[1].Directory != "m" || !modules[1].Available ||
		modules[1].File != "main.tf" || modules[1].Line != 8 {
		t.Fatalf("%+v", modules)
	}
	if files := project.Files(); !reflect.DeepEqual(files, []string{"main.tf", "m/main.tf"}) {
		t.Fatal(files)
	}
	module, err := project.Module("")
	if err != nil {
		t.Fatal(err)
	}
	if found, err := module.Inventory(); err != nil || len(found.Variables) != 2 {
		t.Fatal(found, err)
	}
	if _, err := project.Module("module.none"); !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
	inferred, err := project.Validate()
	if err != nil {
		t.Fatal(err)
	}
	if value := inferred.Get("module.m.output.o"); value == nil || value.Type().String() != "string" {
		t.Fatal(value)
	}
	planned, err := project.Plan(TerraformInputs{CommandLine: map[string]string{"n": "2"}, RequireAll: true})
	if err != nil {
		t.Fatal(err)
	}
	all := planned.All()
	if len(all) != 4 || all[0].Name != "o" && all[0].Name != "key" {
		t.Fatalf("%+v", all)
	}
	json, err := planned.Get("all").EncodeJSON(nil)
	if want := `["HELLO","HELLO"]`; err != nil || string(json) != want {
		t.Fatal(string(json), err)
	}
	if planned.Get("key") == nil || planned.Get("none") != nil {
		t.Fatal("the wrong outputs exist")
	}
	if text, err := planned.JSON(); err != nil || !strings.Contains(text, `"sensitive":true`) {
		t.Fatal(text, err)
	}
	planned, err = project.Plan(TerraformInputs{RequireAll: true})
	if planned == nil || err == nil || !strings.Contains(err.Error(), "No value for required variable") {
		t.Fatal(err)
	}
	project.Close()
	if len(project.Modules()) != 0 {
		t.Fatal("a closed project has modules")
	}
	if _, err := project.Validate(); err == nil {
		t.Fatal("a closed project is valid")
	}
}

func TestModulesOfARegistryAreFoundByAFunction(t *testing.T) {
	files := fstest.MapFS{
		"main.tf":         {Data: []byte("module \"v\" {\n  source = \"a/b/c\"\n  version = \"1.0\"\n}\nmodule \"w\" {\n  source = \"a/b/d\"\n}\n")},
		"cache/v/main.tf": {Data: []byte("output \"o\" {\n  value = file(\"motd\")\n}\n")},
		"motd":            {Data: []byte("hello")},
	}
	var calls []TerraformModuleCall
	options := TerraformProjectOptions{Host: TerraformHost{Files: files,
		Modules: func(call TerraformModuleCall) (string, bool, error) {
			calls = append(calls, call)
			return "cache/v", call.Key == "v", nil
		}}}
	project, err := OpenTerraformProject(".", options)
	var failure *Error
	if project == nil || !errors.As(err, &failure) || len(failure.Diagnostics) != 1 {
		t.Fatal(err)
	}
	want := []TerraformModuleCall{{"v", "a/b/c", "1.0"}, {"w", "a/b/d", ""}}
	if !reflect.DeepEqual(calls, want) {
		t.Fatalf("%+v", calls)
	}
	if modules := project.Modules(); len(modules) != 3 || modules[2].Available || modules[2].Address != "module.w" {
		t.Fatalf("%+v", modules)
	}
	// The project still reads files of the host.
	runtime.GC()
	if outputs, err := project.Validate(); err != nil || outputs.Get("module.v.output.o").String() != `"hello"` {
		t.Fatal(err)
	}
	broken := errors.New("no network")
	options.Host.Modules = func(TerraformModuleCall) (string, bool, error) { return "", false, broken }
	if _, err := OpenTerraformProject(".", options); !errors.Is(err, broken) {
		t.Fatal(err)
	}
}

func TestUnsavedTextsReplaceFilesAndSchemasApply(t *testing.T) {
	schemas, err := ParseTerraformSchemas([]byte(`{"provider_schemas": {"registry.terraform.io/hashicorp/test":
		{"resource_schemas": {"test_a": {"block": {"attributes": {"size": {"type": "number", "required": true}}}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if found := schemas.Providers(); len(found) != 1 || found[0] != "registry.terraform.io/hashicorp/test" {
		t.Fatal(found)
	}
	files := fstest.MapFS{"p/main.tf": {Data: []byte("resource \"test_a\" \"x\" {\n  size = 1\n}\n")}}
	options := TerraformProjectOptions{Host: TerraformHost{Files: files}, Schemas: schemas}
	check := func() error {
		project, err := OpenTerraformProject("p", options)
		if err != nil {
			t.Fatal(err)
		}
		_, err = project.Validate()
		return err
	}
	if err := check(); err != nil {
		t.Fatal(err)
	}
	options.Host.Texts = map[string]string{"p/main.tf": "resource \"test_a\" \"x\" {\n}\n"}
	if err := check(); err == nil || !strings.Contains(err.Error(), "size") {
		t.Fatal(err)
	}
	if _, err := ParseTerraformSchemas([]byte("[")); !errors.Is(err, ErrSyntax) {
		t.Fatal(err)
	}
	if _, err := OpenTerraformProject("p", TerraformProjectOptions{Host: options.Host, Version: "0.12"}); !errors.Is(err, ErrUnsupported) {
		t.Fatal(err)
	}
}

// The expected output of the example, for all languages, is next to its data.
func TestTheExampleOfAProjectWritesWhatItsDataSay(t *testing.T) {
	const data = "../../examples/data/"
	project, err := OpenTerraformProject(data+"terraform-project", TerraformProjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	values, err := os.ReadFile(data + "terraform-project-good.tfvars")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(data + "terraform-project.out")
	if err != nil {
		t.Fatal(err)
	}
	outputs, err := project.Plan(TerraformInputs{Files: []TerraformFile{{Name: "good.tfvars", Text: values}}})
	if err != nil {
		t.Fatal(err)
	}
	json, err := outputs.JSON()
	if err != nil || json+"\n" != string(want) {
		t.Fatalf("%s %v", json, err)
	}
}

func TestAProjectOfOpenTofu(t *testing.T) {
	texts := map[string]string{
		"main.tf": "broken {",
		"main.tofu": "variable \"v\" {\n  type = object({ a = optional(string) })\n  default = { b = 1 }\n}\n" +
			"output \"o\" {\n  value = urldecode(\"a+b\")\n}\n",
	}
	options := TerraformProjectOptions{Host: TerraformHost{Texts: texts}}
	for _, dialect := range []TerraformDialect{TerraformDialectDetected, TerraformDialectOpentofu} {
		options.Dialect = dialect
		project, err := OpenTerraformProject(".", options)
		// OpenTofu warns of the attribute of the default.
		if project == nil || err == nil || !strings.Contains(err.Error(), "Object attribute is ignored") {
			t.Fatal(err)
		}
		outputs, err := project.Plan(TerraformInputs{})
		if err != nil {
			t.Fatal(err)
		}
		if json, err := outputs.JSON(); err != nil || !strings.Contains(json, "a b") {
			t.Fatal(json, err)
		}
	}
	options.Dialect = TerraformDialectTerraform
	if _, err := OpenTerraformProject(".", options); err == nil {
		t.Fatal("main.tf was not read")
	}
	options.Dialect, options.Version = TerraformDialectOpentofu, "1.12"
	if _, err := OpenTerraformProject(".", options); !errors.Is(err, ErrUnsupported) {
		t.Fatal(err)
	}
}

func TestStrictnessReportsUndeclaredAttributes(t *testing.T) {
	texts := map[string]string{
		"main.tf":   "module \"m\" {\n  source = \"./m\"\n  v = { b = 1 }\n}\n",
		"m/main.tf": "variable \"v\" {\n  type = object({ a = optional(string) })\n}\n",
	}
	for strictness, want := range map[TerraformStrictness]string{
		TerraformStrictnessNone: "", TerraformStrictnessParts: "", TerraformStrictnessWarnings: "warning", TerraformStrictnessErrors: "error",
	} {
		project, err := OpenTerraformProject(".", TerraformProjectOptions{
			Host: TerraformHost{Texts: texts}, Strictness: strictness})
		if err != nil {
			t.Fatal(err)
		}
		_, err = project.Validate()
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), "Unexpected attribute") {
			t.Fatal(strictness, err)
		}
	}
}

func TestPlansAreReadWithTheTypesOfSchemas(t *testing.T) {
	schemas, err := ParseTerraformSchemas([]byte(`{"provider_schemas": {"p": {"resource_schemas": {"x": {"block": {"attributes": {"id": {"type": "string", "computed": true}, "tags": {"type": ["set", "string"], "optional": true}, "key": {"type": "string", "optional": true, "sensitive": true}}}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := ParseTerraformPlan([]byte(`{"format_version": "1.2", "variables": {"v": {"value": 1}}, "resource_changes": [{"address": "x.a", "previous_address": "x.b", "mode": "managed", "type": "x", "name": "a", "provider_name": "p", "change": {"actions": ["create"], "before": null, "after": {"tags": ["t"], "key": "hunter2"}, "after_unknown": {"id": true}}}], "output_changes": {"o": {"actions": ["update"], "before": 1, "after": 2}}, "prior_state": {"values": {"outputs": {"o": {"type": "number", "value": 1}}, "root_module": {}}}}`), schemas)
	if err != nil {
		t.Fatal(err)
	}
	schemas.Close()
	changes := plan.Part(TerraformPlanPartChanges)
	if len(changes) != 2 || changes[0].Address != "x.a" || changes[0].PreviousAddress != "x.b" || changes[0].Action != TerraformActionCreate {
		t.Fatal(changes)
	}
	if found := changes[0].After.String(); strings.Contains(found, "hunter2") {
		t.Fatal(found)
	}
	if changes[1].Name != "o" || changes[1].Before.String() != "1" || changes[1].After.String() != "2" {
		t.Fatal(changes[1])
	}
	if found := plan.Part(TerraformPlanPartVariables); len(found) != 1 || found[0].Before != nil {
		t.Fatal(found)
	}
	plan.Close()
	if _, err := ParseTerraformPlan([]byte("{}"), nil); !errors.Is(err, ErrSyntax) {
		t.Fatal(err)
	}
}
