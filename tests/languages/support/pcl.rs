//! Random types and values of PCL for the laws.

use polycty::calls::Budget;
use polycty::dialect::pcl::{self, PclType, shape};
use polycty::number::Number;
use polycty::types::{Group, Scalar, Type};
use polycty::values::{Entry, Value};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A chain of objects, as long as it is.
fn chain() -> Type {
    let group = Group::define(["Chain".into()], |members| {
        let next = pcl::optional(members[0].reference())?;
        let at = pcl::int().clone();
        Ok(vec![pcl::object([("a".into(), at), ("b".into(), next)])?])
    });
    group.unwrap().reference(0).unwrap()
}

/// A type of PCL of little depth.
pub fn ty() -> BoxedStrategy<Type> {
    let common = prop::sample::select(vec![
        "bool",
        "int",
        "number",
        "string",
        "none",
        "dynamic",
        "union(none, string)",
        "union(int, none)",
        "union(none, number)",
        "union(bool, none)",
    ]);
    let rare = prop::sample::select(vec![
        "id",
        "Asset",
        "union()",
        "cty.StringVal(\"a\")",
        "cty.NumberIntVal(1)",
        "cty.NumberFloatVal(0.5)",
        "cty.MustParseNumberVal(\"0.1\")",
        "cty.NumberFloatVal(0.1)",
        "cty.NullVal(cty.DynamicPseudoType)",
        "cty.True",
        "cty.False",
        "enum(t(string): cty.StringVal(\"a\"),cty.StringVal(\"b\"))",
        "enum(u(int): cty.NumberIntVal(1),cty.NumberIntVal(2))",
        "enum(v(bool): cty.True,cty.False)",
        "enum(w(number): cty.NumberIntVal(2),cty.NumberFloatVal(0.5))",
    ]);
    let name = prop::sample::select(vec!["a", "b", "c", "é"]);
    let read = |text: &str| pcl::parse_type(text).unwrap();
    prop_oneof![12 => common.prop_map(read), 8 => rare.prop_map(read), 1 => Just(chain())]
        .prop_recursive(3, 14, 3, move |inner| {
            let properties = prop::collection::btree_map(name.clone(), inner.clone(), 0..3);
            prop_oneof![
                3 => inner.clone().prop_map(|ty| Type::list(ty).unwrap()),
                2 => inner.clone().prop_map(|ty| Type::set(ty).unwrap()),
                3 => inner.clone().prop_map(|ty| Type::map(ty).unwrap()),
                1 => inner.clone().prop_map(|ty| pcl::promise(ty).unwrap()),
                2 => inner.clone().prop_map(|ty| pcl::output(ty).unwrap()),
                3 => inner.clone().prop_map(|ty| pcl::optional(ty).unwrap()),
                2 => prop::collection::vec(inner.clone(), 0..3)
                    .prop_map(|all| Type::tuple(all).unwrap()),
                3 => prop::collection::vec(inner, 2..4).prop_map(|all| pcl::union(all).unwrap()),
                4 => properties.prop_map(|all| {
                    let all = all.into_iter().map(|(name, ty)| (name.into(), ty));
                    pcl::object(all).unwrap()
                }),
            ]
        })
        .boxed()
}

fn number() -> BoxedStrategy<Value> {
    let texts = vec!["0.5", "0.1", "-3", "1", "2", "1e300", "1e40"];
    let exact = Number::from_f64(0.1).unwrap().with_precision(512);
    prop_oneof![
        8 => prop::sample::select(texts)
            .prop_map(|text| Value::from_number(Number::parse(text).unwrap())),
        1 => Just(Value::from_number(exact)),
        1 => Just(Value::from_number(Number::infinity())),
        1 => super::number().prop_map(Value::from_number),
    ]
    .boxed()
}

fn int() -> BoxedStrategy<Value> {
    prop_oneof![
        8 => (-3i64..4).prop_map(|int| Value::from_integer(int.into())),
        1 => Just(Value::from_integer(i64::MAX.into())),
        1 => Just(Value::from_integer(Number::parse("1e40").unwrap().to_integer().unwrap())),
    ]
    .boxed()
}

fn text() -> BoxedStrategy<Value> {
    let texts = vec!["", "a", "b", "c", "1", "true", "é"];
    prop::sample::select(texts)
        .prop_map(Value::nfc_string)
        .boxed()
}

fn null() -> Value {
    Value::null(Type::none().clone())
}

fn scalar() -> BoxedStrategy<Value> {
    prop_oneof![
        Just(null()),
        any::<bool>().prop_map(Value::bool),
        number(),
        int(),
        text(),
    ]
    .boxed()
}

fn anything() -> BoxedStrategy<Value> {
    prop_oneof![
        6 => scalar(),
        1 => prop::collection::vec(scalar(), 0..3).prop_map(|parts| Value::tuple(parts).unwrap()),
        1 => scalar().prop_map(|part| Value::object([("a".into(), part)]).unwrap()),
        1 => Just(pcl::eventual(&pcl::output(Type::string().clone()).unwrap(), Arc::new(())).unwrap()),
    ]
    .boxed()
}

/// A value that is mostly an instance of a type, and sometimes nearly one.
pub fn value(ty: &Type) -> BoxedStrategy<Value> {
    near(ty, 8)
}

fn near(ty: &Type, depth: u32) -> BoxedStrategy<Value> {
    if depth == 0 {
        return scalar();
    }
    prop_oneof![18 => instance(ty, depth - 1), 1 => anything()].boxed()
}

fn named(value: &Scalar) -> Value {
    match value {
        Scalar::Bool(value) => Value::bool(*value),
        Scalar::String(text) => Value::nfc_string(text),
        Scalar::Integer(integer) => Value::from_integer(integer.clone()),
        Scalar::Number(number) => Value::from_number(number.clone()),
        Scalar::Double(_) => null(),
    }
}

/// The value as a list, a set or a map where it can be one.
fn collected(ty: &Type, parts: Value, convert: bool) -> Value {
    if convert {
        pcl::convert_value(&parts, ty, &Budget::standard()).unwrap_or(parts)
    } else {
        parts
    }
}

fn instance(ty: &Type, depth: u32) -> BoxedStrategy<Value> {
    let this = ty.clone();
    match shape(ty) {
        PclType::None => Just(null()).boxed(),
        PclType::Bool => any::<bool>().prop_map(Value::bool).boxed(),
        PclType::Int => int(),
        PclType::Number => number(),
        PclType::String | PclType::Id => text(),
        PclType::Const(_, value) => Just(value.map_or(null(), named)).boxed(),
        PclType::Enum { values, .. } => {
            let values: Vec<Value> = values.iter().map(named).collect();
            prop::sample::select(values).boxed()
        }
        PclType::List(element) | PclType::Set(element) => {
            let parts = prop::collection::vec(near(element, depth), 0..4);
            (parts, prop::bool::weighted(0.8))
                .prop_map(move |(parts, convert)| {
                    collected(&this, Value::tuple(parts).unwrap(), convert)
                })
                .boxed()
        }
        PclType::Map(element) => {
            let name = prop::sample::select(vec!["a", "b", "", "x y"]);
            let parts = prop::collection::btree_map(name, near(element, depth), 0..3);
            (parts, prop::bool::weighted(0.7))
                .prop_map(move |(parts, convert)| {
                    let parts = parts.into_iter().map(|(name, part)| (name.into(), part));
                    collected(&this, Value::object(parts).unwrap(), convert)
                })
                .boxed()
        }
        PclType::Tuple(elements) => {
            let parts: Vec<_> = elements.iter().map(|ty| near(ty, depth)).collect();
            parts.prop_map(|parts| Value::tuple(parts).unwrap()).boxed()
        }
        PclType::Object(object) => {
            let parts: Vec<_> = (object.fields().iter())
                .map(|field| {
                    let name = field.shared_name().clone();
                    prop::option::weighted(0.9, (Just(name), near(field.ty(), depth)))
                })
                .collect();
            let more = prop::option::weighted(0.05, Just(("more".into(), Value::bool(true))));
            (parts, more)
                .prop_map(|(parts, more)| {
                    Value::object(parts.into_iter().flatten().chain(more)).unwrap()
                })
                .boxed()
        }
        PclType::Union(members) if !members.is_empty() => {
            let members = members.iter().map(|member| near(member, depth));
            proptest::strategy::Union::new(members.collect::<Vec<_>>()).boxed()
        }
        PclType::Promise(inner) | PclType::Output(inner) => {
            let there = near(inner, depth);
            let later = Just(pcl::eventual(ty, Arc::new(())).unwrap());
            prop_oneof![3 => there, 1 => later].boxed()
        }
        PclType::Recursive(reference) => near(&reference.unfold().unwrap(), depth),
        _ => anything(),
    }
}

/// The ways in which a value may be an instance of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kinds {
    /// Without a change.
    Own,
    /// With the same data in a different type: an int for a number, a list for a set.
    Any,
}

/// Whether a value is an instance of a type by PCL's rules, without the changes of a conversion:
/// added and removed properties, and lengths of tuples. For types without parts, the conversion
/// must not change the value.
pub fn holds(value: &Value, ty: &Type, kinds: Kinds) -> bool {
    if pcl::DeferredValue::of(value).is_some() {
        return pcl::is_instance(value, ty, &Budget::standard()).unwrap();
    }
    let own = value.ty();
    let any = kinds == Kinds::Any;
    let parts = || value.parts().unwrap_or_default();
    let all = |element: &Type| parts().iter().all(|part| holds(part, element, kinds));
    let sequence = !value.is_null() && (own.is_list() || own.is_tuple() || any && own.is_set());
    match shape(ty) {
        PclType::Dynamic => true,
        PclType::Union(members) => members.iter().any(|member| holds(value, member, kinds)),
        PclType::Promise(inner) | PclType::Output(inner) => holds(value, inner, kinds),
        PclType::Recursive(reference) => holds(value, &reference.unfold().unwrap(), kinds),
        _ if value.is_null() => pcl::convert_value(value, ty, &Budget::standard()).is_ok(),
        PclType::List(element) => sequence && all(element),
        PclType::Set(element) => (own.is_set() || any && sequence) && all(element),
        PclType::Tuple(types) => {
            sequence
                && types.len() == parts().len()
                && (parts().iter().zip(types)).all(|(part, ty)| holds(part, ty, kinds))
        }
        PclType::Map(element) if own.is_map() => {
            (value.entries().unwrap().iter()).all(|entry| holds(entry.value(), element, kinds))
        }
        PclType::Map(element) => own.is_object() && all(element),
        PclType::Object(object) if own.is_object() => {
            let known = |name: &str| object.get(name).is_some();
            let null = null();
            own.fields().iter().all(|field| known(field.name()))
                && (any || own.fields().len() == object.len())
                && object.fields().iter().all(|field| {
                    let part = value.attribute(field.name()).unwrap_or(&null);
                    holds(part, field.ty(), kinds)
                })
        }
        PclType::Object(object) if any && own.is_map() => {
            let entries = value.entries().unwrap();
            let part = |name: &str| entries.iter().find(|entry| entry.key_str() == name);
            let null = null();
            entries
                .iter()
                .all(|entry| object.get(entry.key_str()).is_some())
                && object.fields().iter().all(|field| {
                    let part = part(field.name()).map_or(&null, |entry| entry.value());
                    holds(part, field.ty(), kinds)
                })
        }
        PclType::Object(_) => false,
        _ => match pcl::convert_value(value, ty, &Budget::standard()) {
            Ok(same) if any => same_data(&same, value),
            Ok(same) => same == *value && same.ty() == own,
            Err(_) => false,
        },
    }
}

/// Whether two values have the same data, with any kinds of numbers and containers, null equal to
/// missing, and the elements of sets ignored.
pub fn same_data(a: &Value, b: &Value) -> bool {
    let names = |value: &Value| -> Option<BTreeMap<String, Value>> {
        if value.is_null() {
            return None;
        }
        if let Some(entries) = value.entries() {
            let entries = entries.iter();
            let entry = |entry: &Entry| (entry.key_str().to_owned(), entry.value().clone());
            return Some(entries.map(entry).collect());
        }
        let fields = value.ty().is_object().then(|| value.ty().fields())?;
        let names = fields.iter().map(|field| field.name().to_owned());
        Some(names.zip(value.parts()?.iter().cloned()).collect())
    };
    if let (Some(a), Some(b)) = (names(a), names(b)) {
        let at = |map: &BTreeMap<String, Value>, name| map.get(name).cloned().unwrap_or(null());
        let mut all = a.keys().chain(b.keys());
        return all.all(|name| same_data(&at(&a, name), &at(&b, name)));
    }
    if let (Some(x), Some(y)) = (a.parts(), b.parts()) {
        let set = a.ty().is_set() || b.ty().is_set();
        return x.len() == y.len() && (set || x.iter().zip(y).all(|(x, y)| same_data(x, y)));
    }
    let number = |value: &Value| {
        let integer = || Some(Number::from_integer(&value.as_integer()?));
        value.as_number().or_else(integer)
    };
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a.is_null() && b.is_null() || a == b,
        _ => false,
    }
}
