//! Compiled programs.

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

/// A compiled program. It is immutable and may be shared by threads.
pub struct Program {
    typed: Typed,
    graph: Graph,
    environment: Environment,
    /// The folders of its files.
    folders: Vec<Arc<str>>,
}

impl Program {
    /// Compiles the program that starts at a file or, if `entry` ends in a slash, at a module.
    ///
    /// # Errors
    /// The first error of any stage up to [`Stage::Graph`](crate::Stage); its code is
    /// [`Limit`](polycty_core::source::Code) if the program is too large.
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

    /// Returns the static graph of functions.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the expressions and their types.
    #[must_use]
    pub fn typed(&self) -> &Typed {
        &self.typed
    }

    /// Returns the statements and nodes.
    #[must_use]
    pub fn nodes(&self) -> &scope::Program {
        &self.typed.program
    }

    /// Returns the folder of the file of an expression, with a final slash.
    pub(super) fn base(&self, id: NodeId) -> &Arc<str> {
        &self.folders[self.typed.program[id].at.file as usize]
    }

    /// Returns the environment of the program.
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
