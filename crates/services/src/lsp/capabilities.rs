//! The abilities of a server.

use super::token_data::{MODIFIERS, TYPES};
use crate::document::Encoding;
use serde_json::{Value, json};

/// The result of `initialize` for a client with an encoding of positions. `pulls` states whether the
/// client requests diagnostics.
#[must_use]
pub fn capabilities(encoding: Encoding, pulls: bool) -> Value {
    let encoding = match encoding {
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
    if pulls {
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
