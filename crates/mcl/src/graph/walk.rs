//! Conversion of expressions to vertices.
//!
//! A bind has one vertex, however often it is used. A call whose function is known is applied at
//! once: the body of an mcl function becomes vertices, and its parameters are the vertices of the
//! arguments. Decisions that depend on a value (the called function, the branch) are left to the
//! [`Target`]: the static graph ends there, and the running graph builds the rest when it has the
//! value.
//!
//! The conversion does not recurse: it uses a stack of tasks and a stack of the vertices that they
//! have made.

use super::vertex::VertexKind;
use crate::host::Function;
use crate::scope::program::{NodeId, NodeKind, Via};
use crate::typing::Typed;
use polycty_core::types::Type;
use std::sync::Arc;

/// The decision that a vertex makes by its input value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decides {
    /// The called function, which is the value.
    Call,
    /// The branch of a conditional.
    If,
    /// The fallback of an expression that has failed.
    Except,
}

/// An expression to convert, and the expression that owns its vertex: a call whose function is
/// applied owns the vertex of the function's body.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    pub id: NodeId,
    pub of: NodeId,
}

/// The state of a bind.
pub(crate) enum BindState<V, E> {
    /// The vertex exists.
    Vertex(V),
    /// The vertex must be made in this environment.
    Missing(E),
}

/// A graph under construction.
pub(crate) trait Target<'t> {
    /// A vertex.
    type Vertex: Copy;
    /// The environment: the vertices of parameters.
    type Env: Clone;
    /// A state of the target that can be restored.
    type Mark;
    /// The error type.
    type Failure;

    fn typed(&self) -> &'t Typed;

    /// Returns the internal error for an expression that cannot occur in a valid program.
    fn broken(&self, id: NodeId) -> Self::Failure;

    /// Makes a vertex that computes a value from its parts.
    fn join(
        &mut self,
        subject: Subject,
        kind: VertexKind,
        parts: &[Self::Vertex],
    ) -> Result<Self::Vertex, Self::Failure>;

    /// Makes a call of a host function with its arguments. The result is `None` if the target makes
    /// such calls at run time.
    fn call(
        &mut self,
        subject: Subject,
        function: &Arc<dyn Function>,
        ty: Type,
        args: &[Self::Vertex],
    ) -> Result<Option<Self::Vertex>, Self::Failure>;

    /// Makes the vertex of a function value.
    fn function(&mut self, id: NodeId, env: &Self::Env) -> Result<Self::Vertex, Self::Failure>;

    /// Makes a vertex that decides, and returns the vertex of the result.
    fn decide(
        &mut self,
        id: NodeId,
        what: Decides,
        by: Self::Vertex,
        args: Vec<Self::Vertex>,
        env: &Self::Env,
    ) -> Result<Self::Vertex, Self::Failure>;

    /// Returns the vertex of a parameter.
    fn param(&self, id: NodeId, env: &Self::Env) -> Option<Self::Vertex>;

    /// Returns the state of a bind.
    fn bound(&mut self, id: NodeId, env: &Self::Env) -> BindState<Self::Vertex, Self::Env>;

    /// Returns the state before the vertices of a bind are made.
    fn before_bind(&mut self) -> Self::Mark;

    /// Records the vertex of a bind and returns the vertex for its users.
    fn bind(
        &mut self,
        id: NodeId,
        env: &Self::Env,
        before: Self::Mark,
        vertex: Self::Vertex,
    ) -> Result<Self::Vertex, Self::Failure>;

    /// Returns whether functions that use parameters of an enclosing function are also applied at
    /// once.
    fn applies_closures(&self) -> bool;

    /// Returns the environment of the body of an applied function, or `None` if the nesting of
    /// applied functions is too deep.
    fn within(
        &mut self,
        params: &[NodeId],
        args: &[Self::Vertex],
        env: &Self::Env,
    ) -> Option<Self::Env>;

    /// Returns the state before a function is applied.
    fn before_applied(&self) -> Self::Mark;

    /// Returns whether the vertices of an applied function are kept. If not, they are removed, and
    /// the call is made at run time.
    fn keeps(&mut self, before: &Self::Mark, result: Self::Vertex) -> bool;
}

/// A task of the conversion.
enum Task<'t, T: Target<'t>> {
    /// Make the vertex of an expression.
    Make(Subject, T::Env),
    /// The last vertex is the vertex of a bind.
    Bind(NodeId, T::Env, T::Mark),
    /// The last vertices, this many, are the parts of a vertex.
    Join(Subject, VertexKind, usize),
    /// The last vertex is the input of a decision.
    Decide(NodeId, Decides, Vec<T::Vertex>, T::Env),
    /// The vertices of a call's arguments are made.
    Apply(Subject, T::Env),
    /// The body of an applied function is made.
    Applied(NodeId, T::Mark, Vec<T::Vertex>, T::Env),
}

/// A known function.
#[derive(Clone, Copy)]
enum Known {
    Func(NodeId),
    Builtin(NodeId),
}

/// Makes the vertex of an expression.
pub(crate) fn make<'t, T: Target<'t>>(
    target: &mut T,
    id: NodeId,
    env: &T::Env,
) -> Result<T::Vertex, T::Failure> {
    let subject = Subject { id, of: id };
    Walk::new(target).run(Task::Make(subject, env.clone()), id)
}

/// Applies an mcl function to vertices and returns the vertex of its result, or `None` if the
/// nesting of applied functions is too deep.
pub(crate) fn apply<'t, T: Target<'t>>(
    target: &mut T,
    func: NodeId,
    args: &[T::Vertex],
    env: &T::Env,
) -> Result<Option<T::Vertex>, T::Failure> {
    let NodeKind::Func(function) = &target.typed().program[func].kind else {
        return Err(target.broken(func));
    };
    match target.within(&function.params, args, env) {
        Some(inner) => make(target, function.body, &inner).map(Some),
        None => Ok(None),
    }
}

struct Walk<'w, 't, T: Target<'t>> {
    target: &'w mut T,
    typed: &'t Typed,
    tasks: Vec<Task<'t, T>>,
    made: Vec<T::Vertex>,
}

impl<'w, 't, T: Target<'t>> Walk<'w, 't, T> {
    fn new(target: &'w mut T) -> Self {
        let typed = target.typed();
        Walk {
            target,
            typed,
            tasks: Vec::new(),
            made: Vec::new(),
        }
    }

    fn run(mut self, first: Task<'t, T>, of: NodeId) -> Result<T::Vertex, T::Failure> {
        self.tasks.push(first);
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Make(subject, env) => self.start(subject, &env)?,
                Task::Bind(id, env, before) => {
                    let vertex = self.pop(id)?;
                    let vertex = self.target.bind(id, &env, before, vertex)?;
                    self.made.push(vertex);
                }
                Task::Join(subject, kind, count) => {
                    let parts = self.made.len() - count;
                    let vertex = self.target.join(subject, kind, &self.made[parts..])?;
                    self.made.truncate(parts);
                    self.made.push(vertex);
                }
                Task::Decide(id, what, args, env) => {
                    let by = self.pop(id)?;
                    let vertex = self.target.decide(id, what, by, args, &env)?;
                    self.made.push(vertex);
                }
                Task::Apply(subject, env) => self.apply(subject, env)?,
                Task::Applied(id, before, args, env) => {
                    let result = self.pop(id)?;
                    if self.target.keeps(&before, result) {
                        self.made.push(result)
                    } else {
                        self.call(id, args, &env)?
                    }
                }
            }
        }
        self.pop(of)
    }

    fn pop(&mut self, id: NodeId) -> Result<T::Vertex, T::Failure> {
        self.made.pop().ok_or_else(|| self.target.broken(id))
    }

    fn ty(&self, id: NodeId) -> Result<Type, T::Failure> {
        let ty = self.typed.ty(id).cloned();
        ty.ok_or_else(|| self.target.broken(id))
    }

    /// Pushes tasks that make the vertices of the parts in their order.
    fn parts(&mut self, parts: impl DoubleEndedIterator<Item = NodeId>, env: &T::Env) {
        let make = |id: NodeId| Task::Make(Subject { id, of: id }, env.clone());
        self.tasks.extend(parts.rev().map(make));
    }

    fn start(&mut self, subject: Subject, env: &T::Env) -> Result<(), T::Failure> {
        let id = subject.id;
        match &self.typed.program[id].kind {
            NodeKind::Const(value) => {
                let kind = VertexKind::Const(value.clone());
                let vertex = self.target.join(subject, kind, &[])?;
                self.made.push(vertex);
            }
            NodeKind::List(elements) => {
                let kind = VertexKind::Composite(self.ty(id)?);
                self.tasks.push(Task::Join(subject, kind, elements.len()));
                self.parts(elements.iter().copied(), env);
            }
            NodeKind::Map(pairs) => {
                let kind = VertexKind::Composite(self.ty(id)?);
                self.tasks.push(Task::Join(subject, kind, 2 * pairs.len()));
                let keys = pairs.iter().map(|(key, _)| *key);
                self.parts(keys.chain(pairs.iter().map(|(_, value)| *value)), env);
            }
            NodeKind::Struct(fields) => {
                let kind = VertexKind::Composite(self.ty(id)?);
                self.tasks.push(Task::Join(subject, kind, fields.len()));
                self.parts(fields.iter().map(|(_, value)| *value), env);
            }
            NodeKind::Var(_, target) => self.refer(*target, env)?,
            NodeKind::Param(..) => self.refer(id, env)?,
            NodeKind::Func(_) | NodeKind::Builtin(_) => {
                let vertex = self.target.function(id, env)?;
                self.made.push(vertex);
            }
            NodeKind::If(by, ..) => self.decide(id, Decides::If, *by, env),
            NodeKind::Except(by, _) => self.decide(id, Decides::Except, *by, env),
            NodeKind::Call(call) => {
                self.tasks.push(Task::Apply(subject, env.clone()));
                self.parts(call.args.iter().copied(), env);
            }
        }
        Ok(())
    }

    fn decide(&mut self, id: NodeId, what: Decides, by: NodeId, env: &T::Env) {
        let task = Task::Decide(id, what, Vec::new(), env.clone());
        self.tasks.push(task);
        self.parts([by].into_iter(), env);
    }

    /// Pushes the vertex of the target of a variable.
    fn refer(&mut self, mut id: NodeId, env: &T::Env) -> Result<(), T::Failure> {
        while let NodeKind::Var(_, target) = self.typed.program[id].kind {
            id = target;
        }
        if let NodeKind::Param(..) = self.typed.program[id].kind {
            let vertex = self.target.param(id, env);
            self.made
                .push(vertex.ok_or_else(|| self.target.broken(id))?);
            return Ok(());
        }
        match self.target.bound(id, env) {
            BindState::Vertex(vertex) => self.made.push(vertex),
            BindState::Missing(env) => {
                let before = self.target.before_bind();
                self.tasks.push(Task::Bind(id, env.clone(), before));
                self.tasks.push(Task::Make(Subject { id, of: id }, env));
            }
        }
        Ok(())
    }

    /// Applies the function of a call to the vertices of its arguments, if it is known.
    fn apply(&mut self, subject: Subject, env: T::Env) -> Result<(), T::Failure> {
        let id = subject.id;
        let NodeKind::Call(call) = &self.typed.program[id].kind else {
            return Err(self.target.broken(id));
        };
        let args = self.made.split_off(self.made.len() - call.args.len());
        match self.known(call.callee) {
            Some(Known::Builtin(callee)) => {
                let NodeKind::Builtin(function) = &self.typed.program[callee].kind else {
                    return Err(self.target.broken(callee));
                };
                let ty = self.ty(callee)?;
                let of = if function.speculates() {
                    subject.of
                } else {
                    id
                };
                match self.target.call(Subject { id, of }, function, ty, &args)? {
                    Some(vertex) => self.made.push(vertex),
                    None => self.call(id, args, &env)?,
                }
            }
            Some(Known::Func(callee)) => {
                let NodeKind::Func(func) = &self.typed.program[callee].kind else {
                    return Err(self.target.broken(callee));
                };
                let Some(inner) = self.target.within(&func.params, &args, &env) else {
                    return self.call(id, args, &env);
                };
                let before = self.target.before_applied();
                // The caller owns the vertex of the body, unless the function captures parameters:
                // then it is called as a value.
                let of = if self.typed.captures(callee) {
                    func.body
                } else {
                    subject.of
                };
                self.tasks.push(Task::Applied(id, before, args, env));
                let body = Subject { id: func.body, of };
                self.tasks.push(Task::Make(body, inner));
            }
            None => self.call(id, args, &env)?,
        }
        Ok(())
    }

    /// Pushes a call that is made at run time.
    fn call(&mut self, id: NodeId, args: Vec<T::Vertex>, env: &T::Env) -> Result<(), T::Failure> {
        let NodeKind::Call(call) = &self.typed.program[id].kind else {
            return Err(self.target.broken(id));
        };
        let task = Task::Decide(id, Decides::Call, args, env.clone());
        self.tasks.push(task);
        match call.via {
            Via::Var => self.refer(call.callee, env)?,
            Via::Name | Via::Written => self.parts([call.callee].into_iter(), env),
        }
        Ok(())
    }

    /// Returns the function that an expression refers to, if that depends on no value.
    fn known(&mut self, mut id: NodeId) -> Option<Known> {
        loop {
            id = match &self.typed.program[id].kind {
                NodeKind::Builtin(_) => return Some(Known::Builtin(id)),
                NodeKind::Func(_) => {
                    let applies = self.target.applies_closures() || !self.typed.captures(id);
                    return applies.then_some(Known::Func(id));
                }
                NodeKind::Var(_, target) => *target,
                NodeKind::Except(expr, _) => *expr,
                NodeKind::If(condition, then, otherwise) => {
                    if self.typed.value(*condition)?.as_bool()? {
                        *then
                    } else {
                        *otherwise
                    }
                }
                _ => return None,
            };
        }
    }
}
