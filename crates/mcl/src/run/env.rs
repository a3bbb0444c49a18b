//! Environments: which vertices are parameters and binds?
//!
//! One for each function that is applied, each part that a loop goes through, and the program. A
//! bind is one vertex in its loop's turn, or in the program, as long as somebody reads it.

use crate::scope::program::NodeId;
use polycty_core::types::IdMap;
use polycty_engine::VertexId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What parameters are in a place, and around it.
pub(super) struct Env {
    params: Box<[(NodeId, VertexId)]>,
    around: Option<Arc<Env>>,
    /// How many functions are applied around it.
    level: u32,
    turn: Option<Turn>,
}

/// One part that a loop goes through, or the program.
struct Turn {
    /// The first variable of the loop.
    of: Option<NodeId>,
    /// What is bound in it; what is gone is made again.
    binds: Mutex<IdMap<NodeId, VertexId>>,
}

impl Env {
    /// That of a program.
    pub fn root() -> Arc<Env> {
        Arc::new(Env {
            params: Box::default(),
            around: None,
            level: 0,
            turn: Some(Turn {
                of: None,
                binds: Mutex::default(),
            }),
        })
    }

    /// That of a turn of a loop.
    pub fn turn(self: &Arc<Env>, params: [(NodeId, VertexId); 2]) -> Arc<Env> {
        Arc::new(Env {
            turn: Some(Turn {
                of: Some(params[0].0),
                binds: Mutex::default(),
            }),
            params: params.into(),
            around: Some(self.clone()),
            level: self.level,
        })
    }

    /// That of a function that is applied; none where more than `most` are around it.
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
                turn: None,
            })
        })
    }

    /// The environments from this one to the outermost.
    fn all(self: &Arc<Env>) -> impl Iterator<Item = &Arc<Env>> {
        std::iter::successors(Some(self), |env| env.around.as_ref())
    }

    /// The vertex of a parameter.
    pub fn param(self: &Arc<Env>, id: NodeId) -> Option<VertexId> {
        let mut params = self.all().flat_map(|env| &env.params);
        params
            .find(|(param, _)| *param == id)
            .map(|(_, vertex)| *vertex)
    }

    /// The parameters of the functions that are applied in the same turn.
    pub fn arguments(self: &Arc<Env>) -> impl Iterator<Item = VertexId> {
        let applied = self.all().take_while(|env| env.turn.is_none());
        applied
            .flat_map(|env| &env.params)
            .map(|(_, vertex)| *vertex)
    }

    /// The turn of a loop, by its first variable, or the program.
    pub fn turn_of(self: &Arc<Env>, of: Option<NodeId>) -> Option<&Arc<Env>> {
        self.all()
            .find(|env| env.turn.as_ref().is_some_and(|turn| turn.of == of))
    }

    /// What a turn has bound a name's expression to.
    pub fn bound(&self, id: NodeId) -> Option<VertexId> {
        self.binds()?.get(&id).copied()
    }

    /// Notes what an expression is bound to.
    pub fn bind(&self, id: NodeId, vertex: VertexId) {
        if let Some(mut binds) = self.binds() {
            binds.insert(id, vertex);
        }
    }

    /// Whoever builds holds them for a moment, and nothing panics meanwhile.
    fn binds(&self) -> Option<MutexGuard<'_, IdMap<NodeId, VertexId>>> {
        let turn = self.turn.as_ref()?;
        Some(turn.binds.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
