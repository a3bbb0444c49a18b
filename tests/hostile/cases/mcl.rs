//! mcl: notation of types with variables, unification, JSON and values.

use crate::case::{Cases, Growth, Text, nested, numbered, ready, repeated};
use crate::expected::{LIMIT, OK, always, limit_from};
use crate::host::{Answer, answer, make, owned, run, text};
use polycty::ffi::base::status::*;
use polycty::ffi::dialects::dialect::*;
use polycty::ffi::mcl::rules::*;
use polycty::ffi::types::constructors::*;
use polycty::ffi::types::group::*;

const TYPES: &[Text] = &[
    ("open-lists", 20_000, |n| "[]".repeat(n)),
    ("open-maps", 20_000, |n| "map{".repeat(n)),
    ("open-values", 20_000, |n| "map{str: ".repeat(n)),
    ("open-structs", 20_000, |n| "struct{a ".repeat(n)),
    ("open-functions", 20_000, |n| "func(func()".repeat(n)),
    ("open-results", 20_000, |n| "func() ".repeat(n)),
    ("deep-lists", 25, |n| format!("{}str", "[]".repeat(n))),
    ("deep-maps", 25, |n| nested("map{str: ", "int", "}", n)),
    ("deep-functions", 25, |n| nested("func(", "", ") int", n)),
    ("fields", 5_000, |n| {
        format!(
            "struct{{{}}}",
            numbered(|at| format!("k{at} ?{}", at + 1), "; ", n)
        )
    }),
    ("arguments", 5_000, |n| {
        format!("func({}) int", numbered(|at| format!("a{at} int"), ", ", n))
    }),
    ("spaces", 20_000, |n| {
        format!("map{{{0}str{0}:{0}int{0}}}", " ".repeat(n))
    }),
    ("one-field", 5_000, |n| {
        format!("struct{{{}}}", repeated("a int", "; ", n))
    }),
];

const DOCUMENTS: &[Text] = &[
    ("open", 20_000, |n| "[".repeat(n)),
    ("open-objects", 20_000, |n| "{\"a\":".repeat(n)),
    ("one-name", 5_000, |n| {
        format!("{{{}}}", repeated("\"a\": {}, \"b\": []", ",", n))
    }),
    ("numbers", 5_000, |n| {
        format!("{{\"b\": [{}]}}", repeated("1", ",", n))
    }),
    ("keys", 5_000, |n| {
        format!(
            "{{\"a\": {{{}}}}}",
            numbered(|at| format!("\"k{at}\":1"), ",", n)
        )
    }),
    ("unknown-fields", 5_000, |n| {
        format!("{{{}}}", numbered(|at| format!("\"k{at}\":1"), ",", n))
    }),
];

pub fn add(cases: &mut Cases) {
    // Types nest at most 128 levels.
    let texts = cases.add_texts("mcl/type", TYPES, |notation| {
        let scope = owned(pcty_variable_scope_new());
        let ty = read(notation, scope.as_deref())?;
        make(|out, error| pcty_type_format(Some(&ty), PCTY_DIALECT_MCL, out, error))?;
        let _ = make(|out, error| pcty_mcl_value_zero(Some(&ty), out, error));
        run(|error| pcty_mcl_type_check_equal(Some(&ty), Some(&ty), error))?;
        answer(0, |out, error| {
            pcty_mcl_type_match(Some(&ty), Some(&ty), out, error)
        })
        .map(drop)
    });
    texts
        .except(
            LIMIT,
            "open-lists open-maps open-values open-structs open-functions open-results",
        )
        .except(limit_from(8), "deep-lists deep-maps deep-functions")
        // The field is declared twice.
        .except(always(PCTY_ERROR_TYPE), "one-field");
    let texts = cases.add_texts("mcl/json-exact", DOCUMENTS, |json| {
        of_json(json, PCTY_MCL_FIELDS_EXACT)
    });
    // The fields are not those of the type.
    texts
        .except(LIMIT, "open open-objects")
        .except(always(PCTY_ERROR_TYPE), "numbers keys unknown-fields");
    let texts = cases.add_texts("mcl/json-flexible", DOCUMENTS, |json| {
        of_json(json, PCTY_MCL_FIELDS_FLEXIBLE)
    });
    texts.except(LIMIT, "open open-objects");
    for (name, n, left, right) in [
        (
            "chain",
            2_000,
            (|at| format!("k{at} ?{}", at + 1)) as fn(usize) -> String,
            (|at| format!("k{at} ?{}", at + 2)) as fn(usize) -> String,
        ),
        // Each contains the next one twice: 2^n leaves.
        (
            "doubled",
            6,
            |at| format!("k{at} ?{}", at + 1),
            |at| format!("k{at} struct{{a ?{0}; b ?{0}}}", at + 2),
        ),
        (
            "itself",
            500,
            |at| format!("k{at} ?{}", at + 1),
            |at| format!("k{at} []?{}", at + 1),
        ),
    ] {
        let growth = match name {
            "doubled" => Growth::Budgeted,
            _ => Growth::Linear,
        };
        let expected = match name {
            "doubled" => limit_from(4),
            // The type contains itself.
            "itself" => always(PCTY_ERROR_TYPE),
            _ => OK,
        };
        let case = cases.add_growing(format!("mcl/unify/{name}"), n, growth, move |n| {
            let scope = owned(pcty_variable_scope_new());
            let of = |fields: fn(usize) -> String| {
                read(
                    &format!("struct{{{}}}", numbered(fields, "; ", n)),
                    scope.as_deref(),
                )
            };
            let (left, right) = (of(left)?, of(right)?);
            ready(move || {
                make(|out, error| {
                    pcty_mcl_type_unify(Some(&left), Some(&right), Some(&left), out, error)
                })
                .map(drop)
            })
        });
        case.expect(expected);
    }
}

fn read(notation: &str, scope: Option<&pcty_variable_scope>) -> Answer<Box<pcty_type>> {
    make(|out, error| pcty_mcl_type_parse(text(notation), scope, out, error))
}

/// Reads a value from JSON and writes it.
fn of_json(json: &str, fields: pcty_mcl_fields) -> Answer {
    let scope = owned(pcty_variable_scope_new());
    let ty = read("struct{a map{str: int}; b []int}", scope.as_deref())?;
    let value =
        make(|out, error| pcty_mcl_value_from_json(text(json), Some(&ty), fields, out, error))?;
    make(|out, error| pcty_mcl_value_format(Some(&value), out, error))?;
    assert_eq!(pcty_mcl_value_compare(Some(&value), Some(&value)), 0);
    Ok(())
}
