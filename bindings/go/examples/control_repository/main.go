//go:build !polycty_no_puppet

// Compiles the catalog of each node of a control repository, and compares the catalogs of two nodes:
//
//	control_repository FOLDER OLD-NODE NEW-NODE
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	polycty "github.com/polycty/polycty/bindings/go"
)

func check(out io.Writer, folder, old, new string) error {
	files, err := filepath.Glob(filepath.Join(folder, "facts", "*.json"))
	if err != nil {
		return err
	}
	catalogs := map[string]*polycty.PuppetCatalog{}
	for _, file := range files {
		facts, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		node := strings.TrimSuffix(filepath.Base(file), ".json")
		catalog, err := polycty.CompilePuppetCatalog(polycty.PuppetCatalogOptions{
			Environment: folder, Node: node, Facts: facts,
			Hiera: filepath.Join(folder, "global", "hiera.yaml"),
		})
		if err != nil {
			return err
		}
		if err := catalog.CheckCycles(); err != nil {
			return err
		}
		catalogs[node] = catalog
		fmt.Fprintf(out, "%s: %d resources\n", node, catalog.Len())
		for _, resource := range catalog.Resources() {
			for _, parameter := range resource.Parameters {
				if parameter.Sensitive {
					fmt.Fprintf(out, "    %s: secret %s\n", resource, parameter.Name)
				}
			}
		}
	}
	difference, err := catalogs[old].Diff(catalogs[new])
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s to %s: %d added, %d removed\n", old, new, len(difference.Added), len(difference.Removed))
	for _, change := range difference.Changed {
		fmt.Fprintf(out, "    %s: %d changed\n", change.Reference, len(change.Parameters))
	}
	return nil
}

func main() {
	arguments := append(os.Args[1:], "", "", "")
	err := check(os.Stdout, arguments[0], arguments[1], arguments[2])
	if failure, ok := err.(*polycty.Error); ok {
		fmt.Fprintln(os.Stderr, failure.Render(polycty.Plain))
		os.Exit(1)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
