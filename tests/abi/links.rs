//! The links between the pages lead to files and headings, and the index lists every page.

use crate::c_support::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The pages of the documentation and of the root.
fn pages() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = ["README", "CHANGELOG", "SECURITY", "CONTRIBUTING"]
        .map(|name| root().join(name).with_extension("md"))
        .into();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    found
}

/// The lines of a page that are not code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    page.lines().filter(move |line| {
        let fence = line.starts_with("```");
        inside = inside != fence;
        !inside && !fence
    })
}

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    kept.collect()
}

fn anchors(page: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(page).expect("a page is text");
    prose(&text)
        .filter(|line| line.starts_with('#'))
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect()
}

/// The targets of the links of a page, without those to other sites.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        for rest in line.split("](").skip(1) {
            let target = rest.split(')').next().unwrap_or_default();
            if !target.contains("://") {
                found.push(target.to_owned());
            }
        }
    }
    found
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page is text");
        for target in targets(&text) {
            let (path, heading) = target.split_once('#').unwrap_or((&target, ""));
            let file = match path {
                "" => page.clone(),
                path => page.parent().expect("a page is in a folder").join(path),
            };
            let known = file.exists() && (heading.is_empty() || anchors(&file).contains(heading));
            if !known {
                wrong.push(format!("{}: {target}", page.display()));
            }
            links += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(links > 200, "{links} links");
}

#[test]
fn the_index_lists_every_page() {
    let docs = root().join("docs");
    let index = fs::read_to_string(docs.join("README.md")).expect("there is an index");
    let listed: BTreeSet<PathBuf> = targets(&index).iter().map(|path| docs.join(path)).collect();
    for page in pages() {
        let is_listed = listed.contains(&page) || page == docs.join("README.md");
        assert!(is_listed || !page.starts_with(&docs), "{}", page.display());
    }
}
