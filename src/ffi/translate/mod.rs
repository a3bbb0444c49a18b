//! Types and values of one dialect in another one.

pub mod translation;
