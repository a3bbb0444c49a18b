//! Values: how are HCL's written for other programs?
//!
//! - `encode`: JSON and MessagePack, after a conversion where one is needed

mod encode;

pub use encode::{to_json, to_json_within, to_msgpack, to_msgpack_within};
