//! Captures: functions that use a parameter of an enclosing function.

use crate::scope::program::{NodeId, NodeKind, Program, Via};
use polycty_core::types::IdSet;
use std::sync::atomic::{AtomicU8, Ordering};

/// The known results by function. Concurrent lookups compute the same result.
#[derive(Debug)]
pub(super) struct Captures(Vec<AtomicU8>);

const NO: u8 = 1;
const YES: u8 = 2;

impl Captures {
    pub fn new(nodes: usize) -> Captures {
        let mut answers = Vec::new();
        answers.resize_with(nodes, AtomicU8::default);
        Captures(answers)
    }

    /// Returns whether a function uses a parameter of an enclosing function.
    pub fn find(&self, program: &Program, func: NodeId) -> bool {
        let answer = &self.0[func.number()];
        match answer.load(Ordering::Relaxed) {
            NO => false,
            YES => true,
            _ => {
                let captures = compute(program, func);
                answer.store(if captures { YES } else { NO }, Ordering::Relaxed);
                captures
            }
        }
    }
}

fn compute(program: &Program, func: NodeId) -> bool {
    let (mut own, mut used) = (IdSet::default(), Vec::new());
    let mut left = vec![func];
    while let Some(id) = left.pop() {
        match &program[id].kind {
            NodeKind::Const(_) | NodeKind::Builtin(_) | NodeKind::Param(..) => {}
            NodeKind::List(parts) => left.extend(parts),
            NodeKind::Map(pairs) => left.extend(pairs.iter().flat_map(|(a, b)| [*a, *b])),
            NodeKind::Struct(fields) => left.extend(fields.iter().map(|(_, value)| *value)),
            // The value of a bind is outside of all functions.
            NodeKind::Var(_, target) => used.push(*target),
            NodeKind::Call(call) => {
                left.extend(&call.args);
                match call.via {
                    Via::Var => used.push(call.callee),
                    Via::Written => left.push(call.callee),
                    Via::Name => {}
                }
            }
            NodeKind::Func(func) => {
                own.extend(func.params.iter().copied());
                left.push(func.body);
            }
            NodeKind::If(a, b, c) => left.extend([*a, *b, *c]),
            NodeKind::Except(a, b) => left.extend([*a, *b]),
        }
    }
    let foreign =
        |id: &NodeId| matches!(program[*id].kind, NodeKind::Param(..)) && !own.contains(id);
    used.iter().any(foreign)
}
