//! The parser state and its movement over the tokens.
//!
//! The grammar is in `expression`, `collection`, `template`, `body` and `traversal`; this module
//! contains the parts that they share. Recovery is the same as in HCL, because the number of
//! diagnostics depends on it: the first error after which the position of the parser is doubtful
//! sets [`Parser::recovery`], and errors that are probably consequences of it are not reported any
//! more.

use super::ast::{
    Attribute, Block, Expr, ExprId, ExprKind, Label, Name, Nodes, ObjectItem, Operation, Step,
};
use super::scan::{Kind, Token};
use super::token_errors::TOO_DEEP;
use polycty_core::calls::Budget;
use polycty_core::source::{SourceError, SourceErrors, Span};
use polycty_core::syntax::{Arena, Cursor, List, MAX_NESTING, Nesting};
use polycty_core::values::Value;

/// The number of tokens above which a text is assumed to consist of arguments and blocks;
/// expressions are rarely that long.
const LONG: usize = 512;

/// The number of tokens above which an expression is assumed to be more than a name or a sum.
const SOME: usize = 16;

/// The parser of a text.
pub(super) struct Parser<'s> {
    pub(super) tokens: Cursor<'s, Kind>,
    /// Whether an error may have left the parser at a wrong position.
    pub(super) recovery: bool,
    pub(super) errors: SourceErrors,
    pub(super) nesting: Nesting,
    pub(super) nodes: Nodes,
    pub(super) scratch: Scratch,
    pub(super) budget: &'s Budget,
}

/// A conditional whose false result is not complete.
pub(super) struct Conditional {
    pub(super) condition: ExprId,
    pub(super) yes: ExprId,
    /// The number of errors before the false result.
    pub(super) errors: usize,
}

/// Parts of incomplete nodes; those of the innermost node are last.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) exprs: Vec<ExprId>,
    pub(super) steps: Vec<Step>,
    pub(super) operations: Vec<Operation>,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) items: Vec<ObjectItem>,
    pub(super) attributes: Vec<Attribute>,
    /// Arguments that repeat an earlier name.
    pub(super) repeated: Vec<Attribute>,
    pub(super) blocks: Vec<Block>,
    pub(super) labels: Vec<Label>,
}

impl<'s> Parser<'s> {
    /// Creates a parser at the first of some tokens. The last token must be [`Kind::End`].
    #[inline(always)]
    pub(super) fn new(
        text: &'s str,
        tokens: &'s [Token],
        errors: SourceErrors,
        budget: &'s Budget,
    ) -> Parser<'s> {
        let count = tokens.len();
        let mut nodes = Nodes::default();
        let mut scratch = Scratch::default();
        if count >= LONG {
            // Measured on real files, for the arenas that grow most.
            nodes.exprs = Arena::with_capacity(count / 4);
            nodes.values = Arena::with_capacity(count / 6);
            nodes.steps = Arena::with_capacity(count / 8);
            nodes.attributes = Arena::with_capacity(count / 16);
            nodes.lists = Arena::with_capacity(count / 16);
        } else {
            // An expression has more nodes per token than a body, and no arguments of blocks.
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
            errors,
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

    /// Enters a nesting level, which the caller must leave. Reports an error if the level is too
    /// deep.
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
        self.report(SourceError::limit(
            TOO_DEEP,
            format!(
                "Expressions, templates and blocks may be nested up to {MAX_NESTING} levels deep."
            ),
            subject,
        ));
        self.recovery = true;
    }

    /// Records an error.
    #[cold]
    pub(super) fn report(&mut self, error: SourceError) {
        self.errors.push(error);
    }

    /// Whether there are more than `before` errors and the parser may be at a wrong position.
    #[inline]
    pub(super) fn lost(&self, before: usize) -> bool {
        self.recovery && self.errors.count() > before
    }

    /// Reads up to and including the token that closes the bracket opened last. Returns that token,
    /// or the end token.
    #[cold]
    pub(super) fn recover(&mut self, close: Kind) -> Token {
        self.recovery = true;
        self.tokens.skip_past(close)
    }

    /// Skips the next parenthesized group.
    #[cold]
    pub(super) fn recover_over_parentheses(&mut self) {
        while !matches!(self.tokens.read().kind, Kind::OpenParen | Kind::End) {}
        self.recover(Kind::CloseParen);
    }

    /// Reads up to the newline that presumably ends an item of a body.
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

    /// Stores the expressions on the scratch stack from `mark` on.
    #[inline]
    pub(super) fn exprs_from(&mut self, mark: usize) -> List<ExprId> {
        self.nodes
            .lists
            .gather_copies(&mut self.scratch.exprs, mark)
    }

    /// The name of a token.
    #[inline]
    pub(super) fn name(&self, span: Span) -> Name {
        Name {
            start: span.start,
            len: span.end - span.start,
        }
    }

    /// Adds a name whose text is not a span of the source.
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
