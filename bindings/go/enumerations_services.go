// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_services

package polycty

// #include "shims.h"
import "C"

// A PositionEncoding is the unit of the columns of a workspace.
type PositionEncoding uint32

const (
	// PositionEncodingUTF16: units of UTF-16, the default of the protocol.
	PositionEncodingUTF16 PositionEncoding = C.PCTY_POSITION_ENCODING_UTF16
	// PositionEncodingUTF8: bytes.
	PositionEncodingUTF8 PositionEncoding = C.PCTY_POSITION_ENCODING_UTF8
	// PositionEncodingUTF32: unicode scalar values.
	PositionEncodingUTF32 PositionEncoding = C.PCTY_POSITION_ENCODING_UTF32
)

var positionEncodingNames = enumerationNames{
	enumeration: "PositionEncoding", flags: false,
	names: map[uint32]string{
		0: "utf16",
		1: "utf8",
		2: "utf32",
	},
}

// String returns the name of the value: "utf16", "utf8" or "utf32".
func (v PositionEncoding) String() string { return positionEncodingNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PositionEncoding) MarshalText() ([]byte, error) {
	return positionEncodingNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *PositionEncoding) UnmarshalText(text []byte) error {
	return positionEncodingNames.unmarshal(text, (*uint32)(v))
}

// A Request is a request of an editor.
type Request uint32

const (
	// RequestCompletion: `textDocument/completion` at a position: a `CompletionList`.
	RequestCompletion Request = C.PCTY_REQUEST_COMPLETION
	// RequestHover: `textDocument/hover` at a position.
	RequestHover Request = C.PCTY_REQUEST_HOVER
	// RequestSignatureHelp: `textDocument/signatureHelp` at a position.
	RequestSignatureHelp Request = C.PCTY_REQUEST_SIGNATURE_HELP
	// RequestDefinition: `textDocument/definition` at a position: an array of `Location`.
	RequestDefinition Request = C.PCTY_REQUEST_DEFINITION
	// RequestReferences: `textDocument/references` at a position. The declarations are in the
	// result, unless the arguments are `{"context":{"includeDeclaration":false}}`.
	RequestReferences Request = C.PCTY_REQUEST_REFERENCES
	// RequestDocumentHighlight: `textDocument/documentHighlight` at a position.
	RequestDocumentHighlight Request = C.PCTY_REQUEST_DOCUMENT_HIGHLIGHT
	// RequestPrepareRename: `textDocument/prepareRename` at a position: a `Range`.
	RequestPrepareRename Request = C.PCTY_REQUEST_PREPARE_RENAME
	// RequestRename: `textDocument/rename` at a position, with the arguments `{"newName":"…"}`:
	// a `WorkspaceEdit`.
	RequestRename Request = C.PCTY_REQUEST_RENAME
	// RequestDocumentSymbol: `textDocument/documentSymbol`: an array of `DocumentSymbol`.
	RequestDocumentSymbol Request = C.PCTY_REQUEST_DOCUMENT_SYMBOL
	// RequestWorkspaceSymbol: `workspace/symbol`, with the arguments `{"query":"…"}`; the
	// document is ignored.
	RequestWorkspaceSymbol Request = C.PCTY_REQUEST_WORKSPACE_SYMBOL
	// RequestFoldingRange: `textDocument/foldingRange`.
	RequestFoldingRange Request = C.PCTY_REQUEST_FOLDING_RANGE
	// RequestSelectionRange: `textDocument/selectionRange` at a position, or at those of the
	// arguments `{"positions":[…]}`.
	RequestSelectionRange Request = C.PCTY_REQUEST_SELECTION_RANGE
	// RequestSemanticTokens: `textDocument/semanticTokens/range`, or `full` without a range.
	RequestSemanticTokens Request = C.PCTY_REQUEST_SEMANTIC_TOKENS
	// RequestFormatting: `textDocument/rangeFormatting`, or `formatting` without a range: an array
	// of `TextEdit`.
	RequestFormatting Request = C.PCTY_REQUEST_FORMATTING
	// RequestInlayHint: `textDocument/inlayHint`.
	RequestInlayHint Request = C.PCTY_REQUEST_INLAY_HINT
	// RequestCodeAction: `textDocument/codeAction`. The arguments
	// `{"context":{"only":["quickfix"]}}` select kinds.
	RequestCodeAction Request = C.PCTY_REQUEST_CODE_ACTION
	// RequestDiagnostic: `textDocument/diagnostic`: a `DocumentDiagnosticReport`.
	RequestDiagnostic Request = C.PCTY_REQUEST_DIAGNOSTIC
	// RequestInitialize: the result of `initialize`: the abilities of a server for the workspace,
	// with the names of the types and modifiers of semantic tokens. The document is ignored.
	RequestInitialize Request = C.PCTY_REQUEST_INITIALIZE
)

var requestNames = enumerationNames{
	enumeration: "Request", flags: false,
	names: map[uint32]string{
		1:  "completion",
		2:  "hover",
		3:  "signature_help",
		4:  "definition",
		5:  "references",
		6:  "document_highlight",
		7:  "prepare_rename",
		8:  "rename",
		9:  "document_symbol",
		10: "workspace_symbol",
		11: "folding_range",
		12: "selection_range",
		13: "semantic_tokens",
		14: "formatting",
		15: "inlay_hint",
		16: "code_action",
		17: "diagnostic",
		18: "initialize",
	},
}

// String returns the name of the value, such as "hover".
func (v Request) String() string { return requestNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Request) MarshalText() ([]byte, error) { return requestNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Request) UnmarshalText(text []byte) error { return requestNames.unmarshal(text, (*uint32)(v)) }
