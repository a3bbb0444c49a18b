// Package polycty gives Go programs the type systems of the configuration languages: HCL
// and Terraform (cty), the extensions of HCL's information model (PCL), Puppet and mgmt's
// mcl. There is one universe of types and values, a Dialect for each language, and the same
// verbs for all. It is a binding to the library polycty and its C ABI by cgo.
//
// A Type is read by ParseType in a dialect's notation or made by List, Object and so on. A
// Value is made by ValueOf from Go values, by DecodeJSON and DecodeMsgpack, by evaluating
// HCL, or by StringVal, ListVal and so on; Value.Decode puts it into Go values. Convert,
// Unify and ExplainConversion are the rules of a dialect. A Function is one of the standard
// library, or made of a Go closure by NewFunction.
//
// # Building
//
// Without build tags the installed library is linked, as pkg-config finds it:
//
//	go build ./...
//
// In the source tree, after `make library`, its static library is linked with
//
//	go build -tags polycty_source ./...
//
// If the library was built without a language, the build tag polycty_no_pcl, polycty_no_terraform,
// polycty_no_puppet, polycty_no_mcl, polycty_no_translate or polycty_no_schema leaves the types and
// functions of the language out. HasFeature reports what the library contains.
//
// # Lifetimes
//
// Whatever a call gives is the caller's, and is freed when the garbage collector finds it
// unreachable. Close frees it at once; it may be called more than once and beside calls on
// other goroutines. What was made of a value, its elements included, outlives it; the parts of a
// value that keeps no more than some hundred bytes alive share its memory, which is freed with the
// last of them. Bools, numbers of 64 bits and strings of a few bytes have none of their own. The
// collector sees a few bytes of Go and not what a value holds outside of its heap, so close
// large values when they are done with. Values that came together, of an iterator or of
// Converter.ConvertAll, are found unreachable together, up to 64 of them.
//
// # Goroutines
//
// Types, values, functions, converters, expressions, bodies, decoders, defaults, aliases
// and errors never change; any number of goroutines may share them. An HCLScope may be
// changed and evaluated in by many: an evaluation sees it as it was when it began.
// Iterators and refiners belong to one goroutine.
//
// # Errors
//
// Every error is an *Error, which errors.As finds, with the path to the part at fault, the
// types that did not fit, the argument's index and diagnostics where there are such; and
// errors.Is compares it with a Code such as ErrConversion. No call panics, whatever its
// arguments, except Must. The error of a Go function that the library calls is the cause of the
// error of the call. A panic in such a function ends the call and then goes on, with the same value, in
// the Go function that made the call; its message has the stack of the function that panicked.
//
// # Closures
//
// A scope, a function, a decoder, an environment or a host owns the Go functions that the library
// calls through it. A function may refer to its owner: the garbage collector frees both. A function
// lives on as long as something has it that was made of its owner, such as a child scope or a program.
// Two things have to be closed: an MCLRuntime to which a function of its host refers, and a value
// that contains an HCL closure or the rest of an expanded body, if a function of its scope refers to the
// value. docs/explanation/ownership-bindings.md states the cycles.
//
// # Speed
//
// A call of C takes some 50 to 100 nanoseconds, whatever it does. Calls that carry much in
// one go avoid paying that for each part: ValueOf and Value.Decode, the codecs, Int64sVal,
// Float64sVal and StringsVal, Converter.ConvertAll and CloseAll, and iterators, which take
// many elements at a time.
package polycty
