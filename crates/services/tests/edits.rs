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

/// Lines of mcl that use each other's names, with and without errors.
const LINES: [&str; 26] = [
    "$a = 1",
    "$a = ",
    "$b = $a + 2",
    "$b = $c + \"x\"",
    "$c = [$b, 1]",
    "$d = []",
    "$e = func($x) { $x }",
    "$f = func($x) { $y }",
    "$y = 5",
    "func g($x int) {\n\t$x + $a\n}",
    "func g($x int) {\n\t$x + \n}",
    "func h($y) {\n\t$y + 1 + \"z\"\n}",
    "class k($x str) {\n\tprint $x {\n\t\tmsg => $d,\n\t}\n\t$y = $x\n}",
    "class k($x str) {\n\tprint $x {\n\t\tmsg => ,\n\t}\n\t$y = $x +\n}",
    "include k(\"1\")",
    "print \"p\" {\n\tmsg => \"${a} ${y}\",\n}",
    "print \"q\" {\n\tmsg => fmt.printf(\"%d\", g($b)),\n}",
    "print \"r\" {\n\tmsg => lib.f(,\n}",
    "import \"fmt\"",
    "import \"lib.mcl\"",
    "import \"lib.mcl",
    "if $a > 1 {\n\t$z = $y\n\tprint \"s\" {\n\t\tmsg => $z,\n\t}\n} else {\n}",
    "if $a > {\n}",
    "# \\\\\"",
    "$s = \"\\\\\"",
    "}",
];

/// Lines of programs.
fn lines(most: usize) -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(&LINES[..]), 0..most)
        .prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

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
        let edits = edits.into_iter().map(|(line, column, end_line, end_column, text)| {
            let from = LinePosition { line, column };
            let to = LinePosition { line: end_line, column: end_column };
            Change { range: Some((from.min(to), from.max(to))), text }
        });
        check(path, &start, edits, encoding)?;
    }

    #[test]
    fn edits_of_whole_lines_are_equal_to_the_result(
        start in lines(12),
        edits in proptest::collection::vec((0u32..30, 0u32..3, lines(3)), 1..8),
    ) {
        let edits = edits.into_iter().map(|(line, length, text)| {
            let at = |line| LinePosition { line, column: 0 };
            Change { range: Some((at(line), at(line + length))), text }
        });
        check("/w/main.mcl", &start, edits, Encoding::Utf8)?;
    }
}

/// Checks that the answers after edits are those of the result opened anew.
fn check(
    path: &str,
    start: &str,
    edits: impl Iterator<Item = Change>,
    encoding: Encoding,
) -> Result<(), TestCaseError> {
    let files = [
        ("/w/lib.mcl", "func f($x int) {\n\t$x\n}\n"),
        ("/w/o.pcl", "config m int {}\n"),
    ];
    let options = Options::default();
    let mut edited = fixture(path, start, &files, &options);
    for (at, change) in edits.enumerate() {
        answers(&edited, 0);
        let is_open = edited
            .workspace
            .change(path, &[change], encoding, at as i64);
        prop_assert!(is_open);
    }
    let document = edited.workspace.document(path).expect("it is open");
    let (text, end) = (document.text().clone(), document.span().end);
    let opened = fixture(path, &text, &files, &options);
    let middle = (0..=end / 2)
        .rev()
        .find(|byte| text.is_char_boundary(*byte as usize));
    for byte in [0, middle.unwrap_or(0), end] {
        prop_assert_eq!(answers(&edited, byte), answers(&opened, byte), "{}", text);
    }
    Ok(())
}
