//go:build !polycty_no_puppet

// Checks Hiera data against the parameters of a Puppet class: prints the value of each parameter,
// or all errors in Puppet's words.
//
//	class_parameters MODULES CLASS DATA.json
//
// MODULES is a directory of modules, each with its `manifests`, `types` and `functions`.
package main

import (
	"errors"
	"fmt"
	"os"

	polycty "github.com/polycty/polycty/bindings/go"
)

func parameters(modules, class, file string) (string, error) {
	environment := polycty.NewPuppetEnvironment()
	// Finds definitions by name: the class, the types of its parameters, the functions of its
	// defaults.
	if err := environment.SetModules(os.DirFS(modules)); err != nil {
		return "", err
	}
	json, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	data, err := polycty.DecodePuppetJSON(json)
	if err != nil {
		return "", err
	}
	var manifest *polycty.PuppetManifest
	all, err := manifest.ClassParameters(class, data, environment)
	var failures *polycty.Error
	if errors.As(err, &failures) {
		return "", errors.New(failures.Message) // one line for each problem, where Error returns one line
	}
	return polycty.PuppetRules{}.Interpolate(all)
}

func main() {
	arguments := append(os.Args[1:], "", "", "")
	all, err := parameters(arguments[0], arguments[1], arguments[2])
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(all)
}
