//! Types: which does HCL have, and how are they written?
//!
//! - `shape`: what of the universe a type is to HCL
//! - `parse`: the type that an expression stands for
//! - `format`: a type's text
//! - `defaults`: what stands in for optional attributes, beside the type

mod defaults;
mod format;
mod parse;
mod shape;
#[cfg(test)]
mod tests;

pub use defaults::{Children, Defaults};
pub use format::{format_constraint, format_type};
pub(crate) use parse::{DefaultValue, NoDefaults, Notation, not_a_type, parse, read};
pub use parse::{TypeExpression, is_type_constraint};
pub(crate) use shape::Shape;
