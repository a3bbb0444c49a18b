//! Runs the inputs in the repository, unchanged and changed: no target panics.
//!
//! `UPDATE_CORPUS=<folder>` replaces the corpora by the inputs in the folder's subfolders, which
//! have the targets' names.

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
    let mut failures = String::new();
    for &target in TARGETS {
        for input in of(target) {
            run(target, &input, &mut failures);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Runs random changes of each kept input, as a fuzzer without coverage information. `FUZZ_RUNS`
/// sets the number of runs, `FUZZ_TARGET` selects one target.
#[test]
fn no_changed_input_is_a_fault() {
    let runs = std::env::var("FUZZ_RUNS").map_or(200, |runs| runs.parse().expect("a number"));
    let only = std::env::var("FUZZ_TARGET").ok();
    let mut random = mutate::Random::new(0);
    let mut input = Vec::new();
    let mut failures = String::new();
    for &target in TARGETS {
        if only.as_deref().is_some_and(|only| only != target.name) {
            continue;
        }
        let kept = of(target);
        for _ in 0..runs {
            mutate::input(&kept, target.most, &mut random, &mut input);
            run(target, &input, &mut failures);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Runs random sequences of the operations that are generated from the model of the ABI, which the
/// kept inputs rarely reach: the byte 254 precedes one of them. `FUZZ_RUNS` sets the number of runs
/// as above.
#[test]
fn no_sequence_of_generated_operations_is_a_fault() {
    let runs = std::env::var("FUZZ_RUNS").map_or(200, |runs| runs.parse().expect("a number"));
    let calls = TARGETS.iter().find(|target| target.name == "calls");
    let &calls = calls.expect("it is a target");
    let mut random = mutate::Random::new(1);
    let mut faults = String::new();
    for _ in 0..10 * runs {
        let byte = |_| match random.below(3) {
            0 => 254,
            _ => random.below(256) as u8,
        };
        let input: Vec<u8> = (0..calls.most).map(byte).collect();
        run(calls, &input, &mut faults);
    }
    assert!(faults.is_empty(), "{faults}");
}

/// The kept inputs of a target.
fn of(target: Target) -> Vec<Vec<u8>> {
    corpus::read(&std::fs::read_to_string(kept(target)).expect("a corpus"))
}

/// Runs a target and reports a panic.
fn run(target: Target, input: &[u8], failures: &mut String) {
    if catch_unwind(AssertUnwindSafe(|| target.run(input))).is_err() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(failures, "{}: {}", target.name, input.escape_ascii());
    }
}
