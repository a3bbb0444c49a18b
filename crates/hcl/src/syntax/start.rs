//! The start of an expression, where its faults are reported.
//!
//! HCL tells what is wrong with an argument of a function at the place where the
//! argument begins: at its leftmost part, at its bracket, or at the marker of a splat.

use super::ast::{ExprId, ExprKind, Expression, Tree};
use polycty_core::source::{Range, Span};

impl Expression {
    /// Where the expression begins: [`Tree::start_of`].
    #[must_use]
    pub fn start_range(&self) -> Range {
        self.tree.range(self.tree.start_of(self.id))
    }
}

impl Tree {
    /// The part of an expression that stands for its beginning, where faults of the
    /// whole are told.
    #[must_use]
    pub fn start_of(&self, mut id: ExprId) -> Span {
        let tree = self;
        loop {
            let expr = &tree[id];
            let first_byte = Span {
                start: expr.span.start,
                end: expr.span.start + 1,
            };
            id = match expr.kind {
                ExprKind::Operations { first, .. } => first,
                ExprKind::Conditional { condition, .. } => condition,
                ExprKind::Splat { item, .. } => return tree[item].span,
                ExprKind::Parentheses(inner) => inner,
                ExprKind::Index { open, .. } => {
                    return Span {
                        start: open,
                        end: open + 1,
                    };
                }
                ExprKind::TemplateJoin(inner) => inner,
                ExprKind::Template(parts) => match tree[parts].first() {
                    Some(first) => *first,
                    None => return expr.span,
                },
                ExprKind::Call(call) => {
                    let call = &tree[call];
                    return Span {
                        start: call.name_span.start,
                        end: call.open.end,
                    };
                }
                ExprKind::For(each) => return tree[each].open,
                ExprKind::Literal(_) => return string_start(tree.slice(expr.span), expr.span),
                ExprKind::Tuple(_) | ExprKind::Object(_) | ExprKind::Unary { .. } => {
                    return first_byte;
                }
                _ => return expr.span,
            };
        }
    }
}

/// Where the first line of a string begins; other literals are all of themselves.
fn string_start(text: &str, span: Span) -> Span {
    let lines = |skipped: usize| {
        let rest = &text[skipped..];
        let first = rest.find('\n').map_or(rest.len(), |end| end + 1);
        Span {
            start: span.start + skipped as u32,
            end: span.start + (skipped + first) as u32,
        }
    };
    if text.starts_with("<<") {
        return lines(text.find('\n').map_or(0, |end| end + 1));
    }
    match text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        // Of nothing, where nothing ends.
        Some("") => Span {
            start: span.end,
            end: span.end,
        },
        Some(inside) => Span {
            start: span.start + 1,
            end: span.start + 1 + inside.len() as u32,
        },
        None => span,
    }
}
