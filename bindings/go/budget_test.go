package polycty

import (
	"context"
	"errors"
	"testing"
	"time"
)

const endless = `[for a in range(1024): [for b in range(1024): [for c in range(1024): 1][0]][0]]`

func standardScope(t *testing.T) *HCLScope {
	t.Helper()
	scope := NewHCLScope()
	if err := scope.SetStandardFunctions(); err != nil {
		t.Fatal(err)
	}
	return scope
}

// evaluateWithin evaluates a text within limits.
func evaluateWithin(ctx context.Context, scope *HCLScope, limits Limits, source string) (value *Value, err error) {
	err = Within(ctx, limits, func() (err error) {
		value, err = EvaluateHCL(source, "a.hcl", scope)
		return err
	})
	return value, err
}

func TestWithinLimits(t *testing.T) {
	scope, ctx := standardScope(t), context.Background()
	standard := StandardLimits()
	if standard.Steps == 0 || standard.Steps == Unlimited || standard.Bytes == 0 || standard.Time != 0 {
		t.Errorf("the standard is %+v", standard)
	}
	for _, limits := range []Limits{{Steps: 50}, {Bytes: 1000}, {Time: time.Nanosecond}, {Time: -time.Second}} {
		if _, err := evaluateWithin(ctx, scope, limits, "[for i in range(1000): i]"); !errors.Is(err, ErrLimit) {
			t.Errorf("%+v: %v", limits, err)
		}
	}
	// Each call has a new budget, and the outer budgets apply too.
	for i := 0; i < 10; i++ {
		value, err := evaluateWithin(ctx, scope, Limits{Steps: 20000}, "[for i in range(1000): i]")
		if length, ok := value.Len(); err != nil || !ok || length != 1000 {
			t.Fatal(length, err)
		}
	}
	err := Within(ctx, Limits{Steps: 50}, func() error {
		_, err := evaluateWithin(ctx, scope, Limits{Steps: Unlimited}, "[for i in range(1000): i]")
		return err
	})
	if !errors.Is(err, ErrLimit) {
		t.Error(err)
	}
	// Other goroutines, and later calls on this one, are not bounded.
	if _, err := EvaluateHCL("[for i in range(1000): i]", "a.hcl", scope); err != nil {
		t.Error(err)
	}
	if err := Within(nil, Limits{}, func() error { return nil }); !errors.Is(err, ErrInvalidArgument) { //nolint:staticcheck
		t.Error(err)
	}
	if err := Within(ctx, Limits{}, nil); !errors.Is(err, ErrInvalidArgument) {
		t.Error(err)
	}
}

func TestWithinContext(t *testing.T) {
	scope := standardScope(t)
	forever := Limits{Steps: Unlimited, Bytes: Unlimited}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := evaluateWithin(ctx, scope, forever, endless)
	if !errors.Is(err, ErrCancelled) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	var failure *Error
	if !errors.As(err, &failure) || failure.Code != ErrCancelled {
		t.Error(err)
	}
	// A context that is already done ends the first call.
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := evaluateWithin(done, scope, Limits{}, "1"); !errors.Is(err, ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// A panic of work continues, and the budget ends.
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is gone")
			}
		}()
		_ = Within(done, Limits{}, func() error { panic("of its own") })
	}()
	if _, err := EvaluateHCL("1 + 1", "a.hcl", scope); err != nil {
		t.Error(err)
	}
}

// Calls of the library in a Go function count toward the outer call, and infinite recursion reaches
// a limit.
func TestWithinCallbacks(t *testing.T) {
	scope, ctx := standardScope(t), context.Background()
	var inside error
	var again *Function
	again = Must(NewFunction(FunctionSpec{Type: Any(), Impl: func(context.Context, []*Value, *Type) (*Value, error) {
		value, err := EvaluateHCL("[for i in range(1000): i]", "b.hcl", scope)
		inside = err
		return value, err
	}}))
	if err := scope.SetFunction("again", again); err != nil {
		t.Fatal(err)
	}
	if _, err := evaluateWithin(ctx, scope, Limits{Steps: 100}, "again()"); !errors.Is(err, ErrLimit) || !errors.Is(inside, ErrLimit) {
		t.Error(err, inside)
	}
	if _, err := evaluateWithin(ctx, scope, Limits{}, "again()"); err != nil {
		t.Error(err)
	}
	var deep *Function
	deep = Must(NewFunction(FunctionSpec{Type: Any(), Impl: func(context.Context, []*Value, *Type) (*Value, error) { return deep.Call() }}))
	if _, err := deep.Call(); !errors.Is(err, ErrLimit) {
		t.Error(err)
	}
}
