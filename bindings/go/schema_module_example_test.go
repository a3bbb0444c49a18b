//go:build !polycty_no_schema && !polycty_no_terraform

package polycty_test

import (
	"fmt"

	polycty "github.com/polycty/polycty/bindings/go"
)

func ExampleTerraformModule_ExportSchema() {
	module := func(text string) *polycty.TerraformModule {
		return polycty.Must(polycty.ReadTerraformModule(polycty.TerraformFile{Name: "main.tf", Text: []byte(text)}))
	}
	before := module("variable \"size\" {\n  type = number\n}\n")
	after := module("variable \"size\" {\n  type = number\n  default = 1\n}\n")
	made := polycty.Must(after.ExportSchema(polycty.SchemaValues))
	fmt.Println(polycty.Must(made.Schema().Text(polycty.SchemaStyle{Part: true, Compact: true})))
	old := polycty.Must(before.Documents(polycty.SchemaConverting))
	change := polycty.Must(old.Relate(polycty.Must(after.Documents(polycty.SchemaConverting))))
	fmt.Println(change.Inclusion, change.More)
	// Output:
	// {"type":"object","properties":{"size":{"type":["number","null"],"default":1}},"additionalProperties":false}
	// wider {}
}
