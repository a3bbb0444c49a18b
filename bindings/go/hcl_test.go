package polycty_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

func parseBody(t *testing.T, source string) *polycty.HCLBody {
	t.Helper()
	body, err := polycty.ParseHCLBody([]byte(source), "test.hcl", polycty.HCLNative)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func decodeBy(t *testing.T, spec polycty.HCLSpec, source string, scope *polycty.HCLScope) (*polycty.Value, error) {
	t.Helper()
	decoder, err := polycty.NewHCLDecoder(spec)
	if err != nil {
		t.Fatal(err)
	}
	return decoder.Decode(parseBody(t, source), scope)
}

func TestContentAndPartialContent(t *testing.T) {
	body := parseBody(t, `
name = "a"
server "db" "eu" {
  port = 1
}
rest = true
`)
	content, rest, err := body.PartialContent(polycty.HCLSchema{
		Attributes: []polycty.HCLAttributeSchema{{Name: "name", Required: true}, {Name: "none"}},
		Blocks:     []polycty.HCLBlockSchema{{Type: "server", Labels: []string{"name", "region"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(content.Attributes) != 1 || content.Attribute("none") != nil || content.Attribute("name").Range.Start.Line != 2 {
		t.Errorf("%+v", content.Attributes)
	}
	block := content.Blocks[0]
	if block.Type != "server" || strings.Join(block.Labels, " ") != "db eu" || block.File != "test.hcl" ||
		block.LabelRanges[1].String() != "3,13-17" {
		t.Errorf("%+v", block)
	}
	attributes, err := block.Body.Attributes()
	if err != nil || len(attributes) != 1 || attributes[0].Name != "port" {
		t.Errorf("%+v, %v", attributes, err)
	}
	left, err := rest.Attributes()
	if err != nil || len(left) != 1 || left[0].Name != "rest" {
		t.Errorf("%+v, %v", left, err)
	}
	_, err = rest.Content(polycty.HCLSchema{})
	var failure *polycty.Error
	if !errors.As(err, &failure) || len(failure.Diagnostics) != 1 || failure.Diagnostics[0].Subject.Start.Line != 6 {
		t.Errorf("%v", err)
	}
	if text := failure.Render(polycty.Plain); !strings.Contains(text, "rest = true") {
		t.Error(text)
	}
	if data, err := failure.MarshalJSON(); err != nil || !strings.Contains(string(data), `"code"`) {
		t.Errorf("%s, %v", data, err)
	}
}

func TestWhatIsLeftOfABody(t *testing.T) {
	value, err := decodeBy(t, polycty.HCLTuple{
		polycty.HCLBlockTuple{Type: "b", Nested: polycty.HCLRest{}},
		polycty.HCLRestAttrs{Element: polycty.Any()},
	}, "b {\n  m = x\n  c {}\n}\nd = 1\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	blocks, others := value.At(0), value.At(1)
	if text, err := others.MarshalJSON(); err != nil || string(text) != `{"d":1}` {
		t.Errorf("what is left is %s, %v", text, err)
	}
	items, err := blocks.At(0).HCLBody().Items()
	if err != nil || len(items) != 2 || items[0].Attribute.Name != "m" {
		t.Errorf("the body has %v, %v", items, err)
	}
	if others.HCLBody() != nil {
		t.Error("a value is no body")
	}
}

func TestChecksAndRefinementsOfSpecs(t *testing.T) {
	port := polycty.HCLValidate{
		Wrapped: polycty.HCLAttr{Name: "port", Type: polycty.Number()},
		Check: func(v *polycty.Value) error {
			if n, err := v.AsInt64(); err == nil && n > 65535 {
				return errors.New("ports end at 65535")
			}
			return nil
		},
	}
	for source, says := range map[string]string{
		"port = 80": "", "port = 70000": "Ports end at 65535.",
	} {
		_, err := decodeBy(t, port, source, nil)
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v", source, err)
		}
	}
	scope := polycty.NewHCLScope()
	if err := scope.SetVariable("later", polycty.Unknown(polycty.String())); err != nil {
		t.Fatal(err)
	}
	refined, err := decodeBy(t, polycty.HCLRefine{
		Wrapped: polycty.HCLAttr{Name: "url", Type: polycty.String()},
		Refine:  func(r *polycty.Refiner) { r.NotNull().PrefixFull("https://") },
	}, "url = later", scope)
	if err != nil {
		t.Fatal(err)
	}
	if known, ok := refined.Refinement(); !ok || !known.NotNull || known.Prefix != "https://" {
		t.Errorf("%+v", known)
	}
	transformed, err := decodeBy(t, polycty.HCLTransformExpr{
		Wrapped:    polycty.HCLAttr{Name: "n", Type: polycty.Number()},
		Expression: polycty.Must(polycty.ParseHCLExpression([]byte("n * 2"), "", polycty.HCLNative)),
		Variable:   "n",
	}, "n = 21", nil)
	if err != nil || !transformed.Equal(polycty.Int64Val(42)) {
		t.Errorf("%v, %v", transformed, err)
	}
	if _, err := polycty.NewHCLDecoder(polycty.HCLTuple{nil}); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
}

func TestSpecsAndFunctionsInHCL(t *testing.T) {
	scope := polycty.NewHCLScope()
	rest, err := polycty.ReadHCLFunctions(parseBody(t, `
function "twice" {
  params = [n]
  result = n + plus(n)
}
function "plus" {
  params = [n]
  result = n
}
value = twice(3)
`), "function", scope, func() *polycty.HCLScope { return scope })
	if err != nil {
		t.Fatal(err)
	}
	decoder, err := polycty.ReadHCLDecoder(parseBody(t, `
object {
  attr "value" {
    type = number
  }
}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	value, err := decoder.Decode(rest, scope)
	if err != nil || !value.Attr("value").Equal(polycty.Int64Val(6)) {
		t.Errorf("%v, %v", value, err)
	}
	dynamic, err := parseBody(t, `
dynamic "port" {
  for_each = [80, 443]
  content { number = port.value }
}`).ExpandDynamic(nil)
	if err != nil {
		t.Fatal(err)
	}
	ports, err := polycty.Must(polycty.NewHCLDecoder(polycty.HCLBlockList{
		Type: "port", Nested: polycty.HCLAttr{Name: "number", Type: polycty.Number()},
	})).Decode(dynamic, nil)
	if err != nil || ports.String() != "[80,443]" {
		t.Errorf("%v, %v", ports, err)
	}
}

func TestClosures(t *testing.T) {
	first := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		VariadicParameter: &polycty.Parameter{Name: "tries", Type: polycty.HCLClosureType()},
		ReturnType:        func([]*polycty.Value) (*polycty.Type, error) { return polycty.Any(), nil },
		Impl: func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (result *polycty.Value, err error) {
			for _, arg := range args {
				if result, err = arg.EvaluateClosure(); err == nil {
					break
				}
			}
			return result, err
		},
	}))
	scope := polycty.NewHCLScope()
	if err := scope.SetFunction("first", first); err != nil {
		t.Fatal(err)
	}
	value, err := polycty.EvaluateHCL(`first(nothing, 1 / "x", "found")`, "", scope)
	if err != nil || value.String() != `"found"` {
		t.Errorf("%v, %v", value, err)
	}
	expression := polycty.Must(polycty.ParseHCLExpression([]byte("1 + 1"), "", polycty.HCLNative))
	direct, err := first.Call(polycty.Must(polycty.HCLClosureVal(expression, nil)))
	if err != nil || !direct.Equal(polycty.Int64Val(2)) {
		t.Errorf("%v, %v", direct, err)
	}
	if err := scope.SetStepLimit(10); err != nil {
		t.Fatal(err)
	}
	if _, err := polycty.EvaluateHCL(`[for a in [1,2,3,4,5,6,7,8,9] : [for b in [1,2,3] : a + b]]`, "", scope); err == nil {
		t.Error("it took more than ten steps")
	}
}

func TestStaticQuestionsOfExpressions(t *testing.T) {
	parse := func(source string) *polycty.HCLExpression {
		return polycty.Must(polycty.ParseHCLExpression([]byte(source), "e.hcl", polycty.HCLNative))
	}
	if word, ok := parse("create").Keyword(); word != "create" || !ok {
		t.Errorf("%q, %v", word, ok)
	}
	if list, err := parse("[a, b.c]").List(); err != nil || len(list) != 2 || list[1].Range().Start.Column != 5 {
		t.Errorf("%v, %v", list, err)
	}
	if keys, values, err := parse("{ a = 1, b = 2 }").Map(); err != nil || len(keys) != 2 || len(values) != 2 {
		t.Errorf("%v, %v, %v", keys, values, err)
	}
	if name, arguments, err := parse("f(1, 2)").Call(); err != nil || name != "f" || len(arguments) != 2 {
		t.Errorf("%q, %v, %v", name, arguments, err)
	}
	if path, err := parse("a.b[0]").Traversal(); err != nil || path.String() != ".a.b[0]" {
		t.Errorf("%s, %v", path, err)
	}
	if read, defaults, err := parse("object({ a = optional(number, 1) })").Type(polycty.HCLTypeDefaults); err != nil ||
		defaults == nil || !defaults.Type().Equal(read) {
		t.Errorf("%s, %v", read, err)
	}
	if e, err := polycty.ParseHCLExpressionDiagnosed([]byte("1 +"), "", polycty.HCLNative); e == nil || err == nil {
		t.Errorf("%v, %v", e, err)
	}
}
