//! mcl's language: what programs are given, the graphs of functions that they are, and the
//! resource graphs that they come to.

mod wake;

pub mod sender;

pub mod host;

pub mod functions;

pub mod resources;

pub mod kinds;

pub mod builder;

pub mod graph;

pub mod program;

pub mod runtime;
