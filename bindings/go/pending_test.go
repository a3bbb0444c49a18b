package polycty_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

// parsed returns the value that the library parses from a text, without any part in Go.
func parsed(t *testing.T, source string) *polycty.Value {
	t.Helper()
	v, err := polycty.EvaluateHCL(source, "main.hcl", nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A value that is made later is equal to one that the library makes at once.
func TestPendingContainersAreTheValues(t *testing.T) {
	text := func(s string) *polycty.Value { return polycty.Must(polycty.StringVal(s)) }
	long := strings.Repeat("a longer text ", 3)
	for length := 0; length < 64; length++ {
		s := strings.Repeat("abcdefgh", 8)[:length]
		whole := parsed(t, fmt.Sprintf("%q", s))
		for _, v := range []*polycty.Value{text(s), polycty.Must(polycty.VerbatimVal(s))} {
			if !v.Equal(whole) || v.Hash() != whole.Hash() || !v.Type().Equal(polycty.String()) {
				t.Errorf("%q is another one", s)
			}
			if back, err := v.AsString(); err != nil || back != s {
				t.Errorf("%q, %v", back, err)
			}
		}
	}
	two, yes := polycty.Int64Val(2), polycty.BoolVal(true)
	attributes := map[string]*polycty.Value{"b": text(long), "a": two, "c": yes}
	for source, made := range map[string]*polycty.Value{
		`tolist(["x", "` + long + `"])`:         polycty.Must(polycty.ListVal(text("x"), text(long))),
		`tolist([2, 2])`:                        polycty.Must(polycty.ListVal(two, two)),
		`{b = "` + long + `", a = 2, c = true}`: polycty.Must(polycty.ObjectVal(attributes)),
		`["x", 2, "` + long + `"]`:              polycty.Must(polycty.TupleVal(text("x"), two, text(long))),
		`tomap({k = "` + long + `", é = "y"})`:  polycty.Must(polycty.MapVal(map[string]*polycty.Value{"é": text("y"), "k": text(long)})),
		`tomap({k = "` + long + `", e = "y"})`:  polycty.Must(polycty.MapVal(map[string]*polycty.Value{"e": text("y"), "k": text(long)})),
		`{l = ["` + long + `"], n = 2}`: polycty.Must(polycty.ObjectVal(map[string]*polycty.Value{
			"l": polycty.Must(polycty.TupleVal(text(long))), "n": two})),
	} {
		scope := polycty.NewHCLScope()
		if err := scope.SetStandardFunctions(); err != nil {
			t.Fatal(err)
		}
		whole := polycty.Must(polycty.EvaluateHCL(source, "main.hcl", scope))
		length, ok := made.Len()
		if wanted, _ := whole.Len(); !ok || length != wanted {
			t.Errorf("%s: %d, %t", source, length, ok)
		}
		for at := -1; at <= length; at++ {
			a, b := made.At(at), whole.At(at)
			if (a == nil) != (b == nil) || a != nil && !a.Equal(b) {
				t.Errorf("%s: element %d is %v", source, at, a)
			}
		}
		for _, name := range []string{"a", "b", "k", "é", "z", "ü", ""} {
			if a, b := made.Attr(name), whole.Attr(name); (a == nil) != (b == nil) || a != nil && !a.Equal(b) {
				t.Errorf("%s: attribute %q is %v", source, name, a)
			}
			if a, b := made.Lookup(name), whole.Lookup(name); (a == nil) != (b == nil) || a != nil && !a.Equal(b) {
				t.Errorf("%s: entry %q is %v", source, name, a)
			}
		}
		elements := made.Elements()
		for it := whole.Elements(); it.Next(); {
			if !elements.Next() || elements.Key() != it.Key() || !elements.Value().Equal(it.Value()) {
				t.Errorf("%s: element %d of the iterator", source, it.Index())
			}
		}
		if !made.Equal(whole) || !made.Type().Equal(whole.Type()) || !made.IsKnown() || made.IsNull() || made.IsMarked() || made.String() != whole.String() {
			t.Errorf("%s is %v", source, made)
		}
	}
	if _, err := polycty.ListVal(two, yes); err == nil {
		t.Error("a list of two types")
	}
	if _, err := polycty.StringVal("a\xff"); !errors.Is(err, polycty.ErrInvalidUTF8) {
		t.Errorf("%v", err)
	}
}

// A scalar with a mark in Go is equal to the one that the library makes.
func TestMarksPutOffAreTheMarks(t *testing.T) {
	for _, source := range []string{`""`, `"a"`, `"a longer text than two words"`, "7", "1.5", "true", "null"} {
		bare := parsed(t, source)
		marked, whole := polycty.Must(bare.Mark("b")), polycty.Must(bare.Mark("b", "b"))
		for _, v := range []*polycty.Value{marked, polycty.Must(bare.Mark("b"))} {
			if !v.IsMarked() || !v.ContainsMarked() || v.IsNull() != whole.IsNull() || !v.IsKnown() || !v.HasMark("b") || v.HasMark("a") {
				t.Errorf("%s: %v, %v", source, v, v.Marks())
			}
			if length, ok := v.Len(); ok || v.At(0) != nil || v.Attr("a") != nil || v.Lookup("a") != nil || v.Elements().Next() {
				t.Errorf("%s has %d parts", source, length)
			}
			if _, err := v.AsString(); !errors.Is(err, polycty.ErrMarked) {
				t.Errorf("%s: %v", source, err)
			}
			if _, err := v.AsInt64(); !errors.Is(err, polycty.ErrMarked) {
				t.Errorf("%s: %v", source, err)
			}
			if found, marks := v.Unmark(); !found.Equal(bare) || fmt.Sprint(marks) != "[b]" {
				t.Errorf("%s: %v, %v", source, found, marks)
			}
			if !v.Equal(whole) || v.Equal(bare) || !v.Type().Equal(bare.Type()) || v.String() != whole.String() {
				t.Errorf("%s: %v", source, v)
			}
			if more := polycty.Must(v.Mark("a")); fmt.Sprint(more.Marks()) != "[a b]" || !more.Equal(polycty.Must(bare.Mark("a", "b"))) {
				t.Errorf("%s: %v", source, more.Marks())
			}
			if list := polycty.Must(polycty.TupleVal(v, bare)); !list.At(0).Equal(whole) || !list.ContainsMarked() || list.IsMarked() {
				t.Errorf("%s: %v", source, list)
			}
		}
		marked.Close()
		if marked.IsMarked() || marked.IsKnown() || marked.Marks() != nil || marked.Equal(whole) {
			t.Errorf("%s is not closed", source)
		}
	}
	one := polycty.Int64Val(1)
	marked := polycty.Must(one.Mark("b"))
	one.Close()
	if found, _ := marked.Unmark(); !found.Equal(polycty.Int64Val(1)) || one.IsKnown() {
		t.Error("what is closed takes what was marked with it")
	}
	if _, err := polycty.Int64Val(1).Mark("\xff"); !errors.Is(err, polycty.ErrInvalidUTF8) {
		t.Errorf("%v", err)
	}
}

// A container keeps its parts after the original parts are closed; a closed container has no parts.
func TestPendingContainersAreClosed(t *testing.T) {
	make := func() (text, list *polycty.Value) {
		text = polycty.Must(polycty.StringVal("more than stands in two words"))
		return text, polycty.Must(polycty.ListVal(text, text))
	}
	text, list := make()
	part := list.At(0)
	text.Close()
	part.Close()
	if !list.At(1).Equal(parsed(t, `"more than stands in two words"`)) || text.Equal(list.At(1)) {
		t.Error("the parts are closed with what they were")
	}
	if same, err := list.EqualTo(list); err != nil || same.String() != "true" {
		t.Errorf("%v, %v", same, err)
	}
	list.Close()
	list.Close()
	if list.At(0) != nil || list.Type() != nil || list.IsKnown() || list.Equal(parsed(t, "1")) || list.Elements().Next() {
		t.Error("a pending container that was made is not closed")
	}
	text, list = make()
	polycty.CloseAll([]*polycty.Value{text, list, nil})
	if _, ok := list.Len(); ok || list.IsKnown() || text.IsKnown() {
		t.Error("what was never made is not closed")
	}
	if _, err := text.AsString(); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
	if _, err := polycty.ListVal(text, text); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
}

// A value keeps a copy of its text, and not the larger text that contains it.
func TestValuesKeepNoOthersText(t *testing.T) {
	const size = 64 << 20
	inUse := func() uint64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	one := polycty.Int64Val(1)
	for name, made := range map[string]func(part string) (*polycty.Value, error){
		"text":     polycty.StringVal,
		"verbatim": polycty.VerbatimVal,
		"mark":     func(part string) (*polycty.Value, error) { return one.Mark(part) },
		"key": func(part string) (*polycty.Value, error) {
			return polycty.MapVal(map[string]*polycty.Value{part: one})
		},
		"attribute": func(part string) (*polycty.Value, error) {
			return polycty.ObjectVal(map[string]*polycty.Value{part: one})
		},
	} {
		before := inUse()
		text := strings.Repeat("a line of a file\n", size/17)
		v := polycty.Must(made(text[17:33]))
		text = ""
		if kept := int64(inUse()) - int64(before); kept > size/2 {
			t.Errorf("%s: %d bytes are kept", name, kept)
		}
		runtime.KeepAlive(v)
	}
}

// Goroutines use a pending container that one of them closes.
func TestPendingContainersWhileClosing(t *testing.T) {
	whole := parsed(t, `["more than stands in two words"]`).At(0)
	for round := 0; round < 200; round++ {
		text := polycty.Must(polycty.StringVal("more than stands in two words"))
		list := polycty.Must(polycty.ListVal(text))
		var group sync.WaitGroup
		for worker := 0; worker < 4; worker++ {
			group.Add(1)
			go func(worker int) {
				defer group.Done()
				if worker == round%4 {
					text.Close()
					list.Close()
				}
				if part := list.At(0); part != nil && !part.Equal(whole) {
					t.Error("another part")
				}
				if made, err := polycty.TupleVal(text, list); err == nil && !made.At(0).Equal(whole) {
					t.Error("another value")
				}
				list.Type().Equal(whole.Type())
			}(worker)
		}
		group.Wait()
	}
}

// Scalars that Go compares are equal exactly if the library treats them as equal.
func TestEqualScalars(t *testing.T) {
	texts := []string{`"a"`, `"b"`, `"a longer text than two words"`, `"a longer text than two worlds"`, "1", "1.5", "-7", "true", "false", "null"}
	var all []*polycty.Value
	for _, text := range texts {
		all = append(all, parsed(t, text), parsed(t, "["+text+"]").At(0))
	}
	all = append(all, polycty.Must(polycty.StringVal("a longer text than two words")), polycty.Int64Val(1))
	for _, a := range all {
		for _, b := range all {
			equal, err := a.EqualTo(b)
			wrapped, wrappedErr := polycty.Must(polycty.TupleVal(a)).EqualTo(polycty.Must(polycty.TupleVal(b)))
			if err != nil || wrappedErr != nil || !equal.Equal(wrapped) {
				t.Errorf("%v and %v: %v, %v, %v", a, b, equal, wrapped, err)
			}
		}
	}
}
