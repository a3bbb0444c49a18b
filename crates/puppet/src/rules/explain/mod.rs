//! The mismatch describer: the reason why a type or value is not the expected one.
//!
//! [`describe`] compares the expected with the actual type and gives a list of
//! [`Mismatch`]es: what is missed, and the path to where. Members of a Variant
//! that miss for the same reason at the same place become one mismatch that
//! names the alternatives. A value is described by its most detailed type.
//!
//! - `mismatch`: what is wrong, and where
//! - `describe`: which parts of two types do not fit
//! - `merge`: when mismatches of the members of a Variant are one
//! - `message`: how a mismatch reads
//! - `params`: the parameters of a resource, a class or a template
//! - `call`: the arguments of a call and the signatures that refuse them
//! - `report`: mismatches as one error
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_puppet::explain::message;
//! use polycty_puppet::{Aliases, Mode, parse_type};
//! let ty = |text| parse_type(text, &Aliases::default(), Mode::Current).unwrap();
//! let (actual, expected) = (ty("Tuple[Integer, String]"), ty("Array[Integer]"));
//! assert_eq!(
//!     message("$x", &actual, &expected, &Budget::standard()).unwrap(),
//!     "$x index 1 expects an Integer value, got String"
//! );
//! ```

mod call;
mod describe;
mod merge;
mod message;
mod mismatch;
mod params;
mod report;

pub use call::{Signature, call_error, describe_call};
pub use describe::describe;
pub use mismatch::{Complaint, Mismatch, PathElement};
pub use params::{Missing, validate_default, validate_parameters};
pub use report::{type_error, value_error};

use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::values::support::refuse_unsupported;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// What is wrong with a type where another is expected, said of a subject: one
/// line a mismatch, empty when there is nothing to say.
///
/// # Errors
/// [`Code::Limit`] when a type nests too deep.
pub fn message(subject: &str, actual: &Type, expected: &Type, budget: &Budget) -> Result<String> {
    let found = describe(
        vec![PathElement::Subject(subject.into())],
        actual,
        expected,
        budget,
    )?;
    message::whole(&found, budget)
}

/// What is wrong with a value, as [`message()`] says it of its most detailed type.
///
/// # Errors
/// As [`message()`]; [`Code::Unsupported`] for marks and unknowns.
pub fn message_for_value(
    subject: &str,
    value: &Value,
    expected: &Type,
    budget: &Budget,
) -> Result<String> {
    refuse_unsupported(value)?;
    message(subject, &detailed_type(value, budget)?, expected, budget)
}

/// Passes if a value is an instance of a type, as the function `assert_type`
/// does.
///
/// # Errors
/// [`Code::Type`] with the function's whole message and both types,
/// [`Code::NotFound`] if the expected type names one that is not known,
/// [`Code::Unsupported`] for marks and unknowns.
pub fn assert_type(value: &Value, expected: &Type, budget: &Budget) -> Result<()> {
    refuse_unsupported(value)?;
    if let Some(name) = describe::unresolved(expected) {
        // The evaluator does not get as far as the call.
        let text = format!("Evaluation Error: Resource type not found: {name}");
        return Err(Error::new(Code::NotFound, text).with_wanted(expected));
    }
    if instance(value, expected, budget)? {
        return Ok(());
    }
    let actual = detailed_type(value, budget)?;
    let subject = vec![PathElement::Subject("assert_type():".into())];
    let found = describe(subject, &actual, expected, budget)?;
    let what = message::whole(&found, budget)?;
    let text = format!("Evaluation Error: Error while evaluating a Function Call, {what}");
    // The description of a type that only a size tells apart may be empty.
    let error = report::report(text.trim_end().to_owned(), &found, "", budget)?;
    Err(error.with_wanted(expected).with_found(&actual))
}

#[cfg(test)]
mod tests;
