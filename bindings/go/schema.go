//go:build !polycty_no_schema

package polycty

// #include "shims.h"
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// A Schema is a JSON Schema: one that was read, or that was made of a type. It never changes; any
// number of goroutines may use it.
type Schema struct{ handle }

func (s *Schema) use() *C.pcty_schema {
	if s == nil {
		return nil
	}
	return (*C.pcty_schema)(s.acquire())
}

func (s *Schema) done() {
	if s != nil {
		s.release()
	}
}

// Close frees the handle before the garbage collector does. A closed schema is like nil.
func (s *Schema) Close() {
	if s != nil {
		s.close()
	}
}

// A SchemaDraft is the rules that a schema follows where it says none itself.
type SchemaDraft uint32

const (
	// SchemaDraft202012 is 2020-12, which OpenAPI 3.1 has as well.
	SchemaDraft202012 SchemaDraft = C.PCTY_SCHEMA_DRAFT_2020_12
	// SchemaDraft201909 is 2019-09.
	SchemaDraft201909 SchemaDraft = C.PCTY_SCHEMA_DRAFT_2019_09
	// SchemaDraft7 is draft 7.
	SchemaDraft7 SchemaDraft = C.PCTY_SCHEMA_DRAFT_7
	// SchemaDraft6 is draft 6.
	SchemaDraft6 SchemaDraft = C.PCTY_SCHEMA_DRAFT_6
	// SchemaDraft4 is draft 4.
	SchemaDraft4 SchemaDraft = C.PCTY_SCHEMA_DRAFT_4
	// SchemaOpenAPI30 is that of schema objects of OpenAPI 3.0.
	SchemaOpenAPI30 SchemaDraft = C.PCTY_SCHEMA_OPENAPI_3_0
)

// SchemaReading is how a schema is read; the zero one reads a whole document in 2020-12 that
// refers to no other.
type SchemaReading struct {
	// Pointer is where the schema stands in the document: /components/schemas/Server.
	Pointer string
	// Address is the document's own, which relative references are against.
	Address string
	// Draft is the rules where the document says none; 2020-12 if it is 0.
	Draft SchemaDraft
	// Retrieve gives the text of the document of an address; found is false for one that is not
	// known. Nothing is fetched without it.
	Retrieve func(address string) (text string, found bool, err error)
}

// ReadSchema is the schema that a JSON text is.
func ReadSchema(json string, reading SchemaReading) (*Schema, error) {
	draft := reading.Draft
	if draft == 0 {
		draft = SchemaDraft202012
	}
	retrieve := reading.Retrieve
	if retrieve == nil {
		retrieve = func(string) (string, bool, error) { return "", false, nil }
	}
	made := C.go_run_schema_parse_part(json, reading.Pointer, reading.Address,
		C.pcty_schema_draft(draft), C.uintptr_t(cgo.NewHandle(schemaRetrieve(retrieve))))
	if err := failedFor(&made); err != nil {
		return nil, err
	}
	s := ownSchema((*C.pcty_schema)(made.out))
	s.weighText(len(json), schemaBytes)
	return s, nil
}

// A schemaRetrieve finds the text of a document.
type schemaRetrieve func(address string) (text string, found bool, err error)

func ownSchema(taken *C.pcty_schema) *Schema {
	s := &Schema{}
	s.own(schemaHandle, unsafe.Pointer(taken))
	return s
}

// A SchemaStyle is how a schema is written.
type SchemaStyle struct {
	// Part leaves `$schema` away, as in another document.
	Part bool
	// Compact writes it on one line.
	Compact bool
}

// Text is the schema as JSON, in 2020-12; the same schema is always the same text.
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

// A SchemaQuestion is which documents a type has.
type SchemaQuestion uint32

const (
	// SchemaValues are the documents that are values of the type as they stand.
	SchemaValues SchemaQuestion = C.PCTY_SCHEMA_DOCUMENTS_VALUES
	// SchemaConverting are all documents that convert to the type.
	SchemaConverting SchemaQuestion = C.PCTY_SCHEMA_DOCUMENTS_CONVERTING
)

// A SchemaPair is a type and a schema, the one made of the other. It never changes; any number of
// goroutines may use it.
type SchemaPair struct{ handle }

func (p *SchemaPair) use() *C.pcty_schema_pair {
	if p == nil {
		return nil
	}
	return (*C.pcty_schema_pair)(p.acquire())
}

func (p *SchemaPair) done() {
	if p != nil {
		p.release()
	}
}

// Close frees the handle before the garbage collector does. A closed pair is like nil.
func (p *SchemaPair) Close() {
	if p != nil {
		p.close()
	}
}

func ownPair(made C.go_out) (*SchemaPair, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	p := &SchemaPair{}
	p.own(schemaPairHandle, made.out)
	return p, nil
}

// ExportSchema makes the schema of the documents that are values of a type, or convert to it.
// Defaults are those beside a type of HCL; they may be nil.
func (t *Type) ExportSchema(dialect Dialect, defaults *HCLDefaults, question SchemaQuestion) (*SchemaPair, error) {
	defer t.done()
	defer defaults.done()
	return ownPair(C.go_schema_export(t.use(), defaults.use(), C.pcty_dialect(dialect), C.pcty_schema_documents_question(question)))
}

// SchemaOpenObjects is what becomes of an object that may have members beside those that are named.
type SchemaOpenObjects uint32

const (
	// SchemaOpenObjectsClosed makes it an object with the named members alone: narrower.
	SchemaOpenObjectsClosed SchemaOpenObjects = C.PCTY_SCHEMA_OPEN_OBJECTS_CLOSED
	// SchemaOpenObjectsMaps makes it a map: wider.
	SchemaOpenObjectsMaps SchemaOpenObjects = C.PCTY_SCHEMA_OPEN_OBJECTS_MAPS
)

// Import makes the nearest type of a dialect.
func (s *Schema) Import(dialect Dialect, open SchemaOpenObjects) (*SchemaPair, error) {
	defer s.done()
	return ownPair(C.go_schema_import(s.use(), C.pcty_dialect(dialect), C.pcty_schema_open_objects(open)))
}

// Type is the type.
func (p *SchemaPair) Type() *Type {
	defer p.done()
	return copyType(C.go_schema_pair_info(p.use()).out._type)
}

// Schema is the schema.
func (p *SchemaPair) Schema() *Schema {
	defer p.done()
	return ownSchema(C.go_schema_clone(C.go_schema_pair_info(p.use()).out.schema))
}

// A SchemaNote is a place where what was made is not what it was made of.
type SchemaNote struct {
	// Place is that in the schema, as a JSON pointer.
	Place string
	// Path is that in the type's values.
	Path           Path
	Message        string
	SchemaMismatch SchemaMismatch
}

// A SchemaMismatch is which way what was made differs, at a place.
type SchemaMismatch uint32

const (
	// SchemaMismatchWider lets more through.
	SchemaMismatchWider SchemaMismatch = C.PCTY_SCHEMA_MISMATCH_WIDER
	// SchemaMismatchNarrower lets less through.
	SchemaMismatchNarrower SchemaMismatch = C.PCTY_SCHEMA_MISMATCH_NARROWER
	// SchemaMismatchEither may let more through, or less.
	SchemaMismatchEither SchemaMismatch = C.PCTY_SCHEMA_MISMATCH_EITHER
)

// Notes are the places that are not exact, at most 1000.
func (p *SchemaPair) Notes() []SchemaNote {
	defer p.done()
	lent := p.use()
	var notes []SchemaNote
	for at, count := C.size_t(0), C.go_schema_pair_info(lent).out.note_count; at < count; at++ {
		note := C.go_schema_pair_note_at(lent, at).out
		notes = append(notes, SchemaNote{
			text(note.pointer), readPath(note.path), text(note.message), SchemaMismatch(note.mismatch),
		})
	}
	return notes
}

// A SchemaInclusion is how a second set of documents stands to a first one.
type SchemaInclusion uint32

const (
	// SchemaInclusionExact is there where both are the same.
	SchemaInclusionExact SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_EXACT
	// SchemaInclusionWider is there where it has all documents of the first, and more.
	SchemaInclusionWider SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_WIDER
	// SchemaInclusionNarrower is there where it has only documents of the first, and not all.
	SchemaInclusionNarrower SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_NARROWER
	// SchemaInclusionUnrelated is there where each has documents that the other has not.
	SchemaInclusionUnrelated SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_UNRELATED
	// SchemaInclusionUnknown is there where it could not be decided.
	SchemaInclusionUnknown SchemaInclusion = C.PCTY_SCHEMA_INCLUSION_UNKNOWN
)

// A SchemaRelation is how a second set of documents stands to a first one, with documents that show
// it: JSON, empty where there is none.
type SchemaRelation struct {
	Inclusion SchemaInclusion
	// More is a document that the second alone has.
	More string
	// Less is a document that the first alone has.
	Less string
}

func takeRelation(made C.go_out) (SchemaRelation, error) {
	if made.error != nil {
		return SchemaRelation{}, newError(made.error)
	}
	found := (*C.pcty_schema_relation)(made.out)
	defer C.pcty_schema_relation_free(found)
	data := C.go_schema_relation_info(found).out
	return SchemaRelation{SchemaInclusion(data.inclusion), text(data.more), text(data.less)}, nil
}

// Relate is how what was made stands to what it was made of.
func (p *SchemaPair) Relate() (SchemaRelation, error) {
	defer p.done()
	return takeRelation(C.go_schema_pair_relate(p.use()))
}

// SchemaDocuments are a set of JSON documents: those of a type, of a schema, or of the variables of a
// module. They never change; any number of goroutines may use them.
type SchemaDocuments struct{ handle }

func (d *SchemaDocuments) use() *C.pcty_schema_documents {
	if d == nil {
		return nil
	}
	return (*C.pcty_schema_documents)(d.acquire())
}

func (d *SchemaDocuments) done() {
	if d != nil {
		d.release()
	}
}

// Close frees the handle before the garbage collector does. A closed set is like nil.
func (d *SchemaDocuments) Close() {
	if d != nil {
		d.close()
	}
}

func ownDocuments(made C.go_out) (*SchemaDocuments, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	d := &SchemaDocuments{}
	d.own(documentsHandle, made.out)
	return d, nil
}

// Documents are those that are values of the type, or that convert to it.
func (t *Type) Documents(dialect Dialect, question SchemaQuestion) (*SchemaDocuments, error) {
	defer t.done()
	return ownDocuments(C.go_schema_documents_of_type(t.use(), C.pcty_dialect(dialect), C.pcty_schema_documents_question(question)))
}

// Documents are those that the schema lets through.
func (s *Schema) Documents() (*SchemaDocuments, error) {
	defer s.done()
	return ownDocuments(C.go_schema_documents_of_schema(s.use()))
}

// A SchemaValidity is whether a document is one of a set.
type SchemaValidity uint32

const (
	// SchemaValid documents are.
	SchemaValid SchemaValidity = C.PCTY_SCHEMA_VALIDITY_VALID
	// SchemaInvalid documents are not.
	SchemaInvalid SchemaValidity = C.PCTY_SCHEMA_VALIDITY_INVALID
	// SchemaValidityUnknown is there where it cannot be told.
	SchemaValidityUnknown SchemaValidity = C.PCTY_SCHEMA_VALIDITY_UNKNOWN
)

// Take is whether a JSON text is one of the documents.
func (d *SchemaDocuments) Take(json string) (SchemaValidity, error) {
	defer d.done()
	given := C.go_schema_documents_take(d.use(), json)
	if given.error != nil {
		return 0, newError(given.error)
	}
	return SchemaValidity(given.answer), nil
}

// Relate is how other documents stand to these.
func (d *SchemaDocuments) Relate(second *SchemaDocuments) (SchemaRelation, error) {
	defer d.done()
	defer second.done()
	return takeRelation(C.go_schema_documents_relate(d.use(), second.use()))
}

// AssignableWitness is a document that a value of the type is written as and no value of the
// target: why the one is not assignable to the other. It is empty where it is, and where none was
// found.
func (t *Type) AssignableWitness(dialect Dialect, target *Type) (string, error) {
	defer t.done()
	defer target.done()
	return taken(C.go_type_assignable_witness(t.use(), target.use(), C.pcty_dialect(dialect)))
}

// HCLText is a type of HCL with optional(T) where an attribute may be missing: what ParseHCLType
// reads.
func (t *Type) HCLText() (string, error) {
	defer t.done()
	return taken(C.go_hcl_type_format(t.use()))
}
