//! Properties of renames.
//!
//! After a rename, a project has the same diagnostics, apart from the name and columns. Renaming back
//! gives the original bytes.

use super::{Texts, cases, files_of, options_of};
use polycty::calls::Budget;
use polycty::dialect::terraform::project::{LocalOnly, Project, ProjectOptions};
use polycty::dialect::terraform::refactor::{RenameOptions, rename};
use polycty::source::Code;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Whether lines of diagnostics are compared.
#[derive(Clone, Copy, PartialEq)]
enum Lines {
    Same,
    Moved,
}

/// The diagnostics of a project without columns and suggestions, and with the old name.
fn diagnostics(
    files: &Texts,
    options: &ProjectOptions,
    lines: Lines,
    new: &str,
    old: &str,
) -> Vec<String> {
    let (none, budget) = (BTreeMap::new(), Budget::standard());
    let loaded = Project::load(files, ".", &none, &LocalOnly, options, &budget).unwrap();
    let mut all = loaded.diagnostics;
    if loaded.project.is_loaded() {
        all.extend(loaded.project.validate(&Budget::standard()).unwrap());
    }
    let mut found: Vec<String> = all
        .iter()
        .map(|one| {
            let file = one.source.as_ref().map(|source| source.name.to_string());
            let line = one.subject.map(|range| range.start.line);
            let line = line.filter(|_| lines == Lines::Same);
            let detail = one
                .detail
                .split(" Did you mean ")
                .next()
                .unwrap_or_default();
            let mut words: Vec<&str> = detail.split(' ').collect();
            let ranges = |word: &&str| word.contains(".tf:");
            words.retain(|word| !ranges(word));
            let text = format!("{:?} {} {}", one.severity, one.summary, words.join(" "));
            let text = text.replace(new, old);
            // Names in a list are in the order of their texts.
            let mut words: Vec<&str> = text.split([' ', ',']).collect();
            words.sort_unstable();
            format!("{file:?} {line:?} {}", words.join(" "))
        })
        .collect();
    found.sort_unstable();
    found
}

/// The addresses of the declarations in the files of a module, by their texts.
fn declarations(texts: &Texts, folder: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (path, text) in &texts.0 {
        let (of, name) = path.rsplit_once('/').unwrap_or((".", path));
        if of != folder || !name.ends_with(".tf") {
            continue;
        }
        let mut is_local = false;
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let label = |at: usize| words.get(at).map(|word| word.trim_matches('"'));
            let address = match (line.starts_with(' '), words.first().copied()) {
                (false, Some("variable")) => label(1).map(|name| format!("var.{name}")),
                (false, Some(kind @ ("output" | "module"))) => {
                    label(1).map(|name| format!("{kind}.{name}"))
                }
                (false, Some("resource")) => label(1)
                    .zip(label(2))
                    .map(|(of, name)| format!("{of}.{name}")),
                (false, Some(kind @ ("data" | "ephemeral"))) => label(1)
                    .zip(label(2))
                    .map(|(of, name)| format!("{kind}.{of}.{name}")),
                (false, word) => {
                    is_local = word == Some("locals");
                    None
                }
                (true, Some(name)) if is_local && words.get(1) == Some(&"=") => {
                    Some(format!("local.{name}"))
                }
                _ => None,
            };
            is_local &= !line.starts_with('}');
            found.extend(address);
        }
    }
    found
}

#[test]
fn a_renamed_project_has_the_same_diagnostics() {
    let mut schemas = HashMap::new();
    let (mut renamed, mut with_moved, mut refused) = (0, 0, 0);
    for (number, case) in cases().iter().enumerate().step_by(3) {
        let files = files_of(case);
        let id = &case["id"];
        let options = options_of(case, &mut schemas);
        let apply = |files: &Texts, from: &str, to: &str, without_moved: bool| {
            let rename_options = RenameOptions {
                project: options.clone(),
                without_moved,
                ..RenameOptions::default()
            };
            let (sources, budget) = (LocalOnly, Budget::standard());
            let found = rename(files, ".", &sources, from, to, &rename_options, &budget);
            found.map(|changes| files.after(&changes))
        };
        let mut all: Vec<String> = declarations(&files, ".").into_iter().collect();
        for folder in files.0.keys().filter_map(|path| path.split_once('/')) {
            // A module is usually called with the name of its folder.
            let inner = declarations(&files, folder.0).into_iter();
            all.extend(inner.map(|inner| format!("module.{}.{inner}", folder.0)));
        }
        all.dedup();
        let step = all.len().div_ceil(2).max(1);
        let all = all.iter().skip(number / 3 % step).step_by(step);
        for from in all {
            let (path, old) = from.rsplit_once('.').unwrap();
            let new = "zq_renamed";
            let to = format!("{path}.{new}");
            let after = match apply(&files, from, &to, true) {
                Ok(after) => after,
                Err(error) => {
                    // The project has errors, or no module is called like this.
                    let expected = [Code::Diagnostics, Code::NotFound, Code::InvalidArgument];
                    assert!(expected.contains(&error.code()), "{id} {from}: {error}");
                    refused += 1;
                    continue;
                }
            };
            renamed += 1;
            assert_ne!(after, files, "{id} {from}");
            let found = |files: &Texts, lines| diagnostics(files, &options, lines, new, old);
            let before = found(&files, Lines::Same);
            assert_eq!(found(&after, Lines::Same), before, "{id} {from}");
            assert_eq!(
                apply(&after, &to, from, true).unwrap(),
                files,
                "{id} {from}"
            );
            // Blocks that are already there may not permit another one.
            if let Ok(moved) = apply(&files, from, &to, false)
                && moved != after
            {
                let before = found(&files, Lines::Moved);
                assert_eq!(found(&moved, Lines::Moved), before, "{id} {from}");
                with_moved += 1;
            }
        }
    }
    let counts = format!("{renamed} renamed, {with_moved} with moved blocks, {refused} refused");
    assert!(renamed > 800 && with_moved > 150, "{counts}");
}
