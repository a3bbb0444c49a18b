// Code generated from tools/methods/services.txt by tools/methods.go; DO NOT EDIT.

//go:build !polycty_no_services

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// Open opens a document, or replaces an open one. languageID is an identifier of the protocol such as
// puppet, for a path that does not decide about the language; it may be empty.
func (w *Workspace) Open(document, languageID string, version int64, text string) error {
	defer w.done()
	made := C.go_run_workspace_open(w.use(), document, languageID, C.int64_t(version), text)
	return failedFor(&made)
}

// CloseDocument closes a document, so that its file applies again.
func (w *Workspace) CloseDocument(document string) error {
	defer w.done()
	return failed(C.go_workspace_close(w.use(), document))
}

// FileChanged reports that a file has changed, appeared or disappeared.
func (w *Workspace) FileChanged(path string) error {
	defer w.done()
	return failed(C.go_workspace_file_changed(w.use(), path))
}

// Text returns the text of an open document, or else of a file.
func (w *Workspace) Text(document string) (string, error) {
	defer w.done()
	made := C.go_run_workspace_document_to_text(w.use(), document)
	if err := failedFor(&made); err != nil {
		return "", err
	}
	return takeString((*C.pcty_string)(made.out)), nil
}
