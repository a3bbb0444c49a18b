//! Parsing of tuples, objects and `for` expressions.
//!
//! The rules and diagnostics are those of the specification's "Collection Values" and "`for`
//! Expressions" and of HCL's parser. Newlines separate the items of an object; elsewhere they are
//! insignificant.

use super::ast::{ExprId, ExprKind, For, ForId, Name, ObjectItem, StepKind};
use super::parser::Parser;
use super::scan::Kind;
use polycty_core::source::{SourceError, Span};
use polycty_core::syntax::Newlines;

impl Parser<'_> {
    /// Parses a tuple or a `for` expression that creates one.
    pub(super) fn tuple(&mut self) -> ExprId {
        let open = self.tokens.read().span;
        let newlines = self.tokens.set_newlines(Newlines::Skipped);
        let tuple = if self.next_is("for") {
            self.for_expression(open, Kind::CloseBracket)
        } else {
            let mark = self.scratch.exprs.len();
            let close = self.elements(open);
            let elements = self.exprs_from(mark);
            self.add(ExprKind::Tuple(elements), open.to(close))
        };
        self.tokens.set_newlines(newlines);
        tuple
    }

    /// Parses the elements of a tuple onto the scratch stack and returns the closing bracket.
    fn elements(&mut self, open: Span) -> Span {
        loop {
            if self.tokens.peek_kind() == Kind::CloseBracket {
                return self.tokens.read().span;
            }
            let before = self.errors.count();
            let element = self.expression();
            self.scratch.exprs.push(element);
            if self.lost(before) {
                return self.recover(Kind::CloseBracket).span;
            }
            let next = self.tokens.peek();
            match next.kind {
                Kind::Comma => {
                    self.tokens.read();
                }
                Kind::CloseBracket => return self.tokens.read().span,
                _ => {
                    self.missing_comma(open);
                    return self.recover(Kind::CloseBracket).span;
                }
            }
        }
    }

    /// Reports a missing separator after an element of a tuple.
    #[cold]
    fn missing_comma(&mut self, open: Span) {
        if self.recovery {
            return;
        }
        let next = self.tokens.peek();
        self.report(match next.kind {
            Kind::End => SourceError::syntax(
                "Unterminated tuple constructor expression",
                "There is no corresponding closing bracket before the end of the file. This may be caused by incorrect bracket nesting elsewhere in this file.",
                open,
            ),
            _ => SourceError::syntax(
                "Missing item separator",
                "Expected a comma to mark the beginning of the next item.",
                next.span,
            )
            .within(open.to(next.span)),
        });
    }

    /// Parses an object or a `for` expression that creates one.
    pub(super) fn object(&mut self) -> ExprId {
        let open = self.tokens.read().span;
        let newlines = self.tokens.set_newlines(Newlines::Skipped);
        let object = if self.next_is("for") {
            self.for_expression(open, Kind::CloseBrace)
        } else {
            self.tokens.set_newlines(Newlines::Significant);
            let mark = self.scratch.items.len();
            let close = self.items(open);
            let items = self
                .nodes
                .items
                .gather_copies(&mut self.scratch.items, mark);
            self.add(ExprKind::Object(items), open.to(close))
        };
        self.tokens.set_newlines(newlines);
        object
    }

    /// Parses the items of an object onto the scratch stack and returns the closing brace.
    fn items(&mut self, open: Span) -> Span {
        loop {
            match self.tokens.peek_kind() {
                Kind::Newline => {
                    self.tokens.read();
                    continue;
                }
                Kind::CloseBrace => return self.tokens.read().span,
                _ => {}
            }
            let before = self.errors.count();
            let key = self.expression();
            if self.lost(before) {
                return self.recover(Kind::CloseBrace).span;
            }
            if !matches!(self.tokens.peek_kind(), Kind::Equal | Kind::Colon) {
                self.missing_value(open);
                return self.recover(Kind::CloseBrace).span;
            }
            self.tokens.read();
            let before = self.errors.count();
            let value = self.expression();
            if self.lost(before) {
                return self.recover(Kind::CloseBrace).span;
            }
            let literal_key = self.literal_key(key);
            self.scratch.items.push(ObjectItem {
                key,
                literal_key,
                value,
            });
            let next = self.tokens.peek();
            match next.kind {
                Kind::CloseBrace => return self.tokens.read().span,
                Kind::Comma | Kind::Newline => {
                    self.tokens.read();
                }
                _ => {
                    self.missing_newline(open);
                    return self.recover(Kind::CloseBrace).span;
                }
            }
        }
    }

    /// Reports a missing separator after an item of an object.
    #[cold]
    fn missing_newline(&mut self, open: Span) {
        if self.recovery {
            return;
        }
        let next = self.tokens.peek();
        self.report(match next.kind {
            Kind::End => unterminated_object(open),
            _ => SourceError::syntax(
                "Missing attribute separator",
                "Expected a newline or comma to mark the beginning of the next attribute.",
                next.span,
            )
            .within(open.to(next.span)),
        });
    }

    /// Reports a missing value after the key of an item.
    #[cold]
    fn missing_value(&mut self, open: Span) {
        if self.recovery {
            return;
        }
        let next = self.tokens.peek();
        let (summary, detail) = match next.kind {
            Kind::End => return self.report(unterminated_object(open)),
            Kind::Newline | Kind::Comma => (
                "Missing attribute value",
                "Expected an attribute value, introduced by an equals sign (\"=\").",
            ),
            // HCL 1 allowed `a.1_b = c`.
            Kind::Ident => (
                "Missing key/value separator",
                "Expected an equals sign (\"=\") to mark the beginning of the attribute value. If you intended to given an attribute name containing periods or spaces, write the name in quotes to create a string literal.",
            ),
            _ => (
                "Missing key/value separator",
                "Expected an equals sign (\"=\") to mark the beginning of the attribute value.",
            ),
        };
        self.report(SourceError::syntax(summary, detail, next.span).within(open.to(next.span)));
    }

    /// Returns the name of a key without parentheses: a variable name or a keyword.
    fn literal_key(&self, key: ExprId) -> Option<Name> {
        match self.kind(key) {
            ExprKind::ScopeTraversal(steps) if steps.len() == 1 => {
                match self.nodes.steps[steps][0].kind {
                    StepKind::Root(name) => Some(name),
                    _ => None,
                }
            }
            ExprKind::Literal(_) => {
                let span = self.span(key);
                matches!(self.tokens.slice(span), "true" | "false" | "null")
                    .then(|| self.name(span))
            }
            _ => None,
        }
    }

    /// Parses a `for` expression, starting with the keyword.
    fn for_expression(&mut self, open: Span, close: Kind) -> ExprId {
        match self.for_parts(open, close) {
            Ok(parts) => {
                let span = open.to(parts.close);
                let id = self.add_for(parts);
                self.add(ExprKind::For(id), span)
            }
            Err(Lost) => {
                let end = self.recover(close).span;
                self.add(ExprKind::Invalid, open.to(end))
            }
        }
    }

    pub(super) fn add_for(&mut self, parts: For) -> ForId {
        self.nodes.fors.add(parts)
    }

    fn for_parts(&mut self, open: Span, closing: Kind) -> Result<For, Lost> {
        self.tokens.read();
        let (key_variable, value_variable) = self.for_variables(open)?;
        let before = self.errors.count();
        let collection = self.expression();
        if self.lost(before) {
            return Err(Lost);
        }
        if self.tokens.peek_kind() != Kind::Colon {
            return self.for_error(
                open,
                "For expression requires a colon after the collection expression.",
            );
        }
        self.tokens.read();
        let before = self.errors.count();
        let mut key = None;
        let mut value = self.expression();
        if self.tokens.peek_kind() == Kind::FatArrow {
            self.tokens.read();
            key = Some(value);
            value = self.expression();
        }
        if self.lost(before) {
            return Err(Lost);
        }
        let ellipsis = match self.tokens.peek_kind() {
            Kind::Ellipsis => Some(self.tokens.read().span),
            _ => None,
        };
        let mut condition = None;
        if self.next_is("if") {
            self.tokens.read();
            let before = self.errors.count();
            condition = Some(self.expression());
            if self.lost(before) {
                return Err(Lost);
            }
        }
        let close = if self.tokens.peek_kind() == closing {
            self.tokens.read().span
        } else {
            self.extra_characters(open);
            self.recover(closing).span
        };
        let parts = For {
            key_variable,
            value_variable,
            collection,
            key,
            value,
            condition,
            group: ellipsis.is_some(),
            open,
            close,
        };
        self.check_for(&parts, closing, ellipsis);
        Ok(parts)
    }

    #[cold]
    fn extra_characters(&mut self, open: Span) {
        if !self.recovery {
            let next = self.tokens.peek().span;
            self.report(for_error(
                "Extra characters after the end of the 'for' expression.",
                next,
                open.to(next),
            ));
        }
    }

    /// Reports parts of a `for` expression that do not match its brackets.
    #[inline(never)]
    fn check_for(&mut self, parts: &For, closing: Kind, ellipsis: Option<Span>) {
        let whole = parts.open.to(parts.close);
        match (closing, parts.key) {
            (Kind::CloseBrace, None) => {
                let value = self.span(parts.value);
                self.report(for_error(
                    "Key expression is required when building an object.",
                    value,
                    whole,
                ));
            }
            (Kind::CloseBracket, Some(key)) => {
                let key = self.span(key);
                self.report(for_error(
                    "Key expression is not valid when building a tuple.",
                    key,
                    whole,
                ));
            }
            _ => {}
        }
        if let (Kind::CloseBracket, Some(ellipsis)) = (closing, ellipsis) {
            self.report(for_error(
                "Grouping ellipsis (...) cannot be used when building a tuple.",
                ellipsis,
                whole,
            ));
        }
    }

    /// Parses the names after `for`, up to and including `in`.
    fn for_variables(&mut self, open: Span) -> Result<(Option<Name>, Name), Lost> {
        if self.tokens.peek_kind() != Kind::Ident {
            return self.for_error(open, "For expression requires variable name after 'for'.");
        }
        let mut key = None;
        let mut value = self.tokens.read().span;
        if self.tokens.peek_kind() == Kind::Comma {
            self.tokens.read();
            if self.tokens.peek_kind() != Kind::Ident {
                return self.for_error(
                    open,
                    "For expression requires value variable name after comma.",
                );
            }
            key = Some(self.name(value));
            value = self.tokens.read().span;
        }
        if !self.next_is("in") {
            return self.for_error(
                open,
                "For expression requires the 'in' keyword after its name declarations.",
            );
        }
        self.tokens.read();
        Ok((key, self.name(value)))
    }

    #[cold]
    fn for_error<T>(&mut self, open: Span, detail: &'static str) -> Result<T, Lost> {
        if !self.recovery {
            let next = self.tokens.peek().span;
            self.report(for_error(detail, next, open.to(next)));
        }
        Err(Lost)
    }
}

/// Parsing failed. A diagnostic has been reported or intentionally suppressed, and the parser must
/// recover at the closing bracket.
struct Lost;

fn for_error(detail: &'static str, subject: Span, context: Span) -> SourceError {
    SourceError::syntax("Invalid 'for' expression", detail, subject).within(context)
}

fn unterminated_object(open: Span) -> SourceError {
    SourceError::syntax(
        "Unterminated object constructor expression",
        "There is no corresponding closing brace before the end of the file. This may be caused by incorrect brace nesting elsewhere in this file.",
        open,
    )
}
