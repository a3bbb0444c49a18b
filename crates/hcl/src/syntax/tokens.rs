//! Lossless tokens: every byte of a text belongs to a token.
//!
//! Blanks, and comments without the newlines that end them, are added to the tokens of the parser.
//! They are the text between two parser tokens, so they need no storage, and no text is scanned by
//! two sets of rules.

use super::parser::Parser;
use super::scan::{Kind, Start, Token, scan};
use super::{MAX_SOURCE_BYTES, decode};
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::{BOM, Code, Error, Range, Result, Source, SourceText, Span};

/// Whether blanks are tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blanks {
    /// Blanks are tokens.
    Kept,
    /// Blanks are the gaps between tokens.
    Skipped,
}

/// Returns all tokens of a text in native syntax, in order. Each starts where the previous one
/// ends, and the last one, [`Kind::End`], is empty. Bytes after the first [`MAX_SOURCE_BYTES`] are ignored.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_hcl::syntax::{Kind, tokens};
/// let found = tokens(b"a = 1 # one\n", &Budget::standard())?;
/// let kinds = found.into_iter().map(|token| token.kind);
/// let kinds: Vec<Kind> = kinds.filter(|kind| *kind != Kind::Blank).collect();
/// let name = [Kind::Ident, Kind::Equal, Kind::Number];
/// assert_eq!(kinds[..3], name);
/// assert_eq!(kinds[3..], [Kind::Comment, Kind::Newline, Kind::End]);
/// # Ok::<(), polycty_core::calls::BudgetError>(())
/// ```
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub fn tokens(text: &[u8], budget: &Budget) -> Result<Vec<Token>, BudgetError> {
    let (text, bad) = decode(&text[..text.len().min(MAX_SOURCE_BYTES)]);
    all(&text, &bad, Start::Code, Blanks::Kept, budget)
}

/// A text with all of its [`tokens`].
#[derive(Debug)]
pub struct Tokens {
    source: SourceText,
    /// The original bytes, if they are not valid UTF-8.
    bytes: Option<Box<[u8]>>,
    list: Vec<Token>,
}

impl Tokens {
    /// Scans a text.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded or the text is longer than [`MAX_SOURCE_BYTES`].
    pub fn read(text: &[u8], budget: &Budget) -> Result<Tokens> {
        if text.len() > MAX_SOURCE_BYTES {
            let message = "the text is too long";
            return Err(Error::new(Code::Limit, message));
        }
        budget.hold(2 * text.len() as u64)?;
        let (decoded, bad) = decode(text);
        let list = all(&decoded, &bad, Start::Code, Blanks::Kept, budget)?;
        // Positions at which a character would join an adjacent one of a different token.
        let mut breaks = Vec::new();
        for Token { span, .. } in &list {
            let (start, end) = (span.start, span.end);
            let ends = [(start, start), (end.max(1) - 1, end)];
            for (byte, place) in ends {
                let is_ascii = decoded.as_bytes().get(byte as usize);
                if !is_ascii.is_none_or(u8::is_ascii) && breaks.last() != Some(&place) {
                    breaks.push(place);
                }
            }
        }
        budget.hold((breaks.len() * size_of::<u32>()) as u64)?;
        Ok(Tokens {
            source: SourceText::new(Source::new("", &*decoded), breaks),
            bytes: (!bad.is_empty()).then(|| text.into()),
            list,
        })
    }

    /// The tokens in order. If they have not been filtered, the last one is an empty [`Kind::End`].
    #[must_use]
    pub fn list(&self) -> &[Token] {
        &self.list
    }

    /// Keeps only the tokens of one kind.
    #[must_use]
    pub fn only(mut self, kind: Kind) -> Tokens {
        self.list.retain(|token| token.kind == kind);
        self
    }

    /// The bytes of a token.
    #[must_use]
    pub fn bytes(&self, token: Token) -> &[u8] {
        let span = token.span.start as usize..token.span.end as usize;
        match &self.bytes {
            Some(bytes) => &bytes[span],
            None => &self.source.source().text.as_bytes()[span],
        }
    }

    /// The source range of a token.
    #[must_use]
    pub fn range(&self, token: Token) -> Range {
        self.source.range(token.span)
    }
}

/// Returns the tokens of a text without its blanks.
pub(crate) fn significant(text: &str, budget: &Budget) -> Result<Vec<Token>, BudgetError> {
    all(text, &[], Start::Code, Blanks::Skipped, budget)
}

/// Returns the tokens of a template without quotes, with its blanks.
pub(crate) fn template_tokens(text: &str, budget: &Budget) -> Result<Vec<Token>, BudgetError> {
    all(text, &[], Start::Template, Blanks::Kept, budget)
}

fn all(
    text: &str,
    bad: &[u32],
    start: Start,
    blanks: Blanks,
    budget: &Budget,
) -> Result<Vec<Token>, BudgetError> {
    budget.charge(text.len() as u64)?;
    let (scanned, _) = scan(text, bad, start, budget);
    // If the budget is exceeded, the tokens are incomplete.
    budget.finish()?;
    let tokens = lossless(text, &scanned.tokens, blanks, budget)?;
    budget.release(scanned.charged);
    Ok(tokens)
}

impl Parser<'_> {
    /// The tokens of the text without its blanks; empty if the budget is exceeded.
    pub(super) fn significant(&self) -> Vec<Token> {
        let (text, tokens) = (self.tokens.text(), self.tokens.all());
        lossless(text, tokens, Blanks::Skipped, self.budget).unwrap_or_default()
    }
}

/// Adds the tokens between those of the parser.
#[expect(clippy::string_slice, reason = "the offset is the end of a token")]
fn lossless(
    text: &str,
    tokens: &[Token],
    blanks: Blanks,
    budget: &Budget,
) -> Result<Vec<Token>, BudgetError> {
    // There may be as many further tokens between two tokens as there are bytes.
    let (most, capacity) = match blanks {
        Blanks::Kept => (tokens.len() * 3, tokens.len() * 3 / 2),
        Blanks::Skipped => (tokens.len() * 2, tokens.len() * 9 / 8),
    };
    budget.hold((most.min(text.len() + 1) * size_of::<Token>()) as u64)?;
    let mut out = Vec::with_capacity(capacity);
    let mut at = 0;
    for token in tokens {
        let start = token.span.start as usize;
        if at < start {
            between(text, Span::new(at, start), blanks, &mut out);
        }
        at = token.span.end as usize;
        match token.kind {
            Kind::Newline if !matches!(text.as_bytes()[start], b'\n' | b'\r') => {
                let newline = if text[..at].ends_with("\r\n") { 2 } else { 1 };
                let end = at - newline;
                out.push(Token {
                    kind: Kind::Comment,
                    span: Span::new(start, end),
                });
                out.push(Token {
                    kind: Kind::Newline,
                    span: Span::new(end, at),
                });
            }
            _ => out.push(*token),
        }
    }
    Ok(out)
}

/// Adds the tokens that the parser does not receive.
#[expect(
    clippy::string_slice,
    reason = "tokens and comments end at boundaries of characters"
)]
fn between(text: &str, span: Span, blanks: Blanks, out: &mut Vec<Token>) {
    let (mut at, end) = (span.start as usize, span.end as usize);
    while at < end {
        let rest = &text[at..end];
        let (kind, len) = if let Some(inside) = rest.strip_prefix("/*") {
            let len = inside.find("*/").map_or(rest.len(), |close| close + 4);
            (Kind::Comment, len)
        } else if rest.starts_with(['#', '/']) {
            // A comment on a last line without a newline.
            (Kind::Comment, rest.len())
        } else if let Some(rest) = rest.strip_prefix(BOM) {
            let more = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            (Kind::Blank, BOM.len() + more)
        } else {
            let comment = rest.find(['/', '#']).unwrap_or(rest.len());
            (Kind::Blank, comment)
        };
        if kind == Kind::Comment || blanks == Blanks::Kept {
            let span = Span::new(at, at + len);
            out.push(Token { kind, span });
        }
        at += len;
    }
}

#[cfg(test)]
mod tests {
    use super::{Tokens, tokens};
    use crate::syntax::Kind;
    use polycty_core::calls::Budget;

    #[test]
    fn every_byte_belongs_to_a_token() {
        for text in [
            "",
            "\u{feff} a = /* x */ 1 # y\r\n// z\n#",
            "a = <<E\n  ${ b /* } */ }\nE\n/*/ x */",
            "a = \"$${b} ${c}\" /* not closed",
            "a = \"\n # \"b\" \r 'c' €",
            "a /**//**/ b",
        ] {
            let found = tokens(text.as_bytes(), &Budget::new()).expect("no limit");
            let mut at = 0;
            for token in &found {
                assert_eq!(token.span.start, at, "{text:?}");
                at = token.span.end;
            }
            assert_eq!(at as usize, text.len(), "{text:?}");
            assert_eq!(found.last().map(|token| token.kind), Some(Kind::End));
        }
        let bad = tokens(b"a = \xff\n", &Budget::new()).expect("no limit");
        assert!(bad.iter().any(|token| token.kind == Kind::BadByte));
    }

    #[test]
    fn tokens_tell_their_bytes_and_places() {
        let text = b"a = \"\xc3\xa9\" # \xff\n  b";
        let found = Tokens::read(text, &Budget::new()).expect("no limit");
        let all: Vec<u8> = (found.list().iter())
            .flat_map(|token| found.bytes(*token).to_vec())
            .collect();
        assert_eq!(all, text);
        let last = found.list()[found.list().len() - 2];
        assert_eq!(found.bytes(last), b"b");
        let range = found.range(last);
        assert_eq!((range.start.line, range.start.column), (2, 3));
        // The parser counts the same columns.
        let joined = "a = \"\u{e9}\u{301}\u{301}\" + b";
        let tree = crate::syntax::parse_config(
            joined.as_bytes(),
            "",
            polycty_core::source::Position::START,
        );
        let found = Tokens::read(joined.as_bytes(), &Budget::new()).expect("no limit");
        for token in found.list() {
            assert_eq!(found.range(*token), tree.tree.range(token.span));
        }
    }

    #[test]
    fn comments_are_apart_from_newlines() {
        let text = "# a\r\nb = 1 /* c\n*/ // d\n";
        let comments: Vec<&str> = tokens(text.as_bytes(), &Budget::new())
            .expect("no limit")
            .iter()
            .filter(|token| token.kind == Kind::Comment)
            .map(|token| token.span.slice(text))
            .collect();
        assert_eq!(comments, ["# a", "/* c\n*/", "// d"]);
    }
}
