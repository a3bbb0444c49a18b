//! libFuzzer with one of the targets, which `FUZZ_TARGET` names.
//!
//! If `FUZZ_CORPUS` names a folder, the inputs in the repository for the target are copied there
//! first.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polycty_fuzz::{Target, corpus, target};
use std::sync::OnceLock;

static TARGET: OnceLock<Target> = OnceLock::new();

fn begin() {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let found = target(&name).unwrap_or_else(|| panic!("FUZZ_TARGET={name}: no such target"));
    TARGET.get_or_init(|| found);
    let Some(folder) = std::env::var_os("FUZZ_CORPUS") else {
        return;
    };
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus");
    let Ok(file) = std::fs::read_to_string(format!("{kept}/{name}.txt")) else {
        return;
    };
    for (at, input) in corpus::read(&file).into_iter().enumerate() {
        let path = std::path::Path::new(&folder).join(format!("kept-{at:04}"));
        std::fs::write(path, input).expect("a folder that can be written to");
    }
}

fuzz_target!(init: begin(), |input: &[u8]| {
    TARGET.get().expect("begun").run(input);
});
