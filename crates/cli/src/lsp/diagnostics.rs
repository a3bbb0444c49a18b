//! Diagnostics in the background, and on request.
//!
//! The diagnostics of an open document come from its own analysis. Those of any other file come
//! from the analyses of all open documents that report them.

use super::server::{Failure, Server};
use polycty::calls::{Budget, Cancel};
use polycty_services::lsp;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The diagnostics that the client has, and the documents to analyze.
#[derive(Default)]
pub struct Published {
    /// The open documents to analyze, in order.
    queue: VecDeque<String>,
    /// The diagnostics of files, by the document whose analysis reports them.
    reports: BTreeMap<String, BTreeMap<String, Vec<Value>>>,
    /// The diagnostics that the client has, by file.
    sent: BTreeMap<String, Vec<Value>>,
}

impl Published {
    fn mark(&mut self, path: &str) {
        if !self.queue.iter().any(|each| each == path) {
            self.queue.push_back(path.to_owned());
        }
    }

    /// Analyzes a document before all others.
    pub fn first(&mut self, path: &str) {
        self.queue.retain(|each| each != path);
        self.queue.push_front(path.to_owned());
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
        for path in self.uris.keys() {
            self.published.mark(path);
        }
    }

    /// Analyzes the next document and sends the diagnostics that differ from those that the client
    /// has. Returns whether there was a document.
    pub(super) fn publish_next(&mut self, cancel: &Cancel) -> bool {
        if self.client.pulls_diagnostics {
            self.published.queue.clear();
        }
        let Some(path) = self.published.queue.pop_front() else {
            return false;
        };
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
        self.published.queue.retain(|each| each != path);
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
