//! The laws of a formatter, for all texts of the repository and of the corpus that `CORPUS` names.
//!
//! - The tokens, with comments and strings, are those of the text.
//! - A formatted text does not change.
//! - A range changes only its lines.

use polycty_core::source::{Code, Result, Span};
use std::path::{Path, PathBuf};

/// Adds the texts of a file, by its path.
pub type Reader = fn(path: &Path, found: &mut Vec<String>);

/// Returns the texts of all files of examples and of conformance data.
pub fn texts(read: Reader) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["examples", "tests/conformance"] {
        add(&root.join(folder), read, &mut found);
    }
    if let Some(more) = std::env::var_os("CORPUS") {
        add(Path::new(&more), read, &mut found);
    }
    found.sort();
    found.dedup();
    found
}

fn add(folder: &Path, read: Reader, found: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it is listed").path())
        .collect();
    paths.sort();
    for path in paths {
        match path.is_dir() {
            true => add(&path, read, found),
            false => read(&path, found),
        }
    }
}

/// Checks the laws and returns the number of texts without errors of syntax. `format` formats a
/// text, or the lines of a span of it.
pub fn check(
    texts: &[String],
    format: impl Fn(&str, Option<Span>) -> Result<String>,
    tokens: impl Fn(&str) -> Vec<&str>,
) -> usize {
    let mut formatted = 0;
    for text in texts {
        let once = match format(text, None) {
            Ok(once) => once,
            Err(error) => {
                let code = error.code();
                assert!(matches!(code, Code::Syntax | Code::Limit), "{error}");
                continue;
            }
        };
        formatted += 1;
        assert_eq!(tokens(&once), tokens(text), "{text}");
        assert_eq!(format(&once, None).expect("it parses"), once, "{text}");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let whole: Vec<&str> = once.split_inclusive('\n').collect();
        assert_eq!(lines.len(), whole.len(), "{text}");
        // A few lines of each text.
        for at in (0..lines.len()).step_by(1 + lines.len() / 4) {
            let start: usize = lines[..at].iter().map(|line| line.len()).sum();
            let part = format(text, Some(Span::new(start, start)));
            let part = part.expect("the text parses");
            let part: Vec<&str> = part.split_inclusive('\n').collect();
            let mut expected = lines.clone();
            expected[at] = whole[at];
            assert_eq!(part, expected, "line {at} of {text}");
        }
    }
    formatted
}
