//! What fuzzing has found worth keeping, run again as it is and changed: no target panics.
//!
//! `UPDATE_CORPUS=<folder>` replaces the corpora with the inputs in that folder's folders,
//! which have the targets' names.

use polycty_fuzz::{TARGETS, Target, corpus, mutate};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

fn kept(target: Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("corpus/{}.txt", target.name))
}

/// Every input of a folder, the shortest first.
fn inputs(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let read = |entry: std::io::Result<std::fs::DirEntry>| std::fs::read(entry.ok()?.path()).ok();
    let mut inputs: Vec<Vec<u8>> = entries.filter_map(read).collect();
    inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    inputs
}

#[test]
fn no_kept_input_is_a_fault() {
    if let Some(folder) = std::env::var_os("UPDATE_CORPUS") {
        for &target in TARGETS {
            let found = inputs(&Path::new(&folder).join(target.name));
            if !found.is_empty() {
                std::fs::write(kept(target), corpus::write(&found)).expect("a file");
            }
        }
    }
    let mut faults = String::new();
    for &target in TARGETS {
        for input in of(target) {
            run(target, &input, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Each kept input, changed here and there: what a fuzzer does, without looking where it leads.
/// `FUZZ_RUNS` says how often, `FUZZ_TARGET` of which target alone.
#[test]
fn no_changed_input_is_a_fault() {
    let runs = std::env::var("FUZZ_RUNS").map_or(200, |runs| runs.parse().expect("a number"));
    let only = std::env::var("FUZZ_TARGET").ok();
    let mut random = mutate::Random::new(0);
    let mut input = Vec::new();
    let mut faults = String::new();
    for &target in TARGETS {
        if only.as_deref().is_some_and(|only| only != target.name) {
            continue;
        }
        let kept = of(target);
        for _ in 0..runs {
            mutate::input(&kept, target.most, &mut random, &mut input);
            run(target, &input, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// What is kept of a target.
fn of(target: Target) -> Vec<Vec<u8>> {
    corpus::read(&std::fs::read_to_string(kept(target)).expect("a corpus"))
}

/// Runs a target; a panic is told.
fn run(target: Target, input: &[u8], faults: &mut String) {
    if catch_unwind(AssertUnwindSafe(|| target.run(input))).is_err() {
        // A `String` takes whatever is written.
        let _ = writeln!(faults, "{}: {}", target.name, input.escape_ascii());
    }
}
