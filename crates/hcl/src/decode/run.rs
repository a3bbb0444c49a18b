//! Application of a spec to a body.
//!
//! The content that a spec needs is requested from the body once. Every spec for that body then
//! creates its value from this content; the bodies of blocks are decoded in the same way. There is
//! always a value, and erroneous parts of it are unknown.

use super::lookup::{ItemLookup, set_location};
use super::rest::body_value;
use super::spec::{Kind, Spec, TransformExpr};
use crate::body::{Body, Content, Found};
use crate::eval::{DiagnosticSink, ELEMENT, Evaluated, Scope, code_of, own_budget};
use polycty_core::calls::{Budget, Output};
use polycty_core::source::{Diagnostic, Error, Reporter, Result, in_source};
use polycty_core::types::Str;
use polycty_core::values::{MarkSet, Value};

impl Spec {
    /// Decodes a body that must contain only the items of the spec, with the standard budget. If
    /// the scope allows more steps, its limit applies.
    ///
    /// Without a scope, neither variables nor functions are allowed.
    #[must_use]
    pub fn decode(&self, body: &Body, scope: Option<&Scope>) -> Evaluated {
        self.decode_within(body, scope, &own_budget(scope))
    }

    /// Decodes a body as [`Spec::decode`] does, with the budget of an operation.
    #[must_use]
    pub fn decode_within(&self, body: &Body, scope: Option<&Scope>, budget: &Budget) -> Evaluated {
        let (found, rest) = self.ask(body, budget);
        decode_content(self, body, found, rest.as_ref(), scope, budget)
    }

    /// Requests the content of a body by the schema of the spec, and the rest if the spec takes it.
    pub(super) fn ask(&self, body: &Body, budget: &Budget) -> (Found<Content>, Option<Body>) {
        if !self.0.takes_rest {
            return (body.content_within(self.schema(), budget), None);
        }
        let (found, rest) = body.partial_content_within(self.schema(), budget);
        (found, Some(rest))
    }

    /// Decodes the items of the spec and returns the rest as a body. The bodies of blocks must
    /// contain only the items of their specs.
    #[must_use]
    pub fn partial_decode(&self, body: &Body, scope: Option<&Scope>) -> (Evaluated, Body) {
        self.partial_decode_within(body, scope, &own_budget(scope))
    }

    /// Decodes a body as [`Spec::partial_decode`] does, with the budget of an operation.
    #[must_use]
    pub fn partial_decode_within(
        &self,
        body: &Body,
        scope: Option<&Scope>,
        budget: &Budget,
    ) -> (Evaluated, Body) {
        let (found, rest) = body.partial_content_within(self.schema(), budget);
        let taken = self.0.takes_rest.then_some(&rest);
        let decoded = decode_content(self, body, found, taken, scope, budget);
        (decoded, rest)
    }
}

fn decode_content(
    spec: &Spec,
    body: &Body,
    found: Found<Content>,
    rest: Option<&Body>,
    scope: Option<&Scope>,
    budget: &Budget,
) -> Evaluated {
    let mut decoder = Decoder {
        scope,
        sink: DiagnosticSink::new(budget),
    };
    decoder.sink.report_all(found.diagnostics);
    let lookup = ItemLookup::new(&found.content, &[], &[]).with_rest(rest);
    let value = decoder.value(spec, &lookup);
    let mut decoded = decoder.sink.finish(value);
    if let Some(source) = body.source() {
        in_source(&mut decoded.diagnostics, source);
    }
    decoded
}

/// The state of one decoding.
pub(super) struct Decoder<'a> {
    pub(super) scope: Option<&'a Scope>,
    pub(super) sink: DiagnosticSink<'a>,
}

impl Decoder<'_> {
    /// Returns the value of a spec for the content of a body.
    pub(super) fn value(&mut self, spec: &Spec, lookup: &ItemLookup<'_>) -> Value {
        let at = lookup.content.missing_item;
        if self.sink.ended() || !self.sink.work(1, at) {
            return Value::dynamic();
        }
        match &spec.0.kind {
            Kind::Object(parts) => {
                if !self.sink.hold(parts.len() * ELEMENT, at) {
                    return Value::dynamic();
                }
                let value = |(name, part): &(Str, Spec)| (name.clone(), self.value(part, lookup));
                let values: Vec<(Str, Value)> = parts.iter().map(value).collect();
                self.made(Value::object(values), spec, lookup)
            }
            Kind::Tuple(parts) => {
                if !self.sink.hold(parts.len() * ELEMENT, at) {
                    return Value::dynamic();
                }
                let values = parts.iter().map(|part| self.value(part, lookup)).collect();
                self.made(Value::tuple(values), spec, lookup)
            }
            Kind::Attribute(attribute) => self.attribute(attribute, lookup),
            Kind::Literal(value) => value.clone(),
            Kind::Expr(expr) => {
                let evaluated = expr.evaluate_within(self.scope, self.sink.budget);
                self.sink.report_all(evaluated.diagnostics);
                evaluated.value
            }
            Kind::Block(block) => self.one_block(spec, block, lookup),
            Kind::Blocks(blocks) => self.many_blocks(spec, blocks, lookup),
            Kind::LabelledBlocks(blocks) => self.labelled_blocks(spec, blocks, lookup),
            Kind::BlockAttributes(block) => self.block_attributes(spec, block, lookup),
            Kind::BlockLabel { index, .. } => match lookup.labels.get(*index) {
                Some(label) => Value::nfc_string(label),
                None => self.no_label(spec, *index, lookup),
            },
            Kind::Rest => match lookup.rest {
                Some(rest) => body_value(rest.clone()),
                None => spec.unknown(),
            },
            Kind::RestAttributes { element } => self.rest_attributes(spec, element, lookup),
            Kind::Default { primary, fallback } => {
                let value = self.value(primary, lookup);
                if value.is_null() {
                    self.value(fallback, lookup)
                } else {
                    value
                }
            }
            Kind::TransformFunction { wrapped, function } => {
                self.with_wrapped(spec, wrapped, lookup, |decoder, value| {
                    let given = function.call_within(&[&value], decoder.sink.budget);
                    given.map(Output::into_value).map_err(|error| {
                        let error = decoder.disclosed(error);
                        let detail =
                            format!("Decoder transform returned an error: {}", error.message());
                        let diagnostic = Reporter::Hcl.error("Transform function failed", detail);
                        Box::new(diagnostic.with_code(code_of(&error)))
                    })
                })
            }
            Kind::TransformExpr(transform) => self.transform_expr(spec, transform, lookup),
            Kind::Validate { wrapped, .. } if wrapped.lacks(lookup) => self.value(wrapped, lookup),
            Kind::Validate { wrapped, check } => {
                self.with_wrapped(spec, wrapped, lookup, |decoder, value| {
                    for mut diagnostic in check(&value) {
                        if diagnostic.subject.is_none() {
                            set_location(
                                &mut diagnostic,
                                wrapped.location_in(lookup, decoder.sink.budget),
                            );
                        }
                        decoder.sink.report(diagnostic);
                    }
                    Ok(value)
                })
            }
            Kind::Refine { wrapped, refine } => {
                self.with_wrapped(spec, wrapped, lookup, |_, value| {
                    let (bare, marks) = value.unmark();
                    let refined = refine(bare.refine()).build();
                    refined
                        .map(|refined| refined.with_marks(&marks))
                        .map_err(|error| unsuitable(&error))
                })
            }
        }
    }

    /// Processes the value of a wrapped spec, unless it has errors.
    fn with_wrapped(
        &mut self,
        spec: &Spec,
        wrapped: &Spec,
        lookup: &ItemLookup<'_>,
        make: impl FnOnce(&mut Self, Value) -> Result<Value, Box<Diagnostic>>,
    ) -> Value {
        let before = self.sink.count();
        let value = self.value(wrapped, lookup);
        if self.sink.failed_since(before) {
            return spec.unknown();
        }
        make(self, value).unwrap_or_else(|mut diagnostic| {
            set_location(&mut diagnostic, spec.location_in(lookup, self.sink.budget));
            self.sink.report(*diagnostic);
            spec.unknown()
        })
    }

    fn transform_expr(
        &mut self,
        spec: &Spec,
        transform: &TransformExpr,
        lookup: &ItemLookup<'_>,
    ) -> Value {
        self.with_wrapped(spec, &transform.wrapped, lookup, |decoder, value| {
            let scope = transform
                .scope_with(value)
                .map_err(|error| unsuitable(&error))?;
            let evaluated = transform
                .expr
                .evaluate_within(Some(&scope), decoder.sink.budget);
            decoder.sink.report_all(evaluated.diagnostics);
            Ok(evaluated.value)
        })
    }

    /// Adds the source to the diagnostics after a position that have none.
    pub(super) fn add_source(&mut self, body: &Body, from: usize) {
        if let Some(source) = body.source() {
            in_source(self.sink.since_mut(from), source);
        }
    }

    /// Returns an error about a value, with only the details that the scope allows.
    #[cold]
    fn disclosed(&self, error: Error) -> Error {
        error.shown(|mark| self.scope.is_some_and(|scope| scope.shows_mark(mark)))
    }

    /// Whether messages must not show the text of a value with these marks.
    pub(super) fn conceals(&self, marks: &MarkSet) -> bool {
        let shows = |mark| self.scope.is_some_and(|scope| scope.shows_mark(mark));
        marks.as_slice().iter().any(|mark| !shows(mark))
    }

    /// Reports a missing label: the body has no block, or the block has fewer labels.
    #[cold]
    fn no_label(&mut self, spec: &Spec, index: usize, lookup: &ItemLookup<'_>) -> Value {
        let detail = format!(
            "A block with {} label(s) is required here, but there are {}.",
            index + 1,
            lookup.labels.len()
        );
        self.sink.report(
            Reporter::Hcl
                .error("Missing block label", detail)
                .with_subject(lookup.content.missing_item),
        );
        spec.unknown()
    }

    /// Returns a value that was created from others. Reports an error if it exceeds a limit.
    pub(super) fn made(
        &mut self,
        made: Result<Value>,
        spec: &Spec,
        lookup: &ItemLookup<'_>,
    ) -> Value {
        made.unwrap_or_else(|error| {
            let mut diagnostic = unsuitable(&error);
            set_location(&mut diagnostic, spec.location_in(lookup, self.sink.budget));
            self.sink.report(*diagnostic);
            Value::dynamic()
        })
    }
}

fn unsuitable(error: &Error) -> Box<Diagnostic> {
    let detail = error.sentence();
    Box::new(
        Reporter::Hcl
            .error("Unsuitable value", detail)
            .with_code(code_of(error)),
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Count, Needs, Presence, body_of, read_functions};
    use super::*;
    use crate::body::parse_config;
    use crate::eval::{Closure, closure_type};
    use polycty_core::source::{Code, MAX_DIAGNOSTICS};
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
    fn a_body_has_at_most_a_thousand_diagnostics() {
        let text: String = (0..3000).map(|at| format!("a{at} = 1\n")).collect();
        let spec = Spec::literal(Value::bool(true));
        let budget = Budget::new();
        let decoded = spec.decode_within(&body(&text), None, &budget);
        assert_eq!(decoded.diagnostics.len(), MAX_DIAGNOSTICS);
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
    fn a_diagnostic_names_its_text() {
        let second = "n = 5\nfunction \"f\" {\n  params = 1\n  result = 1\n}\n";
        let parts = [("first", ""), ("second", second)];
        let parsed = parts.map(|(name, text)| parse_config(text.as_bytes(), name).body);
        let body = Body::merged(parsed);
        let n = Spec::attribute("n", Type::number().clone(), Presence::Required);
        let bad = |_: &Value| vec![Reporter::Host.error("Bad", "")];
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

    #[test]
    fn what_is_left_is_taken_at_every_level() {
        let attribute =
            |name: &str| Spec::attribute(name, Type::number().clone(), Presence::Optional);
        let inner = Spec::object([("n".into(), attribute("n")), ("rest".into(), Spec::rest())]);
        let blocks = Spec::block_tuple("b", inner.unwrap(), Count::default()).unwrap();
        let others = Spec::rest_attributes(Type::string().clone()).unwrap();
        let spec = Spec::object([("b".into(), blocks), ("others".into(), others)]).unwrap();
        let text = "x = 1\nb {\nn = 1\nm = v\nc {}\n}\ny = \"z\"\n";
        let decoded = spec.decode(&body(text), None);
        assert!(decoded.diagnostics.is_empty(), "{:?}", decoded.diagnostics);
        let others = decoded.value.attribute("others").unwrap();
        assert_eq!(others.ty(), &Type::map(Type::string().clone()).unwrap());
        assert_eq!(others.entries().unwrap().len(), 2);
        let block = &decoded.value.attribute("b").unwrap().parts().unwrap()[0];
        let rest = body_of(block.attribute("rest").unwrap()).unwrap();
        let items: Vec<Str> = rest
            .items()
            .unwrap()
            .iter()
            .map(|item| item.name().into())
            .collect();
        assert_eq!(items, [Str::from("m"), "c".into()]);
        assert!(body_of(block).is_none());
        // Variables of the rest are needed only where the rest is evaluated.
        let needed = |text| spec.variables(&body(text)).len();
        assert_eq!(needed("x = v\nb {\nm = v\n}\n"), 1);
        let all = spec.variables_with_dynamic(&body("x = v\ny = v\n"), Needs::All);
        assert_eq!(all.len(), 2);

        let failures = |text| {
            let found = spec.decode(&body(text), None).diagnostics.into_iter();
            found
                .map(|one| (one.summary.to_string(), one.subject.unwrap().start.line))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            failures("c {\n}\n"),
            [("Unexpected \"c\" block".to_owned(), 1)]
        );
        let wrong = "Incorrect attribute value type".to_owned();
        assert_eq!(failures("x = 1\ny = []\n"), [(wrong, 2)]);
        // With the element type `any`, the result is an object.
        let any = Spec::rest_attributes(Type::any().clone()).unwrap();
        let decoded = any.decode(&body("x = 1\ny = []\n"), None);
        assert_eq!(decoded.value.ty().friendly_name(), "object");
    }

    #[test]
    fn names_that_are_one_key_of_a_map_are_told() {
        let of = |ty: &Type| Spec::rest_attributes(ty.clone()).unwrap();
        let two = "e\u{301} = \"x\"\na = \"\"\n\u{e9} = \"y\"\n";
        let block = Spec::block_attributes("b", Type::string().clone(), Presence::Required);
        for (spec, text, line) in [
            (of(Type::string()), two.to_owned(), 3),
            (block.unwrap(), format!("b {{\n{two}}}\n"), 4),
        ] {
            let [found] = &*spec.decode(&body(&text), None).diagnostics else {
                panic!("{spec:?}: expected one diagnostic");
            };
            assert_eq!(&*found.summary, "Duplicate argument");
            assert_eq!(found.subject.unwrap().start.line, line);
        }
        // A single name is normalized, and an object keeps names as they are.
        let one = of(Type::string()).decode(&body("e\u{301} = \"x\"\n"), None);
        assert!(one.diagnostics.is_empty());
        assert_eq!(
            one.value.entries().unwrap()[0].key().as_str(),
            Some("\u{e9}")
        );
        let both = of(Type::any()).decode(&body(two), None);
        assert!(both.diagnostics.is_empty());
        assert!(both.value.attribute("e\u{301}").is_some());
    }

    #[test]
    fn what_is_missing_is_not_checked() {
        let n = Spec::attribute("n", Type::number().clone(), Presence::Required);
        let bad = |_: &Value| vec![Reporter::Host.error("Bad", "")];
        let checked = Spec::validate(Spec::validate(n, bad).unwrap(), bad).unwrap();
        let found = |text| {
            let found = checked.decode(&body(text), None).diagnostics.into_iter();
            found.map(|one| one.summary.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(found(""), ["Missing required argument"]);
        assert_eq!(found("n = null\n"), ["Bad"]);
    }

    #[test]
    fn an_argument_may_stay_an_expression() {
        let spec = Spec::attribute("x", closure_type().clone(), Presence::Required);
        let mut scope = Scope::new();
        scope.set_variable("n", Value::bool(true)).unwrap();
        let decoded = spec.decode(&body("x = n\n"), Some(&scope));
        let closure = Closure::from_value(&decoded.value).unwrap();
        assert!(closure.expression().is_some());
        let evaluated = closure.evaluate(&Budget::standard());
        assert_eq!(evaluated.value.as_bool(), Some(true));
    }

    #[test]
    fn bodies_in_scopes_of_bodies_go_one_after_the_other() {
        let spec = Spec::rest();
        let mut value = Value::bool(true);
        for _ in 0..20_000 {
            let mut scope = Scope::new();
            scope.set_variable("inner", value).unwrap();
            value = spec
                .decode(&body("").expand_dynamic(Some(&scope)), None)
                .value;
        }
        assert!(body_of(&value).is_some());
    }
}
