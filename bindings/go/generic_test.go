package polycty

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestAs(t *testing.T) {
	list := Must(EvaluateHCL(`["1", 2]`, "", nil))
	if found, err := As[[]int](list); err != nil || fmt.Sprint(found) != "[1 2]" {
		t.Errorf("%v, %v", found, err)
	}
	if found, err := As[*Value](list); err != nil || found != list {
		t.Errorf("%v, %v", found, err)
	}
	if found, err := As[[]bool](list); !errors.Is(err, ErrConversion) && !errors.Is(err, ErrType) || found != nil {
		t.Errorf("%v, %v", found, err)
	}
}

func TestRangesOfIntegers(t *testing.T) {
	for _, c := range []struct {
		source, want string
		decode       func(*Value) error
	}{
		{"70000", "expected a whole number between 0 and 65535, found 70000", decodes[uint16]},
		{"-1", "expected a whole number between 0 and 255, found -1", decodes[uint8]},
		{"200", "expected a whole number between -128 and 127, found 200", decodes[int8]},
		{"32768", "expected a whole number between -32768 and 32767, found 32768", decodes[int16]},
		{"-2147483649", "expected a whole number between -2147483648 and 2147483647, found -2147483649", decodes[int32]},
		{"1.5", "expected a whole number between 0 and 4294967295, found 1.5", decodes[uint32]},
		{"9223372036854775808", "expected a whole number between -9223372036854775808 and 9223372036854775807, found 9223372036854775808", decodes[int64]},
		{"18446744073709551616", "expected a whole number between 0 and 18446744073709551615, found 18446744073709551616", decodes[uint64]},
		{"[1, 300]", "[1]: expected a whole number between 0 and 255, found 300", decodes[[]uint8]},
		{"{a = null}", "a: expected int, found null", decodes[struct {
			A int `cty:"a"`
		}]},
	} {
		err := c.decode(Must(EvaluateHCL(c.source, "", nil)))
		if err == nil || strings.TrimPrefix(err.Error(), ".") != c.want {
			t.Errorf("%s: %v; want %s", c.source, err, c.want)
		}
	}
}

func decodes[T any](v *Value) error {
	_, err := As[T](v)
	return err
}

// gocty reports the position of the null, and does not change the slice.
func TestNullsInSlices(t *testing.T) {
	value := Must(EvaluateHCL("[1, null]", "", nil))
	numbers := []int{9}
	err := value.Decode(&numbers)
	var found *Error
	if !errors.As(err, &found) || found.Code != ErrNull || found.Path.String() != "[1]" || fmt.Sprint(numbers) != "[9]" {
		t.Errorf("%v, %v", err, numbers)
	}
	held := struct {
		List []int
		Any  *Value
	}{List: []int{9}}
	outer := Must(ObjectVal(map[string]*Value{"List": value, "Any": value}))
	if err := outer.Decode(&held); !errors.Is(err, ErrNull) || fmt.Sprint(held.List) != "[9]" {
		t.Errorf("%v, %v", err, held.List)
	}
	if pointers, err := As[[]*int](value); err != nil || len(pointers) != 2 || *pointers[0] != 1 || pointers[1] != nil {
		t.Errorf("%v, %v", pointers, err)
	}
	if array, err := As[[2]int](value); !errors.Is(err, ErrNull) {
		t.Errorf("%v, %v", array, err)
	}
	if lists, err := As[[][]int](Must(EvaluateHCL("[null]", "", nil))); err != nil || len(lists) != 1 || lists[0] != nil {
		t.Errorf("%v, %v", lists, err)
	}
}

func TestTagsOfCty(t *testing.T) {
	type server struct {
		Name  string `cty:"name"`
		Ports []int  `cty:"ports"`
		Left  chan int
	}
	value, err := ValueOf(server{Name: "web", Ports: []int{80}})
	if err != nil || value.String() != Must(EvaluateHCL(`{name = "web", ports = tolist([80])}`, "", standardScope(t))).String() {
		t.Fatalf("%v, %v", value, err)
	}
	if back, err := As[server](value); err != nil || back.Name != "web" || back.Ports[0] != 80 {
		t.Errorf("%v, %v", back, err)
	}
	own, err := TypeOf(struct {
		A int `cty:"x" polycty:"own"`
		B int `cty:"b"`
		C int
	}{})
	if err != nil || own.Fields()[0].Name != "C" || own.Fields()[1].Name != "b" || own.Fields()[2].Name != "own" {
		t.Errorf("%v, %v", own, err)
	}
}

func TestFuncOf(t *testing.T) {
	type key struct{}
	type options struct {
		Prefix string
		Count  *int `polycty:",optional"`
	}
	cause := errors.New("no such host")
	scope := NewHCLScope()
	for name, function := range map[string]any{
		"join":    func(by string, parts ...string) string { return strings.Join(parts, by) },
		"half":    func(n int8) (float64, error) { return float64(n) / 2, nil },
		"fail":    func(string) (string, error) { return "", fmt.Errorf("looking up: %w", cause) },
		"context": func(ctx context.Context) string { return fmt.Sprint(ctx.Value(key{})) },
		"with":    func(ctx context.Context, n int) string { return fmt.Sprint(ctx.Value(key{}), n) },
		"same":    func(v *Value) *Value { return v },
		"missing": func(s *string) bool { return s == nil },
		"kind":    func(x any) string { return fmt.Sprintf("%T", x) },
		"sum": func(numbers map[string]int) (sum int) {
			for _, n := range numbers {
				sum += n
			}
			return sum
		},
		"options": func(o options) []string {
			if o.Count != nil {
				o.Prefix += fmt.Sprint(*o.Count)
			}
			return []string{o.Prefix}
		},
	} {
		if err := scope.SetFunction(name, Must(FuncOf(function))); err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.WithValue(context.Background(), key{}, "mine")
	for source, want := range map[string]string{
		`join("-", "a", "b", 1)`:             `"a-b-1"`,
		`join("-")`:                          `""`,
		`half(5)`:                            `2.5`,
		`context()`:                          `"mine"`,
		`with(3)`:                            `"mine3"`,
		`same([1, "a"])`:                     `[1,"a"]`,
		`[missing(null), missing("a")]`:      `[true,false]`,
		`[kind(1), kind("a"), kind(true)]`:   `["int64","string","bool"]`,
		`sum({a = 1, b = 2})`:                `3`,
		`options({Prefix = "p"})`:            `["p"]`,
		`options({Prefix = "p", Count = 2})`: `["p2"]`,
	} {
		expression := Must(ParseHCLExpression([]byte(source), "main.hcl", HCLNative))
		found, err := expression.EvaluateContext(ctx, scope)
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if document := string(Must(found.EncodeJSON(nil))); document != want {
			t.Errorf("%s: %s; want %s", source, document, want)
		}
	}
	if found, err := EvaluateHCL("context()", "", scope); err != nil || Must(found.AsString()) != "<nil>" {
		t.Errorf("%v, %v", found, err)
	}
	_, err := EvaluateHCL(`fail("x")`, "", scope)
	if !errors.Is(err, cause) || !errors.Is(err, ErrCallback) {
		t.Errorf("%v", err)
	}
	if _, err := EvaluateHCL(`half(300)`, "", scope); err == nil || !strings.Contains(err.Error(), "expected a whole number between -128 and 127, found 300") {
		t.Errorf("%v", err)
	}
	if unknown, err := Must(FuncOf(func(n int) int { return n })).Call(Unknown(Number())); err != nil || unknown.IsKnown() {
		t.Errorf("%v, %v", unknown, err)
	}
	marked := Must(Int64Val(1).Mark("secret"))
	if found, err := Must(FuncOf(func(n int) int { return n + 1 })).Call(marked); err != nil || !found.HasMark("secret") {
		t.Errorf("%v, %v", found, err)
	}
	for _, wrong := range []any{nil, 1, func() {}, func() error { return nil }, func(chan int) int { return 0 }, func() chan int { return nil }, func() (int, int) { return 0, 0 }} {
		if function, err := FuncOf(wrong); !errors.Is(err, ErrInvalidArgument) && !errors.Is(err, ErrUnsupported) {
			t.Errorf("%T: %v, %v", wrong, function, err)
		}
	}
}

func TestEvaluateContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	scope := NewHCLScope()
	if err := scope.SetFunction("cancel", Must(FuncOf(func(given context.Context) bool {
		cancel()
		<-given.Done()
		time.Sleep(20 * time.Millisecond) // until the library receives it
		return true
	}))); err != nil {
		t.Fatal(err)
	}
	expression := Must(ParseHCLExpression([]byte(`cancel() ? [for a in split(",", "a") : 1] : []`), "", HCLNative))
	if _, err := expression.EvaluateContext(ctx, scope); !errors.Is(err, ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := Must(FuncOf(func() int { return 1 })).CallContext(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := expression.EvaluateContext(nil, scope); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
}

// The errors of all Go functions that caused the failure of a call are its causes, also through
// nested calls.
func TestErrorsThroughCalls(t *testing.T) {
	first, second := errors.New("the first is missing"), errors.New("the second is missing")
	scope := NewHCLScope()
	for name, function := range map[string]any{
		"a": func() (int, error) { return 0, first },
		"b": func() (int, error) { return 0, fmt.Errorf("b: %w", second) },
		"inner": func() (*Value, error) {
			v, err := EvaluateHCL("a()", "inner.hcl", scope)
			if err != nil {
				return nil, fmt.Errorf("evaluating inner.hcl: %w", err)
			}
			return v, nil
		},
	} {
		if err := scope.SetFunction(name, Must(FuncOf(function))); err != nil {
			t.Fatal(err)
		}
	}
	_, err := EvaluateHCL("[a(), b()]", "main.hcl", scope)
	if !errors.Is(err, first) || !errors.Is(err, second) {
		t.Errorf("%v", err)
	}
	_, err = EvaluateHCL("inner()", "main.hcl", scope)
	if !errors.Is(err, first) || errors.Is(err, second) {
		t.Errorf("%v", err)
	}
	cause := errors.Unwrap(Errorf(ErrLimit, "too many: %w", first))
	if cause != first {
		t.Errorf("%v", cause)
	}
	var known *Error
	if wrapped := fmt.Errorf("outer: %w", Errorf(ErrLimit, "x: %w", first)); !errors.As(wrapped, &known) || !errors.Is(wrapped, ErrLimit) || !errors.Is(wrapped, first) {
		t.Errorf("%v", wrapped)
	}
}
