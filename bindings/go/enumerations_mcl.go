// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_mcl

package polycty

var mclProgressNames = enumerationNames{
	enumeration: "MCLProgress", flags: false,
	names: map[uint32]string{
		0: "waiting",
		1: "same",
		2: "changed",
	},
}

// String returns the name of the value: "waiting", "same" or "changed".
func (v MCLProgress) String() string { return mclProgressNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v MCLProgress) MarshalText() ([]byte, error) { return mclProgressNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *MCLProgress) UnmarshalText(text []byte) error {
	return mclProgressNames.unmarshal(text, (*uint32)(v))
}

var mclTraitNames = enumerationNames{
	enumeration: "MCLTrait", flags: true,
	names: map[uint32]string{
		1:   "sends",
		2:   "receives",
		4:   "refreshes",
		8:   "groups",
		16:  "has_edges",
		32:  "reverses",
		64:  "exports",
		128: "merges",
	},
}

// String returns the name of the value: the names of its flags with | between them.
func (v MCLTrait) String() string { return mclTraitNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v MCLTrait) MarshalText() ([]byte, error) { return mclTraitNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *MCLTrait) UnmarshalText(text []byte) error {
	return mclTraitNames.unmarshal(text, (*uint32)(v))
}
