//! Tests of conversions and unification by example, in addition to the vectors and the laws.

use super::{Conversions, conversion_kind, convert, converter, mismatch, unify};
use polycty_core::calls::Budget;
use polycty_core::dialect::{ConversionKind, Safety};
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{CapsuleType, Field, MAX_DEPTH, OpaqueOps, SizeRange, Type};
use polycty_core::values::Value;

fn list(element: &Type) -> Type {
    Type::list(element.clone()).unwrap()
}

fn map(element: &Type) -> Type {
    Type::map(element.clone()).unwrap()
}

fn tuple(parts: &[&Type]) -> Type {
    let parts: Vec<Type> = parts.iter().map(|&part| part.clone()).collect();
    Type::tuple(parts).unwrap()
}

fn object(fields: &[(&str, &Type)]) -> Type {
    let fields: Vec<Field> = fields
        .iter()
        .map(|&(name, ty)| Field::new(name, ty.clone()))
        .collect();
    Type::object(fields).unwrap()
}

fn texts(texts: &[&str]) -> Value {
    Value::list(texts.iter().map(|text| Value::string(text)).collect()).unwrap()
}

fn fails(value: &Value, to: &Type) -> Error {
    convert(value, to).unwrap_err()
}

#[test]
fn marks_stay_where_they_are() {
    let to = object(&[("a", &list(Type::string()))]);
    let ones = Value::tuple(vec![
        Value::from_i64(1).mark("inner"),
        Value::null(Type::number().clone()).mark("null"),
        Value::bool(true),
    ]);
    let value = Value::object([("a".into(), ones.unwrap().mark("middle"))]).unwrap();
    let result = convert(&value.mark("outer"), &to).unwrap();
    assert_eq!(result.marks().as_slice(), ["outer".into()]);
    let inside = result.attribute("a").unwrap();
    assert_eq!(inside.marks().as_slice(), ["middle".into()]);
    let parts = inside.parts().unwrap();
    assert_eq!(parts[0], Value::string("1").mark("inner"));
    assert_eq!(parts[1], Value::null(Type::string().clone()).mark("null"));
    assert_eq!(parts[2], Value::string("true"));
}

#[test]
fn missing_optional_attributes_become_null() {
    let inner = Type::object([Field::optional("x", Type::bool().clone())]).unwrap();
    let to = Type::object([
        Field::new("a", Type::string().clone()),
        Field::optional("b", inner),
    ])
    .unwrap();
    let value = Value::map([(Value::string("a"), Value::from_i64(1))]).unwrap();
    let result = convert(&value, &to).unwrap();
    assert_eq!(result.ty(), &to.without_optional_fields().unwrap());
    assert!(result.attribute("b").unwrap().is_null());
    // The types differ only in optional attributes, so there is nothing to convert.
    assert_eq!(convert(&result, &to).unwrap(), result);
}

#[test]
fn an_error_says_where_and_what() {
    let to = list(&object(&[("port", &map(Type::number()))]));
    let ports = Value::map([(Value::string("http"), Value::string("eighty"))]).unwrap();
    let server = Value::object([("port".into(), ports)]).unwrap();
    let error = fails(&Value::list(vec![server]).unwrap(), &to);
    assert_eq!(
        error.to_string(),
        "[0].port[\"http\"]: a number is required"
    );
    assert_eq!(error.code(), Code::Conversion);

    let error = fails(&texts(&["a"]), Type::bool());
    assert_eq!(error.message(), "bool required, but have list of string");
    assert_eq!(error.expected(), Some(Type::bool()));
    assert_eq!(error.found(), Some(&list(Type::string())));
}

#[test]
fn errors_record_names_that_only_the_value_has() {
    let number = Value::from_i64(1);
    let list = Value::tuple(vec![number]).unwrap();
    let object = |name: &str, value: &Value| Value::object([(name.into(), value.clone())]).unwrap();
    let names_parts = |value: &Value, ty: &Type| convert(value, ty).unwrap_err().names_parts();
    let numbers = map(Type::number());
    assert!(names_parts(&object("hunter2", &list), &numbers));
    let inner = object("a", &object("hunter2", &list));
    assert!(names_parts(&inner, &self::object(&[("a", &numbers)])));
    // The wanted type has the same name, whatever it contains.
    let wanted = self::object(&[("element \"x\"", Type::number())]);
    assert!(!names_parts(&object("element \"x\"", &list), &wanted));
    assert!(!names_parts(&list, &map(Type::number())));
}

#[test]
fn mismatches_name_the_first_part_at_fault() {
    let wanted = object(&[
        ("a", Type::string()),
        ("b", &list(Type::number())),
        ("c\n", Type::bool()),
    ]);
    let message = |fields: &[(&str, &Type)]| {
        mismatch(&object(fields), &wanted)
            .unwrap()
            .message()
            .to_owned()
    };
    assert_eq!(
        message(&[]),
        r#"attributes "a", "b", and "c\n" are required"#
    );
    assert_eq!(
        message(&[("a", Type::string()), ("b", Type::number())]),
        r#"attribute "c\n" is required"#
    );
    assert_eq!(
        message(&[
            ("a", Type::number()),
            ("b", &tuple(&[Type::string(), &list(Type::bool())])),
            ("c\n", Type::bool())
        ]),
        r#"attribute "b": element 1: number required, but have list of bool"#
    );
    assert_eq!(
        mismatch(
            &list(Type::bool()),
            &Type::set(Type::number().clone()).unwrap()
        )
        .unwrap()
        .message(),
        "incorrect set element type: number required, but have bool"
    );
}

#[test]
fn unknowns_keep_what_is_known() {
    let pair = tuple(&[Type::string(), Type::number()]);
    let unknown = Value::unknown(pair).refine_not_null().unwrap();
    let result = convert(&unknown, &list(Type::any())).unwrap();
    // The result is not null and has a known length: a list of unknown values.
    assert_eq!(
        result,
        Value::list(vec![Value::unknown(Type::string().clone()); 2]).unwrap()
    );
}

#[test]
fn what_cty_does_not_have_converts_only_to_any() {
    let sized = Type::sized_list(
        Type::number().clone(),
        SizeRange {
            min: 1,
            max: Some(2),
        },
    )
    .unwrap();
    let capsule = Type::capsule(CapsuleType::new("handle", OpaqueOps));
    for ty in [&sized, Type::integer(), &capsule] {
        assert_eq!(conversion_kind(ty, ty), ConversionKind::Same);
        assert_eq!(conversion_kind(ty, Type::any()), ConversionKind::Safe);
        assert_eq!(conversion_kind(Type::any(), ty), ConversionKind::Unsafe);
        assert_eq!(conversion_kind(ty, Type::string()), ConversionKind::None);
        assert_eq!(conversion_kind(Type::number(), ty), ConversionKind::None);
        let unified = unify(&[ty.clone(), ty.clone()], Safety::Safe).unwrap();
        assert_eq!(&unified.ty, ty);
    }
}

#[test]
fn a_converter_takes_only_its_own_type() {
    let texts_of = converter(&list(Type::number()), &list(Type::string()), Safety::Safe).unwrap();
    assert_eq!(
        texts_of
            .apply(&texts(&["a"]), &Budget::standard())
            .unwrap_err()
            .code(),
        Code::Type
    );
    let untyped = Value::dynamic().mark("m");
    assert_eq!(
        texts_of.apply(&untyped, &Budget::standard()).unwrap(),
        Value::unknown(list(Type::string())).mark("m")
    );
    assert!(
        converter(Type::number(), Type::any(), Safety::Safe)
            .unwrap()
            .is_identity()
    );
}

#[test]
fn tuples_among_lists_are_converted_in_two_steps() {
    let pair = Value::tuple(vec![Value::bool(true), Value::bool(false)]).unwrap();
    let types = [list(Type::string()), pair.ty().clone()];
    let unified = unify(&types, Safety::Safe).unwrap();
    assert_eq!(unified.ty, list(Type::string()));
    assert!(unified.converters[0].is_none());
    let converter = unified.converters[1].as_ref().unwrap();
    assert_eq!(
        converter.apply(&pair, &Budget::standard()).unwrap(),
        texts(&["true", "false"])
    );
}

#[test]
fn unification_with_an_unknown_type_forgets_all_but_marks() {
    let types = [list(Type::string()), Type::any().clone()];
    let unified = unify(&types, Safety::Safe).unwrap();
    assert!(unified.ty.is_any());
    let converter = unified.converters[0].as_ref().unwrap();
    let marked = Value::list(vec![Value::string("a").mark("m")]).unwrap();
    assert_eq!(
        converter.apply(&marked, &Budget::standard()).unwrap(),
        Value::dynamic().mark("m")
    );
}

#[test]
fn objects_never_lose_an_attribute_in_unification() {
    let types = [
        object(&[("a", Type::number())]),
        object(&[("a", Type::string()), ("b", Type::bool())]),
    ];
    let unified = unify(&types, Safety::Unsafe).unwrap();
    assert_eq!(unified.ty, map(Type::string()));
    let differing = [types[0].clone(), object(&[("a", &list(Type::bool()))])];
    assert!(unify(&differing, Safety::Unsafe).is_none());
}

/// Without the memory of compiled and unified types, each of these would take exponentially many
/// steps in the depth.
#[test]
fn deep_types_take_no_longer_than_they_are() {
    let any_list = list(Type::any());
    let mut nested = tuple(&[Type::bool()]);
    let mut shared = Type::number().clone();
    let mut wanted = Type::string().clone();
    for _ in 0..20 {
        shared = object(&[("a", &shared), ("b", &shared)]);
        wanted = object(&[("a", &wanted), ("b", &wanted)]);
    }
    for _ in 0..MAX_DEPTH - 4 {
        nested = tuple(&[&nested, &any_list]);
    }
    for safety in [Safety::Safe, Safety::Unsafe] {
        let _ = unify(&[nested.clone(), any_list.clone()], safety);
    }
    let _ = mismatch(&nested, &Type::set(any_list).unwrap());
    assert_eq!(conversion_kind(&shared, &wanted), ConversionKind::Safe);
    assert_eq!(
        unify(&[shared, wanted.clone()], Safety::Safe).unwrap().ty,
        wanted
    );
}

#[test]
fn remembered_conversions_are_those_that_would_be_found() {
    let (string, number) = (Type::string(), Type::number());
    let budget = Budget::standard();
    let mut conversions = Conversions::default();
    // More types than are searched linearly, and more than are remembered.
    for at in 0..1_200 {
        let name = format!("a{at}");
        let to = object(&[(&name, &list(string)), ("b", number)]);
        let given = |numbers: Value| {
            let parts = [
                (name.as_str().into(), numbers),
                ("b".into(), Value::string("7")),
            ];
            Value::object(parts).unwrap()
        };
        let one = Value::from_i64(1);
        for numbers in [
            Value::tuple(vec![one.clone(), Value::string("x")]).unwrap(),
            Value::list(vec![one.clone()]).unwrap(),
            Value::tuple(vec![Value::string("x").mark("m")]).unwrap(),
            one,
        ] {
            let given = given(numbers);
            let found = conversions.convert(&given, &to, &budget);
            let alone = convert(&given, &to);
            match (found, alone) {
                (Ok(found), Ok(alone)) => assert_eq!((found.ty(), &found), (alone.ty(), &alone)),
                (Err(found), Err(alone)) => assert_eq!(found.message(), alone.message()),
                (found, alone) => panic!("{found:?} and {alone:?}"),
            }
        }
    }
}

#[test]
fn texts_of_numbers_are_counted_where_they_are_made() {
    let long = Value::from_number(Number::parse("1e100000").unwrap());
    let given = Value::tuple(vec![long.clone(); 100]).unwrap();
    let texts = Type::list(Type::string().clone()).unwrap();
    let little = || Budget::new().limit_bytes(1 << 20);
    let limit = |result: Result<Value>| assert_eq!(result.unwrap_err().code(), Code::Limit);
    limit(Conversions::default().convert(&given, &texts, &little()));
    limit(super::convert_within(&given, &texts, &little()));
    let converter = converter(given.ty(), &texts, Safety::Safe).unwrap();
    limit(converter.apply(&given, &little()));
    let marked = Value::tuple(vec![long.clone().mark("m"); 100]).unwrap();
    limit(Conversions::default().convert(&marked, &texts, &little()));
    let budget = Budget::new();
    let made = Conversions::default()
        .convert(&given, &texts, &budget)
        .unwrap();
    assert_eq!(made.part_count(), Some(100));
    assert!(budget.bytes() > 10_000_000);
    let few = Budget::new().limit_steps(1_000);
    let digits = Value::tuple(vec![Value::string("1e100000"); 100]).unwrap();
    let numbers = Type::list(Type::number().clone()).unwrap();
    limit(Conversions::default().convert(&digits, &numbers, &few));
}
