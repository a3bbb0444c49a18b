//! The data of cty, which HCL and PCL have in common.
//!
//! PCL is based on HCL: the values of both are cty values, with strings and names in normal form C,
//! one kind of numbers, which includes fractions, and marks. Their mappings define the values of
//! each type.

use super::semantic::SemanticValue;
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{SizeRange, Str, Type};
use polycty_core::values::{Value, nfc};
use std::borrow::Cow;

/// A sequence with a fixed length up to this number becomes a tuple.
const TUPLE_MAX: u64 = 16;
/// The maximum number of nodes of a tuple that repeats one type.
const TUPLE_SIZE_MAX: u64 = 4096;

/// Returns the content of a value without marks.
pub(super) fn datum(value: &Value) -> Result<SemanticValue<&Value>> {
    if !value.is_known() {
        return Err(Error::new(
            Code::Unsupported,
            "cannot translate an unknown value",
        ));
    }
    if value.is_null() {
        return Ok(SemanticValue::Null);
    }
    if let Some(entries) = value.entries() {
        let entries = entries.iter();
        return Ok(SemanticValue::Entries(
            entries
                .map(|entry| (entry.key().clone(), entry.value()))
                .collect(),
        ));
    }
    if let Some(parts) = value.parts() {
        let fields = value.ty().fields();
        return Ok(if value.ty().is_object() {
            SemanticValue::Entries(
                (fields.iter().zip(parts))
                    .map(|(field, part)| (Value::string(field.name()), part))
                    .collect(),
            )
        } else {
            SemanticValue::Sequence(parts.iter().collect())
        });
    }
    if let Some(bool) = value.as_bool() {
        return Ok(SemanticValue::Bool(bool));
    }
    if let Some(number) = value.as_number() {
        return Ok(SemanticValue::Number(number));
    }
    if value.as_str_bytes().is_some() {
        return Ok(SemanticValue::Text(value.clone()));
    }
    Err(Error::new(
        Code::Unsupported,
        format!(
            "no other language has values of the type {}",
            value.ty().friendly_name()
        ),
    )
    .with_found(value.ty()))
}

/// The number that is read from the shortest digits of a double.
pub(super) fn number(double: f64) -> Result<Value> {
    let number = if double.is_nan() {
        return Err(Error::new(Code::Unsupported, "neither HCL nor PCL has NaN"));
    } else if double == f64::INFINITY {
        Number::infinity()
    } else if double == f64::NEG_INFINITY {
        Number::negative_infinity()
    } else {
        Number::parse(&format!("{double:e}"))?
    };
    Ok(Value::from_number(number))
}

/// Returns whether a text is in normal form C.
pub(super) fn is_normal(text: &str) -> bool {
    matches!(nfc(text), Cow::Borrowed(_))
}

/// Returns a string as cty represents it. The string must already be in normal form C.
pub(super) fn normal(text: &Value) -> Result<Value> {
    if text.is_nfc_string() {
        return Ok(text.clone());
    }
    match nfc(text.as_str().unwrap_or_default()) {
        Cow::Borrowed(same) => Ok(Value::text(same, true)),
        Cow::Owned(_) => Err(Error::new(
            Code::Unsupported,
            "the strings of HCL and PCL must be in normal form C",
        )),
    }
}

/// An object with entries under strings.
pub(super) fn object(entries: Vec<(Value, Value)>) -> Result<Value> {
    let attributes = entries.into_iter().map(|(key, value)| match normal(&key) {
        Ok(key) => Ok((Str::from(key.as_str().unwrap_or_default()), value)),
        Err(error) => Err(error.in_index(key.to_key())),
    });
    Value::object(attributes.collect::<Result<Vec<_>>>()?)
}

/// The types of the elements of a sequence with a fixed and small length.
pub(super) fn positions(element: &Type, size: Option<SizeRange>) -> Option<Vec<Type>> {
    let SizeRange { min, max } = size?;
    let small = min <= TUPLE_MAX && min * u64::from(element.size()) <= TUPLE_SIZE_MAX;
    (max == Some(min) && small).then(|| vec![element.clone(); min as usize])
}
