//! Types: limits, equality and groups, by cases.

use super::*;
use crate::number::{Integer, Number};

#[test]
fn a_type_is_one_pointer() {
    assert_eq!(size_of::<Type>(), size_of::<usize>());
    assert_eq!(size_of::<Option<Type>>(), size_of::<usize>());
}

#[test]
fn equality_is_structural_and_keeps_order() {
    let object = |names: [&str; 2]| {
        Type::object(names.map(|name| Field::new(name, Type::string().clone()))).unwrap()
    };
    assert_eq!(object(["a", "b"]), object(["a", "b"]));
    assert_ne!(object(["a", "b"]), object(["b", "a"]));
    assert_eq!(
        object(["b", "a"]).field("a").map(Field::name),
        Some("a"),
        "fields in any order are found by name"
    );
}

#[test]
fn duplicate_fields_are_rejected_at_any_position() {
    let fields = ["b", "a", "c", "b"].map(|name| Field::new(name, Type::bool().clone()));
    assert_eq!(
        Type::object(fields).unwrap_err(),
        TypeError::DuplicateField("b".into())
    );
}

#[test]
fn reversed_bounds_are_rejected() {
    let range = IntegerRange {
        min: Some(Integer::from(2i64)),
        max: Some(Integer::from(1i64)),
    };
    assert_eq!(
        Type::integer_range(range).unwrap_err(),
        TypeError::ReversedBounds
    );
    let size = SizeRange {
        min: 3,
        max: Some(2),
    };
    assert_eq!(
        Type::sized_list(Type::any().clone(), size).unwrap_err(),
        TypeError::ReversedBounds
    );
    let nan = FloatRange {
        min: Some(f64::NAN),
        max: None,
    };
    assert!(Type::float_range(nan).is_err());
}

#[test]
fn nesting_stops_at_the_limit() {
    let mut ty = Type::string().clone();
    for _ in 1..MAX_DEPTH {
        ty = Type::list(ty).unwrap();
    }
    assert_eq!(ty.depth(), MAX_DEPTH);
    assert_eq!(Type::list(ty).unwrap_err(), TypeError::TooDeep);
}

#[test]
fn shared_parts_count_for_each_occurrence() {
    let mut ty = Type::string().clone();
    let mut refused = None;
    for doublings in 0..64 {
        match Type::tuple([ty.clone(), ty.clone()]) {
            Ok(double) => ty = double,
            Err(error) => {
                refused = Some((doublings, error));
                break;
            }
        }
    }
    assert_eq!(refused, Some((23, TypeError::TooLarge)));
}

#[test]
fn flags_include_those_of_the_parts() {
    let scope = VariableScope::new();
    let inner = Type::object([Field::optional("a", Type::variable(scope, 1))]).unwrap();
    let ty = Type::map(Type::set(inner).unwrap()).unwrap();
    assert!(
        ty.has(
            Flags::VARIABLE
                .union(Flags::OPTIONAL_FIELD)
                .union(Flags::SET)
        )
    );
    assert!(!ty.has(Flags::ANY));
    let required = ty.without_optional_fields().unwrap();
    assert!(!required.has(Flags::OPTIONAL_FIELD));
    assert!(required.has(Flags::VARIABLE));
    assert!(!required.has(Flags::FUNC));
    let call = Type::func(FuncType {
        params: None,
        block: None,
        result: Some(required),
    });
    assert!(Type::list(call.unwrap()).unwrap().has(Flags::FUNC));
}

fn tree() -> Type {
    let names: [Str; 1] = ["Tree".into()];
    let group = Group::define(names, |members| {
        let children = Type::list(members[0].reference())?;
        Ok(vec![Type::object([
            Field::new("children", children),
            Field::new("label", Type::string().clone()),
        ])?])
    })
    .unwrap();
    group.reference(0).unwrap()
}

#[test]
fn a_recursive_type_unfolds_and_outlives_its_handle() {
    let tree = tree();
    let Kind::Reference(reference) = tree.kind() else {
        panic!("not a reference");
    };
    assert_eq!(reference.name().as_deref(), Some("Tree"));
    let mut ty = reference.unfold().unwrap();
    drop(tree);
    for _ in 0..3 {
        let child = ty.field("children").unwrap().ty().element().unwrap();
        let Kind::Reference(reference) = child.kind() else {
            panic!("not a reference");
        };
        ty = reference.unfold().unwrap();
    }
    assert_eq!(ty.fields().len(), 2);
}

#[test]
fn equal_groups_are_different() {
    let (a, b) = (tree(), tree());
    assert_ne!(a, b);
    assert_eq!(a, a.clone());
}

#[test]
fn a_cycle_of_references_is_rejected() {
    let names: [Str; 2] = ["A".into(), "B".into()];
    let ring = Group::define(names, |members| {
        Ok(vec![members[1].reference(), members[0].reference()])
    });
    assert_eq!(ring.unwrap_err(), TypeError::EmptyRecursion("A".into()));
}

#[test]
fn a_walk_passes_the_steps() {
    let ty = Type::object([Field::new(
        "ports",
        Type::list(Type::number().clone()).unwrap(),
    )])
    .unwrap();
    let mut seen = Vec::new();
    ty.walk(&mut |path, part| {
        if part.is_number() {
            seen.push(path.to_vec());
        }
        Visit::Into
    });
    assert_eq!(
        seen,
        [vec![PartStep::Field("ports".into()), PartStep::Element]]
    );
}

#[test]
fn capsule_types_are_equal_by_identity() {
    let a = Type::capsule(CapsuleType::new("file", OpaqueOps));
    let b = Type::capsule(CapsuleType::new("file", OpaqueOps));
    assert_ne!(a, b);
    assert_eq!(a, a.clone());
}

#[test]
fn long_texts_and_numbers_count_as_several_parts() {
    let size = |ty: Result<Type, TypeError>| ty.expect("it is small enough").size();
    let text = |length: usize| Str::from("a".repeat(length));
    assert_eq!(
        size(Type::object([Field::new(text(64), Type::bool().clone())])),
        2
    );
    assert_eq!(
        size(Type::object([Field::new(
            text(4_000),
            Type::bool().clone()
        )])),
        1_002
    );
    let one_of = |length| StringConstraint::Enumeration {
        values: Box::from([text(length), text(3)]),
        ignore_case: false,
    };
    assert_eq!(size(Type::string_constraint(one_of(60))), 2);
    assert_eq!(size(Type::string_constraint(one_of(4_000))), 1_002);
    let patterns = StringConstraint::Patterns(Box::from([text(4_000)]));
    assert_eq!(size(Type::string_constraint(patterns)), 1_001);

    let long = Integer::parse(&"9".repeat(12_000)).expect("it is within the limits");
    let range = IntegerRange {
        min: Some(5i64.into()),
        max: Some(long.clone()),
    };
    let range = Type::integer_range(range).expect("the bounds are in order");
    assert!(range.size() > 3_000);
    let many = Type::tuple(vec![range; 10_000]);
    assert_eq!(many, Err(TypeError::TooLarge));
    let integer = Type::integer().clone();
    assert!(size(Type::literal(integer, Scalar::Integer(long))) > 3_000);

    // Equal types have the same size, however their numbers were created.
    let number = |precision| {
        let number = Number::parse_with_precision("0.5", precision).expect("it is a number");
        Type::literal(Type::number().clone(), Scalar::Number(number)).expect("it is one")
    };
    assert_eq!(number(512), number(8_192));
    let double = Number::from_f64(f64::MIN_POSITIVE / 4.0).expect("it is finite");
    assert_eq!(
        size(Type::literal(
            Type::number().clone(),
            Scalar::Number(double)
        )),
        2
    );
}
