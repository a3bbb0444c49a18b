//! The constructor of `Init[T, args...]`.
//!
//! It returns the result of `T.new(value, args...)`. If the type has no further arguments, an
//! array is the list of arguments, unless T has a constructor that takes the array itself.

use crate::rules::assignable::{Check, InitForm};
use crate::rules::constructors;
use crate::rules::convert::made::{Made, unsupported};
use crate::rules::convert::new_instance_at;
use crate::rules::instance::instance;
use crate::values::param::value_of;
use crate::values::special::array_elements;
use polycty_core::calls::Budget;
use polycty_core::types::{NominalParam, Type};
use polycty_core::values::Value;

/// Returns a value of the type in an Init.
pub(super) fn init(
    now: Option<i128>,
    ty: &Type,
    params: &[NominalParam],
    args: &[Value],
    budget: &Budget,
) -> Made {
    let mut check = Check::new(budget);
    let found = check.made_from(params);
    let mut singles: Vec<Type> = Vec::new();
    let inner = match found {
        None => {
            // The check contains the error.
            check.finish(false)?;
            return Err(unsupported(ty));
        }
        Some(InitForm::Rich) => return Err(unsupported(ty)),
        Some(InitForm::Of(inner, constructor)) => {
            singles.push(inner.clone());
            singles.extend(constructor.single().cloned());
            inner
        }
        Some(InitForm::With(inner, _)) => inner,
    };
    let further = params.get(1..).unwrap_or_default();
    if !further.is_empty() {
        constructors::init_with().select(args, budget)?;
        let mut all = vec![args[0].clone()];
        for param in further {
            all.push(value_of(param)?);
        }
        return Ok(new_instance_at(now, inner, &all, budget)?);
    }
    constructors::init().select(args, budget)?;
    let Some(parts) = array_elements(&args[0]) else {
        return Ok(new_instance_at(now, inner, args, budget)?);
    };
    for single in &singles {
        if instance(&args[0], single, budget)? {
            return Ok(new_instance_at(now, inner, args, budget)?);
        }
    }
    Ok(new_instance_at(now, inner, parts, budget)?)
}
