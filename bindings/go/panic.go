package polycty

// #include "callbacks.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime/cgo"
	"runtime/debug"
)

// A callbackPanic is a panic in a Go function that the library called. C frames must not be
// unwound. Therefore the callback returns an error that ends the whole call of the library, and the
// panic continues in the Go function that made this call.
type callbackPanic struct {
	value any
	stack []byte
}

func newCallbackPanic(value any) error {
	if released, ok := value.(releasedError); ok {
		return released
	}
	return &callbackPanic{value, debug.Stack()}
}

// Error returns the text that the runtime prints for an unrecovered panic.
func (p *callbackPanic) Error() string {
	return fmt.Sprintf("%s\n\na function that the library called panicked:\n\n%s", p.message(), p.stack)
}

func (p *callbackPanic) message() string { return fmt.Sprintf("panic: %v", p.value) }

// raise continues the panic; recover returns its value. A first panic with the stack precedes it,
// which the runtime prints with it.
func (p *callbackPanic) raise() {
	defer panic(p.value)
	panic(p)
}

// crash ends the process like an unrecovered panic. It is for a callback outside of a call from Go:
// no Go function can continue the panic, and C frames must not be unwound.
func (p *callbackPanic) crash() {
	go p.raise()
	select {}
}

// noteOrCrash reports the panic of a callback without an error result. The panic continues in the
// running call; without a running call it ends the process.
func noteOrCrash(err error) {
	if p, panicked := err.(*callbackPanic); !note(err) && panicked {
		p.crash()
	}
}

// raise continues a panic that caused the failure of a call.
func raise(cause error) {
	if p, ok := cause.(*callbackPanic); ok {
		p.raise()
	}
}

// panicking returns the error, unless its cause is a panic, which continues.
func (e *Error) panicking(cause error) *Error {
	raise(cause)
	return e
}

// caught stops a panic at the boundary. It must be deferred.
func caught(report func(error)) {
	if panicked := recover(); panicked != nil {
		report(newCallbackPanic(panicked))
	}
}

// reported converts the error of a Go function for the library. The error itself is noted with the
// running call and becomes the cause of the call's error.
func reported(err error) (*C.pcty_error, C.pcty_status) {
	noted := note(err)
	var p *callbackPanic
	var released releasedError
	switch {
	case errors.As(err, &released):
		err = Errorf(ErrCallback, "%s", err)
	case !errors.As(err, &p):
	case noted:
		err = Errorf(ErrCancelled, "%s", p.message())
	default:
		err = panicError(p.value)
	}
	return errorOf(err)
}

// panicError returns the error for a panic that cannot continue, because there is no call from Go.
func panicError(value any) error {
	err := Errorf(ErrCallback, "panic: %s", fmt.Sprint(value))
	if cause, ok := value.(error); ok {
		err = err.WithCause(cause)
	}
	return err
}

// A callNote collects the notes that callbacks add to the running call.
type callNote struct {
	errs causes                   // the errors that Go functions returned; if one panicked, only its panic
	pins map[*closureSet]struct{} // sets that are pinned until the call ends
}

// noted returns the note of the running call, or nil outside of a call.
func noted() *callNote {
	if known := C.go_causes_noted(); known != 0 {
		return cgo.Handle(known).Value().(*callNote)
	}
	n := &callNote{}
	handle := cgo.NewHandle(n)
	if !C.go_causes_note(C.uintptr_t(handle)) {
		handle.Delete()
		return nil
	}
	return n
}

// note adds an error to the running call, and reports whether there is one.
func note(err error) bool {
	n := noted()
	if n == nil {
		return false
	}
	n.add(err)
	return true
}

// add adds an error. A panic replaces all others. After maxCauses errors the oldest is dropped.
func (n *callNote) add(err error) {
	if len(n.errs) > 0 {
		if _, panicked := n.errs[0].(*callbackPanic); panicked {
			return
		}
	}
	if _, panicked := err.(*callbackPanic); panicked {
		n.errs = nil
	}
	if len(n.errs) == maxCauses {
		n.errs = append(n.errs[:0], n.errs[1:]...)
	}
	n.errs = append(n.errs, err)
}

// pinDuringCall pins a set until the running call ends. Outside of a call the table holds the
// closures.
func pinDuringCall(s *closureSet) {
	if s == nil {
		return
	}
	n := noted()
	if n == nil {
		s.hold()
		return
	}
	if _, known := n.pins[s]; known {
		return
	}
	if n.pins == nil {
		n.pins = map[*closureSet]struct{}{}
	}
	s.pin()
	n.pins[s] = struct{}{}
}

// takeCause ends the notes of a call, and returns the error of the Go function that caused its
// failure.
func takeCause(made *C.go_called) error {
	if made.cause == 0 {
		return nil
	}
	handle := cgo.Handle(made.cause)
	n := handle.Value().(*callNote)
	handle.Delete()
	for s := range n.pins {
		s.unpin()
	}
	switch len(n.errs) {
	case 0:
		return nil
	case 1:
		return n.errs[0]
	}
	return n.errs
}
