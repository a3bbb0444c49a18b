//! Which expressions have a value before the program runs?
//!
//! Literals, what is made of such values, the branch that a known condition takes, what a bind
//! stands for, and calls of functions that allow it. Parameters have none.

use crate::rules::construct::{new_list, new_map, new_struct};
use crate::rules::infer::type_of;
use crate::scope::program::{NodeId, NodeKind, Program};
use polycty_core::calls::Budget;
use polycty_core::types::{Field, FuncParam, FuncParams, FuncType, Type};
use polycty_core::values::Value;

/// The values that are known, by expression.
pub(super) struct Values(Vec<Option<Value>>);

impl Values {
    pub fn new(nodes: usize) -> Values {
        Values(vec![None; nodes])
    }

    pub fn get(&self, id: NodeId) -> Option<&Value> {
        self.0[id.number()].as_ref()
    }

    pub fn into_vec(self) -> Vec<Option<Value>> {
        self.0
    }

    /// Finds the value of an expression whose parts have been looked at.
    pub fn find(&mut self, program: &Program, id: NodeId, budget: &Budget) {
        self.0[id.number()] = self.of(program, id, budget);
    }

    fn of(&self, program: &Program, id: NodeId, budget: &Budget) -> Option<Value> {
        match &program[id].kind {
            NodeKind::Const(value) => Some(value.clone()),
            NodeKind::Var(_, target) => self.get(*target).cloned(),
            NodeKind::Except(expr, _) => self.get(*expr).cloned(),
            NodeKind::If(condition, then, otherwise) => {
                let taken = match self.get(*condition)?.as_bool()? {
                    true => then,
                    false => otherwise,
                };
                self.get(*taken).cloned()
            }
            NodeKind::List(parts) => {
                let parts = self.all(parts)?;
                let element = type_of(parts.first()?).ok()?;
                new_list(&Type::list(element).ok()?, parts).ok()
            }
            NodeKind::Map(pairs) => {
                let pairs = pairs
                    .iter()
                    .map(|(key, value)| Some((self.get(*key)?.clone(), self.get(*value)?.clone())));
                let pairs: Vec<(Value, Value)> = pairs.collect::<Option<_>>()?;
                let (key, value) = pairs.first()?;
                let ty = Type::map_of(type_of(key).ok()?, type_of(value).ok()?, None).ok()?;
                new_map(&ty, pairs).ok()
            }
            NodeKind::Struct(fields) => {
                let parts = fields.iter().map(|(_, value)| self.get(*value).cloned());
                let parts: Vec<Value> = parts.collect::<Option<_>>()?;
                let typed = fields
                    .iter()
                    .zip(&parts)
                    .map(|((name, _), part)| Some(Field::new(name.clone(), type_of(part).ok()?)));
                let ty = Type::object(typed.collect::<Option<Vec<Field>>>()?).ok()?;
                new_struct(&ty, parts).ok()
            }
            NodeKind::Call(call) => {
                let NodeKind::Builtin(function) = &program[call.callee].kind else {
                    return None;
                };
                if !function.speculates() {
                    return None;
                }
                let args = self.all(&call.args)?;
                let typed = args.iter().map(|arg| {
                    Some(FuncParam {
                        name: None,
                        ty: type_of(arg).ok()?,
                    })
                });
                let ty = Type::func(FuncType {
                    params: Some(FuncParams {
                        positional: typed.collect::<Option<_>>()?,
                        ..FuncParams::default()
                    }),
                    result: Some(Type::any().clone()),
                    ..FuncType::default()
                });
                function.call(&ty.ok()?, &args, budget).ok()
            }
            NodeKind::Func(_) | NodeKind::Builtin(_) | NodeKind::Param(..) => None,
        }
    }

    fn all(&self, parts: &[NodeId]) -> Option<Vec<Value>> {
        parts.iter().map(|part| self.get(*part).cloned()).collect()
    }
}
