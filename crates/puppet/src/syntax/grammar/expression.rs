//! Expressions: operators by precedence, postfix parts of operands, and literals.

use super::super::decode;
use super::super::scan::{Kind, Token, inside};
use super::super::tree::{
    BinaryOp, Call, CallForm, Collector, Collects, Entry, ExprId, ExprKind, MethodCall, Operation,
};
use super::collection::List;
use super::{Parsed, Parser, behind_dollar};
use polycty_core::number::Integer;
use polycty_core::source::Code;
use polycty_core::values::Value;

/// The binding power of `? {}`.
const SELECTOR: u8 = 3;

/// Returns the operator of a token and its binding power.
#[inline]
fn operator(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::Or => (BinaryOp::Or, 1),
        Kind::And => (BinaryOp::And, 2),
        Kind::Less => (BinaryOp::Less, 4),
        Kind::LessOrEqual => (BinaryOp::LessOrEqual, 4),
        Kind::Greater => (BinaryOp::Greater, 4),
        Kind::GreaterOrEqual => (BinaryOp::GreaterOrEqual, 4),
        Kind::Equal => (BinaryOp::Equal, 5),
        Kind::NotEqual => (BinaryOp::NotEqual, 5),
        Kind::ShiftLeft => (BinaryOp::ShiftLeft, 6),
        Kind::ShiftRight => (BinaryOp::ShiftRight, 6),
        Kind::Plus => (BinaryOp::Add, 7),
        Kind::Minus => (BinaryOp::Subtract, 7),
        Kind::Times => (BinaryOp::Multiply, 8),
        Kind::Divide => (BinaryOp::Divide, 8),
        Kind::Modulo => (BinaryOp::Modulo, 8),
        Kind::Match => (BinaryOp::Match, 9),
        Kind::NotMatch => (BinaryOp::NotMatch, 9),
        Kind::In => (BinaryOp::In, 10),
        _ => return None,
    })
}

impl Parser<'_, '_> {
    /// Parses an operand with its operators.
    #[inline]
    pub(super) fn expression(&mut self) -> Parsed {
        self.operations(0)
    }

    /// Parses an expression of operators whose binding power is at least `least`.
    fn operations(&mut self, least: u8) -> Parsed {
        let around = std::mem::take(&mut self.height);
        let left = self.unary()?;
        let made = if self.kind().ends_expression() {
            left
        } else {
            self.operators(left, least)?
        };
        self.height = self.height.max(around);
        Ok(made)
    }

    /// Parses the operators after an operand whose binding power is at least `least`.
    pub(super) fn operators(&mut self, mut left: ExprId, least: u8) -> Parsed {
        loop {
            let Some((first, level)) = operator(self.kind()) else {
                if self.kind() == Kind::Question && SELECTOR >= least {
                    left = self.selector(left)?;
                    left = self.behind(left)?;
                    continue;
                }
                break;
            };
            if level < least {
                break;
            }
            let base = self.scratch.operations.len();
            let mut operator_here = first;
            loop {
                let at = self.bump().span.start;
                let operand = self.level(|parser| parser.operations(level + 1))?;
                self.scratch.operations.push(Operation {
                    operator: operator_here,
                    at,
                    operand,
                });
                match operator(self.kind()) {
                    Some((next, same)) if same == level => operator_here = next,
                    _ => break,
                }
            }
            self.grow()?;
            left = self.operations_node(left, base);
        }
        Ok(left)
    }

    pub(super) fn unary(&mut self) -> Parsed {
        self.watch()?;
        let kind: fn(ExprId) -> ExprKind = match self.kind() {
            Kind::Not => ExprKind::Not,
            Kind::Minus => ExprKind::Minus,
            Kind::Times => ExprKind::Splat,
            _ => {
                let operand = self.primary()?;
                return self.behind(operand);
            }
        };
        let start = self.bump().span.start;
        let operand = self.level(Self::unary)?;
        Ok(self.add(self.span_from(start), kind(operand)))
    }

    /// Parses the parts that follow an operand: keys, arguments, methods, a query.
    #[inline]
    fn behind(&mut self, mut operand: ExprId) -> Parsed {
        loop {
            operand = match self.kind() {
                Kind::OpenBracket => self.access(operand)?,
                Kind::OpenParenthesis => self.call(operand)?,
                Kind::Dot => self.method(operand)?,
                Kind::OpenCollector => self.collector(operand, Collects::Virtual)?,
                Kind::OpenExported => self.collector(operand, Collects::Exported)?,
                _ => return Ok(operand),
            };
            self.grow()?;
        }
    }

    fn start_of(&self, id: ExprId) -> u32 {
        self.nodes.exprs[id].span.start
    }

    pub(super) fn access(&mut self, of: ExprId) -> Parsed {
        self.keys(of, List::Keys)
    }

    fn keys(&mut self, of: ExprId, list: List) -> Parsed {
        self.bump();
        if self.kind() == Kind::CloseBracket {
            return Err(self.unexpected());
        }
        let keys = self.level(|parser| parser.list(list))?;
        let span = self.span_from(self.start_of(of));
        Ok(self.add(span, ExprKind::Access { of, keys }))
    }

    /// Parses the parameters of a type by the grammar of definitions, which allows no trailing
    /// comma.
    pub(super) fn access_without_trailing_comma(&mut self, of: ExprId) -> Parsed {
        self.keys(of, List::DefinedKeys)
    }

    fn call(&mut self, callee: ExprId) -> Parsed {
        self.bump();
        let arguments = self.level(|parser| parser.list(List::Arguments))?;
        let lambda = match self.kind() {
            Kind::OpenBrace if self.has_plans && self.is_apply(callee) => Some(self.apply_block()?),
            _ => self.lambda()?,
        };
        let call = self.nodes.calls.add(Call {
            callee,
            arguments,
            lambda,
            form: CallForm::Parentheses,
        });
        let span = self.span_from(self.start_of(callee));
        Ok(self.add(span, ExprKind::Call(call)))
    }

    fn method(&mut self, receiver: ExprId) -> Parsed {
        let mut at = self.bump().span.start;
        if !matches!(self.kind(), Kind::Name | Kind::Type) {
            return Err(self.unexpected());
        }
        let name_span = self.bump().span;
        let name = self.name(name_span);
        let arguments = if self.kind() == Kind::OpenParenthesis {
            at = self.bump().span.start;
            self.level(|parser| parser.list(List::MethodArguments))?
        } else {
            let none = self.scratch.exprs.len();
            self.nodes.lists.gather(&mut self.scratch.exprs, none)
        };
        let lambda = self.lambda()?;
        let call = self.nodes.method_calls.add(MethodCall {
            receiver,
            name,
            name_span,
            at,
            arguments,
            lambda,
        });
        let span = self.span_from(self.start_of(receiver));
        Ok(self.add(span, ExprKind::MethodCall(call)))
    }

    fn collector(&mut self, ty: ExprId, collects: Collects) -> Parsed {
        self.bump();
        let close = match collects {
            Collects::Virtual => Kind::CloseCollector,
            Collects::Exported => Kind::CloseExported,
        };
        let query = if self.kind() == close {
            None
        } else {
            Some(self.level(Self::expression)?)
        };
        self.expect(close)?;
        let attributes = if self.take(Kind::OpenBrace) {
            let attributes = self.level(Self::attributes)?;
            self.expect(Kind::CloseBrace)?;
            attributes
        } else {
            self.no_attributes()
        };
        let collector = self.nodes.collectors.add(Collector {
            collects,
            ty,
            query,
            attributes,
        });
        let span = self.span_from(self.start_of(ty));
        Ok(self.add(span, ExprKind::Collector(collector)))
    }

    fn selector(&mut self, of: ExprId) -> Parsed {
        self.grow()?;
        self.bump();
        let base = self.scratch.entries.len();
        if self.take(Kind::SelectorBrace) {
            loop {
                self.level(Self::option)?;
                let comma = self.take(Kind::Comma);
                if self.kind() == Kind::CloseBrace {
                    self.bump();
                    break;
                }
                if !comma {
                    return Err(self.unexpected());
                }
            }
        } else {
            self.level(Self::option)?;
        }
        let options = self.nodes.entries.gather(&mut self.scratch.entries, base);
        let span = self.span_from(self.start_of(of));
        Ok(self.add(span, ExprKind::Selector { of, options }))
    }

    fn option(&mut self) -> Parsed<()> {
        let key = self.expression()?;
        let at = self.expect(Kind::Arrow)?.span.start;
        let value = self.expression()?;
        self.scratch.entries.push(Entry { key, value, at });
        Ok(())
    }

    pub(super) fn primary(&mut self) -> Parsed {
        let Token { kind, span } = self.token();
        let made = match kind {
            Kind::Name => {
                let name = self.name(span);
                ExprKind::Name(name)
            }
            Kind::Variable => {
                let name = self.name(behind_dollar(span));
                ExprKind::Variable(name)
            }
            Kind::SingleQuoted => {
                let text = decode::single_quoted(self.slice(inside(span)));
                ExprKind::String(self.value(&text))
            }
            Kind::DoubleQuoted => {
                let raw = self.slice(inside(span));
                let text = decode::double_quoted(raw, span.end as usize, &mut self.warnings);
                ExprKind::String(self.value(&text))
            }
            Kind::TypeName => {
                let name = self.name(span);
                ExprKind::TypeName(name)
            }
            Kind::Number => self.number(self.slice(span))?,
            Kind::InterpolatedName => {
                let name = self.name(span);
                ExprKind::Variable(name)
            }
            Kind::Word => ExprKind::String(self.value(self.slice(span))),
            Kind::Regexp => {
                let source = decode::regexp(self.slice(inside(span)));
                ExprKind::Regexp(self.value(&source))
            }
            Kind::True => ExprKind::Bool(true),
            Kind::False => ExprKind::Bool(false),
            Kind::Undef => ExprKind::Undef,
            Kind::Default => ExprKind::Default,
            Kind::Attr | Kind::Private => {
                let name = self.name(span);
                ExprKind::Reserved(name)
            }
            Kind::RenderText => {
                let text = decode::template_text(self.slice(span));
                ExprKind::RenderText(self.value(&text))
            }
            _ => return self.compound(kind),
        };
        self.bump();
        Ok(self.add(span, made))
    }

    fn compound(&mut self, kind: Kind) -> Parsed {
        match kind {
            Kind::ListStart | Kind::OpenBracket => self.array(),
            Kind::OpenBrace => self.hash(),
            Kind::OpenParenthesis | Kind::FirstParenthesis => {
                let start = self.bump().span.start;
                let inner = self.level(Self::assignment)?;
                self.expect(Kind::CloseParenthesis)?;
                Ok(self.add(self.span_from(start), ExprKind::Parentheses(inner)))
            }
            Kind::Before => self.interpolated_string(),
            Kind::Heredoc => self.heredoc(),
            Kind::If => self.if_expression(),
            Kind::Unless => self.unless_expression(),
            Kind::Case => self.case_expression(),
            Kind::Class => self.class(),
            Kind::Define => self.define(),
            Kind::Node => self.node(),
            Kind::Function => self.function(),
            Kind::Type => self.type_definition(),
            Kind::RenderExpression => self.rendered(),
            _ => Err(self.unexpected()),
        }
    }

    fn number(&mut self, text: &str) -> Parsed<ExprKind> {
        if let Some(small) = decode::integer(text) {
            return Ok(ExprKind::Integer(small));
        }
        let (digits, radix) = decode::digits(text);
        let span = self.token().span;
        let fail = |code, message| Box::new(super::SyntaxDiagnostic::error(code, span, message));
        if radix == 10 && !digits.bytes().all(|b| b.is_ascii_digit()) {
            return match decode::float(text) {
                Some(value) => Ok(ExprKind::Float(value)),
                None => {
                    let message = format!(
                        "Internal Error, NUMBER token does not contain a valid number, {text}"
                    );
                    Err(fail(Code::Syntax, message))
                }
            };
        }
        match Integer::parse_radix(digits, radix) {
            Ok(value) => {
                let value = self.nodes.values.add(Value::from_integer(value));
                Ok(ExprKind::BigInteger(value))
            }
            Err(error) => Err(fail(Code::Limit, error.to_string())),
        }
    }

    /// `<%= a %>` or `<%= { a } %>`
    fn rendered(&mut self) -> Parsed {
        let start = self.bump().span.start;
        let inner = match self.kind() {
            Kind::OpenBrace => self.rendered_block()?,
            _ => self.level(Self::expression)?,
        };
        self.expect(Kind::RenderEnd)?;
        Ok(self.add(self.span_from(start), ExprKind::RenderExpression(inner)))
    }

    /// Parses `{ a }`, unless it begins an expression that starts with a hash. The two differ only
    /// after the first key, so the latter is tried first.
    fn rendered_block(&mut self) -> Parsed {
        let span = self.token().span;
        let (at, heredoc) = (self.at, self.next_heredoc);
        let (level, height) = (self.nesting.level(), self.height);
        let warnings = self.warnings.len();
        let stacks = self.scratch.lengths();
        if let Ok(hash) = self.level(Self::expression)
            && self.kind() == Kind::RenderEnd
        {
            return Ok(hash);
        }
        (self.at, self.next_heredoc) = (at, heredoc);
        self.nesting.leave_to(level);
        self.height = height;
        self.warnings.truncate(warnings);
        self.scratch.truncate(stacks);
        let body = self.block()?;
        Ok(self.add(self.span_from(span.start), ExprKind::Block(body)))
    }
}
