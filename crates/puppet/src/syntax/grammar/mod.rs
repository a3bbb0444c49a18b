//! The grammar: from tokens to the tree.
//!
//! One token determines the rule, except where `{` opens a resource: there a second token
//! distinguishes attributes from titles. An error has the position of the first token that no valid
//! text continues with, and parsing stops there, as in Puppet's parser.
//!
//! Both recursion and left growth without recursion are bounded: `a.b.c` nests in the tree though
//! not in the text. [`Parser::height`] counts both.

mod collection;
mod definition;
mod expression;
mod recovery;
mod resource;
mod statement;
mod string;

use super::diagnostic::SyntaxDiagnostic;
use super::notation::Notation;
use super::scan::{Heredoc, Kind, Token, Tokens};
use super::tree::{
    Attribute, Branch, CaseOption, Entry, Expr, ExprId, ExprKind, Exprs, Name, NameId, Named,
    Nodes, Operation, Parameter, ResourceBody, TemplateParameters, ValueId,
};
use crate::depth::MAX_PROGRAM_NESTING;
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::{Code, Error, Span};
use polycty_core::syntax::{Arena, Nesting};
use polycty_core::types::KeyedMap;
use polycty_core::values::Value;
use recovery::Recovery;
pub(super) use recovery::parse_on;

/// An error ends parsing. Boxed, so that a `Result` is small.
pub(super) type Parsed<T = ExprId> = Result<T, Box<SyntaxDiagnostic>>;

/// The parts of a parsed text.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Nodes,
    pub(crate) body: Exprs,
    pub(super) template: TemplateParameters,
    pub(super) warnings: Vec<SyntaxDiagnostic>,
}

/// Parses the tokens of a text.
///
/// The clock and the flag of the budget are checked between operands. After an error, the caller
/// finishes the budget, which has the limit that ended the parser.
pub(super) fn parse(
    text: &str,
    tokens: &mut Tokens,
    notation: Notation,
    budget: &Budget,
) -> Parsed<Tree> {
    parser(text, tokens, notation, budget).program(notation)
}

/// The parser of a text, before its first token.
fn parser<'s, 't>(
    text: &'s str,
    tokens: &'t mut Tokens,
    notation: Notation,
    budget: &'t Budget,
) -> Parser<'s, 't> {
    let scan_error = tokens.error.take();
    Parser {
        text,
        tokens: &tokens.tokens,
        heredocs: &tokens.heredocs,
        at: 0,
        budget,
        checked_at: TOKENS_A_CHECK,
        next_heredoc: 0,
        last_end: 0,
        scan_error,
        nesting: Nesting::default(),
        deepest: tokens.deepest,
        has_plans: notation == Notation::Plan,
        height: 0,
        nodes: nodes_for(tokens.tokens.len()),
        few: [None; FEW_NAMES],
        names: KeyedMap::default(),
        scratch: Scratch {
            exprs: Vec::with_capacity(8),
            ..Scratch::default()
        },
        warnings: Vec::new(),
        recovery: None,
    }
}

/// Returns arenas sized for a number of tokens. The sizes fit the arenas that grow most in real
/// manifests; those for a type or a value are large enough to never grow.
fn nodes_for(tokens: usize) -> Nodes {
    let (exprs, lists, names) = match tokens {
        ..64 => (tokens, tokens / 2 + 1, tokens / 4 + 2),
        _ => (tokens / 2, tokens / 8, 32),
    };
    Nodes {
        names: Arena::with_capacity(names),
        exprs: Arena::with_capacity(exprs),
        lists: Arena::with_capacity(lists),
        ..Nodes::default()
    }
}

/// The number of tokens between two checks of the clock and the flag.
const TOKENS_A_CHECK: usize = 4096;

/// The number of names that are searched linearly.
const FEW_NAMES: usize = 8;

/// The state of a parser.
struct Parser<'s, 't> {
    text: &'s str,
    tokens: &'t [Token],
    heredocs: &'t [Heredoc],
    at: usize,
    budget: &'t Budget,
    /// The index of the token at which the clock and the flag are checked next.
    checked_at: usize,
    /// The index of the next token's heredoc.
    next_heredoc: usize,
    /// The end of the last token.
    last_end: u32,
    /// The scanner's error at the last token.
    scan_error: Option<Box<SyntaxDiagnostic>>,
    nesting: Nesting<MAX_PROGRAM_NESTING>,
    /// The maximum nesting of this text.
    deepest: u32,
    /// Whether `plan` begins a definition.
    has_plans: bool,
    /// An upper bound of the depth of the current node's parsed part.
    height: u32,
    nodes: Nodes,
    /// The first names, searched linearly while there are no others.
    few: [Option<(&'s str, NameId)>; FEW_NAMES],
    /// All names, if there are more than [`FEW_NAMES`].
    names: KeyedMap<&'s str, NameId>,
    scratch: Scratch,
    warnings: Vec<SyntaxDiagnostic>,
    /// The state of a parser that continues after errors.
    recovery: Option<Box<Recovery>>,
}

/// Stacks of parts of incomplete nodes; the parts of the innermost node are last.
#[derive(Default)]
struct Scratch {
    exprs: Vec<ExprId>,
    entries: Vec<Entry>,
    operations: Vec<Operation>,
    branches: Vec<Branch>,
    options: Vec<CaseOption>,
    parameters: Vec<Parameter>,
    attributes: Vec<Attribute>,
    bodies: Vec<ResourceBody>,
}

impl Scratch {
    /// The length of each stack.
    fn lengths(&self) -> [usize; 8] {
        [
            self.exprs.len(),
            self.entries.len(),
            self.operations.len(),
            self.branches.len(),
            self.options.len(),
            self.parameters.len(),
            self.attributes.len(),
            self.bodies.len(),
        ]
    }

    /// Removes the parts that were added since `lengths` was taken.
    fn truncate(&mut self, lengths: [usize; 8]) {
        self.exprs.truncate(lengths[0]);
        self.entries.truncate(lengths[1]);
        self.operations.truncate(lengths[2]);
        self.branches.truncate(lengths[3]);
        self.options.truncate(lengths[4]);
        self.parameters.truncate(lengths[5]);
        self.attributes.truncate(lengths[6]);
        self.bodies.truncate(lengths[7]);
    }
}

impl<'s> Parser<'s, '_> {
    fn program(mut self, notation: Notation) -> Parsed<Tree> {
        let template = match notation {
            Notation::Template if self.kind() == Kind::Pipe => {
                self.bump();
                let parameters = self.parameters(Kind::Pipe)?;
                self.expect(Kind::Pipe)?;
                Some(parameters)
            }
            _ => None,
        };
        let body = self.statements()?;
        if self.kind() != Kind::End {
            return Err(self.unexpected());
        }
        Ok(Tree {
            nodes: self.nodes,
            body,
            template,
            warnings: self.warnings,
        })
    }

    /// The next token. The last one can be read any number of times.
    #[inline]
    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    #[inline]
    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    /// The kind of the token after the next one.
    #[inline]
    fn second(&self) -> Kind {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    /// Consumes the next token.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        self.last_end = token.span.end;
        token
    }

    #[inline]
    fn take(&mut self, kind: Kind) -> bool {
        let there = self.kind() == kind;
        if there {
            self.bump();
        }
        there
    }

    #[inline]
    fn expect(&mut self, kind: Kind) -> Parsed<Token> {
        if self.kind() == kind {
            Ok(self.bump())
        } else {
            Err(self.unexpected())
        }
    }

    #[inline]
    fn slice(&self, span: Span) -> &'s str {
        span.slice(self.text)
    }

    /// The span from a byte to the end of the last token.
    #[inline]
    fn span_from(&self, start: u32) -> Span {
        Span {
            start,
            end: self.last_end,
        }
    }

    /// Parses a nested part.
    #[inline]
    fn level<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting.level() >= self.deepest || !self.nesting.enter() {
            return Err(self.too_deep());
        }
        let around = std::mem::take(&mut self.height);
        let answer = part(self);
        self.nesting.leave();
        if self.height >= self.deepest && answer.is_ok() {
            return Err(self.too_deep());
        }
        self.height = around.max(self.height + 1);
        answer
    }

    /// Counts one node of left growth.
    #[inline]
    fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height > self.deepest {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// Checks the clock and the flag if enough tokens were consumed since the last check.
    #[inline]
    fn watch(&mut self) -> Parsed<()> {
        if self.at < self.checked_at {
            return Ok(());
        }
        self.checked_at = self.at + TOKENS_A_CHECK;
        self.budget.check().map_err(|limit| self.stopped(limit))
    }

    #[cold]
    fn stopped(&self, limit: BudgetError) -> Box<SyntaxDiagnostic> {
        let message = Error::from(limit).message().to_owned();
        let span = self.token().span;
        Box::new(SyntaxDiagnostic::error(Code::Limit, span, message))
    }

    #[cold]
    fn too_deep(&self) -> Box<SyntaxDiagnostic> {
        let most = self.deepest;
        let message = format!("the text is nested more than {most} levels deep");
        Box::new(SyntaxDiagnostic::error(
            Code::Limit,
            self.token().span,
            message,
        ))
    }

    #[inline]
    fn add(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.nodes.exprs.add(Expr { span, kind })
    }

    /// Returns the index of a name in the text.
    fn name(&mut self, span: Span) -> NameId {
        self.number_of(self.slice(span), Named::Written(span))
    }

    fn number_of(&mut self, text: &'s str, named: Named) -> NameId {
        let names = &mut self.nodes.names;
        if self.names.is_empty() {
            for slot in &mut self.few {
                match slot {
                    Some((known, id)) if *known == text => return *id,
                    Some(_) => {}
                    None => {
                        let id = names.add(Name::new(named));
                        *slot = Some((text, id));
                        return id;
                    }
                }
            }
            self.names.extend(self.few.iter().flatten().copied());
        }
        *self
            .names
            .entry(text)
            .or_insert_with(|| names.add(Name::new(named)))
    }

    fn value(&mut self, text: &str) -> ValueId {
        self.nodes.values.add(Value::string(text))
    }

    #[cold]
    fn error(&self, at: Span, message: impl Into<String>) -> Box<SyntaxDiagnostic> {
        Box::new(SyntaxDiagnostic::error(Code::Syntax, at, message))
    }

    /// The error for a next token that no valid text continues with.
    #[cold]
    fn unexpected(&mut self) -> Box<SyntaxDiagnostic> {
        let Token { kind, span } = self.token();
        if kind == Kind::Error
            && let Some(error) = self.scan_error.take()
        {
            return error;
        }
        if kind == Kind::End {
            return Box::new(SyntaxDiagnostic {
                at: None,
                ..SyntaxDiagnostic::error(Code::Syntax, span, "Syntax error at end of input")
            });
        }
        let text = self.token_text();
        self.error(span, format!("Syntax error at '{text}'"))
    }

    fn program_at(&self, id: ExprId) -> Span {
        Span::at(super::tree::at(&self.nodes, id) as usize)
    }
}

/// The name of a variable, without its `$`.
fn behind_dollar(span: Span) -> Span {
    Span {
        start: span.start + 1,
        ..span
    }
}
