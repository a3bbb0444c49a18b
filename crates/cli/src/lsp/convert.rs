//! Answers of languages as results of the protocol.

use super::uri;
use lsp_types::{
    CompletionItemKind, DiagnosticSeverity, DiagnosticTag, DocumentSymbol, FoldingRangeKind,
    InlayHintKind, InsertTextFormat, Position, Range, SymbolKind as LspSymbolKind,
};
use polycty::calls::Budget;
use polycty::source::{self, Diagnostic, Severity, Span};
use polycty_services::{
    Action, ActionKind, Completion, CompletionKind, Document, Encoding, FileEdit, Fold, FoldKind,
    Hint, HintKind, LanguageId, LinePosition, Location, Signatures, Symbol, SymbolKind, TextEdit,
    Workspace,
};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The conversion of answers about the documents and files of a workspace.
pub struct Converter<'w> {
    pub workspace: &'w Workspace,
    /// The URIs of open documents as the client writes them.
    pub uris: &'w BTreeMap<String, String>,
    pub encoding: Encoding,
    pub has_document_changes: bool,
    pub has_snippets: bool,
    pub budget: &'w Budget,
    /// The files that have been read.
    pub read: RefCell<BTreeMap<String, Option<Rc<Document>>>>,
}

/// A position of the protocol.
pub fn position(found: LinePosition) -> Position {
    Position::new(found.line, found.column)
}

/// A position of a document.
pub fn line_position(position: Position) -> LinePosition {
    LinePosition {
        line: position.line,
        column: position.character,
    }
}

impl Converter<'_> {
    /// The document or file of a path.
    pub fn document(&self, path: &str) -> Option<Rc<Document>> {
        if let Some(document) = self.read.borrow().get(path) {
            return document.clone();
        }
        let document = match self.workspace.document(path) {
            Some(document) => Some(Rc::new(document.clone())),
            None => {
                let text = self.workspace.text(path, self.budget).ok().flatten();
                text.map(|text| Rc::new(Document::new(path.to_owned(), LanguageId::Hcl, 0, text)))
            }
        };
        let mut read = self.read.borrow_mut();
        read.insert(path.to_owned(), document.clone());
        document
    }

    pub fn uri(&self, path: &str) -> String {
        let known = self.uris.get(path).cloned();
        known.unwrap_or_else(|| uri::of_path(path))
    }

    /// The range of a span. A file that cannot be read has the range of its start.
    pub fn range(&self, path: &str, span: Span) -> Range {
        let Some(document) = self.document(path) else {
            return Range::default();
        };
        self.range_in(&document, span)
    }

    pub fn range_in(&self, document: &Document, span: Span) -> Range {
        let end = document.span().end;
        let at = |byte: u32| position(document.position(byte.min(end), self.encoding));
        Range::new(at(span.start), at(span.end.max(span.start)))
    }

    pub fn location(&self, location: &Location) -> Value {
        json!({
            "uri": self.uri(&location.path),
            "range": self.range(&location.path, location.span),
        })
    }

    pub fn text_edits(&self, path: &str, edits: &[TextEdit]) -> Vec<Value> {
        let edits = edits
            .iter()
            .map(|edit| json!({ "range": self.range(path, edit.span), "newText": edit.text }));
        edits.collect()
    }

    /// A `WorkspaceEdit`.
    pub fn workspace_edit(&self, files: &[FileEdit]) -> Value {
        if self.has_document_changes {
            let changes = files.iter().map(|file| {
                let version = self.workspace.document(&file.path).map(Document::version);
                json!({
                    "textDocument": { "uri": self.uri(&file.path), "version": version },
                    "edits": self.text_edits(&file.path, &file.edits),
                })
            });
            return json!({ "documentChanges": changes.collect::<Vec<_>>() });
        }
        let changes = files.iter().map(|file| {
            let edits = self.text_edits(&file.path, &file.edits);
            (self.uri(&file.path), Value::from(edits))
        });
        json!({ "changes": changes.collect::<Map<_, _>>() })
    }

    pub fn diagnostic(&self, path: &str, diagnostic: &Diagnostic) -> Value {
        let severity = match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        };
        let subject = diagnostic.subject.map_or(Span::default(), span);
        let id = diagnostic.id();
        let mut tags = Vec::new();
        if id.contains("deprecated") {
            tags.push(DiagnosticTag::DEPRECATED);
        }
        if id.contains("unused") || id.contains("unreachable") {
            tags.push(DiagnosticTag::UNNECESSARY);
        }
        let related = diagnostic.related().iter().map(|related| {
            let file = match &related.source {
                Some(source) if self.document(&source.name).is_some() => &*source.name,
                Some(_) | None => path,
            };
            let location = Location {
                path: file.to_owned(),
                span: span(related.range),
            };
            json!({ "location": self.location(&location), "message": related.message })
        });
        json!({
            "range": self.range(path, subject),
            "severity": severity,
            "code": id,
            "source": "polycty",
            "message": diagnostic.message(),
            "tags": tags,
            "relatedInformation": related.collect::<Vec<_>>(),
        })
    }

    pub fn completion(&self, path: &str, completion: &Completion, rank: usize) -> Value {
        let kind = match completion.kind {
            CompletionKind::Attribute => CompletionItemKind::FIELD,
            CompletionKind::Block => CompletionItemKind::STRUCT,
            CompletionKind::Class => CompletionItemKind::CLASS,
            CompletionKind::Constant => CompletionItemKind::CONSTANT,
            CompletionKind::Function => CompletionItemKind::FUNCTION,
            CompletionKind::Keyword => CompletionItemKind::KEYWORD,
            CompletionKind::Module => CompletionItemKind::MODULE,
            CompletionKind::Resource => CompletionItemKind::CLASS,
            CompletionKind::Type => CompletionItemKind::INTERFACE,
            CompletionKind::Variable => CompletionItemKind::VARIABLE,
            _ => CompletionItemKind::TEXT,
        };
        let is_snippet = completion.snippet && self.has_snippets;
        let text = match completion.snippet && !self.has_snippets {
            true => plain(&completion.edit.text),
            false => completion.edit.text.clone(),
        };
        let format = match is_snippet {
            true => InsertTextFormat::SNIPPET,
            false => InsertTextFormat::PLAIN_TEXT,
        };
        let mut item = json!({
            "label": completion.label,
            "kind": kind,
            "detail": completion.detail,
            "sortText": format!("{rank:06}"),
            "insertTextFormat": format,
            "textEdit": { "range": self.range(path, completion.edit.span), "newText": text },
        });
        if !completion.documentation.is_empty() {
            item["documentation"] = markdown(&completion.documentation);
        }
        if completion.deprecated {
            item["tags"] = json!([1]);
        }
        item
    }

    pub fn symbol(&self, document: &Document, symbol: &Symbol) -> DocumentSymbol {
        let children = symbol.children.iter();
        #[expect(deprecated, reason = "the field must have a value")]
        DocumentSymbol {
            name: if symbol.name.is_empty() {
                "?".to_owned()
            } else {
                symbol.name.clone()
            },
            detail: (!symbol.detail.is_empty()).then(|| symbol.detail.clone()),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            range: self.range_in(document, symbol.span),
            selection_range: self.range_in(document, symbol.name_span),
            children: Some(children.map(|child| self.symbol(document, child)).collect()),
        }
    }

    /// A fold. The protocol counts whole lines; a fold of one line is none.
    pub fn fold(&self, document: &Document, fold: &Fold) -> Option<Value> {
        let range = self.range_in(document, fold.span);
        let kind = match fold.kind {
            FoldKind::Comment => FoldingRangeKind::Comment,
            _ => FoldingRangeKind::Region,
        };
        (range.end.line > range.start.line).then(|| {
            json!({
                "startLine": range.start.line,
                "startCharacter": range.start.character,
                "endLine": range.end.line,
                "endCharacter": range.end.character,
                "kind": kind,
            })
        })
    }

    pub fn hint(&self, document: &Document, hint: &Hint) -> Value {
        let at = self.range_in(document, Span::at(hint.byte as usize)).start;
        let kind = match hint.kind {
            HintKind::Parameter => InlayHintKind::PARAMETER,
            _ => InlayHintKind::TYPE,
        };
        json!({ "position": at, "label": hint.label, "kind": kind })
    }

    pub fn action(&self, action: &Action) -> Value {
        let kind = match action.kind {
            ActionKind::Rewrite => "refactor.rewrite",
            _ => "quickfix",
        };
        json!({
            "title": action.title,
            "kind": kind,
            "edit": self.workspace_edit(&action.edits),
        })
    }

    /// The parts around a position, as nested selections.
    pub fn selections(&self, document: &Document, spans: &[Span]) -> Value {
        let mut selection = Value::Null;
        for span in spans.iter().rev() {
            let range = self.range_in(document, *span);
            selection = match selection {
                Value::Null => json!({ "range": range }),
                parent => json!({ "range": range, "parent": parent }),
            };
        }
        selection
    }

    /// The form of `SignatureHelp`. Labels of parameters are offsets in units of UTF-16.
    pub fn signatures(&self, found: &Signatures) -> Value {
        let signatures = found.signatures.iter().map(|signature| {
            let units = |byte: u32| {
                let before = signature.label.get(..byte as usize);
                before.map_or(0, |before| before.encode_utf16().count())
            };
            let parameters = signature.parameters.iter().map(|parameter| {
                let Span { start, end } = parameter.label;
                json!({
                    "label": [units(start), units(end)],
                    "documentation": markdown(&parameter.documentation),
                })
            });
            json!({
                "label": signature.label,
                "documentation": markdown(&signature.documentation),
                "parameters": parameters.collect::<Vec<_>>(),
            })
        });
        let mut help = json!({
            "signatures": signatures.collect::<Vec<_>>(),
            "activeSignature": found.active,
        });
        if let Some(parameter) = found.parameter {
            help["activeParameter"] = json!(parameter);
        }
        help
    }
}

/// The bytes of a range.
pub fn span(range: source::Range) -> Span {
    Span::new(range.start.byte, range.end.byte)
}

/// Markdown in the form of the protocol.
pub fn markdown(text: &str) -> Value {
    json!({ "kind": "markdown", "value": text })
}

pub fn symbol_kind(kind: SymbolKind) -> LspSymbolKind {
    match kind {
        SymbolKind::Attribute => LspSymbolKind::PROPERTY,
        SymbolKind::Block => LspSymbolKind::STRUCT,
        SymbolKind::Class => LspSymbolKind::CLASS,
        SymbolKind::Function => LspSymbolKind::FUNCTION,
        SymbolKind::Module => LspSymbolKind::MODULE,
        SymbolKind::Node => LspSymbolKind::NAMESPACE,
        SymbolKind::Output => LspSymbolKind::EVENT,
        SymbolKind::Resource => LspSymbolKind::OBJECT,
        SymbolKind::Type => LspSymbolKind::INTERFACE,
        _ => LspSymbolKind::VARIABLE,
    }
}

/// Returns the text of a snippet without its tab stops.
fn plain(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet.chars().peekable();
    let mut open = 0_u32;
    while let Some(c) = rest.next() {
        match c {
            '\\' => text.extend(rest.next()),
            '$' => {
                let is_braced = rest.next_if_eq(&'{').is_some();
                while rest.next_if(char::is_ascii_digit).is_some() {}
                if is_braced {
                    let _ = rest.next_if_eq(&':');
                    open += 1;
                }
            }
            '}' if open > 0 => open -= 1,
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_without_tab_stops_are_texts() {
        for (snippet, text) in [
            ("f(${1:name}, $2)$0", "f(name, )"),
            (r"\${x\} ${1:a\}}", "${x} a}"),
            ("a } b", "a } b"),
        ] {
            assert_eq!(plain(snippet), text);
        }
    }
}
