package polycty_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	polycty "github.com/polycty/polycty/bindings/go"
)

// Numbers of any size keep every digit.
func TestExactNumbers(t *testing.T) {
	for _, digits := range []string{
		"0", "-1", "127", "128", "-128", "-129", "255", "256", "9223372036854775808", "-9223372036854775809",
		strings.Repeat("9", 400), "-1" + strings.Repeat("0", 700),
	} {
		n, _ := new(big.Int).SetString(digits, 10)
		for _, make := range []func(*big.Int) (*polycty.Value, error){polycty.BigIntVal, polycty.BigIntegerVal} {
			back, err := polycty.Must(make(n)).AsBigInt()
			if err != nil || back.Cmp(n) != 0 {
				t.Errorf("%s became %s, %v", digits, back, err)
			}
		}
		float := new(big.Float).SetInt(n)
		if float.MinPrec() <= 512 {
			back, err := polycty.Must(polycty.BigFloatVal(float)).AsBigFloat()
			if err != nil || back.Cmp(float) != 0 {
				t.Errorf("%s became %s, %v", float, back, err)
			}
		}
	}
	tiny := new(big.Float).SetPrec(512).SetMantExp(big.NewFloat(1.1), -3000)
	tiny.Mul(tiny, new(big.Float).SetPrec(512).Quo(big.NewFloat(1), big.NewFloat(3)))
	if back, err := polycty.Must(polycty.BigFloatVal(tiny)).AsBigFloat(); err != nil || back.Cmp(tiny) != 0 {
		t.Errorf("%s became %s, %v", tiny, back, err)
	}
	if _, err := polycty.Float64Val(math.NaN()); !errors.Is(err, polycty.ErrArithmetic) {
		t.Errorf("%v", err)
	}
	if _, err := polycty.FloatVal(math.NaN()).AsBigFloat(); !errors.Is(err, polycty.ErrArithmetic) {
		t.Errorf("%v", err)
	}
	third := polycty.Must(polycty.Int64Val(1).Divide(polycty.Int64Val(3)))
	if n, exact, err := third.AsFloat64(); n != 1.0/3 || exact || err != nil {
		t.Errorf("%v, %v, %v", n, exact, err)
	}
}

func TestWalkVisitsEveryPart(t *testing.T) {
	secret := polycty.Must(polycty.Must(polycty.ValueOf([]int{1})).Mark("secret"))
	value := polycty.Must(polycty.ValueOf(map[string]any{
		"a": []any{true, map[string]int{"k": 2}}, "b": secret, "c": []string{"left out"},
	}))
	var seen []string
	err := value.Walk(func(path polycty.Path, part *polycty.Value) (bool, error) {
		seen = append(seen, fmt.Sprintf("%s=%s", path, part.Type().Kind()))
		return path.String() != ".c", nil
	})
	wanted := "=object .a=tuple .a[0]=bool .a[1]=map .a[1][\"k\"]=number .b=list .b[0]=number .c=list"
	if got := strings.Join(seen, " "); err != nil || got != wanted {
		t.Errorf("%s, %v", got, err)
	}
	stop := errors.New("enough")
	if err := value.Walk(func(polycty.Path, *polycty.Value) (bool, error) { return true, stop }); err != stop {
		t.Errorf("%v", err)
	}
	part, err := value.Apply(polycty.Path{}.Attr("a").Index(1).Key(polycty.Must(polycty.StringVal("k"))))
	if err != nil || !part.Equal(polycty.Int64Val(2)) {
		t.Errorf("%v, %v", part, err)
	}
	if _, err := value.Apply(polycty.Path{}.Attr("x")); err == nil {
		t.Error("there is no attribute x")
	}
}

// Iterators continue past the ends of their chunks.
func TestIterators(t *testing.T) {
	for _, count := range []int{0, 1, 63, 64, 65, 128, 1000} {
		numbers := make([]int64, count)
		for i := range numbers {
			numbers[i] = int64(i)
		}
		next := 0
		it := polycty.Must(polycty.Int64sVal(numbers)).Elements()
		for it.Next() {
			if n, err := it.Value().AsInt64(); int(n) != next || it.Index() != next || err != nil {
				t.Errorf("%d of %d: %d, %v", next, count, n, err)
			}
			next++
		}
		if next != count || it.Next() {
			t.Errorf("%d of %d", next, count)
		}
	}
}

func TestTypesSayTheirParts(t *testing.T) {
	read, err := polycty.ParseType(polycty.HCL, "object({ a = optional(list(string)), b = tuple([bool, any]) })")
	if err != nil {
		t.Fatal(err)
	}
	a, ok := read.Field("a")
	if !ok || !a.Optional || a.Type.Element().Kind() != polycty.KindString {
		t.Errorf("%+v", a)
	}
	b, _ := read.Field("b")
	if b.Type.PartCount() != 2 || b.Type.Part(0).Kind() != polycty.KindBool || b.Type.Part(2) != nil || !read.HasAny() {
		t.Errorf("%s", b.Type)
	}
	made := polycty.Must(polycty.Object(
		polycty.Field{Name: "b", Type: polycty.Must(polycty.Tuple(polycty.Bool(), polycty.Any()))},
		polycty.Field{Name: "a", Type: polycty.Must(polycty.List(polycty.String())), Optional: true},
	))
	if !made.Equal(read) || made.Hash() != read.Hash() || made.Compare(read) != 0 {
		t.Errorf("%s is not %s", made, read)
	}
	if _, err := polycty.Object(polycty.Field{Name: "a", Type: read}, polycty.Field{Name: "a", Type: read}); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
	err = polycty.Must(polycty.List(polycty.Bool())).Conforms(polycty.Must(polycty.List(polycty.String())))
	var failure *polycty.Error
	if !errors.As(err, &failure) || failure.Path.String() != "[*]" || failure.Expected == nil || failure.Found == nil {
		t.Errorf("%v", err)
	}
	_, err = polycty.ParseType(polycty.HCL, "list(strin)")
	if !errors.As(err, &failure) || len(failure.Diagnostics) != 1 || failure.Diagnostics[0].Subject == nil {
		t.Errorf("%v", err)
	}
	parts := polycty.FunctionParts{
		Parameters:        []polycty.FunctionParameter{{Name: "a", Type: polycty.String()}, {Type: polycty.Bool()}},
		VariadicParameter: &polycty.FunctionParameter{Name: "rest", Type: polycty.Number()}, Result: polycty.String(),
	}
	back, ok := polycty.Must(polycty.FunctionType(parts)).FunctionParts()
	if !ok || len(back.Parameters) != 2 || back.Parameters[0].Name != "a" || back.VariadicParameter.Name != "rest" || !back.Result.Equal(polycty.String()) {
		t.Errorf("%+v", back)
	}
}

func TestMarksAndRefinements(t *testing.T) {
	marked := polycty.Must(polycty.Int64Val(1).Mark("b", "a"))
	list := polycty.Must(polycty.TupleVal(marked, polycty.Unknown(polycty.String())))
	if bare, marks := list.UnmarkDeep(); bare.ContainsMarked() || !reflect.DeepEqual(marks, []string{"a", "b"}) {
		t.Errorf("%v", marks)
	}
	if list.IsMarked() || !list.ContainsMarked() || !list.At(0).HasMark("a") || list.IsWhollyKnown() {
		t.Error("the marks are elsewhere")
	}
	bounded := polycty.Must(polycty.Unknown(polycty.Number()).Refine().NotNull().
		Min(polycty.Int64Val(1), true).Max(polycty.Int64Val(9), false).Value())
	if known, ok := bounded.Refinement(); !ok || !known.MinInclusive || known.MaxInclusive || !known.Max.Equal(polycty.Int64Val(9)) {
		t.Errorf("%+v", known)
	}
	if _, err := bounded.Refine().Min(polycty.Int64Val(10), true).Value(); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Errorf("%v", err)
	}
	long := polycty.Must(polycty.Unknown(polycty.Must(polycty.List(polycty.Bool()))).Refine().MinLen(2).MaxLen(5).Value())
	if known, _ := long.Refinement(); !known.HasLen || known.MinLen != 2 || known.MaxLen != 5 {
		t.Errorf("%+v", known)
	}
}

func TestWhatIsNotThereFailsAndDoesNotPanic(t *testing.T) {
	var value polycty.Value
	if err := json.Unmarshal([]byte("1"), &value); !errors.Is(err, polycty.ErrUnsupported) {
		t.Error(err)
	}
	var typ polycty.Type
	if err := json.Unmarshal([]byte(`"string"`), &typ); !errors.Is(err, polycty.ErrUnsupported) {
		t.Error(err)
	}
	if err := polycty.Int64Val(1).Walk(nil); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Error(err)
	}
	var refiner *polycty.Refiner
	if _, err := refiner.NotNull().MinLen(1).Value(); !errors.Is(err, polycty.ErrInvalidArgument) {
		t.Error(err)
	}
}

// In a list or map, each element is converted to the type in the struct, whatever types the others
// have.
func TestDecodeConvertsStructsWithAnInterface(t *testing.T) {
	type server struct {
		Port  int `polycty:"port"`
		Other any `polycty:"other"`
	}
	value, err := polycty.EvaluateHCL(`[{port = "80", other = [1]}, {port = 81, other = "x"}]`, "a.hcl", nil)
	if err != nil {
		t.Fatal(err)
	}
	var servers []server
	if err := value.Decode(&servers); err != nil || servers[0].Port != 80 || servers[1].Other != "x" {
		t.Error(servers, err)
	}
	var around struct{ Servers map[string]server }
	value = polycty.Must(polycty.EvaluateHCL(`{Servers = {a = {port = "80", other = true}}}`, "a.hcl", nil))
	if err := value.Decode(&around); err != nil || around.Servers["a"].Port != 80 {
		t.Error(around, err)
	}
	value = polycty.Must(polycty.EvaluateHCL(`[{port = "x", other = 1}]`, "a.hcl", nil))
	var failure *polycty.Error
	if err := value.Decode(&servers); !errors.As(err, &failure) || failure.Path.String() != "[0].port" {
		t.Error(err)
	}
}

func TestDocumentsHavePositions(t *testing.T) {
	data := []byte("web:\n  ports: [80, many]\n")
	found, err := polycty.CheckDocument(data, "x.yaml", polycty.DataYAML, polycty.HCL,
		"object({web=object({ports=list(number)})})")
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	part, err := polycty.LocatePart(data, polycty.DataYAML, found[0].Path)
	if err != nil || !part.IsExact || part.Name != nil || part.Range.String() != "2,15-19" {
		t.Fatal(part, err)
	}
	part, err = polycty.LocatePart(data, polycty.DataYAML, polycty.Path{polycty.AttrStep{"web"}})
	if err != nil || part.Name == nil || part.Name.String() != "1,1-4" {
		t.Fatal(part, err)
	}
	value, err := polycty.DecodeYAML(data, nil)
	if err != nil || value.Type().Kind() != polycty.KindObject {
		t.Fatal(value, err)
	}
	_, err = polycty.LocatePart(data, polycty.DataJSON, nil)
	if !errors.Is(err, polycty.ErrSyntax) {
		t.Fatal(err)
	}
}
