//! How a program becomes a graph of functions.
//!
//! A bind is one vertex however often it is used. A call whose function is known is applied at
//! once: a function of the language leaves its body behind, in which parameters are the vertices
//! of the arguments. If what comes out may not be computed while the program is compiled, all of
//! that is taken back, and a vertex that calls the function stands for it.
//!
//! Expressions are gone through without recursion: tasks stand on a stack, and the vertices that
//! they have made on another one.

use super::vertex::{Graph, Vertex, VertexId, VertexKind};
use crate::compile_error::{CompileError, Stage};
use crate::scope::program::{Body, LineKind, NodeId, NodeKind, Output, Resource, Via};
use crate::types::shape::Shape;
use crate::typing::Typed;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::{Str, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// The bytes that are charged for a vertex and its edges.
const VERTEX_BYTES: u64 = 192;

/// How deep applied functions may lie within each other.
const MAX_APPLIED: usize = 512;

type Made<T = ()> = Result<T, Box<CompileError>>;

/// Builds the graph of a program.
///
/// A step of the budget is taken for each vertex.
///
/// # Errors
/// Of the stage [`Stage::Graph`]; with the code [`Limit`](Code::Limit) where the graph is too
/// large.
pub fn graph(typed: &Typed, budget: &Budget) -> Result<Graph, Box<CompileError>> {
    let mut builder = Builder {
        typed,
        budget,
        graph: Graph::default(),
        shared: FxHashMap::default(),
        log: Vec::new(),
        envs: Vec::new(),
        captures: FxHashMap::default(),
    };
    builder.body(&typed.program.body)?;
    Ok(builder.graph)
}

/// What the parameters of an applied function are; numbers begin at 1, and 0 is none.
type EnvId = u32;

struct Env {
    params: Vec<(NodeId, VertexId)>,
    around: EnvId,
}

struct Builder<'t> {
    typed: &'t Typed,
    budget: &'t Budget,
    graph: Graph,
    /// The vertices of binds.
    shared: FxHashMap<NodeId, VertexId>,
    /// Binds in the order in which they were made.
    log: Vec<NodeId>,
    envs: Vec<Env>,
    /// Whether a function uses a parameter of one around it.
    captures: FxHashMap<NodeId, bool>,
}

/// What is to be done.
enum Task {
    /// Makes the vertex of an expression.
    Make(NodeId, EnvId),
    /// Finds or makes the vertex of what a variable stands for.
    Refer(NodeId, EnvId),
    /// The last vertex is a bind's.
    Share(NodeId),
    /// As many vertices as there are names are the arguments of another one.
    Join(NodeId, VertexKind, Vec<Str>),
    /// The last vertex is what decides, for a vertex with an output of its own.
    Choose(NodeId, VertexKind, &'static str, VertexKind),
    /// The vertices of a call's arguments are there.
    Apply(NodeId, EnvId),
    /// The body of an applied function is there, or is taken back.
    Applied(NodeId, EnvId, Mark),
}

/// A place to return to.
struct Mark {
    vertices: usize,
    edges: usize,
    shared: usize,
}

/// A function that is known.
#[derive(Clone, Copy)]
enum Known {
    Func(NodeId),
    Builtin(NodeId),
}

impl Builder<'_> {
    fn body(&mut self, body: &Body) -> Made {
        for output in body {
            match output {
                Output::Resource(resource) => self.resource(resource)?,
                Output::Edge(halves, _) => {
                    for half in halves {
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
        let mut metas: FxHashSet<&str> = FxHashSet::default();
        for line in &resource.lines {
            let value = match &line.kind {
                LineKind::Field(_, value) => *value,
                LineKind::Edge(_, half) => half.name,
                LineKind::Meta(name, value) => {
                    let ty = self.typed.ty(*value);
                    let names = match ty.and_then(Shape::of) {
                        Some(Shape::Struct(fields)) if &**name == "meta" => {
                            fields.iter().map(|field| field.name()).collect()
                        }
                        _ => vec![&**name],
                    };
                    if let Some(name) = names.into_iter().find(|name| !metas.insert(name)) {
                        let message = format!("resource has duplicate meta entry of: {name}");
                        let failure = CompileError::new(Stage::Graph, Code::Type, message);
                        return Err(failure.at(&self.typed.program.place(resource.at)));
                    }
                    *value
                }
            };
            self.make(value)?;
            if let Some(condition) = line.condition {
                self.make(condition)?;
            }
        }
        Ok(())
    }

    fn vertex(&mut self, kind: VertexKind, node: Option<NodeId>) -> Made<VertexId> {
        let charged = self
            .budget
            .charge(1)
            .and_then(|()| self.budget.hold(VERTEX_BYTES));
        charged.map_err(|spent| CompileError::of(Stage::Graph, Error::from(spent)))?;
        Ok(self.graph.add(Vertex { kind, node }))
    }

    #[cold]
    fn broken(&self, id: NodeId) -> Box<CompileError> {
        let failure =
            CompileError::new(Stage::Graph, Code::Internal, "an expression without a type");
        failure.at(&self.typed.program.place(self.typed.program[id].at))
    }

    fn ty(&self, id: NodeId) -> Made<Type> {
        self.typed.ty(id).cloned().ok_or_else(|| self.broken(id))
    }

    /// The vertex of an expression of a statement.
    fn make(&mut self, id: NodeId) -> Made<VertexId> {
        let mut tasks = vec![Task::Make(id, 0)];
        let mut made: Vec<VertexId> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Make(id, env) => self.start(id, env, &mut tasks, &mut made)?,
                Task::Refer(id, env) => self.refer(id, env, &mut tasks, &mut made)?,
                Task::Share(id) => {
                    if let Some(&vertex) = made.last() {
                        self.shared.insert(id, vertex);
                        self.log.push(id);
                    }
                }
                Task::Join(id, kind, names) => {
                    let parts = made.split_off(made.len() - names.len());
                    let vertex = self.vertex(kind, Some(id))?;
                    for (part, name) in parts.into_iter().zip(&names) {
                        self.graph.link(part, vertex, name);
                    }
                    made.push(vertex);
                }
                Task::Choose(id, kind, arg, output) => {
                    let from = made.pop().ok_or_else(|| self.broken(id))?;
                    let vertex = self.vertex(kind, Some(id))?;
                    self.graph.link(from, vertex, arg);
                    let output = self.vertex(output, Some(id))?;
                    self.graph.link(vertex, output, "dummy");
                    made.push(output);
                }
                Task::Apply(id, env) => self.apply(id, env, &mut tasks, &mut made)?,
                Task::Applied(id, env, mark) => {
                    let result = made.last().ok_or_else(|| self.broken(id))?;
                    if self.graph.vertices[result.number()].kind.speculates() {
                        continue;
                    }
                    made.pop();
                    self.undo(&mark);
                    self.call(id, env, &mut tasks);
                }
            }
        }
        made.pop().ok_or_else(|| self.broken(id))
    }

    fn undo(&mut self, mark: &Mark) {
        self.graph.undo(mark.vertices, mark.edges);
        for id in self.log.drain(mark.shared..) {
            self.shared.remove(&id);
        }
    }

    fn start(
        &mut self,
        id: NodeId,
        env: EnvId,
        tasks: &mut Vec<Task>,
        made: &mut Vec<VertexId>,
    ) -> Made {
        let node = &self.typed.program[id];
        let parts = |tasks: &mut Vec<Task>, parts: &mut dyn DoubleEndedIterator<Item = NodeId>| {
            tasks.extend(parts.rev().map(|part| Task::Make(part, env)));
        };
        match &node.kind {
            NodeKind::Const(value) => {
                made.push(self.vertex(VertexKind::Const(value.clone()), Some(id))?);
            }
            NodeKind::List(elements) => {
                let names = (0..elements.len())
                    .map(|at| at.to_string().into())
                    .collect();
                tasks.push(Task::Join(id, VertexKind::Composite(self.ty(id)?), names));
                parts(tasks, &mut elements.iter().copied());
            }
            NodeKind::Map(pairs) => {
                let name = |what: &'static str| {
                    (0..pairs.len()).map(move |at| format!("{what}:{at}").into())
                };
                let names = name("key").chain(name("val")).collect();
                tasks.push(Task::Join(id, VertexKind::Composite(self.ty(id)?), names));
                let (keys, values) = (
                    pairs.iter().map(|(key, _)| *key),
                    pairs.iter().map(|(_, value)| *value),
                );
                parts(tasks, &mut keys.chain(values));
            }
            NodeKind::Struct(fields) => {
                let names = fields.iter().map(|(name, _)| name.clone()).collect();
                tasks.push(Task::Join(id, VertexKind::Composite(self.ty(id)?), names));
                parts(tasks, &mut fields.iter().map(|(_, value)| *value));
            }
            NodeKind::Var(_, target) => self.refer(*target, env, tasks, made)?,
            NodeKind::Param(..) => self.refer(id, env, tasks, made)?,
            NodeKind::Func(_) | NodeKind::Builtin(_) => {
                made.push(self.vertex(VertexKind::FuncValue, Some(id))?);
            }
            NodeKind::If(condition, ..) => {
                let output = VertexKind::IfOutput;
                tasks.push(Task::Choose(id, VertexKind::If, "condition", output));
                tasks.push(Task::Make(*condition, env));
            }
            NodeKind::Except(expr, _) => {
                let output = VertexKind::ExceptOutput;
                tasks.push(Task::Choose(id, VertexKind::Except, "value", output));
                tasks.push(Task::Make(*expr, env));
            }
            NodeKind::Call(call) => {
                tasks.push(Task::Apply(id, env));
                parts(tasks, &mut call.args.iter().copied());
            }
        }
        Ok(())
    }

    /// The vertex of what a variable stands for.
    fn refer(
        &mut self,
        target: NodeId,
        env: EnvId,
        tasks: &mut Vec<Task>,
        made: &mut Vec<VertexId>,
    ) -> Made {
        if let NodeKind::Param(..) = self.typed.program[target].kind {
            let vertex = self.param(target, env).ok_or_else(|| self.broken(target))?;
            made.push(vertex);
        } else if let Some(&vertex) = self.shared.get(&target) {
            made.push(vertex);
        } else {
            tasks.push(Task::Share(target));
            // What is bound does not see the parameters of who uses it.
            tasks.push(Task::Make(target, 0));
        }
        Ok(())
    }

    fn param(&self, id: NodeId, mut env: EnvId) -> Option<VertexId> {
        loop {
            let within = self.envs.get((env as usize).checked_sub(1)?)?;
            if let Some((_, vertex)) = within.params.iter().find(|(param, _)| *param == id) {
                return Some(*vertex);
            }
            env = within.around;
        }
    }

    /// Applies the function of a call to the vertices of its arguments, if it is known.
    fn apply(
        &mut self,
        id: NodeId,
        env: EnvId,
        tasks: &mut Vec<Task>,
        made: &mut Vec<VertexId>,
    ) -> Made {
        let NodeKind::Call(call) = &self.typed.program[id].kind else {
            return Ok(());
        };
        let args = made.split_off(made.len() - call.args.len());
        match self.known(call.callee) {
            Some(Known::Builtin(callee)) => {
                let NodeKind::Builtin(function) = &self.typed.program[callee].kind else {
                    return Ok(());
                };
                if !function.speculates() {
                    self.call(id, env, tasks);
                    return Ok(());
                }
                let ty = self.ty(callee)?;
                let names: Vec<Str> = match Shape::of(&ty) {
                    Some(Shape::Func(params, _)) => (params.iter().enumerate())
                        .map(|(at, param)| match &param.name {
                            Some(name) => name.clone(),
                            None => at.to_string().into(),
                        })
                        .collect(),
                    _ => Vec::new(),
                };
                let kind = VertexKind::Builtin(function.clone(), ty);
                let vertex = self.vertex(kind, Some(id))?;
                for (arg, name) in args.into_iter().zip(&names) {
                    self.graph.link(arg, vertex, name);
                }
                made.push(vertex);
            }
            Some(Known::Func(callee)) if self.applied(env) < MAX_APPLIED => {
                let NodeKind::Func(func) = &self.typed.program[callee].kind else {
                    return Ok(());
                };
                let mark = Mark {
                    vertices: self.graph.vertices.len(),
                    edges: self.graph.edges.len(),
                    shared: self.log.len(),
                };
                self.envs.push(Env {
                    params: func.params.iter().copied().zip(args).collect(),
                    around: env,
                });
                let inner = self.envs.len() as EnvId;
                tasks.push(Task::Applied(id, env, mark));
                tasks.push(Task::Make(func.body, inner));
            }
            _ => self.call(id, env, tasks),
        }
        Ok(())
    }

    /// How many functions are being applied around a place.
    fn applied(&self, mut env: EnvId) -> usize {
        let mut count = 0;
        while let Some(within) = (env as usize)
            .checked_sub(1)
            .and_then(|at| self.envs.get(at))
        {
            count += 1;
            env = within.around;
        }
        count
    }

    /// A call that is made when the program runs.
    fn call(&mut self, id: NodeId, env: EnvId, tasks: &mut Vec<Task>) {
        if let NodeKind::Call(call) = &self.typed.program[id].kind {
            tasks.push(Task::Choose(
                id,
                VertexKind::Call,
                "fn",
                VertexKind::CallOutput,
            ));
            tasks.push(match call.via {
                Via::Var => Task::Refer(call.callee, env),
                Via::Name | Via::Written => Task::Make(call.callee, env),
            });
        }
    }

    /// The function that an expression stands for, if that does not depend on anything.
    fn known(&mut self, mut id: NodeId) -> Option<Known> {
        loop {
            id = match &self.typed.program[id].kind {
                NodeKind::Builtin(_) => return Some(Known::Builtin(id)),
                NodeKind::Func(_) => return (!self.captures(id)).then_some(Known::Func(id)),
                NodeKind::Var(_, target) => *target,
                NodeKind::Except(expr, _) => *expr,
                NodeKind::If(condition, then, otherwise) => {
                    match self.typed.value(*condition)?.as_bool()? {
                        true => *then,
                        false => *otherwise,
                    }
                }
                _ => return None,
            };
        }
    }

    /// Whether a function uses a parameter of one around it.
    fn captures(&mut self, func: NodeId) -> bool {
        if let Some(&captures) = self.captures.get(&func) {
            return captures;
        }
        let program = &self.typed.program;
        let (mut own, mut used) = (FxHashSet::default(), Vec::new());
        let mut left = vec![func];
        while let Some(id) = left.pop() {
            match &program[id].kind {
                NodeKind::Const(_) | NodeKind::Builtin(_) | NodeKind::Param(..) => {}
                NodeKind::List(parts) => left.extend(parts),
                NodeKind::Map(pairs) => left.extend(pairs.iter().flat_map(|(a, b)| [*a, *b])),
                NodeKind::Struct(fields) => left.extend(fields.iter().map(|(_, value)| *value)),
                // What is bound stands outside of all functions.
                NodeKind::Var(_, target) => used.push(*target),
                NodeKind::Call(call) => {
                    left.extend(&call.args);
                    match call.via {
                        Via::Var => used.push(call.callee),
                        Via::Written => left.push(call.callee),
                        Via::Name => {}
                    }
                }
                NodeKind::Func(func) => {
                    own.extend(func.params.iter().copied());
                    left.push(func.body);
                }
                NodeKind::If(a, b, c) => left.extend([*a, *b, *c]),
                NodeKind::Except(a, b) => left.extend([*a, *b]),
            }
        }
        let foreign =
            |id: &NodeId| matches!(program[*id].kind, NodeKind::Param(..)) && !own.contains(id);
        let captures = used.iter().any(foreign);
        self.captures.insert(func, captures);
        captures
    }
}
