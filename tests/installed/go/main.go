// Uses the installed library: only the installed header, and no part of the source.
package main

// #include <polycty.h>
// #include <stdlib.h>
//
// static pcty_str text_of(const char *data, size_t len) {
//     pcty_str text;
//     text.data = data;
//     text.len = len;
//     return text;
// }
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func text(of string) (C.pcty_str, func()) {
	data := C.CString(of)
	return C.text_of(data, C.size_t(len(of))), func() { C.free(unsafe.Pointer(data)) }
}

func main() {
	notation, freeNotation := text("list(number)")
	defer freeNotation()
	json, freeJSON := text("[1, 2]")
	defer freeJSON()
	var ty *C.pcty_type
	var value *C.pcty_value
	var back *C.pcty_string
	if C.pcty_type_parse(notation, C.PCTY_DIALECT_HCL, &ty, nil) != C.PCTY_OK ||
		C.pcty_value_from_json(json, ty, &value, nil) != C.PCTY_OK ||
		C.pcty_value_to_json(value, nil, &back, nil) != C.PCTY_OK {
		os.Exit(1)
	}
	fmt.Println("Go:", C.GoString(C.pcty_string_cstr(back)))
	C.pcty_string_free(back)
	C.pcty_value_free(value)
	C.pcty_type_free(ty)
}
