//go:build ignore

// Generates shims.h: for each library function that the package calls as C.go_…, a shim that makes
// the call in one crossing of the boundary, from the declarations in the headers in include/. Also
// generates handles.h, which declares that no handle contains Go pointers. A test compares both
// files with the generator's output.
//
//	go run tools/shims.go          renews the files
//	go run tools/shims.go --check  fails if one is not up to date
//
// C.go_f calls pcty_f with the same arguments in the same order, and C.go_run_f does the same for a
// call that may run Go functions. `argument` defines the conversion of arguments from Go to C, and
// `result` the conversion of results, which are always returned by value. Shims that handmade.h or
// one of its parts defines are not generated. Shims for a language are inside the condition of
// languages.h.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strings"
)

const head = `// The shims of the functions that this package calls, each the call of one function of the
// library. Generated from the headers in include/ by tools/shims.go; not to be edited.

#ifndef POLYCTY_GO_SHIMS_H
#define POLYCTY_GO_SHIMS_H

#include "callbacks.h"
#include "results.h"
`

func main() {
	log.SetFlags(0)
	_, self, _, _ := runtime.Caller(0)
	folder := filepath.Dir(filepath.Dir(self))
	declared := readHeaders(filepath.Join(folder, "..", "..", "include"))
	for name, written := range map[string]string{
		"shims.h": generate(declared, called(folder)), "handles.h": declared.completed(),
	} {
		target := filepath.Join(folder, name)
		if len(os.Args) > 1 && os.Args[1] == "--check" {
			if text, err := os.ReadFile(target); err != nil || string(text) != written {
				log.Fatalf("bindings/go/%s is not up to date; run `make header`", name)
			}
		} else if err := os.WriteFile(target, []byte(written), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

func read(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	return string(text)
}

var (
	usePattern  = regexp.MustCompile(`\bC\.go_(\w+)\(`)
	namePattern = regexp.MustCompile(`\bgo_(\w+)\(`)
)

// handwritten returns the headers that define shims by hand.
func handwritten(folder string) []string {
	headers, err := filepath.Glob(filepath.Join(folder, "handmade*.h"))
	if err != nil {
		log.Fatal(err)
	}
	return append(headers, filepath.Join(folder, "callbacks.h"), filepath.Join(folder, "callbacks_made.h"))
}

// called returns the names of the shims that the package needs, without go_, in order.
func called(folder string) []string {
	done := map[string]bool{}
	for _, header := range handwritten(folder) {
		for _, found := range namePattern.FindAllStringSubmatch(read(header), -1) {
			done[found[1]] = true
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		log.Fatal(err)
	}
	var names []string
	for _, file := range files {
		for _, found := range usePattern.FindAllStringSubmatch(read(file), -1) {
			if !done[found[1]] {
				done[found[1]] = true
				names = append(names, found[1])
			}
		}
	}
	sort.Strings(names)
	return names
}

// headers are the declarations in the headers that a shim depends on.
type headers struct {
	functions map[string]function
	handles   map[string]bool // the types that Go has as a pointer
	needs     map[string]string
	records   map[string]bool // the structs that contain their own size
	callbacks map[string]bool
	numbers   map[string]bool // the types that fit a go_answer
}

type function struct {
	result string
	params []param
	needs  string // the features of the enclosing conditions, each followed by a space
}

type param struct{ ctype, name string }

var (
	includePattern   = regexp.MustCompile(`^#include "(.*)"`)
	conditionPattern = regexp.MustCompile(`^#if(?:def PCTY_HAS_(\w+))?`)
	declaredPattern  = regexp.MustCompile(`^(?:(?:const )?\w+[ *]+pcty_(\w+)\(|typedef struct (pcty_\w+) )`)
	commentPattern   = regexp.MustCompile(`(?m)^\s*//.*\n`)
	functionPattern  = regexp.MustCompile(`(?m)^((?:const )?\w+[ *]+)pcty_(\w+)\(([^;{]*?)\);`)
	handlePattern    = regexp.MustCompile(`(?m)^typedef struct (pcty_\w+) pcty_\w+;`)
	recordPattern    = regexp.MustCompile(`(?m)^typedef struct \{\s*uint32_t struct_size;[^}]*\} (pcty_\w+);`)
	callbackPattern  = regexp.MustCompile(`(?m)^typedef [\w ]+?[ *]+\(\*(pcty_\w+)\)\(`)
	numberPattern    = regexp.MustCompile(`(?m)^typedef (?:uint(?:32|64)_t|enum) (pcty_\w+)[; ]`)
	parameterPattern = regexp.MustCompile(`^(.*?)(\w+)$`)
)

// included returns the text of polycty.h with each #include replaced by the text of its header,
// without the guard of polycty.h, and the text of the header for bindings.
func included(include string) string {
	var text string
	for _, line := range strings.SplitAfter(read(filepath.Join(include, "polycty.h")), "\n") {
		switch found := includePattern.FindStringSubmatch(line); {
		case found != nil:
			text += read(filepath.Join(include, found[1]))
		case strings.HasPrefix(line, "#ifdef PCTY_HAS_") || line == "#endif\n":
			text += line
		}
	}
	return text + read(filepath.Join(include, "polycty", "bindings.h"))
}

// conditions returns the features that each function and each handle needs: those of the conditions
// around its declaration, each followed by a space.
func conditions(text string) map[string]string {
	needs := map[string]string{}
	var around []string // one entry for each open condition, empty for one without a feature
	for _, line := range strings.Split(text, "\n") {
		if found := conditionPattern.FindStringSubmatch(line); found != nil {
			around = append(around, found[1])
		} else if strings.HasPrefix(line, "#endif") {
			around = around[:len(around)-1]
		} else if found := declaredPattern.FindStringSubmatch(line); found != nil {
			var all string
			for _, feature := range around {
				if feature != "" {
					all += feature + " "
				}
			}
			needs[found[1]+found[2]] = all
		}
	}
	return needs
}

// grouped sorts texts by the features that they need, and puts a condition around each group.
func grouped(texts map[string]string) string {
	var all []string
	for needs := range texts {
		all = append(all, needs)
	}
	sort.Strings(all)
	var text string
	for _, needs := range all {
		condition := "POLYCTY_GO_" + strings.Join(strings.Fields(needs), ") && defined(POLYCTY_GO_")
		switch {
		case needs == "":
			text += texts[needs]
		case strings.Contains(condition, " "):
			text += "\n#if defined(" + condition + ")\n" + texts[needs] + "\n#endif\n"
		default:
			text += "\n#ifdef " + condition + "\n" + texts[needs] + "\n#endif\n"
		}
	}
	return text
}

// readHeaders parses the headers. cbindgen writes them in a regular form: a prototype ends with a
// semicolon.
func readHeaders(include string) headers {
	text := included(include)
	needs := conditions(text)
	text = commentPattern.ReplaceAllString(text, "")
	names := func(pattern *regexp.Regexp, more ...string) map[string]bool {
		set := map[string]bool{}
		for _, found := range pattern.FindAllStringSubmatch(text, -1) {
			set[found[1]] = true
		}
		for _, name := range more {
			set[name] = true
		}
		return set
	}
	declared := headers{
		functions: map[string]function{},
		handles:   names(handlePattern),
		needs:     needs,
		records:   names(recordPattern),
		callbacks: names(callbackPattern),
		numbers:   names(numberPattern, "bool", "size_t", "int64_t", "uint32_t", "uint64_t"),
	}
	for _, found := range functionPattern.FindAllStringSubmatch(text, -1) {
		f := function{result: strings.TrimSpace(found[1]), needs: needs[found[2]]}
		for _, part := range strings.Split(found[3], ",") {
			part = strings.Join(strings.Fields(part), " ")
			if named := parameterPattern.FindStringSubmatch(part); named != nil && part != "void" {
				f.params = append(f.params, param{strings.TrimSpace(named[1]), named[2]})
			}
		}
		declared.functions[found[2]] = f
	}
	return declared
}

const handlesHead = `// The structs of the handles, as cgo reads them: without pointers. For a pointer to an incomplete
// struct, cgo would search the target for Go pointers on each call, and allocate for that.
// Generated from the headers in include/ by tools/shims.go; not to be edited.

#ifndef POLYCTY_GO_HANDLES_H
#define POLYCTY_GO_HANDLES_H

#include "languages.h"

`

// completed returns the text of handles.h.
func (d headers) completed() string {
	var names []string
	for name := range d.handles {
		names = append(names, name)
	}
	sort.Strings(names)
	structs := map[string]string{}
	for _, name := range names {
		needs := d.needs[name]
		if needs != "" && structs[needs] == "" {
			structs[needs] = "\n"
		}
		structs[needs] += "struct " + name + " { char behind; };\n"
	}
	return handlesHead + grouped(structs) + "\n#endif\n"
}

func generate(declared headers, names []string) string {
	shims := map[string]string{}
	for _, name := range names {
		calls := strings.TrimSuffix(strings.TrimPrefix(name, "run_"), "_diagnosed")
		f, found := declared.functions[calls]
		if !found {
			log.Fatalf("the package calls C.go_%s, but no header has pcty_%s and handmade.h not go_%s",
				name, calls, name)
		}
		shims[f.needs] += "\n" + declared.shim(name, "pcty_"+calls, f)
	}
	return head + grouped(shims) + "\n#endif\n"
}

// A shim is a shim under construction.
type shim struct {
	takes  []string // its parameters
	passes []string // the arguments of its call
	before []string // statements before the call
	after  []string // statements after the call
	gives  []param  // outputs of the call except the error
	fails  bool
	// diagnosed means that it returns diagnostics with a partial result. Otherwise they fail the call.
	diagnosed bool
}

func (d headers) shim(name, calls string, f function) string {
	s := shim{diagnosed: strings.HasSuffix(name, "_diagnosed")}
	for at, p := range f.params {
		var next param
		if at+1 < len(f.params) {
			next = f.params[at+1]
		}
		if at > 0 && isBytes(f.params[at-1], p) {
			continue // added together with its pointer
		}
		d.argument(&s, p, next)
	}
	result, body := d.result(&s, name, calls, f.result)
	var lines []string
	lines = append(append(append(lines, s.before...), body[:len(body)-1]...), s.after...)
	lines = append(lines, body[len(body)-1])
	takes := strings.Join(s.takes, ", ")
	if takes == "" {
		takes = "void"
	}
	text := s.record(result) + wrapped(fmt.Sprintf("static inline %sgo_%s(%s) {", spaced(result), name, takes))
	for _, line := range lines {
		text += wrapped("    " + line)
	}
	return text + "}\n"
}

// argument adds the conversion of an argument from Go to C:
//
//	a pcty_str                   a Go string
//	bytes and their number       a Go string with arbitrary bytes
//	an array of pcty_str         the texts as one text, and the length of each
//	an array of handles          their pointers as numbers, whose targets cgo does not check
//	a callback                   omitted: it is the function of callbacks.h of its name
//	its data                     the number of a cgo.Handle, which go_destroy deletes
//	options                      by value, without setting struct_size in Go
//	diagnostics                  omitted: they are results of a shim whose name ends in
//	                             _diagnosed, and fail the call in other shims
//	an output                    omitted: it is a result
//	anything else                as in C
func (d headers) argument(s *shim, p, next param) {
	take := func(ctype, name, passed string) {
		s.takes = append(s.takes, spaced(ctype)+name)
		s.passes = append(s.passes, passed)
	}
	bare := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(p.ctype, "const "), "*"))
	switch {
	case p.ctype == "pcty_error **" && p.name == "error":
		s.fails = true
		s.passes = append(s.passes, "&error")
	case p.ctype == "pcty_error **" && p.name == "diagnostics" && !s.diagnosed:
		s.passes = append(s.passes, "NULL")
	case p.ctype == "pcty_str":
		take("_GoString_", p.name, "GO_STR("+p.name+")")
	case isBytes(p, next):
		take("_GoString_", p.name, fmt.Sprintf("(const uint8_t *)_GoStringPtr(%s), _GoStringLen(%[1]s)", p.name))
	case p.ctype == "const pcty_str *":
		s.takes = append(s.takes, "const char *"+p.name, "const size_t *"+p.name+"_lengths")
		s.passes = append(s.passes, p.name+"_texts")
		s.before = append(s.before, fmt.Sprintf("pcty_str *%s_texts = go_texts(%[1]s, %[1]s_lengths, count);", p.name))
		s.after = append(s.after, "free("+p.name+"_texts);")
	case strings.HasSuffix(p.ctype, " *const *"):
		take("const uintptr_t *", p.name, "("+p.ctype+")"+p.name)
	case d.callbacks[p.ctype]:
		s.passes = append(s.passes, "go_"+strings.TrimPrefix(p.ctype, "pcty_"))
	case p.ctype == "void *":
		take("uintptr_t", p.name, "(void *)"+p.name)
	case strings.HasSuffix(bare, "_options"):
		take(bare, p.name, "&"+p.name)
		s.before = append(s.before, p.name+".struct_size = sizeof "+p.name+";")
	case strings.HasSuffix(p.ctype, "*") && !strings.HasPrefix(p.ctype, "const ") &&
		!d.handles[bare] && p.ctype != "uint8_t *":
		given := strings.TrimSpace(strings.TrimSuffix(p.ctype, "*"))
		zero := "0"
		switch {
		case strings.HasSuffix(given, "*"):
			zero = "NULL"
		case !d.numbers[given] && given != "double":
			zero = "{0}"
		}
		s.gives = append(s.gives, param{given, p.name})
		s.passes = append(s.passes, "&"+p.name)
		s.before = append(s.before, fmt.Sprintf("%s%s = %s;", spaced(given), p.name, zero))
		if d.records[given] {
			s.before = append(s.before, p.name+".struct_size = sizeof "+p.name+";")
		}
	default:
		take(p.ctype, p.name, p.name)
	}
}

func isBytes(p, next param) bool {
	return p.ctype == "const uint8_t *" && next == param{"size_t", "count"}
}

// result adds the conversion of the results of a call, and returns the shim's own result type and
// its statements:
//
//	only an error                the error
//	one or two handles           a go_out or go_outs; a go_called if Go functions may run. For one
//	                             value these include its storage
//	a number                     a go_answer
//	other outputs                a record with all of them, by their names in C; in addition `found`
//	                             is the result of a question, and `result` any other result
//	a borrowed handle            a handle owned by Go
//	a value                      a go_found
func (d headers) result(s *shim, name, calls, result string) (string, []string) {
	call := calls + "(" + strings.Join(s.passes, ", ") + ")"
	if s.fails {
		// The error indicates whether the call failed.
		call = "PCTY_IGNORE(" + call + ")"
		s.before = append(s.before, "pcty_error *error = NULL;")
	}
	var fields []string
	handles := 0
	for _, given := range s.gives {
		field := given.name
		switch {
		case given.ctype == "void *":
			field = "(uintptr_t)" + field
		case d.handles[strings.TrimSuffix(given.ctype, " *")]:
			handles++
		}
		fields = append(fields, field)
	}
	record := func(kind string, fields ...string) string {
		return "return (" + kind + "){" + strings.Join(fields, ", ") + "};"
	}
	only := handles == len(s.gives)
	value := len(s.gives) > 0 && s.gives[0].ctype == "pcty_value *"
	made := func(kind, maker string, fields ...string) string {
		if value {
			return "return " + maker + "(" + strings.Join(fields, ", ") + ");"
		}
		return record(kind, fields...)
	}
	switch {
	case strings.HasPrefix(name, "run_"):
		if result != "pcty_status" || !s.fails || !only || handles == 0 || handles > 2 {
			log.Fatalf("go_%s has no place for what %s gives", name, calls)
		}
		if handles == 1 {
			fields = append(fields, "NULL")
		}
		return "go_called", []string{
			"uintptr_t outer = go_causes_begin();", call + ";",
			"uintptr_t cause = go_causes_end(outer);", made("go_called", "go_value_called", append(fields, "error", "cause")...),
		}
	case result == "pcty_status" && s.fails && len(s.gives) == 0:
		return "pcty_error *", []string{call + ";", "return error;"}
	case result == "pcty_status" && s.fails && only && handles == 1:
		return "go_out", []string{call + ";", made("go_out", "go_value_made", append(fields, "error")...)}
	case result == "pcty_status" && s.fails && only && handles == 2:
		return "go_outs", []string{call + ";", record("go_outs", append(fields, "error")...)}
	case result == "pcty_status" && s.fails && len(s.gives) == 1 && d.numbers[s.gives[0].ctype]:
		return "go_answer", []string{call + ";", record("go_answer", "(uint64_t)"+fields[0], "error")}
	case result == "pcty_status" && s.fails:
		kind := "go_" + name + "_result"
		return kind, []string{call + ";", record(kind, append(fields, "error")...)}
	case s.fails:
		log.Fatalf("%s fails, but gives a %s", calls, result)
	}
	handle := strings.TrimSuffix(strings.TrimPrefix(result, "const "), " *")
	switch {
	case result == "const pcty_value *":
		call, result = "go_value_cloned("+call+")", "go_found"
	case result == "pcty_value *":
		call, result = "go_value_found("+call+")", "go_found"
	case strings.HasPrefix(result, "const ") && d.handles[handle]:
		call, result = handle+"_clone("+call+")", handle+" *"
	case result == "void *":
		call, result = "(uintptr_t)"+call, "uintptr_t"
	}
	if len(s.gives) > 0 {
		kind, own := "go_"+name+"_result", "result"
		if result == "bool" {
			own = "found"
		}
		s.gives = append([]param{{result, own}}, s.gives...)
		return kind, []string{
			spaced(result) + own + " = " + call + ";", record(kind, append([]string{own}, fields...)...),
		}
	}
	if len(s.after) > 0 {
		return result, []string{spaced(result) + "result = " + call + ";", "return result;"}
	}
	return result, []string{"return " + call + ";"}
}

// record returns the declaration of the shim's result type if it is its own.
func (s shim) record(kind string) string {
	if !strings.HasSuffix(kind, "_result") {
		return ""
	}
	text := "typedef struct {\n"
	for _, given := range s.gives {
		if given.ctype == "void *" {
			given.ctype = "uintptr_t"
		}
		text += "    " + spaced(given.ctype) + given.name + ";\n"
	}
	if s.fails {
		text += "    pcty_error *error;\n"
	}
	return text + "} " + kind + ";\n\n"
}

// wrapped returns a line, with a line break after an argument of its first parenthesis if it is too
// long.
func wrapped(line string) string {
	const room = 100
	if len(line) <= room {
		return line + "\n"
	}
	indent := strings.Repeat(" ", strings.Index(line, "(")+1)
	text, at := "", 0
	for _, part := range strings.SplitAfter(line, ", ") {
		if text != "" && at+len(strings.TrimSuffix(part, " ")) > room {
			text, at = strings.TrimSuffix(text, " ")+"\n"+indent, len(indent)
		}
		text, at = text+part, at+len(part)
	}
	return text + "\n"
}

// spaced returns a type for use before a name.
func spaced(ctype string) string {
	if strings.HasSuffix(ctype, "*") {
		return ctype
	}
	return ctype + " "
}
