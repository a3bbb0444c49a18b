package polycty

// #include "shims.h"
// #include "callbacks.h"
import "C"

import (
	"context"
	"errors"
	"runtime"
	"runtime/cgo"
	"time"
)

// Limits are the limits of a call: 0 selects the default of [StandardLimits], Unlimited disables a limit.
type Limits struct {
	// Steps is the maximum number of work units. A unit is bounded work, the same on every machine.
	Steps uint64
	// Bytes is the maximum memory that a call uses at once outside of Go's heap, including its result.
	Bytes uint64
	// Time is the maximum duration of a call; 0 disables the limit. A call outside of [Within] ends after
	// about 10 seconds.
	Time time.Duration
}

// StandardLimits returns the default limits of a call: about a second of work and 256 MiB. They are
// safe for servers that read small untrusted texts. Within has no default time limit; calls outside
// of Within have one of about 10 seconds.
func StandardLimits() Limits {
	standard := C.go_budget_limits(nil).out
	return Limits{Steps: uint64(standard.steps), Bytes: uint64(standard.bytes)}
}

// Within calls work and returns its error. Each call of this package that work makes on its
// goroutine is bounded by the limits, in addition to those of an outer Within, and fails with
// ErrLimit if a limit is exceeded. When the context is done, the running call and all later calls
// fail with ErrCancelled; errors.Is also finds the error of the context.
//
//	err := polycty.Within(ctx, polycty.Limits{}, func() (err error) {
//		value, err = polycty.EvaluateHCL(source, "main.hcl", scope)
//		return err
//	})
//
// Go functions that the library calls receive the context. The goroutine is locked to its thread
// during work. Goroutines that work starts are not bounded. In a Go function that the library
// calls, calls count toward the limits of the outer call.
func Within(ctx context.Context, limits Limits, work func() error) error {
	if ctx == nil || work == nil {
		return Errorf(ErrInvalidArgument, "`ctx` or `work` is nil")
	}
	given := C.pcty_limits{
		struct_size:  C.sizeof_pcty_limits,
		steps:        C.uint64_t(limits.Steps),
		bytes:        C.uint64_t(limits.Bytes),
		microseconds: C.uint64_t(limits.Time.Microseconds()),
	}
	if limits.Time != 0 && given.microseconds == 0 || limits.Time < 0 {
		given.microseconds = 1 // the deadline has passed
	}
	made := C.go_budget_new(&given)
	if made.error != nil {
		return newError(made.error)
	}
	budget := (*C.pcty_budget)(made.out)
	defer C.pcty_budget_free(budget)
	if ctx.Err() != nil {
		C.pcty_budget_cancel(budget)
	} else if ctx.Done() != nil {
		over, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			select {
			case <-ctx.Done():
				C.pcty_budget_cancel(budget)
			case <-over:
			}
		}()
		defer func() { close(over); <-ended }()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := failed(C.go_budget_enter(budget)); err != nil {
		return err
	}
	defer C.go_budget_leave(budget)
	entered := cgo.NewHandle(ctx)
	defer entered.Delete()
	outer := C.go_context_enter(C.uintptr_t(entered))
	defer C.go_context_enter(outer)
	bounds.Add(1)
	defer bounds.Add(-1)
	err := work()
	if done := ctx.Err(); done != nil && errors.Is(err, ErrCancelled) {
		return &cancelledError{err, done}
	}
	return err
}

// callContext returns the context of the innermost Within around the running callback.
func callContext() context.Context {
	if bounds.Load() != 0 {
		if entered := C.go_context_entered(); entered != 0 {
			return cgo.Handle(entered).Value().(context.Context)
		}
	}
	return context.Background()
}

// withinContext calls work within a context and the standard limits.
func withinContext(ctx context.Context, work func() (*Value, error)) (value *Value, err error) {
	if ctx == nil {
		return nil, Errorf(ErrInvalidArgument, "ctx is nil")
	}
	err = Within(ctx, Limits{}, func() error {
		value, err = work()
		return err
	})
	return value, err
}

// A cancelledError is an error of the library that the error of the context caused.
type cancelledError struct{ said, done error }

func (e *cancelledError) Error() string        { return e.said.Error() }
func (e *cancelledError) Unwrap() error        { return e.said }
func (e *cancelledError) Is(target error) bool { return errors.Is(e.done, target) }
