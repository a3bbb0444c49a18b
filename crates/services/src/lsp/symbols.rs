//! The symbols of the files of a workspace.

use super::convert::{Converter, symbol_kind};
use crate::answer::{Location, Symbol};
use crate::workspace::Workspace;
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of symbols in a response.
const MAX_SYMBOLS: usize = 1000;

/// The memory of a symbol in the index, without its name.
const ENTRY: usize = 192;

/// A symbol without its children.
struct Entry {
    name: Arc<str>,
    /// The name of the symbol around it, shared by its children.
    container: Arc<str>,
    kind: u32,
    span: Span,
}

/// The symbols of files. The index is built one file at a time, and a changed file is indexed
/// again.
#[derive(Default)]
pub struct SymbolIndex {
    /// The folders whose files are not known.
    folders: Vec<String>,
    /// The files to index.
    queue: BTreeSet<String>,
    symbols: BTreeMap<String, Vec<Entry>>,
}

impl SymbolIndex {
    /// Indexes all files of the folders of a workspace, and its open documents.
    pub fn restart(&mut self, workspace: &Workspace) {
        self.folders = workspace.folders().to_vec();
        let documents = workspace.documents();
        self.queue = documents.map(|one| one.path().to_owned()).collect();
        self.symbols.clear();
    }

    /// Indexes a file again.
    pub fn changed(&mut self, path: &str) {
        self.queue.insert(path.to_owned());
    }

    /// The number of files to index that are known.
    #[must_use]
    pub fn left(&self) -> usize {
        self.queue.len()
    }

    /// Leaves out the folder or file of the next step, which exceeds a budget of its own.
    pub fn skip(&mut self) {
        if self.folders.pop().is_none() {
            self.queue.pop_first();
        }
    }

    /// Indexes the next file or finds the files of the next folder. Returns whether there was any.
    /// A step whose budget is exceeded has no effect and can be repeated.
    pub fn step(&mut self, workspace: &Workspace, budget: &Budget) -> bool {
        if let Some(folder) = self.folders.pop() {
            match workspace.find(&folder, budget) {
                Ok(found) => self.queue.extend(found),
                Err(_) if budget.check().is_err() => self.folders.push(folder),
                Err(_) => {}
            }
            return true;
        }
        let Some(path) = self.queue.pop_first() else {
            return false;
        };
        match symbols_of(workspace, &path, budget) {
            Some(symbols) => {
                self.symbols.insert(path, symbols);
            }
            None if budget.check().is_err() => {
                self.queue.insert(path);
            }
            None => {
                self.symbols.remove(&path);
            }
        }
        true
    }

    /// The response to `workspace/symbol`. A symbol matches if its name contains the characters of
    /// the query in order, in any case. The index is completed first.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn answer(&mut self, query: &str, converter: &Converter<'_>) -> Result<Value> {
        let budget = converter.budget;
        while self.step(converter.workspace, budget) {
            budget.check()?;
        }
        let query: Vec<char> = query.to_lowercase().chars().collect();
        let mut found = Vec::new();
        let all = self.symbols.iter();
        let all = all.flat_map(|(path, entries)| entries.iter().map(move |entry| (path, entry)));
        for (path, entry) in all {
            budget.charge(1 + entry.name.len() as u64 / 16)?;
            if !matches(&query, &entry.name) {
                continue;
            }
            let location = Location {
                path: path.clone(),
                span: entry.span,
            };
            if !converter.has_room_for(&[&entry.name, &entry.container]) {
                break;
            }
            found.push(json!({
                "name": &*entry.name,
                "kind": entry.kind,
                "containerName": &*entry.container,
                "location": converter.location(&location),
            }));
            if found.len() == MAX_SYMBOLS {
                break;
            }
        }
        budget.finish()?;
        Ok(found.into())
    }
}

/// Whether the characters of a query in lower case are in a name, in their order.
pub(super) fn matches(query: &[char], name: &str) -> bool {
    let name = name.to_lowercase();
    let mut rest = name.chars();
    query.iter().all(|wanted| rest.any(|c| c == *wanted))
}

/// The symbols of a document or file; `None` if there are none or the budget is exceeded.
fn symbols_of(workspace: &Workspace, path: &str, budget: &Budget) -> Option<Vec<Entry>> {
    let symbols = workspace.ask_file(path, budget, |language, context| language.symbols(context));
    let mut entries = Vec::new();
    flatten(&symbols.ok()??, &Arc::from(""), &mut entries, budget).ok()?;
    Some(entries)
}

/// Collects symbols and their children.
fn flatten(
    symbols: &[Symbol],
    container: &Arc<str>,
    entries: &mut Vec<Entry>,
    budget: &Budget,
) -> Result<()> {
    for symbol in symbols {
        let name: Arc<str> = budget.copy(&symbol.name)?;
        let entry = Entry {
            name: name.clone(),
            container: container.clone(),
            kind: symbol_kind(symbol.kind),
            span: symbol.name_span,
        };
        budget.push_owning(entries, ENTRY, entry)?;
        flatten(&symbol.children, &name, entries, budget)?;
    }
    Ok(())
}
