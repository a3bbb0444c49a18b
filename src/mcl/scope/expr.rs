//! Expressions whose names are resolved.

use super::build::{Builder, Built, Unit};
use super::frame::{Found, FrameId};
use super::program::{At, Call, Func, NodeId, NodeKind, Via};
use crate::syntax::interpolate::Piece;
use crate::syntax::tree::{Callee, ExprId, ExprKind, Exprs, FuncId};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// The function that joins the pieces of a string.
const CONCAT: &str = "concat";

impl Builder<'_> {
    /// An expression, its names looked up in a frame.
    pub(super) fn expr(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        id: ExprId,
        frame: FrameId,
    ) -> Built<NodeId> {
        let id = of.tree.bare(id);
        let expr = &of.tree[id];
        let at = of.at(expr.area);
        self.enter(at)?;
        let kind = match expr.kind {
            ExprKind::Bool(flag) => NodeKind::Const(Value::bool(flag)),
            ExprKind::Int(number) => NodeKind::Const(Value::from_integer(number.into())),
            ExprKind::Float(number) => NodeKind::Const(Value::from_double(number)),
            ExprKind::Str(text) => match of.interpolated.pieces(text) {
                None => NodeKind::Const(Value::string(&of.tree[text])),
                Some(pieces) => {
                    let node = self.string(pieces, at, frame)?;
                    self.leave();
                    return Ok(node);
                }
            },
            ExprKind::List(exprs) => NodeKind::List(self.exprs(of, unit, exprs, frame)?),
            ExprKind::Map(pairs) => {
                let mut nodes = Vec::with_capacity(pairs.len());
                for pair in &of.tree[pairs] {
                    let key = self.expr(of, unit, pair.key, frame)?;
                    nodes.push((key, self.expr(of, unit, pair.value, frame)?));
                }
                NodeKind::Map(nodes.into())
            }
            ExprKind::Struct(fields) => {
                let mut nodes = Vec::with_capacity(fields.len());
                for field in &of.tree[fields] {
                    let value = self.expr(of, unit, field.value, frame)?;
                    nodes.push((of.tree[field.name].clone(), value));
                }
                NodeKind::Struct(nodes.into())
            }
            ExprKind::Var(name) => self.var(&of.tree[name], at, frame)?,
            ExprKind::Call(callee, args) => {
                // The reference looks at the arguments first.
                let args = self.exprs(of, unit, args, frame)?;
                let (name, via, callee) = match callee {
                    Callee::Func(func) => (None, Via::Written, self.expr(of, unit, func, frame)?),
                    Callee::Var(name) => {
                        let name = &of.tree[name];
                        let target = self.frames.var(frame, name).ok_or_else(|| {
                            let message = format!("lambda `$${name}` does not exist in this scope");
                            self.wrong(message, at)
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
                NodeKind::Call(Box::new(call))
            }
            ExprKind::Func(func) => {
                let func = self.func(of, unit, func, frame)?;
                NodeKind::Func(Box::new(func))
            }
            ExprKind::If(condition, then, otherwise) => NodeKind::If(
                self.expr(of, unit, condition, frame)?,
                self.expr(of, unit, then, frame)?,
                self.expr(of, unit, otherwise, frame)?,
            ),
            ExprKind::Except(expr, except) => NodeKind::Except(
                self.expr(of, unit, expr, frame)?,
                self.expr(of, unit, except, frame)?,
            ),
            // `bare` has gone past them.
            ExprKind::Paren(inner) | ExprKind::Block(inner) => {
                let node = self.expr(of, unit, inner, frame)?;
                self.leave();
                return Ok(node);
            }
        };
        self.leave();
        let node = self.node(kind, at)?;
        if let ExprKind::Func(func) = expr.kind {
            self.program.nodes[node.number()]
                .said
                .clone_from(&of.tree[func].ty);
        }
        Ok(node)
    }

    fn exprs(
        &mut self,
        of: &Rc<Unit>,
        unit: u32,
        exprs: Exprs,
        frame: FrameId,
    ) -> Built<Box<[NodeId]>> {
        of.tree[exprs]
            .iter()
            .map(|id| self.expr(of, unit, *id, frame))
            .collect()
    }

    fn var(&self, name: &Str, at: At, frame: FrameId) -> Built<NodeKind> {
        let target = self.frames.var(frame, name);
        let target = target
            .ok_or_else(|| self.wrong(format!("var `${name}` does not exist in this scope"), at))?;
        Ok(NodeKind::Var(name.clone(), target))
    }

    /// A function by its name: each time that it is asked for another copy.
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
                let of = self.units[unit as usize].clone();
                self.expr(&of, unit, func, frame)
            }
        }
    }

    fn func(&mut self, of: &Rc<Unit>, unit: u32, id: FuncId, frame: FrameId) -> Built<Func> {
        let func = &of.tree[id];
        let inner = self.frames.add(Some(frame));
        let mut params = Vec::with_capacity(func.params.len());
        for param in &of.tree[func.params] {
            let name = of.tree[param.name].clone();
            let kind = NodeKind::Param(name.clone(), param.ty.clone());
            let node = self.node(kind, of.at(param.area))?;
            self.frames.get_mut(inner).vars.insert(name, node);
            params.push(node);
        }
        let body = self.expr(of, unit, func.body, inner);
        let body = body.map_err(|failure| match failure.code.is_refusal() {
            true => failure,
            false => failure.wrap("failed to set scope on function body"),
        })?;
        Ok(Func {
            title: func.title.map(|title| of.tree[title].clone()),
            params: params.into(),
            result: func.result.clone(),
            body,
        })
    }

    /// What a string is made of.
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
            self.program.nodes[joined.number()].said = Some(Type::string().clone());
        }
        Ok(joined)
    }

    /// Says that a node was made of a string.
    fn mark(&mut self, node: NodeId) -> NodeId {
        self.program.nodes[node.number()].interpolated = true;
        node
    }
}
