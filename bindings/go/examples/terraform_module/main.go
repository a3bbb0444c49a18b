//go:build !polycty_no_terraform

// Checks the values of all variables of a Terraform module, and prints all errors:
//
//	terraform_module MODULE VALUES.tfvars
package main

import (
	"fmt"
	"os"

	polycty "github.com/polycty/polycty/bindings/go"
)

func check(folder, file string) (string, error) {
	values, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	module, err := polycty.ReadTerraformFolder(folder)
	if err != nil {
		return "", err
	}
	found, err := module.Evaluate(polycty.TerraformInputs{
		Files:      []polycty.TerraformFile{{Name: file, Text: values}},
		RequireAll: true,
	})
	if err != nil {
		return "", err
	}
	return found.JSON()
}

func main() {
	arguments := append(os.Args[1:], "", "")
	found, err := check(arguments[0], arguments[1])
	if told, ok := err.(*polycty.Error); ok {
		fmt.Fprintln(os.Stderr, told.Render(polycty.Plain))
		os.Exit(1)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(found)
}
