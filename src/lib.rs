//! polycty: the type systems of the configuration languages over one universe
//! of types and values, behind one C ABI.
//!
//! The map of the house, from the ground up; a module uses only what stands
//! before it:
//!
//! - [`number`]: cty's numbers with a precision of their own, exact integers
//! - [`types`]: the universe of types
//! - [`diagnostic`]: errors, paths, source ranges
//! - [`values`]: the universe's inhabitants and their operators
//! - [`function`]: the call protocol
//! - [`codec`]: JSON and MessagePack
//! - [`inference`]: unification, and a solver of invariants over expressions
//! - [`dialect`]: the rules of each language
//! - [`translate`]: the types and values of one language in another one
//! - `ffi`: the C ABI

#![deny(unsafe_code)]

pub mod codec;
pub mod diagnostic;
pub mod dialect;
#[allow(
    unsafe_code,
    reason = "the C ABI is the one place that meets raw pointers"
)]
pub mod ffi;
pub mod function;
pub mod inference;
pub mod number;
pub mod translate;
pub mod types;
pub mod values;
