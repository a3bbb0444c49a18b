//! The mismatch describer: the reason why a type or value is not the expected one.
//!
//! [`describe`] compares the expected with the actual type and returns a list of [`Mismatch`]es,
//! each with its path. If the members of a Variant mismatch for the same reason at the same path,
//! they become one mismatch that names the alternatives. A value is described by its most detailed
//! type.
//!
//! - `mismatch`: errors with paths
//! - `describe`: comparison of two types
//! - `merge`: merging of the mismatches of alternatives
//! - `message`: texts of mismatches
//! - `params`: the parameters of a resource, a class or a template
//! - `call`: the arguments of a call and the signatures that reject them
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
pub(crate) use params::deferred_function;
pub use params::{Missing, validate_default, validate_parameters};
pub use report::{type_error, value_error};

use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::values::support::refuse_unsupported;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// Returns the mismatches of a type with the expected one, for a subject: one per line, empty if
/// there are none.
///
/// # Errors
/// [`Code::Limit`] if a type nests too deep.
pub fn message(subject: &str, actual: &Type, expected: &Type, budget: &Budget) -> Result<String> {
    let found = describe(
        vec![PathElement::Subject(subject.into())],
        actual,
        expected,
        budget,
    )?;
    message::whole(&found, budget)
}

/// Returns the mismatches of a value, like [`message()`] for its most detailed type.
///
/// # Errors
/// As [`message()`]; [`Code::Unsupported`] for marked and unknown values.
pub fn message_for_value(
    subject: &str,
    value: &Value,
    expected: &Type,
    budget: &Budget,
) -> Result<String> {
    refuse_unsupported(value)?;
    message(subject, &detailed_type(value, budget)?, expected, budget)
}

/// Checks that a value is an instance of a type, like the function `assert_type`.
///
/// # Errors
/// - [`Code::Type`] with the function's whole message and both types.
/// - [`Code::NotFound`] if the expected type contains an unresolved name.
/// - [`Code::Unsupported`] for marked and unknown values.
pub fn assert_type(value: &Value, expected: &Type, budget: &Budget) -> Result<()> {
    refuse_unsupported(value)?;
    if let Some(name) = describe::unresolved(expected) {
        // Puppet's evaluator fails before the call.
        let text = format!("Evaluation Error: Resource type not found: {name}");
        return Err(Error::new(Code::NotFound, text).with_expected(expected));
    }
    if instance(value, expected, budget)? {
        return Ok(());
    }
    let actual = detailed_type(value, budget)?;
    let subject = vec![PathElement::Subject("assert_type():".into())];
    let found = describe(subject, &actual, expected, budget)?;
    let what = message::whole(&found, budget)?;
    let text = format!("Evaluation Error: Error while evaluating a Function Call, {what}");
    // The description of types that differ only in size may be empty.
    let error = report::report(text.trim_end().to_owned(), &found, "", budget)?;
    Err(error.with_expected(expected).with_found(&actual))
}

#[cfg(test)]
mod tests;
