package polycty_test

import (
	"errors"
	"reflect"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

func parseExpression(t *testing.T, source string) *polycty.HCLExpression {
	t.Helper()
	e, err := polycty.ParseHCLExpression([]byte(source), "f", polycty.HCLNative)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestBodiesWithoutASchema(t *testing.T) {
	body, err := polycty.ParseHCLBody([]byte(`{"a": 1, "b": [{"c": "${f(x)}"}, {}]}`), "m", polycty.HCLJSON)
	if err != nil {
		t.Fatal(err)
	}
	items, err := body.Items()
	if err != nil || len(items) != 2 {
		t.Fatal(items, err)
	}
	if items[0].Kind != polycty.HCLItemAttribute || items[0].Attribute.Name != "a" || items[0].Blocks != nil {
		t.Error(items[0])
	}
	if items[1].Kind != polycty.HCLItemEither || items[1].Attribute == nil || len(items[1].Blocks) != 2 {
		t.Error(items[1])
	}
	if got := items[1].Blocks[0].Body.Text(); got != `{"c": "${f(x)}"}` {
		t.Error(got)
	}
	if r := items[1].Blocks[0].Body.Range(); r != (polycty.Range{Start: items[1].Blocks[0].OpenRange.Start, End: items[1].Blocks[0].CloseRange.End}) {
		t.Error(r)
	}
	calls, err := body.Calls()
	if err != nil || len(calls) != 1 || calls[0].Name != "f" || calls[0].File != "m" {
		t.Error(calls, err)
	}
	if _, err := body.ByteOf("other", 1, 1); !errors.Is(err, polycty.ErrNotFound) {
		t.Error(err)
	}
}

func TestTreesOfExpressions(t *testing.T) {
	each := parseExpression(t, "[for k, v in m : -v + f(k) if v]")
	if key, value, ok := each.Iterators(); key != "k" || value != "v" || !ok {
		t.Error(key, value, ok)
	}
	parts, err := each.Parts()
	if err != nil || each.Form() != polycty.HCLFormFor || len(parts) != 3 {
		t.Fatal(parts, err)
	}
	sum := parts[1].Expression
	if parts[1].Role != polycty.HCLRoleValue || sum.Form() != polycty.HCLFormOperations {
		t.Error(parts[1])
	}
	if operators := sum.Operators(); len(operators) != 1 || operators[0].Symbol != "+" {
		t.Error(operators)
	}
	if _, _, ok := sum.Iterators(); ok || sum.Name() != "" {
		t.Error("a sum is no for")
	}
	if calls := each.Calls(); len(calls) != 1 || calls[0].Name != "f" {
		t.Error(calls)
	}
	steps, ok := parseExpression(t, "(a).b[0]").Steps()
	if !ok || steps.Path.String() != ".b[0]" {
		t.Error(steps)
	}
	around, err := parseExpression(t, "-a").AtByte(1)
	if err != nil || len(around) != 2 || around[1].Name() != "a" {
		t.Error(around, err)
	}
}

func TestMarksWithPathsAndTextOfValues(t *testing.T) {
	user := polycty.Must(polycty.ValueOf(map[string]any{"name": "a", "key": "b"}))
	secret, err := user.Transform(func(path polycty.Path, part *polycty.Value) (*polycty.Value, error) {
		if path.String() == `["key"]` || path.String() == ".key" {
			return part.Mark("sensitive")
		}
		return part, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := secret.HCLText(polycty.HCLValueRedacted)
	if want := "{\n  key  = (marked \"sensitive\")\n  name = \"a\"\n}"; err != nil || text != want {
		t.Error(text, err)
	}
	if _, err := secret.HCLText(polycty.HCLValueExpression); !errors.Is(err, polycty.ErrMarked) {
		t.Error(err)
	}
	bare, marks, err := secret.UnmarkWithPaths()
	if err != nil || !bare.Equal(user) || len(marks) != 1 || !reflect.DeepEqual(marks[0].Marks, []string{"sensitive"}) {
		t.Error(bare, marks, err)
	}
	again, err := bare.MarkWithPaths(marks)
	if err != nil || !again.Equal(secret) {
		t.Error(again, err)
	}
	no := errors.New("no")
	if _, err := user.Transform(func(polycty.Path, *polycty.Value) (*polycty.Value, error) { return nil, no }); !errors.Is(err, no) {
		t.Error(err)
	}
	found, err := user.HCLExtraneous(polycty.Must(polycty.ParseType(polycty.HCL, "object({ name = string })")))
	if err != nil || len(found) != 1 || found[0].Diagnostics[0].Severity != polycty.SeverityWarning {
		t.Error(found, err)
	}
}
