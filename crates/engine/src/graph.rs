//! The graph: commit and rollback of transactions.
//!
//! Vertices are in an arena, and edges are stored at both their ends, so that an edge is removed in
//! constant time whatever the number of edges of its vertex. The operations of a transaction are
//! performed one by one, and their inverses are recorded. Removed vertices are dropped only after
//! all operations have succeeded without a cycle. So a rejected transaction has no effect.

use crate::function::Function;
use crate::ids::{Ids, PartId, VertexId};
use crate::order;
use crate::transaction::Op;
use crate::vertex::{InEdge, Membership, OutEdge, Part, State, Vertex};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};

/// The maximum number of vertices of an engine.
const MAX_VERTICES: usize = 1 << 22;

/// The maximum number of edges of an engine.
const MAX_EDGES: usize = 1 << 24;

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeRef {
    /// The vertex whose value it carries.
    pub from: VertexId,
    /// The reader.
    pub to: VertexId,
    /// The input of the reader.
    pub input: u32,
}

#[derive(Default)]
pub(crate) struct Graph {
    pub(crate) vertices: Vec<Vertex>,
    parts: Vec<Part>,
    edges: usize,
    /// The next order number.
    next_order: u64,
    /// The maximum number of vertices, if it is lower than [`MAX_VERTICES`].
    pub(crate) most: Option<usize>,
}

/// The inverse of a performed operation.
enum Undo {
    Added(u32),
    Replaced(u32, Box<dyn Function>),
    Connected(u32, u32),
    Disconnected(u32, u32, u32),
    Removed(u32),
    Opened(u32),
    OpenedFree(u32),
    Kept(u32),
    HeldBytes(u32, u32),
    Released(u32),
    Closed(u32),
}

/// The result of a transaction.
pub(crate) struct Committed {
    /// Vertices that must be called.
    pub(crate) touched: Vec<u32>,
    /// Vertices with a new order number.
    pub(crate) moved: Vec<u32>,
    /// Vertices that lost or gained an outgoing edge.
    pub(crate) sources: Vec<u32>,
    /// Removed vertices, and their last states.
    pub(crate) removed: Vec<(u32, State)>,
    /// Functions that were started and have been removed.
    pub(crate) stopped: Vec<Box<dyn Function>>,
}

impl Graph {
    /// The index of a vertex that is in the graph.
    pub(crate) fn find(&self, id: VertexId) -> Option<u32> {
        let vertex = self.vertices.get(id.index as usize)?;
        (vertex.present && vertex.generation == id.generation).then_some(id.index)
    }

    pub(crate) fn is_present(&self, index: u32) -> bool {
        self.vertices[index as usize].present
    }

    pub(crate) fn id(&self, index: u32) -> VertexId {
        VertexId {
            index,
            generation: self.vertices[index as usize].generation,
        }
    }

    /// The vertices in the graph.
    pub(crate) fn present(&self) -> impl Iterator<Item = VertexId> + '_ {
        let vertices = self.vertices.iter().enumerate();
        vertices
            .filter(|(_, vertex)| vertex.present)
            .map(|(index, vertex)| VertexId {
                index: index as u32,
                generation: vertex.generation,
            })
    }

    /// The incoming edges of a vertex, in the order of its inputs.
    pub(crate) fn edges_to(&self, index: u32) -> impl Iterator<Item = EdgeRef> + '_ {
        let inputs = self.vertices[index as usize].inputs.iter().enumerate();
        inputs.filter_map(move |(port, input)| {
            Some(EdgeRef {
                from: self.id((*input)?.from),
                to: self.id(index),
                input: port as u32,
            })
        })
    }

    /// Commits a transaction completely or not at all. `owner` is the vertex that recorded it.
    pub(crate) fn commit(
        &mut self,
        ids: &mut Ids,
        ops: Vec<Op>,
        owner: Option<u32>,
        budget: &Budget,
    ) -> Result<Committed> {
        if let Err(spent) = budget.charge(ops.len() as u64) {
            ops.iter().for_each(|op| release_ids(ids, op));
            return Err(spent.into());
        }
        let mut work = Commit {
            graph: self,
            ids,
            owner,
            undo: Vec::with_capacity(ops.len()),
            removed: Vec::new(),
            closed: Vec::new(),
            touched: Vec::new(),
            sources: Vec::new(),
            unordered_ends: Vec::new(),
        };
        let mut ops = ops.into_iter();
        let done = (|| {
            for op in ops.by_ref() {
                work.perform(op, budget)?;
            }
            work.close_unread_parts(budget)?;
            let unordered_ends = std::mem::take(&mut work.unordered_ends);
            let Graph {
                vertices,
                parts,
                next_order,
                ..
            } = &mut *work.graph;
            order::repair(vertices, parts, next_order, &unordered_ends, budget)
        })();
        match done {
            Ok(moved) => Ok(work.finish(moved)),
            Err(error) => {
                // The ids of operations that were not reached are released, too.
                for op in ops {
                    release_ids(work.ids, &op);
                }
                work.roll_back();
                Err(error)
            }
        }
    }

    /// The capacity of the arenas.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> usize {
        let outputs = self.vertices.iter().map(|vertex| vertex.outputs.capacity());
        self.vertices.len() + self.parts.len() + outputs.sum::<usize>()
    }

    fn connect(&mut self, from: u32, to: u32, port: u32) {
        let outputs = &mut self.vertices[from as usize].outputs;
        let slot = outputs.len() as u32;
        outputs.push(OutEdge { to, port });
        self.vertices[to as usize].inputs[port as usize] = Some(InEdge { from, slot });
        self.edges += 1;
    }

    /// Removes the edge to an input. Returns its source, if there was an edge.
    fn disconnect(&mut self, to: u32, port: u32) -> Option<u32> {
        let input = self.vertices[to as usize].inputs.get_mut(port as usize)?;
        let InEdge { from, slot } = input.take()?;
        let outputs = &mut self.vertices[from as usize].outputs;
        outputs.swap_remove(slot as usize);
        // The last output has moved to this index.
        if let Some(moved) = outputs.get(slot as usize).copied() {
            let input = &mut self.vertices[moved.to as usize].inputs[moved.port as usize];
            if let Some(input) = input {
                input.slot = slot;
            }
        }
        self.edges -= 1;
        Some(from)
    }
}

/// Releases the ids of an operation that is not performed.
pub(crate) fn release_ids(ids: &mut Ids, op: &Op) {
    match op {
        Op::Add(vertex, ..) => ids.vertices.release(vertex.index),
        Op::Open(part) | Op::OpenFree(part) => ids.parts.release(part.index),
        _ => {}
    }
}

/// A transaction that is being committed.
struct Commit<'g> {
    graph: &'g mut Graph,
    ids: &'g mut Ids,
    owner: Option<u32>,
    undo: Vec<Undo>,
    removed: Vec<u32>,
    closed: Vec<u32>,
    touched: Vec<u32>,
    sources: Vec<u32>,
    /// The ends of edges that contradict the order.
    unordered_ends: Vec<u32>,
}

impl Commit<'_> {
    fn perform(&mut self, op: Op, budget: &Budget) -> Result<()> {
        match op {
            Op::Add(vertex, function, part) => self.add(vertex, function, part),
            Op::Replace(vertex, function) => {
                let index = self.find(vertex)?;
                let vertex = &mut self.graph.vertices[index as usize];
                if vertex.inputs.len() != function.inputs() as usize {
                    return Err(invalid("the new function has a different number of inputs"));
                }
                let Some(old) = vertex.function.take() else {
                    return Err(invalid("the function of the vertex is running"));
                };
                vertex.function = Some(function);
                self.undo.push(Undo::Replaced(index, old));
                self.touched.push(index);
                Ok(())
            }
            Op::Connect(from, to, port) => {
                let (from, to) = (self.find(from)?, self.find(to)?);
                if self.graph.edges >= MAX_EDGES {
                    return Err(Error::new(Code::Limit, "the graph has too many edges"));
                }
                match self.graph.vertices[to as usize].inputs.get(port as usize) {
                    None => return Err(invalid("the vertex has no such input")),
                    Some(Some(_)) => return Err(invalid("the input already has an edge")),
                    Some(None) => {}
                }
                self.graph.connect(from, to, port);
                self.undo.push(Undo::Connected(to, port));
                self.touched.push(to);
                self.sources.push(from);
                let order = |index: u32| self.graph.vertices[index as usize].order;
                if order(from) >= order(to) {
                    self.unordered_ends.push(to);
                }
                Ok(())
            }
            Op::Disconnect(to, port) => {
                let to = self.find(to)?;
                self.disconnect(to, port);
                Ok(())
            }
            Op::Remove(vertex) => {
                let index = self.find(vertex)?;
                self.remove(vec![index], budget)
            }
            Op::Open(part) => {
                let owner = self.owner.map(|owner| {
                    let opened = &mut self.graph.vertices[owner as usize].parts;
                    let slot = opened.len() as u32;
                    opened.push(part.index);
                    Membership { list: owner, slot }
                });
                self.open(part, owner);
                self.undo.push(Undo::Opened(part.index));
                Ok(())
            }
            Op::OpenFree(part) => {
                self.open(part, None);
                self.undo.push(Undo::OpenedFree(part.index));
                Ok(())
            }
            Op::Keep(part, vertex) => {
                let (part, index) = (self.opened(part)?, self.find(vertex)?);
                let vertex = &mut self.graph.vertices[index as usize];
                if vertex.keeps.is_some() {
                    return Err(invalid("the vertex already keeps a part"));
                }
                vertex.keeps = Some(part);
                self.undo.push(Undo::Kept(index));
                self.sources.push(index);
                Ok(())
            }
            Op::Hold(vertex, by) => {
                let (index, by) = (self.find(vertex)?, self.find(by)?);
                self.graph.vertices[index as usize].holders += 1;
                self.graph.vertices[by as usize].holds.push(vertex);
                self.undo.push(Undo::HeldBytes(index, by));
                Ok(())
            }
            Op::Close(part) => {
                self.opened(part)?;
                let members = self.close(part.index);
                self.remove(members, budget)
            }
        }
    }

    fn open(&mut self, part: PartId, owner: Option<Membership>) {
        let at = part.index as usize;
        if self.graph.parts.len() <= at {
            self.graph.parts.resize_with(at + 1, Part::default);
        }
        self.graph.parts[at] = Part {
            generation: part.generation,
            open: true,
            owner,
            vertices: Vec::new(),
        };
    }

    /// Closes the parts whose keeping vertices have no readers and holders any more. This may leave
    /// further vertices without readers.
    fn close_unread_parts(&mut self, budget: &Budget) -> Result<()> {
        let mut at = 0;
        while let Some(index) = self.sources.get(at).copied() {
            at += 1;
            let vertex = &self.graph.vertices[index as usize];
            let unread = vertex.present && vertex.outputs.is_empty() && vertex.holders == 0;
            if let Some(part) = vertex.keeps.filter(|_| unread)
                && self.graph.parts[part as usize].open
            {
                let members = self.close(part);
                self.remove(members, budget)?;
            }
        }
        Ok(())
    }

    /// The index of an open part.
    fn opened(&self, part: PartId) -> Result<u32> {
        let known = self.graph.parts.get(part.index as usize);
        if known.is_some_and(|known| known.open && known.generation == part.generation) {
            return Ok(part.index);
        }
        Err(invalid("there is no such part"))
    }

    /// Closes a part and returns its vertices.
    fn close(&mut self, part: u32) -> Vec<u32> {
        let known = &mut self.graph.parts[part as usize];
        known.open = false;
        let members = known.vertices.clone();
        self.undo.push(Undo::Closed(part));
        self.closed.push(part);
        members
    }

    fn find(&self, id: VertexId) -> Result<u32> {
        let found = self.graph.find(id);
        found.ok_or_else(|| invalid("there is no such vertex"))
    }

    fn add(
        &mut self,
        id: VertexId,
        function: Box<dyn Function>,
        part: Option<PartId>,
    ) -> Result<()> {
        let part = part.map(|part| self.opened(part)).transpose();
        let inputs = function.inputs() as usize;
        let most = self.graph.most.unwrap_or(MAX_VERTICES).min(MAX_VERTICES);
        if part.is_err() || self.ids.vertices.len() > most || inputs > MAX_EDGES {
            self.ids.vertices.release(id.index);
            part?;
            return Err(Error::new(Code::Limit, "the graph has too many vertices"));
        }
        let index = id.index as usize;
        if self.graph.vertices.len() <= index {
            self.graph.vertices.resize_with(index + 1, Vertex::default);
        }
        let around = self
            .owner
            .and_then(|at| self.graph.vertices[at as usize].part);
        let list = part?.or(around.map(|around| around.list));
        let part = list.map(|list| {
            let members = &mut self.graph.parts[list as usize].vertices;
            let slot = members.len() as u32;
            members.push(id.index);
            Membership { list, slot }
        });
        self.graph.vertices[index] = Vertex {
            inputs: vec![None; inputs].into(),
            function: Some(function),
            generation: id.generation,
            order: self.graph.next_order,
            present: true,
            part,
            ..Vertex::default()
        };
        self.graph.next_order += 1;
        self.undo.push(Undo::Added(id.index));
        self.touched.push(id.index);
        Ok(())
    }

    fn disconnect(&mut self, to: u32, port: u32) {
        if let Some(from) = self.graph.disconnect(to, port) {
            self.undo.push(Undo::Disconnected(from, to, port));
            self.touched.push(to);
            self.sources.push(from);
        }
    }

    /// Removes vertices with those of the parts that they opened, recursively.
    fn remove(&mut self, mut waiting: Vec<u32>, budget: &Budget) -> Result<()> {
        while let Some(index) = waiting.pop() {
            let vertex = &self.graph.vertices[index as usize];
            if !vertex.present {
                continue;
            }
            if self.owner == Some(index) {
                return Err(invalid("the function of the vertex is running"));
            }
            budget.charge(1 + vertex.inputs.len() as u64 + vertex.outputs.len() as u64)?;
            for part in vertex.parts.clone() {
                if self.graph.parts[part as usize].open {
                    waiting.extend(self.close(part));
                }
            }
            for port in 0..self.graph.vertices[index as usize].inputs.len() {
                self.disconnect(index, port as u32);
            }
            while let Some(output) = self.graph.vertices[index as usize].outputs.last().copied() {
                self.disconnect(output.to, output.port);
            }
            for at in 0..self.graph.vertices[index as usize].holds.len() {
                let id = self.graph.vertices[index as usize].holds[at];
                if let Some(held) = self.graph.find(id) {
                    self.graph.vertices[held as usize].holders -= 1;
                    self.undo.push(Undo::Released(held));
                    self.sources.push(held);
                }
            }
            self.graph.vertices[index as usize].present = false;
            self.undo.push(Undo::Removed(index));
            self.removed.push(index);
        }
        Ok(())
    }

    /// Reverts all operations, the last one first.
    fn roll_back(mut self) {
        while let Some(undo) = self.undo.pop() {
            let vertices = &mut self.graph.vertices;
            match undo {
                Undo::Added(index) => {
                    let vertex = std::mem::take(&mut vertices[index as usize]);
                    if let Some(part) = vertex.part {
                        self.graph.parts[part.list as usize].vertices.pop();
                    }
                    self.ids.vertices.release(index);
                }
                Undo::Replaced(index, function) => {
                    vertices[index as usize].function = Some(function);
                }
                Undo::Connected(to, port) => {
                    self.graph.disconnect(to, port);
                }
                Undo::Disconnected(from, to, port) => self.graph.connect(from, to, port),
                Undo::Removed(index) => vertices[index as usize].present = true,
                Undo::Opened(part) => {
                    if let Some(owner) = self.owner {
                        vertices[owner as usize].parts.pop();
                    }
                    self.graph.parts[part as usize] = Part::default();
                    self.ids.parts.release(part);
                }
                Undo::OpenedFree(part) => {
                    self.graph.parts[part as usize] = Part::default();
                    self.ids.parts.release(part);
                }
                Undo::Kept(index) => vertices[index as usize].keeps = None,
                Undo::HeldBytes(index, by) => {
                    vertices[index as usize].holders -= 1;
                    vertices[by as usize].holds.pop();
                }
                Undo::Released(index) => vertices[index as usize].holders += 1,
                Undo::Closed(part) => self.graph.parts[part as usize].open = true,
            }
        }
    }

    /// Frees the removed vertices and parts.
    fn finish(self, moved: Vec<u32>) -> Committed {
        let Commit { graph, ids, .. } = self;
        for part in self.closed {
            let owner = std::mem::take(&mut graph.parts[part as usize]).owner;
            ids.parts.release(part);
            if let Some(Membership { list, slot }) = owner {
                let opened = &mut graph.vertices[list as usize].parts;
                opened.swap_remove(slot as usize);
                if let Some(moved) = opened.get(slot as usize) {
                    graph.parts[*moved as usize].owner = owner;
                }
            }
        }
        let mut stopped = Vec::new();
        for undo in self.undo {
            if let Undo::Replaced(index, function) = undo {
                let vertex = &mut graph.vertices[index as usize];
                if std::mem::take(&mut vertex.started) {
                    stopped.push(function);
                }
            }
        }
        let take_out = |index: u32| {
            let vertex = std::mem::take(&mut graph.vertices[index as usize]);
            ids.vertices.release(index);
            // Closed parts are already empty.
            let part = vertex
                .part
                .map(|part| (part, &mut graph.parts[part.list as usize]));
            if let Some((Membership { slot, .. }, part)) = part.filter(|(_, part)| part.open) {
                part.vertices.swap_remove(slot as usize);
                if let Some(moved) = part.vertices.get(slot as usize) {
                    graph.vertices[*moved as usize].part = vertex.part;
                }
            }
            stopped.extend(vertex.function.filter(|_| vertex.started));
            (index, vertex.state)
        };
        Committed {
            removed: self.removed.into_iter().map(take_out).collect(),
            stopped,
            touched: self.touched,
            sources: self.sources,
            moved,
        }
    }
}

#[cold]
fn invalid(what: &str) -> Error {
    Error::new(
        Code::InvalidArgument,
        format!("the graph cannot change: {what}"),
    )
}
