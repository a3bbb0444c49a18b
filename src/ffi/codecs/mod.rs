//! Values as JSON and MessagePack.

pub mod codec;
