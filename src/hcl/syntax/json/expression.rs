//! What is a JSON value as an expression?
//!
//! Objects and arrays are constructors, and strings are templates, those of an
//! object's keys too. Without a scope strings are taken as they are: so a host says
//! that it wants no templates.

use super::document::{Document, NodeId, NodeKind, Property, Text};
use crate::eval::{Evaluated, Scope, evaluate};
use crate::rules::convert;
use crate::source::{Diagnostic, Range};
use crate::syntax::{self, Expression, Span, Traversal};
use polycty_core::types::{Str, Type};
use polycty_core::values::{Value, nfc};
use std::collections::HashMap;
use std::sync::Arc;

/// A JSON value as an expression, with the document that it stands in: cheap to
/// clone.
#[derive(Clone, Debug)]
pub struct JsonExpression {
    document: Arc<Document>,
    kind: Source,
}

/// What the expression is.
#[derive(Clone, Debug)]
enum Source {
    Node(NodeId),
    /// The name of a property.
    Name(Text, Span),
}

impl JsonExpression {
    pub(crate) fn new(document: Arc<Document>, node: NodeId) -> JsonExpression {
        JsonExpression {
            document,
            kind: Source::Node(node),
        }
    }

    /// The document that it stands in.
    #[must_use]
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The node that it is; none for the name of a property.
    pub(crate) fn node(&self) -> Option<NodeId> {
        match self.kind {
            Source::Node(node) => Some(node),
            Source::Name(..) => None,
        }
    }

    /// Where it stands.
    #[must_use]
    pub fn range(&self) -> Range {
        self.document.range(match &self.kind {
            Source::Node(node) => self.document[*node].span,
            Source::Name(_, span) => *span,
        })
    }

    /// Where it begins: its bracket or brace, if it has one.
    #[must_use]
    pub fn start_range(&self) -> Range {
        self.document.range(match &self.kind {
            Source::Node(node) => self.document.start_span(*node),
            Source::Name(_, span) => *span,
        })
    }

    /// The text of a string, unescaped, and where it stands.
    fn text(&self) -> Option<(&Text, Span)> {
        match &self.kind {
            Source::Name(text, span) => Some((text, *span)),
            Source::Node(node) => match &self.document[*node].kind {
                NodeKind::String(text) => Some((text, self.document[*node].span)),
                _ => None,
            },
        }
    }

    /// Evaluates the expression.
    #[must_use]
    pub fn evaluate(&self, scope: Option<&Scope>) -> Evaluated {
        let mut diagnostics = Vec::new();
        let evaluation = Evaluation {
            document: &self.document,
            scope,
        };
        let value = match &self.kind {
            Source::Node(node) => evaluation.node(*node, &mut diagnostics),
            Source::Name(text, span) => evaluation.text(text, *span, &mut diagnostics),
        };
        // Those of templates too: their places are those of the document.
        for diagnostic in &mut diagnostics {
            diagnostic.source = Some(self.document.source().clone());
        }
        Evaluated { value, diagnostics }
    }

    /// The variables that the expression refers to.
    #[must_use]
    pub fn variables(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        match &self.kind {
            Source::Node(node) => variables_of(&self.document, *node, &mut found),
            Source::Name(text, span) => variables_of_text(&self.document, text, *span, &mut found),
        }
        found
    }

    /// The traversal that a string is when it is read as one.
    #[must_use]
    pub fn as_traversal(&self) -> Option<Traversal> {
        let (text, span) = self.text()?;
        let start = self.document.range(span).start;
        let name = &self.document.source().name;
        let parsed = syntax::parse_traversal(text.text.as_bytes(), name, start);
        parsed.diagnostics.is_empty().then_some(parsed.root)
    }

    /// The expression in native syntax that a string is when it is read as one.
    #[must_use]
    pub fn as_native(&self) -> Option<Expression> {
        let (text, span) = self.text()?;
        let start = self.document.range(span).start;
        let name = &self.document.source().name;
        let parsed = syntax::parse_expression(text.text.as_bytes(), name, start);
        parsed.diagnostics.is_empty().then(|| parsed.expression())
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
            let key = JsonExpression {
                document: self.document.clone(),
                kind: Source::Name(property.name.clone(), property.name_span),
            };
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
    let parsed = document.template(text, at);
    if parsed.diagnostics.is_empty() {
        found.extend(parsed.tree.variables(parsed.root));
    }
}

/// An evaluation of one document in one scope.
struct Evaluation<'a> {
    document: &'a Document,
    scope: Option<&'a Scope>,
}

impl Evaluation<'_> {
    /// The value of a node. The recursion is that of the text, which is bounded.
    fn node(&self, node: NodeId, diagnostics: &mut Vec<Diagnostic>) -> Value {
        let document = self.document;
        match &document[node].kind {
            NodeKind::Null => Value::null(Type::any().clone()),
            NodeKind::Bool(value) => Value::bool(*value),
            NodeKind::Number(number) => Value::from_number(number.clone()),
            NodeKind::String(text) => self.text(text, document[node].span, diagnostics),
            NodeKind::Array(parts) => {
                let parts = parts
                    .iter()
                    .map(|part| self.node(*part, diagnostics))
                    .collect();
                self.built(Value::tuple(parts), node, diagnostics)
            }
            NodeKind::Object(properties) => self.object(node, properties, diagnostics),
            NodeKind::Invalid => Value::dynamic(),
        }
    }

    fn text(&self, text: &Text, at: Span, diagnostics: &mut Vec<Diagnostic>) -> Value {
        if self.scope.is_none() {
            return Value::nfc_string(&text.text);
        }
        let parsed = self.document.template(text, at);
        if !parsed.diagnostics.is_empty() {
            diagnostics.extend(
                parsed
                    .diagnostics
                    .iter()
                    .cloned()
                    .map(|found| self.here(found)),
            );
            return Value::dynamic();
        }
        let evaluated = evaluate(&parsed.expression(), self.scope);
        let found = evaluated.diagnostics.into_iter();
        diagnostics.extend(found.map(|found| self.here(found)));
        evaluated.value
    }

    /// A diagnostic of a template in this document: its places are the document's.
    fn here(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.source = Some(self.document.source().clone());
        diagnostic
    }

    fn object(
        &self,
        node: NodeId,
        properties: &[Property],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Value {
        const SUMMARY: &str = "Invalid object key expression";
        let mut attributes: Vec<(Str, Value)> = Vec::with_capacity(properties.len());
        let mut seen: HashMap<Str, Span> = HashMap::with_capacity(properties.len());
        let mut known = true;
        for property in properties {
            let at = property.name_span;
            let name = self.text(&property.name, at, diagnostics);
            let value = self.node(property.value, diagnostics);
            let mut fault = |summary: &str, detail: String| {
                let diagnostic = Diagnostic::error(summary, detail);
                diagnostics.push(diagnostic.with_subject(self.document.range(at)));
            };
            let name = match convert(&name, Type::string()) {
                Ok(name) => name,
                Err(error) => {
                    fault(
                        SUMMARY,
                        format!(
                            "Cannot use this expression as an object key: {}.",
                            error.message()
                        ),
                    );
                    continue;
                }
            };
            let bare = name.unmarked();
            if bare.is_null() {
                fault(
                    SUMMARY,
                    "Cannot use null value as an object key.".to_owned(),
                );
                continue;
            }
            if name.is_marked() {
                fault(
                    SUMMARY,
                    "Cannot use a marked value as an object key.".to_owned(),
                );
                continue;
            }
            let Some(name) = bare.as_str() else {
                known = false;
                continue;
            };
            let name: Str = nfc(name).into();
            match seen.get(&name) {
                Some(first) => fault(
                    "Duplicate object attribute",
                    format!(
                        "An attribute named {name:?} was already defined at {}:{}.",
                        self.document.source().name,
                        self.document.range(*first)
                    ),
                ),
                None => {
                    seen.insert(name.clone(), at);
                    attributes.push((name, value));
                }
            }
        }
        if !known {
            return Value::dynamic();
        }
        self.built(Value::object(attributes), node, diagnostics)
    }

    fn built(
        &self,
        value: crate::source::Result<Value>,
        node: NodeId,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Value {
        value.unwrap_or_else(|error| {
            let range = self.document.range(self.document[node].span);
            let detail = crate::eval::sentence(error.message());
            let diagnostic = Diagnostic::error("Unsuitable value", detail);
            diagnostics.push(diagnostic.with_subject(range));
            Value::dynamic()
        })
    }
}
