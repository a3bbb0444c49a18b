//! Constants: expressions whose value is known before the program runs.
//!
//! These are literals, containers of known values, the branch of a known condition, variables of
//! binds with known values, and calls of functions that speculate. Parameters have no known value.
//! A value with very many parts is treated as unknown: parts are shared, so a few lines can define
//! a value of any size.

use crate::rules::convert::typed;
use crate::rules::infer::type_of;
use crate::scope::program::{NodeId, NodeKind, Program};
use crate::values::access::own_type;
use crate::values::build::{check_key, sorted_map};
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;

/// The maximum number of parts of a known value, counted without sharing.
const MOST_PARTS: u32 = 1 << 16;

/// The known values by expression.
pub(super) struct Values {
    values: Vec<Option<Value>>,
}

impl Values {
    pub fn new(nodes: usize) -> Values {
        Values {
            values: vec![None; nodes],
        }
    }

    pub fn get(&self, id: NodeId) -> Option<&Value> {
        self.values[id.number()].as_ref()
    }

    pub fn into_vec(self) -> Vec<Option<Value>> {
        self.values
    }

    /// Finds the value of an expression whose parts have been visited.
    ///
    /// The cost is that of the expression itself: its parts are shared, not copied.
    pub fn find(
        &mut self,
        program: &Program,
        id: NodeId,
        budget: &Budget,
    ) -> Result<(), BudgetError> {
        budget.charge(direct_parts(&program[id].kind))?;
        let Some(value) = self.of(program, id, budget) else {
            return Ok(());
        };
        if value.facts().size() <= MOST_PARTS {
            self.values[id.number()] = Some(value);
        }
        Ok(())
    }

    fn of(&self, program: &Program, id: NodeId, budget: &Budget) -> Option<Value> {
        match &program[id].kind {
            // A variable of the host may have a value of a different language.
            NodeKind::Const(value) => typed(value, &type_of(value).ok()?).ok(),
            NodeKind::Var(_, target) => self.get(*target).cloned(),
            NodeKind::Except(expr, _) => self.get(*expr).cloned(),
            NodeKind::If(condition, then, otherwise) => {
                let taken = if self.get(*condition)?.as_bool()? {
                    then
                } else {
                    otherwise
                };
                self.get(*taken).cloned()
            }
            NodeKind::List(parts) => {
                let parts = self.all(parts)?;
                let element = same_type(parts.iter())?.clone();
                Value::sequence(Type::list(element).ok()?, parts).ok()
            }
            NodeKind::Map(pairs) => {
                let pairs = pairs
                    .iter()
                    .map(|(key, value)| Some((self.get(*key)?.clone(), self.get(*value)?.clone())));
                let pairs: Vec<(Value, Value)> = pairs.collect::<Option<_>>()?;
                let key = same_type(pairs.iter().map(|(key, _)| key))?.clone();
                let value = same_type(pairs.iter().map(|(_, value)| value))?.clone();
                check_key(&key).ok()?;
                sorted_map(&Type::map_of(key, value, None).ok()?, pairs).ok()
            }
            NodeKind::Struct(fields) => {
                let parts = fields.iter().map(|(_, value)| self.get(*value).cloned());
                let parts: Vec<Value> = parts.collect::<Option<_>>()?;
                let typed = fields
                    .iter()
                    .zip(&parts)
                    .map(|((name, _), part)| Field::new(name.clone(), own_type(part).clone()));
                let ty = Type::object(typed.collect::<Vec<Field>>()).ok()?;
                Value::object_with_type(ty, parts).ok()
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

/// Returns the number of direct parts of an expression.
fn direct_parts(kind: &NodeKind) -> u64 {
    1 + match kind {
        NodeKind::Const(value) => u64::from(value.facts().size()),
        NodeKind::List(parts) => parts.len() as u64,
        NodeKind::Map(pairs) => 2 * pairs.len() as u64,
        NodeKind::Struct(fields) => fields.len() as u64,
        NodeKind::Call(call) => call.args.len() as u64,
        _ => 0,
    }
}

/// Returns the common type of the values, or `None` if there are no values or their types differ.
fn same_type<'a>(mut values: impl Iterator<Item = &'a Value>) -> Option<&'a Type> {
    let first = own_type(values.next()?);
    values
        .all(|value| own_type(value) == first)
        .then_some(first)
}
