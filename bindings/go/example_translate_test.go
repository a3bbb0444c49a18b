//go:build !polycty_no_translate && !polycty_no_puppet

package polycty_test

import (
	"fmt"
	"log"

	polycty "github.com/polycty/polycty/bindings/go"
)

func ExampleType_Translate() {
	hcl := polycty.Must(polycty.ParseType(polycty.HCL, "list(number)"))
	translation, err := hcl.Translate(polycty.HCL, polycty.Puppet)
	if err != nil {
		log.Fatal(err)
	}
	notation, err := translation.Type.Format(polycty.Puppet)
	fmt.Println(notation, translation.Fit, err)
	// Output:
	// Optional[Array[Optional[Numeric]]] exact <nil>
}
