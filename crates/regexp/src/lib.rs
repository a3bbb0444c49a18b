//! Regular expressions in RE2's syntax, which Go's languages share, charged for what they take.
//!
//! - `re2`: a pattern read by RE2's rules and written anew for the crate `regex`
//! - [`Expression`]: a pattern of an operation, compiled once

#![forbid(unsafe_code)]
#![deny(clippy::string_slice)]

mod expression;
mod re2;

pub use expression::{Compiled, Expression, syntax};
pub use re2::PatternError;
