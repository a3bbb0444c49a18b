//! The rules of HCL and cty.

mod absent;
mod check;
mod conversion;
mod convert;
mod defaults;
mod mismatch;
mod plan;
mod preference;
mod shape;
mod type_text;
mod unify;

pub use check::{MAX_FAULTS, check};
pub use conversion::{ConversionKind, Converter, Safety, conversion_kind};
pub use convert::convert;
pub use defaults::{Children, Defaults};
pub use mismatch::{mismatch, mismatch_message};
pub use type_text::{Mode, format_type, parse_type};
pub use unify::{Unified, unify};
