//go:build ignore

// Writes the package's enumerations, enumerations*.go, and their tests, from the model of the C ABI
// in include/polycty.json.
//
//	go run tools/enumerations.go          renews the files
//	go run tools/enumerations.go --check  fails if one is not up to date
//
// `table` has the enumerations. An enumeration is a Go type `type T uint32` with constants of that
// type. The prefix that all constants of the C enumeration share is replaced in the name of a Go
// constant by that of the table, and removed in its text: KindNotUndef is PCTY_KIND_NOT_UNDEF and
// "not_undef". The comments are the summaries of the model. The texts of flags are joined by "|".
package main

import (
	"encoding/json"
	"fmt"
	"go/format"
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
		Feature             string
		Enumerations, Flags []group
	}
}

// A group is an enumeration of C, or flags.
type group struct {
	Name, Summary string
	Values        []value
	flags         bool
	feature       string
}

type value struct {
	Name, Summary string
	Value         uint64
}

// A row is an enumeration of the package.
type row struct {
	name   string // of the Go type
	group  string // of the C enumeration
	prefix string // of the names of the constants
	only   string // the prefix of the C constants, if not all of them are constants of the type
	doc    string // in place of the summary
	// names are the names that do not follow from those in C, by the part after the prefix.
	names map[string]string
}

var table = []row{
	{name: "Code", group: "pcty_status", prefix: "Err", only: "PCTY_ERROR_", doc: "A Code is the kind of an error. " +
		"It is an error itself: a call such as\n\n\terrors.Is(err, polycty.ErrConversion)\n\ntests for it."},
	{name: "Conversion", group: "pcty_conversion", names: map[string]string{
		"NONE": "NoConversion", "UNSAFE": "UnsafeConversion", "SAFE": "SafeConversion", "SAME": "SameType",
	}},
	{name: "DataFormat", group: "pcty_data_format", prefix: "Data", names: map[string]string{"YAML": "DataYAML"}},
	{name: "Dialect", group: "pcty_dialect", prefix: "-", doc: "A Dialect is a configuration language, with its notation " +
		"and rules for types and values. An operation that a dialect does not have fails with ErrUnsupported."},
	{name: "Feature", group: "pcty_feature", doc: "A Feature is a part of the library that a build may omit."},
	{name: "Fit", group: "pcty_fit"},
	{name: "HCLAlignment", group: "pcty_hcl_alignment", prefix: "HCLAlign"},
	{name: "HCLForm", group: "pcty_hcl_form"},
	{name: "HCLHeredocs", group: "pcty_hcl_heredocs"},
	{name: "HCLItemKind", group: "pcty_hcl_item_kind", prefix: "HCLItem"},
	{name: "HCLOrder", group: "pcty_hcl_order"},
	{name: "HCLRole", group: "pcty_hcl_role"},
	{name: "HCLStringStyle", group: "pcty_hcl_string_style", prefix: "HCLString"},
	{name: "HCLStyle", group: "pcty_hcl_style"},
	{name: "HCLSyntax", group: "pcty_hcl_syntax", prefix: "HCL"},
	{name: "HCLTokenKind", group: "pcty_hcl_token_kind", prefix: "HCLToken"},
	{name: "HCLTypeMode", group: "pcty_hcl_type_mode", prefix: "HCLType"},
	{name: "HCLValueStyle", group: "pcty_hcl_value_style", prefix: "HCLValue"},
	{name: "Kind", group: "pcty_kind"},
	{name: "MCLProgress", group: "pcty_mcl_progress", prefix: "MCL"},
	{name: "MCLTrait", group: "pcty_mcl_trait_flags", prefix: "MCL",
		doc: "An MCLTrait is a capability of the resources of a kind. Combine traits with |."},
	{name: "PCLKind", group: "pcty_pcl_kind"},
	{name: "PCLOperator", group: "pcty_pcl_operator"},
	{name: "PCLRole", group: "pcty_pcl_role"},
	{name: "PCLSyntaxKind", group: "pcty_pcl_syntax_kind", prefix: "PCLNode"},
	{name: "PuppetCatalogKind", group: "pcty_puppet_catalog_kind", prefix: "PuppetCatalog"},
	{name: "PuppetComparison", group: "pcty_puppet_comparison", prefix: "Puppet"},
	{name: "PuppetDetail", group: "pcty_puppet_detail", prefix: "Puppet"},
	{name: "PuppetInference", group: "pcty_puppet_inference", prefix: "Puppet"},
	{name: "PuppetKind", group: "pcty_puppet_kind", prefix: "Puppet"},
	{name: "PuppetLevel", group: "pcty_puppet_level"},
	{name: "PuppetLoadKind", group: "pcty_puppet_load_kind", prefix: "PuppetLoad"},
	{name: "PuppetMode", group: "pcty_puppet_mode", prefix: "Puppet"},
	{name: "PuppetOperator", group: "pcty_puppet_operator", prefix: "Puppet"},
	{name: "PuppetQuestion", group: "pcty_puppet_question"},
	{name: "PuppetStrictness", group: "pcty_puppet_strictness", prefix: "Puppet",
		names: map[string]string{"ERROR": "PuppetStrict", "OFF": "PuppetLax"}},
	{name: "Safety", group: "pcty_safety", prefix: "-"},
	{name: "SchemaDraft", group: "pcty_schema_draft", prefix: "Schema", names: map[string]string{"OPENAPI_3_0": "SchemaOpenAPI30"}},
	{name: "SchemaInclusion", group: "pcty_schema_inclusion"},
	{name: "SchemaMismatch", group: "pcty_schema_mismatch"},
	{name: "SchemaOpenObjects", group: "pcty_schema_open_objects"},
	{name: "SchemaQuestion", group: "pcty_schema_documents_question", prefix: "Schema"},
	{name: "SchemaValidity", group: "pcty_schema_validity", prefix: "Schema", names: map[string]string{"UNKNOWN": "SchemaValidityUnknown"}},
	{name: "PositionEncoding", group: "pcty_position_encoding", names: map[string]string{
		"UTF16": "PositionEncodingUTF16", "UTF8": "PositionEncodingUTF8", "UTF32": "PositionEncodingUTF32",
	}},
	{name: "Request", group: "pcty_request"},
	{name: "Severity", group: "pcty_severity"},
	{name: "TerraformAction", group: "pcty_terraform_action"},
	{name: "TerraformDeclarationKind", group: "pcty_terraform_declaration_kind"},
	{name: "TerraformDialect", group: "pcty_terraform_dialect"},
	{name: "TerraformPlanPart", group: "pcty_terraform_plan_part"},
	{name: "TerraformStrictness", group: "pcty_terraform_strictness"},
	{name: "Style"}, // Plain and Color, which C does not have
}

// An enumeration is a Go type with its constants and their texts.
type enumeration struct {
	row
	*group
	constants []constant
}

type constant struct {
	value
	name, text string // of Go
}

func main() {
	log.SetFlags(0)
	_, self, _, _ := runtime.Caller(0)
	folder := filepath.Dir(filepath.Dir(self))
	groups := readModel(filepath.Join(folder, "..", "..", "include", "polycty.json"))
	parts := map[string][]*enumeration{}
	for _, row := range table {
		e := newEnumeration(row, groups)
		parts[e.part()] = append(parts[e.part()], e)
	}
	for part, enumerations := range parts {
		name := "enumerations"
		if part != "" {
			name += "_" + part
		}
		write(folder, name+".go", written(enumerations))
		write(folder, name+"_test.go", tests(part, enumerations))
	}
}

// part returns the part of the package that the enumeration belongs to.
func (e *enumeration) part() string {
	if e.feature == "" && strings.HasPrefix(e.row.name, "HCL") {
		return "hcl"
	}
	return e.feature
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

// readModel returns the enumerations of C by name.
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
				list[at].feature = header.Feature
				groups[list[at].Name] = &list[at]
			}
		}
	}
	return groups
}

// goNames are the names in Go of the constants of C.
var goNames = map[string]string{}

// initialisms are the parts of names that Go writes in its own way.
var initialisms = map[string]string{
	"HCL": "HCL", "ID": "ID", "JSON": "JSON", "MCL": "MCL", "PCL": "PCL", "SEMVER": "SemVer", "URI": "URI", "UTF8": "UTF8",
}

func newEnumeration(r row, groups map[string]*group) *enumeration {
	e := &enumeration{row: r, group: groups[r.group]}
	if r.group == "" {
		e.group = &group{}
		e.constants = []constant{{value: value{Value: 1}, text: "plain"}, {value: value{Value: 2}, text: "color"}}
		return e
	}
	if e.group == nil {
		log.Fatalf("include/polycty.json has no enumeration %s", r.group)
	}
	shared := r.only
	if shared == "" {
		shared = e.Values[0].Name
		for _, v := range e.Values {
			for !strings.HasPrefix(v.Name, shared) || !strings.HasSuffix(shared, "_") {
				shared = shared[:len(shared)-1]
			}
		}
	}
	for _, v := range e.Values {
		if rest := strings.TrimPrefix(v.Name, shared); rest != v.Name {
			e.constants = append(e.constants, constant{v, r.constant(rest), strings.ToLower(rest)})
			goNames[v.Name] = r.constant(rest)
		}
	}
	return e
}

// constant returns the name of a constant for the part of its name in C after the prefix.
func (r row) constant(rest string) string {
	if name, ok := r.names[rest]; ok {
		return name
	}
	name := r.prefix
	switch name {
	case "":
		name = r.name
	case "-":
		name = ""
	}
	for _, word := range strings.Split(rest, "_") {
		if own, ok := initialisms[word]; ok {
			name += own
		} else {
			name += word[:1] + strings.ToLower(word[1:])
		}
	}
	return name
}

var (
	vowel       = regexp.MustCompile(`^(HCL|MCL|[AEIOU])`)
	articled    = regexp.MustCompile(`^(A|An|The) `)
	capitalized = regexp.MustCompile(`^[A-Z]([a-z]| )`)
	properNoun  = regexp.MustCompile(`^(Graphviz|Puppet|Terraform)`)
	reference   = regexp.MustCompile(`\bPCTY_[A-Z0-9_]+`)
	getter      = regexp.MustCompile("(: `pcty_[a-z_]+`)+")
)

// uncapitalized returns a sentence for the middle of another one.
func uncapitalized(sentence string) string {
	if capitalized.MatchString(sentence) && !properNoun.MatchString(sentence) {
		return strings.ToLower(sentence[:1]) + sentence[1:]
	}
	return sentence
}

// comment returns the comment of the type.
func (e *enumeration) comment() string {
	if e.doc != "" {
		return e.doc
	}
	article := "A "
	if vowel.MatchString(e.row.name) {
		article = "An "
	}
	if articled.MatchString(e.Summary) {
		return article + e.row.name + " is " + uncapitalized(e.Summary)
	}
	return article + e.row.name + " states " + uncapitalized(e.Summary)
}

// commented returns a text as the lines of a comment.
func commented(indent, text string) string {
	if strings.Contains(strings.ToLower(text), "pcty_") {
		log.Fatalf("the table needs a comment in place of %q", text)
	}
	var lines strings.Builder
	for _, paragraph := range strings.Split(text, "\n") {
		line := indent + "//"
		for _, word := range strings.Split(paragraph, " ") {
			if len(line)+1+len(word) > 99-3*len(indent) {
				lines.WriteString(line + "\n")
				line = indent + "//"
			}
			if word != "" {
				line += " " + word
			}
		}
		lines.WriteString(strings.Replace(line, "// \t", "//\t", 1) + "\n")
	}
	return lines.String()
}

// declaration returns the type and its constants.
func (e *enumeration) declaration() string {
	if e.row.group == "" {
		return ""
	}
	var text strings.Builder
	fmt.Fprintf(&text, "\n%stype %s uint32\n\nconst (\n", commented("", e.comment()), e.row.name)
	for _, c := range e.constants {
		// The getter for the rest of the data has another name in Go.
		summary := getter.ReplaceAllString(uncapitalized(c.Summary), "")
		summary = reference.ReplaceAllStringFunc(summary, func(name string) string { return goNames[name] })
		text.WriteString(commented("\t", c.name+": "+summary))
		fmt.Fprintf(&text, "\t%s %s = C.%s\n", c.name, e.row.name, c.Name)
	}
	return text.String() + ")\n"
}

func (e *enumeration) variable() string {
	upper := 0
	for upper < len(e.row.name) && e.row.name[upper] >= 'A' && e.row.name[upper] <= 'Z' {
		upper++
	}
	if upper > 1 {
		upper--
	}
	return strings.ToLower(e.row.name[:upper]) + e.row.name[upper:] + "Names"
}

// texts returns the texts of the values, in the order of the values.
func (e *enumeration) texts() []constant {
	sorted := append([]constant(nil), e.constants...)
	sort.Slice(sorted, func(a, b int) bool { return sorted[a].Value < sorted[b].Value })
	return sorted
}

const head = "// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.\n\n"

func built(feature string) string {
	if feature == "" {
		return "package polycty\n"
	}
	return "//go:build !polycty_no_" + feature + "\n\npackage polycty\n"
}

func written(enumerations []*enumeration) string {
	var text strings.Builder
	text.WriteString(head + built(enumerations[0].feature) + "\n// #include \"shims.h\"\nimport \"C\"\n")
	for _, e := range enumerations {
		text.WriteString(e.declaration())
		fmt.Fprintf(&text, "\nvar %s = enumerationNames{\n\tenumeration: %q, flags: %t,\n\tnames: map[uint32]string{\n", e.variable(), e.row.name, e.flags)
		var quoted []string
		for _, c := range e.texts() {
			fmt.Fprintf(&text, "%d: %q,\n", c.Value, c.text)
			quoted = append(quoted, fmt.Sprintf("%q", c.text))
		}
		fmt.Fprintf(&text, "},\n}\n\n// String returns the name of the value%s.\n", e.example(quoted))
		fmt.Fprintf(&text, "func (v %s) String() string { return %s.name(uint32(v)) }\n", e.row.name, e.variable())
		fmt.Fprintf(&text, "\n// MarshalText returns the name of the value, and fails for a value without a name.\n")
		fmt.Fprintf(&text, "func (v %s) MarshalText() ([]byte, error) { return %s.marshal(uint32(v)) }\n", e.row.name, e.variable())
		fmt.Fprintf(&text, "\n// UnmarshalText sets the value to that of a name.\n")
		fmt.Fprintf(&text, "func (v *%s) UnmarshalText(text []byte) error { return %s.unmarshal(text, (*uint32)(v)) }\n", e.row.name, e.variable())
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

func tests(part string, enumerations []*enumeration) string {
	var text strings.Builder
	text.WriteString(head + built(enumerations[0].feature) + "\nimport \"testing\"\n\n")
	fmt.Fprintf(&text, "func TestEnumerations%s(t *testing.T) {\n", strings.Title(part))
	for _, e := range enumerations {
		fmt.Fprintf(&text, "checkEnumeration[%s](t, map[uint32]string{", e.row.name)
		for _, c := range e.texts() {
			fmt.Fprintf(&text, "%d: %q, ", c.Value, c.text)
		}
		fmt.Fprintf(&text, "})\n")
	}
	text.WriteString("}\n")
	return text.String()
}
