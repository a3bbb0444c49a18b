//! Workspaces of tests: files in memory, and positions marked in texts.

use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_services::{Completion, Context, Language, MemoryFiles, Options, Workspace, languages};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A workspace with an open document, and the byte that `|` marks in its text.
pub struct Fixture {
    pub workspace: Workspace,
    pub path: String,
    pub byte: u32,
}

/// Opens a document in the folder `/w` with other files. `|` in the text marks a byte.
pub fn fixture(path: &str, text: &str, files: &[(&str, &str)], options: &Options) -> Fixture {
    let byte = text.find('|').unwrap_or(0);
    let text = text.replacen('|', "", 1);
    let files = Arc::new(MemoryFiles::new(files.iter().copied()));
    let mut workspace = Workspace::new(files, languages(options));
    workspace.set_folders(vec!["/w".to_owned()]);
    let kind = workspace.kind(path, "", &Budget::standard());
    let kind = kind
        .expect("the budget suffices")
        .expect("the language is known");
    workspace.open(path, kind, 1, &text);
    Fixture {
        workspace,
        path: path.to_owned(),
        byte: byte as u32,
    }
}

impl Fixture {
    /// Asks a question about the document.
    pub fn ask<T>(
        &self,
        question: impl FnOnce(&dyn Language, &Context<'_>, u32) -> Result<T>,
    ) -> T {
        let budget = Budget::standard();
        let answer = self
            .workspace
            .ask(&self.path, &budget, |language, context| {
                question(language, context, self.byte)
            });
        answer
            .expect("the question has an answer")
            .expect("the document is open")
    }

    /// The completions at the byte.
    pub fn completions(&self) -> Vec<Completion> {
        self.ask(|language, context, byte| language.completions(context, byte))
    }

    /// The labels of completions at the byte, in order.
    pub fn labels(&self) -> Vec<String> {
        let mut found = self.completions();
        found.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
        found.into_iter().map(|each| each.label).collect()
    }

    /// The description at the byte.
    pub fn hover(&self) -> String {
        let hover = self.ask(|language, context, byte| language.hover(context, byte));
        hover.map_or(String::new(), |hover| hover.text)
    }

    /// The diagnostics as lines `path:byte: message`.
    pub fn diagnostics(&self) -> Vec<String> {
        let reports = self.ask(|language, context, _| language.diagnostics(context));
        let lines = reports.iter().flat_map(|report| {
            report.diagnostics.iter().map(|found| {
                let byte = found.subject.map_or(0, |subject| subject.start.byte);
                format!("{}:{byte}: {}", report.path, found.summary)
            })
        });
        lines.collect()
    }

    /// The definitions as `path:text`.
    pub fn definitions(&self) -> Vec<String> {
        let found = self.ask(|language, context, byte| language.definitions(context, byte));
        self.shown(&found)
    }

    /// Locations as `path:start-end`.
    pub fn shown(&self, found: &[polycty_services::Location]) -> Vec<String> {
        let found = found.iter();
        found
            .map(|each| format!("{}:{}-{}", each.path, each.span.start, each.span.end))
            .collect()
    }

    /// The references with declarations.
    pub fn references(&self) -> Vec<String> {
        let found = self.ask(|language, context, byte| language.references(context, byte, true));
        self.shown(&found)
    }

    /// The texts of files after a renaming.
    pub fn renamed(&self, name: &str) -> BTreeMap<String, String> {
        let files = self.ask(|language, context, byte| language.rename(context, byte, name));
        let texts = files.into_iter().map(|file| {
            let budget = Budget::standard();
            let text = self.workspace.text(&file.path, &budget);
            let text = text.expect("the budget suffices").expect("the file exists");
            let mut text = text.to_string();
            for edit in file.edits.iter().rev() {
                text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
            }
            (file.path, text)
        });
        texts.collect()
    }
}
