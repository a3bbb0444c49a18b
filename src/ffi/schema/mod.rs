//! JSON Schema: types as schemas, schemas as types, how they relate, and documents that show it.

pub mod text;

pub mod documents;

pub mod pair;

#[cfg(feature = "puppet")]
pub mod class;

#[cfg(feature = "terraform")]
pub mod module;

pub mod witness;
