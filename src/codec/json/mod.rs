//! JSON, straight into and out of typed values.

mod reader;

pub use reader::{Items, MAX_NESTING, Peek, Reader};
