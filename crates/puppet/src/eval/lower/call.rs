//! Calls and callees: arguments, lambdas, functions, and their frames.

use super::{Default, Enclosing, Frame, Lowering, Visibility};
use crate::eval::code::{Call, Callee, Expr, ExprId, Form, Lambda, Parameter, ParameterKind};
use crate::syntax::tree::{self, ExprKind, Exprs, Takes};
use polycty_core::source::Result;
use polycty_core::syntax::{Id, List};
use polycty_core::types::Str;

impl Lowering<'_> {
    pub(super) fn call(&mut self, call: Id<tree::Call>, at: u32) -> Result<ExprId> {
        let tree = self.tree;
        let call = tree[call];
        let mut args = Vec::with_capacity(call.arguments.len() + 1);
        let name: Str = match tree[call.callee].kind {
            ExprKind::Name(name) => self.text_of(name),
            // A call of a type creates a value.
            _ => {
                args.push(self.expr(call.callee)?);
                "new".into()
            }
        };
        for arg in &tree[call.arguments] {
            args.push(self.expr(*arg)?);
        }
        self.called(name, Form::Function, args, call.lambda, at)
    }

    pub(super) fn method_call(&mut self, call: Id<tree::MethodCall>) -> Result<ExprId> {
        let tree = self.tree;
        let call = tree[call];
        let mut args = Vec::with_capacity(call.arguments.len() + 1);
        args.push(self.expr(call.receiver)?);
        for arg in &tree[call.arguments] {
            args.push(self.expr(*arg)?);
        }
        let name = self.text_of(call.name);
        self.called(name, Form::Method, args, call.lambda, call.at)
    }

    fn called(
        &mut self,
        name: Str,
        form: Form,
        args: Vec<ExprId>,
        lambda: Option<Id<tree::Lambda>>,
        at: u32,
    ) -> Result<ExprId> {
        let short = name.strip_prefix("::").unwrap_or(&name);
        let callee = match (self.here.get(short), (self.find)(short)) {
            (Some(number), _) => Callee::Here(*number),
            (None, Some(function)) => Callee::Own(function),
            (None, None) => Callee::Named,
        };
        let block = match lambda {
            Some(lambda) => Some(self.lambda(lambda)?),
            None => None,
        };
        let call = Call {
            name,
            callee,
            form,
            args: args.into(),
            block,
        };
        Ok(self.add(Expr::Call(Box::new(call)), at))
    }

    fn lambda(&mut self, lambda: Id<tree::Lambda>) -> Result<Lambda> {
        let lambda = self.tree[lambda];
        self.frame(
            Enclosing::Text,
            lambda.parameters,
            lambda.returns,
            lambda.body,
        )
    }

    pub(super) fn function(
        &mut self,
        parameters: List<tree::Parameter>,
        returns: Option<tree::ExprId>,
        body: Exprs,
    ) -> Result<Lambda> {
        self.frame(Enclosing::Nothing, parameters, returns, body)
    }

    pub(super) fn frame(
        &mut self,
        enclosing: Enclosing,
        parameters: List<tree::Parameter>,
        returns: Option<tree::ExprId>,
        body: Exprs,
    ) -> Result<Lambda> {
        let tree = self.tree;
        let parameters = &tree[parameters];
        // The types of a lambda can read the enclosing frame, and none of its own variables.
        let (types, returns) = match enclosing {
            Enclosing::Text => {
                let types = self.types(parameters, returns)?;
                self.frames.push(Frame::new(enclosing));
                types
            }
            Enclosing::Nothing => {
                self.frames.push(Frame::new(enclosing));
                self.reads(Visibility::Globals);
                let types = self.types(parameters, returns)?;
                self.reads(Visibility::Own);
                types
            }
        };
        let slots: Vec<u32> = parameters.iter().map(|p| self.slot(p.name)).collect();
        let end = slots.iter().map(|slot| slot + 1).max().unwrap_or_default();
        let mut made = Vec::with_capacity(parameters.len());
        for ((parameter, slot), ty) in parameters.iter().zip(slots).zip(types) {
            let default = match parameter.default {
                Some(default) => {
                    self.within_default(Some(Default {
                        of: parameter.name,
                        slots: slot..end,
                    }));
                    self.defaults += 1;
                    let default = self.expr(default)?;
                    self.defaults -= 1;
                    self.within_default(None);
                    Some(default)
                }
                None => None,
            };
            made.push(Parameter {
                name: self.text_of(parameter.name),
                slot,
                ty,
                default,
                kind: match parameter.takes {
                    Takes::One => ParameterKind::One,
                    Takes::Rest => ParameterKind::Rest,
                },
                at: parameter.name_span.start,
            });
        }
        let body = self.body(body, 0)?;
        let slots = self.end_frame();
        let frame = self.keep_names(&slots);
        Ok(Lambda {
            parameters: made.into(),
            returns,
            body,
            frame,
            kept: self.keep(),
        })
    }

    /// Lowers the types of the parameters and of the result.
    fn types(
        &mut self,
        parameters: &[tree::Parameter],
        returns: Option<tree::ExprId>,
    ) -> Result<(Vec<Option<ExprId>>, Option<ExprId>)> {
        let mut types = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            types.push(parameter.ty.map(|ty| self.expr(ty)).transpose()?);
        }
        let returns = returns.map(|ty| self.expr(ty)).transpose()?;
        Ok((types, returns))
    }

    pub(super) fn reads(&mut self, reads: Visibility) {
        if let Some(frame) = self.frames.last_mut() {
            frame.reads = reads;
        }
    }

    fn within_default(&mut self, default: Option<Default>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.default = default;
        }
    }
}
