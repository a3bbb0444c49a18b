//! Resolution of deferred values.
//!
//! The host returns the result of each deferred value. The result is converted to the promised
//! type, and then to the type that the deferred value was converted to. [`resolve_value`] returns a
//! new value.

use crate::rules::convert::convert_value;
use crate::types::deferred::resolve;
use crate::types::normal_form::DeferredParts;
use crate::types::view::{PclType, shape};
use crate::values::DeferredValue;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, MAX_DEPTH, TypeError};
use polycty_core::values::{Extension, Value};

/// The maximum length of a chain of deferred values whose results are deferred.
pub const MAX_RESOLUTIONS: usize = 64;

/// Replaces each deferred value by the host's result, converted to the promised type. A result may
/// be deferred again. Marks keep their positions.
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
/// - The errors of the host.
/// - [`Code::Conversion`] with the path if a result does not have the promised type.
/// - [`Code::Limit`] if a chain of deferred results is longer than [`MAX_RESOLUTIONS`], if
///   containers nest too deep, or if the budget is exceeded.
pub fn resolve_value(
    value: &Value,
    resolver: &mut dyn FnMut(&DeferredValue) -> Result<Value>,
    budget: &Budget,
) -> Result<Value> {
    resolved(value, resolver, ResolutionDepth::default(), budget)
}

/// The nesting of the part that is resolved.
#[derive(Clone, Copy, Default)]
struct ResolutionDepth {
    /// The length of the chain of deferred results.
    resolutions: usize,
    /// The number of enclosing containers, including those in deferred results.
    containers: u32,
}

fn resolved(
    value: &Value,
    resolver: &mut dyn FnMut(&DeferredValue) -> Result<Value>,
    depth: ResolutionDepth,
    budget: &Budget,
) -> Result<Value> {
    budget.charge(1)?;
    if let Some(eventual) = DeferredValue::of(value) {
        if depth.resolutions >= MAX_RESOLUTIONS {
            return Err(Error::new(
                Code::Limit,
                format!(
                    "the resolution of a deferred value returned a deferred value more than \
                     {MAX_RESOLUTIONS} times"
                ),
            ));
        }
        let resolutions = depth.resolutions + 1;
        let depth = ResolutionDepth {
            resolutions,
            ..depth
        };
        let there = resolved(&resolver(eventual)?, resolver, depth, budget)?;
        let promised = resolve(eventual.origin(), DeferredParts::All)?;
        let wanted = resolve(eventual.ty(), DeferredParts::All)?;
        let there = convert_value(&convert_value(&there, &promised, budget)?, &wanted, budget)?;
        return Ok(there.with_marks(&value.marks()));
    }
    if !value.ty().has(Flags::EVENTUAL) && !value.ty().has(Flags::REFERENCE) && !holds_any(value) {
        return Ok(value.clone());
    }
    if depth.containers >= MAX_DEPTH {
        return Err(TypeError::TooDeep.into());
    }
    let depth = ResolutionDepth {
        containers: depth.containers + 1,
        ..depth
    };
    let (plain, marks) = value.unmark();
    let ty = resolve(plain.ty(), DeferredParts::All)?;
    let made = match plain.ty() {
        _ if !plain.is_known() => Value::unknown(ty),
        _ if plain.is_null() => Value::null(ty),
        found if found.is_map() => {
            let mut entries = Vec::new();
            for entry in plain.entries().unwrap_or_default() {
                let part = resolved(entry.value(), resolver, depth, budget)
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
                new.push(resolved(part, resolver, depth, budget).map_err(|error| {
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

/// Returns whether a collection may contain deferred values that its type does not show: its
/// element type is `dynamic` or a union.
fn holds_any(value: &Value) -> bool {
    value.ty().has(Flags::ANY) || matches!(shape(value.ty()), PclType::Union(_))
}
