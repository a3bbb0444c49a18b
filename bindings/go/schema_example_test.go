//go:build !polycty_no_schema

package polycty_test

import (
	"fmt"

	polycty "github.com/polycty/polycty/bindings/go"
)

// The examples of docs/how-to/export-json-schema.md.

func ExampleSchema_Import() {
	schema, err := polycty.ReadSchema(`{"$ref": "https://example.org/port.json"}`, polycty.SchemaReading{
		Retrieve: func(address string) (text string, found bool, err error) {
			return `{"type": "integer", "minimum": 1}`, address == "https://example.org/port.json", nil
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	made := polycty.Must(schema.Import(polycty.HCL, polycty.SchemaOpenObjectsClosed))
	fmt.Println(polycty.Must(made.Type().HCLText()))
	for _, note := range made.Notes() {
		fmt.Println(note.Message)
	}
	found := polycty.Must(made.Relate())
	fmt.Println(found.Inclusion, found.More)
	// Output:
	// number
	// every type of HCL includes null
	// number has no bounds and includes fractions
	// wider null
}
