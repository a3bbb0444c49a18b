//! Programs that are compiled once, to be run any number of times.

use crate::compile_error::CompileError;
use crate::graph::{Graph, graph};
use crate::host::Environment;
use crate::scope::module::folder;
use crate::scope::program::NodeId;
use crate::scope::{self, build};
use crate::typing::{Typed, unify};
use polycty_core::calls::Budget;
use std::fmt;
use std::sync::Arc;

/// A program that is compiled. It does not change, and threads may share it.
pub struct Program {
    typed: Typed,
    graph: Graph,
    environment: Environment,
    /// The folders of its files.
    folders: Vec<Arc<str>>,
}

impl Program {
    /// Compiles the program that begins with a file or, with a slash at its end, a module.
    ///
    /// # Errors
    /// The first fault of any stage up to [`Stage::Graph`](crate::Stage); with the code
    /// [`Limit`](polycty_core::source::Code) where it is too large.
    pub fn compile(
        environment: Environment,
        entry: &str,
        budget: &Budget,
    ) -> Result<Program, Box<CompileError>> {
        let host = environment.host();
        let program = build(host, entry, budget)?;
        let typed = unify(program, host, budget)?;
        let graph = graph(&typed, budget)?;
        let folders = typed.program.files.iter();
        let folders = folders.map(|file| format!("{}/", folder(&file.name).trim_end_matches('/')));
        Ok(Program {
            folders: folders.map(Into::into).collect(),
            typed,
            graph,
            environment,
        })
    }

    /// The graph of its functions as it is before it runs.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Its expressions and their types.
    #[must_use]
    pub fn typed(&self) -> &Typed {
        &self.typed
    }

    /// Its statements and nodes.
    #[must_use]
    pub fn nodes(&self) -> &scope::Program {
        &self.typed.program
    }

    /// The folder of the file that an expression stands in, with its final slash.
    pub(super) fn base(&self, id: NodeId) -> &Arc<str> {
        &self.folders[self.typed.program[id].at.file as usize]
    }

    /// What it was given.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("vertices", &self.graph.vertices().len())
            .finish_non_exhaustive()
    }
}
