//go:build !polycty_no_terraform

package polycty

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestATerraformModuleIsReadAndEvaluated(t *testing.T) {
	module, err := ReadTerraformModule(TerraformFile{Name: "main.tf", Text: []byte(
		"variable \"a\" {\n  type = list(number)\n}\nvariable \"b\" {\n  default = \"x\"\n  sensitive = true\n}\n" +
			"locals {\n  l = var.a[0]\n}\noutput \"o\" {\n  value = [local.l, terraform.workspace, path.module]\n}\n")})
	if err != nil {
		t.Fatal(err)
	}
	found, err := module.Inventory()
	if err != nil || len(found.Variables) != 2 || !found.Variables[0].Required || !found.Variables[1].Sensitive ||
		found.Variables[0].Type != "list(number)" || found.Outputs[0].Place.Line != 11 {
		t.Fatalf("%+v %v", found, err)
	}
	inputs := TerraformInputs{CommandLine: map[string]string{"a": "[\"7\"]"}, Workspace: "w", ModulePath: "m"}
	evaluation, err := module.Evaluate(inputs)
	if err != nil {
		t.Fatal(err)
	}
	if names := evaluation.Outputs(); len(names) != 1 || names[0] != "o" {
		t.Errorf("the names of the outputs are %v", names)
	}
	if json, err := evaluation.Output("o").EncodeJSON(nil); err != nil || string(json) != `[7,"w","m"]` {
		t.Fatalf("%s", json)
	}
	if evaluation.Variable("b") == nil || evaluation.Local("l") == nil || evaluation.Local("nope") != nil {
		t.Fatal("values are missing")
	}
	evaluation, err = module.Evaluate(TerraformInputs{
		Files:      []TerraformFile{{Name: "v.tfvars", Text: []byte("a = true\nc = 1\n")}},
		RequireAll: true,
	})
	if evaluation == nil || err == nil || len(err.(*Error).Diagnostics) != 2 {
		t.Fatalf("%v", err)
	}
	module.Close()
	if _, err := module.Inventory(); err == nil {
		t.Fatal("a closed module has an inventory")
	}
}

func TestATerraformModuleIsReadOfFilesThatTheProgramHas(t *testing.T) {
	files := fstest.MapFS{
		"net/main.tf":     {Data: []byte("output \"o\" {\n  value = [file(\"net/motd\"), fileset(\".\", \"**\"), fileexists(\"x\")]\n}\n")},
		"net/sub/none.tf": {Data: []byte("broken {")},
		"net/motd":        {Data: []byte("hello")},
	}
	module, err := ReadTerraformFS(files, "./net/")
	if err != nil {
		t.Fatal(err)
	}
	evaluation, err := module.Evaluate(TerraformInputs{Host: TerraformHost{Files: files}})
	if err != nil {
		t.Fatal(err)
	}
	json, err := evaluation.Output("o").EncodeJSON(nil)
	if want := `["hello",["net/main.tf","net/motd","net/sub/none.tf"],false]`; err != nil || string(json) != want {
		t.Fatalf("%s %v", json, err)
	}
	for _, folder := range []string{"none", "../net", "/net"} {
		if _, err := ReadTerraformFS(files, folder); err == nil {
			t.Fatalf("%s is read", folder)
		}
	}
}

// The expected output of the example, for all languages, is next to its data.
func TestTheTerraformExampleWritesWhatItsDataSay(t *testing.T) {
	const data = "../../examples/data/"
	module, err := ReadTerraformFolder(data + "terraform")
	if err != nil {
		t.Fatal(err)
	}
	values, err := os.ReadFile(data + "terraform-good.tfvars")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(data + "terraform.out")
	if err != nil {
		t.Fatal(err)
	}
	evaluation, err := module.Evaluate(TerraformInputs{
		Files:      []TerraformFile{{Name: "terraform-good.tfvars", Text: values}},
		RequireAll: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	json, err := evaluation.JSON()
	if err != nil || !strings.HasPrefix(json, string(bytes.TrimSpace(want))) {
		t.Fatalf("%s %v", json, err)
	}
}
