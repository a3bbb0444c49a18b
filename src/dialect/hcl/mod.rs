//! The rules of HCL and cty.
//!
//! - [`parse_type`], [`format_type`]: type expressions
//! - [`conversion_kind`], [`Converter`]: which conversions there are, and
//!   conversions ready to be applied
//! - [`convert`]: a value as one of another type
//! - [`unify`]: the type that several types convert to
//! - [`mismatch`]: why there is no conversion

mod absent;
mod conversion;
mod convert;
mod mismatch;
mod plan;
mod preference;
mod shape;
mod type_text;
mod unify;

pub use conversion::{ConversionKind, Converter, Safety, conversion_kind};
pub use convert::convert;
pub use mismatch::{mismatch, mismatch_message};
pub use type_text::{Mode, format_type, parse_type};
pub use unify::{Unified, unify};

#[cfg(test)]
mod tests;
