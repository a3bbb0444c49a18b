//! Values that Puppet does not have: marked and unknown values.
//!
//! Every operation on a value rejects them, with the path to the first one.

use polycty_core::source::{Code, Error, Path, PathStep, Result};
use polycty_core::types::Visit;
use polycty_core::values::Value;

/// Checks that a value contains neither marks nor unknown values.
///
/// # Errors
/// [`Code::Unsupported`] with the path to the first of them.
#[inline]
pub(crate) fn refuse_unsupported(value: &Value) -> Result<()> {
    if value.is_plain() {
        Ok(())
    } else {
        Err(unsupported(value))
    }
}

/// Returns the error with the path to the first mark or unknown value.
#[cold]
fn unsupported(value: &Value) -> Error {
    let mut found: Option<Vec<PathStep>> = None;
    let walked = value.walk(&mut |path, part| {
        if found.is_none() && (part.is_marked() || !part.is_known()) {
            found = Some(path.to_vec());
        }
        Ok(match found {
            Some(_) => Visit::Stop,
            None => Visit::Into,
        })
    });
    let mut error = Error::new(
        Code::Unsupported,
        "Puppet has neither marks nor unknown values",
    );
    if walked.is_ok() {
        error = error.with_path(found.unwrap_or_default().into_iter().collect::<Path>());
    }
    error
}
