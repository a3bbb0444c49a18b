//! Checks of literals, templates, operators and conditionals.

use super::{Binder, Literals, Outcome, deferred_like};
use crate::types::view::{self, int};
use polycty_core::number::Number;
use polycty_core::types::{Scalar, Type};
use polycty_core::values::Value;
use polycty_hcl::syntax::{BinaryOp, ExprId, ExprKind, List, Operation, Span, UnaryOp, ValueId};
use std::borrow::Cow;

/// The precision of a literal in bits. An integer that needs more is not exact.
const LITERAL_BITS: u32 = polycty_core::number::PARSED_PRECISION;

impl Binder<'_> {
    /// Returns the constant type of a literal. A string is a template and has the type `string`.
    pub(super) fn literal(&mut self, id: ExprId, value: ValueId) -> Outcome {
        let value = &self.tree[value];
        if value.is_null() {
            return Ok(view::constant(Type::none(), None)?);
        }
        if let Some(value) = value.as_bool() {
            return Ok(view::constant(Type::bool(), Some(Scalar::Bool(value)))?);
        }
        match value.as_number() {
            Some(number) => self.number(id, number),
            None if value.as_str().is_some() => Ok(Type::string().clone()),
            None => {
                let summary = format!(
                    "unsupported literal value of type {}",
                    value.ty().friendly_name()
                );
                self.error("unsupported-literal", self.span(id), summary);
                Ok(Type::any().clone())
            }
        }
    }

    fn number(&mut self, id: ExprId, number: Number) -> Outcome {
        let whole = match self.options.literals {
            Literals::SmallInts => number
                .to_i64()
                .is_some_and(|int| i32::try_from(int).is_ok()),
            Literals::ExactInts => number.is_integer(),
        };
        if whole && self.options.literals == Literals::ExactInts && rounded(&number) {
            self.error(
                "inexact-number",
                self.span(id),
                format!("integer needs more than {LITERAL_BITS} bits"),
            );
        }
        let ty = if whole { int() } else { Type::number() };
        match view::constant(ty, Some(Scalar::Number(number))) {
            Ok(ty) => Ok(ty),
            // The number does not fit in an exact integer.
            Err(_) => Ok(Type::number().clone()),
        }
    }

    /// Returns the number of a number literal.
    fn number_literal(&self, id: ExprId) -> Option<Number> {
        match self.tree[id].kind {
            ExprKind::Parentheses(inner) | ExprKind::TemplateWrap(inner) => {
                self.number_literal(inner)
            }
            ExprKind::Literal(value) => known_number(&self.tree[value]),
            ExprKind::Unary {
                operator: UnaryOp::Negate,
                operand,
            } => Some(self.number_literal(operand)?.neg()),
            _ => None,
        }
    }

    /// Returns the value of a literal: a number, a bool or null.
    pub(super) fn literal_value(&self, id: ExprId) -> Option<Value> {
        if let Some(number) = self.number_literal(id) {
            return Some(Value::from_number(number));
        }
        match self.tree[id].kind {
            ExprKind::Parentheses(inner) | ExprKind::TemplateWrap(inner) => {
                self.literal_value(inner)
            }
            ExprKind::Literal(value) => {
                let value = &self.tree[value];
                (value.is_null() || value.as_bool().is_some()).then(|| value.clone())
            }
            _ => None,
        }
    }

    /// Returns the string of a template with literal parts.
    pub(super) fn string_literal(&self, id: ExprId) -> Option<Cow<'_, str>> {
        match self.tree[id].kind {
            ExprKind::Parentheses(inner) | ExprKind::TemplateWrap(inner) => {
                self.string_literal(inner)
            }
            ExprKind::Literal(value) => self.tree[value].as_str().map(Cow::Borrowed),
            ExprKind::Template(parts) => {
                let mut whole = String::new();
                for part in &self.tree[parts] {
                    let ExprKind::Literal(value) = self.tree[*part].kind else {
                        return None;
                    };
                    whole.push_str(self.tree[value].as_str()?);
                }
                Some(Cow::Owned(whole))
            }
            _ => None,
        }
    }

    pub(super) fn template(&mut self, parts: List<ExprId>) -> Outcome {
        let tree = self.tree;
        let types = self.each(&tree[parts]);
        deferred_like(Type::string().clone(), &types)
    }

    pub(super) fn template_join(&mut self, list: ExprId) -> Outcome {
        let list = self.bind(list);
        deferred_like(Type::string().clone(), [&list])
    }

    pub(super) fn conditional(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> Outcome {
        let decides = self.bind(condition);
        let (yes, no) = (self.bind(yes), self.bind(no));
        self.accept(&decides, Type::bool(), self.span(condition))?;
        deferred_like(self.common(&[&yes, &no])?, [&decides])
    }

    pub(super) fn unary(&mut self, id: ExprId, operator: UnaryOp, operand: ExprId) -> Outcome {
        if operator == UnaryOp::Negate
            && let Some(number) = self.number_literal(id)
        {
            // The operand gets a type of its own, but its errors are reported for the whole
            // literal.
            let before = self.diagnostics.len();
            self.bind(operand);
            self.diagnostics.truncate(before);
            return self.number(id, number);
        }
        let ty = self.bind(operand);
        let (wanted, result) = match operator {
            UnaryOp::Negate => (Type::number(), arithmetic([&ty])),
            UnaryOp::Not => (Type::bool(), Type::bool()),
        };
        self.accept(&ty, wanted, self.span(operand))?;
        deferred_like(result.clone(), [&ty])
    }

    pub(super) fn operations(
        &mut self,
        id: ExprId,
        first: ExprId,
        rest: List<Operation>,
    ) -> Outcome {
        let tree = self.tree;
        let mut left = self.bind(first);
        let mut left_span = self.span(first);
        let mut steps = Vec::with_capacity(rest.len());
        for operation in &tree[rest] {
            let right = self.bind(operation.operand);
            let right_span = self.span(operation.operand);
            left = self.operated(operation.operator, (&left, left_span), (&right, right_span))?;
            left_span = self.span(id).to(right_span);
            steps.push(left.clone());
        }
        self.parts.insert(id, steps);
        Ok(left)
    }

    /// Returns the type of an operator from the types of its operands. It is a separate function so
    /// that nested operators need little stack.
    #[inline(never)]
    fn operated(
        &mut self,
        operator: BinaryOp,
        (left, left_span): (&Type, Span),
        (right, right_span): (&Type, Span),
    ) -> Outcome {
        let (wanted, result) = match operator {
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Modulo => (Type::number(), arithmetic([left, right])),
            BinaryOp::Greater
            | BinaryOp::GreaterOrEqual
            | BinaryOp::Less
            | BinaryOp::LessOrEqual => (Type::number(), Type::bool()),
            BinaryOp::And | BinaryOp::Or => (Type::bool(), Type::bool()),
            BinaryOp::Equal | BinaryOp::NotEqual => (Type::any(), Type::bool()),
        };
        self.accept(left, wanted, left_span)?;
        self.accept(right, wanted, right_span)?;
        deferred_like(result.clone(), [left, right])
    }
}

fn known_number(value: &Value) -> Option<Number> {
    if value.is_null() {
        None
    } else {
        value.as_number()
    }
}

/// Returns whether an integer literal has lost digits: it is not an integer any more, or has more
/// bits than the precision.
fn rounded(number: &Number) -> bool {
    number
        .to_integer()
        .is_none_or(|int| int.bit_length() > u64::from(LITERAL_BITS))
}

/// Returns the result type of arithmetic: `int` if all operands are `int`.
fn arithmetic<const N: usize>(operands: [&Type; N]) -> &'static Type {
    if operands.iter().all(|operand| *operand == int()) {
        int()
    } else {
        Type::number()
    }
}
