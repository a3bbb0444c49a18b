//! MessagePack codec of typed values.

mod decode;
mod encode;
mod extension;
mod implied;
mod reader;
mod writer;

pub use decode::{decode, decode_within};
pub use encode::{encode, encode_within};
pub use implied::{implied_type, implied_type_within};
