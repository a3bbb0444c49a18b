//! Limits of evaluation, and expressions of any structure.

use polycty::calls::{Call, Signature};
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::dialect::hcl::syntax::{parse_expression, parse_template};
use polycty::dialect::hcl::{
    Evaluated, Scope, can_function, convert_function, evaluate, functions, try_function,
};
use polycty::source::{Code, Error, Position};
use polycty::types::Type;
use polycty::values::{MarkSet, Value};
use proptest::prelude::*;

fn scope() -> Scope {
    let mut scope = Scope::new();
    for function in functions::standard_functions() {
        scope
            .set_function(function.name(), function.function().clone())
            .unwrap();
    }
    scope.set_function("try", try_function()).unwrap();
    scope.set_function("can", can_function()).unwrap();
    scope.set_function("convert", convert_function()).unwrap();
    let numbers = (0..10).map(Value::from_i64).collect();
    scope
        .set_variable("list", Value::list(numbers).unwrap())
        .unwrap();
    scope.set_variable("text", Value::string("hello")).unwrap();
    scope
        .set_variable("secret", Value::string("hidden").mark("secret"))
        .unwrap();
    scope
        .set_variable("unknown", Value::unknown(Type::string().clone()))
        .unwrap();
    let entries = [("a", 1), ("b", 2)];
    let map = Value::map(entries.map(|(key, value)| (Value::string(key), Value::from_i64(value))));
    scope.set_variable("map", map.unwrap()).unwrap();
    scope
}

fn run(text: &str, scope: &Scope) -> Evaluated {
    let parsed = parse_expression(text.as_bytes(), "test.hcl", Position::START);
    evaluate(&parsed.expression(), Some(scope))
}

fn only_summary(evaluated: &Evaluated) -> &str {
    assert_eq!(evaluated.diagnostics.len(), 1, "{evaluated:?}");
    &evaluated.diagnostics[0].summary
}

#[test]
fn loops_are_bounded_in_steps() {
    let mut scope = scope();
    scope.limit_steps(10_000);
    let inner = "[for b in list: [for c in list: [for d in list: [for e in list: a + b + c]]]]";
    let evaluated = run(&format!("[for a in list: {inner}]"), &scope);
    assert_eq!(only_summary(&evaluated), "Evaluation limit reached");
    let evaluated = run("[for a in list: [for b in list: a + b]]", &scope);
    assert!(!evaluated.has_errors());
}

#[test]
fn strings_are_bounded() {
    // Each level makes the string ten times as long.
    let mut text = String::from("\"0123456789\"");
    for _ in 0..9 {
        text = format!(
            "[for s in [{text}]: \"${{s}}${{s}}${{s}}${{s}}${{s}}${{s}}${{s}}${{s}}${{s}}${{s}}\"][0]"
        );
    }
    let evaluated = run(&text, &scope());
    assert_eq!(only_summary(&evaluated), "Evaluation limit reached");
}

#[test]
fn whatever_nests_is_evaluated_or_told() {
    let mut scope = scope();
    scope.limit_steps(200_000);
    let nested = |open: &str, inner: &str, close: &str, levels: usize| {
        let text = format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
        let parsed = parse_expression(text.as_bytes(), "test.hcl", Position::START);
        let evaluated = evaluate(&parsed.expression(), Some(&scope));
        (parsed.diagnostics, evaluated)
    };
    for (open, inner, close) in [
        ("[", "1", "]"),
        ("(", "1", ")"),
        ("{a = ", "1", "}"),
        ("-", "1", ""),
        ("!", "true", ""),
        ("[for a in [1, 2]: ", "a", "][0]"),
        ("{for a in [\"x\"]: a => ", "a", "}"),
        ("try(", "1", ")"),
        ("can(", "1", ")"),
        ("max(1, ", "1", ")"),
        ("true ? ", "1", " : 2"),
        ("\"${", "1", "}x\""),
        ("list[", "0", "]"),
    ] {
        for levels in [1, 7, 100, 250, 500] {
            let (diagnostics, evaluated) = nested(open, inner, close, levels);
            let fine = diagnostics.is_empty() && !evaluated.has_errors();
            assert!(
                fine || levels > 7 || open == "-" || open == "list[",
                "{open} {evaluated:?}"
            );
        }
        let (diagnostics, _) = nested(open, inner, close, 10_000);
        assert_eq!(diagnostics[0].summary, "Nesting too deep", "{open}");
    }
    let chain = format!("1{}", " + 1".repeat(100_000));
    assert_eq!(run(&chain, &scope).value, Value::from_i64(100_001));
    let chain = format!("{}2", "false ? 1 : ".repeat(20_000));
    assert_eq!(run(&chain, &scope).value, Value::from_i64(2));
}

/// A function that evaluates its argument itself, once for each occurrence.
#[test]
fn closures_within_closures_count_as_levels() {
    let scope = scope();
    let levels = 400;
    let text = format!("{}1{}", "try(".repeat(levels), ")".repeat(levels));
    let evaluated = run(&text, &scope);
    assert!(evaluated.has_errors() || evaluated.value == Value::from_i64(1));
}

/// A function that evaluates an expression itself; its error has the location of the inner error.
#[test]
fn an_error_inside_a_function_has_its_location() {
    let calling = |text: &'static str, file: &'static str, scope: Option<Scope>| {
        let parsed = parse_expression(text.as_bytes(), file, Position::START);
        let inner = parsed.expression();
        let run = move |_: &[&Value], _: &Call<'_>| {
            let evaluated = evaluate(&inner, scope.as_ref());
            let failed = Error::from_diagnostics(Code::Diagnostics, evaluated.diagnostics);
            Err::<Value, _>(failed)
        };
        let function = functions::Function::new(Signature::new(), Type::any().clone(), run);
        let mut outer = Scope::new();
        outer.set_function("call", function).unwrap();
        outer
    };
    let innermost = calling("[gone]", "innermost.hcl", None);
    let scope = calling("call()", "inner.hcl", Some(innermost));
    let evaluated = run("call()", &scope);
    assert_eq!(only_summary(&evaluated), "Error in function call");
    let related = evaluated.diagnostics[0].related().iter().map(|related| {
        let source = related.source.as_ref().expect("it has a text");
        (
            related.message.as_str(),
            source.name.to_string(),
            related.range.start.column,
        )
    });
    let expected = [
        ("Error in function call", "inner.hcl".to_owned(), 1),
        ("Variables not allowed", "innermost.hcl".to_owned(), 2),
    ];
    assert_eq!(related.collect::<Vec<_>>(), expected);
}

#[test]
fn one_parse_serves_many_scopes() {
    let parsed = parse_expression(b"\"${name}-${index + 1}\"", "test.hcl", Position::START);
    let expression = parsed.expression();
    for index in 0..10_000 {
        let mut scope = Scope::new();
        scope.set_variable("name", Value::string("node")).unwrap();
        scope.set_variable("index", Value::from_i64(index)).unwrap();
        let evaluated = evaluate(&expression, Some(&scope));
        assert_eq!(
            evaluated.value.as_str(),
            Some(&*format!("node-{}", index + 1))
        );
    }
}

#[test]
fn inner_scopes_hide_outer_ones() {
    let mut outer = scope();
    outer.set_variable("x", Value::from_i64(1)).unwrap();
    let mut inner = outer.child().unwrap();
    inner.set_variable("x", Value::from_i64(2)).unwrap();
    assert_eq!(run("x", &inner).value, Value::from_i64(2));
    assert_eq!(run("x", &outer).value, Value::from_i64(1));
    assert_eq!(
        run("[for x in [3]: x]", &inner).value,
        Value::tuple(vec![Value::from_i64(3)]).unwrap()
    );
    assert_eq!(run("upper(text)", &inner).value.as_str(), Some("HELLO"));
}

/// Pieces that make expressions, most of them wrong.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "list",
        "map",
        "text",
        "secret",
        "unknown",
        "nothing",
        "null",
        "true",
        "1.5",
        "-",
        "!",
        " + ",
        " - ",
        " * ",
        " / ",
        " % ",
        " == ",
        " != ",
        " < ",
        " >= ",
        " && ",
        " || ",
        " ? ",
        " : ",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "[*]",
        ".*",
        ".a",
        "[0]",
        "[\"a\"]",
        ", ",
        " = ",
        " => ",
        "for x in ",
        "for k, x in ",
        ": x",
        ": k => x",
        " if x",
        "...",
        "\"",
        "${",
        "%{ if ",
        "%{ else }",
        "%{ endif }",
        "upper(",
        "length(",
        "try(",
        "can(",
        "convert(",
        "merge(",
        "x",
        "k",
        "\n",
        "~",
    ]);
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    /// An evaluation always returns a value, and always the same one.
    #[test]
    fn any_text_has_a_value(text in pieces()) {
        let scope = scope();
        for parsed in [
            parse_expression(text.as_bytes(), "test.hcl", Position::START),
            parse_template(text.as_bytes(), "test.hcl", Position::START),
        ] {
            let first = evaluate(&parsed.expression(), Some(&scope));
            let second = evaluate(&parsed.expression(), Some(&scope));
            prop_assert_eq!(&first.value, &second.value);
            prop_assert_eq!(&first.diagnostics, &second.diagnostics);
            for diagnostic in &first.diagnostics {
                let range = diagnostic.subject.unwrap();
                prop_assert!(range.start <= range.end && range.end.byte <= text.len());
            }
        }
    }

    /// A result that depends on a marked value is marked.
    #[test]
    fn marks_stay(operator in prop::sample::select(vec![
        "\"${secret}\"", "upper(secret)", "secret == text", "[for x in [secret]: x][0]",
        "{a = secret}.a", "secret != null ? 1 : 2", "try(secret, 1)", "{(secret) = 1}",
        "[for x in [1]: x if secret == \"hidden\"]", "length([secret])  == 1 ? secret : text",
        "convert(secret, string)", "\"%{ if secret == text }a%{ endif }\"",
    ])) {
        let evaluated = run(operator, &scope());
        prop_assert!(!evaluated.has_errors(), "{:?}", evaluated);
        prop_assert_eq!(evaluated.value.unmark_deep().1, MarkSet::one("secret"));
    }
}

#[test]
fn nested_json_is_evaluated_or_told() {
    let scope = scope();
    for (open, inner, close) in [
        ("[", "\"${1 + 1}\"", "]"),
        ("{\"a\": ", "\"${text}\"", "}"),
        ("[{\"${text}\": ", "null", "}]"),
    ] {
        for levels in [1, 60, 250, 10_000, 100_000] {
            let text = format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
            let parsed = parse_json(text.as_bytes(), "test.json");
            let evaluated = parsed.expression.evaluate(Some(&scope));
            let _ = parsed.expression.variables();
            if levels >= 10_000 {
                assert_eq!(parsed.diagnostics[0].summary, "Nesting too deep");
            } else if levels <= 60 {
                assert!(parsed.diagnostics.is_empty() && !evaluated.has_errors());
            }
        }
    }
    // One value with many parts, and one text from many values.
    let wide = format!("[{}1]", "\"${text}\", ".repeat(100_000));
    let parsed = parse_json(wide.as_bytes(), "test.json");
    let evaluated = parsed.expression.evaluate(Some(&scope));
    assert_eq!(evaluated.value.part_count(), Some(100_001));
}
