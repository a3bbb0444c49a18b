//go:build !polycty_no_schema && !polycty_no_puppet && !polycty_no_terraform

package polycty

import (
	"strings"
	"testing"
)

func TestClassesAndModulesAreSchemas(t *testing.T) {
	manifest := Must(ParsePuppetManifest("class web(Integer[1, 9] $port, $label = 'a') { }", "web.pp", PuppetStrict))
	made := Must(manifest.ExportClassSchema("web", nil))
	if text := Must(made.Schema().Text(SchemaStyle{Compact: true})); !strings.Contains(text, `"required":["port"]`) {
		t.Fatal(text)
	}
	if found := Must(made.Relate()); found.Inclusion != SchemaInclusionExact {
		t.Fatalf("%+v", found)
	}
	module := func(text string) *TerraformModule {
		return Must(ReadTerraformModule(TerraformFile{Name: "main.tf", Text: []byte(text)}))
	}
	before := module("variable \"a\" {\n  type = string\n}\n")
	after := module("variable \"a\" {\n  type = string\n}\nvariable \"b\" {\n  type = bool\n}\n")
	variables := Must(after.ExportSchema(SchemaConverting))
	if text := Must(variables.Type().HCLText()); text != "object({a=string,b=bool})" {
		t.Fatal(text)
	}
	old, renewed := Must(before.Documents(SchemaConverting)), Must(after.Documents(SchemaConverting))
	change := Must(old.Relate(renewed))
	if change.Inclusion != SchemaInclusionNarrower || change.Less == "" || change.More != "" {
		t.Fatalf("%+v", change)
	}
}
