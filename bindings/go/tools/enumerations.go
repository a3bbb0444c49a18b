//go:build ignore

// Writes the text form of the package's enumerations, enumerations*.go, and their tests, from the
// model of the C ABI in include/polycty.json.
//
//	go run tools/enumerations.go          renews the files
//	go run tools/enumerations.go --check  fails if one is not up to date
//
// An enumeration is a Go type `type T uint32` with constants of that type. The text of a constant is the
// name of its C constant in lower case without the prefix that all constants of the enumeration
// share: KindNotUndef is PCTY_KIND_NOT_UNDEF and "not_undef". An enumeration without a C counterpart
// takes the texts from the names of its Go constants. The texts of flags are joined by "|".
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strings"
)

// A model is the part of include/polycty.json about enumerations.
type model struct {
	Headers []struct {
		Enumerations, Flags []group
	}
}

// A group is an enumeration of C, or flags.
type group struct {
	Name   string
	Values []struct {
		Name  string
		Value uint64
	}
	flags bool
}

// An enumeration is a Go type with the texts of its values.
type enumeration struct {
	name, condition string
	constants       []string // of C, or of Go for an enumeration without a C counterpart
	own             bool     // whether the constants are of Go
	flags           bool
	texts           map[uint64]string
}

func main() {
	log.SetFlags(0)
	_, self, _, _ := runtime.Caller(0)
	folder := filepath.Dir(filepath.Dir(self))
	groups := readModel(filepath.Join(folder, "..", "..", "include", "polycty.json"))
	byCondition := map[string][]*enumeration{}
	for _, e := range declared(folder) {
		e.findTexts(groups)
		byCondition[e.condition] = append(byCondition[e.condition], e)
	}
	for condition, enumerations := range byCondition {
		part := ""
		if condition != "" {
			part = strings.TrimPrefix(condition, "!polycty_no")
		}
		write(folder, "enumerations"+part+".go", written(condition, enumerations))
		write(folder, "enumerations"+part+"_test.go", tests(part, condition, enumerations))
	}
}

// write writes a file, or compares it with --check.
func write(folder, name, text string) {
	formatted, err := format.Source([]byte(text))
	if err != nil {
		log.Fatalf("%s: %s\n%s", name, err, text)
	}
	target := filepath.Join(folder, name)
	if len(os.Args) > 1 && os.Args[1] == "--check" {
		if found, err := os.ReadFile(target); err != nil || string(found) != string(formatted) {
			log.Fatalf("bindings/go/%s is not up to date; run `make header`", name)
		}
	} else if err := os.WriteFile(target, formatted, 0o644); err != nil {
		log.Fatal(err)
	}
}

// readModel returns the group of each C constant.
func readModel(path string) map[string]*group {
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	var m model
	if err := json.Unmarshal(text, &m); err != nil {
		log.Fatal(err)
	}
	groups := map[string]*group{}
	for _, header := range m.Headers {
		for at := range header.Flags {
			header.Flags[at].flags = true
		}
		for _, list := range [][]group{header.Enumerations, header.Flags} {
			for at := range list {
				for _, value := range list[at].Values {
					groups[value.Name] = &list[at]
				}
			}
		}
	}
	return groups
}

var conditionPattern = regexp.MustCompile(`(?m)^//go:build (!polycty_no_\w+)$`)

// declared returns the enumerations that the package declares, in order of their names.
func declared(folder string) []*enumeration {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		log.Fatal(err)
	}
	found := map[string]*enumeration{}
	var constants []*ast.ValueSpec
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			log.Fatal(err)
		}
		condition := ""
		if given := conditionPattern.FindSubmatch(text); given != nil {
			condition = string(given[1])
		}
		for _, declaration := range file.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if base, ok := spec.Type.(*ast.Ident); ok && base.Name == "uint32" && spec.Name.IsExported() {
						found[spec.Name.Name] = &enumeration{name: spec.Name.Name, condition: condition}
					}
				case *ast.ValueSpec:
					if general.Tok == token.CONST {
						constants = append(constants, spec)
					}
				}
			}
		}
	}
	inherited := ""
	for _, spec := range constants {
		if spec.Type != nil {
			inherited = fmt.Sprint(spec.Type)
		} else if len(spec.Values) > 0 {
			inherited = ""
		}
		e := found[inherited]
		if e == nil {
			continue
		}
		name, own := spec.Names[0].Name, true
		if len(spec.Values) == 1 {
			if selected, ok := spec.Values[0].(*ast.SelectorExpr); ok && fmt.Sprint(selected.X) == "C" {
				name, own = selected.Sel.Name, false
			}
		}
		e.constants, e.own = append(e.constants, name), own
	}
	var enumerations []*enumeration
	for _, e := range found {
		if len(e.constants) == 0 {
			log.Fatalf("the type %s has no constants", e.name)
		}
		enumerations = append(enumerations, e)
	}
	sort.Slice(enumerations, func(a, b int) bool { return enumerations[a].name < enumerations[b].name })
	return enumerations
}

// findTexts sets the texts of the values.
func (e *enumeration) findTexts(groups map[string]*group) {
	e.texts = map[uint64]string{}
	if e.own {
		for at, name := range e.constants { // their values are iota + 1
			e.texts[uint64(at)+1] = strings.ToLower(name)
		}
		return
	}
	g := groups[e.constants[0]]
	if g == nil {
		log.Fatalf("include/polycty.json has no constant %s", e.constants[0])
	}
	e.flags = g.flags
	prefix := e.constants[0]
	for _, name := range e.constants {
		if groups[name] != g {
			log.Fatalf("%s is not a constant of %s", name, g.Name)
		}
		for !strings.HasPrefix(name, prefix) || !strings.HasSuffix(prefix, "_") {
			prefix = prefix[:len(prefix)-1]
		}
	}
	for _, value := range g.Values {
		if strings.HasPrefix(value.Name, prefix) {
			e.texts[value.Value] = strings.ToLower(strings.TrimPrefix(value.Name, prefix))
		}
	}
}

func (e *enumeration) variable() string {
	upper := 0
	for upper < len(e.name) && e.name[upper] >= 'A' && e.name[upper] <= 'Z' {
		upper++
	}
	if upper > 1 {
		upper--
	}
	return strings.ToLower(e.name[:upper]) + e.name[upper:] + "Names"
}

func (e *enumeration) values() []uint64 {
	var values []uint64
	for value := range e.texts {
		values = append(values, value)
	}
	sort.Slice(values, func(a, b int) bool { return values[a] < values[b] })
	return values
}

const head = "// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.\n\n"

func built(condition string) string {
	if condition == "" {
		return "package polycty\n"
	}
	return "//go:build " + condition + "\n\npackage polycty\n"
}

func written(condition string, enumerations []*enumeration) string {
	var text strings.Builder
	text.WriteString(head + built(condition))
	for _, e := range enumerations {
		fmt.Fprintf(&text, "\nvar %s = enumerationNames{\n\tenumeration: %q, flags: %t,\n\tnames: map[uint32]string{\n", e.variable(), e.name, e.flags)
		for _, value := range e.values() {
			fmt.Fprintf(&text, "%d: %q,\n", value, e.texts[value])
		}
		var quoted []string
		for _, value := range e.values() {
			quoted = append(quoted, fmt.Sprintf("%q", e.texts[value]))
		}
		fmt.Fprintf(&text, "},\n}\n\n// String returns the name of the value%s.\n", e.example(quoted))
		fmt.Fprintf(&text, "func (v %s) String() string { return %s.name(uint32(v)) }\n", e.name, e.variable())
		fmt.Fprintf(&text, "\n// MarshalText returns the name of the value, and fails for a value without a name.\n")
		fmt.Fprintf(&text, "func (v %s) MarshalText() ([]byte, error) { return %s.marshal(uint32(v)) }\n", e.name, e.variable())
		fmt.Fprintf(&text, "\n// UnmarshalText sets the value to that of a name.\n")
		fmt.Fprintf(&text, "func (v *%s) UnmarshalText(text []byte) error { return %s.unmarshal(text, (*uint32)(v)) }\n", e.name, e.variable())
	}
	return text.String()
}

// example lists the names if they are few.
func (e *enumeration) example(quoted []string) string {
	switch {
	case e.flags:
		return ": the names of its flags with | between them"
	case len(quoted) > 6:
		return ", such as " + quoted[1]
	}
	last := len(quoted) - 1
	return ": " + strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

func tests(part, condition string, enumerations []*enumeration) string {
	var text strings.Builder
	text.WriteString(head + built(condition) + "\nimport \"testing\"\n\n")
	fmt.Fprintf(&text, "func TestEnumerations%s(t *testing.T) {\n", strings.Title(strings.TrimPrefix(part, "_")))
	for _, e := range enumerations {
		fmt.Fprintf(&text, "checkEnumeration[%s](t, map[uint32]string{", e.name)
		for _, value := range e.values() {
			fmt.Fprintf(&text, "%d: %q, ", value, e.texts[value])
		}
		fmt.Fprintf(&text, "})\n")
	}
	text.WriteString("}\n")
	return text.String()
}
