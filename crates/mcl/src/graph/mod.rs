//! The graph of functions: what computes what a program puts out?
//!
//! - `vertex`: the graph, a [`Graph`], and how it is written
//! - `walk`: how expressions become vertices, of this graph or of one that runs
//! - `build`: how a program becomes one
//!
//! A vertex is a function, an edge carries its value to the arguments that it is named by. Only
//! what statements need is there; what depends on values (branches, bodies of loops, functions
//! that are not known) is built when the program runs.

mod build;
mod vertex;
pub(crate) mod walk;

pub(crate) use build::duplicate_meta;
pub use build::graph;
pub use vertex::{Edge, Graph, Vertex, VertexId, VertexKind};
