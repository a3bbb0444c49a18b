//! Text formatting that several languages share.
//!
//! Each language has its own grammar of directives, formats and strings, and its own semantics.
//! This module has the common parts:
//!
//! - [`Directive`]: signs, padding and bases of `printf`; [`Sink`]: its output
//! - [`notation`]: a [`Decimal`](crate::number::Decimal) in fixed, exponent and general notation
//! - [`base64`]: the Base64 encodings of Go and Ruby
//! - [`calendar`]: days and dates
//! - [`escape`]: control characters by letters, characters by hexadecimal digits
//! - [`fn@hexadecimal`], [`push_percent`], [`push_query`]: bytes as hexadecimal digits, also in
//!   URLs
//! - [`Quoted`], [`QuotedChar`]: Go's `%q`; [`Excerpt`]: the start of a value's text
//! - [`json`]: strings of JSON
//! - [`case`](mod@case): upper, lower and title case of letters
//! - [`mask_secrets`]: secrets in source texts
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
mod secrets;

pub use boundary::floor_char_boundary;
pub use hexadecimal::{hexadecimal, push_percent, push_query};
pub use printf::{Base, Case, Directive, Numeral, Padding, Sink, leading_number};
pub use quote::{Excerpt, Quoted, QuotedChar, is_printable};
pub use secrets::mask_secrets;
