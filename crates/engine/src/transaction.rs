//! Transactions: what is to change in the graph?
//!
//! A [`Transaction`] only records; vertices have their ids at once, so that edges to them can
//! be recorded, too. It happens as a whole when who records it has come to a good end. Vertices
//! that come and go together stand in a part, which goes with the vertex that opened it, or with
//! the last reader of a vertex that keeps it.

use crate::function::{Function, Output};
use crate::ids::{Ids, PartId, VertexId};

/// One thing to change.
pub(crate) enum Op {
    Add(VertexId, Box<dyn Function>, Option<PartId>),
    Replace(VertexId, Box<dyn Function>),
    Connect(VertexId, VertexId, u32),
    Disconnect(VertexId, u32),
    Remove(VertexId),
    Open(PartId),
    /// One that belongs to nobody.
    OpenFree(PartId),
    Keep(PartId, VertexId),
    Hold(VertexId, VertexId),
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

    /// Adds a function that links results to an output, and right behind it that output, whose id
    /// `make` is given. Gives both.
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

    /// Opens a part that belongs to nobody, whoever records. Vertices that are added from here
    /// on stand in it.
    pub fn open_free(&mut self) -> PartId {
        let (index, generation) = self.ids.parts.take();
        let part = PartId { index, generation };
        self.ops.push(Op::OpenFree(part));
        self.into = Some(part);
        part
    }

    /// Lets a part go when nobody reads or holds one of its vertices any more, which keeps it
    /// until then: what many read and none of them owns.
    pub fn keep(&mut self, part: PartId, vertex: VertexId) {
        self.ops.push(Op::Keep(part, vertex));
    }

    /// Holds a vertex, which may keep a part, as long as another one is there: for one that may
    /// read it later.
    pub fn hold(&mut self, vertex: VertexId, by: VertexId) {
        self.ops.push(Op::Hold(vertex, by));
    }

    /// Whether a vertex was not taken out yet.
    #[must_use]
    pub fn is_there(&self, vertex: VertexId) -> bool {
        self.ids.vertices.has(vertex.index, vertex.generation)
    }

    /// Vertices that are added from here on stand where the vertex does whose function records.
    pub fn leave(&mut self) {
        self.into = None;
    }

    /// Vertices that are added from here on stand in a part, or as after [`Transaction::leave`].
    /// Gives where they stood.
    pub fn enter(&mut self, part: Option<PartId>) -> Option<PartId> {
        std::mem::replace(&mut self.into, part)
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
