//! Which expressions does a text say?
//!
//! One pass from words to [`Arg`]s; what a type's name says with its parameters is
//! asked of a [`Types`] as soon as the closing bracket is read. Where a text both
//! breaks the grammar and says something that is no type, the grammar's fault is
//! reported: after any other fault the text is read once more without making anything.

use crate::syntax::argument::{Arg, Expression, What, invalid};
use crate::syntax::fault::Fault;
use crate::syntax::lexer::{
    Lexer, Symbol, Token, double_quoted_text, regexp_source, single_quoted_text,
};
use polycty_core::number::Integer;
use polycty_core::syntax::Nesting;
use polycty_core::types::Type;
use std::borrow::Cow;

/// The deepest nesting of brackets.
pub(crate) const MAX_NESTING: u32 = 256;

/// What the caller wants to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A type: nothing is called.
    Type,
    /// One type or several: nothing is called.
    Types,
    /// A value: types may be called with arguments.
    Value,
    /// Nothing: only the grammar is checked.
    Grammar,
}

/// Who makes what the names of types and the literals of expressions say.
pub(crate) trait Types {
    /// The type that a name says without parameters.
    fn bare(&self, name: &str, at: usize) -> Result<Type, Fault>;

    /// What a name says with these parameters, of which there is at least one.
    fn parametrised<'s>(
        &self,
        expression: Expression<'s>,
        goal: Goal,
        params: &mut [Arg<'s>],
    ) -> Result<What<'s>, Fault>;

    /// The source of a regular expression that stands at a byte; `options` is where a
    /// name stands right behind it.
    fn regexp<'s>(
        &self,
        source: Cow<'s, str>,
        at: usize,
        options: Option<usize>,
    ) -> Result<Cow<'s, str>, Fault>;
}

/// The expression that the whole text says.
pub(crate) fn parse<'s, T: Types>(text: &'s str, types: &T, goal: Goal) -> Result<Arg<'s>, Fault> {
    match Parser::new(text, types, goal).and_then(Parser::whole) {
        Err(fault) if !fault.is_syntax() && !fault.is_limit() => {
            match Parser::new(text, types, Goal::Grammar).and_then(Parser::whole) {
                Err(grammar) if grammar.is_syntax() => Err(grammar),
                _ => Err(fault),
            }
        }
        answer => answer,
    }
}

struct Parser<'s, 'e, T> {
    text: &'s str,
    lexer: Lexer<'s>,
    types: &'e T,
    goal: Goal,
    token: Token<'s>,
    start: usize,
    end: usize,
    /// Where the token before ended.
    last_end: usize,
    nesting: Nesting<MAX_NESTING>,
    /// How many methods are called one on the other, at the most, in what has been
    /// read of the operand so far.
    methods: u32,
    /// The parameters that are being collected, innermost last.
    params: Vec<Arg<'s>>,
}

impl<'s, 'e, T: Types> Parser<'s, 'e, T> {
    fn new(text: &'s str, types: &'e T, goal: Goal) -> Result<Parser<'s, 'e, T>, Fault> {
        let mut parser = Parser {
            text,
            lexer: Lexer::new(text),
            types,
            goal,
            token: Token::End,
            start: 0,
            end: 0,
            last_end: 0,
            nesting: Nesting::default(),
            methods: 0,
            params: Vec::with_capacity(16),
        };
        parser.bump()?;
        Ok(parser)
    }

    /// Goes to the next token and gives the one before.
    #[inline]
    fn bump(&mut self) -> Result<Token<'s>, Fault> {
        let next = self.lexer.next()?;
        self.last_end = self.end;
        self.start = next.start;
        self.end = next.end;
        Ok(std::mem::replace(&mut self.token, next.token))
    }

    #[inline]
    fn at(&self, symbol: Symbol) -> bool {
        matches!(self.token, Token::Symbol(found) if found == symbol)
    }

    fn expect(&mut self, symbol: Symbol) -> Result<(), Fault> {
        if self.at(symbol) {
            self.bump().map(|_| ())
        } else {
            Err(self.unexpected())
        }
    }

    #[cold]
    fn unexpected(&self) -> Fault {
        if self.token == Token::End {
            return Fault::syntax(self.text.len(), "Syntax error at end of input");
        }
        let found = match &self.token {
            Token::SingleQuoted(text) | Token::DoubleQuoted(text) => text,
            _ => &self.text[self.start..self.end],
        };
        Fault::syntax(self.start, format!("Syntax error at '{found}'"))
    }

    /// The text's only expression; several are no type.
    fn whole(mut self) -> Result<Arg<'s>, Fault> {
        let first = self.expression()?;
        let mut comma = None;
        let mut several = false;
        loop {
            match &self.token {
                Token::End => break,
                Token::Symbol(Symbol::Comma) => {
                    comma = comma.or(Some(self.start));
                    self.bump()?;
                    self.expression()?;
                }
                Token::Symbol(Symbol::Semicolon) => {
                    several = true;
                    self.bump()?;
                    self.expression()?;
                }
                token if begins_expression(token) => {
                    several = true;
                    self.expression()?;
                }
                _ => return Err(self.unexpected()),
            }
        }
        if let Some(at) = comma {
            return Err(Fault::argument(at, "illegal comma separated argument list"));
        }
        if several && self.goal != Goal::Grammar {
            return Err(invalid(self.text, first.start, self.last_end));
        }
        Ok(first)
    }

    /// An operand, with the operators and operands that follow it.
    fn expression(&mut self) -> Result<Arg<'s>, Fault> {
        let first = self.operand()?;
        let binary = |token: &Token<'_>| match token {
            Token::Symbol(symbol) => matches!(symbol, Symbol::Binary | Symbol::Minus),
            Token::Name(name) => matches!(*name, "in" | "and" | "or"),
            _ => false,
        };
        if !binary(&self.token) {
            return Ok(first);
        }
        let start = first.start;
        while binary(&self.token) {
            self.bump()?;
            self.operand()?;
        }
        self.other(start, self.last_end)
    }

    /// An expression that says neither a type nor a literal.
    fn other(&self, start: usize, end: usize) -> Result<Arg<'s>, Fault> {
        match self.goal {
            Goal::Grammar => Ok(Arg {
                what: What::Other,
                start,
                end,
            }),
            _ => Err(invalid(self.text, start, end)),
        }
    }

    fn nested<P>(&mut self, part: fn(&mut Self) -> Result<P, Fault>) -> Result<P, Fault> {
        if !self.nesting.enter() {
            return Err(Fault::limit(
                self.start,
                format!("the text is nested more than {MAX_NESTING} levels deep"),
            ));
        }
        let answer = part(self);
        self.nesting.leave();
        answer
    }

    fn operand(&mut self) -> Result<Arg<'s>, Fault> {
        let start = self.start;
        match &self.token {
            Token::Symbol(Symbol::Minus) => {
                self.bump()?;
                let operand = self.nested(Self::operand)?;
                self.negated(start, operand)
            }
            Token::Symbol(Symbol::Not) => {
                self.bump()?;
                self.nested(Self::operand)?;
                self.other(start, self.last_end)
            }
            _ => {
                let before = std::mem::take(&mut self.methods);
                let mut arg = self.primary()?;
                // Most operands have nothing behind them.
                while matches!(
                    self.token,
                    Token::Symbol(Symbol::OpenBracket | Symbol::OpenParenthesis | Symbol::Dot)
                ) {
                    match self.postfix(arg)? {
                        (more, true) => arg = more,
                        (done, false) => {
                            arg = done;
                            break;
                        }
                    }
                }
                self.methods = self.methods.max(before);
                Ok(arg)
            }
        }
    }

    fn negated(&self, start: usize, operand: Arg<'s>) -> Result<Arg<'s>, Fault> {
        let what = match operand.what {
            What::Integer(value) => match value.checked_neg() {
                Some(value) => What::Integer(value),
                None => What::BigInteger(Box::new(Integer::from(value).neg())),
            },
            What::BigInteger(value) => {
                let value = value.neg();
                match value.to_i64() {
                    Some(small) => What::Integer(small),
                    None => What::BigInteger(Box::new(value)),
                }
            }
            What::Float(value) => What::Float(-value),
            _ => return self.other(start, operand.end),
        };
        Ok(Arg {
            what,
            start,
            end: operand.end,
        })
    }

    fn primary(&mut self) -> Result<Arg<'s>, Fault> {
        let start = self.start;
        match self.token {
            Token::TypeName(_) => return self.type_name(),
            Token::Symbol(Symbol::OpenBracket) => return self.nested(Self::list),
            Token::Symbol(Symbol::OpenBrace) => return self.nested(Self::hash),
            Token::Symbol(Symbol::OpenParenthesis) => return self.nested(Self::parenthesis),
            Token::Symbol(_) | Token::End => return Err(self.unexpected()),
            Token::Name("else" | "elsif" | "and" | "or" | "in" | "inherits") => {
                return Err(self.unexpected());
            }
            Token::Name("if" | "unless" | "case") => {
                self.bump()?;
                self.nested(Self::expression)?;
                return self.other(start, self.last_end);
            }
            _ => {}
        }
        let what = match self.bump()? {
            Token::Name("undef") => What::Undef,
            Token::Name("default") => What::Default,
            Token::Name("true") => What::Bool(true),
            Token::Name("false") => What::Bool(false),
            Token::Name(name) => What::Text(Cow::Borrowed(name)),
            Token::Integer(value) => What::Integer(value),
            Token::BigInteger(digits, radix) => match Integer::parse_radix(digits, radix) {
                Ok(value) => What::BigInteger(Box::new(value)),
                Err(error) => return Err(Fault::limit(start, error.to_string())),
            },
            Token::Float(value) => What::Float(value),
            Token::SingleQuoted(raw) => What::Text(single_quoted_text(raw)),
            Token::DoubleQuoted(raw) => What::Text(double_quoted_text(raw)),
            Token::Regexp(raw) => What::Regexp(self.regexp(raw, start)?),
            _ => return self.other(start, self.last_end),
        };
        Ok(Arg {
            what,
            start,
            end: self.last_end,
        })
    }

    /// The source of a literal expression.
    fn regexp(&self, raw: &'s str, start: usize) -> Result<Cow<'s, str>, Fault> {
        let behind = matches!(self.token, Token::Name(_)) && self.start == self.last_end;
        let options = behind.then_some(self.start);
        self.types.regexp(regexp_source(raw), start, options)
    }

    /// What stands behind an operand: parameters, arguments, a method. Also says
    /// whether anything did.
    fn postfix(&mut self, operand: Arg<'s>) -> Result<(Arg<'s>, bool), Fault> {
        let start = operand.start;
        if self.at(Symbol::OpenBracket) {
            if self.start != self.last_end {
                return Ok((operand, false));
            }
            self.nested(Self::bracketed)?;
            return Ok((self.other(start, self.last_end)?, true));
        }
        if self.at(Symbol::OpenParenthesis) {
            if self.start != self.last_end {
                return Ok((operand, false));
            }
            let args = self.nested(Self::call_arguments)?;
            let what = match operand.what {
                What::Type(ty) if self.goal == Goal::Value => What::Call(Box::new((ty, args))),
                _ => return Ok((self.other(start, self.last_end)?, true)),
            };
            let end = self.last_end;
            return Ok((Arg { what, start, end }, true));
        }
        self.expect(Symbol::Dot)?;
        let Token::Name(method) = self.token else {
            return Err(self.unexpected());
        };
        self.bump()?;
        let args = if self.at(Symbol::OpenParenthesis) && self.start == self.last_end {
            self.nested(Self::call_arguments)?
        } else {
            Box::default()
        };
        if self.goal != Goal::Value {
            return Ok((self.other(start, self.last_end)?, true));
        }
        // A method's operand is part of it, though no bracket stands around it.
        self.methods += 1;
        if self.methods > MAX_NESTING {
            return Err(Fault::limit(
                self.start,
                format!("more than {MAX_NESTING} methods are called on a value"),
            ));
        }
        Ok((
            Arg {
                what: What::Method(Box::new((operand, method, args))),
                start,
                end: self.last_end,
            },
            true,
        ))
    }

    /// A type, with its parameters.
    fn type_name(&mut self) -> Result<Arg<'s>, Fault> {
        let start = self.start;
        let Token::TypeName(name) = self.bump()? else {
            return Err(self.unexpected());
        };
        if !self.at(Symbol::OpenBracket) || self.start != self.last_end {
            let end = self.last_end;
            let what = match self.goal {
                Goal::Grammar => What::Other,
                _ => What::Type(self.types.bare(name, start)?),
            };
            return Ok(Arg { what, start, end });
        }
        let base = self.nested(Self::bracketed_params)?;
        let end = self.last_end;
        let params = &mut self.params[base..];
        let what = match self.goal {
            Goal::Grammar => What::Other,
            goal => {
                let text = self.text;
                let expression = Expression {
                    text,
                    name,
                    start,
                    end,
                };
                self.types.parametrised(expression, goal, params)?
            }
        };
        self.params.truncate(base);
        Ok(Arg { what, start, end })
    }

    /// `[..]` with at least one parameter, which stay on the stack from the
    /// position that is returned.
    fn bracketed_params(&mut self) -> Result<usize, Fault> {
        self.bump()?;
        let base = self.params.len();
        if self.at(Symbol::CloseBracket) {
            return Err(self.unexpected());
        }
        self.arguments(Symbol::CloseBracket)?;
        Ok(base)
    }

    fn bracketed(&mut self) -> Result<(), Fault> {
        let base = self.bracketed_params()?;
        self.params.truncate(base);
        Ok(())
    }

    fn call_arguments(&mut self) -> Result<Box<[Arg<'s>]>, Fault> {
        self.bump()?;
        let base = self.params.len();
        self.arguments(Symbol::CloseParenthesis)?;
        Ok(self.params.drain(base..).collect())
    }

    fn list(&mut self) -> Result<Arg<'s>, Fault> {
        let start = self.start;
        self.bump()?;
        let base = self.params.len();
        self.arguments(Symbol::CloseBracket)?;
        Ok(Arg {
            what: What::List(self.params.drain(base..).collect()),
            start,
            end: self.last_end,
        })
    }

    /// Expressions, and `key => value` pairs that make one hash, up to the
    /// closing bracket; onto the stack.
    fn arguments(&mut self, close: Symbol) -> Result<(), Fault> {
        let mut pairs: Vec<(Arg<'s>, Arg<'s>)> = Vec::new();
        while !self.at(close) {
            let arg = self.expression()?;
            if self.at(Symbol::Arrow) {
                self.bump()?;
                let value = self.expression()?;
                pairs.push((arg, value));
            } else {
                if !pairs.is_empty() {
                    self.params.push(braceless(std::mem::take(&mut pairs)));
                }
                self.params.push(arg);
            }
            if self.at(Symbol::Comma) {
                self.bump()?;
            } else if !self.at(close) {
                return Err(self.unexpected());
            }
        }
        if !pairs.is_empty() {
            self.params.push(braceless(pairs));
        }
        self.expect(close)
    }

    fn hash(&mut self) -> Result<Arg<'s>, Fault> {
        let start = self.start;
        self.bump()?;
        let mut entries = Vec::new();
        while !self.at(Symbol::CloseBrace) {
            let key = self.expression()?;
            self.expect(Symbol::Arrow)?;
            let value = self.expression()?;
            entries.push((key, value));
            if self.at(Symbol::Comma) {
                self.bump()?;
            } else if !self.at(Symbol::CloseBrace) {
                return Err(self.unexpected());
            }
        }
        self.bump()?;
        Ok(Arg {
            what: What::Hash(entries.into()),
            start,
            end: self.last_end,
        })
    }

    fn parenthesis(&mut self) -> Result<Arg<'s>, Fault> {
        let start = self.start;
        self.bump()?;
        let inner = self.expression()?;
        let end = self.last_end;
        self.expect(Symbol::CloseParenthesis)?;
        match self.goal {
            Goal::Value => Ok(inner),
            // Puppet leaves the closing parenthesis out of its message.
            _ => self.other(start, end),
        }
    }
}

fn begins_expression(token: &Token<'_>) -> bool {
    match token {
        Token::Symbol(symbol) => matches!(
            symbol,
            Symbol::OpenBracket
                | Symbol::OpenBrace
                | Symbol::OpenParenthesis
                | Symbol::Minus
                | Symbol::Not
        ),
        Token::End => false,
        _ => true,
    }
}

fn braceless<'s>(entries: Vec<(Arg<'s>, Arg<'s>)>) -> Arg<'s> {
    let start = entries.first().map_or(0, |(key, _)| key.start);
    let end = entries.last().map_or(0, |(_, value)| value.end);
    Arg {
        what: What::Hash(entries.into()),
        start,
        end,
    }
}
