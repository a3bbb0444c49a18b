//! The rules of each language: the questions that all answer, and who answers them.

pub use polycty_core::dialect::*;
pub use polycty_hcl as hcl;
pub use polycty_mcl as mcl;
pub use polycty_pcl as pcl;
pub use polycty_puppet as puppet;
pub use polycty_terraform as terraform;
pub use polycty_translate::dialect;

/// The tour of writing runs.
#[cfg(doctest)]
#[doc = include_str!("../docs/writing.md")]
mod writing {}
