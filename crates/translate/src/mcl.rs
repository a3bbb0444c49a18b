//! mcl's mapping: semantic types and values of mcl, and the nearest mcl type to a semantic type.
//!
//! mcl expresses less than the other dialects, and exactly: a container has one type of elements,
//! integers have 64 bits, and there is no null, so every type with null becomes narrower. Elements
//! of different types become `variant`. Functions and `nil`, the result of a function without a
//! result, are not data.
//!
//! The mcl value of data depends on the required type: a number of HCL is an int if an int is
//! required and otherwise a float, and entries are a struct or a map. Therefore a value is first
//! provisional: it distinguishes integers, doubles and numbers, and has tuples for sequences and
//! ordered maps of anything for entries.

use super::semantic::{
    Alike, Attribute, Beyond, Keys, Mapping, Nearest, Null, NullMismatch, Parts, Presence,
    SemanticType, SemanticValue, TargetPart, View, Wholes, double_of,
};
use polycty_core::calls::Budget;
use polycty_core::number::{Integer, Number};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{
    Field, Flags, FloatRange, IntegerRange, SizeRange, StringConstraint, Type, TypeError,
};
use polycty_core::values::Value;
use polycty_mcl::{MclType, format_type, int, is_field_name, is_hashable, is_mcl, sorted_map};
use std::sync::LazyLock;

/// mcl's mapping.
pub(super) struct Mcl;

const UNLIKE: &str = "the elements of a list must have one type: replaced by variant";

impl Mapping for Mcl {
    fn view(&self, ty: &Type) -> Result<View> {
        let meaning = match MclType::require(ty)? {
            MclType::Bool => SemanticType::Bool(None),
            MclType::Str => SemanticType::String(StringConstraint::Plain),
            MclType::Int => SemanticType::Integer(range_of_int()),
            MclType::Float => SemanticType::Float(FloatRange::default()),
            MclType::List(element) => SemanticType::List {
                element: element.clone(),
                size: None,
                alike: Alike::Free,
            },
            MclType::Map(key, element) if key.is_string() => SemanticType::Map {
                keys: Keys::STRINGS,
                element: element.clone(),
                size: None,
                alike: Alike::Free,
            },
            MclType::Map(key, element) if is_hashable(key) => SemanticType::Table {
                key: key.clone(),
                element: element.clone(),
                size: None,
            },
            MclType::Struct(fields) => SemanticType::Object(
                (fields.iter())
                    .map(|field| Attribute {
                        name: field.shared_name().clone(),
                        part: field.ty().clone(),
                        presence: Presence::Required,
                    })
                    .collect(),
            ),
            MclType::Map(..) => return Ok(open("mcl has no map with keys of this type")),
            MclType::Func(..) | MclType::Nil => return Ok(open("only mcl has such values")),
            MclType::Variant => {
                return Ok(open(
                    "a variant includes functions and excludes null in all parts",
                ));
            }
            MclType::Variable(..) => return Ok(open("a type variable can be any type")),
        };
        Ok(View::data(meaning, Null::Excluded))
    }

    fn nearest(&self, meaning: SemanticType<TargetPart<'_>>) -> Result<Nearest, TypeError> {
        Ok(match meaning {
            SemanticType::Top | SemanticType::Anything => {
                variant("a variant also includes functions and maps with other keys")
            }
            SemanticType::Null => variant("mcl has no type for null: replaced by variant"),
            SemanticType::Bool(None) => Nearest::exact(Type::bool().clone()),
            SemanticType::Bool(Some(_)) => {
                Nearest::loose(Type::bool().clone(), "bool includes both values")
            }
            SemanticType::Number(Wholes::Numbers) => Nearest {
                lost: vec!["float includes only doubles"],
                ..Nearest::exact(Type::float().clone())
            },
            SemanticType::Number(Wholes::Integers) => {
                variant("mcl has no type for both integers and floats: replaced by variant")
            }
            SemanticType::Integer(range) => nearest_int(&range),
            SemanticType::Float(range) => {
                if range == FloatRange::default() {
                    Nearest::exact(Type::float().clone())
                } else {
                    Nearest::loose(Type::float().clone(), "float has no bounds")
                }
            }
            SemanticType::String(constraint) => nearest_str(&constraint),
            SemanticType::Text(_) => {
                Nearest::loose(Type::string().clone(), "str includes all strings")
            }
            SemanticType::List {
                element,
                size,
                alike,
            } => {
                let mut nearest = Nearest::exact(Type::list(element.ty.clone())?);
                if size.is_some_and(|size| size != SizeRange::UNLIMITED) {
                    nearest.loose.push("a list has no range of sizes");
                }
                if alike == Alike::Required {
                    nearest
                        .loose
                        .push("the values of variant may have different types");
                }
                nearest
            }
            SemanticType::Set { element, .. } => Nearest::loose(
                Type::list(element.ty.clone())?,
                "a list can repeat elements and has an order",
            ),
            SemanticType::Map {
                keys,
                element,
                size,
                alike,
            } => nearest_map(keys, element, size, alike)?,
            SemanticType::Table { key, element, size } => nearest_table(key, element, size)?,
            SemanticType::Tuple(elements) => nearest_tuple(&elements)?,
            SemanticType::Object(attributes) => nearest_struct(&attributes)?,
            SemanticType::Union(members) => nearest_union(&members),
        })
    }

    fn with_null(&self, ty: &Type, null: Null) -> Result<(Type, Option<NullMismatch>), TypeError> {
        let lacking = match null {
            Null::Admitted => Some(NullMismatch::Lacking("mcl has no null")),
            Null::Excluded => None,
        };
        Ok((ty.clone(), lacking))
    }

    fn datum<'a>(&self, value: &'a Value) -> Result<SemanticValue<&'a Value>> {
        if !value.is_known() {
            return Err(no_value("mcl has no unknown values"));
        }
        if let Some(bool) = value.as_bool() {
            return Ok(SemanticValue::Bool(bool));
        }
        if let Some(integer) = value.as_integer() {
            return narrow(integer).map(SemanticValue::Integer);
        }
        if let Some(double) = value.as_double() {
            return Ok(SemanticValue::Float(double));
        }
        if value.as_str_bytes().is_some() {
            return Ok(SemanticValue::Text(value.clone()));
        }
        if let Some(map) = value.as_ordered_map() {
            let entries = map.entries().iter();
            return Ok(SemanticValue::Entries(
                entries.map(|(key, part)| (key.clone(), part)).collect(),
            ));
        }
        if let Some(entries) = value.entries() {
            let entries = entries.iter();
            return Ok(SemanticValue::Entries(
                entries
                    .map(|entry| (entry.key().clone(), entry.value()))
                    .collect(),
            ));
        }
        match (value.parts(), value.ty()) {
            (Some(parts), ty) if ty.is_object() => Ok(SemanticValue::Entries(
                (ty.fields().iter().zip(parts))
                    .map(|(field, part)| (Value::string(field.name()), part))
                    .collect(),
            )),
            (Some(parts), ty) if ty.is_list() => {
                Ok(SemanticValue::Sequence(parts.iter().collect()))
            }
            _ => Err(no_value("no other language has the value").with_found(value.ty())),
        }
    }

    fn has_other_keys(&self) -> bool {
        true
    }

    fn value(&self, datum: SemanticValue<Value>) -> Result<Value> {
        match datum {
            SemanticValue::Null => Err(no_value("mcl has no null")),
            SemanticValue::Bool(bool) => Ok(Value::bool(bool)),
            SemanticValue::Number(number) => Ok(Value::from_number(number)),
            SemanticValue::Integer(integer) => narrow(integer).map(Value::from_integer),
            SemanticValue::Float(double) => Ok(Value::from_double(double)),
            SemanticValue::Text(text) => Ok(text),
            SemanticValue::Sequence(parts) => Value::tuple(parts),
            SemanticValue::Entries(entries) => {
                Value::ordered_map(provisional_entries().clone(), entries)
            }
        }
    }

    fn settled(&self, provisional: Value) -> Result<Value> {
        settle(&provisional)
    }

    fn instance_of(&self, provisional: &Value, ty: &Type, _: &Budget) -> Result<Value> {
        if !is_mcl(ty) || ty.has(Flags::VARIABLE) {
            let message = "a type of mcl without variables is required";
            return Err(Error::new(Code::Unsupported, message).with_found(ty));
        }
        shaped(provisional, ty)
    }
}

/// The semantic type of a type that has values that are not data, and lacks some data.
fn open(why: &'static str) -> View {
    View::SemanticType {
        meaning: SemanticType::Anything,
        null: Null::Excluded,
        beyond: Some(Beyond {
            why,
            loose: true,
            lost: true,
        }),
    }
}

fn range_of_int() -> IntegerRange {
    IntegerRange {
        min: Some(Integer::from(i64::MIN)),
        max: Some(Integer::from(i64::MAX)),
    }
}

/// `variant` for a semantic type that mcl cannot express.
fn variant(why: &'static str) -> Nearest {
    Nearest::dropped(Type::any().clone(), why)
}

fn nearest_int(range: &IntegerRange) -> Nearest {
    let mut nearest = Nearest::exact(int().clone());
    let IntegerRange { min, max } = range_of_int();
    // A missing bound is beyond every bound.
    let wide_min = range.min.is_none() || range.min < min;
    let wide_max = range.max.is_none() || range.max > max;
    if (!wide_min && range.min != min) || (!wide_max && range.max != max) {
        nearest.loose.push("int has only the bounds of 64 bits");
    }
    if wide_min || wide_max {
        nearest.lost.push("int has 64 bits");
    }
    nearest
}

fn nearest_str(constraint: &StringConstraint) -> Nearest {
    let text = Type::string().clone();
    match constraint {
        StringConstraint::Plain => Nearest::exact(text),
        StringConstraint::Length(size) if *size == SizeRange::UNLIMITED => Nearest::exact(text),
        StringConstraint::Length(_) => Nearest::loose(text, "str has no range of lengths"),
        StringConstraint::Enumeration { .. } => Nearest::loose(text, "str includes all strings"),
        StringConstraint::Patterns(patterns) if patterns.is_empty() => Nearest::exact(text),
        StringConstraint::Patterns(_) => Nearest::loose(text, "str has no patterns"),
    }
}

fn nearest_map(
    keys: Keys,
    element: TargetPart<'_>,
    size: Option<SizeRange>,
    alike: Alike,
) -> Result<Nearest, TypeError> {
    if keys.others {
        return Ok(variant(
            "the keys of a map must have one type: replaced by variant",
        ));
    }
    let ty = Type::map(element.ty.clone())?;
    let mut nearest = Nearest::exact(ty);
    if size.is_some_and(|size| size != SizeRange::UNLIMITED) {
        nearest.loose.push("a map has no range of sizes");
    }
    if !keys.all_strings {
        nearest.loose.push("any string may be a key of the map");
    }
    if alike == Alike::Required {
        nearest
            .loose
            .push("the values of variant may have different types");
    }
    Ok(nearest)
}

fn nearest_table(
    key: TargetPart<'_>,
    element: TargetPart<'_>,
    size: Option<SizeRange>,
) -> Result<Nearest, TypeError> {
    if !is_hashable(key.ty) {
        return Ok(variant(
            "values of this type cannot be keys of a map: replaced by variant",
        ));
    }
    let ty = Type::map_of(key.ty.clone(), element.ty.clone(), None)?;
    let mut nearest = Nearest::exact(ty);
    if size.is_some_and(|size| size != SizeRange::UNLIMITED) {
        nearest.loose.push("a map has no range of sizes");
    }
    Ok(nearest)
}

fn nearest_tuple(elements: &[TargetPart<'_>]) -> Result<Nearest, TypeError> {
    match one_type(elements) {
        Some(ty) => Ok(Nearest::loose(
            Type::list(ty.clone())?,
            "a list has no fixed length",
        )),
        None => Ok(Nearest::dropped(Type::list(Type::any().clone())?, UNLIKE)),
    }
}

/// The type that all parts have, if there are parts and they have the same type.
fn one_type<'a>(parts: &[TargetPart<'a>]) -> Option<&'a Type> {
    let (first, rest) = parts.split_first()?;
    (rest.iter())
        .all(|part| part.ty == first.ty)
        .then_some(first.ty)
}

/// A struct if all fields are required; otherwise a map.
fn nearest_struct(attributes: &[Attribute<TargetPart<'_>>]) -> Result<Nearest, TypeError> {
    let of_map = |why| {
        let parts: Vec<TargetPart<'_>> =
            attributes.iter().map(|attribute| attribute.part).collect();
        let element = one_type(&parts).unwrap_or(Type::any());
        Ok(Nearest::dropped(Type::map(element.clone())?, why))
    };
    if (attributes.iter()).any(|attribute| attribute.presence == Presence::Optional) {
        return of_map("a struct has no optional fields: replaced by a map");
    }
    if !(attributes.iter()).all(|attribute| is_field_name(&attribute.name)) {
        return of_map("a field name must not contain spaces or brackets: replaced by a map");
    }
    let fields: Vec<Field> = (attributes.iter())
        .map(|attribute| Field::new(attribute.name.clone(), attribute.part.ty.clone()))
        .collect();
    let mut nearest = Nearest::exact(Type::object(fields)?);
    if (attributes.iter()).any(|attribute| attribute.presence == Presence::OptionalAsNull) {
        nearest.lost.push("all fields of a struct are required");
    }
    Ok(nearest)
}

/// The single type of all members, without null, or `variant`.
fn nearest_union(members: &[TargetPart<'_>]) -> Nearest {
    let members: Vec<TargetPart<'_>> = (members.iter().copied())
        .filter(|member| !member.is_null)
        .collect();
    match one_type(&members) {
        // A member with exactly this type includes all others.
        Some(ty) if members.iter().any(|member| !member.loose) => Nearest {
            parts: Parts::Dropped,
            ..Nearest::exact(ty.clone())
        },
        Some(ty) if !ty.is_any() => Nearest::exact(ty.clone()),
        _ => variant("mcl has no unions: replaced by variant"),
    }
}

#[cold]
fn no_value(why: &str) -> Error {
    Error::new(Code::Unsupported, why)
}

fn narrow(integer: Integer) -> Result<Integer> {
    match integer.to_i64() {
        Some(_) => Ok(integer),
        None => Err(no_value("integers of mcl have 64 bits")),
    }
}

fn float(number: &Number) -> Result<Value> {
    double_of(number)
        .map(Value::from_double)
        .ok_or_else(|| no_value("the number is not a float of mcl"))
}

/// The type of provisional entries.
fn provisional_entries() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        Type::map_of(Type::any().clone(), Type::any().clone(), None)
            .unwrap_or_else(|_| Type::any().clone())
    });
    &TYPE
}

/// Returns the final value of a provisional value if no type is required.
fn settle(provisional: &Value) -> Result<Value> {
    if let Some(number) = provisional.as_number() {
        return float(&number);
    }
    if let Some(map) = provisional.as_ordered_map() {
        return settle_entries(map.entries());
    }
    let Some(parts) = provisional.parts() else {
        return Ok(provisional.clone());
    };
    let parts = (parts.iter().enumerate())
        .map(|(at, part)| settle(part).map_err(|error| error.in_index(at)))
        .collect::<Result<Vec<Value>>>()?;
    let element = common(parts.iter()).unwrap_or_else(|| Type::any().clone());
    Value::sequence(Type::list(element)?, parts)
}

/// Returns a struct if the names are valid; otherwise a map.
fn settle_entries(entries: &[(Value, Value)]) -> Result<Value> {
    let all =
        |holds: fn(&str) -> bool| (entries.iter()).all(|(key, _)| key.as_str().is_some_and(holds));
    if all(is_field_name) {
        let mut fields = Vec::with_capacity(entries.len());
        let mut parts = Vec::with_capacity(entries.len());
        for (key, part) in entries {
            let name = key.as_str().unwrap_or_default();
            let part = settle(part).map_err(|error| error.in_attribute(name))?;
            fields.push(Field::new(name, of_mcl(&part).clone()));
            parts.push(part);
        }
        return Value::object_with_type(Type::object(fields)?, parts);
    }
    let entries = (entries.iter())
        .map(|(key, part)| {
            let inside = |error: Error| error.in_index(key.to_key());
            Ok((settle(key).map_err(inside)?, settle(part).map_err(inside)?))
        })
        .collect::<Result<Vec<(Value, Value)>>>()?;
    let element = common(entries.iter().map(|(_, part)| part));
    let element = element.unwrap_or_else(|| Type::any().clone());
    match common(entries.iter().map(|(key, _)| key)) {
        Some(key) if is_hashable(&key) => map(&Type::map_of(key, element, None)?, entries),
        Some(_) => Err(no_value(
            "values of this type cannot be keys of a map of mcl",
        )),
        None => Err(no_value("the keys of a map of mcl must have one type")),
    }
}

/// The common type of all values in mcl, if there are values and they have one.
fn common<'a>(mut values: impl Iterator<Item = &'a Value>) -> Option<Type> {
    let first = of_mcl(values.next()?);
    values
        .all(|value| of_mcl(value) == first)
        .then(|| first.clone())
}

/// The type of a final value; `int` for an integer.
fn of_mcl(value: &Value) -> &Type {
    match value.as_integer() {
        Some(_) => int(),
        None => value.ty(),
    }
}

/// A map of entries of its type. Keys that mcl does not distinguish are an error.
fn map(ty: &Type, entries: Vec<(Value, Value)>) -> Result<Value> {
    let count = entries.len();
    let map = sorted_map(ty, entries)?;
    let kept = match map.as_ordered_map() {
        Some(map) => map.entries().len(),
        None => map.entries().map_or(0, <[_]>::len),
    };
    if kept == count {
        Ok(map)
    } else {
        Err(no_value("two keys of the map are equal in mcl"))
    }
}

/// Converts a provisional value to a type that is open only at `variant`.
fn shaped(provisional: &Value, ty: &Type) -> Result<Value> {
    match MclType::require(ty)? {
        MclType::Variant => return settle(provisional),
        MclType::Bool if provisional.as_bool().is_some() => return Ok(provisional.clone()),
        MclType::Str if provisional.as_str_bytes().is_some() => return Ok(provisional.clone()),
        MclType::Int if provisional.as_integer().is_some() => return Ok(provisional.clone()),
        MclType::Float if provisional.as_double().is_some() => return Ok(provisional.clone()),
        MclType::Int => {
            let whole = provisional
                .as_number()
                .and_then(|number| number.to_integer());
            if let Some(integer) = whole.filter(|integer| integer.to_i64().is_some()) {
                return Ok(Value::from_integer(integer));
            }
        }
        MclType::Float => {
            if let Some(number) = provisional.as_number() {
                return float(&number);
            }
        }
        MclType::List(element) => {
            if let Some(parts) = provisional.parts() {
                let parts = (parts.iter().enumerate())
                    .map(|(at, part)| shaped(part, element).map_err(|error| error.in_index(at)));
                return Value::sequence(ty.clone(), parts.collect::<Result<Vec<Value>>>()?);
            }
        }
        MclType::Map(key, element) => {
            if let Some(entries) = provisional.as_ordered_map().filter(|_| is_hashable(key)) {
                let entries = entries.entries().iter().map(|(have, part)| {
                    let inside = |error: Error| error.in_index(have.to_key());
                    let have = shaped(have, key).map_err(inside)?;
                    Ok((have, shaped(part, element).map_err(inside)?))
                });
                return map(ty, entries.collect::<Result<Vec<_>>>()?);
            }
        }
        MclType::Struct(fields) => {
            if let Some(entries) = provisional.as_ordered_map() {
                return shaped_struct(entries.entries(), ty, fields, |name| {
                    entries.get(&Value::string(name))
                });
            }
        }
        MclType::Bool | MclType::Str | MclType::Func(..) | MclType::Nil | MclType::Variable(..) => {
        }
    }
    Err(mismatch(provisional, ty))
}

fn shaped_struct<'a>(
    entries: &[(Value, Value)],
    ty: &Type,
    fields: &[Field],
    get: impl Fn(&str) -> Option<&'a Value>,
) -> Result<Value> {
    let mut parts = Vec::with_capacity(fields.len());
    for field in fields {
        let inside = |error: Error| error.in_attribute(field.name());
        let missing =
            || inside(Error::new(Code::Conversion, "field is required").with_expected(field.ty()));
        let part = get(field.name()).ok_or_else(missing)?;
        parts.push(shaped(part, field.ty()).map_err(inside)?);
    }
    // All fields are present, so every other entry is an error.
    if entries.len() > fields.len() {
        let named = |key: &Value| key.as_str().is_some_and(|name| ty.field(name).is_some());
        let other = entries.iter().find(|(key, _)| !named(key));
        let error = Error::new(Code::Conversion, "the struct has no such field").with_expected(ty);
        return Err(match other {
            Some((key, _)) => error.in_index(key.to_key()),
            None => error,
        });
    }
    Value::object_with_type(ty.clone(), parts)
}

#[cold]
fn mismatch(provisional: &Value, ty: &Type) -> Error {
    let wanted = format_type(ty).unwrap_or_else(|_| "another type".to_owned());
    Error::new(Code::Conversion, format!("{wanted} required"))
        .with_expected(ty)
        .with_found(provisional.ty())
}
