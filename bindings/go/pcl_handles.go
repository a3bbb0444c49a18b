//go:build !polycty_no_pcl

package polycty

// #include "results.h"
import "C"

import (
	"unsafe"
)

func init() {
	frees[pclTypeScopeHandle] = func(p unsafe.Pointer) { C.pcty_pcl_type_scope_free((*C.pcty_pcl_type_scope)(p)) }
	frees[boundHandle] = func(p unsafe.Pointer) { C.pcty_pcl_checked_free((*C.pcty_pcl_checked)(p)) }
	clones[pclTypeScopeHandle] = func(p unsafe.Pointer) unsafe.Pointer {
		return unsafe.Pointer(C.pcty_pcl_type_scope_clone((*C.pcty_pcl_type_scope)(p)))
	}
}
