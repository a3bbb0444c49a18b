//! The parts of an expression.
//!
//! One list for whoever walks a tree: the parts of a node in the order of the text, each
//! with what it is to the node. What stands at a byte follows from it.

use super::ast::{CallId, ExprId, ExprKind, Tree};
use polycty_core::source::Span;

/// What a part of an expression is to the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A piece of a template, or what stands alone in one.
    Piece,
    /// What stands in parentheses.
    Inner,
    /// What steps lead into, or what a splat or an index takes elements from.
    Source,
    /// What a splat makes of each element.
    Each,
    /// An argument of a call.
    Argument,
    /// A condition: of a conditional, or what a `for` selects by.
    Condition,
    /// What a conditional gives where its condition holds.
    Then,
    /// What a conditional gives elsewhere.
    Else,
    /// What a `for` iterates over.
    Collection,
    /// A key that is computed: of an index, of an item of an object, of a `for`.
    Key,
    /// A key of an item of an object that is a name, and no variable.
    Name,
    /// A value: of an item of an object, of a `for`.
    Value,
    /// An element of a tuple.
    Element,
    /// An operand.
    Operand,
}

impl Tree {
    /// Calls back with each part of an expression, in the order of the text.
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

    /// Calls back with each call of a function in an expression, however deep, in the order
    /// of the text.
    pub fn each_call(&self, mut expression: ExprId, visit: &mut dyn FnMut(CallId)) {
        // The recursion is as deep as expressions nest, which `MAX_NESTING` bounds. A chain of
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

    /// The expressions at a byte of the text, the outermost one first: `expression` and,
    /// within each, the part that the byte belongs to. None where it stands elsewhere.
    #[must_use]
    pub fn expressions_at(&self, expression: ExprId, byte: u32) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut next = Some(expression).filter(|id| holds(self[*id].span, byte));
        while let Some(id) = next.take() {
            found.push(id);
            // Where parts share bytes, as an item of a splat and its steps do, the last one
            // is the innermost.
            self.each_part(id, &mut |_, part| {
                if holds(self[part].span, byte) {
                    next = Some(part);
                }
            });
        }
        found
    }
}

/// Whether a byte is one of those that something stands for.
#[inline]
pub(crate) fn holds(span: Span, byte: u32) -> bool {
    span.start <= byte && byte < span.end
}
