//! Functions of Go's packages, under Go's names in snake case.
//!
//! Those whose parameters and results are types of the language: what asks the machine stands
//! with [`world`](super::world).

pub(super) mod math;
pub(super) mod path;
mod pattern;
pub(super) mod strconv;
pub(super) mod strings;
