//! Arithmetic operators on two numbers.
//!
//! Operands are converted to numbers first, the left one before the right one. If one is a float,
//! so is the result. Integer division rounds towards negative infinity, the remainder has the sign
//! of the divisor, and a shift by a negative count shifts in the other direction. In current Puppet
//! integers have 64 bits and strings are not implicitly converted to numbers. In early Puppet
//! strings are converted, and integers never overflow.

use crate::eval::coercion::to_numeric;
use crate::mode::Mode;
use crate::values::format::format_redacted;
use polycty_core::number::{ArithmeticError, BITS_LIMIT, Integer};
use polycty_core::source::{Code, Error, Result};
use polycty_core::values::Value;
use std::fmt;

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`, for integers only
    Modulo,
    /// `<<`, for integers only
    ShiftLeft,
    /// `>>`, for integers only
    ShiftRight,
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Modulo => "%",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
        })
    }
}

/// Applies an operator to two values as numbers. Operators on arrays, hashes and times are not
/// handled here. In current Puppet a string is an error even if it contains a number (`strict =
/// error`); a lax host calls [`to_numeric`] on the operands first.
///
/// # Errors
/// With Puppet's messages:
///
/// - [`Code::Conversion`], with the operand's index, for an operand that is not a number.
/// - [`Code::Arithmetic`] for a division by zero, an infinite result, an integer beyond 64 bits
///   (current Puppet) or an operator that does not support floats.
/// - [`Code::Limit`] for an integer of too many bits.
pub fn arithmetic(operator: Operator, left: &Value, right: &Value, mode: Mode) -> Result<Value> {
    let left = operand(left, mode).map_err(|error| error.with_argument(0))?;
    let right = operand(right, mode).map_err(|error| error.with_argument(1))?;
    let made = match (left, right) {
        (Operand::Integer(left), Operand::Integer(right)) => {
            return integers(operator, &left, &right, mode).map(Value::from_integer);
        }
        (Operand::Integer(left), Operand::Float(right)) => match operator {
            Operator::ShiftLeft | Operator::ShiftRight => {
                let count = Integer::from_f64(right.trunc()).ok_or_else(|| {
                    arithmetic_error(format!("expected a number of bits, found {right}"))
                })?;
                return integers(operator, &left, &count, mode).map(Value::from_integer);
            }
            Operator::Modulo => {
                return Err(arithmetic_error(
                    "Operator '%' is not applicable to an Integer when right side is a Float.",
                ));
            }
            _ => floats(operator, left.to_f64().0, right),
        },
        (Operand::Float(left), right) => match operator {
            Operator::Modulo | Operator::ShiftLeft | Operator::ShiftRight => {
                return Err(arithmetic_error(format!(
                    "Operator '{operator}' is not applicable to a Float."
                )));
            }
            _ => floats(operator, left, right.to_f64()),
        },
    };
    if made.is_infinite() {
        return Err(arithmetic_error(format!(
            "The result of the {operator} expression is Infinity"
        )));
    }
    Ok(Value::from_double(made))
}

enum Operand {
    Integer(Integer),
    Float(f64),
}

impl Operand {
    fn to_f64(&self) -> f64 {
        match self {
            Operand::Integer(integer) => integer.to_f64().0,
            Operand::Float(float) => *float,
        }
    }
}

fn operand(value: &Value, mode: Mode) -> Result<Operand> {
    let number = to_numeric(value)?;
    if let (Mode::Current, Some(text)) = (mode, value.as_str()) {
        return Err(Error::new(
            Code::Conversion,
            format!(
                "The string '{text}' was automatically coerced to the numerical value {}",
                format_redacted(&number)
            ),
        ));
    }
    Ok(match (number.as_integer(), number.as_double()) {
        (Some(integer), _) => Operand::Integer(integer),
        (None, float) => Operand::Float(float.unwrap_or(f64::NAN)),
    })
}

fn floats(operator: Operator, left: f64, right: f64) -> f64 {
    match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        _ => left / right,
    }
}

fn integers(operator: Operator, left: &Integer, right: &Integer, mode: Mode) -> Result<Integer> {
    let made = match operator {
        Operator::Add => left.add(right),
        Operator::Subtract => left.sub(right),
        Operator::Multiply => left.mul(right),
        Operator::Divide => left.div_floor(right),
        Operator::Modulo => left.rem_floor(right),
        Operator::ShiftLeft => shifted(left, right),
        Operator::ShiftRight => shifted(left, &right.neg()),
    };
    let made = made.map_err(|error| match error {
        ArithmeticError::DivisionByZero => arithmetic_error("Division by 0"),
        other => other.into(),
    })?;
    match mode {
        Mode::Current if made.to_i64().is_none() => {
            let (end, sign) = match made.signum() {
                -1 => ("min", '-'),
                _ => ("max", '+'),
            };
            Err(arithmetic_error(format!(
                "A '{operator}' expression resulted in a value outside of Puppet Integer {end} \
                 range, got '{sign}0x{}'",
                made.abs().to_text_radix(16)
            )))
        }
        _ => Ok(made),
    }
}

/// The value times two to the power of a count, rounded towards negative infinity.
fn shifted(value: &Integer, count: &Integer) -> std::result::Result<Integer, ArithmeticError> {
    let two = Integer::from(2i64);
    let bits = count.abs().to_u64().and_then(|bits| bits.try_into().ok());
    match (bits, count.signum()) {
        _ if value.is_zero() => Ok(value.clone()),
        (Some(bits), 0 | 1) => value.mul(&two.pow(bits)?),
        (None, 0 | 1) => Err(ArithmeticError::TooLarge),
        // No integer has that many bits.
        (Some(bits), _) if bits <= BITS_LIMIT => value.div_floor(&two.pow(bits)?),
        _ => Ok(Integer::from(if value.signum() < 0 { -1i64 } else { 0 })),
    }
}

#[cold]
fn arithmetic_error(message: impl Into<String>) -> Error {
    Error::new(Code::Arithmetic, message.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_value;
    use crate::types::alias::Aliases;

    fn answer(left: &str, operator: Operator, right: &str, mode: Mode) -> String {
        let value = |text| parse_value(text, &Aliases::default(), mode).unwrap();
        match arithmetic(operator, &value(left), &value(right), mode) {
            Ok(made) => format_redacted(&made),
            Err(error) => format!("! {error}"),
        }
    }

    #[test]
    fn today_integers_have_64_bits_and_strings_are_no_numbers() {
        use Operator::{Add, Divide, Modulo, Multiply, ShiftLeft, ShiftRight, Subtract};
        for (left, operator, right, wanted) in [
            ("-7", Divide, "2", "-4"),
            ("-7", Modulo, "3", "2"),
            ("7", Modulo, "-3", "-2"),
            ("7", Divide, "2.0", "3.5"),
            ("1", ShiftLeft, "-1", "0"),
            ("1", ShiftLeft, "1.5", "2"),
            ("-17", ShiftRight, "65536", "-1"),
            ("-17", ShiftRight, "99999999999", "-1"),
            ("1", ShiftRight, "-1", "2"),
            ("9223372036854775807", Add, "1.0", "9.223372036854776e+18"),
            (
                "9223372036854775807",
                Add,
                "1",
                "! A '+' expression resulted in a value outside of Puppet Integer max range, \
                 got '+0x8000000000000000'",
            ),
            (
                "-9223372036854775807",
                Subtract,
                "2",
                "! A '-' expression resulted in a value outside of Puppet Integer min range, \
                 got '-0x8000000000000001'",
            ),
            ("1", Divide, "0", "! Division by 0"),
            ("1", Modulo, "0", "! Division by 0"),
            (
                "1",
                Divide,
                "0.0",
                "! The result of the / expression is Infinity",
            ),
            ("0.0", Divide, "0.0", "NaN"),
            (
                "7.5",
                Modulo,
                "2",
                "! Operator '%' is not applicable to a Float.",
            ),
            (
                "'2.5'",
                Multiply,
                "'2'",
                "! The string '2.5' was automatically coerced to the numerical value 2.5",
            ),
            (
                "1",
                Add,
                "default",
                "! The value 'default' cannot be converted to Numeric.",
            ),
        ] {
            let found = answer(left, operator, right, Mode::Current);
            assert_eq!(found, wanted, "{left} {operator} {right}");
        }
    }

    #[test]
    fn no_integer_grows_without_bound() {
        let found = answer("1", Operator::ShiftLeft, "999999999999", Mode::Early);
        assert!(found.starts_with("! "), "{found}");
        let found = answer("1", Operator::ShiftLeft, "4294967295", Mode::Early);
        assert!(found.starts_with("! "), "{found}");
    }
}
