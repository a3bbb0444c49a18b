package main

import (
	"fmt"
	"strings"

	polycty "github.com/polycty/polycty/bindings/go"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/gocty"
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

// A node is the type that the objects are converted to, and that is converted to and from structs.
type node struct {
	Name    string            `polycty:"name" cty:"name"`
	Port    int               `polycty:"port" cty:"port"`
	Tags    map[string]string `polycty:"tags" cty:"tags"`
	Enabled bool              `polycty:"enabled" cty:"enabled"`
}

// A flat node has scalars alone.
type flatNode struct {
	Name    string  `polycty:"name" cty:"name"`
	Address string  `polycty:"address" cty:"address"`
	Port    int     `polycty:"port" cty:"port"`
	Weight  float64 `polycty:"weight" cty:"weight"`
	Enabled bool    `polycty:"enabled" cty:"enabled"`
}

var nodeType = cty.List(cty.Object(map[string]cty.Type{
	"name": cty.String, "port": cty.Number, "tags": cty.Map(cty.String), "enabled": cty.Bool,
}))

const elements = 1000

// inAndOut measures the conversion to and from Go values of one type, and, for comparison, a loop
// that only copies these, with new memory, from texts and numbers in Go.
func inAndOut[T any](name string, given T, again func(T) T) []row {
	nativeType := must(gocty.ImpliedType(given))
	native := must(gocty.ToCtyValue(given, nativeType))
	bound := must(polycty.ValueOf(given))
	var a, b T
	check(gocty.FromCtyValue(native, &a))
	check(bound.Decode(&b))
	if fmt.Sprint(a) != fmt.Sprint(b) || fmt.Sprint(again(b)) != fmt.Sprint(b) {
		panic("the Go values differ")
	}
	return []row{
		{name + " to a value", times(func() { nativeValue = must(gocty.ToCtyValue(given, nativeType)) }),
			times(func() { must(polycty.ValueOf(given)).Close() })},
		{name + " out of a value", times(func() { var back T; check(gocty.FromCtyValue(native, &back)) }),
			times(func() { var back T; check(bound.Decode(&back)) })},
		{"  out of nothing, by a loop", times(func() { var back T; check(gocty.FromCtyValue(native, &back)) }),
			times(func() { made = again(given) })},
	}
}

// made holds the result of a loop, so that the compiler cannot remove the work.
var made any

func nodeAgain(n node) node {
	tags := make(map[string]string, len(n.Tags))
	for key, tag := range n.Tags {
		tags[strings.Clone(key)] = strings.Clone(tag)
	}
	return node{strings.Clone(n.Name), n.Port, tags, n.Enabled}
}

func flatAgain(n flatNode) flatNode {
	return flatNode{strings.Clone(n.Name), strings.Clone(n.Address), n.Port, n.Weight, n.Enabled}
}

// eachAgain copies a slice element by element.
func eachAgain[T any](again func(T) T) func([]T) []T {
	return func(given []T) []T {
		made := make([]T, len(given))
		for at := range given {
			made[at] = again(given[at])
		}
		return made
	}
}

// structs measures Go values as values and back.
func structs() []row {
	nodes, flat := make([]node, elements), make([]flatNode, elements)
	numbers, words := make([]int, 10*elements), make([]string, 10*elements)
	for i := range nodes {
		nodes[i] = node{fmt.Sprintf("node-%05d", i), 1024 + i, map[string]string{"env": "prod", "idx": fmt.Sprint(i)}, i%2 == 0}
		flat[i] = flatNode{fmt.Sprintf("node-%05d", i), fmt.Sprintf("10.0.%d.%d.example.com", i/256, i%256), 1024 + i, float64(i) / 4, i%2 == 0}
	}
	for i := range numbers {
		numbers[i], words[i] = i, fmt.Sprintf("word-%05d", i)
	}
	var rows []row
	rows = append(rows, inAndOut("one struct", nodes[0], nodeAgain)...)
	rows = append(rows, inAndOut("1,000 structs with maps", nodes, eachAgain(nodeAgain))...)
	rows = append(rows, inAndOut("1,000 structs of scalars", flat, eachAgain(flatAgain))...)
	rows = append(rows, inAndOut("10,000 numbers", numbers, eachAgain(func(n int) int { return n }))...)
	rows = append(rows, inAndOut("10,000 strings", words, eachAgain(strings.Clone))...)

	native, bound := must(gocty.ToCtyValue(nodes, nodeType)), must(polycty.ValueOf(nodes))
	return append(rows,
		row{"1,000 elements and an attribute of each", times(func() {
			for it := native.ElementIterator(); it.Next(); {
				_, element := it.Element()
				word = element.GetAttr("name").AsString()
			}
		}), times(func() {
			for it := bound.Elements(); it.Next(); {
				word, _ = it.Value().Attr("name").AsString()
			}
		})},
		row{"1,000 elements by position", times(func() {
			for at := 0; at < elements; at++ {
				nativeValue = native.Index(cty.NumberIntVal(int64(at)))
			}
		}), times(func() {
			for at := 0; at < elements; at++ {
				boundValue = bound.At(at)
			}
		})})
}

// documents measures JSON and its decoded values.
func documents() []row {
	data := document(10 * elements)
	tuple := must(ctyjson.Unmarshal(data, must(ctyjson.ImpliedType(data))))
	boundTuple := must(polycty.DecodeJSON(data, nil))
	to := must(polycty.TypeOf([]node{}))
	a := must(ctyjson.Marshal(must(convert.Convert(tuple, nodeType)), nodeType))
	b := must(must(boundTuple.Convert(polycty.HCL, to)).EncodeJSON(nil))
	if string(a) != string(b) {
		panic("the conversions differ")
	}
	return []row{
		{"10,000 objects out of JSON", times(func() {
			nativeValue = must(ctyjson.Unmarshal(data, must(ctyjson.ImpliedType(data))))
		}), times(func() { must(polycty.DecodeJSON(data, nil)).Close() })},
		{"10,000 objects converted", times(func() { nativeValue = must(convert.Convert(tuple, nodeType)) }),
			times(func() { must(boundTuple.Convert(polycty.HCL, to)).Close() })},
		{"10,000 objects as JSON", times(func() { must(ctyjson.Marshal(tuple, tuple.Type())) }),
			times(func() { must(boundTuple.EncodeJSON(nil)) })},
	}
}
