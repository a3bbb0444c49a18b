//! Running: from a program to a stream of resource graphs.
//!
//! - `program`: a program that is compiled, to be run any number of times
//! - `runtime`: one that runs, step by step
//! - `env`: which vertices parameters and binds are
//! - `closure`: functions as values
//! - `expression`: expressions become vertices of an engine; `forms`: what builds parts of the
//!   graph when a value is there; `vertex`: the functions that stand there
//! - `statement`: statements become vertices, too, whose values are what they put out
//! - `emit`: what a resource or an edge puts out for given values
//! - `interpret`: what all statements put out becomes a graph of resources
//!
//! The output of a program is the value of one vertex, made of those of its statements: so what is
//! put out is found anew only where an event has reached it.

mod closure;
mod emit;
mod env;
mod expression;
mod forms;
mod interpret;
mod program;
mod runtime;
mod statement;
mod vertex;

pub use program::Program;
pub use runtime::{Progress, Runtime};

#[cfg(test)]
mod tests;
