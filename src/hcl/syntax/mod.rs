//! HCL's native syntax: how is it read?
//!
//! A text becomes tokens and these a [`Tree`]; nothing is evaluated. Whatever is
//! wrong is told by diagnostics, and the tree is there all the same, as far as the
//! text could be read.
//!
//! - [`parse_config`], [`parse_expression`], [`parse_template`],
//!   [`parse_traversal`]: what a text may be
//! - [`json`]: the JSON syntax
//! - `ast`: the tree
//! - `analysis`: what an expression says without being evaluated; `children`: what its parts
//!   are, and which stand at a byte
//! - `scan`: tokens; `parser`: moving over them; `expression`, `collection`,
//!   `template`, `text`, `body`, `traversal`: the grammar
//! - `token_fault`: what is wrong with tokens; [`tokens`]: all of them, blanks and comments too
//!
//! ```
//! use polycty_core::source::Position;
//! use polycty_hcl::syntax::{ExprKind, parse_expression};
//! let parsed = parse_expression(b"port + 1", "main.hcl", Position::START);
//! assert!(parsed.diagnostics.is_empty());
//! assert!(matches!(
//!     parsed.tree[parsed.root].kind,
//!     ExprKind::Operations { .. }
//! ));
//! assert_eq!(parsed.tree.variables(parsed.root)[0].root().map(|name| &**name), Some("port"));
//! ```

mod analysis;
mod ast;
mod body;
mod children;
mod collection;
mod expression;
pub mod json;
mod parser;
mod scan;
mod start;
mod template;
mod text;
mod token_fault;
mod tokens;
mod traversal;

pub use analysis::{StaticCall, relative};
pub use ast::{
    Attribute, BinaryOp, Block, Body, BodyId, Call, CallId, Expr, ExprId, ExprKind, Expression,
    For, ForId, Item, Label, Name, Operation, Step, StepKind, Traversal, TraversalStep,
    TraversalStepKind, Tree, UnaryOp, ValueId,
};
pub use children::Role;
pub(crate) use children::holds;
pub use polycty_core::source::{MAX_FAULTS, Span};
pub use polycty_core::syntax::{List, MAX_NESTING};
pub use scan::{Kind, Token};
pub(super) use token_fault::TOO_DEEP;
pub(crate) use tokens::significant;
pub use tokens::tokens;

use parser::Parser;
use polycty_core::source::{Diagnostic, Fault, Position, Source, SourceText};
use polycty_core::syntax::Newlines;
use scan::Start;
use std::borrow::Cow;
use std::sync::Arc;

/// The longest text that is read, in bytes: two gigabytes.
pub const MAX_TEXT: usize = i32::MAX as usize;

/// What came of parsing: a tree, which is partial where there are errors, the
/// node that the whole text is, and what was wrong.
#[derive(Clone, Debug)]
pub struct Parsed<T> {
    /// The tree.
    pub tree: Arc<Tree>,
    /// What the whole text is.
    pub root: T,
    /// What is wrong, in the order it was found: at most [`MAX_FAULTS`].
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed<ExprId> {
    /// The expression that the whole text is.
    #[must_use]
    pub fn expression(&self) -> Expression {
        Expression {
            tree: self.tree.clone(),
            id: self.root,
        }
    }
}

/// A file's body. `start` is the place of the first byte.
#[must_use]
pub fn parse_config(text: &[u8], name: &str, start: Position) -> Parsed<BodyId> {
    parse(text, name, start, Start::Code, |parser| {
        parser.body(Kind::End)
    })
}

/// An expression that is the whole text; newlines mean nothing around it.
#[must_use]
pub fn parse_expression(text: &[u8], name: &str, start: Position) -> Parsed<ExprId> {
    parse(text, name, start, Start::Code, |parser| {
        parser.tokens.set_newlines(Newlines::Skipped);
        let expression = parser.expression();
        let next = parser.tokens.peek();
        if next.kind != Kind::End && !parser.recovery {
            parser.find(Fault::syntax(
                "Extra characters after expression",
                "An expression was successfully parsed, but extra characters were found after it.",
                next.span,
            ));
        }
        expression
    })
}

/// A template without quotes around it.
#[must_use]
pub fn parse_template(text: &[u8], name: &str, start: Position) -> Parsed<ExprId> {
    parse(text, name, start, Start::Template, |parser| {
        parser.bare_template()
    })
}

/// A traversal that begins with a variable; what was read of it where there are
/// errors.
#[must_use]
pub fn parse_traversal(text: &[u8], name: &str, start: Position) -> Parsed<Traversal> {
    let parsed = parse(text, name, start, Start::Code, |parser| {
        parser.tokens.set_newlines(Newlines::Skipped);
        parser.absolute_traversal()
    });
    Parsed {
        root: parsed.tree.traversal(&parsed.tree[parsed.root]),
        tree: parsed.tree,
        diagnostics: parsed.diagnostics,
    }
}

/// Whether a text is one identifier: letters, digits, marks, underscores and
/// hyphens, not beginning with a digit, a mark or a hyphen.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    scan::is_identifier(text)
}

fn parse<T>(
    text: &[u8],
    name: &str,
    start: Position,
    mode: Start,
    grammar: impl FnOnce(&mut Parser<'_>) -> T,
) -> Parsed<T> {
    let too_long = text.len() > MAX_TEXT;
    let (text, bad) = decode(if too_long { b"" } else { text });
    let scanned = scan::scan(&text, &bad, mode);
    let mut faults = token_fault::check_tokens(&text, &scanned.tokens);
    if too_long {
        faults.push(Fault::limit(
            "Text too long",
            format!("A text may have up to {MAX_TEXT} bytes."),
            Span::default(),
        ));
    }
    let mut parser = Parser::new(&text, &scanned.tokens, faults);
    let root = grammar(&mut parser);
    let (mut nodes, faults) = (parser.nodes, parser.faults);
    nodes.shrink();
    let source = Source {
        name: name.into(),
        text: text.as_ref().into(),
        start,
    };
    let source = SourceText::new(source, scanned.breaks);
    let diagnostics = faults.diagnose(&source);
    let tree = Tree { source, nodes };
    Parsed {
        tree: Arc::new(tree),
        root,
        diagnostics,
    }
}

/// A text as UTF-8 of the same length: each byte that is none becomes a control
/// character, of which the places are told.
pub(super) fn decode(text: &[u8]) -> (Cow<'_, str>, Vec<u32>) {
    if let Ok(text) = std::str::from_utf8(text) {
        return (Cow::Borrowed(text), Vec::new());
    }
    let mut out = String::with_capacity(text.len());
    let mut bad = Vec::new();
    for chunk in text.utf8_chunks() {
        out.push_str(chunk.valid());
        for _ in chunk.invalid() {
            bad.push(out.len() as u32);
            out.push('\u{1a}');
        }
    }
    (Cow::Owned(out), bad)
}
