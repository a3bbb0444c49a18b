// Package ctybridge converts between package polycty and go-cty and hcl: types, values and
// diagnostics, in both directions. It is a separate module, so that programs that use only polycty
// do not depend on go-cty and hcl.
//
//	value, err := ctybridge.ValueToCty(own)     // *polycty.Value to cty.Value
//	own, err := ctybridge.ValueFromCty(value)   // cty.Value to *polycty.Value
//
// Unknown values, nulls and marks are kept. Refinements of unknown values are kept if the version
// of go-cty has them (1.13 and later). Values are transferred as MessagePack, types as the JSON of
// cty.
//
// A type without a counterpart is an error with polycty.ErrUnsupported: a capsule, and a type that
// only Puppet, PCL or mcl has.
package ctybridge
