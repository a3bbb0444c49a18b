//go:build !polycty_no_mcl

package polycty

// #include "shims.h"
import "C"

// MCLZero is the value that a type of mcl begins with.
func MCLZero(t *Type) (*Value, error) {
	defer t.done()
	return madeValue(C.go_mcl_value_zero(t.use()))
}

// DecodeMCLJSON reads JSON text as a value of a type of mcl. The members of an object have
// to be exactly the fields of the struct, unless flexible.
func DecodeMCLJSON(data []byte, t *Type, flexible bool) (*Value, error) {
	fields := C.pcty_mcl_fields(C.PCTY_MCL_FIELDS_EXACT)
	if flexible {
		fields = C.PCTY_MCL_FIELDS_FLEXIBLE
	}
	defer t.done()
	return readValue(C.go_mcl_value_from_json(asText(data), t.use(), fields), len(data))
}

// FormatMCL is the value as mcl prints it, such as `struct{name: "a"; ports: [80, 443]}`.
func (v *Value) FormatMCL() (string, error) {
	defer v.done()
	return taken(C.go_mcl_value_format(v.use()))
}

// MCLUnify is a type under the most general substitution of variables that makes two types
// equal.
func MCLUnify(a, b, of *Type) (*Type, error) {
	defer a.done()
	defer b.done()
	defer of.done()
	return madeType(C.go_mcl_type_unify(a.use(), b.use(), of.use()))
}
