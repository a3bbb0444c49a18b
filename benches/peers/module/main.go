// Command peer-module does with hashicorp/hcl the work of reading a Terraform module and evaluating
// its outputs, and prints the median of the nanoseconds: variables are converted to their types
// with their defaults, then local values are evaluated in their order, then outputs.
//
// Usage:
//
//	peer-module FILE        whose values are in FILE.tfvars
package main

import (
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

const runs = 9

var (
	files = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "variable", LabelNames: []string{"name"}}, {Type: "locals"},
		{Type: "output", LabelNames: []string{"name"}},
	}}
	variableSchema = &hcl.BodySchema{Attributes: []hcl.AttributeSchema{
		{Name: "description"}, {Name: "type"}, {Name: "default"},
	}}
	outputSchema = &hcl.BodySchema{Attributes: []hcl.AttributeSchema{
		{Name: "description"}, {Name: "value", Required: true},
	}}
	functions = map[string]function.Function{
		"upper": stdlib.UpperFunc, "length": stdlib.LengthFunc, "join": stdlib.JoinFunc,
		"concat": stdlib.ConcatFunc,
	}
)

func main() {
	module, err := os.ReadFile(os.Args[1])
	check(err)
	values, err := os.ReadFile(os.Args[1] + ".tfvars")
	check(err)
	var times []int64
	for run := 0; run < runs; run++ {
		start := time.Now()
		outputs := evaluated(module, values)
		times = append(times, time.Since(start).Nanoseconds())
		if len(outputs) == 0 {
			panic("no outputs")
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	fmt.Println(times[len(times)/2])
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func sound(diags hcl.Diagnostics) {
	if diags.HasErrors() {
		check(diags)
	}
}

func evaluated(module, values []byte) map[string]cty.Value {
	file, diags := hclsyntax.ParseConfig(module, "main.tf", hcl.InitialPos)
	sound(diags)
	given, diags := hclsyntax.ParseConfig(values, "values.tfvars", hcl.InitialPos)
	sound(diags)
	said, diags := given.Body.JustAttributes()
	sound(diags)
	content, diags := file.Body.Content(files)
	sound(diags)

	variables := map[string]cty.Value{}
	locals := map[string]hcl.Expression{}
	for _, block := range content.Blocks {
		switch block.Type {
		case "variable":
			variables[block.Labels[0]] = variable(block, said[block.Labels[0]])
		case "locals":
			attributes, diags := block.Body.JustAttributes()
			sound(diags)
			for name, attribute := range attributes {
				locals[name] = attribute.Expr
			}
		}
	}
	known := &scope{variable: cty.ObjectVal(variables), locals: locals, values: map[string]cty.Value{}}
	for name := range locals {
		known.local(name)
	}
	outputs := map[string]cty.Value{}
	for _, block := range content.Blocks {
		if block.Type == "output" {
			inner, diags := block.Body.Content(outputSchema)
			sound(diags)
			description(inner)
			outputs[block.Labels[0]] = known.value(inner.Attributes["value"].Expr)
		}
	}
	return outputs
}

func description(content *hcl.BodyContent) {
	if attribute := content.Attributes["description"]; attribute != nil {
		_, diags := attribute.Expr.Value(nil)
		sound(diags)
	}
}

func variable(block *hcl.Block, given *hcl.Attribute) cty.Value {
	content, diags := block.Body.Content(variableSchema)
	sound(diags)
	description(content)
	ty, defaults, diags := typeexpr.TypeConstraintWithDefaults(content.Attributes["type"].Expr)
	sound(diags)
	fitted := func(expr hcl.Expression) cty.Value {
		value, diags := expr.Value(nil)
		sound(diags)
		if defaults != nil {
			value = defaults.Apply(value)
		}
		value, err := convert.Convert(value, ty)
		check(err)
		return value
	}
	value := fitted(content.Attributes["default"].Expr)
	if given != nil {
		value = fitted(given.Expr)
	}
	return value
}

// The values so far.
type scope struct {
	variable cty.Value
	locals   map[string]hcl.Expression
	values   map[string]cty.Value
}

// A local value, evaluated after its dependencies.
func (s *scope) local(name string) cty.Value {
	if value, known := s.values[name]; known {
		return value
	}
	value := s.value(s.locals[name])
	s.values[name] = value
	return value
}

func (s *scope) value(expr hcl.Expression) cty.Value {
	needed := map[string]cty.Value{}
	for _, traversal := range expr.Variables() {
		if traversal.RootName() == "local" {
			name := traversal[1].(hcl.TraverseAttr).Name
			needed[name] = s.local(name)
		}
	}
	ctx := &hcl.EvalContext{Functions: functions, Variables: map[string]cty.Value{
		"var": s.variable, "local": cty.ObjectVal(needed),
	}}
	value, diags := expr.Value(ctx)
	sound(diags)
	return value
}
