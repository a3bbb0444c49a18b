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
fn a_merge_key_and_a_collection_have_no_name() {
    let text = "a: &a {x: 1}\nb:\n  \"<<\": q\n  <<: *a\n  x: 2\nc:\n  \"\": e\n  ? [k]\n  : v\n  ? {k: l}\n  : v\nd:\n  <<: [*a, {y: 3}]\n  z: 4\n";
    let paths: &[&[&str]] = &[
        &["b", "<<"],
        &["b", "x"],
        &["c", ""],
        &["d", "y"],
        &["d", "z"],
        &["d", "<<", "1"],
    ];
    let whole = "<<: [*a, {y: 3}]\n  z: 4";
    assert_eq!(
        parts(text, Format::Yaml, paths),
        [
            "\"<<\" = q",
            "x = 2",
            "\"\" = e",
            &format!(" in {whole}"),
            "z = 4",
            &format!(" in {whole}"),
        ]
    );
    let tagged = "!!str <<: {x: 1}\n";
    assert_eq!(parts(tagged, Format::Yaml, &[&["<<", "x"]]), ["x = 1"]);
}

#[test]
fn a_text_has_one_document() {
    let whole = Path::new();
    for (text, format) in [
        ("a: 1\n---\nb: 2\n", Format::Yaml),
        ("a: 1\n...\nb: 2\n", Format::Yaml),
        ("{\"a\": 1} 2", Format::Json),
        ("1 []", Format::Json),
    ] {
        let error = locate(text, format, &[&whole], &Budget::standard()).unwrap_err();
        assert_eq!(error.code(), Code::Syntax, "{text}");
    }
    // Puppet uses the first document; its errors have positions.
    let document = Document::new(
        Source::new("s.yaml", "---\na: x\n---\nb: 2\n"),
        Format::Yaml,
    );
    let error = Error::new(Code::Conversion, "a number is required").with_path(path(&["a"]));
    let errors = document
        .at_parts(vec![error], Reporter::Puppet, &Budget::standard())
        .unwrap();
    let subject = errors[0].diagnostics()[0].subject.unwrap();
    assert_eq!(subject.to_string(), "2,4-5");
}

#[test]
fn paths_through_repeated_names_are_charged() {
    let text = format!("{{{}\"a\": []}}", "\"a\": [],".repeat(3_000));
    let paths: Vec<Path> = (0..3_000).map(|at| path(&["a", &at.to_string()])).collect();
    let paths: Vec<&Path> = paths.iter().collect();
    let few = Budget::new().limit_steps(1_000_000);
    let error = locate(&text, Format::Json, &paths, &few).unwrap_err();
    assert!(error.code().is_refusal());
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
