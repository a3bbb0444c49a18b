//! Name resolution of expressions.

use super::build::{Builder, Built, COPY, Check, Unit};
use super::frame::{Found, FrameId};
use super::program::{At, Call, Func, NodeId, NodeKind, Via};
use crate::syntax::interpolate::Piece;
use crate::syntax::tree::{
    Callee, ExprId, ExprKind, Exprs, FuncId, Name, Pair, StructField, TextId,
};
use polycty_core::syntax::List;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// The function that concatenates the pieces of a string.
const CONCAT: &str = "concat";

impl Builder<'_> {
    /// Resolves an expression in a frame.
    pub(super) fn expr(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        id: ExprId,
        frame: FrameId,
    ) -> Built<NodeId> {
        let id = of.tree.bare(id);
        let at = of.at(of.tree[id].area);
        self.enter(1, at)?;
        let node = self.by_kind(of, unit, id, frame);
        self.leave(1);
        node
    }

    /// Dispatches to a function per kind of expression, so that the stack frame of this recursion
    /// is small.
    fn by_kind(&mut self, of: &Rc<Unit>, unit: u32, id: ExprId, frame: FrameId) -> Built<NodeId> {
        match of.tree[id].kind {
            ExprKind::List(exprs) => self.list(of, unit, (id, exprs), frame),
            ExprKind::Map(pairs) => self.map(of, unit, (id, pairs), frame),
            ExprKind::Struct(fields) => self.structure(of, unit, (id, fields), frame),
            ExprKind::Call(callee, args) => self.call(of, unit, (id, callee, args), frame),
            ExprKind::Func(func) => self.func(of, unit, (id, func), frame),
            ExprKind::If(condition, then, otherwise) => {
                self.branches(of, unit, (id, [condition, then, otherwise]), frame)
            }
            ExprKind::Except(expr, except) => self.except(of, unit, (id, [expr, except]), frame),
            // `bare` has removed these nodes.
            ExprKind::Paren(inner) | ExprKind::Block(inner) => self.expr(of, unit, inner, frame),
            ExprKind::Bool(flag) => self.literal(of, id, Value::bool(flag)),
            ExprKind::Int(number) => self.literal(of, id, Value::from_integer(number.into())),
            ExprKind::Float(number) => self.literal(of, id, Value::from_double(number)),
            ExprKind::Str(text) => self.text(of, (id, text), frame),
            ExprKind::Var(name) => self.variable(of, (id, name), frame),
        }
    }

    #[inline(never)]
    fn literal(&mut self, of: &Rc<Unit>, id: ExprId, value: Value) -> Built<NodeId> {
        self.node(NodeKind::Const(value), of.at(of.tree[id].area))
    }

    #[inline(never)]
    fn text(
        &mut self,
        of: &Rc<Unit>,
        (id, text): (ExprId, TextId),
        frame: FrameId,
    ) -> Built<NodeId> {
        match of.interpolated.pieces(text) {
            None => self.literal(of, id, Value::string(&of.tree[text])),
            Some(pieces) => self.string(pieces, of.at(of.tree[id].area), frame),
        }
    }

    #[inline(never)]
    fn variable(
        &mut self,
        of: &Rc<Unit>,
        (id, name): (ExprId, Name),
        frame: FrameId,
    ) -> Built<NodeId> {
        let at = of.at(of.tree[id].area);
        let kind = self.var(&of.tree[name], at, frame)?;
        self.node(kind, at)
    }

    #[inline(never)]
    fn list(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, exprs): (ExprId, Exprs),
        frame: FrameId,
    ) -> Built<NodeId> {
        let parts = self.exprs(of, unit, exprs, frame)?;
        self.node(NodeKind::List(parts), of.at(of.tree[id].area))
    }

    #[inline(never)]
    fn map(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, pairs): (ExprId, List<Pair>),
        frame: FrameId,
    ) -> Built<NodeId> {
        let mut nodes = Vec::with_capacity(pairs.len());
        for pair in &of.tree[pairs] {
            let key = self.expr(of, unit, pair.key, frame)?;
            nodes.push((key, self.expr(of, unit, pair.value, frame)?));
        }
        self.node(NodeKind::Map(nodes.into()), of.at(of.tree[id].area))
    }

    #[inline(never)]
    fn structure(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, fields): (ExprId, List<StructField>),
        frame: FrameId,
    ) -> Built<NodeId> {
        let mut nodes = Vec::with_capacity(fields.len());
        for field in &of.tree[fields] {
            let value = self.expr(of, unit, field.value, frame)?;
            nodes.push((of.tree[field.name].clone(), value));
        }
        self.node(NodeKind::Struct(nodes.into()), of.at(of.tree[id].area))
    }

    #[inline(never)]
    fn branches(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, [condition, then, otherwise]): (ExprId, [ExprId; 3]),
        frame: FrameId,
    ) -> Built<NodeId> {
        let kind = NodeKind::If(
            self.expr(of, unit, condition, frame)?,
            self.expr(of, unit, then, frame)?,
            self.expr(of, unit, otherwise, frame)?,
        );
        self.node(kind, of.at(of.tree[id].area))
    }

    #[inline(never)]
    fn except(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, [expr, except]): (ExprId, [ExprId; 2]),
        frame: FrameId,
    ) -> Built<NodeId> {
        let kind = NodeKind::Except(
            self.expr(of, unit, expr, frame)?,
            self.expr(of, unit, except, frame)?,
        );
        self.node(kind, of.at(of.tree[id].area))
    }

    #[inline(never)]
    fn call(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (id, callee, args): (ExprId, Callee, Exprs),
        frame: FrameId,
    ) -> Built<NodeId> {
        let at = of.at(of.tree[id].area);
        // The arguments are resolved first, as in mgmt.
        let args = self.exprs(of, unit, args, frame)?;
        let (name, via, callee) = match callee {
            Callee::Func(func) => (None, Via::Written, self.expr(of, unit, func, frame)?),
            Callee::Var(name) => {
                let name = &of.tree[name];
                let target = self.frames.var(frame, name).ok_or_else(|| {
                    self.wrong(
                        format!("lambda `$${name}` does not exist in this scope"),
                        at,
                    )
                })?;
                (Some(name.clone()), Via::Var, target)
            }
            Callee::Named(name) => {
                let name = &of.tree[name];
                (
                    Some(name.clone()),
                    Via::Name,
                    self.function(name, at, frame)?,
                )
            }
        };
        let call = Call {
            name,
            via,
            callee,
            args,
        };
        self.node(NodeKind::Call(Box::new(call)), at)
    }

    fn exprs(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        exprs: Exprs,
        frame: FrameId,
    ) -> Built<Box<[NodeId]>> {
        let mut nodes = Vec::with_capacity(exprs.len());
        for id in &of.tree[exprs] {
            nodes.push(self.expr(of, unit, *id, frame)?);
        }
        Ok(nodes.into())
    }

    fn var(&self, name: &Str, at: At, frame: FrameId) -> Built<NodeKind> {
        let target = self.frames.var(frame, name);
        let target = target
            .ok_or_else(|| self.wrong(format!("var `${name}` does not exist in this scope"), at))?;
        Ok(NodeKind::Var(name.clone(), target))
    }

    /// Returns a function by its name. Each call returns a new copy of a mcl function.
    fn function(&mut self, name: &Str, at: At, frame: FrameId) -> Built<NodeId> {
        let found = self.frames.func(self.host.library, frame, name);
        let found = found
            .ok_or_else(|| self.wrong(format!("func `{name}` does not exist in this scope"), at))?;
        match found {
            Found::Builtin(function) => self.node(NodeKind::Builtin(function), at),
            Found::Defined(frame, name) => {
                let Some(def) = self.frames.get_mut(frame).funcs.get_mut(&name) else {
                    return Err(self.wrong(format!("func `{name}` does not exist"), at));
                };
                if let Some(first) = def.first.take() {
                    return Ok(first);
                }
                let (unit, func, frame) = (def.unit, def.func, def.frame);
                if self.check.is_some() {
                    // The definition of that function has been checked on its own.
                    self.check = Some(Check::LacksCopies);
                    return self.node(NodeKind::Const(Value::bool(false)), at);
                }
                let of = self.units[unit as usize].clone();
                // A nested copy needs more stack than an expression.
                self.enter(COPY, at)?;
                let copy = self.expr(&of, unit, func, frame);
                self.leave(COPY);
                copy
            }
        }
    }

    #[inline(never)]
    fn func(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        (expr, id): (ExprId, FuncId),
        frame: FrameId,
    ) -> Built<NodeId> {
        let func = &of.tree[id];
        let inner = self.frame(Some(frame))?;
        let mut params = Vec::with_capacity(func.params.len());
        for param in &of.tree[func.params] {
            let name = of.tree[param.name].clone();
            let kind = NodeKind::Param(name.clone(), param.ty.clone());
            let node = self.node(kind, of.at(param.area))?;
            self.frames.get_mut(inner).vars.insert(name, node);
            params.push(node);
        }
        let body = self.expr(of, unit, func.body, inner);
        let body = body.map_err(|failure| {
            if failure.code.is_refusal() {
                failure
            } else {
                failure.wrap("failed to set scope on function body")
            }
        })?;
        let kind = NodeKind::Func(Box::new(Func {
            title: func.title.map(|title| of.tree[title].clone()),
            params: params.into(),
            result: func.result.clone(),
            body,
        }));
        let node = self.node(kind, of.at(of.tree[expr].area))?;
        self.program.nodes[node.number()]
            .declared
            .clone_from(&func.ty);
        Ok(node)
    }

    /// Resolves the pieces of a string.
    fn string(&mut self, pieces: &[Piece], at: At, frame: FrameId) -> Built<NodeId> {
        let mut nodes = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let kind = match piece {
                Piece::Text(text) => NodeKind::Const(Value::string(text)),
                Piece::Var(name) => self.var(name, at, frame).map_err(|mut failure| {
                    failure.prefix = "interpolate: ";
                    failure
                })?,
            };
            let node = self.node(kind, at)?;
            nodes.push(self.mark(node));
        }
        let Some(last) = nodes.pop() else {
            let node = self.node(NodeKind::Const(Value::string("")), at)?;
            return Ok(self.mark(node));
        };
        let mut joined = last;
        while let Some(node) = nodes.pop() {
            let callee = self.function(&CONCAT.into(), at, frame)?;
            self.mark(callee);
            let call = Call {
                name: Some(CONCAT.into()),
                via: Via::Name,
                callee,
                args: [node, joined].into(),
            };
            let call = self.node(NodeKind::Call(Box::new(call)), at)?;
            joined = self.mark(call);
        }
        if pieces.iter().any(|piece| matches!(piece, Piece::Var(_))) {
            self.program.nodes[joined.number()].declared = Some(Type::string().clone());
        }
        Ok(joined)
    }

    /// Marks a node as the result of an interpolation.
    fn mark(&mut self, node: NodeId) -> NodeId {
        self.program.nodes[node.number()].interpolated = true;
        node
    }
}
