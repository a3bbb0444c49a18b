//! Static analysis of JSON values as expressions.
//!
//! Objects and arrays are constructors, and strings are templates, those of an
//! object's keys too; where native syntax is asked for, strings are read as such.

use super::document::{Document, NodeId, NodeKind, Property, Text};
use crate::syntax::{self, ExprId, Expression, Parsed, Span, Traversal};
use polycty_core::calls::Budget;
use polycty_core::source::{Position, Range};
use std::sync::Arc;

/// A JSON value as an expression, with the document that it stands in: cheap to
/// clone.
#[derive(Clone, Debug)]
pub struct JsonExpression {
    document: Arc<Document>,
    part: Part,
}

/// What of its document an expression is.
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

    /// The name of a property as an expression.
    pub(crate) fn name(document: Arc<Document>, property: &Property) -> JsonExpression {
        JsonExpression {
            document,
            part: Part::Name(property.name.clone(), property.name_span),
        }
    }

    /// The document that it stands in.
    #[must_use]
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// What of the document it is.
    pub(crate) fn part(&self) -> &Part {
        &self.part
    }

    /// The node that it is; none for the name of a property.
    pub(crate) fn node(&self) -> Option<NodeId> {
        match self.part {
            Part::Node(node) => Some(node),
            Part::Name(..) => None,
        }
    }

    /// The bytes that it stands for.
    pub(crate) fn span(&self) -> Span {
        match &self.part {
            Part::Node(node) => self.document[*node].span,
            Part::Name(_, span) => *span,
        }
    }

    /// Where it stands.
    #[must_use]
    pub fn range(&self) -> Range {
        self.document.range(self.span())
    }

    /// As it is written.
    pub(crate) fn written_text(&self) -> &str {
        self.document.slice(self.span())
    }

    /// The template that it is, if it is a string with sequences.
    pub(crate) fn template(&self) -> Option<&Parsed<ExprId>> {
        let (text, span) = self.text()?;
        self.document.template(text, span)
    }

    /// Where it begins: its bracket or brace, if it has one.
    #[must_use]
    pub fn start_range(&self) -> Range {
        self.document.range(self.start_span())
    }

    /// The bytes of where it begins.
    pub(crate) fn start_span(&self) -> Span {
        match &self.part {
            Part::Node(node) => self.document.start_span(*node),
            Part::Name(_, span) => *span,
        }
    }

    /// Whether it is a string that stands in the text as it is, between its quotes: then
    /// places in its template are those of the text.
    pub(crate) fn is_verbatim(&self) -> bool {
        let verbatim = |(text, span): (&Text, Span)| {
            let written = self.document.slice(span).as_bytes();
            written.get(1..written.len() - 1) == Some(text.text.as_bytes())
        };
        self.text().is_some_and(verbatim)
    }

    /// The text of a string, unescaped, and where it stands.
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

    /// The traversal that a string is when it is read as one, out of a budget; none, too, where
    /// that is not enough.
    #[must_use]
    pub fn as_traversal(&self, budget: &Budget) -> Option<Traversal> {
        let parsed = self.read_as(syntax::parse_traversal_within, budget)?;
        Some(parsed.root)
    }

    /// The expression in native syntax that a string is when it is read as one, out of a budget;
    /// none, too, where that is not enough.
    #[must_use]
    pub fn as_native(&self, budget: &Budget) -> Option<Expression> {
        let parsed = self.read_as(
            |text, name, start, budget| syntax::parse_expression_within(text, name, start, budget),
            budget,
        )?;
        Some(parsed.expression())
    }

    /// What a string is in a notation of native syntax, if it is that without a fault.
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
