//! Laws and cases of the types of PCL.
//!
//! Values of PCL's types, deferred values, recursive types, and expressions.

use polycty::calls::{Budget, Parameter, Signature};
use polycty::dialect::hcl::syntax::parse_expression;
use polycty::dialect::pcl::{
    self, Convertibility, Literals, Options, ProblemSeverity, TypeScope, TypeStep,
};
use polycty::dialect::{ConversionKind, DialectId, Rules, dialect};
use polycty::number::Number;
use polycty::source::{Code, Error, Position};
use polycty::types::{Group, Str, Type, TypeError};
use polycty::values::Value;
use std::sync::Arc;

fn pcl() -> Rules {
    dialect(DialectId::Pcl)
}

fn ty(text: &str) -> Type {
    pcl::parse_type(text).unwrap()
}

fn object<const N: usize>(attributes: [(&str, Value); N]) -> Value {
    Value::object(attributes.map(|(name, value)| (name.into(), value))).unwrap()
}

#[test]
fn values_become_what_their_types_say() {
    let number = |text: &str| Value::from_number(Number::parse(text).unwrap());
    let int = |value: i64| Value::from_integer(value.into());
    for (value, wanted, answer) in [
        (Value::string("7"), "int", Some(int(7))),
        (number("7"), "int", Some(int(7))),
        (number("7.5"), "int", None),
        (int(7), "string", Some(Value::string("7"))),
        (int(1), "bool", Some(Value::bool(true))),
        (int(2), "bool", None),
        (Value::string("x"), "number", None),
        (Value::string("x"), "id", Some(Value::string("x"))),
        (
            Value::string("x"),
            "cty.StringVal(\"x\")",
            Some(Value::string("x")),
        ),
        (Value::string("y"), "cty.StringVal(\"x\")", None),
        (int(3), "output(int)", Some(int(3))),
        (Value::string("5"), "union(bool, int)", Some(int(5))),
        (
            Value::string("true"),
            "union(bool, int)",
            Some(Value::bool(true)),
        ),
        (
            Value::string("red"),
            "enum(c(string): cty.StringVal(\"red\"),cty.StringVal(\"blue\"))",
            Some(Value::string("red")),
        ),
        (
            Value::string("green"),
            "enum(c(string): cty.StringVal(\"red\"),cty.StringVal(\"blue\"))",
            None,
        ),
        (
            Value::null(Type::string().clone()),
            "union(none, string)",
            Some(Value::null(Type::none().clone())),
        ),
        (Value::null(Type::string().clone()), "string", None),
    ] {
        let got = pcl::convert_value(&value, &ty(wanted), &Budget::standard());
        assert_eq!(
            got.as_ref().ok(),
            answer.as_ref(),
            "{value:?} as {wanted}: {got:?}"
        );
        if let Err(error) = got {
            assert_eq!(error.code(), Code::Conversion);
        }
    }
}

#[test]
fn a_fault_of_a_value_has_its_path() {
    let wanted = ty("object({ports = list(int), name = union(none, string)})");
    let ports = Value::tuple(vec![Value::string("80"), Value::string("http")]).unwrap();
    let server = object([("ports", ports.mark("secret"))]);
    let error = pcl()
        .convert(&server, &wanted, &Budget::standard())
        .unwrap_err();
    assert_eq!(error.path().to_string(), ".ports[1]");
    assert_eq!(error.expected(), Some(pcl::int()));
    let good = object([(
        "ports",
        Value::tuple(vec![Value::string("80")])
            .unwrap()
            .mark("secret"),
    )]);
    let made = pcl().convert(&good, &wanted, &Budget::standard()).unwrap();
    assert!(made.attribute("ports").unwrap().marks().contains("secret"));
    assert!(made.attribute("name").unwrap().is_null());
    assert!(pcl().instance(&made, &wanted, &Budget::standard()).unwrap());
    assert!(!pcl().instance(&good, &wanted, &Budget::standard()).unwrap());
}

#[test]
fn a_union_says_which_member_was_chosen() {
    let members = ["int", "list(string)", "number"].map(ty);
    for (value, chosen) in [
        (Value::from_i64(1), 2),
        (Value::from_integer(1i64.into()), 0),
        (Value::tuple(vec![Value::bool(true)]).unwrap(), 1),
        (Value::string("0.5"), 2),
    ] {
        assert_eq!(
            pcl::choose_member(&value, &members, &Budget::standard())
                .unwrap()
                .0,
            chosen,
            "{value:?}"
        );
    }
}

#[test]
fn null_is_of_the_type_none_in_a_union() {
    let null = Value::null(Type::string().clone()).mark("m");
    let (at, chosen) =
        pcl::choose_member(&null, &["int", "none"].map(ty), &Budget::standard()).unwrap();
    assert_eq!(
        (at, &chosen),
        (1, &Value::null(Type::none().clone()).mark("m"))
    );
}

#[test]
fn an_eventual_value_is_itself_and_becomes_what_it_promised() {
    let promised = ty("output(string)");
    let (a, b) = (
        pcl::eventual(&promised, Arc::new(1u8)).unwrap(),
        pcl::eventual(&promised, Arc::new(2u8)).unwrap(),
    );
    assert!(a.clone() == a && a != b);
    let all = Value::list_of(&promised, vec![a.mark("m"), b]).unwrap();
    let there = pcl::resolve_value(
        &all,
        &mut |eventual| {
            let number = *eventual.data().downcast_ref::<u8>().unwrap();
            Ok(Value::from_i64(i64::from(number)))
        },
        &Budget::standard(),
    )
    .unwrap();
    assert_eq!(there.ty(), &ty("list(string)"));
    assert_eq!(there.parts().unwrap()[0], Value::string("1").mark("m"));
    let failure = pcl::resolve_value(
        &all,
        &mut |eventual| match eventual.data().downcast_ref::<u8>() {
            Some(1) => Ok(Value::string("x")),
            _ => Err(Error::new(Code::Callback, "gone")),
        },
        &Budget::standard(),
    )
    .unwrap_err();
    assert_eq!(
        (failure.path().to_string(), failure.message()),
        ("[1]".into(), "gone")
    );
}

#[test]
fn what_an_eventual_value_was_converted_to_holds_when_it_is_there() {
    let id = pcl::eventual(&ty("promise(string)"), Arc::new(())).unwrap();
    let wanted = ty("output(int)");
    let converted = pcl().convert(&id, &wanted, &Budget::standard()).unwrap();
    assert_eq!(converted.ty(), &wanted);
    let answer = |text: &'static str| {
        pcl::resolve_value(
            &converted,
            &mut |_| Ok(Value::string(text)),
            &Budget::standard(),
        )
    };
    assert_eq!(answer("8").unwrap().as_integer(), Some(8i64.into()));
    assert_eq!(answer("x").unwrap_err().code(), Code::Conversion);
    assert!(
        pcl()
            .convert(&id, &ty("string"), &Budget::standard())
            .is_err()
    );
    // A value that resolves to itself repeatedly reaches the limit.
    let endless = pcl::resolve_value(&id, &mut |_| Ok(id.clone()), &Budget::standard());
    assert_eq!(endless.unwrap_err().code(), Code::Limit);
}

#[test]
fn a_fault_in_a_type_names_the_part() {
    let explain = |from: &str, to: &str| {
        pcl()
            .explain(&ty(from), &ty(to), &Budget::standard())
            .unwrap()
            .unwrap()
    };
    let why = explain(
        "object({a = list(string)})",
        "object({a = list(object({}))})",
    );
    assert_eq!(why.path().to_string(), ".a");
    assert_eq!(
        why.message(),
        "cannot assign value of type string to type {}"
    );
    assert_eq!(
        pcl()
            .conversion(&ty("int"), &ty("int"), &Budget::standard())
            .unwrap(),
        ConversionKind::Same
    );
    assert!(
        pcl()
            .explain(&ty("int"), &ty("string"), &Budget::standard())
            .unwrap()
            .is_none()
    );
}

/// `object({next = union(none, R), v = T})`.
fn chain(of: &Type) -> Type {
    let group = Group::define(vec!["R".into()], |members| {
        let next = pcl::optional(members[0].reference())?;
        Ok(vec![pcl::object([
            ("next".into(), next),
            ("v".into(), of.clone()),
        ])?])
    });
    group.unwrap().reference(0).unwrap()
}

#[test]
fn recursive_types_are_compared_without_end() {
    let (a, b) = (chain(Type::string()), chain(Type::string()));
    let ints = chain(pcl::int());
    assert!(a != b && pcl::equal(&a, &b) && !pcl::equal(&a, &ints));
    let unfolded = pcl::unfolded(&a).unwrap();
    assert!(pcl::equal(&unfolded, &b));
    assert_eq!(
        pcl::conversion(&ints, &a, &Budget::standard()).unwrap(),
        Convertibility::Safe
    );
    assert_eq!(
        pcl::conversion(&a, &ints, &Budget::standard()).unwrap(),
        Convertibility::Unsafe
    );
    assert!(!pcl::assignable(&ints, &a, &Budget::standard()).unwrap());
    assert!(pcl::assignable(&b, &a, &Budget::standard()).unwrap());
    assert_eq!(pcl::display_type(&a), "'T1 { next: 'T1?, v: string }");
    let text = pcl::encode_type(&a).unwrap();
    assert!(pcl::equal(&pcl::decode_type(&text).unwrap(), &a), "{text}");
    let input = pcl::input(&a).unwrap();
    assert_eq!(
        pcl::conversion(&a, &input, &Budget::standard()).unwrap(),
        Convertibility::Safe
    );
    let eventual = chain(&ty("output(string)"));
    assert!(pcl::equal(
        &pcl::resolve(&eventual, pcl::DeferredParts::All).unwrap(),
        &a
    ));
    let unified = pcl::unify(&[&a, &ints], &Budget::standard()).unwrap();
    assert_ne!(
        pcl::conversion(&a, &unified.safe, &Budget::standard()).unwrap(),
        Convertibility::None
    );
    assert_ne!(
        pcl::conversion(&ints, &unified.safe, &Budget::standard()).unwrap(),
        Convertibility::None
    );
}

fn bound(text: &str, scope: &TypeScope, options: Options) -> pcl::CheckedExpression {
    let parsed = parse_expression(text.as_bytes(), "t.pp", Position::START);
    assert!(parsed.diagnostics.is_empty(), "{text}");
    pcl::bind(&parsed.expression(), scope, options, &Budget::standard()).unwrap()
}

#[test]
fn every_node_has_a_type_and_conversions_are_listed() {
    let mut scope = TypeScope::new();
    scope.set_variable("ids", ty("output(list(string))"));
    scope.set_function(
        "port",
        Signature::new()
            .parameter(Parameter::new("n", pcl::int().clone()))
            .returns(Type::string().clone()),
    );
    let checked = bound(
        "[for id in ids : port(id) == \"80\"]",
        &scope,
        Options::default(),
    );
    assert!(!checked.has_errors());
    assert_eq!(pcl::line(checked.ty()), "output(list(bool))");
    let [conversion] = &checked.conversions[..] else {
        panic!("{:?}", checked.conversions);
    };
    assert_eq!(checked.tree().slice(conversion.span), "id");
    assert_eq!(
        (&conversion.from, &conversion.to),
        (Type::string(), pcl::int())
    );
    assert_eq!(conversion.kind, Convertibility::Unsafe);
}

/// Each kind of error of the checker has an identifier of its own.
#[test]
fn diagnostics_have_identifiers() {
    let mut scope = TypeScope::new();
    scope.set_variable("o", ty("object({name = string})"));
    scope.set_variable("l", ty("list(string)"));
    scope.set_variable("n", ty("none"));
    scope.set_function(
        "port",
        Signature::new()
            .parameter(Parameter::new("n", pcl::int().clone()))
            .returns(Type::string().clone()),
    );
    let mut wrong = Vec::new();
    for (text, identifier) in [
        ("gone", "pcl.undefined-variable"),
        ("gone()", "pcl.unknown-function"),
        ("port()", "pcl.missing-argument"),
        ("port(1, 2)", "pcl.too-many-arguments"),
        ("port(o)", "pcl.unassignable-type"),
        ("o.gone", "pcl.unknown-property"),
        ("o.Name", "pcl.property-of-another-case"),
        ("[1][5]", "pcl.invalid-index"),
        ("true.a", "pcl.not-traversable"),
        ("n.a", "pcl.not-traversable"),
        ("[for a in 3 : a]", "pcl.not-iterable"),
        ("{for a, a in l : a => a}", "pcl.duplicate-variable"),
        ("{(o) = 1}", "pcl.invalid-key"),
    ] {
        let checked = bound(text, &scope, Options::default());
        let found: Vec<String> = checked.diagnostics.iter().map(|one| one.id()).collect();
        if !found.iter().any(|found| found == identifier) || found.contains(&"pcl.error".into()) {
            wrong.push((text, identifier, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn inner_scopes_hide_what_is_further_out() {
    let mut outer = TypeScope::new();
    outer.set_variable("a", ty("int"));
    outer.set_variable("b", ty("bool"));
    let mut inner = outer.child().unwrap();
    inner.set_variable("a", ty("string"));
    outer.set_variable("late", ty("int"));
    let of = |name: &str, scope: &TypeScope| pcl::line(bound(name, scope, Options::default()).ty());
    assert_eq!(of("a", &inner), "string");
    assert_eq!(
        (of("a", &outer), of("b", &inner)),
        ("int".into(), "bool".into())
    );
    assert!(inner.variable("late").is_none());
    let mut deep = inner;
    for _ in 1..polycty::scope::MAX_SCOPES {
        deep = deep.child().unwrap();
    }
    assert_eq!(of("a", &deep), "string");
    assert_eq!(deep.child().unwrap_err().code(), Code::Limit);
}

#[test]
fn what_a_place_does_not_accept_names_the_part() {
    let scope = TypeScope::new();
    let given = bound("{ ports = [80, null] }", &scope, Options::default());
    for wanted in [
        "object({ports = list(int)})",
        "union(none, object({ports = list(int)}))",
    ] {
        let Err(pcl::Refusal::Unaccepted {
            diagnostic,
            obstacle,
        }) = given.accepted_as(&ty(wanted), &Budget::standard())
        else {
            panic!("{wanted}");
        };
        assert!(
            diagnostic
                .summary
                .starts_with("cannot assign expression of type { ports: (80, null) }")
        );
        assert_eq!(obstacle.unwrap().path.to_string(), ".ports[1]");
    }
    let accepted = given.accepted_as(
        &ty("object({ports = list(union(int, none))})"),
        &Budget::standard(),
    );
    assert_eq!(accepted.unwrap(), Convertibility::Safe);
}

#[test]
fn a_splat_is_as_eventual_as_its_collection() {
    for (source, element, whole) in [
        ("output(list(int))", "int", "output(list(bool))"),
        (
            "promise(tuple(int, string))",
            "string",
            "promise(list(bool))",
        ),
        ("union(none, set(id))", "id", "list(bool)"),
        ("output(string)", "string", "list(bool)"),
    ] {
        let splat = pcl::Splat::new(&ty(source), &Budget::standard()).unwrap();
        assert_eq!(pcl::line(splat.element()), element, "{source}");
        assert_eq!(
            pcl::line(&splat.of_each(ty("bool")).unwrap()),
            whole,
            "{source}"
        );
    }
}

#[test]
fn a_known_key_is_a_step_whatever_number_it_is() {
    let from = ty("tuple(bool, string)");
    for (key, led) in [
        (Value::from_i64(1), "string"),
        (Value::from_integer(1i64.into()), "string"),
        (
            Value::unknown(Type::number().clone()),
            "union(bool, string)",
        ),
        (Value::null(Type::number().clone()), "dynamic"),
        (Value::string("1"), "dynamic"),
    ] {
        let step = pcl::TypeStep::of_key(&key);
        assert_eq!(
            pcl::line(&pcl::traverse(&from, &step, &Budget::standard()).unwrap().ty),
            led,
            "{key:?}"
        );
    }
}

#[test]
fn options_change_what_is_told() {
    let scope = TypeScope::new();
    let exact = Options {
        literals: Literals::ExactInts,
        missing_variables: ProblemSeverity::Warning,
        ..Options::default()
    };
    let whole = |text: &str| pcl::line(bound(text, &scope, Options::default()).ty());
    assert_eq!(whole("2147483648"), "cty.NumberIntVal(2.147483648e+09)");
    let big = bound("2147483648", &scope, exact);
    let pcl::PclType::Const(of, _) = pcl::shape(big.ty()) else {
        panic!("{:?}", big.ty());
    };
    assert_eq!(of, pcl::int());
    let digits = format!("1{}1", "0".repeat(200));
    assert!(!bound(&digits, &scope, Options::default()).has_errors());
    assert!(bound(&digits, &scope, exact).has_errors());
    assert!(!bound("gone", &scope, exact).has_errors());
    assert!(bound("gone", &scope, Options::default()).has_errors());
}

#[test]
fn deep_expressions_and_types_are_refused_in_order() {
    let scope = TypeScope::new();
    for (open, close) in [("[", "]"), ("-(", ")"), ("{a = ", "}"), ("(", ")")] {
        let text = format!("{}x{}", open.repeat(500), close.repeat(500));
        let parsed = parse_expression(text.as_bytes(), "t.pp", Position::START);
        let checked = pcl::bind(
            &parsed.expression(),
            &scope,
            Options::default(),
            &Budget::standard(),
        )
        .unwrap();
        assert!(checked.has_errors() || !parsed.diagnostics.is_empty());
    }
    let text = format!("{}int{}", "list(".repeat(300), ")".repeat(300));
    assert_eq!(pcl::parse_type(&text).unwrap_err().code(), Code::Limit);
    let json = format!("{}\"int\"{}", "[\"list\",".repeat(300), "]".repeat(300));
    assert_eq!(pcl::decode_type(&json).unwrap_err().code(), Code::Limit);
    // Definitions that refer to definitions, deeper than any type.
    let mut inner = Type::string().clone();
    for _ in 0..3000 {
        let group = Group::define(vec!["R".into()], |_| {
            Ok(vec![pcl::object([("a".into(), inner.clone())])?])
        });
        inner = group.unwrap().reference(0).unwrap();
    }
    let other = pcl::object([("a".into(), inner.clone())]).unwrap();
    assert_eq!(
        pcl::conversion(&other, &inner, &Budget::standard()).unwrap(),
        Convertibility::None
    );
    assert_eq!(
        pcl::assignable(&other, &inner, &Budget::standard())
            .unwrap_err()
            .code(),
        Code::Limit
    );
    assert!(!pcl::equal(&inner, &other));
    assert!(
        pcl::why_not(&other, &inner, &Budget::standard())
            .unwrap()
            .is_some()
    );
    assert!(pcl::unify(&[&inner, &other], &Budget::standard()).is_ok());
}

#[test]
fn where_the_reference_crashes_there_is_an_answer() {
    let position = |text: &str| TypeStep::Position(Number::parse(text).unwrap());
    let past_the_end = "tuple index must be between 0 and 1";
    for (of, step, leads_to, reported) in [
        ("tuple(int)", position("0"), "int", None),
        ("tuple(int)", position("1"), "dynamic", Some(past_the_end)),
        (
            "tuple(int)",
            position("1e300"),
            "dynamic",
            Some(past_the_end),
        ),
        (
            "tuple(int)",
            TypeStep::Null,
            "dynamic",
            Some("tuple indices must be integers"),
        ),
        (
            "object({a = int})",
            TypeStep::Null,
            "dynamic",
            Some("object properties must be strings"),
        ),
        ("list(int)", TypeStep::Null, "int", None),
        ("map(int)", TypeStep::Null, "int", None),
    ] {
        let traversed = pcl::traverse(&ty(of), &step, &Budget::standard()).unwrap();
        let summaries: Vec<&str> = traversed
            .diagnostics
            .iter()
            .map(|diagnostic| &*diagnostic.summary)
            .collect();
        assert_eq!(pcl::line(&traversed.ty), leads_to, "{of} {step:?}");
        assert_eq!(summaries, Vec::from_iter(reported), "{of} {step:?}");
    }
    // Two recursive types with the structure of each other.
    let (strings, ints) = (chain(Type::string()), chain(pcl::int()));
    assert!(!pcl::assignable(&ints, &strings, &Budget::standard()).unwrap());
    // The members of a source union are not compared separately, elements of a list are.
    assert!(!pcl::assignable(&ints, &chain(Type::any()), &Budget::standard()).unwrap());
    let tree = |of: &str| ty(&format!("object({{all = list(...), v = {of}}})"));
    assert!(pcl::assignable(&tree("int"), &tree("dynamic"), &Budget::standard()).unwrap());
    for ty in [&strings, &ints] {
        let traversed = pcl::traverse_all(
            ty,
            &[
                TypeStep::Attr("next".into()),
                TypeStep::Attr("next".into()),
                TypeStep::Unknown(Type::string().clone()),
            ],
            &Budget::standard(),
        );
        assert!(traversed.unwrap().diagnostics.is_empty());
    }
}

#[test]
fn of_two_constants_the_first_is_preferred() {
    let (a, b) = (ty("cty.StringVal(\"a\")"), ty("cty.StringVal(\"b\")"));
    assert_eq!(pcl::unify(&[&a, &b], &Budget::standard()).unwrap().any, a);
    assert_eq!(pcl::unify(&[&b, &a], &Budget::standard()).unwrap().any, b);
    let kinds = pcl::input_conversions(
        &[&a, &b, Type::bool(), &ty("list(string)")],
        &a,
        &Budget::standard(),
    )
    .unwrap();
    let expected = [
        Convertibility::Safe,
        Convertibility::Unsafe,
        Convertibility::Unsafe,
        Convertibility::None,
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn recursive_types_have_a_text_that_reads_back() {
    for text in [
        "object({next = union(none, ...), v = int})",
        "object({a = object({b = ...}), c = ...})",
        "object({a = object({b = ...1, c = ...}), d = list(...)})",
        "tuple(object({a = ...}), object({a = ...}))",
        "rec(list(union(int, object({a = ...1}))))",
    ] {
        let read = pcl::parse_type(text).unwrap();
        assert_eq!(pcl::format_type(&read).unwrap(), text);
        assert!(read.has(polycty::types::Flags::REFERENCE), "{text}");
    }
    let outer = ty("object({a = object({b = ...1})})");
    let step = |name: &str| TypeStep::Attr(name.into());
    let inner = pcl::traverse_all(&outer, &[step("a"), step("b")], &Budget::standard()).unwrap();
    assert!(pcl::equal(&inner.ty, &outer));
    for text in [
        "...",
        "list(...)",
        "object({a = ...1})",
        "object({a = ...99999999999999999999})",
        "rec(...)",
        "object({a = ..})",
    ] {
        assert!(pcl::parse_type(text).is_err(), "{text}");
    }
}

#[test]
fn an_unsafe_conversion_says_why_and_where() {
    let doubt = |to: &str, from: &str| {
        let obstacle = pcl::why_unsafe(&ty(from), &ty(to), &Budget::standard())
            .unwrap()
            .unwrap();
        let path = obstacle.path.to_string();
        (path, obstacle.summary.unwrap())
    };
    for (to, from, path, summary) in [
        (
            "object({a = list(int)})",
            "object({a = tuple(int, string)})",
            ".a[1]",
            "not every value of type string converts to type int",
        ),
        (
            "set(int)",
            "list(int)",
            "",
            "not every value of type list(int) converts to type set(int): equal elements are \
             merged",
        ),
        (
            "output(tuple(int))",
            "list(int)",
            "",
            "not every value of type list(int) converts to type (int): its length may differ",
        ),
        (
            "tuple(int, object({k = bool}))",
            "tuple(int, map(bool))",
            "[1]",
            "not every value of type map(bool) converts to type { k: bool }: keys may be missing",
        ),
        (
            "int",
            "dynamic",
            "",
            "not every value of type dynamic converts to type int: its type is not known before \
             evaluation",
        ),
        (
            "string",
            "union(none, string)",
            "",
            "not every value of type string? converts to type string: some members of the union \
             may not convert",
        ),
        (
            "cty.StringVal(\"a\")",
            "string",
            "",
            "not every value of type string converts to type \"a\": only this value converts",
        ),
    ] {
        assert_eq!(doubt(to, from), (path.to_owned(), summary.to_owned()));
    }
    assert!(
        pcl::why_unsafe(&ty("int"), &ty("string"), &Budget::standard())
            .unwrap()
            .is_none()
    );
    assert!(
        pcl::why_unsafe(&ty("int"), &ty("none"), &Budget::standard())
            .unwrap()
            .is_none()
    );
}

#[test]
fn a_check_tells_all_faults() {
    let wanted = ty(
        "object({a = int, b = union(none, list(object({c = bool, d = int}))), e = map(int), f = string})",
    );
    let inner = |c: Value| object([("c", c)]);
    let list = Value::tuple(vec![
        inner(Value::bool(true)),
        inner(Value::string("maybe")),
    ]);
    let given = object([
        ("a", Value::string("x").mark("m")),
        (
            "b",
            pcl::eventual(&ty("promise(string)"), Arc::new(())).unwrap(),
        ),
        (
            "e",
            object([
                ("k", Value::string("1")),
                ("l", Value::unknown(ty("list(int)"))),
            ]),
        ),
    ]);
    let paths = |value: &Value| -> Vec<String> {
        pcl::check(value, &wanted, &Budget::standard())
            .unwrap()
            .iter()
            .map(|failure| {
                format!(
                    "{}{}",
                    failure.path(),
                    if failure.message().contains("required") {
                        "!"
                    } else {
                        ""
                    }
                )
            })
            .collect()
    };
    assert_eq!(paths(&given), [".a", ".b", ".e.l", "!"]);
    let given = object([
        ("a", Value::string("7")),
        ("b", list.unwrap()),
        ("e", Value::null(Type::string().clone())),
        ("f", Value::string("")),
    ]);
    assert_eq!(paths(&given), [".b[0]!", ".b[1].c", ".b[1]!", ".e"]);
}

#[test]
fn an_unknown_value_keeps_what_stays_true() {
    let refined = |of: &str| Value::unknown(ty(of)).refine().not_null();
    let text = refined("string").prefix_full("i-").build().unwrap();
    let number = refined("number")
        .at_least(&Value::from_i64(1), polycty::values::BoundKind::Inclusive)
        .build()
        .unwrap();
    let list = refined("list(string)")
        .length_at_least(2)
        .length_at_most(3)
        .build()
        .unwrap();
    let not_null = |of: &str| refined(of).build().unwrap();
    let lengths = |of: &str, least: u64, most: u64| {
        let refined = refined(of).length_at_least(least);
        refined.length_at_most(most).build().unwrap()
    };
    for (value, to, becomes) in [
        (&text, "union(none, string)", text.clone()),
        (&text, "output(string)", text.clone()),
        (&text, "dynamic", text.clone()),
        (
            &text,
            "union(int, list(string))",
            not_null("union(int, list(string))"),
        ),
        (&text, "int", not_null("int")),
        (&text, "id", not_null("id")),
        (&number, "string", not_null("string")),
        (&number, "union(bool, output(number))", number.clone()),
        (&list, "list(id)", lengths("list(id)", 2, 3)),
        (&list, "set(string)", lengths("set(string)", 1, 3)),
        (
            &list,
            "tuple(string, string)",
            not_null("tuple(string, string)"),
        ),
        (
            &Value::unknown(ty("object({a = int, b = int})")),
            "map(string)",
            Value::unknown(ty("map(string)"))
                .refine()
                .length_at_least(2)
                .length_at_most(2)
                .build()
                .unwrap(),
        ),
        (
            &Value::unknown(ty("output(string)")),
            "output(id)",
            Value::unknown(ty("output(id)")),
        ),
    ] {
        let got = pcl::convert_value(&value.mark("m"), &ty(to), &Budget::standard()).unwrap();
        assert_eq!(got, becomes.mark("m"), "{value:?} as {to}");
    }
}

#[test]
fn annotations_go_with_a_type() {
    let note = |text: &'static str| [Arc::new(text) as polycty::types::Annotation];
    let notes = |ty: &Type| -> Vec<&'static str> {
        ty.annotations()
            .iter()
            .map(|note| *note.downcast_ref().unwrap())
            .collect()
    };
    let server = ty("object({id = output(string), n = int})").annotated(note("server"));
    let choice = ty("union(int, string)").annotated(note("choice"));
    assert_eq!(server, ty("object({id = output(string), n = int})"));
    assert!(pcl::equal(&choice, &ty("union(int, string)")));
    let optional = pcl::optional(choice.clone()).unwrap();
    let resolved = pcl::resolve(&server, pcl::DeferredParts::All).unwrap();
    let input = pcl::input(&server).unwrap();
    let members = input.elements().unwrap();
    let other = ty("object({n = int, z = bool})").annotated(note("other"));
    let both = pcl::unify(&[&server, &other], &Budget::standard())
        .unwrap()
        .safe;
    let chosen = pcl::unify(&[&choice, &ty("int")], &Budget::standard())
        .unwrap()
        .safe;
    let value = object([("id", Value::string("x")), ("n", Value::string("1"))]);
    let converted = pcl::convert_value(&value, &server, &Budget::standard()).unwrap();
    let odd = Type::union([Type::string().clone(), pcl::int().clone()])
        .unwrap()
        .annotated(note("odd"));
    for (ty, expected) in [
        (&optional, &["choice"][..]),
        (
            &pcl::output(choice.clone())
                .unwrap()
                .element()
                .unwrap()
                .clone(),
            &["choice"],
        ),
        (&resolved, &["server"]),
        (&members[0], &["server"]),
        (members[1].element().unwrap(), &["server"]),
        (&both, &["server", "other"]),
        (&chosen, &["choice"]),
        (converted.ty(), &["server"]),
        (&pcl::normalize(&odd).unwrap(), &["odd"]),
    ] {
        assert_eq!(notes(ty), expected, "{}", pcl::line(ty));
    }
}

/// A number of objects, each with a property for every one of them and an own value.
fn all_in_all(count: usize, of: &Type) -> Type {
    let names: Vec<polycty::types::Str> = (0..count).map(|at| format!("R{at}").into()).collect();
    let group = Group::define(names, |members| {
        let properties = || {
            let others = members.iter().enumerate();
            others.map(|(at, member)| (format!("r{at:02}").into(), member.reference()))
        };
        let object = |_| pcl::object(properties().chain([("v".into(), of.clone())]));
        (0..count).map(object).collect()
    });
    group.unwrap().reference(0).unwrap()
}

/// A late refutation of a pair does not cause a new comparison of all others.
#[test]
fn many_recursive_types_are_compared_in_time() {
    const COUNT: usize = 24;
    let of = |text: &str| all_in_all(COUNT, &ty(text));
    let (strings, ints, bools) = (of("string"), of("int"), of("list(bool)"));
    assert_eq!(
        pcl::conversion(&ints, &strings, &Budget::standard()).unwrap(),
        Convertibility::Safe
    );
    assert_eq!(
        pcl::conversion(&strings, &ints, &Budget::standard()).unwrap(),
        Convertibility::Unsafe
    );
    assert_eq!(
        pcl::conversion(&ints, &bools, &Budget::standard()).unwrap(),
        Convertibility::None
    );
    let some = pcl::optional(bools.clone()).unwrap();
    assert_eq!(
        pcl::conversion(&ints, &some, &Budget::standard()).unwrap(),
        Convertibility::None
    );
    assert!(
        pcl::why_not(&ints, &bools, &Budget::standard())
            .unwrap()
            .is_some()
            && pcl::why_unsafe(&strings, &ints, &Budget::standard())
                .unwrap()
                .is_some()
    );
    assert!(!pcl::assignable(&ints, &bools, &Budget::standard()).unwrap());
    assert!(pcl::assignable(&ints, &of("dynamic"), &Budget::standard()).unwrap());
    assert!(pcl::equal(&ints, &of("int")) && !pcl::equal(&ints, &strings));
    // The unified type may be too large to be a type.
    let unified = pcl::unify(&[&ints, &strings], &Budget::standard());
    assert!(unified.is_ok_and(|unified| pcl::line(&unified.any).len() > 1));
    assert!(pcl::input(&ints).is_ok());
}

/// A type that is a union with itself, or the promise of itself, is not valid: following it would
/// not terminate.
#[test]
fn what_leads_to_itself_without_a_part_is_no_type() {
    for json in [
        r#"["rec","A",["union",["string",["ref","A"]]]]"#,
        r#"["rec","A",["promise",["ref","A"]]]"#,
        r#"["list",["rec","A",["output",["rec","B",["union",["int",["ref","A"],["ref","B"]]]]]]]"#,
    ] {
        let error = pcl::decode_type(json).unwrap_err();
        assert_eq!(error.code(), Code::Type, "{json}: {error}");
    }
    for text in ["rec(union(..., string))", "rec(promise(...))"] {
        assert!(pcl::parse_type(text).is_err(), "{text}");
    }
    assert!(pcl::decode_type(r#"["rec","A",["union",["string",["list",["ref","A"]]]]]"#).is_ok());
    // A host can still construct such a type. It is not a type of any dialect.
    let made = |of: fn(Type) -> Type| {
        Group::define(["A".into()], |members| Ok(vec![of(members[0].reference())]))
    };
    for group in [
        made(|own| Type::union([own, Type::string().clone()]).unwrap()),
        made(|own| Type::promise(own).unwrap()),
        made(|own| Type::optional(own).unwrap()),
    ] {
        let own = group.unwrap().reference(0).unwrap();
        let step = TypeStep::Attr("a".into());
        assert!(
            pcl::traverse(&own, &step, &Budget::standard())
                .unwrap()
                .ty
                .is_any()
        );
        assert_eq!(
            pcl::conversion(&own, Type::string(), &Budget::standard()).unwrap(),
            Convertibility::None
        );
        assert_eq!(
            pcl::conversion(&own, &own, &Budget::standard()).unwrap(),
            Convertibility::Safe
        );
        assert!(!pcl::is_instance(&Value::string("a"), &own, &Budget::standard()).unwrap());
        let mut scope = TypeScope::new();
        scope.set_variable("x", own);
        for text in [
            "x[*]",
            "x[0]",
            "x.a",
            "[for y in x : y]",
            "x ? x : 1",
            "x + 1",
        ] {
            let parsed = parse_expression(text.as_bytes(), "t.pp", Position::START);
            let bound = pcl::bind(
                &parsed.expression(),
                &scope,
                Options::default(),
                &Budget::standard(),
            )
            .unwrap();
            assert!(bound.node(bound.root()).is_some());
        }
    }
}

/// A definition without recursion is equal to the type that it defines.
#[test]
fn what_is_not_recursive_is_plain() {
    for (json, plain) in [
        (r#"["rec","A",["union",["string","string"]]]"#, "string"),
        (
            r#"["union",["int",["rec","A",["union",["string","bool"]]]]]"#,
            "union(bool, int, string)",
        ),
        (
            r#"["rec","A",["tuple",[["rec","A",["list",["ref","A"]]],"int"]]]"#,
            "tuple(rec(list(...)), int)",
        ),
    ] {
        let ty = pcl::decode_type(json).unwrap();
        assert_eq!(pcl::format_type(&ty).unwrap(), plain, "{json}");
        assert!(pcl::equal(&pcl::parse_type(plain).unwrap(), &ty));
    }
}

/// Null has its own type, independent of the type that it was created with.
#[test]
fn null_is_checked_as_it_is_converted() {
    let strings = Type::list(Type::string().clone()).unwrap();
    let null = Value::null(Type::string().clone());
    let nulls = Value::list(vec![null.clone()]).unwrap();
    for (value, wanted) in [(&null, Type::string()), (&nulls, &strings)] {
        assert!(pcl::convert_value(value, wanted, &Budget::standard()).is_err());
        assert_eq!(
            pcl::check(value, wanted, &Budget::standard())
                .unwrap()
                .len(),
            1,
            "{value:?}"
        );
    }
    let constant = ty("cty.NullVal(cty.DynamicPseudoType)");
    let made = pcl::convert_value(&null, &constant, &Budget::standard()).unwrap();
    assert!(pcl::is_instance(&made, &constant, &Budget::standard()).unwrap());
    assert!(!pcl::is_instance(&Value::string("a"), &constant, &Budget::standard()).unwrap());
}

/// The results of deferred values may be deep, and contain other deferred values.
#[test]
fn deep_values_out_of_each_other_are_refused() {
    let promise = ty("promise(dynamic)");
    let eventual = || pcl::eventual(&promise, Arc::new(())).unwrap();
    let mut asked = 0;
    let answer = pcl::resolve_value(
        &eventual(),
        &mut |_| {
            asked += 1;
            let inner = eventual();
            Ok((0..100).fold(inner, |part, _| Value::tuple(vec![part]).unwrap()))
        },
        &Budget::standard(),
    );
    assert_eq!(answer.unwrap_err().code(), Code::Limit);
    assert!(asked < 4, "{asked}");
}

/// Definitions of a host that refer to the ones before, in `ways` ways each.
fn led_through(definitions: usize, ways: usize) -> Type {
    let mut last = list_of_strings();
    for _ in 0..definitions {
        let names: Vec<Str> = (0..ways).map(|way| way.to_string().into()).collect();
        let definition = Type::union([last.clone(), Type::none().clone()]).unwrap();
        let group = Group::define(names, |_| Ok(vec![definition; ways])).unwrap();
        let references: Vec<Type> = (0..ways).map(|way| group.reference(way).unwrap()).collect();
        last = Type::union(references).unwrap();
    }
    last
}

fn list_of_strings() -> Type {
    Type::list(Type::string().clone()).unwrap()
}

#[test]
fn a_step_through_more_definitions_than_can_be_followed_is_refused() {
    let step = TypeStep::Position(Number::from(0_u64));
    let few = pcl::traverse(&led_through(20, 1), &step, &Budget::standard()).unwrap();
    assert!(few.diagnostics.is_empty());
    for (definitions, ways, limit) in [(300, 1, TypeError::TooDeep), (100, 2, TypeError::TooLarge)]
    {
        let found = pcl::traverse(&led_through(definitions, ways), &step, &Budget::standard());
        assert_eq!(found.unwrap_err().message(), Error::from(limit).message());
    }
}
