// Code generated from tools/methods/schema_terraform.txt by tools/methods.go; DO NOT EDIT.

//go:build !polycty_no_schema && !polycty_no_terraform

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// ExportSchema makes the schema of the documents that the module accepts for its variables.
func (m *TerraformModule) ExportSchema(question SchemaQuestion) (*SchemaPair, error) {
	defer m.done()
	return ownPair(C.go_schema_export_module(m.use(), C.pcty_schema_documents_question(question)))
}

// Documents returns the set of documents that the module accepts for its variables.
func (m *TerraformModule) Documents(question SchemaQuestion) (*SchemaDocuments, error) {
	defer m.done()
	return ownDocuments(C.go_schema_documents_of_module(m.use(), C.pcty_schema_documents_question(question)))
}
