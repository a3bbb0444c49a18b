//! Random edits: no text makes a question fail, and the answers after edits are those for the
//! result opened anew.

use super::{INIT, TEST, ask, open};
use crate::document::{Change, Encoding};
use crate::workspace::Workspace;
use polycty_core::source::Span;

/// Inserted texts that change the meaning of those after them.
const PIECES: [&str; 24] = [
    "'", "\"", "{", "}", "(", ")", "[", "]", "$", "${", "=>", "|", "@(E)\n", "E\n", "\n", "#",
    "/*", "class ", "é", ":", ";", ",", "::", "if ",
];

/// A generator of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % most
    }
}

/// The answers of all services at a byte, as a text.
fn answers(workspace: &Workspace, byte: u32) -> String {
    let whole = workspace.document(TEST).unwrap().span();
    ask(workspace, TEST, |language, context| {
        Ok(format!(
            "{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}",
            language.diagnostics(context)?,
            language.completions(context, byte)?.len(),
            language.hover(context, byte)?,
            language.signatures(context, byte)?,
            language.definitions(context, byte)?,
            language.references(context, byte, true)?,
            language.renameable(context, byte)?,
            language.symbols(context)?,
            language.folds(context)?,
            language.selections(context, byte)?,
            language.tokens(context, whole)?,
            language.hints(context, whole)?,
            language.actions(context, Span::at(byte as usize))?,
        ))
    })
}

#[test]
fn random_edits_keep_the_state() {
    let mut numbers = Numbers(7);
    for _ in 0..20 {
        let mut workspace = open(TEST, INIT);
        for version in 0..10 {
            let document = workspace.document(TEST).unwrap();
            let text = document.text().clone();
            let start = numbers.below(text.len() + 1);
            let end = (start + numbers.below(12)).min(text.len());
            let at = |byte: usize| document.position(Span::at(byte).start, Encoding::Utf8);
            let change = Change {
                range: Some((at(start), at(end))),
                text: PIECES[numbers.below(PIECES.len())].to_owned(),
            };
            workspace.change(TEST, &[change], Encoding::Utf8, version);
            let text = workspace.document(TEST).unwrap().text().clone();
            let byte = numbers.below(text.len() + 1);
            let byte = (0..=byte).rev().find(|byte| text.is_char_boundary(*byte));
            let byte = Span::at(byte.unwrap_or(0)).start;
            let anew = answers(&open(TEST, &text), byte);
            assert_eq!(answers(&workspace, byte), anew, "{text}");
        }
    }
}

#[test]
fn deep_nesting_needs_little_stack() {
    let open_text = "if $a { [1].each |$x| { ".repeat(60);
    let text = format!("{open_text}{}", "} }".repeat(60));
    let other = format!("{}1", "[".repeat(5_000));
    let body = move || {
        for text in [&text, &other] {
            let workspace = open(TEST, text);
            assert!(!answers(&workspace, 8).is_empty());
        }
    };
    // Half of the stack that the tests of threads have.
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    thread.spawn(body).unwrap().join().unwrap();
}
