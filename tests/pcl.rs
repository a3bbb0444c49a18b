//! Does PCL hold what its types promise?
//!
//! Values of the types of the extension, and the laws that bind its verbs together, over
//! types made at random.

use polycty::diagnostic::{Code, Error, Position};
use polycty::dialect::hcl::syntax::parse_expression;
use polycty::dialect::pcl::{
    self, Conversion, Leniency, Literals, Options, TypeScope, TypedParameter, TypedSignature,
};
use polycty::dialect::{ConversionKind, Dialect, DialectId, dialect};
use polycty::number::Number;
use polycty::types::{Group, Type};
use polycty::values::Value;
use proptest::prelude::*;
use std::sync::Arc;

fn pcl() -> &'static dyn Dialect {
    dialect(DialectId::Pcl).unwrap()
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
        let got = pcl::convert_value(&value, &ty(wanted));
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
    let error = pcl().convert(&server, &wanted).unwrap_err();
    assert_eq!(error.path().to_string(), ".ports[1]");
    assert_eq!(error.wanted(), Some(pcl::int()));
    let good = object([(
        "ports",
        Value::tuple(vec![Value::string("80")])
            .unwrap()
            .mark("secret"),
    )]);
    let made = pcl().convert(&good, &wanted).unwrap();
    assert!(made.attribute("ports").unwrap().marks().contains("secret"));
    assert!(made.attribute("name").unwrap().is_null());
    assert!(pcl().instance(&made, &wanted).unwrap());
    assert!(!pcl().instance(&good, &wanted).unwrap());
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
            pcl::choose_member(&value, &members).unwrap().0,
            chosen,
            "{value:?}"
        );
    }
}

#[test]
fn null_is_of_the_type_none_in_a_union() {
    let null = Value::null(Type::string().clone()).mark("m");
    let (at, chosen) = pcl::choose_member(&null, &["int", "none"].map(ty)).unwrap();
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
    let there = pcl::resolve_value(&all, &mut |eventual| {
        let number = *eventual.data().downcast_ref::<u8>().unwrap();
        Ok(Value::from_i64(i64::from(number)))
    })
    .unwrap();
    assert_eq!(there.ty(), &ty("list(string)"));
    assert_eq!(there.parts().unwrap()[0], Value::string("1").mark("m"));
    let failure = pcl::resolve_value(&all, &mut |eventual| match eventual
        .data()
        .downcast_ref::<u8>()
    {
        Some(1) => Ok(Value::string("x")),
        _ => Err(Error::new(Code::Callback, "gone")),
    })
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
    let converted = pcl().convert(&id, &wanted).unwrap();
    assert_eq!(converted.ty(), &wanted);
    let answer =
        |text: &'static str| pcl::resolve_value(&converted, &mut |_| Ok(Value::string(text)));
    assert_eq!(answer("8").unwrap().as_integer(), Some(8i64.into()));
    assert_eq!(answer("x").unwrap_err().code(), Code::Conversion);
    assert!(pcl().convert(&id, &ty("string")).is_err());
    // One that gives itself again and again comes to an end.
    let endless = pcl::resolve_value(&id, &mut |_| Ok(id.clone()));
    assert_eq!(endless.unwrap_err().code(), Code::Limit);
}

#[test]
fn a_fault_in_a_type_names_the_part() {
    let explain = |from: &str, to: &str| pcl().explain(&ty(from), &ty(to)).unwrap();
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
        pcl().conversion(&ty("int"), &ty("int")),
        ConversionKind::Same
    );
    assert!(pcl().explain(&ty("int"), &ty("string")).is_none());
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
    assert_eq!(pcl::conversion(&a, &ints), Conversion::Safe);
    assert_eq!(pcl::conversion(&ints, &a), Conversion::Unsafe);
    assert!(!pcl::assignable(&a, &ints).unwrap());
    assert!(pcl::assignable(&a, &b).unwrap());
    assert_eq!(pcl::display_type(&a), "'T1 { next: 'T1?, v: string }");
    let text = pcl::encode_type(&a).unwrap();
    assert!(pcl::equal(&pcl::decode_type(&text).unwrap(), &a), "{text}");
    let input = pcl::input(&a).unwrap();
    assert_eq!(pcl::conversion(&input, &a), Conversion::Safe);
    let eventual = chain(&ty("output(string)"));
    assert!(pcl::equal(
        &pcl::resolve(&eventual, pcl::Eventuals::All).unwrap(),
        &a
    ));
    let unified = pcl::unify(&[&a, &ints]).unwrap();
    assert_ne!(pcl::conversion(&unified.safe, &a), Conversion::None);
    assert_ne!(pcl::conversion(&unified.safe, &ints), Conversion::None);
}

fn bound(text: &str, scope: &TypeScope, options: Options) -> pcl::Bound {
    let parsed = parse_expression(text.as_bytes(), "t.pp", Position::START);
    assert!(parsed.diagnostics.is_empty(), "{text}");
    pcl::bind(&parsed.expression(), scope, options)
}

#[test]
fn every_node_has_a_type_and_conversions_are_listed() {
    let mut scope = TypeScope::new();
    scope.set_variable("ids", ty("output(list(string))"));
    scope.set_function(
        "port",
        TypedSignature {
            parameters: vec![TypedParameter {
                name: "n".into(),
                ty: pcl::int().clone(),
            }],
            variadic: None,
            returns: Type::string().clone(),
        },
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
    assert_eq!(conversion.kind, Conversion::Unsafe);
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
    for _ in 1..pcl::MAX_SCOPES {
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
        let Err(pcl::Refusal::Unaccepted { told, obstacle }) = given.accepted_as(&ty(wanted))
        else {
            panic!("{wanted}");
        };
        assert!(
            told.summary
                .starts_with("cannot assign expression of type { ports: (80, null) }")
        );
        assert_eq!(obstacle.unwrap().path.to_string(), ".ports[1]");
    }
    let accepted = given.accepted_as(&ty("object({ports = list(union(int, none))})"));
    assert_eq!(accepted.unwrap(), Conversion::Safe);
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
        let splat = pcl::Splat::new(&ty(source)).unwrap();
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
            pcl::line(&pcl::traverse(&from, &step).unwrap().ty),
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
        missing_variables: Leniency::Warning,
        ..Options::default()
    };
    let whole = |text: &str| pcl::line(bound(text, &scope, Options::default()).ty());
    assert_eq!(whole("2147483648"), "cty.NumberIntVal(2.147483648e+09)");
    let big = bound("2147483648", &scope, exact);
    let pcl::Shape::Const(of, _) = pcl::shape(big.ty()) else {
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
        let checked = pcl::bind(&parsed.expression(), &scope, Options::default());
        assert!(checked.has_errors() || !parsed.diagnostics.is_empty());
    }
    let text = format!("{}int{}", "list(".repeat(300), ")".repeat(300));
    assert_eq!(pcl::parse_type(&text).unwrap_err().code(), Code::Limit);
    let json = format!("{}\"int\"{}", "[\"list\",".repeat(300), "]".repeat(300));
    assert_eq!(pcl::decode_type(&json).unwrap_err().code(), Code::Limit);
    // Definitions that lead through definitions, further than any type is deep.
    let mut inner = Type::string().clone();
    for _ in 0..3000 {
        let group = Group::define(vec!["R".into()], |_| {
            Ok(vec![pcl::object([("a".into(), inner.clone())])?])
        });
        inner = group.unwrap().reference(0).unwrap();
    }
    let other = pcl::object([("a".into(), inner.clone())]).unwrap();
    assert_eq!(pcl::conversion(&inner, &other), Conversion::None);
    assert_eq!(
        pcl::assignable(&inner, &other).unwrap_err().code(),
        Code::Limit
    );
    assert!(!pcl::equal(&inner, &other));
    assert!(pcl::why_not(&inner, &other).is_some());
    assert!(pcl::unify(&[&inner, &other]).is_ok());
}

fn types() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just("bool"),
        Just("int"),
        Just("number"),
        Just("string"),
        Just("id"),
        Just("none"),
        Just("dynamic"),
        Just("Asset"),
        Just("cty.StringVal(\"a\")"),
        Just("cty.NumberIntVal(1)"),
        Just("enum(t(string): cty.StringVal(\"a\"),cty.StringVal(\"b\"))"),
    ]
    .prop_map(ty);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|ty| Type::list(ty).unwrap()),
            inner.clone().prop_map(|ty| Type::set(ty).unwrap()),
            inner.clone().prop_map(|ty| Type::map(ty).unwrap()),
            inner.clone().prop_map(|ty| pcl::promise(ty).unwrap()),
            inner.clone().prop_map(|ty| pcl::output(ty).unwrap()),
            prop::collection::vec(inner.clone(), 0..3).prop_map(|all| Type::tuple(all).unwrap()),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|all| pcl::union(all).unwrap()),
            prop::collection::btree_map("[a-c]", inner, 0..3).prop_map(|all| {
                pcl::object(all.into_iter().map(|(name, ty)| (name.as_str().into(), ty))).unwrap()
            }),
        ]
    })
}

/// A value of a type, where there is one that can be made.
fn sample(ty: &Type) -> Option<Value> {
    use pcl::Shape;
    Some(match pcl::shape(ty) {
        Shape::Bool => Value::bool(true),
        Shape::Int => Value::from_integer(12i64.into()),
        Shape::Number => Value::from_number(Number::parse("0.5").ok()?),
        Shape::String => Value::string("text"),
        Shape::None => Value::null(Type::none().clone()),
        Shape::Union(members) => members.iter().find_map(sample)?,
        Shape::Promise(_) | Shape::Output(_) => pcl::eventual(ty, Arc::new(())).ok()?,
        Shape::List(element) => Value::list_of(element, Vec::from_iter(exact(element))).ok()?,
        Shape::Set(element) => Value::set_of(element, Vec::from_iter(exact(element))).ok()?,
        Shape::Tuple(elements) => {
            Value::tuple(elements.iter().map(sample).collect::<Option<_>>()?).ok()?
        }
        Shape::Object(object) => Value::object(
            object
                .fields()
                .iter()
                .map(|field| Some((field.shared_name().clone(), sample(field.ty())?)))
                .collect::<Option<Vec<_>>>()?,
        )
        .ok()?,
        _ => return None,
    })
}

/// A value whose own type is just this one.
fn exact(ty: &Type) -> Option<Value> {
    sample(ty).filter(|value| value.ty() == ty)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn types_read_back(ty in types()) {
        let json = pcl::encode_type(&ty).unwrap();
        prop_assert_eq!(&pcl::decode_type(&json).unwrap(), &ty);
        prop_assert_eq!(&pcl::parse_type(&pcl::format_type(&ty).unwrap()).unwrap(), &ty);
        prop_assert_eq!(&pcl::normalize(&ty).unwrap(), &ty);
        prop_assert!(!pcl::display_columns(&ty, 20).is_empty() || ty == *Type::union_any());
    }

    #[test]
    fn normal_forms_are_stable(ty in types()) {
        let optional = pcl::optional(ty.clone()).unwrap();
        prop_assert_eq!(&pcl::optional(optional.clone()).unwrap(), &optional);
        let promise = pcl::promise(ty.clone()).unwrap();
        prop_assert_eq!(&pcl::promise(promise.clone()).unwrap(), &promise);
        let output = pcl::output(ty.clone()).unwrap();
        prop_assert_eq!(&pcl::output(promise).unwrap(), &output);
        let plain = pcl::resolve(&ty, pcl::Eventuals::All).unwrap();
        prop_assert_eq!(pcl::held(&plain), pcl::Held::Nothing);
        prop_assert!(pcl::conversion(&pcl::input(&ty).unwrap(), &ty) != Conversion::None);
    }

    /// Of objects and tuples the reference asks only whether they can be made one, see
    /// docs/differences.md.
    #[test]
    fn all_convert_to_what_they_unify_to(a in types(), b in types()) {
        let structural = |ty: &Type| {
            let text = pcl::line(ty);
            text.contains("object") || text.contains("tuple")
        };
        prop_assume!(!structural(&a) && !structural(&b));
        let unified = pcl::unify(&[&a, &b]).unwrap();
        for ty in [&a, &b] {
            prop_assert!(pcl::conversion(&unified.any, ty) != Conversion::None);
            prop_assert!(pcl::conversion(&unified.safe, ty) != Conversion::None);
        }
    }

    /// Dynamic parts apart, which convert to nothing but themselves safely.
    #[test]
    fn safe_conversions_never_fail(a in types(), b in types()) {
        if pcl::conversion(&b, &a) == Conversion::Safe && let Some(value) = sample(&a) {
            prop_assert!(pcl().instance(&value, &a).unwrap());
            let made = pcl::convert_value(&value, &b);
            prop_assert!(made.is_ok(), "{:?} as {}: {:?}", value, pcl::line(&b), made);
        }
    }

    #[test]
    fn reasons_belong_to_answers(a in types(), b in types()) {
        let none = pcl::conversion(&a, &b) == Conversion::None;
        prop_assert_eq!(none, pcl::why_not(&a, &b).is_some());
        prop_assert_eq!(none, pcl().converter(&b, &a, polycty::dialect::Safety::Unsafe).is_none());
    }
}
