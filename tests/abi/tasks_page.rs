//! The names in the documentation exist.

use crate::c_support::header::text;
use crate::c_support::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder whose names have one of the endings.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder is readable").path());
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if endings
            .iter()
            .any(|&ending| path.extension().is_some_and(|own| own == ending))
        {
            found.push(path);
        }
    }
    found
}

/// The names in a text, with the `?` and `!` that names of Ruby may end in, and without.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let with = text.split(|c: char| !c.is_alphanumeric() && !"_?!".contains(c));
    with.chain(text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|name| name.starts_with(|c: char| c.is_alphabetic()))
}

fn names_of(folder: &str, endings: &[&str]) -> BTreeSet<String> {
    let texts = files(&root().join(folder), endings);
    let texts = texts
        .iter()
        .map(|path| fs::read_to_string(path).expect("it is text"));
    texts
        .flat_map(|text| names(&text).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[test]
fn the_page_of_tasks_names_what_exists() {
    let page = read("docs/reference/tasks.md");
    let languages = [
        ("C", names_of("include", &["h"])),
        ("C++", names_of("include", &["hpp"])),
        ("Go", names_of("bindings/go", &["go"])),
        ("Ruby", names_of("bindings/ruby/lib", &["rb"])),
        ("Python", names_of("bindings/python/polycty", &["py"])),
    ];
    let mut missing = Vec::new();
    let mut looked_up = 0;
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let row = row.replace("\\|", "");
        let cells: Vec<&str> = row.trim_matches('|').split('|').skip(1).collect();
        assert_eq!(cells.len(), languages.len(), "{row}");
        for ((language, known), cell) in languages.iter().zip(cells) {
            for code in cell.split('`').skip(1).step_by(2) {
                for name in names(code) {
                    let name = match *language {
                        "C" if name != "diagnostics" => format!("pcty_{name}"),
                        _ => name.to_owned(),
                    };
                    looked_up += 1;
                    if !known.contains(&name) {
                        missing.push(format!("{language}: {name}"));
                    }
                }
            }
        }
    }
    assert!(missing.is_empty(), "docs/reference/tasks.md: {missing:#?}");
    assert!(looked_up > 600, "the page has {looked_up} names only");
}

/// Each type of handles is used by a function in a row.
#[test]
fn the_page_of_tasks_has_a_row_for_each_family() {
    let page = read("docs/reference/tasks.md");
    let model: serde_json::Value =
        serde_json::from_str(&read("include/polycty.json")).expect("it is JSON");
    let headers = model["headers"].as_array().expect("there are headers");
    let of = |key: &str| -> Vec<String> {
        let all = headers.iter().filter_map(|header| header[key].as_array());
        let all = all.flatten().filter_map(|one| one["name"].as_str());
        all.map(|name| name.replacen("pcty_", "", 1)).collect()
    };
    let in_rows: BTreeSet<&str> = page.split('`').skip(1).step_by(2).flat_map(names).collect();
    let (functions, handles) = (of("functions"), of("handles"));
    // A text, the argument of a callback and the state of an iteration are not tasks.
    let parts = ["string", "ruby"];
    let missing: Vec<&String> = handles
        .iter()
        .filter(|handle| !parts.contains(&handle.as_str()))
        .filter(|handle| {
            let prefix = format!("{handle}_");
            let mut of_handle = functions.iter().filter(|name| name.starts_with(&prefix));
            of_handle.clone().count() > 0 && !of_handle.any(|name| in_rows.contains(name.as_str()))
        })
        .collect();
    assert!(handles.len() > 60, "{} handles", handles.len());
    assert!(missing.is_empty(), "no row for {missing:?}");
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file is there")
}

/// `docs/renamed.md` has the old names.
#[test]
fn the_pages_name_functions_of_c_that_exist() {
    let header = text();
    let known: BTreeSet<&str> = names(&header).collect();
    let mut missing = Vec::new();
    for path in files(&root().join("docs"), &["md"]) {
        if path.ends_with("renamed.md") {
            continue;
        }
        let page = fs::read_to_string(&path).expect("it is text");
        for name in names(&page).filter(|name| name.starts_with("pcty_")) {
            // A name that ends in an underscore is a prefix of several names.
            let exists = known.contains(name)
                || name.ends_with('_') && known.iter().any(|known| known.starts_with(name));
            if !exists {
                missing.push(format!("{}: {name}", path.display()));
            }
        }
    }
    missing.dedup();
    assert!(missing.is_empty(), "{missing:#?}");
}
