//! Positions of the parts of documents.

use super::{Document, Format, locate};
use crate::calls::Budget;
use crate::source::{Code, Error, Path, PathStep, Reporter, Source};

fn path(steps: &[&str]) -> Path {
    let step = |text: &&str| match text.parse::<usize>() {
        Ok(at) => PathStep::Index(at.into()),
        Err(_) => PathStep::Attr((*text).into()),
    };
    steps.iter().map(step).collect()
}

/// The name and the text of each part, with `=` for the part itself and `in` for a part around it.
fn parts(text: &str, format: Format, steps: &[&[&str]]) -> Vec<String> {
    let paths: Vec<Path> = steps.iter().map(|steps| path(steps)).collect();
    let paths: Vec<&Path> = paths.iter().collect();
    let found = locate(text, format, &paths, &Budget::standard()).unwrap();
    let line = |one: &super::PartSpan| {
        let key = one.key.map_or("", |key| key.slice(text));
        let sign = if one.is_exact { "=" } else { "in" };
        format!("{key} {sign} {}", one.value.slice(text))
    };
    found.iter().map(line).collect()
}

#[test]
fn parts_of_json() {
    let text = r#" {"a": [1, {"b": [ ], "c": "x"}], "é": 2, "a": [0, {"b": {} }], "n": null} "#;
    assert_eq!(
        parts(
            text,
            Format::Json,
            &[
                &["a", "1", "b"],
                &["a", "0"],
                &["a", "1", "b", "d"],
                &["a", "7"],
                &["e\u{301}"],
                &["é"],
                &["n"],
                &["z"],
                &[],
            ]
        ),
        [
            r#""b" = {}"#,
            " = 0",
            " in {}",
            r#" in [0, {"b": {} }]"#,
            &format!(" in {}", text.trim()),
            r#""é" = 2"#,
            r#""n" = null"#,
            &format!(" in {}", text.trim()),
            &format!(" = {}", text.trim()),
        ]
    );
    assert_eq!(parts("1", Format::Json, &[&[], &["a"]]), [" = 1", " in 1"]);
}

#[test]
fn parts_of_yaml() {
    let text = "\u{feff}# c\na: &x\n- 1\n- b: |\n    text\n\n  'c d':\n    e: [x, {f: y }]  # c\n\
                ? [k, {l: m}]\n: n\nz: *x\no:\n  p: { <<: *x }\n";
    assert_eq!(
        parts(
            text,
            Format::Yaml,
            &[
                &["a", "0"],
                &["a", "1", "b"],
                &["a", "1", "c d", "e", "1", "f"],
                &["a", "1", "c d", "e"],
                &["a", "1", "c d"],
                &["z"],
                &["z", "0"],
                &["o"],
                &["o", "p", "q"],
                &["a"],
            ]
        ),
        [
            " = 1",
            "b = |\n    text",
            "f = y",
            "e = [x, {f: y }]",
            "'c d' = e: [x, {f: y }]",
            "z = *x",
            " in *x",
            "o = p: { <<: *x }",
            " in { <<: *x }",
            "a = &x\n- 1\n- b: |\n    text\n\n  'c d':\n    e: [x, {f: y }]",
        ]
    );
    assert_eq!(parts("", Format::Yaml, &[&[]]), [" in "]);
    assert_eq!(parts("- a\n-\n", Format::Yaml, &[&["1"]]), [" = "]);
}

#[test]
fn errors_get_the_range_of_their_part() {
    let text = "server:\n  port: many\n";
    let document = Document::new(Source::new("s.yaml", text), Format::of_file("s.yaml"));
    let error =
        Error::new(Code::Conversion, "a number is required").with_path(path(&["server", "port"]));
    let errors = document
        .at_parts(vec![error], Reporter::Hcl, &Budget::standard())
        .unwrap();
    let found = errors[0].diagnostics();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].subject.unwrap().to_string(), "2,9-13");
    assert_eq!(found[0].detail, ".server.port: a number is required.");
    assert_eq!(found[0].id(), "hcl.unsuitable-part-of-a-value");
}

#[test]
fn syntax_errors_have_a_diagnostic() {
    let of = |text: &str, name: &str| {
        let document = Document::new(Source::new(name, text), Format::of_file(name));
        let error = document.value(&Budget::standard()).unwrap_err();
        let first = &error.diagnostics()[0];
        format!("{}: {}", first.subject.unwrap(), first.detail)
    };
    assert_eq!(
        of("{\"a\":\n 1,}", "x.json"),
        "2,4-4: Invalid character '}' looking for beginning of object key string."
    );
    assert_eq!(
        of("a: 1\nb: [\n", "x.yml"),
        "3,1-1: Did not find expected node content."
    );
    assert_eq!(
        of("a: 1\nb: 2\na: 3\n", "x.YAML"),
        "3,1-1: Duplicate key \"a\"."
    );
}

#[test]
fn a_search_is_charged() {
    let wide = format!("[{}]", "1,".repeat(4000) + "1");
    let few = Budget::new().limit_steps(100);
    for format in [Format::Json, Format::Yaml] {
        let whole = Path::new();
        let error = locate(&wide, format, &[&whole], &few).unwrap_err();
        assert!(error.code().is_refusal());
    }
}

#[test]
fn nesting_is_limited() {
    let deep = "[".repeat(100_000);
    let steps: Path = (0..2000).map(|_| PathStep::Index(0.into())).collect();
    for format in [Format::Json, Format::Yaml] {
        let error = locate(&deep, format, &[&steps], &Budget::standard()).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
    }
}
