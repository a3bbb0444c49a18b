//! What is to change in the graph?
//!
//! A [`Transaction`] only records; vertices have their ids at once, so that edges to them can
//! be recorded, too. It happens as a whole when who records it has come to a good end. Vertices
//! that come and go together stand in a part, which goes with the vertex that opened it.

use crate::function::Function;
use crate::graph::Ids;

/// A vertex. No two of an engine are alike, ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// A part of the graph. No two of an engine are alike, ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// One thing to change.
pub(crate) enum Op {
    Add(VertexId, Box<dyn Function>, Option<PartId>),
    Replace(VertexId, Box<dyn Function>),
    Connect(VertexId, VertexId, u32),
    Disconnect(VertexId, u32),
    Remove(VertexId),
    Open(PartId),
    Close(PartId),
}

/// Changes of a graph, recorded in the order in which they happen.
pub struct Transaction<'g> {
    pub(crate) ids: &'g mut Ids,
    pub(crate) ops: Vec<Op>,
    /// The part that vertices are added to now.
    into: Option<PartId>,
}

impl<'g> Transaction<'g> {
    pub(crate) fn new(ids: &'g mut Ids) -> Transaction<'g> {
        Transaction {
            ids,
            ops: Vec::new(),
            into: None,
        }
    }

    /// Adds a vertex: to the part that was opened last, until [`Transaction::leave`].
    pub fn add(&mut self, function: impl Function + 'static) -> VertexId {
        self.add_boxed(Box::new(function))
    }

    /// As [`Transaction::add`].
    pub fn add_boxed(&mut self, function: Box<dyn Function>) -> VertexId {
        let vertex = self.ids.vertices.take();
        let vertex = VertexId {
            index: vertex.0,
            generation: vertex.1,
        };
        self.ops.push(Op::Add(vertex, function, self.into));
        vertex
    }

    /// Puts another function with as many inputs in the place of a vertex's own. Edges stay.
    pub fn replace(&mut self, vertex: VertexId, function: impl Function + 'static) {
        self.ops.push(Op::Replace(vertex, Box::new(function)));
    }

    /// Lets the value of a vertex come to an input of another one, where nothing comes in yet.
    pub fn connect(&mut self, from: VertexId, to: VertexId, input: u32) {
        self.ops.push(Op::Connect(from, to, input));
    }

    /// Takes away what comes to an input, if anything does.
    pub fn disconnect(&mut self, to: VertexId, input: u32) {
        self.ops.push(Op::Disconnect(to, input));
    }

    /// Takes a vertex out with its edges, and the parts that it opened with it.
    pub fn remove(&mut self, vertex: VertexId) {
        self.ops.push(Op::Remove(vertex));
    }

    /// Opens a part, which belongs to the vertex whose function records, or to nobody when the
    /// host does. Vertices that are added from here on stand in it.
    pub fn open(&mut self) -> PartId {
        let (index, generation) = self.ids.parts.take();
        let part = PartId { index, generation };
        self.ops.push(Op::Open(part));
        self.into = Some(part);
        part
    }

    /// Vertices that are added from here on stand where the vertex does whose function records.
    pub fn leave(&mut self) {
        self.into = None;
    }

    /// Takes out all vertices of a part, with theirs.
    pub fn close(&mut self, part: PartId) {
        self.ops.push(Op::Close(part));
    }

    /// Whether nothing is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }
}
