//go:build !polycty_no_puppet

package polycty_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

func puppetWorth(t *testing.T, text string, e *polycty.PuppetEnvironment) (string, error) {
	t.Helper()
	m, err := polycty.ParsePuppetManifest(text, "site.pp", 0)
	if err != nil {
		return "", err
	}
	defer m.Close()
	v, err := m.Evaluate(e)
	if err != nil {
		return "", err
	}
	return v.FormatPuppet()
}

func puppetLiteral(t *testing.T, text string) *polycty.Value {
	t.Helper()
	v, err := polycty.PuppetRules{}.ParseValue(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func checkWorth(t *testing.T, text string, e *polycty.PuppetEnvironment, want string) {
	t.Helper()
	if got, err := puppetWorth(t, text, e); err != nil || got != want {
		t.Errorf("%s: %s, %v, want %s", text, got, err, want)
	}
}

func succeed(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestPuppetPrograms(t *testing.T) {
	e := polycty.NewPuppetEnvironment()
	defer e.Close()
	checkWorth(t, "[1, 2].map |$x| { $x * 2 }", nil, "[2, 4]")
	aliases, err := polycty.NewPuppetAliases(nil, map[string]string{"Port": "Integer[1, 9]"})
	succeed(t, err, e.SetVariable("name", puppetLiteral(t, "'db'")), e.SetAliases(aliases),
		e.SetStrictness(polycty.PuppetLax), e.AllowUnknownVariables(true), e.AllowResources(true),
		e.SetTime(time.Unix(86400, 0)))
	checkWorth(t, "[$name, $nope, 3 =~ Port, Timestamp.new.strftime('%F')]", e,
		"['db', undef, true, '1970-01-02']")
	checkWorth(t, "file { '/a': }", e, "[File['/a']]")
	succeed(t, e.AllowUnknownVariables(false), e.AllowResources(false))
	for _, text := range []string{"$nope", "file { '/a': }"} {
		if got, err := puppetWorth(t, text, e); err == nil {
			t.Errorf("%s: %s, though it is not allowed any longer", text, got)
		}
	}

	_, err = puppetWorth(t, "$a = 1\n  $nope", nil)
	var found *polycty.Error
	if !errors.As(err, &found) || found.Diagnostics[0].Subject.Start.Line != 2 {
		t.Errorf("a failure without its place: %v", err)
	}
	told, err := polycty.ParsePuppetManifest("$a = {x => 1, x => 2}", "w.pp", polycty.PuppetWarning)
	if err != nil || len(told.Warnings()) != 1 {
		t.Errorf("a warning is not told: %v", err)
	}

	early, err := polycty.PuppetRules{Mode: polycty.PuppetEarly}.ParseManifest("'1' + 99999999999999999999", "e.pp", 0)
	succeed(t, err)
	sum, err := early.Evaluate(nil)
	succeed(t, err)
	if text, _ := sum.FormatPuppet(); text != "100000000000000000000" {
		t.Error(text)
	}

	page, err := polycty.ParsePuppetTemplate("<%- | Integer $x = 1 | -%>\nx<%= $x %>", "a.epp", 0)
	succeed(t, err)
	for want, given := range map[string]*polycty.Value{"x1": nil, "x2": puppetLiteral(t, "{'x' => 2}")} {
		if got, err := page.Render(given, nil); err != nil || got != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}

func TestPuppetFunctions(t *testing.T) {
	e := polycty.NewPuppetEnvironment()
	defer e.Close()
	var kept polycty.PuppetBlock
	twice := func(args []*polycty.Value, block polycty.PuppetBlock) (*polycty.Value, error) {
		if block == nil {
			return args[0], nil
		}
		kept = block
		return block(args[0])
	}
	succeed(t, e.SetFunction("twice", []string{"Any value, Callable[1, 1] block?"}, twice))
	checkWorth(t, "twice(3) |$x| { twice($x) + 1 }", e, "4")
	if _, err := kept(puppetLiteral(t, "1")); err == nil {
		t.Error("a block runs when its call is over")
	}
	if err := e.SetFunction("f", []string{"Integer["}, twice); err == nil {
		t.Error("a signature that cannot be read is taken")
	}
	today := errors.New("not today")
	succeed(t, e.SetFunction("twice", nil, func([]*polycty.Value, polycty.PuppetBlock) (*polycty.Value, error) {
		return nil, today
	}))
	if _, err := puppetWorth(t, "twice()", e); !errors.Is(err, today) {
		t.Errorf("the cause is lost: %v", err)
	}
}

func TestPuppetHosts(t *testing.T) {
	e := polycty.NewPuppetEnvironment()
	defer e.Close()
	var logged string
	succeed(t, e.SetLogger(func(level polycty.PuppetLevel, message string) error {
		if level == polycty.PuppetLevelCrit {
			return errors.New("full")
		}
		logged = message
		return nil
	}), e.SetLoader(func(sought polycty.PuppetLoadKind, name string) (string, string, bool, error) {
		switch {
		case sought == polycty.PuppetLoadClass && name == "web":
			return "class web(Web::Port $port, $label = \"p${port}\") { }", "init.pp", true, nil
		case sought == polycty.PuppetLoadType && name == "web::port":
			return "type Web::Port = Integer[1]", "", true, nil
		}
		return "", "", false, nil
	}), e.SetHost(func(question polycty.PuppetQuestion, args []*polycty.Value) (*polycty.Value, error) {
		if question == polycty.PuppetQuestionLookup {
			return nil, nil
		}
		return nil, polycty.ErrPuppetUnanswered
	}))
	checkWorth(t, "notice('a') lookup('x', Any, undef, 5)", e, "5")
	if logged != "a" {
		t.Errorf("logged %q", logged)
	}
	if _, err := puppetWorth(t, "crit('x')", e); err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("an error is not told: %v", err)
	}
	if _, err := puppetWorth(t, "file('x')", e); !errors.Is(err, polycty.ErrUnsupported) {
		t.Errorf("a question is answered: %v", err)
	}

	var none *polycty.PuppetManifest
	all, err := none.ClassParameters("web", puppetLiteral(t, "{'web::port' => 80}"), e)
	succeed(t, err)
	if text, _ := all.FormatPuppet(); text != "{'port' => 80, 'label' => 'p80'}" {
		t.Error(text)
	}
	_, err = none.ClassParameters("web", puppetLiteral(t, "{'prot' => 1}"), e)
	var failures *polycty.Error
	if !errors.As(err, &failures) || len(failures.Diagnostics) != 2 || !errors.Is(err, polycty.ErrType) {
		t.Errorf("not every failure is told: %v", err)
	}
}

func TestPuppetModules(t *testing.T) {
	e := polycty.NewPuppetEnvironment()
	defer e.Close()
	succeed(t, e.SetModules(fstest.MapFS{
		"web/manifests/init.pp":  {Data: []byte("class web(Web::Port $port = web::first()) { }")},
		"web/types/port.pp":      {Data: []byte("type Web::Port = Integer[1]")},
		"web/functions/first.pp": {Data: []byte("function web::first() { 80 }")},
	}))
	var none *polycty.PuppetManifest
	all, err := none.ClassParameters("web", puppetLiteral(t, "{}"), e)
	succeed(t, err)
	if text, _ := all.FormatPuppet(); text != "{'port' => 80}" {
		t.Error(text)
	}
	if _, err = none.ClassParameters("db", puppetLiteral(t, "{}"), e); !errors.Is(err, polycty.ErrNotFound) {
		t.Errorf("a class is where none is: %v", err)
	}
	folder := t.TempDir()
	succeed(t, os.MkdirAll(filepath.Join(folder, "db", "functions"), 0o700))
	succeed(t, os.WriteFile(filepath.Join(folder, "db", "functions", "two.pp"), []byte("function db::two() { 2 }"), 0o600))
	succeed(t, e.AddModules(folder))
	if err = e.AddModules(filepath.Join(folder, "none")); !errors.Is(err, polycty.ErrNotFound) {
		t.Errorf("a directory is where none is: %v", err)
	}
	program, err := polycty.ParsePuppetManifest("db::two()", "site.pp", 0)
	succeed(t, err)
	two, err := program.Evaluate(e)
	succeed(t, err)
	if text, _ := two.FormatPuppet(); text != "2" {
		t.Error(text)
	}
	if file, found := polycty.PuppetModuleFile("m", polycty.PuppetLoadTemplate, "a/../b"); found {
		t.Errorf("a template outside of the module: %s", file)
	}
}

func TestPuppetOutlines(t *testing.T) {
	m, err := polycty.ParsePuppetManifest(`# Doc.
class a(Integer $p = 1) {
  file { '/x': mode => '1' }
  f($p) |*$y| { }
}
A['x'] -> B['y']
`, "a.pp", 0)
	succeed(t, err)
	found, err := m.Outline()
	succeed(t, err)
	want := &polycty.PuppetOutline{
		Definitions: []polycty.PuppetDefinition{{
			Kind: "class", Name: "a", Documentation: "Doc.", Place: polycty.PuppetPosition{Line: 2, Column: 1},
			Parameters: []polycty.PuppetParameter{{Name: "p", Type: "Integer", Default: "1",
				Place: polycty.PuppetPosition{Line: 2, Column: 17}}},
		}},
		Resources: []polycty.PuppetResource{{
			Form: "regular", Type: "file", Place: polycty.PuppetPosition{Line: 3, Column: 3},
			Bodies: []polycty.PuppetResourceBody{{Title: "'/x'", Attributes: []polycty.PuppetAttribute{{
				Name: "mode", Operator: "=>", Value: "'1'", Place: polycty.PuppetPosition{Line: 3, Column: 16}}}}},
		}, {
			Form: "->", Left: "A['x']", Right: "B['y']", Place: polycty.PuppetPosition{Line: 6, Column: 8},
		}},
		Calls: []polycty.PuppetCall{{
			Name: "f", Arguments: 1, Place: polycty.PuppetPosition{Line: 4, Column: 3},
			Lambda: []polycty.PuppetParameter{{Name: "y", Rest: true, Place: polycty.PuppetPosition{Line: 4, Column: 11}}},
		}},
		Variables: map[string][]polycty.PuppetPosition{"p": {{Line: 4, Column: 5}}},
	}
	if !reflect.DeepEqual(found, want) {
		t.Errorf("%+v, want %+v", found, want)
	}
}
