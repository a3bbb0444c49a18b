//! The values that mcl has: the universe's booleans, strings, 64-bit integers and doubles;
//! sequences, maps and objects that carry the exact type of the language.
//!
//! - `foreign`: what mcl does not have of a value
//! - `order`: which of two values comes first; `access`: what lies at a place of a value
//! - `build`: values made of a type alone, and maps of entries that fit
//! - `format`: a value as the language prints it; `json`: values from JSON

pub(crate) mod access;
pub(crate) mod build;
pub(crate) mod foreign;
pub(crate) mod format;
pub(crate) mod json;
pub(crate) mod order;
