//! Puppet's Hiera: documents of data, merges, interpolations and hierarchies.
//!
//! A case is a document that two entries of a hierarchy read. The key `k` is looked up in it, with
//! an explanation.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, repeated};
use crate::deadline;
use crate::expected::{OK, always, limit_from};
use crate::host::{Answer, explain, timed};
use polycty::dialect::puppet::hiera::{Explain, Hiera, MemoryFiles, Query, lookup};
use polycty::dialect::puppet::{Environment, Prepared, Strict, format_redacted, read_json};
use polycty::ffi::base::status::*;
use polycty::source::{Code, Error, Source};

/// A configuration with two entries.
const CONFIGURATION: &str =
    "version: 5\nhierarchy:\n  - {name: a, path: a.yaml}\n  - {name: b, path: b.yaml}\n";

/// Options that merge deeply.
const DEEP: &str = "lookup_options: {k: {merge: {strategy: deep, knockout_prefix: '--'}}}\n";

/// Documents whose work grows with their text.
const DOCUMENTS: &[Text] = &[
    ("keys", 2_000, |n| {
        format!("k: 1\n{}", numbered(|at| format!("k{at}: {at}"), "\n", n))
    }),
    ("colliding-keys", 1_000, |n| {
        format!(
            "k: 1\n{}",
            numbered(|at| format!("{}: 1", colliding(at)), "\n", n)
        )
    }),
    ("elements", 2_000, |n| {
        format!("k: [{}]", repeated("x", ", ", n))
    }),
    ("entries-of-a-block", 2_000, |n| {
        format!("k:\n{}", repeated("- x", "\n", n))
    }),
    ("words", 2_000, |n| format!("k: {}", repeated("x", " ", n))),
    ("lines", 2_000, |n| {
        format!("k:\n{}", repeated("  x", "\n", n))
    }),
    ("escapes", 2_000, |n| {
        format!("k: \"{}\"", "\\u00e9".repeat(n))
    }),
    ("comments", 2_000, |n| {
        format!("{}\nk: 1", repeated("# c", "\n", n))
    }),
    ("anchors", 1_000, |n| {
        let all = numbered(|at| format!("a{at}: &a{at} {at}\nb{at}: *a{at}"), "\n", n);
        format!("k: 1\n{all}")
    }),
    ("merge-keys", 1_000, |n| {
        format!("b: &b {{x: 1}}\nk:\n{}", repeated("  <<: *b", "\n", n))
    }),
    ("documents", 1_000, |n| {
        format!("k: 1\n{}", repeated("---\nk: 2", "\n", n))
    }),
    ("wide-merge", 500, |n| {
        format!(
            "{DEEP}k:\n{}",
            numbered(|at| format!("  k{at}: [{at}, x]"), "\n", n)
        )
    }),
    ("wide-array-merge", 500, |n| {
        format!("{DEEP}k: [{}]", numbered(|at| at.to_string(), ", ", n))
    }),
    ("wide-unique-merge", 500, |n| {
        let all = numbered(|at| format!("[{at}]"), ", ", n);
        format!("lookup_options: {{k: {{merge: unique}}}}\nk: [{all}]")
    }),
    ("wide-hash-merge", 500, |n| {
        let all = numbered(|at| format!("  k{at}: 1"), "\n", n);
        format!("lookup_options: {{k: {{merge: hash}}}}\nk:\n{all}")
    }),
    ("patterns-of-options", 200, |n| {
        let all = numbered(|at| format!("  ^x{at}: {{merge: deep}}"), "\n", n);
        format!("lookup_options:\n{all}\nk: 1")
    }),
    ("expressions", 500, |n| {
        format!("k: \"{}\"", "%{facts.a}".repeat(n))
    }),
    ("lookups", 200, |n| {
        format!("x: y\nk: \"{}\"", "%{lookup('x')}".repeat(n))
    }),
    ("unclosed-expressions", 2_000, |n| {
        format!("k: \"{}\"", "%{".repeat(n))
    }),
    ("expressions-in-keys", 500, |n| {
        format!(
            "k:\n{}",
            numbered(|at| format!("  \"%{{facts.a}}{at}\": 1"), "\n", n)
        )
    }),
];

/// Documents of few lines with much work.
const GREEDY: &[Text] = &[
    ("knockouts", 200, |n| {
        let all = numbered(|at| format!("'--{at}', x{at}"), ", ", n);
        format!("{DEEP}k: [{all}]")
    }),
    ("doubling-lookups", 5, |n| {
        let all = numbered(
            |at| format!("k{at}: \"%{{lookup('k{0}')}}%{{lookup('k{0}')}}\"", at + 1),
            "\n",
            n,
        );
        format!("{all}\nk{n}: x\nk: \"%{{lookup('k0')}}\"")
    }),
    ("doubling-aliases", 5, |n| {
        let all = numbered(
            |at| format!("k{at}: &k{at} [*k{0}, *k{0}]", at + 1),
            "\n",
            n,
        );
        // Anchors are defined before their aliases.
        let mut lines: Vec<&str> = all.lines().collect();
        lines.reverse();
        format!("k{n}: &k{n} x\n{}\nk: *k0", lines.join("\n"))
    }),
    ("chain-of-lookups", 10, |n| {
        let all = numbered(
            |at| format!("k{at}: \"%{{lookup('k{}')}}\"", at + 1),
            "\n",
            n,
        );
        format!("{all}\nk: \"%{{lookup('k0')}}\"")
    }),
    ("loop-of-lookups", 2, |n| {
        let all = numbered(
            |at| format!("k{at}: \"%{{lookup('k{}')}}\"", (at + 1) % n),
            "\n",
            n,
        );
        format!("{all}\nk: \"%{{alias('k0')}}\"")
    }),
    ("nested-arrays", 40, |n| {
        format!("k: {}", nested("[", "", "]", n))
    }),
    ("nested-hashes", 40, |n| {
        format!("k: {}", nested("{a: ", "1", "}", n))
    }),
    ("open-arrays", 2_000, |n| format!("k: {}", "[".repeat(n))),
    ("open-lines-of-arrays", 2_000, |n| {
        format!("k: {}", "[\n".repeat(n))
    }),
    ("nested-blocks", 50, |n| {
        let lines = (0..n).map(|at| format!("{}a:", " ".repeat(at + 1)));
        format!("k:\n{}", lines.collect::<Vec<_>>().join("\n"))
    }),
];

/// The status of an error.
fn status(error: &Error) -> pcty_status {
    explain(error.message().chars().take(160).collect());
    match error.code() {
        Code::Limit => PCTY_ERROR_LIMIT,
        Code::Internal => PCTY_ERROR_INTERNAL,
        _ => PCTY_ERROR_DIAGNOSTICS,
    }
}

/// Looks up the key `k` of a document.
fn looked_up(document: &str) -> Answer {
    let files = MemoryFiles::new([
        ("/e/hiera.yaml", CONFIGURATION),
        ("/e/data/a.yaml", document),
        ("/e/data/b.yaml", document),
    ]);
    let facts = read_json("{\"a\": \"b\"}").map_err(|error| status(&error))?;
    let environment = Environment::new()
        .hiera(Hiera::new(files).environment("e", "/e"))
        .variable("facts", facts)
        .map_err(|error| status(&error))?;
    let budget = deadline::budget();
    let program = Prepared::manifest(Source::new("", ""), Strict::Error, &budget)
        .map_err(|error| status(&error))?;
    let query = Query {
        names: vec!["k".to_owned()],
        explain: Explain::Data,
        ..Query::default()
    };
    let answer = timed(|| lookup(&program, &query, &environment, &budget));
    drop(answer.explanation);
    let value = answer.value.map_err(|error| status(&error))?;
    drop(format_redacted(&value));
    Ok(())
}

pub fn add(cases: &mut Cases) {
    cases.add_texts("puppet/hiera", DOCUMENTS, looked_up);
    let greedy =
        cases.add_growing_texts("puppet/hiera-greedy", Growth::Budgeted, GREEDY, looked_up);
    greedy
        .except(
            always(PCTY_ERROR_DIAGNOSTICS),
            "open-arrays open-lines-of-arrays loop-of-lookups",
        )
        .except(
            limit_from(4),
            "doubling-lookups doubling-aliases chain-of-lookups",
        )
        .except(
            OK.then(4, PCTY_ERROR_DIAGNOSTICS),
            "nested-arrays nested-hashes nested-blocks",
        );
}
