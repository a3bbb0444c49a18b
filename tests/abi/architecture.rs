//! Does the page on the architecture name what is there?

use crate::c_support::root;
use std::fs;
use std::path::PathBuf;

/// What stands in backquotes on the page.
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
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("there is a page");
    let mut files = 0;
    for name in quoted(&page).filter(|name| name.ends_with(".rs")) {
        if let Some(file) = said_whole(name) {
            assert!(file.is_file(), "there is no {}", file.display());
            files += 1;
        }
    }
    assert!(files > 60, "the page names {files} files");
}

#[test]
fn it_names_every_crate() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("there is a page");
    for folder in fs::read_dir(root().join("crates")).expect("there are crates") {
        let folder = folder.expect("the folder is readable");
        if folder.path().join("Cargo.toml").is_file() {
            let name = folder.file_name();
            let is_named = quoted(&page).any(|quoted| *quoted == *name);
            assert!(is_named, "the page does not name {name:?}");
        }
    }
}
