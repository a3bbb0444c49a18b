//! The pages on the architecture name existing files, and the sources keep to the list of
//! resources in SECURITY.md.

use crate::c_support::root;
use std::fs;
use std::path::{Path, PathBuf};

/// The texts of the pages that name files of the sources.
fn pages() -> String {
    ["explanation/architecture", "reference/source-map"]
        .map(|name| {
            let path = root().join("docs").join(name).with_extension("md");
            fs::read_to_string(path).expect("there is a page")
        })
        .concat()
}

/// The texts in backquotes on a page.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

/// The file of a name that starts at the root, at `src`, or with the name of a crate; `None` for
/// a name that is relative to the subject of its sentence.
fn said_whole(name: &str) -> Option<PathBuf> {
    let (first, rest) = name.split_once('/')?;
    if ["crates", "src", "tests"].contains(&first) {
        return Some(root().join(name));
    }
    let source = root().join("crates").join(first).join("src");
    if source.is_dir() {
        return Some(source.join(rest));
    }
    let source = root().join("src");
    source.join(first).is_dir().then(|| source.join(name))
}

#[test]
fn names_are_read_from_where_they_begin() {
    let named = [
        ("ffi/x.rs", "src/ffi/x.rs"),
        ("src/ffi/x.rs", "src/ffi/x.rs"),
        ("tests/x.rs", "tests/x.rs"),
        ("core/x.rs", "crates/core/src/x.rs"),
        ("crates/core/src/x.rs", "crates/core/src/x.rs"),
    ];
    for (name, expected) in named {
        assert_eq!(said_whole(name), Some(root().join(expected)));
    }
    assert_eq!(said_whole("eval/x.rs"), None);
    assert_eq!(said_whole("x.rs"), None);
}

#[test]
fn every_file_that_it_names_is_there() {
    let page = pages();
    let mut files = 0;
    for name in quoted(&page).filter(|name| name.ends_with(".rs")) {
        if let Some(file) = said_whole(name) {
            assert!(file.is_file(), "there is no {}", file.display());
            files += 1;
        }
    }
    assert!(files > 60, "the pages name {files} files");
}

#[test]
fn it_names_every_crate() {
    let page = pages();
    for folder in fs::read_dir(root().join("crates")).expect("there are crates") {
        let folder = folder.expect("the folder is readable");
        if folder.path().join("Cargo.toml").is_file() {
            let name = folder.file_name();
            let is_named = quoted(&page).any(|quoted| *quoted == *name);
            assert!(is_named, "the pages do not name {name:?}");
        }
    }
}

/// The sources of the library below a folder, without those of tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the folder is readable").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.ends_with("tests") {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The names by which Rust code uses a resource of the process.
const RESOURCES: [&str; 27] = [
    "SystemTime",
    "Instant::now",
    ".elapsed()",
    "env::var",
    "env::args",
    "env::current_dir",
    "env::set_current_dir",
    "env::temp_dir",
    "std::fs",
    "File::open",
    ".metadata()",
    ".canonicalize()",
    "RandomState",
    "getrandom",
    "thread::spawn",
    "thread::Builder",
    "thread::scope",
    "process::Command",
    "process::exit",
    "TcpStream",
    "TcpListener",
    "UdpSocket",
    "ToSocketAddrs",
    "eprint",
    "println!",
    "set_hook",
    "io::pipe",
];

/// The files that use one, as SECURITY.md describes.
const USES: [(&str, &str); 14] = [
    ("crates/core/src/budget.rs", "Instant::now"),
    ("crates/core/src/budget/left.rs", "Instant::now"),
    ("crates/core/src/types/keyed.rs", "RandomState"),
    ("crates/files/src/lib.rs", ".canonicalize()"),
    ("crates/files/src/lib.rs", ".metadata()"),
    ("crates/files/src/lib.rs", "std::fs"),
    ("crates/files/src/resolved.rs", ".canonicalize()"),
    ("crates/files/src/resolved.rs", "std::fs"),
    ("crates/files/src/unix.rs", ".canonicalize()"),
    ("crates/files/src/unix.rs", "std::fs"),
    ("crates/puppet/src/catalog/open.rs", ".canonicalize()"),
    ("crates/terraform/src/folder.rs", ".metadata()"),
    ("crates/terraform/src/folder.rs", "std::fs"),
    ("src/ffi/mcl_language/wake.rs", "io::pipe"),
];

/// The hook is set in a separate module, which only the C library contains.
const HOOK: (&str, &str) = ("src/ffi/panics.rs", "set_hook");

#[test]
fn the_library_uses_no_resource_of_the_process_except_for_those_that_are_listed() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    for folder in fs::read_dir(root().join("crates")).expect("there are crates") {
        let folder = folder.expect("the folder is readable").path();
        let source = folder.join("src");
        if source.is_dir() && !folder.ends_with("cli") {
            sources(&source, &mut files);
        }
    }
    assert!(files.len() > 300, "{} sources", files.len());
    let mut found = Vec::new();
    for path in files {
        if path.ends_with("mcl/src/page.rs") {
            continue; // a test
        }
        let text = fs::read_to_string(&path).expect("a source is text");
        let name = path.strip_prefix(root()).expect("it is below the root");
        let name = name.to_string_lossy().into_owned();
        // Tests are at the end of a file.
        let code = text
            .split("\n#[cfg(test)]\nmod ")
            .next()
            .unwrap_or_default();
        for resource in RESOURCES {
            let mut lines = code.lines().map(str::trim_start);
            if lines.any(|line| line.contains(resource) && !line.starts_with("//")) {
                found.push((name.clone(), resource));
            }
        }
    }
    found.sort();
    let mut expected: Vec<_> = USES.iter().chain([&HOOK]).copied().collect();
    expected.sort_unstable();
    let found: Vec<_> = found
        .iter()
        .map(|(file, use_)| (file.as_str(), *use_))
        .collect();
    assert_eq!(found, expected);
}
