//! Laws of formatting, for all manifests of the repository and of the conformance data.

use polycty_core::calls::Budget;
use polycty_core::source::{Code, Span};
use polycty_puppet::syntax::{Lexeme, LexemeKind, Notation, format, lexemes};
use std::path::{Path, PathBuf};

fn formatted(text: &str) -> String {
    let formatted = format(text.as_bytes(), "a.pp", None, &Budget::standard());
    formatted.expect("the text parses")
}

/// Adds the texts of a folder: manifests, and the strings of JSON lines that are manifests.
fn texts(folder: &Path, found: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it is listed").path())
        .collect();
    paths.sort();
    for path in paths {
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            texts(&path, found);
        } else if name.ends_with(".pp") {
            found.extend(std::fs::read_to_string(&path).ok());
        } else if name.contains("puppet") && name.ends_with(".jsonl") {
            let text = std::fs::read_to_string(&path).expect("the file is UTF-8");
            for line in text.lines() {
                strings(
                    &serde_json::from_str(line).expect("the line is JSON"),
                    found,
                );
            }
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

fn tokens(text: &str) -> Vec<(LexemeKind, &str)> {
    let found =
        lexemes(text, Notation::Manifest, &Budget::standard()).expect("the budget suffices");
    let token = |lexeme: Lexeme| (lexeme.kind, lexeme.span.slice(text));
    found.into_iter().map(token).collect()
}

#[test]
fn only_blanks_change_and_a_second_time_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for folder in ["examples", "tests/conformance"] {
        texts(&root.join(folder), &mut all);
    }
    if let Some(more) = std::env::var_os("CORPUS") {
        texts(Path::new(&more), &mut all);
    }
    all.sort();
    all.dedup();
    let (mut parsed, mut unchanged) = (0, 0);
    for text in &all {
        let once = match format(text.as_bytes(), "a.pp", None, &Budget::standard()) {
            Ok(once) => once,
            Err(error) => {
                assert!(
                    matches!(error.code(), Code::Syntax | Code::Limit),
                    "{error}"
                );
                continue;
            }
        };
        parsed += 1;
        assert_eq!(tokens(&once), tokens(text), "{text}");
        assert_eq!(formatted(&once), once, "{text}");
        unchanged += usize::from(once == *text);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let whole: Vec<&str> = once.split_inclusive('\n').collect();
        assert_eq!(lines.len(), whole.len(), "{text}");
        if std::env::var_os("SHOW").is_some() {
            for (before, after) in lines
                .iter()
                .zip(&whole)
                .filter(|(before, after)| before != after)
            {
                println!("-{before}+{after}");
            }
        }
        // A few lines of each text.
        for at in (0..lines.len()).step_by(1 + lines.len() / 4) {
            let start: usize = lines[..at].iter().map(|line| line.len()).sum();
            let within = Some(Span::new(start, start));
            let part = format(text.as_bytes(), "a.pp", within, &Budget::standard());
            let part = part.expect("the text parses");
            let part: Vec<&str> = part.split_inclusive('\n').collect();
            let mut expected = lines.clone();
            expected[at] = whole[at];
            assert_eq!(part, expected, "line {at} of {text}");
        }
    }
    println!("{parsed} manifests, {unchanged} unchanged");
    assert!(parsed > 400, "{parsed}");
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
    let budget = Budget::new().bounded(polycty_core::calls::Limits {
        steps: 50,
        ..polycty_core::calls::Limits::STANDARD
    });
    let error = format(text.as_bytes(), "a.pp", None, &budget).expect_err("it is refused");
    assert_eq!(error.code(), Code::Limit);
}
