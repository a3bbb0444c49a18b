package polycty_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

type server struct {
	Name    string            `polycty:"name"`
	Ports   []uint16          `polycty:"ports"`
	Tags    map[string]string `polycty:"tags,optional"`
	Weight  *float64          `polycty:"weight,optional"`
	Since   time.Time         `polycty:"since,optional"`
	Skipped chan int          `polycty:"-"`
	Place
}

type Place struct {
	Region string `polycty:"region,optional"`
}

func weight(w float64) *float64 { return &w }

// Values are unchanged after crossing the boundary and back.
func TestGoValuesComeBack(t *testing.T) {
	huge, _ := new(big.Int).SetString(strings.Repeat("1234567890", 40), 10)
	exact, _, _ := big.ParseFloat("0.1234567890123456789012345678901234567890", 10, 512, big.ToNearestEven)
	for _, given := range []any{
		true, "grüße", int8(-5), int64(math.MinInt64), uint64(math.MaxUint64), -1.5, float32(0.25), math.Inf(-1),
		[]string{"a", "b"}, []int{}, [3]int{1, 2, 3}, map[string]int{"a": 1, "b": 1 << 40},
		*big.NewInt(12), *huge, *new(big.Int).Neg(huge), *exact, json.Number("0.125"),
		time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC),
		server{Name: "db", Ports: []uint16{5432}, Weight: weight(2), Place: Place{"eu"}},
		[]server{{Name: "a", Ports: []uint16{}, Tags: map[string]string{"k": "v"}}, {Name: "b", Ports: []uint16{1}}},
		map[string]any{"a": int64(1), "b": []any{"x", true, nil, 1.5}, "c": map[string]any{}},
		[]any{int64(1), "a", map[string]any{"n": huge}, 0.1},
		struct {
			X any `polycty:"x"`
			Y []*string
		}{X: []any{int64(2)}, Y: []*string{nil}},
	} {
		value, err := polycty.ValueOf(given)
		if err != nil {
			t.Errorf("%#v: %v", given, err)
			continue
		}
		back := reflect.New(reflect.TypeOf(given))
		if err := value.Decode(back.Interface()); err != nil {
			t.Errorf("%#v: %v", given, err)
			continue
		}
		got := back.Elem().Interface()
		if n, ok := given.(big.Int); ok {
			m := got.(big.Int)
			if n.Cmp(&m) != 0 {
				t.Errorf("%s came back as %s", &n, &m)
			}
		} else if n, ok := given.(big.Float); ok {
			m := got.(big.Float)
			if n.Cmp(&m) != 0 {
				t.Errorf("%s came back as %s", &n, &m)
			}
		} else if !reflect.DeepEqual(got, given) {
			t.Errorf("%#v came back as %#v", given, got)
		}
	}
}

func TestTypesOfGoValues(t *testing.T) {
	for wanted, x := range map[string]any{
		"string":       "",
		"list(number)": []uint8{},
		"map(bool)":    map[string]bool{},
		"any":          []any{},
	} {
		found, err := polycty.TypeOf(x)
		if err != nil {
			t.Errorf("%T: %v", x, err)
			continue
		}
		if notation, _ := found.Format(polycty.HCL); notation != wanted {
			t.Errorf("%T: %s", x, notation)
		}
	}
}

// A field with this tag is an optional attribute.
func TestOptionalFields(t *testing.T) {
	found, err := polycty.TypeOf(server{})
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{"name": false, "ports": false, "region": true, "since": true, "tags": true, "weight": true}
	fields := found.Fields()
	for _, field := range fields {
		if optional, ok := wanted[field.Name]; !ok || optional != field.Optional {
			t.Errorf("%+v", field)
		}
	}
	if len(fields) != len(wanted) {
		t.Errorf("%d fields", len(fields))
	}
}

// Decoding converts by the rules of HCL, and reports the path of a failure.
func TestDecodeConvertsAndExplains(t *testing.T) {
	decode := func(source string, target any) error {
		t.Helper()
		value, err := polycty.EvaluateHCL(source, "test", nil)
		if err != nil {
			t.Fatal(err)
		}
		return value.Decode(target)
	}
	var s server
	if err := decode(`{name = 12, ports = ["80", 443], other = true}`, &s); err != nil {
		t.Fatal(err)
	}
	if s.Name != "12" || !reflect.DeepEqual(s.Ports, []uint16{80, 443}) {
		t.Errorf("%+v", s)
	}
	for _, c := range []struct {
		source, path string
		code         polycty.Code
		target       any
	}{
		{`{ports = []}`, "", polycty.ErrConversion, new(server)},
		{`{name = "a", ports = ["x"]}`, ".ports[0]", polycty.ErrConversion, new(server)},
		{`{name = "a", ports = [1, 70000]}`, ".ports[1]", polycty.ErrConversion, new(server)},
		{`{name = null, ports = []}`, ".name", polycty.ErrNull, new(server)},
		{`{name = "a", ports = [], since = "never"}`, ".since", polycty.ErrConversion, new(server)},
		{`{a = -1}`, `["a"]`, polycty.ErrConversion, new(map[string]uint)},
		{`1.5`, "", polycty.ErrConversion, new(int)},
		{`[1]`, "", polycty.ErrConversion, new([2]int)},
		{`1`, "", polycty.ErrUnsupported, new(chan int)},
		{`1`, "", polycty.ErrInvalidArgument, 7},
	} {
		err := decode(c.source, c.target)
		var e *polycty.Error
		if !errors.As(err, &e) || !errors.Is(err, c.code) || e.Path.String() != c.path {
			t.Errorf("%s: %v", c.source, err)
		}
	}
}

// Marks and unknown values can only be decoded into a *Value.
func TestValuesWithinGoValues(t *testing.T) {
	secret := polycty.Must(polycty.Must(polycty.StringVal("s3cret")).Mark("sensitive"))
	unknown := polycty.Unknown(polycty.Number())
	type login struct {
		User     string         `polycty:"user"`
		Password *polycty.Value `polycty:"password"`
	}
	for _, password := range []*polycty.Value{secret, unknown, polycty.Int64Val(1)} {
		value, err := polycty.ValueOf([]login{{"me", password}})
		if err != nil {
			t.Fatal(err)
		}
		if got := value.At(0).Attr("password"); !got.Equal(password) {
			t.Errorf("%v became %v", password, got)
		}
		var back []login
		if err := value.Decode(&back); err != nil {
			t.Fatal(err)
		}
		if back[0].User != "me" || !back[0].Password.Equal(password) {
			t.Errorf("%v came back as %v", password, back[0].Password)
		}
	}
	for wanted, given := range map[polycty.Code]*polycty.Value{
		polycty.ErrMarked: secret, polycty.ErrUnknown: unknown,
	} {
		list := polycty.Must(polycty.TupleVal(given))
		for _, target := range []any{new([]string), new([]any), new(any)} {
			var e *polycty.Error
			if err := list.Decode(target); !errors.As(err, &e) || e.Code != wanted || e.Path.String() != "[0]" {
				t.Errorf("%T: %v", target, err)
			}
		}
	}
}

// Values without a counterpart are errors with their path.
func TestGoValuesWithoutACounterpart(t *testing.T) {
	for _, c := range []struct {
		given any
		path  string
		code  polycty.Code
	}{
		{map[string][]string{"k": {"ok", "a\xff"}}, `["k"][1]`, polycty.ErrInvalidUTF8},
		{[]any{1, math.NaN()}, "[1]", polycty.ErrArithmetic},
		{json.Number("abc"), "", polycty.ErrType},
		{struct{ E error }{}, ".E", polycty.ErrUnsupported},
		{map[string]any{"f": func() {}}, ".f", polycty.ErrUnsupported},
		{struct {
			A int `polycty:"a"`
			B int `polycty:"a"`
		}{}, "", polycty.ErrInvalidArgument},
	} {
		_, err := polycty.ValueOf(c.given)
		var e *polycty.Error
		if !errors.As(err, &e) || e.Path.String() != c.path || e.Code != c.code {
			t.Errorf("%#v: %v", c.given, err)
			continue
		}
		if _, ok := e.Offset(); ok {
			t.Errorf("%v tells of a document", err)
		}
	}
}

func TestRecursiveGoTypesAreRefused(t *testing.T) {
	type node struct{ Next *node }
	if _, err := polycty.ValueOf(node{}); !errors.Is(err, polycty.ErrUnsupported) {
		t.Errorf("%v", err)
	}
}

func TestGoValuesWithinThemselvesAreRefused(t *testing.T) {
	ring := map[string]any{}
	ring["ring"] = ring
	if _, err := polycty.ValueOf(ring); !errors.Is(err, polycty.ErrLimit) {
		t.Errorf("%v", err)
	}
	deep := any("end")
	for i := 0; i < 100000; i++ {
		deep = []any{deep}
	}
	if _, err := polycty.ValueOf(deep); !errors.Is(err, polycty.ErrLimit) {
		t.Errorf("%v", err)
	}
}
