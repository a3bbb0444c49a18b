//go:build !polycty_no_pcl && !polycty_no_puppet && !polycty_no_mcl && !polycty_no_terraform

package polycty

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// liveClosures returns the number of closures in the table.
func liveClosures() int {
	closures.mu.Lock()
	defer closures.mu.Unlock()
	return closures.live
}

// An app has the objects that closures refer to: everything that was made from the closures.
type app struct {
	scope, child *HCLScope
	body, rest   *HCLBody
	content      *HCLContent
	function     *Function
	decoder      *HCLDecoder
	types        *PCLTypeScope
	bound        *PCLChecked
	environment  *PuppetEnvironment
	host         *MCLHost
	program      *MCLProgram
	room         [1024]byte
}

func one(a *app) FunctionSpec {
	return FunctionSpec{
		Type: Number(),
		Impl: func(context.Context, []*Value, *Type) (*Value, error) { return Int64Val(1 + int64(a.room[0])), nil },
	}
}

// owners are the kinds of owners of closures. Each makes an owner whose closure refers to it, and
// makes it call the closure.
var owners = map[string]func(a *app) error{
	"functions": func(a *app) (err error) {
		if a.function, err = NewFunction(one(a)); err != nil {
			return err
		}
		_, err = a.function.Call()
		return err
	},
	"scopes": func(a *app) error {
		a.scope = NewHCLScope()
		if err := a.scope.SetFunction("f", Must(NewFunction(one(a)))); err != nil {
			return err
		}
		_, err := EvaluateHCL("f()", "", a.scope)
		return err
	},
	"children": func(a *app) (err error) {
		a.scope = NewHCLScope()
		if err := a.scope.SetFunction("f", Must(NewFunction(one(a)))); err != nil {
			return err
		}
		if a.child, err = a.scope.Child(); err != nil {
			return err
		}
		a.function = a.child.Function("f")
		_, err = EvaluateHCL("f()", "", a.child)
		return err
	},
	"functions of bodies": func(a *app) error {
		a.scope = NewHCLScope()
		body := Must(ParseHCLBody([]byte("function \"g\" {\n  params = []\n  result = 1\n}\n"), "", HCLNative))
		around := func() *HCLScope { return a.scope }
		if _, err := ReadHCLFunctions(body, "function", a.scope, around); err != nil {
			return err
		}
		_, err := EvaluateHCL("g()", "", a.scope)
		return err
	},
	"expanded bodies": func(a *app) error {
		a.scope = NewHCLScope()
		if err := a.scope.SetFunction("f", Must(NewFunction(one(a)))); err != nil {
			return err
		}
		body := Must(ParseHCLBody([]byte("dynamic \"b\" {\n  for_each = [f()]\n  content {}\n}\n"), "", HCLNative))
		a.body = Must(body.ExpandDynamic(a.scope))
		var err error
		a.content, a.rest, err = a.body.PartialContent(HCLSchema{Blocks: []HCLBlockSchema{{Type: "b"}}})
		if err == nil && (len(a.content.Blocks) != 1 || a.content.Blocks[0].Body == nil || a.rest == nil) {
			err = errors.New("a part of the body is not there")
		}
		return err
	},
	"decoders": func(a *app) (err error) {
		a.decoder, err = NewHCLDecoder(HCLValidate{
			Wrapped: HCLAttr{Name: "n", Type: Number()},
			Check: func(*Value) error {
				if a.decoder == nil {
					return errors.New("the decoder is gone")
				}
				return nil
			},
		})
		if err != nil {
			return err
		}
		_, err = a.decoder.Decode(Must(ParseHCLBody([]byte("n = 1"), "", HCLNative)), nil)
		return err
	},
	"scopes of Terraform": func(a *app) error {
		a.scope = NewHCLScope()
		clock := func() time.Time { return time.Unix(int64(a.room[0]), 0) }
		if err := a.scope.SetTerraformFunctions(TerraformHost{Clock: clock}); err != nil {
			return err
		}
		_, err := EvaluateHCL("timestamp()", "", a.scope)
		return err
	},
	"rules": func(a *app) (err error) {
		a.types = NewPCLTypeScope()
		rule := func(arguments []*Type, _ []*HCLExpression) (*Type, error) {
			if a.types == nil {
				return nil, errors.New("the scope is gone")
			}
			return FunctionType(FunctionParts{Result: Number()})
		}
		if err := a.types.SetGenericFunction("f", rule); err != nil {
			return err
		}
		expression := Must(ParseHCLExpression([]byte("f()"), "", HCLNative))
		if a.bound, err = CheckPCL(expression, a.types, PCLOptions{}); err != nil {
			return err
		}
		return a.bound.Diagnostics()
	},
	"environments": func(a *app) error {
		a.environment = NewPuppetEnvironment()
		err := a.environment.SetFunction("mine", nil, func([]*Value, PuppetBlock) (*Value, error) {
			return Int64Val(int64(a.room[0])), nil
		})
		if err != nil {
			return err
		}
		_, err = Must(ParsePuppetManifest("mine()", "", 0)).Evaluate(a.environment)
		return err
	},
	"hosts": func(a *app) (err error) {
		a.host = NewMCLHost()
		err = a.host.AddFunction(MCLFunction{
			Name: "mine.one", Signature: "func() int", Pure: true, Speculative: true,
			Call: func([]*Value, *Type) (*Value, error) { return IntegerVal(int64(a.room[0])), nil },
		})
		if err != nil {
			return err
		}
		if err := a.host.SetFiles(fstest.MapFS{}); err != nil {
			return err
		}
		a.program, err = CompileMCLText("import \"mine\"\n$x = mine.one()\n", "/main.mcl", a.host)
		return err
	},
}

// Closures that refer to their owner are collected with it.
func TestClosuresDoNotKeepTheirOwners(t *testing.T) {
	count := 10_000
	for name, make := range owners {
		t.Run(name, func(t *testing.T) {
			before, most := liveClosures(), 0
			for i := 0; i < count; i++ {
				if err := make(&app{}); err != nil {
					t.Fatal(err)
				}
				if i%100 == 0 {
					if live := liveClosures() - before; live > most {
						most = live
					}
				}
			}
			left := 0
			for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
				runtime.GC()
				if left = liveClosures() - before; left <= 0 {
					break
				}
			}
			t.Logf("%d at most, %d left", most, left)
			if left > 0 {
				t.Errorf("%d closures of %d owners are left", left, count)
			}
		})
	}
}

// A name that is defined repeatedly keeps only the last closure.
func TestClosuresAreReplaced(t *testing.T) {
	scope := NewHCLScope()
	before := liveClosures()
	for i := 0; i < 10_000; i++ {
		var function *Function
		function = Must(NewFunction(FunctionSpec{
			Type: Number(),
			Impl: func(context.Context, []*Value, *Type) (*Value, error) {
				return Int64Val(int64(len(function.Description()))), nil
			},
		}))
		if err := scope.SetFunction("f", function); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 {
			if _, err := EvaluateHCL("f()", "", scope); err != nil {
				t.Fatal(err)
			}
		}
	}
	for end := time.Now().Add(10 * time.Second); liveClosures()-before > 1; runtime.GC() {
		if time.Now().After(end) {
			t.Fatalf("%d closures are left", liveClosures()-before)
		}
	}
	if n := len(scope.owns.parts); n != 1 {
		t.Errorf("the scope owns %d", n)
	}
	runtime.KeepAlive(scope)
}

// collected runs the collector until dropped closures are freed.
func collected() {
	for i := 0; i < 4; i++ {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
}

// Objects made from an owner keep its closures after the owner is dropped or closed.
func TestClosuresOutliveTheirOwners(t *testing.T) {
	seven := func() *Function {
		return Must(NewFunction(FunctionSpec{
			Type: Number(),
			Impl: func(context.Context, []*Value, *Type) (*Value, error) { return Int64Val(7), nil },
		}))
	}
	scopeOf := func() *HCLScope {
		scope, f := NewHCLScope(), seven()
		if err := scope.SetFunction("f", f); err != nil {
			t.Fatal(err)
		}
		f.Close()
		return scope
	}
	evaluate := func(scope *HCLScope) (*Value, error) { return EvaluateHCL("f()", "", scope) }
	body := func(text string) *HCLBody { return Must(ParseHCLBody([]byte(text), "", HCLNative)) }
	blocks := HCLSchema{Blocks: []HCLBlockSchema{{Type: "b"}}}
	dynamic := "dynamic \"b\" {\n  for_each = [f()]\n  content {\n    dynamic \"b\" {\n      for_each = [f()]\n      content {}\n    }\n  }\n}\n"
	for name, derive := range map[string]func() func() (*Value, error){
		"a child": func() func() (*Value, error) {
			scope := scopeOf()
			child := Must(Must(scope.Child()).Child())
			scope.Close()
			return func() (*Value, error) { return evaluate(child) }
		},
		"a function of a scope": func() func() (*Value, error) {
			f := Must(scopeOf().Child()).Function("f")
			return func() (*Value, error) { return f.Call() }
		},
		"a function in another scope": func() func() (*Value, error) {
			other := NewHCLScope()
			if err := other.SetFunction("f", scopeOf().Function("f")); err != nil {
				t.Fatal(err)
			}
			return func() (*Value, error) { return evaluate(other) }
		},
		"functions of a body": func() func() (*Value, error) {
			scope := NewHCLScope()
			around := scopeOf()
			text := "function \"g\" {\n  params = []\n  result = f()\n}\n"
			if _, err := ReadHCLFunctions(body(text), "function", scope, func() *HCLScope { return around }); err != nil {
				t.Fatal(err)
			}
			g := Must(scope.Child()).Function("g")
			return func() (*Value, error) { return g.Call() }
		},
		"a decoder": func() func() (*Value, error) {
			d := Must(NewHCLDecoder(HCLTuple{HCLTransformExpr{
				Wrapped: HCLAttr{Name: "n", Type: Number()}, Variable: "n", Scope: scopeOf(),
				Expression: Must(ParseHCLExpression([]byte("n + f()"), "", HCLNative)),
			}, HCLTransform{HCLLiteral{BoolVal(true)}, Must(NewFunction(FunctionSpec{
				Parameters: []Parameter{{Name: "x", Type: Bool()}}, Type: Number(),
				Impl: func(context.Context, []*Value, *Type) (*Value, error) { return Int64Val(7), nil },
			}))}}))
			return func() (*Value, error) {
				v, err := d.Decode(body("n = 0"), nil)
				if err != nil || !v.At(1).Equal(Int64Val(7)) {
					return nil, fmt.Errorf("%v, %v", v, err)
				}
				return v.At(0), nil
			}
		},
		"an expanded body": func() func() (*Value, error) {
			expanded := Must(Must(MergeHCLBodies(body(dynamic))).ExpandDynamic(scopeOf()))
			return func() (*Value, error) {
				collected()
				content, err := expanded.Content(blocks)
				if err != nil {
					return nil, err
				}
				inner := content.Blocks[0].Body
				content, expanded = nil, nil
				collected()
				content, rest, err := inner.PartialContent(blocks)
				if err != nil || len(content.Blocks) != 1 || rest == nil {
					return nil, fmt.Errorf("%v, %v", content, err)
				}
				return Int64Val(7), nil
			}
		},
		"the rest of a body in a value": func() func() (*Value, error) {
			expanded := Must(body(dynamic).ExpandDynamic(scopeOf()))
			value := Must(Must(NewHCLDecoder(HCLTuple{HCLRest{}})).Decode(expanded, nil))
			return func() (*Value, error) {
				content, err := value.At(0).HCLBody().Content(blocks)
				if err != nil || len(content.Blocks) != 1 {
					return nil, fmt.Errorf("%v, %v", content, err)
				}
				return Int64Val(7), nil
			}
		},
		"an HCL closure": func() func() (*Value, error) {
			value := Must(HCLClosureVal(Must(ParseHCLExpression([]byte("f()"), "", HCLNative)), scopeOf()))
			return value.EvaluateClosure
		},
		"an HCL closure that a function was given": func() func() (*Value, error) {
			var kept *Value
			keep := Must(NewFunction(FunctionSpec{
				Parameters: []Parameter{{Name: "x", Type: HCLClosureType()}}, Type: Bool(),
				Impl: func(_ context.Context, args []*Value, _ *Type) (*Value, error) {
					kept = args[0]
					return BoolVal(true), nil
				},
			}))
			scope := scopeOf()
			if err := scope.SetFunction("keep", keep); err != nil {
				t.Fatal(err)
			}
			inner := Must(scope.Child())
			Must(EvaluateHCL("keep(f())", "", inner))
			return kept.EvaluateClosure
		},
		"a program": func() func() (*Value, error) {
			host, calls := noteHost(t), 0
			if err := host.AddFunction(MCLFunction{
				Name: "mine.one", Signature: "func() str",
				Call: func([]*Value, *Type) (*Value, error) {
					calls++
					return StringVal("x")
				},
			}); err != nil {
				t.Fatal(err)
			}
			p := Must(CompileMCLText("import \"mine\"\nnote \"n\" {\n\ttext => mine.one(),\n}\n", "/main.mcl", host))
			r := Must(p.Start(0))
			p.Close()
			return func() (*Value, error) {
				defer r.Close()
				if _, err := r.Step(); err != nil || calls == 0 {
					return nil, fmt.Errorf("%d calls, %v", calls, err)
				}
				return Int64Val(7), nil
			}
		},
		"a manifest's run": func() func() (*Value, error) {
			e := NewPuppetEnvironment()
			if err := e.SetFunction("mine", nil, func([]*Value, PuppetBlock) (*Value, error) {
				e.Close()
				e = nil
				collected()
				return Int64Val(7), nil
			}); err != nil {
				t.Fatal(err)
			}
			return func() (*Value, error) { return Must(ParsePuppetManifest("mine() + mine() - 7", "", 0)).Evaluate(e) }
		},
		"an evaluation that drops its scope": func() func() (*Value, error) {
			scope := NewHCLScope()
			var f *Function
			f = Must(NewFunction(FunctionSpec{
				Type: Number(),
				Impl: func(context.Context, []*Value, *Type) (*Value, error) {
					if scope != nil {
						_ = scope.SetFunction("f", seven())
						scope.Close()
					}
					f, scope = nil, nil
					collected()
					return Int64Val(1), nil
				},
			}))
			if err := scope.SetFunction("f", f); err != nil {
				t.Fatal(err)
			}
			return func() (*Value, error) { return EvaluateHCL("f() + f() * 6", "", scope) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			call := derive()
			collected()
			if v, err := call(); err != nil || !v.Equal(Int64Val(7)) && v.String() != "7" {
				t.Errorf("%v, %v", v, err)
			}
		})
	}
}

// Many goroutines use the closures of one scope and of their own, and change both.
func TestClosuresOfManyGoroutines(t *testing.T) {
	shared := NewHCLScope()
	set := func(scope *HCLScope, name string, n int64) error {
		return scope.SetFunction(name, Must(NewFunction(FunctionSpec{
			Type: Number(),
			Impl: func(context.Context, []*Value, *Type) (*Value, error) { return Int64Val(n), nil },
		})))
	}
	if err := set(shared, "f", 1); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := 0; g < 8; g++ {
		wait.Add(1)
		go func(g int) {
			defer wait.Done()
			for i := 0; i < 300; i++ {
				own, err := shared.Child()
				if err == nil {
					err = set(own, "g", int64(g))
				}
				if err == nil {
					err = set(shared, "f", 1)
				}
				if err == nil {
					err = set(shared, fmt.Sprint("h", g), 1)
				}
				if err != nil {
					t.Error(err)
					return
				}
				if v, err := EvaluateHCL("f() + g()", "", own); err != nil || !v.Equal(Int64Val(int64(g)+1)) {
					t.Errorf("%v, %v", v, err)
					return
				}
				if i%100 == 0 {
					runtime.GC()
				}
			}
		}(g)
	}
	wait.Wait()
	for _, slot := range pinned.all() {
		if slot.Load() != nil {
			t.Error("a set is pinned after the calls")
		}
	}
}
