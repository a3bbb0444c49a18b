//! The types of HCL and their notation.
//!
//! - `view`: types from the view of cty's rules
//! - `parse`: the parser of type expressions
//! - `format`: the text of a type
//! - `defaults`: the defaults of optional attributes, separate from the type

mod defaults;
mod format;
mod parse;
#[cfg(test)]
mod tests;
mod view;

pub use defaults::{Children, Defaults};
pub use format::{format_constraint, format_type};
pub(crate) use parse::{DefaultValue, NoDefaults, Notation, not_a_type, parse, read};
pub use parse::{TypeExpression, is_type_constraint};
pub(crate) use view::CtyType;
