//! Surveys how exactly published schemas are imported as types.
//!
//! `cargo run --release -p polycty-schema --example survey -- <files or folders>`: each JSON file
//! is read as a schema, draft 7 if it declares none, and imported as a type of each language, with
//! open objects closed. The output is the number of results that are exact, wider, narrower, unlike
//! and unknown, the number that would be exact except for null, and the most frequent reasons. A
//! reference refers to the file of that name in the same folder.

use polycty_core::calls::{Budget, Limits};
use polycty_core::dialect::DialectId;
use polycty_core::source::Result;
use polycty_schema::{Document, Draft, Mismatch, OpenObjects, Reading, Relation, Schema, import};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The limits for one schema in each language.
const LIMITS: Limits = Limits {
    steps: 1 << 28,
    bytes: 1 << 31,
    time: None,
};

/// The maximum number of reasons that are printed for each language.
const REASONS: usize = 12;

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => {
            let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
            entries.sort();
            entries.iter().for_each(|path| collect(path, files));
        }
        Err(_) if is_schema(path) => files.push(path.into()),
        Err(_) => {}
    }
}

/// Files whose names begin with an underscore are only targets of references.
fn is_schema(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".json") && !name.starts_with('_')
}

fn read(path: &Path) -> Result<Schema> {
    let retrieve = |address: &str| {
        let name = address.rsplit('/').next().unwrap_or(address);
        let text = fs::read_to_string(path.with_file_name(name)).ok();
        Ok(text.and_then(|text| Document::parse(&text, &Budget::standard()).ok()))
    };
    let reading = Reading {
        draft: Draft::Draft7,
        retrieve: Some(&retrieve),
        ..Reading::default()
    };
    let text = fs::read_to_string(path).unwrap_or_default();
    Schema::parse(&text, reading, &Budget::new().bounded(LIMITS))
}

/// The results of the schemas in one language.
#[derive(Default)]
struct Tally {
    verdicts: [usize; 6],
    only_null: usize,
    /// The number of schemas with a reason, by its text and direction.
    reasons: BTreeMap<(&'static str, &'static str), usize>,
}

impl Tally {
    fn add(&mut self, schema: &Schema, language: DialectId) -> Result<Relation> {
        let budget = Budget::new().bounded(LIMITS);
        let made = import(schema, language, OpenObjects::Closed, &budget)?;
        let nulls = made.notes.iter().all(|note| note.message.contains("null"));
        self.only_null += usize::from(nulls);
        let mut reasons: Vec<_> = (made.notes.iter())
            .map(|note| match note.mismatch {
                Mismatch::Wider => (note.message, "wider"),
                Mismatch::Narrower => (note.message, "narrower"),
                Mismatch::Either => (note.message, "either"),
            })
            .collect();
        reasons.sort_unstable();
        reasons.dedup();
        for reason in reasons {
            *self.reasons.entry(reason).or_default() += 1;
        }
        made.relation(schema, language, &budget)
    }
}

fn main() {
    let mut files = Vec::new();
    env::args()
        .skip(1)
        .for_each(|path| collect(Path::new(&path), &mut files));
    let mut tallies = DialectId::ALL.map(|_| Tally::default());
    let mut failed = 0;
    for path in &files {
        let schema = match read(path) {
            Ok(schema) => schema,
            Err(error) => {
                failed += 1;
                println!("{}: {error}", path.display());
                continue;
            }
        };
        for (language, tally) in DialectId::ALL.into_iter().zip(&mut tallies) {
            match tally.add(&schema, language) {
                Ok(found) => tally.verdicts[found.inclusion as usize] += 1,
                Err(error) => {
                    tally.verdicts[0] += 1;
                    println!("{} {}: {error}", language.name(), path.display());
                }
            }
        }
    }
    println!("{} read, {failed} not", files.len() - failed);
    for (language, tally) in DialectId::ALL.into_iter().zip(&tallies) {
        let [spent, exact, wider, narrower, unlike, unknown] = tally.verdicts;
        println!(
            "{}: exact {exact}, wider {wider}, narrower {narrower}, unlike {unlike}, \
             unknown {unknown}, spent {spent}; exact but for null {}",
            language.name(),
            tally.only_null
        );
        let mut reasons: Vec<_> = tally.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for ((why, mismatch), count) in reasons.into_iter().take(REASONS) {
            println!("  {count:5} {mismatch}: {why}");
        }
    }
}
