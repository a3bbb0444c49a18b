//! Random types and values of Puppet for the laws.

use polycty::dialect::puppet::{Aliases, Mode, Special, array, hash, nominal, parse_type, undef};
use polycty::number::Integer;
use polycty::types::{Kind, Type};
use polycty::values::Value;
use proptest::prelude::*;

/// Types in Puppet's notation, of little depth.
fn notation() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => prop::sample::select(vec![
            "Undef", "Boolean", "Numeric", "String", "Data", "Optional[String]",
            "Optional[Numeric]", "Optional[Boolean]",
        ]),
        4 => prop::sample::select(vec![
            "Any", "RichData", "Boolean[true]", "Integer", "Integer[-3, 3]", "Float",
            "Float[0.0, 2.5]", "String[0]", "String[1, 2]", "Enum[a, b]", "Enum['A', true]",
            "Pattern[/a/]", "Pattern", "Enum", "Variant", "Optional", "NotUndef", "ScalarData",
            "Scalar", "Collection", "SemVer", "Default", "Array", "Hash", "Struct", "Tuple",
            "Tree", "Chain", "Name", "Type", "Iterable[Integer]", "Init[Integer]",
        ]),
    ];
    let key = prop::sample::select(vec![
        "String",
        "String",
        "String[1]",
        "Enum[a, b]",
        "Scalar",
        "Integer",
        "Data",
        "Any",
        "Name",
        "Optional[String]",
        "Variant[Integer, Enum[a]]",
    ]);
    let size = prop::sample::select(vec![
        "",
        "",
        ", 0, default",
        ", 1, default",
        ", 0, 2",
        ", 2, 2",
        ", 0, 0",
    ]);
    let name = prop::sample::select(vec!["a", "b", "c", "é"]);
    let form = prop::sample::select(vec!["", "Optional", "NotUndef"]);
    leaf.prop_map(str::to_owned)
        .prop_recursive(3, 16, 3, move |inner| {
            let field = (name.clone(), form.clone(), inner.clone());
            prop_oneof![
                3 => inner.clone().prop_map(|ty| format!("Optional[{ty}]")),
                1 => inner.clone().prop_map(|ty| format!("NotUndef[{ty}]")),
                3 => (inner.clone(), size.clone())
                    .prop_map(|(ty, size)| format!("Array[{ty}{size}]")),
                3 => (key.clone(), inner.clone(), size.clone())
                    .prop_map(|(key, ty, size)| format!("Hash[{key}, {ty}{size}]")),
                2 => (prop::collection::vec(inner.clone(), 1..3), size.clone())
                    .prop_map(|(types, size)| format!("Tuple[{}{size}]", types.join(", "))),
                3 => prop::collection::vec(field, 1..3).prop_map(|fields| {
                    let fields: Vec<String> = fields
                        .into_iter()
                        .map(|(name, form, ty)| match form {
                            "" => format!("'{name}' => {ty}"),
                            form => format!("{form}['{name}'] => {ty}"),
                        })
                        .collect();
                    format!("Struct[{{{}}}]", fields.join(", "))
                }),
                2 => prop::collection::vec(inner, 1..4)
                    .prop_map(|types| format!("Variant[{}]", types.join(", "))),
            ]
        })
}

/// A type of Puppet of little depth, recursive aliases among them.
pub fn ty() -> impl Strategy<Value = Type> {
    let aliases = Aliases::define([
        ("Name", "Pattern[/^a/]"),
        ("Tree", "Variant[Integer, Array[Tree]]"),
        ("Chain", "Struct[{a => String, Optional[b] => Chain}]"),
    ])
    .unwrap();
    notation().prop_map(move |text| parse_type(&text, &aliases, Mode::Current).unwrap())
}

fn text() -> impl Strategy<Value = Value> {
    let texts = vec!["", "a", "b", "c", "A", "ab", "é", "abc", "e\u{301}"];
    prop::sample::select(texts).prop_map(Value::string)
}

fn number() -> impl Strategy<Value = Value> {
    let doubles = vec![0.5, 2.0, -0.0, 0.1, 1e300, 5e-324, f64::INFINITY, f64::NAN];
    prop_oneof![
        (-4i64..5).prop_map(|int| Value::from_integer(Integer::from(int))),
        prop::sample::select(doubles).prop_map(Value::from_double),
    ]
}

fn scalar() -> BoxedStrategy<Value> {
    prop_oneof![
        Just(undef()),
        any::<bool>().prop_map(Value::bool),
        number(),
        text(),
        Just(Special::Default.into_value().unwrap()),
        Just(Value::from_type(Type::bool().clone()).unwrap()),
    ]
    .boxed()
}

/// Any value of little depth.
pub fn anything() -> BoxedStrategy<Value> {
    scalar()
        .prop_recursive(2, 8, 3, |inner| {
            let key = prop_oneof![6 => text(), 1 => number()];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(|parts| array(parts).unwrap()),
                prop::collection::vec((key, inner), 0..3)
                    .prop_map(|entries| hash(entries).unwrap()),
            ]
        })
        .boxed()
}

/// A value that is mostly an instance of a type, and sometimes nearly one.
pub fn value(ty: &Type) -> BoxedStrategy<Value> {
    near(ty, 4)
}

fn near(ty: &Type, depth: u32) -> BoxedStrategy<Value> {
    if depth == 0 {
        return scalar();
    }
    prop_oneof![14 => instance(ty, depth - 1), 1 => anything()].boxed()
}

fn instance(ty: &Type, depth: u32) -> BoxedStrategy<Value> {
    match ty.kind() {
        Kind::None => Just(undef()).boxed(),
        Kind::Bool(_) => any::<bool>().prop_map(Value::bool).boxed(),
        Kind::Number | Kind::Integer(_) | Kind::Float(_) => number().boxed(),
        Kind::String(_) | Kind::Literal { .. } => text().boxed(),
        Kind::List { element, size } => {
            let least = size.map_or(0, |size| size.min as usize);
            prop::collection::vec(near(element, depth), least..least + 3)
                .prop_map(|parts| array(parts).unwrap())
                .boxed()
        }
        Kind::Map { key, element, size } => {
            let least = size.map_or(0, |size| size.min as usize);
            let entry = (near(key, depth), near(element, depth));
            prop::collection::vec(entry, least..least + 3)
                .prop_map(|entries| hash(entries).unwrap())
                .boxed()
        }
        Kind::Tuple { elements, size } => {
            let count = size.map_or(elements.len(), |size| size.min as usize);
            let at = |at: usize| elements.get(at).or(elements.last()).unwrap_or(Type::any());
            let parts: Vec<_> = (0..count).map(|place| near(at(place), depth)).collect();
            parts.prop_map(|parts| array(parts).unwrap()).boxed()
        }
        Kind::Object(object) => {
            let fields: Vec<_> = object
                .fields()
                .iter()
                .map(|field| {
                    let name = Value::string(field.name());
                    let there = if field.is_optional() { 0.5 } else { 0.95 };
                    prop::option::weighted(there, (Just(name), near(field.ty(), depth)))
                })
                .collect();
            fields
                .prop_map(|fields| hash(fields.into_iter().flatten()).unwrap())
                .boxed()
        }
        Kind::Union(members) if !members.is_empty() => {
            let members = members.iter().map(|member| near(member, depth));
            proptest::strategy::Union::new(members.collect::<Vec<_>>()).boxed()
        }
        Kind::Optional(inner) => prop_oneof![Just(undef()), near(inner, depth)].boxed(),
        Kind::NotUndef(inner) => near(inner, depth),
        Kind::Reference(reference) => near(&reference.unfold().unwrap(), depth),
        Kind::Nominal(_) if nominal::is(ty, nominal::Name::Unit) => anything(),
        Kind::Nominal(_) => prop_oneof![scalar(), anything()].boxed(),
        _ => anything(),
    }
}
