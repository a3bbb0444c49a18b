//! Semantic tokens in the encoding of the protocol.

use super::convert::Converter;
use crate::answer::{Token, TokenKind};
use crate::document::Document;
use polycty_core::source::Span;

/// The types of tokens, by the number of a kind.
pub const TYPES: [&str; 14] = [
    "class",
    "comment",
    "enumMember",
    "function",
    "keyword",
    "namespace",
    "number",
    "operator",
    "parameter",
    "property",
    "regexp",
    "string",
    "type",
    "variable",
];

/// The modifiers of tokens, by the number of their bit.
pub const MODIFIERS: [&str; 2] = ["declaration", "deprecated"];

fn number(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Class => 0,
        TokenKind::Comment => 1,
        TokenKind::Constant => 2,
        TokenKind::Function => 3,
        TokenKind::Keyword => 4,
        TokenKind::Namespace => 5,
        TokenKind::Number => 6,
        TokenKind::Operator => 7,
        TokenKind::Parameter => 8,
        TokenKind::Property => 9,
        TokenKind::Regexp => 10,
        TokenKind::String => 11,
        TokenKind::Type => 12,
        TokenKind::Variable => 13,
    }
}

/// The memory of a token in a result.
const TOKEN: u64 = 320;

/// Encodes tokens: five numbers for each, relative to the token before it. A token of several lines
/// becomes one per line, since clients need not support the former.
pub(super) fn encoded(
    tokens: &[Token],
    document: &Document,
    converter: &Converter<'_>,
) -> Vec<u32> {
    let mut data = Vec::new();
    let mut before = (0, 0);
    for token in tokens {
        let kind = number(token.kind);
        let modifiers = u32::from(token.declaration) + 2 * u32::from(token.deprecated);
        for span in lines(token.span, document) {
            if !converter.has_room(TOKEN) {
                return data;
            }
            let (start, end) = converter.lines(document, span);
            let (line, column) = (start.line, start.column);
            if end.line != line || end.column <= column || (line, column) < before {
                continue;
            }
            let after = if line == before.0 { before.1 } else { 0 };
            data.extend([
                line - before.0,
                column - after,
                end.column - column,
                kind,
                modifiers,
            ]);
            before = (line, column);
        }
    }
    data
}

/// The parts of a span in each line, without line breaks.
fn lines(span: Span, document: &Document) -> Vec<Span> {
    let text = document.text().as_bytes();
    let (start, end) = (span.start as usize, (span.end as usize).min(text.len()));
    let inside = text.get(start..end).unwrap_or_default();
    let breaks = inside
        .iter()
        .enumerate()
        .filter(|(_, byte)| matches!(byte, b'\n' | b'\r'));
    let mut parts = Vec::new();
    let mut from = start;
    for (at, _) in breaks {
        parts.push(Span::new(from, start + at));
        from = start + at + 1;
    }
    parts.push(Span::new(from, end.max(from)));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LanguageId;
    use crate::lsp::Client;
    use crate::{MemoryFiles, Workspace};
    use polycty_core::calls::Budget;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    #[test]
    fn a_token_of_two_lines_is_one_per_line() {
        let document = Document::new("a".into(), LanguageId::Mcl, 0, "a \"é\nbc\" d".into());
        let token = |start, end, kind| Token {
            span: Span::new(start, end),
            kind,
            declaration: kind == TokenKind::Variable,
            deprecated: false,
        };
        let tokens = [
            token(0, 1, TokenKind::Keyword),
            token(2, 9, TokenKind::String),
            token(10, 11, TokenKind::Variable),
        ];
        let workspace = Workspace::new(Arc::new(MemoryFiles::default()), Vec::new());
        let (uris, budget) = (BTreeMap::new(), Budget::standard());
        let converter = Converter::new(&workspace, &uris, Client::default(), &budget);
        let data = encoded(&tokens, &document, &converter);
        let expected = [
            [0, 0, 1, 4, 0],
            [0, 2, 2, 11, 0],
            [1, 0, 3, 11, 0],
            [0, 4, 1, 13, 1],
        ];
        assert_eq!(data, expected.concat());
    }
}
