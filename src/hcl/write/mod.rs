//! Writing native syntax: how is a text laid out, changed and made?
//!
//! - [`format`](fn@format): a whole text, or lines of it, laid out

mod format;

pub use format::{Style, format};
