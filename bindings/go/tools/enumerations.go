package main

import (
	"fmt"
	"log"
	"regexp"
	"sort"
	"strings"
)

// An enumerated is an enumeration of the package, a Go type `type T uint32` with constants of that
// type. The prefix that all constants of the C enumeration share is replaced in the name of a Go
// constant by that of the table, and removed in its text: KindNotUndef is PCTY_KIND_NOT_UNDEF and
// "not_undef". The comments are the summaries of the model. The texts of flags are joined by "|".
type enumerated struct {
	name   string // of the Go type
	group  string // of the C enumeration
	prefix string // of the names of the constants
	only   string // the prefix of the C constants, if not all of them are constants of the type
	doc    string // in place of the summary
	// names are the names that do not follow from those in C, by the part after the prefix.
	names map[string]string
}

var enumerations = []enumerated{
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
	enumerated
	*group
	constants []constant
}

type constant struct {
	value
	name, text string // of Go
}

// writeEnumerations writes the enumerations of the package, enumerations*.go, and their tests.
func writeEnumerations(m *model) {
	parts := map[string][]*enumeration{}
	for _, row := range enumerations {
		e := newEnumeration(row, m.groups)
		parts[e.part()] = append(parts[e.part()], e)
	}
	for part, all := range parts {
		name := "enumerations"
		if part != "" {
			name += "_" + part
		}
		write(name+".go", declarations(all))
		write(name+"_test.go", tests(part, all))
	}
}

// part returns the part of the package that the enumeration belongs to.
func (e *enumeration) part() string {
	if e.feature == "" && strings.HasPrefix(e.enumerated.name, "HCL") {
		return "hcl"
	}
	return e.feature
}

// goNames are the names in Go of the constants of C.
var goNames = map[string]string{}

// initialisms are the parts of names that Go writes in its own way.
var initialisms = map[string]string{
	"HCL": "HCL", "ID": "ID", "JSON": "JSON", "MCL": "MCL", "PCL": "PCL", "SEMVER": "SemVer", "URI": "URI", "UTF8": "UTF8",
}

func newEnumeration(r enumerated, groups map[string]*group) *enumeration {
	e := &enumeration{enumerated: r, group: groups[r.group]}
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
func (r enumerated) constant(rest string) string {
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
	if vowel.MatchString(e.enumerated.name) {
		article = "An "
	}
	if articled.MatchString(e.Summary) {
		return article + e.enumerated.name + " is " + uncapitalized(e.Summary)
	}
	return article + e.enumerated.name + " states " + uncapitalized(e.Summary)
}

// declaration returns the type and its constants.
func (e *enumeration) declaration() string {
	if e.enumerated.group == "" {
		return ""
	}
	var text strings.Builder
	fmt.Fprintf(&text, "\n%stype %s uint32\n\nconst (\n", commented("", e.comment()), e.enumerated.name)
	for _, c := range e.constants {
		// The getter for the rest of the data has another name in Go.
		summary := getter.ReplaceAllString(uncapitalized(c.Summary), "")
		summary = reference.ReplaceAllStringFunc(summary, func(name string) string { return goNames[name] })
		text.WriteString(commented("\t", c.name+": "+summary))
		fmt.Fprintf(&text, "\t%s %s = C.%s\n", c.name, e.enumerated.name, c.Name)
	}
	return text.String() + ")\n"
}

func (e *enumeration) variable() string {
	upper := 0
	for upper < len(e.enumerated.name) && e.enumerated.name[upper] >= 'A' && e.enumerated.name[upper] <= 'Z' {
		upper++
	}
	if upper > 1 {
		upper--
	}
	return strings.ToLower(e.enumerated.name[:upper]) + e.enumerated.name[upper:] + "Names"
}

// texts returns the texts of the values, in the order of the values.
func (e *enumeration) texts() []constant {
	sorted := append([]constant(nil), e.constants...)
	sort.Slice(sorted, func(a, b int) bool { return sorted[a].Value < sorted[b].Value })
	return sorted
}

func declarations(all []*enumeration) string {
	var text strings.Builder
	text.WriteString(goFile("enumerations.go", all[0].feature) + "// #include \"shims.h\"\nimport \"C\"\n")
	for _, e := range all {
		text.WriteString(e.declaration())
		fmt.Fprintf(&text, "\nvar %s = enumerationNames{\n\tenumeration: %q, flags: %t,\n\tnames: map[uint32]string{\n", e.variable(), e.enumerated.name, e.flags)
		var quoted []string
		for _, c := range e.texts() {
			fmt.Fprintf(&text, "%d: %q,\n", c.Value, c.text)
			quoted = append(quoted, fmt.Sprintf("%q", c.text))
		}
		fmt.Fprintf(&text, "},\n}\n\n// String returns the name of the value%s.\n", e.example(quoted))
		fmt.Fprintf(&text, "func (v %s) String() string { return %s.name(uint32(v)) }\n", e.enumerated.name, e.variable())
		fmt.Fprintf(&text, "\n// MarshalText returns the name of the value, and fails for a value without a name.\n")
		fmt.Fprintf(&text, "func (v %s) MarshalText() ([]byte, error) { return %s.marshal(uint32(v)) }\n", e.enumerated.name, e.variable())
		fmt.Fprintf(&text, "\n// UnmarshalText sets the value to that of a name.\n")
		fmt.Fprintf(&text, "func (v *%s) UnmarshalText(text []byte) error { return %s.unmarshal(text, (*uint32)(v)) }\n", e.enumerated.name, e.variable())
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

func tests(part string, all []*enumeration) string {
	var text strings.Builder
	text.WriteString(goFile("enumerations.go", all[0].feature) + "import \"testing\"\n\n")
	fmt.Fprintf(&text, "func TestEnumerations%s(t *testing.T) {\n", strings.Title(part))
	for _, e := range all {
		fmt.Fprintf(&text, "checkEnumeration[%s](t, map[uint32]string{", e.enumerated.name)
		for _, c := range e.texts() {
			fmt.Fprintf(&text, "%d: %q, ", c.Value, c.text)
		}
		fmt.Fprintf(&text, "})\n")
	}
	text.WriteString("}\n")
	return text.String()
}
