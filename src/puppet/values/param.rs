//! Parameters of types as values, and values as parameters.

use crate::values::special::{Special, array, hash, undef};
use polycty_core::source::Result;
use polycty_core::types::{NominalParam, Scalar};
use polycty_core::values::Value;

/// A parameter of a type as the value that it was written as.
pub(crate) fn value_of(param: &NominalParam) -> Result<Value> {
    Ok(match param {
        NominalParam::Type(ty) => Value::from_type(ty.clone())?,
        NominalParam::Scalar(scalar) => match scalar {
            Scalar::Bool(flag) => Value::bool(*flag),
            Scalar::Integer(integer) => Value::from_integer(integer.clone()),
            Scalar::Number(number) => match number.to_integer() {
                Some(integer) => Value::from_integer(integer),
                None => Value::from_double(number.to_f64().0),
            },
            Scalar::Double(float) => Value::from_double(*float),
            Scalar::String(text) => Value::string(text),
        },
        NominalParam::Default => Special::Default.into_value()?,
        NominalParam::Undef => undef(),
        NominalParam::Regexp(source) => Special::Regexp(source.clone()).into_value()?,
        NominalParam::List(items) => {
            let items = items.iter().map(value_of).collect::<Result<_, _>>()?;
            array(items)?
        }
        NominalParam::Map(entries) => {
            let mut made = Vec::with_capacity(entries.len());
            for (key, element) in entries {
                made.push((value_of(key)?, value_of(element)?));
            }
            hash(made)?
        }
    })
}

/// A value as a parameter of a type; what none can be is left at its default.
pub(crate) fn param_of(value: &Value) -> NominalParam {
    if value.is_null() {
        return NominalParam::Undef;
    }
    if let Some(ty) = value.as_type() {
        return NominalParam::Type(ty.clone());
    }
    if let Some(text) = value.as_str() {
        return NominalParam::text(text);
    }
    if let Some(flag) = value.as_bool() {
        return NominalParam::Scalar(Scalar::Bool(flag));
    }
    if let Some(integer) = value.as_integer() {
        return NominalParam::Scalar(Scalar::Integer(integer));
    }
    if let Some(float) = value.as_double() {
        return NominalParam::Scalar(Scalar::Double(float));
    }
    match Special::of(value) {
        Some(Special::Regexp(source)) => NominalParam::Regexp(source.clone()),
        _ => NominalParam::Default,
    }
}
