package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"context"
	"runtime/cgo"
	"sync/atomic"
)

// A function of Go's that Go itself calls with scalars in Go's memory needs nothing of the library: they
// are known and have no marks, so of the whole protocol of a call there is left whether their types are
// those of the parameters, and whether the result is of the type that it should be. Where that is not so, or
// the function fails, the library tells it: it is called with what the function has given already.

// An ownFunction is what Go knows of a function whose parameters and result are of simple types.
type ownFunction struct {
	spec   *FunctionSpec
	takes  []C.uint8_t  // the kinds of the positional parameters
	more   C.uint8_t    // and of further ones, 0 if there may be none
	gives  C.uint8_t    // the kind of the result
	within atomic.Int32 // how many calls run
}

// deepestOwn is how many calls of one function may run within each other, or on several goroutines, before
// the library has them: it ends those that never would.
const deepestOwn = 64

// bounds are how many calls of Within run. A call then counts with these, as the library does that.
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

// simpleKind is the kind of bool, number or string, and 0 of other types.
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

// begins is whether a call with these arguments may run in Go; then ends must follow.
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

// call runs the function with values of its own, which it may keep and close.
func (own *ownFunction) call(args []*Value) (*Value, error) {
	values := newValues(len(args))
	for at, v := range args {
		v.copyTo(values[at])
	}
	return own.spec.Impl(context.Background(), values, own.spec.Type)
}

// fits is whether the result is one that the library would let through as it is.
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
