//! Equality and order of two values.
//!
//! Strings compare without regard to the case of ASCII letters, numbers by value, and times also
//! with numbers of seconds. Types compare by the values that they accept, but within arrays and
//! hashes by their structure.

use crate::eval::object;
use crate::mode::Mode;
use crate::rules::equal::Comparison;
use crate::scalars::time::SECOND;
use crate::syntax::tree::BinaryOp;
use crate::types::same::same;
use crate::values::label::of_value;
use crate::values::special::{Special, array_elements, undef};
use polycty_core::calls::{Budget, cost};
use polycty_core::source::Result;
use polycty_core::values::Value;
use std::cmp::Ordering;

/// `==`
///
/// # Errors
/// As [`Mode::compare`].
pub(crate) fn values_equal(
    left: &Value,
    right: &Value,
    mode: Mode,
    budget: &Budget,
) -> Result<bool> {
    match (left.as_type(), right.as_type()) {
        (Some(left), Some(right)) => mode.equal(left, right, budget),
        (None, None) => {
            both_looked_at(left, right, budget)?;
            Ok(parts_equal(left, right))
        }
        _ => Ok(false),
    }
}

/// The parts of values that are compared per step.
const PARTS_A_STEP: u64 = 4;

/// Charges a value all of whose parts are visited, if it is large. A shared part is visited once
/// for each occurrence.
#[inline]
pub(crate) fn looked_at(value: &Value, budget: &Budget) -> Result<()> {
    if cost::is_large(value) {
        Ok(budget.charge(u64::from(value.size()) / PARTS_A_STEP)?)
    } else {
        Ok(())
    }
}

/// Charges the comparison of two values: at most the parts of the smaller one are visited.
#[inline]
pub(crate) fn both_looked_at(left: &Value, right: &Value, budget: &Budget) -> Result<()> {
    looked_at(
        if left.size() < right.size() {
            left
        } else {
            right
        },
        budget,
    )
}

/// Equality within arrays and hashes.
fn parts_equal(left: &Value, right: &Value) -> bool {
    if let Some(left) = left.as_str() {
        return right
            .as_str()
            .is_some_and(|right| left.eq_ignore_ascii_case(right));
    }
    if let Some(left) = array_elements(left) {
        return array_elements(right).is_some_and(|right| {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| parts_equal(left, right))
        });
    }
    if let Some(left) = left.as_ordered_map() {
        let Some(right) = right.as_ordered_map() else {
            return false;
        };
        let undef = undef();
        return left.len() == right.len()
            && left
                .entries()
                .iter()
                .all(|(key, value)| parts_equal(value, right.get(key).unwrap_or(&undef)));
    }
    match (left.as_type(), right.as_type()) {
        (Some(left), Some(right)) => return same(left, right),
        (None, None) => {}
        _ => return false,
    }
    if let Some(order) = numbers(left, right) {
        return order == Some(Ordering::Equal);
    }
    match (Special::of(left), Special::of(right)) {
        // Iterators are compared by identity, not by their elements.
        (Some(Special::Iterator(left)), Some(Special::Iterator(right))) => {
            std::ptr::eq(&**left, &**right)
        }
        (Some(Special::Object(left, mine)), Some(Special::Object(right, theirs))) => {
            object::equal(left, mine, right, theirs)
        }
        (Some(Special::Uri(left)), Some(Special::Uri(right))) => {
            left.normalized() == right.normalized()
        }
        (Some(left), Some(right)) => left == right,
        (None, None) => left == right,
        _ => false,
    }
}

/// Whether two values are equal for an array's `-` and `index`: strings exactly, numbers by value.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
pub(crate) fn same_exactly(left: &Value, right: &Value, budget: &Budget) -> Result<bool> {
    both_looked_at(left, right, budget)?;
    Ok(same_parts(left, right))
}

/// As [`same_exactly`], for parts of values that have been charged.
pub(crate) fn same_parts(left: &Value, right: &Value) -> bool {
    if left.as_str().is_some() || right.as_str().is_some() {
        return left.as_str() == right.as_str();
    }
    if let (Some(left), Some(right)) = (array_elements(left), array_elements(right)) {
        return left.len() == right.len()
            && left
                .iter()
                .zip(right)
                .all(|(left, right)| same_parts(left, right));
    }
    if let (Some(left), Some(right)) = (left.as_ordered_map(), right.as_ordered_map()) {
        return left.len() == right.len()
            && left
                .entries()
                .iter()
                .all(|(key, value)| right.get(key).is_some_and(|other| same_parts(value, other)));
    }
    if let (Some(left), Some(right)) = (left.as_type(), right.as_type()) {
        return same(left, right);
    }
    match numbers(left, right) {
        Some(order) => order == Some(Ordering::Equal),
        None => match (Special::of(left), Special::of(right)) {
            (Some(Special::Iterator(left)), Some(Special::Iterator(right))) => {
                std::ptr::eq(&**left, &**right)
            }
            (Some(Special::Uri(left)), Some(Special::Uri(right))) => {
                left.normalized() == right.normalized()
            }
            _ => left == right,
        },
    }
}

/// Compares two numbers or times: `None` if one is neither, `Some(None)` for NaN.
pub(crate) fn numbers(left: &Value, right: &Value) -> Option<Option<Ordering>> {
    if let (Some(left), Some(right)) = (left.as_integer(), right.as_integer()) {
        return Some(Some(left.cmp(&right)));
    }
    match (Special::of(left), Special::of(right)) {
        (Some(Special::Timespan(left)), Some(Special::Timespan(right)))
        | (Some(Special::Timestamp(left)), Some(Special::Timestamp(right))) => {
            return Some(Some(left.cmp(right)));
        }
        (Some(Special::Timespan(left) | Special::Timestamp(left)), None) => {
            return seconds(*left, right);
        }
        (None, Some(Special::Timespan(right) | Special::Timestamp(right))) => {
            return seconds(*right, left).map(|order| order.map(Ordering::reverse));
        }
        _ => {}
    }
    match (
        (left.as_integer(), left.as_double()),
        (right.as_integer(), right.as_double()),
    ) {
        ((_, Some(left)), (_, Some(right))) => Some(left.partial_cmp(&right)),
        ((Some(left), _), (_, Some(right))) => Some(left.partial_cmp_f64(right)),
        ((_, Some(left)), (Some(right), _)) => {
            Some(right.partial_cmp_f64(left).map(Ordering::reverse))
        }
        _ => None,
    }
}

/// Compares a time with a number of seconds.
fn seconds(nanos: i128, number: &Value) -> Option<Option<Ordering>> {
    if let Some(integer) = number.as_integer() {
        let seconds = integer.to_i128().and_then(|n| n.checked_mul(SECOND));
        let beyond = if integer.signum() < 0 {
            Ordering::Greater
        } else {
            Ordering::Less
        };
        return Some(Some(seconds.map_or(beyond, |seconds| nanos.cmp(&seconds))));
    }
    let float = number.as_double()?;
    Some((nanos as f64 / SECOND as f64).partial_cmp(&float))
}

/// Compares strings without regard to the case of ASCII letters.
pub(crate) fn strings(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left.as_bytes(), right.as_bytes());
    // Equal prefixes of long strings are skipped in blocks.
    while let (Some((a, after_a)), Some((b, after_b))) = (
        left.split_first_chunk::<64>(),
        right.split_first_chunk::<64>(),
    ) && a.eq_ignore_ascii_case(b)
    {
        (left, right) = (after_a, after_b);
    }
    let (left, right) = (left.iter(), right.iter());
    left.map(u8::to_ascii_lowercase)
        .cmp(right.map(u8::to_ascii_lowercase))
}

/// Applies `<`, `<=`, `>` or `>=`; the error is the reason why the values have no order.
///
/// # Errors
/// As [`Mode::compare`].
pub(crate) fn ordered(
    operator: BinaryOp,
    left: &Value,
    right: &Value,
    mode: Mode,
    budget: &Budget,
) -> Result<std::result::Result<bool, String>> {
    if let Some(left) = left.as_type() {
        let Some(right) = right.as_type() else {
            return Ok(Ok(false));
        };
        let comparison = match operator {
            BinaryOp::Less => Comparison::Less,
            BinaryOp::LessOrEqual => Comparison::LessOrEqual,
            BinaryOp::Greater => Comparison::Greater,
            _ => Comparison::GreaterOrEqual,
        };
        return mode.compare(comparison, left, right, budget).map(Ok);
    }
    both_looked_at(left, right, budget)?;
    let order = match order(left, right) {
        Ok(order) => order,
        Err(why) => {
            return Ok(Err(format!(
                "Comparison of: {} {} {}, is not possible. Caused by '{why}'.",
                of_value(left),
                operator.text(),
                of_value(right)
            )));
        }
    };
    Ok(Ok(match operator {
        BinaryOp::Less => order.is_some_and(Ordering::is_lt),
        BinaryOp::LessOrEqual => order.is_some_and(Ordering::is_le),
        BinaryOp::Greater => order.is_some_and(Ordering::is_gt),
        _ => order.is_some_and(Ordering::is_ge),
    }))
}

/// Compares two values that are not types; the error is the reason why they have no order.
fn order(left: &Value, right: &Value) -> std::result::Result<Option<Ordering>, &'static str> {
    if let Some(left) = left.as_str() {
        let right = right
            .as_str()
            .ok_or("A String is not comparable to a non String")?;
        return Ok(Some(strings(left, right)));
    }
    let numeric = |value: &Value| value.as_integer().is_some() || value.as_double().is_some();
    let why = match Special::of(left) {
        Some(Special::SemVer(left)) => {
            return match Special::of(right) {
                Some(Special::SemVer(right)) => Ok(Some(left.precedence(right))),
                _ => Err("Versions not comparable to non Versions"),
            };
        }
        Some(Special::Default) => {
            return match Special::of(right) {
                Some(Special::Default) => Ok(Some(Ordering::Equal)),
                _ => Err("Symbol not comparable to non Symbol"),
            };
        }
        Some(Special::Timespan(_)) => {
            "Timespans are only comparable to Timespans, Integers, and Floats"
        }
        Some(Special::Timestamp(_)) => {
            "Timestamps are only comparable to Timestamps, Integers, and Floats"
        }
        None if numeric(left) => "A Numeric is not comparable to non Numeric",
        _ => "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable",
    };
    numbers(left, right).ok_or(why)
}
