//! Semantic tokens: the names of declarations, variables and functions.

use super::program::{Kind, Program};
use crate::answer::{Token, TokenKind};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use std::collections::BTreeMap;

pub(super) fn tokens(program: &Program, budget: &Budget, part: Span) -> Result<Vec<Token>> {
    let mut found: BTreeMap<u32, (Span, TokenKind, bool)> = BTreeMap::new();
    for (_, span) in program.uses(program.own, budget)? {
        found.insert(span.start, (span, TokenKind::Variable, false));
    }
    for call in program.file().body.calls_within(budget)? {
        let span = program.file().span(call.name_range);
        found.insert(span.start, (span, TokenKind::Function, false));
    }
    for decl in program.decls.iter().filter(|decl| decl.file == program.own) {
        let kind = match decl.kind {
            Kind::Output => TokenKind::Property,
            _ => TokenKind::Variable,
        };
        found.insert(decl.name_span.start, (decl.name_span, kind, true));
    }
    let inside = found
        .into_values()
        .filter(|(span, ..)| span.end > part.start && span.start < part.end);
    let mut end = 0;
    let mut tokens = Vec::new();
    for (span, kind, declaration) in inside {
        // A broken text may have names that overlap.
        if span.start >= end && span.end > span.start {
            end = span.end;
            tokens.push(Token {
                span,
                kind,
                declaration,
                deprecated: false,
            });
        }
    }
    Ok(tokens)
}
