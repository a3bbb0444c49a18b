//! The functions that a binding calls, and the list of those that it does not call.
//!
//! `bindings/unreached` gives the reason for each function of the C ABI that the sources of a
//! binding do not name. Declarations that are generated for every function do not count.

use crate::c_support::root;
use crate::model::model;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A binding: its name, the folders of its sources, and what marks a line as a comment.
struct Binding {
    name: &'static str,
    folders: &'static [&'static str],
    endings: &'static [&'static str],
    comment: &'static str,
}

const BINDINGS: [Binding; 4] = [
    Binding {
        name: "cpp",
        folders: &["include/polycty", "include/polycty/detail"],
        endings: &[".hpp"],
        comment: "//",
    },
    Binding {
        name: "go",
        folders: &["bindings/go"],
        endings: &[".go", ".h", ".c"],
        comment: "//",
    },
    Binding {
        name: "python",
        folders: &["bindings/python/polycty", "bindings/python/src"],
        endings: &[".py", ".c", ".h"],
        comment: "#",
    },
    Binding {
        name: "ruby",
        folders: &["bindings/ruby/lib"],
        endings: &[".rb"],
        comment: "#",
    },
];

/// The names of all functions, without `pcty_`.
fn functions() -> BTreeSet<String> {
    let model = model();
    let headers = model["headers"].as_array().expect("there are headers");
    let all = headers
        .iter()
        .filter_map(|header| header["functions"].as_array());
    let names = all.flatten().filter_map(|one| one["name"].as_str());
    names
        .map(|name| name.trim_start_matches("pcty_").to_owned())
        .collect()
}

/// The sources of a binding, without tests and declarations for every function.
fn sources(binding: &Binding, folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the folder is readable").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if matches!(binding.name, "python" | "ruby") {
                sources(binding, &path, found);
            }
        } else if binding.endings.iter().any(|ending| name.ends_with(ending))
            && !name.ends_with("_test.go")
            && name != "declarations.rb"
        {
            found.push(path);
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The functions that a source names. Python names them without `pcty_`, as functions of the module
/// `_native`. Ruby completes some names when it runs: of
/// `pcty_type_#{name}` it calls those whose last part is a word of the same file.
fn named(text: &str, comment: &str, all: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with(comment))
        .flat_map(|line| [line, "\n"])
        .collect();
    let words: BTreeSet<&str> = code.split(|c| !is_word(c)).collect();
    for word in &words {
        found.extend(
            word.strip_prefix("pcty_")
                .filter(|name| all.contains(*name))
                .map(str::to_owned),
        );
    }
    for (at, module) in code.match_indices("_native.") {
        let rest = &code[at + module.len()..];
        let name = rest.split(|c| !is_word(c)).next().unwrap_or_default();
        found.extend(all.get(name).cloned());
    }
    for (at, _) in code.match_indices("#{") {
        let start = code[..at]
            .rfind(|c| !is_word(c))
            .map_or(0, |before| before + 1);
        let Some(prefix) = code[start..at].strip_prefix("pcty_") else {
            continue;
        };
        let rest = code[at..].split_once('}').map_or("", |(_, rest)| rest);
        let suffix = rest.split(|c| !is_word(c)).next().unwrap_or_default();
        let completed = all.iter().filter(|name| {
            let part = name
                .strip_prefix(prefix)
                .and_then(|part| part.strip_suffix(suffix));
            part.is_some_and(|part| words.contains(part))
        });
        found.extend(completed.cloned());
    }
}

/// The functions that each binding does not reach, by the list.
fn listed(all: &BTreeSet<String>) -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("bindings/unreached")).expect("the list is there");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut bindings: Vec<&str> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        if !line.starts_with(' ') {
            let (names, reason) = line.split_once(": ").expect("a paragraph has a reason");
            assert!(reason.ends_with('.'), "a reason is a sentence: {line}");
            bindings = names.split(' ').collect();
            continue;
        }
        for pattern in line.split_whitespace() {
            let matched: Vec<&String> = match pattern.strip_suffix('*') {
                Some(prefix) => all.iter().filter(|name| name.starts_with(prefix)).collect(),
                None => all.get(pattern).into_iter().collect(),
            };
            assert!(!matched.is_empty(), "there is no function pcty_{pattern}");
            for binding in &bindings {
                let set = found.entry((*binding).to_owned()).or_default();
                for name in &matched {
                    assert!(
                        set.insert((*name).clone()),
                        "{binding}: {name} is listed twice"
                    );
                }
            }
        }
    }
    found
}

#[test]
fn every_function_is_called_by_each_binding_or_listed_with_a_reason() {
    let all = functions();
    let listed = listed(&all);
    assert_eq!(
        listed.len(),
        BINDINGS.len(),
        "the list names another binding"
    );
    let mut faults = Vec::new();
    for binding in &BINDINGS {
        let mut files = Vec::new();
        for folder in binding.folders {
            sources(binding, &root().join(folder), &mut files);
        }
        assert!(files.len() > 10);
        let mut called = BTreeSet::new();
        for file in files {
            let text = fs::read_to_string(file).expect("it is text");
            named(&text, binding.comment, &all, &mut called);
        }
        let unreached = &listed[binding.name];
        for name in &all {
            match (called.contains(name), unreached.contains(name)) {
                (false, false) => {
                    faults.push(format!("{}: pcty_{name} is not called", binding.name))
                }
                (true, true) => faults.push(format!("{}: pcty_{name} is called", binding.name)),
                _ => {}
            }
        }
    }
    assert!(
        faults.is_empty(),
        "bindings/unreached is not right:\n{}",
        faults.join("\n")
    );
}

#[test]
fn names_of_the_native_module_of_python_are_found() {
    let all: BTreeSet<String> = ["type_any", "type_none"].map(str::to_owned).into();
    let mut found = BTreeSet::new();
    named(
        "# _native.type_none()\n_native.type_any()\n",
        "#",
        &all,
        &mut found,
    );
    assert_eq!(found, BTreeSet::from(["type_any".to_owned()]));
}

#[test]
fn names_that_ruby_completes_are_found() {
    let all: BTreeSet<String> = ["type_any", "type_none", "type_set", "value_set_of"]
        .map(str::to_owned)
        .into();
    let mut found = BTreeSet::new();
    let text = "# pcty_type_any\n%i[none set].each { |name| call(\"pcty_value_#{name}_of\") }\n";
    named(text, "#", &all, &mut found);
    assert_eq!(found, BTreeSet::from(["value_set_of".to_owned()]));
}
