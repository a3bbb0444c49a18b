//! Statements: blocks, assignments, relationships, and calls without parentheses.

use super::super::scan::{Kind, Token};
use super::super::tree::{
    AssignOp, BinaryOp, Branch, Call, CallForm, CaseOption, ExprId, ExprKind, Exprs, NameId,
    Operation,
};
use super::{Parsed, Parser};
use polycty_core::source::Span;

/// The functions that statements may call without parentheses.
const STATEMENT_CALLS: [&str; 15] = [
    "require", "realize", "include", "contain", "tag", "debug", "info", "notice", "warning", "err",
    "fail", "import", "break", "next", "return",
];

/// The largest construct that an expression is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Construct {
    /// An operand of an operator.
    Expression,
    /// At most a statement, an argument or an element.
    Assignment,
}

/// The previous statement, as far as the next one depends on it.
pub(super) enum Before {
    /// Absent, or not a possible callee.
    Nothing,
    /// A bare name.
    Name(NameId),
}

impl Parser<'_, '_> {
    /// Whether a token begins an expression, and so a statement.
    #[inline]
    pub(super) fn begins_statement(kind: Kind) -> bool {
        matches!(
            kind,
            Kind::Name
                | Kind::Word
                | Kind::TypeName
                | Kind::Variable
                | Kind::InterpolatedName
                | Kind::Number
                | Kind::SingleQuoted
                | Kind::DoubleQuoted
                | Kind::Before
                | Kind::Heredoc
                | Kind::Regexp
                | Kind::Attr
                | Kind::Case
                | Kind::Class
                | Kind::Default
                | Kind::Define
                | Kind::False
                | Kind::Function
                | Kind::If
                | Kind::Node
                | Kind::Private
                | Kind::True
                | Kind::Type
                | Kind::Undef
                | Kind::Unless
                | Kind::OpenBracket
                | Kind::ListStart
                | Kind::OpenParenthesis
                | Kind::FirstParenthesis
                | Kind::OpenBrace
                | Kind::Minus
                | Kind::Times
                | Kind::Not
                | Kind::At
                | Kind::AtAt
                | Kind::RenderText
                | Kind::RenderExpression
        )
    }

    /// Parses statements up to a token that does not begin one.
    pub(super) fn statements(&mut self) -> Parsed<Exprs> {
        if self.recovery.is_some() {
            return self.statements_on();
        }
        let base = self.scratch.exprs.len();
        if Self::begins_statement(self.kind()) {
            let mut before = Before::Nothing;
            loop {
                before = self.statement(before)?;
                // A semicolon separates statements and does not end the list.
                if !self.take(Kind::Semicolon) && !Self::begins_statement(self.kind()) {
                    break;
                }
            }
            if self.kind() == Kind::Error {
                return Err(self.unexpected());
            }
        }
        Ok(self.nodes.lists.gather(&mut self.scratch.exprs, base))
    }

    /// Parses a statement. If the bare name before it is a statement call, the statement and those
    /// after its commas become the call's arguments. Inlined: a level of nesting has few frames.
    #[inline(always)]
    pub(super) fn statement(&mut self, before: Before) -> Parsed<Before> {
        let first = if self.has_plans && self.begins_plan() {
            self.function()?
        } else {
            self.assignment()?
        };
        let called = match before {
            Before::Name(name) => Some(name),
            Before::Nothing => None,
        };
        let calls = called.is_some_and(|name| self.is_statement_call(name));
        let comma = match self.kind() {
            Kind::Comma => Some(self.token().span),
            _ => None,
        };
        if !calls {
            if let Some(comma) = comma {
                return Err(self.no_call(called, comma));
            }
            self.scratch.exprs.push(first);
            return Ok(match self.nodes.exprs[first].kind {
                ExprKind::Name(name) => Before::Name(name),
                _ => Before::Nothing,
            });
        }
        // The callee is the previous statement, which is a name.
        let Some(callee) = self.scratch.exprs.pop() else {
            return Ok(Before::Nothing);
        };
        let arguments = self.scratch.exprs.len();
        self.scratch.exprs.push(first);
        while self.take(Kind::Comma) {
            let argument = self.assignment()?;
            self.scratch.exprs.push(argument);
        }
        let arguments = self.nodes.lists.gather(&mut self.scratch.exprs, arguments);
        let call = self.nodes.calls.add(Call {
            callee,
            arguments,
            lambda: None,
            form: CallForm::Statement,
        });
        let start = self.nodes.exprs[callee].span.start;
        let id = self.add(self.span_from(start), ExprKind::Call(call));
        self.scratch.exprs.push(id);
        Ok(Before::Nothing)
    }

    /// Whether the next token is the word `plan` before a name.
    fn begins_plan(&self) -> bool {
        let is_word = |kind| matches!(kind, Kind::Name | Kind::Word);
        is_word(self.kind()) && self.slice(self.token().span) == "plan" && is_word(self.second())
    }

    pub(super) fn is_statement_call(&self, name: NameId) -> bool {
        STATEMENT_CALLS.contains(&self.nodes.names[name].of(self.text))
    }

    /// The error for a list with commas without a callee. The whole list is parsed first, since
    /// Puppet checks the statements when their block is complete.
    #[cold]
    fn no_call(&mut self, called: Option<NameId>, comma: Span) -> Box<super::SyntaxDiagnostic> {
        loop {
            match self.kind() {
                Kind::Comma | Kind::Semicolon => {
                    self.bump();
                    if let Err(error) = self.assignment() {
                        return error;
                    }
                }
                kind if Self::begins_statement(kind) => {
                    if let Err(error) = self.assignment() {
                        return error;
                    }
                }
                Kind::Error => return self.unexpected(),
                _ => break,
            }
        }
        let message = match called {
            Some(name) => format!(
                "attempt to pass argument list to the function '{}' which cannot be called \
                 without parentheses",
                self.nodes.names[name].of(self.text)
            ),
            None => "illegal comma separated argument list".into(),
        };
        self.error(comma, message)
    }

    /// Parses a construct that may be a statement, an argument or an element.
    pub(super) fn assignment(&mut self) -> Parsed {
        Ok(self.assignment_or_less()?.0)
    }

    /// The same; also returns whether it is only an expression.
    pub(super) fn assignment_or_less(&mut self) -> Parsed<(ExprId, Construct)> {
        // Most of them are one token.
        if self.second().ends_expression() && self.kind().is_operand() {
            return Ok((self.primary()?, Construct::Expression));
        }
        let (first, is) = self.resource()?;
        if self.kind().ends_expression() {
            return Ok((first, is));
        }
        let (target, is) = self.relationship(first, is)?;
        let operator = match self.kind() {
            Kind::Assign => AssignOp::Set,
            Kind::Append => AssignOp::Append,
            Kind::Delete => AssignOp::Delete,
            _ => return Ok((target, is)),
        };
        let at = self.bump().span.start;
        let value = self.level(Self::assignment)?;
        let start = self.nodes.exprs[target].span.start;
        let kind = ExprKind::Assignment {
            operator,
            at,
            target,
            value,
        };
        Ok((self.add(self.span_from(start), kind), Construct::Assignment))
    }

    /// Parses the relationships after an operand.
    fn relationship(&mut self, first: ExprId, is: Construct) -> Parsed<(ExprId, Construct)> {
        let base = self.scratch.operations.len();
        loop {
            let operator = match self.kind() {
                Kind::IsBefore => BinaryOp::Before,
                Kind::Notifies => BinaryOp::Notifies,
                Kind::IsAfter => BinaryOp::After,
                Kind::NotifiedBy => BinaryOp::NotifiedBy,
                _ => break,
            };
            let at = self.bump().span.start;
            let operand = self.level(|parser| Ok(parser.resource()?.0))?;
            self.scratch.operations.push(Operation {
                operator,
                at,
                operand,
            });
        }
        if self.scratch.operations.len() == base {
            return Ok((first, is));
        }
        Ok((self.operations_node(first, base), Construct::Assignment))
    }

    /// Makes the node of the operators that were collected from `base` on.
    pub(super) fn operations_node(&mut self, first: ExprId, base: usize) -> ExprId {
        let operations = &mut self.scratch.operations;
        let rest = self.nodes.operations.gather(operations, base);
        let start = self.nodes.exprs[first].span.start;
        self.add(self.span_from(start), ExprKind::Operations { first, rest })
    }

    /// `{ statements }`. Inlined, as [`Parser::statement`].
    #[inline(always)]
    pub(super) fn block(&mut self) -> Parsed<Exprs> {
        if self.recovery.is_some() {
            return self.block_on();
        }
        self.expect(Kind::OpenBrace)?;
        let body = self.level(Self::statements)?;
        self.expect(Kind::CloseBrace)?;
        Ok(body)
    }

    pub(super) fn if_expression(&mut self) -> Parsed {
        let start = self.token().span.start;
        let base = self.scratch.branches.len();
        loop {
            let at = self.bump().span.start;
            let condition = self.level(Self::expression)?;
            let body = self.block()?;
            self.scratch.branches.push(Branch {
                at,
                condition: Some(condition),
                body,
            });
            if self.kind() != Kind::Elsif {
                break;
            }
        }
        self.else_branch()?;
        let branches = &mut self.scratch.branches;
        let branches = self.nodes.branches.gather(branches, base);
        Ok(self.add(self.span_from(start), ExprKind::If(branches)))
    }

    pub(super) fn unless_expression(&mut self) -> Parsed {
        let start = self.bump().span.start;
        let base = self.scratch.branches.len();
        let condition = self.level(Self::expression)?;
        let body = self.block()?;
        self.scratch.branches.push(Branch {
            at: start,
            condition: Some(condition),
            body,
        });
        self.else_branch()?;
        let branches = &mut self.scratch.branches;
        let branches = self.nodes.branches.gather(branches, base);
        Ok(self.add(self.span_from(start), ExprKind::Unless(branches)))
    }

    fn else_branch(&mut self) -> Parsed<()> {
        if self.kind() == Kind::Else {
            let at = self.bump().span.start;
            let body = self.block()?;
            self.scratch.branches.push(Branch {
                at,
                condition: None,
                body,
            });
        }
        Ok(())
    }

    pub(super) fn case_expression(&mut self) -> Parsed {
        let start = self.bump().span.start;
        let of = self.level(Self::expression)?;
        self.expect(Kind::OpenBrace)?;
        let base = self.scratch.options.len();
        loop {
            let Token { span, .. } = self.token();
            let values = self.scratch.exprs.len();
            loop {
                let value = self.level(Self::expression)?;
                self.scratch.exprs.push(value);
                if !self.take(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::Colon)?;
            let values = self.nodes.lists.gather(&mut self.scratch.exprs, values);
            let body = self.block()?;
            self.scratch.options.push(CaseOption {
                span: self.span_from(span.start),
                values,
                body,
            });
            if self.take(Kind::CloseBrace) {
                break;
            }
        }
        let options = self.nodes.options.gather(&mut self.scratch.options, base);
        Ok(self.add(self.span_from(start), ExprKind::Case { of, options }))
    }
}
