//! Semantic tokens.

use super::scan::Kind;
use super::skeleton::{DeclKind, Skeleton, UseKind, is_keyword};
use crate::answer::{Token, TokenKind};
use polycty_core::source::Span;
use std::collections::BTreeMap;

/// The words that are types.
const TYPES: [&str; 7] = ["bool", "str", "int", "float", "map", "struct", "variant"];

pub(super) fn tokens(text: &str, skeleton: &Skeleton, span: Span) -> Vec<Token> {
    let mut names: BTreeMap<u32, (TokenKind, bool)> = BTreeMap::new();
    for found in &skeleton.uses {
        let count = found.parts.len();
        for (at, part) in found.parts.iter().enumerate() {
            let kind = match found.kind {
                _ if at + 1 < count => TokenKind::Namespace,
                UseKind::Var => {
                    let decl = skeleton
                        .local(text, found)
                        .map(|decl| &skeleton.decls[decl]);
                    match decl.map(|decl| decl.kind) {
                        Some(DeclKind::Param) => TokenKind::Parameter,
                        _ => TokenKind::Variable,
                    }
                }
                UseKind::Func => TokenKind::Function,
                UseKind::Class => TokenKind::Class,
            };
            names.insert(part.start, (kind, false));
        }
    }
    for resource in &skeleton.resources {
        names.insert(resource.kind.start, (TokenKind::Type, false));
        let fields = resource.fields.iter();
        names.extend(fields.map(|field| (field.start, (TokenKind::Property, false))));
    }
    for decl in &skeleton.decls {
        let kind = match decl.kind {
            DeclKind::Var => TokenKind::Variable,
            DeclKind::Func => TokenKind::Function,
            DeclKind::Class => TokenKind::Class,
            DeclKind::Param => TokenKind::Parameter,
            DeclKind::Import | DeclKind::Include => TokenKind::Namespace,
        };
        names.insert(decl.name_span.start, (kind, true));
    }
    let inside = skeleton
        .tokens
        .iter()
        .filter(|token| token.span.end > span.start && token.span.start < span.end);
    let found = inside.filter_map(|token| {
        let word = token.span.slice(text);
        let (kind, declaration) = match token.kind {
            Kind::Comment => (TokenKind::Comment, false),
            Kind::String => (TokenKind::String, false),
            Kind::Number => (TokenKind::Number, false),
            Kind::Capital => (TokenKind::Type, false),
            Kind::Word => match names.get(&token.span.start) {
                Some(found) => *found,
                None if TYPES.contains(&word) => (TokenKind::Type, false),
                None if is_keyword(word) => (TokenKind::Keyword, false),
                None => (TokenKind::Property, false),
            },
            Kind::Mark(first, _) if b"=+-*/<>!?".contains(&first) => (TokenKind::Operator, false),
            _ => return None,
        };
        Some(Token {
            span: token.span,
            kind,
            declaration,
            deprecated: false,
        })
    });
    found.collect()
}
