//! Which tokens does native syntax have?
//!
//! The token rules are those of HCL's scanner (`hclsyntax/scan_tokens.rl`).
//! White space is dropped; a comment up to the end of a line stands for the
//! newline that ends it. Scanning never fails: what is no token becomes one of
//! kind [`Kind::Invalid`] and a [`Finding`].

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Ident,
    Number,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenQuote,
    CloseQuote,
    /// Text between quotes.
    Text,
    /// `${` between quotes.
    Interpolation,
    /// `%{` between quotes.
    Directive,
    /// The brace that ends an interpolation or a directive.
    SequenceEnd,
    Comma,
    Dot,
    Ellipsis,
    Colon,
    DoubleColon,
    Equal,
    FatArrow,
    Question,
    Star,
    Minus,
    Bang,
    /// An operator between two operands, other than `*` and `-`.
    Operator,
    Newline,
    Invalid,
    End,
}

/// A token and the bytes that it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Token {
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A fault at a place of the text, before lines and columns are counted.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) summary: &'static str,
    pub(super) detail: String,
    pub(super) subject: Range<usize>,
}

/// The most findings that are kept: past that, more of them tell nothing.
pub(super) const MAX_FINDINGS: usize = 1000;

pub(super) const BOM: &str = "\u{feff}";

/// All tokens of a text of less than four gigabytes, the last one
/// [`Kind::End`], and what is wrong with them.
pub(super) fn scan(text: &str) -> (Vec<Token>, Vec<Finding>) {
    let mut scanner = Scanner {
        text,
        at: if text.starts_with(BOM) { BOM.len() } else { 0 },
        braces: 0,
        returns: Vec::new(),
        tokens: Vec::new(),
        findings: Vec::new(),
        told: Told::default(),
    };
    while scanner.at < text.len() {
        scanner.code_token();
    }
    scanner.push(Kind::End, 0);
    (scanner.tokens, scanner.findings)
}

/// Whether the text is one identifier.
pub(super) fn is_identifier(text: &str) -> bool {
    ident_len(text) == text.len() && !text.is_empty()
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Open braces.
    braces: usize,
    /// For each open interpolation, the braces open with its own.
    returns: Vec<usize>,
    tokens: Vec<Token>,
    findings: Vec<Finding>,
    told: Told,
}

/// How often the faults that are not told each time have been met.
#[derive(Default)]
struct Told {
    bitwise: u32,
    backticks: u32,
    apostrophes: u32,
    semicolons: u32,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, len: usize) {
        self.tokens.push(Token {
            kind,
            start: self.at as u32,
            end: (self.at + len) as u32,
        });
        self.at += len;
    }

    /// One token outside quotes.
    fn code_token(&mut self) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let second = bytes.get(1).copied();
        let (kind, len) = match bytes[0] {
            b' ' | b'\t' => {
                self.at += 1;
                return;
            }
            b'\n' => (Kind::Newline, 1),
            b'\r' if second == Some(b'\n') => (Kind::Newline, 2),
            b'#' => return self.line_comment(),
            b'/' if second == Some(b'/') => return self.line_comment(),
            b'/' if second == Some(b'*') => {
                match rest.find("*/").filter(|&at| at >= 2).or_else(|| {
                    // In "/*/" the star cannot also close the comment.
                    rest[2..].find("*/").map(|at| at + 2)
                }) {
                    Some(end) => {
                        self.at += end + 2;
                        return;
                    }
                    None => return self.invalid(rest.len()),
                }
            }
            b'0'..=b'9' => (Kind::Number, number_len(bytes)),
            b'(' => (Kind::OpenParen, 1),
            b')' => (Kind::CloseParen, 1),
            b'[' => (Kind::OpenBracket, 1),
            b']' => (Kind::CloseBracket, 1),
            b'{' => {
                self.braces += 1;
                (Kind::OpenBrace, 1)
            }
            b'}' => (self.close_brace(Kind::CloseBrace), 1),
            b'~' if second == Some(b'}') => (self.close_brace(Kind::SequenceEnd), 2),
            b'"' => {
                self.push(Kind::OpenQuote, 1);
                return self.quoted();
            }
            b',' => (Kind::Comma, 1),
            b'.' if rest.starts_with("...") => (Kind::Ellipsis, 3),
            b'.' => (Kind::Dot, 1),
            b':' if second == Some(b':') => (Kind::DoubleColon, 2),
            b':' => (Kind::Colon, 1),
            b'?' => (Kind::Question, 1),
            b'*' => (Kind::Star, 1),
            b'-' => (Kind::Minus, 1),
            b'=' if second == Some(b'=') => (Kind::Operator, 2),
            b'=' if second == Some(b'>') => (Kind::FatArrow, 2),
            b'=' => (Kind::Equal, 1),
            b'!' if second == Some(b'=') => (Kind::Operator, 2),
            b'!' => (Kind::Bang, 1),
            b'<' | b'>' if second == Some(b'=') => (Kind::Operator, 2),
            b'<' | b'>' | b'+' | b'/' | b'%' => (Kind::Operator, 1),
            b'&' if second == Some(b'&') => (Kind::Operator, 2),
            b'|' if second == Some(b'|') => (Kind::Operator, 2),
            _ => match ident_len(rest) {
                0 => return self.invalid(rest.chars().next().map_or(1, char::len_utf8)),
                len => (Kind::Ident, len),
            },
        };
        self.push(kind, len);
        if kind == Kind::SequenceEnd && self.returns.last() == Some(&(self.braces + 1)) {
            self.returns.pop();
            self.quoted();
        }
    }

    /// A comment up to the end of the line, and the newline in one.
    fn line_comment(&mut self) {
        match self.rest().find('\n') {
            Some(end) => self.push(Kind::Newline, end + 1),
            None => self.at = self.text.len(),
        }
    }

    /// Which kind a closing brace is: `generic`, unless it ends an interpolation.
    fn close_brace(&mut self, generic: Kind) -> Kind {
        let ends = self.returns.last() == Some(&self.braces) && self.braces > 0;
        self.braces = self.braces.saturating_sub(1);
        if ends { Kind::SequenceEnd } else { generic }
    }

    /// The tokens between quotes, up to the closing one or an interpolation.
    fn quoted(&mut self) {
        while self.at < self.text.len() {
            let rest = self.rest();
            match rest.as_bytes()[0] {
                b'"' => return self.push(Kind::CloseQuote, 1),
                b'\n' | b'\r' => {
                    let len = rest.len() - rest.trim_start_matches(['\n', '\r']).len();
                    let subject = self.at..self.at + len;
                    self.find(
                        "Invalid multi-line string",
                        "Quoted strings may not be split over multiple lines. To produce a multi-line string, either use the \\n escape to represent a newline character or use the \"heredoc\" multi-line template syntax.",
                        subject,
                    );
                    self.push(Kind::Invalid, len);
                }
                b'$' | b'%' if rest[1..].starts_with('{') => {
                    let kind = if rest.starts_with('$') {
                        Kind::Interpolation
                    } else {
                        Kind::Directive
                    };
                    let len = if rest[2..].starts_with('~') { 3 } else { 2 };
                    self.push(kind, len);
                    self.braces += 1;
                    self.returns.push(self.braces);
                    return;
                }
                _ => {
                    let len = text_len(rest);
                    self.push(Kind::Text, len);
                }
            }
        }
    }

    fn invalid(&mut self, len: usize) {
        let subject = self.at..self.at + len;
        let character = &self.text[subject.clone()];
        let mut others = 0;
        let count = match character {
            "&" | "|" | "^" | "~" => &mut self.told.bitwise,
            "`" => &mut self.told.backticks,
            "'" => &mut self.told.apostrophes,
            ";" => &mut self.told.semicolons,
            _ => &mut others,
        };
        let before = *count;
        *count = before.saturating_add(1);
        // Of two quotes only the opening one is told.
        let worth_telling = match character {
            "&" | "|" | "^" | "~" => before < 4,
            "`" | "'" => before == 0 || before == 2,
            _ => before == 0,
        };
        if worth_telling {
            let (summary, detail) = invalid_character(character);
            self.find(summary, detail, subject);
        }
        self.push(Kind::Invalid, len);
    }

    fn find(&mut self, summary: &'static str, detail: &str, subject: Range<usize>) {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(Finding {
                summary,
                detail: detail.to_owned(),
                subject,
            });
        }
    }
}

fn invalid_character(character: &str) -> (&'static str, &'static str) {
    match character {
        "&" => (
            "Unsupported operator",
            "Bitwise operators are not supported. Did you mean boolean AND (\"&&\")?",
        ),
        "|" => (
            "Unsupported operator",
            "Bitwise operators are not supported. Did you mean boolean OR (\"||\")?",
        ),
        "~" => (
            "Unsupported operator",
            "Bitwise operators are not supported. Did you mean boolean NOT (\"!\")?",
        ),
        "^" => (
            "Unsupported operator",
            "Bitwise operators are not supported.",
        ),
        "`" => (
            "Invalid character",
            "The \"`\" character is not valid. To create a multi-line string, use the \"heredoc\" syntax, like \"<<EOT\".",
        ),
        "'" => (
            "Invalid character",
            "Single quotes are not valid. Use double quotes (\") to enclose strings.",
        ),
        ";" => (
            "Invalid character",
            "The \";\" character is not valid. Use newlines to separate arguments and blocks, and commas to separate items in collection values.",
        ),
        "“" | "”" => (
            "Invalid character",
            "\"Curly quotes\" are not valid here. These can sometimes be inadvertently introduced when sharing code via documents or discussion forums. It might help to replace the character with a \"straight quote\".",
        ),
        _ => (
            "Invalid character",
            "This character is not used within the language.",
        ),
    }
}

/// Letters, digits, marks, underscores and hyphens, not beginning with a digit,
/// a mark or a hyphen.
fn ident_len(text: &str) -> usize {
    let mut chars = text.char_indices();
    match chars.next() {
        Some((_, c)) if c == '_' || unicode_ident::is_xid_start(c) => {}
        _ => return 0,
    }
    chars
        .find(|&(_, c)| c != '-' && !unicode_ident::is_xid_continue(c))
        .map_or(text.len(), |(at, _)| at)
}

/// Digits, dots and exponents, not ending in a dot.
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

/// Text between quotes up to what has a meaning there; at least one character.
fn text_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\n' | b'\r' => break,
            b'\\' => match bytes.get(at + 1) {
                None | Some(b'\n' | b'\r') => at += 1,
                // The rest of a longer character is text anyway.
                Some(_) => at += 2,
            },
            // Doubled, the sign makes an interpolation plain text.
            sign @ (b'$' | b'%') if bytes[at + 1..].starts_with(&[sign, b'{']) => at += 3,
            b'$' | b'%' if bytes.get(at + 1) == Some(&b'{') => break,
            _ => at += 1,
        }
    }
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
