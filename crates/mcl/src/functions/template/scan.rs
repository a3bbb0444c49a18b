//! The scanner of templates: text between delimiters, and the tokens inside.

use polycty_core::text::Quoted;

/// A token and its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) at: usize,
    /// The text of the token; for an error, the text that the message quotes.
    pub(super) text: &'t str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Text,
    LeftDelimiter,
    RightDelimiter,
    Space,
    Bool,
    Char,
    Number,
    Quoted,
    Raw,
    Identifier,
    Field,
    Variable,
    Dot,
    Keyword,
    Nil,
    Pipe,
    LeftParen,
    RightParen,
    Assign,
    Declare,
    /// Any other printable ASCII character.
    Other,
    Error(ScanError),
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScanError {
    /// The message has no parameters.
    Worded(&'static str),
    BadCharacter,
    BadNumber,
    Unrecognized,
}

const LEFT: &str = "{{";
const RIGHT: &str = "}}";

const KEYWORDS: [&str; 10] = [
    "block", "break", "continue", "define", "else", "end", "if", "range", "template", "with",
];

/// Returns whether a byte is white space in a template.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Formats a character as `U+0040 '@'`.
fn unicode(text: &str) -> String {
    let c = text.chars().next().unwrap_or_default();
    format!("U+{:04X} '{c}'", c as u32)
}

impl Token<'_> {
    /// Formats the token for messages.
    pub(super) fn shown(&self) -> String {
        match self.kind {
            TokenKind::End => "EOF".to_owned(),
            TokenKind::Error(error) => match error {
                ScanError::Worded(message) => message.to_owned(),
                ScanError::BadCharacter => format!("bad character {}", unicode(self.text)),
                ScanError::BadNumber => format!("bad number syntax: {}", Quoted(self.text)),
                ScanError::Unrecognized => {
                    format!("unrecognized character in action: {}", unicode(self.text))
                }
            },
            TokenKind::Keyword | TokenKind::Nil => format!("<{}>", self.text),
            _ if self.text.len() > 10 => {
                let beginning: String = self.text.chars().take(10).collect();
                format!("{}...", Quoted(&beginning))
            }
            _ => Quoted(self.text).to_string(),
        }
    }
}

/// Returns the tokens of a template; the last one is its end or an error.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut scanner = Scanner {
        text,
        at: 0,
        open: 0,
        tokens: Vec::new(),
    };
    if let Err((error, at, part)) = scanner.run() {
        scanner.tokens.push(Token {
            kind: TokenKind::Error(error),
            at,
            text: part,
        });
    }
    scanner.tokens
}

type Scan<'t> = Result<(), (ScanError, usize, &'t str)>;

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// The number of open parentheses.
    open: usize,
    tokens: Vec<Token<'t>>,
}

impl<'t> Scanner<'t> {
    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, message: &'static str) -> Scan<'t> {
        Err((ScanError::Worded(message), self.at, ""))
    }

    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn push(&mut self, kind: TokenKind, length: usize) {
        let text = &self.rest()[..length];
        self.tokens.push(Token {
            kind,
            at: self.at,
            text,
        });
        self.at += length;
    }

    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn run(&mut self) -> Scan<'t> {
        loop {
            let rest = self.rest();
            let Some(end) = rest.find(LEFT) else {
                if !rest.is_empty() {
                    self.push(TokenKind::Text, rest.len());
                }
                self.push(TokenKind::End, 0);
                return Ok(());
            };
            let inside = &rest[end + LEFT.len()..];
            let trims =
                inside.starts_with('-') && inside.as_bytes().get(1).copied().is_some_and(is_space);
            let before = if trims {
                rest[..end].trim_end_matches([' ', '\t', '\r', '\n'])
            } else {
                &rest[..end]
            };
            if !before.is_empty() {
                self.push(TokenKind::Text, before.len());
            }
            self.at += end - before.len();
            let marker = if trims { 2 } else { 0 };
            if inside[marker..].starts_with("/*") {
                self.at += LEFT.len() + marker;
                self.comment()?;
                continue;
            }
            self.push(TokenKind::LeftDelimiter, LEFT.len());
            self.at += marker;
            self.action()?;
        }
    }

    /// Skips a comment, which must fill its action.
    fn comment(&mut self) -> Scan<'t> {
        let Some(end) = self.rest().find("*/") else {
            return self.error("unclosed comment");
        };
        self.at += end + 2;
        match self.right_delimiter() {
            None => self.error("comment ends before closing delimiter"),
            Some(trims) => {
                self.close(trims);
                Ok(())
            }
        }
    }

    /// Returns `None` if the action does not end here, otherwise whether white space after it is
    /// trimmed.
    fn right_delimiter(&self) -> Option<bool> {
        let rest = self.rest().as_bytes();
        if rest.first().copied().is_some_and(is_space) && rest[1..].starts_with(b"-}}") {
            return Some(true);
        }
        rest.starts_with(RIGHT.as_bytes()).then_some(false)
    }

    /// Skips the end of an action.
    fn close(&mut self, trims: bool) {
        self.at += RIGHT.len();
        if trims {
            self.at += 2;
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        }
    }

    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn action(&mut self) -> Scan<'t> {
        self.open = 0;
        loop {
            if let Some(trims) = self.right_delimiter() {
                if self.open > 0 {
                    return self.error("unclosed left paren");
                }
                self.tokens.push(Token {
                    kind: TokenKind::RightDelimiter,
                    at: self.at,
                    text: RIGHT,
                });
                self.close(trims);
                return Ok(());
            }
            let rest = self.rest();
            let Some(c) = rest.chars().next() else {
                return self.error("unclosed action");
            };
            match c {
                ' ' | '\t' | '\r' | '\n' => self.space(),
                '=' => self.push(TokenKind::Assign, 1),
                ':' if rest.starts_with(":=") => self.push(TokenKind::Declare, 2),
                ':' => return self.error("expected :="),
                '|' => self.push(TokenKind::Pipe, 1),
                '"' => self.quoted('"', TokenKind::Quoted, "unterminated quoted string")?,
                '\'' => self.quoted('\'', TokenKind::Char, "unterminated character constant")?,
                '`' => match rest[1..].find('`') {
                    Some(end) => self.push(TokenKind::Raw, end + 2),
                    None => return self.error("unterminated raw quoted string"),
                },
                '$' => self.named(TokenKind::Variable, TokenKind::Variable)?,
                '.' if !rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                    self.named(TokenKind::Field, TokenKind::Dot)?;
                }
                '(' => {
                    self.open += 1;
                    self.push(TokenKind::LeftParen, 1);
                }
                ')' => {
                    if self.open == 0 {
                        return self.error("unexpected right paren");
                    }
                    self.open -= 1;
                    self.push(TokenKind::RightParen, 1);
                }
                '.' | '+' | '-' | '0'..='9' => self.number()?,
                c if is_word(c) => self.word()?,
                ' '..='~' => self.push(TokenKind::Other, 1),
                _ => return Err((ScanError::Unrecognized, self.at, rest)),
            }
        }
    }

    /// Skips white space, except a last space that belongs to the end of the action.
    fn space(&mut self) {
        let rest = self.rest().as_bytes();
        let mut count = rest.iter().take_while(|byte| is_space(**byte)).count();
        if rest[count..].starts_with(b"-}}") {
            count -= 1;
        }
        if count > 0 {
            self.push(TokenKind::Space, count);
        }
    }

    fn quoted(&mut self, quote: char, kind: TokenKind, unterminated: &'static str) -> Scan<'t> {
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' if chars.next().is_some_and(|(_, c)| c != '\n') => {}
                '\\' | '\n' => break,
                c if c == quote => {
                    self.push(kind, at + 1);
                    return Ok(());
                }
                _ => {}
            }
        }
        self.error(unterminated)
    }

    /// Reads a dot or a dollar sign, with or without a name.
    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn named(&mut self, kind: TokenKind, alone: TokenKind) -> Scan<'t> {
        let length = 1 + word_length(&self.rest()[1..]);
        self.ends_at(length)?;
        self.push(if length == 1 { alone } else { kind }, length);
        Ok(())
    }

    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn word(&mut self) -> Scan<'t> {
        let length = word_length(self.rest());
        self.ends_at(length)?;
        let kind = match &self.rest()[..length] {
            "nil" => TokenKind::Nil,
            "true" | "false" => TokenKind::Bool,
            word if KEYWORDS.contains(&word) => TokenKind::Keyword,
            _ => TokenKind::Identifier,
        };
        self.push(kind, length);
        Ok(())
    }

    /// Checks the character after a name.
    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn ends_at(&self, length: usize) -> Scan<'t> {
        let after = &self.rest()[length..];
        let ends = match after.chars().next() {
            None | Some(' ' | '\t' | '\r' | '\n' | '.' | ',' | '|' | ':' | ')' | '(') => true,
            Some(_) => after.starts_with(RIGHT),
        };
        if ends {
            Ok(())
        } else {
            Err((ScanError::BadCharacter, self.at + length, after))
        }
    }

    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn number(&mut self) -> Scan<'t> {
        let rest = self.rest();
        let length = number_length(rest);
        if rest[length..].starts_with(is_word) {
            let c = rest[length..].chars().next().map_or(0, char::len_utf8);
            return Err((ScanError::BadNumber, self.at, &rest[..length + c]));
        }
        self.push(TokenKind::Number, length);
        Ok(())
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !is_word(c)).unwrap_or(text.len())
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = |from: usize, digits: &[u8]| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| digits.contains(byte)).count()
    };
    let mut at = usize::from(matches!(bytes[0], b'+' | b'-'));
    let mut digits: &[u8] = b"0123456789_";
    let mut exponent: &[u8] = b"eE";
    if bytes.get(at) == Some(&b'0') {
        at += 1;
        match bytes.get(at) {
            Some(b'x' | b'X') => (digits, exponent) = (b"0123456789abcdefABCDEF_", b"pP"),
            Some(b'o' | b'O') => digits = b"01234567_",
            Some(b'b' | b'B') => digits = b"01_",
            _ => at -= 1,
        }
        if digits.len() != 11 {
            at += 1;
        }
    }
    at = run(at, digits);
    if bytes.get(at) == Some(&b'.') {
        at = run(at + 1, digits);
    }
    let takes_exponent = digits.len() == 11 || exponent == b"pP";
    if takes_exponent && bytes.get(at).is_some_and(|byte| exponent.contains(byte)) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at = run(at, b"0123456789_");
    }
    at
}
