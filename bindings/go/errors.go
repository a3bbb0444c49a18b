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

// A Code says what kind of thing went wrong. It is an error itself, so that
//
//	errors.Is(err, polycty.ErrConversion)
//
// asks for it.
type Code uint32

// What can go wrong.
const (
	// ErrInvalidArgument is an argument that no call may have: nil or closed, out of
	// range, of another kind.
	ErrInvalidArgument Code = C.PCTY_ERROR_INVALID_ARGUMENT
	// ErrInvalidUTF8 is text that is not UTF-8.
	ErrInvalidUTF8 Code = C.PCTY_ERROR_INVALID_UTF8
	// ErrSyntax is input that does not follow its grammar.
	ErrSyntax Code = C.PCTY_ERROR_SYNTAX
	// ErrType is a type or value that is not of the type that was wanted.
	ErrType Code = C.PCTY_ERROR_TYPE
	// ErrConversion is a value that cannot be converted to the type that was wanted, or
	// not without loss.
	ErrConversion Code = C.PCTY_ERROR_CONVERSION
	// ErrUnsupported is something that the format, the dialect or the operation does not
	// have.
	ErrUnsupported Code = C.PCTY_ERROR_UNSUPPORTED
	// ErrNotFound is an attribute, index, key or name that does not exist.
	ErrNotFound Code = C.PCTY_ERROR_NOT_FOUND
	// ErrLimit is a limit that keeps time and memory bounded.
	ErrLimit Code = C.PCTY_ERROR_LIMIT
	// ErrArithmetic is arithmetic without an answer, such as zero divided by zero.
	ErrArithmetic Code = C.PCTY_ERROR_ARITHMETIC
	// ErrNull is a null where a value is needed.
	ErrNull Code = C.PCTY_ERROR_NULL
	// ErrUnknown is an unknown where a known value is needed.
	ErrUnknown Code = C.PCTY_ERROR_UNKNOWN
	// ErrMarked is a mark where there may be none.
	ErrMarked Code = C.PCTY_ERROR_MARKED
	// ErrCallback is what a Go function reported.
	ErrCallback Code = C.PCTY_ERROR_CALLBACK
	// ErrMisbehaved is a Go function that broke its contract.
	ErrMisbehaved Code = C.PCTY_ERROR_MISBEHAVED
	// ErrInternal is a fault of the library itself.
	ErrInternal Code = C.PCTY_ERROR_INTERNAL
	// ErrDiagnostics is whatever the error's diagnostics tell.
	ErrDiagnostics Code = C.PCTY_ERROR_DIAGNOSTICS
	// ErrCancelled is an operation that the host ended before its end.
	ErrCancelled Code = C.PCTY_ERROR_CANCELLED
	// ErrValue is a value that the operation or the function does not accept, such as a
	// negative length.
	ErrValue Code = C.PCTY_ERROR_VALUE
)

// Error is the name of the code in words, such as "invalid argument".
func (c Code) Error() string {
	name := text(C.pcty_status_name(C.pcty_status(c)))
	return strings.ReplaceAll(name, "_", " ")
}

// An Error is what every call of this package fails with: errors.As finds it.
//
// A Go function that polycty calls may return any error; if it is an *Error, such as
// Errorf makes, its code, path, argument and diagnostics are kept.
type Error struct {
	handle // what the library made, for its rendering

	// Code is the kind of fault. errors.Is compares with it.
	Code Code
	// Message says what is wrong, without the path; that of a diagnostic begins with its place.
	Message string
	// Stage is at which stage of its work a language found it, by the language's name for that, as
	// errUnify of mcl; empty for languages without stages.
	Stage string
	// Path leads to the part at fault; it is empty when that is the whole.
	Path Path
	// Expected and Found are the types that did not fit, or nil.
	Expected, Found *Type
	// Diagnostics are findings about a source text, or nil.
	Diagnostics []Diagnostic

	argument, offset int // one more than that, 0 if there is none
	cause            error
}

// A Diagnostic is one finding about a source text or a value.
type Diagnostic struct {
	Severity Severity
	// Summary says in a few words what it is, Detail the whole story in sentences.
	Summary, Detail string
	// Subject is the stretch of the source text that it is about, and Context one around
	// it that helps to understand; both may be nil.
	Subject, Context *Range
	// Suggestion may have been meant in place of the subject; mostly empty.
	Suggestion string
	// File is the name of the text that the stretches are of, if known.
	File string
	// Source is that text, for rendering; empty if it is not known.
	Source string
	// Code is the stable identifier of this kind of diagnostic, such as hcl.unknown-variable.
	Code string
	// Path leads to the part of a value that it is about; it is empty if it is about none.
	Path Path
	// Expected and Found are the types that did not fit, or nil.
	Expected, Found *Type
	// Related are locations that explain it.
	Related []Related
	// Edits are changes of the source text that may resolve it. The Suggestion in place of the
	// Subject is the first.
	Edits []Edit
}

// A Related is a location that explains a diagnostic, such as the first of two declarations.
type Related struct {
	Message string
	Range   Range
	// File is the name of the text that the range is of; empty if it is that of the diagnostic.
	File string
}

// An Edit replaces a range of the source text.
type Edit struct {
	Range Range
	Text  string
}

// Severity is how bad a finding is.
type Severity uint32

const (
	// SeverityError is a failure.
	SeverityError Severity = C.PCTY_SEVERITY_ERROR
	// SeverityWarning may be a mistake.
	SeverityWarning Severity = C.PCTY_SEVERITY_WARNING
)

// A Position is a place in a source text: the line and the column, in grapheme clusters,
// from 1, and the byte from 0.
type Position struct {
	Line, Column, Byte int
}

// A Range is a stretch of a source text; the end is exclusive.
type Range struct {
	Start, End Position
}

// String is the range as in "3,5-12", or "3,5-4,2" over several lines.
func (r Range) String() string {
	if r.Start.Line == r.End.Line {
		return fmt.Sprintf("%d,%d-%d", r.Start.Line, r.Start.Column, r.End.Column)
	}
	return fmt.Sprintf("%d,%d-%d,%d", r.Start.Line, r.Start.Column, r.End.Line, r.End.Column)
}

// Error is the error as one line: the path and the message.
func (e *Error) Error() string {
	p := (*C.pcty_error)(e.acquire())
	defer e.release()
	if p != nil {
		return takeString(C.pcty_error_to_line(p))
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

// Is compares with a Code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Unwrap returns the error that a Go function returned, if this one came of it, or what WithCause or
// a %w of Errorf set; otherwise nil. If several Go functions failed, errors.Is and errors.As find the
// errors of all.
func (e *Error) Unwrap() error {
	return e.cause
}

// Argument is which argument of a call is at fault, from 0, and whether one is.
func (e *Error) Argument() (index int, ok bool) {
	return e.argument - 1, e.argument > 0
}

// Offset is at which byte of the input the fault lies, from 0, and whether it lies at one.
func (e *Error) Offset() (offset int, ok bool) {
	return e.offset - 1, e.offset > 0
}

// A Style is how an error is rendered.
type Style uint32

const (
	// Plain is characters alone; carets stand under what a diagnostic is about.
	Plain Style = iota + 1
	// Color is with the colors of ANSI terminals, too.
	Color
)

// Render is the error as several lines: the path, the message, and each diagnostic with
// the lines of the source that it is about.
func (e *Error) Render(style Style) string {
	p := e.build()
	defer C.pcty_error_free(p)
	if style == Color {
		return string(takeBytes(C.pcty_error_to_colored_text(p)))
	}
	return string(takeBytes(C.pcty_error_to_text(p)))
}

// SARIF is the error as a SARIF 2.1.0 log, the exchange format of static analysis.
func (e *Error) SARIF() []byte {
	p := e.build()
	defer C.pcty_error_free(p)
	return takeBytes(C.pcty_error_to_sarif(p))
}

// MarshalJSON is the error as one JSON object: `code`, `message`, `path`, and where there
// are such `argument`, `offset` and `diagnostics`.
func (e *Error) MarshalJSON() ([]byte, error) {
	p := e.build()
	defer C.pcty_error_free(p)
	return takeBytes(C.pcty_error_to_json(p)), nil
}

// Errorf makes an error for a Go function to return. An error that the format has a %w for is its
// cause: see Unwrap.
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

// WithArgument is the error said of an argument of a call, from 0.
func (e *Error) WithArgument(index int) *Error {
	said := e.copy()
	said.argument = index + 1
	return said
}

// In is the error with steps in front of its path: said of a part of what is around it.
func (e *Error) In(outer ...Step) *Error {
	said := e.copy()
	said.Path = append(append(Path(nil), outer...), e.Path...)
	return said
}

// WithCause is the error with another one that errors.Is and errors.As go on to.
func (e *Error) WithCause(cause error) *Error {
	said := e.copy()
	said.cause = cause
	return said
}

// copy leaves the library's own error behind, which says what the copy no longer does.
func (e *Error) copy() *Error {
	return &Error{
		Code: e.Code, Message: e.Message, Stage: e.Stage, Path: e.Path, Expected: e.Expected, Found: e.Found,
		Diagnostics: e.Diagnostics, argument: e.argument, offset: e.offset, cause: e.cause,
	}
}

// Close frees what the error keeps of the library. There is seldom a reason to call it.
func (e *Error) Close() {
	if e != nil {
		e.close()
	}
}

// newError takes an error of the library's.
func newError(taken *C.pcty_error) *Error { return newErrorAbout(taken, "") }

// newErrorAbout takes an error of the library's that may be about a text that is known: all that are
// about one text have one Go string of it.
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

// failedFor is what a call gave that may have called Go: its error, with the Go error that it
// came of as the cause.
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

// findingsFor are diagnostics beside a result of a call that may have called Go.
func findingsFor(made *C.go_called, cause error) error {
	if made.more == nil {
		raise(cause)
		return nil
	}
	return newError((*C.pcty_error)(made.more)).becauseOf(cause)
}

// becauseOf gives the error its cause, if it tells of that: another one may have come after
// it that was no error of Go's. A cause that is a panic goes on.
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

// reports returns whether the error contains the message of an error that a Go function returned, and
// that one as a cause.
func (e *Error) reports(cause error) (error, bool) {
	message := cause.Error()
	var known *Error
	if errors.As(cause, &known) {
		message = known.Message
	} else {
		// However a Go function fails, errors.Is finds ErrCallback, and what it gave.
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

// causes are the errors of several Go functions that one call of the library came of. errors.Is and
// errors.As find each.
type causes []error

// maxCauses bounds how many errors of Go functions a call notes.
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

// findings are diagnostics beside a result: nil if there are none.
func findings(taken *C.pcty_error) error { return findingsAbout(taken, "") }

func findingsAbout(taken *C.pcty_error, source string) error {
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

// build gives the library's own error, which the caller frees.
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
	if path, err := e.Path.build(); err == nil {
		C.pcty_error_set_path(p, path, nil)
		C.pcty_path_free(path)
	}
	if at, ok := e.Argument(); ok && at >= 0 {
		C.pcty_error_set_argument(p, C.size_t(at), nil)
	}
	if at, ok := e.Offset(); ok {
		C.pcty_error_set_offset(p, C.size_t(at), nil)
	}
	if e.Expected != nil || e.Found != nil {
		C.pcty_error_set_types(p, e.Found.use(), e.Expected.use(), nil)
		e.Expected.done()
		e.Found.done()
	}
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

// errorOf gives the library's own error for what a Go function returned, and its code.
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
