//! Applying a spec to a body.
//!
//! The body is asked once for everything that the spec wants of it. Every spec for
//! that body then makes its value of what was found; the bodies of blocks are asked
//! in their turn. There is always a value, unknown in its parts where something is
//! wrong.

use super::place::{Place, put};
use super::spec::{Kind, Spec, TransformExpr};
use crate::body::{Body, Content, Found};
use crate::eval::{ELEMENT, Evaluated, Findings, Scope, code_of, own_budget};
use polycty_core::calls::{Budget, Output};
use polycty_core::source::{Diagnostic, Error, Result, in_source};
use polycty_core::types::Str;
use polycty_core::values::{MarkSet, Value};

impl Spec {
    /// Makes a value of a body that has nothing but what the spec knows, out of a standard
    /// budget, or of more steps if the scope allows more.
    ///
    /// Without a scope, expressions may use neither variables nor functions.
    #[must_use]
    pub fn decode(&self, body: &Body, scope: Option<&Scope>) -> Evaluated {
        self.decode_within(body, scope, &own_budget(scope))
    }

    /// Makes a value of a body as [`Spec::decode`] does, within an operation, out of its
    /// budget.
    #[must_use]
    pub fn decode_within(&self, body: &Body, scope: Option<&Scope>, budget: &Budget) -> Evaluated {
        let found = body.content_within(self.schema(), budget);
        decode_content(self, body, found, scope, budget)
    }

    /// Makes a value of what the spec knows of a body, and a body of the rest. The
    /// bodies of blocks must have nothing but what the spec knows.
    #[must_use]
    pub fn partial_decode(&self, body: &Body, scope: Option<&Scope>) -> (Evaluated, Body) {
        self.partial_decode_within(body, scope, &own_budget(scope))
    }

    /// Makes a value of a body as [`Spec::partial_decode`] does, within an operation, out of
    /// its budget.
    #[must_use]
    pub fn partial_decode_within(
        &self,
        body: &Body,
        scope: Option<&Scope>,
        budget: &Budget,
    ) -> (Evaluated, Body) {
        let (found, rest) = body.partial_content_within(self.schema(), budget);
        let decoded = decode_content(self, body, found, scope, budget);
        (decoded, rest)
    }
}

fn decode_content(
    spec: &Spec,
    body: &Body,
    found: Found<Content>,
    scope: Option<&Scope>,
    budget: &Budget,
) -> Evaluated {
    let mut decoder = Decoder {
        scope,
        findings: Findings::new(budget),
    };
    decoder.findings.tell_all(found.diagnostics);
    let value = decoder.value(spec, &Place::new(&found.content, &[], &[]));
    let mut decoded = decoder.findings.finish(value);
    if let Some(source) = body.source() {
        in_source(&mut decoded.diagnostics, source);
    }
    decoded
}

/// The state of one decoding.
pub(super) struct Decoder<'a> {
    pub(super) scope: Option<&'a Scope>,
    pub(super) findings: Findings<'a>,
}

impl Decoder<'_> {
    /// The value that a spec makes of a body's content.
    pub(super) fn value(&mut self, spec: &Spec, place: &Place<'_>) -> Value {
        let at = place.content.missing_item;
        if self.findings.ended() || !self.findings.work(1, at) {
            return Value::dynamic();
        }
        match &spec.0.kind {
            Kind::Object(parts) => {
                if !self.findings.hold(parts.len() * ELEMENT, at) {
                    return Value::dynamic();
                }
                let value = |(name, part): &(Str, Spec)| (name.clone(), self.value(part, place));
                let values: Vec<(Str, Value)> = parts.iter().map(value).collect();
                self.made(Value::object(values), spec, place)
            }
            Kind::Tuple(parts) => {
                if !self.findings.hold(parts.len() * ELEMENT, at) {
                    return Value::dynamic();
                }
                let values = parts.iter().map(|part| self.value(part, place)).collect();
                self.made(Value::tuple(values), spec, place)
            }
            Kind::Attribute(attribute) => self.attribute(attribute, place),
            Kind::Literal(value) => value.clone(),
            Kind::Expr(expr) => {
                let evaluated = expr.evaluate_within(self.scope, self.findings.budget);
                self.findings.tell_all(evaluated.diagnostics);
                evaluated.value
            }
            Kind::Block(block) => self.one_block(spec, block, place),
            Kind::Blocks(blocks) => self.many_blocks(spec, blocks, place),
            Kind::LabelledBlocks(blocks) => self.labelled_blocks(spec, blocks, place),
            Kind::BlockAttributes(block) => self.block_attributes(spec, block, place),
            Kind::BlockLabel { index, .. } => match place.labels.get(*index) {
                Some(label) => Value::nfc_string(label),
                None => self.no_label(spec, *index, place),
            },
            Kind::Default { primary, fallback } => {
                let value = self.value(primary, place);
                if value.is_null() {
                    self.value(fallback, place)
                } else {
                    value
                }
            }
            Kind::TransformFunction { wrapped, function } => {
                self.with_wrapped(spec, wrapped, place, |decoder, value| {
                    let given = function.call_within(&[&value], decoder.findings.budget);
                    given.map(Output::into_value).map_err(|error| {
                        let error = decoder.told(error);
                        let detail =
                            format!("Decoder transform returned an error: {}", error.message());
                        let diagnostic = Diagnostic::error("Transform function failed", detail);
                        Box::new(diagnostic.with_code(code_of(&error)))
                    })
                })
            }
            Kind::TransformExpr(transform) => self.transform_expr(spec, transform, place),
            Kind::Validate { wrapped, check } => {
                self.with_wrapped(spec, wrapped, place, |decoder, value| {
                    for mut diagnostic in check(&value) {
                        if diagnostic.subject.is_none() {
                            put(
                                &mut diagnostic,
                                wrapped.spot_in(place, decoder.findings.budget),
                            );
                        }
                        decoder.findings.tell(diagnostic);
                    }
                    Ok(value)
                })
            }
            Kind::Refine { wrapped, refine } => {
                self.with_wrapped(spec, wrapped, place, |_, value| {
                    let (bare, marks) = value.unmark();
                    let refined = refine(bare.refine()).build();
                    refined
                        .map(|refined| refined.with_marks(&marks))
                        .map_err(|error| unsuitable(&error))
                })
            }
        }
    }

    /// What becomes of the value of a wrapped spec, unless that has errors.
    fn with_wrapped(
        &mut self,
        spec: &Spec,
        wrapped: &Spec,
        place: &Place<'_>,
        make: impl FnOnce(&mut Self, Value) -> Result<Value, Box<Diagnostic>>,
    ) -> Value {
        let before = self.findings.count();
        let value = self.value(wrapped, place);
        if self.findings.failed_since(before) {
            return spec.unknown();
        }
        make(self, value).unwrap_or_else(|mut diagnostic| {
            put(&mut diagnostic, spec.spot_in(place, self.findings.budget));
            self.findings.tell(*diagnostic);
            spec.unknown()
        })
    }

    fn transform_expr(
        &mut self,
        spec: &Spec,
        transform: &TransformExpr,
        place: &Place<'_>,
    ) -> Value {
        self.with_wrapped(spec, &transform.wrapped, place, |decoder, value| {
            let scope = transform
                .scope_with(value)
                .map_err(|error| unsuitable(&error))?;
            let evaluated = transform
                .expr
                .evaluate_within(Some(&scope), decoder.findings.budget);
            decoder.findings.tell_all(evaluated.diagnostics);
            Ok(evaluated.value)
        })
    }

    /// Says what the diagnostics are about that do not know it: all from a number on.
    pub(super) fn told_of(&mut self, body: &Body, from: usize) {
        if let Some(source) = body.source() {
            in_source(self.findings.since_mut(from), source);
        }
    }

    /// What is wrong with a value, as it may be told in the scope.
    #[cold]
    fn told(&self, error: Error) -> Error {
        error.shown(|mark| self.scope.is_some_and(|scope| scope.shows_mark(mark)))
    }

    /// Whether the text of what has these marks must not be told.
    pub(super) fn conceals(&self, marks: &MarkSet) -> bool {
        let shows = |mark| self.scope.is_some_and(|scope| scope.shows_mark(mark));
        marks.as_slice().iter().any(|mark| !shows(mark))
    }

    /// The label of a body that belongs to no block, or to one with fewer labels.
    #[cold]
    fn no_label(&mut self, spec: &Spec, index: usize, place: &Place<'_>) -> Value {
        let detail = format!(
            "A block with {} label(s) is required here, but there are {}.",
            index + 1,
            place.labels.len()
        );
        self.findings.tell(
            Diagnostic::error("Missing block label", detail)
                .with_subject(place.content.missing_item),
        );
        spec.unknown()
    }

    /// A value that was made of others, unless it passes a limit.
    pub(super) fn made(&mut self, made: Result<Value>, spec: &Spec, place: &Place<'_>) -> Value {
        made.unwrap_or_else(|error| {
            let mut diagnostic = unsuitable(&error);
            put(&mut diagnostic, spec.spot_in(place, self.findings.budget));
            self.findings.tell(*diagnostic);
            Value::dynamic()
        })
    }
}

fn unsuitable(error: &Error) -> Box<Diagnostic> {
    let detail = error.sentence();
    Box::new(Diagnostic::error("Unsuitable value", detail).with_code(code_of(error)))
}

#[cfg(test)]
mod tests {
    use super::super::{Presence, read_functions};
    use super::*;
    use crate::body::parse_config;
    use polycty_core::source::{Code, MAX_FAULTS};
    use polycty_core::types::Type;
    use std::sync::{Arc, OnceLock};

    fn body(text: &str) -> Body {
        let parsed = parse_config(text.as_bytes(), "f");
        assert!(parsed.diagnostics.is_empty());
        parsed.body
    }

    fn code(diagnostics: Vec<Diagnostic>) -> Code {
        Error::from_diagnostics(Code::Diagnostics, diagnostics).code()
    }

    #[test]
    fn blocks_that_generate_blocks_end_where_the_budget_does() {
        let levels = 60;
        let open = "dynamic \"b\" {\nfor_each = [1, 2]\ncontent {\n".repeat(levels);
        let text = open + &"}\n}\n".repeat(levels);
        let block = |nested| Spec::block_tuple("b", nested, Default::default()).unwrap();
        let spec = (0..levels).fold(Spec::literal(Value::bool(true)), |spec, _| block(spec));
        let expanded = body(&text).expand_dynamic(None);
        for budget in [
            Budget::new().limit_steps(20_000),
            Budget::new().limit_bytes(1 << 20),
        ] {
            let decoded = spec.decode_within(&expanded, None, &budget);
            assert_eq!(code(decoded.diagnostics), Code::Limit);
            assert!(!decoded.value.is_known());
            assert!(budget.steps() < 200_000 && budget.bytes() <= 1 << 24);
        }
    }

    #[test]
    fn functions_that_call_each_other_count_together() {
        let function = |at: usize| {
            let next = at + 1;
            format!("function \"f{at}\" {{\nparams = [x]\nresult = [f{next}(x), f{next}(x)]\n}}\n")
        };
        let last = "function \"f40\" {\nparams = [x]\nresult = x\n}\n".to_owned();
        let text = (0..40).map(function).collect::<String>() + &last;
        let around: Arc<OnceLock<Scope>> = Arc::default();
        let inside = around.clone();
        let read = read_functions(&body(&text), "function", move |_| inside.get().cloned());
        let mut scope = Scope::new();
        for (name, function) in read.functions {
            scope.set_function(name, function).unwrap();
        }
        around.set(scope.clone()).unwrap();
        let spec = Spec::attribute("a", Type::any().clone(), Presence::Required);
        let budget = Budget::new().limit_steps(50_000);
        let decoded = spec.decode_within(&body("a = f0(1)\n"), Some(&scope), &budget);
        assert_eq!(code(decoded.diagnostics), Code::Limit);
        assert!(budget.steps() < 100_000, "{}", budget.steps());
    }

    #[test]
    fn many_faults_of_a_body_are_a_thousand() {
        let text: String = (0..3000).map(|at| format!("a{at} = 1\n")).collect();
        let spec = Spec::literal(Value::bool(true));
        let budget = Budget::new();
        let decoded = spec.decode_within(&body(&text), None, &budget);
        assert_eq!(decoded.diagnostics.len(), MAX_FAULTS);
        let little = Budget::new().limit_bytes(10_000);
        let decoded = spec.decode_within(&body(&text), None, &little);
        assert_eq!(code(decoded.diagnostics), Code::Limit);
    }

    #[test]
    fn labels_and_values_of_a_marked_collection_are_not_told() {
        let text = "dynamic \"b\" {\nfor_each = secrets\nlabels = [b.value]\ncontent {\n\
                    n = b.value\n}\n}\n";
        let secrets = ["hush", "hush"].map(Value::string).to_vec();
        let mut scope = Scope::new();
        let secrets = Value::list(secrets).unwrap().mark("m");
        scope.set_variable("secrets", secrets).unwrap();
        let n = Spec::attribute("n", Type::number().clone(), Presence::Required);
        let spec = Spec::block_map("b", vec!["l".into()], n).unwrap();
        let found = |scope: &Scope| {
            let expanded = body(text).expand_dynamic(Some(scope));
            let found = spec.decode(&expanded, Some(scope)).diagnostics;
            assert!(!found.is_empty());
            format!("{found:?}")
        };
        assert!(!found(&scope).contains("hush"));
        scope.show_mark("m");
        assert!(found(&scope).contains("hush"));
    }

    #[test]
    fn a_fault_in_one_of_several_texts_names_that() {
        let second = "n = 5\nfunction \"f\" {\n  params = 1\n  result = 1\n}\n";
        let parts = [("first", ""), ("second", second)];
        let parsed = parts.map(|(name, text)| parse_config(text.as_bytes(), name).body);
        let body = Body::merged(parsed);
        let n = Spec::attribute("n", Type::number().clone(), Presence::Required);
        let bad = |_: &Value| vec![Diagnostic::error("Bad", "")];
        let checked = Spec::validate(n.clone(), bad).unwrap();
        let refused = |builder: polycty_core::values::RefinementBuilder| builder.prefix("x");
        let refined = Spec::refine(n, refused).unwrap();
        let (of_check, rest) = checked.partial_decode(&body, None);
        let (of_refinement, _) = refined.partial_decode(&body, None);
        let of_function = read_functions(&rest, "function", |_| None).diagnostics;
        for (found, line) in [
            (of_check.diagnostics, 1),
            (of_refinement.diagnostics, 1),
            (of_function, 3),
        ] {
            let [diagnostic] = &*found else {
                panic!("{found:?}")
            };
            assert_eq!(&*diagnostic.source.as_ref().unwrap().name, "second");
            assert_eq!(diagnostic.subject.unwrap().start.line, line);
        }
    }
}
