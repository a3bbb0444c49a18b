// Command peer-hcl answers cases about HCL's bodies with HashiCorp's own library,
// as Debian packages it, and prints them as vectors, a line a case.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o peer-hcl ./tests/peers/hcl
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o hcldec \
//	    github.com/hashicorp/hcl/v2/cmd/hcldec
//	./peer-hcl ./hcldec > tests/conformance/own/hcl_bodies.jsonl
//
// The inputs are in cases.go. Packages: golang-go, golang-github-hashicorp-hcl-v2-dev,
// golang-github-zclconf-go-cty-dev.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/ext/userfunc"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

type object = map[string]interface{}

func main() {
	hcldecCommand := os.Args[1]
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, c := range cases() {
		input := object{"op": c.op, "src": c.src, "syntax": c.syntax}
		if c.syntax == "" {
			input["syntax"] = "native"
		}
		if c.spec != "" {
			input["spec"] = json.RawMessage(c.spec)
		}
		if c.vars != "" {
			input["vars"] = json.RawMessage(c.vars)
		}
		if c.op != "spec_document" {
			input["funcs"] = object{"absolute": "absolute", "length": "length", "upper": "upper"}
		}
		if c.document != "" {
			input["document"] = c.document
		}
		if c.expressions != nil {
			input["expressions"] = c.expressions
		}
		key, err := json.Marshal(input)
		check(err)
		input["id"] = fmt.Sprintf("own-%x", sha256.Sum256(key))[:14]
		input["want"] = answer(c, hcldecCommand)
		check(out.Encode(input))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func answer(c testCase, hcldecCommand string) (want object) {
	defer func() {
		if recover() != nil {
			want = object{"error": "panic"}
		}
	}()
	if c.op == "spec_document" {
		return specDocument(c, hcldecCommand)
	}
	body, diags := parse(c)
	if diags.HasErrors() {
		panic(diags)
	}
	ctx := context(c)
	switch c.op {
	case "decode":
		return decode(body, readSpec([]byte(c.spec)), ctx)
	case "partial":
		return partial(body, readSpec([]byte(c.spec)), ctx)
	case "dynamic":
		spec := readSpec([]byte(c.spec))
		want := decode(dynblock.Expand(body, ctx), spec, ctx)
		want["variables"] = traversals(dynblock.VariablesHCLDec(body, spec))
		want["expansion"] = traversals(dynblock.ExpandVariablesHCLDec(body, spec))
		return want
	case "functions":
		return functions(body, ctx, c.expressions)
	}
	panic("unknown operation " + c.op)
}

func parse(c testCase) (hcl.Body, hcl.Diagnostics) {
	if c.syntax == "json" {
		file, diags := hcljson.Parse([]byte(c.src), "")
		return file.Body, diags
	}
	file, diags := hclsyntax.ParseConfig([]byte(c.src), "", hcl.InitialPos)
	return file.Body, diags
}

func context(c testCase) *hcl.EvalContext {
	ctx := &hcl.EvalContext{Functions: map[string]function.Function{
		"upper": stdlib.UpperFunc, "absolute": stdlib.AbsoluteFunc, "length": stdlib.LengthFunc,
	}}
	if c.vars != "" {
		ctx.Variables = map[string]cty.Value{}
		var vars map[string]json.RawMessage
		check(json.Unmarshal([]byte(c.vars), &vars))
		for name, raw := range vars {
			ctx.Variables[name] = readValue(raw)
		}
	}
	return ctx
}

func decode(body hcl.Body, spec hcldec.Spec, ctx *hcl.EvalContext) object {
	value, diags := hcldec.Decode(body, spec, ctx)
	want := object{
		"value": writeValue(value), "diags": writeDiags(diags),
		"variables": traversals(hcldec.Variables(body, spec)),
	}
	if at := hcldec.SourceRange(body, spec); at.Start.Line > 0 {
		want["range"] = writeRange(at)
	}
	return want
}

// Decodes the rest of a body as arguments, or as all blocks "rest".
func partial(body hcl.Body, spec hcldec.Spec, ctx *hcl.EvalContext) object {
	body = dynblock.Expand(body, ctx)
	value, rest, diags := hcldec.PartialDecode(body, spec, ctx)
	want := object{"value": writeValue(value), "diags": writeDiags(diags)}
	left := &hcldec.BlockTupleSpec{TypeName: "rest", Nested: &hcldec.BlockAttrsSpec{
		TypeName: "inner", ElementType: cty.DynamicPseudoType,
	}}
	restValue, restDiags := hcldec.Decode(rest, left, ctx)
	want["rest"] = object{"value": writeValue(restValue), "diags": writeDiags(restDiags)}
	return want
}

func functions(body hcl.Body, ctx *hcl.EvalContext, expressions []string) object {
	var scope *hcl.EvalContext
	found, rest, diags := userfunc.DecodeUserFunctions(body, "function", func() *hcl.EvalContext {
		return scope
	})
	scope = ctx.NewChild()
	scope.Functions = found
	names := []string{}
	for name := range found {
		names = append(names, name)
	}
	sort.Strings(names)
	attributes, _ := rest.JustAttributes()
	results := []object{}
	for _, text := range expressions {
		expr, exprDiags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
		if exprDiags.HasErrors() {
			panic(exprDiags)
		}
		value, exprDiags := expr.Value(scope)
		results = append(results, object{"value": writeValue(value), "diags": writeDiags(exprDiags)})
	}
	return object{
		"names": names, "diags": writeDiags(diags), "rest": len(attributes), "results": results,
	}
}

// Only a command supports the language of spec documents.
func specDocument(c testCase, command string) object {
	dir, err := os.MkdirTemp("", "peer")
	check(err)
	defer os.RemoveAll(dir)
	specFile := filepath.Join(dir, "spec.hcl")
	check(os.WriteFile(specFile, []byte(c.document), 0o600))
	name := "body.hcl"
	if c.syntax == "json" {
		name = "body.json"
	}
	bodyFile := filepath.Join(dir, name)
	check(os.WriteFile(bodyFile, []byte(c.src), 0o600))
	run := func(flags ...string) ([]byte, []byte, error) {
		flags = append(flags, "--diags=json", "--spec="+specFile, bodyFile)
		cmd := exec.Command(command, flags...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		return stdout.Bytes(), stderr.Bytes(), err
	}
	out, told, err := run("--keep-nulls", "--with-type")
	if err != nil {
		var raw struct {
			Diagnostics []struct {
				Severity, Summary, Detail string
				Subject                   *struct {
					Filename   string
					Start, End struct{ Line, Column, Byte int }
				}
			}
		}
		if json.Unmarshal(told, &raw) != nil {
			return object{"error": "panic"}
		}
		want := object{}
		diags := []object{}
		for _, d := range raw.Diagnostics {
			diag := object{"severity": d.Severity, "summary": d.Summary}
			// Positions in details are those of the temporary files.
			if !older.MatchString(d.Detail) && !strings.Contains(d.Detail, dir) {
				diag["detail"] = d.Detail
			}
			if s := d.Subject; s != nil {
				diag["subject"] = object{
					"start": []int{s.Start.Line, s.Start.Column, s.Start.Byte},
					"end":   []int{s.End.Line, s.End.Column, s.End.Byte},
				}
			}
			diags = append(diags, diag)
		}
		want["diags"] = diags
		return want
	}
	value, err := ctyjson.Unmarshal(out, cty.DynamicPseudoType)
	check(err)
	refs, _, err := run("--var-refs")
	check(err)
	var variables []struct {
		RootName string `json:"root_name"`
	}
	check(json.Unmarshal(refs, &variables))
	roots := []string{}
	for _, v := range variables {
		roots = append(roots, v.RootName)
	}
	sort.Strings(roots)
	return object{"value": writeValue(value), "roots": roots}
}

func readSpec(raw []byte) hcldec.Spec {
	var parts map[string]json.RawMessage
	check(json.Unmarshal(raw, &parts))
	for kind, body := range parts {
		var s struct {
			Name, Func, Summary, When string
			TypeName                  string `json:"type_name"`
			Type                      json.RawMessage
			ElementType               json.RawMessage `json:"element_type"`
			Required                  bool
			Min, Max, Index           int
			Labels                    []string
			Nested, Primary, Default  json.RawMessage
			Wrapped                   json.RawMessage
		}
		if kind != "object" && kind != "tuple" && kind != "literal" {
			check(json.Unmarshal(body, &s))
		}
		switch kind {
		case "object":
			var fields map[string]json.RawMessage
			check(json.Unmarshal(body, &fields))
			spec := hcldec.ObjectSpec{}
			for name, field := range fields {
				spec[name] = readSpec(field)
			}
			return spec
		case "tuple":
			var elements []json.RawMessage
			check(json.Unmarshal(body, &elements))
			spec := hcldec.TupleSpec{}
			for _, element := range elements {
				spec = append(spec, readSpec(element))
			}
			return spec
		case "attr":
			return &hcldec.AttrSpec{Name: s.Name, Type: readType(s.Type), Required: s.Required}
		case "literal":
			return &hcldec.LiteralSpec{Value: readValue(body)}
		case "block":
			return &hcldec.BlockSpec{TypeName: s.TypeName, Nested: readSpec(s.Nested), Required: s.Required}
		case "block_list":
			return &hcldec.BlockListSpec{TypeName: s.TypeName, Nested: readSpec(s.Nested), MinItems: s.Min, MaxItems: s.Max}
		case "block_set":
			return &hcldec.BlockSetSpec{TypeName: s.TypeName, Nested: readSpec(s.Nested), MinItems: s.Min, MaxItems: s.Max}
		case "block_tuple":
			return &hcldec.BlockTupleSpec{TypeName: s.TypeName, Nested: readSpec(s.Nested), MinItems: s.Min, MaxItems: s.Max}
		case "block_map":
			return &hcldec.BlockMapSpec{TypeName: s.TypeName, LabelNames: s.Labels, Nested: readSpec(s.Nested)}
		case "block_object":
			return &hcldec.BlockObjectSpec{TypeName: s.TypeName, LabelNames: s.Labels, Nested: readSpec(s.Nested)}
		case "block_attrs":
			return &hcldec.BlockAttrsSpec{TypeName: s.TypeName, ElementType: readType(s.ElementType), Required: s.Required}
		case "block_label":
			return &hcldec.BlockLabelSpec{Index: s.Index, Name: s.Name}
		case "default":
			return &hcldec.DefaultSpec{Primary: readSpec(s.Primary), Default: readSpec(s.Default)}
		case "transform":
			return &hcldec.TransformFuncSpec{Wrapped: readSpec(s.Wrapped), Func: hostFunction(s.Func)}
		case "validate":
			return &hcldec.ValidateSpec{Wrapped: readSpec(s.Wrapped), Func: validation(s.When, s.Summary)}
		}
	}
	panic("unknown spec")
}

// Functions of a host; the test that runs the vectors has the same.
func hostFunction(name string) function.Function {
	anything := function.Parameter{
		Name: "value", Type: cty.DynamicPseudoType,
		AllowNull: true, AllowUnknown: true, AllowDynamicType: true, AllowMarked: true,
	}
	spec := &function.Spec{Params: []function.Parameter{anything}}
	switch name {
	case "host_pair": // a tuple of the value and itself
		spec.Type = func(args []cty.Value) (cty.Type, error) {
			return cty.Tuple([]cty.Type{args[0].Type(), args[0].Type()}), nil
		}
		spec.Impl = func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			return cty.TupleVal([]cty.Value{args[0], args[0]}), nil
		}
	case "host_fail": // always an error
		spec.Type = function.StaticReturnType(cty.String)
		spec.Impl = func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			return cty.NilVal, errors.New("no luck")
		}
	case "host_count": // the number of elements, of known values only
		spec.Params[0] = function.Parameter{Name: "value", Type: cty.DynamicPseudoType}
		spec.Type = function.StaticReturnType(cty.Number)
		spec.Impl = func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			if !args[0].CanIterateElements() {
				return cty.NilVal, errors.New("no elements")
			}
			return cty.NumberIntVal(int64(args[0].LengthInt())), nil
		}
	case "upper":
		return stdlib.UpperFunc
	default:
		panic("unknown function " + name)
	}
	return function.New(spec)
}

// Diagnoses the value in one of a few conditions.
func validation(when, summary string) func(cty.Value) hcl.Diagnostics {
	return func(value cty.Value) hcl.Diagnostics {
		bare, _ := value.Unmark()
		severity := hcl.DiagError
		if when == "warn" {
			severity = hcl.DiagWarning
		}
		if when == "null" && !bare.IsNull() || when == "unknown" && bare.IsKnown() {
			return nil
		}
		return hcl.Diagnostics{{Severity: severity, Summary: summary, Detail: "It is " + when + "."}}
	}
}

func readType(raw json.RawMessage) cty.Type {
	ty, err := ctyjson.UnmarshalType(raw)
	check(err)
	return ty
}

func readValue(raw json.RawMessage) cty.Value {
	var v struct {
		Type  json.RawMessage
		Value json.RawMessage
	}
	check(json.Unmarshal(raw, &v))
	return readPart(readType(v.Type), v.Value)
}

func readPart(ty cty.Type, raw json.RawMessage) cty.Value {
	var wrapper struct {
		Wrapped *struct {
			Unknown bool
			Marks   []string
			Value   json.RawMessage
		} `json:"$"`
	}
	if json.Unmarshal(raw, &wrapper) == nil && wrapper.Wrapped != nil {
		if wrapper.Wrapped.Unknown {
			return cty.UnknownVal(ty)
		}
		value := readPart(ty, wrapper.Wrapped.Value)
		for _, mark := range wrapper.Wrapped.Marks {
			value = value.Mark(mark)
		}
		return value
	}
	if string(raw) == "null" {
		return cty.NullVal(ty)
	}
	parts := func(element func(int) cty.Type) []cty.Value {
		var raws []json.RawMessage
		check(json.Unmarshal(raw, &raws))
		values := []cty.Value{}
		for i, part := range raws {
			values = append(values, readPart(element(i), part))
		}
		return values
	}
	fields := func(element func(string) cty.Type) map[string]cty.Value {
		var raws map[string]json.RawMessage
		check(json.Unmarshal(raw, &raws))
		values := map[string]cty.Value{}
		for name, part := range raws {
			values[name] = readPart(element(name), part)
		}
		return values
	}
	switch {
	case ty == cty.Number:
		var text string
		check(json.Unmarshal(raw, &text))
		return cty.MustParseNumberVal(text)
	case ty == cty.String:
		var text string
		check(json.Unmarshal(raw, &text))
		return cty.StringVal(text)
	case ty == cty.Bool:
		return cty.BoolVal(string(raw) == "true")
	case ty.IsTupleType():
		return cty.TupleVal(parts(ty.TupleElementType))
	case ty.IsListType():
		values := parts(func(int) cty.Type { return ty.ElementType() })
		if len(values) == 0 {
			return cty.ListValEmpty(ty.ElementType())
		}
		return cty.ListVal(values)
	case ty.IsSetType():
		values := parts(func(int) cty.Type { return ty.ElementType() })
		if len(values) == 0 {
			return cty.SetValEmpty(ty.ElementType())
		}
		return cty.SetVal(values)
	case ty.IsObjectType():
		return cty.ObjectVal(fields(ty.AttributeType))
	case ty.IsMapType():
		values := fields(func(string) cty.Type { return ty.ElementType() })
		if len(values) == 0 {
			return cty.MapValEmpty(ty.ElementType())
		}
		return cty.MapVal(values)
	}
	panic("unreadable value")
}

func writeValue(value cty.Value) object {
	ty, err := ctyjson.MarshalType(value.Type())
	check(err)
	return object{"type": json.RawMessage(ty), "value": writePart(value)}
}

func writePart(value cty.Value) interface{} {
	if value.IsMarked() {
		bare, marks := value.Unmark()
		names := []string{}
		for mark := range marks {
			names = append(names, mark.(string))
		}
		sort.Strings(names)
		return object{"$": object{"marks": names, "value": writePart(bare)}}
	}
	if !value.IsKnown() {
		return object{"$": object{"unknown": true}}
	}
	if value.IsNull() {
		return nil
	}
	ty := value.Type()
	switch {
	case ty == cty.Number:
		return value.AsBigFloat().Text('f', -1)
	case ty == cty.String:
		return value.AsString()
	case ty == cty.Bool:
		return value.True()
	case ty.IsMapType() || ty.IsObjectType():
		parts := object{}
		for it := value.ElementIterator(); it.Next(); {
			key, part := it.Element()
			parts[key.AsString()] = writePart(part)
		}
		return parts
	}
	parts := []interface{}{}
	for it := value.ElementIterator(); it.Next(); {
		_, part := it.Element()
		parts = append(parts, writePart(part))
	}
	return parts
}

func writeRange(at hcl.Range) object {
	return object{
		"start": []int{at.Start.Line, at.Start.Column, at.Start.Byte},
		"end":   []int{at.End.Line, at.End.Column, at.End.Byte},
	}
}

// Newer versions also report the type that was found instead of the required one.
var older = regexp.MustCompile(`: [a-z ]+ required\.*$`)

func writeDiags(diags hcl.Diagnostics) []object {
	out := []object{}
	for _, diag := range diags {
		severity := "error"
		if diag.Severity == hcl.DiagWarning {
			severity = "warning"
		}
		told := object{"severity": severity, "summary": diag.Summary}
		if detail := diag.Detail; !older.MatchString(detail) {
			told["detail"] = detail
		}
		// An unknown body has no position for missing parts.
		if diag.Subject != nil && diag.Subject.Start.Line > 0 {
			told["subject"] = writeRange(*diag.Subject)
		}
		out = append(out, told)
	}
	return out
}

func traversals(found []hcl.Traversal) []string {
	roots := []string{}
	for _, traversal := range found {
		roots = append(roots, traversal.RootName())
	}
	sort.Strings(roots)
	return roots
}
