//! The image of a value in a different dialect.
//!
//! It is constructed part by part from the data that both dialects have (see
//! `docs/reference/translation.md`). A value without an image is refused, never changed.

use super::mapping;
use super::semantic::{Mapping, SemanticValue};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Error, PathStep, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// Returns the image of a value in a different dialect. In HCL and PCL, a sequence becomes a tuple
/// and a hash becomes an object, as literals do. In mcl, entries become a struct, sequences of
/// different elements become a list of variants, and numbers of HCL become floats. Use
/// [`translate_value_to`] for lists, sets, maps and integers. Marks are kept between HCL and PCL.
///
/// # Errors
/// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) with the path to a part without
/// an image: a mark that the other dialect cannot keep, an unknown value, a deferred value (which
/// must be resolved first), or a value that only one dialect has.
pub fn translate_value(value: &Value, from: DialectId, to: DialectId) -> Result<Value> {
    translate_value_within(value, from, to, &Budget::standard())
}

/// Returns the image of a value as [`translate_value`], within the budget of an operation. Each
/// part is charged a step and its bytes.
///
/// # Errors
/// - As [`translate_value`].
/// - [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn translate_value_within(
    value: &Value,
    from: DialectId,
    to: DialectId,
    budget: &Budget,
) -> Result<Value> {
    let (source, target) = (mapping(from)?, mapping(to)?);
    if from == to {
        return Ok(value.clone());
    }
    target.settled(image(value, source, target, budget)?)
}

/// Returns the image of a value as an instance of a type of the other dialect, for example of a
/// result of [`translate`](super::translate). Missing optional attributes become null in HCL and
/// PCL. The order of a set's elements is not kept.
///
/// # Errors
/// - As [`translate_value`].
/// - [`Code::Conversion`](polycty_core::source::Code::Conversion) if no image of the value is an
///   instance of the type.
pub fn translate_value_to(
    value: &Value,
    from: DialectId,
    to: DialectId,
    ty: &Type,
) -> Result<Value> {
    translate_value_to_within(value, from, to, ty, &Budget::standard())
}

/// Returns the image of a value as [`translate_value_to`], within the budget of an operation.
///
/// # Errors
/// - As [`translate_value_to`].
/// - [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn translate_value_to_within(
    value: &Value,
    from: DialectId,
    to: DialectId,
    ty: &Type,
    budget: &Budget,
) -> Result<Value> {
    let (source, target) = (mapping(from)?, mapping(to)?);
    target.instance_of(&image(value, source, target, budget)?, ty, budget)
}

/// The bytes charged for a part of an image: the part with its type, and the same amount for its
/// capacity to grow.
const PART: u64 = 40;

/// The nesting of values is limited as that of types, which bounds the recursion.
fn image(
    value: &Value,
    source: &dyn Mapping,
    target: &dyn Mapping,
    budget: &Budget,
) -> Result<Value> {
    budget.parts(1, PART)?;
    if value.is_marked() {
        return if source.has_marks() && target.has_marks() {
            let plain = image(value.unmarked(), source, target, budget)?;
            Ok(plain.with_marks(&value.marks()))
        } else {
            Err(Error::new(
                Code::Unsupported,
                "cannot translate a marked value: its marks would be lost",
            ))
        };
    }
    let datum = match source.datum(value)? {
        SemanticValue::Null => SemanticValue::Null,
        SemanticValue::Bool(bool) => SemanticValue::Bool(bool),
        SemanticValue::Number(number) => SemanticValue::Number(number),
        SemanticValue::Integer(integer) => SemanticValue::Integer(integer),
        SemanticValue::Float(double) => SemanticValue::Float(double),
        SemanticValue::Text(text) => SemanticValue::Text(text),
        SemanticValue::Sequence(parts) => {
            let parts = parts.into_iter().enumerate().map(|(at, part)| {
                image(part, source, target, budget).map_err(|error| error.in_index(at))
            });
            SemanticValue::Sequence(parts.collect::<Result<_>>()?)
        }
        SemanticValue::Entries(entries) => {
            let attributes = value.ty().is_object();
            let entries = entries.into_iter().map(|(key, part)| {
                let inside = |error: Error| {
                    error.in_step(match key.as_str() {
                        Some(name) if attributes => PathStep::Attr(name.into()),
                        _ => PathStep::Index(key.to_key()),
                    })
                };
                let part = image(part, source, target, budget).map_err(inside)?;
                if key.as_str_bytes().is_some() {
                    return Ok((key, part));
                }
                if !target.has_other_keys() {
                    return Err(inside(Error::new(
                        Code::Unsupported,
                        "the keys of the other language must be strings",
                    )));
                }
                Ok((image(&key, source, target, budget).map_err(inside)?, part))
            });
            SemanticValue::Entries(entries.collect::<Result<_>>()?)
        }
    };
    target.value(datum)
}
