//go:build !polycty_no_terraform

package polycty

// #include "callbacks.h"
import "C"

import (
	"io"
	"time"
	"unsafe"
)

//export goTerraformClock
func goTerraformClock(host C.uintptr_t, seconds *C.int64_t, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	*seconds = C.int64_t(closureOf(host).(func() time.Time)().Unix())
	return C.PCTY_OK
}

//export goTerraformRandom
func goTerraformRandom(host C.uintptr_t, bytes *C.uint8_t, count C.size_t,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	room := unsafe.Slice((*byte)(unsafe.Pointer(bytes)), int(count))
	if _, err := io.ReadFull(closureOf(host).(io.Reader), room); err != nil {
		*failure, status = reported(err)
	}
	return status
}

//export goTerraformReader
func goTerraformReader(host C.uintptr_t, path C.pcty_str, out **C.pcty_string,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	return givenText(contentOf, host, path, out, failure)
}

//export goTerraformLister
func goTerraformLister(host C.uintptr_t, path C.pcty_str, out **C.pcty_string,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	return givenText(namesIn, host, path, out, failure)
}

//export goTerraformModuleFinder
func goTerraformModuleFinder(host C.uintptr_t, key, source, version C.pcty_str, out **C.pcty_string,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	find := closureOf(host).(func(TerraformModuleCall) (string, bool, error))
	directory, found, err := find(TerraformModuleCall{text(key), text(source), text(version)})
	if err == nil && found {
		*out, err = madeString(directory)
	}
	return failedWith(err, failure)
}
