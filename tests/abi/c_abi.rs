//! Runs the C programs in `c-tests`, which check the behavior that the header documents.

use crate::c_support::{Linked, root, run};
use std::fs;
use std::path::PathBuf;

fn programs() -> Vec<PathBuf> {
    let mut programs: Vec<PathBuf> = fs::read_dir(root().join("c-tests"))
        .expect("there are programs")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end == "c" || end == "cpp")
        })
        .collect();
    programs.sort();
    programs
}

#[test]
fn the_programs_pass_with_the_shared_object() {
    let programs = programs();
    assert!(!programs.is_empty());
    for program in programs {
        run(&program, Linked::Shared);
    }
}

#[test]
fn a_program_passes_with_the_static_library() {
    run(&root().join("c-tests/string.c"), Linked::Static);
}
