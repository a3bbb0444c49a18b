//! Parsing of templates.
//!
//! There are two passes, as in HCL's parser. The first converts the tokens to *parts*: literals
//! with stripped white space, interpolations and directives. The second nests the directives. The
//! rules and diagnostics are those of the specification's "Templates".

use super::ast::{ExprId, ExprKind, For, Name};
use super::parser::Parser;
use super::scan::{Kind, Token};
use polycty_core::source::{SourceError, Span, did_you_mean, suggest};
use polycty_core::syntax::{List, Newlines};
use polycty_core::text::Quoted;
use polycty_core::values::Value;
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// A part of a template and its span.
struct Part<'s> {
    span: Span,
    kind: PartKind<'s>,
}

enum PartKind<'s> {
    Literal(Cow<'s, str>),
    Interpolation(ExprId),
    If(ExprId),
    For {
        key: Option<Name>,
        value: Name,
        collection: ExprId,
    },
    Closing(Closing),
    /// The end of the template; always the last part.
    End,
}

/// A directive that ends a clause.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closing {
    Else,
    EndIf,
    EndFor,
}

impl Closing {
    fn unexpected(self) -> &'static str {
        match self {
            Closing::Else => "Unexpected else directive",
            Closing::EndIf => "Unexpected endif directive",
            Closing::EndFor => "Unexpected endfor directive",
        }
    }
}

/// The maximum number of parts in most templates.
const PARTS: usize = 12;

/// The parts of a template and the position of the second pass.
struct Parts<'s> {
    parts: Vec<Part<'s>>,
    at: usize,
}

/// The end of a clause of a directive.
enum Ended {
    /// A closing directive.
    With(Closing, Span),
    /// The end of the template.
    Template(Span),
}

impl<'s> Parser<'s> {
    /// Parses a quoted template or a heredoc.
    pub(super) fn template_term(&mut self) -> ExprId {
        let open = self.tokens.read();
        if open.kind == Kind::OpenQuote
            && let Some(literal) = self.plain_quotes(open.span)
        {
            return literal;
        }
        let (close, flush) = match open.kind {
            Kind::OpenHeredoc => (
                Kind::CloseHeredoc,
                self.tokens.slice(open.span).starts_with("<<-"),
            ),
            _ => (Kind::CloseQuote, false),
        };
        let (parts, _) = self.template_parts(close, flush);
        let span = open.span.to(self.tokens.previous());
        self.assemble(parts, span)
    }

    /// Parses a quoted string without sequences. This is the fast path for nearly all quotes.
    fn plain_quotes(&mut self, open: Span) -> Option<ExprId> {
        let text = self.tokens.peek();
        let close = match text.kind {
            Kind::CloseQuote => text,
            Kind::QuotedText => self.tokens.peek_second()?,
            _ => return None,
        };
        if close.kind != Kind::CloseQuote {
            return None;
        }
        let value = match text.kind {
            Kind::CloseQuote => Value::nfc_string(""),
            _ => {
                self.tokens.read();
                let text = self.unescape(text);
                Value::nfc_string(&text)
            }
        };
        self.tokens.read();
        Some(self.literal(value, open.to(close.span)))
    }

    /// Parses a text that is a template without quotes.
    pub(super) fn bare_template(&mut self) -> ExprId {
        let (parts, span) = self.template_parts(Kind::End, false);
        self.assemble(parts, span)
    }

    /// Builds the expression of some parts.
    fn assemble(&mut self, mut parts: Parts<'s>, span: Span) -> ExprId {
        let wrap = matches!(
            &*parts.parts,
            [
                Part {
                    kind: PartKind::Interpolation(_),
                    ..
                },
                _
            ]
        );
        let mark = self.scratch.exprs.len();
        while !parts.at_end() {
            if let Some(expression) = self.template_part(&mut parts) {
                self.scratch.exprs.push(expression);
            }
        }
        if let [only] = self.scratch.exprs[mark..] {
            let kind = self.kind(only);
            if wrap {
                self.scratch.exprs.truncate(mark);
                return self.add(ExprKind::TemplateWrap(only), span);
            }
            if let ExprKind::Literal(_) = kind {
                self.scratch.exprs.truncate(mark);
                return self.add(kind, span);
            }
        }
        let list = self.exprs_from(mark);
        self.add(ExprKind::Template(list), span)
    }

    /// Parses the parts up to and including a closing token and returns them with their span.
    fn template_parts(&mut self, close: Kind, flush: bool) -> (Parts<'s>, Span) {
        let start = self.tokens.peek().span;
        let mut parts: Vec<Part<'s>> = Vec::with_capacity(PARTS);
        // Whether a strip marker directly before the token strips its white space.
        let mut strip = false;
        let end = loop {
            let token = self.tokens.read();
            if token.kind == close {
                break token.span;
            }
            let strip_this = std::mem::take(&mut strip);
            match token.kind {
                Kind::QuotedText | Kind::PlainText => {
                    self.text_part(&mut parts, token, strip_this);
                }
                Kind::Interpolation | Kind::Directive => {
                    if token.span.end - token.span.start == 3 {
                        strip_last(&mut parts);
                    }
                    let newlines = self.tokens.set_newlines(Newlines::Skipped);
                    match token.kind {
                        Kind::Interpolation => {
                            self.interpolation(&mut parts, token, start, close, &mut strip);
                        }
                        _ => parts.extend(self.directive(token, start, &mut strip)),
                    }
                    self.tokens.set_newlines(newlines);
                }
                _ => {
                    self.unterminated(token.span, start);
                    break self.recover(close).span;
                }
            }
        };
        (ended(parts, start, end, flush), start.to(end))
    }

    /// Adds the text between sequences.
    #[inline(never)]
    fn text_part(&mut self, parts: &mut Vec<Part<'s>>, token: Token, strip: bool) {
        let mut text = self.unescape(token);
        if strip {
            text = trimmed(text, str::trim_start);
        }
        // Text that is split by an escape is one literal.
        if token.kind == Kind::QuotedText
            && let Some(Part {
                span,
                kind: PartKind::Literal(before),
            }) = parts.last_mut()
        {
            span.end = token.span.end;
            before.to_mut().push_str(&text);
            return;
        }
        parts.push(Part {
            span: token.span,
            kind: PartKind::Literal(text),
        });
    }

    #[cold]
    fn unterminated(&mut self, at: Span, start: Span) {
        if !self.recovery {
            self.report(
                SourceError::syntax(
                    "Unterminated template string",
                    "No closing marker was found for the string.",
                    at,
                )
                .within(start.to(at)),
            );
        }
    }

    /// Parses an interpolation after its opening. Sets `strip` if the next text must be stripped.
    fn interpolation(
        &mut self,
        parts: &mut Vec<Part<'s>>,
        open: Token,
        start: Span,
        end: Kind,
        strip: &mut bool,
    ) {
        let expression = self.expression();
        let close = self.tokens.peek();
        if close.kind == Kind::SequenceEnd {
            self.tokens.read();
            *strip = close.span.end - close.span.start == 2;
        } else {
            self.unclosed_interpolation(close, start, end);
        }
        parts.push(Part {
            span: open.span.to(close.span),
            kind: PartKind::Interpolation(expression),
        });
    }

    #[cold]
    fn unclosed_interpolation(&mut self, close: Token, start: Span, end: Kind) {
        if !self.recovery {
            self.report(unclosed_interpolation(close, start, end));
        }
        self.recover(Kind::SequenceEnd);
    }

    /// Parses a directive after its opening.
    fn directive(&mut self, open: Token, start: Span, strip: &mut bool) -> Option<Part<'s>> {
        let keyword = self.tokens.peek();
        if keyword.kind != Kind::Ident {
            if !self.recovery {
                self.report(
                    SourceError::syntax(
                        "Invalid template directive",
                        "A template directive keyword (\"if\", \"for\", etc) is expected at the beginning of a %{ sequence.",
                        keyword.span,
                    )
                    .within(open.span.to(keyword.span)),
                );
            }
            self.recover(Kind::SequenceEnd);
            return None;
        }
        self.tokens.read();
        let word = self.tokens.slice(keyword.span);
        let kind = match word {
            "if" => PartKind::If(self.expression()),
            "else" => PartKind::Closing(Closing::Else),
            "endif" => PartKind::Closing(Closing::EndIf),
            "endfor" => PartKind::Closing(Closing::EndFor),
            "for" => match self.for_directive() {
                Ok(kind) => kind,
                Err(error) => {
                    if !self.recovery {
                        self.report(error);
                    }
                    self.recover(Kind::SequenceEnd);
                    return None;
                }
            },
            _ => {
                if !self.recovery {
                    self.report(
                        unknown_keyword(word, keyword.span).within(open.span.to(keyword.span)),
                    );
                }
                self.recover(Kind::SequenceEnd);
                return None;
            }
        };
        let close = self.tokens.peek();
        if close.kind == Kind::SequenceEnd {
            self.tokens.read();
            *strip = close.span.end - close.span.start == 2;
        } else {
            if !self.recovery {
                self.report(
                    SourceError::syntax(
                        format!("Extra characters in {word} marker"),
                        "Expected a closing brace to end the sequence, but found extra characters.",
                        close.span,
                    )
                    .within(start.to(close.span)),
                );
            }
            self.recover(Kind::SequenceEnd);
        }
        Some(Part {
            span: open.span.to(close.span),
            kind,
        })
    }

    /// Parses a `for` directive after its keyword.
    fn for_directive(&mut self) -> Result<PartKind<'s>, SourceError> {
        let mut key = None;
        let mut value =
            self.for_directive_name("For directive requires variable name after 'for'.")?;
        if self.tokens.peek_kind() == Kind::Comma {
            self.tokens.read();
            key = Some(value);
            value =
                self.for_directive_name("For directive requires value variable name after comma.")?;
        }
        if !self.next_is("in") {
            return Err(SourceError::syntax(
                "Invalid 'for' directive",
                "For directive requires 'in' keyword after names.",
                self.tokens.peek().span,
            ));
        }
        self.tokens.read();
        let collection = self.expression();
        Ok(PartKind::For {
            key,
            value,
            collection,
        })
    }

    fn for_directive_name(&mut self, otherwise: &'static str) -> Result<Name, SourceError> {
        let token = self.tokens.peek();
        if token.kind != Kind::Ident {
            return Err(SourceError::syntax(
                "Invalid 'for' directive",
                otherwise,
                token.span,
            ));
        }
        self.tokens.read();
        Ok(self.name(token.span))
    }

    /// Builds the expression of the next part, with everything that a directive encloses. Returns
    /// `None` if it nests deeper than [`MAX_NESTING`](super::MAX_NESTING); the rest is then
    /// skipped.
    fn template_part(&mut self, parts: &mut Parts<'s>) -> Option<ExprId> {
        let part = parts.next()?;
        let span = part.span;
        match part.kind {
            PartKind::Literal(text) => Some(self.literal(Value::nfc_string(&text), span)),
            PartKind::Interpolation(expression) => Some(expression),
            PartKind::If(condition) => self.nested(parts, |parser, parts| {
                parser.if_directive(parts, condition, span)
            }),
            PartKind::For {
                key,
                value,
                collection,
            } => self.nested(parts, |parser, parts| {
                parser.for_clause(parts, key, value, collection, span)
            }),
            PartKind::Closing(closing) => {
                self.report(SourceError::syntax(
                    closing.unexpected(),
                    "The control directives within this template are unbalanced.",
                    span,
                ));
                Some(self.add(ExprKind::Invalid, span))
            }
            PartKind::End => None,
        }
    }

    /// Builds a directive, unless it is nested too deep.
    fn nested(
        &mut self,
        parts: &mut Parts<'s>,
        directive: impl FnOnce(&mut Parser<'s>, &mut Parts<'s>) -> ExprId,
    ) -> Option<ExprId> {
        if !self.enter() {
            parts.skip();
            return None;
        }
        let expression = directive(self, parts);
        self.nesting.leave();
        Some(expression)
    }

    /// Builds the parts up to and including the next directive that ends a clause, onto the scratch
    /// stack. Returns that directive.
    fn clause(&mut self, parts: &mut Parts<'s>) -> Ended {
        loop {
            match parts.peek() {
                Part {
                    kind: PartKind::End,
                    span,
                } => return Ended::Template(*span),
                Part {
                    kind: PartKind::Closing(closing),
                    span,
                } => {
                    let ended = Ended::With(*closing, *span);
                    parts.next();
                    return ended;
                }
                _ => {
                    if let Some(expression) = self.template_part(parts) {
                        self.scratch.exprs.push(expression);
                    }
                }
            }
        }
    }

    fn if_directive(&mut self, parts: &mut Parts<'s>, condition: ExprId, open: Span) -> ExprId {
        let mark = self.scratch.exprs.len();
        let first = self.clause(parts);
        let (yes, no, last) = match first {
            Ended::With(Closing::Else, otherwise) => {
                let yes = self.clause_template(mark, open.at_end());
                let last = self.clause(parts);
                if let Ended::With(Closing::EndIf, end) = last {
                    let at = Span {
                        start: end.start,
                        end: end.start,
                    };
                    (yes, self.clause_template(mark, at), end)
                } else {
                    return self.unclosed_if(parts, last, Some(otherwise), open, mark);
                }
            }
            Ended::With(Closing::EndIf, end) => {
                let yes = self.clause_template(mark, open.at_end());
                let at = Span {
                    start: end.start,
                    end: end.start,
                };
                (yes, self.clause_template(mark, at), end)
            }
            other => return self.unclosed_if(parts, other, None, open, mark),
        };
        self.add(ExprKind::Conditional { condition, yes, no }, open.to(last))
    }

    /// Builds the template of a clause; an empty string at `empty` if the clause is empty.
    fn clause_template(&mut self, mark: usize, empty: Span) -> ExprId {
        match self.scratch.exprs[mark..] {
            [] => self.literal(Value::nfc_string(""), empty),
            [only] if self.is_string(only) => {
                self.scratch.exprs.truncate(mark);
                only
            }
            [first, .., last] => {
                let span = self.span(first).to(self.span(last));
                let list: List<ExprId> = self.exprs_from(mark);
                self.add(ExprKind::Template(list), span)
            }
            [only] => {
                let span = self.span(only);
                let list = self.exprs_from(mark);
                self.add(ExprKind::Template(list), span)
            }
        }
    }

    fn is_string(&self, expression: ExprId) -> bool {
        match self.kind(expression) {
            ExprKind::Literal(value) => self.nodes.values[value].as_str().is_some(),
            _ => false,
        }
    }

    /// Reports an `if` without `endif`.
    #[cold]
    fn unclosed_if(
        &mut self,
        parts: &Parts<'s>,
        ended: Ended,
        otherwise: Option<Span>,
        open: Span,
        mark: usize,
    ) -> ExprId {
        let (error, span) = match ended {
            Ended::Template(span) => (
                SourceError::syntax("Unexpected end of template", "The if directive at ", span)
                    .at(open, " is missing its corresponding endif directive."),
                span,
            ),
            Ended::With(Closing::Else, span) if otherwise.is_some() => (
                SourceError::syntax(
                    Closing::Else.unexpected(),
                    "Already in the else clause for the if started at ",
                    span,
                )
                .at(open, "."),
                span,
            ),
            Ended::With(closing, span) => (
                SourceError::syntax(
                    closing.unexpected(),
                    "Expecting an endif directive for the if started at ",
                    span,
                )
                .at(open, "."),
                span,
            ),
        };
        self.unclosed(parts, error, span, mark)
    }

    fn for_clause(
        &mut self,
        parts: &mut Parts<'s>,
        key_variable: Option<Name>,
        value_variable: Name,
        collection: ExprId,
        open: Span,
    ) -> ExprId {
        let mark = self.scratch.exprs.len();
        let (error, span) = match self.clause(parts) {
            Ended::With(Closing::EndFor, close) => {
                let value = self.clause_template(mark, open.at_end());
                let id = self.add_for(For {
                    key_variable,
                    value_variable,
                    collection,
                    key: None,
                    value,
                    condition: None,
                    group: false,
                    open,
                    close,
                });
                let span = open.to(close);
                let inner = self.add(ExprKind::For(id), span);
                return self.add(ExprKind::TemplateJoin(inner), span);
            }
            Ended::Template(span) => (
                SourceError::syntax("Unexpected end of template", "The for directive at ", span)
                    .at(open, " is missing its corresponding endfor directive."),
                span,
            ),
            Ended::With(Closing::Else, span) => (
                SourceError::syntax(
                    Closing::Else.unexpected(),
                    "An else clause is not expected for a for directive.",
                    span,
                ),
                span,
            ),
            Ended::With(closing, span) => (
                SourceError::syntax(
                    closing.unexpected(),
                    "Expecting an endfor directive corresponding to the for directive at ",
                    span,
                )
                .at(open, "."),
                span,
            ),
        };
        self.unclosed(parts, error, span, mark)
    }

    /// Reports a directive without an end, unless the end was skipped.
    #[cold]
    fn unclosed(
        &mut self,
        parts: &Parts<'s>,
        error: SourceError,
        span: Span,
        mark: usize,
    ) -> ExprId {
        self.scratch.exprs.truncate(mark);
        if !parts.skipped() {
            self.report(error);
        }
        self.add(ExprKind::Invalid, span)
    }
}

/// Adds the end part. An empty template gets an empty literal.
fn ended<'s>(mut parts: Vec<Part<'s>>, start: Span, end: Span, flush: bool) -> Parts<'s> {
    if parts.is_empty() {
        parts.push(Part {
            span: start.at_end(),
            kind: PartKind::Literal(Cow::Borrowed("")),
        });
    }
    if flush {
        flush_lines(&mut parts);
    }
    join_texts(&mut parts);
    parts.push(Part {
        span: end,
        kind: PartKind::End,
    });
    Parts { parts, at: 0 }
}

impl<'s> Parts<'s> {
    fn at_end(&self) -> bool {
        self.at + 1 >= self.parts.len()
    }

    fn peek(&self) -> &Part<'s> {
        &self.parts[self.at.min(self.parts.len() - 1)]
    }

    /// Takes the next part, unless it is the end.
    #[inline]
    fn next(&mut self) -> Option<Part<'s>> {
        if self.at_end() {
            return None;
        }
        let part = &mut self.parts[self.at];
        self.at += 1;
        Some(Part {
            span: part.span,
            kind: std::mem::replace(&mut part.kind, PartKind::End),
        })
    }

    /// Skips all remaining parts.
    fn skip(&mut self) {
        self.at = self.parts.len();
    }

    fn skipped(&self) -> bool {
        self.at >= self.parts.len()
    }
}

/// Strips the white space at the end of the last part, if it is text.
fn strip_last(parts: &mut [Part<'_>]) {
    if let Some(Part {
        kind: PartKind::Literal(text),
        ..
    }) = parts.last_mut()
    {
        *text = trimmed(std::mem::take(text), str::trim_end);
    }
}

fn trimmed<'s>(text: Cow<'s, str>, trim: for<'a> fn(&'a str) -> &'a str) -> Cow<'s, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(trim(text)),
        Cow::Owned(text) => Cow::Owned(trim(&text).to_owned()),
    }
}

/// Joins consecutive texts, such as the lines of a heredoc. White space has already been stripped
/// for each token.
fn join_texts(parts: &mut Vec<Part<'_>>) {
    parts.dedup_by(|part, before| match (&part.kind, &mut before.kind) {
        (PartKind::Literal(text), PartKind::Literal(joined)) => {
            joined.to_mut().push_str(text);
            before.span.end = part.span.end;
            true
        }
        _ => false,
    });
}

/// Removes the common leading white space from the lines of a flush heredoc. Lines of only white
/// space and the white space of interpolated values do not count.
#[expect(
    clippy::string_slice,
    reason = "offsets are lengths of trimmed texts and of graphemes"
)]
fn flush_lines(parts: &mut [Part<'_>]) {
    let mut least = usize::MAX;
    let mut line_start = true;
    let mut lines = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let PartKind::Literal(text) = &part.kind else {
            if std::mem::take(&mut line_start) {
                least = 0;
            }
            continue;
        };
        if std::mem::take(&mut line_start) {
            let rest = text.trim_start();
            if !(rest.is_empty() && text.ends_with('\n')) {
                let spaces = &text[..text.len() - rest.len()];
                least = least.min(spaces.graphemes(true).count());
                lines.push(at);
            }
        }
        line_start = text.ends_with('\n');
    }
    for at in lines {
        let part = &mut parts[at];
        let PartKind::Literal(text) = &mut part.kind else {
            continue;
        };
        let len: usize = text.graphemes(true).take(least).map(str::len).sum();
        part.span.start += len as u32;
        match text {
            Cow::Borrowed(text) => *text = &text[len..],
            Cow::Owned(text) => drop(text.drain(..len)),
        }
    }
}

/// Returns the error for an interpolation that ends with a wrong token.
#[cold]
fn unclosed_interpolation(close: Token, start: Span, end: Kind) -> SourceError {
    let unclosed = "Unclosed template interpolation sequence";
    let extra = "Extra characters after interpolation expression";
    match close.kind {
        Kind::End => SourceError::syntax(
            unclosed,
            "There is no closing brace for this interpolation sequence before the end of the file. This might be caused by incorrect nesting inside the given expression.",
            start,
        ),
        Kind::Colon => SourceError::syntax(
            extra,
            "Template interpolation doesn't expect a colon at this location. Did you intend this to be a literal sequence to be processed as part of another language? If so, you can escape it by starting with \"$${\" instead of just \"${\".",
            close.span,
        )
        .within(start.to(close.span)),
        Kind::OpenQuote | Kind::CloseQuote if end == Kind::CloseQuote => SourceError::syntax(
            unclosed,
            "There is no closing brace for this interpolation sequence before the end of the quoted template. This might be caused by incorrect nesting inside the given expression.",
            start,
        ),
        _ => SourceError::syntax(
            extra,
            "Expected a closing brace to end the interpolation expression, but found extra characters.\n\nThis can happen when you include interpolation syntax for another language, such as shell scripting, but forget to escape the interpolation start token. If this is an embedded sequence for another language, escape it by starting with \"$${\" instead of just \"${\".",
            close.span,
        )
        .within(start.to(close.span)),
    }
}

/// The keywords of directives, in the order of suggestions.
const KEYWORDS: [&str; 5] = ["if", "for", "else", "endif", "endfor"];

#[cold]
fn unknown_keyword(word: &str, span: Span) -> SourceError {
    let near = KEYWORDS
        .into_iter()
        .find(|keyword| suggest(word, std::iter::once(*keyword)).is_some());
    let detail = format!(
        "{} is not a valid template control keyword.{}",
        Quoted(word),
        did_you_mean(near)
    );
    let error = SourceError::syntax("Invalid template control keyword", detail, span);
    match near {
        Some(near) => error.meant(near),
        None => error,
    }
}
