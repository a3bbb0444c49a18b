//! Special files and links in folders that the command line tool searches.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Runs the tool. If the tool blocks, `timeout` ends it with the status 124.
fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new("timeout");
    command.arg("20").arg(env!("CARGO_BIN_EXE_polycty"));
    command.args(arguments).output().unwrap()
}

fn refused(arguments: &[&str], reason: &str) {
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
    assert!(message.contains(reason), "{arguments:?}: {message}");
}

#[test]
fn formatting_a_folder_stays_in_it() {
    let outer = scratch("fmt-files");
    let folder = outer.join("folder");
    fs::create_dir_all(folder.join("sub")).unwrap();
    fs::write(outer.join("outside.tf"), "a=1\n").unwrap();
    fs::write(folder.join("good.tf"), "a=1\n").unwrap();
    symlink("../outside.tf", folder.join("link.tf")).unwrap();
    symlink("/dev/zero", folder.join("zero.tf")).unwrap();
    symlink("good.tf", folder.join("same.tf")).unwrap();
    pipe(&folder.join("sub/pipe.tf"));
    let at = folder.to_str().unwrap();
    for reason in [
        "link.tf: the path is outside",
        "sub/pipe.tf: not a regular file",
        "zero.tf",
    ] {
        refused(&["fmt", "-r", at], reason);
    }
    assert_eq!(fs::read(outer.join("outside.tf")).unwrap(), b"a=1\n");
    assert_eq!(fs::read(folder.join("good.tf")).unwrap(), b"a = 1\n");
    assert!(folder.join("link.tf").is_symlink() && folder.join("same.tf").is_symlink());
}

#[test]
fn modules_of_puppet_are_regular_files_below_their_folder() {
    let outer = scratch("puppet-files");
    let functions = outer.join("modules/m/functions");
    fs::create_dir_all(&functions).unwrap();
    fs::write(outer.join("out.pp"), "function m::out() { 1 }").unwrap();
    fs::write(functions.join("good.pp"), "function m::good() { 1 }").unwrap();
    symlink("../../../out.pp", functions.join("out.pp")).unwrap();
    symlink("/dev/zero", functions.join("zero.pp")).unwrap();
    pipe(&functions.join("pipe.pp"));
    let modules = outer.join("modules");
    let modules = modules.to_str().unwrap();
    let eval = |program| ["puppet", "eval", "--modules", modules, program];
    assert_eq!(run(&eval("m::good()")).stdout, b"1\n");
    refused(&eval("m::out()"), "the path is outside the folder");
    refused(&eval("m::zero()"), "the path is outside the folder");
    refused(&eval("m::pipe()"), "not a regular file");
}

#[test]
fn programs_may_be_pipes_that_have_a_writer() {
    let folder = scratch("pipes");
    let path = folder.join("p");
    pipe(&path);
    let path = path.to_str().unwrap();
    for arguments in [
        &["eval", "--file", path][..],
        &["puppet", "validate", path],
        &["puppet", "eval", "--file", path],
        &["mcl", "check", path],
        &["fmt", path],
    ] {
        refused(arguments, "the pipe has no writer");
    }
    refused(&["eval", "--file", "/dev/zero"], "more than");
    for (arguments, program, expected) in [
        ("eval --file", "1 + 1", "2\n"),
        ("puppet eval --file", "1 + 1", "2\n"),
        ("mcl check", "$x = 1", "no errors\n"),
    ] {
        let shell = format!("\"$0\" {arguments} <(sleep 0.1; echo '{program}')");
        let mut command = Command::new("bash");
        let command = command.args(["-c", &shell, env!("CARGO_BIN_EXE_polycty")]);
        let output = command.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{message}"
        );
    }
}
