//! Does the page on the architecture name what is there?

use crate::c_support::root;
use std::fs;
use std::path::PathBuf;

/// What stands in backquotes on the page.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

/// The file of a name that is said from the root or from `src`. Others are said from where the
/// sentence stands.
fn said_whole(name: &str) -> Option<PathBuf> {
    let (room, _) = name.split_once('/')?;
    if room == "src" || room == "tests" {
        return Some(root().join(name));
    }
    let source = root().join("src");
    source.join(room).is_dir().then(|| source.join(name))
}

#[test]
fn names_are_read_from_where_they_begin() {
    let named = ["ffi/x.rs", "src/ffi/x.rs", "tests/x.rs", "core/x.rs"];
    for name in named {
        let file = said_whole(name).expect("it is said whole");
        assert!(file.ends_with(name) && !file.is_file());
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
    for folder in fs::read_dir(root().join("src")).expect("there are crates") {
        let folder = folder.expect("the folder is readable");
        if folder.path().join("Cargo.toml").is_file() {
            let name = folder.file_name();
            let is_named = quoted(&page).any(|quoted| *quoted == *name);
            assert!(is_named, "the page does not name {name:?}");
        }
    }
}
