//! Values that PCL has and other languages have not.
//!
//! - `eventual`: values that are not there yet

mod eventual;

pub use eventual::{Eventual, EventualData, eventual};

use polycty_core::source::{Code, Error};

/// How deep a value is gone into; values are no deeper than types may be, and
/// definitions that lead into definitions may double that.
pub(crate) const MAX_DEPTH: usize = 256;

/// The fault of a value that is gone into no further.
#[cold]
pub(crate) fn too_deep() -> Error {
    Error::new(
        Code::Limit,
        format!("the value nests more than {MAX_DEPTH} levels deep"),
    )
}
