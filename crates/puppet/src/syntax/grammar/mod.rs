//! The grammar: from tokens to the tree.
//!
//! One token decides what comes next, but where `{` opens a resource: there a second one
//! tells attributes from titles. What is wrong is told at the first token that nothing
//! right begins with, as Puppet's own parser does; it stops there.
//!
//! Recursion is bounded, and so is what grows to the left without recursion: `a.b.c` nests in
//! the tree though not in the text. [`Parser::height`] counts both.

mod collection;
mod definition;
mod expression;
mod resource;
mod statement;
mod string;

use super::finding::Finding;
use super::notation::Notation;
use super::scan::{Heredoc, Kind, Token, Tokens};
use super::tree::{
    Attribute, Branch, CaseOption, Entry, Expr, ExprId, ExprKind, Exprs, Name, NameId, Named,
    Nodes, Operation, Parameter, ResourceBody, TemplateParameters, ValueId,
};
use crate::depth::MAX_NESTING;
use polycty_core::source::{Code, Span};
use polycty_core::syntax::{Arena, Nesting};
use polycty_core::types::KeyedMap;
use polycty_core::values::Value;

/// A fault ends the reading. A pointer, so that a `Result` is small.
pub(super) type Parsed<T = ExprId> = Result<T, Box<Finding>>;

/// What has been read of a text.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Nodes,
    pub(crate) body: Exprs,
    pub(super) template: TemplateParameters,
    pub(super) warnings: Vec<Finding>,
}

/// The tree of a text's tokens.
pub(super) fn parse(text: &str, tokens: &mut Tokens, notation: Notation) -> Parsed<Tree> {
    let fault = tokens.fault.take();
    let parser = Parser {
        text,
        tokens: &tokens.tokens,
        heredocs: &tokens.heredocs,
        at: 0,
        next_heredoc: 0,
        last_end: 0,
        fault,
        nesting: Nesting::default(),
        deepest: tokens.deepest,
        height: 0,
        nodes: nodes_for(tokens.tokens.len()),
        few: [None; FEW_NAMES],
        names: KeyedMap::default(),
        scratch: Scratch {
            exprs: Vec::with_capacity(8),
            ..Scratch::default()
        },
        warnings: Vec::new(),
    };
    parser.program(notation)
}

/// The arenas for so many tokens: what real manifests need of those that grow most, and so
/// much for a type or a value that they need not grow.
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

/// How many names are looked for one by one.
const FEW_NAMES: usize = 8;

/// A parser in the middle of a text.
struct Parser<'s, 't> {
    text: &'s str,
    tokens: &'t [Token],
    heredocs: &'t [Heredoc],
    at: usize,
    /// The heredoc whose token comes next.
    next_heredoc: usize,
    /// Where the last token ended.
    last_end: u32,
    /// What the scanner found wrong at the last token.
    fault: Option<Box<Finding>>,
    nesting: Nesting<MAX_NESTING>,
    /// How far the text may nest here.
    deepest: u32,
    /// How deep the tree is, at the most, that has been read of what is being read.
    height: u32,
    nodes: Nodes,
    /// The first names, which are looked for one by one while there are no more.
    few: [Option<(&'s str, NameId)>; FEW_NAMES],
    /// All names, if there are more.
    names: KeyedMap<&'s str, NameId>,
    scratch: Scratch,
    warnings: Vec<Finding>,
}

/// Parts of nodes that are not complete: those of the innermost node last.
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
    /// How much is on each stack.
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

    /// Takes away what was put there since.
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

    /// What the token behind the next one is.
    #[inline]
    fn second(&self) -> Kind {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    /// Reads the next token.
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

    /// From a byte to where the last token ended.
    #[inline]
    fn span_from(&self, start: u32) -> Span {
        Span {
            start,
            end: self.last_end,
        }
    }

    /// Reads something that nests.
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

    /// Counts what has grown to the left by one node.
    #[inline]
    fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height > self.deepest {
            return Err(self.too_deep());
        }
        Ok(())
    }

    #[cold]
    fn too_deep(&self) -> Box<Finding> {
        let most = self.deepest;
        let message = format!("the text is nested more than {most} levels deep");
        Box::new(Finding::error(Code::Limit, self.token().span, message))
    }

    #[inline]
    fn add(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.nodes.exprs.add(Expr { span, kind })
    }

    /// The number of a name that stands in the text.
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
    fn error(&self, at: Span, message: impl Into<String>) -> Box<Finding> {
        Box::new(Finding::error(Code::Syntax, at, message))
    }

    /// The next token is none that anything right goes on with.
    #[cold]
    fn unexpected(&mut self) -> Box<Finding> {
        let Token { kind, span } = self.token();
        if kind == Kind::Fault
            && let Some(fault) = self.fault.take()
        {
            return fault;
        }
        if kind == Kind::End {
            return Box::new(Finding {
                at: None,
                ..Finding::error(Code::Syntax, span, "Syntax error at end of input")
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
