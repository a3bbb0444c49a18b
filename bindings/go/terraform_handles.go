//go:build !polycty_no_terraform

package polycty

// #include "results.h"
import "C"

import (
	"unsafe"
)

func init() {
	frees[moduleHandle] = func(p unsafe.Pointer) { C.pcty_terraform_module_free((*C.pcty_terraform_module)(p)) }
	frees[evaluationHandle] = func(p unsafe.Pointer) { C.pcty_terraform_evaluation_free((*C.pcty_terraform_evaluation)(p)) }
}
