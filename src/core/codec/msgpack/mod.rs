//! MessagePack, straight into and out of typed values.

mod decode;
mod encode;
mod extension;
mod implied;
mod reader;
mod writer;

pub use decode::decode;
pub use encode::encode;
pub use implied::implied_type;
