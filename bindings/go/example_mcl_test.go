//go:build !polycty_no_mcl

package polycty_test

import (
	"fmt"
	"log"

	polycty "github.com/polycty/polycty/bindings/go"
)

func ExampleMCLRuntime() {
	host := polycty.NewMCLHost()
	if err := host.AddKinds(`{"kind": "page", "fields": [{"lang": "text", "type": "str"}]}`); err != nil {
		log.Fatal(err)
	}
	motd, watched := "hello", (*polycty.MCLSender)(nil)
	err := host.SetWorld(polycty.MCLWorld{
		Answer: func(string, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
			return polycty.VerbatimVal(motd)
		},
		Follow: func(question string, args []*polycty.Value, sender *polycty.MCLSender) error {
			watched = sender // any goroutine may announce with it
			return nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	program := polycty.Must(polycty.CompileMCLText(`import "os"
$motd = os.readfile("/motd")
for $i, $name in ["web", "db"] {
	page "${name}" { text => $motd + " from " + $name, }
}
`, "main.mcl", host))
	runtime := polycty.Must(program.Start(0))
	before := polycty.EmptyMCLResources()
	for i := 0; i < 2; i++ {
		progress := polycty.Must(runtime.Step())
		after := polycty.Must(runtime.Resources())
		fmt.Println(progress == polycty.MCLChanged)
		fmt.Print(polycty.Must(before.Difference(after)))
		before, motd = after, "good evening"
		watched.Send()
	}
	// Output:
	// true
	// + page[web]
	// + page[db]
	// true
	// ~ page[web]: text
	// ~ page[db]: text
}
