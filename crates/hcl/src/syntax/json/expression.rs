//! Static analysis of JSON values as expressions.
//!
//! Objects and arrays are constructors, and strings are templates, including the keys of objects.
//! For static analysis in native syntax, strings are parsed as native expressions or traversals.

use super::document::{Document, NodeId, NodeKind, Property, Text};
use crate::syntax::{self, ExprId, Expression, Parsed, Span, Traversal};
use polycty_core::calls::Budget;
use polycty_core::source::{Position, Range};
use std::sync::Arc;

/// A JSON value as an expression, with its document. It is cheap to clone.
#[derive(Clone, Debug)]
pub struct JsonExpression {
    document: Arc<Document>,
    part: Part,
}

/// The part of a document that an expression refers to.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Node(NodeId),
    /// The name of a property.
    Name(Text, Span),
}

impl JsonExpression {
    pub(crate) fn new(document: Arc<Document>, node: NodeId) -> JsonExpression {
        JsonExpression {
            document,
            part: Part::Node(node),
        }
    }

    /// Creates the expression of the name of a property.
    pub(crate) fn name(document: Arc<Document>, property: &Property) -> JsonExpression {
        JsonExpression {
            document,
            part: Part::Name(property.name.clone(), property.name_span),
        }
    }

    /// The document that contains the expression.
    #[must_use]
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The part of the document.
    pub(crate) fn part(&self) -> &Part {
        &self.part
    }

    /// The node of the expression, or `None` for the name of a property.
    pub(crate) fn node(&self) -> Option<NodeId> {
        match self.part {
            Part::Node(node) => Some(node),
            Part::Name(..) => None,
        }
    }

    /// The span of the expression.
    #[must_use]
    pub fn span(&self) -> Span {
        match &self.part {
            Part::Node(node) => self.document[*node].span,
            Part::Name(_, span) => *span,
        }
    }

    /// The source range of the expression.
    #[must_use]
    pub fn range(&self) -> Range {
        self.document.range(self.span())
    }

    /// The source text of the expression.
    pub(crate) fn written_text(&self) -> &str {
        self.document.slice(self.span())
    }

    /// The template of the expression, if it is a string with sequences.
    pub(crate) fn template(&self) -> Option<&Parsed<ExprId>> {
        let (text, span) = self.text()?;
        self.document.template(text, span)
    }

    /// The range of the start of the expression: its bracket or brace if present, or the whole
    /// expression.
    #[must_use]
    pub fn start_range(&self) -> Range {
        self.document.range(self.start_span())
    }

    /// The span of [`JsonExpression::start_range`].
    pub(crate) fn start_span(&self) -> Span {
        match &self.part {
            Part::Node(node) => self.document.start_span(*node),
            Part::Name(_, span) => *span,
        }
    }

    /// Whether the expression is a string whose text equals its source between the quotes.
    /// Positions in its template are then those of the document.
    pub(crate) fn is_verbatim(&self) -> bool {
        let verbatim = |(text, span): (&Text, Span)| {
            let written = self.document.slice(span).as_bytes();
            written.get(1..written.len() - 1) == Some(text.text.as_bytes())
        };
        self.text().is_some_and(verbatim)
    }

    /// The unescaped text of a string and its span.
    fn text(&self) -> Option<(&Text, Span)> {
        match &self.part {
            Part::Name(text, span) => Some((text, *span)),
            Part::Node(node) => match &self.document[*node].kind {
                NodeKind::String(text) => Some((text, self.document[*node].span)),
                _ => None,
            },
        }
    }

    /// The variables that the expression refers to.
    #[must_use]
    pub fn variables(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        match &self.part {
            Part::Node(node) => variables_of(&self.document, *node, &mut found),
            Part::Name(text, span) => variables_of_text(&self.document, text, *span, &mut found),
        }
        found
    }

    /// Parses a string as a traversal with a budget. Returns `None` if it is not a valid traversal
    /// or the budget is exceeded.
    #[must_use]
    pub fn as_traversal(&self, budget: &Budget) -> Option<Traversal> {
        let parsed = self.read_as(syntax::parse_traversal_within, budget)?;
        Some(parsed.root)
    }

    /// Parses a string as an expression in native syntax with a budget. Returns `None` if it is not
    /// a valid expression or the budget is exceeded.
    #[must_use]
    pub fn as_native(&self, budget: &Budget) -> Option<Expression> {
        let parsed = self.read_as(
            |text, name, start, budget| syntax::parse_expression_within(text, name, start, budget),
            budget,
        )?;
        Some(parsed.expression())
    }

    /// Parses a string as native syntax. Returns `None` if there are diagnostics.
    fn read_as<T>(
        &self,
        parse: impl FnOnce(&[u8], &str, Position, &Budget) -> Parsed<T>,
        budget: &Budget,
    ) -> Option<Parsed<T>> {
        let (text, span) = self.text()?;
        let start = self.document.range(span).start;
        let name = &self.document.source().name;
        let parsed = parse(text.text.as_bytes(), name, start, budget);
        parsed.diagnostics.is_empty().then_some(parsed)
    }

    /// The elements of an array.
    #[must_use]
    pub fn as_list(&self) -> Option<Vec<JsonExpression>> {
        match &self.document[self.node()?].kind {
            NodeKind::Array(parts) => Some(
                parts
                    .iter()
                    .map(|part| JsonExpression::new(self.document.clone(), *part))
                    .collect(),
            ),
            _ => None,
        }
    }

    /// The keys and values of an object.
    #[must_use]
    pub fn as_map(&self) -> Option<Vec<(JsonExpression, JsonExpression)>> {
        let pair = |property: &Property| {
            let key = JsonExpression::name(self.document.clone(), property);
            let value = JsonExpression::new(self.document.clone(), property.value);
            (key, value)
        };
        match &self.document[self.node()?].kind {
            NodeKind::Object(properties) => Some(properties.iter().map(pair).collect()),
            _ => None,
        }
    }
}

fn variables_of(document: &Document, node: NodeId, found: &mut Vec<Traversal>) {
    match &document[node].kind {
        NodeKind::String(text) => variables_of_text(document, text, document[node].span, found),
        NodeKind::Array(parts) => {
            for part in parts {
                variables_of(document, *part, found);
            }
        }
        NodeKind::Object(properties) => {
            for property in properties {
                variables_of_text(document, &property.name, property.name_span, found);
                variables_of(document, property.value, found);
            }
        }
        _ => {}
    }
}

fn variables_of_text(document: &Document, text: &Text, at: Span, found: &mut Vec<Traversal>) {
    let template = document.template(text, at);
    if let Some(parsed) = template.filter(|parsed| parsed.diagnostics.is_empty()) {
        found.extend(parsed.tree.variables(parsed.root));
    }
}
