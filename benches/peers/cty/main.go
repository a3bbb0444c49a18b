// Command peer-cty is the Go side of the side-by-side benchmark: it times
// go-cty on the workloads that the library under test is timed on, so that both
// can be run one after the other on the same computer.
//
// The workloads and their inputs are B1–B10 of the cty performance baseline (cty-baseline.md).
// Every input is generated here as the baseline defines it, and --check compares the generated
// documents with the sizes and the SHA-256 sums in the baseline. B2, B3 and B9 also run at a tenth
// of their size, to show the growth of the time with the input.
//
// Usage:
//
//	peer-cty WORKLOAD [--seconds S] [--check]
//	peer-cty --check
//
// WORKLOAD is a workload (B1), a single figure (B1.decode) or "all". Each figure
// is one line: its id, the size of the input, and nanoseconds per operation.
// The one exception is B10.live, which is in bytes.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// A figure is one line of the output for each of its sizes.
type figure struct {
	id      string
	sizes   []int
	measure func(n int) float64
}

// figures holds every figure, in the order of output for "all". A size
// is the number of elements, types, levels of nesting (B4) or calls (B5).
var figures = []figure{
	{"B1.decode", []int{10000}, b1Decode},
	{"B1.encode", []int{10000}, b1Encode},
	{"B2.decode", []int{1000, 10000}, b2Decode},
	{"B2.convert", []int{1000, 10000}, b2Convert},
	{"B3.unify", []int{100, 1000}, b3Unify},
	{"B4.conversion", []int{6}, b4Conversion},
	{"B5.call", []int{1}, b5Call},
	{"B6.format", []int{1}, b6Format},
	{"B6.merge", []int{1000}, b6Merge},
	{"B6.setproduct", []int{8000}, b6SetProduct},
	{"B6.sort", []int{10000}, b6Sort},
	{"B6.flatten", []int{10000}, b6Flatten},
	{"B7.evaluate", []int{1000}, b7Evaluate},
	{"B7.parse", []int{1}, b7Parse},
	{"B8.equals", []int{10000}, b8Equals},
	{"B9.set", []int{1000, 10000}, b9Set},
	{"B10.live", []int{10000}, b10Live},
}

// seconds is about how long the runs of one figure take together.
var seconds = flag.Float64("seconds", 3, "seconds of running per figure")

var check = flag.Bool("check", false, "check the generated documents first")

func main() {
	workload := parseArguments()
	if *check {
		checkDocuments()
	}
	found := *check && workload == ""
	for _, f := range figures {
		// The dot keeps B1 from selecting B10.
		if workload != "all" && workload != f.id && !strings.HasPrefix(f.id, workload+".") {
			continue
		}
		found = true
		for _, n := range f.sizes {
			fmt.Printf("%s %d %.1f\n", f.id, n, f.measure(n))
		}
	}
	if !found {
		usage()
	}
}

// parseArguments returns the workload named on the command line, or "" if there
// is none. Package flag stops at the first argument that is not a flag, so the
// arguments after the workload are parsed a second time.
func parseArguments() string {
	flag.Usage = usage
	flag.Parse()
	if flag.NArg() == 0 {
		return ""
	}
	workload := flag.Arg(0)
	flag.CommandLine.Parse(flag.Args()[1:])
	if flag.NArg() > 0 {
		usage()
	}
	return workload
}

func usage() {
	fmt.Fprintln(os.Stderr, "usage: peer-cty WORKLOAD [--seconds S] [--check]")
	fmt.Fprintln(os.Stderr, "       peer-cty --check")
	fmt.Fprintln(os.Stderr, "WORKLOAD is all, a workload (B1) or one of these figures:")
	for _, f := range figures {
		fmt.Fprintln(os.Stderr, "  "+f.id)
	}
	os.Exit(2)
}

// The workloads. Each builds its inputs before the clock starts. Each operation
// assigns its result to a variable that the workload reads afterwards: this
// keeps a result alive until the next one replaces it, and checks the result.

// b1Decode decodes the document for a type that is known beforehand.
func b1Decode(n int) float64 {
	doc := doc1(n)
	var val cty.Value
	ns := timePerOperation(func() {
		val = decode(doc, listTy)
	})
	expect(val.LengthInt() == n, "the list has every element")
	return ns
}

// b1Encode encodes the result of b1Decode. The document has no white
// space, but the encoder sorts its attributes, so only the length of the output
// is the same.
func b1Encode(n int) float64 {
	doc := doc1(n)
	val := decode(doc, listTy)
	var out []byte
	ns := timePerOperation(func() {
		var err error
		out, err = ctyjson.Marshal(val, listTy)
		fatal(err)
	})
	expect(len(out) == len(doc), "the encoding is as long as the document")
	return ns
}

// b2Decode finds the type of a document, which is a tuple type with a type for
// every element, and then decodes the document with that type.
func b2Decode(n int) float64 {
	doc := doc2(n)
	var val cty.Value
	ns := timePerOperation(func() {
		ty, err := ctyjson.ImpliedType(doc)
		fatal(err)
		val = decode(doc, ty)
	})
	expect(val.Type().IsTupleType() && val.LengthInt() == n, "a tuple with every element")
	return ns
}

// b2Convert converts the result of b2Decode to the type that b1Decode
// uses: numbers to strings, strings to numbers and objects to maps.
func b2Convert(n int) float64 {
	doc := doc2(n)
	ty, err := ctyjson.ImpliedType(doc)
	fatal(err)
	tuple := decode(doc, ty)
	var val cty.Value
	ns := timePerOperation(func() {
		var err error
		val, err = convert.Convert(tuple, listTy)
		fatal(err)
	})
	expect(val.Type().Equals(listTy) && val.LengthInt() == n, "a list with every element")
	return ns
}

// b3Unify unifies object types that differ in the attributes that are
// numbers. The result is the common type and a conversion to it from each type.
func b3Unify(n int) float64 {
	types := make([]cty.Type, n)
	for k := range types {
		attrs := make(map[string]cty.Type, 20)
		for j := 0; j < 20; j++ {
			ty := cty.String
			switch {
			case j%4 == 1:
				ty = cty.Bool
			case j%4 == 3:
				ty = cty.List(cty.String)
			case (k+j)%5 == 0:
				ty = cty.Number
			}
			attrs[fmt.Sprintf("a%02d", j)] = ty
		}
		types[k] = cty.Object(attrs)
	}
	var unified cty.Type
	var conversions []convert.Conversion
	ns := timePerOperation(func() {
		unified, conversions = convert.Unify(types)
	})
	expect(unified != cty.NilType, "the types can be unified")
	expect(unified.AttributeType("a00") == cty.String, "numbers become strings")
	expect(len(conversions) == n, "there is an answer for every type")
	return ns
}

// b4Conversion looks for a safe conversion between two deeply nested types and
// does not run it. The package keeps nothing from one search to the next.
func b4Conversion(depth int) float64 {
	from, to := b4From(depth), b4To(depth)
	var conversion convert.Conversion
	ns := timePerOperation(func() {
		conversion = convert.GetConversion(from, to)
	})
	expect(conversion != nil, "there is a conversion")
	return ns
}

func b4From(depth int) cty.Type {
	if depth == 0 {
		return cty.Number
	}
	inner := b4From(depth - 1)
	if depth%3 == 0 {
		return cty.Tuple([]cty.Type{inner, inner, inner, inner})
	}
	return fourAttributes(inner)
}

func b4To(depth int) cty.Type {
	if depth == 0 {
		return cty.String
	}
	inner := b4To(depth - 1)
	switch depth % 3 {
	case 0:
		return cty.List(inner)
	case 1:
		return cty.Map(inner)
	default:
		return fourAttributes(inner)
	}
}

func fourAttributes(ty cty.Type) cty.Type {
	return cty.Object(map[string]cty.Type{"a0": ty, "a1": ty, "a2": ty, "a3": ty})
}

// b5Call calls a function that does next to nothing, to time the function-call
// protocol: the checks of the arguments and of the result. One call is one
// operation, so the size is 1.
func b5Call(int) float64 {
	add := function.New(&function.Spec{
		Params: []function.Parameter{
			{Name: "a", Type: cty.Number},
			{Name: "b", Type: cty.Number},
		},
		Type: function.StaticReturnType(cty.Number),
		Impl: func(args []cty.Value, retType cty.Type) (cty.Value, error) {
			return args[0].Add(args[1]), nil
		},
	})
	args := []cty.Value{cty.NumberIntVal(1), cty.NumberIntVal(2)}
	var sum cty.Value
	ns := timePerOperation(func() {
		var err error
		sum, err = add.Call(args)
		fatal(err)
	})
	expect(sum.RawEquals(cty.NumberIntVal(3)), "1 + 2 = 3")
	return ns
}

// timeCall times calls of a function of the standard library.
func timeCall(f function.Function, length int, args ...cty.Value) float64 {
	var result cty.Value
	ns := timePerOperation(func() {
		var err error
		result, err = f.Call(args)
		fatal(err)
	})
	expect(length == 0 || result.LengthInt() == length, "the result has every element")
	return ns
}

func stringsList(n int, element func(i int) string) cty.Value {
	elements := make([]cty.Value, n)
	for i := range elements {
		elements[i] = cty.StringVal(element(i))
	}
	return cty.ListVal(elements)
}

func b6Format(int) float64 {
	return timeCall(stdlib.FormatFunc, 0, cty.StringVal("%s-%05d-%v %q"), cty.StringVal("node"),
		cty.NumberIntVal(42), cty.True, cty.StringVal("a\"b"))
}

func b6Merge(n int) float64 {
	mapOfStrings := func(from, to int) cty.Value {
		entries := make(map[string]cty.Value)
		for i := from; i < to; i++ {
			entries[fmt.Sprintf("k%04d", i)] = cty.StringVal(fmt.Sprintf("v%d", i))
		}
		return cty.MapVal(entries)
	}
	return timeCall(stdlib.MergeFunc, n+n/2, mapOfStrings(0, n), mapOfStrings(n/2, n+n/2))
}

func b6SetProduct(n int) float64 {
	list := func(letter string) cty.Value {
		return stringsList(20, func(i int) string { return fmt.Sprintf("%s%02d", letter, i) })
	}
	return timeCall(stdlib.SetProductFunc, n, list("a"), list("b"), list("c"))
}

func b6Sort(n int) float64 {
	list := stringsList(n, func(i int) string { return fmt.Sprintf("s%05d", i*7919%n) })
	return timeCall(stdlib.SortFunc, n, list)
}

func b6Flatten(n int) float64 {
	lists := make([]cty.Value, 100)
	for i := range lists {
		lists[i] = stringsList(100, func(j int) string { return fmt.Sprintf("e%d-%d", i, j) })
	}
	return timeCall(stdlib.FlattenFunc, n, cty.ListVal(lists))
}

const b7Text = `[for i, x in items : "${i}:${upper(x.name)}=${x.port + 1}%{ if x.enabled } on%{ endif }" if x.port % 2 == 0]`

func b7Expression() hclsyntax.Expression {
	expr, diags := hclsyntax.ParseExpression([]byte(b7Text), "b7.hcl", hcl.InitialPos)
	expect(!diags.HasErrors(), "the expression is one")
	return expr
}

func b7Parse(int) float64 {
	return timePerOperation(func() { b7Expression() })
}

// b7Evaluate parses the expression and evaluates it.
func b7Evaluate(n int) float64 {
	ctx := &hcl.EvalContext{
		Variables: map[string]cty.Value{"items": decode(doc1(n), listTy)},
		Functions: map[string]function.Function{"upper": stdlib.UpperFunc},
	}
	var result cty.Value
	ns := timePerOperation(func() {
		var diags hcl.Diagnostics
		result, diags = b7Expression().Value(ctx)
		expect(!diags.HasErrors(), "the expression has a value")
	})
	expect(result.LengthInt() == n/2, "half of the elements remain")
	return ns
}

// b8Equals compares two values that are equal, so that none of the comparison
// can be skipped, and that were decoded separately, so that they share nothing.
func b8Equals(n int) float64 {
	doc := doc1(n)
	a, b := decode(doc, listTy), decode(doc, listTy)
	var equal cty.Value
	ns := timePerOperation(func() {
		equal = a.Equals(b)
	})
	expect(equal.True(), "the values are equal")
	return ns
}

// b9Set makes a set from strings that each occur twice.
func b9Set(n int) float64 {
	vals := make([]cty.Value, n)
	for i := range vals {
		vals[i] = cty.StringVal(fmt.Sprintf("s%05d", i%(n/2)))
	}
	var set cty.Value
	ns := timePerOperation(func() {
		set = cty.SetVal(vals)
	})
	expect(set.LengthInt() == n/2, "half of the strings remain")
	return ns
}

// b10Live returns the bytes of live heap that a decoded document takes. The
// document is alive at both readings, so its own bytes do not count.
func b10Live(n int) float64 {
	doc := doc1(n)
	before := liveHeap()
	val := decode(doc, listTy)
	after := liveHeap()
	runtime.KeepAlive(doc)
	runtime.KeepAlive(val)
	return float64(after) - float64(before)
}

// liveHeap returns the bytes of the heap that are still in use.
func liveHeap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// timePerOperation returns the median, over several runs, of the nanoseconds
// that an operation takes.
//
// An operation that takes more than a third of the requested time is run three
// times, once a run. Anything faster has seven runs. Each run repeats the
// operation for at least a seventh of that time. The operation also runs once
// beforehand, to select one of the two ways and to warm up.
func timePerOperation(operation func()) float64 {
	budget := time.Duration(*seconds * float64(time.Second))

	// The memory of the previous workload is collected first.
	runtime.GC()
	start := time.Now()
	operation()
	runs, atLeast := 7, budget/7
	if time.Since(start) > budget/3 {
		runs, atLeast = 3, 0
	}

	results := make([]float64, runs)
	for i := range results {
		results[i] = timeRun(operation, atLeast)
	}
	sort.Float64s(results)
	return results[runs/2]
}

// timeRun repeats an operation until the given time has passed, and returns the
// nanoseconds that each took. It reads the clock after 1, 3, 7, 15, ...
// operations rather than after each, because reading it would be a good part of
// the fastest ones.
func timeRun(operation func(), atLeast time.Duration) float64 {
	count := 0
	start := time.Now()
	for batch := 1; ; batch *= 2 {
		for i := 0; i < batch; i++ {
			operation()
		}
		count += batch
		if elapsed := time.Since(start); elapsed >= atLeast {
			return float64(elapsed.Nanoseconds()) / float64(count)
		}
	}
}

// listTy is the type that documents of both kinds are decoded for or converted
// to.
var listTy = cty.List(cty.Object(map[string]cty.Type{
	"name":    cty.String,
	"port":    cty.Number,
	"tags":    cty.Map(cty.String),
	"enabled": cty.Bool,
}))

// doc1 returns a JSON document of n objects that fit listTy as they are.
func doc1(n int) []byte {
	return document(n, `"node-%05d"`, `%d`)
}

// doc2 returns the same with the names as numbers and the ports as strings, so
// that both have to be converted to fit listTy.
func doc2(n int) []byte {
	return document(n, `%d`, `"%d"`)
}

func document(n int, nameFormat, portFormat string) []byte {
	format := `{"name":` + nameFormat + `,"port":` + portFormat +
		`,"tags":{"env":"%s","idx":"%d","team":"t%d"},"enabled":%t}`
	elements := make([]string, n)
	for i := range elements {
		env := "dev"
		if i%3 == 0 {
			env = "prod"
		}
		elements[i] = fmt.Sprintf(format, i, 1024+i%50000, env, i, i%17, i%2 == 0)
	}
	return []byte("[" + strings.Join(elements, ",") + "]")
}

// checkDocuments compares the generated documents with the baseline's. Figures
// from other documents could not be compared with anything.
func checkDocuments() {
	documents := []struct {
		name   string
		doc    []byte
		length int
		sum    string
	}{
		{"Doc1(10000)", doc1(10000), 962365, "6ef72b784af166f11d90c6b84b0c13717f48d299eeb5ba5b6ae82d769f2e44e5"},
		{"Doc1(1000)", doc1(1000), 95135, "4b84327e7fe3a1b8ed4d0fd69b5044898055a6df59687703da0a476908c84e09"},
		{"Doc2(10000)", doc2(10000), 901255, "8e215b00c0eec97bd00cd602fdb444330db81e6799f4413018558d39ff7bc0fa"},
	}
	for _, d := range documents {
		sum := fmt.Sprintf("%x", sha256.Sum256(d.doc))
		expect(len(d.doc) == d.length && sum == d.sum, d.name+" is the baseline's")
		// Standard output is for figures only.
		fmt.Fprintln(os.Stderr, d.name, "ok")
	}
}

func decode(doc []byte, ty cty.Type) cty.Value {
	val, err := ctyjson.Unmarshal(doc, ty)
	fatal(err)
	return val
}

// expect stops the program if a condition of a figure does not hold.
func expect(holds bool, what string) {
	if !holds {
		fatal(fmt.Errorf("does not hold: %s", what))
	}
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "peer-cty:", err)
		os.Exit(1)
	}
}
