//! How does the parser move over the tokens?
//!
//! The grammar stands in `expression`, `collection`, `template`, `body` and
//! `traversal`; this is what they share. Recovery is HCL's, since the number of
//! faults that are told depends on it: after the first fault that leaves the parser
//! at a doubtful place, [`Parser::recovery`] stays on, and faults that are likely to
//! be mere consequences are no longer told.

use super::ast::{
    Attribute, Block, Expr, ExprId, ExprKind, Item, Label, List, MAX_NESTING, Name, Nodes,
    Operation, Span, Step, ValueId,
};
use super::finding::{Finding, MAX_FINDINGS, TOO_DEEP};
use super::scan::{Kind, Token};
use polycty_core::values::Value;
use std::marker::PhantomData;

/// Whether a newline is a token of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newlines {
    Significant,
    Skipped,
}

/// A parser in the middle of a text.
pub(super) struct Parser<'s> {
    pub(super) text: &'s str,
    tokens: &'s [Token],
    /// The next token, if it is not skipped.
    at: usize,
    /// What the last token read stands for.
    previous: Option<Span>,
    newlines: Newlines,
    /// Whether a fault may have left the parser at a wrong place.
    pub(super) recovery: bool,
    /// How many faults there are, those that are not kept included.
    pub(super) errors: usize,
    pub(super) findings: Vec<Finding>,
    nesting: u32,
    pub(super) nodes: Nodes,
    pub(super) scratch: Scratch,
}

/// Parts of nodes that are not complete: those of the innermost node last.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) exprs: Vec<ExprId>,
    pub(super) steps: Vec<Step>,
    pub(super) operations: Vec<Operation>,
    pub(super) items: Vec<Item>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) blocks: Vec<Block>,
    pub(super) labels: Vec<Label>,
}

impl<'s> Parser<'s> {
    /// At the first of some tokens, of which the last must be [`Kind::End`].
    pub(super) fn new(text: &'s str, tokens: &'s [Token], findings: Vec<Finding>) -> Parser<'s> {
        // What real files need of the arenas that grow most.
        let nodes = Nodes {
            exprs: Vec::with_capacity(tokens.len() / 4),
            values: Vec::with_capacity(tokens.len() / 6),
            ..Nodes::default()
        };
        Parser {
            text,
            tokens,
            at: 0,
            previous: None,
            newlines: Newlines::Significant,
            recovery: false,
            errors: findings.len(),
            findings,
            nesting: 0,
            nodes,
            scratch: Scratch::default(),
        }
    }

    /// The next token; past the end, the end again.
    #[inline]
    pub(super) fn peek(&self) -> Token {
        let token = self.tokens[self.at];
        if token.kind == Kind::Newline && self.newlines == Newlines::Skipped {
            return self.tokens[self.past_newlines()];
        }
        token
    }

    #[inline]
    pub(super) fn peek_kind(&self) -> Kind {
        self.peek().kind
    }

    fn past_newlines(&self) -> usize {
        let mut at = self.at;
        while self.tokens[at].kind == Kind::Newline {
            at += 1;
        }
        at
    }

    #[inline]
    pub(super) fn read(&mut self) -> Token {
        let mut token = self.tokens[self.at];
        if token.kind == Kind::Newline && self.newlines == Newlines::Skipped {
            self.at = self.past_newlines();
            token = self.tokens[self.at];
        }
        if token.kind != Kind::End {
            self.at += 1;
        }
        self.previous = Some(token.span);
        token
    }

    /// What the last token read stands for; before any, the next one.
    pub(super) fn previous(&self) -> Span {
        self.previous.unwrap_or_else(|| self.peek().span)
    }

    /// The token after the next one, which is not skipped.
    pub(super) fn peek_second(&self) -> Option<Token> {
        self.tokens.get(self.at + 1).copied()
    }

    pub(super) fn slice(&self, span: Span) -> &'s str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Whether the next token is this word.
    pub(super) fn next_is(&self, word: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Ident && self.slice(token.span) == word
    }

    /// Treats newlines in this way from now on; how they were treated before, to be
    /// restored.
    #[inline]
    pub(super) fn set_newlines(&mut self, newlines: Newlines) -> Newlines {
        std::mem::replace(&mut self.newlines, newlines)
    }

    /// Goes a level further in, to be left by [`Parser::leave`]; tells when that is
    /// too deep.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        if self.nesting >= MAX_NESTING {
            self.too_deep();
            return false;
        }
        self.nesting += 1;
        true
    }

    #[inline]
    pub(super) fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// The level that the parser is at, for [`Parser::leave_to`].
    pub(super) fn level(&self) -> u32 {
        self.nesting
    }

    /// Leaves all levels further in than this one.
    pub(super) fn leave_to(&mut self, level: u32) {
        self.nesting = level;
    }

    #[cold]
    fn too_deep(&mut self) {
        let subject = self.peek().span;
        self.find(Finding::new(
            TOO_DEEP,
            format!(
                "Expressions, templates and blocks may be nested up to {MAX_NESTING} levels deep."
            ),
            subject,
        ));
        self.recovery = true;
    }

    /// Tells of a fault.
    #[cold]
    pub(super) fn find(&mut self, finding: Finding) {
        self.errors += 1;
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(finding);
        }
    }

    /// Whether there were faults since there were this many, and the parser may be at
    /// a wrong place.
    #[inline]
    pub(super) fn lost(&self, before: usize) -> bool {
        self.recovery && self.errors > before
    }

    /// Reads up to and including the token that closes what was open last; that
    /// token, or the end.
    #[cold]
    pub(super) fn recover(&mut self, close: Kind) -> Token {
        self.recovery = true;
        let open = opening(close);
        let mut nested = 0u32;
        loop {
            let token = self.read();
            let kind = match token.kind {
                Kind::Directive if close == Kind::SequenceEnd => Kind::Interpolation,
                kind => kind,
            };
            if Some(kind) == open {
                nested += 1;
            } else if kind == close {
                if nested == 0 {
                    return token;
                }
                nested -= 1;
            }
            if kind == Kind::End {
                return token;
            }
        }
    }

    /// Reads over the next parentheses.
    #[cold]
    pub(super) fn recover_over_parentheses(&mut self) {
        while !matches!(self.read().kind, Kind::OpenParen | Kind::End) {}
        self.recover(Kind::CloseParen);
    }

    /// Reads up to the newline that ends an item of a body, as far as one can tell.
    #[cold]
    pub(super) fn recover_after_item(&mut self) {
        self.recovery = true;
        let mut open: Vec<Kind> = Vec::new();
        loop {
            let token = self.read();
            match token.kind {
                Kind::Newline if open.is_empty() => return,
                Kind::End => return,
                Kind::OpenBrace
                | Kind::OpenBracket
                | Kind::OpenParen
                | Kind::OpenQuote
                | Kind::OpenHeredoc => open.push(token.kind),
                Kind::Interpolation | Kind::Directive => open.push(Kind::Interpolation),
                close => {
                    let Some(opener) = opening(close) else {
                        continue;
                    };
                    while open.pop().is_some_and(|kind| kind != opener) {}
                }
            }
        }
    }

    #[inline]
    pub(super) fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let id = ExprId(self.nodes.exprs.len() as u32);
        self.nodes.exprs.push(Expr { span, kind });
        id
    }

    #[inline]
    pub(super) fn add_value(&mut self, value: Value) -> ValueId {
        let id = ValueId(self.nodes.values.len() as u32);
        self.nodes.values.push(value);
        id
    }

    pub(super) fn literal(&mut self, value: Value, span: Span) -> ExprId {
        let value = self.add_value(value);
        self.add(ExprKind::Literal(value), span)
    }

    pub(super) fn span(&self, id: ExprId) -> Span {
        self.nodes.exprs[id.0 as usize].span
    }

    pub(super) fn kind(&self, id: ExprId) -> ExprKind {
        self.nodes.exprs[id.0 as usize].kind
    }

    /// The expressions on the scratch stack from `mark` on.
    #[inline]
    pub(super) fn exprs_from(&mut self, mark: usize) -> List<ExprId> {
        take(&mut self.nodes.lists, &mut self.scratch.exprs, mark)
    }

    /// The name that a token is.
    #[inline]
    pub(super) fn name(&self, span: Span) -> Name {
        Name {
            start: span.start,
            len: span.end - span.start,
        }
    }

    /// Text that the source does not contain as it is.
    pub(super) fn made_name(&mut self, text: &str) -> Name {
        let names = &mut self.nodes.names;
        let start = (self.text.len() + names.len()) as u32;
        names.push_str(text);
        Name {
            start,
            len: text.len() as u32,
        }
    }
}

/// Moves the end of a scratch stack into the arena of its kind.
#[inline]
pub(super) fn take<T>(arena: &mut Vec<T>, scratch: &mut Vec<T>, mark: usize) -> List<T> {
    let start = arena.len() as u32;
    arena.extend(scratch.drain(mark..));
    List {
        start,
        len: arena.len() as u32 - start,
        of: PhantomData,
    }
}

/// The token that a closing one belongs to; an interpolation also stands for a
/// directive.
fn opening(close: Kind) -> Option<Kind> {
    Some(match close {
        Kind::CloseBrace => Kind::OpenBrace,
        Kind::CloseBracket => Kind::OpenBracket,
        Kind::CloseParen => Kind::OpenParen,
        Kind::CloseQuote => Kind::OpenQuote,
        Kind::CloseHeredoc => Kind::OpenHeredoc,
        Kind::SequenceEnd => Kind::Interpolation,
        _ => return None,
    })
}
