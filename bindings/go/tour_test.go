package polycty_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/tutorials/go.md shows the examples of this package and their output. The examples of schemas
// are in docs/how-to/export-json-schema.md, those of written structs in docs/how-to/edit-hcl.md,
// and the first one in README.md. POLYCTY_UPDATE=1 renews the pages.
func TestTheTourShowsTheExamples(t *testing.T) {
	tour(t, "docs/tutorials/go.md", 1, "example_test.go", "example_puppet_test.go", "example_mcl_test.go",
		"example_pcl_test.go", "example_translate_test.go") // and the import
	tour(t, "docs/how-to/export-json-schema.md", 0, "schema_example_test.go", "schema_module_example_test.go")
	tour(t, "docs/how-to/edit-hcl.md", 0, "hcl_mapping_example_test.go")
	tour(t, "README.md", 0, "readme_example_test.go")
}

func tour(t *testing.T, page string, others int, files ...string) {
	shown := map[string]string{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range examples(string(source)) {
			shown[name] = text
		}
	}
	place := filepath.Join(root, page)
	tour, err := os.ReadFile(place)
	if err != nil {
		t.Skipf("the tour is not here: %v", err)
	}
	seen := map[string]bool{}
	marker := regexp.MustCompile("(?ms)^<!-- (\\w+) -->\n.*?^<!-- -->\n|^@(\\w+)\n")
	renewed := marker.ReplaceAllStringFunc(string(tour), func(found string) string {
		parts := marker.FindStringSubmatch(found)
		name := parts[1] + parts[2]
		text, ok := shown[name]
		if !ok {
			t.Errorf("there is no example %s", name)
		}
		seen[name] = true
		return "<!-- " + name + " -->\n" + text + "<!-- -->\n"
	})
	for name := range shown {
		if !seen[name] {
			t.Errorf("the tour does not show %s", name)
		}
	}
	if strings.Count(renewed, "```go\n") != len(shown)+others {
		t.Error("the tour has Go code that is no example")
	}
	if renewed == string(tour) {
		return
	}
	if os.Getenv("POLYCTY_UPDATE") == "" {
		t.Fatal("the tour shows other code than the examples; POLYCTY_UPDATE=1 renews it")
	}
	if err := os.WriteFile(place, []byte(renewed), 0o644); err != nil {
		t.Fatal(err)
	}
}

// examples returns the blocks of each example: its code, and its output.
func examples(source string) map[string]string {
	blocks := map[string]string{}
	declaration := regexp.MustCompile(`(?m)^(?:func (Example\w*)\(\)|type (\w+) struct) \{\n`)
	for _, found := range declaration.FindAllStringSubmatchIndex(source, -1) {
		body := bodyOf(source[found[1]:])
		if found[4] >= 0 {
			blocks[source[found[4]:found[5]]] = "```go\n" + source[found[0]:found[1]] + body + "}\n```\n"
			continue
		}
		code, output, _ := strings.Cut(body, "\t// Output:\n")
		code = strings.ReplaceAll("\n"+strings.TrimRight(code, "\n"), "\n\t", "\n")[1:]
		output = strings.ReplaceAll(output, "\t//\n", "\t// \n")
		output = strings.ReplaceAll("\n"+output, "\n\t// ", "\n")[1:]
		blocks[source[found[2]:found[3]]] = "```go\n" + code + "\n```\n\n```text\n" + output + "```\n"
	}
	return blocks
}

// bodyOf returns the text before the unindented brace that ends a declaration. Such a brace in a
// raw string does not end it.
func bodyOf(source string) string {
	at, raw := 0, false
	for _, line := range strings.SplitAfter(source, "\n") {
		if line == "}\n" && !raw {
			break
		}
		raw = raw != (strings.Count(line, "`")%2 == 1)
		at += len(line)
	}
	return source[:at]
}
