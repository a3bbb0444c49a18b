//go:build !polycty_no_pcl

package polycty_test

import (
	"fmt"
	"log"

	polycty "github.com/polycty/polycty/bindings/go"
)

func ExampleCheckPCL() {
	scope := polycty.NewPCLTypeScope()
	server := polycty.Must(polycty.ParseType(polycty.PCL, "object({ address = output(string), port = int })"))
	if err := scope.SetVariable("server", server); err != nil {
		log.Fatal(err)
	}
	check := func(source string) *polycty.PCLChecked {
		expression := polycty.Must(polycty.ParseHCLExpression([]byte(source), "main.pp", polycty.HCLNative))
		return polycty.Must(polycty.CheckPCL(expression, scope, polycty.PCLOptions{}))
	}

	url := check(`"http://${server.address}:${server.port}"`)
	fmt.Println(url.Type().PCLDisplay(polycty.PCLColumns), url.Diagnostics())
	kind, err := url.AcceptedAs(polycty.String())
	fmt.Println(kind, err)

	fmt.Println(check("server.prt").Diagnostics())
	// Output:
	// output(string) <nil>
	// safe <nil>
	// main.pp:1,7-11: unknown property 'prt' among [address port]
}
