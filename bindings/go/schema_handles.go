//go:build !polycty_no_schema

package polycty

// #include "results.h"
import "C"

import (
	"unsafe"
)

func init() {
	frees[schemaHandle] = func(p unsafe.Pointer) { C.pcty_schema_free((*C.pcty_schema)(p)) }
	frees[schemaPairHandle] = func(p unsafe.Pointer) { C.pcty_schema_pair_free((*C.pcty_schema_pair)(p)) }
	frees[documentsHandle] = func(p unsafe.Pointer) { C.pcty_schema_documents_free((*C.pcty_schema_documents)(p)) }
}
