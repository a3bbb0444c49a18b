//! polycty
pub mod number;
