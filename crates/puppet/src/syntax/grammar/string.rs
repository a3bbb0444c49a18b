//! Strings that interpolate, heredocs, and their quotation in messages.

use super::super::decode;
use super::super::scan::{Heredoc, Kind, Token, inside};
use super::super::tree::ExprKind;
use super::{Parsed, Parser, Span};
use crate::scalars::regexp_text;
use std::borrow::Cow;

impl<'s> Parser<'s, '_> {
    pub(super) fn interpolated_string(&mut self) -> Parsed {
        self.interpolated(None)
    }

    /// Parses the pieces of a string or heredoc and the interpolations between them.
    fn interpolated(&mut self, heredoc: Option<&Heredoc>) -> Parsed {
        let start = self.token().span.start;
        let base = self.scratch.exprs.len();
        loop {
            let Token { kind, span } = self.bump();
            self.piece(kind, span, heredoc);
            if kind == Kind::Behind {
                break;
            }
            let part = self.level(Self::assignment)?;
            self.scratch.exprs.push(part);
            if !matches!(self.kind(), Kind::Between | Kind::Behind) {
                return Err(self.unexpected());
            }
        }
        let parts = self.nodes.lists.gather(&mut self.scratch.exprs, base);
        Ok(self.add(self.span_from(start), ExprKind::Interpolation(parts)))
    }

    /// Adds a piece of a text, unless it is empty.
    fn piece(&mut self, kind: Kind, span: Span, heredoc: Option<&Heredoc>) {
        let text = match heredoc {
            Some(heredoc) => decode::heredoc(self.text, span, heredoc),
            None => {
                let raw = self.slice(without_quotes(kind, span));
                decode::double_quoted(raw, span.end as usize, &mut self.warnings)
            }
        };
        if !text.is_empty() {
            let value = self.value(&text);
            let part = self.add(span, ExprKind::String(value));
            self.scratch.exprs.push(part);
        }
    }

    pub(super) fn heredoc(&mut self) -> Parsed {
        let span = self.bump().span;
        let heredoc = self.heredocs[self.next_heredoc];
        self.next_heredoc += 1;
        let text = match self.kind() {
            Kind::HeredocText => {
                let token = self.bump();
                let text = decode::heredoc(self.text, token.span, &heredoc);
                let value = self.value(&text);
                self.add(token.span, ExprKind::String(value))
            }
            _ => self.interpolated(Some(&heredoc))?,
        };
        // The next token follows the parenthesis, not the text.
        self.last_end = span.end;
        let syntax = self.name(heredoc.syntax);
        Ok(self.add(span, ExprKind::Heredoc { syntax, text }))
    }

    /// The text that a message quotes for the next token.
    #[cold]
    #[expect(clippy::string_slice, reason = "a variable begins with a dollar sign")]
    pub(super) fn token_text(&self) -> Cow<'s, str> {
        let Token { kind, span } = self.token();
        let heredoc = |heredoc: &&Heredoc| {
            let text = heredoc.text;
            text.start <= span.start && span.end <= text.end
        };
        match kind {
            Kind::SingleQuoted => decode::single_quoted(self.slice(inside(span))),
            Kind::DoubleQuoted | Kind::Before | Kind::Between | Kind::Behind => {
                // The innermost enclosing string is the last one found.
                let quoted = match kind {
                    Kind::Before => self.slice(span).starts_with('"'),
                    Kind::Behind => self.slice(span).ends_with('"'),
                    _ => kind == Kind::DoubleQuoted,
                };
                match self.heredocs.iter().rev().find(heredoc) {
                    Some(heredoc) if !quoted => decode::heredoc(self.text, span, heredoc),
                    _ => {
                        let raw = self.slice(without_quotes(kind, span));
                        decode::double_quoted(raw, span.end as usize, &mut Vec::new())
                    }
                }
            }
            Kind::Variable => Cow::Borrowed(&self.slice(span)[1..]),
            Kind::Heredoc => {
                let next = self.heredocs.get(self.next_heredoc);
                Cow::Borrowed(next.map_or("", |heredoc| self.slice(heredoc.syntax)))
            }
            Kind::Regexp => Cow::Owned(regexp_text::as_group(self.slice(inside(span)))),
            Kind::RenderText => decode::template_text(self.slice(span)),
            Kind::Other if self.slice(span) != "~" => Cow::Borrowed(""),
            _ => Cow::Borrowed(self.slice(span)),
        }
    }
}

/// The span of a piece of a string, without the string's quotes.
fn without_quotes(kind: Kind, span: Span) -> Span {
    match kind {
        Kind::DoubleQuoted => inside(span),
        Kind::Before => Span {
            start: span.start + 1,
            ..span
        },
        Kind::Behind => Span {
            end: span.end - 1,
            ..span
        },
        _ => span,
    }
}
