//! Constants: which expressions have a value before the program runs?
//!
//! Literals, what is made of such values, the branch that a known condition takes, what a bind
//! stands for, and calls of functions that allow it. Parameters have none. A value of very many
//! parts is not known either: parts are shared, so a few lines can make one of any size.

use crate::rules::construct::{new_list, new_map, new_struct};
use crate::rules::infer::type_of;
use crate::scope::program::{NodeId, NodeKind, Program};
use polycty_core::calls::Budget;
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;

/// The most parts of a value that is known, all of them written out.
const MOST_PARTS: u64 = 1 << 16;

/// The values that are known, by expression, each with how many parts it has.
pub(super) struct Values {
    values: Vec<Option<Value>>,
    parts: Vec<u32>,
}

impl Values {
    pub fn new(nodes: usize) -> Values {
        Values {
            values: vec![None; nodes],
            parts: vec![0; nodes],
        }
    }

    pub fn get(&self, id: NodeId) -> Option<&Value> {
        self.values[id.number()].as_ref()
    }

    pub fn into_vec(self) -> Vec<Option<Value>> {
        self.values
    }

    /// Finds the value of an expression whose parts have been looked at.
    pub fn find(&mut self, program: &Program, id: NodeId, budget: &Budget) {
        let parts = self.parts_of(program, id);
        if parts <= MOST_PARTS && budget.charge(parts).is_ok() {
            let value = self.of(program, id, budget);
            // What a function gives has as many parts as it may.
            let made = match (&program[id].kind, &value) {
                (NodeKind::Call(_), Some(value)) => count(value, MOST_PARTS),
                _ => parts,
            };
            if made <= MOST_PARTS {
                self.values[id.number()] = value;
                self.parts[id.number()] = made as u32;
            }
        }
    }

    /// How many parts the value of an expression has at most, if its parts have values.
    fn parts_of(&self, program: &Program, id: NodeId) -> u64 {
        let of = |id: &NodeId| u64::from(self.parts[id.number()]);
        1 + match &program[id].kind {
            NodeKind::Const(value) => count(value, MOST_PARTS),
            NodeKind::Var(_, target) => of(target),
            NodeKind::Except(expr, _) => of(expr),
            NodeKind::If(_, then, otherwise) => of(then).max(of(otherwise)),
            NodeKind::List(parts) => parts.iter().map(of).sum(),
            NodeKind::Map(pairs) => pairs.iter().map(|(a, b)| of(a) + of(b)).sum(),
            NodeKind::Struct(fields) => fields.iter().map(|(_, value)| of(value)).sum(),
            NodeKind::Call(call) => call.args.iter().map(of).sum(),
            NodeKind::Func(_) | NodeKind::Builtin(_) | NodeKind::Param(..) => 0,
        }
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
                function.call(&self.all(&call.args)?, budget).ok()
            }
            NodeKind::Func(_) | NodeKind::Builtin(_) | NodeKind::Param(..) => None,
        }
    }

    fn all(&self, parts: &[NodeId]) -> Option<Vec<Value>> {
        parts.iter().map(|part| self.get(*part).cloned()).collect()
    }
}

/// How many parts a value has, counted no further than a few more than `most`.
fn count(value: &Value, most: u64) -> u64 {
    let mut counted = 0;
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        counted += 1;
        if counted > most {
            break;
        }
        left.extend(value.parts().unwrap_or_default());
        left.extend(
            value
                .entries()
                .unwrap_or_default()
                .iter()
                .map(|entry| entry.value()),
        );
        if let Some(map) = value.as_ordered_map() {
            left.extend(map.entries().iter().flat_map(|(key, value)| [key, value]));
        }
    }
    counted
}
