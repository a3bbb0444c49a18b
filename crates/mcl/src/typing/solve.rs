//! Solution of the constraints.

use super::infer::{Constraints, Inferred};
use crate::compile_error::{CompileError, Stage};
use crate::rules::equal::compare;
use crate::rules::explain::explain;
use crate::scope::program::{At, Node, NodeId, NodeKind};
use crate::types::format::format_type;
use crate::types::view::{MclType, is_hashable};
use polycty_core::source::Error;
use polycty_core::types::{Flags, FuncParam, FuncParams, FuncType, IdMap, Str, Type, Visit};
use polycty_core::values::Value;

/// The types of expressions and their known values.
pub(super) type Solution = (Vec<Option<Type>>, Vec<Option<Value>>);

impl Constraints<'_> {
    /// Returns the location of an expression. Functions of statements and of the host have no
    /// location; the location of their call is used.
    #[cold]
    fn nearest(&self, id: NodeId) -> At {
        let own = self.program[id].at;
        let is_call =
            |node: &&Node| matches!(&node.kind, NodeKind::Call(call) if call.callee == id);
        if own.area.is_some() {
            own
        } else {
            (self.program.nodes.iter().find(is_call)).map_or(own, |call| call.at)
        }
    }

    /// Solves the constraints and returns the types and the known values of all expressions.
    pub fn solve(mut self) -> Inferred<Solution> {
        let mut all = std::mem::take(&mut self.all);
        for constraint in &mut all {
            if !constraint.instead.is_empty()
                && let Ok(known) = self.unifier.resolve(&constraint.actual)
                && constraint.instead.contains(&known)
            {
                constraint.expect = known;
            }
            let (expect, actual) = (&constraint.expect, &constraint.actual);
            let parts = open_parts(expect) + open_parts(actual);
            let charged = self.budget.parts(parts, UNIFIED_BYTES);
            charged.map_err(|spent| self.spent(spent, self.at(constraint.location)))?;
            if expect == actual {
                continue;
            }
            if let Err(mismatch) = self.unifier.unify(expect, actual) {
                let error = explain(&mismatch, expect, actual);
                let at = self.at(constraint.location);
                if at.area.is_some() {
                    return Err(self.wrong(error.message(), at));
                }
                let expr = self.shown(constraint.expr);
                let message = format!("unify error with: {expr}: {}", error.message());
                return Err(self.wrong(message, self.nearest(constraint.expr)));
            }
        }
        let mut types: Vec<Option<Type>> = vec![None; self.program.len()];
        for constraint in &all {
            if types[constraint.expr.number()].is_some() {
                continue;
            }
            let ty = self.unifier.resolve(&constraint.expect).map_err(|error| {
                let failure = CompileError::of(Stage::Unify, Error::from(error));
                failure.at(&self.program.location(self.at(constraint.location)))
            })?;
            if ty.has(Flags::VARIABLE) {
                let (expr, ty) = (self.shown(constraint.expr), format_type(&ty));
                let message = format!("expr: {expr} is ambiguous: {}", ty.unwrap_or_default());
                let near = self.nearest(constraint.expr);
                let at = [near, self.at(constraint.location)];
                let at = at.into_iter().find(|at| at.area.is_some());
                return Err(self.wrong(message, at.unwrap_or(near)));
            }
            let names = self.names.get(&constraint.expr);
            types[constraint.expr.number()] = Some(match names {
                Some(names) => named(&ty, names),
                None => ty,
            });
        }
        // The arguments of the call of each host function.
        let mut calls: IdMap<NodeId, &[NodeId]> = IdMap::default();
        for node in &self.program.nodes {
            if let NodeKind::Call(call) = &node.kind {
                calls.insert(call.callee, &call.args);
            }
        }
        let mut checked = vec![false; self.program.len()];
        for constraint in &all {
            let at = constraint.expr.number();
            if let Some(ty) = &types[at]
                && !std::mem::replace(&mut checked[at], true)
            {
                let args = calls.get(&constraint.expr).copied();
                self.set(constraint.expr, ty, args.unwrap_or_default())?;
            }
        }
        Ok((types, self.values.into_vec()))
    }

    /// Checks that an expression can have its type.
    fn set(&self, id: NodeId, ty: &Type, args: &[NodeId]) -> Inferred {
        let node = &self.program[id];
        let why = match (&node.kind, ty.key()) {
            // A string that consists of one variable has the type `str`; its value is not
            // converted.
            (NodeKind::Var(..), _) if node.interpolated => {
                let declared = node.declared.as_ref().unwrap_or(ty);
                match compare(declared, ty) {
                    Ok(()) => return Ok(()),
                    Err(error) => error.message().to_owned(),
                }
            }
            (NodeKind::Map(_), Some(key)) if !is_hashable(key) => {
                format!(
                    "map key type {} is not hashable",
                    format_type(key).unwrap_or_default()
                )
            }
            (NodeKind::Builtin(function), _) => {
                let lookup = || self.check_lookup(function.name(), ty, args);
                let values: Vec<Option<Value>> = args
                    .iter()
                    .map(|arg| self.values.get(*arg).cloned())
                    .collect();
                match function
                    .check(ty, &values)
                    .map_err(|error| error.message().to_owned())
                    .and_then(|()| lookup())
                {
                    Ok(()) => return Ok(()),
                    Err(why) => why,
                }
            }
            _ => return Ok(()),
        };
        let message = format!("error setting type: {}, error: {why}", self.shown(id));
        Err(self.wrong(message, self.program[id].at))
    }

    /// Checks that the struct of a field lookup has the field with the expected type. A lookup with
    /// a default accepts a missing field.
    fn check_lookup(&self, function: &str, ty: &Type, args: &[NodeId]) -> Result<(), String> {
        let optional = match function {
            "_struct_lookup" => false,
            "_struct_lookup_optional" => true,
            _ => return Ok(()),
        };
        let name = args
            .get(1)
            .and_then(|arg| self.values.get(*arg))
            .and_then(|name| name.as_str());
        let (Some(name), Some(MclType::Func(params, Some(result)))) = (name, MclType::of(ty))
        else {
            return Ok(());
        };
        let fields = params.first().map_or(&[][..], |param| param.ty.fields());
        match fields.iter().find(|field| field.name() == name) {
            Some(field) => compare(result, field.ty())
                .map_err(|error| format!("field {name} type error: {}", error.message())),
            None if optional => Ok(()),
            None => Err(format!("field {name} was not found in struct")),
        }
    }
}

/// The bytes that are charged per node that the unifier makes.
const UNIFIED_BYTES: u64 = 32;

/// Returns the number of nodes that the unifier makes for a type: a part without variables has one.
fn open_parts(ty: &Type) -> u64 {
    let mut parts = 0;
    ty.walk(&mut |_, part| {
        parts += 1;
        if part.has(Flags::VARIABLE) {
            Visit::Into
        } else {
            Visit::Over
        }
    });
    parts
}

/// Returns a function type with different argument names.
fn named(ty: &Type, names: &[Option<Str>]) -> Type {
    let Some(MclType::Func(params, result)) = MclType::of(ty) else {
        return ty.clone();
    };
    let params = params.iter().enumerate().map(|(at, param)| FuncParam {
        name: names.get(at).cloned().flatten(),
        ty: param.ty.clone(),
    });
    let named = Type::func(FuncType {
        params: Some(FuncParams {
            positional: params.collect(),
            ..FuncParams::default()
        }),
        result: result.cloned(),
        ..FuncType::default()
    });
    // The size of the type does not change, so this cannot fail.
    named.unwrap_or_else(|_| ty.clone())
}
