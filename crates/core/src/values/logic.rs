//! Logical operators on bools, including unknown ones.
//!
//! One `false` decides an "and", one `true` an "or", whatever the value of the other operand. As in
//! cty, a known first operand that decides hides a null second one.

use super::Value;
use super::operands::{Operands, check, null_operand, unknown_bool, with_marks_of};
use crate::source::Result;
use crate::types::Type;

impl Value {
    /// The logical and.
    ///
    /// # Errors
    /// For an operand that is not a bool, and for a null.
    pub fn and(&self, other: &Value) -> Result<Value> {
        with_marks_of(self, other, |a, b| decide(a, b, false))
    }

    /// The logical or.
    ///
    /// # Errors
    /// For an operand that is not a bool, and for a null.
    pub fn or(&self, other: &Value) -> Result<Value> {
        with_marks_of(self, other, |a, b| decide(a, b, true))
    }

    /// The logical inverse.
    ///
    /// # Errors
    /// For an operand that is not a bool, and for a null.
    pub fn not(&self) -> Result<Value> {
        let bare = self.unmarked();
        let result = match check(Type::bool(), &[bare])? {
            Operands::Unknown => unknown_bool(),
            Operands::Known => Value::bool(!bare.as_bool().ok_or_else(|| null_operand(0))?),
        };
        Ok(result.with_marks(&self.marks()))
    }
}

/// An operator whose result is `deciding` as soon as one operand is.
fn decide(a: &Value, b: &Value, deciding: bool) -> Result<Value> {
    let operands = check(Type::bool(), &[a, b])?;
    let (x, y) = (a.as_bool(), b.as_bool());
    if operands == Operands::Unknown {
        return Ok(if x == Some(deciding) || y == Some(deciding) {
            Value::bool(deciding)
        } else {
            unknown_bool()
        });
    }
    let x = x.ok_or_else(|| null_operand(0))?;
    if x == deciding {
        return Ok(Value::bool(deciding));
    }
    y.map(Value::bool).ok_or_else(|| null_operand(1))
}
