//! The graph of functions that compute the output of a program.
//!
//! - `vertex`: the [`Graph`] and its text form
//! - `walk`: conversion of expressions to vertices, for this graph and for the one that runs
//! - `build`: construction of the graph of a program
//!
//! A vertex is a function. An edge passes its value to arguments, by name. The graph has only
//! vertices that statements need. Parts that depend on values (branches, bodies of loops, unknown
//! functions) are built at run time.

mod build;
mod vertex;
pub(crate) mod walk;

pub(crate) use build::duplicate_meta;
pub use build::graph;
pub use vertex::{Edge, Graph, Vertex, VertexId, VertexKind};
