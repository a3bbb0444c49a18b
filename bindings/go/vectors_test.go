package polycty_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

// The vectors are answers of the real systems; tests/conformance/cty/README.md describes their
// format. tests/known-differences lists the differences, and this binding must have exactly these.

// root is the source tree that contains the module.
const root = "../.."

// A testCase is one line of a vector file, with the fields that all lines have.
type testCase map[string]json.RawMessage

func (c testCase) text(key string) string {
	var text string
	if json.Unmarshal(c[key], &text) != nil {
		return ""
	}
	return text
}

func (c testCase) list(key string) (list []json.RawMessage) {
	_ = json.Unmarshal(c[key], &list) // missing fields are empty
	return list
}

func (c testCase) object(key string) (object testCase) {
	_ = json.Unmarshal(c[key], &object)
	return object
}

func (c testCase) has(key string) bool {
	_, ok := c[key]
	return ok
}

func (c testCase) is(key, literal string) bool { return string(c[key]) == literal }

// runVectors runs each case of a file, and counts the cases that agree and the listed differences.
func runVectors(t *testing.T, file string, run func(testCase) error) {
	t.Helper()
	data, err := os.Open(filepath.Join(root, "tests/conformance/cty", file))
	if err != nil {
		t.Skipf("the vectors are not here: %v", err)
	}
	defer data.Close()
	known := knownDifferences(t)
	agree, listed := 0, 0
	lines := bufio.NewScanner(data)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var c testCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		err := run(c)
		switch {
		case err == nil && known[c.text("id")]:
			t.Errorf("%s agrees, but is listed as different", c.text("id"))
		case err == nil:
			agree++
		case known[c.text("id")]:
			listed++
		default:
			t.Errorf("%s: %v", c.text("id"), err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if agree == 0 {
		t.Error("there are no cases")
	}
	t.Logf("%s: %d agree, %d differ as listed", file, agree, listed)
}

func knownDifferences(t *testing.T) map[string]bool {
	data, err := os.ReadFile(filepath.Join(root, "tests/known-differences"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, line := range strings.Split(string(data), "\n") {
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] != "#" {
			known[fields[0]] = true
		}
	}
	return known
}

func readType(raw json.RawMessage) (*polycty.Type, error) { return polycty.ParseTypeJSON(raw) }

func readValue(raw json.RawMessage) (*polycty.Value, error) {
	var typed struct{ Type, Value json.RawMessage }
	if err := json.Unmarshal(raw, &typed); err != nil {
		return nil, err
	}
	t, err := readType(typed.Type)
	if err != nil {
		return nil, err
	}
	return readContent(t, typed.Value)
}

func readValues(raws []json.RawMessage) ([]*polycty.Value, error) {
	values := make([]*polycty.Value, len(raws))
	for at, raw := range raws {
		var err error
		if values[at], err = readValue(raw); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func readContent(t *polycty.Type, raw json.RawMessage) (*polycty.Value, error) {
	var wrapped map[string]testCase
	if json.Unmarshal(raw, &wrapped) == nil && len(wrapped) == 1 && wrapped["$"] != nil {
		return readWrapped(t, wrapped["$"])
	}
	if string(raw) == "null" {
		return polycty.Null(t), nil
	}
	var text string
	switch t.Kind() {
	case polycty.KindBool:
		return polycty.BoolVal(string(raw) == "true"), nil
	case polycty.KindString:
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, err
		}
		return polycty.StringVal(text)
	case polycty.KindNumber:
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, err
		}
		return readNumber(text)
	case polycty.KindMap, polycty.KindObject:
		return readEntries(t, raw)
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return nil, err
	}
	elements := make([]*polycty.Value, len(parts))
	for at, part := range parts {
		element := t.Element()
		if element == nil {
			element = t.Part(at)
		}
		var err error
		if elements[at], err = readContent(element, part); err != nil {
			return nil, err
		}
	}
	switch t.Kind() {
	case polycty.KindList:
		return polycty.ListValOf(t.Element(), elements...)
	case polycty.KindSet:
		return polycty.SetValOf(t.Element(), elements...)
	}
	return polycty.TupleVal(elements...)
}

func readEntries(t *polycty.Type, raw json.RawMessage) (*polycty.Value, error) {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return nil, err
	}
	entries := map[string]*polycty.Value{}
	for key, part := range parts {
		element := t.Element()
		if element == nil {
			field, ok := t.Field(key)
			if !ok {
				return nil, fmt.Errorf("%s has no attribute %q", t, key)
			}
			element = field.Type
		}
		var err error
		if entries[key], err = readContent(element, part); err != nil {
			return nil, err
		}
	}
	if t.Kind() == polycty.KindMap {
		return polycty.MapValOf(t.Element(), entries)
	}
	return polycty.ObjectVal(entries)
}

func readNumber(text string) (*polycty.Value, error) {
	switch text {
	case "Infinity":
		return polycty.BigFloatVal(new(big.Float).SetInf(false))
	case "-Infinity":
		return polycty.BigFloatVal(new(big.Float).SetInf(true))
	}
	return polycty.NumberVal(text)
}

func readWrapped(t *polycty.Type, w testCase) (*polycty.Value, error) {
	if w.has("entries") {
		return readEntries(t, w["entries"])
	}
	if w.has("marks") {
		value, err := readContent(t, w["value"])
		if err != nil {
			return nil, err
		}
		var marks []string
		if err := json.Unmarshal(w["marks"], &marks); err != nil {
			return nil, err
		}
		return value.Mark(marks...)
	}
	if !w.has("unknown") {
		return nil, fmt.Errorf("an unknown wrapper")
	}
	if len(w) == 1 {
		return polycty.Unknown(t), nil
	}
	refiner := polycty.Unknown(t).Refine()
	if w.has("not_null") {
		refiner.NotNull()
	}
	if w.has("prefix") {
		refiner.PrefixFull(w.text("prefix"))
	}
	for key, say := range map[string]func(*polycty.Value, bool) *polycty.Refiner{"min": refiner.Min, "max": refiner.Max} {
		if w.has(key) {
			bound, err := readNumber(w.text(key))
			if err != nil {
				return nil, err
			}
			say(bound, !w.is(key+"_inc", "false"))
		}
	}
	for key, say := range map[string]func(uint64) *polycty.Refiner{"len_min": refiner.MinLen, "len_max": refiner.MaxLen} {
		if w.has(key) {
			var length uint64
			if err := json.Unmarshal(w[key], &length); err != nil {
				return nil, err
			}
			say(length)
		}
	}
	return refiner.Value()
}

// checkValue compares an answer with `want`.
func checkValue(want testCase, got *polycty.Value, err error) error {
	if err != nil {
		return checkError(want, "error", err)
	}
	if want.has("error") {
		return fmt.Errorf("wanted the error %s, got %v", want["error"], got)
	}
	// A whole number of more than 512 bits is written in full.
	if n, err := got.AsBigInt(); err == nil && n.BitLen()-int(n.TrailingZeroBits()) > 512 {
		if wanted := want.object("value").text("value"); n.String() != wanted {
			return fmt.Errorf("wanted %s, got %s", wanted, n)
		}
		return nil
	}
	wanted, err := readValue(want["value"])
	if err != nil {
		return err
	}
	if !wanted.Equal(got) {
		return fmt.Errorf("wanted %s, got %v of %s", want["value"], got, got.Type())
	}
	return nil
}

// checkError compares an error with the expectation under a key.
func checkError(want testCase, key string, err error) error {
	if !want.has(key) {
		return fmt.Errorf("failed: %v", err)
	}
	if want.is(key, `"panic"`) {
		return nil
	}
	var got *polycty.Error
	if !errors.As(err, &got) {
		return fmt.Errorf("%v is no *polycty.Error", err)
	}
	wanted := want.object(key)
	if wanted.has("message") && wanted.text("message") != got.Message {
		return fmt.Errorf("wanted the message %s, got %q", wanted["message"], got.Message)
	}
	if wanted.has("path") {
		steps := wanted.list("path")
		if len(steps) != len(got.Path) {
			return fmt.Errorf("wanted the path %s, got %s", wanted["path"], got.Path)
		}
		for at, step := range steps {
			if err := checkStep(step, got.Path[at]); err != nil {
				return err
			}
		}
	}
	argument := -1
	if wanted.has("arg") {
		if err := json.Unmarshal(wanted["arg"], &argument); err != nil {
			return err
		}
	}
	if index, ok := got.Argument(); ok != (argument >= 0) || ok && index != argument {
		return fmt.Errorf("wanted argument %d, got %d", argument, index)
	}
	return nil
}

func checkStep(raw json.RawMessage, got polycty.Step) error {
	var wanted testCase
	if err := json.Unmarshal(raw, &wanted); err != nil {
		return err
	}
	switch got := got.(type) {
	case polycty.AttrStep:
		if wanted.has("attr") && wanted.text("attr") == got.Name {
			return nil
		}
	case polycty.IndexStep:
		key, err := readKey(wanted["index"])
		if err != nil {
			return err
		}
		if wanted.has("index") && key.Equal(got.Key) {
			return nil
		}
	}
	return fmt.Errorf("wanted the step %s, got %s", raw, got)
}

// readKey reads an index: a text, a number, or a value.
func readKey(raw json.RawMessage) (*polycty.Value, error) {
	var key any
	if err := json.Unmarshal(raw, &key); err != nil {
		return nil, err
	}
	switch key := key.(type) {
	case string:
		return polycty.StringVal(key)
	case float64:
		return polycty.NumberVal(string(raw))
	}
	return readValue(raw)
}

// diagnosticsOf returns the diagnostics of an error, none for nil.
func diagnosticsOf(err error) []polycty.Diagnostic {
	var known *polycty.Error
	if errors.As(err, &known) {
		return known.Diagnostics
	}
	return nil
}

type place struct {
	Start, End [3]int
}

type diagnostic struct {
	Severity, Summary string
	Detail            *string
	Subject           *place
}

// checkDiagnostics compares diagnostics, in any order. A detail that the answer omits may be
// anything.
func checkDiagnostics(want testCase, err error) error {
	var wanted, got []diagnostic
	if want.has("diags") {
		if err := json.Unmarshal(want["diags"], &wanted); err != nil {
			return err
		}
	}
	for _, d := range diagnosticsOf(err) {
		detail := d.Detail
		read := diagnostic{d.Severity.String(), d.Summary, &detail, nil}
		if s := d.Subject; s != nil {
			read.Subject = &place{
				[3]int{s.Start.Line, s.Start.Column, s.Start.Byte}, [3]int{s.End.Line, s.End.Column, s.End.Byte},
			}
		}
		got = append(got, read)
	}
	if len(wanted) != len(got) {
		return fmt.Errorf("wanted the diagnostics %s, got %v", want["diags"], err)
	}
	sortDiagnostics(wanted)
	sortDiagnostics(got)
	for at := range wanted {
		if wanted[at].Detail == nil {
			got[at].Detail = nil
		}
		a, b := mustJSON(wanted[at]), mustJSON(got[at])
		if a != b {
			return fmt.Errorf("wanted the diagnostic %s, got %s", a, b)
		}
	}
	return nil
}

func sortDiagnostics(diagnostics []diagnostic) {
	key := func(d diagnostic) string {
		subject, detail := place{}, ""
		if d.Subject != nil {
			subject = *d.Subject
		}
		if d.Detail != nil {
			detail = *d.Detail
		}
		return fmt.Sprintf("%09d %09d %s %s", subject.Start[2], subject.End[2], d.Summary, detail)
	}
	sort.SliceStable(diagnostics, func(a, b int) bool { return key(diagnostics[a]) < key(diagnostics[b]) })
}

func mustJSON(x any) string {
	data, err := json.Marshal(x)
	if err != nil {
		panic(err)
	}
	return string(data)
}
