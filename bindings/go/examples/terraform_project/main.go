//go:build !polycty_no_terraform

// Checks a Terraform project with the modules that it calls, and evaluates its outputs:
//
//	terraform_project FOLDER VALUES.tfvars
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
	project, err := polycty.OpenTerraformProject(folder, polycty.TerraformProjectOptions{})
	if err != nil {
		return "", err
	}
	if _, err := project.Validate(); err != nil {
		return "", err
	}
	outputs, err := project.Plan(polycty.TerraformInputs{
		Files: []polycty.TerraformFile{{Name: file, Text: values}},
	})
	if err != nil {
		return "", err
	}
	return outputs.JSON()
}

func main() {
	arguments := append(os.Args[1:], "", "")
	found, err := check(arguments[0], arguments[1])
	if failure, ok := err.(*polycty.Error); ok {
		fmt.Fprintln(os.Stderr, failure.Render(polycty.Plain))
		os.Exit(1)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(found)
}
