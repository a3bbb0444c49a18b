//! The walk over expressions: how does one become vertices?
//!
//! A bind is one vertex however often it is used. A call whose function is known is applied at
//! once: a function of the language leaves its body behind, in which parameters are the vertices
//! of the arguments. What depends on a value (which function, which branch) is left to the
//! [`Target`]: a graph to be looked at stops there, one that runs builds it when the value is
//! there.
//!
//! Expressions are gone through without recursion: tasks stand on a stack, and the vertices that
//! they have made on another one.

use super::vertex::VertexKind;
use crate::host::Function;
use crate::scope::program::{NodeId, NodeKind, Via};
use crate::typing::Typed;
use polycty_core::types::Type;
use std::sync::Arc;

/// What a vertex decides by the value that comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decides {
    /// Which function is called: the value is one.
    Call,
    /// Which branch counts.
    If,
    /// Whether another expression takes the place of one that has failed.
    Except,
}

/// An expression, and the one that its vertex belongs to: a call whose function was applied has the
/// vertex that its body ends in.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    pub id: NodeId,
    pub of: NodeId,
}

/// What a bind is.
pub(crate) enum Bound<V, E> {
    /// A vertex that is there.
    Vertex(V),
    /// Not there yet: it is to be made where these parameters are.
    In(E),
}

/// What vertices are made in.
pub(crate) trait Target<'t> {
    /// A vertex.
    type Vertex: Copy;
    /// What parameters are.
    type Env: Clone;
    /// What there was at some time.
    type Mark;
    /// Why something is not made.
    type Failure;

    fn typed(&self) -> &'t Typed;

    /// The fault of an expression that no program has.
    fn broken(&self, id: NodeId) -> Self::Failure;

    /// A vertex that makes one value of others.
    fn join(
        &mut self,
        subject: Subject,
        kind: VertexKind,
        parts: &[Self::Vertex],
    ) -> Result<Self::Vertex, Self::Failure>;

    /// A call of a function of the host whose arguments are there; none where such calls are made
    /// when the program runs.
    fn call(
        &mut self,
        subject: Subject,
        function: &Arc<dyn Function>,
        ty: Type,
        args: &[Self::Vertex],
    ) -> Result<Option<Self::Vertex>, Self::Failure>;

    /// A function as a value.
    fn function(&mut self, id: NodeId, env: &Self::Env) -> Result<Self::Vertex, Self::Failure>;

    /// A vertex that decides, and what comes of it.
    fn decide(
        &mut self,
        id: NodeId,
        what: Decides,
        by: Self::Vertex,
        args: Vec<Self::Vertex>,
        env: &Self::Env,
    ) -> Result<Self::Vertex, Self::Failure>;

    /// The vertex of a parameter.
    fn param(&self, id: NodeId, env: &Self::Env) -> Option<Self::Vertex>;

    /// What a bind is.
    fn bound(&mut self, id: NodeId, env: &Self::Env) -> Bound<Self::Vertex, Self::Env>;

    /// What there is before the vertices of a bind are made.
    fn before_bind(&mut self) -> Self::Mark;

    /// A bind has been made: gives what whoever uses it has.
    fn bind(
        &mut self,
        id: NodeId,
        env: &Self::Env,
        before: Self::Mark,
        vertex: Self::Vertex,
    ) -> Result<Self::Vertex, Self::Failure>;

    /// Whether a function that uses parameters around it is applied at once, too.
    fn applies_closures(&self) -> bool;

    /// The parameters within a function that is applied; none where too many are already.
    fn within(
        &mut self,
        params: &[NodeId],
        args: &[Self::Vertex],
        env: &Self::Env,
    ) -> Option<Self::Env>;

    /// What there is before a function is applied.
    fn before_applied(&self) -> Self::Mark;

    /// Whether what a function has left behind stays; else it is taken back, and the call is made
    /// when the program runs.
    fn keeps(&mut self, before: &Self::Mark, result: Self::Vertex) -> bool;
}

/// What is to be done.
enum Task<'t, T: Target<'t>> {
    /// Makes the vertex of an expression.
    Make(Subject, T::Env),
    /// The last vertex is a bind's.
    Bind(NodeId, T::Env, T::Mark),
    /// So many vertices are the parts of another one.
    Join(Subject, VertexKind, usize),
    /// The last vertex decides.
    Decide(NodeId, Decides, Vec<T::Vertex>, T::Env),
    /// The vertices of a call's arguments are there.
    Apply(Subject, T::Env),
    /// The body of an applied function is there.
    Applied(NodeId, T::Mark, Vec<T::Vertex>, T::Env),
}

/// A function that is known.
#[derive(Clone, Copy)]
enum Known {
    Func(NodeId),
    Builtin(NodeId),
}

/// The vertex of an expression.
pub(crate) fn make<'t, T: Target<'t>>(
    target: &mut T,
    id: NodeId,
    env: &T::Env,
) -> Result<T::Vertex, T::Failure> {
    let subject = Subject { id, of: id };
    Walk::new(target).run(Task::Make(subject, env.clone()), id)
}

/// The vertex of a function with a body that is applied to vertices; none where too many are
/// already.
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
                    match self.target.keeps(&before, result) {
                        true => self.made.push(result),
                        false => self.call(id, args, &env)?,
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

    /// Makes vertices of the parts first, in their order.
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

    /// The vertex of what a variable stands for.
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
            Bound::Vertex(vertex) => self.made.push(vertex),
            Bound::In(env) => {
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
                let of = match function.speculates() {
                    true => subject.of,
                    false => id,
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
                // Who calls it is told of, unless the function would be called as a value.
                let of = match self.typed.captures(callee) {
                    true => func.body,
                    false => subject.of,
                };
                self.tasks.push(Task::Applied(id, before, args, env));
                let body = Subject { id: func.body, of };
                self.tasks.push(Task::Make(body, inner));
            }
            None => self.call(id, args, &env)?,
        }
        Ok(())
    }

    /// A call that is made when the program runs.
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

    /// The function that an expression stands for, if that does not depend on anything.
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
                    match self.typed.value(*condition)?.as_bool()? {
                        true => *then,
                        false => *otherwise,
                    }
                }
                _ => return None,
            };
        }
    }
}
