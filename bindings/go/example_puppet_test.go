//go:build !polycty_no_puppet

package polycty_test

import (
	"errors"
	"fmt"
	"log"

	polycty "github.com/polycty/polycty/bindings/go"
)

func ExamplePuppetRules() {
	aliases, err := polycty.NewPuppetAliases(nil, map[string]string{
		"Port": "Integer[0, 65535]",
	})
	if err != nil {
		log.Fatal(err)
	}
	rules := polycty.PuppetRules{Aliases: aliases}
	params := polycty.Must(rules.ParseType("Struct[{name => String, ports => Array[Port, 1]}]"))
	given := polycty.Must(polycty.DecodePuppetJSON([]byte(`{"name": "db", "ports": [70000], "prot": 1}`)))

	var failures *polycty.Error
	if errors.As(polycty.PuppetValidateParameters(given, params, false, "Class[Db]"), &failures) {
		fmt.Println(failures.Message) // in one line it is the first of them
	}
	// Output:
	// Class[Db]:
	//   has no parameter named 'prot'
	//   parameter 'ports' index 0 expects a Port = Integer[0, 65535] value, got Integer[70000, 70000]
}
