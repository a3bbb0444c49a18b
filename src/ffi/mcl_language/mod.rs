//! mcl's language: hosts of programs, graphs of functions, and resource graphs.

mod wake;

pub mod sender;

pub mod host;

pub mod functions;

pub mod resources;

#[cfg(feature = "puppet")]
pub mod catalog;

pub mod kinds;

pub mod builder;

pub mod graph;

pub mod program;

pub mod runtime;
