//go:build !polycty_no_puppet

package polycty

// #include "callbacks.h"
import "C"

import (
	"errors"
)

//export goPuppetFunction
func goPuppetFunction(host C.uintptr_t, args *C.go_found, count C.size_t, call *C.pcty_puppet_call,
	out *C.go_found, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	running := true
	defer func() { running = false }()
	var block PuppetBlock
	if C.pcty_puppet_call_has_block(call) {
		block = func(args ...*Value) (*Value, error) {
			if !running {
				return nil, Errorf(ErrInvalidArgument, "the call that owns the block has returned")
			}
			return callPuppetBlock(call, args)
		}
	}
	values := takeValues(args, int(count), nil)
	result, err := closureOf(host).(puppetFunction)(values, block)
	return givenValue(result, err, "a function", out, failure)
}

//export goPuppetLogger
func goPuppetLogger(host C.uintptr_t, level C.pcty_puppet_level, message C.pcty_str,
	failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	return failedWith(closureOf(host).(puppetLogger)(PuppetLevel(level), text(message)), failure)
}

//export goPuppetLoader
func goPuppetLoader(host C.uintptr_t, sought C.pcty_puppet_load_kind, name C.pcty_str, out **C.pcty_string,
	file **C.pcty_string, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	source, path, found, err := closureOf(host).(puppetLoader)(PuppetLoadKind(sought), text(name))
	if err == nil && found {
		var made, name *C.pcty_string
		if made, err = madeString(source); err == nil {
			if name, err = madeString(path); err == nil {
				*out, *file = made, name
			} else {
				C.pcty_string_free(made)
			}
		}
	}
	return failedWith(err, failure)
}

//export goPuppetAnswer
func goPuppetAnswer(host C.uintptr_t, question C.pcty_puppet_question, args *C.go_found, count C.size_t,
	out *C.go_found, failure **C.pcty_error) (status C.pcty_status) {
	defer caught(func(err error) { *failure, status = reported(err) })
	values := takeValues(args, int(count), nil)
	answer, err := closureOf(host).(puppetHost)(PuppetQuestion(question), values)
	switch {
	case errors.Is(err, ErrPuppetUnanswered):
		return C.PCTY_ERROR_UNSUPPORTED
	case err == nil && answer == nil:
		return C.PCTY_OK
	}
	return givenValue(answer, err, "a host", out, failure)
}
