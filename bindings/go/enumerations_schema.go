// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_schema

package polycty

// #include "shims.h"
import "C"

// A SchemaDraft is a version of JSON Schema. `$schema` or `openapi` in a document takes precedence
// over this parameter.
type SchemaDraft uint32

const (
	// SchemaDraft4: draft 4.
	SchemaDraft4 SchemaDraft = C.PCTY_SCHEMA_DRAFT_4
	// SchemaOpenAPI30: schema objects of OpenAPI 3.0.
	SchemaOpenAPI30 SchemaDraft = C.PCTY_SCHEMA_OPENAPI_3_0
	// SchemaDraft6: draft 6.
	SchemaDraft6 SchemaDraft = C.PCTY_SCHEMA_DRAFT_6
	// SchemaDraft7: draft 7.
	SchemaDraft7 SchemaDraft = C.PCTY_SCHEMA_DRAFT_7
	// SchemaDraft201909: 2019-09.
	SchemaDraft201909 SchemaDraft = C.PCTY_SCHEMA_DRAFT_2019_09
	// SchemaDraft202012: 2020-12, also used by OpenAPI 3.1.
	SchemaDraft202012 SchemaDraft = C.PCTY_SCHEMA_DRAFT_2020_12
)

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

// A SchemaInclusion is the relation of a second set of documents to a first one.
type SchemaInclusion uint32

const (
	// SchemaInclusionExact: both sets are equal.
	SchemaInclusionExact SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_EXACT
	// SchemaInclusionWider: the second set contains all documents of the first, and more.
	SchemaInclusionWider SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_WIDER
	// SchemaInclusionNarrower: the second set contains only documents of the first, and not all of
	// them.
	SchemaInclusionNarrower SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_NARROWER
	// SchemaInclusionUnrelated: each set contains documents that the other does not contain.
	SchemaInclusionUnrelated SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_UNRELATED
	// SchemaInclusionUnknown: the relation was not decided; a witness may still have been found.
	SchemaInclusionUnknown SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_UNKNOWN
)

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

// A SchemaMismatch is the direction of the difference between the result and the source at a
// position.
type SchemaMismatch uint32

const (
	// SchemaMismatchWider: the result accepts more.
	SchemaMismatchWider SchemaMismatch = C.PCTY_SCHEMA_MISMATCH_WIDER
	// SchemaMismatchNarrower: the result accepts less.
	SchemaMismatchNarrower SchemaMismatch = C.PCTY_SCHEMA_MISMATCH_NARROWER
	// SchemaMismatchEither: the result may accept more or less.
	SchemaMismatchEither SchemaMismatch = C.PCTY_SCHEMA_MISMATCH_EITHER
)

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

// A SchemaOpenObjects is the type of an object in a schema that may have members in addition to
// the listed ones.
type SchemaOpenObjects uint32

const (
	// SchemaOpenObjectsClosed: an object with only the listed members: narrower.
	SchemaOpenObjectsClosed SchemaOpenObjects = C.PCTY_SCHEMA_OPEN_OBJECTS_CLOSED
	// SchemaOpenObjectsMaps: a map, which is less specific about the listed members: wider.
	SchemaOpenObjectsMaps SchemaOpenObjects = C.PCTY_SCHEMA_OPEN_OBJECTS_MAPS
)

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

// A SchemaQuestion is the set of documents that a type defines.
type SchemaQuestion uint32

const (
	// SchemaValues: the documents that are values of the type without conversion.
	SchemaValues SchemaQuestion = C.PCTY_SCHEMA_DOCUMENTS_VALUES
	// SchemaConverting: the documents whose content converts to the type.
	SchemaConverting SchemaQuestion = C.PCTY_SCHEMA_DOCUMENTS_CONVERTING
)

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

// A SchemaValidity states whether a document is in a set.
type SchemaValidity uint32

const (
	// SchemaValid: the document is in the set.
	SchemaValid SchemaValidity = C.PCTY_SCHEMA_VALIDITY_VALID
	// SchemaInvalid: the document is not in the set.
	SchemaInvalid SchemaValidity = C.PCTY_SCHEMA_VALIDITY_INVALID
	// SchemaValidityUnknown: not decidable: the schema has a keyword that is not evaluated, or the
	// language cannot read the document.
	SchemaValidityUnknown SchemaValidity = C.PCTY_SCHEMA_VALIDITY_UNKNOWN
)

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
