//! Answers of languages as results of the protocol.

use super::uri;
use crate::answer::{
    Action, ActionKind, Completion, CompletionKind, FileEdit, Fold, FoldKind, Hint, HintKind,
    Location, Signatures, Symbol, SymbolKind, TextEdit,
};
use crate::document::{Document, Encoding, LinePosition};
use crate::language::LanguageId;
use crate::workspace::Workspace;
use polycty_core::calls::Budget;
use polycty_core::source::{self, Diagnostic, Severity, Span};
use serde_json::{Map, Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The memory that a range takes in a result.
const RANGE: u64 = 1024;

/// The abilities of a client that the form of answers depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Client {
    /// The unit of columns.
    pub encoding: Encoding,
    /// The client accepts edits with the version of a document.
    pub has_document_changes: bool,
    /// The client expands snippets.
    pub has_snippets: bool,
}

/// The conversion of answers about the documents and files of a workspace. If the budget is
/// exceeded, the results are incomplete; the caller checks the budget at the end.
pub struct Converter<'w> {
    pub(super) workspace: &'w Workspace,
    /// The URIs of open documents as the client writes them.
    pub(super) uris: &'w BTreeMap<String, String>,
    pub(super) client: Client,
    pub(super) budget: &'w Budget,
    /// The files that have been read.
    read: RefCell<BTreeMap<String, Option<Rc<Document>>>>,
    /// The address of a text and the last position in it, from which the next one in the same line
    /// is counted.
    last: Cell<(usize, u32, LinePosition)>,
}

/// A range of the protocol, from its start to its end.
pub type Range = (LinePosition, LinePosition);

pub(super) fn position_json(at: LinePosition) -> Value {
    json!({ "line": at.line, "character": at.column })
}

pub(super) fn range_json((start, end): Range) -> Value {
    json!({ "start": position_json(start), "end": position_json(end) })
}

impl<'w> Converter<'w> {
    /// The conversion for a client. `uris` has the URIs of open documents that differ from those of
    /// [`of_path`](super::of_path), by path.
    #[must_use]
    pub fn new(
        workspace: &'w Workspace,
        uris: &'w BTreeMap<String, String>,
        client: Client,
        budget: &'w Budget,
    ) -> Converter<'w> {
        Converter {
            workspace,
            uris,
            client,
            budget,
            read: RefCell::default(),
            last: Cell::default(),
        }
    }

    /// The document or file of a path.
    fn document(&self, path: &str) -> Option<Rc<Document>> {
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

    /// The URI of a path.
    #[must_use]
    pub fn uri(&self, path: &str) -> String {
        let known = self.uris.get(path).cloned();
        known.unwrap_or_else(|| uri::of_path(path))
    }

    /// The range of a span. A file that cannot be read has the range of its start.
    fn range(&self, path: &str, span: Span) -> Value {
        match self.document(path) {
            Some(document) => self.range_in(&document, span),
            None => range_json(Range::default()),
        }
    }

    pub(super) fn range_in(&self, document: &Document, span: Span) -> Value {
        range_json(self.lines(document, span))
    }

    pub(super) fn lines(&self, document: &Document, span: Span) -> Range {
        let start = self.position(document, span.start);
        (start, self.position(document, span.end.max(span.start)))
    }

    /// The position of a byte. Positions in increasing order take a time that is linear in the text,
    /// also in a long line.
    pub(super) fn position(&self, document: &Document, byte: u32) -> LinePosition {
        let byte = byte.min(document.span().end);
        let text = document.text().as_ptr() as usize;
        let known = match self.last.get() {
            (last, byte, position) if last == text => (byte, position),
            _ => Default::default(),
        };
        let (found, counted) = document.position_near(byte, self.client.encoding, known);
        let charged = self.budget.charge(1 + u64::from(counted) / 16);
        if charged.and_then(|()| self.budget.hold(RANGE)).is_err() {
            return LinePosition::default();
        }
        self.last.set((text, byte, found));
        found
    }

    /// A `Location`.
    pub(super) fn location(&self, location: &Location) -> Value {
        json!({
            "uri": self.uri(&location.path),
            "range": self.range(&location.path, location.span),
        })
    }

    pub(super) fn text_edits(&self, path: &str, edits: &[TextEdit]) -> Vec<Value> {
        let edits = edits
            .iter()
            .map(|edit| json!({ "range": self.range(path, edit.span), "newText": edit.text }));
        edits.collect()
    }

    /// A `WorkspaceEdit`.
    pub(super) fn workspace_edit(&self, files: &[FileEdit]) -> Value {
        if self.client.has_document_changes {
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

    /// A `Diagnostic`.
    #[must_use]
    pub fn diagnostic(&self, path: &str, diagnostic: &Diagnostic) -> Value {
        let severity = match diagnostic.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
        };
        let subject = diagnostic.subject.map_or(Span::default(), span);
        let id = diagnostic.id();
        let mut tags = Vec::new();
        if id.contains("deprecated") {
            tags.push(2);
        }
        if id.contains("unused") || id.contains("unreachable") {
            tags.push(1);
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

    pub(super) fn completion(
        &self,
        document: &Document,
        completion: &Completion,
        rank: usize,
    ) -> Value {
        let kind = match completion.kind {
            CompletionKind::Attribute => 5,
            CompletionKind::Block => 22,
            CompletionKind::Class => 7,
            CompletionKind::Constant => 21,
            CompletionKind::Function => 3,
            CompletionKind::Keyword => 14,
            CompletionKind::Module => 9,
            CompletionKind::Resource => 7,
            CompletionKind::Type => 8,
            CompletionKind::Variable => 6,
        };
        let is_snippet = completion.snippet && self.client.has_snippets;
        let text = match completion.snippet && !self.client.has_snippets {
            true => plain(&completion.edit.text),
            false => completion.edit.text.clone(),
        };
        let format = match is_snippet {
            true => 2,
            false => 1,
        };
        let mut item = json!({
            "label": completion.label,
            "kind": kind,
            "detail": completion.detail,
            "sortText": format!("{rank:06}"),
            "insertTextFormat": format,
            "textEdit": { "range": self.range_in(document, completion.edit.span), "newText": text },
        });
        if !completion.documentation.is_empty() {
            item["documentation"] = markdown(&completion.documentation);
        }
        if completion.deprecated {
            item["tags"] = json!([1]);
        }
        item
    }

    pub(super) fn symbol(&self, document: &Document, symbol: &Symbol) -> Value {
        let children = symbol.children.iter();
        let children = children.map(|child| self.symbol(document, child));
        let mut made = json!({
            "name": if symbol.name.is_empty() { "?" } else { &symbol.name },
            "kind": symbol_kind(symbol.kind),
            "range": self.range_in(document, symbol.span),
            "selectionRange": self.range_in(document, symbol.name_span),
            "children": children.collect::<Vec<_>>(),
        });
        if !symbol.detail.is_empty() {
            made["detail"] = json!(symbol.detail);
        }
        made
    }

    /// A fold. The protocol counts whole lines; a fold of one line is none.
    pub(super) fn fold(&self, document: &Document, fold: &Fold) -> Option<Value> {
        let (start, end) = self.lines(document, fold.span);
        let kind = match fold.kind {
            FoldKind::Comment => "comment",
            FoldKind::Region => "region",
        };
        (end.line > start.line).then(|| {
            json!({
                "startLine": start.line,
                "startCharacter": start.column,
                "endLine": end.line,
                "endCharacter": end.column,
                "kind": kind,
            })
        })
    }

    pub(super) fn hint(&self, document: &Document, hint: &Hint) -> Value {
        let at = self.position(document, hint.byte);
        let kind = match hint.kind {
            HintKind::Parameter => 2,
            HintKind::Type => 1,
        };
        json!({ "position": position_json(at), "label": hint.label, "kind": kind })
    }

    pub(super) fn action(&self, action: &Action) -> Value {
        let kind = match action.kind {
            ActionKind::Rewrite => "refactor.rewrite",
            ActionKind::QuickFix => "quickfix",
        };
        json!({
            "title": action.title,
            "kind": kind,
            "edit": self.workspace_edit(&action.edits),
        })
    }

    /// The parts around a position, as nested selections.
    pub(super) fn selections(&self, document: &Document, spans: &[Span]) -> Value {
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
    pub(super) fn signatures(&self, found: &Signatures) -> Value {
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
fn span(range: source::Range) -> Span {
    Span::new(range.start.byte, range.end.byte)
}

/// Markdown in the form of the protocol.
pub(super) fn markdown(text: &str) -> Value {
    json!({ "kind": "markdown", "value": text })
}

/// The number of a kind of symbol.
pub(super) fn symbol_kind(kind: SymbolKind) -> u32 {
    match kind {
        SymbolKind::Attribute => 7,
        SymbolKind::Block => 23,
        SymbolKind::Class => 5,
        SymbolKind::Function => 12,
        SymbolKind::Module => 2,
        SymbolKind::Node => 3,
        SymbolKind::Output => 24,
        SymbolKind::Resource => 19,
        SymbolKind::Type => 11,
        SymbolKind::Variable => 13,
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
