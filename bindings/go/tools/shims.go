package main

import (
	"fmt"
	"log"
	"regexp"
	"sort"
	"strings"
)

const shimsHead = `// The shims of the functions that this package calls, each the call of one function of the
// library. Generated from the headers in include/ by tools/shims.go; not to be edited.

#ifndef POLYCTY_GO_SHIMS_H
#define POLYCTY_GO_SHIMS_H

#include "callbacks.h"
#include "results.h"
`

// writeShims writes shims.h: for each library function that the package calls as C.go_…, a shim that
// makes the call in one crossing of the boundary. It also writes handles.h, which declares that no
// handle contains Go pointers.
//
// C.go_f calls pcty_f with the same arguments in the same order, and C.go_run_f does the same for a
// call that may run Go functions. `argument` defines the conversion of arguments from Go to C, and
// `result` the conversion of results, which are always returned by value. Shims that handmade.h or
// one of its parts defines are not generated. Shims for a language are inside the condition of
// languages.h.
func writeShims(m *model) {
	write("shims.h", m.shims(called()))
	write("handles.h", m.completed())
}

var (
	optional    = regexp.MustCompile(`_(?:diagnosed|explained)$`)
	usePattern  = regexp.MustCompile(`\bC\.go_(\w+)\(`)
	namePattern = regexp.MustCompile(`\bgo_(\w+)\(`)
)

// handwritten returns the headers that define shims by hand.
func handwritten() []string {
	return append(found("handmade*.h"), "callbacks.h", "callbacks_made.h")
}

// called returns the names of the shims that the package needs, without go_, in order.
func called() []string {
	done := map[string]bool{}
	for _, header := range handwritten() {
		for _, found := range namePattern.FindAllStringSubmatch(read(header), -1) {
			done[found[1]] = true
		}
	}
	var names []string
	for _, file := range found("*.go") {
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

// needs returns the features that a function needs, each followed by a space: its own and those of
// the types in its signature.
func (m *model) needs(f function) string {
	set := map[string]bool{f.feature: true, m.features[bare(f.Result)]: true}
	for _, p := range f.Parameters {
		set[m.features[bare(p.Type)]] = true
	}
	delete(set, "")
	var needs []string
	for feature := range set {
		needs = append(needs, strings.ToUpper(feature)+" ")
	}
	sort.Strings(needs)
	return strings.Join(needs, "")
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

const handlesHead = `// The structs of the handles, as cgo reads them: without pointers. For a pointer to an incomplete
// struct, cgo would search the target for Go pointers on each call, and allocate for that.
// Generated from the headers in include/ by tools/shims.go; not to be edited.

#ifndef POLYCTY_GO_HANDLES_H
#define POLYCTY_GO_HANDLES_H

#include "languages.h"

`

// completed returns the text of handles.h.
func (m *model) completed() string {
	var names []string
	for name := range m.handles {
		names = append(names, name)
	}
	sort.Strings(names)
	structs := map[string]string{}
	for _, name := range names {
		needs := m.needs(function{feature: m.features[name]})
		if needs != "" && structs[needs] == "" {
			structs[needs] = "\n"
		}
		structs[needs] += "struct " + name + " { char behind; };\n"
	}
	return handlesHead + grouped(structs) + "\n#endif\n"
}

func (m *model) shims(names []string) string {
	shims := map[string]string{}
	for _, name := range names {
		calls := "pcty_" + optional.ReplaceAllString(strings.TrimPrefix(name, "run_"), "")
		f, found := m.functions[calls]
		if !found {
			log.Fatalf("the package calls C.go_%s, but no header has %s and handmade.h not go_%s", name, calls, name)
		}
		shims[m.needs(f)] += "\n" + m.shim(name, calls, f)
	}
	return shimsHead + grouped(shims) + "\n#endif\n"
}

// isNumber reports whether a type fits a go_answer.
func (m *model) isNumber(ctype string) bool {
	switch ctype {
	case "bool", "size_t", "int64_t", "uint32_t", "uint64_t":
		return true
	}
	return m.groups[ctype] != nil
}

// A shim is a shim under construction.
type shim struct {
	takes  []string // its parameters
	passes []string // the arguments of its call
	before []string // statements before the call
	after  []string // statements after the call
	gives  []param  // outputs of the call except the error
	fails  bool
	suffix string // that of its name if it returns an optional output
}

func (m *model) shim(name, calls string, f function) string {
	s := shim{suffix: optional.FindString(name)}
	for at, p := range f.Parameters {
		var next param
		if at+1 < len(f.Parameters) {
			next = f.Parameters[at+1]
		}
		if at > 0 && isBytes(f.Parameters[at-1], p) {
			continue // added together with its pointer
		}
		m.argument(&s, p, next)
	}
	result, body := m.result(&s, name, calls, f.Result)
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
//	options with texts           their members, as these arguments; callbacks are set if the number
//	                             of their data is not 0
//	diagnostics, an explanation  omitted: they are results of a shim whose name ends in _diagnosed or
//	                             _explained; otherwise diagnostics fail the call
//	an output                    omitted: it is a result
//	anything else                as in C
func (m *model) argument(s *shim, p, next param) {
	take := func(ctype, name, passed string) {
		s.takes = append(s.takes, spaced(ctype)+name)
		s.passes = append(s.passes, passed)
	}
	bare := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(p.Type, "const "), "*"))
	switch {
	case p.Type == "pcty_error **" && p.Name == "error":
		s.fails = true
		s.passes = append(s.passes, "&error")
	case p.Name == "diagnostics" && s.suffix != "_diagnosed" || p.Name == "explanation" && s.suffix != "_explained":
		s.passes = append(s.passes, "NULL")
	case p.Type == "pcty_str":
		take("_GoString_", p.Name, "GO_STR("+p.Name+")")
	case isBytes(p, next):
		take("_GoString_", p.Name, fmt.Sprintf("(const uint8_t *)_GoStringPtr(%s), _GoStringLen(%[1]s)", p.Name))
	case p.Type == "const pcty_str *":
		s.takes = append(s.takes, "const char *"+p.Name, "const size_t *"+p.Name+"_lengths")
		s.passes = append(s.passes, p.Name+"_texts")
		s.before = append(s.before, fmt.Sprintf("pcty_str *%s_texts = go_texts(%[1]s, %[1]s_lengths, count);", p.Name))
		s.after = append(s.after, "free("+p.Name+"_texts);")
	case strings.HasSuffix(p.Type, " *const *"):
		take("const uintptr_t *", p.Name, "("+p.Type+")"+p.Name)
	case m.callbacks[p.Type]:
		s.passes = append(s.passes, "go_"+strings.TrimPrefix(p.Type, "pcty_"))
	case p.Type == "void *":
		take("uintptr_t", p.Name, "(void *)"+p.Name)
	case p.Direction == "in" && m.hasTexts(bare):
		s.before = append(s.before, bare+" "+p.Name+" = {0};", p.Name+".struct_size = sizeof "+p.Name+";")
		m.flatten(s, p.Name, m.members[bare][1:])
		s.passes = append(s.passes, "&"+p.Name)
	case strings.HasSuffix(bare, "_options"):
		take(bare, p.Name, "&"+p.Name)
		s.before = append(s.before, p.Name+".struct_size = sizeof "+p.Name+";")
	case strings.HasSuffix(p.Type, "*") && !strings.HasPrefix(p.Type, "const ") &&
		!m.handles[bare] && p.Type != "uint8_t *":
		given := strings.TrimSpace(strings.TrimSuffix(p.Type, "*"))
		zero := "0"
		switch {
		case strings.HasSuffix(given, "*"):
			zero = "NULL"
		case !m.isNumber(given) && given != "double":
			zero = "{0}"
		}
		s.gives = append(s.gives, param{Type: given, Name: p.Name})
		s.passes = append(s.passes, "&"+p.Name)
		s.before = append(s.before, fmt.Sprintf("%s%s = %s;", spaced(given), p.Name, zero))
		if members := m.members[given]; len(members) > 0 && members[0].Name == "struct_size" {
			s.before = append(s.before, p.Name+".struct_size = sizeof "+p.Name+";")
		}
	default:
		take(p.Type, p.Name, p.Name)
	}
}

// hasTexts reports whether a type is a struct with its own size and with texts, which Go may not pass
// inside of a struct.
func (m *model) hasTexts(ctype string) bool {
	members := m.members[ctype]
	for _, member := range members {
		if bare(member.Type) == "pcty_str" && members[0].Name == "struct_size" {
			return true
		}
	}
	return false
}

// flatten adds the members of a struct as arguments.
func (m *model) flatten(s *shim, name string, members []param) {
	set := func(member, value string) { s.before = append(s.before, name+"."+member+" = "+value+";") }
	take := func(ctype, taken string) { s.takes = append(s.takes, spaced(ctype)+taken) }
	data := ""
	for _, member := range members {
		if member.Type == "void *" {
			data = member.Name
		}
	}
	for at := 0; at < len(members); at++ {
		p := members[at]
		switch {
		case p.Type == "pcty_str":
			take("_GoString_", p.Name)
			set(p.Name, "GO_OPTION("+p.Name+")")
		case p.Type == "const pcty_str *":
			at++
			count := members[at].Name
			take("const char *", p.Name)
			take("const size_t *", p.Name+"_lengths")
			take("size_t", count)
			s.before = append(s.before, fmt.Sprintf("pcty_str *%s_texts = go_texts(%[1]s, %[1]s_lengths, %s);", p.Name, count))
			s.after = append(s.after, "free("+p.Name+"_texts);")
			set(p.Name, p.Name+"_texts")
			set(count, count)
		case m.callbacks[p.Type]:
			set(p.Name, data+" == 0 ? NULL : go_"+strings.TrimPrefix(p.Type, "pcty_"))
		case p.Type == "void *":
			take("uintptr_t", p.Name)
			set(p.Name, "(void *)"+p.Name)
		default:
			take(p.Type, p.Name)
			set(p.Name, p.Name)
		}
	}
}

func isBytes(p, next param) bool {
	return p.Type == "const uint8_t *" && next.Type == "size_t" && next.Name == "count"
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
func (m *model) result(s *shim, name, calls, result string) (string, []string) {
	call := calls + "(" + strings.Join(s.passes, ", ") + ")"
	if s.fails {
		// The error indicates whether the call failed.
		call = "PCTY_IGNORE(" + call + ")"
		s.before = append(s.before, "pcty_error *error = NULL;")
	}
	var fields []string
	handles := 0
	for _, given := range s.gives {
		field := given.Name
		switch {
		case given.Type == "void *":
			field = "(uintptr_t)" + field
		case m.handles[strings.TrimSuffix(given.Type, " *")]:
			handles++
		}
		fields = append(fields, field)
	}
	record := func(kind string, fields ...string) string {
		return "return (" + kind + "){" + strings.Join(fields, ", ") + "};"
	}
	only := handles == len(s.gives)
	value := len(s.gives) > 0 && s.gives[0].Type == "pcty_value *"
	made := func(kind, maker string, fields ...string) string {
		if value {
			return "return " + maker + "(" + strings.Join(fields, ", ") + ");"
		}
		return record(kind, fields...)
	}
	switch {
	case strings.HasPrefix(name, "run_"):
		if result != "pcty_status" || !s.fails || !only || handles > 2 {
			log.Fatalf("go_%s has no place for what %s gives", name, calls)
		}
		for len(fields) < 2 {
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
	case result == "pcty_status" && s.fails && len(s.gives) == 1 && m.isNumber(s.gives[0].Type):
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
	case strings.HasPrefix(result, "const ") && m.handles[handle]:
		call, result = handle+"_clone("+call+")", handle+" *"
	case result == "void *":
		call, result = "(uintptr_t)"+call, "uintptr_t"
	}
	if len(s.gives) > 0 {
		kind, own := "go_"+name+"_result", "result"
		if result == "bool" {
			own = "found"
		}
		s.gives = append([]param{{Type: result, Name: own}}, s.gives...)
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
		if given.Type == "void *" {
			given.Type = "uintptr_t"
		}
		text += "    " + spaced(given.Type) + given.Name + ";\n"
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
