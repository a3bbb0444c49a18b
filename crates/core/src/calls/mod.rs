//! Calls: what do those of all languages share?
//!
//! - [`Signature`]: what a callable takes and gives
//! - [`Callable`]: a signature and an implementation
//! - [`Budget`]: what an operation may take, with all that it calls; [`Held`]: the bytes that
//!   one holds until it ends; [`cost`]: what it takes to go through something once
//!
//! How a call of a language comes to an implementation, what it does with unknown, null and
//! marked arguments, is the language's; cty's protocol stands with HCL.

mod callable;
pub mod cost;
mod signature;

pub use crate::budget::{Budget, Cancel, Held, LOOK_EVERY, Limits, Part, Share, Spent};
pub use callable::{Call, Callable, Implementation, Output, guard};
pub use signature::{Allow, Parameter, ParameterRef, Signature};
