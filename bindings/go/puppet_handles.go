//go:build !polycty_no_puppet

package polycty

// #include "results.h"
import "C"

import (
	"unsafe"
)

func init() {
	interpolate = PuppetRules{}.Interpolate
	frees[aliasesHandle] = func(p unsafe.Pointer) { C.pcty_puppet_aliases_free((*C.pcty_puppet_aliases)(p)) }
	frees[iterationHandle] = func(p unsafe.Pointer) { C.pcty_puppet_iteration_free((*C.pcty_puppet_iteration)(p)) }
	frees[environmentHandle] = func(p unsafe.Pointer) { C.pcty_puppet_environment_free((*C.pcty_puppet_environment)(p)) }
	frees[manifestHandle] = func(p unsafe.Pointer) { C.pcty_puppet_manifest_free((*C.pcty_puppet_manifest)(p)) }
	frees[outlineHandle] = func(p unsafe.Pointer) { C.pcty_puppet_outline_free((*C.pcty_puppet_outline)(p)) }
	clones[environmentHandle] = func(p unsafe.Pointer) unsafe.Pointer {
		return unsafe.Pointer(C.pcty_puppet_environment_clone((*C.pcty_puppet_environment)(p)))
	}
}
