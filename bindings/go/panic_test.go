//go:build !polycty_no_pcl && !polycty_no_puppet && !polycty_no_mcl && !polycty_no_terraform

package polycty_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

// panics calls a function that must panic, and returns the value of the panic.
func panics(t *testing.T, call func() error) (value any) {
	t.Helper()
	defer func() { value = recover() }()
	t.Errorf("no panic: %v", call())
	return nil
}

type brokenFiles struct{}

func (brokenFiles) Open(string) (fs.File, error) { panic(errDisk) }

var errDisk = errors.New("the disk is full")

// A panic in a function that the library calls continues in the caller, with its value, and the
// call has ended: no construct of the language handles it, and no function is called afterwards.
func TestPanicsGoOnInTheCaller(t *testing.T) {
	number := polycty.Number()
	panicking := polycty.FunctionSpec{
		Type: number, Parameters: []polycty.Parameter{{Name: "x", Type: polycty.Any(), AllowUnknown: true, AllowDynamic: true}},
		Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) { panic(errDisk) },
	}
	untyped := panicking
	untyped.Type, untyped.ReturnType = nil, func([]*polycty.Value) (*polycty.Type, error) { panic(errDisk) }
	calls := 0
	counting := polycty.FunctionSpec{
		Type: number,
		Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
			calls++
			return polycty.Int64Val(1), nil
		},
	}
	scope := polycty.NewHCLScope()
	succeed(t, scope.SetStandardFunctions())
	functions := map[string]polycty.FunctionSpec{"panics": panicking, "untyped": untyped, "counts": counting}
	for name, spec := range functions {
		succeed(t, scope.SetFunction(name, polycty.Must(polycty.NewFunction(spec))))
	}
	body := func(text string) *polycty.HCLBody {
		return polycty.Must(polycty.ParseHCLBody([]byte(text), "", polycty.HCLNative))
	}
	attribute := polycty.HCLAttr{Name: "n", Type: polycty.String()}
	decode := func(spec polycty.HCLSpec) error {
		_, err := polycty.Must(polycty.NewHCLDecoder(spec)).DecodeDiagnosed(body("n = u"), scope)
		return err
	}
	succeed(t, scope.SetVariable("u", polycty.Unknown(polycty.String())))
	evaluate := func(text string) func() error {
		return func() error { return second(polycty.EvaluateHCL(text, "", scope)) }
	}
	call := func(spec polycty.FunctionSpec, args ...*polycty.Value) func() error {
		f := polycty.Must(polycty.NewFunction(spec))
		return func() error { return second(f.Call(args...)) }
	}
	simple := polycty.FunctionSpec{Type: number, Impl: panicking.Impl}
	environment := polycty.NewPuppetEnvironment()
	succeed(t, environment.SetLogger(func(polycty.PuppetLevel, string) error { panic(errDisk) }))
	host := polycty.NewMCLHost()
	succeed(t, host.AddKinds(`[{"kind": "note", "fields": [{"lang": "text", "type": "str"}]}]`))
	succeed(t, host.AddFunction(polycty.MCLFunction{
		Name: "mine.one", Signature: "func() str", Pure: true, Speculative: true,
		Call: func([]*polycty.Value, *polycty.Type) (*polycty.Value, error) { panic(errDisk) },
	}))
	types := polycty.NewPCLTypeScope()
	succeed(t, types.SetGenericFunction("f", func([]*polycty.Type, []*polycty.HCLExpression) (*polycty.Type, error) {
		panic(errDisk)
	}))
	files := polycty.NewHCLScope()
	succeed(t, files.SetTerraformFunctions(polycty.TerraformHost{
		Files: brokenFiles{}, Clock: func() time.Time { panic(errDisk) },
	}))
	for name, call := range map[string]func() error{
		"a call by Go":        call(simple),
		"a call":              call(panicking, polycty.BoolVal(true)),
		"a call with many":    call(polycty.FunctionSpec{Type: number, VariadicParameter: &polycty.Parameter{Name: "x", Type: polycty.Any()}, Impl: panicking.Impl}, make([]*polycty.Value, 0)...),
		"a type":              call(untyped, polycty.BoolVal(true)),
		"an evaluation":       evaluate("panics(1)"),
		"a type in it":        evaluate("untyped(1)"),
		"what handles errors": evaluate("[try(panics(1), 1), can(panics(1)), counts()]"),
		"what comes after":    evaluate("[for i in range(3) : panics(i) + counts()]"),
		"an evaluation told of": func() error {
			e := polycty.Must(polycty.ParseHCLExpression([]byte("[panics(1), counts()]"), "", polycty.HCLNative))
			return second(e.EvaluateDiagnosed(scope))
		},
		"a check": func() error {
			return decode(polycty.HCLValidate{Wrapped: attribute, Check: func(*polycty.Value) error { panic(errDisk) }})
		},
		"a refinement": func() error {
			return decode(polycty.HCLRefine{Wrapped: attribute, Refine: func(*polycty.Refiner) { panic(errDisk) }})
		},
		"blocks that are expanded": func() error {
			dynamic := body("dynamic \"b\" {\n  for_each = [panics(1)]\n  content {}\n}\n")
			schema := polycty.HCLSchema{Blocks: []polycty.HCLBlockSchema{{Type: "b"}}}
			return second(polycty.Must(dynamic.ExpandDynamic(scope)).ContentDiagnosed(schema))
		},
		"a rewriter": func() error {
			return second(polycty.Int64Val(1).Transform(func(polycty.Path, *polycty.Value) (*polycty.Value, error) { panic(errDisk) }))
		},
		"a logger": func() error {
			return second(polycty.Must(polycty.ParsePuppetManifest("notice('a')", "", 0)).Evaluate(environment))
		},
		"a function of mcl": func() error {
			return second(polycty.CompileMCLText("import \"mine\"\nnote \"n\" {\n\ttext => mine.one(),\n}\n", "/main.mcl", host))
		},
		"a rule": func() error {
			e := polycty.Must(polycty.ParseHCLExpression([]byte("f()"), "", polycty.HCLNative))
			return second(polycty.CheckPCL(e, types, polycty.PCLOptions{}))
		},
		"a clock":  func() error { return second(polycty.EvaluateHCL("timestamp()", "", files)) },
		"files":    func() error { return second(polycty.EvaluateHCL("file(\"a\")", "", files)) },
		"a module": func() error { return second(polycty.ReadTerraformFS(brokenFiles{}, ".")) },
		"a call in a call": func() error {
			outer := panicking
			outer.Impl = func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
				return polycty.EvaluateHCL("panics(1)", "", scope)
			}
			return call(outer, polycty.BoolVal(true))()
		},
	} {
		t.Run(name, func(t *testing.T) {
			calls = 0
			if value := panics(t, call); value != error(errDisk) {
				t.Errorf("panicked with %v", value)
			}
			if calls != 0 && name == "what comes after" {
				t.Errorf("%d calls after the panic", calls)
			}
		})
	}
	// The used objects remain valid.
	if v, err := polycty.EvaluateHCL("counts()", "", scope); err != nil || !v.Equal(polycty.Int64Val(1)) {
		t.Errorf("%v, %v", v, err)
	}
}

// An mcl program that follows a stream, and whose host panics when following ends.
func followed(t *testing.T) *polycty.MCLRuntime {
	host := polycty.NewMCLHost()
	succeed(t, host.AddKinds(`[{"kind": "note", "fields": [{"lang": "text", "type": "str"}]}]`))
	succeed(t, host.SetWorld(polycty.MCLWorld{
		Answer: func(string, []*polycty.Value, *polycty.Type) (*polycty.Value, error) {
			return polycty.StringVal("one")
		},
		Follow:   func(string, []*polycty.Value, *polycty.MCLSender) error { return nil },
		Unfollow: func(*polycty.MCLSender) { panic(errDisk) },
	}))
	text := "import \"os\"\nnote \"a\" {\n\ttext => os.readfile(\"/motd\"),\n}\n"
	r := polycty.Must(polycty.Must(polycty.CompileMCLText(text, "/main.mcl", host)).Start(0))
	if progress, err := r.Step(); err != nil || progress != polycty.MCLChanged {
		t.Fatal(progress, err)
	}
	return r
}

// A panic of a function without an error result continues in Close, or ends the process if the
// garbage collector frees the runtime.
func TestPanicsOfUnfollowReachSomebody(t *testing.T) {
	if os.Getenv("POLYCTY_UNFOLLOW") == "1" {
		followed(t)
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
			runtime.GC()
		}
		return
	}
	r := followed(t)
	if value := panics(t, func() error { r.Close(); return nil }); value != error(errDisk) {
		t.Errorf("panicked with %v", value)
	}
	r.Close() // no step is left
	run := exec.Command(os.Args[0], "-test.run=^TestPanicsOfUnfollowReachSomebody$")
	run.Env = append(os.Environ(), "POLYCTY_UNFOLLOW=1")
	printed, err := run.CombinedOutput()
	if err == nil || !strings.Contains(string(printed), "panic: "+errDisk.Error()) {
		t.Fatalf("no panic:\n%s", printed)
	}
}

// A process that does not recover ends with the stack of the function that panicked.
func TestPanicsShowTheirOrigin(t *testing.T) {
	if os.Getenv("POLYCTY_PANIC") == "1" {
		originOfThePanic()
		return
	}
	run := exec.Command(os.Args[0], "-test.run=^TestPanicsShowTheirOrigin$")
	run.Env = append(os.Environ(), "POLYCTY_PANIC=1")
	printed, err := run.CombinedOutput()
	if err == nil {
		t.Fatal("no panic")
	}
	for _, part := range []string{"panic: " + errDisk.Error(), "originOfThePanic.func1("} {
		if !strings.Contains(string(printed), part) {
			t.Errorf("%q is not in\n%s", part, printed)
		}
	}
}

func originOfThePanic() {
	f := polycty.Must(polycty.NewFunction(polycty.FunctionSpec{
		Parameters: []polycty.Parameter{{Name: "x", Type: polycty.Any()}}, Type: polycty.Number(),
		Impl: func(context.Context, []*polycty.Value, *polycty.Type) (*polycty.Value, error) { panic(errDisk) },
	}))
	fmt.Println(f.Call(polycty.BoolVal(true)))
}
