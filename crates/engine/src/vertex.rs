//! Vertices, their edges, and their membership in parts.
//!
//! An edge is stored at both its ends, and each end has the index of the entry at the other end.

use crate::failure::Failure;
use crate::function::Function;
use crate::ids::VertexId;
use polycty_core::values::Value;
use std::sync::Arc;

/// The state of a vertex.
#[derive(Debug, Default)]
pub(crate) enum State {
    /// There is no value yet.
    #[default]
    Missing,
    Value(Value),
    Failed(Arc<Failure>),
}

/// An edge, as stored at its reader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InEdge {
    pub(crate) from: u32,
    /// Its index in the outputs of the source.
    pub(crate) slot: u32,
}

/// An edge, as stored at its source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutEdge {
    pub(crate) to: u32,
    pub(crate) port: u32,
}

#[derive(Default)]
pub(crate) struct Vertex {
    /// `None` during a call, and in a free entry.
    pub(crate) function: Option<Box<dyn Function>>,
    pub(crate) generation: u32,
    /// Lower than the numbers of all readers.
    pub(crate) order: u64,
    pub(crate) inputs: Box<[Option<InEdge>]>,
    pub(crate) outputs: Vec<OutEdge>,
    pub(crate) state: State,
    /// Whether it must be called.
    pub(crate) dirty: bool,
    pub(crate) started: bool,
    /// Whether it is in the list of changes.
    pub(crate) noted: bool,
    /// Whether it is in the graph.
    pub(crate) present: bool,
    pub(crate) part: Option<Membership>,
    /// The parts that it opened.
    pub(crate) parts: Vec<u32>,
    /// The part that is closed when this vertex has no readers and holders.
    pub(crate) keeps: Option<u32>,
    /// The number of holders.
    pub(crate) holders: u32,
    /// The vertices that it holds.
    pub(crate) holds: Vec<VertexId>,
}

/// The position of an entry in an unordered list.
#[derive(Clone, Copy)]
pub(crate) struct Membership {
    pub(crate) list: u32,
    pub(crate) slot: u32,
}

#[derive(Default)]
pub(crate) struct Part {
    pub(crate) generation: u32,
    pub(crate) open: bool,
    pub(crate) owner: Option<Membership>,
    pub(crate) vertices: Vec<u32>,
}
