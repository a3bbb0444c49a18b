//! Functions of Go's packages, with Go's names in snake case.
//!
//! This module has the functions whose parameters and results are mcl types. Functions that access
//! the system are in [`world`](super::world).

pub(super) mod math;
pub(super) mod path;
mod pattern;
pub(super) mod strconv;
pub(super) mod strings;
