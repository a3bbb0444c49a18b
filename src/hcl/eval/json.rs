//! Evaluation of JSON expressions.
//!
//! Objects and arrays are constructors, and strings are templates, those of an
//! object's keys too. Without a scope strings are taken as they are: so a host says
//! that it wants no templates.

use super::{Evaluated, Scope, evaluate_within};
use crate::rules::convert;
use crate::syntax::Span;
use crate::syntax::json::{Document, JsonExpression, NodeId, NodeKind, Part, Property, Text};
use polycty_core::calls::Budget;
use polycty_core::source::Diagnostic;
use polycty_core::types::{Str, Type};
use polycty_core::values::{Value, nfc};
use std::collections::HashMap;

impl JsonExpression {
    /// Evaluates the expression.
    #[must_use]
    pub fn evaluate(&self, scope: Option<&Scope>) -> Evaluated {
        self.evaluate_within(scope, &Budget::new())
    }

    /// Evaluates the expression within an operation, out of its budget.
    #[must_use]
    pub fn evaluate_within(&self, scope: Option<&Scope>, budget: &Budget) -> Evaluated {
        let mut diagnostics = Vec::new();
        let document = &**self.document();
        let evaluation = Evaluation {
            document,
            scope,
            budget,
        };
        let value = match self.part() {
            Part::Node(node) => evaluation.node(*node, &mut diagnostics),
            Part::Name(text, span) => evaluation.text(text, *span, &mut diagnostics),
        };
        // Those of templates too: their places are those of the document.
        for diagnostic in &mut diagnostics {
            diagnostic.source = Some(document.source().clone());
        }
        Evaluated { value, diagnostics }
    }
}

/// An evaluation of one document in one scope.
struct Evaluation<'a> {
    document: &'a Document,
    scope: Option<&'a Scope>,
    budget: &'a Budget,
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
        let evaluated = evaluate_within(&parsed.expression(), self.scope, self.budget);
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
        value: polycty_core::source::Result<Value>,
        node: NodeId,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Value {
        value.unwrap_or_else(|error| {
            let range = self.document.range(self.document[node].span);
            let detail = error.sentence();
            let diagnostic = Diagnostic::error("Unsuitable value", detail);
            diagnostics.push(diagnostic.with_subject(range));
            Value::dynamic()
        })
    }
}
