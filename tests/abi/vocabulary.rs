//! Names in the headers: one word for each concept, and one form of call for each ending.

use crate::c_support::root;
use serde_json::Value;
use std::fs;

/// Words that are never parts of names, each with the word that is used instead.
const WORDS: [(&str, &str); 13] = [
    ("arg", "argument"),
    ("args", "arguments"),
    ("attr", "attribute"),
    ("attrs", "attributes"),
    ("env", "environment"),
    ("equals", "equal"),
    ("expr", "expression"),
    ("exprs", "expressions"),
    ("func", "function"),
    ("msg", "message"),
    ("param", "parameter"),
    ("params", "parameters"),
    ("val", "value"),
];

fn headers() -> Vec<Value> {
    let model = fs::read_to_string(root().join("include/polycty.json")).expect("it is there");
    let model: Value = serde_json::from_str(&model).expect("it is JSON");
    model["headers"].as_array().expect("it is a list").clone()
}

fn list<'a>(object: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    object[key].as_array().into_iter().flatten()
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_default()
}

/// The names of a header: functions, callbacks, structs and handles with what they contain.
fn names(header: &Value) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    for (kind, parts) in [
        ("functions", "parameters"),
        ("callbacks", "parameters"),
        ("structs", "members"),
        ("handles", ""),
        ("enumerations", ""),
    ] {
        for one in list(header, kind) {
            let name = text(one, "name");
            found.push((name.to_owned(), name));
            for part in list(one, parts) {
                let own = text(part, "name");
                found.push((format!("{name}: {own}"), own));
            }
        }
    }
    found
}

#[test]
fn each_concept_has_one_word() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for header in headers() {
        for (place, name) in names(&header) {
            seen += 1;
            let mut words = name.split('_');
            if let Some((_, instead)) =
                words.find_map(|word| WORDS.iter().find(|(bad, _)| *bad == word))
            {
                wrong.push(format!("{place}: `{instead}` is the word"));
            }
        }
    }
    assert!(seen > 3000, "{seen} names only");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the ending of a function's name says about its call, if the call differs from it.
fn mismatch(function: &Value) -> Option<&'static str> {
    let (name, result) = (text(function, "name"), text(function, "result"));
    let parameters: Vec<&Value> = list(function, "parameters").collect();
    let ty = |at: usize| parameters.get(at).map_or("", |one| text(one, "type"));
    let fails = parameters
        .last()
        .is_some_and(|one| text(one, "type") == "pcty_error **" && text(one, "name") == "error");
    let ends = |ending: &str| name.ends_with(ending);
    // The code of an error is a status.
    if (result == "pcty_status") != (fails || name == "pcty_error_code") {
        return Some("a function that can fail returns a status and has an output `error`");
    }
    if ends("_count") && result != "size_t" {
        return Some("`_count` returns a size");
    }
    if ends("_free") && !(result == "void" && parameters.len() == 1) {
        return Some("`_free` takes one handle and returns nothing");
    }
    if ends("_clone") && !(parameters.len() == 1 && ty(0) == format!("const {result}")) {
        return Some("`_clone` returns a handle of the type that it takes");
    }
    if (ends("_equal") && !ends("_check_equal") || ends("_contains")) && result != "bool" {
        return Some("`_equal` and `_contains` return a bool");
    }
    if ends("_info") && !(result == "bool" || fails) {
        return Some("`_info` writes a struct and returns whether it did");
    }
    let reads_text = ty(0) == "pcty_str" || ty(0) == "const pcty_str *";
    if (ends("_parse") || ends("_from_json"))
        && !(fails && (reads_text || name == "pcty_hcl_spec_parse"))
    {
        return Some("`_parse` and `_from_json` read a text and can fail");
    }
    let inputs = parameters
        .iter()
        .filter(|one| text(one, "direction") == "in");
    if inputs.count() > 6 {
        return Some("a function has at most six parameters besides outputs");
    }
    None
}

#[test]
fn each_ending_has_one_form_of_call() {
    let headers = headers();
    let functions = headers.iter().flat_map(|header| list(header, "functions"));
    let wrong: Vec<String> = functions
        .filter_map(|one| Some(format!("{}: {}", text(one, "name"), mismatch(one)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A struct that a caller fills has its size as the first member, so that it can grow.
#[test]
fn structs_with_initial_values_begin_with_their_size() {
    let mut seen = 0;
    for header in headers() {
        for one in list(&header, "structs").filter(|one| !one["initializer"].is_null()) {
            let name = text(one, "name");
            let first = list(one, "members")
                .next()
                .map(|member| text(member, "name"));
            assert_eq!(first, Some("struct_size"), "{name}");
            seen += 1;
        }
        for one in list(&header, "structs").filter(|one| text(one, "name").ends_with("_options")) {
            assert!(!one["initializer"].is_null(), "{}", text(one, "name"));
        }
    }
    assert!(seen > 20, "{seen} structs only");
}
