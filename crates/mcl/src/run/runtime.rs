//! Running programs.

use super::env::Env;
use super::expression::{Builder, node_of};
use super::interpret::{interpret, replacements};
use super::program::Program;
use crate::compile_error::{CompileError, Stage};
use crate::resources::ResourceGraph;
use polycty_core::calls::Budget;
use polycty_core::values::Value;
use polycty_engine::{Engine, Failure, Stop, VertexId};
use std::fmt;
use std::sync::Arc;

/// The default maximum number of vertices of a running program.
const MAX_VERTICES: usize = 1 << 19;

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Whether all vertices have a value.
    pub complete: bool,
    /// Whether the resource graph differs from the one after the previous step.
    pub changed: bool,
}

/// A running program: a graph of functions that is stepped, and the current resource graph. One
/// thread at a time may use it; senders of functions may be used from any thread.
pub struct Runtime {
    program: Arc<Program>,
    engine: Engine,
    output: VertexId,
    /// Whether the output differs from the one that the resource graph was built from.
    is_due: bool,
    resources: Option<Arc<ResourceGraph>>,
    /// The output that the resource graph was built from.
    shown: Option<Value>,
    /// The error, if the output has no resource graph.
    error: Option<Box<CompileError>>,
}

impl Program {
    /// Starts the program. Nothing is computed before the first step.
    ///
    /// # Errors
    /// [`Limit`](polycty_core::source::Code) if the program is too large.
    pub fn start(self: &Arc<Self>, budget: &Budget) -> Result<Runtime, Box<CompileError>> {
        self.start_with(MAX_VERTICES, budget)
    }

    /// Starts the program with a maximum number of vertices.
    ///
    /// # Errors
    /// The errors of [`Program::start`].
    pub fn start_with(
        self: &Arc<Self>,
        vertices: usize,
        budget: &Budget,
    ) -> Result<Runtime, Box<CompileError>> {
        Runtime::new(self, vertices, budget)
    }
}

impl Runtime {
    /// Starts a program with at most `vertices` vertices.
    fn new(
        program: &Arc<Program>,
        vertices: usize,
        budget: &Budget,
    ) -> Result<Runtime, Box<CompileError>> {
        let mut engine = Engine::new();
        engine.limit_vertices(vertices);
        let mut at = None;
        let output = engine.change(budget, |change| {
            let mut builder = Builder::new(program, change, budget);
            let output = builder.statements(&program.nodes().body, &Env::root());
            output.map_err(|failure: Failure| {
                at = builder.at.filter(|_| failure.error.code().is_refusal());
                failure.error
            })
        });
        let output = output.map_err(|error| {
            let failure = CompileError::of(Stage::Graph, error);
            match at {
                Some(id) => failure.at(&program.nodes().location(program.nodes()[id].at)),
                None => failure,
            }
        })?;
        Ok(Runtime {
            program: program.clone(),
            output,
            engine,
            is_due: false,
            resources: None,
            shown: None,
            error: None,
        })
    }

    /// Sets a callback that is called, on any thread, when a step becomes due.
    pub fn on_wake(&self, wake: impl Fn() + Send + Sync + 'static) {
        self.engine.on_wake(wake);
    }

    /// Returns whether a step is due.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.engine.is_due() || self.is_due && !self.engine.has_ended()
    }

    /// Computes all vertices that events have reached, and returns whether the resource graph
    /// changed.
    ///
    /// # Errors
    /// - Errors of [`Stage::Stream`] if a function fails and no `<|>` catches the failure, or if
    ///   there are too many vertices. All later steps return the same error.
    /// - Errors of [`Stage::Interpret`] and [`Stage::AutoEdge`] if the output of the program is not
    ///   a valid graph. All steps return the error until an event changes the output; the previous
    ///   graph is kept.
    /// - [`Limit`](polycty_core::source::Code) and `Cancelled` if the budget is exceeded or
    ///   cancelled; the next step continues.
    pub fn step(&mut self, budget: &Budget) -> Result<Progress, Box<CompileError>> {
        let progress = self.engine.step(budget);
        let progress = progress.map_err(|stop| self.stopped(stop))?;
        let changes = self.engine.take_changes();
        self.is_due |= changes.contains(&self.output);
        let mut changed = false;
        if progress.complete
            && self.is_due
            && let Some(output) = self.engine.value(self.output).cloned()
        {
            match self.interpret(&output, budget) {
                Ok(another) => {
                    self.shown = Some(output);
                    self.error = None;
                    changed = another;
                }
                Err(failure) if failure.code.is_refusal() => return Err(failure),
                Err(failure) => self.error = Some(failure),
            }
            self.is_due = false;
        }
        match &self.error {
            Some(failure) => Err(failure.clone()),
            None => Ok(Progress {
                complete: progress.complete,
                changed,
            }),
        }
    }

    /// Updates the resource graph for an output, and returns whether it changed. If only resources
    /// differ, they are replaced in the existing graph.
    fn interpret(&mut self, output: &Value, budget: &Budget) -> Result<bool, Box<CompileError>> {
        if let (Some(graph), Some(shown)) = (&mut self.resources, &self.shown)
            && let Some(changes) = replacements(shown, output, budget)
            && graph.replace(&self.program.environment().kinds, &changes)
        {
            return Ok(changes.iter().any(|(before, after)| before != after));
        }
        let graph = interpret(&self.program, output, budget)?;
        let before = self.resources.as_deref();
        let changed = before.is_none_or(|before| !before.has_same_content(&graph));
        self.resources = Some(Arc::new(graph));
        Ok(changed)
    }

    /// Returns the current resource graph, or `None` before the first complete step.
    #[must_use]
    pub fn resources(&self) -> Option<&Arc<ResourceGraph>> {
        self.resources.as_ref()
    }

    /// Returns the program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns the current number of vertices of the graph of functions.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.engine.vertices().count()
    }

    /// Returns the error that stopped the graph of functions, with its location.
    fn stopped(&self, stop: Stop) -> Box<CompileError> {
        let Stop { error, origin } = stop;
        let node = origin
            .and_then(|(_, tag)| node_of(tag, &error))
            .and_then(|number| self.program.nodes().id(number));
        let failure = CompileError::of(Stage::Stream, error);
        match node {
            Some(id) => {
                let nodes = self.program.nodes();
                failure.at(&nodes.location(nodes[id].at))
            }
            None => failure,
        }
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime")
            .field("resources", &self.resources)
            .finish_non_exhaustive()
    }
}
