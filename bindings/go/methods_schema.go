// Code generated from tools/methods/schema.txt by tools/methods.go; DO NOT EDIT.

//go:build !polycty_no_schema

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// ExportSchema makes the schema of the documents that are values of a type, or convert to it. The
// defaults belong to a type of HCL; they may be nil.
func (t *Type) ExportSchema(dialect Dialect, defaults *HCLDefaults, question SchemaQuestion) (*SchemaPair, error) {
	defer t.done()
	defer defaults.done()
	return ownPair(C.go_schema_export(t.use(), defaults.use(), C.pcty_dialect(dialect), C.pcty_schema_documents_question(question)))
}

// Import returns the nearest type of a dialect.
func (s *Schema) Import(dialect Dialect, open SchemaOpenObjects) (*SchemaPair, error) {
	defer s.done()
	return ownPair(C.go_schema_import(s.use(), C.pcty_dialect(dialect), C.pcty_schema_open_objects(open)))
}

// Type returns the type.
func (p *SchemaPair) Type() *Type {
	defer p.done()
	return newType(C.pcty_type_clone(C.go_schema_pair_info(p.use()).out._type))
}

// Schema returns the schema.
func (p *SchemaPair) Schema() *Schema {
	defer p.done()
	return ownSchema(C.pcty_schema_clone(C.go_schema_pair_info(p.use()).out.schema))
}

// Relate returns the relation of the result to its source.
func (p *SchemaPair) Relate() (SchemaRelation, error) {
	defer p.done()
	return takeRelation(C.go_schema_pair_relate(p.use()))
}

// Documents returns the set of documents that are values of the type, or that convert to it.
func (t *Type) Documents(dialect Dialect, question SchemaQuestion) (*SchemaDocuments, error) {
	defer t.done()
	return ownDocuments(C.go_schema_documents_of_type(t.use(), C.pcty_dialect(dialect), C.pcty_schema_documents_question(question)))
}

// Documents returns the set of documents that the schema accepts.
func (s *Schema) Documents() (*SchemaDocuments, error) {
	defer s.done()
	return ownDocuments(C.go_schema_documents_of_schema(s.use()))
}

// Take returns whether a JSON text is one of the documents.
func (d *SchemaDocuments) Take(json string) (SchemaValidity, error) {
	defer d.done()
	return answeredAs[SchemaValidity](C.go_schema_documents_take(d.use(), json))
}

// Relate returns the relation of a second set of documents to this one.
func (d *SchemaDocuments) Relate(second *SchemaDocuments) (SchemaRelation, error) {
	defer d.done()
	defer second.done()
	return takeRelation(C.go_schema_documents_relate(d.use(), second.use()))
}

// AssignableWitness returns a document of a value of the type that is not a document of any value
// of the target: the reason why the type is not assignable. It is empty if the type is assignable
// or no document was found.
func (t *Type) AssignableWitness(dialect Dialect, target *Type) (string, error) {
	defer t.done()
	defer target.done()
	return taken(C.go_type_assignable_witness(t.use(), target.use(), C.pcty_dialect(dialect)))
}

// HCLText returns the notation of an HCL type, with optional(T) for optional attributes, for
// ParseHCLType.
func (t *Type) HCLText() (string, error) {
	defer t.done()
	return taken(C.go_hcl_type_format(t.use()))
}
