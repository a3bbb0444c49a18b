//! What are the words of a type expression or a literal?
//!
//! The tokens of Puppet's language as far as types and literals use them. Two
//! things depend on what stands before: `/` begins a regular expression unless
//! an operand ended just there, and `[` after white space begins a list rather
//! than parameters.

use crate::syntax::fault::Fault;
use polycty_core::text::escape::leading_char;
use std::borrow::Cow;

/// A word of the source. Copied freely: strings and long numbers are kept as
/// they stand there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'s> {
    /// A capitalised name, with `::` between its parts.
    TypeName(&'s str),
    /// A name in lower case, keywords included.
    Name(&'s str),
    /// A variable with its `$`.
    Variable,
    Integer(i64),
    /// The digits of an integer beyond 64 bits, and their radix.
    BigInteger(&'s str, u32),
    Float(f64),
    /// What stands between single quotes.
    SingleQuoted(&'s str),
    /// What stands between double quotes.
    DoubleQuoted(&'s str),
    /// A double-quoted string that interpolates something.
    Interpolation,
    /// What stands between slashes.
    Regexp(&'s str),
    Symbol(Symbol),
    End,
}

/// What is no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenParenthesis,
    CloseParenthesis,
    Comma,
    Semicolon,
    Dot,
    Minus,
    Not,
    /// `=>`
    Arrow,
    /// An operator between two operands.
    Binary,
    /// What may stand nowhere in a type or a literal.
    Other,
}

/// Reads tokens off a text.
pub(crate) struct Lexer<'s> {
    text: &'s str,
    at: usize,
    /// Whether the last token could end an operand.
    operand: bool,
}

/// A token and where it stands.
pub(crate) struct Spanned<'s> {
    pub token: Token<'s>,
    pub start: usize,
    pub end: usize,
}

/// The operators between two operands that are longer than a byte.
const BINARY: [&str; 13] = [
    "==", "=~", "!=", "!~", "<=", ">=", "<<", ">>", "->", "~>", "<-", "<~", "+=",
];

/// Further operators, which are no part of an expression here.
const OTHER: [&str; 6] = ["<<|", "|>>", "<|", "|>", "-=", "+>"];

impl<'s> Lexer<'s> {
    pub(crate) fn new(text: &'s str) -> Lexer<'s> {
        Lexer {
            text,
            at: 0,
            operand: false,
        }
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Result<Spanned<'s>, Fault> {
        self.skip_blank();
        let start = self.at;
        let token = self.token()?;
        self.operand = match &token {
            Token::Symbol(symbol) => matches!(
                symbol,
                Symbol::CloseBracket | Symbol::CloseParenthesis | Symbol::CloseBrace
            ),
            Token::End => false,
            _ => true,
        };
        Ok(Spanned {
            token,
            start,
            end: self.at,
        })
    }

    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'#' => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                }
                b'/' if bytes.get(self.at + 1) == Some(&b'*') => {
                    match self.text[self.at + 2..].find("*/") {
                        Some(length) => self.at += length + 4,
                        None => return,
                    }
                }
                // A blank beyond ASCII.
                0xC2 if bytes.get(self.at + 1) == Some(&0xA0) => self.at += 2,
                _ => return,
            }
        }
    }

    fn token(&mut self) -> Result<Token<'s>, Fault> {
        let bytes = self.text.as_bytes();
        let Some(&first) = bytes.get(self.at) else {
            return Ok(Token::End);
        };
        match first {
            b'A'..=b'Z' => self.type_name(self.at),
            b'a'..=b'z' | b'_' => Ok(self.name()),
            b':' if bytes.get(self.at + 1) == Some(&b':') => match bytes.get(self.at + 2) {
                Some(b'A'..=b'Z') => self.type_name(self.at + 2),
                Some(b'a'..=b'z' | b'_') => Ok(self.name()),
                _ => self.symbol(),
            },
            b'0'..=b'9' => self.number(),
            b'\'' => self.single_quoted(),
            b'"' => self.double_quoted(),
            b'$' => {
                let length = word_length(&bytes[self.at + 1..]);
                self.at += 1 + length;
                Ok(Token::Variable)
            }
            b'/' if !self.operand => match self.regexp_end() {
                Some(end) => Ok(self.regexp(end)),
                None => self.symbol(),
            },
            _ => self.symbol(),
        }
    }

    /// A capitalised name whose first letter stands at `first`.
    fn type_name(&mut self, first: usize) -> Result<Token<'s>, Fault> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = first;
        loop {
            at += bytes[at..]
                .iter()
                .position(|b| !b.is_ascii_alphanumeric() && *b != b'_')
                .unwrap_or(bytes.len() - at);
            if bytes[at..].starts_with(b"::") {
                if !bytes.get(at + 2).is_some_and(u8::is_ascii_uppercase) {
                    return Err(Fault::syntax(at + 1, "Illegal class reference"));
                }
                at += 2;
            } else {
                break;
            }
        }
        self.at = at;
        Ok(Token::TypeName(&self.text[start..at]))
    }

    fn name(&mut self) -> Token<'s> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = start;
        if bytes[at..].starts_with(b"::") {
            at += 2;
        }
        loop {
            at += word_length(&bytes[at..]);
            // A hyphen belongs to a bare word if a letter follows it.
            match &bytes[at..] {
                [b'-', next, ..] if next.is_ascii_alphanumeric() => at += 1,
                [b':', b':', next, ..] if next.is_ascii_alphabetic() || *next == b'_' => at += 2,
                _ => break,
            }
        }
        self.at = at;
        Token::Name(&self.text[start..at])
    }

    fn number(&mut self) -> Result<Token<'s>, Fault> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut end = start + word_length(&bytes[start..]);
        let digits = &self.text[start..end];
        if matches!(digits.as_bytes(), [b'0', b'x' | b'X', ..]) {
            self.at = end;
            let fault = || Fault::syntax(start, format!("Not a valid hex number {digits}"));
            return integer(&digits[2..], 16).ok_or_else(fault);
        }
        let all = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let mut float = false;
        if all(digits) && bytes.get(end) == Some(&b'.') {
            let fraction = word_length(&bytes[end + 1..]);
            // Without a digit it is a method that is called on an integer.
            if bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
                end += 1 + fraction;
                float = true;
            }
        }
        let mantissa = &self.text[start..end];
        let mut exponent = false;
        if let Some(at) = mantissa.find(['e', 'E']) {
            let head = &mantissa[..at];
            exponent = head.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            // The sign of an exponent ends a word.
            if exponent && at + 1 == mantissa.len() && matches!(bytes.get(end), Some(b'-' | b'+')) {
                end += 1 + word_length(&bytes[end + 1..]);
            }
        }
        let literal = &self.text[start..end];
        self.at = end;
        if float || exponent {
            let well_formed = literal
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'-' | b'+'));
            return match literal.parse::<f64>() {
                Ok(value) if well_formed && value.is_finite() => Ok(Token::Float(value)),
                Ok(_) if well_formed => Err(Fault::argument(
                    start,
                    format!(
                        "Internal Error, NUMBER token does not contain a valid number, {literal}"
                    ),
                )),
                _ => Err(Fault::syntax(start, format!("Illegal number '{literal}'"))),
            };
        }
        if !all(literal) {
            return Err(Fault::syntax(start, format!("Illegal number '{literal}'")));
        }
        if literal.len() > 1 && literal.starts_with('0') {
            let fault = || Fault::syntax(start, format!("Not a valid octal number {literal}"));
            return integer(literal, 8).ok_or_else(fault);
        }
        integer(literal, 10)
            .ok_or_else(|| Fault::limit(start, "the number has more digits than are supported"))
    }

    fn single_quoted(&mut self) -> Result<Token<'s>, Fault> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                None => return Err(self.unclosed(start, "'")),
                Some(b'\\') if matches!(bytes.get(at + 1), Some(b'\'' | b'\\')) => at += 2,
                Some(b'\'') => break,
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        Ok(Token::SingleQuoted(&self.text[start + 1..at]))
    }

    fn double_quoted(&mut self) -> Result<Token<'s>, Fault> {
        let start = self.at;
        let body = start + 1;
        let bytes = self.text.as_bytes();
        let mut at = body;
        let mut interpolates = false;
        loop {
            match bytes.get(at) {
                None => return Err(self.unclosed(start, "\"")),
                Some(b'\\') => at += 2,
                Some(b'"') => break,
                Some(b'$') => {
                    interpolates |= matches!(
                        bytes.get(at + 1),
                        Some(b'{' | b'a'..=b'z' | b'_' | b'0'..=b'9' | b':')
                    );
                    at += 1;
                }
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        Ok(if interpolates {
            Token::Interpolation
        } else {
            Token::DoubleQuoted(&self.text[body..at])
        })
    }

    fn unclosed(&self, start: usize, quote: &str) -> Fault {
        let rest: String = self.text[start + 1..].chars().take(10).collect();
        Fault::syntax(
            start + 1,
            format!("Unclosed quote after \"{quote}\" followed by '{rest}...'"),
        )
    }

    /// Where the regular expression that begins here ends: at its closing slash.
    fn regexp_end(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut at = self.at + 1;
        loop {
            match bytes.get(at)? {
                b'\n' => return None,
                b'\\' => at += 2,
                b'/' => return Some(at),
                _ => at += 1,
            }
        }
    }

    fn regexp(&mut self, end: usize) -> Token<'s> {
        let raw = &self.text[self.at + 1..end];
        self.at = end + 1;
        Token::Regexp(raw)
    }

    fn symbol(&mut self) -> Result<Token<'s>, Fault> {
        let bytes = self.text.as_bytes();
        let symbol = match bytes.get(self.at) {
            Some(b'[') => Symbol::OpenBracket,
            Some(b']') => Symbol::CloseBracket,
            Some(b',') => Symbol::Comma,
            Some(b'{') => Symbol::OpenBrace,
            Some(b'}') => Symbol::CloseBrace,
            Some(b'(') => Symbol::OpenParenthesis,
            Some(b')') => Symbol::CloseParenthesis,
            Some(b';') => Symbol::Semicolon,
            Some(b'.') => Symbol::Dot,
            _ => return self.operator(),
        };
        self.at += 1;
        Ok(Token::Symbol(symbol))
    }

    fn operator(&mut self) -> Result<Token<'s>, Fault> {
        let rest = &self.text[self.at..];
        if rest.starts_with("=>") {
            self.at += 2;
            return Ok(Token::Symbol(Symbol::Arrow));
        }
        let begins = |symbol: &&&str| rest.starts_with(**symbol);
        if let Some(symbol) = OTHER.iter().find(begins) {
            self.at += symbol.len();
            return Ok(Token::Symbol(Symbol::Other));
        }
        if let Some(symbol) = BINARY.iter().find(begins) {
            self.at += symbol.len();
            return Ok(Token::Symbol(Symbol::Binary));
        }
        let symbol = match rest.as_bytes().first() {
            Some(b'-') => Symbol::Minus,
            Some(b'!') => Symbol::Not,
            Some(b'+' | b'*' | b'/' | b'%' | b'<' | b'>' | b'=' | b'?') => Symbol::Binary,
            Some(b'|' | b':' | b'@' | b'~') => Symbol::Other,
            _ => {
                let found: String = rest.chars().take(1).collect();
                return Err(Fault::syntax(
                    self.at,
                    format!("Illegal character '{found}'"),
                ));
            }
        };
        self.at += 1;
        Ok(Token::Symbol(symbol))
    }
}

/// How many bytes of letters, digits and underscores stand first.
fn word_length(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|b| !b.is_ascii_alphanumeric() && *b != b'_')
        .unwrap_or(bytes.len())
}

fn integer(digits: &str, radix: u32) -> Option<Token<'_>> {
    if digits.is_empty() {
        return None;
    }
    if let Ok(small) = i64::from_str_radix(digits, radix) {
        return digits
            .as_bytes()
            .first()
            .filter(|first| first.is_ascii_alphanumeric())
            .map(|_| Token::Integer(small));
    }
    if !digits.bytes().all(|b| char::from(b).is_digit(radix)) {
        return None;
    }
    Some(Token::BigInteger(digits, radix))
}

/// The text of a single-quoted string.
#[inline]
pub(crate) fn single_quoted_text(raw: &str) -> Cow<'_, str> {
    if !raw.as_bytes().contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('\'' | '\\'))) => {
                text.push(next);
                chars.next();
            }
            _ => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// The source of a regular expression.
pub(crate) fn regexp_source(raw: &str) -> Cow<'_, str> {
    if raw.contains("\\/") {
        Cow::Owned(raw.replace("\\/", "/"))
    } else {
        Cow::Borrowed(raw)
    }
}

/// The text of a double-quoted string without interpolation.
pub(crate) fn double_quoted_text(raw: &str) -> Cow<'_, str> {
    if !raw.as_bytes().contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('s') => text.push(' '),
            Some(same @ ('\\' | '\'' | '"' | '$')) => text.push(same),
            Some('\n') => {}
            Some('u') => match code_point(chars.as_str()) {
                Some((c, length)) => {
                    text.push(c);
                    chars = chars.as_str()[length..].chars();
                }
                None => text.push_str("\\u"),
            },
            Some(other) => {
                text.push('\\');
                text.push(other);
            }
            None => text.push('\\'),
        }
    }
    Cow::Owned(text)
}

/// The character of four hexadecimal digits, or of up to six in braces, after `\u`, and how
/// long that is.
fn code_point(rest: &str) -> Option<(char, usize)> {
    match rest.strip_prefix('{') {
        Some(braced) => {
            let end = braced.find('}').filter(|end| (1..=6).contains(end))?;
            Some((leading_char(braced.as_bytes(), end)?, end + 2))
        }
        None => Some((leading_char(rest.as_bytes(), 4)?, 4)),
    }
}
