//! Calls: signatures, callables and their budgets.
//!
//! - [`Signature`]: parameters, result and documentation of a callable
//! - [`Callable`]: a signature and an implementation
//! - [`Budget`]: the limits of an operation and of all its calls; [`HeldBytes`]: the bytes that it holds
//!   until it ends; [`cost`]: the cost of processing a value once
//!
//! How a call in a language is passed to an implementation, and how unknown, null and marked
//! arguments are handled, is defined by the language; cty's protocol is in the HCL crate.

mod callable;
pub mod cost;
mod signature;

pub use crate::budget::measured;
pub use crate::budget::{
    Budget, BudgetError, CHECK_INTERVAL, Cancel, Each, GrowingText, HeldBytes, Limits, Part, Share,
    Table, Worklist,
};
pub use callable::{Call, Callable, Implementation, Output, guard};
pub use signature::{Allow, Parameter, ParameterRef, Signature};
