//go:build !polycty_no_mcl

package polycty

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

const noteKinds = `[{"kind": "note", "traits": ["recvable", "sendable"],
	"fields": [{"lang": "text", "type": "str"}], "sends": [{"lang": "said", "type": "str"}]}]`

func noteHost(t *testing.T) *MCLHost {
	t.Helper()
	host := NewMCLHost()
	if err := host.AddKinds(noteKinds); err != nil {
		t.Fatal(err)
	}
	return host
}

func mclText(t *testing.T, text string) *Value {
	t.Helper()
	value, err := VerbatimVal(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// A host with one file, which the test changes.
type oneFile struct {
	mu      sync.Mutex
	content string
	sender  *MCLSender
	ended   int
}

func (f *oneFile) set(content string) {
	f.mu.Lock()
	f.content = content
	sender := f.sender
	f.mu.Unlock()
	if sender != nil {
		sender.Send()
	}
}

func (f *oneFile) world() MCLWorld {
	return MCLWorld{
		Answer: func(question string, args []*Value, returns *Type) (*Value, error) {
			if question != "os.readfile" {
				return nil, nil
			}
			f.mu.Lock()
			defer f.mu.Unlock()
			if f.content == "" {
				return nil, errors.New("there is no file")
			}
			return VerbatimVal(f.content)
		},
		Follow: func(question string, args []*Value, sender *MCLSender) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.sender = sender
			return nil
		},
		Unfollow: func(sender *MCLSender) {
			f.mu.Lock()
			defer f.mu.Unlock()
			if f.sender != nil && f.sender.ID() == sender.ID() {
				f.ended++
			}
		},
	}
}

const motd = `import "os"
note "a" {
	text => os.readfile("/motd") <|> "none",
}
`

func noteText(t *testing.T, resources *MCLResources) string {
	t.Helper()
	all := resources.All()
	if len(all) != 1 {
		t.Fatalf("%d resources", len(all))
	}
	text, err := all[0].Field("text").AsString()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestMCLRuntimeFollowsTheWorld(t *testing.T) {
	file := &oneFile{content: "one"}
	host := noteHost(t)
	if err := host.SetWorld(file.world()); err != nil {
		t.Fatal(err)
	}
	program, err := CompileMCLText(motd, "main.mcl", host)
	if err != nil {
		t.Fatal(err)
	}
	runtime, err := program.Start(0)
	if err != nil {
		t.Fatal(err)
	}
	step := func(wanted MCLProgress) *MCLResources {
		t.Helper()
		if progress, err := runtime.Step(); err != nil || progress != wanted {
			t.Fatalf("%v, %v", progress, err)
		}
		resources, err := runtime.Resources()
		if err != nil {
			t.Fatal(err)
		}
		return resources
	}
	first := step(MCLChanged)
	if text := noteText(t, first); text != "one" {
		t.Fatal(text)
	}
	step(MCLSame)
	file.set("two")
	<-runtime.Woken()
	second := step(MCLChanged)
	difference, err := first.Difference(second)
	if err != nil || difference.String() != "~ note[a]: text\n" || len(difference.Changes) != 1 {
		t.Fatal(difference, err)
	}
	if text, _ := difference.Changes[0].Before.Field("text").AsString(); text != "one" {
		t.Fatal(text)
	}
	file.set("")
	if text := noteText(t, step(MCLChanged)); text != "none" {
		t.Fatal(text)
	}
	file.sender.Fail(errors.New("the disk is gone"))
	_, err = runtime.Step()
	var failure *Error
	if !errors.As(err, &failure) || failure.Stage != "errStream" || failure.Code != ErrCallback {
		t.Fatal(err)
	}
	runtime.Close()
	if file.ended != 1 {
		t.Fatal(file.ended)
	}
	file.sender.Send() // has no effect
}

func TestMCLRunUntilTheContextIsDone(t *testing.T) {
	file := &oneFile{content: "0"}
	host := noteHost(t)
	if err := host.SetWorld(file.world()); err != nil {
		t.Fatal(err)
	}
	program, err := CompileMCLText(motd, "main.mcl", host)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var seen []string
	err = program.Run(ctx, func(resources *MCLResources, difference *MCLDifference) error {
		seen = append(seen, noteText(t, resources))
		switch len(seen) {
		case 1:
			go file.set("1")
		case 2:
			go file.set("2")
		default:
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || strings.Join(seen, " ") != "0 1 2" {
		t.Fatal(seen, err)
	}
	stop := errors.New("enough")
	err = program.Run(context.Background(), func(*MCLResources, *MCLDifference) error { return stop })
	if err != stop {
		t.Fatal(err)
	}
}

func TestMCLTimeIsTheHosts(t *testing.T) {
	program, err := CompileMCLText("import \"datetime\"\nimport \"fmt\"\nnote \"a\" {\n"+
		"\ttext => fmt.printf(\"%d\", datetime.now()),\n}\n", "main.mcl", noteHost(t))
	if err != nil {
		t.Fatal(err)
	}
	runtime, err := program.Start(0)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.Close()
	runtime.SetTime(time.UnixMilli(10_250))
	if _, err := runtime.Step(); err != nil {
		t.Fatal(err)
	}
	resources, err := runtime.Resources()
	if err != nil || noteText(t, resources) != "10" {
		t.Fatal(resources, err)
	}
	if next, waits := runtime.NextTime(); !waits || next.UnixMilli() != 11_000 {
		t.Fatal(next, waits)
	}
}

func TestMCLFunctionsOfTheHost(t *testing.T) {
	host := noteHost(t)
	err := host.AddFunction(MCLFunction{
		Name: "loud.shout", Signature: "func(text str) str", Speculative: true,
		Call: func(args []*Value, _ *Type) (*Value, error) {
			text, err := args[0].AsString()
			if err != nil {
				return nil, err
			}
			return VerbatimVal(text + "!")
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = host.AddFunction(MCLFunction{
		Name: "first",
		Infer: func(types []*Type, values []*Value, _ *Type) (*Type, error) {
			if len(types) != 2 || len(values) != 2 {
				return nil, Errorf(ErrType, "two are wanted")
			}
			return ParseType(MCL, "func(a str, b str) str")
		},
		Call: func(args []*Value, _ *Type) (*Value, error) { return args[0], nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := host.SetVariable("", "hostname", mclText(t, "web1")); err != nil {
		t.Fatal(err)
	}
	if err := host.AddSource("greet", "func to($who) { \"to \" + $who }\n", "/greet.mcl"); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{
		"start.mcl":         {Data: []byte("import \"loud\"\nimport \"greet\"\nimport \"lib/\"\nnote $hostname {\n\ttext => first(greet.to(loud.shout($lib.word)), \"b\"),\n}\n")},
		"lib/metadata.yaml": {Data: []byte("main: main.mcl\n")},
		"lib/main.mcl":      {Data: []byte("$word = \"hello\"\n")},
	}
	if err := host.SetFiles(files); err != nil {
		t.Fatal(err)
	}
	program, err := CompileMCL("/start.mcl", host)
	if err != nil {
		t.Fatal(err)
	}
	if files := program.Files(); len(files) != 3 || files[0] != "/start.mcl" {
		t.Fatal(files)
	}
	graph, err := program.Graph()
	if err != nil || len(graph.Vertices) == 0 || len(graph.Edges) == 0 || !strings.Contains(graph.Text, "Vertex: shout") {
		t.Fatal(graph, err)
	}
	runtime, err := program.Start(0)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.Close()
	if _, err := runtime.Step(); err != nil {
		t.Fatal(err)
	}
	resources, err := runtime.Resources()
	if err != nil || noteText(t, resources) != "to hello!" {
		t.Fatal(resources, err)
	}
	_, err = CompileMCLText("note \"a\" { text => first(\"a\"), }\n", "main.mcl", host)
	var failure *Error
	if !errors.As(err, &failure) || failure.Stage != "errUnify" || len(failure.Diagnostics) != 1 {
		t.Fatal(err)
	}
}

func TestMCLCallbacksOfAStep(t *testing.T) {
	host, runtime := noteHost(t), (*MCLRuntime)(nil)
	refused := 0
	err := host.AddFunction(MCLFunction{
		Name: "w.ask", Signature: "func() str",
		Call: func([]*Value, *Type) (*Value, error) {
			runtime.SetTime(time.UnixMilli(1000))
			_, stepped := runtime.Step()
			_, asked := runtime.Resources()
			for _, err := range []error{stepped, asked} {
				if errors.Is(err, ErrInvalidArgument) {
					refused++
				}
			}
			runtime.Close()
			return mclText(t, "asked"), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	program, err := CompileMCLText("import \"w\"\nnote \"a\" { text => w.ask(), }\n", "main.mcl", host)
	if err != nil {
		t.Fatal(err)
	}
	if runtime, err = program.Start(0); err != nil {
		t.Fatal(err)
	}
	if progress, err := runtime.Step(); err != nil || progress != MCLChanged || refused != 2 {
		t.Fatal(progress, err, refused)
	}
	if _, err := runtime.Step(); !errors.Is(err, ErrInvalidArgument) {
		t.Fatal(err) // it was closed
	}
}

func TestMCLCollectsAndWaits(t *testing.T) {
	host, said := noteHost(t), ""
	sender := (*MCLSender)(nil)
	for _, err := range []error{
		host.SetKindFunctions(MCLKind{Name: "note", Collect: func(data string) (map[string]*Value, error) {
			if data == "bad" {
				return nil, errors.New("the data is bad")
			}
			return map[string]*Value{"text": mclText(t, data)}, nil
		}}),
		host.AddFunction(MCLFunction{
			Name: "w.late", Signature: "func() str",
			Call: func([]*Value, *Type) (*Value, error) {
				if said == "" {
					return nil, nil // not yet
				}
				return VerbatimVal(said)
			},
			Follow: func(_ string, _ []*Value, s *MCLSender) error { sender = s; return nil },
		}),
		host.SetWorld(MCLWorld{Answer: func(question string, _ []*Value, returns *Type) (*Value, error) {
			return DecodeMCLJSON([]byte(`[{"name": "a", "host": "h", "data": "x"}]`), returns, false)
		}}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	program := Must(CompileMCLText("import \"w\"\nnote \"b\" { text => w.late(), }\ncollect note \"a\" {}\n",
		"main.mcl", host))
	runtime := Must(program.Start(0))
	if progress, err := runtime.Step(); progress != MCLWaiting || err != nil {
		t.Fatal(progress, err)
	}
	said = "now"
	sender.Send()
	if progress, err := runtime.Step(); progress != MCLChanged || err != nil {
		t.Fatal(progress, err)
	}
	for name, want := range map[string]string{"a": "x", "b": "now"} {
		text, err := Must(runtime.Resources()).Find("note", name).Field("text").AsString()
		if err != nil || text != want {
			t.Fatal(name, text, err)
		}
	}
}

func TestMCLGraphsByCalls(t *testing.T) {
	host := noteHost(t)
	err := host.AddKind(MCLKind{
		Name: "dir", Fields: []MCLField{{Name: "mode", Type: "str"}}, Traits: MCLHasEdges | MCLMerges,
		Validate: func(r *MCLResource) error {
			if r.Field("mode") == nil {
				return errors.New("it has no mode")
			}
			return nil
		},
		Merge: func(first, second *MCLResource) (map[string]*Value, error) {
			return map[string]*Value{"mode": second.Field("mode")}, nil
		},
		After: func(r *MCLResource) [][]MCLReference {
			return [][]MCLReference{{{"dir", r.Name[:strings.LastIndex(r.Name, "/")]}}}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := func(name, mode string) *MCLResource {
		return &MCLResource{Kind: "dir", Name: name, Fields: []MCLFieldValue{{"mode", mclText(t, mode)}}}
	}
	from := &MCLResource{Kind: "note", Name: "from"}
	to := &MCLResource{Kind: "note", Name: "to", Meta: map[string]*Value{"noop": BoolVal(true)}}
	resources, err := BuildMCLResources(host,
		[]*MCLResource{dir("/a/b", "700"), dir("/a", "700"), dir("/a", "755"), from, to},
		[]MCLLink{
			{From: MCLReference{"dir", "/a"}, To: MCLReference{"note", "to"}, Notifies: true},
			{From: MCLReference{"note", "from"}, To: MCLReference{"note", "to"}, Sent: "said", Field: "text"},
		})
	if err != nil {
		t.Fatal(err)
	}
	if resources.Len() != 4 || resources.InOrder()[0].Name != "/a" || len(resources.Links()) != 4 {
		t.Fatal(resources, resources.Links())
	}
	if mode, _ := resources.Find("dir", "/a").Field("mode").AsString(); mode != "755" {
		t.Fatal(mode)
	}
	if noop, err := resources.Meta(3, "noop"); err != nil || noop.String() != "true" {
		t.Fatal(noop, err)
	}
	if resources.Find("dir", "/nowhere") != nil || !strings.HasPrefix(resources.Graphviz(), "digraph") {
		t.Fatal("there is something nowhere")
	}
	_, err = BuildMCLResources(host, []*MCLResource{{Kind: "dir", Name: "/c"}}, nil)
	if err == nil || !strings.Contains(err.Error(), "it has no mode") {
		t.Fatal(err)
	}
	difference, err := EmptyMCLResources().Difference(resources)
	if err != nil || len(difference.Changes) != 4 || difference.Empty() || len(difference.Links) != 4 {
		t.Fatal(difference, err)
	}
}
