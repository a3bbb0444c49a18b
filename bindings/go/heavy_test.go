//go:build !polycty_no_pcl && !polycty_no_puppet && !polycty_no_mcl && !polycty_no_terraform && !polycty_no_schema

package polycty_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

// Dropped objects that were read from texts are collected, although Go's heap does not contain
// them.
func TestHeavyHandlesAreCollected(t *testing.T) {
	rounds := 150
	if os.Getenv("POLYCTY_LONG") == "1" {
		rounds = 1500
	}
	repeat := func(count int, line string) string {
		var text strings.Builder
		for i := 0; i < count; i++ {
			fmt.Fprintf(&text, line, i, i)
		}
		return text.String()
	}
	manifest := repeat(4000, "$v%d = [1, 'a', %d]\n")
	program := repeat(400, "$v%d = [1, %d]\n")
	notes := polycty.NewMCLHost()
	if err := notes.AddKinds(`[{"kind": "note", "fields": [{"lang": "text", "type": "str"}]}]`); err != nil {
		t.Fatal(err)
	}
	resources := repeat(400, "note \"n%d\" {\n\ttext => \"%d\",\n}\n")
	compiled := polycty.Must(polycty.CompileMCLText(resources, "/main.mcl", notes))
	references := polycty.Must(polycty.ParseHCLExpression([]byte("["+repeat(5000, "a.b%d + f(%d),")+"1]"), "", polycty.HCLNative))
	module := repeat(3000, "variable \"v%d\" {\n  default = %d\n}\n")
	properties := repeat(3000, `"p%d":{"minimum":%d},`)
	schema := `{"properties":{` + properties + `"z":{}}}`
	read := polycty.Must(polycty.ReadSchema(schema, polycty.SchemaReading{}))
	for name, make := range map[string]func() error{
		"manifests": func() error { return second(polycty.ParsePuppetManifest(manifest, "m.pp", 0)) },
		"programs":  func() error { return second(polycty.CompileMCLText(program, "main.mcl", nil)) },
		"modules": func() error {
			return second(polycty.ReadTerraformModule(polycty.TerraformFile{Name: "main.tf", Text: []byte(module)}))
		},
		"schemas": func() error { return second(polycty.ReadSchema(schema, polycty.SchemaReading{})) },
		"bodies":  func() error { return second(polycty.ParseHCLBody([]byte(module), "main.tf", polycty.HCLNative)) },
		"scopes": func() error {
			for i := 0; i < 2000; i++ {
				if err := polycty.NewHCLScope().SetStandardFunctions(); err != nil {
					return err
				}
			}
			return nil
		},
		"scopes of Terraform": func() error {
			for i := 0; i < 20; i++ {
				if err := polycty.NewHCLScope().SetTerraformFunctions(polycty.TerraformHost{Clock: time.Now}); err != nil {
					return err
				}
			}
			return nil
		},
		"scopes with own functions": func() error {
			for i := 0; i < 200; i++ {
				scope := polycty.NewHCLScope()
				f, err := polycty.NewFunction(polycty.FunctionSpec{
					Type: polycty.Number(),
					Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
						return nil, scope.SetStepLimit(1)
					},
				})
				if err != nil {
					return err
				}
				if err := scope.SetFunction("f", f); err != nil {
					return err
				}
			}
			return nil
		},
		"checked expressions": func() error {
			return second(polycty.CheckPCL(references, nil, polycty.PCLOptions{}))
		},
		"compiled resources": func() error { return second(polycty.CompileMCLText(resources, "/main.mcl", notes)) },
		"runtimes": func() error {
			r, err := compiled.Start(0)
			if err != nil {
				return err
			}
			return second(r.Step())
		},
		"pairs": func() error {
			return second(read.Import(polycty.HCL, polycty.SchemaOpenObjectsClosed))
		},
		"evaluations": func() error {
			m, err := polycty.ReadTerraformModule(polycty.TerraformFile{Name: "main.tf", Text: []byte(module)})
			if err != nil {
				return err
			}
			return second(m.Evaluate(polycty.TerraformInputs{}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := make(); err != nil {
				if errors.Is(err, polycty.ErrUnsupported) {
					t.Skip(err)
				}
				t.Fatal(err)
			}
			before := resident(t)
			for i := 0; i < rounds; i++ {
				if err := make(); err != nil {
					t.Fatal(err)
				}
			}
			if grown := resident(t) - before; grown > 250<<10 {
				t.Errorf("memory has grown by %d kB", grown)
			} else {
				t.Logf("grown by %d kB", grown)
			}
		})
	}
}
