//! Laws of formatting, for all programs of the repository and of the conformance data.

use polycty_core::calls::{Budget, Limits};
use polycty_core::source::{Code, Source, Span};
use polycty_mcl::syntax::{format, parse};
use std::path::{Path, PathBuf};

fn formatted(text: &str) -> String {
    let formatted = format(text.as_bytes(), "/a.mcl", None, &Budget::standard());
    formatted.expect("the text parses")
}

/// Adds the programs of a folder: files, and the sections of archives.
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
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        if name.ends_with(".mcl") {
            found.push(text);
        } else if name.contains("mcl") && name.ends_with(".txt") || name.ends_with(".txtar") {
            let sections = text.split("\n-- ").skip(1);
            let programs = sections.filter_map(|section| section.split_once(".mcl --\n"));
            found.extend(
                programs.map(|(_, program)| format!("{}\n", program.trim_end_matches('\n'))),
            );
        }
    }
}

/// The text without blanks outside of strings and comments. The last line break may be missing.
fn tree(text: &str) -> String {
    let tree = parse(Source::new("/a.mcl", text), &Budget::standard()).expect("it parses");
    let words = text.split_whitespace();
    format!("{:?} {}", tree.comments.len(), words.collect::<String>())
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
        let once = match format(text.as_bytes(), "/a.mcl", None, &Budget::standard()) {
            Ok(once) => once,
            Err(error) => {
                assert_ne!(error.code(), Code::InvalidUtf8, "{error}");
                continue;
            }
        };
        parsed += 1;
        assert_eq!(tree(&once), tree(text), "{text}");
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
        for at in (0..lines.len()).step_by(1 + lines.len() / 4) {
            let start: usize = lines[..at].iter().map(|line| line.len()).sum();
            let within = Some(Span::new(start, start));
            let part = format(text.as_bytes(), "/a.mcl", within, &Budget::standard());
            let part = part.expect("the text parses");
            let part: Vec<&str> = part.split_inclusive('\n').collect();
            let mut expected = lines.clone();
            expected[at] = whole[at];
            assert_eq!(part, expected, "line {at} of {text}");
        }
    }
    println!("{parsed} programs, {unchanged} unchanged");
    assert!(parsed > 100, "{parsed}");
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
