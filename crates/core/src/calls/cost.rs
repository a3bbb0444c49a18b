//! Costs of operations that visit a value or a text once.
//!
//! For operations that process all of a text, a type or a value and do not charge the budget while
//! they run: their cost is computed before they begin, from stored lengths and sizes.

use super::{Budget, BudgetError};
use crate::number::{DIGIT_BITS, Integer, Number, PARSED_PRECISION};
use crate::source::Result as Outcome;
use crate::types::Type;
use crate::values::{Value, primitive};

/// The bytes that are charged for each byte of a text that is read, for the parser and its result:
/// a part of a type or a value has at least two bytes of text.
const READ_BYTES: u64 = 32;

/// The number of nodes of types per step.
const NODES_A_STEP: u64 = 8;

/// The minimum number of bytes of a node of a type that is written, and of one that is created.
const WRITTEN_BYTES: u64 = 4;
const NODE_BYTES: u64 = 48;

/// Any operation processes a value or type of up to this size in a step.
const SMALL: u64 = 64;

/// Counts the normalization of a text to form C. A text below U+0300 is in that form already.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
#[inline]
pub fn normalize(text: &str, budget: &Budget) -> Result<(), BudgetError> {
    if text.is_ascii() {
        Ok(())
    } else {
        normalize_wide(text, budget)
    }
}

#[inline(never)]
fn normalize_wide(text: &str, budget: &Budget) -> Result<(), BudgetError> {
    /// The number of bytes that are normalized per step.
    const NORMALIZED_BYTES: u64 = 4;
    /// The first byte of U+0300 in UTF-8.
    const FIRST_COMBINING: u8 = 0xcc;
    if text.bytes().any(|byte| byte >= FIRST_COMBINING) {
        budget.charge(text.len() as u64 / NORMALIZED_BYTES)
    } else {
        budget.charge(text.len() as u64 / TEXT_STEP)
    }
}

/// Counts the parsing of a text to types or values: a step for each byte, and the memory of the
/// result.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub fn read(text: &str, budget: &Budget) -> Result<(), BudgetError> {
    let bytes = text.len() as u64;
    budget.charge(bytes)?;
    budget.hold(bytes.saturating_mul(READ_BYTES))
}

/// Counts visits of all nodes of types.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub fn look_at_types<'t>(
    types: impl IntoIterator<Item = &'t Type>,
    budget: &Budget,
) -> Result<(), BudgetError> {
    let nodes: u64 = types.into_iter().map(|ty| u64::from(ty.size())).sum();
    budget.charge(1 + nodes / NODES_A_STEP)
}

/// Counts the writing of a type as text. Shared nodes count for each occurrence.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub fn write_type(ty: &Type, budget: &Budget) -> Result<(), BudgetError> {
    look_at_types([ty], budget)?;
    budget.hold(u64::from(ty.size()) * WRITTEN_BYTES)
}

/// Counts the copying of all nodes of a type. Shared nodes count for each occurrence.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub fn remake_type(ty: &Type, budget: &Budget) -> Result<(), BudgetError> {
    look_at_types([ty], budget)?;
    budget.hold(u64::from(ty.size()) * NODE_BYTES)
}

/// Whether a value is so large that visits of all its parts must be charged.
#[must_use]
#[inline]
pub fn is_large(value: &Value) -> bool {
    u64::from(value.size()) > SMALL
}

/// Counts visits of all parts of a value.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub fn look_at_value(value: &Value, budget: &Budget) -> Result<(), BudgetError> {
    budget.charge(u64::from(value.size()))
}

/// Counts the copying of all parts of a value.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub fn remake_value(value: &Value, budget: &Budget) -> Result<(), BudgetError> {
    value.charge_remaking(budget)
}

/// The number of bytes of a text that are written or read per step.
const TEXT_STEP: u64 = 16;

/// The number of bits of a word.
const WORD_BITS: u64 = 64;

/// The number of steps of a conversion of digits from one base to another. It grows faster than the
/// number of digits, and slower than its square.
fn change_base(digits: u64) -> u64 {
    digits.saturating_mul(digits.isqrt()) / 256
}

/// Counts the writing of a number, if its text is long. The memory of the text is counted by the
/// caller.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
#[inline]
pub fn write_number(number: &Number, budget: &Budget) -> Result<(), BudgetError> {
    match number.to_i64() {
        Some(_) => Ok(()),
        None => write_long(number, number.text_bound(), budget),
    }
}

/// Texts of up to this length are counted while they are written.
const SHORT_TEXT: u64 = 256;

fn write_long(number: &Number, bytes: u64, budget: &Budget) -> Result<(), BudgetError> {
    if bytes <= SHORT_TEXT {
        return Ok(());
    }
    let digits = bytes.min(u64::from(number.precision()) / DIGIT_BITS);
    budget.charge(bytes / TEXT_STEP + change_base(digits))
}

/// Counts the writing of an integer, as [`write_number`] does for a number.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
#[inline]
pub fn write_integer(integer: &Integer, budget: &Budget) -> Result<(), BudgetError> {
    match integer.to_i64() {
        Some(_) => Ok(()),
        None => budget.charge(change_base(integer.bit_length() / DIGIT_BITS)),
    }
}

/// Counts the computation of all digits of a number, including digits that its text does not show.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub fn write_exactly(number: &Number, budget: &Budget) -> Result<(), BudgetError> {
    // Beyond this number of bits, digits are not computed.
    const MOST: u64 = 1 << 18;
    budget.charge(change_base(number.exact_bits().min(MOST) / 2))
}

/// Converts a number to a string and charges the budget.
///
/// # Errors
/// As [`primitive::number_to_string`]; `Code::Limit` if the budget is exceeded.
#[inline]
pub fn number_to_string(number: &Number, budget: &Budget) -> Outcome<Value> {
    if number.to_i64().is_some() {
        return primitive::number_to_string(number);
    }
    let bytes = number.text_bound();
    write_long(number, bytes, budget)?;
    budget.hold(bytes)?;
    let text = primitive::number_to_string(number);
    budget.release(bytes);
    let text = text?;
    let taken = text.literal_memory() as u64;
    if bytes <= SHORT_TEXT {
        budget.charge(taken / TEXT_STEP)?;
    }
    budget.hold(taken)?;
    Ok(text)
}

/// Converts an integer to a string and charges the budget.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
#[inline]
pub fn integer_to_string(integer: &Integer, budget: &Budget) -> Outcome<Value> {
    write_integer(integer, budget)?;
    let text = Value::string(&integer.to_string());
    budget.hold(text.literal_memory() as u64)?;
    Ok(text)
}

/// Counts the parsing of a text as a number.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
#[inline]
pub fn read_number(text: &[u8], budget: &Budget) -> Result<(), BudgetError> {
    /// Numbers of up to this length, with exponents in the range of doubles, are read in one step.
    const SHORT_NUMBER: usize = 64;
    const SHORT_EXPONENT: usize = "-300".len();
    /// The cost of a large power of ten, computed by squaring.
    const POWER: u64 = 16;
    let mut last = text.iter().rev().take(SHORT_NUMBER);
    let exponent = last.position(|byte| matches!(byte, b'e' | b'E'));
    if text.len() <= SHORT_NUMBER && exponent.is_none_or(|digits| digits <= SHORT_EXPONENT) {
        return Ok(());
    }
    budget.charge(POWER + change_base(text.len() as u64))
}

/// Whether a computation with the number takes more than one step.
#[must_use]
#[inline]
pub fn is_wide(number: &Number) -> bool {
    number.precision() > PARSED_PRECISION
}

/// Counts a sum, a product or a quotient of two numbers, and the memory of the result.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
#[inline]
pub fn compute(a: &Number, b: &Number, budget: &Budget) -> Result<(), BudgetError> {
    if is_wide(a) || is_wide(b) {
        compute_wide(a, b, budget)
    } else {
        Ok(())
    }
}

#[cold]
fn compute_wide(a: &Number, b: &Number, budget: &Budget) -> Result<(), BudgetError> {
    let bits = [a, b].map(|number| u64::from(number.precision()));
    let words = bits.iter().sum::<u64>() / WORD_BITS;
    budget.charge(words * words.isqrt() / 8)?;
    budget.hold(bits[0].max(bits[1]) / 8)
}

/// Counts the creation of a number by one pass over the digits of another, such as a negation.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
#[inline]
pub fn remake_number(number: &Number, budget: &Budget) -> Result<(), BudgetError> {
    if is_wide(number) {
        remake_wide(number, budget)
    } else {
        Ok(())
    }
}

#[cold]
fn remake_wide(number: &Number, budget: &Budget) -> Result<(), BudgetError> {
    let bytes = u64::from(number.precision()) / 8;
    budget.charge(bytes / TEXT_STEP)?;
    budget.hold(bytes)
}

/// Returns the known name that is nearest to `given`, as [`suggest`](crate::source::suggest) does;
/// `None` if the budget does not suffice to compare it with all names.
pub fn suggest<'n>(
    given: &str,
    known: impl Iterator<Item = &'n str>,
    budget: &Budget,
) -> Option<&'n str> {
    /// The number of edits between two characters that are counted as one step.
    const EDITS_A_STEP: usize = 64;
    /// Longer names are not compared further.
    const LONGEST: usize = 256;
    let length = given.len().min(LONGEST);
    let mut exceeded = false;
    let known = known.take_while(|name| {
        let edits = length * name.len().min(LONGEST);
        exceeded = budget.charge(1 + (edits / EDITS_A_STEP) as u64).is_err();
        !exceeded
    });
    let nearest = crate::source::suggest(given, known);
    nearest.filter(|_| !exceeded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_values_are_charged_before_they_are_visited() {
        let long = "a".repeat(1_000);
        let budget = Budget::new();
        assert_eq!(read(&long, &budget), Ok(()));
        assert_eq!((budget.steps(), budget.bytes()), (1_000, 32_000));
        assert_eq!(
            read(&long, &Budget::new().limit_bytes(31_999)),
            Err(BudgetError::Bytes(31_999))
        );
        let mut ty = Type::string().clone();
        for _ in 0..10 {
            ty = Type::tuple([ty.clone(), ty]).expect("small");
        }
        let few = Budget::new().limit_steps(100);
        assert_eq!(look_at_types([&ty], &few), Err(BudgetError::Steps(100)));
        let little = Budget::new().limit_bytes(4_000);
        assert_eq!(write_type(&ty, &little), Err(BudgetError::Bytes(4_000)));
        assert_eq!(remake_type(&ty, &little), Err(BudgetError::Bytes(4_000)));
        let small = Value::tuple(vec![Value::bool(true); 8]).expect("small");
        let large = Value::tuple(vec![small.clone(); 32]).expect("small");
        assert!(!is_large(&small) && is_large(&large));
        assert_eq!(look_at_value(&large, &few), Err(BudgetError::Steps(100)));
        assert_eq!(
            remake_value(&large, &little),
            Err(BudgetError::Bytes(4_000))
        );
    }

    #[test]
    fn long_numbers_are_charged_before_they_are_written() {
        let long = Number::parse("1e100000").unwrap();
        let budget = Budget::new();
        let text = number_to_string(&long, &budget).unwrap();
        assert_eq!(text.as_str().map(str::len), Some(100_001));
        assert!(budget.steps() > 6_000 && (100_001..101_000).contains(&budget.bytes()));
        for few in [
            Budget::new().limit_bytes(99_999),
            Budget::new().limit_steps(999),
        ] {
            let exceeded = number_to_string(&long, &few).unwrap_err();
            assert_eq!(exceeded.code(), crate::source::Code::Limit);
        }
        let nothing = Budget::new().limit_steps(0).limit_bytes(0);
        assert_eq!(
            number_to_string(&Number::from_i64(-7), &nothing).unwrap(),
            Value::string("-7")
        );
        assert_eq!(
            write_number(&Number::parse("0.25").unwrap(), &nothing),
            Ok(())
        );
        // The cost of a short text is the length of the text.
        let budget = Budget::new();
        let quarter = number_to_string(&Number::parse("0.25").unwrap(), &budget).unwrap();
        assert_eq!((quarter, budget.bytes()), (Value::string("0.25"), 0));
        let third = Number::from_i64(1)
            .div(&Number::parse("3").unwrap())
            .unwrap();
        number_to_string(&third, &budget).unwrap();
        assert!((100..300).contains(&budget.bytes()));
    }

    #[test]
    fn computed_digits_are_charged() {
        let wide = Number::small(3, crate::number::BITS_LIMIT);
        let (narrow, budget) = (Number::parse("0.1").unwrap(), Budget::new());
        assert_eq!(compute(&narrow, &narrow, &budget), Ok(()));
        assert_eq!((budget.steps(), budget.bytes()), (0, 0));
        assert_eq!(compute(&narrow, &wide, &budget), Ok(()));
        assert!(budget.steps() > 50_000 && budget.bytes() == 65_536);
        let budget = Budget::new();
        assert_eq!(remake_number(&narrow, &budget), Ok(()));
        assert_eq!((budget.steps(), budget.bytes()), (0, 0));
        assert_eq!(remake_number(&wide, &budget), Ok(()));
        assert_eq!((budget.steps(), budget.bytes()), (4_096, 65_536));
        for text in ["12345", "3.14159265358979312", "-1.7976931348623157e+308"] {
            let none = Budget::new().limit_steps(0);
            assert_eq!(read_number(text.as_bytes(), &none), Ok(()));
        }
        for text in ["1e100000".to_owned(), "1".repeat(10_000)] {
            let few = Budget::new().limit_steps(15);
            assert_eq!(
                read_number(text.as_bytes(), &few),
                Err(BudgetError::Steps(15))
            );
        }
    }

    #[test]
    fn suggestions_stop_when_the_budget_is_exceeded() {
        let names = vec!["a".repeat(200); 1_000];
        let known = || names.iter().map(|name| &**name).chain(["upper"]);
        assert_eq!(suggest("uper", known(), &Budget::new()), Some("upper"));
        let few = Budget::new().limit_steps(100);
        assert_eq!(suggest("uper", known(), &few), None);
        assert_eq!(few.finish(), Err(BudgetError::Steps(100)));
    }
}
