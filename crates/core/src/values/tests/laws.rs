//! Laws that hold for all values.

use crate::calls::Budget;
use crate::number::Number;
use crate::source::Result;
use crate::types::{Field, Keyed, Type, Visit};
use crate::values::{BoundKind, Value, total_cmp};
use proptest::collection::vec;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::hash::BuildHasher;

fn any_type() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just(Type::bool().clone()),
        Just(Type::number().clone()),
        Just(Type::string().clone()),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|ty| Type::list(ty).unwrap()),
            inner.clone().prop_map(|ty| Type::set(ty).unwrap()),
            inner.clone().prop_map(|ty| Type::map(ty).unwrap()),
            vec(inner.clone(), 0..3).prop_map(|types| Type::tuple(types).unwrap()),
            vec(inner, 0..3).prop_map(|types| {
                let fields: Vec<Field> = types
                    .into_iter()
                    .zip(["a", "b", "c"])
                    .map(|(ty, name)| Field::new(name, ty))
                    .collect();
                Type::object(fields).unwrap()
            }),
        ]
    })
}

/// The parts that a generated value may contain.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Known,
    Anything,
}

fn finite_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        (-9i64..9).prop_map(Number::from_i64),
        (-9i64..9, -3i32..3).prop_map(|(m, e)| Number::parse(&format!("{m}e{e}")).unwrap()),
        (-1e300..1e300).prop_filter_map("a number", Number::from_f64),
    ]
}

fn any_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        8 => finite_number(),
        1 => Just(Number::infinity()),
        1 => Just(Number::negative_infinity()),
    ]
}

fn value_of(ty: &Type, content: Content) -> BoxedStrategy<Value> {
    let inner = |ty: &Type| value_of(ty, content);
    let known = if ty.is_bool() {
        any::<bool>().prop_map(Value::bool).boxed()
    } else if ty.is_number() {
        any_number().prop_map(Value::from_number).boxed()
    } else if ty.is_string() {
        "[ab]{0,2}|[a-c]{16}"
            .prop_map(|text| Value::string(&text))
            .boxed()
    } else if ty.is_tuple() {
        let parts: Vec<_> = ty.elements().unwrap().iter().map(inner).collect();
        parts.prop_map(|parts| Value::tuple(parts).unwrap()).boxed()
    } else if ty.is_object() {
        let names: Vec<_> = ty
            .fields()
            .iter()
            .map(|f| f.shared_name().clone())
            .collect();
        let parts: Vec<_> = ty.fields().iter().map(|field| inner(field.ty())).collect();
        parts
            .prop_map(move |parts| Value::object(names.iter().cloned().zip(parts)).unwrap())
            .boxed()
    } else {
        let (ty, element) = (ty.clone(), ty.element().unwrap().clone());
        let entries = vec(("[ab]{1,2}", inner(&element)), 0..3);
        entries
            .prop_map(move |entries| {
                if ty.is_map() {
                    let entries = entries.into_iter().map(|(k, v)| (Value::string(&k), v));
                    return Value::map_of(&element, entries).unwrap();
                }
                let parts = entries.into_iter().map(|(_, part)| part).collect();
                if ty.is_set() {
                    Value::set_of(&element, parts).unwrap()
                } else {
                    Value::list_of(&element, parts).unwrap()
                }
            })
            .boxed()
    };
    let ty = ty.clone();
    let null = Just(Value::null(ty.clone()));
    if content == Content::Known {
        return prop_oneof![5 => known, 1 => null].boxed();
    }
    let unknown = Value::unknown(ty);
    let not_null = unknown.refine_not_null().unwrap();
    let value = prop_oneof![5 => known, 1 => null, 1 => Just(unknown), 1 => Just(not_null)];
    (value, proptest::option::weighted(0.2, "[mn]"))
        .prop_map(|(value, mark)| match mark {
            Some(mark) => value.mark(&mark),
            None => value,
        })
        .boxed()
}

fn any_value() -> impl Strategy<Value = Value> {
    any_type().prop_flat_map(|ty| value_of(&ty, Content::Anything))
}

/// Three values, each as likely of the type of the first as of another.
fn three(content: Content) -> impl Strategy<Value = (Value, Value, Value)> {
    (any_type(), any_type()).prop_flat_map(move |(ty, other)| {
        let one = prop_oneof![3 => value_of(&ty, content), 1 => value_of(&other, content)];
        (value_of(&ty, content), one, value_of(&ty, content))
    })
}

/// A number that may be unknown within bounds and marked, and one of its possible numbers. All have
/// one precision, since rounding keeps the order of numbers only then.
fn possible_number() -> impl Strategy<Value = (Value, Number)> {
    let number = || finite_number().prop_map(|number| number.with_precision(512));
    (number(), number(), number(), 0..3, any::<bool>()).prop_map(|(a, b, c, state, marked)| {
        let mut ends = [a, b, c];
        ends.sort();
        let [low, middle, high] = ends;
        let value = match state {
            0 => Value::from_number(middle.clone()),
            1 => Value::unknown(Type::number().clone()),
            _ => Value::unknown(Type::number().clone())
                .refine()
                .at_least(&Value::from_number(low), BoundKind::Inclusive)
                .at_most(&Value::from_number(high), BoundKind::Inclusive)
                .build()
                .unwrap(),
        };
        (if marked { value.mark("m") } else { value }, middle)
    })
}

fn hash(value: &Value) -> u64 {
    Keyed.hash_one(value)
}

/// Asserts that a result for possible values does not exclude the one for actual values.
fn allows(possible: Result<Value>, actual: Result<Value>) {
    let (Ok(possible), Ok(actual)) = (possible, actual) else {
        return;
    };
    let (possible, _) = possible.unmark();
    if let Some(number) = actual.as_number() {
        let range = possible.range().unwrap();
        let (min, max) = (range.number_min().unwrap(), range.number_max().unwrap());
        assert!(
            min.value <= number && number <= max.value,
            "{actual:?} outside of {possible:?}"
        );
    } else if possible.is_known() {
        assert_eq!(possible, actual);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn equality_order_and_hash_agree((a, b, c) in three(Content::Anything)) {
        prop_assert_eq!(&a, &a.clone());
        prop_assert_eq!(a == b, b == a);
        prop_assert_eq!(a == b, total_cmp(&a, &b) == Ordering::Equal);
        prop_assert_eq!(total_cmp(&a, &b), total_cmp(&b, &a).reverse());
        if a == b {
            prop_assert_eq!(hash(&a), hash(&b));
        }
        let mut sorted = [&a, &b, &c];
        sorted.sort_by(|x, y| total_cmp(x, y));
        prop_assert_ne!(total_cmp(sorted[0], sorted[2]), Ordering::Greater);
    }

    #[test]
    fn equals_is_symmetric((a, b, _) in three(Content::Anything)) {
        prop_assert_eq!(a.equals(&b).unwrap(), b.equals(&a).unwrap());
    }

    #[test]
    fn equality_of_known_values_is_known((a, b, _) in three(Content::Known)) {
        let nulls = a.is_null() && b.is_null();
        prop_assert_eq!(a.equals(&b).unwrap(), Value::bool(nulls || a == b));
        prop_assert_eq!(a.equals(&a).unwrap(), Value::bool(true));
    }

    #[test]
    fn sums_and_products_commute((a, _) in possible_number(), (b, _) in possible_number()) {
        prop_assert_eq!(a.add(&b).ok(), b.add(&a).ok());
        prop_assert_eq!(a.multiply(&b).ok(), b.multiply(&a).ok());
        prop_assert_eq!(a.less_than(&b).ok(), b.greater_than(&a).ok());
        prop_assert_eq!(
            a.less_than_or_equal(&b).ok(),
            b.greater_than_or_equal(&a).ok()
        );
    }

    #[test]
    fn unknown_results_allow_the_actual_one(
        (a, x) in possible_number(),
        (b, y) in possible_number(),
    ) {
        let (x, y) = (Value::from_number(x), Value::from_number(y));
        allows(a.add(&b), x.add(&y));
        allows(a.subtract(&b), x.subtract(&y));
        allows(a.multiply(&b), x.multiply(&y));
        allows(a.absolute(), x.absolute());
        allows(a.less_than(&b), x.less_than(&y));
        allows(a.greater_than_or_equal(&b), x.greater_than_or_equal(&y));
        allows(a.equals(&b), x.equals(&y));
    }

    #[test]
    fn a_range_is_the_refinement(
        low in finite_number(),
        high in finite_number(),
        value in finite_number(),
    ) {
        let refine = |value: &Value| {
            value
                .refine()
                .at_least(&Value::from_number(low.clone()), BoundKind::Inclusive)
                .at_most(&Value::from_number(high.clone()), BoundKind::Exclusive)
                .build()
        };
        let unknown = refine(&Value::unknown(Type::number().clone()));
        prop_assert_eq!(unknown.is_ok(), low < high);
        let within = low <= value && value < high;
        let value = Value::from_number(value);
        prop_assert_eq!(refine(&value).ok(), within.then(|| value.clone()));
        if let Ok(unknown) = unknown {
            let range = unknown.range().unwrap();
            prop_assert_eq!(range.number_min().unwrap().value, low);
            prop_assert_eq!(range.number_max().unwrap().value, high);
            prop_assert_eq!(
                range.includes(&value).as_bool(),
                if within { None } else { Some(false) }
            );
        }
    }

    #[test]
    fn marks_are_removed_and_added_again(value in any_value()) {
        let budget = Budget::standard();
        let (bare, marks) = value.unmark_deep_with_paths(&budget).unwrap();
        prop_assert!(!bare.contains_marked());
        prop_assert_eq!(&bare, &value.unmark_deep().0);
        prop_assert_eq!(bare.mark_with_paths(&marks, &budget).unwrap(), value);
    }

    #[test]
    fn walk_and_transformation_visit_the_same_parts(value in any_value()) {
        let mut walked = Vec::new();
        value
            .walk(&mut |steps, part| {
                walked.push((steps.to_vec(), part.clone()));
                Ok(Visit::Into)
            })
            .unwrap();
        let mut transformed = Vec::new();
        let same = value.transform(&mut |steps, part| {
            transformed.push((steps.to_vec(), part.clone()));
            Ok(part)
        });
        prop_assert_eq!(same.unwrap(), value);
        for part in &walked {
            prop_assert!(transformed.contains(part));
        }
        prop_assert_eq!(walked.len(), transformed.len());
    }

    #[test]
    fn unknown_as_null_leaves_no_unknown(value in any_value()) {
        let known = value.unknown_as_null().unwrap();
        prop_assert!(known.is_wholly_known());
        prop_assert_eq!(known.ty(), value.ty());
        prop_assert_eq!(&known.unknown_as_null().unwrap(), &known);
    }
}
