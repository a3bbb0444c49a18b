//! JSON, straight into and out of typed values.

mod decode;
mod encode;
mod implied;
mod reader;

pub use decode::decode;
pub use decode::document;
pub use encode::encode;
pub use encode::write_string;
pub use implied::implied_type;
pub use reader::{Items, MAX_NESTING, Peek, Reader};
