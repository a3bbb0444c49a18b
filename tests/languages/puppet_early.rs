//! Puppet's early mode follows the early specification.
//!
//! `puppet-early.jsonl` contains the statements of the specification, collected by hand: for each
//! claim of the vectors, under their ids, in early notation, and under separate ids for statements
//! that the vectors do not cover. A `note` on a line marks a statement that is ambiguous or
//! contradictory.

use polycty::calls::Budget;
use polycty::dialect::puppet::{
    self, Aliases, Comparison, Detail, Environment, Level, Mode, Operator, Prepared, Strict,
    evaluate, format_type, format_value, parse_type, parse_types, parse_value,
};
use polycty::source::{Result as Answer, Source};
use polycty::types::Type;
use polycty::values::Value;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

const EARLY: Mode = Mode::Early;

/// The files of vectors with claims.
const FILES: [&str; 8] = [
    "assignable",
    "common",
    "expr",
    "infer",
    "instance",
    "mismatch",
    "new_conversion",
    "parse_format",
];

fn lines(path: &str) -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}")))
        .collect()
}

fn text<'a>(case: &'a Json, key: &str) -> &'a str {
    case[key]
        .as_str()
        .unwrap_or_else(|| panic!("no {key} in {case}"))
}

fn ty(case: &Json, key: &str) -> Answer<Type> {
    parse_type(text(case, key), &Aliases::default(), EARLY)
}

fn value(case: &Json, key: &str) -> Answer<Value> {
    parse_value(text(case, key), &Aliases::default(), EARLY)
}

/// The result in the form of the line's `want`.
fn answer(case: &Json) -> Answer<Json> {
    Ok(match text(case, "op") {
        "parse_format" => return written(case),
        "assignable" => {
            let (a, b) = (ty(case, "a")?, ty(case, "b")?);
            let is = |operator| EARLY.compare(operator, &a, &b, &Budget::standard());
            assert_eq!(
                EARLY.equal(&a, &b, &Budget::standard())?,
                is(Comparison::Equal)?
            );
            assert_ne!(is(Comparison::Equal)?, is(Comparison::NotEqual)?);
            json!({
                "a_from_b": EARLY.assignable(&b, &a, &Budget::standard())?,
                "b_from_a": EARLY.assignable(&a, &b, &Budget::standard())?,
                "same": puppet::same(&a, &b),
                "lt": is(Comparison::Less)?,
                "le": is(Comparison::LessOrEqual)?,
                "gt": is(Comparison::Greater)?,
                "ge": is(Comparison::GreaterOrEqual)?,
                "eq": is(Comparison::Equal)?,
            })
        }
        "instance" => {
            json!({ "instance": EARLY.instance(&value(case, "value")?, &ty(case, "type")?, &Budget::standard())? })
        }
        "infer" => {
            let value = value(case, "value")?;
            json!({
                "detailed": EARLY.format_type(&EARLY.infer_detailed(&value, &Budget::standard())?, &Budget::standard())?,
                "reduced": EARLY.format_type(&EARLY.infer(&value, &Budget::standard())?, &Budget::standard())?,
                "generalized": EARLY.format_type(&EARLY.infer_general(&value, &Budget::standard())?, &Budget::standard())?,
            })
        }
        "common" => {
            let common =
                EARLY.common_type(&ty(case, "a")?, &ty(case, "b")?, &Budget::standard())?;
            json!({ "common": EARLY.format_type(&common, &Budget::standard())? })
        }
        "iterate" => {
            let values = EARLY.iterate(&ty(case, "type")?)?;
            let backwards: Vec<String> = values.clone().rev().map(|v| format_value(&v)).collect();
            let mut forwards: Vec<String> = values.map(|v| format_value(&v)).collect();
            forwards.reverse();
            assert_eq!(forwards, backwards);
            forwards.reverse();
            json!({ "values": forwards })
        }
        "eval" => return evaluated(case),
        "value" => json!({ "value": format_value(&value(case, "value")?) }),
        "truth" => json!({ "truth": puppet::truth(&value(case, "value")?, EARLY)? }),
        "to_numeric" => {
            json!({ "value": format_value(&puppet::to_numeric(&value(case, "value")?)?) })
        }
        "to_string" => json!({ "text": puppet::to_string(&value(case, "value")?, EARLY)? }),
        "to_regexp" => {
            let made = puppet::to_regexp(&value(case, "value")?, EARLY)?;
            json!({ "value": format_value(&made) })
        }
        "arithmetic" => {
            let operator = match text(case, "operator") {
                "+" => Operator::Add,
                "-" => Operator::Subtract,
                "*" => Operator::Multiply,
                "/" => Operator::Divide,
                "<<" => Operator::ShiftLeft,
                other => panic!("no operator {other}"),
            };
            let (left, right) = (value(case, "left")?, value(case, "right")?);
            let made = puppet::arithmetic(operator, &left, &right, EARLY)?;
            json!({ "value": format_value(&made) })
        }
        other => panic!("no one answers {other}"),
    })
}

/// The value of a program and its notices.
fn evaluated(case: &Json) -> Answer<Json> {
    let notices = Arc::new(Mutex::new(Vec::new()));
    let kept = notices.clone();
    let environment = Environment::new().logger(move |level, message| {
        if level == Level::Notice {
            kept.lock().unwrap().push(message.to_owned());
        }
        Ok(())
    });
    let (source, budget) = (Source::new("", text(case, "src")), Budget::standard());
    let program = Prepared::manifest_in(source, EARLY, Strict::Error, &budget)?;
    let value = evaluate(&program, &environment, &budget)?;
    // In the language's own notation: types are printed as types.
    let shown = match value.as_type() {
        Some(ty) => EARLY.format_type(ty, &budget)?,
        None => format_value(&value),
    };
    let mut answer = json!({ "value": shown });
    let notices = std::mem::take(&mut *notices.lock().unwrap());
    if !notices.is_empty() {
        answer["notices"] = notices.into();
    }
    Ok(answer)
}

/// The types in a text, in both notations. The early notation is read back.
fn written(case: &Json) -> Answer<Json> {
    let list = text(case, "type");
    let types = parse_types(list, &Aliases::default(), EARLY)?;
    let texts: Vec<String> = types
        .iter()
        .map(|ty| EARLY.format_type(ty, &Budget::standard()))
        .collect::<Answer<_>>()?;
    for (ty, text) in types.iter().zip(&texts) {
        assert_eq!(*ty, parse_type(text, &Aliases::default(), EARLY)?, "{text}");
    }
    if case["want"].get("types").is_some() {
        // A list of types is an error where a single type is required.
        assert_eq!(types.len() == 1, ty(case, "type").is_ok(), "{list}");
        return Ok(json!({ "types": texts }));
    }
    assert_eq!(types, [ty(case, "type")?]);
    let mut answer = json!({ "canon": texts[0] });
    if case["want"].get("today").is_some() {
        answer["today"] = format_type(&types[0], Detail::Canonical).into();
    }
    Ok(answer)
}

#[test]
fn the_early_mode_answers_as_the_document_says() {
    let cases = lines("languages/puppet-early.jsonl");
    let mut differences = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for case in &cases {
        let found = answer(case).unwrap_or_else(|error| json!({ "error": error.message() }));
        if found != case["want"] {
            differences.push(format!(
                "{}: wanted {}, got {found}",
                text(case, "id"),
                case["want"]
            ));
        }
        *counts.entry(text(case, "op")).or_default() += 1;
    }
    let agree = cases.len() - differences.len();
    println!("early: {agree} of {} agree, {counts:?}", cases.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn each_claim_of_the_vectors_has_an_expectation() {
    let known = lines("languages/puppet-early.jsonl");
    let known: Vec<(&str, &str)> = known
        .iter()
        .map(|case| (text(case, "id"), text(case, "op")))
        .collect();
    let mut unique: Vec<&str> = known.iter().map(|(id, _)| *id).collect();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), known.len(), "an id stands twice");
    let mut claims = 0;
    for file in FILES {
        for case in lines(&format!("conformance/puppet/{file}.jsonl")) {
            if case.get("seed_claims").is_none() {
                continue;
            }
            claims += 1;
            let claim = (text(&case, "id"), text(&case, "op"));
            assert!(known.contains(&claim), "no expectation for {claim:?}");
        }
    }
    println!("{claims} claims have an expectation");
    assert_eq!(
        known
            .iter()
            .filter(|(id, _)| id.starts_with("seed-"))
            .count(),
        claims
    );
}
