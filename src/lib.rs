//! polycty
pub mod number;
pub mod types;
