package polycty

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

// checkEnumeration compares the text forms of an enumeration with the names of its values.
func checkEnumeration[T interface {
	~uint32
	fmt.Stringer
	encoding.TextMarshaler
}](t *testing.T, names map[uint32]string) {
	t.Helper()
	seen := map[string]bool{}
	for value, name := range names {
		if given := T(value).String(); given != name || name == "" || seen[name] {
			t.Errorf("%T(%d).String() = %q; want %q, unlike all others", T(0), value, given, name)
		}
		seen[name] = true
		document, err := json.Marshal(map[string]T{"value": T(value)})
		if err != nil || string(document) != fmt.Sprintf(`{"value":%q}`, name) {
			t.Errorf("%T(%d) as JSON: %s, %v", T(0), value, document, err)
		}
		var back map[string]T
		if err := json.Unmarshal(document, &back); err != nil || back["value"] != T(value) {
			t.Errorf("%T(%d) of %s: %v, %v", T(0), value, document, back, err)
		}
	}
	wrong := T(1 << 31)
	if text, err := wrong.MarshalText(); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("%T of no name: %q, %v", wrong, text, err)
	}
	if text, want := wrong.String(), fmt.Sprintf("%T(2147483648)", wrong)[len("polycty."):]; text != want {
		t.Errorf("%T of no name: %q; want %q", wrong, text, want)
	}
	reader := any(&wrong).(encoding.TextUnmarshaler)
	for _, text := range []string{"", "no such name", "NONE"} {
		if err := reader.UnmarshalText([]byte(text)); !errors.Is(err, ErrNotFound) || wrong != 1<<31 {
			t.Errorf("%T of %q: %v, %v", wrong, text, wrong, err)
		}
	}
}

func TestNamesOfConstants(t *testing.T) {
	for constant, name := range map[fmt.Stringer]string{
		KindNotUndef: "not_undef", KindFunction: "function", SeverityWarning: "warning", HCL: "hcl", MCL: "mcl",
		SafeConversion: "safe", Unsafe: "unsafe", ErrInvalidUTF8: "invalid_utf8", HCLFormTemplateWrap: "template_wrap",
		HCLTokenFatArrow: "fat_arrow", HCLTypeExact: "exact", HCLNative: "native", Color: "color", FeatureTerraform: "terraform",
	} {
		if constant.String() != name {
			t.Errorf("%T(%d) is %q; want %q", constant, constant, constant, name)
		}
	}
	if message := ErrInvalidUTF8.Error(); message != "invalid utf8" {
		t.Errorf("the message of a code is %q", message)
	}
}
