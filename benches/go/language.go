package main

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	polycty "github.com/polycty/polycty/bindings/go"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// The expressions of configurations: a short one, one that computes, and one of templates.
var expressions = []struct{ name, source string }{
	{"a.b[0]", `node.zones[0]`},
	{"a condition and a sum", `node.port + 1 > 1024 ? node.port * 2 : 0`},
	{"a template", `"${upper(node.name)}:${node.port}/${join(",", node.zones)}"`},
	{"a for", `{for k, v in node.tags : upper(k) => "${v}-${node.port}" if v != ""}`},
}

const body = `
region = "eu-${node.zones[0]}"
count  = node.port - 8000

listener "http" {
  port    = node.port
  host    = lower(node.name)
  enabled = node.enabled && true
}

listener "https" {
  port    = node.port + 363
  host    = upper(node.name)
  enabled = !node.enabled
}
`

func diagnosed[T any](result T, found hcl.Diagnostics) T {
	if found.HasErrors() {
		panic(found)
	}
	return result
}

// language measures HCL: cold from the text on, prepared from the expression on.
func language() []row {
	context := &hcl.EvalContext{
		Variables: map[string]cty.Value{"node": nativeNode()},
		Functions: map[string]function.Function{"upper": stdlib.UpperFunc, "lower": stdlib.LowerFunc, "join": stdlib.JoinFunc},
	}
	scope := polycty.NewHCLScope()
	check(scope.SetStandardFunctions())
	check(scope.SetVariable("node", boundNode()))
	parsed := func(source string) hclsyntax.Expression {
		return diagnosed(hclsyntax.ParseExpression([]byte(source), "main.hcl", hcl.InitialPos))
	}
	var rows []row
	for _, each := range expressions {
		source, text := each.source, []byte(each.source)
		native := parsed(source)
		bound := must(polycty.ParseHCLExpression(text, "main.hcl", polycty.HCLNative))
		rows = append(rows,
			row{"parse (cold) " + each.name, times(func() { parsed(source) }),
				times(func() { must(polycty.ParseHCLExpression(text, "main.hcl", polycty.HCLNative)) })},
			row{"evaluate (prepared) " + each.name, times(func() { nativeValue = diagnosed(native.Value(context)) }),
				times(func() { boundValue = must(bound.Evaluate(scope)) })},
			row{"parse and evaluate (cold) " + each.name, times(func() { nativeValue = diagnosed(parsed(source).Value(context)) }),
				times(func() { boundValue = must(polycty.EvaluateHCL(source, "main.hcl", scope)) })},
		)
	}
	schema := &hcl.BodySchema{
		Attributes: []hcl.AttributeSchema{{Name: "region", Required: true}, {Name: "count"}},
		Blocks:     []hcl.BlockHeaderSchema{{Type: "listener", LabelNames: []string{"name"}}},
	}
	boundSchema := polycty.HCLSchema{
		Attributes: []polycty.HCLAttributeSchema{{Name: "region", Required: true}, {Name: "count"}},
		Blocks:     []polycty.HCLBlockSchema{{Type: "listener", Labels: []string{"name"}}},
	}
	rows = append(rows,
		row{"a file's content and attributes (cold)", times(func() {
			file := diagnosed(hclsyntax.ParseConfig([]byte(body), "main.hcl", hcl.InitialPos))
			content := diagnosed(file.Body.Content(schema))
			for _, attribute := range content.Attributes {
				nativeValue = diagnosed(attribute.Expr.Value(context))
			}
			for _, block := range content.Blocks {
				for _, attribute := range diagnosed(block.Body.JustAttributes()) {
					nativeValue = diagnosed(attribute.Expr.Value(context))
				}
			}
		}), times(func() {
			file := must(polycty.ParseHCLBody([]byte(body), "main.hcl", polycty.HCLNative))
			content := must(file.Content(boundSchema))
			for _, attribute := range content.Attributes {
				boundValue = must(attribute.Expression.Evaluate(scope))
			}
			for _, block := range content.Blocks {
				for _, attribute := range must(block.Body.Attributes()) {
					boundValue = must(attribute.Expression.Evaluate(scope))
				}
			}
		})})
	return rows
}
