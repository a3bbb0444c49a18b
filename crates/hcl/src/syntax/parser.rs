//! The parser's state and its movement over the tokens.
//!
//! The grammar stands in `expression`, `collection`, `template`, `body` and
//! `traversal`; this is what they share. Recovery is HCL's, since the number of
//! faults that are told depends on it: after the first fault that leaves the parser
//! at a doubtful place, [`Parser::recovery`] stays on, and faults that are likely to
//! be mere consequences are no longer told.

use super::ast::{
    Attribute, Block, Expr, ExprId, ExprKind, Label, Name, Nodes, ObjectItem, Operation, Step,
};
use super::scan::{Kind, Token};
use super::token_fault::TOO_DEEP;
use polycty_core::calls::Budget;
use polycty_core::source::{Fault, Faults, Span};
use polycty_core::syntax::{Arena, Cursor, List, MAX_NESTING, Nesting};
use polycty_core::values::Value;

/// As many tokens as a text of arguments and blocks has at least, and a single expression seldom.
const LONG: usize = 512;

/// As many tokens as an expression has that is more than a name or a sum.
const SOME: usize = 16;

/// A parser in the middle of a text.
pub(super) struct Parser<'s> {
    pub(super) tokens: Cursor<'s, Kind>,
    /// Whether a fault may have left the parser at a wrong place.
    pub(super) recovery: bool,
    pub(super) faults: Faults,
    pub(super) nesting: Nesting,
    pub(super) nodes: Nodes,
    pub(super) scratch: Scratch,
    pub(super) budget: &'s Budget,
}

/// A conditional whose false result is not complete.
pub(super) struct Conditional {
    pub(super) condition: ExprId,
    pub(super) yes: ExprId,
    /// The number of faults before the false result.
    pub(super) faults: usize,
}

/// Parts of nodes that are not complete: those of the innermost node last.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) exprs: Vec<ExprId>,
    pub(super) steps: Vec<Step>,
    pub(super) operations: Vec<Operation>,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) items: Vec<ObjectItem>,
    pub(super) attributes: Vec<Attribute>,
    /// Arguments whose names were set before.
    pub(super) repeated: Vec<Attribute>,
    pub(super) blocks: Vec<Block>,
    pub(super) labels: Vec<Label>,
}

impl<'s> Parser<'s> {
    /// At the first of some tokens, of which the last must be [`Kind::End`].
    #[inline(always)]
    pub(super) fn new(
        text: &'s str,
        tokens: &'s [Token],
        faults: Faults,
        budget: &'s Budget,
    ) -> Parser<'s> {
        let count = tokens.len();
        let mut nodes = Nodes::default();
        let mut scratch = Scratch::default();
        if count >= LONG {
            // What real files need of the arenas that grow most.
            nodes.exprs = Arena::with_capacity(count / 4);
            nodes.values = Arena::with_capacity(count / 6);
            nodes.steps = Arena::with_capacity(count / 8);
            nodes.attributes = Arena::with_capacity(count / 16);
            nodes.lists = Arena::with_capacity(count / 16);
        } else {
            // An expression has more nodes for its tokens, and no arguments of blocks.
            nodes.exprs = Arena::with_capacity(count / 2);
            if count >= SOME {
                nodes.values = Arena::with_capacity(count / 6);
                nodes.steps = Arena::with_capacity(count / 5);
                nodes.lists = Arena::with_capacity(count / 5);
                scratch.exprs = Vec::with_capacity(SOME / 2);
            }
        }
        Parser {
            tokens: Cursor::new(text, tokens),
            recovery: false,
            faults,
            nesting: Nesting::default(),
            nodes,
            scratch,
            budget,
        }
    }

    /// Whether the next token is this word.
    #[inline]
    pub(super) fn next_is(&self, word: &str) -> bool {
        let token = self.tokens.peek();
        token.kind == Kind::Ident && self.tokens.slice(token.span) == word
    }

    /// Goes a level further in, to be left again; tells when that is too deep.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        let fits = self.nesting.enter();
        if !fits {
            self.too_deep();
        }
        fits
    }

    #[cold]
    fn too_deep(&mut self) {
        let subject = self.tokens.peek().span;
        self.find(Fault::limit(
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
    pub(super) fn find(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Whether there were faults since there were this many, and the parser may be at
    /// a wrong place.
    #[inline]
    pub(super) fn lost(&self, before: usize) -> bool {
        self.recovery && self.faults.count() > before
    }

    /// Reads up to and including the token that closes what was open last; that
    /// token, or the end.
    #[cold]
    pub(super) fn recover(&mut self, close: Kind) -> Token {
        self.recovery = true;
        self.tokens.skip_past(close)
    }

    /// Reads over the next parentheses.
    #[cold]
    pub(super) fn recover_over_parentheses(&mut self) {
        while !matches!(self.tokens.read().kind, Kind::OpenParen | Kind::End) {}
        self.recover(Kind::CloseParen);
    }

    /// Reads up to the newline that ends an item of a body, as far as one can tell.
    #[cold]
    pub(super) fn recover_after_item(&mut self) {
        self.recovery = true;
        self.tokens.skip_past_statement(Kind::Newline);
    }

    #[inline]
    pub(super) fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.nodes.exprs.add(Expr { span, kind })
    }

    pub(super) fn literal(&mut self, value: Value, span: Span) -> ExprId {
        let memory = value.literal_memory() as u64;
        if memory > 0 && self.budget.hold(memory).is_err() {
            self.tokens.give_up();
        }
        let value = self.nodes.values.add(value);
        self.add(ExprKind::Literal(value), span)
    }

    pub(super) fn span(&self, id: ExprId) -> Span {
        self.nodes.exprs[id].span
    }

    pub(super) fn kind(&self, id: ExprId) -> ExprKind {
        self.nodes.exprs[id].kind
    }

    /// The expressions on the scratch stack from `mark` on.
    #[inline]
    pub(super) fn exprs_from(&mut self, mark: usize) -> List<ExprId> {
        self.nodes
            .lists
            .gather_copies(&mut self.scratch.exprs, mark)
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
        let start = (self.tokens.text().len() + names.len()) as u32;
        names.push_str(text);
        Name {
            start,
            len: text.len() as u32,
        }
    }
}
