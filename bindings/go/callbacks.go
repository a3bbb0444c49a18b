package polycty

// #include "callbacks.h"
import "C"

import (
	"fmt"
	"runtime/cgo"
	"sync"
	"sync/atomic"
	"unsafe"
)

// What the library keeps of Go is a cgo.Handle, never a pointer; the library says when it
// is no longer needed, exactly once, and goDestroy deletes it then.

//export goDestroy
func goDestroy(host C.uintptr_t) {
	if host&closureHost != 0 {
		closures.drop(host)
	} else {
		cgo.Handle(host).Delete()
	}
}

// Closures of functions are found by a place in an array, which takes less than a cgo.Handle; the
// highest bit of what C keeps tells them apart.
const closureHost = 1 << (8*unsafe.Sizeof(C.uintptr_t(0)) - 1)

type closureTable struct {
	mu    sync.Mutex
	specs atomic.Pointer[[]atomic.Pointer[FunctionSpec]]
	free  []C.uintptr_t
}

var closures closureTable

func (t *closureTable) keep(spec *FunctionSpec) C.uintptr_t {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.free) == 0 {
		var before []atomic.Pointer[FunctionSpec]
		if known := t.specs.Load(); known != nil {
			before = *known
		}
		grown := make([]atomic.Pointer[FunctionSpec], 2*len(before)+16)
		for at := range before {
			grown[at].Store(before[at].Load())
		}
		for at := len(grown); at > len(before); at-- {
			t.free = append(t.free, C.uintptr_t(at-1))
		}
		t.specs.Store(&grown)
	}
	at := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	(*t.specs.Load())[at].Store(spec)
	return at | closureHost
}

func (t *closureTable) get(host C.uintptr_t) *FunctionSpec {
	return (*t.specs.Load())[host&^closureHost].Load()
}

func (t *closureTable) drop(host C.uintptr_t) {
	t.mu.Lock()
	defer t.mu.Unlock()
	(*t.specs.Load())[host&^closureHost].Store(nil)
	t.free = append(t.free, host&^closureHost)
}

//export goFunctionImpl
func goFunctionImpl(host C.uintptr_t, args *C.go_found, count C.size_t, returnType *C.pcty_type,
	out *C.go_found, failure **C.pcty_error) (status C.pcty_status) {
	defer func() { // not by caught: so nothing is allocated for it
		if panicked := recover(); panicked != nil {
			*failure, status = reported(panicError(panicked))
		}
	}()
	spec := closures.get(host)
	values := takeValues(args, int(count), nil)
	given := spec.Type
	if given == nil {
		given = newType(C.pcty_type_clone(returnType))
	}
	result, err := spec.Impl(values, given)
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
	spec := closures.get(host)
	result, err := spec.ReturnType(takeValues(args, int(count), nil))
	return givenType(result, err, "a function", out, failure)
}

//export goSpecCheck
func goSpecCheck(host C.uintptr_t, value *C.pcty_value) (failure *C.pcty_error) {
	defer caught(func(err error) { failure, _ = reported(err) })
	check := cgo.Handle(host).Value().(func(*Value) error)
	if err := check(newValue(value)); err != nil {
		failure, _ = reported(err)
	}
	return failure
}

//export goSpecRefine
func goSpecRefine(host C.uintptr_t, builder *C.pcty_refinement_builder) {
	defer caught(func(err error) {
		failure, _ := reported(err)
		C.pcty_refinement_builder_fail(builder, failure, nil)
		C.pcty_error_free(failure)
	})
	r := &Refiner{}
	cgo.Handle(host).Value().(func(*Refiner))(r)
	_ = r.apply(builder) // the builder remembers what failed
}

//export goScopeAround
func goScopeAround(host C.uintptr_t) (scope *C.pcty_hcl_scope) {
	defer caught(func(error) { scope = nil })
	around := cgo.Handle(host).Value().(func() *HCLScope)()
	if around == nil {
		return nil
	}
	p, state := around.evaluated()
	defer state.done()
	return C.pcty_hcl_scope_clone(p)
}

//export goValueRewriter
func goValueRewriter(host C.uintptr_t, path *C.pcty_path, part *C.pcty_value, out *C.go_found,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	rewrite := cgo.Handle(host).Value().(func(Path, *Value) (*Value, error))
	result, err := rewrite(readPath(path), newValue(part))
	return givenValue(result, err, "a rewriter", out, failure)
}

// givenValue gives the library what a callback gave: a value, or the error.
func givenValue(result *Value, err error, who string, out *C.go_found, failure **C.pcty_error) C.pcty_status {
	if err == nil && result != nil && result.kind == smallHandle && !result.closed() {
		out.small, out.footprint = result.content, C.GO_SMALL
		return C.PCTY_OK
	}
	if err == nil && result == nil {
		err = Errorf(ErrMisbehaved, "%s has given neither a value nor an error", who)
	}
	if err != nil {
		return failedWith(err, failure)
	}
	defer result.done()
	out.out = unsafe.Pointer(C.pcty_value_clone(result.use()))
	return C.PCTY_OK
}

// givenType gives the library what a callback gave: a type, or the error.
func givenType(result *Type, err error, who string, out **C.pcty_type, failure **C.pcty_error) C.pcty_status {
	if err == nil && result == nil {
		err = Errorf(ErrMisbehaved, "%s has given neither a type nor an error", who)
	}
	if err != nil {
		return failedWith(err, failure)
	}
	defer result.done()
	*out = C.pcty_type_clone(result.use())
	return C.PCTY_OK
}

// failedWith gives the library the error of a callback, if there is one.
func failedWith(err error, failure **C.pcty_error) (status C.pcty_status) {
	if err != nil {
		*failure, status = reported(err)
	}
	return status
}

// reported is what the library is told of an error that a Go function gave. The error itself
// is noted beside the running call, which gives it as the cause of its own.
func reported(err error) (*C.pcty_error, C.pcty_status) {
	if before := C.go_causes_note(C.uintptr_t(cgo.NewHandle(err))); before != 0 {
		cgo.Handle(before).Delete()
	}
	return errorOf(err)
}

// caught stops a panic at the boundary: C must not be unwound. It is to be deferred.
func caught(report func(error)) {
	if panicked := recover(); panicked != nil {
		report(panicError(panicked))
	}
}

func panicError(panicked any) error {
	if err, ok := panicked.(error); ok {
		return Errorf(ErrCallback, "panic: %s", err).WithCause(err)
	}
	return Errorf(ErrCallback, "panic: %s", fmt.Sprint(panicked))
}
