//go:build !polycty_no_schema

package polycty

// #include "handmade.h"
// #include "shims.h"
import "C"

import (
	"runtime/cgo"
)

// A Schema is a JSON Schema that was parsed or made from a type. It is immutable; any number of
// goroutines may use it.
type Schema struct{ handle }

// SchemaReading has the options for parsing a schema; the zero SchemaReading parses a whole
// document in 2020-12 that does not refer to other documents.
type SchemaReading struct {
	// Pointer is the JSON pointer of the schema in the document, such as /components/schemas/Server.
	Pointer string
	// Address is the address of the document, the base of relative references.
	Address string
	// Draft is the draft of a document without `$schema`; 2020-12 if it is 0.
	Draft SchemaDraft
	// Retrieve returns the text of the document of an address; found is false for an unknown address.
	// Without Retrieve, no document is fetched.
	Retrieve func(address string) (text string, found bool, err error)
}

// ReadSchema parses JSON text as a schema.
func ReadSchema(json string, reading SchemaReading) (*Schema, error) {
	var retrieve C.uintptr_t
	if reading.Retrieve != nil {
		retrieve = C.uintptr_t(cgo.NewHandle(schemaRetrieve(reading.Retrieve)))
	}
	if reading.Draft == 0 {
		reading.Draft = SchemaDraft202012
	}
	made := C.go_run_schema_parse(json, C.pcty_schema_draft(reading.Draft), reading.Pointer, reading.Address, retrieve)
	if err := failedFor(&made); err != nil {
		return nil, err
	}
	s := newSchema((*C.pcty_schema)(made.out))
	s.weighText(len(json), schemaBytes)
	return s, nil
}

// A schemaRetrieve returns the text of a document.
type schemaRetrieve func(address string) (text string, found bool, err error)

// A SchemaStyle has the options for writing a schema.
type SchemaStyle struct {
	// Part omits `$schema`, for use inside a different document.
	Part bool
	// Compact writes the schema on one line.
	Compact bool
}

// Text returns the schema as JSON, in 2020-12. Equal schemas have equal texts.
func (s *Schema) Text(style SchemaStyle) (string, error) {
	extent, layout := C.pcty_schema_extent(C.PCTY_SCHEMA_WHOLE), C.pcty_json_layout(C.PCTY_JSON_PRETTY)
	if style.Part {
		extent = C.PCTY_SCHEMA_PART
	}
	if style.Compact {
		layout = C.PCTY_JSON_COMPACT
	}
	defer s.done()
	return taken(C.go_schema_to_json(s.use(), extent, layout))
}

// A SchemaPair is a type and a schema; one was made from the other. It is immutable; any number of
// goroutines may use it.
type SchemaPair struct{ handle }

// A SchemaNote is a location where the result differs from its source.
type SchemaNote struct {
	// Place is the location in the schema, as a JSON pointer.
	Place string
	// Path is the location in values of the type.
	Path           Path
	Message        string
	SchemaMismatch SchemaMismatch
}

// A SchemaRelation is the relation of a second set of documents to a first one, with example
// documents in JSON, empty if there are none.
type SchemaRelation struct {
	Inclusion SchemaInclusion
	// More is a document that is only in the second set.
	More string
	// Less is a document that is only in the first set.
	Less string
}

func takeRelation(made C.go_out) (SchemaRelation, error) {
	if made.error != nil {
		return SchemaRelation{}, newError(made.error)
	}
	found := (*C.pcty_schema_relation)(made.out)
	defer C.pcty_schema_relation_free(found)
	return readSchemaRelation(C.go_schema_relation_info(found).out), nil
}

// SchemaDocuments is a set of JSON documents: those of a type, of a schema, or of the variables of
// a module. It is immutable; any number of goroutines may use it.
type SchemaDocuments struct{ handle }
