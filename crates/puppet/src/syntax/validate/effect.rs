//! Effects: statements that only produce a value.

use super::super::tree::{BinaryOp, ExprId, ExprKind, Exprs, Operation, Program};
use polycty_core::types::IdMap;

/// The results for the conditionals of a program. They are cached, so that nested conditionals are
/// visited once.
pub(super) struct Effects<'p> {
    program: &'p Program,
    conditionals: IdMap<ExprId, bool>,
}

impl<'p> Effects<'p> {
    pub(super) fn new(program: &'p Program) -> Effects<'p> {
        Effects {
            program,
            conditionals: IdMap::default(),
        }
    }

    /// Whether an expression has no effect but its value.
    pub(super) fn is_value_only(&mut self, id: ExprId) -> bool {
        let program = self.program;
        match program[id].kind {
            ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Bool(_)
            | ExprKind::Integer(_)
            | ExprKind::BigInteger(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Name(_)
            | ExprKind::Regexp(_)
            | ExprKind::TypeName(_)
            | ExprKind::Reserved(_)
            | ExprKind::Variable(_)
            | ExprKind::Interpolation(_)
            | ExprKind::Heredoc { .. }
            | ExprKind::Array(_)
            | ExprKind::Hash(_)
            | ExprKind::Access { .. }
            | ExprKind::Not(_)
            | ExprKind::Minus(_)
            | ExprKind::Splat(_)
            | ExprKind::Selector { .. }
            | ExprKind::Untitled { .. } => true,
            ExprKind::Parentheses(inner) => self.is_value_only(inner),
            ExprKind::Operations { rest, .. } => match program[rest] {
                [.., Operation { operator, .. }] => {
                    !operator.is_relationship()
                        && !matches!(operator, BinaryOp::Match | BinaryOp::NotMatch)
                }
                [] => true,
            },
            ExprKind::If(_) | ExprKind::Unless(_) | ExprKind::Case { .. } | ExprKind::Block(_) => {
                if let Some(known) = self.conditionals.get(&id) {
                    return *known;
                }
                let answer = self.conditional(id);
                self.conditionals.insert(id, answer);
                answer
            }
            ExprKind::Assignment { .. }
            | ExprKind::Call(_)
            | ExprKind::MethodCall(_)
            | ExprKind::Resource(_)
            | ExprKind::ResourceSettings(_)
            | ExprKind::Collector(_)
            | ExprKind::Definition(_)
            | ExprKind::RenderText(_)
            | ExprKind::RenderExpression(_) => false,
        }
    }

    fn conditional(&mut self, id: ExprId) -> bool {
        let program = self.program;
        match program[id].kind {
            ExprKind::If(branches) | ExprKind::Unless(branches) => {
                program[branches].iter().all(|branch| {
                    branch.condition.is_none_or(|id| self.is_value_only(id))
                        && self.all(branch.body)
                })
            }
            ExprKind::Case { of, options } => {
                self.is_value_only(of)
                    && program[options]
                        .iter()
                        .all(|option| self.all(option.values) && self.all(option.body))
            }
            ExprKind::Block(body) => self.all(body),
            _ => false,
        }
    }

    fn all(&mut self, list: Exprs) -> bool {
        let program = self.program;
        program[list].iter().all(|id| self.is_value_only(*id))
    }
}
