package main

import (
	"context"
	"math/big"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	polycty "github.com/polycty/polycty/bindings/go"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// times repeats an operation, not inlined on either side.
func times(operation func()) func(int) {
	return func(turns int) {
		for i := 0; i < turns; i++ {
			operation()
		}
	}
}

// The variables that results are assigned to, so that the compiler cannot remove the work.
var (
	nativeValue cty.Value
	boundValue  *polycty.Value
	number      int64
	word        string
	truth       bool
)

func nativeNode() cty.Value {
	return cty.ObjectVal(map[string]cty.Value{
		"name": cty.StringVal("a name of some length"), "port": cty.NumberIntVal(8080),
		"tags":    cty.MapVal(map[string]cty.Value{"env": cty.StringVal("prod"), "team": cty.StringVal("t1")}),
		"enabled": cty.True, "zones": cty.ListVal([]cty.Value{cty.StringVal("a"), cty.StringVal("b"), cty.StringVal("c")}),
	})
}

func boundText(s string) *polycty.Value { return polycty.Must(polycty.StringVal(s)) }

func boundNode() *polycty.Value {
	return must(polycty.ObjectVal(map[string]*polycty.Value{
		"name": boundText("a name of some length"), "port": polycty.Int64Val(8080),
		"tags":    must(polycty.MapVal(map[string]*polycty.Value{"env": boundText("prod"), "team": boundText("t1")})),
		"enabled": polycty.BoolVal(true), "zones": must(polycty.ListVal(boundText("a"), boundText("b"), boundText("c"))),
	}))
}

// singleCalls are the operations that a program does by the thousand. Results are dropped and
// not closed unless stated.
func singleCalls() []row {
	one, two := cty.NumberIntVal(1), cty.NumberIntVal(2)
	boundOne, boundTwo := polycty.Int64Val(1), polycty.Int64Val(2)
	node, boundNode := nativeNode(), boundNode()
	zones, tags, port, name := node.GetAttr("zones"), node.GetAttr("tags"), node.GetAttr("port"), node.GetAttr("name")
	boundZones, boundTags, boundPort, boundName := boundNode.Attr("zones"), boundNode.Attr("tags"), boundNode.Attr("port"), boundNode.Attr("name")
	env, first := cty.StringVal("env"), cty.NumberIntVal(1)
	return []row{
		{"Int64Val", times(func() { nativeValue = cty.NumberIntVal(7) }), times(func() { boundValue = polycty.Int64Val(7) })},
		{"Int64Val, closed", times(func() { nativeValue = cty.NumberIntVal(7) }), times(func() { polycty.Int64Val(7).Close() })},
		{"StringVal", times(func() { nativeValue = cty.StringVal("a name of some length") }),
			times(func() { boundValue, _ = polycty.StringVal("a name of some length") })},
		{"Attr", times(func() { nativeValue = node.GetAttr("zones") }), times(func() { boundValue = boundNode.Attr("zones") })},
		{"Attr, closed", times(func() { nativeValue = node.GetAttr("zones") }), times(func() { boundNode.Attr("zones").Close() })},
		{"At", times(func() { nativeValue = zones.Index(first) }), times(func() { boundValue = boundZones.At(1) })},
		{"Lookup", times(func() { nativeValue = tags.Index(env) }), times(func() { boundValue = boundTags.Lookup("env") })},
		{"AsInt64", times(func() { number, _ = port.AsBigFloat().Int64() }), times(func() { number, _ = boundPort.AsInt64() })},
		{"AsString", times(func() { word = name.AsString() }), times(func() { word, _ = boundName.AsString() })},
		{"Attr and AsString", times(func() { word = node.GetAttr("name").AsString() }), times(func() { word, _ = boundNode.Attr("name").AsString() })},
		{"IsNull", times(func() { truth = node.IsNull() }), times(func() { truth = boundNode.IsNull() })},
		{"Type and its equality", times(func() { truth = node.Type().Equals(zones.Type()) }),
			times(func() { truth = boundNode.Type().Equal(boundZones.Type()) })},
		{"Add", times(func() { nativeValue = one.Add(two) }), times(func() { boundValue, _ = boundOne.Add(boundTwo) })},
		{"EqualTo", times(func() { nativeValue = name.Equals(env) }), times(func() { boundValue, _ = boundName.EqualTo(boundOne) })},
		{"ListVal of three", times(func() { nativeValue = cty.ListVal([]cty.Value{one, two, one}) }),
			times(func() { boundValue, _ = polycty.ListVal(boundOne, boundTwo, boundOne) })},
		{"ObjectVal of two", times(func() { nativeValue = cty.ObjectVal(map[string]cty.Value{"a": one, "b": two}) }),
			times(func() {
				boundValue, _ = polycty.ObjectVal(map[string]*polycty.Value{"a": boundOne, "b": boundTwo})
			})},
		{"Convert a number to a string", times(func() { nativeValue, _ = convert.Convert(port, cty.String) }),
			times(func() { boundValue, _ = boundPort.Convert(polycty.HCL, polycty.String()) })},
		{"Mark", times(func() { nativeValue = one.Mark("secret") }), times(func() { boundValue, _ = boundOne.Mark("secret") })},
	}
}

// functions are calls of the standard library's and of Go's own.
func functions() []row {
	double := function.New(&function.Spec{
		Params: []function.Parameter{{Name: "n", Type: cty.Number}},
		Type:   function.StaticReturnType(cty.Number),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			n, _ := args[0].AsBigFloat().Int64()
			return cty.NumberVal(new(big.Float).SetInt64(2 * n)), nil
		},
	})
	boundDouble := must(polycty.NewFunction(polycty.FunctionSpec{
		Parameters: []polycty.Parameter{{Name: "n", Type: polycty.Number()}},
		Type:       polycty.Number(),
		Impl: func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
			n, err := args[0].AsInt64()
			return polycty.Int64Val(2 * n), err
		},
	}))
	same := function.New(&function.Spec{
		Params: []function.Parameter{{Name: "n", Type: cty.Number}},
		Type:   function.StaticReturnType(cty.Number),
		Impl:   func(args []cty.Value, _ cty.Type) (cty.Value, error) { return args[0], nil },
	})
	boundSame := must(polycty.NewFunction(polycty.FunctionSpec{
		Parameters: []polycty.Parameter{{Name: "n", Type: polycty.Number()}},
		Type:       polycty.Number(),
		Impl: func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
			return args[0], nil
		},
	}))
	context := &hcl.EvalContext{Functions: map[string]function.Function{"double": double}}
	scope := polycty.NewHCLScope()
	check(scope.SetFunction("double", boundDouble))
	called := diagnosed(hclsyntax.ParseExpression([]byte("double(2)"), "main.hcl", hcl.InitialPos))
	boundCalled := must(polycty.ParseHCLExpression([]byte("double(2)"), "main.hcl", polycty.HCLNative))
	word, two := cty.StringVal("hello"), cty.NumberIntVal(2)
	boundWord, boundTwo := boundText("hello"), polycty.Int64Val(2)
	upper := must(polycty.StandardFunction("upper"))
	return []row{
		{"upper of the standard library", times(func() { nativeValue, _ = stdlib.UpperFunc.Call([]cty.Value{word}) }),
			times(func() { boundValue, _ = upper.Call(boundWord) })},
		{"a closure that gives what it is given", times(func() { nativeValue, _ = same.Call([]cty.Value{two}) }),
			times(func() { boundValue, _ = boundSame.Call(boundTwo) })},
		{"a closure that reads and makes a number", times(func() { nativeValue, _ = double.Call([]cty.Value{two}) }),
			times(func() { boundValue, _ = boundDouble.Call(boundTwo) })},
		{"the same, called by an expression (prepared)", times(func() { nativeValue = diagnosed(called.Value(context)) }),
			times(func() { boundValue = must(boundCalled.Evaluate(scope)) })},
	}
}
