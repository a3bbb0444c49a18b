//go:build !polycty_no_mcl

package polycty

// #include "callbacks.h"
import "C"

import (
	"errors"
	"unsafe"
)

//export goMCLCall
func goMCLCall(host C.uintptr_t, args *C.go_found, count C.size_t, t *C.pcty_type,
	out *C.go_found, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	values := takeValues(args, int(count), nil)
	function := closureOf(host).(*MCLFunction)
	result, err := function.Call(values, newType(C.pcty_type_clone(t)))
	if follow, _ := function.following(); err == nil && result == nil && follow != nil {
		return C.PCTY_OK // it has no value yet
	}
	return givenValue(result, err, "a function", out, failure)
}

//export goMCLInfer
func goMCLInfer(host C.uintptr_t, types **C.pcty_type, values **C.pcty_value, count C.size_t,
	result *C.pcty_type, out **C.pcty_type, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	known, all := make([]*Value, int(count)), make([]*Type, int(count))
	for at := range all {
		all[at] = newType(C.pcty_type_clone(unsafe.Slice(types, int(count))[at]))
		known[at] = newValue(C.pcty_value_clone(unsafe.Slice(values, int(count))[at]))
	}
	found, err := closureOf(host).(*MCLFunction).Infer(all, known, newType(C.pcty_type_clone(result)))
	return givenType(found, err, "a function", out, failure)
}

//export goMCLFollow
func goMCLFollow(host C.uintptr_t, function C.pcty_str, args *C.go_found, count C.size_t,
	sender *C.pcty_mcl_sender, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	own := newMCLSender(sender)
	values := takeValues(args, int(count), nil)
	follow, _ := closureOf(host).(mclFollowed).following()
	if follow == nil {
		return C.PCTY_OK
	}
	return failedWith(follow(text(function), values, own), failure)
}

//export goMCLUnfollow
func goMCLUnfollow(host C.uintptr_t, sender *C.pcty_mcl_sender) {
	defer caught(noteOrCrash)
	own := newMCLSender(sender)
	if _, unfollow := closureOf(host).(mclFollowed).following(); unfollow != nil {
		unfollow(own)
	}
}

//export goMCLReader
func goMCLReader(host C.uintptr_t, path C.pcty_str, out **C.pcty_string,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	content, found, err := closureOf(host).(mclReader)(text(path))
	if err == nil && found {
		*out, err = madeString(content)
	}
	return failedWith(err, failure)
}

//export goMCLAnswer
func goMCLAnswer(host C.uintptr_t, question C.pcty_str, args *C.go_found, count C.size_t,
	returns *C.pcty_type, out *C.go_found, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	values := takeValues(args, int(count), nil)
	world := closureOf(host).(*MCLWorld)
	answer, err := world.Answer(text(question), values, newType(C.pcty_type_clone(returns)))
	if err == nil && answer == nil {
		return C.PCTY_OK
	}
	return givenValue(answer, err, "a world", out, failure)
}

//export goMCLWake
func goMCLWake(host C.uintptr_t) {
	select {
	case closureOf(host).(chan struct{}) <- struct{}{}:
	default: // already woken
	}
}

//export goMCLValidate
func goMCLValidate(host C.uintptr_t, resource *C.pcty_mcl_resource, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	return failedWith(closureOf(host).(*MCLKind).Validate(readMCLResource(resource)), failure)
}

//export goMCLCompare
func goMCLCompare(host C.uintptr_t, first, second *C.pcty_mcl_resource, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	err := closureOf(host).(*MCLKind).Compare(readMCLResource(first), readMCLResource(second))
	if errors.Is(err, ErrUnsupported) {
		return C.PCTY_ERROR_UNSUPPORTED
	}
	return failedWith(err, failure)
}

//export goMCLMerge
func goMCLMerge(host C.uintptr_t, first, second *C.pcty_mcl_resource, builder *C.pcty_mcl_resource_builder,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	fields, err := closureOf(host).(*MCLKind).Merge(readMCLResource(first), readMCLResource(second))
	return failedWith(setMCLFields(builder, fields, err), failure)
}

//export goMCLCollect
func goMCLCollect(host C.uintptr_t, data C.pcty_str, builder *C.pcty_mcl_resource_builder,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	fields, err := closureOf(host).(*MCLKind).Collect(text(data))
	return failedWith(setMCLFields(builder, fields, err), failure)
}

// setMCLFields sets the fields that a function returned, unless it failed.
func setMCLFields(builder *C.pcty_mcl_resource_builder, fields map[string]*Value, err error) error {
	for name, value := range fields {
		if err == nil {
			err = setMCLField(builder, name, value)
		}
	}
	return err
}

//export goMCLAfter
func goMCLAfter(host C.uintptr_t, resource *C.pcty_mcl_resource, dependencies *C.pcty_mcl_dependencies) {
	defer caught(noteOrCrash)
	for _, any := range closureOf(host).(*MCLKind).After(readMCLResource(resource)) {
		if addMCLDependency(dependencies, any) != nil {
			return
		}
	}
}
