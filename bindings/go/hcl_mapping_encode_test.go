package polycty_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand"
	"reflect"
	"strings"
	"testing"
	"testing/quick"

	polycty "github.com/polycty/polycty/bindings/go"
)

// Encoding of structs into HCL bodies, and decoding of the result.

// everything has a field for each kind of Go value that can be written.
type everything struct {
	Bool   bool               `hcl:"bool"`
	Int    int64              `hcl:"int,optional"`
	Small  uint8              `hcl:"small"`
	Float  float64            `hcl:"float"`
	Text   string             `hcl:"text"`
	Big    *big.Int           `hcl:"big"`
	Maybe  *string            `hcl:"maybe"`
	List   []string           `hcl:"list,optional"`
	Array  [2]bool            `hcl:"array"`
	Map    map[string][]int16 `hcl:"map,optional"`
	Object struct {
		A string `polycty:"a"`
		B *bool  `polycty:"b,optional"`
	} `hcl:"object"`
	One    oneBlock    `hcl:"one,block"`
	Other  *oneBlock   `hcl:"other,block"`
	Blocks []labelled  `hcl:"each,block"`
	More   []*labelled `hcl:"more,block"`
}

type oneBlock struct {
	Text string `hcl:"text,optional"`
}

type labelled struct {
	First  string     `hcl:"first,label"`
	Second string     `hcl:"second,label"`
	N      int        `hcl:"n"`
	Inner  []oneBlock `hcl:"inner,block"`
}

// Generate returns values that are equal after encoding and decoding: no NaN, and texts in UTF-8
// and normal form.
func (everything) Generate(r *rand.Rand, size int) reflect.Value {
	text := func() string {
		var made strings.Builder
		for n := r.Intn(12); n > 0; n-- {
			made.WriteString([]string{"a", "é", "\n", "${x}", "%{if}", "\"", "\\", "\t", " ", "EOT\n", "\u0001", "𝕏"}[r.Intn(12)])
		}
		return made.String()
	}
	var e everything
	e.Bool, e.Int, e.Small, e.Text = r.Intn(2) == 0, r.Int63()-r.Int63(), uint8(r.Intn(256)), text()
	e.Float = math.Trunc(r.NormFloat64()*1e9) / 1024
	if r.Intn(2) == 0 {
		e.Big = new(big.Int).Lsh(big.NewInt(r.Int63()), uint(r.Intn(200)))
		maybe := text()
		e.Maybe = &maybe
		e.Other = &oneBlock{text()}
	}
	for n := r.Intn(3); n > 0; n-- {
		e.List = append(e.List, text())
		if e.Map == nil {
			e.Map = map[string][]int16{}
		}
		e.Map[text()] = []int16{int16(r.Intn(1 << 15)), int16(-r.Intn(1 << 15))}
	}
	e.Array[r.Intn(2)] = true
	e.Object.A = text()
	if r.Intn(2) == 0 {
		e.Object.B = &e.Bool
	}
	e.One.Text = text()
	block := func() labelled {
		made := labelled{First: text(), Second: text(), N: r.Intn(9)}
		for n := r.Intn(3); n > 0; n-- {
			made.Inner = append(made.Inner, oneBlock{text()})
		}
		return made
	}
	for n := r.Intn(4); n > 0; n-- {
		e.Blocks = append(e.Blocks, block())
		more := block()
		e.More = append(e.More, &more)
	}
	return reflect.ValueOf(e)
}

func TestStructsGoThroughTextAndBack(t *testing.T) {
	var before *polycty.HCLFile
	check := func(given everything) bool {
		text, err := polycty.EncodeHCL(given)
		if err != nil {
			t.Logf("%+v: %v", given, err)
			return false
		}
		read, err := decoded[everything](t, string(text), nil)
		if err != nil || !reflect.DeepEqual(read, given) {
			t.Logf("%+v\nbecame %+v, %v\nthrough\n%s", given, read, err, text)
			return false
		}
		// Encoding into a file with a different struct changes it to this one, and encoding again changes
		// nothing.
		if before == nil {
			before = polycty.NewHCLFile()
		}
		for turn := 0; turn < 2; turn++ {
			was := string(before.Bytes())
			if err := polycty.EncodeIntoHCLBody(&given, before.Body()); err != nil {
				t.Log(err)
				return false
			}
			if turn == 1 && was != string(before.Bytes()) {
				t.Logf("%s\nbecame\n%s", was, before.Bytes())
				return false
			}
		}
		read, err = decoded[everything](t, string(before.Bytes()), nil)
		if err != nil || !reflect.DeepEqual(read, given) {
			t.Logf("%+v\nbecame %+v, %v\nthrough\n%s", given, read, err, before.Bytes())
			return false
		}
		laidOut, err := polycty.FormatHCL(text, "main.hcl", polycty.HCLStyleLayout)
		if err != nil || string(laidOut) != string(text) {
			t.Logf("not laid out:\n%s", text)
			return false
		}
		return true
	}
	if err := quick.Check(check, &quick.Config{MaxCount: 300, Rand: rand.New(rand.NewSource(17))}); err != nil {
		t.Error(err)
	}
}

func TestAStructIsWrittenIntoABody(t *testing.T) {
	file := polycty.Must(polycty.ParseHCLFile([]byte(`# Where it runs.
region = "e${"u"}" # as it was
count  = 1
obsolete = true

other {}

# To be removed.
server "web" "gone" {
  ports = []
}

# The first one.
server "web" "a" {
  ports = [
    80, # plain
    443,
  ]
}
`), "main.hcl"))
	zone := "b"
	err := polycty.EncodeIntoHCLBody(&mapped{
		Region: "eu", Zone: &zone, Count: 2,
		Servers: []mappedServer{
			{Kind: "db", Name: "new", Ports: []uint16{5432}},
			{Kind: "web", Name: "a", Ports: []uint16{80, 443}, Disks: []*mappedDisk{{10}, nil}},
		},
	}, file.Body())
	if err != nil {
		t.Fatal(err)
	}
	want := `# Where it runs.
region = "e${"u"}" # as it was
count  = 2
zone   = "b"

server "db" "new" {
  ports = [5432]
}

# The first one.
server "web" "a" {
  ports = [
    80, # plain
    443,
  ]

  disk {
    size = 10
  }
}
`
	if got := string(file.Bytes()); got != want {
		t.Errorf("%s\nwanted\n%s", got, want)
	}
	// A struct with a field for the rest does not change the rest.
	if err := polycty.EncodeIntoHCLBody(struct {
		Count int              `hcl:"count"`
		Rest  *polycty.HCLBody `hcl:",remain"`
	}{Count: 3}, file.Body()); err != nil {
		t.Fatal(err)
	}
	if got := string(file.Bytes()); got != strings.Replace(want, "count  = 2", "count  = 3", 1) {
		t.Errorf("%s", got)
	}
	block, err := polycty.EncodeAsHCLBlock(mappedServer{Kind: "x", Name: "y"}, "server", file.Body(), polycty.HCLFirst())
	if err != nil || !strings.HasPrefix(string(file.Bytes()), "server \"x\" \"y\" {\n  ports = null\n}\n\n# Where") {
		t.Errorf("%v\n%s", err, file.Bytes())
	}
	if err := block.Remove(); err != nil {
		t.Fatal(err)
	}
	was := string(file.Bytes())
	unknown := struct {
		Count int            `hcl:"count"`
		Value *polycty.Value `hcl:"value"`
	}{5, polycty.Unknown(polycty.String())}
	if err := polycty.EncodeIntoHCLBody(unknown, file.Body()); !errors.Is(err, polycty.ErrUnknown) || !strings.HasPrefix(err.Error(), ".value") {
		t.Error(err)
	}
	if _, err := polycty.EncodeAsHCLBlock(mappedDisk{}, "not a name", file.Body(), polycty.HCLLast()); err == nil {
		t.Error("a block of no name")
	}
	if _, err := polycty.EncodeAsHCLBlock(struct {
		A int `hcl:"not a name"`
	}{}, "block", file.Body(), polycty.HCLLast()); err == nil {
		t.Error("an argument of no name")
	}
	if string(file.Bytes()) != was {
		t.Errorf("changed:\n%s", file.Bytes())
	}
	for _, wrong := range []any{nil, 3, (*mapped)(nil), []mapped{}} {
		if err := polycty.EncodeIntoHCLBody(wrong, file.Body()); !errors.Is(err, polycty.ErrInvalidArgument) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	type endless struct {
		Inner *endless `hcl:"inner,block"`
	}
	var e endless
	e.Inner = &e
	if _, err := polycty.EncodeHCL(e); !errors.Is(err, polycty.ErrLimit) {
		t.Error(err)
	}
}

func TestAStructThatCannotBeWrittenChangesNothing(t *testing.T) {
	type labelled struct {
		Label string `hcl:"label,label"`
		N     int    `hcl:"n"`
	}
	type nested struct {
		Inner []labelled `hcl:"b,block"`
	}
	source := "z = 1 # kept\na = \"old\"\n\nb \"x\" {\n  n = 1\n}\n"
	for _, value := range []any{
		struct {
			A      string     `hcl:"a"`
			Blocks []labelled `hcl:"b,block"`
		}{"new", []labelled{{"q", 2}, {"\xff", 1}}},
		struct {
			A    string `hcl:"a"`
			None string `hcl:"b c"`
		}{"new", "x"},
		struct {
			Blocks []nested `hcl:"b,block"`
		}{[]nested{{}, {[]labelled{{"\xff", 1}}}}},
		struct {
			Blocks []nested `hcl:"b c,block"`
		}{[]nested{{}}},
	} {
		file := polycty.Must(polycty.ParseHCLFile([]byte(source), "main.hcl"))
		if err := polycty.EncodeIntoHCLBody(value, file.Body()); err == nil {
			t.Errorf("%+v was written", value)
		}
		if got := string(file.Bytes()); got != source {
			t.Errorf("%+v made\n%s", value, got)
		}
	}
}

func TestAStructWithTheWholeBodyLeavesWhatStandsInIt(t *testing.T) {
	type whole struct {
		Body *polycty.HCLBody `hcl:",body"`
	}
	source := "a = 1 # kept\n\nb {\n  c = 1\n}\n"
	for _, each := range []struct {
		value any
		want  string
	}{
		{whole{}, source},
		{struct {
			A int `hcl:"a"`
			whole
		}{A: 2}, strings.Replace(source, "= 1 #", "= 2 #", 1)},
		{struct {
			A      int     `hcl:"a"`
			Blocks []whole `hcl:"b,block"`
		}{1, []whole{{}}}, source},
	} {
		file := polycty.Must(polycty.ParseHCLFile([]byte(source), "main.hcl"))
		err := polycty.EncodeIntoHCLBody(each.value, file.Body())
		if got := string(file.Bytes()); err != nil || got != each.want {
			t.Errorf("%v\n%s", err, got)
		}
	}
}
