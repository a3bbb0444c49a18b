//! The abilities of the client and of the server.

use lsp_types::InitializeParams;
use polycty_services::Encoding;
use polycty_services::lsp;
use serde_json::Value;

/// The abilities of a client that the server uses.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// The form of answers.
    pub form: lsp::Client,
    /// The client sends its configuration on request.
    pub has_configuration: bool,
    /// The client watches files on request.
    pub watches_files: bool,
    /// The client shows progress.
    pub has_progress: bool,
    /// The client requests diagnostics.
    pub pulls_diagnostics: bool,
    /// The client requests diagnostics again when it is asked to.
    pub refreshes_diagnostics: bool,
}

impl Client {
    /// Reads the abilities of a client. The encoding is UTF-8 if the client supports it, since no
    /// column has to be converted then.
    pub fn of(params: &InitializeParams) -> Client {
        let all = serde_json::to_value(&params.capabilities).unwrap_or_default();
        let has = |path: &str| all.pointer(path) == Some(&Value::Bool(true));
        let offered = |name: &str| {
            let encodings = all.pointer("/general/positionEncodings");
            let encodings = encodings.and_then(Value::as_array);
            encodings.is_some_and(|all| all.iter().any(|each| each == name))
        };
        let encoding = match () {
            () if offered("utf-8") => Encoding::Utf8,
            () if offered("utf-32") && !offered("utf-16") => Encoding::Utf32,
            () => Encoding::Utf16,
        };
        Client {
            form: lsp::Client {
                encoding,
                has_document_changes: has("/workspace/workspaceEdit/documentChanges"),
                has_snippets: has("/textDocument/completion/completionItem/snippetSupport"),
            },
            has_configuration: has("/workspace/configuration"),
            watches_files: has("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            has_progress: has("/window/workDoneProgress"),
            pulls_diagnostics: all
                .pointer("/textDocument/diagnostic")
                .is_some_and(Value::is_object),
            refreshes_diagnostics: has("/workspace/diagnostics/refreshSupport")
                || has("/workspace/diagnostic/refreshSupport"),
        }
    }

    /// The result of `initialize`.
    pub fn answer(&self) -> Value {
        lsp::capabilities(self.form.encoding, self.pulls_diagnostics)
    }
}
