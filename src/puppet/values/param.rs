//! Which value does a parameter of a type say?

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
