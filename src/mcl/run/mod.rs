//! Running: from a program to a stream of resource graphs.
//!
//! - `program`: a program that is compiled, to be run any number of times

mod program;

pub use program::Program;
