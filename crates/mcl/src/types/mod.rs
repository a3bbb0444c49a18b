//! The types that mcl has.
//!
//! - `shape`: what of the universe a type is to mcl
//! - `parse`, `format`: a type from and to its notation

pub(crate) mod format;
pub(crate) mod parse;
pub(crate) mod shape;
