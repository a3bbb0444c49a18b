//! Diagnostics in the background, and on request.
//!
//! The diagnostics of an open document come from its own analysis. Those of any other file come
//! from the analyses of all open documents that report them.

use super::server::{Failure, Server};
use polycty::calls::{Budget, Cancel};
use polycty_services::lsp;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Bound;

/// The diagnostics that the client has, and the documents to analyze.
#[derive(Default)]
pub struct Published {
    /// The documents to analyze before all others, the last first.
    first: Vec<String>,
    /// The rest of the documents to analyze: the open ones after this path, in order.
    after: Option<String>,
    /// The documents that were among the first, and are not analyzed again with the rest.
    done: HashSet<String>,
    /// The diagnostics of files, by the document whose analysis reports them.
    reports: BTreeMap<String, Report>,
    /// The documents whose analyses report a file.
    reporters: BTreeMap<String, BTreeSet<String>>,
    /// The diagnostics that the client has, by file.
    sent: BTreeMap<String, Vec<Value>>,
}

/// The diagnostics of an analysis by file.
type Report = BTreeMap<String, Vec<Value>>;

impl Published {
    /// Replaces or removes the report of a document. Returns the files of the old and the new report.
    fn replace(&mut self, document: &str, report: Option<Report>) -> BTreeSet<String> {
        let mut files: BTreeSet<String> = BTreeSet::new();
        for file in self.reports.remove(document).into_iter().flatten() {
            if let Some(all) = self.reporters.get_mut(&file.0) {
                all.remove(document);
                if all.is_empty() {
                    self.reporters.remove(&file.0);
                }
            }
            files.insert(file.0);
        }
        if let Some(report) = report {
            for file in report.keys() {
                let all = self.reporters.entry(file.clone()).or_default();
                all.insert(document.to_owned());
                files.insert(file.clone());
            }
            self.reports.insert(document.to_owned(), report);
        }
        files
    }

    /// Analyzes a document before all others.
    pub fn first(&mut self, path: &str) {
        self.done.remove(path);
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
        let reporters = self.reporters.get(path).into_iter().flatten();
        let reports = reporters.filter_map(|document| self.reports.get(document)?.get(path));
        for diagnostic in reports.flatten() {
            if !all.contains(diagnostic) {
                all.push(diagnostic.clone());
            }
        }
        all
    }
}

impl Server {
    /// Marks all open documents for analysis. The time does not depend on their number, since a client
    /// may open or close many documents one by one.
    pub(super) fn mark_open_documents(&mut self) {
        self.published.after = Some(String::new());
        self.published.done.clear();
    }

    /// The next document to analyze.
    fn next_document(&mut self) -> Option<String> {
        let published = &mut self.published;
        while let Some(path) = published.first.pop() {
            // The last change of a document is the first of its entries.
            if self.uris.contains_key(&path) && published.done.insert(path.clone()) {
                return Some(path);
            }
        }
        let mut after = published.after.take()?;
        loop {
            let others = (Bound::Excluded(after), Bound::Unbounded);
            after = self.uris.range::<String, _>(others).next()?.0.clone();
            if !published.done.contains(&after) {
                published.after = Some(after.clone());
                return Some(after);
            }
        }
    }

    /// Analyzes the next document and sends the diagnostics that differ from those that the client
    /// has. Returns whether there was a document.
    pub(super) fn publish_next(&mut self, cancel: &Cancel) -> bool {
        if self.client.pulls_diagnostics {
            self.published.first.clear();
            self.published.after = None;
            return false;
        }
        let Some(path) = self.next_document() else {
            return false;
        };
        let budget = Budget::standard().cancelled_by(cancel);
        let Ok(report) = self.report(&path, &budget) else {
            if cancel.is_raised() {
                self.published.first(&path);
            }
            return true;
        };
        let files = self.published.replace(&path, Some(report));
        self.send_diagnostics(files);
        true
    }

    /// Removes a closed document and its diagnostics.
    pub(super) fn forget_diagnostics(&mut self, path: &str) {
        let mut files = self.published.replace(path, None);
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
    fn report(&self, path: &str, budget: &Budget) -> Result<Report, Failure> {
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
