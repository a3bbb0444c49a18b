//! The scanner.
//!
//! The whole text is split into tokens before parsing. If scanning fails, the last token is
//! [`Kind::Error`], so that an earlier error of the grammar is reported first. A string that
//! interpolates is several tokens. A heredoc is one token, followed by the tokens of its text. An
//! error inside a string or heredoc has the position of its beginning, because Puppet scans it as a
//! whole.
//!
//! White space is significant in two cases: `[` after it begins a list, and `(` at the start of a
//! line does not begin a call. The previous token is significant for `/`, which is a division after
//! an operand, and for `{`, which opens a selector after `?`.

mod escapes;
mod heredoc;
mod string;
mod template;
mod token;
mod word;

pub(super) use escapes::Escapes;
pub(super) use heredoc::Heredoc;
pub(super) use string::inside;
pub(crate) use token::{Kind, Token};

use super::diagnostic::SyntaxDiagnostic;
use crate::depth::{MAX_PROGRAM_NESTING, nests_within};
use polycty_core::calls::Budget;
use polycty_core::source::{BOM, Code, Span};

/// The tokens of a text; the last is [`Kind::End`] or [`Kind::Error`].
#[derive(Debug)]
pub(crate) struct Tokens {
    pub(crate) tokens: Vec<Token>,
    /// The heredocs in the order of their tokens.
    pub(super) heredocs: Vec<Heredoc>,
    /// The error of the last token, if it is [`Kind::Error`].
    pub(super) error: Option<Box<SyntaxDiagnostic>>,
    /// The bytes that the budget holds for the tokens.
    pub(super) held_bytes: u64,
    /// The maximum nesting of the text.
    pub(super) deepest: u32,
}

/// The size of a token in bytes.
const TOKEN_BYTES: usize = size_of::<Token>();

/// An error ends the tokens.
type Scanned<T = ()> = Result<T, Box<SyntaxDiagnostic>>;

/// The signs that an exponent may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exponents {
    /// `-`
    AsRead,
    /// `-` and `+`
    AsWritten,
}

/// Scans a manifest. If the budget is exceeded, the result is only the end token.
pub(super) fn scan_manifest(text: &str, exponents: Exponents, budget: &Budget) -> Tokens {
    let mut scanner = Scanner {
        exponents,
        ..Scanner::new(text, budget)
    };
    let result = scanner.manifest();
    scanner.finish(result)
}

/// Scans a template, with the same rule for the budget as [`scan_manifest`].
pub(super) fn scan_template(text: &str, budget: &Budget) -> Tokens {
    let mut scanner = Scanner::new(text, budget);
    let result = scanner.template();
    scanner.finish(result)
}

struct Scanner<'s> {
    text: &'s str,
    /// The bytes up to the current end of scanning.
    bytes: &'s [u8],
    at: usize,
    tokens: Vec<Token>,
    /// The number of tokens whose bytes the budget holds.
    capacity: usize,
    /// Whether the budget refused more tokens; if so, further tokens are discarded.
    refused: bool,
    budget: &'s Budget,
    heredocs: Vec<Heredoc>,
    /// The start of the line after the next newline, if heredocs lie between.
    line_after: Option<usize>,
    /// The number of open braces.
    braces: u32,
    /// The number of open strings with interpolations.
    nested: u32,
    /// The maximum nesting of the text.
    deepest: u32,
    /// No regular expression that begins at or after the current position ends before this byte. It
    /// is set by a regular expression without an end, so that no text is scanned twice.
    no_regexp_until: usize,
    exponents: Exponents,
}

/// The maximum length in bytes of a text that is probably a type.
const SHORT: usize = 512;

impl<'s> Scanner<'s> {
    fn new(text: &'s str, budget: &'s Budget) -> Scanner<'s> {
        // The estimate fits manifests, and types, which are short and have more tokens per byte.
        let capacity = text.len() / 5 + text.len().min(SHORT) / 8 + 8;
        let refused = budget.hold((capacity * TOKEN_BYTES) as u64).is_err();
        Scanner {
            text,
            bytes: text.as_bytes(),
            at: 0,
            tokens: Vec::with_capacity(if refused { 1 } else { capacity }),
            capacity,
            refused,
            budget,
            heredocs: Vec::new(),
            line_after: None,
            braces: 0,
            nested: 0,
            deepest: nests_within(budget.levels()).min(MAX_PROGRAM_NESTING),
            no_regexp_until: 0,
            exponents: Exponents::AsRead,
        }
    }

    fn finish(mut self, result: Scanned) -> Tokens {
        let (kind, at) = match &result {
            Ok(()) => (Kind::End, self.text.len()),
            Err(_) => (Kind::Error, self.at),
        };
        if self.refused {
            self.tokens.clear();
            self.refused = false;
        }
        self.push(kind, at);
        Tokens {
            tokens: self.tokens,
            heredocs: self.heredocs,
            error: result.err(),
            held_bytes: (self.capacity * TOKEN_BYTES) as u64,
            deepest: self.deepest,
        }
    }

    /// Whether the memory for one more token is held.
    #[inline]
    fn has_capacity(&mut self) -> bool {
        (self.tokens.len() < self.capacity && !self.refused) || self.grow_capacity()
    }

    #[cold]
    fn grow_capacity(&mut self) -> bool {
        self.refused |= self
            .budget
            .hold((self.capacity * TOKEN_BYTES) as u64)
            .is_err();
        if !self.refused {
            self.capacity *= 2;
        }
        !self.refused
    }

    fn manifest(&mut self) -> Scanned {
        if self.text.starts_with(BOM) {
            let message = "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - \
                           remove these from the puppet source";
            return Err(syntax(0, message));
        }
        while self.next()? {}
        Ok(())
    }

    #[inline]
    fn byte(&self, ahead: usize) -> u8 {
        // No token contains a zero byte.
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Adds the token from `start` to the current position.
    #[inline]
    fn push(&mut self, kind: Kind, start: usize) {
        if !self.has_capacity() {
            return;
        }
        let span = Span {
            start: start as u32,
            end: self.at as u32,
        };
        self.tokens.push(Token { kind, span });
    }

    /// Adds a token of `len` bytes at the current position.
    #[inline]
    fn symbol(&mut self, kind: Kind, len: usize) {
        let start = self.at;
        self.at += len;
        self.push(kind, start);
    }

    #[inline]
    fn previous(&self) -> Option<Kind> {
        self.tokens.last().map(|token| token.kind)
    }

    /// Scans a token, or several tokens that are one in Puppet. Returns `false` at the end.
    #[inline]
    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn next(&mut self) -> Scanned<bool> {
        self.skip_blanks()?;
        let Some(&first) = self.bytes.get(self.at) else {
            return Ok(false);
        };
        let second = self.byte(1);
        let (kind, len) = match first {
            b'a'..=b'z' | b'_' => return self.word(),
            b'$' => {
                self.variable();
                return Ok(true);
            }
            b'\'' => return self.single_quoted(),
            b'"' => return self.double_quoted(),
            b'A'..=b'Z' => return self.type_name(),
            b'0'..=b'9' => return self.number(),
            b':' if second == b':' => return self.qualified(),
            b'/' if self.regexp() => return Ok(true),
            b'@' if second == b'(' => return self.heredoc(),
            b'[' => (self.bracket(), 1),
            b'(' => (self.parenthesis(), 1),
            b'{' => {
                self.braces += 1;
                match self.previous() {
                    Some(Kind::Question) => (Kind::SelectorBrace, 1),
                    _ => (Kind::OpenBrace, 1),
                }
            }
            b'}' => {
                self.braces = self.braces.saturating_sub(1);
                (Kind::CloseBrace, 1)
            }
            b'=' => match second {
                b'>' => (Kind::Arrow, 2),
                b'=' => (Kind::Equal, 2),
                b'~' => (Kind::Match, 2),
                _ => (Kind::Assign, 1),
            },
            b'<' => match (second, self.byte(2)) {
                (b'<', b'|') => (Kind::OpenExported, 3),
                (b'<', _) => (Kind::ShiftLeft, 2),
                (b'|', _) => (Kind::OpenCollector, 2),
                (b'-', _) => (Kind::IsAfter, 2),
                (b'~', _) => (Kind::NotifiedBy, 2),
                (b'=', _) => (Kind::LessOrEqual, 2),
                _ => (Kind::Less, 1),
            },
            b'>' => match second {
                b'>' => (Kind::ShiftRight, 2),
                b'=' => (Kind::GreaterOrEqual, 2),
                _ => (Kind::Greater, 1),
            },
            b'|' => match (second, self.byte(2)) {
                (b'>', b'>') => (Kind::CloseExported, 3),
                (b'>', _) => (Kind::CloseCollector, 2),
                _ => (Kind::Pipe, 1),
            },
            b'!' => match second {
                b'=' => (Kind::NotEqual, 2),
                b'~' => (Kind::NotMatch, 2),
                _ => (Kind::Not, 1),
            },
            b'+' => match second {
                b'=' => (Kind::Append, 2),
                b'>' => (Kind::PlusArrow, 2),
                _ => (Kind::Plus, 1),
            },
            b'-' => match second {
                b'=' => (Kind::Delete, 2),
                b'>' => (Kind::IsBefore, 2),
                _ => (Kind::Minus, 1),
            },
            b'~' => match second {
                b'>' => (Kind::Notifies, 2),
                _ => (Kind::Other, 1),
            },
            b'@' => match second {
                b'@' => (Kind::AtAt, 2),
                _ => (Kind::At, 1),
            },
            b']' => (Kind::CloseBracket, 1),
            b')' => (Kind::CloseParenthesis, 1),
            b',' => (Kind::Comma, 1),
            b'.' => (Kind::Dot, 1),
            b':' => (Kind::Colon, 1),
            b';' => (Kind::Semicolon, 1),
            b'?' => (Kind::Question, 1),
            b'*' => (Kind::Times, 1),
            b'/' => (Kind::Divide, 1),
            b'%' => (Kind::Modulo, 1),
            _ => {
                let character = self.text[self.at..].chars().next();
                (Kind::Other, character.map_or(1, char::len_utf8))
            }
        };
        self.symbol(kind, len);
        Ok(true)
    }

    /// Skips white space and comments; at the end of a line with heredocs, also their texts.
    #[inline(always)]
    fn skip_blanks(&mut self) -> Scanned {
        self.skip_spaces();
        match self.byte(0) {
            // No other blank begins with these bytes.
            b'!' | b'"' | b'$'..=b'.' | b'0'..0x80 => Ok(()),
            _ => self.skip_other_blanks(),
        }
    }

    #[inline]
    fn skip_spaces(&mut self) {
        let mut at = self.at;
        while self.bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        self.at = at;
    }

    #[inline(never)]
    fn skip_other_blanks(&mut self) -> Scanned {
        loop {
            match self.byte(0) {
                b' ' => self.skip_spaces(),
                b'\t' | b'\r' => self.at += 1,
                b'\n' => {
                    self.at = match self.line_after.take() {
                        Some(line) => line,
                        None => self.at + 1,
                    }
                }
                b'#' => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                }
                b'/' if self.byte(1) == b'*' => self.comment()?,
                0x80.. => match self.blank() {
                    Some(len) => self.at += len,
                    None => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn comment(&mut self) -> Scanned {
        let rest = &self.text[self.at + 2..self.bytes.len()];
        match rest.find("*/") {
            Some(end) => {
                self.at += end + 4;
                Ok(())
            }
            None => Err(syntax(self.at, "Unclosed multiline comment")),
        }
    }

    /// The length in bytes of the non-ASCII blank at the current position.
    #[cold]
    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn blank(&self) -> Option<usize> {
        let next = self.text[self.at..].chars().next()?;
        let is = matches!(
            next,
            '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        );
        is.then(|| next.len_utf8())
    }

    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn bracket(&self) -> Kind {
        match self.bytes[..self.at].last() {
            Some(b' ' | b'\t' | b'\r' | b'\n') | None => Kind::ListStart,
            Some(0x80..) => match self.text[..self.at].chars().next_back() {
                Some(other) if other.is_whitespace() => Kind::ListStart,
                _ => Kind::OpenBracket,
            },
            Some(_) => Kind::OpenBracket,
        }
    }

    fn parenthesis(&self) -> Kind {
        let mut before = self.bytes[..self.at].iter().rev();
        let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r');
        match before.find(|b| !blank(b)) {
            Some(b'\n') | None => Kind::FirstParenthesis,
            Some(_) => Kind::OpenParenthesis,
        }
    }

    /// Scans a regular expression if one begins at this slash.
    fn regexp(&mut self) -> bool {
        let ends = self.bytes.len() > self.no_regexp_until;
        if !ends || self.previous().is_some_and(Kind::ends_operand) {
            return false;
        }
        let start = self.at;
        let mut at = start + 1;
        loop {
            match self.bytes.get(at) {
                Some(b'\\') => at += 2,
                Some(b'/') => break,
                Some(_) => at += 1,
                None => {
                    self.no_regexp_until = self.bytes.len();
                    return false;
                }
            }
        }
        self.at = at + 1;
        self.push(Kind::Regexp, start);
        true
    }
}

#[cold]
fn scan_error(code: Code, at: usize, message: impl Into<String>) -> Box<SyntaxDiagnostic> {
    Box::new(SyntaxDiagnostic::error(code, Span::at(at), message))
}

#[cold]
fn syntax(at: usize, message: impl Into<String>) -> Box<SyntaxDiagnostic> {
    scan_error(Code::Syntax, at, message)
}
