//! Conversion of a value to exactly a type.
//!
//! mcl converts no content: a value has the type or it does not. The type that a container of a
//! different language carries is replaced by the mcl type.

use crate::rules::assignable::assignable;
use crate::rules::infer::infer;
use crate::types::view::{MclType, require_mcl};
use crate::values::build::{check_key, sorted_map};
use crate::values::foreign::refuse_foreign;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Field, Flags, Type};
use polycty_core::values::Value;

/// Returns the same content as a value of exactly this type. If the type contains `variant` or a
/// variable, the value is returned unchanged.
///
/// # Errors
/// - [`Code::Conversion`] with the path to the part whose type differs, and both types.
/// - [`Code::Unsupported`] for the reasons of [`type_of`](crate::type_of).
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
    convert(value, ty)
}

/// Converts like [`typed`]; the caller has checked that mcl has the type.
pub(crate) fn convert(value: &Value, ty: &Type) -> Result<Value> {
    refuse_foreign(value)?;
    if ty.has(Flags::ANY) || ty.has(Flags::VARIABLE) {
        let found = infer(value)?;
        assignable(&found, ty).map_err(|error| as_conversion(error, &found, ty))?;
        return Ok(value.clone());
    }
    retype(value, ty)
}

/// Converts a type error to a conversion error.
#[cold]
fn as_conversion(error: Error, found: &Type, wanted: &Type) -> Error {
    match error.code() {
        Code::Type => error
            .with_code(Code::Conversion)
            .with_expected(wanted)
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
    match (MclType::require(ty)?, value.parts()) {
        (MclType::Int, _) if value.as_integer().is_some_and(|i| i.to_i64().is_some()) => {
            return Ok(value.clone());
        }
        (MclType::List(element), Some(parts)) if value.ty().is_list() => {
            let parts: Result<Vec<Value>> = parts
                .iter()
                .enumerate()
                .map(|(at, part)| in_place(at, part, element))
                .collect();
            return Value::sequence(ty.clone(), parts?);
        }
        (MclType::Map(key, element), _) => {
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
        (MclType::Struct(fields), Some(parts)) if value.ty().is_object() => {
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
    // Types that are equal in mcl may differ in the names of arguments, which values do not show.
    match assignable(&found, ty) {
        Ok(()) => Ok(value.clone()),
        Err(error) => Err(as_conversion(error, &found, ty)),
    }
}
