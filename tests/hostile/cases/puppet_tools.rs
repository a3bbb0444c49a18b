//! Puppet's tools: references of modules, outlines, comparison of catalogs, and hierarchies of data.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::deadline;
use crate::host::{Answer, explain, timed};
use polycty::dialect::puppet::catalog::{Catalog, JsonOptions};
use polycty::dialect::puppet::hiera::{Explain, Hiera, MemoryFiles, Query, lookup};
use polycty::dialect::puppet::outline::Outline;
use polycty::dialect::puppet::strings::Reference;
use polycty::dialect::puppet::syntax::{Notation, parse_program};
use polycty::dialect::puppet::{Environment, Prepared, Strict, read_json};
use polycty::ffi::base::status::*;
use polycty::source::{Code, Error, Source};
use polycty::values::Value;

/// The status of an error.
fn status(error: Error) -> pcty_status {
    explain(error.message().chars().take(160).collect());
    match error.code() {
        Code::Limit => PCTY_ERROR_LIMIT,
        Code::Internal => PCTY_ERROR_INTERNAL,
        _ => PCTY_ERROR_DIAGNOSTICS,
    }
}

/// Writes the reference and the outline of a manifest.
fn described(manifest: &str) -> Answer {
    let source = Source::new("a.pp", manifest);
    let program = timed(|| parse_program(source, Notation::Manifest, &deadline::budget()));
    let program = program.map_err(status)?;
    timed(|| {
        let mut reference = Reference::new();
        reference.add(&program);
        (reference.warnings().len(), reference.to_markdown())
    });
    let outline = timed(|| Outline::of(&program));
    timed(|| outline.to_json(&program, &[], &deadline::budget())).map_err(status)?;
    Ok(())
}

const MANIFESTS: &[Text] = &[
    ("classes", 500, |n| {
        numbered(
            |at| format!("# @summary Text.\n# @param p Text.\nclass c{at}($p = 1) {{ }}"),
            "\n",
            n,
        )
    }),
    ("parameters", 1_000, |n| {
        let tags = numbered(|at| format!("# @param p{at} Text."), "\n", n);
        let all = numbered(|at| format!("String $p{at} = 'x'"), ", ", n);
        format!("{tags}\nclass c({all}) {{ }}")
    }),
    ("tags-of-no-parameter", 1_000, |n| {
        let tags = numbered(|at| format!("# @param p{at} Text."), "\n", n);
        format!("{tags}\nclass c() {{ }}")
    }),
    ("same-tags", 1_000, |n| {
        format!(
            "{}\nclass c($p) {{ }}",
            repeated("# @param p\n#   Text.", "\n", n)
        )
    }),
    ("options", 500, |n| {
        let tags = numbered(|at| format!("# @option p [String] :o{at} Text."), "\n", n);
        format!("# @param p Text.\n{tags}\nfunction f($p) {{ }}")
    }),
    ("examples", 500, |n| {
        format!(
            "{}\nclass c() {{ }}",
            repeated("# @example One\n#   ```code", "\n", n)
        )
    }),
    ("backquotes", 2_000, |n| {
        format!("# @example\n#   {}\nclass c() {{ }}", "`".repeat(n))
    }),
    ("long-comment", 2_000, |n| {
        format!("{}class c() {{ }}", "# é\n".repeat(n))
    }),
    ("nested-classes", 20, |n| nested("class c { ", "", " }", n)),
    ("resources", 500, |n| {
        numbered(
            |at| format!("file {{ '/f{at}': ensure => file, mode => '0644' }}"),
            "\n",
            n,
        )
    }),
    ("calls", 1_000, |n| {
        repeated("notice($a, \"${b}\")", "\n", n)
    }),
    ("methods", 20, |n| format!("$a{}", ".lest".repeat(n))),
    ("variables", 1_000, |n| {
        numbered(|at| format!("$v{at} = $v{at}"), "\n", n)
    }),
];

/// The texts of a chain of relationships contain each other.
const CHAINS: &[Text] = &[("relationships", 100, |n| {
    repeated("File['/a']", " -> ", n + 1)
})];

/// A catalog in JSON.
fn catalog(resources: &str) -> String {
    format!(
        "{{\"name\": \"n\", \"version\": 1, \"environment\": \"e\", \"resources\": [{resources}], \"edges\": [], \"classes\": []}}"
    )
}

/// Reads a catalog, compares it with one without resources and with one that differs, and writes all
/// of them.
fn compared(text: &str) -> Answer {
    let read = |text: &str| Catalog::from_json(text, &deadline::budget()).map_err(status);
    let new = timed(|| read(text))?;
    let other = text.replace("\"x\"", "\"y\"");
    for old in [catalog(""), other] {
        let old = timed(|| read(&old))?;
        let diff = timed(|| old.diff(&new, &deadline::budget())).map_err(status)?;
        timed(|| (diff.to_text(), diff.to_json()));
    }
    timed(|| new.to_json(&JsonOptions::default(), &deadline::budget())).map_err(status)?;
    Ok(())
}

const CATALOGS: &[Text] = &[
    ("resources", 500, |n| {
        catalog(&numbered(
            |at| {
                format!(
                    "{{\"type\": \"File\", \"title\": \"/f{at}\", \"tags\": [\"a\"], \"file\": \"/m.pp\", \"line\": {at}, \"exported\": false, \"parameters\": {{\"mode\": \"x\"}}}}"
                )
            },
            ", ",
            n,
        ))
    }),
    ("same-resources", 500, |n| {
        catalog(&repeated(
            "{\"type\": \"File\", \"title\": \"/f\", \"parameters\": {\"mode\": \"x\"}}",
            ", ",
            n,
        ))
    }),
    ("parameters", 1_000, |n| {
        let all = numbered(|at| format!("\"p{at}\": \"x\""), ", ", n);
        catalog(&format!(
            "{{\"type\": \"File\", \"title\": \"/f\", \"parameters\": {{{all}}}}}"
        ))
    }),
    ("colliding-parameters", 500, |n| {
        let all = numbered(|at| format!("\"{}\": \"x\"", colliding(at)), ", ", n);
        catalog(&format!(
            "{{\"type\": \"File\", \"title\": \"/f\", \"parameters\": {{{all}}}}}"
        ))
    }),
    ("long-array", 2_000, |n| {
        let all = repeated("\"x\"", ", ", n);
        catalog(&format!(
            "{{\"type\": \"File\", \"title\": \"/f\", \"parameters\": {{\"p\": [{all}]}}}}"
        ))
    }),
    ("rich-data", 500, |n| {
        let all = repeated("{\"__ptype\": \"Sensitive\", \"__pvalue\": \"x\"}", ", ", n);
        catalog(&format!(
            "{{\"type\": \"File\", \"title\": \"/f\", \"parameters\": {{\"p\": [{all}]}}}}"
        ))
    }),
    ("types-and-patterns", 300, |n| {
        let all = repeated(
            "{\"__ptype\": \"Regexp\", \"__pvalue\": \"x\"}, {\"__ptype\": \"SemVer\", \"__pvalue\": \"1.0.0\"}",
            ", ",
            n,
        );
        catalog(&format!(
            "{{\"type\": \"File\", \"title\": \"/f\", \"parameters\": {{\"p\": [{all}]}}}}"
        ))
    }),
    ("deep-value", 12, |n| {
        let all = nested("[", "\"x\"", "]", n);
        catalog(&format!(
            "{{\"type\": \"File\", \"title\": \"/f\", \"parameters\": {{\"p\": {all}}}}}"
        ))
    }),
];

/// Files of an environment, and the key `k` that is looked up.
type Tree = (&'static str, usize, fn(usize) -> Vec<(String, String)>);

fn file(path: impl Into<String>, text: impl Into<String>) -> (String, String) {
    (path.into(), text.into())
}

fn hierarchy(entries: &str) -> (String, String) {
    file(
        "/e/hiera.yaml",
        format!("version: 5\nhierarchy: [{entries}]\n"),
    )
}

/// Looks up the key `k` in each way of merging, with an explanation.
fn looked_up(files: &[(String, String)]) -> Answer {
    for merge in ["first", "unique", "hash", "deep"] {
        let facts = "{\"a\": \"b\", \"list\": [\"x\", \"y\", \"z\"], \"many\": {\"l\": [1, 2, 3]}}";
        let facts = read_json(facts).map_err(status)?;
        let files = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()));
        let environment = Environment::new()
            .hiera(Hiera::new(MemoryFiles::new(files)).environment("e", "/e"))
            .variable("facts", facts)
            .map_err(status)?;
        let budget = deadline::budget();
        let program = Prepared::manifest(Source::new("", ""), Strict::Error, &budget);
        let program = program.map_err(status)?;
        let query = Query {
            names: vec!["k".to_owned()],
            merge: Some(Value::string(merge)),
            explain: Explain::Data,
            ..Query::default()
        };
        let answer = timed(|| lookup(&program, &query, &environment, &budget));
        drop(answer.explanation);
        match answer.value {
            // A merge of scalars is an error of the case's document.
            Err(error) if error.code().is_refusal() => return Err(status(error)),
            _ => {}
        }
    }
    Ok(())
}

const HIERARCHIES: &[Tree] = &[
    ("levels", 100, |n| {
        let all = numbered(|at| format!("{{name: l{at}, path: f{at}.yaml}}"), ", ", n);
        let mut files = vec![hierarchy(&all)];
        files.extend((0..n).map(|at| {
            file(
                format!("/e/data/f{at}.yaml"),
                format!("k: {{a{at}: [{at}]}}"),
            )
        }));
        files
    }),
    ("paths", 200, |n| {
        let all = numbered(|at| format!("\"f{at}-%{{facts.a}}.yaml\""), ", ", n);
        vec![
            hierarchy(&format!("{{name: a, paths: [{all}]}}")),
            file("/e/data/f0-b.yaml", "k: [1]"),
        ]
    }),
    ("globs", 100, |n| {
        let mut files = vec![hierarchy(
            "{name: a, glob: '**/*.yaml'}, {name: b, glob: '{f,g}*[0-9].yaml'}",
        )];
        files.extend((0..n).map(|at| {
            file(
                format!("/e/data/d{at}/f{at}.yaml"),
                format!("k: {{a{at}: [{at}]}}"),
            )
        }));
        files
    }),
    ("missing-levels", 4_000, |n| {
        let all = numbered(|at| format!("{{name: l{at}, path: f{at}.yaml}}"), ", ", n);
        vec![hierarchy(&all)]
    }),
    ("mapped-paths", 100, |n| {
        let all = numbered(
            |at| format!("{{name: l{at}, mapped_paths: [facts.list, x, \"%{{x}}-{at}.yaml\"]}}"),
            ", ",
            n,
        );
        vec![hierarchy(&all), file("/e/data/x-0.yaml", "k: [1]")]
    }),
    ("stars-of-a-glob", 3, |n| {
        let stars = "*a".repeat(n);
        vec![
            hierarchy(&format!("{{name: a, glob: '{stars}b.yaml'}}")),
            file(format!("/e/data/{}.yaml", "a".repeat(n * 10)), "k: [1]"),
        ]
    }),
    ("default-hierarchy", 100, |n| {
        let all = numbered(|at| format!("{{name: l{at}, path: f{at}.yaml}}"), ", ", n);
        vec![file(
            "/e/hiera.yaml",
            format!("version: 5\ndefaults: {{data_hash: yaml_data}}\nhierarchy: [{all}]\n"),
        )]
    }),
];

pub fn add(cases: &mut Cases) {
    cases.add_texts("puppet/tools", MANIFESTS, described);
    cases.add_growing_texts("puppet/tools", Growth::Square, CHAINS, described);
    cases.add_texts("puppet/compared", CATALOGS, compared);
    for &(name, n, make) in HIERARCHIES {
        let prepare = move |n| {
            let files = make(n).into_boxed_slice();
            ready(move || looked_up(&files))
        };
        // Each level adds to the merged value.
        let growth = match name {
            "levels" | "globs" => Growth::Square,
            _ => Growth::Linear,
        };
        cases.add_growing(format!("puppet/hierarchy/{name}"), n, growth, prepare);
    }
}
