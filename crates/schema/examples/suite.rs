//! Runs the official test suite of JSON Schema against the evaluator.
//!
//! `cargo run -p polycty-schema --example suite -- <suite>` with a copy of the suite (folders
//! `tests` and `remotes`) prints for each draft the number of tests that have a definite result,
//! and how many of these are wrong.

use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_schema::{Document, Draft, Layout, Reading, Schema, Validity};
use std::path::Path;
use std::{env, fs};

fn read(path: &Path) -> Option<Document> {
    Document::parse(&fs::read_to_string(path).ok()?, &Budget::standard()).ok()
}

fn main() {
    let root = env::args().nth(1).expect("a copy of the suite is needed");
    let root = Path::new(&root);
    let drafts = [
        ("draft4", Draft::Draft4),
        ("draft6", Draft::Draft6),
        ("draft7", Draft::Draft7),
        ("draft2019-09", Draft::Draft201909),
        ("draft2020-12", Draft::Draft202012),
    ];
    for (folder, draft) in drafts {
        let (mut right, mut unknown, mut wrong, mut unread) = (0, 0, 0, 0);
        let retrieve = |address: &str| {
            let path = address.strip_prefix("http://localhost:1234/");
            Ok(path.and_then(|path| read(&root.join("remotes").join(path))))
        };
        let files = fs::read_dir(root.join("tests").join(folder)).expect("the draft's tests");
        let mut files: Vec<_> = files.flatten().map(|file| file.path()).collect();
        files.sort();
        for file in files {
            let Some(cases) = read(&file) else { continue };
            for case in cases.as_array().unwrap_or_default() {
                let tests = case
                    .get("tests")
                    .and_then(Document::as_array)
                    .unwrap_or_default();
                let budget = Budget::standard();
                let reading = Reading {
                    draft,
                    retrieve: Some(&retrieve),
                    ..Reading::default()
                };
                let whole = case.get("schema").expect("a schema");
                let schema = match Schema::read(whole, reading, &budget) {
                    Ok(schema) => schema,
                    Err(error) => {
                        unread += tests.len();
                        if error.code() != Code::NotFound {
                            println!("{}: {error}", file.display());
                        }
                        continue;
                    }
                };
                for test in tests {
                    let data = test.get("data").expect("data");
                    let valid = test.get("valid") == Some(&Document::Bool(true));
                    match schema.validate(data, &Budget::standard()) {
                        Ok(Validity::Unknown) => unknown += 1,
                        Ok(found) if found == Validity::of(valid) => right += 1,
                        found => {
                            wrong += 1;
                            let name = test.get("description").and_then(Document::as_str);
                            println!(
                                "{} {name:?}: {found:?}, {}",
                                file.display(),
                                whole.to_text(Layout::Compact)
                            );
                        }
                    }
                }
            }
        }
        println!("{folder}: {right} right, {wrong} wrong, {unknown} unknown, {unread} not read");
    }
}
