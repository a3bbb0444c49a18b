//! How do types and values travel as bytes?
//!
//! JSON and MessagePack, straight into and out of typed values.

pub mod json;
