package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"
)

// Error returns the name of the code in words, such as "invalid argument".
func (c Code) Error() string {
	name := text(C.pcty_status_name(C.pcty_status(c)))
	return strings.ReplaceAll(name, "_", " ")
}

// An Error is the error type of this package; errors.As finds it.
//
// A Go function that polycty calls may return any error. If it is an *Error, for example one made
// by Errorf, its code, path, argument and diagnostics are kept.
type Error struct {
	handle // the error of the library, for rendering

	// Code is the kind of the error. errors.Is compares with it.
	Code Code
	// Message describes the error without the path. The message of a diagnostic begins with its
	// position.
	Message string
	// Stage is the stage of processing that found the error, named as in the language, such as
	// errUnify of mcl; empty for languages without stages.
	Stage string
	// Path leads to the wrong part; it is empty for the whole value.
	Path Path
	// Expected and Found are the mismatched types, or nil.
	Expected, Found *Type
	// Diagnostics are the diagnostics about a source text, or nil.
	Diagnostics []Diagnostic

	argument, offset int // each plus one, 0 if absent
	cause            error
}

// A Diagnostic is a message about a source text or a value.
type Diagnostic struct {
	Severity Severity
	// Summary is a short description, Detail a complete one in sentences.
	Summary, Detail string
	// Subject is the range of the source text that the diagnostic is about, and Context a surrounding
	// range that helps to understand it; both may be nil.
	Subject, Context *Range
	// Suggestion is a text that may have been intended instead of the subject; usually empty.
	Suggestion string
	// File is the name of the text that the ranges refer to, if known.
	File string
	// Source is this text, for rendering; empty if unknown.
	Source string
	// Code is the stable identifier of this kind of diagnostic, such as hcl.unknown-variable.
	Code string
	// Path leads to the part of a value that the diagnostic is about; it is empty if there is no
	// value.
	Path Path
	// Expected and Found are the mismatched types, or nil.
	Expected, Found *Type
	// Related are locations that explain the diagnostic.
	Related []Related
	// Edits are changes of the source text that may resolve the diagnostic. The first replaces the
	// Subject by the Suggestion.
	Edits []Edit
}

// A Related is a location that explains a diagnostic, such as the first of two declarations.
type Related struct {
	Message string
	Range   Range
	// File is the name of the text that the range refers to; empty for the file of the diagnostic.
	File string
}

// An Edit replaces a range of the source text.
type Edit struct {
	Range Range
	Text  string
}

// A Position is a position in a source text: the line and the column, in grapheme clusters, from 1,
// and the byte from 0.
type Position struct {
	Line, Column, Byte int
}

// A Range is a range of a source text; the end is exclusive.
type Range struct {
	Start, End Position
}

// String returns the range as in "3,5-12", or "3,5-4,2" for several lines.
func (r Range) String() string {
	if r.Start.Line == r.End.Line {
		return fmt.Sprintf("%d,%d-%d", r.Start.Line, r.Start.Column, r.End.Column)
	}
	return fmt.Sprintf("%d,%d-%d,%d", r.Start.Line, r.Start.Column, r.End.Line, r.End.Column)
}

// Error returns the error as one line: the path and the message.
func (e *Error) Error() string {
	p := (*C.pcty_error)(e.acquire())
	defer e.release()
	if p != nil {
		return takeString(C.pcty_error_format(p, C.PCTY_NOTATION_LINE))
	}
	line := e.Message
	if len(e.Path) > 0 {
		line = e.Path.String() + ": " + line
	}
	if at, ok := e.Argument(); ok {
		line = fmt.Sprintf("argument %d: %s", at, line)
	}
	return line
}

// Is reports whether target is the Code of the error.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Unwrap returns the error of a Go function that caused this error, or the error that WithCause or
// a %w of Errorf set; otherwise nil. If several Go functions failed, errors.Is and errors.As find
// the errors of all.
func (e *Error) Unwrap() error {
	return e.cause
}

// Argument returns the position of the wrong argument of a call, from 0, and whether there is one.
func (e *Error) Argument() (index int, ok bool) {
	return e.argument - 1, e.argument > 0
}

// Offset returns the byte offset of the error in the input, from 0, and whether there is one.
func (e *Error) Offset() (offset int, ok bool) {
	return e.offset - 1, e.offset > 0
}

// A Style is a style of rendered errors.
type Style uint32

const (
	// Plain is text without escape sequences; carets mark the subject of a diagnostic.
	Plain Style = iota + 1
	// Color adds the colors of ANSI terminals.
	Color
)

// Render returns the error as several lines: the path, the message, and each diagnostic with the
// source lines that it is about.
func (e *Error) Render(style Style) string {
	p := e.build()
	defer C.pcty_error_free(p)
	if style == Color {
		return string(takeBytes(C.pcty_error_format(p, C.PCTY_NOTATION_COLORED_TEXT)))
	}
	return string(takeBytes(C.pcty_error_format(p, C.PCTY_NOTATION_TEXT)))
}

// SARIF returns the error as a SARIF 2.1.0 log, the exchange format of static analysis.
func (e *Error) SARIF() []byte {
	p := e.build()
	defer C.pcty_error_free(p)
	return takeBytes(C.pcty_error_format(p, C.PCTY_NOTATION_SARIF))
}

// MarshalJSON returns the error as one JSON object: `code`, `message`, `path`, and if present
// `argument`, `offset` and `diagnostics`.
func (e *Error) MarshalJSON() ([]byte, error) {
	p := e.build()
	defer C.pcty_error_free(p)
	return takeBytes(C.pcty_error_format(p, C.PCTY_NOTATION_JSON)), nil
}

// Errorf returns an error for a Go function to return. An error that the format includes by %w
// becomes its cause: see Unwrap.
func Errorf(code Code, format string, args ...any) *Error {
	made := fmt.Errorf(format, args...)
	e := &Error{Code: code, Message: made.Error()}
	if _, several := made.(interface{ Unwrap() []error }); several {
		e.cause = made
	} else {
		e.cause = errors.Unwrap(made)
	}
	return e
}

// WithArgument returns the error for an argument of a call, by its position from 0.
func (e *Error) WithArgument(index int) *Error {
	said := e.copy()
	said.argument = index + 1
	return said
}

// In returns the error with steps in front of its path, for a part of a larger value.
func (e *Error) In(outer ...Step) *Error {
	said := e.copy()
	said.Path = append(append(Path(nil), outer...), e.Path...)
	return said
}

// WithCause returns the error with a cause, which errors.Is and errors.As also inspect.
func (e *Error) WithCause(cause error) *Error {
	said := e.copy()
	said.cause = cause
	return said
}

// copy omits the error of the library, which would not match a changed copy.
func (e *Error) copy() *Error {
	return &Error{
		Code: e.Code, Message: e.Message, Stage: e.Stage, Path: e.Path, Expected: e.Expected, Found: e.Found,
		Diagnostics: e.Diagnostics, argument: e.argument, offset: e.offset, cause: e.cause,
	}
}

// Close frees the memory of the library that the error keeps. It is seldom needed.
func (e *Error) Close() {
	if e != nil {
		e.close()
	}
}

// newError takes an error of the library.
func newError(taken *C.pcty_error) *Error { return newErrorAbout(taken, "") }

// newErrorAbout takes an error of the library. All diagnostics about the text source share this
// string.
func newErrorAbout(taken *C.pcty_error, source string) *Error {
	parts := C.go_error_read(taken)
	e := &Error{
		Code: Code(parts.code), Message: text(parts.message), Stage: text(parts.stage),
		Expected: newType(parts.wanted), Found: newType(parts.found),
	}
	if parts.has_argument {
		e.argument = int(parts.argument) + 1
	}
	if parts.has_offset {
		e.offset = int(parts.offset) + 1
	}
	if parts.steps > 0 {
		e.Path = readPath(C.pcty_error_path(taken))
	}
	for at := C.size_t(0); at < parts.diagnostics; at++ {
		given := C.go_error_diagnostic_at(taken, at).out
		d := readDiagnostic(given, source)
		for i := C.size_t(0); i < given.related_count; i++ {
			related := C.go_error_related_at(taken, at, i).out
			d.Related = append(d.Related, Related{text(related.message), readRange(related._range), text(related.file)})
		}
		for i := C.size_t(0); i < given.edit_count; i++ {
			edit := C.go_error_edit_at(taken, at, i).out
			d.Edits = append(d.Edits, Edit{readRange(edit._range), text(edit.text)})
		}
		e.Diagnostics, source = append(e.Diagnostics, d), d.Source
	}
	e.own(errorHandle, unsafe.Pointer(taken))
	return e
}

// failedFor returns the error of a call that may have called Go, with the Go error that caused it
// as the cause.
func failedFor(made *C.go_called) error {
	if made.error == nil && made.cause == 0 {
		return nil
	}
	return failureOf(made)
}

func failureOf(made *C.go_called) error {
	cause := takeCause(made)
	if made.error == nil {
		raise(cause)
		return nil
	}
	return newError(made.error).becauseOf(cause)
}

// diagnosticsFor returns the diagnostics of a successful call that may have called Go.
func diagnosticsFor(made *C.go_called, cause error) error {
	if made.more == nil {
		raise(cause)
		return nil
	}
	return newError((*C.pcty_error)(made.more)).becauseOf(cause)
}

// becauseOf sets the cause if the error reports it: the call may have failed later for a different
// reason. A cause that is a panic continues.
func (e *Error) becauseOf(cause error) *Error {
	raise(cause)
	if cause == nil {
		return e
	}
	all, several := cause.(causes)
	if !several {
		all = causes{cause}
	}
	var found causes
	for _, cause := range all {
		if cause, ok := e.reports(cause); ok {
			found = append(found, cause)
		}
	}
	switch len(found) {
	case 0:
	case 1:
		e.cause = found[0]
	default:
		e.cause = found
	}
	return e
}

// reports returns whether the error contains the message of an error that a Go function returned,
// and that error as a cause.
func (e *Error) reports(cause error) (error, bool) {
	message := cause.Error()
	var known *Error
	if errors.As(cause, &known) {
		message = known.Message
	} else {
		// errors.Is finds ErrCallback and the original error for every failure of a Go function.
		cause = Errorf(ErrCallback, "%w", cause)
	}
	message = strings.ToLower(message)
	if strings.Contains(strings.ToLower(e.Message), message) {
		return cause, true
	}
	for _, d := range e.Diagnostics {
		if strings.Contains(strings.ToLower(d.Detail), message) {
			return cause, true
		}
	}
	return cause, false
}

// causes are the errors of several Go functions that caused the failure of one call. errors.Is and
// errors.As find each.
type causes []error

// maxCauses is the maximum number of errors of Go functions per call.
const maxCauses = 64

func (c causes) Error() string { return c[len(c)-1].Error() }

func (c causes) Is(target error) bool {
	for _, cause := range c {
		if errors.Is(cause, target) {
			return true
		}
	}
	return false
}

func (c causes) As(target any) bool {
	for _, cause := range c {
		if errors.As(cause, target) {
			return true
		}
	}
	return false
}

// diagnosticsIn returns the diagnostics of a successful call, or nil.
func diagnosticsIn(taken *C.pcty_error) error { return diagnosticsAbout(taken, "") }

func diagnosticsAbout(taken *C.pcty_error, source string) error {
	if taken == nil {
		return nil
	}
	return newErrorAbout(taken, source)
}

func readDiagnostic(d C.pcty_diagnostic, source string) Diagnostic {
	if !sameText(d.source, source) {
		source = text(d.source)
	}
	read := Diagnostic{
		Severity: Severity(d.severity), Summary: text(d.summary), Detail: text(d.detail),
		Suggestion: text(d.suggestion), File: text(d.file), Source: source, Code: text(d.code),
		Expected: newType(C.pcty_type_clone(d.expected)), Found: newType(C.pcty_type_clone(d.found)),
	}
	if d.path != nil {
		read.Path = readPath(d.path)
	}
	if d.has_subject {
		subject := readRange(d.subject)
		read.Subject = &subject
	}
	if d.has_context {
		context := readRange(d.context)
		read.Context = &context
	}
	return read
}

func readPosition(p C.pcty_position) Position {
	return Position{int(p.line), int(p.column), int(p.byte)}
}

func readRange(r C.pcty_range) Range {
	return Range{readPosition(r.start), readPosition(r.end)}
}

func positionOf(p Position) C.pcty_position {
	var given C.pcty_position
	given.line, given.column, given.byte = C.uint32_t(p.Line), C.uint32_t(p.Column), C.size_t(p.Byte)
	return given
}

func rangeOf(r Range) C.pcty_range {
	var given C.pcty_range
	given.start, given.end = positionOf(r.Start), positionOf(r.End)
	return given
}

// build returns the error as an error of the library, which the caller frees.
func (e *Error) build() *C.pcty_error {
	made := (*C.pcty_error)(e.acquire())
	defer e.release()
	if made != nil {
		return C.pcty_error_clone(made)
	}
	code := e.Code
	if code == 0 {
		code = ErrCallback
	}
	p := C.go_error_new(C.pcty_status(code), strings.ToValidUTF8(e.Message, "\uFFFD"))
	data := C.pcty_error_data{struct_size: C.sizeof_pcty_error_data}
	if path, err := e.Path.build(); err == nil {
		data.path = path
	}
	if at, ok := e.Argument(); ok && at >= 0 {
		data.has_argument, data.argument = true, C.size_t(at)
	}
	if at, ok := e.Offset(); ok {
		data.has_offset, data.offset = true, C.size_t(at)
	}
	data.expected, data.found = e.Expected.use(), e.Found.use()
	C.pcty_error_set(p, &data, nil)
	e.Expected.done()
	e.Found.done()
	C.pcty_path_free(data.path)
	for _, d := range e.Diagnostics {
		var given C.pcty_diagnostic
		given.severity = C.pcty_severity(d.Severity)
		if d.Severity == 0 {
			given.severity = C.PCTY_SEVERITY_ERROR
		}
		if given.has_subject = C.bool(d.Subject != nil); d.Subject != nil {
			given.subject = rangeOf(*d.Subject)
		}
		if given.has_context = C.bool(d.Context != nil); d.Context != nil {
			given.context = rangeOf(*d.Context)
		}
		path, err := d.Path.build()
		if err == nil {
			given.path = path
		}
		given.expected, given.found = d.Expected.use(), d.Found.use()
		C.go_error_add_diagnostic(p, given, d.Summary, d.Detail, d.Suggestion, d.File, d.Source, d.Code)
		d.Expected.done()
		d.Found.done()
		C.pcty_path_free(path)
	}
	return p
}

// errorOf returns the error of the library, and its code, for an error that a Go function returned.
func errorOf(err error) (*C.pcty_error, C.pcty_status) {
	var known *Error
	if !errors.As(err, &known) {
		known = Errorf(ErrCallback, "%s", err)
		var code Code
		if errors.As(err, &code) && code != 0 {
			known.Code = code
		}
	} else if error(known) != err {
		known = known.copy()
		known.Path, known.Message = nil, err.Error()
	}
	p := known.build()
	return p, C.pcty_error_code(p)
}
