package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"context"
	"runtime/cgo"
	"sync/atomic"
)

// Calls of Go functions by Go with scalars in Go memory. They need no crossing: the arguments are
// known and have no marks. The remaining checks of the call protocol are that the arguments have
// the types of the parameters, and that the result has the declared type. If a check or the
// function fails, the library makes the error: it is called with the result of the function.

// An ownFunction is a Go function whose parameters and result are of simple types.
type ownFunction struct {
	spec   *FunctionSpec
	takes  []C.uint8_t  // the kinds of the positional parameters
	more   C.uint8_t    // the kind of further arguments, 0 if there are none
	gives  C.uint8_t    // the kind of the result
	within atomic.Int32 // the number of running calls
}

// deepestOwn is the maximum number of running calls of one function, nested or on several
// goroutines. Further calls use the library, which ends infinite recursion.
const deepestOwn = 64

// bounds is the number of running calls of Within. While it is not 0, the library counts the calls
// against their limits.
var bounds atomic.Int32

func newOwnFunction(spec *FunctionSpec) *ownFunction {
	own := &ownFunction{spec: spec, gives: simpleKind(spec.Type)}
	if own.gives == 0 || spec.Promise != nil {
		return nil
	}
	for _, p := range spec.Parameters {
		kind := simpleKind(p.Type)
		if kind == 0 {
			return nil
		}
		own.takes = append(own.takes, kind)
	}
	if spec.VariadicParameter != nil {
		if own.more = simpleKind(spec.VariadicParameter.Type); own.more == 0 {
			return nil
		}
	}
	return own
}

// simpleKind returns the kind of bool, number or string, and 0 for other types.
func simpleKind(t *Type) C.uint8_t {
	switch {
	case t == nil:
	case t.Equal(Bool()):
		return C.PCTY_KIND_BOOL
	case t.Equal(Number()):
		return C.PCTY_KIND_NUMBER
	case t.Equal(String()):
		return C.PCTY_KIND_STRING
	}
	return 0
}

// begins reports whether a call with these arguments may run in Go; if so, ends must follow.
func (own *ownFunction) begins(args []*Value) bool {
	if own == nil || len(args) > C.GO_FEW || len(args) < len(own.takes) || bounds.Load() != 0 {
		return false
	}
	for at, v := range args {
		wanted := own.more
		if at < len(own.takes) {
			wanted = own.takes[at]
		}
		if !v.inGo() || v.content.kind != wanted {
			return false
		}
	}
	if own.within.Add(1) > deepestOwn {
		own.ends()
		return false
	}
	return true
}

func (own *ownFunction) ends() { own.within.Add(-1) }

// call runs the function with copies of the arguments, which it may keep and close.
func (own *ownFunction) call(args []*Value) (*Value, error) {
	values := newValues(len(args))
	for at, v := range args {
		v.copyTo(values[at])
	}
	return own.spec.Impl(context.Background(), values, own.spec.Type)
}

// fits reports whether the library would return the result unchanged.
func (own *ownFunction) fits(result *Value, err error) bool {
	return err == nil && result.inGo() && result.content.kind == own.gives
}

// answer calls the function in Go, after begins.
func (own *ownFunction) answer(p *C.pcty_function, args []*Value) (*Value, error) {
	defer own.ends()
	result, err := own.call(args)
	if own.fits(result, err) {
		return result.again(), nil
	}
	few, count := useFew(args)
	defer doneFew(args, &few)
	given := cgo.NewHandle(func() (*Value, error) { return result, err })
	defer given.Delete()
	return calledValue(C.go_function_call_given(p, few, count, C.uintptr_t(given)))
}
