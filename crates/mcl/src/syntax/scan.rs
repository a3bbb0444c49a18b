//! The scanner.
//!
//! Tokens are read one at a time, since a syntax error ends the parsing before later tokens are
//! read. A token is the longest match; keywords are not names.
//!
//! If the end of the text cuts off a longer token, the text after the last complete token is
//! ignored, as in mgmt. For example, a string that ends in `\\"` extends to the next quote; without
//! a next quote, the rest of the text is ignored.

use super::tables as t;
use super::tree::Comment;
use crate::area::Area;
use polycty_core::source::Span;

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub terminal: u8,
    /// The first byte, and the byte after the last.
    pub start: u32,
    pub end: u32,
    pub area: Area,
}

/// An error of the scanner.
#[derive(Debug)]
pub(super) struct ScanError {
    pub message: String,
    pub area: Area,
}

pub(super) struct Scanner<'s> {
    text: &'s str,
    at: usize,
    /// The scanner stops before this byte.
    end: usize,
    row: u32,
    col: u32,
    /// The comments that have been read.
    pub comments: Vec<Comment>,
}

impl<'s> Scanner<'s> {
    pub fn new(text: &'s str) -> Scanner<'s> {
        Scanner {
            text,
            at: 0,
            end: text.len(),
            row: 1,
            col: 1,
            comments: Vec::new(),
        }
    }

    #[inline]
    fn byte(&self, at: usize) -> u8 {
        // No token contains a zero byte.
        let bytes = &self.text.as_bytes()[..self.end];
        bytes.get(at).copied().unwrap_or(0)
    }

    /// Returns the next token; at the end of the text, terminal 0.
    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    pub fn next(&mut self) -> Result<Token, ScanError> {
        loop {
            let bytes = &self.text.as_bytes()[self.at..self.end];
            match bytes.first() {
                Some(b' ' | b'\t') => {
                    self.at += 1;
                    self.col += 1;
                }
                Some(b'#') => {
                    let len = bytes.iter().position(|byte| *byte == b'\n');
                    let end = self.at + len.unwrap_or(bytes.len());
                    self.comments.push(Comment {
                        text: Span::new(self.at + 1, end),
                        row: self.row,
                        col: self.col,
                    });
                    self.col += characters(&self.text[self.at..end]);
                    self.at = end;
                }
                _ => break,
            }
        }
        if self.at == self.end {
            let area = Area {
                row: 1,
                col: 1,
                end_row: 1,
                end_col: 2,
            };
            return Ok(self.token(0, 0, area));
        }
        let start = self.at;
        let two = self.byte(start + 1);
        let (terminal, len) = match self.byte(start) {
            b'\n' => {
                let token = self.one_line(t::NEWLINE, 1);
                self.row += 1;
                self.col = 1;
                return Ok(token);
            }
            b'a'..=b'z' => {
                let len = self.word(start);
                (keyword(&self.text[start..start + len]), len)
            }
            b'A'..=b'Z' => (t::CAPITALIZED_IDENTIFIER, self.word(start)),
            b'0'..=b'9' => return self.number(),
            b'-' if two.is_ascii_digit() => return self.number(),
            b'"' => return self.string(),
            b'{' => (t::OPEN_CURLY, 1),
            b'}' => (t::CLOSE_CURLY, 1),
            b'(' => (t::OPEN_PAREN, 1),
            b')' => (t::CLOSE_PAREN, 1),
            b'[' => (t::OPEN_BRACK, 1),
            b']' => (t::CLOSE_BRACK, 1),
            b'=' => match two {
                b'=' => (t::EQ, 2),
                b'>' => (t::ROCKET, 2),
                _ => (t::EQUALS, 1),
            },
            b'!' if two == b'=' => (t::NEQ, 2),
            b'<' => match (two, self.byte(start + 2)) {
                (b'|', b'>') => (t::EXCEPT, 3),
                (b'=', _) => (t::LTE, 2),
                (b'|', _) if start + 2 == self.end => {
                    self.end = start + 1;
                    (t::LT, 1)
                }
                _ => (t::LT, 1),
            },
            b'>' if two == b'=' => (t::GTE, 2),
            b'>' => (t::GT, 1),
            b'+' => (t::PLUS, 1),
            b'-' if two == b'>' => (t::ARROW, 2),
            b'-' => (t::MINUS, 1),
            b'*' => (t::MULTIPLY, 1),
            b'/' => (t::DIVIDE, 1),
            b'?' if two == b':' => (t::ELVIS, 2),
            b',' => (t::COMMA, 1),
            b':' => (t::COLON, 1),
            b';' => (t::SEMICOLON, 1),
            b'.' => (t::DOT, 1),
            b'$' => (t::DOLLAR, 1),
            _ => return Err(self.unrecognized()),
        };
        Ok(self.one_line(terminal, len))
    }

    fn token(&self, terminal: u8, len: usize, area: Area) -> Token {
        Token {
            terminal,
            start: self.at as u32,
            end: (self.at + len) as u32,
            area,
        }
    }

    /// Reads a token of ASCII characters without a newline.
    #[inline]
    fn one_line(&mut self, terminal: u8, len: usize) -> Token {
        let area = Area {
            row: self.row,
            col: self.col,
            end_row: self.row,
            end_col: self.col + len as u32,
        };
        let token = self.token(terminal, len, area);
        self.at += len;
        self.col += len as u32;
        token
    }

    /// Returns the length of the name that starts at a byte. A name does not end in an underscore.
    fn word(&mut self, start: usize) -> usize {
        let rest = &self.text.as_bytes()[start + 1..self.end];
        let belongs = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
        let long = rest
            .iter()
            .position(|byte| !belongs(byte))
            .unwrap_or(rest.len());
        let named = rest[..long]
            .iter()
            .rposition(|byte| *byte != b'_')
            .map_or(0, |at| at + 1);
        if named < long && long == rest.len() {
            self.end = start + 1 + named;
        }
        1 + named
    }

    /// Reads an integer or a number with a decimal point, with an optional minus sign.
    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn number(&mut self) -> Result<Token, ScanError> {
        let digits = |from: usize| {
            let rest = &self.text.as_bytes()[from..self.end];
            let end = rest.iter().position(|byte| !byte.is_ascii_digit());
            from + end.unwrap_or(rest.len())
        };
        let start = self.at;
        let whole = digits(start + usize::from(self.byte(start) == b'-'));
        let point = self.byte(whole) == b'.';
        let (terminal, end) = match point.then(|| digits(whole + 1)) {
            Some(end) if end > whole + 1 => (t::FLOAT, end),
            _ => (t::INTEGER, whole),
        };
        let text = &self.text[start..end];
        let fits = match terminal {
            t::FLOAT => text.parse::<f64>().is_ok_and(f64::is_finite),
            _ => text.parse::<i64>().is_ok(),
        };
        if !fits {
            let kind = if terminal == t::FLOAT {
                "float"
            } else {
                "integer"
            };
            return Err(self.error(format!("{kind}: overflow: `{text}`")));
        }
        if terminal == t::INTEGER && point && whole + 1 == self.end {
            self.end = whole;
        }
        Ok(self.one_line(terminal, end - start))
    }

    /// Reads a string, as long as possible.
    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn string(&mut self) -> Result<Token, ScanError> {
        let bytes = &self.text.as_bytes()[..self.end];
        // The last possible end of the string so far, and whether the previous byte may be the
        // backslash of an escape.
        let (mut ends, mut escape) = (None, false);
        let mut at = self.at + 1;
        loop {
            match bytes.get(at) {
                None => break,
                Some(b'"') => {
                    ends = Some(at + 1);
                    if !escape {
                        break;
                    }
                    escape = false;
                }
                Some(b'\\') => escape = true,
                Some(_) => escape = false,
            }
            at += 1;
        }
        let Some(end) = ends else {
            return Err(self.unrecognized());
        };
        if at == self.end {
            self.end = end;
        }
        let text = &self.text[self.at..end];
        let (mut area, bytes) = (self.start(), text.len() as u32);
        match text.rfind('\n') {
            None => {
                area.end_col = self.col + bytes;
                self.col += characters(text);
            }
            Some(newline) => {
                let last = &text[newline + 1..];
                self.row += text.bytes().filter(|byte| *byte == b'\n').count() as u32;
                self.col = characters(last) + 1;
                area.end_row = self.row;
                area.end_col = last.len() as u32 + 1;
            }
        }
        let token = self.token(t::STRING, text.len(), area);
        self.at = end;
        Ok(token)
    }

    /// Returns the area of the next column.
    fn start(&self) -> Area {
        Area {
            row: self.row,
            col: self.col,
            end_row: self.row,
            end_col: self.col + 1,
        }
    }

    #[cold]
    fn error(&self, message: String) -> ScanError {
        let area = self.start();
        ScanError { message, area }
    }

    #[cold]
    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn unrecognized(&self) -> ScanError {
        let found = self.text[self.at..].chars().next().unwrap_or_default();
        self.error(match found {
            '\r' => format!("unrecognized carriage return: `{found}`"),
            _ => format!("unrecognized: `{found}`"),
        })
    }
}

/// Returns whether a text is a valid name of a function or variable.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let belongs = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(belongs)
        && !text.ends_with('_')
}

/// Checks the name of a variable.
///
/// # Errors
/// mgmt's message if the name is not valid.
pub fn check_name(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("got empty var name".to_owned());
    }
    let plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let mut bytes = name.bytes();
    let mut valid = bytes.next().is_some_and(|first| first.is_ascii_lowercase());
    while let (true, Some(byte)) = (valid, bytes.next()) {
        valid = match byte {
            b'.' | b'_' => bytes.next().as_ref().is_some_and(plain),
            byte => plain(&byte),
        };
    }
    if valid {
        Ok(())
    } else {
        Err(format!("invalid var name: `{name}`"))
    }
}

/// Returns the byte after an area that starts at the byte `start`: the end of the first token whose
/// end has the row and column of the area's end. Tokens must be scanned because the columns of a
/// token may differ from its number of characters. The result is `None` if no token ends there.
pub(crate) fn end_of(area: Area, text: &str, start: usize) -> Option<usize> {
    let mut scanner = Scanner {
        at: start,
        row: area.row,
        col: area.col,
        ..Scanner::new(text)
    };
    loop {
        let token = scanner.next().ok()?;
        let found = token.area;
        if (found.end_row, found.end_col) == (area.end_row, area.end_col) {
            return Some(token.end as usize);
        }
        if token.start == token.end || found.row > area.end_row {
            return None;
        }
    }
}

fn characters(text: &str) -> u32 {
    text.chars().count() as u32
}

/// Returns the terminal of a word in lower case.
fn keyword(word: &str) -> u8 {
    match word {
        "if" => t::IF,
        "else" => t::ELSE,
        "for" => t::FOR,
        "forkv" => t::FORKV,
        "in" => t::IN,
        "and" => t::AND,
        "or" => t::OR,
        "not" => t::NOT,
        "bool" => t::BOOL_IDENTIFIER,
        "str" => t::STR_IDENTIFIER,
        "int" => t::INT_IDENTIFIER,
        "float" => t::FLOAT_IDENTIFIER,
        "map" => t::MAP_IDENTIFIER,
        "struct" => t::STRUCT_IDENTIFIER,
        "variant" => t::VARIANT_IDENTIFIER,
        "func" => t::FUNC_IDENTIFIER,
        "class" => t::CLASS_IDENTIFIER,
        "include" => t::INCLUDE_IDENTIFIER,
        "import" => t::IMPORT_IDENTIFIER,
        "as" => t::AS_IDENTIFIER,
        "panic" => t::PANIC_IDENTIFIER,
        "collect" => t::COLLECT_IDENTIFIER,
        "true" | "false" => t::BOOL,
        _ => t::IDENTIFIER,
    }
}
