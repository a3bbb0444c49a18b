package polycty

// #include "callbacks.h"
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// The library stores the number of a closure or of a cgo.Handle, never a pointer. When it no longer
// needs the number, it calls goDestroy exactly once, which deletes the closure or the handle. A
// cgo.Handle is used for data, such as the object in a capsule, and for functions of a single call.

//export goDestroy
func goDestroy(host C.uintptr_t) {
	if host&closureHost != 0 {
		closures.drop(host)
	} else {
		cgo.Handle(host).Delete()
	}
}

//export goFunctionImpl
func goFunctionImpl(host C.uintptr_t, args *C.go_found, count C.size_t, returnType *C.pcty_type,
	out *C.go_found, failure **C.pcty_error) (status C.pcty_status) {
	defer func() { // not with caught, which would allocate
		if panicked := recover(); panicked != nil {
			*failure, status = reported(newCallbackPanic(panicked))
		}
	}()
	values := takeValues(args, int(count), nil)
	spec := closureOf(host).(*FunctionSpec)
	given := spec.Type
	if given == nil {
		given = newType(C.pcty_type_clone(returnType))
	}
	result, err := spec.Impl(callContext(), values, given)
	return givenValue(result, err, "a function", out, failure)
}

//export goFunctionGiven
func goFunctionGiven(given C.uintptr_t, out *C.go_found, failure **C.pcty_error) C.pcty_status {
	result, err := cgo.Handle(given).Value().(func() (*Value, error))()
	return givenValue(result, err, "a function", out, failure)
}

//export goFunctionReturnType
func goFunctionReturnType(host C.uintptr_t, args *C.go_found, count C.size_t,
	out **C.pcty_type, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	values := takeValues(args, int(count), nil)
	result, err := closureOf(host).(*FunctionSpec).ReturnType(values)
	return givenType(result, err, "a function", out, failure)
}

//export goHCLCheck
func goHCLCheck(host C.uintptr_t, value *C.pcty_value) (failure *C.pcty_error) {
	defer caught(func(err error) { failure, _ = reported(err) })
	given := newValue(value)
	if err := closureOf(host).(func(*Value) error)(given); err != nil {
		failure, _ = reported(err)
	}
	return failure
}

//export goHCLRefine
func goHCLRefine(host C.uintptr_t, builder *C.pcty_refinement_builder) {
	defer caught(func(err error) {
		failure, _ := reported(err)
		C.pcty_refinement_builder_fail(builder, failure, nil)
		C.pcty_error_free(failure)
	})
	r := &Refiner{}
	closureOf(host).(func(*Refiner))(r)
	_ = r.apply(builder) // the builder keeps the error
}

//export goHCLScopeProvider
func goHCLScopeProvider(host C.uintptr_t) (scope *C.pcty_hcl_scope) {
	defer caught(func(err error) {
		noteOrCrash(err)
		scope = nil
	})
	given := closureOf(host).(func() *HCLScope)()
	if given == nil {
		return nil
	}
	p, state := given.now()
	defer state.done()
	pinDuringCall(state.owns)
	return C.pcty_hcl_scope_clone(p)
}

//export goValueRewriter
func goValueRewriter(host C.uintptr_t, path *C.pcty_path, part *C.pcty_value, out *C.go_found,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	given := newValue(part)
	result, err := closureOf(host).(func(Path, *Value) (*Value, error))(readPath(path), given)
	return givenValue(result, err, "a rewriter", out, failure)
}

// givenValue passes the result of a callback to the library: a value or the error.
func givenValue(result *Value, err error, who string, out *C.go_found, failure **C.pcty_error) C.pcty_status {
	if err == nil && result != nil && result.kind == smallHandle && !result.closed() {
		out.small, out.footprint = result.content, C.GO_SMALL
		return C.PCTY_OK
	}
	if err == nil && result == nil {
		err = Errorf(ErrMisbehaved, "%s returned neither a value nor an error", who)
	}
	if err != nil {
		return failedWith(err, failure)
	}
	defer result.done()
	out.out = unsafe.Pointer(C.pcty_value_clone(result.use()))
	return C.PCTY_OK
}

// givenType passes the result of a callback to the library: a type or the error.
func givenType(result *Type, err error, who string, out **C.pcty_type, failure **C.pcty_error) C.pcty_status {
	if err == nil && result == nil {
		err = Errorf(ErrMisbehaved, "%s returned neither a type nor an error", who)
	}
	if err != nil {
		return failedWith(err, failure)
	}
	defer result.done()
	*out = C.pcty_type_clone(result.use())
	return C.PCTY_OK
}

// failedWith passes the error of a callback, if any, to the library.
func failedWith(err error, failure **C.pcty_error) (status C.pcty_status) {
	if err != nil {
		*failure, status = reported(err)
	}
	return status
}
