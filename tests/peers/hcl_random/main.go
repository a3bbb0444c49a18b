// Command peer-hcl-random makes expressions from a seed, evaluates them with HashiCorp's own
// library, as Debian packages it, and prints each result, one JSON object on each line. The first
// line contains the variables.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o peer-hcl-random ./tests/peers/hcl_random
//	./peer-hcl-random SEED COUNT
//
// crates/hcl/tests/differential has the same variables, some of which are refined there, and
// compares.
// Packages: golang-go, golang-github-hashicorp-hcl-v2-dev, golang-github-zclconf-go-cty-dev.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

type object = map[string]interface{}

var item = cty.Object(map[string]cty.Type{"a": cty.Number, "k": cty.List(cty.String)})

func items() cty.Value {
	one := func(a int64, k ...cty.Value) cty.Value {
		return cty.ObjectVal(map[string]cty.Value{"a": cty.NumberIntVal(a), "k": cty.ListVal(k)})
	}
	return cty.ListVal([]cty.Value{
		one(1, cty.StringVal("p")), one(2, cty.StringVal("q"), cty.UnknownVal(cty.String)),
	})
}

// Names with `u` are unknown, with `m` marked, with `z` null.
var variables = map[string]cty.Value{
	"b":  cty.True,
	"n":  cty.NumberIntVal(3),
	"s":  cty.StringVal("text"),
	"l":  cty.ListVal([]cty.Value{cty.StringVal("x"), cty.StringVal("y")}),
	"ln": cty.ListVal([]cty.Value{cty.NumberIntVal(1), cty.NumberIntVal(2)}),
	"t":  cty.TupleVal([]cty.Value{cty.NumberIntVal(1), cty.StringVal("two"), cty.False}),
	"m":  cty.MapVal(map[string]cty.Value{"a": cty.StringVal("1"), "c": cty.StringVal("two")}),
	"o": cty.ObjectVal(map[string]cty.Value{
		"a": cty.NumberIntVal(1), "k": cty.TupleVal([]cty.Value{cty.StringVal("v"), cty.True}),
	}),
	"os": items(),
	"st": cty.SetVal([]cty.Value{cty.StringVal("e"), cty.StringVal("f")}),
	"le": cty.ListValEmpty(cty.String),
	"d":  cty.DynamicVal,
	"ub": cty.UnknownVal(cty.Bool),
	"un": cty.UnknownVal(cty.Number),
	"us": cty.UnknownVal(cty.String),
	"ul": cty.UnknownVal(cty.List(cty.String)),
	"um": cty.UnknownVal(cty.Map(cty.Number)),
	"uo": cty.UnknownVal(item),
	"mb": cty.False.Mark("x"),
	"mn": cty.NumberIntVal(7).Mark("x"),
	"ms": cty.StringVal("secret").Mark("y"),
	"ml": cty.ListVal([]cty.Value{cty.StringVal("x"), cty.StringVal("y").Mark("y")}),
	"mo": cty.ObjectVal(map[string]cty.Value{
		"a": cty.NumberIntVal(1).Mark("x"), "k": cty.ListValEmpty(cty.String),
	}).Mark("y"),
	"mu": cty.UnknownVal(cty.String).Mark("x"),
	"z":  cty.NullVal(cty.DynamicPseudoType),
	"zs": cty.NullVal(cty.String),
	"zl": cty.NullVal(cty.List(cty.String)),
}

var functions = map[string]function.Function{
	"upper": stdlib.UpperFunc, "max": stdlib.MaxFunc,
}

// The intended kind of a generated expression, which is sometimes a different one.
type kind int

const (
	truth kind = iota
	number
	text
	list
	fields
	kinds
)

var names = [kinds][]string{
	truth:  {"b", "ub", "mb"},
	number: {"n", "un", "mn", "ln[0]", "o.a", "t[0]", "uo.a", "mo.a"},
	text:   {"s", "us", "ms", "mu", "zs", "l[1]", "m.a", "ul[0]", "uo.k[0]"},
	list:   {"l", "ln", "t", "ul", "ml", "zl", "st", "le", "os", "os[*].a", "os[*].k", "uo.k"},
	fields: {"m", "o", "um", "uo", "mo"},
}

// Expressions of a seed.
type maker struct {
	*rand.Rand
	locals []string
}

func (m *maker) pick(from ...string) string { return from[m.Intn(len(from))] }

func (m *maker) any(depth int) string { return m.make(kind(m.Intn(int(kinds))), depth) }

func (m *maker) make(k kind, depth int) string {
	if m.Intn(14) == 0 {
		k = kind(m.Intn(int(kinds)))
	}
	if m.Intn(40) == 0 {
		return m.pick("d", "z", "nope", "null")
	}
	if len(m.locals) > 0 && m.Intn(4) == 0 {
		return m.pick(m.locals...)
	}
	if depth <= 0 {
		return m.leaf(k)
	}
	depth--
	switch m.Intn(12) {
	case 0:
		return m.leaf(k)
	case 1:
		return "(" + m.make(k, depth) + ")"
	case 2:
		return fmt.Sprintf("(%s ? %s : %s)", m.make(truth, depth), m.make(k, depth), m.make(k, depth))
	case 3:
		return fmt.Sprintf("[%s, %s][%s]", m.make(k, depth), m.make(k, depth), m.pick("0", "1", "n - 3", "un", "mn - 7"))
	case 4:
		return fmt.Sprintf("{ a = %s }.a", m.make(k, depth))
	}
	switch k {
	case truth:
		switch m.Intn(4) {
		case 0:
			return "!" + m.make(truth, depth)
		case 1:
			return fmt.Sprintf("(%s %s %s)", m.make(truth, depth), m.pick("&&", "||"), m.make(truth, depth))
		case 2:
			other := kind(m.Intn(int(kinds)))
			return fmt.Sprintf("(%s %s %s)", m.make(other, depth), m.pick("==", "!="), m.make(other, depth))
		}
		return fmt.Sprintf("(%s %s %s)", m.make(number, depth), m.pick("<", "<=", ">", ">="), m.make(number, depth))
	case number:
		switch m.Intn(4) {
		case 0:
			return "-" + m.make(number, depth)
		case 1:
			return fmt.Sprintf("max(%s, %s)", m.make(number, depth), m.make(number, depth))
		}
		return fmt.Sprintf("(%s %s %s)", m.make(number, depth), m.pick("+", "-", "*", "/", "%"), m.make(number, depth))
	case text:
		switch m.Intn(5) {
		case 0:
			return fmt.Sprintf("upper(%s)", m.make(text, depth))
		case 1:
			return fmt.Sprintf("\"%s%%{ if %s }%s%%{ else }b%%{ endif }\"", m.pick("", "a"), m.make(truth, depth), m.pick("", "c", "${"+m.make(text, depth)+"}"))
		case 2:
			return fmt.Sprintf("\"%%{ for v in %s }${%s}%%{ endfor }\"", m.make(list, depth), m.within(text, depth, "v"))
		}
		return fmt.Sprintf("\"%s${%s}%s\"", m.pick("", "p-"), m.make(kind(m.Intn(3)), depth), m.pick("", "-q"))
	case list:
		switch m.Intn(6) {
		case 0:
			return fmt.Sprintf("%s[*]%s", m.make(list, depth), m.pick("", ".a", ".k", ".k[0]"))
		case 1:
			return fmt.Sprintf("%s.*%s", m.make(list, depth), m.pick("", ".a", ".k"))
		case 2:
			return fmt.Sprintf("[for v in %s : %s%s]", m.make(list, depth), m.within(kind(m.Intn(3)), depth, "v"), m.condition(depth, "v"))
		case 3:
			return fmt.Sprintf("[for k, v in %s : %s]", m.make(fields, depth), m.within(kind(m.Intn(3)), depth, "k", "v"))
		}
		parts := []string{}
		for range make([]struct{}, m.Intn(4)) {
			parts = append(parts, m.make(kind(m.Intn(3)), depth))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	switch m.Intn(4) {
	case 0:
		return fmt.Sprintf("{for k, v in %s : k => %s%s}", m.make(fields, depth), m.within(kind(m.Intn(3)), depth, "k", "v"), m.condition(depth, "k", "v"))
	case 1:
		return fmt.Sprintf("{for v in %s : %s => %s%s}", m.make(list, depth), m.within(text, depth, "v"), m.within(text, depth, "v"), m.pick("", "..."))
	}
	return fmt.Sprintf("{ a = %s, %s = %s }", m.any(depth), m.pick("k", "(s)", "(us)", "(ms)", "(zs)"), m.any(depth))
}

// An expression in which names of a `for` are defined.
func (m *maker) within(k kind, depth int, locals ...string) string {
	before := len(m.locals)
	m.locals = append(m.locals, locals...)
	made := m.make(k, depth)
	m.locals = m.locals[:before]
	return made
}

func (m *maker) condition(depth int, locals ...string) string {
	if m.Intn(3) > 0 {
		return ""
	}
	return " if " + m.within(truth, depth, locals...)
}

func (m *maker) leaf(k kind) string {
	if m.Intn(4) > 0 {
		return m.pick(names[k]...)
	}
	switch k {
	case truth:
		return m.pick("true", "false")
	case number:
		return m.pick("0", "1", "2.5", "1e3")
	case text:
		return m.pick(`""`, `"a"`, `"12"`, `"true"`)
	case list:
		return m.pick("[]", `["a", "b"]`, "[1, null]")
	}
	return m.pick("{}", "{ a = 1 }", `{ a = null, "b c" = true }`)
}

func main() {
	seed, err := strconv.ParseInt(os.Args[1], 10, 64)
	check(err)
	count, err := strconv.Atoi(os.Args[2])
	check(err)
	buffered := bufio.NewWriter(os.Stdout)
	defer buffered.Flush()
	out := json.NewEncoder(buffered)
	out.SetEscapeHTML(false)
	given := object{}
	for name, value := range variables {
		given[name] = written(value)
	}
	check(out.Encode(given))
	random := &maker{Rand: rand.New(rand.NewSource(seed))}
	for made := 0; made < count; made++ {
		check(out.Encode(answer(random.any(1 + random.Intn(3)))))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func answer(source string) (told object) {
	told = object{"text": source}
	defer func() {
		if recover() != nil {
			told["panic"] = true
		}
	}()
	expr, diags := hclsyntax.ParseExpression([]byte(source), "", hcl.InitialPos)
	if diags.HasErrors() {
		told["failures"] = failures(diags)
		return told
	}
	value, diags := expr.Value(&hcl.EvalContext{Variables: variables, Functions: functions})
	told["failures"] = failures(diags)
	told["value"] = written(value)
	return told
}

func failures(diags hcl.Diagnostics) []interface{} {
	all := []interface{}{}
	for _, diag := range diags {
		all = append(all, []interface{}{diag.Summary, diag.Subject.Start.Byte, diag.Subject.End.Byte})
	}
	return all
}

func written(value cty.Value) object {
	ty, err := ctyjson.MarshalType(value.Type())
	check(err)
	return object{"type": json.RawMessage(ty), "value": part(value)}
}

// A value as vectors have it: `{"$": {"unknown": true}}`, `{"$": {"marks", "value"}}`.
func part(value cty.Value) interface{} {
	if value.IsMarked() {
		bare, marks := value.Unmark()
		names := []string{}
		for mark := range marks {
			names = append(names, mark.(string))
		}
		sort.Strings(names)
		return object{"$": object{"marks": names, "value": part(bare)}}
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
			key, part_ := it.Element()
			parts[key.AsString()] = part(part_)
		}
		return parts
	}
	parts := []interface{}{}
	for it := value.ElementIterator(); it.Next(); {
		_, part_ := it.Element()
		parts = append(parts, part(part_))
	}
	return parts
}
