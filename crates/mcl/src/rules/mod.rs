//! The rules of mcl for the operations of every dialect.
//!
//! mcl converts nothing: a value has a type or it does not, so the only conversion leaves the
//! content unchanged. Types unify under the most general substitution of their variables.
//!
//! - `equal`: equality of types and messages about differences
//! - `assignable`: assignability of types; `unify`: unification; `explain`: messages of unification
//! - `infer`: the type of a value
//! - `convert`: conversion of a value to exactly a type; `construct`: containers from their parts

pub(crate) mod assignable;
pub(crate) mod construct;
pub(crate) mod convert;
pub(crate) mod equal;
pub(crate) mod explain;
pub(crate) mod infer;
pub(crate) mod unify;

use crate::types::format::format_type;
use crate::types::parse::parse_type;
use assignable::assignable;
use convert::typed;
use equal::compare;
use infer::type_of;
use polycty_core::calls::{Budget, BudgetError, cost};
use polycty_core::dialect::{
    Conversion, ConversionKind, Converter, Dialect, DialectId, Safety, Unified,
};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, Type, VariableScope};
use polycty_core::values::Value;
use unify::unify_all;

/// mcl as a [`Dialect`].
#[derive(Clone, Copy, Debug)]
pub struct Mcl;

impl Dialect for Mcl {
    fn id(&self) -> DialectId {
        DialectId::Mcl
    }

    /// Parses a type. The variables of each text have their own scope; [`parse_type`] takes a
    /// scope.
    fn parse_type(&self, text: &str, budget: &Budget) -> Result<Type> {
        cost::read(text, budget)?;
        parse_type(text, VariableScope::new())
    }

    fn format_type(&self, ty: &Type, budget: &Budget) -> Result<String> {
        cost::look_at_types([ty], budget)?;
        let text = format_type(ty)?;
        budget.hold(text.len() as u64)?;
        Ok(text)
    }

    /// Compares types up to the names of variables and arguments.
    fn equal(&self, a: &Type, b: &Type, budget: &Budget) -> Result<bool> {
        compared(a, b, budget)?;
        holds(compare(a, b))
    }

    fn assignable(&self, source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
        compared(source, target, budget)?;
        holds(assignable(source, target))
    }

    fn conversion(&self, source: &Type, target: &Type, budget: &Budget) -> Result<ConversionKind> {
        compared(source, target, budget)?;
        Ok(if compare(source, target).is_ok() {
            ConversionKind::Same
        } else if assignable(source, target).is_ok() {
            ConversionKind::Safe
        } else {
            ConversionKind::None
        })
    }

    fn converter(
        &self,
        source: &Type,
        target: &Type,
        _safety: Safety,
        budget: &Budget,
    ) -> Result<Option<Converter>> {
        compared(source, target, budget)?;
        Ok(assignable(source, target).is_ok().then(|| {
            Converter::new(Identity {
                source: source.clone(),
                target: target.clone(),
            })
        }))
    }

    fn convert(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Value> {
        retyped(value, target, budget)
    }

    fn check(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Vec<Error>> {
        match retyped(value, target, budget) {
            Ok(_) => Ok(Vec::new()),
            Err(error) if matches!(error.code(), Code::Limit | Code::Cancelled) => Err(error),
            Err(error) => Ok(vec![error]),
        }
    }

    fn unify(&self, types: &[&Type], _safety: Safety, budget: &Budget) -> Result<Option<Unified>> {
        for ty in types {
            compared(ty, ty, budget)?;
        }
        Ok(unify_all(types).ok().map(|(ty, _)| Unified {
            ty,
            converters: vec![None; types.len()],
        }))
    }

    fn type_of(&self, value: &Value, budget: &Budget) -> Result<Type> {
        budget.charge(1 + parts_of(value) / NODES_A_STEP)?;
        type_of(value)
    }

    fn instance(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
        match retyped(value, ty, budget) {
            Ok(_) => Ok(true),
            Err(error) if error.code() == Code::Conversion => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn explain(&self, source: &Type, target: &Type, budget: &Budget) -> Result<Option<Error>> {
        compared(source, target, budget)?;
        Ok(assignable(source, target)
            .err()
            .map(|error| match error.code() {
                Code::Type => error.with_code(Code::Conversion),
                _ => error,
            }))
    }
}

/// The nodes of types or the parts of values that one step pays for.
const NODES_A_STEP: u64 = 8;

/// The bytes that are charged per copied part.
const PART_BYTES: u64 = 32;

/// Charges the comparison of two types.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
fn compared(a: &Type, b: &Type, budget: &Budget) -> Result<(), BudgetError> {
    let nodes = u64::from(a.size()) + u64::from(b.size());
    budget.charge(1 + nodes / NODES_A_STEP)
}

/// Converts a value to exactly a type. The charge is proportional to the number of parts.
///
/// # Errors
/// The errors of [`typed`], and [`Code::Limit`] if the budget is exceeded.
fn retyped(value: &Value, ty: &Type, budget: &Budget) -> Result<Value> {
    compared(value.ty(), ty, budget)?;
    if value.ty() != ty {
        let parts = parts_of(value);
        budget.charge(parts / NODES_A_STEP)?;
        budget.hold(parts * PART_BYTES)?;
    }
    typed(value, ty)
}

/// Returns the number of parts of a value, including nested ones.
fn parts_of(value: &Value) -> u64 {
    let mut count = 0;
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        count += 1;
        waiting.extend(value.parts().unwrap_or_default());
        let entries = value.entries().unwrap_or_default();
        waiting.extend(entries.iter().map(|entry| entry.value()));
        if let Some(map) = value.as_ordered_map() {
            waiting.extend(map.entries().iter().flat_map(|(key, value)| [key, value]));
        }
    }
    count
}

/// Converts a type error to `false`.
fn holds(rule: Result<()>) -> Result<bool> {
    match rule {
        Ok(()) => Ok(true),
        Err(error) if error.code() == Code::Type => Ok(false),
        Err(error) => Err(error),
    }
}

/// The conversion that leaves the content unchanged.
struct Identity {
    source: Type,
    target: Type,
}

impl Conversion for Identity {
    fn source(&self) -> &Type {
        &self.source
    }

    fn target(&self) -> &Type {
        &self.target
    }

    fn is_identity(&self) -> bool {
        // A target that is open does not change the type of the value.
        self.source == self.target
            || self.target.has(Flags::ANY)
            || self.target.has(Flags::VARIABLE)
    }

    fn apply(&self, value: &Value, budget: &Budget) -> Result<Value> {
        retyped(value, &self.target, budget)
    }
}
