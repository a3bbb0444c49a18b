//! The symbols of the files of a workspace.
//!
//! The index is built in the background, one file at a time, with the protocol's progress. A changed
//! file is indexed again. `workspace/symbol` completes the index first.

use super::convert::symbol_kind;
use super::server::{Failure, Server};
use polycty::calls::{Budget, Cancel};
use polycty::source::Span;
use polycty_services::{Context, Document, Files, Location, Symbol};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of symbols in a response.
const MAX_SYMBOLS: usize = 1000;

/// The number of files without progress.
const FEW_FILES: usize = 50;

/// A symbol without its children.
struct Entry {
    name: String,
    container: String,
    kind: lsp_types::SymbolKind,
    span: Span,
}

/// The symbols of files, and the files without symbols.
#[derive(Default)]
pub struct Index {
    /// The folders whose files are not known.
    folders: Vec<String>,
    /// The files to index.
    queue: BTreeSet<String>,
    symbols: BTreeMap<String, Vec<Entry>>,
    /// The number of files when the progress began, if it is shown.
    progress: Option<usize>,
}

impl Index {
    /// Indexes all files of folders.
    pub fn restart(&mut self, folders: &[String]) {
        self.folders = folders.to_vec();
        self.queue.clear();
        self.symbols.clear();
    }

    /// Indexes a file again.
    pub fn changed(&mut self, path: &str) {
        self.queue.insert(path.to_owned());
    }
}

impl Server {
    /// Indexes the next file. Returns whether there was any.
    pub(super) fn index_next(&mut self, cancel: &Cancel) -> bool {
        let budget = Budget::standard().cancelled_by(cancel);
        let worked = self.index_step(&budget);
        self.show_progress();
        worked
    }

    /// Shows the progress of an index of many files.
    fn show_progress(&mut self) {
        let left = self.index.queue.len();
        let progress = |value: Value| json!({ "token": "polycty/index", "value": value });
        match self.index.progress {
            None if left > FEW_FILES && self.client.has_progress => {
                self.index.progress = Some(left);
                let params = json!({ "token": "polycty/index" });
                self.ask("window/workDoneProgress/create", params);
                let begin = json!({ "kind": "begin", "title": "Indexing", "percentage": 0 });
                self.notify("$/progress", progress(begin));
            }
            Some(_) if left == 0 => {
                self.index.progress = None;
                self.notify("$/progress", progress(json!({ "kind": "end" })));
            }
            Some(total) if left.is_multiple_of(FEW_FILES) => {
                let percentage = 100 * total.saturating_sub(left) / total.max(1);
                let report = json!({ "kind": "report", "percentage": percentage });
                self.notify("$/progress", progress(report));
            }
            _ => {}
        }
    }

    fn index_step(&mut self, budget: &Budget) -> bool {
        if let Some(folder) = self.index.folders.pop() {
            match self.files.find(&folder, budget) {
                Ok(found) => self.index.queue.extend(found),
                Err(_) if budget.check().is_err() => self.index.folders.push(folder),
                Err(_) => {}
            }
            return true;
        }
        let Some(path) = self.index.queue.pop_first() else {
            return false;
        };
        match self.symbols_of(&path, budget) {
            Some(symbols) => {
                self.index.symbols.insert(path, symbols);
            }
            None if budget.check().is_err() => {
                self.index.queue.insert(path);
            }
            None => {
                self.index.symbols.remove(&path);
            }
        }
        true
    }

    /// The symbols of a document or file; `None` if there are none or the budget is exceeded.
    fn symbols_of(&self, path: &str, budget: &Budget) -> Option<Vec<Entry>> {
        let found = match self.workspace.document(path) {
            Some(_) => {
                let asked = self
                    .workspace
                    .ask(path, budget, |language, context| language.symbols(context));
                asked.ok()??
            }
            None => {
                let kind = self.workspace.kind(path, "", budget).ok()??;
                let text = self.files.read(path, budget).ok()??;
                let document = Document::new(path.to_owned(), kind, 0, text);
                let context = Context {
                    workspace: &self.workspace,
                    document: &document,
                    budget,
                };
                self.workspace.language(&document)?.symbols(&context).ok()?
            }
        };
        let mut entries = Vec::new();
        flatten(&found, "", &mut entries);
        Some(entries)
    }

    /// The response to `workspace/symbol`. A symbol matches if its name contains the characters of
    /// the query in order, in any case.
    pub(super) fn workspace_symbols(
        &mut self,
        query: &str,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        while self.index_step(budget) {
            if let Err(exceeded) = budget.check() {
                return Err(polycty::source::Error::from(exceeded).into());
            }
        }
        self.show_progress();
        let query: Vec<char> = query.to_lowercase().chars().collect();
        let matches = |name: &str| {
            let name = name.to_lowercase();
            let mut rest = name.chars();
            query.iter().all(|wanted| rest.any(|c| c == *wanted))
        };
        let converter = self.converter(budget);
        let all = self.index.symbols.iter();
        let found = all.flat_map(|(path, entries)| entries.iter().map(move |entry| (path, entry)));
        let found = found.filter(|(_, entry)| matches(&entry.name));
        let found = found.take(MAX_SYMBOLS).map(|(path, entry)| {
            let location = Location {
                path: path.clone(),
                span: entry.span,
            };
            json!({
                "name": entry.name,
                "kind": entry.kind,
                "containerName": entry.container,
                "location": converter.location(&location),
            })
        });
        Ok(found.collect())
    }
}

/// Collects symbols and their children.
fn flatten(symbols: &[Symbol], container: &str, entries: &mut Vec<Entry>) {
    for symbol in symbols {
        entries.push(Entry {
            name: symbol.name.clone(),
            container: container.to_owned(),
            kind: symbol_kind(symbol.kind),
            span: symbol.name_span,
        });
        flatten(&symbol.children, &symbol.name, entries);
    }
}
