//! Diagnostics in the background, and on request.
//!
//! The diagnostics of an open document come from its own analysis. Those of any other file come
//! from the analyses of all open documents that report them.

use super::server::{Failure, Server};
use polycty::calls::{Budget, Cancel};
use polycty_services::lsp;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// The diagnostics that the client has, and the documents to analyze.
#[derive(Default)]
pub struct Published {
    /// The documents to analyze before all others, the last first.
    first: Vec<String>,
    /// The other documents to analyze, in order.
    rest: VecDeque<String>,
    /// Whether all open documents are to be analyzed instead of the rest.
    marks_all: bool,
    /// The diagnostics of files, by the document whose analysis reports them.
    reports: BTreeMap<String, BTreeMap<String, Vec<Value>>>,
    /// The diagnostics that the client has, by file.
    sent: BTreeMap<String, Vec<Value>>,
}

impl Published {
    /// Analyzes a document before all others.
    pub fn first(&mut self, path: &str) {
        if self.first.last().is_none_or(|last| last != path) {
            self.first.push(path.to_owned());
        }
    }

    /// The diagnostics of a file by all analyses.
    fn of_file(&self, path: &str, is_open: bool) -> Vec<Value> {
        if is_open {
            let own = self.reports.get(path).and_then(|report| report.get(path));
            return own.cloned().unwrap_or_default();
        }
        let mut all: Vec<Value> = Vec::new();
        for diagnostic in self
            .reports
            .values()
            .filter_map(|report| report.get(path))
            .flatten()
        {
            if !all.contains(diagnostic) {
                all.push(diagnostic.clone());
            }
        }
        all
    }
}

impl Server {
    /// Marks all open documents for analysis.
    pub(super) fn mark_open_documents(&mut self) {
        self.published.marks_all = true;
    }

    /// The next document to analyze. A document among the first may have been analyzed or closed.
    fn next_document(&mut self) -> Option<String> {
        let published = &mut self.published;
        if std::mem::take(&mut published.marks_all) {
            // The last changes are first, each document once.
            let mut seen = HashSet::new();
            published.first.reverse();
            published
                .first
                .retain(|path| self.uris.contains_key(path) && seen.insert(path.clone()));
            published.first.reverse();
            let rest = self.uris.keys().filter(|path| !seen.contains(*path));
            published.rest = rest.cloned().collect();
        }
        published.first.pop().or_else(|| published.rest.pop_front())
    }

    /// Analyzes the next document and sends the diagnostics that differ from those that the client
    /// has. Returns whether there was a document.
    pub(super) fn publish_next(&mut self, cancel: &Cancel) -> bool {
        if self.client.pulls_diagnostics {
            self.published.first.clear();
            return false;
        }
        let Some(path) = self.next_document() else {
            return false;
        };
        if !self.uris.contains_key(&path) {
            return true;
        }
        let budget = Budget::standard().cancelled_by(cancel);
        let Ok(report) = self.report(&path, &budget) else {
            if cancel.is_raised() {
                self.published.first(&path);
            }
            return true;
        };
        let old = self.published.reports.insert(path, report.clone());
        let files = old
            .into_iter()
            .chain([report])
            .flat_map(BTreeMap::into_keys);
        let files: BTreeSet<String> = files.collect();
        self.send_diagnostics(files);
        true
    }

    /// Removes a closed document and its diagnostics.
    pub(super) fn forget_diagnostics(&mut self, path: &str) {
        let report = self.published.reports.remove(path).unwrap_or_default();
        let mut files: BTreeSet<String> = report.into_keys().collect();
        files.insert(path.to_owned());
        self.send_diagnostics(files);
    }

    fn send_diagnostics(&mut self, files: BTreeSet<String>) {
        for file in files {
            let document = self.workspace.document(&file);
            let found = self.published.of_file(&file, document.is_some());
            let sent = self.published.sent.get(&file);
            if sent == Some(&found) || sent.is_none() && found.is_empty() && document.is_none() {
                continue;
            }
            let uri = self.uris.get(&file).cloned();
            let uri = uri.unwrap_or_else(|| lsp::of_path(&file));
            let mut params = json!({ "uri": uri, "diagnostics": found });
            if let Some(document) = document {
                params["version"] = json!(document.version());
            }
            self.notify("textDocument/publishDiagnostics", params);
            if found.is_empty() && self.workspace.document(&file).is_none() {
                self.published.sent.remove(&file);
            } else {
                self.published.sent.insert(file, found);
            }
        }
    }

    /// The diagnostics of a document's analysis by file.
    fn report(&self, path: &str, budget: &Budget) -> Result<BTreeMap<String, Vec<Value>>, Failure> {
        // The budget of the analysis may be nearly exceeded.
        let conversion = Budget::standard();
        Ok(self.converter(&conversion).report(path, budget)?)
    }

    /// The response to `textDocument/diagnostic`.
    pub(super) fn pulled(&self, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        let conversion = Budget::standard();
        Ok(self.converter(&conversion).diagnostics(params, budget)?)
    }
}
