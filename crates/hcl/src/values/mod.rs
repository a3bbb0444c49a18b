//! Encoding and formatting of HCL's values.
//!
//! - `encode`: JSON and MessagePack, after a conversion where one is needed
//! - `format`: HCL's own notation, for programs and for people
//! - `public_type`: the type of a value without the structure of marked values

mod encode;
mod format;
mod public_type;

pub use encode::{to_json, to_json_within, to_msgpack, to_msgpack_within};
pub use format::{NotationPolicy, format_value, format_value_within};
pub(crate) use format::{is_plain_key, quoted};
pub use public_type::public_type;
