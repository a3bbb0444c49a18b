//! Construction of the static graph of functions of a program, for display.
//!
//! A call whose function is known is applied at once. If the result may not be computed during
//! compilation, the vertices of the call are removed and replaced by a vertex that calls the
//! function. Parts that depend on values are not in the graph.

use super::vertex::{Graph, Vertex, VertexId, VertexKind};
use super::walk::{BindState, Decides, Subject, Target, make};
use crate::compile_error::{CompileError, Stage};
use crate::host::Function;
use crate::scope::program::{Body, LineKind, NodeId, NodeKind, Output, Resource};
use crate::types::view::MclType;
use crate::typing::Typed;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::{IdMap, KeyedSet, Str, Type};
use std::sync::Arc;

/// The bytes that are charged per vertex with its edges.
const VERTEX_BYTES: u64 = 192;

/// The maximum nesting of applied functions.
const MAX_APPLIED: usize = 512;

type Made<T = ()> = Result<T, Box<CompileError>>;

/// Builds the graph of a program.
///
/// The budget is charged one step per vertex.
///
/// # Errors
/// Errors of the stage [`Stage::Graph`]; the code is [`Limit`](Code::Limit) if the graph is too
/// large.
pub fn graph(typed: &Typed, budget: &Budget) -> Result<Graph, Box<CompileError>> {
    let mut builder = Builder {
        typed,
        budget,
        graph: Graph::default(),
        shared: IdMap::default(),
        log: Vec::new(),
        envs: Vec::new(),
    };
    builder.body(&typed.program.body)?;
    Ok(builder.graph)
}

/// Returns the error message if a resource sets a meta parameter twice. The check depends on types.
pub(crate) fn duplicate_meta(typed: &Typed, resource: &Resource) -> Option<String> {
    let mut metas: KeyedSet<&str> = KeyedSet::default();
    for line in &resource.lines {
        let LineKind::Meta(name, value) = &line.kind else {
            continue;
        };
        let fields = match typed.ty(*value).and_then(MclType::of) {
            Some(MclType::Struct(fields)) if &**name == "meta" => fields,
            _ => &[],
        };
        let own = fields.is_empty().then_some(&**name);
        let names = fields.iter().map(|field| field.name()).chain(own);
        for name in names {
            if !metas.insert(name) {
                return Some(format!("resource has duplicate meta entry of: {name}"));
            }
        }
    }
    None
}

/// The index of an [`Env`] plus one; 0 is the empty environment.
type EnvId = u32;

struct Env {
    params: Vec<(NodeId, VertexId)>,
    around: EnvId,
    /// The nesting depth of applied functions.
    level: usize,
}

struct Builder<'t> {
    typed: &'t Typed,
    budget: &'t Budget,
    graph: Graph,
    /// The vertices of binds.
    shared: IdMap<NodeId, VertexId>,
    /// Binds in the order of their creation.
    log: Vec<NodeId>,
    envs: Vec<Env>,
}

/// A state of the graph that can be restored.
struct Mark {
    vertices: usize,
    edges: usize,
    shared: usize,
}

impl Builder<'_> {
    fn body(&mut self, body: &Body) -> Made {
        for output in body {
            match output {
                Output::Resource(resource) => self.resource(resource)?,
                Output::Edge(halves, _) => {
                    for half in halves.iter() {
                        self.make(half.name)?;
                    }
                }
                Output::If(branches) => {
                    self.statement(branches.condition, VertexKind::StmtIf, "condition")?;
                }
                Output::For(over) => self.statement(over.over, VertexKind::For, "list")?,
                Output::ForKv(over) => self.statement(over.over, VertexKind::ForKv, "map")?,
                Output::Include(include) => self.body(&include.body)?,
            }
        }
        Ok(())
    }

    fn statement(&mut self, expr: NodeId, kind: VertexKind, arg: &str) -> Made {
        let from = self.make(expr)?;
        let to = self.vertex(kind, None)?;
        self.graph.link(from, to, arg);
        Ok(())
    }

    fn resource(&mut self, resource: &Resource) -> Made {
        self.make(resource.name)?;
        if let Some(collect) = resource.collect {
            self.make(collect)?;
        }
        if let Some(message) = duplicate_meta(self.typed, resource) {
            let failure = CompileError::new(Stage::Graph, Code::Type, message);
            return Err(failure.at(&self.typed.program.location(resource.at)));
        }
        for line in &resource.lines {
            let value = match &line.kind {
                LineKind::Field(_, value) | LineKind::Meta(_, value) => *value,
                LineKind::Edge(_, half) => half.name,
            };
            self.make(value)?;
            if let Some(condition) = line.condition {
                self.make(condition)?;
            }
        }
        Ok(())
    }

    fn vertex(&mut self, kind: VertexKind, node: Option<NodeId>) -> Made<VertexId> {
        self.budget.parts(1, VERTEX_BYTES).map_err(|spent| {
            let failure = CompileError::of(Stage::Graph, Error::from(spent));
            match node {
                Some(id) => {
                    let program = &self.typed.program;
                    failure.at(&program.location(program[id].at))
                }
                None => failure,
            }
        })?;
        Ok(self.graph.add(Vertex { kind, node }))
    }

    /// Adds the vertex of an expression of a statement.
    fn make(&mut self, id: NodeId) -> Made<VertexId> {
        make(self, id, &0)
    }

    /// Returns the argument names of the parts of a vertex.
    fn names(&self, subject: Subject, kind: &VertexKind) -> Vec<Str> {
        match (&self.typed.program[subject.id].kind, kind) {
            (NodeKind::List(elements), _) => {
                let numbers = 0..elements.len();
                numbers.map(|at| at.to_string().into()).collect()
            }
            (NodeKind::Map(pairs), _) => {
                let name = |what: &'static str| {
                    (0..pairs.len()).map(move |at| format!("{what}:{at}").into())
                };
                name("key").chain(name("val")).collect()
            }
            (NodeKind::Struct(fields), _) => fields.iter().map(|(name, _)| name.clone()).collect(),
            (_, VertexKind::Builtin(_, ty)) => match MclType::of(ty) {
                Some(MclType::Func(params, _)) => (params.iter().enumerate())
                    .map(|(at, param)| match &param.name {
                        Some(name) => name.clone(),
                        None => at.to_string().into(),
                    })
                    .collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn mark(&self) -> Mark {
        Mark {
            vertices: self.graph.vertices.len(),
            edges: self.graph.edges.len(),
            shared: self.log.len(),
        }
    }
}

impl<'t> Target<'t> for Builder<'t> {
    type Vertex = VertexId;
    type Env = EnvId;
    type Mark = Mark;
    type Failure = Box<CompileError>;

    fn typed(&self) -> &'t Typed {
        self.typed
    }

    #[cold]
    fn broken(&self, id: NodeId) -> Box<CompileError> {
        let failure =
            CompileError::new(Stage::Graph, Code::Internal, "an expression without a type");
        failure.at(&self.typed.program.location(self.typed.program[id].at))
    }

    fn join(&mut self, subject: Subject, kind: VertexKind, parts: &[VertexId]) -> Made<VertexId> {
        let names = self.names(subject, &kind);
        let vertex = self.vertex(kind, Some(subject.of))?;
        for (part, name) in parts.iter().zip(&names) {
            self.graph.link(*part, vertex, name);
        }
        Ok(vertex)
    }

    fn call(
        &mut self,
        subject: Subject,
        function: &Arc<dyn Function>,
        ty: Type,
        args: &[VertexId],
    ) -> Made<Option<VertexId>> {
        if !function.speculates() {
            return Ok(None);
        }
        let kind = VertexKind::Builtin(function.clone(), ty);
        self.join(subject, kind, args).map(Some)
    }

    fn function(&mut self, id: NodeId, _: &EnvId) -> Made<VertexId> {
        self.vertex(VertexKind::FuncValue, Some(id))
    }

    fn decide(
        &mut self,
        id: NodeId,
        what: Decides,
        by: VertexId,
        _: Vec<VertexId>,
        _: &EnvId,
    ) -> Made<VertexId> {
        let (kind, arg, output) = match what {
            Decides::Call => (VertexKind::Call, "fn", VertexKind::CallOutput),
            Decides::If => (VertexKind::If, "condition", VertexKind::IfOutput),
            Decides::Except => (VertexKind::Except, "value", VertexKind::ExceptOutput),
        };
        let vertex = self.vertex(kind, Some(id))?;
        self.graph.link(by, vertex, arg);
        let output = self.vertex(output, Some(id))?;
        self.graph.link(vertex, output, "dummy");
        Ok(output)
    }

    fn param(&self, id: NodeId, env: &EnvId) -> Option<VertexId> {
        let mut env = *env;
        loop {
            let within = self.envs.get((env as usize).checked_sub(1)?)?;
            if let Some((_, vertex)) = within.params.iter().find(|(param, _)| *param == id) {
                return Some(*vertex);
            }
            env = within.around;
        }
    }

    fn bound(&mut self, id: NodeId, _: &EnvId) -> BindState<VertexId, EnvId> {
        match self.shared.get(&id) {
            Some(vertex) => BindState::Vertex(*vertex),
            // The value of a bind cannot use the parameters of its users.
            None => BindState::Missing(0),
        }
    }

    fn before_bind(&mut self) -> Mark {
        self.mark()
    }

    fn bind(&mut self, id: NodeId, _: &EnvId, _: Mark, vertex: VertexId) -> Made<VertexId> {
        self.shared.insert(id, vertex);
        self.log.push(id);
        Ok(vertex)
    }

    fn applies_closures(&self) -> bool {
        false
    }

    fn within(&mut self, params: &[NodeId], args: &[VertexId], env: &EnvId) -> Option<EnvId> {
        let around = (*env as usize).checked_sub(1);
        let level = around.map_or(0, |at| self.envs[at].level) + 1;
        if level > MAX_APPLIED {
            return None;
        }
        self.envs.push(Env {
            params: params.iter().copied().zip(args.iter().copied()).collect(),
            around: *env,
            level,
        });
        Some(self.envs.len() as EnvId)
    }

    fn before_applied(&self) -> Mark {
        self.mark()
    }

    fn keeps(&mut self, before: &Mark, result: VertexId) -> bool {
        if self.graph.vertices[result.number()].kind.speculates() {
            return true;
        }
        self.graph.undo(before.vertices, before.edges);
        for id in self.log.drain(before.shared..) {
            self.shared.remove(&id);
        }
        false
    }
}
