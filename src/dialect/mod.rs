//! Which rules does each language have over the universe?

pub mod hcl;
pub mod puppet;
