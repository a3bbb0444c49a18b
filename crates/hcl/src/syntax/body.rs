//! Parsing of bodies.
//!
//! A body consists of arguments and blocks, each followed by a newline. The rules and diagnostics
//! are those of the specification's "Structural Elements" and of HCL's parser.

use super::ast::{Attribute, Block, Body, BodyId, Label, Name};
use super::parser::Parser;
use super::scan::{Kind, Token};
use polycty_core::source::{SourceError, Span};
use polycty_core::syntax::{List, Newlines};
use polycty_core::text::Quoted;
use polycty_core::types::KeyedMap;

/// An argument or a block.
enum BodyItem {
    Attribute(Attribute),
    Block(Block),
}

/// A body with more arguments than this finds names in a table.
const FEW: usize = 12;

/// Indexes of arguments by name.
type Places<'s> = KeyedMap<&'s [u8], usize>;

impl<'s> Parser<'s> {
    /// Parses a body up to the end of the text or, after an opening brace, up to and including the
    /// closing brace.
    pub(super) fn body(&mut self, end: Kind) -> BodyId {
        let start = self.tokens.previous();
        let attributes = self.scratch.attributes.len();
        let repeated = self.scratch.repeated.len();
        let blocks = self.scratch.blocks.len();
        let mut places = Places::default();
        let last = loop {
            let next = self.tokens.peek();
            if next.kind == end {
                break self.tokens.read().span;
            }
            match next.kind {
                Kind::Newline => {
                    self.tokens.read();
                }
                Kind::Ident => match self.item() {
                    Some(BodyItem::Attribute(attribute)) => {
                        self.add_attribute(attribute, attributes, &mut places);
                    }
                    Some(BodyItem::Block(block)) => self.scratch.blocks.push(block),
                    None => {}
                },
                _ => {
                    self.bad_item(end, start);
                    let last = self.tokens.previous();
                    self.recover(end);
                    break last;
                }
            }
        };
        let attributes = self
            .nodes
            .attributes
            .gather_copies(&mut self.scratch.attributes, attributes);
        let repeated = self.gather_repeated(repeated);
        let blocks = self
            .nodes
            .blocks
            .gather_copies(&mut self.scratch.blocks, blocks);
        self.add_body(Body {
            span: start.to(last),
            end: last.end,
            attributes,
            repeated,
            blocks,
        })
    }

    fn gather_repeated(&mut self, mark: usize) -> List<Attribute> {
        let nodes = &mut self.nodes.attributes;
        nodes.gather_copies(&mut self.scratch.repeated, mark)
    }

    fn add_body(&mut self, body: Body) -> BodyId {
        self.nodes.bodies.add(body)
    }

    /// Adds an empty body.
    fn empty_body(&mut self, span: Span) -> BodyId {
        let (attributes, blocks) = (self.scratch.attributes.len(), self.scratch.blocks.len());
        let attributes = self
            .nodes
            .attributes
            .gather_copies(&mut self.scratch.attributes, attributes);
        let repeated = self.gather_repeated(self.scratch.repeated.len());
        let blocks = self
            .nodes
            .blocks
            .gather_copies(&mut self.scratch.blocks, blocks);
        self.add_body(Body {
            span,
            end: span.end,
            attributes,
            repeated,
            blocks,
        })
    }

    /// Adds an argument to those on the scratch stack from `mark` on, unless they contain one with
    /// the same name.
    fn add_attribute(&mut self, attribute: Attribute, mark: usize, places: &mut Places<'s>) {
        let text = self.tokens.text().as_bytes();
        let name_of = |attribute: &Attribute| {
            &text[attribute.name_span.start as usize..attribute.name_span.end as usize]
        };
        let name = name_of(&attribute);
        let there = &self.scratch.attributes[mark..];
        let earlier = if there.len() < FEW {
            there.iter().find(|other| name_of(other) == name)
        } else {
            if places.is_empty() {
                let all = there.iter().enumerate();
                places.extend(all.map(|(at, other)| (name_of(other), at)));
            }
            places.get(name).map(|at| &there[*at])
        };
        match earlier.map(|earlier| earlier.name_span) {
            Some(place) => {
                self.report(
                    SourceError::syntax(
                        "Attribute redefined",
                        format!(
                            "The argument {} was already set at ",
                            Quoted(self.tokens.slice(attribute.name_span))
                        ),
                        attribute.name_span,
                    )
                    .at(place, ". Each argument may be set only once."),
                );
                self.scratch.repeated.push(attribute);
            }
            None => {
                if !places.is_empty() {
                    places.insert(name, there.len());
                }
                self.scratch.attributes.push(attribute);
            }
        }
    }

    /// Reads a token that cannot start an item and reports it.
    #[cold]
    fn bad_item(&mut self, end: Kind, start: Span) {
        let bad = self.tokens.read();
        if self.recovery {
            return;
        }
        self.report(match bad.kind {
            Kind::OpenQuote => SourceError::syntax(
                "Invalid argument name",
                "Argument names must not be quoted.",
                bad.span,
            ),
            Kind::End if end == Kind::CloseBrace => unclosed_block(start),
            _ => SourceError::syntax(
                "Argument or block definition required",
                "An argument or block definition is required here.",
                bad.span,
            ),
        });
    }

    /// Parses an argument or a block.
    fn item(&mut self) -> Option<BodyItem> {
        let name = self.tokens.read();
        match self.tokens.peek_kind() {
            Kind::Equal => {
                let newline = Newlines::Significant;
                Some(BodyItem::Attribute(self.attribute(name, newline)))
            }
            Kind::OpenQuote | Kind::OpenBrace | Kind::Ident => {
                self.block(name).map(BodyItem::Block)
            }
            _ => {
                self.recover_after_item();
                self.report(missing_equals(name.span));
                None
            }
        }
    }

    /// Parses an argument after its name. A newline must follow, except in a block of one line.
    fn attribute(&mut self, name: Token, newline: Newlines) -> Attribute {
        let equals = self.tokens.read().span;
        let before = self.errors.count();
        let value = self.expression();
        let end = self.tokens.previous();
        if self.lost(before) {
            self.recover_after_item();
        } else if newline == Newlines::Significant {
            let next = self.tokens.peek();
            if matches!(next.kind, Kind::Newline | Kind::End) {
                self.tokens.read();
            } else {
                if !self.recovery {
                    let (summary, detail) = match next.kind {
                        Kind::Comma => (
                            "Unexpected comma after argument",
                            "Argument definitions must be separated by newlines, not commas. An argument definition must end with a newline.",
                        ),
                        _ => (
                            "Missing newline after argument",
                            "An argument definition must end with a newline.",
                        ),
                    };
                    self.report(
                        SourceError::syntax(summary, detail, next.span)
                            .within(name.span.to(next.span)),
                    );
                }
                self.recover_after_item();
            }
        }
        Attribute {
            name: self.name(name.span),
            name_span: name.span,
            equals,
            value,
            span: name.span.to(end),
        }
    }

    /// Parses a block after its type.
    fn block(&mut self, block_type: Token) -> Option<Block> {
        let name = self.name(block_type.span);
        let mark = self.scratch.labels.len();
        let open = loop {
            let token = self.tokens.peek();
            match token.kind {
                Kind::OpenBrace => break self.tokens.read().span,
                Kind::OpenQuote => {
                    self.tokens.read();
                    let (text, span) = self.quoted_label(token.span);
                    self.scratch.labels.push(Label { text, span });
                }
                Kind::Ident => {
                    self.tokens.read();
                    let text = self.name(token.span);
                    let span = token.span;
                    self.scratch.labels.push(Label { text, span });
                }
                _ => {
                    self.bad_header(block_type.span, token);
                    self.recover_after_item();
                    let labels = self
                        .nodes
                        .labels
                        .gather_copies(&mut self.scratch.labels, mark);
                    // The braces are missing; HCL uses the position of the type.
                    return Some(Block {
                        block_type: name,
                        type_span: block_type.span,
                        labels,
                        open: block_type.span,
                        close: block_type.span,
                        body: self.empty_body(block_type.span),
                    });
                }
            }
        };
        let labels = self
            .nodes
            .labels
            .gather_copies(&mut self.scratch.labels, mark);
        let body = if self.enter() {
            let body = match self.tokens.peek_kind() {
                Kind::Newline | Kind::End | Kind::CloseBrace => Some(self.body(Kind::CloseBrace)),
                _ => self.one_line_body(block_type.span, open),
            };
            self.nesting.leave();
            body
        } else {
            self.recover(Kind::CloseBrace);
            None
        };
        let close = self.tokens.previous();
        let next = self.tokens.peek();
        if matches!(next.kind, Kind::Newline | Kind::End) {
            self.tokens.read();
        } else {
            if !self.recovery {
                self.report(
                    SourceError::syntax(
                        "Missing newline after block definition",
                        "A block definition must end with a newline.",
                        next.span,
                    )
                    .within(block_type.span.to(next.span)),
                );
            }
            self.recover_after_item();
        }
        let body = match body {
            Some(body) => body,
            None => self.empty_body(open.to(close)),
        };
        Some(Block {
            block_type: name,
            type_span: block_type.span,
            labels,
            open,
            close,
            body,
        })
    }

    /// Reports an unexpected token between the type of a block and its brace.
    #[cold]
    fn bad_header(&mut self, block_type: Span, token: Token) {
        let detail = match token.kind {
            Kind::Equal => {
                "The equals sign \"=\" indicates an argument definition, and must not be used when defining a block."
            }
            Kind::Newline => {
                "A block definition must have block content delimited by \"{\" and \"}\", starting on the same line as the block header."
            }
            _ if self.recovery => return,
            _ => "Either a quoted string block label or an opening brace (\"{\") is expected here.",
        };
        self.report(
            SourceError::syntax("Invalid block definition", detail, token.span)
                .within(block_type.to(token.span)),
        );
    }

    /// Parses the body of a block of one line, up to and including the closing brace. It contains
    /// one argument.
    fn one_line_body(&mut self, block_type: Span, open: Span) -> Option<BodyId> {
        let body = self.one_line_argument();
        let next = self.tokens.peek();
        let error = match next.kind {
            Kind::CloseBrace => {
                self.tokens.read();
                return body;
            }
            Kind::Comma => Some(single_argument(
                "Single-line block syntax can include only one argument definition. To define multiple arguments, use the multi-line block syntax with one argument definition per line.",
                next.span,
            )),
            Kind::Newline => Some(single_argument(
                "An argument definition on the same line as its containing block creates a single-line block definition, which must also be closed on the same line. Place the block's closing brace immediately after the argument definition.",
                next.span,
            )),
            _ if self.recovery => None,
            Kind::End => Some(unclosed_block(open).within(block_type.to(open))),
            _ => Some(single_argument(
                "A single-line block definition must end with a closing brace immediately after its single argument definition.",
                next.span,
            )),
        };
        if let Some(error) = error {
            self.report(error);
        }
        self.recover(Kind::CloseBrace);
        body
    }

    /// Parses the argument in a block of one line and returns it as a body.
    fn one_line_argument(&mut self) -> Option<BodyId> {
        let name = self.tokens.read();
        let next = self.tokens.peek();
        let error = match (name.kind, next.kind) {
            (Kind::Ident, Kind::Equal) => {
                let attribute = self.attribute(name, Newlines::Skipped);
                let span = attribute.span;
                let blocks = self.scratch.blocks.len();
                let attributes = self.scratch.attributes.len();
                self.scratch.attributes.push(attribute);
                let attributes = self
                    .nodes
                    .attributes
                    .gather_copies(&mut self.scratch.attributes, attributes);
                let repeated = self.gather_repeated(self.scratch.repeated.len());
                let blocks = self
                    .nodes
                    .blocks
                    .gather_copies(&mut self.scratch.blocks, blocks);
                return Some(self.add_body(Body {
                    span,
                    end: span.end,
                    attributes,
                    repeated,
                    blocks,
                }));
            }
            (Kind::Ident, Kind::OpenQuote | Kind::OpenBrace | Kind::Ident) => SourceError::syntax(
                "Argument definition required",
                format!(
                    "A single-line block definition can contain only a single argument. If you meant to define argument {}, use an equals sign to assign it a value. To define a nested block, place it on a line of its own within its parent block.",
                    Quoted(self.tokens.slice(name.span))
                ),
                name.span.to(next.span),
            ),
            (Kind::Ident, _) => missing_equals(name.span),
            _ => SourceError::syntax(
                "Argument or block definition required",
                "An argument or block definition is required here.",
                name.span,
            ),
        };
        self.recover_after_item();
        self.report(error);
        None
    }

    /// Parses a quoted label, which must not contain template sequences, after the opening quote.
    fn quoted_label(&mut self, open: Span) -> (Name, Span) {
        // Fast path: nearly all labels have no escapes.
        let text = self.tokens.peek();
        if text.kind == Kind::QuotedText
            && !self.tokens.slice(text.span).contains(['\\', '$', '%'])
            && let Some(close) = self.tokens.peek_second()
            && close.kind == Kind::CloseQuote
        {
            self.tokens.read();
            self.tokens.read();
            return (self.name(text.span), open.to(close.span));
        }
        let (text, span) = self.quoted_string(open);
        (self.made_name(&text), span)
    }

    /// Parses a quoted string, which must not contain template sequences, after the opening quote.
    pub(super) fn quoted_string(&mut self, open: Span) -> (String, Span) {
        let mut out = String::new();
        loop {
            let token = self.tokens.read();
            match token.kind {
                Kind::CloseQuote => return (out, open.to(token.span)),
                Kind::QuotedText => {
                    let text = self.unescape(token);
                    out.push_str(&text);
                }
                Kind::Interpolation | Kind::Directive => {
                    let sign = self.tokens.slice(token.span).trim_end_matches(['{', '~']);
                    self.report(
                        SourceError::syntax(
                            "Invalid string literal",
                            format!("Template sequences are not allowed in this string. To include a literal \"{sign}\", double it (as \"{sign}{sign}\") to escape it."),
                            token.span,
                        )
                        .within(open.to(token.span)),
                    );
                    out.push_str(sign);
                    out.push_str("{ ... }");
                    self.recover(Kind::SequenceEnd);
                }
                found => {
                    self.report(
                        match found {
                            Kind::End => SourceError::syntax(
                                "Unterminated string literal",
                                "Unable to find the closing quote mark before the end of the file.",
                                token.span,
                            ),
                            _ => SourceError::syntax(
                                "Invalid string literal",
                                "This item is not valid in a string literal.",
                                token.span,
                            ),
                        }
                        .within(open.to(token.span)),
                    );
                    if found != Kind::End {
                        self.recover(Kind::CloseQuote);
                    }
                    return (out, open.to(token.span));
                }
            }
        }
    }
}

#[cold]
fn missing_equals(name: Span) -> SourceError {
    SourceError::syntax(
        "Argument or block definition required",
        "An argument or block definition is required here. To set an argument, use the equals sign \"=\" to introduce the argument value.",
        name,
    )
}

#[cold]
fn unclosed_block(open: Span) -> SourceError {
    SourceError::syntax(
        "Unclosed configuration block",
        "There is no closing brace for this block before the end of the file. This may be caused by incorrect brace nesting elsewhere in this file.",
        open,
    )
}

#[cold]
fn single_argument(detail: &'static str, subject: Span) -> SourceError {
    SourceError::syntax("Invalid single-argument block definition", detail, subject)
}
