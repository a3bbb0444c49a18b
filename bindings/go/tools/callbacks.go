package main

import (
	"fmt"
	"strings"
)

// writeCallbacks writes the C side of callbacks: callbacks_made.h declares go_f for each type pcty_f
// whose Go function is exported, and callbacks_bodies.h, a part of callbacks.c, defines it unless
// callbacks.c does. It calls goF, with HCL, MCL and PCL in capitals. Go receives values that it may
// keep, so they are cloned; a value is returned as a go_found.
func writeCallbacks(m *model) {
	exported, byHand := "", read("callbacks.c")
	for _, file := range found("*.go") {
		exported += read(file)
	}
	prototypes := "// Generated from include/polycty.json by tools/callbacks.go; not to be edited.\n"
	bodies := prototypes
	for _, header := range m.Headers {
		declared, defined := "", ""
		for _, f := range header.Callbacks {
			c := callback(f)
			if !strings.Contains(exported, "//export "+c.goName()+"\n") {
				continue
			}
			declared += c.prototype() + ";\n"
			if !strings.Contains(byHand, " "+c.shim()+"(") {
				defined += "\n" + c.prototype() + " {\n" + c.body() + "}\n"
			}
		}
		prototypes += conditional(header.Feature, declared)
		bodies += conditional(header.Feature, defined)
	}
	write("callbacks_made.h", prototypes)
	write("callbacks_bodies.h", bodies)
}

type callback function

func conditional(feature, text string) string {
	if feature == "" || text == "" {
		return text
	}
	return fmt.Sprintf("\n#ifdef POLYCTY_GO_%s\n%s#endif\n", strings.ToUpper(feature), text)
}

// shim returns the name of the C function, and goName that of the Go function.
func (c callback) shim() string { return "go_" + strings.TrimPrefix(c.Name, "pcty_") }

func (c callback) goName() string {
	name := "go"
	for _, word := range strings.Split(c.Name, "_")[1:] {
		if word == "hcl" || word == "mcl" || word == "pcl" {
			name += strings.ToUpper(word)
		} else {
			name += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return name
}

func (c callback) prototype() string {
	var parameters []string
	for _, p := range c.Parameters {
		parameters = append(parameters, spaced(p.Type)+p.Name)
	}
	return spaced(c.Result) + c.shim() + "(" + strings.Join(parameters, ", ") + ")"
}

func (c callback) body() string {
	var arguments []string
	before, after, given := "", "", ""
	for _, p := range c.Parameters {
		passed := p.Name
		switch p.Type {
		case "void *":
			passed = "(uintptr_t)" + p.Name
		case "const pcty_value *", "const pcty_mcl_sender *":
			passed = strings.TrimSuffix(strings.TrimPrefix(p.Type, "const "), " *") + "_clone(" + p.Name + ")"
		case "const pcty_value *const *":
			before += "    go_found small[ON_THE_STACK], *own = cloned(" + p.Name + ", count, small);\n" +
				"    if (own == NULL) {\n        return out_of_memory(error);\n    }\n"
			after += "    if (own != small) {\n        free(own);\n    }\n"
			passed = "own"
		case "pcty_value **":
			before += "    go_found result = {0};\n"
			given = "given(status, &result, " + p.Name + ")"
			passed = "&result"
		default:
			if strings.HasPrefix(p.Type, "const ") {
				passed = "(" + strings.TrimPrefix(p.Type, "const ") + ")" + p.Name
			}
		}
		arguments = append(arguments, passed)
	}
	call := c.goName() + "(" + strings.Join(arguments, ", ") + ");\n"
	switch {
	case c.Result == "void":
		return "    " + call
	case before == "":
		return "    return " + call
	case given == "":
		given = "status"
	}
	return before + "    pcty_status status = " + call + after + "    return " + given + ";\n"
}
