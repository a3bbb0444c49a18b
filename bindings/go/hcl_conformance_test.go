package polycty_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

func TestHCLExpressionVectors(t *testing.T) {
	run := func(c testCase) error {
		syntax := polycty.HCLNative
		switch c.text("op") {
		case "hcl_template":
			syntax = polycty.HCLTemplate
		case "hcl_json_expr":
			syntax = polycty.HCLJSON
		case "hcl_traversal":
			return traversal(c)
		}
		expression, err := polycty.ParseHCLExpressionDiagnosed([]byte(c.text("src")), "", syntax)
		want := c.object("want")
		if want.text("phase") == "parse" {
			return checkDiagnostics(want, err)
		}
		if err != nil {
			return err
		}
		scope, err := readScope(c)
		if err != nil {
			return err
		}
		got, err := expression.EvaluateDiagnosed(scope)
		if err := checkEvaluated(want, got, err); err != nil {
			return err
		}
		return checkVariables(want, expression.Variables())
	}
	runVectors(t, "hcl_expr.jsonl", run)
	runVectors(t, "hcl_json_expr.jsonl", run)
}

func traversal(c testCase) error {
	want := c.object("want")
	read, err := polycty.ParseHCLTraversal(c.text("src"), "")
	if !want.has("traversal") {
		return checkDiagnostics(want, err)
	}
	if err != nil {
		return err
	}
	return checkVariables(testCase{"variables": json.RawMessage("[" + string(want["traversal"]) + "]")}, []polycty.HCLTraversal{read})
}

func TestHCLBodyVectors(t *testing.T) {
	runVectors(t, "hcl_body.jsonl", func(c testCase) error {
		syntax := polycty.HCLNative
		if c.text("syntax") == "json" {
			syntax = polycty.HCLJSON
		}
		spec, err := readSpec(c["spec"])
		if err != nil {
			return err
		}
		decoder, err := polycty.NewHCLDecoder(spec)
		if err != nil {
			return err
		}
		want := c.object("want")
		if want.has("implied_type") {
			wanted, err := readType(want["implied_type"])
			if err != nil {
				return err
			}
			if got := decoder.ImpliedType(); !wanted.Equal(got) {
				return fmt.Errorf("wanted %s, got %s", wanted, got)
			}
		}
		body, err := polycty.ParseHCLBodyDiagnosed([]byte(c.text("src")), "", syntax)
		if want.text("phase") == "parse" {
			return checkDiagnostics(want, err)
		}
		if err != nil {
			return err
		}
		scope, err := readScope(c)
		if err != nil {
			return err
		}
		got, err := decoder.DecodeDiagnosed(body, scope)
		if err := checkEvaluated(want, got, err); err != nil {
			return err
		}
		variables, err := decoder.Variables(body)
		if err != nil {
			return err
		}
		return checkVariables(want, variables)
	})
}

func checkEvaluated(want testCase, got *polycty.Value, err error) error {
	if want.is("error", `"panic"`) {
		if err == nil {
			return fmt.Errorf("wanted an error, got %v", got)
		}
		return nil
	}
	if err := checkDiagnostics(want, err); err != nil {
		return err
	}
	return checkValue(want, got, nil)
}

func checkVariables(want testCase, traversals []polycty.HCLTraversal) error {
	if want.is("error", `"panic"`) {
		return nil
	}
	wanted, got := []string{}, []string{}
	for _, raw := range want.list("variables") {
		var steps any
		numbers := json.NewDecoder(bytes.NewReader(raw))
		numbers.UseNumber()
		if err := numbers.Decode(&steps); err != nil {
			return err
		}
		wanted = append(wanted, mustJSON(steps))
	}
	for _, traversal := range traversals {
		var steps []map[string]any
		for at, step := range traversal.Path {
			switch step := step.(type) {
			case polycty.AttrStep:
				kind := "attr"
				if at == 0 {
					kind = "root"
				}
				steps = append(steps, map[string]any{kind: step.Name})
			case polycty.IndexStep:
				index := any(map[string]any{"type": "dynamic", "value": nil})
				switch step.Key.Type().Kind() {
				case polycty.KindString:
					index, _ = step.Key.AsString()
				case polycty.KindNumber:
					digits, _ := step.Key.NumberText()
					index = json.Number(digits)
				case polycty.KindBool:
					truth, _ := step.Key.AsBool()
					index = map[string]any{"type": "bool", "value": truth}
				}
				steps = append(steps, map[string]any{"index": index})
			}
		}
		got = append(got, mustJSON(steps))
	}
	sort.Strings(wanted)
	sort.Strings(got)
	if fmt.Sprint(wanted) != fmt.Sprint(got) {
		return fmt.Errorf("wanted the variables %v, got %v", wanted, got)
	}
	return nil
}

func readScope(c testCase) (*polycty.HCLScope, error) {
	if c.is("nil_ctx", "true") {
		return nil, nil
	}
	scope := polycty.NewHCLScope()
	if c.has("vars") {
		if err := scope.AllowVariables(); err != nil {
			return nil, err
		}
		for name, raw := range c.object("vars") {
			value, err := readValue(raw)
			if err != nil {
				return nil, err
			}
			if err := scope.SetVariable(name, value); err != nil {
				return nil, err
			}
		}
	}
	if c.text("funcs") == "std" {
		return scope, scope.SetStandardFunctions()
	}
	for name := range c.object("funcs") {
		function, err := standard(c.object("funcs").text(name))
		if err != nil {
			return nil, err
		}
		if err := scope.SetFunction(name, function); err != nil {
			return nil, err
		}
	}
	return scope, nil
}

// standard returns one of the functions that a scope may have.
func standard(name string) (*polycty.Function, error) {
	all := polycty.NewHCLScope()
	if err := all.SetStandardFunctions(); err != nil {
		return nil, err
	}
	if function := all.Function(name); function != nil {
		return function, nil
	}
	return nil, fmt.Errorf("there is no function %s", name)
}

func readSpec(raw json.RawMessage) (polycty.HCLSpec, error) {
	var kinds testCase
	if err := json.Unmarshal(raw, &kinds); err != nil {
		return nil, err
	}
	for kind := range kinds {
		c := kinds.object(kind)
		blockType := c.text("type_name")
		required := c.is("required", "true")
		var nested polycty.HCLSpec
		for _, key := range []string{"nested", "wrapped", "primary"} {
			if c.has(key) {
				var err error
				if nested, err = readSpec(c[key]); err != nil {
					return nil, err
				}
			}
		}
		min, max := uint(number(c, "min")), uint(number(c, "max"))
		var labels []string
		if c.has("labels") {
			if err := json.Unmarshal(c["labels"], &labels); err != nil {
				return nil, err
			}
		}
		switch kind {
		case "object":
			object := polycty.HCLObject{}
			for name := range c {
				part, err := readSpec(c[name])
				if err != nil {
					return nil, err
				}
				object[name] = part
			}
			return object, nil
		case "tuple":
			tuple := polycty.HCLTuple{}
			for _, raw := range kinds.list(kind) {
				part, err := readSpec(raw)
				if err != nil {
					return nil, err
				}
				tuple = append(tuple, part)
			}
			return tuple, nil
		case "attr":
			t, err := readType(c["type"])
			return polycty.HCLAttr{Name: c.text("name"), Type: t, Required: required}, err
		case "literal":
			value, err := readValue(kinds[kind])
			return polycty.HCLLiteral{Value: value}, err
		case "block":
			return polycty.HCLBlockOf{Type: blockType, Nested: nested, Required: required}, nil
		case "block_list":
			return polycty.HCLBlockList{Type: blockType, Nested: nested, Min: min, Max: max}, nil
		case "block_tuple":
			return polycty.HCLBlockTuple{Type: blockType, Nested: nested, Min: min, Max: max}, nil
		case "block_set":
			return polycty.HCLBlockSet{Type: blockType, Nested: nested, Min: min, Max: max}, nil
		case "block_map":
			return polycty.HCLBlockMap{Type: blockType, Labels: labels, Nested: nested}, nil
		case "block_object":
			return polycty.HCLBlockObject{Type: blockType, Labels: labels, Nested: nested}, nil
		case "block_attrs":
			element, err := readType(c["element_type"])
			return polycty.HCLBlockAttrs{Type: blockType, Element: element, Required: required}, err
		case "block_label":
			return polycty.HCLBlockLabel{Index: uint(number(c, "index")), Name: c.text("name")}, nil
		case "default":
			fallback, err := readSpec(c["default"])
			return polycty.HCLDefault{Primary: nested, Default: fallback}, err
		case "transform":
			function, err := standard(c.text("func"))
			return polycty.HCLTransform{Wrapped: nested, Function: function}, err
		}
		return nil, fmt.Errorf("there is no spec %s", kind)
	}
	return nil, fmt.Errorf("a spec has a key")
}
