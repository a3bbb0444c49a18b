package polycty_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	polycty "github.com/polycty/polycty/bindings/go"
)

// many are objects with one attribute for each kind of attribute value.
func many(t *testing.T, count int) []*polycty.Value {
	t.Helper()
	object := polycty.Must(polycty.ParseType(polycty.HCL, "object({name = string, port = number, tags = map(string), on = bool})"))
	values := make([]*polycty.Value, count)
	for at := range values {
		source := fmt.Sprintf(`{name = "node %d", port = %d, tags = {env = "a tag of some length, %d"}, on = %t}`, at, at, at, at%2 == 0)
		if at%5 == 1 {
			source = fmt.Sprintf(`{name = null, port = %d, tags = {}, on = true}`, at)
		}
		whole := polycty.Must(polycty.Must(polycty.EvaluateHCL(source, "", nil)).Convert(polycty.HCL, object))
		switch at % 5 {
		case 2:
			whole = polycty.Must(polycty.ObjectVal(map[string]*polycty.Value{
				"name": polycty.Must(whole.Attr("name").Mark("secret")), "port": polycty.Unknown(polycty.Number()),
				"tags": whole.Attr("tags"), "on": whole.Attr("on"),
			}))
		case 3:
			whole = polycty.Null(object)
		case 4:
			if at%2 == 0 {
				whole = polycty.Must(whole.Mark("whole"))
			} else {
				whole = polycty.Unknown(object)
			}
		}
		values[at] = whole
	}
	return values
}

var askedNames = []string{"name", "port", "tags", "on", "missing"}

// asAlone returns an error unless a part of an element equals the part of the same element read
// separately.
func asAlone(element, alone *polycty.Value, name string) error {
	part, wanted := element.Attr(name), alone.Attr(name)
	switch {
	case (part == nil) != (wanted == nil):
		return fmt.Errorf("%q: %v, and not %v", name, part, wanted)
	case part == nil:
		return nil
	case !part.Equal(wanted) || part.IsNull() != wanted.IsNull() || part.IsKnown() != wanted.IsKnown() || part.IsMarked() != wanted.IsMarked():
		return fmt.Errorf("%q: %v, and not %v", name, part, wanted)
	case !part.Type().Equal(wanted.Type()):
		return fmt.Errorf("%q: of %v, and not %v", name, part.Type(), wanted.Type())
	}
	for times := 0; times < 2; times++ {
		text, err := part.AsString()
		wantedText, wantedErr := wanted.AsString()
		number, _ := part.AsInt64()
		wantedNumber, _ := wanted.AsInt64()
		truth, _ := part.AsBool()
		wantedTruth, _ := wanted.AsBool()
		if text != wantedText || number != wantedNumber || truth != wantedTruth || fmt.Sprint(err) != fmt.Sprint(wantedErr) {
			return fmt.Errorf("%q: %q, %d, %t, %v", name, text, number, truth, err)
		}
	}
	return nil
}

// Reading elements of one chunk by name returns the attribute of each, for any reads of the others:
// also nulls, unknowns and marks.
func TestWhatManyHaveUnderAName(t *testing.T) {
	alone := many(t, 400)
	keyed := map[string]*polycty.Value{}
	for at, value := range alone {
		keyed[fmt.Sprintf("%03d", at)] = value
	}
	for name, whole := range map[string]*polycty.Value{
		"list": polycty.Must(polycty.ListVal(alone...)), "tuple": polycty.Must(polycty.TupleVal(alone...)),
		"map": polycty.Must(polycty.MapVal(keyed)), "object": polycty.Must(polycty.ObjectVal(keyed)),
	} {
		count := 0
		for it := whole.Elements(); it.Next(); count++ {
			for _, asked := range askedNames {
				if err := asAlone(it.Value(), alone[it.Index()], asked); err != nil {
					t.Fatalf("%s, %d: %v", name, it.Index(), err)
				}
			}
			if part := it.Value().Attr("tags"); part.Lookup("env") != nil && !part.Lookup("env").Equal(alone[it.Index()].Attr("tags").Lookup("env")) {
				t.Errorf("%s, %d: %v", name, it.Index(), part)
			}
		}
		if count != len(alone) {
			t.Errorf("%s: %d elements", name, count)
		}
	}
}

// The same for maps, by Lookup, and for more names than a chunk remembers.
func TestWhatManyMapsHave(t *testing.T) {
	maps := make([]map[string]int, 200)
	for at := range maps {
		maps[at] = map[string]int{}
		for key := 0; key < 20; key++ {
			maps[at][fmt.Sprint("key ", key)] = at * key
		}
		delete(maps[at], fmt.Sprint("key ", at%20))
	}
	for it := polycty.Must(polycty.ValueOf(maps)).Elements(); it.Next(); {
		for key := 0; key < 20; key++ {
			part := it.Value().Lookup(fmt.Sprint("key ", key))
			if key == it.Index()%20 {
				if part != nil {
					t.Errorf("%d: %v", it.Index(), part)
				}
			} else if n, err := part.AsInt64(); err != nil || n != int64(it.Index()*key) {
				t.Errorf("%d: %d, %v", it.Index(), n, err)
			}
		}
		if it.Value().Attr("key 1") != nil || it.Value().Lookup("") != nil {
			t.Error("a map has attributes")
		}
	}
}

// Parts from a column live as long as they are reachable. Closing a part that may be returned again
// has no effect. A closed element has no parts.
func TestColumnsOutliveTheirElements(t *testing.T) {
	type entry struct {
		Name  string `polycty:"name"`
		Short string `polycty:"short"`
	}
	entries := make([]entry, 300)
	for at := range entries {
		entries[at] = entry{fmt.Sprint("a name of some length, ", at), fmt.Sprint("s", at)}
	}
	whole := polycty.Must(polycty.ValueOf(entries))
	var names, shorts []*polycty.Value
	var texts []string
	for it := whole.Elements(); it.Next(); {
		element := it.Value()
		name, short := element.Attr("name"), element.Attr("short")
		text, _ := short.AsString()
		if it.Index()%40 == 30 {
			names, shorts, texts = append(names, name), append(shorts, short), append(texts, text)
			name.Close()
			polycty.CloseAll([]*polycty.Value{short})
		}
		if it.Index()%40 == 31 {
			element.Close()
			if element.Attr("name") != nil || element.Attr("short") != nil {
				t.Error("a closed element has parts")
			}
		}
	}
	whole.Close()
	for round := 0; round < 3; round++ {
		runtime.GC()
		time.Sleep(time.Millisecond)
		churn := polycty.Must(polycty.ValueOf(entries))
		for at := range names {
			wanted := entries[at*40+30]
			name, err := names[at].AsString()
			short, err2 := shorts[at].AsString()
			if err != nil || err2 != nil || name != wanted.Name || short != wanted.Short || texts[at] != wanted.Short {
				t.Fatalf("%q, %v, %q, %v, %q", name, err, short, err2, texts[at])
			}
			if sum := polycty.Must(polycty.TupleVal(shorts[at], names[at])); !sum.At(0).Equal(churn.At(at*40 + 30).Attr("short")) {
				t.Fatalf("%v", sum)
			}
		}
	}
}

// Goroutines read the same parts of the same elements, and of those of their own iterators, at
// once.
func TestColumnsOnManyGoroutines(t *testing.T) {
	alone := many(t, 150)
	whole := polycty.Must(polycty.ListVal(alone...))
	var elements []*polycty.Value
	for it := whole.Elements(); it.Next(); {
		elements = append(elements, it.Value())
	}
	var group sync.WaitGroup
	for worker := 0; worker < 8; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			for at := range elements {
				for name := range askedNames {
					asked := askedNames[(name+worker)%len(askedNames)]
					if err := asAlone(elements[at], alone[at], asked); err != nil {
						t.Errorf("%d: %v", at, err)
					}
				}
				if worker == 7 && at%3 == 0 {
					runtime.Gosched()
				}
			}
			for it := whole.Elements(); it.Next(); {
				if err := asAlone(it.Value(), alone[it.Index()], askedNames[worker%4]); err != nil {
					t.Error(err)
				}
			}
		}(worker)
	}
	group.Wait()
}

// Reading a long container element by element returns the elements, on repeated reads, on many
// goroutines, and with any elements closed.
func TestElementsInOrder(t *testing.T) {
	heavy := make([][]string, 30)
	for at := range heavy {
		for i := 0; i < 50; i++ {
			heavy[at] = append(heavy[at], fmt.Sprint("an element of some length, ", at, i))
		}
	}
	numbers := make([]int64, 200)
	for at := range numbers {
		numbers[at] = int64(at)
	}
	for name, whole := range map[string]*polycty.Value{
		"objects": polycty.Must(polycty.ListVal(many(t, 200)...)), "of several types": polycty.Must(polycty.TupleVal(append(many(t, 99), polycty.Dynamic())...)),
		"heavy": polycty.Must(polycty.ValueOf(heavy)), "numbers": polycty.Must(polycty.Int64sVal(numbers)),
		"light": polycty.Must(polycty.Int64sVal(numbers[:12])),
	} {
		var wanted []*polycty.Value
		for it := whole.Elements(); it.Next(); {
			wanted = append(wanted, it.Value())
		}
		var group sync.WaitGroup
		for worker := 0; worker < 4; worker++ {
			group.Add(1)
			go func(worker int) {
				defer group.Done()
				for pass := 0; pass < 3; pass++ {
					for at := range wanted {
						element := whole.At(at)
						if !element.Equal(wanted[at]) {
							t.Errorf("%s: %v at %d", name, element, at)
						}
						if part := element.Attr("port"); part != nil && !part.Equal(wanted[at].Attr("port")) {
							t.Errorf("%s: %v at %d", name, part, at)
						}
						if at%7 == worker {
							element.Close()
						}
					}
					if whole.At(len(wanted)) != nil {
						t.Errorf("%s: there is one more element", name)
					}
				}
			}(worker)
		}
		group.Wait()
		kept := whole.At(5)
		whole.At(0)
		for at := 1; at < len(wanted); at++ {
			whole.At(at)
		}
		late := whole.At(len(wanted) - 1)
		whole.Close()
		if whole.At(1) != nil || whole.At(len(wanted)-1) != nil {
			t.Errorf("%s: what is closed has elements", name)
		}
		runtime.GC()
		if !kept.Equal(wanted[5]) || !late.Equal(wanted[len(wanted)-1]) {
			t.Errorf("%s: an element has gone with its container", name)
		}
	}
}
