//! Which types does HCL have, and how are they written?
//!
//! - `shape`: what of the universe a type is to HCL
//! - `parse`: the type that an expression stands for
//! - `format`: a type's text
//! - `defaults`: what stands in for the attributes that a value leaves out

mod defaults;
mod format;
mod parse;
pub(crate) mod shape;
#[cfg(test)]
mod tests;

pub use defaults::{Children, Defaults};
pub use format::{format_type, parse_type, parse_type_expression};
pub(crate) use parse::not_a_type;
pub use parse::{Mode, TypeExpression, is_type_constraint, read_type};
