//go:build !polycty_no_services

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"encoding/json"
	"io/fs"
)

// A Workspace has folders with files, and open documents, whose texts replace the files until they
// are closed. It answers the requests of the language server protocol about them. A document is named
// by its URI or its absolute path. One goroutine at a time may use a workspace; a call during another
// call fails.
type Workspace struct {
	handle
	owns *closureSet
}

// WorkspaceOptions are the options of a workspace. The zero value has no folders and counts columns
// in units of UTF-16.
type WorkspaceOptions struct {
	// Folders are the folders of the workspace, as URIs or absolute paths.
	Folders []string
	// Files provides the files instead of the disk; its root is the folder /.
	Files fs.FS
	// Encoding is the unit of columns.
	Encoding PositionEncoding
	// Snippets allows tab stops in the texts of completions.
	Snippets bool
	// OpenTofu selects the language of OpenTofu for modules.
	OpenTofu bool
	// TerraformVersion is a version from 1.11 to 1.17; the newest if it is empty.
	TerraformVersion string
	// ProviderSchemas is the output of `terraform providers schema -json`.
	ProviderSchemas []byte
	// PuppetFacts is a JSON object.
	PuppetFacts []byte
	// PuppetModules are folders of modules outside of Folders.
	PuppetModules []string
	// MCLKinds are the kinds of resources, as for `polycty mcl check --kinds`.
	MCLKinds []byte
	// MCLModules is the folder of the modules that programs import by address.
	MCLModules string
	// HCLSpecifications are texts in the language of hcldec by the ends of the paths that they describe.
	HCLSpecifications map[string]string
}

// A TextPosition is a position of a document: a line from 0, and a column in the unit of the
// workspace.
type TextPosition struct {
	Line   uint32 `json:"line"`
	Column uint32 `json:"character"`
}

// A TextRange is a range of a document; the end is exclusive. It has the JSON of the protocol.
type TextRange struct {
	Start TextPosition `json:"start"`
	End   TextPosition `json:"end"`
}

// At returns the empty range at a position, for a request about a position.
func At(line, column uint32) *TextRange {
	at := TextPosition{line, column}
	return &TextRange{at, at}
}

func (r *TextRange) lend() (isWhole C.bool, lent C.pcty_text_range) {
	if r == nil {
		return true, lent
	}
	lent.start_line, lent.start_column = C.uint32_t(r.Start.Line), C.uint32_t(r.Start.Column)
	lent.end_line, lent.end_column = C.uint32_t(r.End.Line), C.uint32_t(r.End.Column)
	return false, lent
}

// NewWorkspace returns a workspace without open documents.
func NewWorkspace(options WorkspaceOptions) (*Workspace, error) {
	specifications := ""
	if len(options.HCLSpecifications) > 0 {
		text, err := json.Marshal(options.HCLSpecifications)
		if err != nil {
			return nil, err
		}
		specifications = string(text)
	}
	modules, moduleLengths, moduleCount := pack(options.PuppetModules).args()
	folders, lengths, count := pack(options.Folders).args()
	made := C.go_workspace_new(C.pcty_position_encoding(options.Encoding), C.bool(options.Snippets),
		C.bool(options.OpenTofu), options.TerraformVersion, asText(options.ProviderSchemas),
		asText(options.PuppetFacts), modules, moduleLengths, moduleCount, asText(options.MCLKinds),
		options.MCLModules, folders, lengths, count, specifications)
	if made.error != nil {
		return nil, newError(made.error)
	}
	w := &Workspace{}
	w.own(workspaceHandle, made.out)
	if options.Files != nil {
		w.owns = closureSetOf(options.Files)
		defer w.done()
		if err := failed(C.go_workspace_set_files(w.use(), w.owns.number())); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Change replaces a range of an open document, or its whole text if the range is nil.
func (w *Workspace) Change(document string, version int64, replaced *TextRange, text string) error {
	defer w.done()
	isWhole, lent := replaced.lend()
	return failed(C.go_workspace_change(w.use(), document, C.int64_t(version), isWhole, lent, text))
}

// Diagnostics returns the diagnostics of a document or file; those of all files of known languages in
// the folders and of all open documents if document is empty.
func (w *Workspace) Diagnostics(document string) ([]Diagnostic, error) {
	defer w.done()
	made := C.go_run_workspace_diagnostics_diagnosed(w.use(), document)
	if made.error != nil {
		return nil, failureOf(&made)
	}
	raise(takeCause(&made))
	if made.out == nil {
		return nil, nil
	}
	return newError((*C.pcty_error)(made.out)).Diagnostics, nil
}

// Request returns the result of a request in the protocol. A request about a position takes the start
// of the range, and nil is the whole document. arguments are the other parameters of the request, such
// as map[string]string{"newName": "port"}, or nil.
func (w *Workspace) Request(request Request, document string, about *TextRange, arguments any) (json.RawMessage, error) {
	var text []byte
	if arguments != nil {
		var err error
		if text, err = json.Marshal(arguments); err != nil {
			return nil, err
		}
	}
	defer w.done()
	isWhole, lent := about.lend()
	made := C.go_run_workspace_request(w.use(), document, isWhole, lent, asText(text), C.uint32_t(request))
	if err := failedFor(&made); err != nil {
		return nil, err
	}
	return json.RawMessage(takeString((*C.pcty_string)(made.out))), nil
}
