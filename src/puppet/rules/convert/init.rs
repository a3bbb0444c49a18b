//! What does `Init[T, args...]` make?
//!
//! What `T.new(value, args...)` makes. Without further arguments an array is
//! taken for the list of arguments, unless it is what T makes of one.

use crate::rules::assignable::{Check, Made as Signatures};
use crate::rules::convert::{Made, constructors, new_instance, unsupported};
use polycty_core::types::{NominalParam, Scalar, Type};
use polycty_core::values::Value;

/// A value of the type in an Init.
pub(super) fn init(ty: &Type, params: &[NominalParam], args: &[Value]) -> Made {
    let mut check = Check::default();
    let found = check.made_from(params);
    let mut singles: Vec<Type> = Vec::new();
    let inner = match found {
        None => {
            // A check that found nothing says why.
            check.finish(false)?;
            return Err(unsupported(ty));
        }
        Some(Signatures::Rich) => return Err(unsupported(ty)),
        Some(Signatures::Of(inner, constructor)) => {
            singles.push(inner.clone());
            singles.extend(constructor.single.iter().cloned());
            inner
        }
        Some(Signatures::With(inner, _)) => inner,
    };
    let further = params.get(1..).unwrap_or_default();
    if !further.is_empty() {
        constructors::init_with().select(args)?;
        let mut all = vec![args[0].clone()];
        for param in further {
            all.push(value_of(param)?);
        }
        return Ok(new_instance(inner, &all)?);
    }
    constructors::init().select(args)?;
    let Some(parts) = args[0]
        .parts()
        .filter(|_| crate::rules::convert::collection::is_array(&args[0]))
    else {
        return Ok(new_instance(inner, args)?);
    };
    for single in &singles {
        if crate::rules::instance::instance(&args[0], single)? {
            return Ok(new_instance(inner, args)?);
        }
    }
    Ok(new_instance(inner, parts)?)
}

/// A parameter of a type as the value that it was written as.
pub(super) fn value_of(param: &NominalParam) -> Made {
    use crate::values::special::{Special, array, hash, undef};
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
