//! The scanner of native syntax.
//!
//! The rules are those of HCL's scanner, including the unusual ones. Text is cut into the same
//! tokens, because a strip marker trims only the adjacent token. Scanning never fails: characters
//! that form no token become tokens of kind [`Kind::Invalid`].
//!
//! The scanner is in one of four modes. Quotes and heredocs enter their own modes, `${` and `%{`
//! return to code, and the closing brace of these returns to the text.

use super::scanned::Scanned;
use polycty_core::calls::Budget;
use polycty_core::source::{BOM, Span};
use polycty_core::syntax::{Bracket, Modes, TokenKind};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `"` that opens a template.
    OpenQuote,
    /// `"` that closes a template.
    CloseQuote,
    /// `<<MARKER` or `<<-MARKER` with its newline.
    OpenHeredoc,
    /// The closing marker with the white space around it, but for the newline.
    CloseHeredoc,
    /// `${` or `${~`
    Interpolation,
    /// `%{` or `%{~`
    Directive,
    /// `}` or `~}` that ends an interpolation or a directive.
    SequenceEnd,
    /// Text between quotes, with escapes.
    QuotedText,
    /// Text of a heredoc or a bare template, without escapes.
    PlainText,
    /// A number.
    Number,
    /// A name or a keyword.
    Ident,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `=`
    Equal,
    /// `==`
    EqualEqual,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `!`
    Bang,
    /// `.`
    Dot,
    /// `...`
    Ellipsis,
    /// `,`
    Comma,
    /// `=>`
    FatArrow,
    /// `?`
    Question,
    /// `:`
    Colon,
    /// `::`
    DoubleColon,
    /// A newline outside text. For the parser, a comment with its final newline is one, too.
    Newline,
    /// Newlines between quotes.
    QuotedNewline,
    /// `&`
    Ampersand,
    /// `|`
    Pipe,
    /// `~`
    Tilde,
    /// `^`
    Caret,
    /// `'`
    Apostrophe,
    /// A backtick.
    Backtick,
    /// `;`
    Semicolon,
    /// A character that forms no token.
    Invalid,
    /// A byte that is not valid UTF-8.
    BadByte,
    /// A comment without the newline after it. The parser receives no such tokens.
    Comment,
    /// White space outside text, or a byte order mark. The parser receives no such tokens.
    Blank,
    /// The end of the text.
    End,
}

/// A token and its span.
pub type Token = polycty_core::syntax::Token<Kind>;

impl TokenKind for Kind {
    const END: Kind = Kind::End;
    const NEWLINE: Option<Kind> = Some(Kind::Newline);

    /// A directive ends with the same token as an interpolation.
    fn bracket(self) -> Bracket<Kind> {
        match self {
            Kind::OpenBrace
            | Kind::OpenBracket
            | Kind::OpenParen
            | Kind::OpenQuote
            | Kind::OpenHeredoc
            | Kind::Interpolation => Bracket::Opens(self),
            Kind::Directive => Bracket::Opens(Kind::Interpolation),
            Kind::CloseBrace => Bracket::Closes(Kind::OpenBrace),
            Kind::CloseBracket => Bracket::Closes(Kind::OpenBracket),
            Kind::CloseParen => Bracket::Closes(Kind::OpenParen),
            Kind::CloseQuote => Bracket::Closes(Kind::OpenQuote),
            Kind::CloseHeredoc => Bracket::Closes(Kind::OpenHeredoc),
            Kind::SequenceEnd => Bracket::Closes(Kind::Interpolation),
            _ => Bracket::None,
        }
    }
}

/// The initial mode of the scanner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// An expression, a body or a traversal.
    Code,
    /// A template without quotes.
    Template,
}

/// Whether some tokens are not part of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HasOdd {
    No,
    Yes,
}

/// The size of a token in bytes.
const TOKEN_BYTES: usize = size_of::<Token>();

/// The maximum number of tokens found in one step.
const AT_ONCE: usize = 2;

/// The length in bytes below which a text may be an expression.
const SHORT: usize = 512;

/// Returns all tokens of a text of less than four gigabytes, and whether some of them are not part
/// of the language. `bad` contains the sorted positions of the bytes that replace invalid UTF-8. If
/// the budget is exceeded, the end token is before the end of the text.
pub(super) fn scan(
    text: &str,
    bad: &[u32],
    start: Start,
    budget: &Budget,
) -> (Scanned<Token>, HasOdd) {
    // Real files have about one token for every five bytes, dense expressions one for every two.
    let mut capacity = match text.len() {
        short @ ..SHORT => short / 2,
        long => long / 5,
    } + 4;
    let mut readable = budget.hold((capacity * TOKEN_BYTES) as u64).is_ok();
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        at: if text.starts_with(BOM) { BOM.len() } else { 0 },
        modes: Modes::new(match start {
            Start::Code => ScanMode::Code,
            Start::Template => ScanMode::Bare,
        }),
        braces: 0,
        returns: Vec::new(),
        heredocs: Vec::new(),
        comments_end: true,
        bad,
        tokens: Vec::with_capacity(if readable { capacity } else { 1 }),
        breaks: Vec::new(),
        odd: HasOdd::No,
    };
    while readable && scanner.at < scanner.bytes.len() {
        if scanner.tokens.len() + AT_ONCE >= capacity {
            readable = budget.hold((capacity * TOKEN_BYTES) as u64).is_ok();
            capacity *= 2;
            continue;
        }
        match scanner.modes.now() {
            ScanMode::Code => scanner.code(),
            ScanMode::Quoted => scanner.quoted(),
            ScanMode::Heredoc | ScanMode::Bare => scanner.plain(),
        }
    }
    scanner.push(Kind::End, 0);
    let scanned = Scanned {
        tokens: scanner.tokens,
        breaks: scanner.breaks,
        charged: (capacity * TOKEN_BYTES) as u64,
    };
    (scanned, scanner.odd)
}

/// Whether a text is one identifier.
pub(super) fn is_identifier(text: &str) -> bool {
    !text.is_empty() && ident_end(text, 0) == text.len()
}

/// The mode of the scanner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScanMode {
    Code,
    Quoted,
    Heredoc,
    /// A template without quotes, which is the whole text.
    Bare,
}

/// A heredoc that is not closed yet.
struct Heredoc<'a> {
    marker: &'a str,
    /// Whether the next token starts a line.
    line_start: bool,
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    modes: Modes<ScanMode>,
    /// The number of braces opened, minus the number closed.
    braces: i64,
    /// For each open sequence, the number of open braces including its own.
    returns: Vec<i64>,
    heredocs: Vec<Heredoc<'a>>,
    /// Whether the rest of the text may contain the end of a block comment.
    comments_end: bool,
    bad: &'a [u32],
    tokens: Vec<Token>,
    breaks: Vec<u32>,
    odd: HasOdd,
}

impl<'a> Scanner<'a> {
    #[inline]
    fn push(&mut self, kind: Kind, len: usize) {
        let end = self.at + len;
        self.tokens.push(Token {
            kind,
            span: Span {
                start: self.at as u32,
                end: end as u32,
            },
        });
        self.at = end;
    }

    /// Adds a token that may start or end with a character that would join an adjacent one.
    #[inline]
    fn push_text(&mut self, kind: Kind, len: usize) {
        let (start, end) = (self.at, self.at + len);
        if !self.bytes[start].is_ascii() || !self.bytes[end - 1].is_ascii() {
            self.note_breaks(start, end);
        }
        self.push(kind, len);
    }

    #[cold]
    fn note_breaks(&mut self, start: usize, end: usize) {
        for (byte, place) in [(start, start), (end - 1, end)] {
            if !self.bytes[byte].is_ascii() && self.breaks.last() != Some(&(place as u32)) {
                self.breaks.push(place as u32);
            }
        }
    }

    /// Returns the kind and length of a character that is not part of the language.
    fn odd(&mut self, kind: Kind) -> (Kind, usize) {
        self.odd = HasOdd::Yes;
        (kind, 1)
    }

    #[inline]
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Scans white space and one token outside text.
    fn code(&mut self) {
        let bytes = self.bytes;
        while matches!(bytes.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let Some(&first) = bytes.get(self.at) else {
            return;
        };
        let second = || bytes.get(self.at + 1).copied();
        let (kind, len) = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => return self.ident(),
            b'\n' => (Kind::Newline, 1),
            b'"' => {
                self.push(Kind::OpenQuote, 1);
                return self.modes.enter(ScanMode::Quoted);
            }
            b'=' => match second() {
                Some(b'=') => (Kind::EqualEqual, 2),
                Some(b'>') => (Kind::FatArrow, 2),
                _ => (Kind::Equal, 1),
            },
            b'.' if second() == Some(b'.') && self.peek(2) == Some(b'.') => (Kind::Ellipsis, 3),
            b'.' => (Kind::Dot, 1),
            b',' => (Kind::Comma, 1),
            b'0'..=b'9' => (Kind::Number, number_len(&bytes[self.at..])),
            b'{' => {
                self.braces += 1;
                (Kind::OpenBrace, 1)
            }
            b'}' => return self.close_brace(Kind::CloseBrace, 1),
            b'~' if second() == Some(b'}') => return self.close_brace(Kind::SequenceEnd, 2),
            b'[' => (Kind::OpenBracket, 1),
            b']' => (Kind::CloseBracket, 1),
            b'(' => (Kind::OpenParen, 1),
            b')' => (Kind::CloseParen, 1),
            b'#' => return self.line_comment(),
            b'/' => match second() {
                Some(b'/') => return self.line_comment(),
                Some(b'*') => match self.block_comment() {
                    Some(end) => {
                        self.at = end;
                        return;
                    }
                    None => (Kind::Slash, 1),
                },
                _ => (Kind::Slash, 1),
            },
            b'\r' if second() == Some(b'\n') => (Kind::Newline, 2),
            b'<' => match second() {
                Some(b'=') => (Kind::LessOrEqual, 2),
                Some(b'<') => match self.heredoc_marker() {
                    Some((marker, len)) => return self.heredoc(marker, len),
                    None => (Kind::Less, 1),
                },
                _ => (Kind::Less, 1),
            },
            b'>' if second() == Some(b'=') => (Kind::GreaterOrEqual, 2),
            b'>' => (Kind::Greater, 1),
            b'!' if second() == Some(b'=') => (Kind::NotEqual, 2),
            b'!' => (Kind::Bang, 1),
            b'&' if second() == Some(b'&') => (Kind::And, 2),
            b'|' if second() == Some(b'|') => (Kind::Or, 2),
            b':' if second() == Some(b':') => (Kind::DoubleColon, 2),
            b':' => (Kind::Colon, 1),
            b'?' => (Kind::Question, 1),
            b'*' => (Kind::Star, 1),
            b'+' => (Kind::Plus, 1),
            b'-' => (Kind::Minus, 1),
            b'%' => (Kind::Percent, 1),
            b'&' => self.odd(Kind::Ampersand),
            b'|' => self.odd(Kind::Pipe),
            b'~' => self.odd(Kind::Tilde),
            b'^' => self.odd(Kind::Caret),
            b'\'' => self.odd(Kind::Apostrophe),
            b'`' => self.odd(Kind::Backtick),
            b';' => self.odd(Kind::Semicolon),
            _ => return self.other(),
        };
        self.push(kind, len);
    }

    /// Scans an identifier that starts with an ASCII letter.
    #[inline]
    fn ident(&mut self) {
        let rest = &self.bytes[self.at..];
        let run = run_of(rest, &IDENT);
        match rest.get(run) {
            Some(byte) if !byte.is_ascii() => {
                let end = wide_ident_end(self.text, self.at + run);
                self.push_text(Kind::Ident, end - self.at);
            }
            _ => self.push(Kind::Ident, run),
        }
    }

    /// Scans an identifier that starts with a non-ASCII letter, or an invalid character.
    #[cold]
    fn other(&mut self) {
        let end = ident_end(self.text, self.at);
        if end > self.at {
            return self.push_text(Kind::Ident, end - self.at);
        }
        self.invalid();
    }

    /// Scans a character that forms no token, or an invalid byte.
    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn invalid(&mut self) {
        self.odd = HasOdd::Yes;
        if self.bad.binary_search(&(self.at as u32)).is_ok() {
            return self.push(Kind::BadByte, 1);
        }
        let len = self.text[self.at..]
            .chars()
            .next()
            .map_or(1, char::len_utf8);
        self.push_text(Kind::Invalid, len);
    }

    /// Scans the rest of the text as one token of `kind`, where HCL's scanner stops.
    #[cold]
    fn rest(&mut self, kind: Kind) {
        if kind == Kind::Invalid {
            self.odd = HasOdd::Yes;
        }
        self.push_text(kind, self.bytes.len() - self.at);
    }

    /// Scans a comment up to the end of the line. Its newline, if present, becomes a newline token.
    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn line_comment(&mut self) {
        match self.text[self.at..].find('\n') {
            Some(end) => self.push(Kind::Newline, end + 1),
            None => self.at = self.bytes.len(),
        }
    }

    /// Returns the end of the block comment that starts here, or `None` if it is not closed.
    #[expect(
        clippy::string_slice,
        reason = "the comment begins with ASCII characters"
    )]
    fn block_comment(&mut self) -> Option<usize> {
        if !self.comments_end {
            return None;
        }
        let from = self.at + 2;
        match self.text[from..].find("*/") {
            Some(end) => Some(from + end + 2),
            None => {
                // Avoids a search of the rest of the text for each opening, which would be
                // quadratic.
                self.comments_end = false;
                None
            }
        }
    }

    /// Scans `}` or `~}`, which ends a sequence if it closes the brace of that sequence.
    fn close_brace(&mut self, otherwise: Kind, len: usize) {
        let ends = self.returns.last() == Some(&self.braces);
        self.braces -= 1;
        if ends {
            self.returns.pop();
            self.push(Kind::SequenceEnd, len);
            self.modes.leave();
        } else {
            self.push(otherwise, len);
        }
    }

    /// Scans `${` or `%{` with an optional strip marker.
    fn sequence(&mut self, sign: u8) {
        let kind = match sign {
            b'$' => Kind::Interpolation,
            _ => Kind::Directive,
        };
        let len = if self.peek(2) == Some(b'~') { 3 } else { 2 };
        self.push(kind, len);
        self.braces += 1;
        self.returns.push(self.braces);
        self.not_line_start();
        self.modes.enter(ScanMode::Code);
    }

    /// The length of `$${`, which is plain text, including a strip marker after it.
    fn doubled_len(&self) -> usize {
        if self.peek(3) == Some(b'~') { 4 } else { 3 }
    }

    fn not_line_start(&mut self) {
        if let Some(heredoc) = self.heredocs.last_mut() {
            heredoc.line_start = false;
        }
    }

    /// Returns the marker of a heredoc that opens here and the length of its opening.
    #[expect(
        clippy::string_slice,
        reason = "the marker begins after ASCII characters and ends before a newline"
    )]
    fn heredoc_marker(&self) -> Option<(&'a str, usize)> {
        let start = match self.peek(2) {
            Some(b'-') => self.at + 3,
            _ => self.at + 2,
        };
        let end = ident_end(self.text, start);
        let newline = match self.bytes[end..] {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        (end > start).then(|| (&self.text[start..end], end + newline - self.at))
    }

    fn heredoc(&mut self, marker: &'a str, len: usize) {
        self.push(Kind::OpenHeredoc, len);
        self.heredocs.push(Heredoc {
            marker,
            line_start: true,
        });
        self.modes.enter(ScanMode::Heredoc);
    }

    /// Scans one token between quotes.
    fn quoted(&mut self) {
        let bytes = self.bytes;
        match bytes[self.at] {
            b'"' => {
                self.push(Kind::CloseQuote, 1);
                self.modes.leave();
            }
            b'\n' | b'\r' => {
                let newlines = bytes[self.at..]
                    .iter()
                    .take_while(|byte| matches!(byte, b'\n' | b'\r'));
                self.odd = HasOdd::Yes;
                self.push(Kind::QuotedNewline, newlines.count());
            }
            sign @ (b'$' | b'%') => match (self.peek(1), self.peek(2)) {
                (None, _) => self.rest(Kind::Invalid),
                (Some(b'{'), _) => self.sequence(sign),
                (Some(next), Some(b'{')) if next == sign => {
                    self.push(Kind::QuotedText, self.doubled_len());
                }
                _ => self.push(Kind::QuotedText, 1),
            },
            b'\\' if self.at + 1 == bytes.len() => self.rest(Kind::Invalid),
            b'\\' if matches!(bytes[self.at + 1], b'\n' | b'\r') => self.invalid(),
            _ => {
                let len = self.quoted_len();
                if len == 0 {
                    return self.invalid();
                }
                self.push_text(Kind::QuotedText, len);
            }
        }
    }

    /// The length of text between quotes before the next special character.
    fn quoted_len(&self) -> usize {
        let bytes = self.bytes;
        let limit = self.next_bad();
        let mut at = self.at;
        loop {
            at += run_of(&bytes[at..limit], &QUOTED);
            if at == limit || bytes[at] != b'\\' {
                break;
            }
            match bytes.get(at + 1) {
                None | Some(b'\n' | b'\r') => break,
                // The remaining bytes of a multi-byte character are scanned as text.
                Some(_) if at + 1 < limit => at += 2,
                Some(_) => break,
            }
        }
        at - self.at
    }

    /// The position of the next byte that is not valid UTF-8.
    #[inline]
    fn next_bad(&self) -> usize {
        if self.bad.is_empty() {
            return self.bytes.len();
        }
        let next = self
            .bad
            .partition_point(|place| (*place as usize) < self.at);
        self.bad
            .get(next)
            .map_or(self.bytes.len(), |place| *place as usize)
    }

    /// Scans one token of a heredoc or a bare template.
    fn plain(&mut self) {
        let bytes = self.bytes;
        let len = match bytes[self.at] {
            sign @ (b'$' | b'%') => match (self.peek(1), self.peek(2)) {
                (None, _) => return self.stop(),
                (Some(b'{'), _) => return self.sequence(sign),
                (Some(next), Some(b'{')) if next == sign => self.doubled_len(),
                // A character between the sign and a newline is part of the same token, but the
                // newline is not.
                (Some(_), Some(b'\n' | b'\r')) => return self.plain_text(2),
                _ => return self.plain_text(1),
            },
            _ => {
                let end = self.next_bad();
                let run = bytes[self.at..end]
                    .iter()
                    .position(|byte| matches!(byte, b'$' | b'%' | b'\n' | b'\r'));
                run.unwrap_or(end - self.at)
            }
        };
        match bytes[self.at + len..] {
            [b'\n', ..] => self.plain_line(len, 1),
            [b'\r', b'\n', ..] => self.plain_line(len, 2),
            [b'\r', ..] if len == 0 => self.stop(),
            _ if len == 0 => self.invalid(),
            _ => self.plain_text(len),
        }
    }

    /// Scans text that does not end a line.
    fn plain_text(&mut self, len: usize) {
        self.not_line_start();
        self.push_text(Kind::PlainText, len);
    }

    /// Scans text up to the end of a line, which may close a heredoc.
    #[expect(
        clippy::string_slice,
        reason = "a line ends at ASCII characters or at the end of the text"
    )]
    fn plain_line(&mut self, len: usize, newline: usize) {
        if self.modes.now() == ScanMode::Heredoc
            && let Some(heredoc) = self.heredocs.last_mut()
        {
            let line = &self.text[self.at..self.at + len];
            if heredoc.line_start && line.trim() == heredoc.marker {
                self.heredocs.pop();
                self.push_text(Kind::CloseHeredoc, len);
                self.push(Kind::Newline, newline);
                return self.modes.leave();
            }
            heredoc.line_start = true;
        }
        self.push_text(Kind::PlainText, len + newline);
    }

    /// HCL's scanner stops at a lone carriage return, and at a sign at the end of the text.
    #[cold]
    fn stop(&mut self) {
        match self.modes.now() {
            ScanMode::Bare => self.rest(Kind::PlainText),
            _ => self.rest(Kind::Invalid),
        }
    }
}

/// A set of bytes.
type Bytes = [bool; 256];

/// The ASCII characters of identifiers.
static IDENT: Bytes = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        table[byte] = c.is_ascii_alphanumeric() || c == b'_' || c == b'-';
        byte += 1;
    }
    table
};

/// The bytes without special meaning between quotes.
static QUOTED: Bytes = {
    let mut table = [true; 256];
    let meant = b"\"\n\r$%\\";
    let mut at = 0;
    while at < meant.len() {
        table[meant[at] as usize] = false;
        at += 1;
    }
    table
};

/// The number of bytes at the start of a text that are in a set.
#[inline]
fn run_of(text: &[u8], bytes: &Bytes) -> usize {
    let belongs = |byte: &u8| bytes[usize::from(*byte)];
    text.iter()
        .position(|byte| !belongs(byte))
        .unwrap_or(text.len())
}

/// Returns the end of the identifier that starts at `start`, or `start` if there is none.
/// Identifiers consist of letters, digits, marks, underscores and hyphens, and do not start with a
/// digit, a mark or a hyphen.
#[inline]
#[expect(clippy::string_slice, reason = "callers pass the start of a character")]
fn ident_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    match bytes.get(start) {
        Some(first) if first.is_ascii() => {
            if !first.is_ascii_alphabetic() && *first != b'_' {
                return start;
            }
        }
        _ => match text[start..].chars().next() {
            Some(first) if unicode_ident::is_xid_start(first) => {}
            _ => return start,
        },
    }
    let at = start + run_of(&bytes[start..], &IDENT);
    match bytes.get(at) {
        Some(byte) if !byte.is_ascii() => wide_ident_end(text, at),
        _ => at,
    }
}

/// Returns the end of an identifier from a non-ASCII character in it.
#[cold]
#[expect(clippy::string_slice, reason = "callers pass the start of a character")]
fn wide_ident_end(text: &str, at: usize) -> usize {
    text[at..]
        .char_indices()
        .find(|&(_, c)| c != '-' && !is_ident_continue(c))
        .map_or(text.len(), |(len, _)| at + len)
}

/// Whether a character is a letter, digit or mark of Unicode 15. The joiners and the Japanese
/// middle dots were added later.
fn is_ident_continue(c: char) -> bool {
    unicode_ident::is_xid_continue(c)
        && !matches!(c, '\u{200c}' | '\u{200d}' | '\u{30fb}' | '\u{ff65}')
}

/// The length of a number: digits, dots and exponents, without a final dot.
fn number_len(bytes: &[u8]) -> usize {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 1;
    let mut len = 1;
    loop {
        at = match bytes.get(at) {
            Some(b'0'..=b'9') => at + 1,
            Some(b'.') => {
                at += 1;
                continue;
            }
            Some(b'e' | b'E') if digit(at + 1) => at + 2,
            Some(b'e' | b'E')
                if matches!(bytes.get(at + 1), Some(b'+' | b'-')) && digit(at + 2) =>
            {
                at + 3
            }
            _ => return len,
        };
        len = at;
    }
}
