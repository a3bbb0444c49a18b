//! Properties of changes of Terraform projects, over the projects of the conformance vectors.

mod notation;
mod rename;

use polycty::calls::Budget;
use polycty::dialect::terraform::project::{ProjectOptions, Schemas};
use polycty::dialect::terraform::refactor::Refactoring;
use polycty::dialect::terraform::{Entry, FileError, FileKind, Files};
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// The files of a project by their paths.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Texts(BTreeMap<String, String>);

impl Files for Texts {
    fn read(&self, path: &str, _: &Budget) -> Result<Vec<u8>, FileError> {
        let text = self.0.get(path).ok_or(FileError::NotFound)?;
        Ok(text.clone().into_bytes())
    }

    fn kind(&self, path: &str, _: &Budget) -> Result<FileKind, FileError> {
        if self.0.contains_key(path) {
            Ok(FileKind::File)
        } else {
            Err(FileError::NotFound)
        }
    }

    fn list(&self, path: &str, _: &Budget) -> Result<Vec<Entry>, FileError> {
        let prefix = match path {
            "." => String::new(),
            path => format!("{path}/"),
        };
        let names = self.0.keys().filter_map(|file| file.strip_prefix(&prefix));
        let entries: Vec<Entry> = names
            .filter(|name| !name.contains('/'))
            .map(|name| Entry {
                name: name.to_owned(),
                kind: FileKind::File,
            })
            .collect();
        if entries.is_empty() {
            return Err(FileError::NotFound);
        }
        Ok(entries)
    }
}

impl Texts {
    fn after(&self, changes: &Refactoring) -> Texts {
        let mut texts = self.0.clone();
        for edit in &changes.edits {
            let text = String::from_utf8(edit.after()).unwrap();
            texts.insert(edit.file.clone(), text);
        }
        Texts(texts)
    }
}

fn vectors() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/terraform-projects")
}

fn cases() -> Vec<Json> {
    let text = std::fs::read_to_string(vectors().join("projects.jsonl")).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn files_of(case: &Json) -> Texts {
    let files = case["files"].as_object().unwrap().iter();
    Texts(
        files
            .map(|(path, text)| (path.clone(), text.as_str().unwrap().to_owned()))
            .collect(),
    )
}

/// The options of a case with the schemas of its providers.
fn options_of(case: &Json, read: &mut HashMap<String, Schemas>) -> ProjectOptions {
    let schemas = match case["schemas"].as_str() {
        None => Schemas::default(),
        Some(name) => {
            let text = || {
                let path = vectors().join(format!("schemas/{name}.json"));
                let text = std::fs::read_to_string(path).unwrap();
                Schemas::read(&text, &Budget::standard()).unwrap()
            };
            read.entry(name.to_owned()).or_insert_with(text).clone()
        }
    };
    ProjectOptions {
        schemas: Some(schemas),
        ..ProjectOptions::default()
    }
}
