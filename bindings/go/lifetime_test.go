package polycty_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

// collect runs the collector until a condition holds.
func collect(t *testing.T, what string, until func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !until(); {
		if time.Now().After(end) {
			t.Fatalf("%s: not within ten seconds", what)
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
}

// Methods treat a closed handle as nil: calls fail and questions have zero answers.
func TestClosedAndNilHandles(t *testing.T) {
	closedType := polycty.Must(polycty.List(polycty.String()))
	closedValue := polycty.Int64Val(1)
	for i := 0; i < 3; i++ {
		closedType.Close()
		closedValue.Close()
	}
	for _, typ := range []*polycty.Type{nil, closedType} {
		if typ.Kind() != polycty.KindMissing || typ.Element() != nil || typ.Fields() != nil || typ.Equal(polycty.String()) {
			t.Error("a type that is not there has parts")
		}
		for _, err := range []error{
			second(typ.Format(polycty.HCL)), second(polycty.List(typ)), second(typ.MarshalJSON()),
			second(polycty.Tuple(polycty.String(), typ)),
			typ.Conforms(polycty.String()),
		} {
			if !errors.Is(err, polycty.ErrInvalidArgument) {
				t.Errorf("%v", err)
			}
		}
	}
	// A closed type fails also where nil has a meaning of its own.
	one := polycty.Int64Val(1)
	for _, err := range []error{
		second(polycty.DecodeJSON([]byte("1"), closedType)), second(polycty.DecodeMsgpack([]byte{1}, closedType)),
		second(one.EncodeJSON(closedType)), second(one.EncodeMsgpack(closedType)),
	} {
		if !errors.Is(err, polycty.ErrInvalidArgument) {
			t.Errorf("%v", err)
		}
	}
	if implied, err := polycty.DecodeJSON([]byte(`[1, "a"]`), nil); err != nil || implied.Type().Kind() != polycty.KindTuple {
		t.Errorf("%v, %v", implied, err)
	}
	for _, v := range []*polycty.Value{nil, closedValue} {
		if v.At(0) != nil || v.Attr("a").Lookup("b") != nil || v.IsKnown() || v.Type() != nil || v.Marks() != nil {
			t.Error("a value that is not there has parts")
		}
		for it := v.Elements(); it.Next(); {
			t.Error("a value that is not there has elements")
		}
		for _, err := range []error{
			second(v.AsInt64()), second(v.Add(v)), second(v.Convert(polycty.HCL, polycty.String())),
			second(v.EncodeJSON(nil)), second(polycty.ListVal(v)), v.Decode(new(int)), second(v.Mark("m")),
		} {
			if !errors.Is(err, polycty.ErrInvalidArgument) {
				t.Errorf("%v", err)
			}
		}
	}
	together := polycty.Must(polycty.StringsVal([]string{"a", "b"}))
	parts := []*polycty.Value{together, nil, together.At(0), together, closedValue}
	for it := together.Elements(); it.Next(); {
		parts = append(parts, it.Value())
	}
	polycty.CloseAll(parts)
	polycty.CloseAll(parts)
	for _, part := range parts {
		if part.IsKnown() {
			t.Error("a part is not closed")
		}
	}
	polycty.String().Close() // has static lifetime
	if polycty.String().Kind() != polycty.KindString {
		t.Error("a constant was closed")
	}
	scope := polycty.NewHCLScope()
	scope.Close()
	scope.Close()
	if err := scope.SetVariable("a", polycty.Int64Val(1)); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// Objects made from a value outlive it.
func TestPartsOutliveTheWhole(t *testing.T) {
	list := polycty.Must(polycty.StringsVal([]string{"a", "b"}))
	part := list.At(1)
	it := list.Elements()
	it.Next()
	list.Close()
	if text, err := part.AsString(); text != "b" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := it.Value().AsString(); text != "a" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// Elements of long containers, which cross in chunks, outlive their container and are equal to its
// elements.
func TestElementsOutliveTheContainer(t *testing.T) {
	type entry struct {
		Name string   `polycty:"name"`
		Tags []string `polycty:"tags"`
		Port *int     `polycty:"port"`
	}
	entries, keyed := make([]entry, 300), map[string]entry{}
	for i := range entries {
		entries[i] = entry{Name: fmt.Sprint("a name of some length, ", i), Tags: []string{"a", "b"}[:i%3]}
		if i%2 == 0 {
			entries[i].Port = new(int)
		}
		keyed[fmt.Sprintf("%03d", i)] = entries[i]
	}
	texts := make([]*polycty.Value, 300)
	for i := range texts {
		texts[i] = polycty.Null(polycty.String())
		if i%3 > 0 {
			texts[i] = polycty.Must(polycty.Must(polycty.StringVal(entries[i].Name)).Mark("m"))
		}
	}
	for name, whole := range map[string]*polycty.Value{
		"list": polycty.Must(polycty.ValueOf(entries)), "map": polycty.Must(polycty.ValueOf(keyed)),
		"tuple": polycty.Must(polycty.TupleVal(texts...)), "texts": polycty.Must(polycty.ListVal(texts...)),
		"set": polycty.Must(polycty.Must(polycty.ValueOf(entries)).Convert(polycty.HCL, polycty.Must(polycty.ParseType(polycty.HCL, "set(any)")))),
	} {
		var kept, wanted []*polycty.Value
		count := 0
		for it := whole.Elements(); it.Next(); count++ {
			element := whole.At(it.Index())
			if !it.Value().Equal(element) || !it.Value().Type().Equal(element.Type()) {
				t.Fatalf("%s: %v at %d", name, it.Value(), it.Index())
			}
			if name == "map" && it.Key() != fmt.Sprintf("%03d", it.Index()) {
				t.Errorf("%q at %d", it.Key(), it.Index())
			}
			if it.Index()%50 == 7 {
				kept, wanted = append(kept, it.Value()), append(wanted, element)
			}
			if it.Index()%50 == 8 {
				it.Value().Close()
			}
		}
		if count != 300 {
			t.Errorf("%s: %d elements", name, count)
		}
		whole.Close()
		for i := 0; i < 3; i++ {
			runtime.GC()
			time.Sleep(time.Millisecond)
			churn := polycty.Must(polycty.ValueOf(entries))
			for at, element := range kept {
				if !element.Equal(wanted[at]) || element.Equal(churn) {
					t.Fatalf("%s: an element has gone with its container", name)
				}
			}
		}
	}
}

// Closing a value does not affect its parts, their parts and their types. Closing a part that is
// returned again has no effect.
func TestPartsAreLent(t *testing.T) {
	text := polycty.Must(polycty.StringVal("more than stands in two words"))
	inner := polycty.Must(polycty.ListVal(text, text))
	whole := polycty.Must(polycty.ObjectVal(map[string]*polycty.Value{"inner": inner, "n": polycty.Int64Val(7)}))
	part, again, n := whole.Attr("inner"), whole.Attr("inner"), whole.Attr("n")
	element, typ, elementType := part.At(1), part.Type(), part.Type().Element()
	var iterated []*polycty.Value
	for it := whole.Elements(); it.Next(); {
		iterated = append(iterated, it.Value())
	}
	whole.Close()
	inner.Close()
	again.Close()
	polycty.CloseAll([]*polycty.Value{again, n})
	if whole.Attr("n") != nil || whole.At(0) != nil || whole.Type() != nil || whole.IsKnown() {
		t.Error("what is closed has parts")
	}
	if err := second(whole.AsString()); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
	if !again.Equal(part) || !again.IsKnown() {
		t.Error("a part is closed that others may have")
	}
	for i := 0; i < 3; i++ {
		runtime.GC()
		time.Sleep(time.Millisecond)
		churn := polycty.Must(polycty.ListVal(text, polycty.Must(polycty.StringVal(fmt.Sprint("something of a length ", i)))))
		if length, ok := part.Len(); !ok || length != 2 || churn.Equal(part) {
			t.Fatal("a part has gone with the whole")
		}
		if s, err := element.AsString(); err != nil || s != "more than stands in two words" {
			t.Fatalf("%q, %v", s, err)
		}
		if m, err := n.AsInt64(); err != nil || m != 7 {
			t.Fatalf("%d, %v", m, err)
		}
		if typ.Kind() != polycty.KindList || !elementType.Equal(polycty.String()) || !iterated[0].Equal(part) || !iterated[1].Equal(n) {
			t.Fatal("a type or an element has gone with the whole")
		}
	}
	typ.Close()
	if typ.Kind() != polycty.KindList || part.Type().Kind() != polycty.KindList {
		t.Error("a type that a value told is closed")
	}
	polycty.CloseAll([]*polycty.Value{part, element, whole})
	if part.IsKnown() || element.IsKnown() {
		t.Error("a part is not closed")
	}
}

// Goroutines read parts of a value that a different goroutine closes: each gets a part or nil.
func TestPartsBesideClosing(t *testing.T) {
	long := polycty.Must(polycty.StringVal("more than stands in two words"))
	for round := 0; round < 200; round++ {
		whole := polycty.Must(polycty.TupleVal(long, polycty.Must(polycty.ListVal(long)), polycty.BoolVal(true)))
		var group sync.WaitGroup
		for worker := 0; worker < 4; worker++ {
			group.Add(1)
			go func(worker int) {
				defer group.Done()
				if worker == 0 {
					whole.Close()
					return
				}
				for i := 0; i < 10; i++ {
					part := whole.At(1)
					if part == nil {
						return
					}
					if s, err := part.At(0).AsString(); err != nil || len(s) != 29 {
						t.Errorf("%q, %v", s, err)
					}
					part.Close()
				}
			}(worker)
		}
		group.Wait()
	}
}

// Small values are stored in Go memory. Many goroutines use them, in calls that call back and grow
// their stacks.
func TestSmallValues(t *testing.T) {
	var grow func(depth int, v *polycty.Value) int64
	grow = func(depth int, v *polycty.Value) int64 {
		var room [512]byte
		if depth == 0 {
			n, _ := v.AsInt64()
			return n
		}
		return grow(depth-1, v) + int64(room[depth%len(room)])
	}
	function := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		Parameters:        []polycty.Parameter{{Name: "n", Type: polycty.Number()}},
		VariadicParameter: &polycty.Parameter{Name: "more", Type: polycty.Any()},
		Type:              polycty.Number(),
		Impl: func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
			runtime.GC()
			return polycty.Int64Val(grow(300, args[0]) + int64(len(args))), nil
		},
	}))
	var group sync.WaitGroup
	for worker := 0; worker < 4; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			for i := 0; i < 10; i++ {
				args := []*polycty.Value{polycty.Int64Val(int64(worker)), polycty.BoolVal(true),
					polycty.Must(polycty.StringVal("short")), polycty.FloatVal(0.5), polycty.IntegerVal(1)}[:1+i%5]
				got, err := function.Call(args...)
				if err != nil || !got.Equal(polycty.Int64Val(int64(worker+1+i%5))) {
					t.Errorf("%v, %v", got, err)
				}
				together := polycty.Must(polycty.TupleVal(args...))
				if length, ok := together.Len(); !ok || length != 1+i%5 || !together.At(0).Equal(args[0]) {
					t.Errorf("%v", together)
				}
			}
		}(worker)
	}
	group.Wait()
}

// Close during calls on other goroutines: each call has the value or nil.
func TestCloseBesideCalls(t *testing.T) {
	for round := 0; round < 200; round++ {
		v := polycty.Must(polycty.StringsVal([]string{"a", "b", "c"}))
		to := polycty.Must(polycty.Set(polycty.String()))
		var all sync.WaitGroup
		for worker := 0; worker < 4; worker++ {
			all.Add(1)
			go func(worker int) {
				defer all.Done()
				for i := 0; i < 20; i++ {
					if worker == 3 && i == 10 {
						v.Close()
						to.Close()
					}
					if set, err := v.Convert(polycty.HCL, to); err == nil {
						if n, _ := set.Len(); n != 3 {
							t.Errorf("%d elements", n)
						}
					} else if !errors.Is(err, polycty.ErrInvalidArgument) {
						t.Error(err)
					}
				}
			}(worker)
		}
		all.Wait()
	}
}

// The finalizer of a value that is only used by a call does not run during the call.
func TestNoFinalizerDuringACall(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for i := 0; i < 300; i++ {
		numbers := make([]int64, 500)
		data, err := polycty.Must(polycty.Int64sVal(numbers)).EncodeJSON(nil)
		if err != nil || len(data) != 1001 {
			t.Fatalf("%d bytes, %v", len(data), err)
		}
	}
}

// Immutable handles are shared, and a scope may change while others evaluate in it.
func TestManyGoroutines(t *testing.T) {
	scope := polycty.NewHCLScope()
	if err := scope.SetStandardFunctions(); err != nil {
		t.Fatal(err)
	}
	var calls atomic.Int64
	twice := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		Parameters: []polycty.Parameter{{Name: "n", Type: polycty.Number()}},
		Type:       polycty.Number(),
		Impl: func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
			calls.Add(1)
			return args[0].Add(args[0])
		},
	}))
	if err := scope.SetFunction("twice", twice); err != nil {
		t.Fatal(err)
	}
	if err := scope.SetVariable("n", polycty.Int64Val(0)); err != nil {
		t.Fatal(err)
	}
	expression := polycty.Must(polycty.ParseHCLExpression([]byte(`max(twice(n), twice(n))`), "", polycty.HCLNative))
	converter := polycty.Must(polycty.NewConverter(polycty.HCL, polycty.Number(), polycty.String(), polycty.Safe))
	var all sync.WaitGroup
	for worker := 0; worker < 8; worker++ {
		all.Add(1)
		go func(worker int) {
			defer all.Done()
			for i := 0; i < 100; i++ {
				if worker == 0 {
					if err := scope.SetVariable("n", polycty.Int64Val(int64(i))); err != nil {
						t.Error(err)
					}
					continue
				}
				// Both uses of n see one scope, also if it changes during the evaluation.
				value, err := expression.Evaluate(scope)
				if err != nil {
					t.Error(err)
					continue
				}
				text, err := converter.Convert(value)
				if err != nil {
					t.Error(err)
					continue
				}
				if digits, _ := text.AsString(); len(digits) == 0 || (digits[len(digits)-1]-'0')%2 != 0 {
					t.Errorf("%s is odd", digits)
				}
			}
		}(worker)
	}
	all.Wait()
	if calls.Load() != 7*100*2 {
		t.Errorf("%d calls", calls.Load())
	}
}

// The objects that a closure refers to are released once the last reference to its function is
// gone, also if the library has it. A failed registration also releases them.
func TestClosuresAreReleasedOnce(t *testing.T) {
	var released atomic.Int64
	held := func() *[]byte {
		content := make([]byte, 1)
		runtime.SetFinalizer(&content, func(*[]byte) { released.Add(1) })
		return &content
	}
	spec := func(content *[]byte) polycty.FunctionSpec {
		return polycty.FunctionSpec{
			Type: polycty.Number(),
			Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
				return polycty.Int64Val(int64(len(*content))), nil
			},
		}
	}
	scope := polycty.NewHCLScope()
	func() {
		function := polycty.Must(polycty.NewFunction(spec(held())))
		defer function.Close()
		if err := scope.SetFunction("size", function); err != nil {
			t.Fatal(err)
		}
	}()
	runtime.GC()
	runtime.GC()
	if value, err := polycty.EvaluateHCL("size()", "", scope); err != nil || !value.Equal(polycty.Int64Val(1)) {
		t.Errorf("%v, %v", value, err)
	}
	if released.Load() != 0 {
		t.Error("released while the scope has it")
	}
	scope.Close()
	collect(t, "the scope's function", func() bool { return released.Load() == 1 })

	func() {
		wrong := spec(held())
		wrong.Parameters = []polycty.Parameter{{Name: "no\xffutf8", Type: polycty.Number()}}
		if _, err := polycty.NewFunction(wrong); !errors.Is(err, polycty.ErrInvalidUTF8) {
			t.Errorf("%v", err)
		}
	}()
	collect(t, "the function that was none", func() bool { return released.Load() == 2 })

	capsule := polycty.Must(polycty.NewCapsule[*[]byte]("bytes"))
	func() {
		content := held()
		value := polycty.Must(capsule.Wrap(content))
		if back, err := capsule.Unwrap(value); back != content || err != nil {
			t.Errorf("%v", err)
		}
		value.Close()
	}()
	collect(t, "the capsule", func() bool { return released.Load() == 3 })
}

// A violation of a function's contract is an error of the call.
func TestMisbehaviourIsAnError(t *testing.T) {
	cause := errors.New("the disk is full")
	for _, c := range []struct {
		impl func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error)
		code polycty.Code
		says string
	}{
		{func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) { return nil, nil }, polycty.ErrMisbehaved, "neither"},
		{func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) { return nil, cause }, polycty.ErrCallback, "the disk is full"},
		{func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
			return polycty.BoolVal(true), nil
		}, polycty.ErrMisbehaved, ""},
		{func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
			return nil, polycty.Errorf(polycty.ErrLimit, "too much").In(polycty.AttrStep{Name: "a"}).WithArgument(0)
		}, polycty.ErrLimit, "too much"},
	} {
		function := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{Type: polycty.Number(), Impl: c.impl}))
		_, err := function.Call()
		if !errors.Is(err, c.code) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("wanted %v %q, got %v", c.code, c.says, err)
		}
	}
}

// The error that a closure returns is the cause of the error of the call.
func TestErrorsOfClosuresAreCauses(t *testing.T) {
	cause := errors.New("the disk is full")
	fails := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		Type: polycty.Number(),
		Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
			return nil, fmt.Errorf("writing: %w", cause)
		},
	}))
	failsToType := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		ReturnType: func([]*polycty.Value) (*polycty.Type, error) { return nil, cause },
		Impl:       func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) { return nil, nil },
	}))
	scope := polycty.NewHCLScope()
	if err := scope.SetStandardFunctions(); err != nil {
		t.Fatal(err)
	}
	for name, function := range map[string]*polycty.Function{"fails": fails, "fails_to_type": failsToType} {
		if _, err := function.Call(); !errors.Is(err, cause) || !errors.Is(err, polycty.ErrCallback) {
			t.Errorf("%s: %v", name, err)
		}
		if err := scope.SetFunction(name, function); err != nil {
			t.Fatal(err)
		}
		if _, err := polycty.EvaluateHCL(name+"()", "", scope); !errors.Is(err, cause) || !errors.Is(err, polycty.ErrDiagnostics) {
			t.Errorf("%s: %v", name, err)
		}
		expression := polycty.Must(polycty.ParseHCLExpression([]byte("["+name+"()]"), "", polycty.HCLNative))
		if _, err := expression.EvaluateDiagnosed(scope); !errors.Is(err, cause) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// An error that the expression handles is not the cause of a later one.
	if _, err := polycty.EvaluateHCL(`[try(fails(), 1), upper()]`, "", scope); err == nil || errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
	_, err := decodeBy(t, polycty.HCLValidate{
		Wrapped: polycty.HCLAttr{Name: "a", Type: polycty.Number()},
		Check:   func(*polycty.Value) error { return cause },
	}, "a = 1", nil)
	if !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
	// An error passes through several calls.
	outer := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		Type: polycty.Number(),
		Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) { return fails.Call() },
	}))
	if _, err := outer.Call(); !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
}

// Closures call the library again, and themselves.
func TestClosuresCallBack(t *testing.T) {
	scope := polycty.NewHCLScope()
	factorial := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		Parameters: []polycty.Parameter{{Name: "n", Type: polycty.Number()}},
		Type:       polycty.Number(),
		Impl: func(_ context.Context, args []*polycty.Value, _ *polycty.Type) (*polycty.Value, error) {
			// A conditional evaluates both of its results, so the recursion ends here.
			if n, err := args[0].AsInt64(); err != nil || n <= 1 {
				return args[0], err
			}
			inner, err := scope.Child()
			if err != nil {
				return nil, err
			}
			if err := inner.SetVariable("n", args[0]); err != nil {
				return nil, err
			}
			return polycty.EvaluateHCL("n * factorial(n - 1)", "factorial", inner)
		},
	}))
	if err := scope.SetFunction("factorial", factorial); err != nil {
		t.Fatal(err)
	}
	value, err := polycty.EvaluateHCL("factorial(8)", "main", scope)
	if err != nil || value.String() != "40320" {
		t.Errorf("%v, %v", value, err)
	}
}

// resident returns the resident memory of the process in kilobytes.
func resident(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skipf("resident memory is not told here: %v", err)
	}
	for _, line := range strings.Split(string(status), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmRSS:" {
			size, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			return size
		}
	}
	t.Skip("resident memory is not told here")
	return 0
}

// settle collects unreachable objects, and waits until their finalizers have run.
func settle(t *testing.T) {
	for i := 0; i < 2; i++ {
		var ran atomic.Bool
		last := new([16]byte)
		runtime.SetFinalizer(last, func(*[16]byte) { ran.Store(true) })
		last = nil
		collect(t, "the finalizers", ran.Load)
	}
}

// Making and dropping objects does not leak memory, with and without Close. POLYCTY_CYCLES is the
// number of cycles; c-tests/memcheck sets it to a million.
func TestMemoryIsFlat(t *testing.T) {
	cycles := 40000
	if given := os.Getenv("POLYCTY_CYCLES"); given != "" {
		var err error
		if cycles, err = strconv.Atoi(given); err != nil {
			t.Fatal(err)
		}
	}
	to := polycty.Must(polycty.ParseType(polycty.HCL, "map(list(string))"))
	document := []byte(`{"a": ["1", "2"], "b": []}`)
	lists := make([][]string, 60)
	for i := range lists {
		lists[i] = []string{"more than stands in two words"}
	}
	long := polycty.Must(polycty.ValueOf(lists))
	for name, cycle := range map[string]func(i int) error{
		"closed": func(i int) error {
			v, err := polycty.DecodeJSON(document, to)
			if err != nil {
				return err
			}
			v.Attr("a").Close()
			v.Close()
			return nil
		},
		"dropped": func(i int) error {
			v, err := polycty.DecodeJSON(document, to)
			if err != nil {
				return err
			}
			_, err = v.Lookup("a").At(1).AsString()
			return err
		},
		"iterated": func(i int) error {
			count := 0
			for it := long.Elements(); it.Next(); count++ {
				if length, ok := it.Value().Len(); !ok || length != 1 {
					return errors.New("an element is another one")
				}
			}
			if count != 60 {
				return fmt.Errorf("%d elements", count)
			}
			return nil
		},
		"failed": func(i int) error {
			if _, err := polycty.DecodeJSON([]byte(`{"a": ["1", [2]]}`), to); err == nil {
				return errors.New("it should fail")
			}
			return nil
		},
		"functions": func(i int) error {
			function, err := polycty.NewFunction(polycty.FunctionSpec{
				Type: polycty.Number(),
				Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
					return polycty.Int64Val(int64(i)), nil
				},
			})
			if err != nil {
				return err
			}
			defer function.Close()
			_, err = function.Call()
			return err
		},
		"reflected": func(i int) error {
			v, err := polycty.ValueOf(map[string]any{"a": []int{i}, "b": fmt.Sprint(i)})
			if err != nil {
				return err
			}
			var back map[string]any
			return v.Decode(&back)
		},
	} {
		run := func(count int) {
			for i := 0; i < count; i++ {
				if err := cycle(i); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if i%10000 == 0 {
					settle(t) // otherwise the test measures the delay of finalizers
				}
			}
			settle(t)
		}
		// The first half grows the memory to the size that the collector needs; the second half must not
		// grow it further. The heap size varies, so it may try again: a leak fails every try. A leak of
		// 24 bytes per cycle would be 12 MB in half a million cycles.
		run(cycles / 2)
		before, grown := resident(t), 0
		for try := 0; try < 4; try++ {
			run(cycles / 2)
			after := resident(t)
			t.Logf("%s: %d cycles, %d kB before and %d kB after", name, cycles/2, before, after)
			if grown = after - before; grown <= 12<<10 {
				break
			}
			before = after
		}
		if grown > 12<<10 {
			t.Errorf("%s: %d cycles took %d kB", name, cycles/2, grown)
		}
	}
}

// A capsule's object may refer to values that were made together with it, and is still released.
func TestCapsulesStandAlone(t *testing.T) {
	type holder struct{ value *polycty.Value }
	var released atomic.Int64
	capsule := polycty.Must(polycty.NewCapsule[*holder]("holder"))
	const count = 40
	for i := 0; i < count; i++ {
		held := &holder{}
		runtime.SetFinalizer(held, func(*holder) { released.Add(1) })
		value := polycty.Must(capsule.Wrap(held))
		held.value = polycty.Int64Val(int64(i))
		polycty.Must(polycty.TupleVal(value, held.value))
	}
	collect(t, "the capsules", func() bool { return released.Load() == count })
}

// Handles of a batch are freed together or one by one, and never twice.
func TestBatchesAreFreedOnce(t *testing.T) {
	var kept []*polycty.Value
	for i := 0; i < 1000; i++ {
		values := []*polycty.Value{polycty.Int64Val(int64(i)), polycty.Must(polycty.StringVal(strings.Repeat("x", i))), polycty.BoolVal(true)}
		switch i % 4 {
		case 0:
			values[1].Close()
		case 1:
			polycty.CloseAll(values)
		case 2:
			kept = append(kept, values[1])
		}
		if i%100 == 0 {
			settle(t)
		}
	}
	settle(t)
	for at, value := range kept {
		if text, err := value.AsString(); err != nil || len(text) != 4*at+2 {
			t.Errorf("%d: %d bytes, %v", at, len(text), err)
		}
	}
}
