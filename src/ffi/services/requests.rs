//! Language services: the requests of an editor.
//!
//! A request is one of the language server protocol 3.17, and its answer is the JSON text of the
//! result: `null`, or what the protocol specifies for it, such as a `Hover` or an array of
//! `Location`. Edits of a `WorkspaceEdit` are in its member `changes`. Documentation is Markdown.

use super::workspace::{State, idle, not_open, pcty_text_range, pcty_workspace};
use crate::calls::Budget;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{invalid, make, text, unnamed};
use crate::ffi::reentry::within;
use crate::services::LinePosition;
use crate::services::lsp::{Arguments, Converter, capabilities, to_path};
use crate::source::Result;
use std::mem::MaybeUninit;

/// A request of an editor.
pub type pcty_request = u32;

/// `textDocument/completion` at a position: a `CompletionList`.
pub const PCTY_REQUEST_COMPLETION: pcty_request = 1;
/// `textDocument/hover` at a position.
pub const PCTY_REQUEST_HOVER: pcty_request = 2;
/// `textDocument/signatureHelp` at a position.
pub const PCTY_REQUEST_SIGNATURE_HELP: pcty_request = 3;
/// `textDocument/definition` at a position: an array of `Location`.
pub const PCTY_REQUEST_DEFINITION: pcty_request = 4;
/// `textDocument/references` at a position. The declarations are in the result, unless the
/// arguments are `{"context":{"includeDeclaration":false}}`.
pub const PCTY_REQUEST_REFERENCES: pcty_request = 5;
/// `textDocument/documentHighlight` at a position.
pub const PCTY_REQUEST_DOCUMENT_HIGHLIGHT: pcty_request = 6;
/// `textDocument/prepareRename` at a position: a `Range`.
pub const PCTY_REQUEST_PREPARE_RENAME: pcty_request = 7;
/// `textDocument/rename` at a position, with the arguments `{"newName":"…"}`: a `WorkspaceEdit`.
pub const PCTY_REQUEST_RENAME: pcty_request = 8;
/// `textDocument/documentSymbol`: an array of `DocumentSymbol`.
pub const PCTY_REQUEST_DOCUMENT_SYMBOL: pcty_request = 9;
/// `workspace/symbol`, with the arguments `{"query":"…"}`; the document is ignored.
pub const PCTY_REQUEST_WORKSPACE_SYMBOL: pcty_request = 10;
/// `textDocument/foldingRange`.
pub const PCTY_REQUEST_FOLDING_RANGE: pcty_request = 11;
/// `textDocument/selectionRange` at a position, or at those of the arguments `{"positions":[…]}`.
pub const PCTY_REQUEST_SELECTION_RANGE: pcty_request = 12;
/// `textDocument/semanticTokens/range`, or `full` without a range.
pub const PCTY_REQUEST_SEMANTIC_TOKENS: pcty_request = 13;
/// `textDocument/rangeFormatting`, or `formatting` without a range: an array of `TextEdit`.
pub const PCTY_REQUEST_FORMATTING: pcty_request = 14;
/// `textDocument/inlayHint`.
pub const PCTY_REQUEST_INLAY_HINT: pcty_request = 15;
/// `textDocument/codeAction`. The arguments `{"context":{"only":["quickfix"]}}` select kinds.
pub const PCTY_REQUEST_CODE_ACTION: pcty_request = 16;
/// `textDocument/diagnostic`: a `DocumentDiagnosticReport`.
pub const PCTY_REQUEST_DIAGNOSTIC: pcty_request = 17;
/// The result of `initialize`: the abilities of a server for the workspace, with the names of the
/// types and modifiers of semantic tokens. The document is ignored.
pub const PCTY_REQUEST_INITIALIZE: pcty_request = 18;

/// Returns the method in the protocol.
fn method(request: pcty_request) -> Result<&'static str> {
    Ok(match request {
        PCTY_REQUEST_COMPLETION => "textDocument/completion",
        PCTY_REQUEST_HOVER => "textDocument/hover",
        PCTY_REQUEST_SIGNATURE_HELP => "textDocument/signatureHelp",
        PCTY_REQUEST_DEFINITION => "textDocument/definition",
        PCTY_REQUEST_REFERENCES => "textDocument/references",
        PCTY_REQUEST_DOCUMENT_HIGHLIGHT => "textDocument/documentHighlight",
        PCTY_REQUEST_PREPARE_RENAME => "textDocument/prepareRename",
        PCTY_REQUEST_RENAME => "textDocument/rename",
        PCTY_REQUEST_DOCUMENT_SYMBOL => "textDocument/documentSymbol",
        PCTY_REQUEST_WORKSPACE_SYMBOL => "workspace/symbol",
        PCTY_REQUEST_FOLDING_RANGE => "textDocument/foldingRange",
        PCTY_REQUEST_SELECTION_RANGE => "textDocument/selectionRange",
        PCTY_REQUEST_SEMANTIC_TOKENS => "textDocument/semanticTokens/range",
        PCTY_REQUEST_FORMATTING => "textDocument/rangeFormatting",
        PCTY_REQUEST_INLAY_HINT => "textDocument/inlayHint",
        PCTY_REQUEST_CODE_ACTION => "textDocument/codeAction",
        PCTY_REQUEST_DIAGNOSTIC => "textDocument/diagnostic",
        PCTY_REQUEST_INITIALIZE => "initialize",
        other => return Err(unnamed("request", other)),
    })
}

/// Answers a request about an open document. A request about a position takes the start of `range`.
/// `arguments` is empty, or a JSON object with the other parameters of the request in the protocol.
///
/// Errors: PCTY_ERROR_NOT_FOUND if the document is not open; PCTY_ERROR_VALUE for a name that cannot
/// be renamed, and for a new name that is not valid; PCTY_ERROR_INVALID_ARGUMENT for a number that is
/// not one of the constants, a request about a position without one, a range whose end is before its
/// start, and arguments that are not valid; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; the error of a
/// callback.
/// NULL: `range` (the whole document) and `error` may be NULL.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_workspace_request(
    workspace: *mut pcty_workspace,
    document: pcty_str,
    range: Option<&pcty_text_range>,
    arguments: pcty_str,
    request: pcty_request,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let asked = Asked {
            request,
            method: method(request)?,
            // A callback may change or free the texts.
            document: text(&document, "document")?.to_owned(),
            range: range.map(|range| range.positions()).transpose()?,
            arguments: text(&arguments, "arguments")?.to_owned(),
        };
        let work = |state: &mut State| within(|budget| asked.answer(state, budget));
        // SAFETY: by the header's contract `workspace` is NULL or valid.
        let answer = unsafe { idle(workspace, work) }?;
        Ok(OwnedText::new(answer))
    })
}

/// A request with its arguments.
struct Asked {
    request: pcty_request,
    method: &'static str,
    document: String,
    range: Option<(LinePosition, LinePosition)>,
    arguments: String,
}

impl Asked {
    /// Returns the answer as JSON.
    fn answer(&self, state: &mut State, budget: &Budget) -> Result<String> {
        let mut arguments = Arguments::parse(&self.arguments, budget)?;
        let converter = Converter::new(&state.workspace, &state.uris, state.client, budget);
        let answer = match self.request {
            PCTY_REQUEST_INITIALIZE => capabilities(state.client.encoding, true),
            PCTY_REQUEST_WORKSPACE_SYMBOL => state.symbols.answer(arguments.query(), &converter)?,
            _ => {
                let path = to_path(&self.document);
                if state.workspace.document(&path).is_none() {
                    return Err(not_open(&path));
                }
                arguments.set_document(&self.document, self.range);
                let answer = converter.answer(self.method, arguments.params())?;
                answer.ok_or_else(|| invalid("the request has no answer"))?
            }
        };
        let answer = answer.to_string();
        budget.text(answer.len())?;
        Ok(answer)
    }
}
