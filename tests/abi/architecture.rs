//! Does the page on the architecture name what is there?

use crate::c_support::root;
use std::fs;

/// What stands in backquotes on the page.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

#[test]
fn every_file_that_it_names_is_there() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("there is a page");
    let source = root().join("src");
    let mut files = 0;
    for name in quoted(&page).filter(|name| name.ends_with(".rs")) {
        let room = name.split('/').next().unwrap_or_default();
        // Others are said from where the sentence stands.
        if name.contains('/') && source.join(room).join("Cargo.toml").is_file() {
            assert!(source.join(name).is_file(), "there is no src/{name}");
            files += 1;
        }
    }
    assert!(files > 50, "the page names {files} files");
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
