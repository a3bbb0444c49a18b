//! License files of the published packages: each has those of the repository.

use crate::c_support::root;
use std::fs;
use std::path::PathBuf;

/// The folders of the packages that are published apart from the repository.
fn packages() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("there are crates");
    let crates = crates.map(|entry| entry.expect("the folder is readable").path());
    let mut packages: Vec<PathBuf> = crates.filter(|path| path.is_dir()).collect();
    packages.extend(["go", "python", "ruby"].map(|name| root().join("bindings").join(name)));
    packages
}

#[test]
fn every_package_has_the_license_files() {
    let packages = packages();
    assert!(packages.len() > 10, "{packages:?}");
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let expected = fs::read(root().join(name)).expect("the repository has it");
        for package in &packages {
            let found = fs::read(package.join(name)).unwrap_or_default();
            assert!(
                found == expected,
                "{} differs",
                package.join(name).display()
            );
        }
    }
}

// Archives of a Go module leave out symbolic links; those of a gem and a wheel keep them without their
// target.
#[test]
fn the_bindings_have_copies() {
    for package in ["bindings/go", "bindings/python", "bindings/ruby"] {
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let file = root().join(package).join(name);
            let kind = fs::symlink_metadata(&file).expect("it exists").file_type();
            assert!(kind.is_file(), "{} is not a file", file.display());
        }
    }
}
