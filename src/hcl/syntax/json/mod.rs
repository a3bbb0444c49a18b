//! HCL's JSON syntax: how is it read?
//!
//! A JSON text is a body, or an expression: objects, arrays, and strings that are
//! templates. What native syntax says with blocks and labels stands in objects
//! here, and only the schema of a body tells which ones those are.
//!
//! - [`Document`]: the values of a text
//! - `scan`, `parser`: reading, with HCL's words for what is wrong
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
use polycty_core::source::{
    Columns, Diagnostic, Fault, Faults, Position, Source, SourceText, Span,
};
use std::sync::Arc;

/// What came of reading a JSON text: the document, partial where there are errors,
/// and what was wrong.
#[derive(Clone, Debug)]
pub struct ParsedJson {
    /// The value that the whole text is.
    pub expression: JsonExpression,
    /// What is wrong, in the order it was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a JSON text as an expression.
#[must_use]
pub fn parse_json(text: &[u8], name: &str) -> ParsedJson {
    parse_json_at(text, name, Position::START)
}

/// Reads a JSON text that stands at a place of a larger one.
#[must_use]
pub fn parse_json_at(text: &[u8], name: &str, start: Position) -> ParsedJson {
    let too_long = text.len() > syntax::MAX_TEXT;
    let (text, bad) = syntax::decode(if too_long { b"" } else { text });
    let (tokens, breaks) = scan::scan(&text, &bad);
    let mut faults = Faults::default();
    if too_long {
        faults.push(Fault::limit(
            "Input too long",
            format!("A text may have up to {} bytes.", syntax::MAX_TEXT),
            Span::default(),
        ));
    }
    let mut parser = parser::Parser::new(&text, &bad, &tokens, faults);
    let root = parser.root();
    let parser::Parser { nodes, faults, .. } = parser;
    let source = Source {
        name: name.into(),
        text: text.as_ref().into(),
        start,
    };
    let source = SourceText::new(source, breaks).counting(Columns::Json);
    let diagnostics = faults.diagnose(&source);
    let document = Arc::new(Document { source, nodes });
    ParsedJson {
        expression: JsonExpression::new(document, root),
        diagnostics,
    }
}
