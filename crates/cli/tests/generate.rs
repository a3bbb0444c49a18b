//! Manual pages, completions, and their installation.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TOOL: &str = env!("CARGO_BIN_EXE_polycty");

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn generate(files: &str, folder: &Path) {
    let mut command = Command::new(TOOL);
    let status = command.args(["generate", files]).arg(folder).status();
    assert!(status.unwrap().success(), "{files}");
}

/// The commands that the help of the tool lists, except `help`.
fn commands() -> Vec<String> {
    let help = Command::new(TOOL).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let commands = help.split("Commands:\n").nth(1).unwrap();
    let lines = commands.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

/// All files below a folder, relative to it.
fn files(folder: &Path, below: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, below, found);
        } else {
            let path = path.strip_prefix(below).unwrap();
            found.insert(path.to_string_lossy().into_owned());
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = scratch("manual");
    generate("man", &folder);
    let commands = commands();
    assert!(commands.iter().any(|name| name == "fmt"), "{commands:?}");
    for name in commands {
        let page = fs::read_to_string(folder.join(format!("polycty-{name}.1")));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(".SH DESCRIPTION"), "{name}");
    }
    let page = fs::read_to_string(folder.join("polycty.1")).unwrap();
    assert!(page.contains("Exit status"), "{page}");
}

#[test]
fn completions_name_each_command() {
    let folder = scratch("completions");
    generate("completions", &folder);
    for file in [
        "polycty.bash",
        "_polycty",
        "polycty.fish",
        "_polycty.ps1",
        "polycty.elv",
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        for name in commands() {
            assert!(text.contains(&name), "{file}: {name}");
        }
    }
    let mut bash = Command::new("bash");
    let bash = bash.arg("-n").arg(folder.join("polycty.bash")).status();
    assert!(bash.unwrap().success());
}

#[test]
#[cfg(unix)]
fn an_installed_tool_has_every_file_and_is_removed_again() {
    let stage = scratch("install-tool");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/tool");
    let install = |argument: &Path| {
        let mut command = Command::new(&script);
        command.arg(argument).env("DESTDIR", &stage);
        let status = command.env("PREFIX", "/opt/p").status().unwrap();
        assert!(status.success());
    };
    let listed = || {
        let mut found = BTreeSet::new();
        files(&stage, &stage, &mut found);
        found
    };
    install(Path::new(TOOL).parent().unwrap());
    let found = listed();
    for file in [
        "bin/polycty",
        "share/man/man1/polycty.1",
        "share/man/man1/polycty-fmt.1",
        "share/bash-completion/completions/polycty",
        "share/zsh/site-functions/_polycty",
        "share/fish/vendor_completions.d/polycty.fish",
    ] {
        assert!(
            found.contains(&format!("opt/p/{file}")),
            "{file}: {found:?}"
        );
    }
    install(Path::new("--remove"));
    assert_eq!(listed(), BTreeSet::new());
}
