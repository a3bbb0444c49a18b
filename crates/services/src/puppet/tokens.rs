//! Semantic tokens: the tokens of a text with the meaning of their names.

use super::file::{DefinedKind, File, UseKind};
use crate::answer::{Token, TokenKind};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_puppet::syntax::LexemeKind;

/// The tokens that touch a part of a file.
pub(super) fn tokens(file: &File, span: Span, budget: &Budget) -> Result<Vec<Token>> {
    let lexemes = file.lexemes(budget)?;
    let first = lexemes.partition_point(|lexeme| lexeme.span.end < span.start);
    let mut tokens = Vec::new();
    for (at, lexeme) in lexemes.iter().enumerate().skip(first) {
        if lexeme.span.start > span.end {
            break;
        }
        budget.charge(1)?;
        let text = file.slice(lexeme.span);
        let mut part = lexeme.span;
        let mut declaration = false;
        let kind = match lexeme.kind {
            LexemeKind::Comment => TokenKind::Comment,
            LexemeKind::Number => TokenKind::Number,
            LexemeKind::String
            | LexemeKind::StringStart
            | LexemeKind::StringMiddle
            | LexemeKind::StringEnd
            | LexemeKind::Heredoc => TokenKind::String,
            LexemeKind::Regexp => TokenKind::Regexp,
            LexemeKind::Operator => TokenKind::Operator,
            LexemeKind::Text => continue,
            LexemeKind::Punctuation => match text {
                "=>" | "+>" => TokenKind::Operator,
                _ => continue,
            },
            LexemeKind::Keyword => match used(file, lexeme.span) {
                Some(UseKind::Attribute(_)) => TokenKind::Property,
                _ => TokenKind::Keyword,
            },
            LexemeKind::TypeName => match used(file, lexeme.span) {
                Some(UseKind::Definition(_)) => {
                    declaration = true;
                    TokenKind::Type
                }
                _ => TokenKind::Type,
            },
            LexemeKind::Variable => {
                let bare = part.start + u32::from(text.starts_with('$'));
                let name = Span {
                    start: bare,
                    ..part
                };
                let found = used(file, name);
                let is_parameter = found == Some(&UseKind::Parameter);
                declaration = is_parameter || found == Some(&UseKind::Declaration);
                match is_parameter {
                    true => TokenKind::Parameter,
                    false => TokenKind::Variable,
                }
            }
            LexemeKind::Name => match used(file, lexeme.span) {
                Some(UseKind::Definition(index)) => {
                    declaration = true;
                    match file.definitions.get(*index).map(|defined| defined.kind) {
                        Some(DefinedKind::Function) => TokenKind::Function,
                        _ => TokenKind::Class,
                    }
                }
                Some(UseKind::Class(_) | UseKind::ResourceType(_)) => TokenKind::Class,
                Some(UseKind::Function(_)) => TokenKind::Function,
                Some(UseKind::Attribute(_)) => TokenKind::Property,
                _ => {
                    // Damaged statements have no uses: an arrow or a parenthesis decides.
                    let next = lexemes.get(at + 1).map(|next| file.slice(next.span));
                    match next {
                        Some("=>" | "+>") => TokenKind::Property,
                        Some("(") => TokenKind::Function,
                        Some("{") => TokenKind::Class,
                        _ => TokenKind::Constant,
                    }
                }
            },
            _ => continue,
        };
        // Heredocs contain the tokens of their interpolations.
        if let Some(Token { span: before, .. }) = tokens.last()
            && part.start < before.end
        {
            part.start = before.end;
        }
        if part.start < part.end {
            tokens.push(Token {
                span: part,
                kind,
                declaration,
                deprecated: false,
            });
        }
    }
    Ok(tokens)
}

/// The meaning of the use with this span.
fn used(file: &File, span: Span) -> Option<&UseKind> {
    let at = file
        .uses
        .partition_point(|found| found.span.start < span.start);
    let same = file
        .uses
        .get(at..)?
        .iter()
        .take_while(|found| found.span.start == span.start);
    let mut exact = same.filter(|found| found.span == span);
    exact.next().map(|found| &found.kind)
}
