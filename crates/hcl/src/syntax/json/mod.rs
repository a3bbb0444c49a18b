//! HCL JSON syntax.
//!
//! A JSON text is a body or an expression: objects, arrays, and strings that are templates. Blocks
//! and labels of native syntax are objects here, and only the schema of a body distinguishes them
//! from attributes.
//!
//! - [`Document`]: the values of a text
//! - `scan`, `parser`: parsing, with the diagnostics of HCL
//! - [`JsonExpression`]: a value as an expression

mod document;
mod expression;
mod parser;
mod scan;

pub use document::Document;
pub(crate) use document::{NodeId, NodeKind, Property, Text};
pub use expression::JsonExpression;
pub(crate) use expression::Part;

use crate::syntax;
use polycty_core::calls::Budget;
use polycty_core::source::{
    Columns, Diagnostic, Position, Reporter, SourceError, SourceErrors, SourceName, SourceText,
    Span,
};
use std::sync::Arc;

/// The result of parsing a JSON text: the document, which is partial if there are errors, and the
/// diagnostics.
#[derive(Clone, Debug)]
pub struct ParsedJson {
    /// The value of the whole text.
    pub expression: JsonExpression,
    /// The diagnostics in order of detection.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a JSON text as an expression with the standard budget.
#[must_use]
pub fn parse_json(text: &[u8], name: &str) -> ParsedJson {
    parse_json_within(text, name, Position::START, &Budget::standard())
}

/// The maximum size in the document of a token, without memory owned by its string or number.
const TREE_BYTES: u64 = 48;

/// Parses a JSON text, whose first byte is at `start`, with the budget of an operation. If the
/// budget is exceeded, the result is empty and has a diagnostic that reports it.
///
/// Templates in strings are parsed at first use. Their cost is charged here in any case.
#[must_use]
pub fn parse_json_within<'n>(
    text: &[u8],
    name: impl Into<SourceName<'n>>,
    start: Position,
    budget: &Budget,
) -> ParsedJson {
    parsed(text, name.into(), start, budget)
}

fn parsed(text: &[u8], name: SourceName<'_>, start: Position, budget: &Budget) -> ParsedJson {
    let refused = |error: SourceError| {
        let mut parsed = parsed(b"", name, start, &Budget::new());
        let source = &parsed.expression.document().source;
        parsed.diagnostics = vec![error.reported_by(Reporter::Hcl).diagnose(source)];
        parsed
    };
    if text.len() > syntax::MAX_SOURCE_BYTES {
        return refused(SourceError::limit(
            "Input too long",
            format!("A text may have up to {} bytes.", syntax::MAX_SOURCE_BYTES),
            Span::default(),
        ));
    }
    if let Err(spent) = syntax::begin(text, budget) {
        return refused(SourceError::refusal(&spent.into()));
    }
    let (text, bad) = syntax::decode(text);
    let mut scanned = scan::scan(&text, &bad, budget);
    let ahead = scanned.tokens.len() as u64 * TREE_BYTES;
    if budget.hold(ahead).is_err() || budget.finish().is_err() {
        scanned.give_up();
    }
    let errors = SourceErrors::default();
    let mut parser = parser::Parser::new(&text, &bad, &scanned.tokens, errors, budget);
    let root = parser.root();
    let parser::Parser { nodes, errors, .. } = parser;
    let source = name.with_text(&text, start);
    let source = SourceText::new(source, scanned.breaks).counting(Columns::Json);
    let diagnostics = errors.diagnose(&source, Reporter::Hcl);
    let memory = diagnostics.iter().map(|found| found.memory() as u64).sum();
    if let Err(spent) = budget.hold(memory).and_then(|()| budget.finish()) {
        return refused(SourceError::refusal(&spent.into()));
    }
    budget.release(scanned.charged);
    let document = Arc::new(Document { source, nodes });
    ParsedJson {
        expression: JsonExpression::new(document, root),
        diagnostics,
    }
}
