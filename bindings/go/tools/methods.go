package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"log"
	"path/filepath"
	"regexp"
	"strings"
)

// writeMethods writes the functions that only convert the arguments and the result of one call of
// the library, methods_*.go, from the tables in tools/methods.
//
// Each line of a table is a function: its Go signature, `=`, and the call without the prefix pcty_.
// The name of a table has the languages that its functions need.
//
//	func PCLPromise(element *Type) (*Type, error) = pcl_type_derive(element, PCL_DERIVE_PROMISE)
//	func (t *Type) PCLKind() PCLKind = pcl_type_info(t).kind
//	func (t *Type) Texts() []string = list(type_info(t).text_count, type_text_at(t, at))
//
// Arguments are parameters, their fields, constants without PCTY_, and literals. The types of Go and
// C determine the conversions: those of results are the functions of this package that take the
// result of the shim and return the results of the Go function. `list` calls its second argument for
// each position `at`. A receiver with a method `change` is changed through it. The call is that of
// the shim, so run_ and _diagnosed have the meanings of shims.go. A function take… frees its
// parameter.
//
// A line for a record defines readT, which converts a struct of C to the struct T. It has the fields
// whose names are not those of the members in the other notation, without is_ and has_.
//
//	record SchemaNote = schema_pair_note{Place: pointer, SchemaMismatch: mismatch}
//
// The comment of a function is the lines before it, or else the summary of the C function, of the
// member, or of the second argument of `list`.
func writeMethods(m *model) {
	g := newGenerator(m)
	for _, table := range found("tools/methods/*.txt") {
		name := strings.TrimSuffix(filepath.Base(table), ".txt")
		write("methods_"+name+".go", g.file(table, name))
	}
}

// A generator has the declarations of the package, apart from the files that are generated here.
type generator struct {
	*model
	methods     map[string]string   // the results of each method, by `Type.name`
	fields      map[string]string   // the type of each field, by `Type.name`
	structs     map[string][]string // the names of the fields of each struct
	conversions map[string][]string // the functions with one parameter, by its type in C and the results
}

func newGenerator(m *model) *generator {
	g := &generator{m, map[string]string{}, map[string]string{}, map[string][]string{}, map[string][]string{}}
	for _, file := range found("*.go") {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "methods_") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, read(file), 0)
		if err != nil {
			log.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncDecl:
				g.readFunction(node)
			case *ast.TypeSpec:
				if s, ok := node.Type.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, name := range field.Names {
							g.structs[node.Name.Name] = append(g.structs[node.Name.Name], name.Name)
							g.fields[node.Name.Name+"."+name.Name] = source(field.Type)
						}
					}
				}
			}
			return true
		})
	}
	for _, table := range found("tools/methods/*.txt") {
		for _, line := range strings.Split(read(table), "\n") {
			line, call, _ := strings.Cut(line, " = ")
			if strings.HasPrefix(line, "func ") {
				g.readFunction(signature(line))
			} else if name := strings.TrimPrefix(line, "record "); name != line {
				from, _, _ := strings.Cut(call, "{")
				g.conversions["C.pcty_"+from+" to "+name] = []string{"read" + name}
			}
		}
	}
	return g
}

// signature returns the function of a signature in a table.
func signature(text string) *ast.FuncDecl {
	parsed, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text+"{}", 0)
	if err != nil {
		log.Fatalf("%s: %s", text, err)
	}
	return parsed.Decls[0].(*ast.FuncDecl)
}

func (g *generator) readFunction(f *ast.FuncDecl) {
	name, of := f.Name.Name, ""
	if f.Recv != nil {
		of = strings.TrimPrefix(source(f.Recv.List[0].Type), "*") + "."
		g.methods[of+name] = typesOf(f.Type.Results)
	}
	if takes := typesOf(f.Type.Params); strings.Contains(takes, "C.") && !strings.Contains(takes, ",") {
		key := takes + " to " + typesOf(f.Type.Results)
		g.conversions[key] = append(g.conversions[key], of+name)
	}
}

// source returns the text of a node.
func source(node ast.Node) string {
	var text strings.Builder
	if err := printer.Fprint(&text, token.NewFileSet(), node); err != nil {
		log.Fatal(err)
	}
	return text.String()
}

// typesOf returns the types of parameters or results.
func typesOf(list *ast.FieldList) string {
	var types []string
	if list != nil {
		for _, field := range list.List {
			types = append(types, source(field.Type))
			for range field.Names[min(1, len(field.Names)):] {
				types = append(types, source(field.Type))
			}
		}
	}
	return strings.Join(types, ", ")
}

// named returns the types of parameters by name.
func named(list *ast.FieldList) map[string]string {
	types := map[string]string{}
	for _, field := range list.List {
		for _, name := range field.Names {
			types[name.Name] = strings.Replace(source(field.Type), "...", "[]", 1)
		}
	}
	return types
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// file returns the text of the file for a table.
func (g *generator) file(table, name string) string {
	features := ""
	if name != "core" && name != "hcl" {
		features = strings.ReplaceAll(name, "_", ",")
	}
	written := goFile("methods.go from "+table, features) + "// #include \"shims.h\"\n// #include \"handmade.h\"\nimport \"C\"\n"
	comment := ""
	for at, line := range strings.Split(read(table), "\n") {
		switch {
		case strings.HasPrefix(line, "//"):
			comment += line + "\n"
		case strings.HasPrefix(line, "func "):
			m := method{generator: g, where: fmt.Sprintf("%s:%d", table, at+1)}
			written += "\n" + m.declaration(line, comment) + "\n"
			comment = ""
		case strings.HasPrefix(line, "record "):
			m := method{generator: g, where: fmt.Sprintf("%s:%d", table, at+1)}
			written += "\n" + m.record(strings.TrimPrefix(line, "record ")) + "\n"
		case line != "":
			log.Fatalf("%s:%d: expected a function", table, at+1)
		}
	}
	return written
}

// A method is a function under construction.
type method struct {
	*generator
	where    string
	receiver string
	types    map[string]string // those of the receiver and the parameters
	noun     string            // the first parameter of the function in C
	changes  bool              // whether the receiver is changed
	several  bool              // whether there are several calls
	before   []string          // statements before the call
	inUse    map[string]string // the argument for each handle
}

// A result is the result of a call, or a member of it.
type result struct {
	text, kind string // the expression in Go and its type in C
	summary    string
	isBorrowed bool
	fails      bool   // whether there is an error in addition
	out        string // the type of the object in a go_out or go_called
}

func (m *method) fail(format string, args ...any) {
	log.Fatalf("%s: %s", m.where, fmt.Sprintf(format, args...))
}

func (m *method) declaration(line, comment string) string {
	head, call, _ := strings.Cut(line, " = ")
	declared := signature(head)
	expression, err := parser.ParseExpr(call)
	if err != nil {
		m.fail("%s", err)
	}
	m.types, m.inUse = named(declared.Type.Params), map[string]string{}
	m.types["at"] = "int"
	if declared.Recv != nil {
		m.receiver = declared.Recv.List[0].Names[0].Name
		m.types[m.receiver] = source(declared.Recv.List[0].Type)
		_, m.changes = m.methods[strings.TrimPrefix(m.types[m.receiver], "*")+".change"]
		m.changes = m.changes && typesOf(declared.Type.Results) == "error"
	}
	if strings.HasPrefix(declared.Name.Name, "take") {
		taken := declared.Type.Params.List[0]
		m.before = []string{fmt.Sprintf("defer %s_free(%s)", strings.TrimPrefix(source(taken.Type), "*"), taken.Names[0].Name)}
	}
	body, summary := m.body(expression, typesOf(declared.Type.Results))
	if comment == "" && declared.Name.IsExported() {
		comment = m.comment(declared.Name.Name, summary)
	}
	return comment + head + " {\n" + strings.Join(append(m.before, body), "\n") + "\n}"
}

// body returns the last statements of a function, and the summary of its result.
func (m *method) body(expression ast.Expr, results string) (body, summary string) {
	if call, ok := expression.(*ast.CallExpr); ok && source(call.Fun) == "list" {
		m.several = true
		count, item := m.value(call.Args[0], "int"), m.value(call.Args[1], strings.TrimPrefix(results, "[]"))
		read := ""
		if item.fails {
			at := strings.LastIndex(item.text, ")") + 1
			read = "read := " + item.text[:at] + "\nif read.error != nil {\npanic(newError(read.error))\n}\n"
			item.text = "read" + item.text[at:]
		}
		return fmt.Sprintf("found := make(%s, int(%s))\nfor at := range found {\n%sfound[at] = %s\n}\nreturn found",
			results, count.text, read, m.converted(item, strings.TrimPrefix(results, "[]"))), item.summary
	}
	value := m.value(expression, results)
	switch {
	case m.changes:
		c := m.functions["pcty_"+source(expression.(*ast.CallExpr).Fun)].Parameters[0].Type
		return fmt.Sprintf("return %s.change(func(p %s) *C.pcty_error { return %s })", m.receiver, inGo(c), value.text), value.summary
	case results == "":
		return value.text, value.summary
	}
	return "return " + m.converted(value, results), value.summary
}

var word = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// record returns the function of a line for a record.
func (m *method) record(line string) string {
	name, given, _ := strings.Cut(line, " = ")
	if !strings.HasSuffix(given, "}") {
		given += "{}"
	}
	parsed, err := parser.ParseExpr(given)
	if err != nil {
		m.fail("%s", err)
	}
	literal := parsed.(*ast.CompositeLit)
	renamed := map[string]string{}
	for _, element := range literal.Elts {
		pair := element.(*ast.KeyValueExpr)
		renamed[source(pair.Key)] = source(pair.Value)
	}
	from := result{text: "from", kind: "C.pcty_" + source(literal.Type)}
	text := fmt.Sprintf("func read%s(from %s) %[1]s {\nreturn %[1]s{\n", name, from.kind)
	for _, field := range m.structs[name] {
		member, ok := renamed[field]
		if !ok {
			member = strings.ToLower(word.ReplaceAllString(field, "${1}_$2"))
		}
		text += field + ": " + m.converted(m.member(from, member), m.fields[name+"."+field]) + ",\n"
	}
	return text + "}\n}"
}

// member returns a member of a struct, by its name without is_ or has_, as cgo names it.
func (m *method) member(of result, name string) result {
	for _, member := range m.members[strings.TrimPrefix(of.kind, "C.")] {
		if plain := strings.TrimPrefix(strings.TrimPrefix(member.Name, "is_"), "has_"); name == member.Name || name == plain {
			name = member.Name
			if token.IsKeyword(name) {
				name = "_" + name
			}
			return result{of.text + "." + name, inGo(member.Type), member.Summary, strings.HasPrefix(member.Type, "const "), of.fails, ""}
		}
	}
	m.fail("%s has no member %s", of.kind, name)
	return of
}

// inGo returns a type of C as cgo names it.
func inGo(ctype string) string {
	if strings.HasSuffix(ctype, "*") {
		return "*C." + bare(ctype)
	}
	return "C." + ctype
}

// value returns a call, or a member of a struct that it writes, as cgo names the member.
func (m *method) value(expression ast.Expr, results string) result {
	if selected, ok := expression.(*ast.SelectorExpr); ok {
		of := m.value(selected.X, results)
		return m.member(of, strings.TrimPrefix(selected.Sel.Name, "_"))
	}
	call, ok := expression.(*ast.CallExpr)
	if !ok {
		m.fail("expected a call, found %s", source(expression))
	}
	name := source(call.Fun)
	f, ok := m.functions["pcty_"+strings.TrimSuffix(strings.TrimPrefix(name, "run_"), "_diagnosed")]
	if !ok {
		m.fail("the model has no function pcty_%s", name)
	}
	if len(f.Parameters) > 0 {
		m.noun = f.Parameters[0].Name
	}
	args, needsShim := m.arguments(f, call.Args)
	value := m.result(f, name)
	needsShim = needsShim || value.kind != inGo(f.Result)
	if value.isBorrowed && m.borrowing(value.kind, results) == "" {
		needsShim, value.isBorrowed = true, false // a shim clones
	}
	prefix := "C.pcty_"
	if needsShim {
		prefix = "C.go_"
	}
	shimmed := prefix + name + "(" + strings.Join(args, ", ") + ")"
	value.text, value.summary = shimmed+value.text, f.Contract.Summary
	return value
}

// result returns the result of a shim as tools/shims.go defines it, whose text is the selector of an
// output.
func (m *method) result(f function, name string) result {
	var outs []param
	fails := false
	for _, p := range f.Parameters {
		switch {
		case p.Direction == "error":
			fails = true
		case p.Direction == "out" && (p.Name != "diagnostics" || strings.HasSuffix(name, "_diagnosed")):
			p.Type = strings.TrimSpace(strings.TrimSuffix(p.Type, "*"))
			outs = append(outs, p)
		}
	}
	isHandle := func(ctype string) bool { return m.handles[bare(ctype)] }
	switch {
	case strings.HasPrefix(name, "run_"):
		if strings.HasSuffix(name, "_diagnosed") {
			m.fail("a call with diagnostics and causes is not supported")
		}
		if len(outs) > 0 {
			return result{kind: "C.go_called", out: outs[0].Type}
		}
		return result{kind: "C.go_called"}
	case fails && len(outs) == 0:
		return result{kind: "*C.pcty_error"}
	case fails && len(outs) == 1 && isHandle(outs[0].Type):
		return result{kind: "C.go_out", out: outs[0].Type}
	case fails && len(outs) == 2 && isHandle(outs[0].Type) && isHandle(outs[1].Type):
		return result{kind: "C.go_outs"}
	case fails && len(outs) == 1 && m.members[outs[0].Type] == nil:
		return result{kind: "C.go_answer"}
	case len(outs) == 1:
		return result{text: "." + outs[0].Name, kind: inGo(outs[0].Type), fails: fails}
	case strings.HasSuffix(f.Result, "pcty_value *"):
		return result{kind: "C.go_found"}
	}
	return result{kind: inGo(f.Result), isBorrowed: strings.HasPrefix(f.Result, "const ")}
}

// arguments returns the arguments of a shim, and whether the function has parameters that only a
// shim converts.
func (m *method) arguments(f function, given []ast.Expr) (args []string, needsShim bool) {
	at := 0
	for i := 0; i < len(f.Parameters); i++ {
		p := f.Parameters[i]
		if p.Direction == "out" || p.Direction == "error" {
			needsShim = true
			continue
		}
		if at == len(given) {
			m.fail("%s needs an argument for %s", f.Name, p.Name)
		}
		passed, isShims, isCounted := m.argument(p, given[at])
		args, needsShim = append(args, passed...), needsShim || isShims
		if isCounted {
			i++
		}
		at++
	}
	if at < len(given) {
		m.fail("%s has no parameter for %s", f.Name, source(given[at]))
	}
	return args, needsShim
}

// argument returns the C arguments for one argument, whether only a shim takes them, and whether the
// number of elements is a part of it.
func (m *method) argument(p param, given ast.Expr) (passed []string, isShims, isCounted bool) {
	text := source(given)
	if call, ok := given.(*ast.CallExpr); ok {
		if result := m.methods[m.typeOf(call.Fun)]; !strings.HasPrefix(result, "C.") {
			m.fail("%s is not a call for an argument", text)
		}
		return []string{text}, strings.HasSuffix(p.Type, "*"), false
	}
	if name, ok := given.(*ast.Ident); ok && m.types[name.Name] == "" && strings.ToUpper(text) == text {
		return []string{"C.PCTY_" + text}, false, false
	}
	if _, ok := given.(*ast.BasicLit); ok || text == "nil" || text == "true" || text == "false" {
		return []string{text}, p.Type == "pcty_str", false
	}
	switch kind := m.typeOf(given); {
	case strings.HasPrefix(kind, "*C."):
		return []string{text}, false, false
	case m.changes && text == m.receiver:
		return []string{"p"}, true, false
	case strings.HasPrefix(kind, "*"):
		return []string{m.handle(text, kind[1:])}, false, false
	case strings.HasPrefix(kind, "[]*"):
		name := strings.TrimPrefix(kind, "[]*")
		m.before = append(m.before,
			fmt.Sprintf("%sPointers, %[1]sCount := use%ss(%[1]s).args()", text, name), fmt.Sprintf("defer done%ss(%s)", name, text))
		return []string{text + "Pointers", text + "Count"}, true, true
	case kind == "[]string":
		m.before = append(m.before, fmt.Sprintf("%sText, %[1]sLengths, %[1]sCount := pack(%[1]s).args()", text))
		return []string{text + "Text", text + "Lengths", text + "Count"}, true, true
	case kind == "[]byte":
		return []string{"asText(" + text + ")"}, true, p.Type != "pcty_str"
	case kind == "string":
		return []string{text}, true, false
	}
	if m.typeOf(given) == inGo(p.Type) {
		return []string{text}, false, false
	}
	return []string{inGo(p.Type) + "(" + text + ")"}, false, false
}

// typeOf returns the type of a parameter or a field, or the name of a method with its type.
func (m *method) typeOf(expression ast.Expr) string {
	if selected, ok := expression.(*ast.SelectorExpr); ok {
		name := strings.TrimPrefix(m.typeOf(selected.X), "*") + "." + selected.Sel.Name
		if kind, ok := m.fields[name]; ok {
			return kind
		}
		return name
	}
	kind, ok := m.types[source(expression)]
	if !ok {
		m.fail("%s is not a parameter", source(expression))
	}
	return kind
}

// handle returns the C argument for a handle of the package.
func (m *method) handle(text, kind string) string {
	if passed, ok := m.inUse[text]; ok {
		return passed
	}
	plain := strings.ReplaceAll(text, ".", "_") + "InUse"
	if strings.HasSuffix(m.methods[kind+".now"], ", usage") {
		m.before = append(m.before, fmt.Sprintf("%s, state := %s.now()", plain, text), "defer state.done()")
		m.inUse[text] = plain
		return plain
	}
	if m.methods[kind+".use"] == "" {
		m.fail("%s has no method use", kind)
	}
	m.before = append(m.before, "defer "+text+".done()")
	passed := text + ".use()"
	if m.several || m.changes {
		m.before = append(m.before, plain+" := "+passed)
		passed = plain
	}
	m.inUse[text] = passed
	return passed
}

// borrowing returns the conversion that reads or copies a borrowed object, if there is one.
func (m *method) borrowing(kind, results string) string {
	for _, name := range m.conversions[kind+" to "+results] {
		if strings.HasPrefix(name, "read") || strings.HasPrefix(name, "copy") && kind != "*C.pcty_type" {
			return name
		}
	}
	return ""
}

// taking returns the conversion that takes the result of a call, if there is one. It may be a method
// of the receiver.
func (m *method) taking(kind, results string) string {
	for _, name := range m.conversions[kind+" to "+results] {
		of, method, isMethod := strings.Cut(name, ".")
		if isMethod && of == strings.TrimPrefix(m.types[m.receiver], "*") {
			return m.receiver + "." + method
		}
		if !isMethod && !strings.HasPrefix(name, "copy") && !strings.HasPrefix(name, "diagnostics") {
			return name
		}
	}
	return ""
}

// converted returns the results of the Go function for a result of the library.
func (m *method) converted(value result, results string) string {
	reads, takes := m.borrowing(value.kind, results), m.taking(value.kind, results)
	out := inGo(value.out)
	first := strings.TrimSuffix(results, ", error")
	zero := "nil"
	if first == "string" {
		zero = `""`
	}
	switch {
	case value.isBorrowed && reads != "":
		return reads + "(" + value.text + ")"
	case value.isBorrowed && value.kind == "*C.pcty_value":
		return "foundValue(C.go_value_cloned(" + value.text + "))"
	case value.isBorrowed && takes != "":
		return fmt.Sprintf("%s(C.%s_clone(%s))", takes, strings.TrimPrefix(value.kind, "*C."), value.text)
	case takes != "":
		return takes + "(" + value.text + ")"
	case m.taking("*"+value.kind, results) != "":
		m.before = append(m.before, "made := "+value.text)
		return m.taking("*"+value.kind, results) + "(&made)"
	case value.kind == "C.go_answer" && first != results:
		return "answeredAs[" + first + "](" + value.text + ")"
	case value.kind == "C.go_out" && first != results && m.taking(out, first) != "":
		m.before = append(m.before, "made := "+value.text, "if made.error != nil {\nreturn "+zero+", newError(made.error)\n}")
		return fmt.Sprintf("%s((%s)(made.out)), nil", m.taking(out, first), out)
	case value.kind == "C.go_called" && first != results && m.taking(out, first) != "":
		m.before = append(m.before, "made := "+value.text, "if err := failedFor(&made); err != nil {\nreturn "+zero+", err\n}")
		return fmt.Sprintf("%s((%s)(made.out)), nil", m.taking(out, first), out)
	case strings.ContainsAny(value.kind+results, "*[, "):
		m.fail("no function takes %s and returns %s", value.kind, results)
	}
	return results + "(" + value.text + ")"
}

// comment returns the comment of a function for a summary of the model.
func (m *method) comment(name, summary string) string {
	if summary == "" || strings.ContainsAny(summary, "`_") || strings.Contains(summary, "NULL") {
		m.fail("the summary needs a comment in place of it: %s", summary)
	}
	switch verb, rest, _ := strings.Cut(summary, " "); {
	case strings.HasPrefix(rest, "whether "):
		summary = "reports " + rest
	case verb == "Creates" || verb == "Formats":
		summary = "returns " + rest
	case strings.HasSuffix(verb, "s"):
		summary = strings.ToLower(verb) + " " + rest
	default:
		summary = "returns " + strings.ToLower(verb) + " " + rest
	}
	if m.receiver != "" {
		summary = strings.NewReplacer(" a "+m.noun+" ", " the "+m.noun+" ", " an "+m.noun+" ", " the "+m.noun+" ").Replace(summary)
	}
	return commented("", name+" "+summary)
}
