//! Values as JSON, MessagePack and YAML, and the positions of their parts in documents.

pub mod codec;
pub mod document;
