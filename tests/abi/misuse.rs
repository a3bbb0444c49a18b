//! Programs that misuse the headers, and that compilers therefore warn about or refuse.

use crate::c_support::{left_out, present, root, scratch};
use std::fs;
use std::process::Command;

/// The ways to compile a program: compiler, language and standard.
const WAYS: [[&str; 3]; 10] = [
    ["gcc", "c", "c99"],
    ["gcc", "c", "c17"],
    ["gcc", "c", "c2x"],
    ["clang", "c", "c99"],
    ["clang", "c", "c17"],
    ["clang", "c", "c2x"],
    ["g++", "c++", "c++11"],
    ["g++", "c++", "c++17"],
    ["clang++", "c++", "c++11"],
    ["clang++", "c++", "c++17"],
];

/// Checks that each compiler accepts the program without a warning, and that it diagnoses the
/// program that has the misuse in addition: in C with a warning of this name, in C++ with an error.
fn each_compiler_finds(name: &str, good: &str, misuse: &str, warning: &str, error: Option<&str>) {
    let folder = scratch(&format!("misuse-{name}"));
    for [compiler, language, standard] in WAYS {
        if !present(compiler) {
            left_out("the misuse of headers", compiler);
            continue;
        }
        let compile = |text: &str| {
            let source = folder.join("program.c");
            let text = format!("#include <polycty.h>\n{text}");
            fs::write(&source, text).expect("the folder is writable");
            let output = Command::new(compiler)
                .args(["-x", language, &format!("-std={standard}")])
                .args(["-Wall", "-Wextra", "-c", "-o", "/dev/null", "-I"])
                .arg(root().join("include"))
                .arg(&source)
                .output();
            let output = output.expect("the compiler starts");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            (output.status.success(), stderr)
        };
        let (compiles, stderr) = compile(good);
        let context = format!("{name}, {compiler} -std={standard}");
        assert!(compiles && stderr.is_empty(), "{context}: {stderr}");
        let (compiles, stderr) = compile(&format!("{good}{misuse}"));
        match error.filter(|_| language == "c++") {
            Some(error) => {
                assert!(!compiles, "{context} compiles");
                assert!(stderr.contains(error), "{context}: {stderr}");
            }
            None => assert!(stderr.contains(warning), "{context}: {stderr}"),
        }
    }
}

#[test]
fn a_status_that_is_ignored_warns() {
    let good = "void leave(const pcty_budget *budget);\n\
                void leave(const pcty_budget *budget) {\n    \
                PCTY_IGNORE(pcty_budget_leave(budget, NULL));\n}\n";
    let misuse = "void forget(const pcty_budget *budget);\n\
                  void forget(const pcty_budget *budget) {\n    \
                  pcty_budget_leave(budget, NULL);\n}\n";
    each_compiler_finds("status", good, misuse, "-Wunused-result", None);
}
