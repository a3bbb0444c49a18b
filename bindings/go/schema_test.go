//go:build !polycty_no_schema

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
	if found := Must(made.Relate()); found.Inclusion != SchemaInclusionExact || len(made.Notes()) != 0 {
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
	for json, wanted := range map[string]SchemaValidity{`{"a": "1", "b": 2}`: SchemaValid, `{"a": "x"}`: SchemaInvalid} {
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
	made := Must(schema.Import(HCL, SchemaOpenObjectsClosed))
	if text := Must(made.Type().HCLText()); text != "object({port=number})" {
		t.Fatal(text)
	}
	found := false
	for _, note := range made.Notes() {
		found = found || note.Path.String() == ".port" && note.Place == "/schemas/Server/properties/port" && note.SchemaMismatch == SchemaMismatchWider
	}
	if !found {
		t.Fatalf("%+v", made.Notes())
	}
	relation := Must(made.Relate())
	if relation.Inclusion != SchemaInclusionWider || relation.More == "" || relation.Less != "" {
		t.Fatalf("%+v", relation)
	}
	if taken := Must(Must(schema.Documents()).Take(relation.More)); taken != SchemaInvalid {
		t.Fatal(taken)
	}
	refused := errors.New("no network here")
	reading.Retrieve = func(string) (string, bool, error) { return "", false, refused }
	if _, err := ReadSchema(text, reading); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	reading.Retrieve = func(string) (string, bool, error) { panic("a bug") }
	func() {
		defer func() {
			if panicked := recover(); panicked != "a bug" {
				t.Errorf("panicked with %v", panicked)
			}
		}()
		_, err := ReadSchema(text, reading)
		t.Error(err)
	}()
	reading.Retrieve = nil
	if _, err := ReadSchema(text, reading); !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
}
