//! Resolution: what does a value become when its eventual values are there?
//!
//! The host says what each has become; that is converted to what was promised, and then to
//! what the eventual value was converted to. [`resolve_value`] gives a new value.

use crate::rules::convert::convert_value;
use crate::types::eventual::resolve;
use crate::types::normal_form::Eventuals;
use crate::types::shape::{Shape, shape};
use crate::values::Eventual;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, MAX_DEPTH, TypeError};
use polycty_core::values::{Extension, Value};

/// How many eventual values may come out of each other when a value is resolved.
pub const MAX_RESOLUTIONS: usize = 64;

/// The value with each eventual one in it replaced by what the host says that it has
/// become, converted to the type that was promised. What comes may be eventual again.
/// Marks stay where they are.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_pcl as pcl;
/// use polycty_core::types::Type;
/// use polycty_core::values::Value;
/// use std::sync::Arc;
/// let id = pcl::eventual(&pcl::output(Type::string().clone())?, Arc::new(()))?;
/// let all = Value::tuple(vec![Value::bool(true), id])?;
/// let budget = Budget::standard();
/// let there = pcl::resolve_value(&all, &mut |_| Ok(Value::string("i-42")), &budget)?;
/// assert_eq!(there, Value::tuple(vec![Value::bool(true), Value::string("i-42")])?);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// What the host says, and [`Code::Conversion`] for a value of another type than was
/// promised, with the path; [`Code::Limit`] where more than [`MAX_RESOLUTIONS`] come
/// out of each other, or containers nest too deep.
pub fn resolve_value(
    value: &Value,
    resolver: &mut dyn FnMut(&Eventual) -> Result<Value>,
    budget: &Budget,
) -> Result<Value> {
    resolved(value, resolver, Around::default(), budget)
}

/// What lies around a part that is resolved.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The eventual values that came out of each other.
    resolutions: usize,
    /// The containers, those of what came out of eventual values included.
    containers: u32,
}

fn resolved(
    value: &Value,
    resolver: &mut dyn FnMut(&Eventual) -> Result<Value>,
    around: Around,
    budget: &Budget,
) -> Result<Value> {
    budget.charge(1)?;
    if let Some(eventual) = Eventual::of(value) {
        if around.resolutions >= MAX_RESOLUTIONS {
            return Err(Error::new(
                Code::Limit,
                format!("more than {MAX_RESOLUTIONS} eventual values come out of each other"),
            ));
        }
        let resolutions = around.resolutions + 1;
        let around = Around {
            resolutions,
            ..around
        };
        let there = resolved(&resolver(eventual)?, resolver, around, budget)?;
        let promised = resolve(eventual.origin(), Eventuals::All)?;
        let wanted = resolve(eventual.ty(), Eventuals::All)?;
        let there = convert_value(&convert_value(&there, &promised, budget)?, &wanted, budget)?;
        return Ok(there.with_marks(&value.marks()));
    }
    if !value.ty().has(Flags::EVENTUAL) && !value.ty().has(Flags::REFERENCE) && !holds_any(value) {
        return Ok(value.clone());
    }
    if around.containers >= MAX_DEPTH {
        return Err(TypeError::TooDeep.into());
    }
    let around = Around {
        containers: around.containers + 1,
        ..around
    };
    let (plain, marks) = value.unmark();
    let ty = resolve(plain.ty(), Eventuals::All)?;
    let made = match plain.ty() {
        _ if !plain.is_known() => Value::unknown(ty),
        _ if plain.is_null() => Value::null(ty),
        found if found.is_map() => {
            let mut entries = Vec::new();
            for entry in plain.entries().unwrap_or_default() {
                let part = resolved(entry.value(), resolver, around, budget)
                    .map_err(|error| error.in_index(entry.key_str()))?;
                entries.push((entry.key().clone(), part));
            }
            Value::map_with_type(ty, entries.into_iter())?
        }
        found => {
            let Some(parts) = plain.parts() else {
                return Ok(value.clone());
            };
            let mut new = Vec::with_capacity(parts.len());
            for (at, part) in parts.iter().enumerate() {
                new.push(resolved(part, resolver, around, budget).map_err(|error| {
                    match found.fields().get(at) {
                        Some(field) => error.in_attribute(field.name()),
                        None => error.in_index(at),
                    }
                })?);
            }
            match found {
                _ if found.is_object() => {
                    let names = found
                        .fields()
                        .iter()
                        .map(|field| field.shared_name().clone());
                    Value::object(names.zip(new))?
                }
                _ if found.is_set() => Value::set_with_type(ty, new)?,
                _ if found.is_tuple() => Value::tuple(new)?,
                _ => Value::sequence(ty, new)?,
            }
        }
    };
    Ok(made.with_marks(&marks))
}

/// Whether a collection of elements of the type `dynamic` or a union may hold eventual
/// values that its type does not tell of.
fn holds_any(value: &Value) -> bool {
    value.ty().has(Flags::ANY) || matches!(shape(value.ty()), Shape::Union(_))
}
