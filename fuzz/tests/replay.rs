//! What fuzzing has found worth keeping, run again: no target panics.
//!
//! `UPDATE_CORPUS=<folder>` replaces the corpora with the inputs in that folder's folders,
//! which have the targets' names.

use polycty_fuzz::{TARGETS, Target, corpus};
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
    let mut faults = Vec::new();
    for &target in TARGETS {
        let file = std::fs::read_to_string(kept(target)).expect("a corpus");
        for input in corpus::read(&file) {
            if catch_unwind(AssertUnwindSafe(|| target.run(&input))).is_err() {
                faults.push(format!("{}: {}", target.name, input.escape_ascii()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
