//! polycty
pub mod diagnostic;
pub mod number;
pub mod types;
