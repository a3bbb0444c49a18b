//! Readable values: checks before C reads the content of a value, and the kinds of scalars.
//!
//! A value is readable unless it carries marks, is null or is unknown. This holds for all kinds: a
//! scalar, a capsule, a container, a value that only one dialect has. A scalar is a bool, a number
//! of one of three kinds, or text.

use super::base::handles::pcty_value;
use super::guard::need;
use crate::number::{Integer, Number};
use crate::source::{Code, Error, Result};
use crate::types::{Scalar, Type};
use crate::values::Value;

/// Returns the value if its content is readable.
pub(crate) fn readable(value: Option<&pcty_value>) -> Result<&Value> {
    let value = &need(value, "value")?.0;
    if value.is_marked() {
        Err(Error::new(Code::Marked, "the value is marked"))
    } else if value.is_null() {
        Err(Error::new(Code::Null, "the value is null").with_found(value.ty()))
    } else if !value.is_known() {
        Err(Error::new(Code::Unknown, "the value is unknown").with_found(value.ty()))
    } else {
        Ok(value)
    }
}

/// Returns the scalar of a value, for a type of one value.
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
        .with_expected(wanted)
        .with_found(value.ty())
}

/// A value of one of the three kinds of numbers.
pub(crate) enum Numeric {
    /// A cty number.
    Number(Number),
    /// An exact integer.
    Integer(Integer),
    /// A double.
    Double(f64),
}

/// Returns the number in a value.
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
