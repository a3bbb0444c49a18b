//! Vertices: what is kept of each, of its edges, and of the part that it stands in?
//!
//! An edge is noted at both its ends, and each end knows where the other one notes it.

use crate::failure::Failure;
use crate::function::Function;
use crate::ids::VertexId;
use polycty_core::values::Value;
use std::sync::Arc;

/// What stands at a vertex in place of a value.
#[derive(Debug, Default)]
pub(crate) enum State {
    /// Nothing yet.
    #[default]
    Missing,
    Value(Value),
    Failed(Arc<Failure>),
}

/// An edge as its reader has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InEdge {
    pub(crate) from: u32,
    /// Its place among the outputs there.
    pub(crate) slot: u32,
}

/// An edge as the vertex has it whose value it carries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutEdge {
    pub(crate) to: u32,
    pub(crate) port: u32,
}

#[derive(Default)]
pub(crate) struct Vertex {
    /// None while it is called, and at a free place.
    pub(crate) function: Option<Box<dyn Function>>,
    pub(crate) generation: u32,
    /// Lower than that of every reader.
    pub(crate) order: u64,
    pub(crate) inputs: Box<[Option<InEdge>]>,
    pub(crate) outputs: Vec<OutEdge>,
    pub(crate) state: State,
    /// Whether it is to be called.
    pub(crate) dirty: bool,
    pub(crate) started: bool,
    /// Whether its change stands in the list of changes.
    pub(crate) noted: bool,
    /// Whether it is in the graph.
    pub(crate) present: bool,
    pub(crate) part: Option<Membership>,
    /// The parts that it opened.
    pub(crate) parts: Vec<u32>,
    /// The part that goes when nobody reads or holds it.
    pub(crate) keeps: Option<u32>,
    /// How many hold it.
    pub(crate) held: u32,
    /// Whom it holds, each with its generation.
    pub(crate) holds: Vec<VertexId>,
}

/// Where something stands in a list that knows no order.
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
