//! The rules of HCL and cty.

mod type_text;

pub use type_text::{Mode, format_type, parse_type};
