//! The start of an expression, where its errors are reported.
//!
//! HCL reports an error in a function argument at the position where the argument starts: at its
//! leftmost part, its bracket, or the marker of a splat.

use super::ast::{ExprId, ExprKind, Expression, Tree};
use polycty_core::source::{Range, Span};
use unicode_segmentation::UnicodeSegmentation;

impl Expression {
    /// The range of [`Tree::start_of`] for the expression.
    #[must_use]
    pub fn start_range(&self) -> Range {
        self.tree.range(self.tree.start_of(self.id))
    }
}

impl Tree {
    /// Returns the span at the start of an expression at which errors of the whole expression are
    /// reported.
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

/// The text of a string between its quotes or between the lines of the heredoc markers. For other
/// literals, the whole span.
fn string_start(text: &str, span: Span) -> Span {
    let inside = |start: usize, end: usize| Span {
        start: span.start + start as u32,
        end: span.start + end as u32,
    };
    // For an empty string, the span is its end.
    let at_end = inside(text.len(), text.len());
    if text.starts_with("<<") {
        let start = text.find('\n').map_or(0, |end| end + 1);
        let end = text.rfind('\n').map_or(text.len(), |end| end + 1);
        return match text.get(start..end) {
            None | Some("") => at_end,
            Some(lines) if text.starts_with("<<-") => inside(start + indentation(lines), end),
            Some(_) => inside(start, end),
        };
    }
    match text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        Some("") => at_end,
        Some(inner) => inside(1, 1 + inner.len()),
        None => span,
    }
}

/// The number of bytes of white space that a flush heredoc removes from its first line.
#[expect(
    clippy::string_slice,
    reason = "the offset is the length of a trimmed text"
)]
fn indentation(lines: &str) -> usize {
    let first = lines.split_inclusive('\n').next().unwrap_or_default();
    let spaces = |line: &str| {
        let rest = line.trim_start();
        line[..line.len() - rest.len()].graphemes(true).count()
    };
    let filled = lines
        .split_inclusive('\n')
        .filter(|line| !line.trim().is_empty());
    match filled.map(spaces).min() {
        Some(least) if !first.trim().is_empty() => {
            first.graphemes(true).take(least).map(str::len).sum()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::parse_expression;
    use polycty_core::source::Position;

    #[test]
    fn texts_of_a_template_that_follow_one_another_are_one() {
        let cases = [
            ("\"a$${b\"", "1:2-1:7"),
            ("\"a$${b}${x}\"", "1:2-1:8"),
            ("\"\"", "1:3-1:3"),
            ("<<E\na\nb\nE\n", "2:1-4:1"),
            ("<<E\na\n${x}b\nE\n", "2:1-3:1"),
            ("<<E\n  a$${b\n  c${x}\nE\n", "2:1-3:4"),
            ("<<-E\n  b\n    c\n  ${x}\n  E\n", "2:3-4:3"),
            ("<<-E\n  b\n    c\n  E\n", "2:3-4:1"),
            ("<<-E\n\n  b\n    c\n  E\n", "2:1-5:1"),
            ("<<-E\n    b\n  \n    c\n  E\n", "2:5-5:1"),
            ("<<E\nE\n", "2:2-2:2"),
        ];
        for (text, expected) in cases {
            let parsed = parse_expression(text.as_bytes(), "f", Position::START);
            assert!(parsed.diagnostics.is_empty(), "{text}");
            let range = parsed.expression().start_range();
            let (start, end) = (range.start, range.end);
            let found = format!(
                "{}:{}-{}:{}",
                start.line, start.column, end.line, end.column
            );
            assert_eq!(found, expected, "{text}");
        }
    }
}
