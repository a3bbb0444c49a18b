//! Environments: the vertices of parameters and binds.
//!
//! The program, each application of a function, and each iteration of a loop have an environment. A
//! bind has one vertex per iteration of its loop, or one in the program, while a vertex reads it.

use crate::scope::program::NodeId;
use polycty_core::types::IdMap;
use polycty_engine::VertexId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The parameters of a scope, and the enclosing environment.
pub(super) struct Env {
    params: Box<[(NodeId, VertexId)]>,
    around: Option<Arc<Env>>,
    /// The number of enclosing applications of functions.
    level: u32,
    iteration: Option<Iteration>,
}

/// An iteration of a loop, or the program.
struct Iteration {
    /// The first variable of the loop; `None` for the program.
    of: Option<NodeId>,
    /// The vertices of binds. A vertex that was removed is built again on use.
    binds: Mutex<IdMap<NodeId, VertexId>>,
}

impl Env {
    /// Creates the environment of a program.
    pub fn root() -> Arc<Env> {
        Arc::new(Env {
            params: Box::default(),
            around: None,
            level: 0,
            iteration: Some(Iteration {
                of: None,
                binds: Mutex::default(),
            }),
        })
    }

    /// Creates the environment of an iteration of a loop.
    pub fn iteration(self: &Arc<Env>, params: [(NodeId, VertexId); 2]) -> Arc<Env> {
        Arc::new(Env {
            iteration: Some(Iteration {
                of: Some(params[0].0),
                binds: Mutex::default(),
            }),
            params: params.into(),
            around: Some(self.clone()),
            level: self.level,
        })
    }

    /// Creates the environment of an application of a function, or returns `None` if `most`
    /// applications already enclose it.
    pub fn applied(
        self: &Arc<Env>,
        params: impl Iterator<Item = (NodeId, VertexId)>,
        most: u32,
    ) -> Option<Arc<Env>> {
        (self.level < most).then(|| {
            Arc::new(Env {
                params: params.collect(),
                around: Some(self.clone()),
                level: self.level + 1,
                iteration: None,
            })
        })
    }

    /// Returns the environments from this one to the outermost.
    fn all(self: &Arc<Env>) -> impl Iterator<Item = &Arc<Env>> {
        std::iter::successors(Some(self), |env| env.around.as_ref())
    }

    /// Returns the vertex of a parameter.
    pub fn param(self: &Arc<Env>, id: NodeId) -> Option<VertexId> {
        let mut params = self.all().flat_map(|env| &env.params);
        params
            .find(|(param, _)| *param == id)
            .map(|(_, vertex)| *vertex)
    }

    /// Returns the parameters of the functions that are applied in the same iteration.
    pub fn arguments(self: &Arc<Env>) -> impl Iterator<Item = VertexId> {
        let applied = self.all().take_while(|env| env.iteration.is_none());
        applied
            .flat_map(|env| &env.params)
            .map(|(_, vertex)| *vertex)
    }

    /// Returns the environment of an iteration of the loop with this first variable, or of the
    /// program.
    pub fn iteration_of(self: &Arc<Env>, of: Option<NodeId>) -> Option<&Arc<Env>> {
        self.all().find(|env| {
            env.iteration
                .as_ref()
                .is_some_and(|iteration| iteration.of == of)
        })
    }

    /// Returns the vertex of a bind in this iteration.
    pub fn bound(&self, id: NodeId) -> Option<VertexId> {
        self.binds()?.get(&id).copied()
    }

    /// Records the vertex of a bind.
    pub fn bind(&self, id: NodeId, vertex: VertexId) {
        if let Some(mut binds) = self.binds() {
            binds.insert(id, vertex);
        }
    }

    /// The lock is held only for short accesses that do not panic.
    fn binds(&self) -> Option<MutexGuard<'_, IdMap<NodeId, VertexId>>> {
        let iteration = self.iteration.as_ref()?;
        Some(
            iteration
                .binds
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }
}
