//! The types of mcl.
//!
//! - `shape`: the mcl form of a type
//! - `parse`, `format`: parsing and formatting of types

pub(crate) mod format;
pub(crate) mod parse;
pub(crate) mod shape;
