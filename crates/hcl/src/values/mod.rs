//! Values: how are HCL's written for other programs?
//!
//! - `encode`: JSON and MessagePack, after a conversion where one is needed
//! - `format`: HCL's own notation, for programs and for people

mod encode;
mod format;

pub use encode::{to_json, to_json_within, to_msgpack, to_msgpack_within};
pub use format::{Shown, format_value, format_value_within};
pub(crate) use format::{is_plain_key, quoted};
