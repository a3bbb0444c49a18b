//! Operands of operators on bools and numbers.
//!
//! All operators follow the same rules: the marks of the operands are removed first and added to
//! the result. Each operand must have the operator's type or the type `any`. If an operand is
//! unknown or has the type `any`, the result is unknown and not null. Nulls are errors only if all
//! operands are known.

use super::{MarkSet, Refinement, Repr, Value};
use crate::number::{Number, Repr as NumberRepr};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use std::sync::LazyLock;

/// Whether the operands allow computing a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    /// The result can be computed, unless an operand is null.
    Known,
    /// The result is unknown.
    Unknown,
}

/// Checks that each operand has the type.
pub(super) fn check(ty: &Type, operands: &[&Value]) -> Result<Operands> {
    let mut result = Operands::Known;
    for (at, operand) in operands.iter().enumerate() {
        if operand.ty().is_any() {
            result = Operands::Unknown;
        } else if operand.ty() != ty {
            let name = if ty.is_number() { "number" } else { "bool" };
            return Err(Error::new(Code::Type, format!("a {name} is required"))
                .with_argument(at)
                .with_expected(ty)
                .with_found(operand.ty()));
        } else if !operand.is_known() {
            result = Operands::Unknown;
        }
    }
    Ok(result)
}

/// The error of an operation on a null.
#[cold]
pub(super) fn null_operand(at: usize) -> Error {
    Error::new(Code::Null, "the operand must not be null").with_argument(at)
}

/// Applies an operator to the operands without their own marks, and adds these to the result.
pub(super) fn with_marks_of(
    a: &Value,
    b: &Value,
    operator: impl FnOnce(&Value, &Value) -> Result<Value>,
) -> Result<Value> {
    let marks = match (&a.0, &b.0) {
        (Repr::Marked(_), _) | (_, Repr::Marked(_)) => a.marks().union(&b.marks()),
        _ => MarkSet::EMPTY,
    };
    Ok(operator(a.unmarked(), b.unmarked())?.with_marks(&marks))
}

/// The number of a known value without marks.
#[inline]
pub(super) fn bare_number(value: &Value) -> Option<Number> {
    match &value.0 {
        Repr::SmallNumber { precision, int } => Some(Number(NumberRepr::Small {
            precision: *precision,
            int: *int,
        })),
        Repr::BigNumber(big) => Some(Number(NumberRepr::Big(big.clone()))),
        _ => None,
    }
}

/// The unknown bool that is not null.
pub(super) fn unknown_bool() -> Value {
    static UNKNOWN: LazyLock<Value> =
        LazyLock::new(|| Value::refined(Type::bool().clone(), Refinement::NOT_NULL));
    UNKNOWN.clone()
}

/// The unknown number that is not null.
pub(super) fn unknown_number() -> Value {
    static UNKNOWN: LazyLock<Value> =
        LazyLock::new(|| Value::refined(Type::number().clone(), Refinement::NOT_NULL));
    UNKNOWN.clone()
}

/// A bool; unknown if `None`.
#[inline]
pub(super) fn maybe_bool(answer: Option<bool>) -> Value {
    answer.map_or_else(unknown_bool, Value::bool)
}
