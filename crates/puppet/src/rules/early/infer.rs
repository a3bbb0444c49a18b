//! Early inference: the type of a value.
//!
//! The type has no parameters: 1 is an Integer. An array and a hash have the common type of their
//! elements, in which undef gives way to any other type; the element type of an empty one is
//! accepted by all types. A value that the specification does not have is an Object.

use crate::rules::early::unify::common_type;
use crate::types::early::data::EARLY;
use crate::types::nominal::{self, Name};
use crate::values::special::Special;
use crate::values::support::refuse_unsupported;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Kind, Type};
use polycty_core::values::Value;

/// Returns the type of a value.
///
/// # Errors
/// [`Unsupported`](polycty_core::source::Code::Unsupported) with its path for a mark or an unknown
/// value.
pub(crate) fn type_of(value: &Value, budget: &Budget) -> Result<Type> {
    refuse_unsupported(value)?;
    of(value, budget)
}

fn of(value: &Value, budget: &Budget) -> Result<Type> {
    budget.charge(1)?;
    if value.is_null() {
        return Ok(Type::none().clone());
    }
    if value.as_str_bytes().is_some() {
        return Ok(EARLY.string.clone());
    }
    if let Some(ty) = value.as_type() {
        return Ok(Type::meta(ty.clone())?);
    }
    if let Some(map) = value.as_ordered_map() {
        let entries = map.entries();
        let key = common(entries.iter().map(|(key, _)| key), budget)?;
        return Ok(Type::map_of(
            key,
            common(entries.iter().map(|(_, element)| element), budget)?,
            None,
        )?);
    }
    Ok(match value.ty().kind() {
        Kind::Bool(_) => Type::bool().clone(),
        Kind::Integer(_) => Type::integer().clone(),
        Kind::Float(_) => Type::float().clone(),
        Kind::List { .. } | Kind::Tuple { .. } => {
            Type::list(common(value.parts().unwrap_or_default(), budget)?)?
        }
        _ => match Special::of(value) {
            Some(Special::Regexp(_)) => nominal::bare(Name::Regexp).clone(),
            _ => Type::any().clone(),
        },
    })
}

fn common<'v>(values: impl IntoIterator<Item = &'v Value>, budget: &Budget) -> Result<Type> {
    let mut found = Type::none().clone();
    for value in values {
        let ty = of(value, budget)?;
        if !found.is_any() && found != ty {
            found = common_type(&found, &ty, budget)?;
        }
    }
    Ok(found)
}
