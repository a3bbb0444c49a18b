//! How do published schemas fare as types?
//!
//! `cargo run -p polycty-schema --example survey -- <files or folders>`: each JSON file is read
//! as a schema and imported as a type of each language; how many come out exact, wider, narrower,
//! unlike and unknown, and the same where null is not counted.

use polycty_core::calls::{Budget, Limits};
use polycty_core::dialect::DialectId;
use polycty_schema::{Document, Draft, OpenObjects, Reading, Schema, import};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => {
            let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
            entries.sort();
            entries.iter().for_each(|path| collect(path, files));
        }
        Err(_) if path.extension().is_some_and(|end| end == "json") => files.push(path.into()),
        Err(_) => {}
    }
}

fn main() {
    let mut files = Vec::new();
    env::args()
        .skip(1)
        .for_each(|path| collect(Path::new(&path), &mut files));
    let limits = Limits {
        steps: 1 << 28,
        bytes: 1 << 31,
        time: None,
    };
    for language in DialectId::ALL {
        let (mut read, mut failed, mut only_null) = (0, 0, 0);
        let mut verdicts = [0; 6];
        for path in &files {
            let budget = Budget::new().bounded(limits);
            let retrieve = |address: &str| {
                let name = address.strip_prefix("file:///").unwrap_or(address);
                let text = fs::read_to_string(path.with_file_name(name)).ok();
                Ok(text.and_then(|text| Document::parse(&text, &Budget::standard()).ok()))
            };
            let reading = Reading {
                draft: Draft::Draft7,
                retrieve: Some(&retrieve),
                ..Reading::default()
            };
            let text = fs::read_to_string(path).unwrap_or_default();
            let schema = match Schema::parse(&text, reading, &budget) {
                Ok(schema) => schema,
                Err(error) => {
                    failed += 1;
                    if language == DialectId::Hcl {
                        println!("{}: {error}", path.display());
                    }
                    continue;
                }
            };
            read += 1;
            let made = import(&schema, language, OpenObjects::Closed, &budget);
            let relation = made.and_then(|made| {
                let nulls = made.notes.iter().all(|note| note.message.contains("null"));
                only_null += usize::from(nulls);
                made.relation(&schema, language, &budget)
            });
            match relation {
                Ok(found) => verdicts[found.verdict as usize] += 1,
                Err(error) => {
                    verdicts[0] += 1;
                    println!("{language:?} {}: {error}", path.display());
                }
            }
        }
        let [spent, exact, wider, narrower, unlike, unknown] = verdicts;
        println!(
            "{}: {read} read, {failed} not; exact {exact}, wider {wider}, narrower {narrower}, \
             unlike {unlike}, unknown {unknown}, spent {spent}; exact but for null {only_null}",
            language.name()
        );
    }
}
