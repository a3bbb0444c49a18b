//go:build !polycty_no_puppet

package polycty_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

func TestPuppetsOwnValues(t *testing.T) {
	parse := func(literal string) *polycty.Value {
		return polycty.Must(polycty.PuppetRules{}.ParseValue(literal))
	}
	if stamp, err := parse(`Timestamp('2026-01-02T03:04:05 UTC')`).PuppetTimestamp(); err != nil || !stamp.Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
		t.Errorf("%v, %v", stamp, err)
	}
	if span, err := parse(`Timespan('0-00:05:00.0')`).PuppetTimespan(); err != nil || span != 5*time.Minute {
		t.Errorf("%v, %v", span, err)
	}
	if _, err := parse(`Timespan('0-00:05:00.0')`).PuppetTimestamp(); !errors.Is(err, polycty.ErrType) {
		t.Errorf("%v", err)
	}
	secret := parse(`Sensitive('x')`)
	if secret.PuppetKind() != polycty.PuppetSensitive || strings.Contains(secret.String(), "x'") {
		t.Errorf("%v", secret)
	}
	if text, err := secret.PuppetContent().AsString(); text != "x" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if data, err := polycty.Must(polycty.PuppetBinaryVal([]byte{0, 255})).PuppetBinary(); err != nil || len(data) != 2 || data[1] != 255 {
		t.Errorf("%v, %v", data, err)
	}
	hash := polycty.Must(polycty.PuppetHashVal(
		polycty.PuppetEntry{Key: polycty.IntegerVal(2), Value: parse("'b'")},
		polycty.PuppetEntry{Key: polycty.IntegerVal(1), Value: parse("'a'")},
	))
	if !hash.KeyAt(0).Equal(polycty.IntegerVal(2)) || !hash.PuppetGet(polycty.IntegerVal(1)).Equal(parse("'a'")) {
		t.Errorf("%v", hash)
	}
	err := hash.Walk(func(path polycty.Path, part *polycty.Value) (bool, error) {
		if part.Equal(parse("'b'")) && path.String() != "[2i]" {
			t.Errorf("%s", path)
		}
		return true, nil
	})
	if err != nil {
		t.Error(err)
	}
	array := polycty.Must(polycty.PuppetArrayVal(secret, polycty.IntegerVal(1)))
	if text := array.String(); strings.Contains(text, "'x'") || !strings.Contains(text, "redacted") {
		t.Errorf("%s", text)
	}
	var all []string
	it := polycty.Must(polycty.IteratePuppet(polycty.Must(polycty.ParseType(polycty.Puppet, "Integer[3, 5]"))))
	for it.Next() {
		all = append(all, it.Value().String())
	}
	if strings.Join(all, " ") != "3 4 5" {
		t.Errorf("%v", all)
	}
	number, err := polycty.PuppetNew(polycty.Integer(), parse("'0x1f'"))
	if err != nil || !number.Equal(polycty.IntegerVal(31)) {
		t.Errorf("%v, %v", number, err)
	}
	inferred, err := polycty.PuppetRules{}.Infer(parse("[1, 'a']"), polycty.PuppetDetailed)
	if text, _ := inferred.FormatPuppet(polycty.PuppetCanonical); err != nil || text != "Tuple[Integer[1, 1], String['a']]" && !strings.HasPrefix(text, "Tuple[") {
		t.Errorf("%s, %v", text, err)
	}
	why, err := polycty.PuppetValueMismatch(parse("'a'"), polycty.Integer(), "$x")
	if err != nil || why == nil || why.Message != "$x expects an Integer value, got String" {
		t.Errorf("%v, %v", why, err)
	}
	wide, err := polycty.PuppetRules{}.Compare(polycty.Integer(), polycty.PuppetLess, polycty.Must(polycty.ParseType(polycty.Puppet, "Numeric")))
	if err != nil || !wide {
		t.Errorf("%v, %v", wide, err)
	}
	sum, err := polycty.PuppetRules{}.Arithmetic(polycty.IntegerVal(1), polycty.PuppetAdd, polycty.IntegerVal(2))
	if err != nil || !sum.Equal(polycty.IntegerVal(3)) {
		t.Errorf("%v, %v", sum, err)
	}
}
