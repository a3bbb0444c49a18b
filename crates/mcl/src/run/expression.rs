//! Conversion of expressions to vertices of an engine.
//!
//! The vertices of a bind form a part of the graph, which is removed with its last reader. A vertex
//! that may build a part of the graph later holds the arguments that the part may need.

use super::closure::Closure;
use super::env::Env;
use super::forms::{Branch, Element, FallbackBranch, Invoke, Iterate};
use super::program::Program;
use super::vertex::{Applied, composite, pairs, pass};
use crate::graph::VertexKind;
use crate::graph::walk::{BindState, Decides, Subject, Target, apply, make};
use crate::host::{Form, Function, Placed};
use crate::scope::program::{NodeId, NodeKind};
use crate::types::view::MclType;
use crate::typing::Typed;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;
use polycty_engine::forms::{Choice, Each, Fallback, Keys};
use polycty_engine::{Constant, Failure, PartId, Transaction, VertexId};
use std::sync::Arc;

/// The bytes that are charged per vertex with its edges.
const VERTEX_BYTES: u64 = 480;

/// The maximum nesting of applied functions.
const MAX_APPLIED: u32 = 512;

/// Builds the vertices of a program.
pub(super) struct Builder<'b, 'g> {
    pub program: &'b Arc<Program>,
    pub change: &'b mut Transaction<'g>,
    pub budget: &'b Budget,
    /// The vertex that was added last.
    last: Option<VertexId>,
    /// The current expression of a statement: the location of errors about limits.
    pub at: Option<NodeId>,
}

/// The open part of the graph before the vertices of a bind are added.
pub(super) struct BeforeBind {
    part: PartId,
    into: Option<PartId>,
}

impl<'b, 'g> Builder<'b, 'g> {
    pub fn new(
        program: &'b Arc<Program>,
        change: &'b mut Transaction<'g>,
        budget: &'b Budget,
    ) -> Builder<'b, 'g> {
        Builder {
            program,
            change,
            budget,
            last: None,
            at: None,
        }
    }

    /// Adds the vertex of an expression.
    pub fn expression(&mut self, id: NodeId, env: &Arc<Env>) -> Result<VertexId, Failure> {
        self.at = Some(id);
        make(self, id, env)
    }

    /// Applies a function value to vertices, on behalf of a call.
    pub fn invoke(
        &mut self,
        function: &Value,
        args: &[VertexId],
        call: NodeId,
    ) -> Result<VertexId, Failure> {
        let closure = Closure::of(function).ok_or_else(|| self.broken(call))?;
        let program = self.program;
        let NodeKind::Builtin(builtin) = &program.nodes()[closure.func].kind else {
            let applied = apply(self, closure.func, args, &closure.env)?;
            return applied.ok_or_else(|| {
                let message =
                    format!("applied functions are nested more than {MAX_APPLIED} levels deep");
                Failure::fatal(Error::new(Code::Limit, message))
            });
        };
        let ty = self.program.typed().ty(closure.func).cloned();
        let ty = ty.ok_or_else(|| self.broken(call))?;
        let subject = Subject { id: call, of: call };
        let vertex = self.call(subject, builtin, ty, args)?;
        vertex.ok_or_else(|| self.broken(call))
    }

    /// Adds a function with its inputs.
    pub fn add(
        &mut self,
        function: Box<dyn polycty_engine::Function>,
        parts: &[VertexId],
    ) -> Result<VertexId, Failure> {
        self.count(1)?;
        let vertex = self.change.add_boxed(function);
        for (at, part) in parts.iter().enumerate() {
            self.change.connect(*part, vertex, at as u32);
        }
        self.last = Some(vertex);
        Ok(vertex)
    }

    /// Adds a form: a function with one input that links its results to an output vertex. Returns
    /// the output vertex.
    pub fn add_form(
        &mut self,
        output: &str,
        by: VertexId,
        dependencies: impl IntoIterator<Item = VertexId>,
        make: impl FnOnce(VertexId) -> Box<dyn polycty_engine::Function>,
    ) -> Result<VertexId, Failure> {
        self.count(2)?;
        let (form, output) = self.change.add_form(output, make);
        self.change.connect(by, form, 0);
        for vertex in dependencies {
            self.change.hold(vertex, form);
        }
        self.last = Some(output);
        Ok(output)
    }

    fn count(&self, vertices: u64) -> Result<(), Failure> {
        Ok(self.budget.parts(vertices, VERTEX_BYTES)?)
    }

    /// Adds an iteration function (`iter.map` etc.). It is rebuilt for each function value, and an
    /// application is built for each element.
    fn iterate(
        &mut self,
        form: Form,
        subject: Subject,
        ty: &Type,
        args: &[VertexId],
    ) -> Result<VertexId, Failure> {
        let broken = |builder: &Self| builder.broken(subject.id);
        let Some(MclType::Func(params, Some(result))) = MclType::of(ty) else {
            return Err(broken(self));
        };
        let [lists @ .., function] = args else {
            return Err(broken(self));
        };
        let iterate = Iterate {
            program: self.program.clone(),
            call: subject.of,
            form,
            lists: lists.into(),
            types: params.iter().map(|param| param.ty.clone()).collect(),
            result: result.clone(),
        };
        let (name, tag) = ("iter", tag(subject.of));
        self.add_form(
            "funcSubgraphOutput",
            *function,
            lists.iter().copied(),
            |output| Box::new(Choice::new(name, tag, Some(output), iterate)),
        )
    }

    /// Builds the applications of an iteration function for a known function value.
    pub fn iteration(&mut self, of: &Iterate, function: &Value) -> Result<VertexId, Failure> {
        let broken = |builder: &Self| builder.broken(of.call);
        let list = match (of.form, &*of.lists) {
            (Form::Zip, [a, b]) => {
                let element = |at: usize| of.types.get(at).and_then(Type::element).cloned();
                let (Some(first), Some(second)) = (element(0), element(1)) else {
                    return Err(broken(self));
                };
                let fields = [Field::new("a", first), Field::new("b", second)];
                let ty = Type::object(fields).and_then(Type::list);
                self.add(pairs(ty.map_err(Error::from)?), &[*a, *b])?
            }
            (_, [.., list]) => *list,
            (_, []) => return Err(broken(self)),
        };
        let initial = match (of.form, &*of.lists) {
            (Form::Reduce, [initial, _]) => Some(*initial),
            _ => None,
        };
        let element = Element {
            program: of.program.clone(),
            call: of.call,
            form: of.form,
            function: function.clone(),
            list,
            initial,
            result: of.result.clone(),
        };
        let dependencies = initial.into_iter().chain([list]);
        self.add_form("output", list, dependencies, |output| {
            let (name, keys) = ("each", Keys::Positions);
            Box::new(Each::new(name, tag(of.call), keys, Some(output), element))
        })
    }
}

/// Returns the tag of the vertex of an expression.
pub(super) fn tag(id: NodeId) -> u64 {
    id.number() as u64 + 1
}

/// The tag bit of the vertices of statements.
const STATEMENT: u64 = 1 << 63;

/// Returns the tag of a statement's vertex, whose location is that of one of its expressions. Only
/// errors about limits use this location; other errors of statements include their positions.
pub(super) fn statement_tag(id: NodeId) -> u64 {
    tag(id) | STATEMENT
}

/// Returns the number of the node that locates an error of a vertex.
pub(super) fn node_of(tag: u64, error: &Error) -> Option<usize> {
    if tag & STATEMENT != 0 && !error.code().is_refusal() {
        return None;
    }
    usize::try_from(tag & !STATEMENT).ok()?.checked_sub(1)
}

impl<'b> Target<'b> for Builder<'b, '_> {
    type Vertex = VertexId;
    type Env = Arc<Env>;
    type Mark = Option<BeforeBind>;
    type Failure = Failure;

    fn typed(&self) -> &'b Typed {
        self.program.typed()
    }

    #[cold]
    fn broken(&self, id: NodeId) -> Failure {
        let message = format!("expression {} does not belong to the program", id.number());
        Failure::fatal(Error::new(Code::Internal, message))
    }

    fn join(
        &mut self,
        subject: Subject,
        kind: VertexKind,
        parts: &[VertexId],
    ) -> Result<VertexId, Failure> {
        match kind {
            VertexKind::Const(value) => self.add(Box::new(Constant::new(value)), &[]),
            VertexKind::Composite(ty) => {
                let composite = composite(ty, parts.len() as u32, tag(subject.of));
                self.add(composite, parts)
            }
            _ => Err(self.broken(subject.id)),
        }
    }

    fn call(
        &mut self,
        subject: Subject,
        function: &Arc<dyn Function>,
        ty: Type,
        args: &[VertexId],
    ) -> Result<Option<VertexId>, Failure> {
        if let Some(form) = function.form() {
            return self.iterate(form, subject, &ty, args).map(Some);
        }
        let placed = Placed {
            ty: &ty,
            base: self.program.base(subject.id),
            tag: tag(subject.of),
        };
        let instance = function.instance(&placed).unwrap_or_else(|| {
            let result = match MclType::of(&ty) {
                Some(MclType::Func(_, Some(result))) => result.clone(),
                _ => Type::any().clone(),
            };
            let inputs = args.len() as u32;
            Box::new(Applied::new(function.clone(), result, inputs, placed.tag))
        });
        if instance.inputs() as usize != args.len() {
            return Err(self.broken(subject.id));
        }
        self.add(instance, args).map(Some)
    }

    fn function(&mut self, id: NodeId, env: &Arc<Env>) -> Result<VertexId, Failure> {
        let ty = self.program.typed().ty(id).cloned();
        let ty = ty.ok_or_else(|| self.broken(id))?;
        let value = Closure::value(ty, id, env.clone());
        let vertex = self.add(Box::new(Constant::named("FuncValue", value)), &[])?;
        for argument in env.arguments() {
            self.change.hold(argument, vertex);
        }
        Ok(vertex)
    }

    fn decide(
        &mut self,
        id: NodeId,
        what: Decides,
        by: VertexId,
        args: Vec<VertexId>,
        env: &Arc<Env>,
    ) -> Result<VertexId, Failure> {
        let program = self.program.clone();
        match (what, &self.program.nodes()[id].kind) {
            (Decides::Call, _) => {
                let dependencies = args.clone();
                let invoke = Invoke {
                    program,
                    call: id,
                    args: args.into(),
                };
                self.add_form("callSubgraphOutput", by, dependencies, |output| {
                    Box::new(Choice::new("call", tag(id), Some(output), invoke))
                })
            }
            (Decides::If, NodeKind::If(_, then, otherwise)) => {
                let branch = Branch {
                    program,
                    env: env.clone(),
                    then: *then,
                    otherwise: *otherwise,
                };
                self.add_form("exprIfSubgraphOutput", by, env.arguments(), |output| {
                    Box::new(Choice::new("exprif", tag(id), Some(output), branch))
                })
            }
            (Decides::Except, NodeKind::Except(_, except)) => {
                let instead = FallbackBranch {
                    program,
                    env: env.clone(),
                    except: *except,
                };
                self.add_form("exprExceptSubgraphOutput", by, env.arguments(), |output| {
                    Box::new(Fallback::new("exprexcept", tag(id), by, output, instead))
                })
            }
            _ => Err(self.broken(id)),
        }
    }

    fn param(&self, id: NodeId, env: &Arc<Env>) -> Option<VertexId> {
        env.param(id)
    }

    fn bound(&mut self, id: NodeId, env: &Arc<Env>) -> BindState<VertexId, Arc<Env>> {
        let iteration = env.iteration_of(self.program.nodes().bind_loops.get(&id).copied());
        let iteration = iteration.unwrap_or(env);
        match iteration
            .bound(id)
            .filter(|vertex| self.change.is_there(*vertex))
        {
            Some(vertex) => BindState::Vertex(vertex),
            None => BindState::Missing(iteration.clone()),
        }
    }

    fn before_bind(&mut self) -> Option<BeforeBind> {
        let into = self.change.enter(None);
        let part = self.change.open_free();
        Some(BeforeBind { part, into })
    }

    fn bind(
        &mut self,
        id: NodeId,
        env: &Arc<Env>,
        before: Option<BeforeBind>,
        vertex: VertexId,
    ) -> Result<VertexId, Failure> {
        // A vertex of a different part remains in that part.
        let own = if self.last == Some(vertex) {
            vertex
        } else {
            self.add(pass(), &[vertex])?
        };
        if let Some(BeforeBind { part, into }) = before {
            self.change.keep(part, own);
            self.change.enter(into);
        }
        env.bind(id, own);
        self.last = None;
        Ok(own)
    }

    fn applies_closures(&self) -> bool {
        true
    }

    fn within(&mut self, params: &[NodeId], args: &[VertexId], env: &Arc<Env>) -> Option<Arc<Env>> {
        let params = params.iter().copied().zip(args.iter().copied());
        env.applied(params, MAX_APPLIED)
    }

    fn before_applied(&self) -> Option<BeforeBind> {
        None
    }

    fn keeps(&mut self, _: &Option<BeforeBind>, _: VertexId) -> bool {
        true
    }
}
