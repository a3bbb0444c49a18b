//! The rules between types, and between types and values.
//!
//! - `assignable`: the values that a type accepts without conversion
//! - `conversion`: the conversion between two types; `plan`: its compiled form; `planner`: the
//!   memory of the compiler
//! - `convert`: the application of a conversion to a value; `absent`: to a null or unknown value
//! - `defaults`: the application of defaults before a conversion; `constant`: literals as values of
//!   a type, in one step
//! - `unify`: the type that several types convert to; `preference`: the choice between several such
//!   types
//! - `explain`: the reason why there is no conversion
//! - `check`: all parts of a value that do not convert; `extraneous`: the parts that a conversion
//!   drops

mod absent;
mod assignable;
mod check;
mod constant;
mod conversion;
mod convert;
mod defaults;
mod explain;
mod extraneous;
mod plan;
mod planner;
mod preference;
#[cfg(test)]
mod tests;
mod unify;

pub use assignable::assignable;
pub use check::{MAX_DIAGNOSTICS, check};
pub use conversion::conversion_kind;
pub(crate) use convert::converted;
pub use convert::{Conversions, charge_conversion, convert, convert_within, converter};
pub use explain::{mismatch, mismatch_message};
pub use extraneous::extraneous;
pub use unify::unify;

use crate::types::{NoDefaults, Notation, format_type, parse};
use polycty_core::calls::{Budget, BudgetError, cost};
use polycty_core::dialect::{ConversionKind, Converter, Dialect, DialectId, Safety, Unified};
use polycty_core::source::{Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// HCL as a [`Dialect`].
#[derive(Clone, Copy, Debug)]
pub struct Hcl;

impl Dialect for Hcl {
    fn id(&self) -> DialectId {
        DialectId::Hcl
    }

    /// Parses type constraints, too: exact types use the same notation.
    fn parse_type(&self, text: &str, budget: &Budget) -> Result<Type> {
        Ok(parse(text, Notation::<NoDefaults>::Constraint, budget)?.ty)
    }

    fn format_type(&self, ty: &Type, budget: &Budget) -> Result<String> {
        cost::look_at_types([ty], budget)?;
        let text = format_type(ty)?;
        budget.hold(text.len() as u64)?;
        Ok(text)
    }

    fn equal(&self, a: &Type, b: &Type, budget: &Budget) -> Result<bool> {
        compared(a, b, budget)?;
        Ok(a == b)
    }

    /// Conformance: equal types, where `any` in the target matches any type.
    fn assignable(&self, source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
        compared(source, target, budget)?;
        Ok(assignable(source, target))
    }

    fn conversion(&self, source: &Type, target: &Type, budget: &Budget) -> Result<ConversionKind> {
        compared(source, target, budget)?;
        Ok(conversion_kind(source, target))
    }

    fn converter(
        &self,
        source: &Type,
        target: &Type,
        safety: Safety,
        budget: &Budget,
    ) -> Result<Option<Converter>> {
        compared(source, target, budget)?;
        Ok(converter(source, target, safety))
    }

    fn convert(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Value> {
        convert_within(value, target, budget)
    }

    fn check(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Vec<Error>> {
        charge_conversion(value, budget)?;
        compared(value.ty(), target, budget)?;
        Ok(check::check_within(value, target, budget)?)
    }

    fn unify(&self, types: &[&Type], safety: Safety, budget: &Budget) -> Result<Option<Unified>> {
        for ty in types {
            compared(ty, ty, budget)?;
        }
        Ok(unify(types.iter().copied(), safety))
    }

    fn type_of(&self, value: &Value, _budget: &Budget) -> Result<Type> {
        Ok(value.ty().clone())
    }

    fn instance(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
        compared(value.ty(), ty, budget)?;
        Ok(value.ty().conforms_to(ty))
    }

    fn explain(&self, source: &Type, target: &Type, budget: &Budget) -> Result<Option<Error>> {
        compared(source, target, budget)?;
        Ok(mismatch(source, target))
    }
}

/// The number of nodes of types that are compared in one step.
const NODES_A_STEP: u64 = 5;

/// Charges the comparison of two types, which may visit all of their nodes.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
fn compared(a: &Type, b: &Type, budget: &Budget) -> Result<(), BudgetError> {
    let nodes = u64::from(a.size()) + u64::from(b.size());
    budget.charge(1 + nodes / NODES_A_STEP)
}
