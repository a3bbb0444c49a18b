//! JSON, straight into and out of typed values.

mod decode;
mod encode;
mod implied;
mod reader;

pub use decode::{decode, decode_within, document};
pub use encode::write_string;
pub use encode::{encode, encode_within};
pub use implied::{implied_type, implied_type_within};
pub use reader::{Items, MAX_NESTING, Peek, Reader};
