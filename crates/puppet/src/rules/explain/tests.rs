//! Tests of mismatch messages: Puppet's texts, limits, and redaction.

use super::*;
use crate::mode::Mode;
use crate::types::alias::Aliases;
use crate::types::normal_form::array_any;
use crate::{parse_type, parse_value};
use polycty_core::calls::{Budget, Limits};
use polycty_core::types::{FuncParam, FuncParams, FuncType};

fn ty(text: &str) -> Type {
    parse_type(text, &Aliases::default(), Mode::Current).unwrap()
}

fn value(text: &str) -> Value {
    parse_value(text, &Aliases::default(), Mode::Current).unwrap()
}

fn described(expected: &str, actual: &str) -> String {
    message("x", &ty(actual), &ty(expected), &Budget::standard()).unwrap()
}

#[test]
fn the_first_alternative_decides_between_match_and_type() {
    assert_eq!(
        described("Variant[Enum[a], Integer]", "Boolean"),
        "x expects a match for Variant[Enum['a'], Integer], got Boolean"
    );
    assert_eq!(
        described("Variant[Integer, Enum[a]]", "Boolean"),
        "x expects a value of type Integer or Enum, got Boolean"
    );
}

#[test]
fn alternatives_that_differ_are_listed() {
    assert_eq!(
        described(
            "Variant[Struct[{a => Integer}], Struct[{b => Integer}]]",
            "Struct[{c => Integer}]"
        ),
        " x variant 0 expects a value for key 'a'\n  x variant 0 unrecognized key 'c'\n  \
         x variant 1 expects a value for key 'b'\n  x variant 1 unrecognized key 'c'"
    );
}

#[test]
fn sizes_and_counts_of_alternatives_join() {
    assert_eq!(
        described(
            "Variant[Array[String, 4], Array[Integer, 2, 3]]",
            "Tuple[Float]"
        ),
        "x expects size to be at least 2, got 1"
    );
    assert_eq!(
        described(
            "Variant[Callable[0, 0], Callable[1, 1]]",
            "Callable[String, String]"
        ),
        "x expects at most 1 argument, got 2"
    );
}

#[test]
fn callables_are_compared_by_arguments_then_result_then_block() {
    assert_eq!(
        described(
            "Callable[[Integer], String]",
            "Callable[[Integer], Integer]"
        ),
        "x return expects a String value, got Integer"
    );
    assert_eq!(
        described("Callable[Integer, Callable[String]]", "Callable[Integer]"),
        "x block expects a Callable value, got Undef"
    );
    assert_eq!(
        described("Callable[0, 0]", "Callable[String, String]"),
        "x expects no arguments, got 2"
    );
    // Puppet fails here; the mismatch names the whole type.
    assert_eq!(
        described("Callable[Integer]", "Callable"),
        "x expects a Callable[Integer] value, got Callable"
    );
}

#[test]
fn articles_follow_the_first_letter() {
    assert_eq!(
        described("Resource[yumrepo, a]", "Resource[yumrepo, b]"),
        "x expects an Yumrepo['a'] value, got Yumrepo['b']"
    );
    assert_eq!(
        described("Type[Object]", "Integer"),
        "x expects a Type[] value, got Integer"
    );
}

#[test]
fn recursive_aliases_come_to_an_end() {
    let aliases = Aliases::define([
        ("A", "Variant[Optional[B], Integer]"),
        ("B", "Variant[Optional[A], String]"),
        (
            "T",
            "Variant[Tuple[T, T], Array[T, 1], Tuple[T, Optional[T], 2, 9], Integer]",
        ),
    ])
    .unwrap();
    let ty = |text: &str| parse_type(text, &aliases, Mode::Current).unwrap();
    message("x", &ty("Boolean"), &ty("A"), &Budget::standard()).unwrap();
    let mut deep = String::from("Boolean");
    for _ in 0..40 {
        deep = format!("Tuple[{deep}, {deep}]");
        if deep.len() > 1 << 12 {
            deep = format!("Tuple[{}, Integer]", &deep);
            break;
        }
    }
    // Steps only: in a debug build on a busy machine, this exceeds the default time.
    let budget = Budget::new().limit_steps(Limits::STANDARD.steps);
    let text = message("x", &ty(&deep), &ty("T"), &budget).unwrap();
    assert!(text.contains("expects a T = "), "{text}");
}

#[test]
fn long_chains_of_aliases_do_not_exhaust_the_stack() {
    let texts: Vec<(String, String)> = (0..3000)
        .map(|at| {
            (
                format!("A{at}"),
                format!("Variant[A{}, Array[Integer]]", at + 1),
            )
        })
        .chain([("A3000".to_owned(), "Variant[Float, Array[A0]]".to_owned())])
        .collect();
    let definitions = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    let aliases = Aliases::define(definitions).unwrap();
    let expected = parse_type("Array[A0]", &aliases, Mode::Current).unwrap();
    // Either a description, or the limit of the type comparison.
    match message("x", &ty("Tuple[String]"), &expected, &Budget::standard()) {
        Ok(text) => assert!(text.contains("got String"), "{text}"),
        Err(error) => assert_eq!(error.code(), Code::Limit),
    }
}

#[test]
fn deep_types_are_described_to_their_end() {
    let mut expected = Type::integer().clone();
    let mut actual = Type::string().clone();
    for _ in 0..120 {
        expected = Type::list(expected).unwrap();
        actual = Type::tuple([actual]).unwrap();
    }
    let text = message("x", &actual, &expected, &Budget::standard()).unwrap();
    assert_eq!(text.matches(" index 0").count(), 120);
    assert!(text.ends_with("expects an Integer value, got String"));
}

#[test]
fn a_secret_stays_one() {
    let error = assert_type(
        &value("Sensitive('s3cret')"),
        &ty("Sensitive[Integer]"),
        &Budget::standard(),
    )
    .unwrap_err();
    assert_eq!(
        error.message(),
        "Evaluation Error: Error while evaluating a Function Call, assert_type(): \
         expects a Sensitive[Integer] value, got Sensitive[String]"
    );
}

#[test]
fn marks_and_unknowns_are_refused_with_their_place() {
    let list = Value::sequence(
        array_any().clone(),
        vec![Value::bool(true), Value::bool(true).mark("secret")],
    )
    .unwrap();
    for error in [
        message_for_value("x", &list, &ty("Integer"), &Budget::standard()).unwrap_err(),
        assert_type(&list, &ty("Array[Boolean]"), &Budget::standard()).unwrap_err(),
    ] {
        assert_eq!(error.code(), Code::Unsupported);
        assert_eq!(error.path().to_string(), "[1]");
    }
}

#[test]
fn parameters_are_checked_in_order() {
    let params = ty("Struct[{a => Integer, Optional[b] => String, c => Boolean}]");
    let error = validate_parameters(
        "Thing[x]",
        &params,
        &value("{'d' => 1, 'b' => 2, 5 => 6}"),
        Missing::Refused,
        &Budget::standard(),
    );
    assert_eq!(
        error.unwrap_err().message(),
        "Thing[x]:\n  has no parameter named 'd'\n  has no parameter named '5'\n  \
         expects a value for parameter 'a'\n  parameter 'b' expects a String value, got Integer\n  \
         expects a value for parameter 'c'"
    );
    let error = validate_default(
        "Thing",
        "a",
        &ty("Integer[1]"),
        &value("0"),
        &Budget::standard(),
    )
    .unwrap_err();
    assert_eq!(
        error.message(),
        "Thing: parameter 'a' expects an Integer[1] value, got Integer"
    );
}

/// Parameters by name, and a Callable with the types of all of them.
fn func(callable: &str, names: &[&str]) -> FuncType {
    let ty = ty(callable);
    let mut func = ty.as_func().unwrap().clone();
    let params = func.params.unwrap();
    func.params = Some(FuncParams {
        positional: params
            .positional
            .iter()
            .zip(names)
            .map(|(param, name)| FuncParam {
                name: Some((*name).into()),
                ty: param.ty.clone(),
            })
            .collect(),
        ..params
    });
    func
}

fn refused(signatures: &[(&str, &[&str])], arguments: &str) -> String {
    let funcs: Vec<FuncType> = signatures
        .iter()
        .map(|(ty, names)| func(ty, names))
        .collect();
    let signatures: Vec<Signature<'_>> = funcs
        .iter()
        .map(|func| Signature {
            func,
            block_name: "block",
        })
        .collect();
    describe_call("f", &signatures, &ty(arguments), &Budget::standard()).unwrap()
}

#[test]
fn a_call_is_refused_with_one_reason_where_there_is_one() {
    let one: &[(&str, &[&str])] = &[("Callable[Integer]", &["x"])];
    assert_eq!(
        refused(one, "Tuple[String]"),
        "'f' parameter 'x' expects an Integer value, got String"
    );
    assert_eq!(
        refused(one, "Tuple[String, String]"),
        "'f' expects 1 argument, got 2"
    );
    assert_eq!(
        refused(one, "Tuple[Integer, Callable[String]]"),
        "'f' does not expect a block"
    );
    let two: &[(&str, &[&str])] = &[
        ("Callable[Integer]", &["x"]),
        ("Callable[Integer, Integer]", &["x", "y"]),
    ];
    assert_eq!(
        refused(two, "Tuple[String, String, String]"),
        "'f' expects between 1 and 2 arguments, got 3"
    );
    let blocks: &[(&str, &[&str])] = &[
        ("Callable[Integer, Callable[String]]", &["x"]),
        ("Callable[Integer, Callable[1, 2]]", &["x"]),
    ];
    assert_eq!(refused(blocks, "Tuple[Integer]"), "'f' expects a block");
    assert_eq!(
        refused(&blocks[..1], "Tuple[Integer, Callable[Integer]]"),
        "'f' block index 0 expects a String value, got Integer"
    );
}

#[test]
fn a_call_is_refused_by_each_signature() {
    assert_eq!(
        refused(
            &[
                ("Callable[Integer, 1, default]", &["x"]),
                (
                    "Callable[Integer, Optional[String], 1, 2, Optional[Callable]]",
                    &["a", "b"]
                ),
                ("Callable[Integer, Callable[String]]", &["n"]),
            ],
            "Tuple[Array]"
        ),
        "The function 'f' was called with arguments it does not accept. It expects one of:\n  \
         (Integer x+)\n    rejected: parameter 'x' expects an Integer value, got Array\n  \
         (Integer a, String b?, Callable block?)\n    \
         rejected: parameter 'a' expects an Integer value, got Array\n  \
         (Integer n, Callable[String] block)\n    \
         rejected: parameter 'n' expects an Integer value, got Array"
    );
    assert_eq!(
        refused(
            &[("Callable[Struct[{a => Integer}]]", &["x"])],
            "Tuple[Struct[{b => Integer}]]"
        ),
        "'f' expects (Struct[{'a' => Integer}] x)\n  \
         rejected: parameter 'x' expects a value for key 'a'\n  \
         rejected: parameter 'x' unrecognized key 'b'"
    );
    assert_eq!(
        refused(
            &[
                ("Callable[Integer, Callable[String]]", &["x"]),
                ("Callable[Integer, Integer]", &["x", "y"]),
            ],
            "Tuple[Integer]"
        ),
        "The function 'f' was called with arguments it does not accept. It expects one of:\n  \
         (Integer x, Callable[String] block)\n    rejected: expects a block\n  \
         (Integer x, Integer y)\n    rejected: expects 2 arguments, got 1"
    );
}
