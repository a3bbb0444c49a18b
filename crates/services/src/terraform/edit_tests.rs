//! Services after random edits: the answers equal those for a text that is opened anew, and there is
//! no panic.

use super::tests::{MAIN, ask, workspace};
use crate::{Change, Encoding, LinePosition, Workspace};
use polycty_core::source::Span;
use proptest::prelude::*;

/// Texts that are inserted.
const PARTS: [&str; 16] = [
    "\"",
    "{",
    "}",
    "\n",
    "=",
    ".",
    "${",
    "<<EOT\n",
    "# ",
    "/*",
    "var.",
    "é",
    "locals {\n",
    "[",
    ")",
    "  ",
];

/// All answers at a byte as text.
fn answers(workspace: &Workspace, byte: u32) -> String {
    ask(workspace, |language, context| {
        let whole = context.document.span();
        let reports = language.diagnostics(context)?;
        let summaries: Vec<String> = reports
            .iter()
            .flat_map(|report| &report.diagnostics)
            .map(|diagnostic| format!("{:?} {}", diagnostic.subject, diagnostic.message()))
            .collect();
        let shown = (
            summaries,
            language.completions(context, byte)?,
            language.hover(context, byte)?,
            language.signatures(context, byte)?,
            language.definitions(context, byte)?,
            language.references(context, byte, true)?,
            language.selections(context, byte)?,
        );
        let whole = (
            language.symbols(context)?,
            language.folds(context)?,
            language.tokens(context, whole)?,
            language.hints(context, whole)?,
            language.format(context, whole)?,
        );
        Ok(format!("{shown:?} {whole:?}"))
    })
}

/// The nearest character boundary at or before a share of a text.
fn boundary(text: &str, share: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "the share is between 0 and 1"
    )]
    let mut at = (text.len() as f64 * share) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    Span::at(at).start
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn edited_texts_answer_as_texts_opened_anew(
        edits in prop::collection::vec((0.0..1.0, 0_u32..12, 0..PARTS.len()), 1..6),
        share in 0.0..1.0,
    ) {
        let mut edited = workspace(MAIN);
        for (version, (share, removed, part)) in (2..).zip(edits) {
            let document = edited.document("/p/main.tf").unwrap();
            let text = document.text().clone();
            let start = boundary(&text, share);
            let end = text.len().min((start + removed) as usize);
            let end = (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            let at = |byte| document.position(byte, Encoding::Utf16);
            let range: (LinePosition, LinePosition) = (at(start), at(Span::at(end).start));
            let change = Change { range: Some(range), text: PARTS[part].to_owned() };
            edited.change("/p/main.tf", &[change], Encoding::Utf16, version);
            // The answers in between fill the caches.
            let document = edited.document("/p/main.tf").unwrap();
            let byte = boundary(document.text(), share);
            let _ = answers(&edited, byte);
        }
        let text = edited.document("/p/main.tf").unwrap().text().clone();
        let byte = boundary(&text, share);
        prop_assert_eq!(answers(&edited, byte), answers(&workspace(&text), byte));
    }
}
