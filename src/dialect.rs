//! The rules of each language: the operations that all dialects have, and the dialects of this build.

pub use polycty_core::dialect::*;
pub use polycty_dialects::{dialect, is_built_in, missing};
pub use polycty_hcl as hcl;
#[cfg(feature = "mcl")]
pub use polycty_mcl as mcl;
#[cfg(feature = "pcl")]
pub use polycty_pcl as pcl;
#[cfg(feature = "puppet")]
pub use polycty_puppet as puppet;
#[cfg(feature = "terraform")]
pub use polycty_terraform as terraform;

/// The tour of writing runs.
#[cfg(all(doctest, feature = "terraform"))]
#[doc = include_str!("../docs/writing.md")]
mod writing {}
