//! The values of mcl: the universe's booleans, strings, 64-bit integers and doubles; sequences,
//! maps and objects that carry the exact mcl type.
//!
//! - `foreign`: values that mcl does not have
//! - `order`: the order of values; `access`: parts of a value
//! - `build`: zero values of a type, and maps from entries that fit
//! - `format`: formatting of values; `json`: values from JSON

pub(crate) mod access;
pub(crate) mod build;
pub(crate) mod foreign;
pub(crate) mod format;
pub(crate) mod json;
pub(crate) mod order;
