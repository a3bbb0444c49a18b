//! The charged memory of Puppet's results, compared with their actual memory.
//!
//! A program creates many values of one kind and returns them. The bytes in the budget after the
//! evaluation must be at least those of the result on the heap, and at most [`MOST`] times that
//! number: with higher charges, evaluations would be rejected too early.

use crate::measure::occupied;
use polycty_core::calls::Budget;
use polycty_core::source::Source;
use polycty_puppet::{Environment, Prepared, Strict, evaluate};

/// The number of values that a program creates.
const VALUES: usize = 1 << 13;

/// The maximum number of charged bytes for each byte of the heap.
const MOST: f64 = 1.3;

/// A name, and an expression with the number `$j`.
const KINDS: &[(&str, &str)] = &[
    ("array", "[$j, 1]"),
    ("arrays", "[[$j], [$j, 2, 3]]"),
    ("hash", "{a => $j}"),
    (
        "wide-hash",
        "{a => $j, b => 1, c => 2, d => 3, e => 4, f => 5}",
    ),
    ("text", "\"text of more than a few bytes ${j}\""),
    ("integer-type", "Integer[1, $j]"),
    ("string-type", "String[1, $j]"),
    ("array-type", "Array[Integer[1, $j]]"),
    ("hash-type", "Hash[String, Integer[1, $j]]"),
    ("struct-type", "Struct[{a => Integer[1, $j]}]"),
    (
        "wide-struct-type",
        "Struct[{a => Integer[1, $j], b => String, c => Integer, d => Optional[String]}]",
    ),
    ("tuple-type", "Tuple[Integer[1, $j], String]"),
    ("variant-type", "Variant[Integer[1, $j], String, Boolean]"),
    ("enum-type", "Enum[\"a${j}\", 'b', 'c']"),
    ("pattern-type", "Pattern[\"a${j}\"]"),
    ("resource-type", "File[\"a${j}\"]"),
    ("callable-type", "Callable[Integer[1, $j], String]"),
    ("type-of-value", "type([$j, 'a', 1.5])"),
    (
        "object-type",
        "Object[{attributes => {a => Integer[1, $j]}}]",
    ),
    ("uri", "URI(\"https://example.org/path/${j}\")"),
    ("uri-of-host", "URI(\"http://h/${j}\")"),
    (
        "long-uri",
        "URI(\"https://user@example.org:8443/a/longer/path/to/something/${j}?with=a&query=of#fragment\")",
    ),
    ("regexp", "Regexp(\"a${j}\")"),
    ("semver", "SemVer(\"1.2.${j}\")"),
    ("semver-range", "SemVerRange(\">=1.2.${j}\")"),
    (
        "semver-ranges",
        "SemVerRange(\">=1.2.${j} <2.0.0 || 3.x || >=4.5.6 <=4.7.8\")",
    ),
    (
        "semver-with-texts",
        "SemVer(\"1.2.${j}-alpha.beta+build.1\")",
    ),
    ("semver-range-of-one", "SemVerRange(\"1.${j}.x\")"),
    (
        "semver-ranges-short",
        "SemVerRange(\"1.x || 2.x || 3.x || ${j}.x\")",
    ),
    (
        "wider-struct-type",
        "Struct[Hash(Integer[1, 60].map |$k| { [\"long_name_${k}\", Integer[$k, $j + 60]] })]",
    ),
    (
        "wider-tuple-type",
        "Tuple[*Integer[1, 60].map |$k| { Integer[$k, $j + 60] }]",
    ),
    (
        "deep-type",
        "Array[Array[Array[Array[Hash[String, Array[Optional[Integer[1, $j]]]]]]]]",
    ),
    ("timespan", "Timespan($j)"),
    ("timestamp", "Timestamp($j)"),
    ("binary", "Binary(\"abcdefghijklmno${j}\", '%s')"),
    (
        "sensitive",
        "Sensitive(\"text of more than a few bytes ${j}\")",
    ),
];

/// Checks the kinds whose names begin with `only`. Returns the numbers of checks and failures.
pub fn check(only: &str, show: bool) -> (usize, usize) {
    let (mut run, mut failed) = (0, 0);
    for (kind, expression) in KINDS {
        let name = format!("ratio/puppet:{kind}");
        if !name.starts_with(only) {
            continue;
        }
        run += 1;
        match ratio(expression) {
            Ok(ratio) => {
                if show {
                    println!("{name}: {ratio:.2} charged bytes a byte");
                }
                if !(1.0..=MOST).contains(&ratio) {
                    failed += 1;
                    println!("FAILED {name}: {ratio:.2} bytes are charged for a byte");
                }
            }
            Err(why) => {
                failed += 1;
                println!("FAILED {name}: {why}");
            }
        }
    }
    (run, failed)
}

/// The number of charged bytes for each byte of the heap.
fn ratio(expression: &str) -> Result<f64, String> {
    let text = format!("Integer[1, {VALUES}].map |$j| {{ {expression} }}");
    let source = Source::new("audit.pp", &*text);
    let program = Prepared::manifest(source, Strict::Error, &Budget::new());
    let program = program.map_err(|error| error.to_string())?;
    let environment = Environment::new();
    let run = |budget: &Budget| evaluate(&program, &environment, budget);
    // The first run fills caches of the process.
    drop(run(&Budget::new()).map_err(|error| error.to_string())?);
    let (budget, before) = (Budget::new(), occupied());
    let value = run(&budget).map_err(|error| error.to_string())?;
    let real = occupied() - before;
    let charged = budget.bytes();
    drop(value);
    Ok(charged as f64 / real as f64)
}
