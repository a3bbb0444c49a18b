package polycty_test

import (
	"fmt"
	"log"

	polycty "github.com/polycty/polycty/bindings/go"
)

// docs/how-to/edit-hcl.md shows these examples.

type Network struct {
	Name    string           `hcl:"name,label"`
	CIDR    string           `hcl:"cidr"`
	Subnets []string         `hcl:"subnets,optional"`
	Rest    *polycty.HCLBody `hcl:",remain"`
}

func ExampleDecodeHCLBody() {
	source := []byte(`# The network of every service.
network "main" {
  cidr    = "10.0.0.0/16"
  comment = "of ${var.owner}" # no field is for it
}
`)
	body, err := polycty.ParseHCLBody(source, "main.hcl", polycty.HCLNative)
	if err != nil {
		log.Fatal(err)
	}
	var config struct {
		Networks []Network `hcl:"network,block"`
	}
	if err := polycty.DecodeHCLBody(body, nil, &config); err != nil {
		log.Fatal(err)
	}
	config.Networks[0].CIDR = "10.1.0.0/16"
	config.Networks = append(config.Networks, Network{Name: "lab", CIDR: "10.2.0.0/16", Subnets: []string{"a", "b"}})

	file, err := polycty.ParseHCLFile(source, "main.hcl")
	if err != nil {
		log.Fatal(err)
	}
	if err := polycty.EncodeIntoHCLBody(config, file.Body()); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", file.Bytes())
	// Output:
	// # The network of every service.
	// network "main" {
	//   cidr    = "10.1.0.0/16"
	//   comment = "of ${var.owner}" # no field is for it
	// }
	//
	// network "lab" {
	//   cidr    = "10.2.0.0/16"
	//   subnets = ["a", "b"]
	// }
}
