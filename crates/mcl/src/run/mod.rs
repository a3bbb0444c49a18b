//! Execution: from a program to a stream of resource graphs.
//!
//! - `program`: a compiled program, which can run any number of times
//! - `runtime`: a running program
//! - `env`: the vertices of parameters and binds
//! - `closure`: function values
//! - `expression`: conversion of expressions to vertices; `forms`: functions that build parts of
//!   the graph for a value; `vertex`: other functions of vertices
//! - `statement`: conversion of statements to vertices, whose values are the outputs
//! - `emit`: the output of a statement for given input values
//! - `interpret`: construction of the resource graph from all outputs
//!
//! The output of a program is the value of one vertex, which combines the values of its statements.
//! Therefore only outputs that an event has reached are computed again.

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
