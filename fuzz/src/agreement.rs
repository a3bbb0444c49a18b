//! Equivalent operations have the same result: with and without a budget, with a converter and
//! directly, as text and as a tree, checked and converted. The results agree, or one operation has
//! exceeded its budget.
//!
//! A secret has no effect on public results: the result of an evaluation or conversion with a
//! marked value, if it is not marked itself, does not depend on the value. The exceptions are `try`
//! and `can`, which return whether an expression failed. No diagnostic contains a part of a marked
//! value.
//!
//! The first byte selects the comparison.

use crate::grammar::{Bytes, Grammar, HCL, PCL, PUPPET};
use polycty::calls::Budget;
use polycty::dialect::hcl::body::{Body, parse_config};
use polycty::dialect::hcl::decode::{Spec, read_spec};
use polycty::dialect::hcl::eval::evaluate_within;
use polycty::dialect::hcl::functions::standard_functions;
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::dialect::hcl::syntax::parse_expression;
use polycty::dialect::hcl::{Evaluated, Scope, can_function, try_function};
use polycty::dialect::puppet::{Aliases, Mode, new_instance, parse_value};
use polycty::dialect::{ConversionKind, DialectId, Safety, dialect};
use polycty::source::{Code, Position};
use polycty::types::Type;
use polycty::values::Value;
use std::sync::LazyLock;

const EXPRESSION: Grammar = Grammar {
    leaves: &[
        "t",
        "n",
        "b",
        "l",
        "m",
        "o",
        "u",
        "d",
        "s",
        "1",
        "0.5",
        "true",
        "null",
        "\"x\"",
        "\"\"",
        "[]",
        "{}",
        "o.a",
        "l[0]",
        "m[\"k\"]",
        "l[*]",
        "\"%{ if b }y%{ endif }\"",
    ],
    forms: &[
        "$ + $",
        "$ == $",
        "$ != $",
        "$ < $",
        "$ && $",
        "($ ? $ : $)",
        "[$, $]",
        "{ a = $, b = $ }",
        "{ ($) = $ }",
        "!$",
        "-$",
        "($).a",
        "($)[$]",
        "($)[*]",
        "\"${$}-${$}\"",
        "\"%{ for x in $ }${x}%{ endfor }\"",
        "[for x in $ : $]",
        "[for i, x in $ : x if $]",
        "{for k, x in $ : k => $}",
        "{for x in $ : \"k${x}\" => $...}",
        "try($, $)",
        "can($)",
        "tostring($)",
        "tonumber($)",
        "tolist($)",
        "toset($)",
        "tomap($)",
        "length($)",
        "keys($)",
        "values($)",
        "merge($, $)",
        "concat($, $)",
        "contains($, $)",
        "lookup($, \"a\", $)",
        "join(\"-\", $)",
        "split(\"r\", $)",
        "format(\"%v %s\", $, $)",
        "jsonencode($)",
        "jsondecode(jsonencode($))",
        "coalesce($, $)",
        "distinct($)",
        "sort($)",
        "regexall(\"[a-z]\", $)",
        "parseint($, 10)",
        "setunion(toset($), toset($))",
        "zipmap($, $)",
        "flatten([$, $])",
        "element($, $)",
        "upper($)",
        "substr($, 0, 1)",
        "max($, $)",
    ],
};

const PUPPET_VALUE: Grammar = Grammar {
    leaves: &[
        "1", "-7", "0.5", "'a'", "'12'", "''", "true", "undef", "default", "[]", "{}", "/a+/",
        "Integer", "'0x1f'", "65536",
    ],
    forms: &[
        "[$]",
        "[$, $]",
        "{'a' => $}",
        "{$ => $}",
        "{'a' => $, 'b' => $}",
    ],
};

/// A text that occurs in no value except a secret one.
const SECRET: &str = "s3cr3t";

/// The scope with one of two secrets: of the same types and sizes, and otherwise different.
fn scope(which: usize) -> Scope {
    let marked = |value: Value| value.mark("secret");
    let text = |of: [&str; 2]| Value::string(of[which]);
    let one = text(["s3cr3tab", "s3cr3tcd"]);
    let number = Value::from_i64([41, 57][which]);
    let mut scope = Scope::new();
    for function in standard_functions() {
        scope
            .set_function(function.name(), function.function().clone())
            .expect("a name");
    }
    scope.set_function("try", try_function()).expect("a name");
    scope.set_function("can", can_function()).expect("a name");
    let object = [
        ("a".into(), marked(one.clone())),
        ("b".into(), Value::bool(true)),
    ];
    let variables = [
        ("t", marked(one.clone())),
        ("n", marked(number.clone())),
        ("b", marked(Value::bool(which == 0))),
        (
            "l",
            Value::list(vec![marked(one.clone()), Value::string("x")]).expect("one type"),
        ),
        (
            "m",
            Value::map([(Value::string("k"), marked(number))]).expect("one type"),
        ),
        ("o", Value::object(object).expect("two names")),
        ("u", Value::unknown(Type::string().clone()).mark("secret")),
        ("d", Value::dynamic()),
        (
            "s",
            Value::set(vec![marked(one), Value::string("x")]).expect("one type"),
        ),
    ];
    for (name, value) in variables {
        scope.set_variable(name, value).expect("a name");
    }
    scope
}

static SCOPES: LazyLock<[Scope; 2]> = LazyLock::new(|| [scope(0), scope(1)]);

/// More than these inputs need, and less than the budget of a slow operation.
fn wide() -> Budget {
    Budget::new().limit_steps(200_000).limit_bytes(64 << 20)
}

/// Runs one input.
pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input.iter());
    match bytes.byte() % 8 {
        0..3 => expression(&bytes.text(&EXPRESSION, 6)),
        3 => conversion(
            DialectId::Hcl,
            &bytes.text(&EXPRESSION, 4),
            &bytes.text(&HCL, 4),
        ),
        4 => conversion(
            DialectId::Pcl,
            &bytes.text(&EXPRESSION, 4),
            &bytes.text(&PCL, 4),
        ),
        5 => puppet(&bytes.text(&PUPPET_VALUE, 4), &bytes.text(&PUPPET, 3)),
        6 => body(&bytes.text(&EXPRESSION, 4), &bytes.text(&EXPRESSION, 4)),
        _ => types(&mut bytes),
    }
}

/// Runs work with a budget that is just sufficient, where the result is the same, and with a
/// smaller one, where the code is `limit`.
fn within<T>(what: &str, work: impl Fn(&Budget) -> T, same: impl Fn(&T, &T) -> bool) -> Option<T> {
    let all = wide();
    let whole = work(&all);
    if all.finish().is_err() {
        return None;
    }
    let steps = all.steps();
    let enough = Budget::new().limit_steps(steps);
    let again = work(&enough);
    assert!(
        enough.finish().is_ok() && same(&whole, &again),
        "{what}: not the same in {steps} steps"
    );
    if steps > 1 {
        let less = Budget::new().limit_steps(steps / 2);
        let part = work(&less);
        assert!(
            less.finish().is_err() || same(&whole, &part),
            "{what}: another answer in {} steps",
            steps / 2
        );
    }
    Some(whole)
}

fn same_evaluated(one: &Evaluated, other: &Evaluated) -> bool {
    one.diagnostics == other.diagnostics && one.value == other.value
}

fn evaluate(text: &str, scope: &Scope) -> Option<Evaluated> {
    let parsed = parse_expression(text.as_bytes(), "", Position::START);
    let expression = parsed.expression();
    within(
        text,
        |budget| evaluate_within(&expression, Some(scope), budget),
        same_evaluated,
    )
}

fn tells(evaluated: &Evaluated) -> bool {
    let mut diagnostics = evaluated.diagnostics.iter();
    diagnostics.any(|told| told.summary.contains(SECRET) || told.detail.contains(SECRET))
}

/// Whether a text returns whether an expression failed.
fn tells_failure(text: &str) -> bool {
    text.contains("try(") || text.contains("can(")
}

fn expression(text: &str) {
    let [one, other] = [0, 1].map(|which| evaluate(text, &SCOPES[which]));
    let (Some(one), Some(other)) = (one, other) else {
        return;
    };
    assert!(!tells(&one), "{text}: {:?}", one.diagnostics);
    if !one.has_errors() && !other.has_errors() && !tells_failure(text) {
        independent(text, &one.value, &other.value);
    }
    // As a template in JSON syntax, which has the same tree.
    let parsed = parse_expression(text.as_bytes(), "", Position::START);
    if parsed.diagnostics.is_empty() {
        let json = format!(
            "\"${{{}}}\"",
            text.replace('\\', "\\\\").replace('"', "\\\"")
        );
        let parsed = parse_json(json.as_bytes(), "");
        assert!(parsed.diagnostics.is_empty(), "{json}");
        let found = parsed.expression.evaluate(Some(&SCOPES[0]));
        assert_eq!(found.has_errors(), one.has_errors(), "{json}");
        assert_eq!(found.value, one.value, "{json}");
    }
}

/// Values without any marks are the same for both secrets.
fn independent(what: &str, one: &Value, other: &Value) {
    if !one.contains_marked() || !other.contains_marked() {
        assert_eq!(
            one, other,
            "{what}: the secret stands in what is not marked"
        );
    }
}

fn conversion(id: DialectId, text: &str, notation: &str) {
    let rules = dialect(id);
    let Ok(target) = rules.parse_type(notation, &wide()) else {
        return;
    };
    let values = [0, 1].map(|which| evaluate(text, &SCOPES[which]));
    let [Some(one), Some(other)] = values else {
        return;
    };
    if one.has_errors() || other.has_errors() {
        return;
    }
    let what = format!("{text} as {notation}");
    let mut made = Vec::new();
    for value in [&one.value, &other.value] {
        let same = |one: &Option<Value>, other: &Option<Value>| one == other;
        let convert = |budget: &Budget| rules.convert(value, &target, budget).ok();
        let Some(converted) = within(&what, convert, same) else {
            return;
        };
        let Ok(failures) = rules.check(value, &target, &wide()) else {
            return;
        };
        assert_eq!(
            converted.is_some(),
            failures.is_empty(),
            "{what}: {failures:?}"
        );
        by_converter(id, value, &target, converted.as_ref(), &what);
        made.push(converted);
    }
    if let [Some(one), Some(other)] = &made[..]
        && !tells_failure(text)
    {
        independent(&what, one, other);
    }
}

/// A converter of a value's type has the same result as the conversion.
fn by_converter(id: DialectId, value: &Value, target: &Type, made: Option<&Value>, what: &str) {
    let rules = dialect(id);
    let Ok(source) = rules.type_of(value, &wide()) else {
        return;
    };
    let Ok(Some(converter)) = rules.converter(&source, target, Safety::Unsafe, &wide()) else {
        return;
    };
    match converter.apply(value, &wide()) {
        Ok(applied) => assert_eq!(Some(&applied), made, "{what}: by a converter"),
        Err(error) if error.code() == Code::Limit => {}
        Err(error) => assert!(made.is_none(), "{what}: by a converter {error}"),
    }
}

fn puppet(literal: &str, notation: &str) {
    let rules = dialect(DialectId::Puppet);
    let Ok(value) = parse_value(literal, &Aliases::default(), Mode::Current) else {
        return;
    };
    let Ok(ty) = rules.parse_type(notation, &wide()) else {
        return;
    };
    let what = format!("{literal} as {notation}");
    let is_one = |budget: &Budget| rules.instance(&value, &ty, budget).ok();
    let Some(Some(is_one)) = within(&what, is_one, PartialEq::eq) else {
        return;
    };
    if let Ok(failures) = rules.check(&value, &ty, &wide()) {
        let converts = rules.convert(&value, &ty, &wide());
        assert_eq!(
            failures.is_empty(),
            converts.is_ok(),
            "{what}: {failures:?} {converts:?}"
        );
    }
    if let Ok(made) = new_instance(&ty, std::slice::from_ref(&value), &wide()) {
        let converted = rules.convert(&value, &ty, &wide()).ok();
        assert!(
            is_one || converted.is_none_or(|converted| converted == made),
            "{what}"
        );
        assert_ne!(
            rules.instance(&made, &ty, &wide()).ok(),
            Some(false),
            "{what}: {made:?}"
        );
    }
}

fn types(bytes: &mut Bytes) {
    let (id, grammar) = match bytes.byte() % 3 {
        0 => (DialectId::Hcl, &HCL),
        1 => (DialectId::Pcl, &PCL),
        _ => (DialectId::Puppet, &PUPPET),
    };
    let rules = dialect(id);
    let texts = [bytes.text(grammar, 4), bytes.text(grammar, 4)];
    let [Ok(source), Ok(target)] = texts.each_ref().map(|text| rules.parse_type(text, &wide()))
    else {
        return;
    };
    let what = texts.join(" to ");
    let assignable = |budget: &Budget| rules.assignable(&source, &target, budget).ok();
    within(&what, assignable, PartialEq::eq);
    let kind = |budget: &Budget| rules.conversion(&source, &target, budget).ok();
    let kind = within(&what, kind, PartialEq::eq);
    let why = |budget: &Budget| {
        rules
            .explain(&source, &target, budget)
            .map(|why| why.is_some())
            .ok()
    };
    let why = within(&what, why, PartialEq::eq);
    if let (Some(Some(kind)), Some(Some(why))) = (kind, why) {
        assert_eq!(kind == ConversionKind::None, why, "{what}");
    }
    if let (Some(Some(kind)), Ok(converter)) = (
        kind,
        rules.converter(&source, &target, Safety::Unsafe, &wide()),
    ) {
        assert_eq!(
            (kind != ConversionKind::None),
            converter.is_some(),
            "{what}"
        );
    }
    let unify = |budget: &Budget| {
        let unified = rules
            .unify(&[&source, &target], Safety::Unsafe, budget)
            .ok()
            .flatten();
        unified.map(|unified| unified.ty)
    };
    within(&what, unify, PartialEq::eq);
}

static SPEC: LazyLock<Spec> = LazyLock::new(|| {
    let text = "object {\nattr \"a\" {\ntype = any\n}\nblock_list \"b\" {\n\
                attr \"a\" {\ntype = string\n}\n}\n}\n";
    read_spec(&parse_config(text.as_bytes(), "").body).spec
});

/// A body with an expression in an argument and in a block: unchanged, as the only part of a merged
/// one, and expanded.
fn body(argument: &str, nested: &str) {
    let text = format!("a = {argument}\nb {{\n  a = {nested}\n}}\n");
    let parsed = parse_config(text.as_bytes(), "");
    let decode = |body: &Body| {
        let decode = |budget: &Budget| SPEC.decode_within(body, Some(&SCOPES[0]), budget);
        within(&text, decode, same_evaluated)
    };
    let Some(plain) = decode(&parsed.body) else {
        return;
    };
    assert!(!tells(&plain), "{text}: {:?}", plain.diagnostics);
    let merged = decode(&Body::merged([parsed.body.clone()]));
    let expanded = decode(&parsed.body.expand_dynamic(Some(&SCOPES[0])));
    for other in [merged, expanded].into_iter().flatten() {
        assert_eq!(other.value, plain.value, "{text}");
        assert_eq!(other.diagnostics.len(), plain.diagnostics.len(), "{text}");
    }
}
