//! Formatting of manifests: the laws, for all manifests of the repository and of the conformance data,
//! and the layout.

#[path = "../../../tests/runner/layout_laws.rs"]
mod layout_laws;

use polycty_core::calls::{Budget, Limits};
use polycty_core::source::Code;
use polycty_puppet::syntax::{Notation, format, lexemes};
use std::path::Path;

fn formatted(text: &str) -> String {
    let formatted = format(text.as_bytes(), "a.pp", None, &Budget::standard());
    formatted.expect("the text parses")
}

/// Adds manifests, and the strings of JSON lines that may be manifests.
fn read(path: &Path, found: &mut Vec<String>) {
    let name = path.to_string_lossy();
    if name.ends_with(".pp") {
        found.extend(std::fs::read_to_string(path).ok());
    } else if name.contains("puppet") && name.ends_with(".jsonl") {
        let text = std::fs::read_to_string(path).expect("the file is UTF-8");
        for line in text.lines() {
            strings(
                &serde_json::from_str(line).expect("the line is JSON"),
                found,
            );
        }
    }
}

fn strings(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) if text.contains('\n') => found.push(text.clone()),
        serde_json::Value::Array(all) => all.iter().for_each(|each| strings(each, found)),
        serde_json::Value::Object(all) => all.values().for_each(|each| strings(each, found)),
        _ => {}
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let found = lexemes(text, Notation::Manifest, &Budget::standard());
    let found = found.expect("the budget suffices").into_iter();
    found.map(|lexeme| lexeme.span.slice(text)).collect()
}

#[test]
fn only_blanks_change_and_a_second_time_nothing() {
    let texts = layout_laws::texts(read);
    let format = |text: &str, within| format(text.as_bytes(), "a.pp", within, &Budget::standard());
    let formatted = layout_laws::check(&texts, format, tokens);
    println!("{formatted} manifests");
    assert!(formatted > 400, "{formatted}");
}

#[test]
fn the_layout_follows_the_style_guide() {
    for (text, expected) in [
        (
            "class a (\n$p,\n    $q = 1)\n{\n\t$x = $p ? {\n 'a'=>1,\n default =>  2,\n}   \n}",
            "class a (\n  $p,\n  $q = 1)\n{\n  $x = $p ? {\n    'a'     => 1,\n    default => 2,\n  }\n}\n",
        ),
        (
            "file {\n'/a':\nensure=>file;\n'/b':\nmode => '0',\nlong => { a => 1 },\n}\n",
            "file {\n  '/a':\n    ensure => file;\n  '/b':\n    mode => '0',\n    long => { a => 1 },\n}\n",
        ),
        (
            "if $a and\n   $b {\n    notice($c,\n           $d)\n      # comment  \n}\nelse { }\n",
            "if $a and\n   $b {\n  notice($c,\n    $d)\n  # comment  \n}\nelse { }\n",
        ),
        (
            "  package { 'a': }\n  -> service { 'b':\n  enable => true,\n  }\n",
            "package { 'a': }\n-> service { 'b':\n  enable => true,\n}\n",
        ),
        (
            "class a {\n$x = @(\"E\"/L)\n  text ${b}  \n | E\n$y = \"1\n   2${c}\n 3\"  \n}\n",
            "class a {\n  $x = @(\"E\"/L)\n  text ${b}  \n | E\n  $y = \"1\n   2${c}\n 3\"\n}\n",
        ),
        (
            "foo({\na => 1,\n/* x\n y */ bb => 2,\n})\r\n",
            "foo({\n  a => 1,\n  /* x\n y */ bb => 2,\n})\r\n",
        ),
    ] {
        assert_eq!(formatted(text), expected);
        assert_eq!(formatted(expected), expected);
    }
}

#[test]
fn damaged_texts_and_small_budgets_are_refused() {
    let refused = |text: &[u8]| {
        let result = format(text, "a.pp", None, &Budget::standard());
        result.expect_err("it is refused").code()
    };
    assert_eq!(refused(b"class a {\n"), Code::Syntax);
    assert_eq!(refused(b"$a = '\xff'\n"), Code::InvalidUtf8);
    let text = "$a = 1\n".repeat(100);
    let budget = Budget::new().bounded(Limits {
        steps: 50,
        ..Limits::STANDARD
    });
    let error = format(text.as_bytes(), "a.pp", None, &budget).expect_err("it is refused");
    assert_eq!(error.code(), Code::Limit);
}
