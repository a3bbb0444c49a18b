//! The abilities of the client and of the server.

use super::token_data::{MODIFIERS, TYPES};
use lsp_types::InitializeParams;
use polycty_services::Encoding;
use serde_json::{Value, json};

/// The abilities of a client that the server uses.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// The unit of columns.
    pub encoding: Encoding,
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
    /// The client accepts edits with the version of a document.
    pub has_document_changes: bool,
    /// The client expands snippets.
    pub has_snippets: bool,
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
            encoding,
            has_configuration: has("/workspace/configuration"),
            watches_files: has("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            has_progress: has("/window/workDoneProgress"),
            pulls_diagnostics: all
                .pointer("/textDocument/diagnostic")
                .is_some_and(Value::is_object),
            refreshes_diagnostics: has("/workspace/diagnostics/refreshSupport")
                || has("/workspace/diagnostic/refreshSupport"),
            has_document_changes: has("/workspace/workspaceEdit/documentChanges"),
            has_snippets: has("/textDocument/completion/completionItem/snippetSupport"),
        }
    }

    /// The result of `initialize`.
    pub fn answer(&self) -> Value {
        let encoding = match self.encoding {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        };
        let mut capabilities = json!({
            "positionEncoding": encoding,
            "textDocumentSync": { "openClose": true, "change": 2 },
            "completionProvider": { "triggerCharacters": [".", "$", ":", "\"", "["] },
            "hoverProvider": true,
            "signatureHelpProvider": {
                "triggerCharacters": ["(", ","],
                "retriggerCharacters": [","],
            },
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "foldingRangeProvider": true,
            "selectionRangeProvider": true,
            "semanticTokensProvider": {
                "legend": { "tokenTypes": TYPES, "tokenModifiers": MODIFIERS },
                "range": true,
                "full": true,
            },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "inlayHintProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor.rewrite"] },
            "workspace": {
                "workspaceFolders": { "supported": true, "changeNotifications": true },
            },
        });
        if self.pulls_diagnostics {
            capabilities["diagnosticProvider"] = json!({
                "identifier": "polycty",
                "interFileDependencies": true,
                "workspaceDiagnostics": false,
            });
        }
        json!({
            "capabilities": capabilities,
            "serverInfo": { "name": "polycty", "version": env!("CARGO_PKG_VERSION") },
        })
    }
}
