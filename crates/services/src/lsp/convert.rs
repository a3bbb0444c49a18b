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
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The memory of an object in a result, without its texts and the objects inside.
const OBJECT: u64 = 1024;

/// The maximum number of nested selections inside of the outermost one.
const MAX_SELECTIONS: usize = 60;

/// The memory of a range in a result.
const RANGE: u64 = 2048;

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
        match self.has_room(RANGE) {
            true => range_json(self.lines(document, span)),
            false => Value::Null,
        }
    }

    /// Counts memory of a result. Returns whether the budget is not exceeded.
    pub(super) fn has_room(&self, bytes: u64) -> bool {
        self.budget.finish().is_ok() && self.budget.hold(bytes).is_ok()
    }

    /// Counts an object with texts of some bytes.
    pub(super) fn has_room_for(&self, texts: &[&str]) -> bool {
        let texts = texts.iter().map(|text| text.len() as u64);
        self.has_room(OBJECT + texts.sum::<u64>())
    }

    pub(super) fn lines(&self, document: &Document, span: Span) -> Range {
        let start = self.position(document, span.start);
        (start, self.position(document, span.end.max(span.start)))
    }

    /// The position of a byte.
    pub(super) fn position(&self, document: &Document, byte: u32) -> LinePosition {
        match self.budget.charge(1) {
            Ok(()) => document.position(byte, self.client.encoding),
            Err(_) => LinePosition::default(),
        }
    }

    /// A `Location`.
    pub(super) fn location(&self, location: &Location) -> Value {
        if !self.has_room_for(&[&location.path]) {
            return Value::Null;
        }
        json!({
            "uri": self.uri(&location.path),
            "range": self.range(&location.path, location.span),
        })
    }

    pub(super) fn text_edits(&self, path: &str, edits: &[TextEdit]) -> Vec<Value> {
        let edits = edits.iter().map(|edit| {
            if !self.has_room_for(&[&edit.text]) {
                return Value::Null;
            }
            json!({ "range": self.range(path, edit.span), "newText": edit.text })
        });
        edits.collect()
    }

    /// A `WorkspaceEdit`.
    pub(super) fn workspace_edit(&self, files: &[FileEdit]) -> Value {
        if self.client.has_document_changes {
            let changes = files.iter().map(|file| {
                let version = self.workspace.document(&file.path).map(Document::version);
                let document = json!({ "uri": self.uri(&file.path), "version": version });
                let edits = self.text_edits(&file.path, &file.edits);
                with(json!({ "textDocument": document }), "edits", edits)
            });
            let changes: Vec<Value> = changes.collect();
            return with(json!({}), "documentChanges", changes);
        }
        let changes = files.iter().map(|file| {
            let edits = self.text_edits(&file.path, &file.edits);
            (self.uri(&file.path), Value::from(edits))
        });
        with(json!({}), "changes", changes.collect::<Map<_, _>>())
    }

    /// A `Diagnostic`.
    #[must_use]
    pub fn diagnostic(&self, path: &str, diagnostic: &Diagnostic) -> Value {
        let message = diagnostic.message();
        if !self.has_room_for(&[&message]) {
            return Value::Null;
        }
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
            match self.has_room_for(&[&related.message]) {
                true => json!({ "location": self.location(&location), "message": related.message }),
                false => Value::Null,
            }
        });
        json!({
            "range": self.range(path, subject),
            "severity": severity,
            "code": id,
            "source": "polycty",
            "message": message,
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
        let texts = [
            &*completion.label,
            &*completion.detail,
            &*completion.edit.text,
        ];
        // The item and its edit are objects.
        if !self.has_room_for(&texts) || !self.has_room_for(&[&completion.documentation]) {
            return Value::Null;
        }
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
        if !self.has_room_for(&[&symbol.name, &symbol.detail]) {
            return Value::Null;
        }
        let children = symbol.children.iter();
        let children = children.map(|child| self.symbol(document, child));
        let children: Vec<Value> = children.collect();
        let mut made = json!({
            "name": if symbol.name.is_empty() { "?" } else { &symbol.name },
            "kind": symbol_kind(symbol.kind),
            "range": self.range_in(document, symbol.span),
            "selectionRange": self.range_in(document, symbol.name_span),
        });
        if !symbol.detail.is_empty() {
            made["detail"] = json!(symbol.detail);
        }
        with(made, "children", children)
    }

    /// A fold. The protocol counts whole lines; a fold of one line is none.
    pub(super) fn fold(&self, document: &Document, fold: &Fold) -> Option<Value> {
        let (start, end) = self.lines(document, fold.span);
        let kind = match fold.kind {
            FoldKind::Comment => "comment",
            FoldKind::Region => "region",
        };
        (end.line > start.line && self.has_room(OBJECT)).then(|| {
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
        // The hint and its position are objects.
        if !self.has_room_for(&[&hint.label]) || !self.has_room(OBJECT) {
            return Value::Null;
        }
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
        let edit = self.workspace_edit(&action.edits);
        with(json!({ "title": action.title, "kind": kind }), "edit", edit)
    }

    /// The parts around a position, as nested selections: the smallest ones and the whole document.
    /// Each is inside of the next, and JSON of many levels needs much stack.
    pub(super) fn selections(&self, document: &Document, spans: &[Span]) -> Value {
        let (inner, outer) = spans.split_at(spans.len().min(MAX_SELECTIONS));
        let mut selection = Value::Null;
        for span in inner.iter().chain(outer.last()).rev() {
            if !self.has_room(OBJECT) {
                return Value::Null;
            }
            let around = std::mem::take(&mut selection);
            selection = json!({ "range": self.range_in(document, *span) });
            if !around.is_null() {
                selection["parent"] = around;
            }
        }
        selection
    }

    /// The form of `SignatureHelp`. Labels of parameters are offsets in units of UTF-16.
    pub(super) fn signatures(&self, found: &Signatures) -> Value {
        let signatures = found.signatures.iter().map(|signature| {
            if !self.has_room_for(&[&signature.label, &signature.documentation]) {
                return Value::Null;
            }
            let mut counted = (0, 0);
            let mut units = |byte: u32| {
                counted = units_before(&signature.label, byte as usize, counted);
                counted.1
            };
            let parameters = signature.parameters.iter().map(|parameter| {
                // The parameter and its documentation are objects.
                if !self.has_room_for(&[&parameter.documentation]) || !self.has_room(OBJECT) {
                    return Value::Null;
                }
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

/// The units of UTF-16 before a byte of a text. Counts from an earlier byte and the units before it,
/// so that bytes in order are counted once.
fn units_before(text: &str, byte: usize, counted: (usize, usize)) -> (usize, usize) {
    let (from, units) = if counted.0 <= byte { counted } else { (0, 0) };
    match text.get(from..byte) {
        Some(between) => (byte, units + between.encode_utf16().count()),
        None => (0, 0),
    }
}

/// Adds a member to an object. Unlike `json!`, this does not copy the member.
pub(super) fn with(mut object: Value, name: &str, member: impl Into<Value>) -> Value {
    object[name] = member.into();
    object
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
