//! Parsing of expressions.
//!
//! A conditional consists of operations, ordered by precedence, and an operand consists of a term
//! and traversal steps into it. The rules and diagnostics are those of the specification's
//! "Expressions" and of HCL's parser.

use super::ast::{BinaryOp, Call, ExprId, ExprKind, Name, Operation, Step, StepKind, UnaryOp};
use super::parser::{Conditional, Parser};
use super::scan::{Kind, Token};
use polycty_core::number::Number;
use polycty_core::source::{SourceError, Span};
use polycty_core::syntax::Newlines;
use polycty_core::types::Type;
use polycty_core::values::Value;

impl Parser<'_> {
    /// Parses an expression. Returns [`ExprKind::Invalid`] if there is none.
    pub(super) fn expression(&mut self) -> ExprId {
        if !self.enter() {
            let span = self.tokens.peek().span;
            return self.add(ExprKind::Invalid, span);
        }
        let before = self.errors.count();
        let first = self.operations(1);
        let expression = match self.tokens.peek_kind() {
            Kind::Question if !self.lost(before) => self.conditionals(first),
            _ => first,
        };
        self.nesting.leave();
        expression
    }

    /// Parses a conditional whose condition has been read, and the conditionals in its false
    /// results: `a ? b : c ? d : e`. These do not nest, so a chain can have any length.
    fn conditionals(&mut self, first: ExprId) -> ExprId {
        let mark = self.scratch.conditionals.len();
        let mut condition = first;
        let mut no = loop {
            let Some(yes) = self.true_result(condition) else {
                break condition;
            };
            let errors = self.errors.count();
            let next = self.operations(1);
            self.scratch.conditionals.push(Conditional {
                condition,
                yes,
                errors,
            });
            if self.tokens.peek_kind() != Kind::Question || self.lost(errors) {
                break next;
            }
            condition = next;
        };
        for Conditional {
            condition,
            yes,
            errors,
        } in self.scratch.conditionals.split_off(mark).into_iter().rev()
        {
            no = if self.lost(errors) {
                condition
            } else {
                let span = self.span(condition).to(self.span(no));
                self.add(ExprKind::Conditional { condition, yes, no }, span)
            };
        }
        no
    }

    /// Parses the true result of a conditional, from the question mark to the colon. Returns `None`
    /// if the result or the colon is missing.
    fn true_result(&mut self, condition: ExprId) -> Option<ExprId> {
        self.tokens.read();
        let before = self.errors.count();
        let yes = self.expression();
        if self.lost(before) {
            return None;
        }
        if self.tokens.peek_kind() != Kind::Colon {
            self.missing_colon(self.span(condition));
            return None;
        }
        self.tokens.read();
        Some(yes)
    }

    #[cold]
    fn missing_colon(&mut self, start: Span) {
        let next = self.tokens.peek().span;
        self.report(
            SourceError::syntax(
                "Missing false expression in conditional",
                "The conditional operator (...?...:...) requires a false expression, delimited by a colon.",
                next,
            )
            .within(start.to(next)),
        );
    }

    /// Parses operators of at least the precedence `least` and their operands.
    #[inline]
    fn operations(&mut self, least: u8) -> ExprId {
        let before = self.errors.count();
        let mut first = self.operand();
        if self.lost(before) {
            return first;
        }
        while let Some((_, precedence)) = binary_operator(self.tokens.peek_kind())
            && precedence >= least
        {
            let before = self.errors.count();
            first = self.chain(first, precedence);
            if self.lost(before) {
                break;
            }
        }
        first
    }

    /// Parses operators of one precedence after their first operand.
    fn chain(&mut self, first: ExprId, precedence: u8) -> ExprId {
        let mark = self.scratch.operations.len();
        let mut span = self.span(first);
        while let Some((operator, found)) = binary_operator(self.tokens.peek_kind())
            && found == precedence
        {
            let symbol = self.tokens.read().span;
            let before = self.errors.count();
            let operand = self.operations(precedence + 1);
            if self.lost(before) {
                break;
            }
            span.end = self.span(operand).end;
            self.scratch.operations.push(Operation {
                operator,
                span: symbol,
                operand,
            });
        }
        let rest = self
            .nodes
            .operations
            .gather_copies(&mut self.scratch.operations, mark);
        if rest.is_empty() {
            first
        } else {
            self.add(ExprKind::Operations { first, rest }, span)
        }
    }

    /// Parses a term and the steps into it.
    fn operand(&mut self) -> ExprId {
        let token = self.tokens.peek();
        if token.kind != Kind::Ident {
            let term = self.term(token);
            return self.steps(term);
        }
        self.tokens.read();
        let literal = match self.tokens.peek_kind() {
            Kind::OpenParen | Kind::DoubleColon => {
                let call = self.call(token);
                return self.steps(call);
            }
            _ => match self.tokens.slice(token.span) {
                "true" => Value::bool(true),
                "false" => Value::bool(false),
                "null" => Value::null(Type::any().clone()),
                _ => return self.variable(token),
            },
        };
        let literal = self.literal(literal, token.span);
        self.steps(literal)
    }

    /// Parses a variable and the steps into it.
    fn variable(&mut self, token: Token) -> ExprId {
        let mark = self.scratch.steps.len();
        let root = Step {
            span: token.span,
            kind: StepKind::Root(self.name(token.span)),
        };
        self.scratch.steps.push(root);
        self.steps_into(None, token.span.start, mark)
    }

    /// Parses the steps into an expression.
    #[inline]
    pub(super) fn steps(&mut self, source: ExprId) -> ExprId {
        match self.tokens.peek_kind() {
            Kind::Dot | Kind::OpenBracket => {
                let mark = self.scratch.steps.len();
                let start = self.span(source).start;
                self.steps_into(Some(source), start, mark)
            }
            _ => source,
        }
    }

    /// Parses steps into a source that starts at `start` or, without a source, into the variable
    /// whose step is on the scratch stack at `mark`.
    fn steps_into(&mut self, mut source: Option<ExprId>, start: u32, mark: usize) -> ExprId {
        let level = self.nesting.level();
        loop {
            match self.tokens.peek_kind() {
                Kind::Dot => {
                    let dot = self.tokens.read().span;
                    let next = self.tokens.peek();
                    match next.kind {
                        Kind::Ident => {
                            self.tokens.read();
                            let name = self.name(next.span);
                            self.scratch.steps.push(Step {
                                span: dot.to(next.span),
                                kind: StepKind::Attr(name),
                            });
                        }
                        Kind::Number => {
                            self.tokens.read();
                            self.legacy_index(dot, next, next.span, "syntax");
                        }
                        Kind::Star => {
                            let inner = self.finish_steps(source, start, mark);
                            if !self.enter() {
                                source = Some(inner);
                                break;
                            }
                            match self.attribute_splat(inner, start, dot) {
                                Some(splat) => source = Some(splat),
                                None => source = Some(inner),
                            }
                        }
                        _ => {
                            self.report(SourceError::syntax(
                                "Invalid attribute name",
                                "An attribute name is required after a dot.",
                                next.span,
                            ));
                            self.recovery = true;
                        }
                    }
                }
                Kind::OpenBracket => {
                    let open = self.tokens.read().span;
                    if self.tokens.peek_kind() == Kind::Star {
                        let inner = self.finish_steps(source, start, mark);
                        source = Some(inner);
                        if !self.enter() {
                            break;
                        }
                        source = Some(self.full_splat(inner, start, open));
                        continue;
                    }
                    let (key, close) = self.index_key(open);
                    if let ExprKind::Literal(value) = self.kind(key) {
                        self.scratch.steps.push(Step {
                            span: open.to(close),
                            kind: StepKind::Index(value),
                        });
                        continue;
                    }
                    let inner = self.finish_steps(source, start, mark);
                    source = Some(inner);
                    if !self.enter() {
                        break;
                    }
                    let kind = ExprKind::Index {
                        collection: inner,
                        key,
                        open: open.start,
                    };
                    let end = close.end;
                    source = Some(self.add(kind, Span { start, end }));
                }
                _ => break,
            }
        }
        self.nesting.leave_to(level);
        self.finish_steps(source, start, mark)
    }

    /// Creates the expression of a source and the steps on the scratch stack from `mark` on.
    fn finish_steps(&mut self, source: Option<ExprId>, start: u32, mark: usize) -> ExprId {
        let Some(last) = self.scratch.steps.get(mark..).and_then(<[Step]>::last) else {
            // Without a source, there is at least the root step.
            return match source {
                Some(source) => source,
                None => self.add(ExprKind::Invalid, Span { start, end: start }),
            };
        };
        let end = last.span.end;
        let steps = self
            .nodes
            .steps
            .gather_copies(&mut self.scratch.steps, mark);
        let kind = match source {
            Some(source) => ExprKind::RelativeTraversal { source, steps },
            None => ExprKind::ScopeTraversal(steps),
        };
        self.add(kind, Span { start, end })
    }

    /// Parses the legacy index syntax `.0`. Two such indexes in a row are scanned as one number
    /// with a fraction.
    fn legacy_index(&mut self, dot: Span, number: Token, subject: Span, syntax: &str) {
        let text = self.tokens.slice(number.span);
        let value = match text.split_once('.') {
            Some((first, second)) => {
                self.report(SourceError::syntax(
                    "Invalid legacy index syntax",
                    format!("When using the legacy index syntax, chaining two indexes together is not permitted. Use the proper index {syntax} instead, like [{first}][{second}]."),
                    subject,
                ).meant(format!("[{first}][{second}]")));
                Value::dynamic()
            }
            None => self.number(number),
        };
        let value = self.nodes.values.add(value);
        self.scratch.steps.push(Step {
            span: dot.to(number.span),
            kind: StepKind::Index(value),
        });
    }

    /// Parses `.*` and the attributes after it. Returns `None` if these have errors.
    fn attribute_splat(&mut self, source: ExprId, start: u32, dot: Span) -> Option<ExprId> {
        let star = self.tokens.peek();
        self.tokens.read();
        let marker = dot.to(star.span);
        let first = self.tokens.peek().span;
        let mark = self.scratch.steps.len();
        while self.tokens.peek_kind() == Kind::Dot {
            let dot = self.tokens.read().span;
            let next = self.tokens.peek();
            match next.kind {
                Kind::Number => {
                    self.tokens.read();
                    self.legacy_index(
                        dot,
                        next,
                        star.span,
                        "syntax with a full splat expression [*]",
                    );
                }
                Kind::Ident => {
                    self.tokens.read();
                    let name = self.name(next.span);
                    self.scratch.steps.push(Step {
                        span: dot.to(next.span),
                        kind: StepKind::Attr(name),
                    });
                }
                found => {
                    if !self.recovery {
                        self.report(match found {
                            Kind::Star => SourceError::syntax(
                                "Nested splat expression not allowed",
                                "A splat expression (*) cannot be used inside another attribute-only splat expression.",
                                next.span,
                            ),
                            _ => SourceError::syntax(
                                "Invalid attribute name",
                                "An attribute name is required after a dot.",
                                star.span,
                            ),
                        });
                    }
                    self.recovery = true;
                    self.scratch.steps.truncate(mark);
                    return None;
                }
            }
        }
        let item = self.add(ExprKind::SplatItem, marker);
        let (each, end) = match self.scratch.steps.get(mark..).and_then(<[Step]>::last) {
            None => (item, marker.end),
            Some(last) => {
                let span = first.to(last.span);
                let steps = self
                    .nodes
                    .steps
                    .gather_copies(&mut self.scratch.steps, mark);
                let source = item;
                let each = self.add(ExprKind::RelativeTraversal { source, steps }, span);
                (each, span.end)
            }
        };
        Some(self.add(ExprKind::Splat { source, item, each }, Span { start, end }))
    }

    /// Parses `[*]`, starting with the star, and all steps after it.
    fn full_splat(&mut self, source: ExprId, start: u32, open: Span) -> ExprId {
        self.tokens.read();
        let mut close = self.tokens.read();
        if close.kind != Kind::CloseBracket && !self.recovery {
            // HCL reports the bracket that it finds during recovery.
            close = self.recover(Kind::CloseBracket);
            self.report(SourceError::syntax(
                "Missing close bracket on splat index",
                "The star for a full splat operator must be immediately followed by a closing bracket (\"]\").",
                close.span,
            ));
        }
        let item = self.add(ExprKind::SplatItem, open.to(close.span));
        let each = self.steps(item);
        let end = self.span(each).end;
        self.add(ExprKind::Splat { source, item, each }, Span { start, end })
    }

    /// Parses the key of an index and the closing bracket.
    fn index_key(&mut self, open: Span) -> (ExprId, Span) {
        // Fast path: nearly all keys are a single number.
        let next = self.tokens.peek();
        if next.kind == Kind::Number
            && next.span.start == open.end
            && let Some(close) = self.tokens.peek_second()
            && close.kind == Kind::CloseBracket
        {
            self.tokens.read();
            self.tokens.read();
            let value = self.number(next);
            return (self.literal(value, next.span), close.span);
        }
        let newlines = self.tokens.set_newlines(Newlines::Skipped);
        let before = self.errors.count();
        let key = self.expression();
        let close = if self.lost(before) {
            self.recover(Kind::CloseBracket)
        } else {
            let mut close = self.tokens.read();
            if close.kind != Kind::CloseBracket && !self.recovery {
                // HCL reports the bracket found during recovery, as for splats.
                close = self.recover(Kind::CloseBracket);
                self.report(SourceError::syntax(
                    "Missing close bracket on index",
                    "The index operator must end with a closing bracket (\"]\").",
                    close.span,
                ));
            }
            close
        };
        self.tokens.set_newlines(newlines);
        (key, close.span)
    }

    /// Parses a term that does not start with a name.
    fn term(&mut self, token: Token) -> ExprId {
        match token.kind {
            Kind::OpenQuote | Kind::OpenHeredoc => self.template_term(),
            Kind::Number => {
                self.tokens.read();
                let value = self.number(token);
                self.literal(value, token.span)
            }
            Kind::OpenBracket => self.tuple(),
            Kind::OpenBrace => self.object(),
            Kind::OpenParen => self.parentheses(),
            Kind::Minus => self.unary(UnaryOp::Negate),
            Kind::Bang => self.unary(UnaryOp::Not),
            _ => self.missing_term(token),
        }
    }

    #[cold]
    fn missing_term(&mut self, token: Token) -> ExprId {
        if !self.recovery {
            let (summary, detail) = match token.kind {
                Kind::End => (
                    "Missing expression",
                    "Expected the start of an expression, but found the end of the file.",
                ),
                _ => (
                    "Invalid expression",
                    "Expected the start of an expression, but found an invalid expression token.",
                ),
            };
            self.report(SourceError::syntax(summary, detail, token.span));
        }
        self.recovery = true;
        self.add(ExprKind::Invalid, token.span)
    }

    fn parentheses(&mut self) -> ExprId {
        let open = self.tokens.read().span;
        let newlines = self.tokens.set_newlines(Newlines::Skipped);
        let before = self.errors.count();
        let inner = self.expression();
        if self.errors.count() > before {
            self.recover(Kind::CloseParen);
            self.tokens.set_newlines(newlines);
            return inner;
        }
        if self.tokens.peek_kind() != Kind::CloseParen {
            self.unbalanced(open);
        }
        let close = self.tokens.read().span;
        self.tokens.set_newlines(newlines);
        self.add(ExprKind::Parentheses(inner), open.to(close))
    }

    #[cold]
    fn unbalanced(&mut self, open: Span) {
        let next = self.tokens.peek().span;
        self.report(
            SourceError::syntax(
                "Unbalanced parentheses",
                "Expected a closing parenthesis to terminate the expression.",
                next,
            )
            .within(open.to(next)),
        );
        self.recovery = true;
    }

    fn unary(&mut self, operator: UnaryOp) -> ExprId {
        let symbol = self.tokens.read().span;
        if !self.enter() {
            return self.add(ExprKind::Invalid, symbol);
        }
        let operand = self.operand();
        self.nesting.leave();
        let span = symbol.to(self.span(operand));
        self.add(ExprKind::Unary { operator, operand }, span)
    }

    /// Returns the value of a number token, or an unknown number if it is out of range.
    pub(super) fn number(&mut self, token: Token) -> Value {
        let text = self.tokens.slice(token.span);
        let bytes = text.as_bytes();
        if bytes.len() <= 9 && bytes.iter().all(u8::is_ascii_digit) {
            let digits = bytes.iter().map(|digit| u64::from(digit - b'0'));
            let value = digits.fold(0, |value, digit| value * 10 + digit);
            if let Ok(number) = Number::from_decimal(false, value, 0) {
                return Value::from_number(number);
            }
        }
        match Number::parse(text) {
            Ok(number) => Value::from_number(number),
            Err(_) => {
                self.report(SourceError::syntax(
                    "Invalid number literal",
                    "Failed to recognize the value of this number literal.",
                    token.span,
                ));
                Value::unknown(Type::number().clone())
            }
        }
    }

    /// Parses a call after the first part of its name.
    fn call(&mut self, first: Token) -> ExprId {
        let (name, name_span, open) = match self.callee(first) {
            Ok(callee) => callee,
            Err(invalid) => return self.add(ExprKind::Invalid, invalid),
        };
        let newlines = self.tokens.set_newlines(Newlines::Skipped);
        let mark = self.scratch.exprs.len();
        let (close, expand_final) = self.arguments(name_span, open);
        self.tokens.set_newlines(newlines);
        let arguments = self.exprs_from(mark);
        let id = self.nodes.calls.add(Call {
            name,
            name_span,
            open,
            close,
            arguments,
            expand_final,
        });
        self.add(ExprKind::Call(id), name_span.to(close))
    }

    /// Parses the name of a function and the opening parenthesis. The error is the span of the
    /// invalid syntax.
    fn callee(&mut self, first: Token) -> Result<(Name, Span, Span), Span> {
        let mut open = self.tokens.read();
        let mut span = first.span;
        let mut parts = vec![];
        while open.kind == Kind::DoubleColon {
            let part = self.tokens.read();
            span.end = part.span.end;
            if part.kind != Kind::Ident {
                self.report(
                    SourceError::syntax(
                        "Missing function name",
                        "Function scope resolution symbol :: must be followed by a function name in this scope.",
                        part.span,
                    )
                    .within(first.span.to(part.span)),
                );
                self.recover_over_parentheses();
                return Err(span);
            }
            parts.push(part.span);
            open = self.tokens.read();
        }
        if open.kind != Kind::OpenParen {
            self.report(
                SourceError::syntax(
                    "Missing open parenthesis",
                    "Function selector must be followed by an open parenthesis to begin the function call.",
                    open.span,
                )
                .within(first.span.to(open.span)),
            );
            self.recover_over_parentheses();
            return Err(first.span.to(open.span));
        }
        let len = |span: Span| span.end - span.start;
        let whole = len(first.span) + parts.iter().map(|part| 2 + len(*part)).sum::<u32>();
        self.nodes.in_namespaces |= !parts.is_empty();
        if whole == len(span) {
            return Ok((self.name(span), span, open.span));
        }
        let mut name = self.tokens.slice(first.span).to_owned();
        for part in parts {
            name.push_str("::");
            name.push_str(self.tokens.slice(part));
        }
        Ok((self.made_name(&name), span, open.span))
    }

    /// Parses the arguments after the opening parenthesis onto the scratch stack. Returns the
    /// closing parenthesis and whether the last argument is expanded.
    fn arguments(&mut self, name: Span, open: Span) -> (Span, bool) {
        loop {
            if self.tokens.peek_kind() == Kind::CloseParen {
                return (self.tokens.read().span, false);
            }
            let before = self.errors.count();
            let argument = self.expression();
            self.scratch.exprs.push(argument);
            if self.lost(before) {
                return (self.recover(Kind::CloseParen).span, false);
            }
            let separator = self.tokens.read();
            match separator.kind {
                Kind::Comma => {}
                Kind::CloseParen => return (separator.span, false),
                Kind::Ellipsis if self.tokens.peek_kind() == Kind::CloseParen => {
                    return (self.tokens.read().span, true);
                }
                found => {
                    self.missing_separator(separator, name, open);
                    let expanded = found == Kind::Ellipsis;
                    return (self.recover(Kind::CloseParen).span, expanded);
                }
            }
        }
    }

    /// Reports an invalid token after an argument.
    #[cold]
    fn missing_separator(&mut self, separator: Token, name: Span, open: Span) {
        let error = match separator.kind {
            Kind::Ellipsis if self.recovery => return,
            Kind::Ellipsis => SourceError::syntax(
                "Missing closing parenthesis",
                "An expanded function argument (with ...) must be immediately followed by closing parentheses.",
                separator.span,
            )
            .within(name.to(separator.span)),
            Kind::End => SourceError::syntax(
                "Unterminated function call",
                "There is no closing parenthesis for this function call before the end of the file. This may be caused by incorrect parenthesis nesting elsewhere in this file.",
                name.to(open),
            ),
            _ => SourceError::syntax(
                "Missing argument separator",
                "A comma is required to separate each function argument from the next.",
                separator.span,
            )
            .within(name.to(separator.span)),
        };
        self.report(error);
    }
}

/// Returns the binary operator of a token and its precedence; a higher number binds tighter.
#[inline]
fn binary_operator(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::Or => (BinaryOp::Or, 1),
        Kind::And => (BinaryOp::And, 2),
        Kind::EqualEqual => (BinaryOp::Equal, 3),
        Kind::NotEqual => (BinaryOp::NotEqual, 3),
        Kind::Greater => (BinaryOp::Greater, 4),
        Kind::GreaterOrEqual => (BinaryOp::GreaterOrEqual, 4),
        Kind::Less => (BinaryOp::Less, 4),
        Kind::LessOrEqual => (BinaryOp::LessOrEqual, 4),
        Kind::Plus => (BinaryOp::Add, 5),
        Kind::Minus => (BinaryOp::Subtract, 5),
        Kind::Star => (BinaryOp::Multiply, 6),
        Kind::Slash => (BinaryOp::Divide, 6),
        Kind::Percent => (BinaryOp::Modulo, 6),
        _ => return None,
    })
}
