//go:build !polycty_no_pcl

package polycty_test

import (
	"errors"
	"strings"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

func pclType(t *testing.T, notation string) *polycty.Type {
	t.Helper()
	read, err := polycty.ParseType(polycty.PCL, notation)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func pclText(t *polycty.Type) string {
	text, err := t.Format(polycty.PCL)
	if err != nil {
		return err.Error()
	}
	return text
}

func TestPCLTypes(t *testing.T) {
	text := polycty.String()
	for wanted, made := range map[string]*polycty.Type{
		"id":                       polycty.PCLID(),
		"union(none, string)":      polycty.Must(polycty.PCLOptional(text)),
		"output(string)":           polycty.Must(polycty.PCLOutput(polycty.Must(polycty.PCLPromise(text)))),
		"union(int, string)":       polycty.Must(polycty.PCLUnion(text, polycty.Integer(), text)),
		"list(output(string))":     polycty.Must(polycty.List(polycty.Must(polycty.PCLOutput(text)))),
		"object({a = output(id)})": pclType(t, "object({ a = output(id) })"),
	} {
		if found := pclText(made); found != wanted {
			t.Errorf("wanted %s, got %s", wanted, found)
		}
		data, err := made.PCLJSON()
		if err != nil {
			t.Error(err)
			continue
		}
		if back, err := polycty.ParsePCLTypeJSON(data); err != nil || !back.Equal(made) {
			t.Errorf("%s came back as %s, %v", data, back, err)
		}
	}
	enum := polycty.Must(polycty.PCLEnum("size", text, polycty.Must(polycty.StringVal("s")), polycty.Must(polycty.StringVal("l"))))
	if enum.PCLKind() != polycty.PCLKindEnum || len(enum.PCLValues()) != 2 || enum.Name() != "size" {
		t.Errorf("%s", pclText(enum))
	}
	resolved, err := polycty.PCLResolved(pclType(t, "list(output(string))"), true)
	if err != nil || pclText(resolved) != "list(string)" {
		t.Errorf("%v, %v", resolved, err)
	}
	if _, output := pclType(t, "map(output(int))").PCLHoldsDeferred(); !output {
		t.Error("it holds an output")
	}
}

func TestAnnotations(t *testing.T) {
	text := polycty.Must(polycty.Must(polycty.String().Annotate("main.pp:3")).Annotate(7))
	list := polycty.Must(polycty.List(text))
	if found := list.Element().Annotations(); len(found) != 2 || found[0] != "main.pp:3" || found[1] != 7 {
		t.Errorf("%v", found)
	}
	if !text.Equal(polycty.String()) || polycty.String().Annotations() != nil {
		t.Error("annotations make another type")
	}
	why, err := polycty.PCLExplainUnsafe(pclType(t, "list(string)"), pclType(t, "list(int)"))
	if err != nil || why == nil {
		t.Errorf("%v, %v", why, err)
	}
	if why, err := polycty.PCLExplainUnsafe(polycty.Integer(), polycty.String()); err != nil || why != nil {
		t.Errorf("%v, %v", why, err)
	}
}

func TestPCLTraverse(t *testing.T) {
	servers := pclType(t, "list(object({ ports = output(list(int)) }))")
	end, err := servers.PCLTraverse(polycty.PCLSplat{}, polycty.AttrStep{Name: "ports"}, polycty.IndexStep{Key: polycty.Int64Val(0)})
	if err != nil || pclText(end) == "" {
		t.Errorf("%v, %v", end, err)
	}
	end, err = servers.PCLTraverse(polycty.IndexStep{Key: polycty.Unknown(polycty.Number())}, polycty.AttrStep{Name: "prt"})
	if len(diagnosticsOf(err)) != 1 || end.Kind() != polycty.KindAny {
		t.Errorf("%v, %v", end, err)
	}
}

func TestPCLDeferredValues(t *testing.T) {
	value := polycty.Must(polycty.PCLDeferredVal(pclType(t, "output(number)"), "the address"))
	if data, err := value.PCLData(); data != "the address" || err != nil {
		t.Errorf("%v, %v", data, err)
	}
	converted := polycty.Must(value.Convert(polycty.PCL, pclType(t, "output(string)")))
	if converted.PCLIdentity() != value.PCLIdentity() || pclText(converted.PCLOrigin()) != "output(number)" {
		t.Error("it is another one")
	}
	tuple := polycty.Must(polycty.TupleVal(converted, polycty.BoolVal(true)))
	resolved, err := tuple.PCLResolve(func(eventual *polycty.Value) (*polycty.Value, error) {
		return polycty.Int64Val(8080), nil
	})
	if err != nil || resolved.At(0).String() != `"8080"` {
		t.Errorf("%v, %v", resolved, err)
	}
	_, err = tuple.PCLResolve(func(*polycty.Value) (*polycty.Value, error) { return nil, errors.New("gone") })
	var failure *polycty.Error
	if !errors.As(err, &failure) || failure.Path.String() != "[0]" || !strings.Contains(failure.Message, "gone") {
		t.Errorf("%v", err)
	}
	chosen, member, err := polycty.IntegerVal(1).PCLChoose(pclType(t, "union(bool, int)"))
	if err != nil || member != 1 || !chosen.Equal(polycty.IntegerVal(1)) {
		t.Errorf("%v, %d, %v", chosen, member, err)
	}
}

func TestPCLChecks(t *testing.T) {
	scope := polycty.NewPCLTypeScope()
	for name, notation := range map[string]string{"n": "int", "ids": "output(list(string))"} {
		if err := scope.SetVariable(name, pclType(t, notation)); err != nil {
			t.Fatal(err)
		}
	}
	fixed := polycty.Must(polycty.FunctionType(polycty.FunctionParts{
		Parameters: []polycty.FunctionParameter{{Name: "text", Type: polycty.String()}}, Result: polycty.String(),
	}))
	if err := scope.SetFunction("upper", fixed); err != nil {
		t.Fatal(err)
	}
	wrongCount := errors.New("one argument is wanted")
	// A function for all argument types that returns a list of its argument.
	err := scope.SetGenericFunction("listed", func(arguments []*polycty.Type, expressions []*polycty.HCLExpression) (*polycty.Type, error) {
		if len(arguments) != 1 || len(expressions) != 1 {
			return nil, wrongCount
		}
		return polycty.FunctionType(polycty.FunctionParts{
			Parameters: []polycty.FunctionParameter{{Type: arguments[0]}}, Result: polycty.Must(polycty.List(arguments[0])),
		})
	})
	if err != nil || !scope.HasFunction("listed") {
		t.Fatal(err)
	}
	check := func(source string, in *polycty.PCLTypeScope) *polycty.PCLChecked {
		t.Helper()
		e := polycty.Must(polycty.ParseHCLExpression([]byte(source), "t.pp", polycty.HCLNative))
		bound, err := polycty.CheckPCL(e, in, polycty.PCLOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return bound
	}
	for source, wanted := range map[string]string{
		"n + n": "int", "ids[0]": "output(string)", "upper(ids[0])": "output(string)", "listed(n)": "list(int)",
		"[for id in ids : upper(id)]": "output(list(string))",
	} {
		bound := check(source, scope)
		if found := pclText(bound.Type()); found != wanted || bound.Diagnostics() != nil || bound.HasErrors() {
			t.Errorf("%s: wanted %s, got %s, %v", source, wanted, found, bound.Diagnostics())
		}
	}
	for source, says := range map[string]string{"m": "undefined variable m", "listed(1, 2)": "one argument is wanted"} {
		bound := check(source, scope)
		if told := bound.Diagnostics(); told == nil || !strings.Contains(told.Error(), says) || !bound.HasErrors() {
			t.Errorf("%s: %v", source, told)
		}
	}
	if told := check("listed(1, 2)", scope).Diagnostics(); !errors.Is(told, wrongCount) {
		t.Errorf("%v", told)
	}
	inner := polycty.Must(scope.Child())
	if err := inner.SetVariable("n", polycty.String()); err != nil {
		t.Fatal(err)
	}
	if inner.Variable("n").Kind() != polycty.KindString || scope.Variable("n").Kind() != polycty.KindInteger {
		t.Error("the scopes are one")
	}
	root := check(`upper(n)`, scope).Root()
	if root.Kind != polycty.PCLNodeCall || root.Name != "upper" || len(root.Children) != 1 {
		t.Fatalf("%+v", root)
	}
	argument := root.Children[0]
	if argument.Role != polycty.PCLRoleArgument || argument.Conversion == nil || argument.Conversion.Kind != polycty.SafeConversion ||
		argument.Text != "n" || argument.Range.Start.Column != 7 || argument.Expression == nil {
		t.Errorf("%+v", argument)
	}
	if conversions := check(`upper(n)`, scope).Conversions(); len(conversions) != 1 || conversions[0].From.Kind() != polycty.KindInteger {
		t.Errorf("%+v", conversions)
	}
	if _, err := check("[n]", scope).AcceptedAs(polycty.Bool()); len(diagnosticsOf(err)) != 1 {
		t.Errorf("%v", err)
	}
	if read := check("list(object({ a = string }))", polycty.PCLTypeScopeOfConstructors()); pclText(read.Type()) != "list(object({a = string}))" {
		t.Errorf("%s", pclText(read.Type()))
	}
}
