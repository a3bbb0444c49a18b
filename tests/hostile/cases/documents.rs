//! Documents of data in YAML and JSON: values, the positions of parts, and checks against a type.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, repeated};
use crate::deadline;
use crate::expected::{always, limit_from};
use crate::host::{Answer, explain, make, text, timed};
use polycty::codec::document::{Document, Format};
use polycty::ffi::base::status::*;
use polycty::ffi::codecs::document::*;
use polycty::ffi::dialects::dialect::*;
use polycty::source::{Code, Error, Path, PathStep, Source};

/// The status of an error.
fn status(error: &Error) -> pcty_status {
    explain(error.message().chars().take(160).collect());
    match error.code() {
        Code::Limit => PCTY_ERROR_LIMIT,
        Code::Internal => PCTY_ERROR_INTERNAL,
        _ => PCTY_ERROR_DIAGNOSTICS,
    }
}

/// Reads a document, finds a part of it, and checks it against a type of each dialect that it is
/// not of, so that each element is an error with a position.
fn used(document: &str, format: pcty_data_format) -> Answer {
    if format == PCTY_DATA_YAML {
        drop(make(|out, error| {
            pcty_value_from_yaml(text(document), None, out, error)
        })?);
    }
    for (dialect, notation) in [
        (PCTY_DIALECT_HCL, "map(list(number))"),
        (PCTY_DIALECT_PUPPET, "Hash[String, Array[Integer]]"),
        (PCTY_DIALECT_PCL, "map(list(int))"),
        (PCTY_DIALECT_MCL, "map{str: []int}"),
    ] {
        drop(make(|out, error| {
            let (document, file, notation) = (text(document), text("a"), text(notation));
            pcty_document_check(document, file, notation, format, dialect, out, error)
        })?);
    }
    let parts = (0..1_000).map(|at: usize| {
        let steps = [PathStep::Attr("k".into()), PathStep::Index(at.into())];
        steps
            .into_iter()
            .fold(Path::new(), |path, step| path.then(step))
    });
    let parts: Vec<Path> = parts.collect();
    let parts: Vec<&Path> = parts.iter().collect();
    let format = match format {
        PCTY_DATA_YAML => Format::Yaml,
        _ => Format::Json,
    };
    let document = Document::new(Source::new("a", document), format);
    let found = timed(|| document.locate(&parts, &deadline::budget()));
    found.map(drop).map_err(|error| status(&error))
}

fn yaml(document: &str) -> Answer {
    used(document, PCTY_DATA_YAML)
}

fn json(document: &str) -> Answer {
    used(document, PCTY_DATA_JSON)
}

const YAML: &[Text] = &[
    ("keys", 1_000, |n| {
        numbered(|at| format!("k{at}: [x]"), "\n", n)
    }),
    ("colliding-keys", 500, |n| {
        numbered(|at| format!("{}: [x]", colliding(at)), "\n", n)
    }),
    ("elements", 1_000, |n| {
        format!("k: [{}]", repeated("é", ", ", n))
    }),
    ("entries-of-a-block", 1_000, |n| {
        format!("k:\n{}", repeated("- x", "\n", n))
    }),
    ("words", 2_000, |n| format!("k: {}", repeated("x", " ", n))),
    ("anchors", 500, |n| {
        numbered(|at| format!("a{at}: &a{at} [x]\nb{at}: *a{at}"), "\n", n)
    }),
    ("merge-keys", 500, |n| {
        let all = numbered(|at| format!("  b{at}: &b{at} {{x{at}: y}}"), "\n", n);
        let merged = numbered(|at| format!("*b{at}"), ", ", n);
        format!("b:\n{all}\nk:\n  <<: [{merged}]")
    }),
    ("complex-keys", 500, |n| repeated("? [a]\n: b", "\n", n)),
    ("block-texts", 500, |n| {
        numbered(|at| format!("k{at}: |\n  x\n"), "\n", n)
    }),
    ("tags", 500, |n| {
        format!("k: [{}]", repeated("!!str 1", ", ", n))
    }),
    ("numbers", 1_000, |n| {
        format!("k: [{}]", repeated("0x1F, 1e3, .5", ", ", n))
    }),
];

/// Documents that are larger than their text.
const GREEDY: &[Text] = &[
    ("doubling-aliases", 5, |n| {
        let doubled = |at: usize| format!("a{}: &a{} [*a{at}, *a{at}]", at + 1, at + 1);
        format!("a0: &a0 x\n{}\nk: *a{n}", numbered(doubled, "\n", n))
    }),
    ("doubling-merge-keys", 5, |n| {
        let doubled = |at: usize| {
            format!(
                "a{0}: &a{0} {{x{0}: *a{at}, y{0}: *a{at}, <<: *a{at}}}",
                at + 1
            )
        };
        format!("a0: &a0 {{x: y}}\n{}\nk: *a{n}", numbered(doubled, "\n", n))
    }),
    ("wide-aliases", 200, |n| {
        let wide = repeated("x", ", ", n);
        format!("a: &a [{wide}]\nk: [{}]", repeated("*a", ", ", n))
    }),
    ("wide-merges", 100, |n| {
        let wide = numbered(|at| format!("x{at}: y"), ", ", n);
        let all = numbered(|at| format!("k{at}: {{<<: *a}}"), "\n", n);
        format!("a: &a {{{wide}}}\n{all}")
    }),
    ("deep-sequences", 40, |n| {
        format!("k: {}", nested("[", "x", "]", n))
    }),
    ("deep-mappings", 40, |n| {
        format!("k: {}", nested("{a: ", "x", "}", n))
    }),
    ("deep-keys", 40, |n| {
        format!("k: {}", nested("{? [", "x", "] : y}", n))
    }),
];

const JSON: &[Text] = &[
    ("keys", 1_000, |n| {
        let all = numbered(|at| format!("\"k{at}\": [\"x\"]"), ", ", n);
        format!("{{{all}}}")
    }),
    ("colliding-keys", 500, |n| {
        let all = numbered(|at| format!("\"{}\": [\"x\"]", colliding(at)), ", ", n);
        format!("{{{all}}}")
    }),
    ("same-keys", 500, |n| {
        format!("{{{}}}", repeated("\"k\": [\"x\"]", ", ", n))
    }),
    ("elements", 1_000, |n| {
        format!("{{\"k\": [{}]}}", repeated("\"é\"", ", ", n))
    }),
    ("objects", 500, |n| {
        format!("{{\"k\": [{}]}}", repeated("{\"a\": {\"b\": []}}", ", ", n))
    }),
];

pub fn add(cases: &mut Cases) {
    cases
        .add_texts("documents/yaml", YAML, yaml)
        .except(always(PCTY_ERROR_SYNTAX), "complex-keys");
    cases
        .add_growing_texts("documents/yaml-greedy", Growth::Budgeted, GREEDY, yaml)
        .except(
            limit_from(4),
            "doubling-aliases doubling-merge-keys deep-sequences deep-mappings",
        )
        .except(limit_from(8), "wide-aliases wide-merges")
        .except(always(PCTY_ERROR_SYNTAX), "deep-keys");
    cases.add_texts("documents/json", JSON, json);
}
