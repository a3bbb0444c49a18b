// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_translate

package polycty

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
