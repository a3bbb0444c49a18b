//! Runtimes: a program that runs step by step.

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

/// The most vertices that a program may have while it runs, unless its host says otherwise.
const MAX_VERTICES: usize = 1 << 20;

/// What a step has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Whether all that the program computes has a value.
    pub complete: bool,
    /// Whether there is another graph of resources than after the step before.
    pub changed: bool,
}

/// A program that runs: a graph of functions that is stepped, and the graph of resources that the
/// program asks for now. One thread at a time has it; the senders that functions were given reach
/// it from any.
pub struct Runtime {
    program: Arc<Program>,
    engine: Engine,
    output: VertexId,
    /// Whether the output is another one than that which the graph of resources is made of.
    is_due: bool,
    resources: Option<Arc<ResourceGraph>>,
    /// The output that it is made of.
    shown: Option<Value>,
    /// Why there is no graph of resources of the output.
    fault: Option<Box<CompileError>>,
}

impl Program {
    /// Begins to run it. Nothing is computed before the first step.
    ///
    /// # Errors
    /// With the code [`Limit`](polycty_core::source::Code) where it is too large.
    pub fn start(self: &Arc<Self>, budget: &Budget) -> Result<Runtime, Box<CompileError>> {
        self.start_with(MAX_VERTICES, budget)
    }

    /// As [`Program::start`], with a bound on the vertices that there may be at once.
    ///
    /// # Errors
    /// As [`Program::start`].
    pub fn start_with(
        self: &Arc<Self>,
        vertices: usize,
        budget: &Budget,
    ) -> Result<Runtime, Box<CompileError>> {
        Runtime::new(self, vertices, budget)
    }
}

impl Runtime {
    /// A program that begins to run, with at most so many vertices.
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
                Some(id) => failure.at(&program.nodes().place(program.nodes()[id].at)),
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
            fault: None,
        })
    }

    /// Says what to call, on whichever thread, when there is something to step for after there was
    /// nothing.
    pub fn on_wake(&self, wake: impl Fn() + Send + Sync + 'static) {
        self.engine.on_wake(wake);
    }

    /// Whether a step would find something to do.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.engine.is_due() || self.is_due && !self.engine.has_ended()
    }

    /// Computes what events have reached, and says whether the program asks for something else.
    ///
    /// # Errors
    /// Of the stage [`Stage::Stream`] where a function fails and nothing catches it, and where there
    /// would be too many vertices: every step says the same from then on. Of the stages [`Stage::Interpret`] and [`Stage::AutoEdge`]
    /// where what the program puts out is no graph: so says every step until an event has changed
    /// that; the graph that there was stays. With the codes
    /// [`Limit`](polycty_core::source::Code) and `Cancelled` where the budget is spent: another
    /// step goes on.
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
                    self.fault = None;
                    changed = another;
                }
                Err(failure) if failure.code.is_refusal() => return Err(failure),
                Err(failure) => self.fault = Some(failure),
            }
            self.is_due = false;
        }
        match &self.fault {
            Some(failure) => Err(failure.clone()),
            None => Ok(Progress {
                complete: progress.complete,
                changed,
            }),
        }
    }

    /// Finds the graph of resources of an output: that which there is with what is another, if that
    /// has the same places. Says whether it says something else.
    fn interpret(&mut self, output: &Value, budget: &Budget) -> Result<bool, Box<CompileError>> {
        if let (Some(graph), Some(shown)) = (&mut self.resources, &self.shown)
            && let Some(changes) = replacements(shown, output, budget)
            && graph.replace(&self.program.environment().kinds, &changes)
        {
            return Ok(changes.iter().any(|(before, after)| before != after));
        }
        let graph = interpret(&self.program, output, budget)?;
        let before = self.resources.as_deref();
        let is_another = before.is_none_or(|before| !before.says_the_same(&graph));
        self.resources = Some(Arc::new(graph));
        Ok(is_another)
    }

    /// The graph of resources that the program asks for; none before a first step was complete.
    #[must_use]
    pub fn resources(&self) -> Option<&Arc<ResourceGraph>> {
        self.resources.as_ref()
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// How many vertices the graph of functions has now.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.engine.vertices().count()
    }

    /// Why the graph of functions stands still, and where.
    fn stopped(&self, stop: Stop) -> Box<CompileError> {
        let Stop { error, origin } = stop;
        let node = origin
            .and_then(|(_, tag)| node_of(tag, &error))
            .and_then(|number| self.program.nodes().id(number));
        let failure = CompileError::of(Stage::Stream, error);
        match node {
            Some(id) => {
                let nodes = self.program.nodes();
                failure.at(&nodes.place(nodes[id].at))
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
