//! Formatting of the syntax before Terraform 0.12, as `terraform fmt` does it.
//!
//! - A single interpolation in quotes is replaced with its expression.
//! - Labels are quoted.
//! - The type of a variable, formerly a keyword or a string, becomes a type expression.
//!
//! All nested interpolations are removed at once, so the result needs no second pass. Comments are
//! never lost: text with a comment inside is kept unchanged.

use super::lines::whole_lines;
use crate::syntax::{Block, BodyId, ExprId, ExprKind, Kind, Token, Tree};
use polycty_core::sort::sort_by_key;
use polycty_core::source::Span;

/// A replacement of a span of the text: the new text before and after the part that is kept.
pub(super) struct Change {
    span: Span,
    kept: Span,
    before: &'static str,
    after: &'static str,
}

/// Returns the changes of a text, or of some lines of it, in source order.
pub(super) fn changes(
    tree: &Tree,
    root: BodyId,
    tokens: &[Token],
    lines: Option<Span>,
) -> Vec<Change> {
    let mut finder = Finder {
        tree,
        tokens,
        changes: Vec::new(),
    };
    finder.body(root, Parent::File);
    let mut changes = finder.changes;
    if let Some(lines) = lines {
        changes.retain(|change| (lines.start..lines.end).contains(&change.span.start));
    }
    sort_by_key(&mut changes, |change| change.span.start);
    changes
}

/// Returns the changed text, and the span of the selected lines in it.
#[expect(clippy::string_slice, reason = "changes cover whole tokens")]
pub(super) fn apply(text: &str, changes: &[Change], lines: Option<Span>) -> (String, Option<Span>) {
    let mut out = String::with_capacity(text.len() + changes.len() * 4);
    let mut at = 0;
    let (mut grown, mut end) = (0, 0);
    for change in changes {
        let (start, kept) = (change.span.start as usize, change.kept);
        out.push_str(&text[at..start]);
        out.push_str(change.before);
        out.push_str(kept.slice(text));
        out.push_str(change.after);
        at = change.span.end as usize;
        (grown, end) = (out.len(), at);
    }
    out.push_str(&text[at..]);
    let lines = lines.map(|lines| {
        // No change starts before the selected lines.
        let moved = (lines.end as usize).max(end) - end + grown;
        whole_lines(&out, Span::new(lines.start as usize, moved))
    });
    (out, lines)
}

/// The parent of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    File,
    /// A block `variable` of the file.
    Variable,
    Block,
}

struct Finder<'t> {
    tree: &'t Tree,
    tokens: &'t [Token],
    changes: Vec<Change>,
}

impl Finder<'_> {
    /// The recursion is as deep as blocks nest, which is limited.
    fn body(&mut self, id: BodyId, parent: Parent) {
        let body = &self.tree[id];
        for attribute in &self.tree[body.attributes] {
            let expr = &self.tree[attribute.value];
            let text = self.tree.slice(expr.span);
            if parent == Parent::Variable && self.tree.text(attribute.name) == "type" {
                self.variable_type(expr.span, text);
            } else if text.starts_with("\"${") {
                self.interpolation(attribute.value, expr.span);
            }
        }
        for block in &self.tree[body.blocks] {
            self.labels(block);
            let inner = match parent {
                Parent::File if self.tree.text(block.block_type) == "variable" => Parent::Variable,
                _ => Parent::Block,
            };
            self.body(block.body, inner);
        }
    }

    fn labels(&mut self, block: &Block) {
        for label in &self.tree[block.labels] {
            if !self.tree.slice(label.span).starts_with('"') {
                self.changes.push(Change {
                    span: label.span,
                    kept: label.span,
                    before: "\"",
                    after: "\"",
                });
            }
        }
    }

    /// A keyword without an element type becomes a type with element type `any`. A quoted type
    /// dates from the time when only strings were possible, so its element type is `string`.
    fn variable_type(&mut self, span: Span, text: &str) {
        let (after, quotes) = match text {
            "list" | "map" | "set" => ("(any)", 0),
            "\"string\"" => ("", 1),
            "\"list\"" | "\"map\"" => ("(string)", 1),
            _ => return,
        };
        self.changes.push(Change {
            span,
            kept: Span {
                start: span.start + quotes,
                end: span.end - quotes,
            },
            before: "",
            after,
        });
    }

    /// Replaces `"${a}"` with `a`.
    fn interpolation(&mut self, value: ExprId, span: Span) {
        let mut inside = self.tokens_of(span);
        let mut kept = None;
        // An expression that needs parentheses is not a single interpolation any more.
        let mut around = ("", "");
        while around == ("", "")
            && let Some(next) = alone(inside)
            && let [first, .., last] | [first @ last] = next
        {
            inside = next;
            let all = first.span.to(last.span);
            kept = Some(all);
            let is_long = inside.iter().any(|token| token.kind == Kind::Newline);
            if is_long && !self.is_parentheses(value, all) {
                around = ("(", ")");
            }
        }
        let Some(kept) = kept else {
            return;
        };
        let (before, after) = around;
        self.changes.push(Change {
            span,
            kept,
            before,
            after,
        });
    }

    /// Whether the kept part of a value in templates is an expression in parentheses.
    fn is_parentheses(&self, mut value: ExprId, kept: Span) -> bool {
        while let ExprKind::TemplateWrap(inner) = self.tree[value].kind {
            value = inner;
        }
        let expr = &self.tree[value];
        expr.span == kept && matches!(expr.kind, ExprKind::Parentheses(_))
    }

    fn tokens_of(&self, span: Span) -> &[Token] {
        let start = |token: &Token| token.span.start < span.start;
        // The end token of the text is empty and may be at the end of the value.
        let end = |token: &Token| token.span.end <= span.end && token.kind != Kind::End;
        let from = self.tokens.partition_point(start);
        &self.tokens[from..self.tokens.partition_point(end).max(from)]
    }
}

/// Returns the tokens of the only expression in the template that these tokens form, without the
/// newlines around it.
fn alone(tokens: &[Token]) -> Option<&[Token]> {
    let [open, begin, inside @ .., end, close] = tokens else {
        return None;
    };
    let around = [open.kind, begin.kind, end.kind, close.kind];
    if around
        != [
            Kind::OpenQuote,
            Kind::Interpolation,
            Kind::SequenceEnd,
            Kind::CloseQuote,
        ]
    {
        return None;
    }
    let mut quotes = 0;
    for token in inside {
        match token.kind {
            Kind::OpenQuote => quotes += 1,
            Kind::CloseQuote => quotes -= 1,
            Kind::Comment => return None,
            Kind::Interpolation | Kind::SequenceEnd | Kind::QuotedText if quotes <= 0 => {
                return None;
            }
            _ => {}
        }
    }
    let is_newline = |token: &Token| token.kind == Kind::Newline;
    let start = inside.iter().position(|token| !is_newline(token))?;
    let end = inside.iter().rposition(|token| !is_newline(token))?;
    Some(&inside[start..=end])
}
