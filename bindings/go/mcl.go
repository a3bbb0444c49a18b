package polycty

/*
#include "shim.h"

GO_MAKES(go_mcl_value_zero, pcty_value, (const pcty_type *type),
         pcty_mcl_value_zero(type, &out, &error))
GO_MAKES(go_mcl_value_from_json, pcty_value,
         (const char *json, size_t length, const pcty_type *type, pcty_mcl_fields fields),
         pcty_mcl_value_from_json(GO_BYTES(json, length), type, fields, &out, &error))
GO_MAKES(go_mcl_value_format, pcty_string, (const pcty_value *value),
         pcty_mcl_value_format(value, &out, &error))
GO_MAKES(go_mcl_type_unify, pcty_type,
         (const pcty_type *a, const pcty_type *b, const pcty_type *of),
         pcty_mcl_type_unify(a, b, of, &out, &error))
*/
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
	json, length := bytesOf(data)
	return madeValue(C.go_mcl_value_from_json(json, length, t.use(), fields))
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
