//! Costs of operations that visit a value or a text once.
//!
//! For operations that look at all of a text, a type or a value and are not charged on their
//! way: what they will take is known before they begin, from lengths and sizes that are kept.

use super::{Budget, Spent};
use crate::number::{DIGIT_BITS, Integer, Number, PARSED_PRECISION};
use crate::source::Result as Outcome;
use crate::types::Type;
use crate::values::{Value, primitive};

/// The bytes that stand for one byte of a text while it is read, and for what is made of it: a
/// part of a type or a value needs two of its own at least.
const READ_BYTES: u64 = 32;

/// The nodes of types that are looked at in a step.
const NODES_A_STEP: u64 = 8;

/// The least bytes of a node of a type that is written, and those of one that is made.
const WRITTEN_BYTES: u64 = 4;
const NODE_BYTES: u64 = 48;

/// What is no larger is gone through by any operation, in a step.
const SMALL: u64 = 64;

/// Counts the normalization of a text to form C. A text below U+0300 is in that form already.
///
/// # Errors
/// `Spent` if the budget is exceeded.
#[inline]
pub fn normalize(text: &str, budget: &Budget) -> Result<(), Spent> {
    match text.is_ascii() {
        true => Ok(()),
        false => normalize_wide(text, budget),
    }
}

#[inline(never)]
fn normalize_wide(text: &str, budget: &Budget) -> Result<(), Spent> {
    /// The bytes that are normalized in a step.
    const NORMALIZED_BYTES: u64 = 4;
    /// The first byte of U+0300 in UTF-8.
    const FIRST_COMBINING: u8 = 0xcc;
    match text.bytes().any(|byte| byte >= FIRST_COMBINING) {
        true => budget.charge(text.len() as u64 / NORMALIZED_BYTES),
        false => budget.charge(text.len() as u64 / TEXT_STEP),
    }
}

/// Counts a text that is read into types or values: a step a byte, and what is made of it.
///
/// # Errors
/// What is spent.
pub fn read(text: &str, budget: &Budget) -> Result<(), Spent> {
    let bytes = text.len() as u64;
    budget.charge(bytes)?;
    budget.hold(bytes.saturating_mul(READ_BYTES))
}

/// Counts types all of whose nodes are looked at.
///
/// # Errors
/// What is spent.
pub fn look_at_types<'t>(
    types: impl IntoIterator<Item = &'t Type>,
    budget: &Budget,
) -> Result<(), Spent> {
    let nodes: u64 = types.into_iter().map(|ty| u64::from(ty.size())).sum();
    budget.charge(1 + nodes / NODES_A_STEP)
}

/// Counts a type of which a text is made: each node as often as it stands there.
///
/// # Errors
/// What is spent.
pub fn write_type(ty: &Type, budget: &Budget) -> Result<(), Spent> {
    look_at_types([ty], budget)?;
    budget.hold(u64::from(ty.size()) * WRITTEN_BYTES)
}

/// Counts a type all of whose nodes are made anew, each as often as it stands there.
///
/// # Errors
/// What is spent.
pub fn remake_type(ty: &Type, budget: &Budget) -> Result<(), Spent> {
    look_at_types([ty], budget)?;
    budget.hold(u64::from(ty.size()) * NODE_BYTES)
}

/// Whether a value is large enough for it to count that all of it is gone through.
#[must_use]
#[inline]
pub fn is_large(value: &Value) -> bool {
    u64::from(value.size()) > SMALL
}

/// Counts a value all of whose parts are looked at.
///
/// # Errors
/// What is spent.
pub fn look_at_value(value: &Value, budget: &Budget) -> Result<(), Spent> {
    budget.charge(u64::from(value.size()))
}

/// Counts a value all of whose parts are made anew.
///
/// # Errors
/// What is spent.
pub fn remake_value(value: &Value, budget: &Budget) -> Result<(), Spent> {
    value.charge_remaking(budget)
}

/// The bytes of a text that are written or read in a step.
const TEXT_STEP: u64 = 16;

/// The bits of a word.
const WORD_BITS: u64 = 64;

/// The steps that it takes to turn so many digits from one base to another one. That grows faster
/// than they do, and slower than their square.
fn change_base(digits: u64) -> u64 {
    digits.saturating_mul(digits.isqrt()) / 256
}

/// Counts a number whose text is written, where that is long. What the text takes is for who
/// writes it.
///
/// # Errors
/// What is spent.
#[inline]
pub fn write_number(number: &Number, budget: &Budget) -> Result<(), Spent> {
    match number.to_i64() {
        Some(_) => Ok(()),
        None => write_long(number, number.text_bound(), budget),
    }
}

/// What is no longer is counted as it is written.
const SHORT_TEXT: u64 = 256;

fn write_long(number: &Number, bytes: u64, budget: &Budget) -> Result<(), Spent> {
    if bytes <= SHORT_TEXT {
        return Ok(());
    }
    let digits = bytes.min(u64::from(number.precision()) / DIGIT_BITS);
    budget.charge(bytes / TEXT_STEP + change_base(digits))
}

/// Counts an integer whose text is written, as [`write_number`] does a number.
///
/// # Errors
/// What is spent.
#[inline]
pub fn write_integer(integer: &Integer, budget: &Budget) -> Result<(), Spent> {
    match integer.to_i64() {
        Some(_) => Ok(()),
        None => budget.charge(change_base(integer.bit_length() / DIGIT_BITS)),
    }
}

/// Counts a number all of whose digits are written out, also those that no text shows.
///
/// # Errors
/// What is spent.
pub fn write_exactly(number: &Number, budget: &Budget) -> Result<(), Spent> {
    // Past that no digits are looked for.
    const MOST: u64 = 1 << 18;
    budget.charge(change_base(number.exact_bits().min(MOST) / 2))
}

/// A number as a string, out of a budget.
///
/// # Errors
/// As [`primitive::number_to_string`], and what is spent.
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

/// An integer as a string, out of a budget.
///
/// # Errors
/// What is spent.
#[inline]
pub fn integer_to_string(integer: &Integer, budget: &Budget) -> Outcome<Value> {
    write_integer(integer, budget)?;
    let text = Value::string(&integer.to_string());
    budget.hold(text.literal_memory() as u64)?;
    Ok(text)
}

/// Counts a text that is read as a number.
///
/// # Errors
/// What is spent.
#[inline]
pub fn read_number(text: &[u8], budget: &Budget) -> Result<(), Spent> {
    /// What has no more digits is read in a step, and so is an exponent as doubles have.
    const SHORT_NUMBER: usize = 64;
    const SHORT_EXPONENT: usize = "-300".len();
    /// A power of ten far from one, by squares.
    const POWER: u64 = 16;
    let mut last = text.iter().rev().take(SHORT_NUMBER);
    let exponent = last.position(|byte| matches!(byte, b'e' | b'E'));
    if text.len() <= SHORT_NUMBER && exponent.is_none_or(|digits| digits <= SHORT_EXPONENT) {
        return Ok(());
    }
    budget.charge(POWER + change_base(text.len() as u64))
}

/// Whether what is computed with a number is more than a step's work.
#[must_use]
#[inline]
pub fn is_wide(number: &Number) -> bool {
    number.precision() > PARSED_PRECISION
}

/// Counts a sum, a product or a quotient of two numbers, and the number that it is.
///
/// # Errors
/// What is spent.
#[inline]
pub fn compute(a: &Number, b: &Number, budget: &Budget) -> Result<(), Spent> {
    match is_wide(a) || is_wide(b) {
        true => compute_wide(a, b, budget),
        false => Ok(()),
    }
}

#[cold]
fn compute_wide(a: &Number, b: &Number, budget: &Budget) -> Result<(), Spent> {
    let bits = [a, b].map(|number| u64::from(number.precision()));
    let words = bits.iter().sum::<u64>() / WORD_BITS;
    budget.charge(words * words.isqrt() / 8)?;
    budget.hold(bits[0].max(bits[1]) / 8)
}

/// Counts a number that is made of another one by going over its digits once, such as the number of
/// the other sign.
///
/// # Errors
/// What is spent.
#[inline]
pub fn remake_number(number: &Number, budget: &Budget) -> Result<(), Spent> {
    match is_wide(number) {
        true => remake_wide(number, budget),
        false => Ok(()),
    }
}

#[cold]
fn remake_wide(number: &Number, budget: &Budget) -> Result<(), Spent> {
    let bytes = u64::from(number.precision()) / 8;
    budget.charge(bytes / TEXT_STEP)?;
    budget.hold(bytes)
}

/// The known name that is nearest to a given one, as [`suggest`](crate::source::suggest) finds it;
/// none where the budget has not what it takes to compare it with all of them.
pub fn suggest<'n>(
    given: &str,
    known: impl Iterator<Item = &'n str>,
    budget: &Budget,
) -> Option<&'n str> {
    /// The edits between two characters each that are counted in a step.
    const EDITS_A_STEP: usize = 64;
    /// Of longer names no more is looked at.
    const LONGEST: usize = 256;
    let length = given.len().min(LONGEST);
    let mut spent = false;
    let known = known.take_while(|name| {
        let edits = length * name.len().min(LONGEST);
        spent = budget.charge(1 + (edits / EDITS_A_STEP) as u64).is_err();
        !spent
    });
    let nearest = crate::source::suggest(given, known);
    nearest.filter(|_| !spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_large_is_counted_before_it_is_gone_through() {
        let long = "a".repeat(1_000);
        let budget = Budget::new();
        assert_eq!(read(&long, &budget), Ok(()));
        assert_eq!((budget.steps(), budget.bytes()), (1_000, 32_000));
        assert_eq!(
            read(&long, &Budget::new().limit_bytes(31_999)),
            Err(Spent::Bytes(31_999))
        );
        let mut ty = Type::string().clone();
        for _ in 0..10 {
            ty = Type::tuple([ty.clone(), ty]).expect("small");
        }
        let few = Budget::new().limit_steps(100);
        assert_eq!(look_at_types([&ty], &few), Err(Spent::Steps(100)));
        let little = Budget::new().limit_bytes(4_000);
        assert_eq!(write_type(&ty, &little), Err(Spent::Bytes(4_000)));
        assert_eq!(remake_type(&ty, &little), Err(Spent::Bytes(4_000)));
        let small = Value::tuple(vec![Value::bool(true); 8]).expect("small");
        let large = Value::tuple(vec![small.clone(); 32]).expect("small");
        assert!(!is_large(&small) && is_large(&large));
        assert_eq!(look_at_value(&large, &few), Err(Spent::Steps(100)));
        assert_eq!(remake_value(&large, &little), Err(Spent::Bytes(4_000)));
    }

    #[test]
    fn a_number_of_many_digits_is_counted_before_it_is_written() {
        let long = Number::parse("1e100000").unwrap();
        let budget = Budget::new();
        let text = number_to_string(&long, &budget).unwrap();
        assert_eq!(text.as_str().map(str::len), Some(100_001));
        assert!(budget.steps() > 6_000 && (100_001..101_000).contains(&budget.bytes()));
        for few in [
            Budget::new().limit_bytes(99_999),
            Budget::new().limit_steps(999),
        ] {
            let spent = number_to_string(&long, &few).unwrap_err();
            assert_eq!(spent.code(), crate::source::Code::Limit);
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
        // What is short is counted by the text that it has.
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
    fn digits_that_are_computed_are_counted() {
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
            assert_eq!(read_number(text.as_bytes(), &few), Err(Spent::Steps(15)));
        }
    }

    #[test]
    fn names_are_compared_as_long_as_there_are_steps() {
        let names = vec!["a".repeat(200); 1_000];
        let known = || names.iter().map(|name| &**name).chain(["upper"]);
        assert_eq!(suggest("uper", known(), &Budget::new()), Some("upper"));
        let few = Budget::new().limit_steps(100);
        assert_eq!(suggest("uper", known(), &few), None);
        assert_eq!(few.finish(), Err(Spent::Steps(100)));
    }
}
