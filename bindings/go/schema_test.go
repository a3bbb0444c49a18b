package polycty

import (
	"errors"
	"strings"
	"testing"
)

func parsedAs(t *testing.T, dialect Dialect, text string) *Type {
	t.Helper()
	return Must(ParseType(dialect, text))
}

func TestTypesBecomeSchemas(t *testing.T) {
	made := Must(parsedAs(t, HCL, "object({a = number})").ExportSchema(HCL, nil, SchemaValues))
	const wanted = `{"type":["object","null"],"properties":{"a":{"type":["number","null"]}},"additionalProperties":false,"required":["a"]}`
	if text := Must(made.Schema().Text(SchemaStyle{Part: true, Compact: true})); text != wanted {
		t.Fatal(text)
	}
	if found := Must(made.Relate()); found.Verdict != VerdictExact || len(made.Notes()) != 0 {
		t.Fatalf("%+v %+v", found, made.Notes())
	}
	parsed, defaults, err := ParseHCLType("object({a = optional(number, 8)})", "f", HCLNative, HCLTypeDefaults)
	if err != nil {
		t.Fatal(err)
	}
	told := Must(parsed.ExportSchema(HCL, defaults, SchemaConverting))
	if text := Must(told.Schema().Text(SchemaStyle{})); !strings.Contains(text, `"default": 8`) {
		t.Fatal(text)
	}
	documents := Must(told.Schema().Documents())
	for json, wanted := range map[string]Validity{`{"a": "1", "b": 2}`: Valid, `{"a": "x"}`: Invalid} {
		if found := Must(documents.Take(json)); found != wanted {
			t.Fatalf("%s: %v", json, found)
		}
	}
}

func TestSchemasBecomeTypes(t *testing.T) {
	const text = `{"schemas": {"Server": {"type": "object", "required": ["port"], "properties": {"port": {"$ref": "port.json"}}, "additionalProperties": false}}}`
	asked := 0
	reading := SchemaReading{
		Pointer: "/schemas/Server",
		Address: "https://example.org/api.json",
		Retrieve: func(address string) (string, bool, error) {
			asked++
			return `{"type": "integer", "minimum": 1}`, address == "https://example.org/port.json", nil
		},
	}
	schema, err := ReadSchema(text, reading)
	if err != nil || asked != 1 {
		t.Fatal(err, asked)
	}
	made := Must(schema.Import(HCL, OpenObjectsClosed))
	if text := Must(made.Type().HCLText()); text != "object({port=number})" {
		t.Fatal(text)
	}
	found := false
	for _, note := range made.Notes() {
		found = found || note.Path.String() == ".port" && note.Place == "/schemas/Server/properties/port" && note.Misfit == MisfitWider
	}
	if !found {
		t.Fatalf("%+v", made.Notes())
	}
	relation := Must(made.Relate())
	if relation.Verdict != VerdictWider || relation.More == "" || relation.Less != "" {
		t.Fatalf("%+v", relation)
	}
	if taken := Must(Must(schema.Documents()).Take(relation.More)); taken != Invalid {
		t.Fatal(taken)
	}
	refused := errors.New("no network here")
	reading.Retrieve = func(string) (string, bool, error) { return "", false, refused }
	if _, err := ReadSchema(text, reading); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	reading.Retrieve = func(string) (string, bool, error) { panic("a bug") }
	if _, err := ReadSchema(text, reading); err == nil {
		t.Fatal("a panic passed")
	}
	reading.Retrieve = nil
	if _, err := ReadSchema(text, reading); !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
}

func TestClassesAndModulesAreSchemas(t *testing.T) {
	manifest := Must(ParsePuppetManifest("class web(Integer[1, 9] $port, $label = 'a') { }", "web.pp", PuppetStrict))
	made := Must(manifest.ExportClassSchema("web", nil))
	if text := Must(made.Schema().Text(SchemaStyle{Compact: true})); !strings.Contains(text, `"required":["port"]`) {
		t.Fatal(text)
	}
	if found := Must(made.Relate()); found.Verdict != VerdictExact {
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
	if change.Verdict != VerdictNarrower || change.Less == "" || change.More != "" {
		t.Fatalf("%+v", change)
	}
}

func TestWitnesses(t *testing.T) {
	one, other := parsedAs(t, Puppet, "Array[Integer]"), parsedAs(t, Puppet, "Array[Integer, 1]")
	if witness := Must(one.AssignableWitness(Puppet, other)); witness != "[]" {
		t.Fatal(witness)
	}
	if witness := Must(other.AssignableWitness(Puppet, one)); witness != "" {
		t.Fatal(witness)
	}
	if witness := Must(one.TranslationWitness(Puppet, HCL)); witness != "null" {
		t.Fatal(witness)
	}
	ports := Must(parsedAs(t, Puppet, "Integer[1, 9]").Documents(Puppet, SchemaValues))
	ports.Close()
	if _, err := ports.Take("1"); err == nil {
		t.Fatal("a closed set has documents")
	}
}
