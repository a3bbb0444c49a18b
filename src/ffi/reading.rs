//! Readable values: may C read a value, and which scalar is it?
//!
//! It may unless the value carries marks, is null or is unknown, whatever else that is: a scalar, a
//! capsule, a container, what only one dialect has. A scalar is a bool, a number of one of three
//! kinds, or text.

use super::base::handles::pcty_value;
use super::guard::need;
use crate::number::{Integer, Number};
use crate::source::{Code, Error, Result};
use crate::types::{Scalar, Type};
use crate::values::Value;

/// The value, if it has content to read.
pub(crate) fn readable(value: Option<&pcty_value>) -> Result<&Value> {
    let value = &need(value, "value")?.0;
    if value.is_marked() {
        Err(Error::new(Code::Marked, "the value carries marks"))
    } else if value.is_null() {
        Err(Error::new(Code::Null, "the value is null").with_found(value.ty()))
    } else if !value.is_known() {
        Err(Error::new(Code::Unknown, "the value is not known").with_found(value.ty()))
    } else {
        Ok(value)
    }
}

/// The single value that a type is to name.
pub(crate) fn scalar(value: Option<&pcty_value>, name: &str) -> Result<Scalar> {
    let value = readable(Some(need(value, name)?))?;
    if let Some(text) = value.as_str() {
        return Ok(Scalar::String(text.into()));
    }
    if let Some(bool) = value.as_bool() {
        return Ok(Scalar::Bool(bool));
    }
    match numeric(value) {
        Ok(Numeric::Number(number)) => Ok(Scalar::Number(number)),
        Ok(Numeric::Integer(integer)) => Ok(Scalar::Integer(integer)),
        Ok(Numeric::Double(double)) => Ok(Scalar::Double(double)),
        Err(_) => Err(Error::new(
            Code::Type,
            format!("`{name}` is not a bool, number, integer, float or string"),
        )
        .with_found(value.ty())),
    }
}

#[cold]
pub(crate) fn other_type(value: &Value, wanted: &Type, what: &str) -> Error {
    Error::new(Code::Type, format!("{what} is required"))
        .with_wanted(wanted)
        .with_found(value.ty())
}

/// A value of one of the three kinds of numbers.
pub(crate) enum Numeric {
    /// cty's.
    Number(Number),
    /// An exact integer.
    Integer(Integer),
    /// A double.
    Double(f64),
}

/// The number that a value is.
pub(crate) fn numeric(value: &Value) -> Result<Numeric> {
    if let Some(number) = value.as_number() {
        Ok(Numeric::Number(number))
    } else if let Some(integer) = value.as_integer() {
        Ok(Numeric::Integer(integer))
    } else if let Some(double) = value.as_double() {
        Ok(Numeric::Double(double))
    } else {
        Err(other_type(value, Type::number(), "a number"))
    }
}
