package ctybridge

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	polycty "github.com/polycty/polycty/bindings/go"
	"github.com/zclconf/go-cty/cty"
)

// A generator makes random types and values of cty.
type generator struct{ *rand.Rand }

func (g generator) ofType(depth int) cty.Type {
	simple := []cty.Type{cty.Bool, cty.Number, cty.String}
	if depth == 0 {
		return simple[g.Intn(len(simple))]
	}
	switch g.Intn(8) {
	case 0:
		return cty.List(g.ofType(depth - 1))
	case 1:
		return cty.Set(g.ofType(depth - 1))
	case 2:
		return cty.Map(g.ofType(depth - 1))
	case 3:
		elements := make([]cty.Type, g.Intn(4))
		for at := range elements {
			elements[at] = g.ofType(depth - 1)
		}
		return cty.Tuple(elements)
	case 4, 5:
		attributes := map[string]cty.Type{}
		for at := g.Intn(4); at > 0; at-- {
			attributes[g.text()] = g.ofType(depth - 1)
		}
		return cty.Object(attributes)
	}
	return simple[g.Intn(len(simple))]
}

func (g generator) text() string {
	return []string{"a", "b", "name", "größe", "", "a b", "日本", "x-1", "\n"}[g.Intn(9)]
}

func (g generator) number() cty.Value {
	switch g.Intn(6) {
	case 0:
		return cty.NumberFloatVal(g.NormFloat64())
	case 1:
		return cty.MustParseNumberVal(fmt.Sprintf("%d%d.%d", g.Int63(), g.Int63(), g.Int63()))
	case 2:
		return cty.NumberVal(new(big.Float).SetPrec(512).SetInt(new(big.Int).Lsh(big.NewInt(g.Int63()), uint(g.Intn(300)))))
	case 3:
		return []cty.Value{cty.PositiveInfinity, cty.NegativeInfinity, cty.Zero}[g.Intn(3)]
	}
	return cty.NumberIntVal(int64(g.Intn(2001) - 1000))
}

func (g generator) value(t cty.Type) cty.Value {
	made := g.unmarked(t)
	if g.Intn(12) == 0 {
		made = made.Mark([]string{"secret", "ephemeral"}[g.Intn(2)])
	}
	return made
}

func (g generator) unmarked(t cty.Type) cty.Value {
	switch g.Intn(12) {
	case 0:
		return cty.UnknownVal(t)
	case 1:
		return cty.NullVal(t)
	}
	switch {
	case t == cty.Bool:
		return cty.BoolVal(g.Intn(2) == 0)
	case t == cty.Number:
		return g.number()
	case t == cty.String:
		return cty.StringVal(g.text())
	case t.IsTupleType():
		var elements []cty.Value
		for _, element := range t.TupleElementTypes() {
			elements = append(elements, g.value(element))
		}
		return cty.TupleVal(elements)
	case t.IsObjectType():
		attributes := map[string]cty.Value{}
		names := make([]string, 0, len(t.AttributeTypes()))
		for name := range t.AttributeTypes() {
			names = append(names, name)
		}
		sort.Strings(names) // so that a seed makes the same values each time
		for _, name := range names {
			attributes[name] = g.value(t.AttributeType(name))
		}
		return cty.ObjectVal(attributes)
	}
	element, count := t.ElementType(), g.Intn(4)
	switch {
	case t.IsMapType():
		entries := map[string]cty.Value{}
		for at := 0; at < count; at++ {
			entries[g.text()] = g.value(element)
		}
		if len(entries) > 0 {
			return cty.MapVal(entries)
		}
		return cty.MapValEmpty(element)
	case count == 0 && t.IsListType():
		return cty.ListValEmpty(element)
	case count == 0:
		return cty.SetValEmpty(element)
	}
	elements := make([]cty.Value, count)
	for at := range elements {
		elements[at] = g.value(element)
	}
	if t.IsListType() {
		return cty.ListVal(elements)
	}
	return cty.SetVal(elements)
}

// setting returns a number of the environment.
func setting(name string, otherwise int64) int64 {
	if n, err := strconv.ParseInt(os.Getenv(name), 10, 64); err == nil {
		return n
	}
	return otherwise
}

// A random cty value, bridged and bridged back, equals itself, and so does the value in between.
// POLYCTY_CASES is the number of values, and POLYCTY_SEED the seed.
func TestRoundTripsOfRandomValues(t *testing.T) {
	count := int(setting("POLYCTY_CASES", 3000))
	g := generator{rand.New(rand.NewSource(setting("POLYCTY_SEED", 1)))}
	marked, unknown := 0, 0
	for at := 0; at < count; at++ {
		made := g.ofType(at % 4)
		own, err := TypeFromCty(made)
		if err != nil {
			t.Fatalf("%#v: %v", made, err)
		}
		if back, err := TypeToCty(own); err != nil || !back.Equals(made) {
			t.Fatalf("%#v came back as %#v, %v", made, back, err)
		}
		value := g.value(made)
		if value.ContainsMarked() {
			marked++
		} else if !value.IsWhollyKnown() {
			unknown++
		}
		bridged, err := ValueFromCty(value)
		if err != nil {
			t.Fatalf("%#v: %v", value, err)
		}
		if !bridged.Type().Equal(own) || bridged.ContainsMarked() != value.ContainsMarked() || bridged.IsNull() != plain(value).IsNull() {
			t.Fatalf("%#v became %s of the type %s", value, bridged, bridged.Type())
		}
		back, err := ValueToCty(bridged)
		if err != nil || !back.RawEquals(value) {
			t.Fatalf("%#v came back as %#v, %v", value, back, err)
		}
		again, err := ValueFromCty(back)
		if err != nil || !again.Equal(bridged) {
			t.Fatalf("%s came back as %s, %v", bridged, again, err)
		}
	}
	if marked < count/20 || unknown < count/20 {
		t.Errorf("only %d values had marks and %d were unknown", marked, unknown)
	}
}

func plain(value cty.Value) cty.Value {
	unmarked, _ := value.Unmark()
	return unmarked
}

// In MessagePack 2^100 is a float64, which cty writes with 17 digits.
func TestLargeWholeNumbers(t *testing.T) {
	const digits = "1267650600228229401496703205376"
	value, err := ValueToCty(polycty.Must(polycty.ListVal(polycty.Must(polycty.NumberVal(digits)))))
	if err != nil {
		t.Fatal(err)
	}
	if found := value.Index(cty.Zero).AsBigFloat().Text('f', -1); found != digits {
		t.Errorf("%s; want %s", found, digits)
	}
	if !value.Index(cty.Zero).RawEquals(cty.MustParseNumberVal(digits)) {
		t.Errorf("%#v", value)
	}
	object := cty.ObjectVal(map[string]cty.Value{
		"list": value, "map": cty.MapVal(map[string]cty.Value{"a": value}), "set": cty.SetVal([]cty.Value{value}),
		"tuple": cty.TupleVal([]cty.Value{value.Index(cty.Zero).Mark("secret"), cty.UnknownVal(cty.Bool), cty.NullVal(cty.Number)}),
		"half":  cty.MustParseNumberVal("0.5"), "none": cty.SetValEmpty(cty.Number), "infinite": cty.PositiveInfinity,
	})
	own, err := ValueFromCty(object)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := own.Attr("list").At(0).NumberText(); err != nil || text != digits {
		t.Errorf("%s, %v; want %s", text, err, digits)
	}
	if back, err := ValueToCty(own); err != nil || !back.RawEquals(object) {
		t.Errorf("%#v came back as %#v, %v", object, back, err)
	}
}

func TestDynamicValues(t *testing.T) {
	for _, value := range []cty.Value{
		cty.DynamicVal, cty.NullVal(cty.DynamicPseudoType), cty.TupleVal([]cty.Value{cty.DynamicVal, cty.True}),
		cty.ObjectVal(map[string]cty.Value{"a": cty.NullVal(cty.DynamicPseudoType)}),
		cty.UnknownVal(cty.List(cty.DynamicPseudoType)), cty.NullVal(cty.Map(cty.DynamicPseudoType)),
	} {
		bridged, err := ValueFromCty(value)
		if err != nil {
			t.Errorf("%#v: %v", value, err)
			continue
		}
		if back, err := ValueToCty(bridged); err != nil || !back.RawEquals(value) {
			t.Errorf("%#v came back as %#v, %v", value, back, err)
		}
	}
	optional := cty.ObjectWithOptionalAttrs(map[string]cty.Type{"a": cty.Bool, "b": cty.String}, []string{"b"})
	own, err := TypeFromCty(optional)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := TypeToCty(own); err != nil || !back.Equals(optional) {
		t.Errorf("%#v, %v", back, err)
	}
}

// Refinements are kept if the version of go-cty has them; otherwise the value is unknown without one.
func TestRefinements(t *testing.T) {
	own := polycty.Must(polycty.Unknown(polycty.String()).Refine().NotNull().Value())
	value, err := ValueToCty(own)
	if err != nil || value.IsKnown() || value.Type() != cty.String {
		t.Fatalf("%#v, %v", value, err)
	}
	back, err := ValueFromCty(value)
	if err != nil {
		t.Fatal(err)
	}
	_, refines := reflect.TypeOf(value).MethodByName("Refine")
	if expected := polycty.Unknown(polycty.String()); refines && !back.Equal(own) || !refines && !back.Equal(expected) {
		t.Errorf("%s came back as %s", own, back)
	}
}

type mark string

func TestMarks(t *testing.T) {
	value := cty.ListVal([]cty.Value{cty.StringVal("a").Mark(mark("sensitive")), cty.StringVal("b")})
	own, err := ValueFromCty(value)
	if err != nil || !own.At(0).HasMark("sensitive") || own.IsMarked() || own.At(1).IsMarked() {
		t.Errorf("%v, %v", own, err)
	}
	if strings.Contains(own.String(), `"a"`) {
		t.Errorf("the text shows a marked value: %s", own)
	}
	_, err = ValueFromCty(cty.ListVal([]cty.Value{cty.True.Mark(1)}))
	var found *polycty.Error
	if !errors.As(err, &found) || found.Code != polycty.ErrUnsupported || found.Path.String() != "[0]" {
		t.Errorf("%v", err)
	}
}

func TestWhatHasNoCounterpart(t *testing.T) {
	capsule := cty.Capsule("thing", reflect.TypeOf(0))
	content := 1
	for _, value := range []cty.Value{
		cty.CapsuleVal(capsule, &content), cty.ListVal([]cty.Value{cty.CapsuleVal(capsule, &content)}), cty.NullVal(capsule),
	} {
		if own, err := ValueFromCty(value); !errors.Is(err, polycty.ErrUnsupported) {
			t.Errorf("%#v became %v, %v", value, own, err)
		}
		if own, err := TypeFromCty(value.Type()); !errors.Is(err, polycty.ErrUnsupported) {
			t.Errorf("%#v became %v, %v", value.Type(), own, err)
		}
	}
	thing := polycty.Must(polycty.NewCapsule[*int]("thing"))
	for _, own := range []*polycty.Value{
		polycty.Must(thing.Wrap(&content)), polycty.Must(polycty.TupleVal(polycty.Must(thing.Wrap(&content)))), polycty.IntegerVal(1),
	} {
		if value, err := ValueToCty(own); err == nil {
			t.Errorf("%s became %#v", own, value)
		}
		if made, err := TypeToCty(own.Type()); err == nil {
			t.Errorf("%s became %#v", own.Type(), made)
		}
	}
	if value, err := ValueToCty(nil); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%#v, %v", value, err)
	}
	if own, err := ValueFromCty(cty.NilVal); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v, %v", own, err)
	}
	if made, err := TypeFromCty(cty.NilType); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v, %v", made, err)
	}
}

// The diagnostics of a text equal those of hcl, with the same ranges.
func TestDiagnostics(t *testing.T) {
	const source = "missing.attribute + 1"
	scope := polycty.NewHCLScope()
	if err := scope.SetVariable("other", polycty.BoolVal(true)); err != nil {
		t.Fatal(err)
	}
	_, err := polycty.EvaluateHCL(source, "main.hcl", scope)
	own := DiagnosticsToHCL(fmt.Errorf("evaluating: %w", err))
	expression, diagnostics := hclsyntax.ParseExpression([]byte(source), "main.hcl", hcl.InitialPos)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	_, expected := expression.Value(&hcl.EvalContext{Variables: map[string]cty.Value{"other": cty.True}})
	if len(own) != len(expected) || len(own) == 0 {
		t.Fatalf("%v; want %v", own, expected)
	}
	for at, d := range own {
		if d.Severity != expected[at].Severity || d.Summary != expected[at].Summary || *d.Subject != *expected[at].Subject {
			t.Errorf("%v; want %v", d, expected[at])
		}
	}
	back := DiagnosticsFromHCL(own)
	var found *polycty.Error
	var given hcl.Diagnostics
	if !errors.As(back, &found) || !errors.Is(back, polycty.ErrDiagnostics) || !errors.As(back, &given) {
		t.Fatalf("%v", back)
	}
	var first *polycty.Error
	if !errors.As(err, &first) || !reflect.DeepEqual(found.Diagnostics, first.Diagnostics) {
		t.Errorf("%+v; want %+v", found.Diagnostics, first.Diagnostics)
	}
	if DiagnosticsToHCL(nil) != nil || DiagnosticsFromHCL(nil) != nil {
		t.Error("no error became one")
	}
	plain := DiagnosticsToHCL(polycty.Errorf(polycty.ErrLimit, "too much"))
	if len(plain) != 1 || plain[0].Summary != "Limit" || plain[0].Detail != "too much" || plain[0].Subject != nil {
		t.Errorf("%v", plain)
	}
	if plain := DiagnosticsToHCL(errors.New("the disk is full")); len(plain) != 1 || plain[0].Detail != "the disk is full" {
		t.Errorf("%v", plain)
	}
	warning := DiagnosticsFromHCL(hcl.Diagnostics{{Severity: hcl.DiagWarning, Summary: "Old", Subject: &hcl.Range{Filename: "x.hcl"}}})
	if !errors.As(warning, &found) || found.Diagnostics[0].Severity != polycty.SeverityWarning || found.Diagnostics[0].File != "x.hcl" {
		t.Errorf("%v", warning)
	}
}
