package polycty_test

import (
	"fmt"

	polycty "github.com/polycty/polycty/bindings/go"
)

// README.md shows this example.

func Example_readme() {
	wanted := polycty.Must(polycty.ParseType(polycty.HCL, "object({ ports = list(number) })"))
	given := polycty.Must(polycty.DecodeJSON([]byte(`{"ports": ["80", "http"]}`), nil))
	_, err := given.Convert(polycty.HCL, wanted)
	fmt.Println(err)

	value := polycty.Must(polycty.EvaluateHCL(`[for n in [1, 2] : n * 10]`, "main.hcl", nil))
	fmt.Println(value)

	// Output:
	// .ports[1]: a number is required
	// [10,20]
}
