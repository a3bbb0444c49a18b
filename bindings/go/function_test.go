package polycty_test

import (
	"context"
	"errors"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

func double(t *testing.T, impl func(n int64) (*polycty.Value, error)) *polycty.Function {
	t.Helper()
	function, err := polycty.NewFunction(polycty.FunctionSpec{
		Parameters: []polycty.Parameter{{Name: "n", Type: polycty.Number()}},
		Type:       polycty.Number(),
		Impl: func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
			n, err := args[0].AsInt64()
			if err != nil {
				return nil, err
			}
			args[0].Close() // an error of the function itself
			return impl(n)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return function
}

// A Go function returns the same result when the library calls it and when Go calls it.
func TestFunctionsOfGoAreCalledByGoToo(t *testing.T) {
	kept := polycty.Int64Val(14)
	function := double(t, func(n int64) (*polycty.Value, error) {
		switch n {
		case 7:
			return kept, nil
		case 8:
			return polycty.StringVal("no number")
		case 9:
			return polycty.Null(polycty.Number()), nil
		case 10:
			return nil, polycty.Errorf(polycty.ErrLimit, "too much").WithArgument(0)
		case 11:
			return polycty.NumberVal("1e100")
		}
		return kept.Mark("secret")
	})
	scope := polycty.NewHCLScope()
	if err := scope.SetFunction("double", function); err != nil {
		t.Fatal(err)
	}
	for n := int64(7); n <= 12; n++ {
		given := polycty.Int64Val(n)
		got, err := function.Call(given)
		var want *polycty.Value
		wantErr := polycty.Within(context.Background(), polycty.Limits{}, func() (err error) { // by the library
			want, err = function.Call(given)
			return err
		})
		if (err == nil) != (wantErr == nil) || err == nil && !got.Equal(want) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%d: %v, %v and %v, %v", n, got, err, want, wantErr)
		}
		if err := scope.SetVariable("n", given); err != nil {
			t.Fatal(err)
		}
		evaluated, evaluatedErr := polycty.EvaluateHCL("double(n)", "", scope)
		if (err == nil) != (evaluatedErr == nil) || err == nil && !got.Equal(evaluated) {
			t.Errorf("%d: %v, %v and evaluated %v, %v", n, got, err, evaluated, evaluatedErr)
		}
		if !given.IsKnown() {
			t.Errorf("%d: the argument is closed", n)
		}
		got.Close()
	}
	if !kept.IsKnown() {
		t.Error("what the function keeps is closed")
	}
	for _, given := range [][]*polycty.Value{
		{}, {polycty.BoolVal(true)}, {nil}, {polycty.Int64Val(1), polycty.Int64Val(1)}, {polycty.Null(polycty.Number())},
	} {
		if _, err := function.Call(given...); err == nil {
			t.Errorf("%v is taken", given)
		}
	}
	if got, err := function.Call(polycty.Unknown(polycty.Number())); err != nil || got.IsKnown() {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := function.Call(polycty.Must(polycty.Int64Val(7).Mark("m"))); err != nil || !got.IsMarked() {
		t.Errorf("%v, %v", got, err)
	}
	function.Close()
	if _, err := function.Call(polycty.Int64Val(7)); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
}

// Infinite recursion ends with an error, and Within bounds it.
func TestFunctionsOfGoAreBound(t *testing.T) {
	var function *polycty.Function
	depth := 0
	function = double(t, func(n int64) (*polycty.Value, error) {
		if depth++; depth > 100_000 {
			return nil, errors.New("it has no end")
		}
		return function.Call(polycty.Int64Val(n + 1))
	})
	if _, err := function.Call(polycty.Int64Val(0)); !errors.Is(err, polycty.ErrLimit) {
		t.Errorf("%v", err)
	}
	simple := double(t, func(n int64) (*polycty.Value, error) { return polycty.Int64Val(2 * n), nil })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := polycty.Within(ctx, polycty.Limits{}, func() error { return second(simple.Call(polycty.Int64Val(1))) })
	if !errors.Is(err, polycty.ErrCancelled) {
		t.Errorf("%v", err)
	}
	if got, err := simple.Call(polycty.Int64Val(21)); err != nil || got.String() != "42" {
		t.Errorf("%v, %v", got, err)
	}
}
