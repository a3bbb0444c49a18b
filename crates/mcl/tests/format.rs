//! Formatting of mcl: the laws, for all programs of the repository and of the conformance data, and the
//! layout.

#[path = "../../../tests/runner/layout_laws.rs"]
mod layout_laws;

use polycty_core::calls::{Budget, Limits};
use polycty_core::source::Code;
use polycty_mcl::syntax::format;
use std::path::Path;

fn formatted(text: &str) -> String {
    let formatted = format(text.as_bytes(), "/a.mcl", None, &Budget::standard());
    formatted.expect("the text parses")
}

/// Adds programs, and those in the sections of archives.
fn read(path: &Path, found: &mut Vec<String>) {
    let Ok(text) = std::fs::read_to_string(path) else {
        return;
    };
    let name = path.to_string_lossy();
    if name.ends_with(".mcl") {
        found.push(text);
    } else if name.contains("mcl") && name.ends_with(".txt") || name.ends_with(".txtar") {
        let sections = text.split("\n-- ").skip(1);
        let programs = sections.filter_map(|section| section.split_once(".mcl --\n"));
        found.extend(programs.map(|(_, program)| format!("{}\n", program.trim_end_matches('\n'))));
    }
}

/// Returns the comments, the strings, the words and the other characters of a program.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => {
                let mut escaped = true;
                let is_end = |c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                };
                rest.find(is_end).map_or(rest.len(), |end| end + 1)
            }
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        found.push(token);
        rest = after.trim_start();
    }
    found
}

#[test]
fn tokens_are_comments_strings_words_and_characters() {
    let text = "$a  =\"b \\\" \\\\\" # c  \nif";
    assert_eq!(
        tokens(text),
        ["$", "a", "=", "\"b \\\" \\\\\"", "# c  ", "if"]
    );
}

#[test]
fn only_blanks_change_and_a_second_time_nothing() {
    let texts = layout_laws::texts(read);
    let format =
        |text: &str, within| format(text.as_bytes(), "/a.mcl", within, &Budget::standard());
    let formatted = layout_laws::check(&texts, format, tokens);
    println!("{formatted} programs");
    assert!(formatted > 100, "{formatted}");
}

#[test]
fn lines_have_tabs() {
    for (text, expected) in [
        (
            "class c($p str) {\n  if true {  \n print \"a\" {\n msg=>$p,\n # c  \n }\n}\n}\n",
            "class c($p str) {\n\tif true {\n\t\tprint \"a\" {\n\t\t\tmsg => $p,\n\t\t\t# c  \n\t\t}\n\t}\n}\n",
        ),
        (
            "file \"/a\" {\nmode=>\"x\n  y\",\n  Depend  =>   File[\"/b\"],\n}\n",
            "file \"/a\" {\n\tmode => \"x\n  y\",\n\tDepend => File[\"/b\"],\n}\n",
        ),
        (
            "import \"fmt\"\n\n$f = func($x) {\n$x\t+ 1 # one\n}\n",
            "import \"fmt\"\n\n$f = func($x) {\n\t$x + 1 # one\n}\n",
        ),
    ] {
        assert_eq!(formatted(text), expected);
        assert_eq!(formatted(expected), expected);
    }
}

#[test]
fn damaged_texts_and_small_budgets_are_refused() {
    let refused = |text: &[u8]| {
        let result = format(text, "/a.mcl", None, &Budget::standard());
        result.expect_err("it is refused").code()
    };
    assert_eq!(refused(b"class a {\n"), Code::Syntax);
    assert_eq!(refused(b"$a = \"\xff\"\n"), Code::InvalidUtf8);
    let text = "$a = 1\n".repeat(100);
    let budget = Budget::new().bounded(Limits {
        steps: 50,
        ..Limits::STANDARD
    });
    let error = format(text.as_bytes(), "/a.mcl", None, &budget).expect_err("it is refused");
    assert_eq!(error.code(), Code::Limit);
}
