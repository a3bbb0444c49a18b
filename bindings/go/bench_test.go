package polycty_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

// The cost of a call over the boundary, and of calls that transfer much data at once.

// A question that takes the library no time: only the crossing.
func BenchmarkSmallCall(b *testing.B) {
	t := polycty.Number()
	for i := 0; i < b.N; i++ {
		if t.Kind() != polycty.KindNumber {
			b.Fatal("another kind")
		}
	}
}

// The same for a call that makes a value, which has a finalizer until it is closed.
func BenchmarkMakeAndClose(b *testing.B) {
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		polycty.Int64Val(1).Close()
	}
}

func BenchmarkMakeAndDrop(b *testing.B) {
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		polycty.Int64Val(1)
	}
}

// A call of a closure, in both directions.
func BenchmarkClosure(b *testing.B) {
	one := polycty.Int64Val(1)
	function := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		Type: polycty.Number(),
		Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) { return one, nil },
	}))
	for i := 0; i < b.N; i++ {
		if v, err := function.Call(); err != nil {
			b.Fatal(err)
		} else {
			v.Close()
		}
	}
}

const elements = 1000

// A list of a thousand numbers, made one by one and at once.
func BenchmarkListOneByOne(b *testing.B) {
	for i := 0; i < b.N; i++ {
		values := make([]*polycty.Value, elements)
		for at := range values {
			values[at] = polycty.Int64Val(int64(at))
		}
		list := polycty.Must(polycty.ListVal(values...))
		for _, value := range values {
			value.Close()
		}
		list.Close()
	}
}

func BenchmarkListAtOnce(b *testing.B) {
	numbers := make([]int64, elements)
	for i := 0; i < b.N; i++ {
		polycty.Must(polycty.Int64sVal(numbers)).Close()
	}
}

// The same list read by position, by an iterator, and at once.
func BenchmarkReadByPosition(b *testing.B) {
	list := polycty.Must(polycty.Int64sVal(make([]int64, elements)))
	for i := 0; i < b.N; i++ {
		for at := 0; at < elements; at++ {
			element := list.At(at)
			if _, err := element.AsInt64(); err != nil {
				b.Fatal(err)
			}
			element.Close()
		}
	}
}

func BenchmarkReadByIterator(b *testing.B) {
	list := polycty.Must(polycty.Int64sVal(make([]int64, elements)))
	for i := 0; i < b.N; i++ {
		for it := list.Elements(); it.Next(); {
			if _, err := it.Value().AsInt64(); err != nil {
				b.Fatal(err)
			}
			it.Value().Close()
		}
	}
}

func BenchmarkReadAtOnce(b *testing.B) {
	list := polycty.Must(polycty.Int64sVal(make([]int64, elements)))
	for i := 0; i < b.N; i++ {
		var numbers []int64
		if err := list.Decode(&numbers); err != nil {
			b.Fatal(err)
		}
	}
}

// A thousand structs as one value and back: by reflection, which crosses as MessagePack; as
// JSON; and part by part.
type node struct {
	Name    string            `polycty:"name" json:"name"`
	Port    int               `polycty:"port" json:"port"`
	Tags    map[string]string `polycty:"tags" json:"tags"`
	Enabled bool              `polycty:"enabled" json:"enabled"`
}

func nodes() []node {
	made := make([]node, elements)
	for i := range made {
		made[i] = node{fmt.Sprintf("node-%05d", i), 1024 + i, map[string]string{"env": "prod", "idx": fmt.Sprint(i)}, i%2 == 0}
	}
	return made
}

func nodesType(b *testing.B) *polycty.Type {
	t, err := polycty.TypeOf([]node{})
	if err != nil {
		b.Fatal(err)
	}
	return t
}

func BenchmarkStructsByReflection(b *testing.B) {
	given := nodes()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		polycty.Must(polycty.ValueOf(given)).Close()
	}
}

func BenchmarkStructsByJSON(b *testing.B) {
	given, t := nodes(), nodesType(b)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		data := polycty.Must(json.Marshal(given))
		polycty.Must(polycty.DecodeJSON(data, t)).Close()
	}
}

func BenchmarkStructsByParts(b *testing.B) {
	given := nodes()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		var values []*polycty.Value
		for _, n := range given {
			tags := map[string]*polycty.Value{}
			for key, tag := range n.Tags {
				tags[key] = polycty.Must(polycty.StringVal(tag))
			}
			values = append(values, polycty.Must(polycty.ObjectVal(map[string]*polycty.Value{
				"name": polycty.Must(polycty.StringVal(n.Name)), "port": polycty.Int64Val(int64(n.Port)),
				"tags": polycty.Must(polycty.MapVal(tags)), "enabled": polycty.BoolVal(n.Enabled),
			})))
		}
		polycty.Must(polycty.ListVal(values...)).Close()
	}
}

func BenchmarkStructsBackByReflection(b *testing.B) {
	value := polycty.Must(polycty.ValueOf(nodes()))
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		var back []node
		if err := value.Decode(&back); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStructsBackByJSON(b *testing.B) {
	value := polycty.Must(polycty.ValueOf(nodes()))
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		var back []node
		if err := json.Unmarshal(polycty.Must(value.EncodeJSON(nil)), &back); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStructsBackByParts(b *testing.B) {
	value := polycty.Must(polycty.ValueOf(nodes()))
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		var back []node
		for it := value.Elements(); it.Next(); {
			var n node
			n.Name, _ = it.Value().Attr("name").AsString()
			port, _ := it.Value().Attr("port").AsInt64()
			n.Port = int(port)
			n.Enabled, _ = it.Value().Attr("enabled").AsBool()
			n.Tags = map[string]string{}
			for tag := it.Value().Attr("tags").Elements(); tag.Next(); {
				n.Tags[tag.Key()], _ = tag.Value().AsString()
			}
			back = append(back, n)
		}
	}
}

// A thousand conversions by one converter, one by one and at once.
func BenchmarkConvertOneByOne(b *testing.B) {
	converter, values := conversions()
	for i := 0; i < b.N; i++ {
		for _, value := range values {
			polycty.Must(converter.Convert(value)).Close()
		}
	}
}

func BenchmarkConvertAll(b *testing.B) {
	converter, values := conversions()
	for i := 0; i < b.N; i++ {
		polycty.CloseAll(polycty.Must(converter.ConvertAll(values)))
	}
}

func conversions() (*polycty.Converter, []*polycty.Value) {
	converter := polycty.Must(polycty.NewConverter(polycty.HCL, polycty.Number(), polycty.String(), polycty.Safe))
	values := make([]*polycty.Value, elements)
	for at := range values {
		values[at] = polycty.Int64Val(int64(at))
	}
	return converter, values
}
