//! The example that infers types prints `examples/c/infer.txt`.

use crate::c_support::{libraries, root, scratch, succeed};
use std::fs;
use std::process::Command;

#[test]
fn the_example_prints_what_stands_beside_it() {
    let program = scratch("infer").join("infer");
    succeed(
        Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I"])
            .arg(root().join("include"))
            .arg(root().join("examples/c/infer.c"))
            .arg(libraries().join("libpolycty.a"))
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program),
    );
    let output = succeed(&mut Command::new(&program));
    let wanted = fs::read_to_string(root().join("examples/c/infer.txt"));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        wanted.expect("the output is committed")
    );
    // A text that is not a program is reported as an error.
    let output = succeed(Command::new(&program).args(["(1", "\\x. y"]));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.contains("expected ) at ''"), "{stdout}");
    assert!(
        stdout.contains("expected a name in scope at 'y'"),
        "{stdout}"
    );
}
