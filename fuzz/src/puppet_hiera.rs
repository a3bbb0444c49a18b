//! Puppet's Hiera: a lookup does not panic, terminates, and has the same result with and without an
//! explanation.
//!
//! The input has up to three documents, separated by `==`: two of data, and a configuration.

use polycty::calls::Budget;
use polycty::dialect::puppet::hiera::{Explain, Hiera, MemoryFiles, Query, lookup};
use polycty::dialect::puppet::{Environment, Prepared, Strict, format_value, read_json};
use polycty::source::Source;
use polycty::values::Value;

/// The configuration of an input without one.
const CONFIGURATION: &str = "version: 5\nhierarchy:\n  - {name: a, path: a.yaml}\n  - {name: b, path: \"%{facts.b}.yaml\"}\n";

fn environment(documents: &[&str]) -> Environment {
    let document = |at: usize| documents.get(at).copied().unwrap_or_default();
    let configuration = documents.get(2).copied().unwrap_or(CONFIGURATION);
    let files = MemoryFiles::new([
        ("/e/hiera.yaml", configuration),
        ("/e/data/a.yaml", document(0)),
        ("/e/data/b.yaml", document(1)),
        ("/e/data/common.json", document(1)),
        ("/e/modules/m/hiera.yaml", configuration),
        ("/e/modules/m/data/a.yaml", document(1)),
    ]);
    let hiera = Hiera::new(files)
        .environment("e", "/e")
        .modules("/e/modules");
    let facts = read_json(r#"{"b": "b", "l": ["a", "b"]}"#).expect("a document");
    let environment = Environment::new().hiera(hiera).time(0);
    environment
        .variable("facts", facts)
        .expect("the name of a variable")
}

/// Looks keys up in the documents of an input.
pub fn run(text: &str) {
    let documents: Vec<&str> = text.split("==").collect();
    let environment = environment(&documents);
    for (key, merge) in [
        ("k", None),
        ("m::k.a", Some("deep")),
        ("k.0", Some("unique")),
    ] {
        let answer = |explain| {
            let budget = Budget::new().limit_steps(50_000).limit_bytes(8 << 20);
            let program = Prepared::manifest(Source::new("", ""), Strict::Error, &budget);
            let query = Query {
                names: vec![key.to_owned()],
                merge: merge.map(Value::string),
                explain,
                ..Query::default()
            };
            let answer = lookup(
                &program.expect("an empty text"),
                &query,
                &environment,
                &budget,
            );
            (
                answer.value.map(|value| format_value(&value)),
                answer.explanation,
            )
        };
        let (plain, none) = answer(Explain::Nothing);
        let (explained, explanation) = answer(Explain::Data);
        assert!(none.is_none() && explanation.is_some());
        match (plain, explained) {
            (Ok(plain), Ok(explained)) => assert_eq!(plain, explained),
            // The explanation takes a part of the budget.
            (_, Err(error)) if error.code() == polycty::source::Code::Limit => {}
            (Err(plain), Err(explained)) => assert_eq!(plain.message(), explained.message()),
            (plain, explained) => panic!("{plain:?} and {explained:?}"),
        }
    }
}
