//! polycty: the type systems of the configuration languages over one universe
//! of types and values, behind one C ABI.
//!
//! The map of the house, from the ground up; a crate and a module use only what stands
//! before them:
//!
//! - `polycty-core`: what the languages share
//!   - [`number`]: cty's numbers with a precision of their own, exact integers
//!   - [`types`]: the universe of types
//!   - [`source`]: errors, paths, source ranges
//!   - [`values`]: the universe's inhabitants and their operators
//!   - [`scope`]: nested frames of names
//!   - [`calls`]: the one signature, callables, budgets
//!   - [`codec`]: JSON and MessagePack
//!   - [`inference`]: unification, and a solver of invariants over expressions
//! - [`dialect`]: the rules of each language, a crate each: [`dialect::hcl`], [`dialect::pcl`]
//!   over it, [`dialect::puppet`], [`dialect::mcl`]
//! - [`translate`]: the types and values of one language in another one
//! - [`schema`]: JSON Schema for types, and types for JSON Schema
//! - `ffi`: the C ABI

#![deny(unsafe_code)]

pub mod dialect;
#[cfg(feature = "capi")]
#[allow(
    unsafe_code,
    reason = "the C ABI is the one place that meets raw pointers"
)]
pub mod ffi;

pub use polycty_core::{calls, codec, inference, number, scope, source, types, values};
#[cfg(feature = "schema")]
pub use polycty_schema as schema;
#[cfg(feature = "translate")]
pub use polycty_translate as translate;
