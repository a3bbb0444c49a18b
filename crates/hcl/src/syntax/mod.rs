//! HCL native syntax.
//!
//! A text is scanned into tokens and parsed into a [`Tree`]; nothing is evaluated. Errors are
//! reported as diagnostics, and the tree always exists, as far as the text could be parsed.
//!
//! - [`parse_config`], [`parse_expression`], [`parse_template`], [`parse_traversal`]: the entry
//!   points, one for each kind of text
//! - [`json`]: the JSON syntax
//! - `ast`: the tree
//! - `analysis`: static analysis of expressions; `children`: the parts of an expression, and the
//!   expressions at a byte
//! - `scan`: tokens; `parser`: the parser state; `expression`, `collection`, `template`, `text`,
//!   `body`, `traversal`: the grammar
//! - `token_errors`: diagnostics of tokens; [`tokens`]: all tokens, including blanks and comments
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
mod scanned;
mod start;
mod template;
mod text;
mod token_errors;
mod tokens;
mod traversal;

pub use analysis::{StaticCall, relative};
pub use ast::{
    Attribute, BinaryOp, Block, Body, BodyId, Call, CallId, Expr, ExprId, ExprKind, Expression,
    For, ForId, Label, Name, ObjectItem, Operation, Step, StepKind, Traversal, TraversalStep,
    TraversalStepKind, Tree, UnaryOp, ValueId,
};
pub use children::Role;
pub(crate) use children::holds;
pub use polycty_core::source::{MAX_DIAGNOSTICS, Reporter, Span};
pub use polycty_core::syntax::{List, MAX_NESTING};
pub use scan::{Kind, Token};
pub(super) use token_errors::TOO_DEEP;
pub use tokens::{Tokens, tokens};
pub(crate) use tokens::{significant, template_tokens};

use ast::Nodes;
use parser::Parser;
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::{
    Diagnostic, Position, SourceError, SourceErrors, SourceName, SourceText,
};
use polycty_core::syntax::Newlines;
use scan::{HasOdd, Start};
use std::borrow::Cow;
use std::sync::Arc;

/// The maximum length of a text, in bytes: two gigabytes.
pub const MAX_SOURCE_BYTES: usize = i32::MAX as usize;

/// The result of parsing: a tree, which is partial if there are errors, its root node, and the
/// diagnostics.
#[derive(Clone, Debug)]
pub struct Parsed<T> {
    /// The tree.
    pub tree: Arc<Tree>,
    /// The root node.
    pub root: T,
    /// The diagnostics in order of detection, at most [`MAX_DIAGNOSTICS`].
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed<ExprId> {
    /// The expression of the whole text.
    #[must_use]
    pub fn expression(&self) -> Expression {
        Expression {
            tree: self.tree.clone(),
            id: self.root,
        }
    }
}

/// Parses the body of a file with the standard budget. `start` is the position of the first byte.
#[must_use]
pub fn parse_config(text: &[u8], name: &str, start: Position) -> Parsed<BodyId> {
    parse_config_within(text, name, start, &Budget::standard())
}

/// Parses the body of a file as [`parse_config`] does, with the budget of an operation. If the
/// budget is exceeded, the result is empty and has a diagnostic that reports it.
#[must_use]
pub fn parse_config_within<'n>(
    text: &[u8],
    name: impl Into<SourceName<'n>>,
    start: Position,
    budget: &Budget,
) -> Parsed<BodyId> {
    parse(text, name.into(), start, Start::Code, budget, |parser| {
        parser.body(Kind::End)
    })
}

/// Parses the body of a file as [`parse_config_within`] does and returns its tokens without blanks.
pub(crate) fn parse_config_and_tokens(
    text: &[u8],
    name: &str,
    budget: &Budget,
) -> Parsed<(BodyId, Vec<Token>)> {
    parse(
        text,
        name.into(),
        Position::START,
        Start::Code,
        budget,
        |parser| {
            let body = parser.body(Kind::End);
            (body, parser.significant())
        },
    )
}

/// Parses a text as one expression with the standard budget. Newlines around the expression are
/// insignificant.
#[must_use]
pub fn parse_expression(text: &[u8], name: &str, start: Position) -> Parsed<ExprId> {
    parse_expression_within(text, name, start, &Budget::standard())
}

/// Parses an expression as [`parse_expression`] does, with the budget of an operation as in
/// [`parse_config_within`].
#[must_use]
pub fn parse_expression_within<'n>(
    text: &[u8],
    name: impl Into<SourceName<'n>>,
    start: Position,
    budget: &Budget,
) -> Parsed<ExprId> {
    parse(text, name.into(), start, Start::Code, budget, |parser| {
        parser.tokens.set_newlines(Newlines::Skipped);
        let expression = parser.expression();
        let next = parser.tokens.peek();
        if next.kind != Kind::End && !parser.recovery {
            parser.report(SourceError::syntax(
                "Extra characters after expression",
                "An expression was successfully parsed, but extra characters were found after it.",
                next.span,
            ));
        }
        expression
    })
}

/// Parses a text as a template without quotes, with the standard budget.
#[must_use]
pub fn parse_template(text: &[u8], name: &str, start: Position) -> Parsed<ExprId> {
    parse_template_within(text, name, start, &Budget::standard())
}

/// Parses a template as [`parse_template`] does, with the budget of an operation as in
/// [`parse_config_within`].
#[must_use]
pub fn parse_template_within(
    text: &[u8],
    name: &str,
    start: Position,
    budget: &Budget,
) -> Parsed<ExprId> {
    parse(
        text,
        name.into(),
        start,
        Start::Template,
        budget,
        |parser| parser.bare_template(),
    )
}

/// Parses a traversal that starts with a variable, with the standard budget. If there are errors,
/// the result is the part before the first one.
#[must_use]
pub fn parse_traversal(text: &[u8], name: &str, start: Position) -> Parsed<Traversal> {
    parse_traversal_within(text, name, start, &Budget::standard())
}

/// Parses a traversal as [`parse_traversal`] does, with the budget of an operation as in
/// [`parse_config_within`].
#[must_use]
pub fn parse_traversal_within(
    text: &[u8],
    name: &str,
    start: Position,
    budget: &Budget,
) -> Parsed<Traversal> {
    let parsed = parse(text, name.into(), start, Start::Code, budget, |parser| {
        parser.tokens.set_newlines(Newlines::Skipped);
        parser.absolute_traversal()
    });
    Parsed {
        root: parsed.tree.traversal(&parsed.tree[parsed.root]),
        tree: parsed.tree,
        diagnostics: parsed.diagnostics,
    }
}

/// Whether a text is one identifier: letters, digits, marks, underscores and hyphens, not starting
/// with a digit, a mark or a hyphen.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    scan::is_identifier(text)
}

/// The memory for each byte of a text: its copy, and the data of its columns and, on request, of
/// its lines.
const TEXT_BYTES: u64 = 4;

/// The maximum size in the tree of a token while the tree grows, without memory owned by its
/// literal. Half of it remains at the end.
const TREE_BYTES: u64 = 128;

/// Parses a text with a grammar. Parsing never fails. The budget is charged for the tokens as they
/// are scanned, then for the largest tree that they can form, and at the end for the actual tree.
fn parse<T>(
    text: &[u8],
    name: SourceName<'_>,
    start: Position,
    mode: Start,
    budget: &Budget,
    grammar: fn(&mut Parser<'_>) -> T,
) -> Parsed<T> {
    // A refused text is parsed as an empty text, so that there is a tree and no partial result.
    let refused = |error: SourceError| {
        let mut parsed = parse(b"", name, start, mode, &Budget::new(), grammar);
        parsed.diagnostics = vec![
            error
                .reported_by(Reporter::Hcl)
                .diagnose(&parsed.tree.source),
        ];
        parsed
    };
    if text.len() > MAX_SOURCE_BYTES {
        return refused(SourceError::limit(
            "Text too long",
            format!("A text may have up to {MAX_SOURCE_BYTES} bytes."),
            Span::default(),
        ));
    }
    if let Err(spent) = begin(text, budget) {
        return refused(SourceError::refusal(&spent.into()));
    }
    let (text, bad) = decode(text);
    let (mut scanned, odd) = scan::scan(&text, &bad, mode, budget);
    let ahead = scanned.tokens.len() as u64 * TREE_BYTES + Nodes::SPARE as u64;
    if budget.hold(ahead).is_err() || budget.finish().is_err() {
        scanned.give_up();
    }
    let errors = match odd {
        HasOdd::No => SourceErrors::default(),
        HasOdd::Yes => token_errors::check_tokens(&text, &scanned.tokens),
    };
    let mut parser = Parser::new(&text, &scanned.tokens, errors, budget);
    let root = grammar(&mut parser);
    parser.nodes.shrink();
    let source = name.with_text(&text, start);
    let source = SourceText::new(source, scanned.breaks);
    let diagnostics = parser.errors.diagnose(&source, Reporter::Hcl);
    let memory = diagnostics.iter().map(|found| found.memory() as u64).sum();
    let charged = budget.charge(DIAGNOSED * diagnostics.len() as u64);
    let charged = charged.and_then(|()| budget.hold(memory));
    if let Err(spent) = charged.and_then(|()| budget.finish()) {
        return refused(SourceError::refusal(&spent.into()));
    }
    let memory = parser.nodes.memory() as u64;
    debug_assert!(
        memory <= ahead / 2 + (Nodes::SPARE / 2 + text.len()) as u64,
        "{memory} of {ahead}"
    );
    budget.release((ahead + scanned.charged).saturating_sub(memory));
    Parsed {
        tree: Arc::new(Tree {
            source,
            nodes: parser.nodes,
        }),
        root,
        diagnostics,
    }
}

/// The steps charged for a diagnostic, whose columns are counted in grapheme clusters.
const DIAGNOSED: u64 = 32;

/// Charges a text before it is parsed: one step for each byte, and the memory kept for the text
/// itself.
pub(super) fn begin(text: &[u8], budget: &Budget) -> Result<(), BudgetError> {
    let bytes = text.len() as u64;
    budget.parts(bytes, TEXT_BYTES)
}

/// Returns a text as UTF-8 of the same length. Each invalid byte becomes a control character, and
/// its position is returned.
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

#[cfg(test)]
mod tests {
    use super::json::parse_json_within;
    use super::*;
    use polycty_core::calls::{Cancel, Limits};
    use polycty_core::source::Code;

    /// The diagnostics of all entry points, each with a budget of its own.
    fn diagnostics(text: &str, budget: impl Fn() -> Budget) -> Vec<Vec<Diagnostic>> {
        let (bytes, start) = (text.as_bytes(), Position::START);
        vec![
            parse_config_within(bytes, "f", start, &budget()).diagnostics,
            parse_expression_within(bytes, "f", start, &budget()).diagnostics,
            parse_template_within(bytes, "f", start, &budget()).diagnostics,
            parse_traversal_within(bytes, "f", start, &budget()).diagnostics,
            parse_json_within(bytes, "f", start, &budget()).diagnostics,
        ]
    }

    fn codes(found: &[Vec<Diagnostic>]) -> Vec<Option<Code>> {
        let one = |diagnostics: &Vec<Diagnostic>| match &**diagnostics {
            [only] => Some(only.code),
            _ => None,
        };
        found.iter().map(one).collect()
    }

    #[test]
    fn what_is_refused_is_told_alone_whatever_the_text() {
        let cancel = Cancel::new();
        cancel.raise();
        for text in [
            "[1, 2",
            "\"${a}${\"",
            "a.b.c",
            "a = 1.5\n",
            "]]]]]]]]",
            "{\"a\": \"%{\"}",
        ] {
            for budget in [
                || Budget::new().limit_steps(4),
                || Budget::new().limit_bytes(20),
                || Budget::new().limit_bytes(200),
            ] {
                assert_eq!(
                    codes(&diagnostics(text, budget)),
                    [Some(Code::Limit); 5],
                    "{text}"
                );
            }
            let budget = || Budget::new().cancelled_by(&cancel);
            assert_eq!(
                codes(&diagnostics(text, budget)),
                [Some(Code::Cancelled); 5],
                "{text}"
            );
        }
    }

    #[test]
    fn of_what_is_refused_there_is_no_tree() {
        let text = "a".repeat(100) + " = 1\n";
        let refused = || Budget::new().limit_bytes(500);
        let parsed = parse_config_within(text.as_bytes(), "f", Position::START, &refused());
        assert_eq!(parsed.tree.source().text.len(), 0);
        assert!(parsed.tree[parsed.tree[parsed.root].attributes].is_empty());
        assert_eq!(&*parsed.tree.source().name, "f");
    }

    #[test]
    fn what_is_held_at_the_end_is_the_tree() {
        let text = "[".to_owned() + &"a.b, 1.5, \"a text that is long\", ".repeat(1_000) + "]";
        let budget = Budget::new();
        let parsed = parse_expression_within(text.as_bytes(), "f", Position::START, &budget);
        assert!(parsed.diagnostics.is_empty());
        let (charged, tree) = (budget.bytes() as usize, parsed.tree.memory());
        assert!(
            tree < charged && charged < 3 * tree,
            "{charged} bytes for {tree}"
        );
        assert_eq!(budget.steps(), text.len() as u64);
        let json = "[".to_owned() + &"1.5, \"a${b}\", ".repeat(1_000) + "1]";
        let budget = Budget::new();
        let parsed = parse_json_within(json.as_bytes(), "f", Position::START, &budget);
        assert!(parsed.diagnostics.is_empty());
        // The charge includes all templates, although none has been parsed.
        let templates = 1_000 * size_of::<Tree>();
        assert!(budget.bytes() as usize > parsed.expression.document().memory() + templates);
    }

    #[test]
    fn as_many_tokens_as_bytes_are_read() {
        for text in ["]", "1,", "-", "\"\","] {
            let text = text.repeat(5_000);
            let within = diagnostics(&text, || Budget::new().bounded(Limits::STANDARD));
            assert_eq!(within, diagnostics(&text, Budget::new));
        }
    }
}
