//go:build !polycty_no_schema && !polycty_no_translate && !polycty_no_puppet

package polycty

import (
	"testing"
)

func TestWitnesses(t *testing.T) {
	one, other := parsedAs(t, Puppet, "Array[Integer]"), parsedAs(t, Puppet, "Array[Integer, 1]")
	if witness := Must(one.AssignableWitness(Puppet, other)); witness != "[]" {
		t.Fatal(witness)
	}
	if witness := Must(other.AssignableWitness(Puppet, one)); witness != "" {
		t.Fatal(witness)
	}
	if witness := Must(one.TranslationWitness(Puppet, HCL)); witness != "null" {
		t.Fatal(witness)
	}
	ports := Must(parsedAs(t, Puppet, "Integer[1, 9]").Documents(Puppet, SchemaValues))
	ports.Close()
	if _, err := ports.Take("1"); err == nil {
		t.Fatal("a closed set has documents")
	}
}
