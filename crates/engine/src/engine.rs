//! The engine: stepwise evaluation of a graph of functions.
//!
//! In a step, the pending events are received, and all vertices that must be called are called in
//! topological order. A vertex must be called if it is new, if an edge to it was added or removed,
//! if it announced an event, and if a value that it reads has changed. An unchanged value has no
//! effect, so the cost of a step is that of the vertices that its events reach. Events that are
//! sent during a step wait for the next one.
//!
//! The waiting vertices are in a heap, sorted by their order number. If a change of the graph gives
//! a vertex a new number, it gets a new entry, and the old one is skipped.

use crate::events::{Inbox, Sender, Wake};
use crate::failure::{Failure, Severity};
use crate::function::{Function, Inputs};
use crate::graph::{EdgeRef, Graph, release_ids};
use crate::ids::{Ids, VertexId};
use crate::transaction::{Op, Transaction};
use crate::vertex::State;
use polycty_core::calls::{Budget, guard};
use polycty_core::source::{Error, Result};
use polycty_core::values::Value;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::sync::Arc;

/// The number of parts of a value that are compared per step.
const PARTS_A_STEP: u64 = 64;

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Whether every vertex has a value, or a failure that is caught.
    pub complete: bool,
    /// Whether the graph is complete and differs from its state when a step last reported a change;
    /// always `true` for the first complete state.
    pub changed: bool,
}

/// The reason why a step was not completed.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The error. After an exceeded budget or a cancellation, the next step continues at the same
    /// vertex. After every other error, such as a failed stream or too many vertices, every further
    /// step returns the same error.
    pub error: Error,
    /// The vertex whose function reported it first, and its tag.
    pub origin: Option<(VertexId, u64)>,
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop {
            error: failure.error,
            origin: failure.origin,
        }
    }
}

/// An entry of the heap: an order number, and the vertex that had it.
type HeapEntry = Reverse<(u64, u32)>;

/// A graph of functions and the vertices that must be called. It is used by one thread at a time;
/// senders may be used by any thread.
#[derive(Default)]
pub struct Engine {
    graph: Graph,
    ids: Ids,
    waiting: BinaryHeap<HeapEntry>,
    inbox: Arc<Inbox>,
    /// The previous buffer of the inbox, kept for its capacity.
    received: Vec<Sender>,
    /// The number of vertices with neither a value nor a failure.
    missing: usize,
    /// Vertices with a failure and without readers.
    uncaught: BTreeSet<u32>,
    /// Vertices whose value has changed.
    changes: Vec<VertexId>,
    /// Whether a complete state was reported before.
    announced: bool,
    /// Whether there was a change since then.
    changed: bool,
    stopped: Option<Stop>,
}

impl Engine {
    /// Creates an engine with an empty graph.
    #[must_use]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Sets the maximum number of vertices. Exceeding it is an error with the code
    /// [`Limit`](polycty_core::source::Code).
    pub fn limit_vertices(&mut self, most: usize) {
        self.graph.most = Some(most);
    }

    /// Sets the function that is called, on any thread, when the first event after a step requires
    /// a new step.
    pub fn on_wake(&self, wake: impl Fn() + Send + Sync + 'static) {
        let wake: Arc<Wake> = Arc::new(wake);
        self.inbox.set_wake(Some(wake));
    }

    /// Changes the graph between steps, completely or not at all.
    ///
    /// # Errors
    /// The errors of `record`; [`Code::InvalidArgument`](polycty_core::source::Code) for invalid
    /// changes and for cycles; `Code::Limit` if a limit is exceeded.
    pub fn change<T>(
        &mut self,
        budget: &Budget,
        record: impl FnOnce(&mut Transaction<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut change = Transaction::new(&mut self.ids);
        let recorded = record(&mut change);
        let ops = change.ops;
        match recorded {
            Ok(outcome) => {
                if !ops.is_empty() {
                    self.commit(ops, None, budget)?;
                }
                Ok(outcome)
            }
            Err(error) => {
                ops.iter().for_each(|op| release_ids(&mut self.ids, op));
                Err(error)
            }
        }
    }

    /// Calls vertices until none is waiting. Returns whether there is a change.
    ///
    /// # Errors
    /// A failure that is not caught, or the exceeded limit of the budget.
    pub fn step(&mut self, budget: &Budget) -> Result<Progress, Stop> {
        if let Some(stop) = &self.stopped {
            return Err(stop.clone());
        }
        let worked = self.work(budget);
        worked.map_err(|failure| {
            if !failure.error.code().is_refusal() {
                self.end(&failure);
            }
            Stop::from(failure)
        })
    }

    /// Makes every further step return this failure, and closes the inbox.
    fn end(&mut self, failure: &Failure) {
        self.stopped = Some(Stop::from(failure.clone()));
        self.inbox.close();
    }

    /// Whether a step has work to do.
    #[must_use]
    pub fn is_due(&self) -> bool {
        !self.has_ended() && (!self.waiting.is_empty() || !self.inbox.is_empty())
    }

    /// Whether every further step returns the same error.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.stopped.is_some()
    }

    /// The value of a vertex; `None` if it has no value yet, has a failure, or was removed.
    #[must_use]
    pub fn value(&self, vertex: VertexId) -> Option<&Value> {
        match &self.graph.vertices[self.graph.find(vertex)? as usize].state {
            State::Value(value) => Some(value),
            State::Missing | State::Failed(_) => None,
        }
    }

    /// The failure of a vertex, if it has one in place of a value.
    #[must_use]
    pub fn failure(&self, vertex: VertexId) -> Option<&Failure> {
        match &self.graph.vertices[self.graph.find(vertex)? as usize].state {
            State::Failed(failure) => Some(failure),
            State::Missing | State::Value(_) => None,
        }
    }

    /// The function of a vertex that is in the graph.
    #[must_use]
    pub fn function(&self, vertex: VertexId) -> Option<&dyn Function> {
        let index = self.graph.find(vertex)?;
        self.graph.vertices[index as usize].function.as_deref()
    }

    /// All vertices, in arbitrary order.
    pub fn vertices(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.graph.present()
    }

    /// The incoming edges of a vertex, by its inputs.
    pub fn edges_to(&self, vertex: VertexId) -> impl Iterator<Item = EdgeRef> + '_ {
        let index = self.graph.find(vertex).into_iter();
        index.flat_map(|index| self.graph.edges_to(index))
    }

    /// Returns the vertices whose value has changed since the last call, in the order of their
    /// first change. Some of them may have been removed.
    pub fn take_changes(&mut self) -> Vec<VertexId> {
        for id in &self.changes {
            if let Some(index) = self.graph.find(*id) {
                self.graph.vertices[index as usize].noted = false;
            }
        }
        std::mem::take(&mut self.changes)
    }

    /// The capacity of the graph, for tests of growth.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> (usize, usize) {
        (self.graph.capacity(), self.waiting.capacity())
    }

    fn work(&mut self, budget: &Budget) -> Result<Progress, Failure> {
        self.receive()?;
        // The last vertex with a tag, for the origin of a limit that is reached at a vertex without
        // a tag.
        let mut last = None;
        while let Some(Reverse((order, index))) = self.waiting.peek().copied() {
            let vertex = &mut self.graph.vertices[index as usize];
            if !vertex.dirty || vertex.order != order {
                self.waiting.pop();
                continue;
            }
            let charged = budget.charge(1 + vertex.inputs.len() as u64);
            vertex.dirty = false;
            let id = self.graph.id(index);
            let tag = self.tag(id);
            if tag != 0 {
                last = Some((id, tag));
            }
            let visited = match charged {
                Ok(()) => self.visit(index, budget),
                Err(spent) => Err(spent.into()),
            };
            if let Err(mut failure) = visited {
                // The entry is still in the heap: the call is repeated when the next step resumes.
                self.graph.vertices[index as usize].dirty = true;
                let is_located = failure.origin.is_some_and(|(_, tag)| tag != 0);
                if failure.error.code().is_refusal() && !is_located {
                    failure.origin = last.or(failure.origin);
                }
                return Err(failure);
            }
        }
        if let Some(index) = self.uncaught.first()
            && let State::Failed(failure) = &self.graph.vertices[*index as usize].state
        {
            return Err((**failure).clone());
        }
        let complete = self.missing == 0;
        let changed = complete && (self.changed || !self.announced);
        if changed {
            self.announced = true;
            self.changed = false;
        }
        Ok(Progress { complete, changed })
    }

    /// Receives the pending events.
    fn receive(&mut self) -> Result<(), Failure> {
        let mut received = std::mem::take(&mut self.received);
        let failures = self.inbox.take(&mut received);
        for sender in received.drain(..) {
            if let Some(index) = self.graph.find(sender.received()) {
                self.mark(index);
            }
        }
        self.received = received;
        let is_there = |(vertex, _): &(VertexId, Failure)| self.graph.find(*vertex).is_some();
        match failures.into_iter().find(is_there) {
            Some((vertex, mut failure)) => {
                failure.origin = Some((vertex, self.tag(vertex)));
                self.end(&failure);
                Err(failure)
            }
            None => Ok(()),
        }
    }

    fn tag(&self, vertex: VertexId) -> u64 {
        self.function(vertex).map_or(0, Function::tag)
    }

    /// Marks a vertex as waiting for a call.
    fn mark(&mut self, index: u32) {
        let vertex = &mut self.graph.vertices[index as usize];
        if !vertex.dirty {
            vertex.dirty = true;
            self.waiting.push(Reverse((vertex.order, index)));
        }
    }

    /// Calls a waiting vertex if its inputs have values.
    fn visit(&mut self, index: u32, budget: &Budget) -> Result<(), Failure> {
        let at = index as usize;
        let state = match self.ready(index) {
            Err(state) => state,
            Ok(()) => {
                let id = self.graph.id(index);
                let Some(mut function) = self.graph.vertices[at].function.take() else {
                    return Ok(());
                };
                let mut change = Transaction::new(&mut self.ids);
                let started = std::mem::replace(&mut self.graph.vertices[at].started, true);
                // A panic is a failure that cannot be caught.
                let called = guard(|| {
                    let vertices = &self.graph.vertices;
                    let inputs = Inputs::new(vertices, &vertices[at].inputs);
                    let started = if started {
                        Ok(())
                    } else {
                        function.start(&Sender::new(id, &self.inbox))
                    };
                    Ok(started.and_then(|()| function.call(inputs, &mut change, budget)))
                });
                let called = called.unwrap_or_else(|error| Err(error.into()));
                let ops = change.ops;
                let tag = function.tag();
                self.graph.vertices[at].function = Some(function);
                match called {
                    Ok(value) => {
                        self.commit_of(index, ops, budget)?;
                        State::Value(value)
                    }
                    Err(failure) if failure.severity == Severity::Pending => {
                        ops.iter().for_each(|op| release_ids(&mut self.ids, op));
                        State::Missing
                    }
                    Err(mut failure) => {
                        ops.iter().for_each(|op| release_ids(&mut self.ids, op));
                        failure.origin.get_or_insert((id, tag));
                        if failure.error.code().is_refusal() || failure.severity == Severity::Fatal
                        {
                            return Err(failure);
                        }
                        State::Failed(Arc::new(failure))
                    }
                }
            }
        };
        self.set(index, state, budget)
    }

    /// Checks whether a vertex can be called; otherwise returns its new state.
    fn ready(&self, index: u32) -> Result<(), State> {
        let vertex = &self.graph.vertices[index as usize];
        let states = vertex.inputs.iter().map(|input| match input {
            Some(input) => &self.graph.vertices[input.from as usize].state,
            None => &State::Missing,
        });
        if !vertex
            .function
            .as_ref()
            .is_some_and(|function| function.catches())
        {
            let failed = states.clone().find_map(|state| match state {
                State::Failed(failure) => Some(failure.clone()),
                State::Missing | State::Value(_) => None,
            });
            if let Some(failure) = failed {
                return Err(State::Failed(failure));
            }
        }
        let mut states = states;
        if states.any(|state| matches!(state, State::Missing)) {
            return Err(State::Missing);
        }
        Ok(())
    }

    /// Sets the state of a vertex, and marks its readers if it is different.
    fn set(&mut self, index: u32, state: State, budget: &Budget) -> Result<(), Failure> {
        let vertex = &mut self.graph.vertices[index as usize];
        let same = match (&vertex.state, &state) {
            (State::Missing, State::Missing) => true,
            (State::Failed(old), State::Failed(new)) => Arc::ptr_eq(old, new),
            (State::Value(old), State::Value(new)) => {
                budget.charge(u64::from(new.facts().size()) / PARTS_A_STEP)?;
                old == new
            }
            _ => false,
        };
        if same {
            return Ok(());
        }
        self.missing -= usize::from(matches!(vertex.state, State::Missing));
        self.missing += usize::from(matches!(state, State::Missing));
        vertex.state = state;
        self.changed = true;
        if !vertex.noted {
            vertex.noted = true;
            let id = VertexId {
                index,
                generation: vertex.generation,
            };
            self.changes.push(id);
        }
        self.update_uncaught(index);
        for at in 0..self.graph.vertices[index as usize].outputs.len() {
            let reader = self.graph.vertices[index as usize].outputs[at].to;
            self.mark(reader);
        }
        Ok(())
    }

    /// Updates the list of vertices with a failure and without readers.
    fn update_uncaught(&mut self, index: u32) {
        let vertex = &self.graph.vertices[index as usize];
        if matches!(vertex.state, State::Failed(_)) && vertex.outputs.is_empty() {
            self.uncaught.insert(index);
        } else if !self.uncaught.is_empty() {
            self.uncaught.remove(&index);
        }
    }

    /// Commits the changes that a function has recorded. The function assumes that they are done,
    /// so the budget is charged but does not prevent the commit. Every other error is permanent.
    fn commit_of(&mut self, index: u32, ops: Vec<Op>, budget: &Budget) -> Result<(), Failure> {
        if ops.is_empty() {
            return Ok(());
        }
        let unbounded = Budget::new();
        if let Err(error) = self.commit(ops, Some(index), &unbounded) {
            let id = self.graph.id(index);
            let mut failure = Failure::fatal(error);
            failure.origin = Some((id, self.tag(id)));
            self.end(&failure);
            return Err(failure);
        }
        // An exceeded budget is reported when the next vertex is charged.
        let _ = budget.charge(unbounded.steps());
        Ok(())
    }

    fn commit(&mut self, ops: Vec<Op>, owner: Option<u32>, budget: &Budget) -> Result<()> {
        let added = ops.iter().filter(|op| matches!(op, Op::Add(..))).count();
        let done = self.graph.commit(&mut self.ids, ops, owner, budget)?;
        self.changed = true;
        self.missing += added;
        for (index, state) in done.removed {
            self.missing -= usize::from(matches!(state, State::Missing));
            self.uncaught.remove(&index);
        }
        for index in done.moved {
            let vertex = &self.graph.vertices[index as usize];
            if vertex.dirty {
                self.waiting.push(Reverse((vertex.order, index)));
            }
        }
        for index in done.touched {
            if self.graph.is_present(index) {
                self.mark(index);
            }
        }
        for index in done.sources {
            self.update_uncaught(index);
        }
        for mut function in done.stopped {
            function.stop();
        }
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.inbox.close();
        for vertex in &mut self.graph.vertices {
            if let Some(function) = vertex.function.as_mut().filter(|_| vertex.started) {
                function.stop();
            }
        }
    }
}
