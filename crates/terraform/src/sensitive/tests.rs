//! No message contains a sensitive value.

use super::{SENSITIVE, WITHHELD};
use crate::host::{Entry, FileError, FileKind, Files, Host};
use crate::{define, functions};
use polycty_core::calls::Budget;
use polycty_core::number::Number;
use polycty_core::source::{Position, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::eval::evaluate_within;
use polycty_hcl::{Scope, syntax::parse_expression};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Substrings that no message may contain, in any case: prefixes of the texts and numbers below.
const SECRETS: [&str; 2] = ["topsecret", "42424"];

/// Texts that cause errors in many functions, which quote them.
const TEXTS: [&str; 14] = [
    "topsecret",
    "10.0.0.0/topsecret",
    "topsecret/24",
    "2020-01-01T00:00:topsecretZ",
    "urn:topsecret-8f5f-4c7e-9f3e-1f2d3c4b5a69-xyz",
    "-----BEGIN TOPSECRET-----\nMAA=\n-----END TOPSECRET-----",
    "{\"a\": topsecret",
    "a: [topsecret: ]\n  b",
    "!!topsecret 5",
    "a,b\n\"topsecret\n",
    "[topsecret",
    "/(?P<topsecret/",
    "%topsecret %d %z",
    "tpl/topsecret",
];

/// Files that contain only a template, a folder and a file that is not text.
struct Few;

impl Files for Few {
    fn read(&self, path: &str, _: &Budget) -> Result<Vec<u8>, FileError> {
        match path {
            "tpl/wrong/topsecret" => Ok(b"${1 +}".to_vec()),
            path if path.starts_with("tpl") => Ok(b"${tonumber(a)}".to_vec()),
            path if path.ends_with("/24") => Err(FileError::IsFolder),
            path if path.ends_with("/topsecret") => Ok(vec![0xff]),
            _ => Err(FileError::NotFound),
        }
    }

    fn kind(&self, path: &str, _: &Budget) -> Result<FileKind, FileError> {
        match path {
            path if path.ends_with("/24") => Ok(FileKind::Folder),
            path if path.ends_with("/topsecret") => Ok(FileKind::Other),
            path if path.starts_with('[') => Err(FileError::NotAFolder),
            _ => Err(FileError::NotFound),
        }
    }

    fn list(&self, _: &str, _: &Budget) -> Result<Vec<Entry>, FileError> {
        Err(FileError::NotFound)
    }
}

fn host() -> Host {
    Host {
        files: Some(Arc::new(Few)),
        working_directory: Some("/".into()),
        home: Some("/".into()),
        clock: Some(Arc::new(|_| Ok(0))),
        plan_time: Some(0),
        random: Some(Arc::new(|_, _| Ok(()))),
    }
}

/// The diagnostics of an expression with variables, in lower case. The budget is small.
fn sink(text: &str, variables: &[Value], functions: &Scope) -> String {
    let mut scope = functions.child().unwrap();
    for (at, value) in variables.iter().enumerate() {
        scope
            .set_variable(format!("v{at}").as_str(), value.clone())
            .unwrap();
    }
    let parsed = parse_expression(text.as_bytes(), "t", Position::START);
    let budget = Budget::standard().limit_steps(50_000);
    let evaluated = evaluate_within(&parsed.expression(), Some(&scope), &budget);
    let sink = evaluated.diagnostics.iter().map(|found| {
        let within = found.message();
        format!("{} {} {within}\n", found.summary, found.detail)
    });
    sink.collect::<String>().to_lowercase()
}

fn tells(sink: &str) -> bool {
    SECRETS.iter().any(|secret| sink.contains(secret))
}

/// Secret values that cause errors in many functions.
fn secrets() -> Vec<Value> {
    let texts = || TEXTS.iter().map(|text| Value::string(text));
    let numbers = [424_242, -424_241].map(Value::from_i64);
    let half = Value::from_number(Number::parse("424242.5").unwrap());
    let mut all: Vec<Value> = texts().chain(numbers).chain([half]).collect();
    let inner = |text: &str| Value::string(text);
    all.extend([
        Value::list_of(Type::string(), texts().collect()).unwrap(),
        Value::tuple(vec![inner("topsecret"), Value::from_i64(424_242)]).unwrap(),
        Value::map_of(Type::string(), [(inner("topsecret"), inner("topsecret"))]).unwrap(),
        Value::object([("a".into(), inner("topsecret"))]).unwrap(),
    ]);
    all
}

/// Values that most functions accept in some argument.
fn plain() -> Vec<Value> {
    let text = Value::string;
    vec![
        text("a"),
        text("10.0.0.0/24"),
        text("YQ=="),
        text("%d"),
        text("tpl"),
        Value::from_i64(4),
        Value::tuple(vec![Value::from_i64(1), Value::from_i64(2)]).unwrap(),
        Value::object([("a".into(), text("b"))]).unwrap(),
    ]
}

/// Calls every function with each secret in each position, with all other arguments from the plain
/// values. No message contains a marked secret, and at least 30 functions show an unmarked one.
#[test]
fn no_function_shows_a_sensitive_value() {
    let mut scope = Scope::new();
    define(&mut scope, &host()).unwrap();
    let (secrets, plain) = (secrets(), plain());
    let mut open: BTreeSet<&str> = BTreeSet::new();
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    let all = functions(&host());
    for (name, function) in all.iter().filter(|(name, _)| !name.starts_with("core::")) {
        let signature = function.signature();
        let variadic = usize::from(signature.variadic_parameter().is_some());
        let least = signature.positional_count();
        for count in least..=least + 2 * variadic {
            for place in 0..count {
                let parameters: Vec<String> = (0..count).map(|at| format!("v{at}")).collect();
                let call = format!("{name}({})", parameters.join(", "));
                let others = plain.len().pow(count.min(3).saturating_sub(1) as u32);
                for (secret, choice) in
                    (secrets.iter()).flat_map(|secret| (0..others).map(move |at| (secret, at)))
                {
                    let mut choice = choice;
                    let mut given: Vec<Value> = Vec::new();
                    for at in 0..count {
                        given.push(if at == place {
                            secret.clone()
                        } else {
                            let next = plain[choice % plain.len()].clone();
                            choice /= plain.len();
                            next
                        });
                    }
                    if !tells(&sink(&call, &given, &scope)) {
                        continue;
                    }
                    open.insert(name);
                    given[place] = secret.mark(SENSITIVE);
                    let sink = sink(&call, &given, &scope);
                    if tells(&sink) {
                        wrong.insert(format!("{name} {place} {secret:?}: {sink}"));
                    }
                }
            }
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    assert!(open.len() > 30, "only {open:?} would tell anything");
}

#[test]
fn no_template_shows_a_sensitive_value() {
    let host = host();
    let mut scope = Scope::new();
    define(&mut scope, &host).unwrap();
    let string = |text: &str| Value::string(text).mark(SENSITIVE);
    let none = Value::object([]).unwrap();
    let vars = |key: &str, value: Value| Value::object([(key.into(), value)]).unwrap();
    let marked_vars = vars("a", Value::string("topsecret")).mark(SENSITIVE);
    for (call, given) in [
        (
            "templatefile",
            [Value::string("tpl"), vars("a", string("topsecret"))],
        ),
        ("templatefile", [Value::string("tpl"), marked_vars.clone()]),
        (
            "templatefile",
            [string("tpl/topsecret"), vars("a", Value::string("x"))],
        ),
        ("templatefile", [string("tpl/topsecret"), none.clone()]),
        (
            "templatefile",
            [string("tpl/wrong/topsecret"), none.clone()],
        ),
        (
            "templatestring",
            [Value::string("${tonumber(a)}"), marked_vars],
        ),
        ("templatestring", [string("${topsecret}"), none.clone()]),
        ("templatestring", [string("%{topsecretkw}"), none.clone()]),
        ("templatestring", [string("${topsecret(1)}"), none.clone()]),
        (
            "templatestring",
            [string("${1} ${tonumber(\"topsecret\")}"), none],
        ),
    ] {
        let call = format!("{call}(v0, v1)");
        let shown = sink(&call, &given, &scope);
        assert!(!shown.is_empty() && !tells(&shown), "{given:?}: {shown}");
        let bare = given.each_ref().map(|value| value.unmark_deep().0);
        let shown = sink(&call, &bare, &scope);
        assert!(tells(&shown), "{bare:?}: {shown}");
    }
    // An error of a path is still reported.
    let shown = sink("file(v0)", &[string("topsecret")], &scope);
    assert!(shown.contains(WITHHELD), "{shown}");
}
