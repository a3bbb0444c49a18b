//go:build !polycty_no_translate && !polycty_no_puppet

package polycty_test

import (
	"errors"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

// A nil type has a meaning of its own; a closed type still fails.
func TestTranslationToAClosedType(t *testing.T) {
	closed := polycty.Must(polycty.List(polycty.String()))
	closed.Close()
	if _, err := polycty.Int64Val(1).Translate(polycty.HCL, polycty.Puppet, closed); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
}
