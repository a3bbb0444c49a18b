//! Random types and values of HCL for the laws, and in files of their own the other languages'.

pub mod hcl_ranges;
pub mod mcl;
pub mod pcl;
pub mod puppet;

use polycty::number::Number;
use polycty::types::{Field, Type};
use polycty::values::Value;
use proptest::prelude::*;

/// Names that make collisions, order and normal form matter.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-d]",
        2 => "[a-z][a-z0-9_]{0,12}",
        1 => Just("é".to_owned()),
    ]
}

/// Text that often means a number or a bool, and is of every length that matters.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,3}",
        "-?[0-9]{1,5}(\\.[0-9]{1,3})?",
        Just("true".to_owned()),
        Just("false".to_owned()),
        "[ -~]{13,16}",
        "\\PC{0,8}",
    ]
}

/// Numbers, small and large, whole and not.
pub fn number() -> impl Strategy<Value = Number> {
    prop_oneof![
        4 => (-20i64..20).prop_map(Number::from_i64),
        2 => any::<i64>().prop_map(Number::from_i64),
        2 => (any::<i64>(), 0u32..30).prop_map(|(digits, places)| {
            Number::parse(&format!("{digits}e-{places}")).unwrap()
        }),
        1 => "[1-9][0-9]{20,60}".prop_map(|digits| Number::parse(&digits).unwrap()),
    ]
}

/// Whether `any` may occur.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dynamic {
    Allowed,
    Never,
}

/// A type of HCL of little depth.
pub fn ty(dynamic: Dynamic) -> BoxedStrategy<Type> {
    let mut leaves = vec![
        Just(Type::string().clone()).boxed(),
        Just(Type::number().clone()).boxed(),
        Just(Type::bool().clone()).boxed(),
    ];
    if dynamic == Dynamic::Allowed {
        leaves.push(Just(Type::any().clone()).boxed());
    }
    proptest::strategy::Union::new(leaves)
        .prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                inner.clone().prop_map(|t| Type::list(t).unwrap()),
                inner.clone().prop_map(|t| Type::set(t).unwrap()),
                inner.clone().prop_map(|t| Type::map(t).unwrap()),
                prop::collection::vec(inner.clone(), 0..4).prop_map(|t| Type::tuple(t).unwrap()),
                prop::collection::btree_map(name(), inner, 0..4).prop_map(|fields| {
                    let mut fields: Vec<Field> = fields
                        .into_iter()
                        .map(|(name, ty)| Field::new(polycty::values::nfc(&name).into_owned(), ty))
                        .collect();
                    fields.sort();
                    fields.dedup_by(|a, b| a.name() == b.name());
                    Type::object(fields).unwrap()
                }),
            ]
        })
        .boxed()
}

/// The parts of a value in addition to known content.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extras {
    /// Nulls only.
    Nulls,
    /// Nulls, unknowns and marks.
    All,
}

/// A value of a type. Parts of the type `any` get a type of their own only where
/// that keeps collections of one type; elsewhere they are null or unknown.
pub fn value(ty: &Type, extras: Extras) -> BoxedStrategy<Value> {
    let null = Just(Value::null(ty.clone()));
    if ty.is_any() {
        return match extras {
            Extras::Nulls => null.boxed(),
            Extras::All => prop_oneof![null, Just(Value::dynamic())].boxed(),
        };
    }
    let known = known_value(ty, extras);
    match extras {
        Extras::Nulls => prop_oneof![9 => known, 1 => null].boxed(),
        Extras::All => prop_oneof![
            12 => known.clone(),
            1 => null,
            1 => Just(Value::unknown(ty.clone())),
            1 => known.prop_map(|value| value.mark("m")),
        ]
        .boxed(),
    }
}

fn known_value(ty: &Type, extras: Extras) -> BoxedStrategy<Value> {
    let ty = ty.clone();
    if ty.is_bool() {
        return any::<bool>().prop_map(Value::bool).boxed();
    }
    if ty.is_number() {
        return number().prop_map(Value::from_number).boxed();
    }
    if ty.is_string() {
        return text().prop_map(|text| Value::nfc_string(&text)).boxed();
    }
    if let Some(elements) = ty.elements() {
        let parts: Vec<_> = elements.iter().map(|ty| value(ty, extras)).collect();
        return parts.prop_map(|parts| Value::tuple(parts).unwrap()).boxed();
    }
    if ty.is_object() {
        let parts: Vec<_> = ty.fields().iter().map(|f| value(f.ty(), extras)).collect();
        return parts
            .prop_map(move |parts| {
                let names = ty.fields().iter().map(|f| f.shared_name().clone());
                Value::object(names.zip(parts)).unwrap()
            })
            .boxed();
    }
    let element = ty.element().cloned().unwrap_or_else(|| Type::any().clone());
    let parts = prop::collection::vec(value(&element, extras), 0..4);
    if ty.is_map() {
        return prop::collection::vec((name(), value(&element, extras)), 0..4)
            .prop_map(move |entries| {
                let entries = entries
                    .into_iter()
                    .map(|(key, value)| (Value::nfc_string(&key), value));
                Value::map_of(&element, entries).unwrap()
            })
            .boxed();
    }
    let is_set = ty.is_set();
    parts
        .prop_map(move |parts| {
            if is_set {
                Value::set_of(&element, parts).unwrap()
            } else {
                Value::list_of(&element, parts).unwrap()
            }
        })
        .boxed()
}

/// A type and a value of it.
pub fn typed_value(dynamic: Dynamic, extras: Extras) -> BoxedStrategy<(Type, Value)> {
    ty(dynamic)
        .prop_flat_map(move |ty| {
            let value = value(&ty, extras);
            (Just(ty), value)
        })
        .boxed()
}
