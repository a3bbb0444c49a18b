//! Which values does mcl have, and how are they made?
//!
//! The universe's booleans, strings, 64-bit integers and doubles; sequences, maps and
//! objects that carry the exact type of the language. A map with strings as keys is
//! the universe's map, any other an ordered map in ascending order of its keys. The
//! zero value of a function type, a function without a body, is the null of that type;
//! there is no other null, and neither unknowns nor marks.

use super::order::value_cmp;
use super::relate::{assignable, require_mcl};
use super::shape::{Shape, int, is_hashable, is_mcl, unsupported};
use crate::source::{Code, Error, Result};
use crate::types::{Field, Flags, Type};
use crate::values::{MAX_PARTS, Value, sort_entries};
use std::cmp::Ordering;

/// Refuses a value with an unknown, a mark or a null in it, of which mcl has none.
///
/// # Errors
/// [`Code::Unsupported`] with the path to the first one.
pub(super) fn refuse_foreign(value: &Value) -> Result<()> {
    let what = if value.is_marked() {
        "marks"
    } else if !value.is_known() {
        "unknown values"
    } else if value.is_null()
        && !matches!(Shape::of(value.ty()), Some(Shape::Func(..) | Shape::Nil))
    {
        "null"
    } else {
        return refuse_foreign_parts(value);
    };
    Err(Error::new(Code::Unsupported, format!("mcl has no {what}")).with_found(value.ty()))
}

fn refuse_foreign_parts(value: &Value) -> Result<()> {
    if let Some(parts) = value.parts() {
        for (at, part) in parts.iter().enumerate() {
            refuse_foreign(part).map_err(|error| match value.ty().fields().get(at) {
                Some(field) => error.in_attribute(field.name()),
                None => error.in_index(at),
            })?;
        }
    } else if let Some(entries) = value.entries() {
        for entry in entries {
            let inside = |error: Error| error.in_index(entry.key().to_key());
            refuse_foreign(entry.value()).map_err(inside)?;
        }
    } else if let Some(map) = value.as_ordered_map() {
        for (key, part) in map.entries() {
            let inside = |error: Error| error.in_index(key.to_key());
            refuse_foreign(key).map_err(inside)?;
            refuse_foreign(part).map_err(inside)?;
        }
    }
    Ok(())
}

/// The type of a value: that which a container carries, if mcl has it, else the one
/// that its parts have in common.
///
/// # Errors
/// [`Code::Unsupported`] with the path to a part that is no value of mcl's.
pub fn type_of(value: &Value) -> Result<Type> {
    refuse_foreign(value)?;
    infer(value)
}

fn infer(value: &Value) -> Result<Type> {
    if let Some(integer) = value.as_integer() {
        return match integer.to_i64() {
            Some(_) => Ok(int().clone()),
            None => Err(too_wide()),
        };
    }
    let ty = value.ty();
    if is_mcl(ty) {
        return Ok(ty.clone());
    }
    if let Some(map) = value.as_ordered_map() {
        let entries = || map.entries().iter();
        let key = common(ty.key(), entries().map(|(key, _)| (key, key)))?;
        let element = common(ty.element(), entries().map(|(key, value)| (key, value)))?;
        return Ok(Type::map_of(key, element, None)?);
    }
    if let Some(entries) = value.entries() {
        let parts = entries.iter().map(|entry| (entry.key(), entry.value()));
        return Ok(Type::map(common(ty.element(), parts)?)?);
    }
    match value.parts() {
        Some(parts) if ty.is_list() => {
            let mut found: Option<Type> = None;
            for (at, part) in parts.iter().enumerate() {
                agree(&mut found, part).map_err(|error| error.in_index(at))?;
            }
            let element = found.map_or_else(|| declared(ty.element()), Ok)?;
            Ok(Type::list(element)?)
        }
        Some(parts) if ty.is_object() => {
            let fields: Result<Vec<Field>> = ty
                .fields()
                .iter()
                .zip(parts)
                .map(|(field, part)| {
                    let ty = infer(part).map_err(|error| error.in_attribute(field.name()))?;
                    Ok(Field::new(field.shared_name().clone(), ty))
                })
                .collect();
            Ok(Type::object(fields?)?)
        }
        _ => Err(unsupported(ty).with_message("mcl has no such value")),
    }
}

#[cold]
pub(super) fn too_wide() -> Error {
    Error::new(Code::Unsupported, "mcl has integers of 64 bits only")
}

/// The one type of what stands under some keys.
fn common<'a>(
    of: Option<&Type>,
    parts: impl Iterator<Item = (&'a Value, &'a Value)>,
) -> Result<Type> {
    let mut found: Option<Type> = None;
    for (key, part) in parts {
        agree(&mut found, part).map_err(|error| error.in_index(key.to_key()))?;
    }
    found.map_or_else(|| declared(of), Ok)
}

/// The type of an empty container's parts, where it says one of mcl's.
fn declared(ty: Option<&Type>) -> Result<Type> {
    match ty {
        Some(ty) if is_mcl(ty) => Ok(ty.clone()),
        Some(ty) => Err(unsupported(ty)),
        None => Err(Error::new(Code::Internal, "a container without parts")),
    }
}

fn agree(found: &mut Option<Type>, part: &Value) -> Result<()> {
    let ty = infer(part)?;
    match found {
        None => *found = Some(ty),
        Some(first) if *first == ty => {}
        Some(first) => {
            return Err(Error::new(
                Code::Unsupported,
                "a container of mcl has one type of parts",
            )
            .with_wanted(first)
            .with_found(&ty));
        }
    }
    Ok(())
}

/// The same content as a value of exactly this type. Where the type leaves something
/// open, by `variant` or a variable, the value stays as it is.
///
/// # Errors
/// [`Code::Conversion`] with the path to the part that is of another type, and both
/// types; [`Code::Unsupported`] as [`type_of`].
///
/// ```
/// use polycty_mcl::{int, parse_type, typed};
/// use polycty_core::types::{Type, VariableScope};
/// use polycty_core::values::Value;
/// let plain = Value::list(vec![Value::from_integer(1i64.into())])?;
/// let ports = parse_type("[]int", VariableScope::new())?;
/// assert_eq!(typed(&plain, &ports)?.ty(), &ports);
/// let error = typed(&plain, &parse_type("[]str", VariableScope::new())?).unwrap_err();
/// assert_eq!(error.to_string(), "[0]: type error: str != int");
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn typed(value: &Value, ty: &Type) -> Result<Value> {
    require_mcl(ty)?;
    fit(value, ty)
}

/// [`typed`] for a type that mcl has.
fn fit(value: &Value, ty: &Type) -> Result<Value> {
    refuse_foreign(value)?;
    if ty.has(Flags::ANY) || ty.has(Flags::VARIABLE) {
        let found = infer(value)?;
        assignable(ty, &found).map_err(|error| conversion(error, ty, &found))?;
        return Ok(value.clone());
    }
    retype(value, ty)
}

#[cold]
fn conversion(error: Error, wanted: &Type, found: &Type) -> Error {
    match error.code() {
        Code::Type => error
            .with_code(Code::Conversion)
            .with_wanted(wanted)
            .with_found(found),
        _ => error,
    }
}

fn retype(value: &Value, ty: &Type) -> Result<Value> {
    if value.ty() == ty {
        return Ok(value.clone());
    }
    let in_place =
        |at: usize, part: &Value, ty: &Type| retype(part, ty).map_err(|error| error.in_index(at));
    match (Shape::require(ty)?, value.parts()) {
        (Shape::Int, _) if value.as_integer().is_some_and(|i| i.to_i64().is_some()) => {
            return Ok(value.clone());
        }
        (Shape::List(element), Some(parts)) if value.ty().is_list() => {
            let parts: Result<Vec<Value>> = parts
                .iter()
                .enumerate()
                .map(|(at, part)| in_place(at, part, element))
                .collect();
            return Value::sequence(ty.clone(), parts?);
        }
        (Shape::Map(key, element), _) => {
            let entry = |(k, v): (&Value, &Value)| -> Result<(Value, Value)> {
                let inside = |error: Error| error.in_index(k.to_key());
                Ok((
                    retype(k, key).map_err(inside)?,
                    retype(v, element).map_err(inside)?,
                ))
            };
            if let Some(map) = value.as_ordered_map() {
                let entries: Result<Vec<_>> =
                    map.entries().iter().map(|(k, v)| entry((k, v))).collect();
                check_key(key)?;
                return sorted_map(ty, entries?);
            }
            if let Some(entries) = value.entries() {
                let entries: Result<Vec<_>> = entries
                    .iter()
                    .map(|e| entry((e.key(), e.value())))
                    .collect();
                check_key(key)?;
                return sorted_map(ty, entries?);
            }
        }
        (Shape::Struct(fields), Some(parts)) if value.ty().is_object() => {
            let names = value.ty().fields().iter().map(Field::name);
            if names.eq(fields.iter().map(Field::name)) {
                let parts: Result<Vec<Value>> = parts
                    .iter()
                    .zip(fields)
                    .map(|(part, field)| {
                        retype(part, field.ty()).map_err(|error| error.in_attribute(field.name()))
                    })
                    .collect();
                return Value::object_with_type(ty.clone(), parts?);
            }
        }
        _ => {}
    }
    let found = infer(value)?;
    // What is of the type by the language's equality is so in every respect that
    // values show: the names of arguments do not count.
    match assignable(ty, &found) {
        Ok(()) => Ok(value.clone()),
        Err(error) => Err(conversion(error, ty, &found)),
    }
}

/// A list of the type `ty`, a list type, with these elements.
///
/// # Errors
/// [`Code::Type`] where `ty` is no list type of mcl's; else as [`typed`].
pub fn new_list(ty: &Type, elements: impl IntoIterator<Item = Value>) -> Result<Value> {
    let Some(Shape::List(element)) = Shape::of(ty) else {
        return Err(not_a("list", ty));
    };
    require_mcl(ty)?;
    let elements: Result<Vec<Value>> = elements
        .into_iter()
        .enumerate()
        .map(|(at, part)| fit(&part, element).map_err(|error| error.in_index(at)))
        .collect();
    Value::sequence(ty.clone(), elements?)
}

/// A struct of the type `ty`, a struct type, with a value for each field in the order
/// of the type.
///
/// # Errors
/// [`Code::Type`] where `ty` is no struct type of mcl's;
/// [`Code::InvalidArgument`] for another number of values than of fields; else as
/// [`typed`].
pub fn new_struct(ty: &Type, values: impl IntoIterator<Item = Value>) -> Result<Value> {
    let Some(Shape::Struct(fields)) = Shape::of(ty) else {
        return Err(not_a("struct", ty));
    };
    require_mcl(ty)?;
    let values: Vec<Value> = values.into_iter().collect();
    if values.len() != fields.len() {
        let message = format!(
            "the struct has {} fields, not {}",
            fields.len(),
            values.len()
        );
        return Err(Error::new(Code::InvalidArgument, message).with_wanted(ty));
    }
    let parts: Result<Vec<Value>> = values
        .iter()
        .zip(fields)
        .map(|(part, field)| {
            fit(part, field.ty()).map_err(|error| error.in_attribute(field.name()))
        })
        .collect();
    Value::object_with_type(ty.clone(), parts?)
}

/// A map of the type `ty`, a map type, with these entries; of equal keys the last one
/// counts.
///
/// # Errors
/// [`Code::Type`] where `ty` is no map type of mcl's, or values of its key type cannot
/// be keys; else as [`typed`].
pub fn new_map(ty: &Type, entries: impl IntoIterator<Item = (Value, Value)>) -> Result<Value> {
    let Some(Shape::Map(key, element)) = Shape::of(ty) else {
        return Err(not_a("map", ty));
    };
    require_mcl(ty)?;
    check_key(key)?;
    let entries: Result<Vec<(Value, Value)>> = entries
        .into_iter()
        .map(|(k, v)| {
            let inside = |error: Error| error.in_index(k.to_key());
            let value = fit(&v, element).map_err(inside)?;
            Ok((fit(&k, key).map_err(inside)?, value))
        })
        .collect();
    sorted_map(ty, entries?)
}

/// A map of entries that are known to fit its type.
pub fn sorted_map(ty: &Type, mut entries: Vec<(Value, Value)>) -> Result<Value> {
    if ty.key().is_some_and(Type::is_string) {
        let entries = sort_entries(entries)?;
        return Value::map_with_type(ty.clone(), entries.into_iter());
    }
    entries.sort_by(|a, b| value_cmp(&a.0, &b.0));
    // Of each run of equal keys the last stays.
    entries.reverse();
    entries.dedup_by(|a, b| value_cmp(&a.0, &b.0) == Ordering::Equal);
    entries.reverse();
    Value::ordered_map(ty.clone(), entries)
}

/// Refuses a type whose values cannot be keys.
fn check_key(key: &Type) -> Result<()> {
    if is_hashable(key) {
        return Ok(());
    }
    let name = super::format_type(key)?;
    let message = format!("map key type {name} is not hashable");
    Err(Error::new(Code::Type, message).with_found(key))
}

#[cold]
fn not_a(kind: &str, ty: &Type) -> Error {
    Error::new(Code::Type, format!("a {kind} type of mcl is required")).with_found(ty)
}

/// The value that a type begins with: `false`, the empty string, `0`, the empty list or
/// map, a struct of such values, a function without a body.
///
/// # Errors
/// [`Code::Type`] for `variant`, for a type with variables in it, and for a map whose
/// keys are of a type that cannot be; [`Code::Unsupported`], [`Code::Limit`].
pub fn zero(ty: &Type) -> Result<Value> {
    if ty.has(Flags::VARIABLE) {
        return Err(no_value("unification", ty));
    }
    let mut left = MAX_PARTS;
    zero_of(ty, &mut left)
}

/// The zero value, with at most so many parts.
pub(super) fn zero_of(ty: &Type, left: &mut u32) -> Result<Value> {
    *left = left
        .checked_sub(1)
        .ok_or_else(|| Error::new(Code::Limit, "the zero value has too many parts"))?;
    match Shape::require(ty)? {
        Shape::Bool => Ok(Value::bool(false)),
        Shape::Str => Ok(Value::string("")),
        Shape::Int => Ok(Value::from_integer(0i64.into())),
        Shape::Float => Ok(Value::from_double(0.0)),
        Shape::List(_) => Value::sequence(ty.clone(), Vec::new()),
        Shape::Map(key, _) => {
            check_key(key)?;
            sorted_map(ty, Vec::new())
        }
        Shape::Struct(fields) => {
            let parts: Result<Vec<Value>> = fields
                .iter()
                .map(|field| {
                    zero_of(field.ty(), left).map_err(|error| error.in_attribute(field.name()))
                })
                .collect();
            Value::object_with_type(ty.clone(), parts?)
        }
        Shape::Func(..) | Shape::Nil => Ok(Value::null(ty.clone())),
        open @ (Shape::Variant | Shape::Variable(..)) => Err(no_value(open.kind_name(), ty)),
    }
}

/// The fault that a type has no values of its own.
#[cold]
pub(super) fn no_value(kind: &str, ty: &Type) -> Error {
    Error::new(Code::Type, format!("{kind} type")).with_found(ty)
}

/// The element of a list at a position; `None` past its ends, and for other values.
#[must_use]
pub fn list_element(list: &Value, index: i64) -> Option<&Value> {
    if !list.ty().is_list() || list.is_marked() {
        return None;
    }
    list.parts()?.get(usize::try_from(index).ok()?)
}

/// The field of a struct; `None` where there is none, and for other values.
#[must_use]
pub fn struct_field<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    if value.is_marked() {
        return None;
    }
    value.attribute(name)
}

/// The value under a key of a map, keys compared as [`value_cmp`] does; `None` where
/// there is none, and for other values.
#[must_use]
pub fn map_element<'a>(map: &'a Value, key: &Value) -> Option<&'a Value> {
    if map.is_marked() {
        return None;
    }
    if let Some(map) = map.as_ordered_map() {
        let found = map.get(key);
        if found.is_some() || !is_another_to_the_index(key) {
            return found;
        }
        let mut entries = map.entries().iter();
        let found = entries.find(|(have, _)| value_cmp(have, key) == Ordering::Equal);
        return found.map(|(_, value)| value);
    }
    map.element(key.as_str()?)
}

/// Whether the index of an ordered map may take a key for another one than the language
/// does: it tells `0` from `-0`, and one value that is no number from the next.
fn is_another_to_the_index(key: &Value) -> bool {
    match key.as_double() {
        Some(double) => double == 0.0 || double.is_nan(),
        None => key
            .parts()
            .is_some_and(|parts| parts.iter().any(is_another_to_the_index)),
    }
}

/// The entries of a map in ascending order of the keys.
pub(super) fn entries_in_order(map: &Value) -> Option<Vec<(&Value, &Value)>> {
    if let Some(map) = map.as_ordered_map() {
        let mut entries: Vec<_> = map.entries().iter().map(|(k, v)| (k, v)).collect();
        entries.sort_by(|a, b| value_cmp(a.0, b.0));
        return Some(entries);
    }
    let entries = map.entries()?.iter();
    Some(entries.map(|entry| (entry.key(), entry.value())).collect())
}
