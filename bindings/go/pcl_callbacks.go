//go:build !polycty_no_pcl

package polycty

// #include "callbacks.h"
import "C"

import (
	"unsafe"
)

//export goPCLResolver
func goPCLResolver(host C.uintptr_t, eventual *C.pcty_value, out *C.go_found,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	given := newValue(eventual)
	result, err := closureOf(host).(func(*Value) (*Value, error))(given)
	return givenValue(result, err, "a resolver", out, failure)
}

//export goPCLRule
func goPCLRule(host C.uintptr_t, arguments **C.pcty_type, expressions **C.pcty_hcl_expression, count C.size_t,
	out **C.pcty_type, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	types, texts := make([]*Type, int(count)), make([]*HCLExpression, int(count))
	for at, taken := range unsafe.Slice(arguments, int(count)) {
		types[at] = newType(taken)
	}
	for at, taken := range unsafe.Slice(expressions, int(count)) {
		texts[at] = newHCLExpression(taken)
	}
	result, err := closureOf(host).(PCLRule)(types, texts)
	if err == nil || result == nil {
		return givenType(result, err, "a rule", out, failure)
	}
	// The diagnostics of an error do not prevent the result.
	*failure, _ = reported(err)
	return givenType(result, nil, "a rule", out, nil)
}
