package polycty_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/go.md shows the examples of this package, and what they print. POLYCTY_UPDATE=1
// renews it.
func TestTheTourShowsTheExamples(t *testing.T) {
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(root, "docs/go.md")
	tour, err := os.ReadFile(place)
	if err != nil {
		t.Skipf("the tour is not here: %v", err)
	}
	shown := examples(string(source))
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
	if strings.Count(renewed, "```go\n") != len(shown)+1 { // and the import
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

// examples are the blocks of each example: its code, and what it prints.
func examples(source string) map[string]string {
	blocks := map[string]string{}
	declaration := regexp.MustCompile(`(?ms)^(?:func (Example\w*)\(\)|type (\w+) struct) \{\n(.*?)^\}\n`)
	for _, found := range declaration.FindAllStringSubmatch(source, -1) {
		if found[2] != "" {
			blocks[found[2]] = "```go\n" + found[0] + "```\n"
			continue
		}
		code, output, _ := strings.Cut(found[3], "\t// Output:\n")
		code = strings.ReplaceAll("\n"+strings.TrimRight(code, "\n"), "\n\t", "\n")[1:]
		output = strings.ReplaceAll("\n"+output, "\n\t// ", "\n")[1:]
		blocks[found[1]] = "```go\n" + code + "\n```\n\n```text\n" + output + "```\n"
	}
	return blocks
}
