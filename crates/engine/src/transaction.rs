//! Transactions: recorded changes of the graph.
//!
//! A [`Transaction`] only records changes. Vertices get their ids immediately, so that edges to
//! them can be recorded. The transaction is committed as a whole if the recording function
//! succeeds. Vertices with the same lifetime are in a part, which is removed with the vertex that
//! opened it, or with the last reader of a vertex that keeps it.

use crate::function::{Function, Output};
use crate::ids::{Ids, PartId, VertexId};

/// A recorded change.
pub(crate) enum Op {
    Add(VertexId, Box<dyn Function>, Option<PartId>),
    Replace(VertexId, Box<dyn Function>),
    Connect(VertexId, VertexId, u32),
    Disconnect(VertexId, u32),
    Remove(VertexId),
    Open(PartId),
    /// Opens a part without an owner.
    OpenFree(PartId),
    Keep(PartId, VertexId),
    Hold(VertexId, VertexId),
    Close(PartId),
}

/// Changes of a graph, in commit order.
pub struct Transaction<'g> {
    pub(crate) ids: &'g mut Ids,
    pub(crate) ops: Vec<Op>,
    /// The part that new vertices are added to.
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

    /// Adds a vertex, to the part that was opened last until [`Transaction::leave`].
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

    /// Adds a form, a function that links results to an output, and then its output. `make`
    /// receives the id of the output. Returns both vertices.
    pub fn add_form(
        &mut self,
        output: impl Into<Box<str>>,
        make: impl FnOnce(VertexId) -> Box<dyn Function>,
    ) -> (VertexId, VertexId) {
        let (index, generation) = self.ids.vertices.take();
        let result = VertexId { index, generation };
        let form = self.add_boxed(make(result));
        let output = Box::new(Output::new(output));
        self.ops.push(Op::Add(result, output, self.into));
        self.connect(form, result, Output::FORM);
        (form, result)
    }

    /// Replaces the function of a vertex by one with the same number of inputs. Edges stay.
    pub fn replace(&mut self, vertex: VertexId, function: impl Function + 'static) {
        self.ops.push(Op::Replace(vertex, Box::new(function)));
    }

    /// Connects a vertex to an input of `to` that has no edge yet.
    pub fn connect(&mut self, from: VertexId, to: VertexId, input: u32) {
        self.ops.push(Op::Connect(from, to, input));
    }

    /// Removes the edge to an input, if there is one.
    pub fn disconnect(&mut self, to: VertexId, input: u32) {
        self.ops.push(Op::Disconnect(to, input));
    }

    /// Removes a vertex with its edges and the parts that it opened.
    pub fn remove(&mut self, vertex: VertexId) {
        self.ops.push(Op::Remove(vertex));
    }

    /// Opens a part. Its owner is the vertex whose function records, or none if the host records.
    /// New vertices are added to it.
    pub fn open(&mut self) -> PartId {
        let (index, generation) = self.ids.parts.take();
        let part = PartId { index, generation };
        self.ops.push(Op::Open(part));
        self.into = Some(part);
        part
    }

    /// Opens a part without an owner, even if a function records it. New vertices are added to it.
    pub fn open_free(&mut self) -> PartId {
        let (index, generation) = self.ids.parts.take();
        let part = PartId { index, generation };
        self.ops.push(Op::OpenFree(part));
        self.into = Some(part);
        part
    }

    /// Closes a part when the vertex, which must be in it, has no readers and holders any more. For
    /// shared results without a single owner.
    pub fn keep(&mut self, part: PartId, vertex: VertexId) {
        self.ops.push(Op::Keep(part, vertex));
    }

    /// Keeps a vertex, which may keep a part, as long as the vertex `by` exists. For vertices that
    /// may read it later.
    pub fn hold(&mut self, vertex: VertexId, by: VertexId) {
        self.ops.push(Op::Hold(vertex, by));
    }

    /// Whether a vertex has not been removed.
    #[must_use]
    pub fn is_there(&self, vertex: VertexId) -> bool {
        self.ids.vertices.has(vertex.index, vertex.generation)
    }

    /// Adds new vertices to the part of the vertex whose function records.
    pub fn leave(&mut self) {
        self.into = None;
    }

    /// Adds new vertices to a part, or, if `None`, as after [`Transaction::leave`]. Returns the
    /// previous part.
    pub fn enter(&mut self, part: Option<PartId>) -> Option<PartId> {
        std::mem::replace(&mut self.into, part)
    }

    /// Removes all vertices of a part, with the parts that they opened.
    pub fn close(&mut self, part: PartId) {
        self.ops.push(Op::Close(part));
    }

    /// Whether there are no recorded changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }
}
