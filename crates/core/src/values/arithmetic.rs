//! Arithmetic and comparison of numbers, including unknown ones.
//!
//! Known numbers are computed by [`crate::number`]. For unknown numbers a sum, a difference and a
//! product have bounds, which are computed from the operands' bounds by interval arithmetic: the
//! least and the greatest of the four combinations of their ends, as inclusive bounds. There are no
//! bounds if one of the combinations has no value, such as infinity minus infinity. The order of
//! unknown numbers is known if their ranges do not overlap.

use super::operands::{
    Operands, bare_number, check, maybe_bool, null_operand, unknown_number, with_marks_of,
};
use super::range::number_interval;
use super::{Bound, Detail, Refinement, Repr, Value};
use crate::number::{ArithmeticError, Number};
use crate::source::Result;
use crate::types::Type;
use std::cmp::Ordering;

/// Arithmetic. All operations fail for operands that are neither numbers nor of the type `any`, for
/// nulls if all operands are known ([`Code::Null`]), and if there is no result, as for zero divided
/// by zero ([`Code::Arithmetic`]).
///
/// [`Code::Null`]: crate::source::Code::Null
/// [`Code::Arithmetic`]: crate::source::Code::Arithmetic
impl Value {
    /// Returns the sum.
    ///
    /// ```
    /// # use polycty_core::values::Value;
    /// let sum = Value::from_i64(2).add(&Value::from_i64(3)).unwrap();
    /// assert_eq!(sum, Value::from_i64(5));
    /// ```
    ///
    /// # Errors
    /// As for all arithmetic, see above.
    #[inline]
    pub fn add(&self, other: &Value) -> Result<Value> {
        match small(self, other, i64::checked_add) {
            Some(sum) => Ok(sum),
            None => binary(self, other, ResultBounds::OfInterval, Number::add),
        }
    }

    /// The difference.
    ///
    /// # Errors
    /// As for all arithmetic.
    #[inline]
    pub fn subtract(&self, other: &Value) -> Result<Value> {
        match small(self, other, i64::checked_sub) {
            Some(difference) => Ok(difference),
            None => binary(self, other, ResultBounds::OfInterval, Number::sub),
        }
    }

    /// The product.
    ///
    /// # Errors
    /// As for all arithmetic.
    #[inline]
    pub fn multiply(&self, other: &Value) -> Result<Value> {
        binary(self, other, ResultBounds::OfInterval, Number::mul)
    }

    /// Returns the quotient; division by zero returns an infinity.
    ///
    /// # Errors
    /// As for all arithmetic.
    #[inline]
    pub fn divide(&self, other: &Value) -> Result<Value> {
        binary(self, other, ResultBounds::None, Number::div)
    }

    /// Returns the remainder of the division whose quotient is truncated towards zero.
    ///
    /// # Errors
    /// As for all arithmetic.
    #[inline]
    pub fn modulo(&self, other: &Value) -> Result<Value> {
        binary(self, other, ResultBounds::None, Number::modulo)
    }

    /// Returns the number with the opposite sign.
    ///
    /// # Errors
    /// As for all arithmetic.
    pub fn negate(&self) -> Result<Value> {
        unary(self, Refinement::NOT_NULL, Number::neg)
    }

    /// Returns the absolute value.
    ///
    /// # Errors
    /// As for all arithmetic.
    pub fn absolute(&self) -> Result<Value> {
        let at_least_zero = Refinement {
            not_null: true,
            detail: Detail::Number {
                min: Some(Bound {
                    value: Number::ZERO,
                    inclusive: true,
                }),
                max: None,
            },
        };
        unary(self, at_least_zero, Number::abs)
    }
}

/// Comparison of numbers. Fails as arithmetic does.
impl Value {
    /// Whether this number is less than the other.
    ///
    /// # Errors
    /// As for all arithmetic.
    #[inline]
    pub fn less_than(&self, other: &Value) -> Result<Value> {
        compare(self, other, Order::Less)
    }

    /// Whether this number is greater than the other.
    ///
    /// # Errors
    /// As for all arithmetic.
    #[inline]
    pub fn greater_than(&self, other: &Value) -> Result<Value> {
        compare(self, other, Order::Greater)
    }

    /// Whether this number is less than or equal to the other.
    ///
    /// # Errors
    /// As for all arithmetic.
    #[inline]
    pub fn less_than_or_equal(&self, other: &Value) -> Result<Value> {
        compare(self, other, Order::LessOrEqual)
    }

    /// Whether this number is greater than or equal to the other.
    ///
    /// # Errors
    /// As for all arithmetic.
    #[inline]
    pub fn greater_than_or_equal(&self, other: &Value) -> Result<Value> {
        compare(self, other, Order::GreaterOrEqual)
    }
}

/// The bounds of an unknown result.
#[derive(Clone, Copy)]
enum ResultBounds {
    /// The operation is monotone in each operand.
    OfInterval,
    None,
}

/// Returns the result for two small numbers if it is also small and exact: a fast path with the
/// same result as [`binary`].
#[inline]
fn small(a: &Value, b: &Value, combine: impl Fn(i64, i64) -> Option<i64>) -> Option<Value> {
    let (
        Repr::SmallNumber {
            precision: p,
            int: x,
        },
        Repr::SmallNumber {
            precision: q,
            int: y,
        },
    ) = (&a.0, &b.0)
    else {
        return None;
    };
    let precision = (*p).max(*q);
    if precision < i64::BITS {
        return None;
    }
    combine(*x, *y).map(|int| Value(Repr::SmallNumber { precision, int }))
}

#[inline]
fn binary(
    a: &Value,
    b: &Value,
    bounds: ResultBounds,
    combine: impl Fn(&Number, &Number) -> Result<Number, ArithmeticError>,
) -> Result<Value> {
    if let (Some(x), Some(y)) = (bare_number(a), bare_number(b)) {
        return Ok(Value::from_number(combine(&x, &y)?));
    }
    binary_slowly(a, b, bounds, combine)
}

fn binary_slowly(
    a: &Value,
    b: &Value,
    bounds: ResultBounds,
    combine: impl Fn(&Number, &Number) -> Result<Number, ArithmeticError>,
) -> Result<Value> {
    with_marks_of(a, b, |a, b| {
        match (check(Type::number(), &[a, b])?, bounds) {
            (Operands::Known, _) => {
                let x = bare_number(a).ok_or_else(|| null_operand(0))?;
                let y = bare_number(b).ok_or_else(|| null_operand(1))?;
                Ok(Value::from_number(combine(&x, &y)?))
            }
            (Operands::Unknown, ResultBounds::None) => Ok(unknown_number()),
            (Operands::Unknown, ResultBounds::OfInterval) => unknown_result(a, b, combine),
        }
    })
}

fn unary(operand: &Value, unknown: Refinement, apply: fn(&Number) -> Number) -> Result<Value> {
    if let Some(number) = bare_number(operand) {
        return Ok(Value::from_number(apply(&number)));
    }
    let bare = operand.unmarked();
    let result = match check(Type::number(), &[bare])? {
        Operands::Known => {
            Value::from_number(apply(&bare_number(bare).ok_or_else(|| null_operand(0))?))
        }
        Operands::Unknown => Value::refined(Type::number().clone(), unknown),
    };
    Ok(result.with_marks(&operand.marks()))
}

/// The unknown result of an operation that is monotone in each operand.
fn unknown_result(
    a: &Value,
    b: &Value,
    combine: impl Fn(&Number, &Number) -> Result<Number, ArithmeticError>,
) -> Result<Value> {
    let (Some((a_min, a_max)), Some((b_min, b_max))) = (number_interval(a), number_interval(b))
    else {
        return Ok(unknown_number());
    };
    let ends: Result<Vec<Number>, ArithmeticError> = [
        (&a_min, &b_min),
        (&a_min, &b_max),
        (&a_max, &b_min),
        (&a_max, &b_max),
    ]
    .into_iter()
    .map(|(x, y)| combine(x, y))
    .collect();
    let Ok(ends) = ends else {
        return Ok(unknown_number());
    };
    let bound = |value: Option<&Number>| {
        value
            .map(|value| Value::from_number(value.clone()))
            .unwrap_or_else(unknown_number)
    };
    // Of equal ends the first one is used, since their precisions may differ.
    let min = ends
        .iter()
        .reduce(|have, next| if next < have { next } else { have });
    let max = ends
        .iter()
        .reduce(|have, next| if next > have { next } else { have });
    let finite_below = min.filter(|min| **min != Number::negative_infinity());
    let finite_above = max.filter(|max| **max != Number::infinity());
    Value::unknown(Type::number().clone())
        .refine()
        .at_least(&bound(finite_below), super::BoundKind::Inclusive)
        .at_most(&bound(finite_above), super::BoundKind::Inclusive)
        .not_null()
        .build()
}

/// A relation of two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Order {
    #[inline]
    fn holds(self, order: Ordering) -> bool {
        match self {
            Order::Less => order.is_lt(),
            Order::LessOrEqual => order.is_le(),
            Order::Greater => order.is_gt(),
            Order::GreaterOrEqual => order.is_ge(),
        }
    }
}

#[inline]
fn compare(a: &Value, b: &Value, order: Order) -> Result<Value> {
    if let (Repr::SmallNumber { int: x, .. }, Repr::SmallNumber { int: y, .. }) = (&a.0, &b.0) {
        return Ok(Value::bool(order.holds(x.cmp(y))));
    }
    compare_slowly(a, b, order)
}

fn compare_slowly(a: &Value, b: &Value, order: Order) -> Result<Value> {
    if let (Some(x), Some(y)) = (bare_number(a), bare_number(b)) {
        return Ok(Value::bool(order.holds(x.cmp(&y))));
    }
    with_marks_of(a, b, |a, b| match check(Type::number(), &[a, b])? {
        Operands::Known => {
            let x = bare_number(a).ok_or_else(|| null_operand(0))?;
            let y = bare_number(b).ok_or_else(|| null_operand(1))?;
            Ok(Value::bool(order.holds(x.cmp(&y))))
        }
        Operands::Unknown => Ok(maybe_bool(compare_unknown(a, b, order)?)),
    })
}

fn compare_unknown(a: &Value, b: &Value, order: Order) -> Result<Option<bool>> {
    let strict = match (number_interval(a), number_interval(b)) {
        (Some((a_min, a_max)), Some((b_min, b_max))) => {
            if a_max < b_min {
                Some(Ordering::Less)
            } else if a_min > b_max {
                Some(Ordering::Greater)
            } else {
                None
            }
        }
        _ => None,
    };
    let or_equal = matches!(order, Order::LessOrEqual | Order::GreaterOrEqual);
    Ok(match strict.map(|ordering| order.holds(ordering)) {
        Some(true) => Some(true),
        // "Or equal" is a logical or with equality, which may be unknown even if the ranges do not
        // overlap: an unknown may also be null.
        strict if or_equal => match (strict, super::equality::equal(a, b)?) {
            (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        strict => strict,
    })
}
