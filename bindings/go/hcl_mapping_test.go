package polycty_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	polycty "github.com/polycty/polycty/bindings/go"
)

// Decoding of HCL bodies into structs.

type mapped struct {
	Region  string            `hcl:"region"`
	Zone    *string           `hcl:"zone"`
	Count   int               `hcl:"count,optional"`
	Tags    map[string]string `hcl:"tags,optional"`
	Servers []mappedServer    `hcl:"server,block"`
	Log     *mappedLog        `hcl:"log,block"`
	left    int
}

type mappedServer struct {
	Kind  string        `hcl:"kind,label"`
	Name  string        `hcl:"name,label"`
	Ports []uint16      `hcl:"ports"`
	Disks []*mappedDisk `hcl:"disk,block"`
}

type mappedDisk struct {
	Size float64 `hcl:"size"`
}

type mappedLog struct {
	Level string `hcl:"level,optional"`
}

func decoded[T any](t *testing.T, source string, scope *polycty.HCLScope) (read T, err error) {
	t.Helper()
	err = polycty.DecodeHCL("main.hcl", []byte(source), scope, &read)
	return read, err
}

// bodyDiagnosticsOf returns the diagnostics of an error, each with its position.
func bodyDiagnosticsOf(t *testing.T, err error) []string {
	t.Helper()
	var failure *polycty.Error
	if !errors.As(err, &failure) {
		t.Fatalf("no error of the library: %v", err)
	}
	var all []string
	for _, d := range failure.Diagnostics {
		if d.Subject == nil || d.File != "main.hcl" || d.Source == "" {
			t.Errorf("without a place: %+v", d)
			continue
		}
		all = append(all, fmt.Sprintf("%s: %s; %s", d.Subject, d.Summary, d.Detail))
	}
	return all
}

func sameTexts(t *testing.T, got, want []string) {
	t.Helper()
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("got\n  %s\nwanted\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestABodyOfHCLDecodesIntoAStruct(t *testing.T) {
	read, err := decoded[mapped](t, `
region = upper("eu")
tags   = { team = "ops", port = 80 }
server "web" "a" {
  ports = [80, "443"]
  disk {
    size = 1.5
  }
  disk {
    size = 2
  }
}
server "db" "b" {
  ports = []
}
log {}
`, standardScope(t))
	if err != nil {
		t.Fatal(err)
	}
	want := mapped{
		Region: "EU", Tags: map[string]string{"team": "ops", "port": "80"}, Log: &mappedLog{},
		Servers: []mappedServer{
			{"web", "a", []uint16{80, 443}, []*mappedDisk{{1.5}, {2}}}, {Kind: "db", Name: "b", Ports: []uint16{}},
		},
	}
	if !reflect.DeepEqual(read, want) {
		t.Errorf("%+v", read)
	}
	inJSON := []byte(`{"region": "eu", "server": {"web": {"a": {"ports": [1]}}}, "log": {"level": "${1 + 1}"}}`)
	read = mapped{}
	if err := polycty.DecodeHCL("main.tf.json", inJSON, polycty.NewHCLScope(), &read); err != nil {
		t.Fatal(err)
	}
	if read.Servers[0].Name != "a" || read.Log.Level != "2" {
		t.Errorf("%+v", read)
	}
}

func standardScope(t *testing.T) *polycty.HCLScope {
	t.Helper()
	scope := polycty.NewHCLScope()
	if err := scope.SetStandardFunctions(); err != nil {
		t.Fatal(err)
	}
	return scope
}

func TestWhatABodyLeavesOutStaysAsItWas(t *testing.T) {
	zone := "a"
	read := mapped{
		Zone: &zone, Count: 3, Tags: map[string]string{"a": "b"}, Log: &mappedLog{"info"}, left: 1,
		Servers: []mappedServer{{Ports: []uint16{1}, Disks: []*mappedDisk{{5}}}, {}, {}},
	}
	source := "region = \"eu\"\nzone = null\nserver \"a\" \"b\" {\n  ports = [2]\n}\nlog {}\n"
	if err := polycty.DecodeHCL("main.hcl", []byte(source), nil, &read); err != nil {
		t.Fatal(err)
	}
	want := mapped{
		Region: "eu", Zone: &zone, Count: 3, Tags: map[string]string{"a": "b"}, Log: &mappedLog{"info"}, left: 1,
		Servers: []mappedServer{{"a", "b", []uint16{2}, []*mappedDisk{{5}}}},
	}
	if !reflect.DeepEqual(read, want) || *read.Zone != "a" {
		t.Errorf("%+v", read)
	}
	source = "region = \"us\"\n"
	if err := polycty.DecodeHCL("main.hcl", []byte(source), nil, &read); err != nil || len(read.Servers) != 1 || read.Log == nil {
		t.Errorf("%+v, %v", read, err)
	}
}

func TestErrorsOfBodiesHaveTheirRanges(t *testing.T) {
	scope := polycty.NewHCLScope()
	hidden := polycty.Must(polycty.Must(polycty.StringVal("hush")).Mark("secret"))
	if err := scope.SetVariables(map[string]*polycty.Value{
		"later": polycty.Unknown(polycty.Any()), "hidden": hidden,
	}); err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string][]string{
		"\n": {`1,1-1: Missing required argument; The argument "region" is required, but no definition was found.`},
		"region = \"eu\"\nregoin = 1\nfoo {}\n": {
			`2,1-7: Unsupported argument; An argument named "regoin" is not expected here.`,
			`3,1-4: Unsupported block type; Blocks of type "foo" are not expected here. Did you mean "log"?`,
		},
		"region = {}\n":   {`1,10-12: Incorrect attribute value type; Inappropriate value for attribute "region": string required, but have object.`},
		"region = null\n": {`1,10-14: Unsuitable value; Inappropriate value for attribute "region": a null value is not allowed.`},
		"region = later\ncount = 1.5\n": {
			`1,10-15: Unsuitable value; Inappropriate value for attribute "region": the value must be known.`,
			`2,9-12: Unsuitable value; Inappropriate value for attribute "count": expected a whole number between -9223372036854775808 and 9223372036854775807, found 1.5.`,
		},
		"region = hidden\n": {`1,10-16: Unsuitable value; Inappropriate value for attribute "region": the value must not be marked.`},
		"region = \"eu\"\ntags = { a = later }\n": {
			`2,8-21: Unsuitable value; Inappropriate value for attribute "tags": ["a"]: the value must be known.`,
		},
		"region = \"eu\"\nserver \"a\" \"b\" \"c\" {}\nserver \"a\" {}\n": {
			`2,16-19: Extraneous label for server; Only 2 labels (kind, name) are expected for server blocks.`,
			`3,12-13: Missing name for server; All server blocks must have 2 labels (kind, name).`,
		},
		"region = \"eu\"\nlog {}\nlog {}\n": {
			`3,1-4: Duplicate log block; Only one block of type "log" is allowed. Previous definition was at main.hcl:2,1-4.`,
		},
		"region = \"eu\"\nserver \"a\" \"b\" {\n  ports = [1]\n}\nserver \"a\" \"c\" {\n  ports = [1, 65536]\n  disk {\n    size = hidden\n  }\n  disk {\n    size = null\n  }\n}\n": {
			`6,11-21: Unsuitable value; Inappropriate value for attribute "ports": [1]: expected a whole number between 0 and 65535, found 65536.`,
			`11,12-16: Unsuitable value; Inappropriate value for attribute "size": a null value is not allowed.`,
		},
	} {
		_, err := decoded[mapped](t, source, scope)
		if !strings.Contains(source, "hidden") || strings.HasPrefix(source, "region = hidden") {
			sameTexts(t, bodyDiagnosticsOf(t, err), want)
			continue
		}
		// A marked text cannot be converted to a number: the conversion is reported first, and does not
		// show the text.
		found := bodyDiagnosticsOf(t, err)
		if len(found) == 0 || strings.Contains(fmt.Sprint(found), "hush") {
			t.Errorf("%v", found)
		}
	}
}

func TestWhatFitsIsThereBesideFaults(t *testing.T) {
	read, err := decoded[mapped](t, `
region = "eu"
count  = 1.5
server "web" "a" {
  ports = [80]
}
server "web" "b" {
  ports = oops
}
`, nil)
	if err == nil || read.Region != "eu" || len(read.Servers) != 2 || read.Servers[0].Ports[0] != 80 || read.Servers[1].Name != "b" {
		t.Errorf("%+v, %v", read, err)
	}
	if found := bodyDiagnosticsOf(t, err); len(found) != 2 || !strings.HasPrefix(found[0], "3,10-13: Unsuitable value") {
		t.Errorf("%q", found)
	}
	if !strings.HasPrefix(err.Error(), "main.hcl:3,10-13: Unsuitable value; ") || !strings.HasSuffix(err.Error(), ", and 1 other diagnostic(s)") {
		t.Error(err)
	}
	var failure *polycty.Error
	if errors.As(err, &failure); strings.Count(failure.Render(polycty.Plain), "error: ") != 2 {
		t.Error(failure.Render(polycty.Plain))
	}
}

type keptParts struct {
	Name      polycty.HCLAttribute   `hcl:"name"`
	When      *polycty.HCLExpression `hcl:"when"`
	Note      *polycty.HCLAttribute  `hcl:"note"`
	Size      int                    `hcl:"size,optional"`
	Value     *polycty.Value         `hcl:"value,optional"`
	NameAt    polycty.Range          `hcl:"name,attr_range"`
	NameName  polycty.Range          `hcl:"name,attr_name_range"`
	NameValue polycty.Range          `hcl:"name,attr_value_range"`
	NoteAt    polycty.Range          `hcl:"note,attr_range"`
	Blocks    []*keptBlock           `hcl:"block,block"`
	One       keptBlock              `hcl:"one,block"`
	Rest      *polycty.HCLBody       `hcl:",remain"`
	All       *polycty.HCLBody       `hcl:",body"`
}

type keptBlock struct {
	Label   string                 `hcl:"label,label"`
	At      polycty.Range          `hcl:",def_range"`
	TypeAt  polycty.Range          `hcl:",type_range"`
	LabelAt polycty.Range          `hcl:"label,label_range"`
	Inner   []*keptBlock           `hcl:"inner,block"`
	Rest    []polycty.HCLAttribute `hcl:",remain"`
}

func TestPartsOfABodyAreKept(t *testing.T) {
	scope := polycty.NewHCLScope()
	if err := scope.SetVariable("x", polycty.Unknown(polycty.String())); err != nil {
		t.Fatal(err)
	}
	source := `name = missing.variable
size = 3
value = x
block "a" {
  inner "b" {
    inner "c" {
      one = 1
      two = later
    }
  }
}
one "d" {}
other = 5
more {}
`
	read, err := decoded[keptParts](t, source, scope)
	if err != nil {
		t.Fatal(err)
	}
	absent, err := read.When.Evaluate(nil)
	if err != nil || !absent.IsNull() || read.Note != nil || read.NoteAt != (polycty.Range{}) {
		t.Errorf("%v, %v, %+v", absent, err, read)
	}
	if read.Size != 3 || read.Value.IsKnown() || read.Name.Expression.Text() != "missing.variable" {
		t.Errorf("%+v", read)
	}
	inner := read.Blocks[0].Inner[0].Inner[0]
	if inner.Label != "c" || len(inner.Rest) != 2 || inner.Rest[1].Name != "two" || read.One.Label != "d" {
		t.Errorf("%+v", inner)
	}
	for _, each := range []struct {
		at   polycty.Range
		want string
	}{
		{read.NameAt, "1,1-24"}, {read.NameName, "1,1-5"}, {read.NameValue, "1,8-24"},
		{inner.At, "6,5-14"}, {inner.TypeAt, "6,5-10"}, {inner.LabelAt, "6,11-14"},
	} {
		if each.at.String() != each.want {
			t.Errorf("%s, not %s", each.at, each.want)
		}
	}
	rest := polycty.Must(read.Rest.Items())
	all := polycty.Must(read.All.Items())
	if len(rest) != 2 || len(all) != 7 {
		t.Errorf("%d and %d items", len(rest), len(all))
	}
	_, err = decoded[keptParts](t, "name = 1\nsize = x\none \"a\" \"b\" {}\none \"a\" {}\none \"a\" {}\nblock \"a\" {\n  inner {}\n}\n", scope)
	sameTexts(t, bodyDiagnosticsOf(t, err), []string{
		`2,8-9: Unsuitable value; Inappropriate value for attribute "size": the value must be known.`,
		`3,9-12: Extraneous label for one; Only 1 labels (label) are expected for one blocks.`,
		`5,1-8: Duplicate one block; Only one block of type "one" is allowed. Previous definition was at main.hcl:4,1-8.`,
		`7,9-10: Missing label for inner; All inner blocks must have 1 labels (label).`,
	})
	_, err = decoded[struct {
		Size int           `hcl:"size"`
		At   polycty.Range `hcl:"size,attr_range"`
	}](t, "\n", nil)
	sameTexts(t, bodyDiagnosticsOf(t, err), []string{
		`1,1-1: Missing required argument; The argument "size" is required, but no definition was found.`,
	})
	_, err = decoded[keptParts](t, "name = 1\n", scope)
	sameTexts(t, bodyDiagnosticsOf(t, err), []string{`1,1-1: Missing one block; A block of type "one" is required here.`})
}

func TestBodiesDecodeIntoMaps(t *testing.T) {
	numbers, err := decoded[map[string]int](t, "a = 1\nb = 1 + 1\n", nil)
	if err != nil || !reflect.DeepEqual(numbers, map[string]int{"a": 1, "b": 2}) {
		t.Errorf("%v, %v", numbers, err)
	}
	numbers, err = decoded[map[string]int](t, "a = 1\nb = 1.5\nc = true\n", nil)
	sameTexts(t, bodyDiagnosticsOf(t, err), []string{
		`2,5-8: Unsuitable value; Inappropriate value for attribute "b": expected a whole number between -9223372036854775808 and 9223372036854775807, found 1.5.`,
		`3,5-9: Incorrect attribute value type; Inappropriate value for attribute "c": number required, but have bool.`,
	})
	if numbers["a"] != 1 || len(numbers) != 1 {
		t.Errorf("%v", numbers)
	}
	kept, err := decoded[map[string]*polycty.HCLExpression](t, "a = b\n", nil)
	if err != nil || kept["a"].Text() != "b" {
		t.Errorf("%v, %v", kept, err)
	}
	anything, err := decoded[struct {
		Rest map[string]any `hcl:",remain"`
		All  struct {
			A int `hcl:"a"`
			B any `hcl:"b"`
		} `hcl:",body"`
	}](t, "a = 1\nb = [true]\n", nil)
	if err != nil || fmt.Sprintf("%+v", anything) != "{Rest:map[a:1 b:[true]] All:{A:1 B:[true]}}" {
		t.Errorf("%+v, %v", anything, err)
	}
	_, err = decoded[map[string]any](t, "a {}\n", nil)
	sameTexts(t, bodyDiagnosticsOf(t, err), []string{`1,1-2: Unexpected "a" block; Blocks are not allowed here.`})
}

// Blocks whose values have types of their own, and values that are marked or unknown.
func TestValuesInBlocks(t *testing.T) {
	type one struct {
		Label string         `hcl:"label,label"`
		Any   any            `hcl:"any,optional"`
		Value *polycty.Value `hcl:"value,optional"`
	}
	scope := polycty.NewHCLScope()
	hidden := polycty.Must(polycty.Must(polycty.ValueOf([]string{"hush"})).Mark("secret"))
	if err := scope.SetVariable("hidden", hidden); err != nil {
		t.Fatal(err)
	}
	source := "one \"a\" {\n  any = [1]\n  value = hidden\n}\none \"b\" {\n  any = { a = true }\n}\n"
	type ones struct {
		Ones []one `hcl:"one,block"`
	}
	read, err := decoded[ones](t, source, scope)
	if err != nil || !reflect.DeepEqual(read.Ones[0].Any, []any{int64(1)}) || !read.Ones[0].Value.IsMarked() ||
		!reflect.DeepEqual(read.Ones[1].Any, map[string]any{"a": true}) || read.Ones[1].Value != nil {
		t.Errorf("%+v, %v", read, err)
	}
	// Blocks generated from a marked collection are marked: no label shows it.
	body := polycty.Must(polycty.ParseHCLBody([]byte(`
dynamic "one" {
  for_each = hidden
  labels   = [one.value]
  content {
    value = one.value
  }
}
`), "main.hcl", polycty.HCLNative))
	body = polycty.Must(body.ExpandDynamic(scope))
	read = ones{}
	err = polycty.DecodeHCLBody(body, scope, &read)
	if err == nil || strings.Contains(fmt.Sprintf("%+v", read), "hush") || !errors.Is(err, polycty.ErrDiagnostics) {
		t.Errorf("%+v, %v", read, err)
	}
	var walked struct {
		Ones []struct {
			Label string        `hcl:"label,label"`
			At    polycty.Range `hcl:",def_range"`
			Value any           `hcl:"value"`
		} `hcl:"one,block"`
	}
	err = polycty.DecodeHCLBody(body, scope, &walked)
	if err == nil || strings.Contains(fmt.Sprintf("%+v", walked), "hush") {
		t.Errorf("%+v, %v", walked, err)
	}
}

// The content of marked blocks is marked in every kind of field.
func TestMarkedBlocks(t *testing.T) {
	type one struct {
		Value *polycty.Value `hcl:"value,optional"`
		Other *polycty.Value `hcl:"other,optional"`
		Inner []struct {
			Value *polycty.Value `hcl:"value"`
		} `hcl:"inner,block"`
	}
	scope := polycty.NewHCLScope()
	hidden := polycty.Must(polycty.Must(polycty.ValueOf([]string{"hush"})).Mark("secret"))
	if err := scope.SetVariable("hidden", hidden); err != nil {
		t.Fatal(err)
	}
	source := "dynamic \"one\" {\n  for_each = hidden\n  content {\n    value = 1\n    inner {\n      value = 2\n    }\n  }\n}\n"
	expanded := func(source string) *polycty.HCLBody {
		body := polycty.Must(polycty.ParseHCLBody([]byte(source), "main.hcl", polycty.HCLNative))
		return polycty.Must(body.ExpandDynamic(scope))
	}
	body := expanded(source)
	var plain struct {
		One one `hcl:"one,block"`
	}
	var pointer struct {
		One *one `hcl:"one,block"`
	}
	var slice struct {
		One []one `hcl:"one,block"`
	}
	var pointers struct {
		One []*one `hcl:"one,block"`
	}
	for _, target := range []any{&plain, &pointer, &slice, &pointers} {
		if err := polycty.DecodeHCLBody(body, scope, target); err != nil {
			t.Fatalf("%T: %v", target, err)
		}
	}
	for _, read := range []*one{&plain.One, pointer.One, &slice.One[0], pointers.One[0]} {
		if !read.Value.HasMark("secret") || read.Other != nil || len(read.Inner) != 1 || !read.Inner[0].Value.HasMark("secret") {
			t.Errorf("%+v", read)
		}
	}
	// A mark on a field that cannot have marks is an error.
	var numbers struct {
		One []struct {
			Value int `hcl:"value"`
			Inner []struct {
				Value *polycty.Value `hcl:"value"`
			} `hcl:"inner,block"`
		} `hcl:"one,block"`
	}
	err := polycty.DecodeHCLBody(body, scope, &numbers)
	sameTexts(t, bodyDiagnosticsOf(t, err), []string{`4,13-14: Unsuitable value; Inappropriate value for attribute "value": the value must not be marked.`})
	var labels struct {
		One []struct {
			Label string         `hcl:"label,label"`
			Value *polycty.Value `hcl:"value"`
		} `hcl:"one,block"`
	}
	body = expanded("dynamic \"one\" {\n  for_each = hidden\n  labels = [one.value]\n  content {\n    value = 1\n  }\n}\n")
	err = polycty.DecodeHCLBody(body, scope, &labels)
	if found := bodyDiagnosticsOf(t, err); len(found) != 1 || !strings.HasPrefix(found[0], "1,1-14: Unsuitable value; Inappropriate one block: ") {
		t.Errorf("%q", found)
	}
}

// Names in a file keep their source text; names of objects are in normal form.
func TestNamesThatAreNotNormalized(t *testing.T) {
	written, normal := "e\u0301", "\u00e9"
	source := written + " = \"x\"\n"
	read, err := decoded[map[string]string](t, source, nil)
	if err != nil || !reflect.DeepEqual(read, map[string]string{written: "x"}) {
		t.Errorf("%q, %v", read, err)
	}
	both := map[string]string{}
	err = polycty.DecodeHCL("main.json", []byte(`{"`+written+`": "x", "`+normal+`": "y"}`), nil, &both)
	if err != nil || !reflect.DeepEqual(both, map[string]string{written: "x", normal: "y"}) {
		t.Errorf("%q, %v", both, err)
	}
	type inner struct {
		A string "polycty:\"e\u0301\""
	}
	named, err := decoded[struct {
		A     string "hcl:\"e\u0301\""
		B     string "hcl:\"\u00e9,optional\""
		Inner inner  `hcl:"inner"`
	}](t, source+normal+" = \"y\"\ninner = { "+written+" = \"z\" }\n", nil)
	if err != nil || named.A != "x" || named.B != "y" || named.Inner.A != "z" {
		t.Errorf("%+v, %v", named, err)
	}
	text, err := polycty.EncodeHCL(named)
	if again, failed := decoded[map[string]any](t, string(text), nil); err != nil || failed != nil || again[written] != "x" || again[normal] != "y" {
		t.Errorf("%q, %v, %v", again, err, failed)
	}
	_, err = decoded[struct {
		A int "hcl:\"e\u0301\""
	}](t, written+" = 1.5\n", nil)
	if found := bodyDiagnosticsOf(t, err); len(found) != 1 || !strings.Contains(found[0], "expected a whole number between") {
		t.Errorf("%q", found)
	}
}

func TestWrongStructsAreErrors(t *testing.T) {
	type inner struct {
		F func() `hcl:"f"`
	}
	type itself struct {
		Rest *itself `hcl:",remain"`
	}
	for _, target := range []any{
		nil, 3, mapped{}, (*mapped)(nil), new(int), new([]mapped), new(map[int]string), new(map[string]func()),
		new(struct {
			a int `hcl:"a"`
		}),
		new(struct {
			A int `hcl:"a,"`
		}),
		new(struct {
			A int `hcl:",attr"`
		}),
		new(struct {
			A int `hcl:"a,required"`
		}),
		new(struct {
			A int `hcl:"a"`
			B int `hcl:"a,optional"`
		}),
		new(struct {
			A mappedDisk   `hcl:"a,block"`
			B []mappedDisk `hcl:"a,block"`
		}),
		new(struct {
			A int `hcl:"a,block"`
		}),
		new(struct {
			A **mappedDisk `hcl:"a,block"`
		}),
		new(struct {
			A []inner `hcl:"a,block"`
		}),
		new(struct {
			A int `hcl:"a,label"`
		}),
		new(struct {
			A chan int `hcl:"a"`
		}),
		new(struct {
			A polycty.HCLExpression `hcl:"a"`
		}),
		new(struct {
			A []*polycty.HCLExpression `hcl:"a"`
		}),
		new(struct {
			A *polycty.HCLBody `hcl:",remain"`
			B *polycty.HCLBody `hcl:",remain"`
		}),
		new(struct {
			A *polycty.HCLBody `hcl:",body"`
			B *polycty.HCLBody `hcl:",body"`
		}),
		new(struct {
			A string `hcl:",remain"`
		}),
		new(struct {
			A polycty.HCLBody `hcl:",remain"`
		}),
		new(struct {
			A []polycty.HCLBlock `hcl:"a,block"`
		}),
		new(struct {
			A map[int]string `hcl:",remain"`
		}),
		new(itself),
		new(struct {
			A string `hcl:",def_range"`
		}),
		new(struct {
			A polycty.Range `hcl:"a,attr_range"`
		}),
		new(struct {
			A polycty.Range `hcl:"a,label_range"`
		}),
	} {
		err := polycty.DecodeHCL("main.hcl", nil, nil, target)
		if !errors.Is(err, polycty.ErrInvalidArgument) && !errors.Is(err, polycty.ErrUnsupported) {
			t.Errorf("%T: %v", target, err)
		}
	}
	var read mapped
	if err := polycty.DecodeHCLBody(nil, nil, &read); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Error(err)
	}
}

func TestSchemasAndSpecsOfStructs(t *testing.T) {
	schema, partial, err := polycty.HCLSchemaOf(&keptParts{})
	if err != nil || !partial || len(schema.Attributes) != 5 || !schema.Attributes[0].Required || schema.Attributes[1].Required ||
		!reflect.DeepEqual(schema.Blocks, []polycty.HCLBlockSchema{{"block", []string{"label"}}, {"one", []string{"label"}}}) {
		t.Errorf("%+v, %v, %v", schema, partial, err)
	}
	if _, err := polycty.HCLSpecOf(keptParts{}); !errors.Is(err, polycty.ErrUnsupported) {
		t.Error(err)
	}
	type block struct {
		Label string `hcl:"same,label"`
		Name  string `hcl:"same"`
		Inner *struct {
			A bool `hcl:"a"`
		} `hcl:"same,block"`
	}
	spec := polycty.Must(polycty.HCLSpecOf(struct {
		Blocks []block `hcl:"block,block"`
	}{}))
	source := "block \"x\" {\n  same = \"y\"\n  same {\n    a = true\n  }\n}\n"
	value, err := decodeBy(t, spec, source, nil)
	if err != nil || value.String() != `{"block":[{"__same":"x","_same":{"a":true},"same":"y"}]}` {
		t.Errorf("%v, %v", value, err)
	}
	read, err := decoded[struct {
		Blocks []block `hcl:"block,block"`
	}](t, source, nil)
	if err != nil || read.Blocks[0].Label != "x" || read.Blocks[0].Name != "y" || !read.Blocks[0].Inner.A {
		t.Errorf("%+v, %v", read, err)
	}
	for _, x := range []any{nil, 3, []mapped{}} {
		if _, _, err := polycty.HCLSchemaOf(x); !errors.Is(err, polycty.ErrInvalidArgument) {
			t.Errorf("%v: %v", x, err)
		}
	}
}

func TestFilesDecode(t *testing.T) {
	files := fstest.MapFS{
		"a.hcl":      {Data: []byte("region = \"eu\"\n")},
		"b.hcl.json": {Data: []byte(`{"log": {"level": "info"}}`)},
		"bad.hcl":    {Data: []byte("region = \n")},
		"worse.hcl":  {Data: []byte("}\n")},
	}
	var read mapped
	if err := polycty.DecodeHCLFS(files, nil, &read, "a.hcl", "b.hcl.json"); err != nil || read.Region != "eu" || read.Log.Level != "info" {
		t.Errorf("%+v, %v", read, err)
	}
	if err := polycty.DecodeHCLFS(files, nil, &read, "a.hcl", "c.hcl"); !errors.Is(err, fs.ErrNotExist) || !errors.Is(err, polycty.ErrNotFound) {
		t.Error(err)
	}
	err := polycty.DecodeHCLFS(files, nil, &read, "a.hcl", "bad.hcl", "worse.hcl")
	if err == nil || !strings.Contains(err.Error(), "bad.hcl:1,10") {
		t.Error(err)
	}
	place := filepath.Join(t.TempDir(), "main.hcl")
	if err := os.WriteFile(place, files["a.hcl"].Data, 0o600); err != nil {
		t.Fatal(err)
	}
	read = mapped{}
	if err := polycty.DecodeHCLFile(place, nil, &read); err != nil || read.Region != "eu" {
		t.Errorf("%+v, %v", read, err)
	}
	if err := polycty.DecodeHCLFile(place+"x", nil, &read); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestManyErrorsOfManyBodiesAreBounded(t *testing.T) {
	blocks := 3000
	source := strings.Repeat("block \"a\" {\n  n = null\n}\n", blocks)
	type value struct {
		Label string `hcl:"label,label"`
		N     int    `hcl:"n"`
	}
	_, ofSpec := decoded[struct {
		Blocks []value `hcl:"block,block"`
	}](t, source, nil)
	_, ofWalk := decoded[struct {
		Blocks []struct {
			value
			At polycty.Range `hcl:",def_range"`
		} `hcl:"block,block"`
	}](t, source, nil)
	for _, err := range []error{ofSpec, ofWalk} {
		if found := bodyDiagnosticsOf(t, err); len(found) != 1000 || !strings.HasPrefix(found[0], "2,7-11: Unsuitable value") {
			t.Errorf("%d failures", len(found))
		}
	}
	for _, limits := range []polycty.Limits{{Steps: 100}, {Bytes: 1000}} {
		body := parseBody(t, source)
		err := polycty.Within(context.Background(), limits, func() error {
			return polycty.DecodeHCLBody(body, nil, &struct {
				Blocks []value `hcl:"block,block"`
			}{})
		})
		if !errors.Is(err, polycty.ErrLimit) {
			t.Errorf("%+v: %v", limits, err)
		}
	}
}

// The errors of a text share one copy of it.
func TestErrorsShareTheirText(t *testing.T) {
	type value struct {
		N int `hcl:"n"`
	}
	type values struct {
		Blocks []value `hcl:"block,block"`
	}
	type walked struct {
		Blocks []struct {
			value
			At polycty.Range `hcl:",def_range"`
		} `hcl:"block,block"`
	}
	padding := strings.Repeat("# x\n", 1<<17)
	for _, each := range []struct {
		block  string
		target any
	}{
		{"n = 1.5", &values{}},
		{"n = \"x\"", &values{}},
		{"n = 1.5", &walked{}},
		{"n = \"x\"", &walked{}},
		{"n = 1\n  x = 1", &walked{}},
	} {
		source := padding + "block {\n  n = \"x\"\n}\n" + strings.Repeat("block {\n  "+each.block+"\n}\n", 200)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := polycty.DecodeHCL("main.hcl", []byte(source), nil, each.target)
		runtime.ReadMemStats(&after)
		if found := bodyDiagnosticsOf(t, err); len(found) != 201 || !strings.HasPrefix(found[0], "131074,7-10: Incorrect") {
			t.Errorf("%q into %T: %d failures, %q", each.block, each.target, len(found), found[0])
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 20<<20 {
			t.Errorf("%q into %T: %d bytes", each.block, each.target, taken)
		}
	}
	// Each error has the text that it is about, also if texts have the same name.
	texts := []string{"block {\n  n = 1.5\n}\n", "\nblock {\n  n = \"x\"\n}\n", "\n\nblock {\n  n = 2.5\n}\n"}
	for _, names := range [][]string{{"a", "b", "c"}, {"a", "a", "a"}} {
		for _, some := range [][]string{texts, texts[1:], {"", texts[0], texts[1]}} {
			var bodies []*polycty.HCLBody
			for at, text := range some {
				bodies = append(bodies, polycty.Must(polycty.ParseHCLBody([]byte(text), names[at], polycty.HCLNative)))
			}
			err := polycty.DecodeHCLBody(polycty.Must(polycty.MergeHCLBodies(bodies...)), nil, &values{})
			var failure *polycty.Error
			if !errors.As(err, &failure) || len(failure.Diagnostics) < 2 {
				t.Fatal(err)
			}
			for _, d := range failure.Diagnostics {
				if line := strings.Split(d.Source, "\n")[d.Subject.Start.Line-1]; !strings.HasPrefix(line, "  n = ") {
					t.Errorf("%s of %q: %s", d.Subject, d.Source, d.Detail)
				}
			}
		}
	}
}

// Structs that contain each other in every way: a form computed for one is valid for all.
type (
	cyclicA struct {
		B    []cyclicB `hcl:"b,block"`
		C    *cyclicC  `hcl:"c,block"`
		Leaf *cyclicD  `hcl:"leaf,block"`
	}
	cyclicB struct {
		A []*cyclicA `hcl:"a,block"`
		C []cyclicC  `hcl:"c,block"`
	}
	cyclicC struct {
		N    int     `hcl:"n,optional"`
		Rest cyclicE `hcl:",remain"`
	}
	cyclicD struct {
		N int `hcl:"n"`
	}
	cyclicE struct {
		A []cyclicA `hcl:"a,block"`
	}
)

func TestStructsThatContainEachOther(t *testing.T) {
	source := "b {\n  a {\n    c {\n      n = 1\n      a {\n        leaf {\n          n = 2\n        }\n      }\n    }\n  }\n  c {}\n}\n"
	read, err := decoded[cyclicA](t, source, nil)
	if err != nil || read.B[0].A[0].C.N != 1 || read.B[0].A[0].C.Rest.A[0].Leaf.N != 2 || len(read.B[0].C) != 1 {
		t.Errorf("%+v, %v", read, err)
	}
	_, err = decoded[cyclicB](t, strings.Replace(source, "n = 2", "n = null", 1), nil)
	sameTexts(t, bodyDiagnosticsOf(t, err), []string{`1,1-2: Unsupported block type; Blocks of type "b" are not expected here. Did you mean "a"?`})
	_, err = decoded[cyclicA](t, strings.Replace(source, "n = 2", "n = null", 1), nil)
	sameTexts(t, bodyDiagnosticsOf(t, err), []string{`7,15-19: Unsuitable value; Inappropriate value for attribute "n": a null value is not allowed.`})
}

func TestGoroutinesDecodeIntoOneType(t *testing.T) {
	type fresh struct {
		A     int `hcl:"a"`
		Inner []struct {
			B  string        `hcl:"b"`
			At polycty.Range `hcl:",def_range"`
		} `hcl:"inner,block"`
	}
	body := parseBody(t, "a = 1\ninner {\n  b = \"x\"\n}\n")
	var all sync.WaitGroup
	for worker := 0; worker < 8; worker++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for turn := 0; turn < 20; turn++ {
				var read fresh
				if err := polycty.DecodeHCLBody(body, nil, &read); err != nil || read.A != 1 || read.Inner[0].B != "x" {
					t.Errorf("%+v, %v", read, err)
				}
			}
		}()
	}
	all.Wait()
}
