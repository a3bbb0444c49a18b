//! The types of PCL, from the lowest layer up.
//!
//! - [`view`](mod@shape): the PCL form of a type
//! - [`equal`](mod@equal): equality of types, which the normal form needs
//! - `format`, `display`: a type in one line, and for users
//! - `normal_form`: constructors of types in normal form
//! - `deferred`: derived types with respect to deferred types
//! - `parse`, `json`: parsing of types, and their JSON form

pub(crate) mod deferred;
pub(crate) mod display;
pub(crate) mod equal;
pub(crate) mod format;
pub(crate) mod json;
pub(crate) mod normal_form;
pub(crate) mod parse;
pub(crate) mod view;
