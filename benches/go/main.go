// Command bench times the conversion of ten thousand objects (the workload B2 of make
// bench) through the binding beside native go-cty, in one program, and prints the ratios.
//
// It needs go-cty, which the binding does not: `benches/run go` builds it with Debian's.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// document is an array of n objects whose names are numbers and whose ports are strings.
func document(n int) []byte {
	var text strings.Builder
	for i := 0; i < n; i++ {
		env := "dev"
		if i%3 == 0 {
			env = "prod"
		}
		fmt.Fprintf(&text, `,{"name":%d,"port":"%d","tags":{"env":"%s","idx":"%d","team":"t%d"},"enabled":%t}`,
			i, 1024+i%50000, env, i, i%17, i%2 == 0)
	}
	return []byte("[" + text.String()[1:] + "]")
}

// node is what the objects are converted to.
type node struct {
	Name    string            `polycty:"name"`
	Port    int               `polycty:"port"`
	Tags    map[string]string `polycty:"tags"`
	Enabled bool              `polycty:"enabled"`
}

var nativeType = cty.List(cty.Object(map[string]cty.Type{
	"name": cty.String, "port": cty.Number, "tags": cty.Map(cty.String), "enabled": cty.Bool,
}))

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// median is the time that an operation takes, of the runs that fit into a second, and at
// least five.
func median(operation func()) time.Duration {
	var runs []time.Duration
	for begun := time.Now(); len(runs) < 5 || time.Since(begun) < time.Second; {
		start := time.Now()
		operation()
		runs = append(runs, time.Since(start))
	}
	sort.Slice(runs, func(a, b int) bool { return runs[a] < runs[b] })
	return runs[len(runs)/2]
}

func compare(name string, native, bound func()) {
	a, b := median(native), median(bound)
	fmt.Printf("%-28s go-cty %12s   polycty from Go %12s   %8.1fx\n",
		name, a.Round(time.Microsecond), b.Round(time.Microsecond), float64(a)/float64(b))
}

func main() {
	const n = 10000
	data := document(n)

	// Natively.
	implied, err := ctyjson.ImpliedType(data)
	check(err)
	tuple, err := ctyjson.Unmarshal(data, implied)
	check(err)
	native := func() cty.Value {
		list, err := convert.Convert(tuple, nativeType)
		check(err)
		return list
	}
	nativeDecode := func() {
		t, err := ctyjson.ImpliedType(data)
		check(err)
		_, err = ctyjson.Unmarshal(data, t)
		check(err)
	}
	nativeEncode := func() {
		_, err := ctyjson.Marshal(tuple, implied)
		check(err)
	}

	// Through the binding.
	to, err := polycty.TypeOf([]node{})
	check(err)
	boundType, err := polycty.ImpliedTypeJSON(data)
	check(err)
	boundTuple, err := polycty.DecodeJSON(data, boundType)
	check(err)
	bound := func() *polycty.Value {
		list, err := boundTuple.Convert(polycty.HCL, to)
		check(err)
		return list
	}
	boundDecode := func() {
		t, err := polycty.ImpliedTypeJSON(data)
		check(err)
		v, err := polycty.DecodeJSON(data, t)
		check(err)
		v.Close()
		t.Close()
	}
	boundEncode := func() {
		_, err := boundTuple.EncodeJSON(nil)
		check(err)
	}

	// Both mean the same.
	a, err := ctyjson.Marshal(native(), nativeType)
	check(err)
	b, err := bound().EncodeJSON(nil)
	check(err)
	if string(a) != string(b) {
		fmt.Fprintln(os.Stderr, "the conversions differ")
		os.Exit(1)
	}

	compare("B2 decode", nativeDecode, boundDecode)
	compare("B2 convert", func() { native() }, func() { bound().Close() })
	compare("B2 encode", nativeEncode, boundEncode)
	fmt.Printf("%-28s %54s\n", "B2 convert into Go structs", median(func() {
		var nodes []node
		check(boundTuple.Decode(&nodes))
	}).Round(time.Microsecond))
}
