//! Parsing of JSON texts, and the diagnostics of syntax errors.
//!
//! The grammar is that of RFC 8259. The texts of the diagnostics and the extent of an error are
//! those of HCL's JSON syntax. A value that cannot be parsed becomes an invalid node, and parsing
//! continues after it.

use super::document::{Node, NodeId, NodeKind, Property, Text};
use super::scan::{Kind, Token};
use crate::syntax::TOO_DEEP;
use polycty_core::calls::Budget;
use polycty_core::codec::json::Reader;
use polycty_core::source::{SourceError, SourceErrors, Span, did_you_mean, suggest};
use polycty_core::syntax::{Arena, Cursor, MAX_NESTING, Nesting};
use polycty_core::text::Quoted;
use polycty_core::text::escape::leading_hexadecimal;
use polycty_core::values::Value;
use polycty_core::values::primitive::parse_number;
use std::borrow::Cow;

pub(super) struct Parser<'a> {
    tokens: Cursor<'a, Kind>,
    /// The positions of bytes that are not valid UTF-8.
    bad: &'a [u32],
    nesting: Nesting,
    pub(super) nodes: Arena<Node>,
    pub(super) errors: SourceErrors,
    budget: &'a Budget,
}

/// The pair of brackets around a value.
#[derive(Clone, Copy)]
struct Pair {
    open: Kind,
    close: Kind,
}

const BRACES: Pair = Pair {
    open: Kind::BraceOpen,
    close: Kind::BraceClose,
};

const BRACKETS: Pair = Pair {
    open: Kind::BracketOpen,
    close: Kind::BracketClose,
};

const START_OF_VALUE: &str =
    "A JSON value must start with a brace, a bracket, a number, a string, or a keyword.";

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        bad: &'a [u32],
        tokens: &'a [Token],
        errors: SourceErrors,
        budget: &'a Budget,
    ) -> Parser<'a> {
        Parser {
            tokens: Cursor::new(text, tokens),
            bad,
            nesting: Nesting::default(),
            nodes: Arena::with_capacity(tokens.len() / 2),
            errors,
            budget,
        }
    }

    /// Charges memory that a value uses outside its node. If the budget is exceeded, skips to the
    /// end of the text.
    #[inline]
    fn hold(&mut self, bytes: u64) {
        if self.budget.hold(bytes).is_err() {
            self.tokens.give_up();
        }
    }

    /// Parses the value of the whole text.
    pub(super) fn root(&mut self) -> NodeId {
        let value = self.value();
        let next = self.tokens.peek();
        if self.errors.count() == 0 && next.kind != Kind::End {
            self.report_error(
                next.span,
                "Extraneous data after value",
                "Extra characters appear after the JSON value.",
            );
        }
        value
    }

    #[inline]
    fn value(&mut self) -> NodeId {
        let node = self.node();
        self.nodes.add(node)
    }

    /// Parses a value without storing it.
    fn node(&mut self) -> Node {
        let token = self.tokens.peek();
        let read = match token.kind {
            Kind::BraceOpen => self.nested(Parser::object),
            Kind::BracketOpen => self.nested(Parser::array),
            Kind::Number => self.number(),
            Kind::String => self.string(),
            Kind::Keyword => self.keyword(),
            kind => {
                let (summary, detail) = match kind {
                    Kind::BraceClose => ("Missing JSON value", START_OF_VALUE),
                    Kind::BracketClose => ("Missing array element value", START_OF_VALUE),
                    Kind::End => ("Missing value", "The JSON data ends prematurely."),
                    _ => ("Invalid start of value", START_OF_VALUE),
                };
                self.report_error(token.span, summary, detail);
                None
            }
        };
        read.unwrap_or(Node {
            span: token.span,
            kind: NodeKind::Invalid,
        })
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Option<Node>) -> Option<Node> {
        if !self.nesting.enter() {
            let at = self.tokens.peek().span;
            let detail = format!("JSON values may be nested {MAX_NESTING} levels deep at most.");
            self.errors.push(SourceError::limit(TOO_DEEP, detail, at));
            self.tokens.give_up();
            return None;
        }
        let node = read(self);
        self.nesting.leave();
        node
    }

    fn object(&mut self) -> Option<Node> {
        let open = self.tokens.read();
        let mut properties = Vec::new();
        while self.tokens.peek().kind != Kind::BraceClose {
            let Node { span, kind } = self.node();
            let NodeKind::String(name) = kind else {
                let at = match kind {
                    NodeKind::Array(_) | NodeKind::Object(_) => Span {
                        start: span.start,
                        end: span.start + 1,
                    },
                    _ => span,
                };
                self.report_error(
                    at,
                    "Invalid object property name",
                    "A JSON object property name must be a string",
                );
                return None;
            };
            let colon = self.tokens.peek();
            if colon.kind != Kind::Colon {
                self.recover(BRACES);
                let (summary, detail) = match colon.kind {
                    Kind::BraceClose | Kind::Comma => (
                        "Missing object value",
                        "A JSON object attribute must have a value, introduced by a colon.",
                    ),
                    Kind::Equals => (
                        "Missing property value colon",
                        "JSON uses a colon as its name/value delimiter, not an equals sign.",
                    ),
                    _ => (
                        "Missing property value colon",
                        "A colon must appear between an object property's name and its value.",
                    ),
                };
                self.report_error(colon.span, summary, detail);
                return None;
            }
            self.tokens.read();
            let value = self.value();
            properties.push(Property {
                name,
                name_span: span,
                value,
            });
            let next = self.tokens.peek();
            match next.kind {
                Kind::Comma => {
                    self.tokens.read();
                    if self.tokens.peek().kind == Kind::BraceClose {
                        self.report_error(
                            next.span,
                            "Trailing comma in object",
                            "JSON does not permit a trailing comma after the final property in an object.",
                        );
                        return None;
                    }
                }
                Kind::BraceClose => {}
                Kind::End => {
                    self.report_error(
                        open.span,
                        "Unclosed object",
                        "No closing brace was found for this JSON object.",
                    );
                    return None;
                }
                Kind::BracketClose => {
                    self.tokens.read();
                    self.report_error_at_next(
                        "Mismatched braces",
                        "A JSON object must be closed with a brace, not a bracket.",
                    );
                    return None;
                }
                _ => {
                    self.recover(BRACES);
                    self.report_error_at_next(
                        "Missing attribute seperator comma",
                        "A comma must appear between each property definition in an object.",
                    );
                    return None;
                }
            }
        }
        let close = self.tokens.read();
        Some(Node {
            span: open.span.to(close.span),
            kind: NodeKind::Object(properties.into()),
        })
    }

    fn array(&mut self) -> Option<Node> {
        let open = self.tokens.read();
        let mut parts = Vec::new();
        while self.tokens.peek().kind != Kind::BracketClose {
            parts.push(self.value());
            let next = self.tokens.peek();
            let (summary, detail) = match next.kind {
                Kind::Comma => {
                    self.tokens.read();
                    if self.tokens.peek().kind != Kind::BracketClose {
                        continue;
                    }
                    self.report_error(
                        next.span,
                        "Trailing comma in array",
                        "JSON does not permit a trailing comma after the final value in an array.",
                    );
                    return None;
                }
                Kind::BracketClose => continue,
                Kind::End => {
                    self.report_error(
                        open.span,
                        "Unclosed object",
                        "No closing bracket was found for this JSON array.",
                    );
                    return None;
                }
                Kind::Colon => (
                    "Invalid array value",
                    "A colon is not used to introduce values in a JSON array.",
                ),
                Kind::BraceClose => (
                    "Mismatched brackets",
                    "A JSON array must be closed with a bracket, not a brace.",
                ),
                _ => (
                    "Missing attribute seperator comma",
                    "A comma must appear between each value in an array.",
                ),
            };
            self.recover(BRACKETS);
            self.report_error_at_next(summary, detail);
            return None;
        }
        let close = self.tokens.read();
        Some(Node {
            span: open.span.to(close.span),
            kind: NodeKind::Array(parts.into()),
        })
    }

    fn number(&mut self) -> Option<Node> {
        let token = self.tokens.read();
        let text = self.tokens.slice(token.span);
        let mut reader = Reader::new(text);
        let whole = reader.number().is_ok() && reader.offset() == text.len();
        match parse_number(text).ok().filter(|_| whole) {
            Some(number) => {
                self.hold(Value::from_number(number.clone()).literal_memory() as u64);
                Some(Node {
                    span: token.span,
                    kind: NodeKind::Number(number),
                })
            }
            None => {
                self.report_error(
                    token.span,
                    "Invalid JSON number",
                    "There is a syntax error in the given JSON number.",
                );
                None
            }
        }
    }

    fn string(&mut self) -> Option<Node> {
        let token = self.tokens.read();
        let text = self.tokens.slice(token.span);
        let read = check_escapes(text).and_then(|()| {
            let readable = self.replaced(text, token.span.start);
            let read = Reader::new(&readable).string();
            read.map(|text| Text::new(&text)).map_err(|_| text.len())
        });
        match read {
            Ok(text) => {
                self.hold(text.memory());
                Some(Node {
                    span: token.span,
                    kind: NodeKind::String(text),
                })
            }
            Err(offset) => {
                let error = SourceError::syntax(
                    "Invalid JSON string",
                    "There is a syntax error in the given JSON string.",
                    token.span,
                );
                self.errors
                    .push(error.within(token.span).after_columns(offset as u32));
                None
            }
        }
    }

    /// Returns the text of a string with a replacement character for each byte that is not valid
    /// UTF-8.
    fn replaced(&self, text: &'a str, start: u32) -> Cow<'a, str> {
        let first = self.bad.partition_point(|place| *place < start);
        let mut whole = String::new();
        let mut rest = text;
        let mut at = start;
        for place in &self.bad[first..] {
            let Some((before, after)) = rest.split_at_checked((place - at) as usize) else {
                break;
            };
            let Some((_, after)) = after.split_at_checked(1) else {
                break;
            };
            whole.push_str(before);
            whole.push(char::REPLACEMENT_CHARACTER);
            rest = after;
            at = place + 1;
        }
        if at == start {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(whole + rest)
        }
    }

    fn keyword(&mut self) -> Option<Node> {
        let token = self.tokens.read();
        let word = self.tokens.slice(token.span);
        let kind = match word {
            "null" => NodeKind::Null,
            "true" => NodeKind::Bool(true),
            "false" => NodeKind::Bool(false),
            "undefined" | "NaN" | "Infinity" => {
                let detail = format!(
                    "The JavaScript identifier {} cannot be used in JSON.",
                    Quoted(word)
                );
                self.report_error(token.span, "Invalid JSON keyword", detail);
                return None;
            }
            _ => {
                let meant = suggest(word, ["true", "false", "null"].into_iter());
                let detail = format!(
                    "{} is not a valid JSON keyword.{}",
                    Quoted(word),
                    did_you_mean(meant)
                );
                self.report_error(token.span, "Invalid JSON keyword", detail);
                return None;
            }
        };
        Some(Node {
            span: token.span,
            kind,
        })
    }

    /// Skips to the presumed end of the current value.
    fn recover(&mut self, pair: Pair) {
        let mut open = 1;
        loop {
            let token = self.tokens.read();
            if token.kind == pair.open {
                open += 1;
            } else if token.kind == pair.close {
                open -= 1;
                if open <= 1 {
                    return;
                }
            } else if token.kind == Kind::End {
                return;
            }
        }
    }

    fn report_error_at_next(
        &mut self,
        summary: &'static str,
        detail: impl Into<Cow<'static, str>>,
    ) {
        let at = self.tokens.peek().span;
        self.report_error(at, summary, detail);
    }

    fn report_error(
        &mut self,
        at: Span,
        summary: &'static str,
        detail: impl Into<Cow<'static, str>>,
    ) {
        self.errors.push(SourceError::syntax(summary, detail, at));
    }
}

/// Checks the escapes of a string. The error is the number of bytes up to the end of the first
/// invalid escape.
fn check_escapes(token: &str) -> Result<(), usize> {
    let bytes = token.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        let escape = match bytes[at] {
            b'"' => break,
            b'\\' => bytes.get(at + 1),
            _ => {
                at += 1;
                continue;
            }
        };
        match escape {
            None => return Err(bytes.len()),
            Some(b'u') => {
                let digits = &bytes[at + 2..];
                match leading_hexadecimal(digits, 4) {
                    (_, 4) => at += 6,
                    _ => return Err((at + 6).min(bytes.len())),
                }
            }
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
            Some(_) => return Err(at + 2),
        }
    }
    Ok(())
}
