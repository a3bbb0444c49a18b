//! Values that only PCL has.
//!
//! - `deferred`: deferred values

mod deferred;

pub use deferred::{DeferredValue, DeferredValueData, eventual};

use polycty_core::source::{Code, Error};

/// The maximum depth of a traversal of a value. Values are not deeper than types, and definitions
/// that refer to definitions may double the depth.
pub(crate) const MAX_DEPTH: usize = 256;

/// Returns the error for a value that is too deep.
#[cold]
pub(crate) fn too_deep() -> Error {
    Error::new(
        Code::Limit,
        format!("the value is nested more than {MAX_DEPTH} levels deep"),
    )
}
