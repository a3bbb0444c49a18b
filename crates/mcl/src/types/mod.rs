//! The types of mcl.
//!
//! - `view`: the mcl form of a type
//! - `parse`, `format`: parsing and formatting of types

pub(crate) mod format;
pub(crate) mod parse;
pub(crate) mod view;
