//! The languages, one module each, and the trait [`Dialect`] that all of them implement.

pub use polycty_core::dialect::*;
pub use polycty_dialects::{Rules, dialect, is_built_in, missing};
pub use polycty_hcl as hcl;
#[cfg(feature = "mcl")]
pub use polycty_mcl as mcl;
#[cfg(feature = "pcl")]
pub use polycty_pcl as pcl;
#[cfg(feature = "puppet")]
pub use polycty_puppet as puppet;
#[cfg(feature = "terraform")]
pub use polycty_terraform as terraform;

/// Rust programs of the documentation pages, run as documentation tests.
#[cfg(all(doctest, feature = "schema", feature = "puppet", feature = "terraform"))]
mod pages {
    #[doc = include_str!("../docs/how-to/export-json-schema.md")]
    mod schema {}
    #[doc = include_str!("../docs/how-to/edit-hcl.md")]
    mod writing {}
    #[doc = include_str!("../docs/tutorials/rust.md")]
    mod tutorial {}
    #[doc = include_str!("../README.md")]
    mod readme {}
}
