//! The state of a workspace after random edits is that of the result opened anew.

#[allow(dead_code, reason = "the tests of the languages use the rest")]
mod memory;

use memory::{Fixture, fixture};
use polycty_services::{Change, Encoding, LinePosition, Options};
use proptest::prelude::*;

/// Parts of texts of several languages.
const PARTS: [&str; 24] = [
    "$a",
    " = ",
    "1",
    "\n",
    "\"${a}\"",
    "[",
    "]",
    "(",
    ")",
    "{\n",
    "}\n",
    "class c ",
    "import ",
    "\"lib.mcl\"",
    "func f($x int) ",
    "file ",
    "é",
    "config n int {}\n",
    "a = n\n",
    ".",
    ",",
    "=> ",
    "# x\n",
    "\r\n",
];

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(&PARTS[..]), 0..30)
        .prop_map(|parts| parts.concat())
}

/// All answers of a document, as text.
fn answers(fixture: &Fixture, byte: u32) -> Vec<String> {
    fixture.ask(|language, context, _| {
        let whole = context.document.span();
        let renamed = language.rename(context, byte, "renamed");
        Ok(vec![
            format!("{:?}", language.diagnostics(context)?),
            format!("{:?}", language.completions(context, byte)?),
            format!("{:?}", language.hover(context, byte)?),
            format!("{:?}", language.signatures(context, byte)?),
            format!("{:?}", language.definitions(context, byte)?),
            format!("{:?}", language.references(context, byte, true)?),
            format!("{:?}", renamed.map_err(|error| error.message().to_owned())),
            format!("{:?}", language.symbols(context)?),
            format!("{:?}", language.folds(context)?),
            format!("{:?}", language.selections(context, byte)?),
            format!("{:?}", language.tokens(context, whole)?),
            format!("{:?}", language.hints(context, whole)?),
            format!("{:?}", language.actions(context, whole)?),
            format!("{:?}", language.format(context, whole)?),
        ])
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn edits_are_equal_to_the_result(
        path in proptest::sample::select(&["/w/main.mcl", "/w/main.pcl"][..]),
        start in text(),
        edits in proptest::collection::vec((0u32..12, 0u32..20, 0u32..12, 0u32..20, text()), 1..5),
        encoding in proptest::sample::select(&[Encoding::Utf8, Encoding::Utf16, Encoding::Utf32][..]),
    ) {
        let files = [("/w/lib.mcl", "func f($x int) {\n\t$x\n}\n"), ("/w/o.pcl", "config m int {}\n")];
        let options = Options::default();
        let mut edited = fixture(path, &start, &files, &options);
        for (at, (line, column, end_line, end_column, text)) in edits.into_iter().enumerate() {
            let from = LinePosition { line, column };
            let to = LinePosition { line: end_line, column: end_column };
            let change = Change { range: Some((from.min(to), from.max(to))), text };
            answers(&edited, 0);
            let is_open = edited.workspace.change(path, &[change], encoding, at as i64);
            prop_assert!(is_open);
        }
        let document = edited.workspace.document(path).expect("it is open");
        let (text, end) = (document.text().clone(), document.span().end);
        let opened = fixture(path, &text, &files, &options);
        let middle = (0..=end / 2).rev().find(|byte| text.is_char_boundary(*byte as usize));
        for byte in [0, middle.unwrap_or(0), end] {
            prop_assert_eq!(answers(&edited, byte), answers(&opened, byte));
        }
    }
}
