//go:build !polycty_no_mcl

package polycty

// #include "results.h"
import "C"

import (
	"unsafe"
)

func init() {
	frees[mclHostHandle] = func(p unsafe.Pointer) { C.pcty_mcl_host_free((*C.pcty_mcl_host)(p)) }
	frees[mclSenderHandle] = func(p unsafe.Pointer) { C.pcty_mcl_sender_free((*C.pcty_mcl_sender)(p)) }
	frees[mclProgramHandle] = func(p unsafe.Pointer) { C.pcty_mcl_program_free((*C.pcty_mcl_program)(p)) }
	frees[mclResourcesHandle] = func(p unsafe.Pointer) { C.pcty_mcl_resources_free((*C.pcty_mcl_resources)(p)) }
	frees[mclRuntimeHandle] = freeMCLRuntime
	clones[mclHostHandle] = func(p unsafe.Pointer) unsafe.Pointer {
		return unsafe.Pointer(C.pcty_mcl_host_clone((*C.pcty_mcl_host)(p)))
	}
}
