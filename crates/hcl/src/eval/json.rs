//! Evaluation of JSON expressions.
//!
//! Objects and arrays are constructors, and strings are templates, including the keys of objects.
//! Without a scope, strings are literal: a host omits the scope to disable templates.

use super::evaluator::{ATTRIBUTE, ELEMENT, bounded_by, own_budget};
use super::sink::{DiagnosticSink, code_of};
use super::{Evaluated, Scope, evaluate_within};
use crate::rules::convert_within;
use crate::syntax::Span;
use crate::syntax::json::{Document, JsonExpression, NodeId, NodeKind, Part, Property, Text};
use polycty_core::calls::Budget;
use polycty_core::source::{Range, Reporter, Result};
use polycty_core::text::Excerpt;
use polycty_core::types::{Str, Type};
use polycty_core::values::{Value, nfc};
use std::collections::HashMap;

impl JsonExpression {
    /// Evaluates the expression.
    #[must_use]
    pub fn evaluate(&self, scope: Option<&Scope>) -> Evaluated {
        self.evaluate_within(scope, &own_budget(scope))
    }

    /// Evaluates the expression with the budget of an operation.
    #[must_use]
    pub fn evaluate_within(&self, scope: Option<&Scope>, budget: &Budget) -> Evaluated {
        let document = &**self.document();
        let _part = bounded_by(scope, budget);
        let mut evaluation = Evaluation {
            document,
            scope,
            sink: DiagnosticSink::new(budget),
        };
        let value = match self.part() {
            Part::Node(node) => evaluation.node(*node),
            Part::Name(text, span) => evaluation.text(text, *span),
        };
        let mut evaluated = evaluation.sink.finish(value);
        // This includes the diagnostics of templates, whose positions are those of the document.
        for diagnostic in &mut evaluated.diagnostics {
            diagnostic.source = Some(document.source().clone());
        }
        evaluated
    }
}

/// The evaluation of a document in a scope.
struct Evaluation<'a> {
    document: &'a Document,
    scope: Option<&'a Scope>,
    sink: DiagnosticSink<'a>,
}

impl Evaluation<'_> {
    /// Evaluates a node. The recursion is as deep as the text nests, which is limited.
    fn node(&mut self, node: NodeId) -> Value {
        let document = self.document;
        if self.sink.ended() || !self.sink.work(1, NodeRange(self.document, node)) {
            return Value::dynamic();
        }
        match &document[node].kind {
            NodeKind::Null => Value::null(Type::any().clone()),
            NodeKind::Bool(value) => Value::bool(*value),
            NodeKind::Number(number) => Value::from_number(number.clone()),
            NodeKind::String(text) => self.text(text, document[node].span),
            NodeKind::Array(parts) => {
                if !self
                    .sink
                    .hold(parts.len() * ELEMENT, NodeRange(self.document, node))
                {
                    return Value::dynamic();
                }
                let parts = parts.iter().map(|part| self.node(*part)).collect();
                self.built(Value::tuple(parts), node)
            }
            NodeKind::Object(properties) => self.object(node, properties),
            NodeKind::Invalid => Value::dynamic(),
        }
    }

    fn text(&mut self, text: &Text, at: Span) -> Value {
        let template = self.scope.and_then(|_| self.document.template(text, at));
        let Some(parsed) = template else {
            return Value::nfc_string(&text.text);
        };
        if !parsed.diagnostics.is_empty() {
            for found in &parsed.diagnostics {
                self.sink.report(found.clone());
            }
            return Value::dynamic();
        }
        let evaluated = evaluate_within(&parsed.expression(), self.scope, self.sink.budget);
        self.sink.report_all(evaluated.diagnostics);
        evaluated.value
    }

    fn object(&mut self, node: NodeId, properties: &[Property]) -> Value {
        const SUMMARY: &str = "Invalid object key expression";
        let mut attributes: Vec<(Str, Value)> = Vec::with_capacity(properties.len());
        let mut seen: HashMap<Str, Span> = HashMap::with_capacity(properties.len());
        let mut known = true;
        for property in properties {
            let at = property.name_span;
            let name = self.text(&property.name, at);
            let value = self.node(property.value);
            if self.sink.ended() {
                return Value::dynamic();
            }
            let (document, budget) = (self.document, self.sink.budget);
            let mut failure = |summary: &str, detail: String| {
                let diagnostic = Reporter::Hcl.error(summary, detail);
                (self.sink).report(diagnostic.with_subject(document.range(at)));
            };
            let name = match convert_within(&name, Type::string(), budget) {
                Ok(name) => name,
                Err(error) => {
                    failure(
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
                failure(
                    SUMMARY,
                    "Cannot use null value as an object key.".to_owned(),
                );
                continue;
            }
            if name.is_marked() {
                failure(
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
                Some(first) => {
                    let detail = format!(
                        "An attribute {} was already defined at {}:{}.",
                        named(self.scope, &name),
                        document.source().name,
                        document.range(*first)
                    );
                    let diagnostic = Reporter::Hcl.error("Duplicate object attribute", detail);
                    (self.sink).report(diagnostic.with_subject(document.range(at)).quoting());
                }
                None => {
                    if !self
                        .sink
                        .hold(ATTRIBUTE + name.len(), NodeRange(document, node))
                    {
                        return Value::dynamic();
                    }
                    seen.insert(name.clone(), at);
                    attributes.push((name, value));
                }
            }
        }
        if !known {
            return Value::dynamic();
        }
        self.built(Value::object(attributes), node)
    }

    fn built(&mut self, value: Result<Value>, node: NodeId) -> Value {
        value.unwrap_or_else(|error| {
            let detail = error.sentence();
            let diagnostic = Reporter::Hcl
                .error("Unsuitable value", detail)
                .with_subject(NodeRange(self.document, node).into())
                .with_code(code_of(&error));
            self.sink.report(diagnostic);
            Value::dynamic()
        })
    }
}

/// Describes a name that an expression has computed, without the name itself if messages in this
/// scope must not show it.
fn named(scope: Option<&Scope>, name: &str) -> String {
    let concealed = scope.is_some_and(|scope| {
        let collection_marks = scope.collection_marks();
        collection_marks
            .as_slice()
            .iter()
            .any(|mark| !scope.shows_mark(mark))
    });
    if concealed {
        "of this name".to_owned()
    } else {
        format!("named {}", Excerpt(name))
    }
}

/// The position of a node, computed only if it is needed.
#[derive(Clone, Copy)]
struct NodeRange<'a>(&'a Document, NodeId);

impl From<NodeRange<'_>> for Range {
    fn from(NodeRange(document, node): NodeRange<'_>) -> Range {
        document.range(document[node].span)
    }
}
