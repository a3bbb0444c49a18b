//! The parts of an expression.
//!
//! All tree walks share this list: the parts of a node in source order, each with its role in the
//! node. The expressions at a byte are derived from it.

use super::ast::{CallId, ExprId, ExprKind, Tree};
use polycty_core::source::Span;

/// The role of a part in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A piece of a template, including the only one.
    Piece,
    /// The expression in parentheses.
    Inner,
    /// The left side of traversal steps, of a splat or of an index.
    Source,
    /// The result of a splat for each element.
    Each,
    /// An argument of a call.
    Argument,
    /// The condition of a conditional, or the filter of a `for`.
    Condition,
    /// The result of a conditional if its condition is true.
    Then,
    /// The result of a conditional if its condition is false.
    Else,
    /// The collection that a `for` iterates over.
    Collection,
    /// A computed key of an index, an object item or a `for`.
    Key,
    /// A key of an object item that is a name, not a variable.
    Name,
    /// The value of an object item or a `for`.
    Value,
    /// An element of a tuple.
    Element,
    /// An operand.
    Operand,
}

impl Tree {
    /// Calls `visit` with each part of an expression, in source order.
    pub fn each_part(&self, expression: ExprId, visit: &mut dyn FnMut(Role, ExprId)) {
        let all = |role, parts: &[ExprId], visit: &mut dyn FnMut(Role, ExprId)| {
            parts.iter().for_each(|part| visit(role, *part));
        };
        match self[expression].kind {
            ExprKind::Literal(_)
            | ExprKind::ScopeTraversal(_)
            | ExprKind::SplatItem
            | ExprKind::Invalid => {}
            ExprKind::Template(parts) => all(Role::Piece, &self[parts], visit),
            ExprKind::TemplateWrap(inner) | ExprKind::TemplateJoin(inner) => {
                visit(Role::Piece, inner);
            }
            ExprKind::Parentheses(inner) => visit(Role::Inner, inner),
            ExprKind::RelativeTraversal { source, .. } => visit(Role::Source, source),
            ExprKind::Call(call) => all(Role::Argument, &self[self[call].arguments], visit),
            ExprKind::Conditional { condition, yes, no } => {
                visit(Role::Condition, condition);
                visit(Role::Then, yes);
                visit(Role::Else, no);
            }
            ExprKind::Index {
                collection, key, ..
            } => {
                visit(Role::Source, collection);
                visit(Role::Key, key);
            }
            ExprKind::Tuple(parts) => all(Role::Element, &self[parts], visit),
            ExprKind::Object(items) => {
                for item in &self[items] {
                    let key = match item.literal_key {
                        Some(_) => Role::Name,
                        None => Role::Key,
                    };
                    visit(key, item.key);
                    visit(Role::Value, item.value);
                }
            }
            ExprKind::For(id) => {
                let each = &self[id];
                visit(Role::Collection, each.collection);
                if let Some(key) = each.key {
                    visit(Role::Key, key);
                }
                visit(Role::Value, each.value);
                if let Some(condition) = each.condition {
                    visit(Role::Condition, condition);
                }
            }
            ExprKind::Splat { source, each, .. } => {
                visit(Role::Source, source);
                visit(Role::Each, each);
            }
            ExprKind::Unary { operand, .. } => visit(Role::Operand, operand),
            ExprKind::Operations { first, rest } => {
                visit(Role::Operand, first);
                for operation in &self[rest] {
                    visit(Role::Operand, operation.operand);
                }
            }
        }
    }

    /// Calls `visit` with each function call in an expression, at any depth, in source order.
    pub fn each_call(&self, mut expression: ExprId, visit: &mut dyn FnMut(CallId)) {
        // The recursion is as deep as expressions nest, which `MAX_NESTING` limits. A chain of
        // conditionals does not nest.
        while let ExprKind::Conditional { condition, yes, no } = self[expression].kind {
            self.each_call(condition, visit);
            self.each_call(yes, visit);
            expression = no;
        }
        if let ExprKind::Call(call) = self[expression].kind {
            visit(call);
        }
        self.each_part(expression, &mut |_, part| self.each_call(part, visit));
    }

    /// Returns the expressions at a byte of the text, the outermost one first: `expression` and,
    /// within each, the part that contains the byte. Empty if the byte is not in `expression`.
    #[must_use]
    pub fn expressions_at(&self, expression: ExprId, byte: u32) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut next = Some(expression).filter(|id| holds(self[*id].span, byte));
        while let Some(id) = next.take() {
            found.push(id);
            // If parts share bytes, as the item of a splat and its steps do, the last part is the
            // innermost one.
            self.each_part(id, &mut |_, part| {
                if holds(self[part].span, byte) {
                    next = Some(part);
                }
            });
        }
        found
    }
}

/// Whether a span contains a byte.
#[inline]
pub(crate) fn holds(span: Span, byte: u32) -> bool {
    span.start <= byte && byte < span.end
}
