// Package polycty provides the type systems of the configuration languages to Go programs: HCL and
// Terraform (cty), the extensions of HCL's information model (PCL), Puppet and mgmt's mcl. There is
// one universe of types and values, a Dialect for each language, and the same functions for all. It
// is a cgo binding of the library polycty and its C ABI.
//
// A Type is parsed by ParseType in a dialect's notation or made by List, Object and so on. A Value
// is made by ValueOf from Go values, by DecodeJSON and DecodeMsgpack, by evaluating HCL, or by
// StringVal, ListVal and so on; Value.Decode stores it in Go values. Convert, Unify and
// ExplainConversion apply the rules of a dialect. A Function is one of the standard library, or
// made from a Go closure by NewFunction.
//
// # Building
//
// Without build tags, cgo links the installed library, which pkg-config finds:
//
//	go build ./...
//
// In the source tree, after `make library`, its static library is linked with
//
//	go build -tags polycty_source ./...
//
// If the library was built without a language, the build tag polycty_no_pcl, polycty_no_terraform,
// polycty_no_puppet, polycty_no_mcl, polycty_no_translate, polycty_no_schema or polycty_no_services
// omits the types and functions of the language. HasFeature reports whether the library contains a feature.
//
// # Lifetimes
//
// The caller owns the result of each call. The garbage collector frees it when it is unreachable.
// Close frees it at once; it may be called more than once and during calls on other goroutines.
// Parts of a value, such as its elements, remain valid after the value is closed. The parts of a
// value that keeps at most some hundred bytes alive share its memory, which is freed with the last
// of them. Bools, numbers of 64 bits and strings of a few bytes have no memory of their own in the
// library. The collector does not see the memory of a value outside of Go's heap, so close large
// values when they are no longer needed. Values that crossed together, from an iterator or from
// Converter.ConvertAll, are collected together, up to 64 of them.
//
// # Goroutines
//
// Types, values, functions, converters, expressions, bodies, decoders, defaults, aliases and errors
// are immutable; any number of goroutines may share them. Many goroutines may change an HCLScope
// and evaluate in it: an evaluation uses the scope as it was when the evaluation started. Iterators
// and refiners belong to one goroutine.
//
// # Errors
//
// Every error is an *Error, which errors.As finds, with the path to the wrong part, and if present
// the mismatched types, the argument's index and diagnostics. errors.Is compares it with a Code
// such as ErrConversion. No call panics, for any arguments, except Must. The error of a Go function
// that the library calls is the cause of the error of the call. A panic in such a function ends the
// call and then continues, with the same value, in the Go function that made the call; its message
// has the stack of the function that panicked.
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
// A call of C takes some 50 to 100 nanoseconds. Calls that transfer much data at once avoid this
// cost for each part: ValueOf and Value.Decode, the codecs, Int64sVal, Float64sVal and StringsVal,
// Converter.ConvertAll and CloseAll, and iterators, which fetch many elements at a time.
package polycty
