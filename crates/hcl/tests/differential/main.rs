//! A differential test of expressions against HashiCorp's own HCL library.
//!
//! `tests/peers/hcl_random` generates expressions from a seed and evaluates them with the library
//! that Debian packages. This test evaluates the same expressions with the same variables, some of
//! which are also refined. Debian's version is older and has no refinements, so a value that is
//! unknown there may be known here. [`RULES`] lists the other changes since that version. Any other
//! difference is a failure.
//!
//! `CASES=100000 SEED=7` generates more and different expressions; `make differential` does so.
//! `EXAMPLES=5` prints that number of differences for each rule, for a review of the rules. If Go
//! or the packages are missing, the test reports this and does not fail.

mod compare;
mod rules;

use compare::{Answer, written};
use polycty_core::source::Position;
use polycty_core::values::{BoundKind, Value};
use polycty_hcl::functions::standard_function;
use polycty_hcl::syntax::parse_expression;
use polycty_hcl::{Evaluated, Scope, evaluate};
use rules::{MOST, REFINED, RULES};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The location of Debian's packages for Go.
const PACKAGES: &str = "/usr/share/gocode";

/// Returns a variable with refinements, which the other library does not have.
fn refined(name: &str, value: &Value) -> Option<Value> {
    let number = |number| Value::from_i64(number);
    let builder = value.refine();
    let builder = match name {
        "ub" | "uo" => builder.not_null(),
        "un" => builder
            .not_null()
            .at_least(&number(2), BoundKind::Inclusive)
            .at_most(&number(9), BoundKind::Exclusive),
        "us" => builder.not_null().prefix_full("pre-"),
        "ul" => builder.not_null().length_at_least(1).length_at_most(4),
        _ => return None,
    };
    Some(builder.build().expect("a refinement of an unknown value"))
}

/// Whether variables are refined.
#[derive(Clone, Copy)]
enum Knowledge {
    Plain,
    Refined,
}

fn scope(variables: &Json, knowledge: Knowledge) -> Scope {
    let mut scope = Scope::new();
    for (name, given) in variables.as_object().expect("variables") {
        let value = compare::read_value(given);
        assert_eq!(written(&value), given["value"], "{name}");
        let value = match knowledge {
            Knowledge::Plain => value,
            Knowledge::Refined => refined(name, &value).unwrap_or(value),
        };
        scope.set_variable(name.as_str(), value).unwrap();
    }
    for name in ["upper", "max"] {
        let standard = standard_function(name).expect("a function");
        scope
            .set_function(name, standard.function().clone())
            .unwrap();
    }
    scope
}

fn answer(text: &str, scope: &Scope) -> Answer {
    let parsed = parse_expression(text.as_bytes(), "", Position::START);
    Answer::ours(&if parsed.diagnostics.is_empty() {
        evaluate(&parsed.expression(), Some(scope))
    } else {
        Evaluated {
            value: Value::dynamic(),
            diagnostics: parsed.diagnostics,
        }
    })
}

/// Returns the program of the other library, or `None` if it cannot be built.
fn peer() -> Option<std::path::PathBuf> {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peer-hcl-random");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/peers/hcl_random");
    if !Path::new(PACKAGES)
        .join("src/github.com/hashicorp/hcl")
        .exists()
    {
        return None;
    }
    let built = Command::new("go")
        .args(["build", "-o"])
        .arg(&program)
        .arg(".")
        .current_dir(source)
        .envs([("GO111MODULE", "off"), ("GOPATH", PACKAGES)])
        .status();
    built
        .is_ok_and(|status| status.success())
        .then_some(program)
}

fn setting(name: &str, otherwise: u64) -> u64 {
    let setting = std::env::var(name)
        .ok()
        .filter(|setting| !setting.is_empty());
    setting.map_or(otherwise, |setting| setting.parse().expect("a number"))
}

#[test]
fn random_expressions_are_worth_what_the_reference_says() {
    let Some(peer) = peer() else {
        eprintln!("not here: Go, or Debian's package of HCL; no expressions are compared");
        return;
    };
    let (seed, count) = (setting("SEED", 1), setting("CASES", 3_000));
    let mut child = Command::new(peer)
        .args([seed.to_string(), count.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut lines = lines.map(|line| serde_json::from_str::<Json>(&line.unwrap()).unwrap());
    let variables = lines.next().expect("variables");
    let refined = scope(&variables, Knowledge::Refined);
    let plain = scope(&variables, Knowledge::Plain);
    let examples = setting("EXAMPLES", 0) as usize;
    let mut explained: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let (mut same, mut compared, mut wrong) = (0, 0, Vec::new());
    for case in lines {
        compared += 1;
        let text = case["text"].as_str().unwrap();
        let theirs = Answer::theirs(&case);
        let why = |ours: &Answer| {
            RULES
                .iter()
                .find(|rule| (rule.explains)(text, &theirs, ours))
        };
        let ours = answer(text, &refined);
        let Some(difference) = compare::difference(&theirs, &ours) else {
            same += 1;
            continue;
        };
        let rule = why(&ours).map(|rule| rule.what).or_else(|| {
            let ours = answer(text, &plain);
            let is_same = compare::difference(&theirs, &ours).is_none();
            (is_same || why(&ours).is_some()).then_some(REFINED)
        });
        let shown = format!("{text}\n  {difference}");
        match rule {
            Some(what) => explained.entry(what).or_default().push(shown),
            None => wrong.push(shown),
        }
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(compared, count);
    println!("seed {seed}: {same} of {compared} expressions are the same");
    for (what, which) in explained {
        let times = which.len() as u64;
        println!("  {times}: {what}");
        for shown in which.iter().take(examples) {
            println!("    {shown}");
        }
        assert!(times * 100 <= MOST * count.max(1_000), "{times}: {what}");
    }
    let shown = wrong
        .iter()
        .take(30)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        wrong.is_empty(),
        "{} are not explained:\n{shown}",
        wrong.len()
    );
}
