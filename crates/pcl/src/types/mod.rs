//! The types that PCL has: from the ground up
//!
//! - [`shape`](mod@shape): what of the universe a type is to PCL
//! - [`equal`](mod@equal): when two types are one; the normal form needs it
//! - `format`, `display`: a type in one line, and for people
//! - `normal_form`: the constructors that bring types to it
//! - `eventual`: what follows from a type for values that come later
//! - `parse`, `json`: types from their text, and from and to JSON

pub(crate) mod display;
pub(crate) mod equal;
pub(crate) mod eventual;
pub(crate) mod format;
pub(crate) mod json;
pub(crate) mod normal_form;
pub(crate) mod parse;
pub(crate) mod shape;
