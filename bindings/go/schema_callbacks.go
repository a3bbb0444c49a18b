//go:build !polycty_no_schema

package polycty

// #include "callbacks.h"
import "C"

import ()

//export goSchemaRetrieve
func goSchemaRetrieve(data C.uintptr_t, address C.pcty_str, out **C.pcty_string,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	content, found, err := closureOf(data).(schemaRetrieve)(text(address))
	if err == nil && found {
		*out, err = madeString(content)
	}
	return failedWith(err, failure)
}
