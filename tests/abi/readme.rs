//! The README's C program prints the output that the README shows, and its chart shows the data.

use crate::c_support::{left_out, libraries, present, root, scratch, succeed};
use std::fs;
use std::process::Command;

/// The first block of a language at or after a position.
fn block<'a>(text: &'a str, language: &str) -> &'a str {
    let fence = format!("```{language}\n");
    let start = text.find(&fence).expect("there is such a block") + fence.len();
    let end = text[start..].find("```").expect("a block ends") + start;
    &text[start..end]
}

#[test]
fn the_program_prints_what_stands_below_it() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let section = &readme[readme.find("### C\n").expect("there is a program")..];
    let folder = scratch("readme");
    let (source, program) = (folder.join("program.c"), folder.join("program"));
    fs::write(&source, block(section, "c")).expect("the folder is writable");
    succeed(
        Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I"])
            .arg(root().join("include"))
            .arg(&source)
            .arg(libraries().join("libpolycty.a"))
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program),
    );
    let output = succeed(&mut Command::new(&program));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        block(section, "text")
    );
}

/// `benches/chart` draws the chart from `benches/data/peers.csv`.
#[test]
fn the_chart_shows_the_data() {
    if !present("python3") {
        return left_out("the chart of the README", "python3");
    }
    succeed(Command::new(root().join("benches/chart")).arg("--check"));
}
