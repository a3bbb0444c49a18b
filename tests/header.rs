//! Is the header what the library is, and does every compiler take it?

mod c_support;

use c_support::header::{HEADER, prototypes, text as header};
use c_support::{libraries, root, scratch, succeed};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// `make header` sets the variable to copy the header that the build made.
#[test]
fn the_committed_header_is_the_generated_one() {
    let committed = root().join("include/polycty.h");
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::copy(HEADER, &committed).expect("the header can be copied");
    }
    let committed = fs::read_to_string(committed).expect("the header is committed");
    assert!(
        committed == header(),
        "include/polycty.h is not what the build generates; run `make header`"
    );
}

#[test]
fn every_standard_and_compiler_takes_the_header_without_a_warning() {
    let folder = scratch("header");
    let source = folder.join("include.c");
    let text = "#include <polycty.h>\n#include <polycty.h>\nint included(void);\n\
                int included(void) { return (int)PCTY_OK; }\n";
    fs::write(&source, text).expect("the folder is writable");
    let mut compiled = 0;
    for (compilers, language, standards) in [
        (["gcc", "clang"], "c", ["c99", "c11", "c17"].as_slice()),
        (["g++", "clang++"], "c++", &["c++11", "c++17"]),
    ] {
        for compiler in compilers.into_iter().filter(|name| present(name)) {
            for standard in standards {
                succeed(&mut check(compiler, language, standard, &source));
                compiled += 1;
            }
        }
    }
    assert!(compiled >= 5, "no compilers for C and C++ were found");
}

fn check(compiler: &str, language: &str, standard: &str, source: &Path) -> Command {
    let mut command = Command::new(compiler);
    command
        .args(["-x", language, &format!("-std={standard}")])
        .args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"])
        .arg("-I")
        .arg(root().join("include"))
        .arg(source);
    if language == "c" {
        command.arg("-Wstrict-prototypes");
    }
    command
}

#[test]
fn the_header_includes_only_three_headers() {
    let header = header();
    let included: Vec<&str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("#include "))
        .collect();
    assert_eq!(included, ["<stdbool.h>", "<stddef.h>", "<stdint.h>"]);
}

/// The examples in the comments of the handles, each between two lines of three
/// backquotes.
#[test]
fn the_examples_of_the_header_compile() {
    let header = header();
    let mut examples = Vec::new();
    let mut current: Option<String> = None;
    for line in header.lines() {
        let text = line.strip_prefix("//").unwrap_or_default();
        let text = text.strip_prefix(' ').unwrap_or(text);
        match (&mut current, text) {
            (None, "```c") => current = Some(String::new()),
            (Some(_), "```") => examples.extend(current.take()),
            (Some(code), text) => {
                code.push_str(text);
                code.push('\n');
            }
            _ => {}
        }
    }
    let handles = header.matches("\ntypedef struct pcty_").count();
    assert_eq!(examples.len(), handles, "each handle has one example");
    let mut source = String::from("#include <polycty.h>\n#include <stdio.h>\n");
    for example in &examples {
        source.push_str(example);
    }
    let folder = scratch("examples");
    for (name, compiler, language, standard) in [
        ("examples.c", "gcc", "c", "c99"),
        ("examples.cpp", "g++", "c++", "c++17"),
    ] {
        let path = folder.join(name);
        fs::write(&path, &source).expect("the folder is writable");
        let mut command = check(compiler, language, standard, &path);
        // An example is a function that nothing calls.
        succeed(command.arg("-Wno-unused-function"));
    }
}

#[test]
fn the_shared_object_exports_what_the_header_declares_and_nothing_else() {
    let object = libraries().join("libpolycty.so");
    let names = succeed(
        Command::new("nm")
            .args(["-D", "--defined-only"])
            .arg(&object),
    );
    let exported: BTreeSet<String> = String::from_utf8_lossy(&names.stdout)
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2).map(str::to_owned))
        .collect();
    let declared: BTreeSet<String> = prototypes(&header())
        .into_iter()
        .map(|prototype| prototype.name)
        .collect();
    assert_eq!(exported, declared);
    assert!(declared.iter().all(|name| name.starts_with("pcty_")));
}

#[test]
fn the_shared_object_has_a_soname() {
    let object = libraries().join("libpolycty.so");
    let dynamic = succeed(Command::new("readelf").arg("-d").arg(&object));
    let dynamic = String::from_utf8_lossy(&dynamic.stdout).into_owned();
    let soname = format!("[libpolycty.so.{}]", env!("CARGO_PKG_VERSION_MAJOR"));
    assert!(
        dynamic
            .lines()
            .any(|line| line.contains("SONAME") && line.contains(&soname)),
        "{dynamic}"
    );
}

#[test]
fn the_version_macros_are_the_versions_of_the_package() {
    let header = header();
    for (part, number) in [
        ("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ] {
        let line = format!("\n#define PCTY_VERSION_{part} {number}\n");
        assert!(header.contains(&line), "{line}");
    }
}

/// Every comment answers, besides what the function does, who owns what, how it
/// fails and what NULL means.
#[test]
fn every_function_says_its_contract() {
    let mut silent = Vec::new();
    for function in prototypes(&header()) {
        let mut needed = Vec::new();
        let pointers = function.params.iter().any(|(ty, _)| ty.ends_with('*'));
        if pointers {
            needed.push("NULL:");
        }
        let fallible = function
            .params
            .last()
            .is_some_and(|(ty, _)| ty == "pcty_error **");
        if fallible {
            needed.push("Errors:");
        }
        let gives = |ty: &str| ty.ends_with('*') || ty == "pcty_str";
        if gives(&function.result) || fallible {
            needed.push("Ownership:");
        }
        for word in needed {
            if !function.comment.contains(word) {
                silent.push(format!("{} has no \"{word}\"", function.name));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

/// Each export runs inside a function that catches panics, or a helper that does.
#[test]
fn every_export_is_guarded() {
    const GUARDS: [&str; 12] = [
        "quiet(",
        "peek(",
        "make(",
        "answer(",
        "run(",
        "release(", // of guard.rs
        "build(",
        "rendered(",
        "shared(",
        "fresh(",
        "of_type(",
        "combined(",
    ];
    let mut exports = 0;
    for file in fs::read_dir(root().join("src/ffi")).expect("the folder is there") {
        let path = file.expect("the folder is readable").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("sources are text");
        for export in source.split("#[unsafe(no_mangle)]\n").skip(1) {
            let body = export.split("\n}\n").next().unwrap_or_default();
            assert!(GUARDS.iter().any(|guard| body.contains(guard)), "{body}");
            exports += 1;
        }
    }
    assert_eq!(exports, prototypes(&header()).len());
}

/// Whether a program can be started.
fn present(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}
