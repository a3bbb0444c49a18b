//! Workspaces in memory and the times of questions after keystrokes.
//!
//! The goals are 20 ms for diagnostics and 10 ms for completion in a file of 10,000 lines, and 2 s to
//! open and check 500 files.

use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_services::{
    Change, Context, Encoding, Language, LanguageId, LinePosition, MemoryFiles, Workspace,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The programs of a bench.
pub struct Programs {
    pub language: Box<dyn Language>,
    pub id: LanguageId,
    /// Files of 200 lines.
    pub files: BTreeMap<String, String>,
    /// The path of a file of 10,000 lines.
    pub path: &'static str,
    /// Its text.
    pub text: String,
    /// A text after which completion is asked for.
    pub reference: &'static str,
    /// A statement that is not complete.
    pub broken: &'static str,
}

fn ask<T>(
    workspace: &Workspace,
    path: &str,
    question: impl FnOnce(&dyn Language, &Context<'_>) -> Result<T>,
) -> T {
    let found = workspace.ask(path, &Budget::new(), question);
    let found = found.expect("the budget has no limit");
    found.expect("the document is open")
}

/// The median time of a question after a keystroke in a line.
fn median(
    workspace: &mut Workspace,
    path: &str,
    line: u32,
    question: &dyn Fn(&Workspace),
) -> Duration {
    let at = |column| LinePosition { line, column };
    let mut times: Vec<Duration> = (0..15)
        .map(|version| {
            // A line of comments and spaces.
            let change = Change {
                range: Some((at(0), at(0))),
                text: if version % 2 == 0 { "#" } else { " " }.to_owned(),
            };
            workspace.change(path, &[change], Encoding::Utf8, version);
            let start = Instant::now();
            question(workspace);
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// Prints the times of the programs of a language.
pub fn run(programs: Programs) {
    let Programs { path, text, .. } = programs;
    let paths: Vec<String> = programs.files.keys().cloned().collect();
    let files = Arc::new(MemoryFiles::new(programs.files.clone()));
    let mut workspace = Workspace::new(files, vec![programs.language]);
    workspace.set_folders(vec!["/w".to_owned()]);
    let start = Instant::now();
    for (path, text) in &programs.files {
        workspace.open(path, programs.id, 1, text);
    }
    for path in &paths {
        let reports = ask(&workspace, path, |language, context| {
            language.diagnostics(context)
        });
        let found: Vec<_> = reports.iter().flat_map(|each| &each.diagnostics).collect();
        assert!(found.is_empty(), "{path}: {found:?}");
    }
    println!(
        "{} files opened and checked: {:?}",
        paths.len(),
        start.elapsed()
    );
    for path in &paths {
        workspace.close(path);
    }

    workspace.open(path, programs.id, 0, &text);
    let diagnostics = |count: usize| {
        move |workspace: &Workspace| {
            let reports = ask(workspace, path, |language, context| {
                language.diagnostics(context)
            });
            let found: Vec<_> = reports.iter().flat_map(|each| &each.diagnostics).collect();
            assert!(
                found.len() >= count && (count > 0) != found.is_empty(),
                "{found:?}"
            );
        }
    };
    let byte = text.find(programs.reference).expect("the text has it") + programs.reference.len();
    let complete = |workspace: &Workspace| {
        let found = ask(workspace, path, |language, context| {
            language.completions(context, byte as u32)
        });
        assert!(found.len() > 100, "{}", found.len());
    };
    let lines = text.lines().count();
    let comment = text
        .lines()
        .skip(lines / 2)
        .position(|line| line.starts_with('#'));
    let line = (lines / 2 + comment.expect("the text has comments")) as u32;
    println!(
        "{lines} lines: diagnostics {:?}, completion {:?}",
        median(&mut workspace, path, line, &diagnostics(0)),
        median(&mut workspace, path, line, &complete)
    );
    let at = LinePosition { line, column: 0 };
    let change = Change {
        range: Some((at, at)),
        text: programs.broken.to_owned(),
    };
    workspace.change(path, &[change], Encoding::Utf8, 100);
    let line = line + programs.broken.lines().count() as u32;
    println!(
        "with an error: diagnostics {:?}, completion {:?}",
        median(&mut workspace, path, line, &diagnostics(1)),
        median(&mut workspace, path, line, &complete)
    );
}
