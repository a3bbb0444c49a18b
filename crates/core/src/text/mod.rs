//! Formatting of text that more than one language writes.
//!
//! A language keeps the grammar of its directives, formats and strings, and its own
//! rules of what they mean; the parts that are the same for all stand here:
//!
//! - [`Directive`]: signs, padding and bases of `printf`; [`Sink`], what it writes to
//! - [`notation`]: a [`Decimal`](crate::number::Decimal) in fixed, exponent and general
//!   notation
//! - [`base64`]: bytes as digits of 64
//! - [`calendar`]: days and dates
//! - [`escape`]: control characters by letters, characters by hexadecimal digits
//! - [`fn@hexadecimal`], [`push_percent`], [`push_query`]: bytes by hexadecimal digits, in URLs too
//! - [`Quoted`], [`QuotedChar`]: Go's `%q`; [`Excerpt`]: of a value's text no more than tells
//! - [`json`]: strings of JSON
//! - [`case`](mod@case): a letter in upper, lower and title case
//! - [`floor_char_boundary`]: the start of the character at an index

pub mod base64;
mod boundary;
pub mod calendar;
pub mod case;
pub mod escape;
mod hexadecimal;
pub mod json;
pub mod notation;
mod printf;
mod quote;

pub use boundary::floor_char_boundary;
pub use hexadecimal::{hexadecimal, push_percent, push_query};
pub use printf::{Base, Case, Directive, Numeral, Padding, Sink, leading_number};
pub use quote::{Excerpt, Quoted, QuotedChar, is_printable};
