// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_schema

package polycty

var schemaDraftNames = enumerationNames{
	enumeration: "SchemaDraft", flags: false,
	names: map[uint32]string{
		1: "draft_4",
		2: "openapi_3_0",
		3: "draft_6",
		4: "draft_7",
		5: "draft_2019_09",
		6: "draft_2020_12",
	},
}

// String returns the name of the value: "draft_4", "openapi_3_0", "draft_6", "draft_7", "draft_2019_09" or "draft_2020_12".
func (v SchemaDraft) String() string { return schemaDraftNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v SchemaDraft) MarshalText() ([]byte, error) { return schemaDraftNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *SchemaDraft) UnmarshalText(text []byte) error {
	return schemaDraftNames.unmarshal(text, (*uint32)(v))
}

var schemaInclusionNames = enumerationNames{
	enumeration: "SchemaInclusion", flags: false,
	names: map[uint32]string{
		1: "exact",
		2: "wider",
		3: "narrower",
		4: "unrelated",
		5: "unknown",
	},
}

// String returns the name of the value: "exact", "wider", "narrower", "unrelated" or "unknown".
func (v SchemaInclusion) String() string { return schemaInclusionNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v SchemaInclusion) MarshalText() ([]byte, error) {
	return schemaInclusionNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *SchemaInclusion) UnmarshalText(text []byte) error {
	return schemaInclusionNames.unmarshal(text, (*uint32)(v))
}

var schemaMismatchNames = enumerationNames{
	enumeration: "SchemaMismatch", flags: false,
	names: map[uint32]string{
		1: "wider",
		2: "narrower",
		3: "either",
	},
}

// String returns the name of the value: "wider", "narrower" or "either".
func (v SchemaMismatch) String() string { return schemaMismatchNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v SchemaMismatch) MarshalText() ([]byte, error) { return schemaMismatchNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *SchemaMismatch) UnmarshalText(text []byte) error {
	return schemaMismatchNames.unmarshal(text, (*uint32)(v))
}

var schemaOpenObjectsNames = enumerationNames{
	enumeration: "SchemaOpenObjects", flags: false,
	names: map[uint32]string{
		1: "closed",
		2: "maps",
	},
}

// String returns the name of the value: "closed" or "maps".
func (v SchemaOpenObjects) String() string { return schemaOpenObjectsNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v SchemaOpenObjects) MarshalText() ([]byte, error) {
	return schemaOpenObjectsNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *SchemaOpenObjects) UnmarshalText(text []byte) error {
	return schemaOpenObjectsNames.unmarshal(text, (*uint32)(v))
}

var schemaQuestionNames = enumerationNames{
	enumeration: "SchemaQuestion", flags: false,
	names: map[uint32]string{
		1: "values",
		2: "converting",
	},
}

// String returns the name of the value: "values" or "converting".
func (v SchemaQuestion) String() string { return schemaQuestionNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v SchemaQuestion) MarshalText() ([]byte, error) { return schemaQuestionNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *SchemaQuestion) UnmarshalText(text []byte) error {
	return schemaQuestionNames.unmarshal(text, (*uint32)(v))
}

var schemaValidityNames = enumerationNames{
	enumeration: "SchemaValidity", flags: false,
	names: map[uint32]string{
		1: "valid",
		2: "invalid",
		3: "unknown",
	},
}

// String returns the name of the value: "valid", "invalid" or "unknown".
func (v SchemaValidity) String() string { return schemaValidityNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v SchemaValidity) MarshalText() ([]byte, error) { return schemaValidityNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *SchemaValidity) UnmarshalText(text []byte) error {
	return schemaValidityNames.unmarshal(text, (*uint32)(v))
}
