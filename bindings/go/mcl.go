//go:build !polycty_no_mcl

package polycty

// #include "shims.h"
import "C"

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
