//! Cases that the conformance vectors do not have.

use crate::source::{Code, Path, PathStep};
use crate::types::{Type, Visit};
use crate::values::prefix::safe_prefix;
use crate::values::{BoundKind, COLLAPSE_LIMIT, Value};

fn unknown(ty: &Type) -> Value {
    Value::unknown(ty.clone())
}

#[test]
fn errors_have_the_code_of_their_kind() {
    let (one, text) = (Value::from_i64(1), Value::string("a"));
    let null = Value::null(Type::number().clone());
    let code = |result: crate::source::Result<Value>| result.unwrap_err().code();
    let error = one.add(&text).unwrap_err();
    assert_eq!((error.code(), error.argument()), (Code::Type, Some(1)));
    assert_eq!(code(one.add(&null)), Code::Null);
    let zero = Value::from_i64(0);
    assert_eq!(code(zero.divide(&zero)), Code::Arithmetic);
    let list = Value::list(vec![one.clone()]).unwrap();
    assert_eq!(code(list.index(&one)), Code::NotFound);
    assert_eq!(code(list.get_attribute("a")), Code::Type);
    assert_eq!(
        list.mark("m").elements().err().unwrap().code(),
        Code::Marked
    );
}

#[test]
fn a_prefix_ends_before_characters_that_combine() {
    let cases = [
        ("", ""),
        ("e", ""),
        ("hello", "hell"),
        ("ami-", "ami-"),
        ("12", "1"),
        ("a=", "a"),
        ("a:\n", "a:"),
        ("a\nb-", "a"),
        ("a\rb-", "a"),
        ("a\r\nb-", "a\r\nb-"),
        ("x\u{e9}", "x"),
        // Hangul: a syllable may still get a final consonant.
        ("-\u{ac00}", "-"),
        ("-\u{ac01}", "-"),
        // Half a flag.
        ("-\u{1f1e6}", "-"),
        ("\u{301}", ""),
    ];
    for (prefix, safe) in cases {
        assert_eq!(safe_prefix(prefix), safe, "{prefix:?}");
    }
}

#[test]
fn a_known_length_makes_a_list_only_within_the_limit() {
    let list = unknown(&Type::list(Type::bool().clone()).unwrap());
    let of = |length| {
        let builder = list.refine().not_null();
        builder
            .length_at_least(length)
            .length_at_most(length)
            .build()
            .unwrap()
    };
    assert_eq!(
        of(COLLAPSE_LIMIT).part_count(),
        Some(COLLAPSE_LIMIT as usize)
    );
    let long = of(1 << 40);
    assert_eq!(long.range().unwrap().length_max(), Some(1 << 40));
}

#[test]
fn a_builder_reports_its_first_failure() {
    let builder = Value::from_i64(5).refine();
    let error = builder
        .at_most(&Value::from_i64(4), BoundKind::Inclusive)
        .prefix("a")
        .build()
        .unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
}

#[test]
fn an_element_with_marks_inside_is_rejected() {
    let list = Value::list(vec![Value::string("a")]).unwrap();
    let set = Value::set(vec![list]).unwrap();
    let marked = Value::list(vec![Value::string("a").mark("m")]).unwrap();
    assert_eq!(set.has_element(&marked).unwrap_err().code(), Code::Marked);
}

#[test]
fn a_path_through_marks_collects_them() {
    let inner = Value::list(vec![Value::string("x").mark("a")]).unwrap();
    let value = Value::object([("l".into(), inner.mark("b"))]).unwrap();
    let path: Path = [PathStep::Attr("l".into()), PathStep::Index(0.into())]
        .into_iter()
        .collect();
    let found = value.mark("c").path_apply(&path).unwrap();
    assert_eq!(found, Value::string("x").mark("a").mark("b").mark("c"));
    let missing = value.path_apply(&path.then(PathStep::Attr("q".into())));
    assert_eq!(
        missing.unwrap_err().message(),
        "at step 2: not an object type"
    );
}

#[test]
fn a_transformation_may_change_types() {
    let set = Value::set(vec![Value::from_i64(1), Value::from_i64(2)]).unwrap();
    let value = Value::object([("s".into(), set)]).unwrap();
    let text = value.transform(&mut |_, part| match part.as_number() {
        Some(_) => Ok(Value::string("n")),
        None => Ok(part),
    });
    let one = Value::set(vec![Value::string("n")]).unwrap();
    assert_eq!(text.unwrap(), Value::object([("s".into(), one)]).unwrap());
}

#[test]
fn a_walk_can_be_ended() {
    let value = Value::tuple(vec![Value::bool(true), Value::bool(false)]).unwrap();
    let mut seen = 0;
    let ended = value.walk(&mut |steps, _| {
        seen += 1;
        Ok(if steps.is_empty() {
            Visit::Into
        } else {
            Visit::Stop
        })
    });
    ended.unwrap();
    assert_eq!(seen, 2);
}

#[test]
fn types_inside_a_top_type_distinguish_values() {
    // Values of other dialects: lists whose elements have types of their own.
    let ty = Type::list(Type::any().clone()).unwrap();
    let list = |part| Value::sequence(ty.clone(), vec![part]).unwrap();
    let empty = |ty: &Type| Value::list_of(ty, vec![]).unwrap();
    assert_ne!(list(empty(Type::bool())), list(empty(Type::number())));
    assert_eq!(list(empty(Type::bool())), list(empty(Type::bool())));
}
