// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_translate

package polycty

// #include "shims.h"
import "C"

// A Fit is the relation between a type and its translation. It compares the values that have an
// image in the other dialect.
type Fit uint32

const (
	// FitExact: both have the same instances.
	FitExact Fit = C.PCTY_FIT_EXACT
	// FitWider: the translation has all instances of the type, and additional ones.
	FitWider Fit = C.PCTY_FIT_WIDER
	// FitNarrower: all instances of the translation are instances of the type. The type has
	// additional instances that the other dialect cannot represent.
	FitNarrower Fit = C.PCTY_FIT_NARROWER
)

var fitNames = enumerationNames{
	enumeration: "Fit", flags: false,
	names: map[uint32]string{
		1: "exact",
		2: "wider",
		3: "narrower",
	},
}

// String returns the name of the value: "exact", "wider" or "narrower".
func (v Fit) String() string { return fitNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Fit) MarshalText() ([]byte, error) { return fitNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Fit) UnmarshalText(text []byte) error { return fitNames.unmarshal(text, (*uint32)(v)) }
