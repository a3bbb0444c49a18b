//! Regular expressions in RE2's syntax, as in Go, charged to a budget.
//!
//! - `re2`: translation of RE2's syntax to that of the crate `regex`
//! - [`Expression`]: a pattern of an operation, compiled once

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
#![deny(clippy::string_slice)]

mod expression;
mod re2;

pub use expression::{Compiled, Expression, syntax};
pub use re2::PatternError;
