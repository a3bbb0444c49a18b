//go:build !polycty_no_mcl

package polycty

// #include "shims.h"
import "C"

// MCLZero returns the zero value of an mcl type.
func MCLZero(t *Type) (*Value, error) {
	defer t.done()
	return madeValue(C.go_mcl_value_zero(t.use()))
}

// DecodeMCLJSON decodes JSON text as a value of an mcl type. The members of an object must be
// exactly the fields of the struct, unless flexible.
func DecodeMCLJSON(data []byte, t *Type, flexible bool) (*Value, error) {
	fields := C.pcty_mcl_fields(C.PCTY_MCL_FIELDS_EXACT)
	if flexible {
		fields = C.PCTY_MCL_FIELDS_FLEXIBLE
	}
	defer t.done()
	return readValue(C.go_mcl_value_from_json(asText(data), t.use(), fields), len(data))
}

// FormatMCL returns the value as mcl prints it, such as `struct{name: "a"; ports: [80, 443]}`.
func (v *Value) FormatMCL() (string, error) {
	defer v.done()
	return taken(C.go_mcl_value_format(v.use()))
}

// MCLUnify returns a type under the most general substitution of variables that makes a and b
// equal.
func MCLUnify(a, b, of *Type) (*Type, error) {
	defer a.done()
	defer b.done()
	defer of.done()
	return madeType(C.go_mcl_type_unify(a.use(), b.use(), of.use()))
}

// IsMCLHashable reports whether values of the type may be keys of mcl's maps: bools, strings, ints,
// floats, and structs whose fields may all be keys.
func (t *Type) IsMCLHashable() bool {
	defer t.done()
	return bool(C.pcty_mcl_type_is_hashable(t.use()))
}
