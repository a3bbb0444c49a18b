//! Conditionals, `condition ? yes : no`.
//!
//! Both results are evaluated, because the type of the conditional is one that both convert to.
//! Errors of the result that is not chosen are not reported. If the condition is unknown, the
//! result is unknown with the refinements that both results share.

use super::evaluator::Evaluator;
use crate::rules::{converter, unify};
use crate::syntax::{ExprId, ExprKind, Span};
use polycty_core::dialect::{Converter, Safety};
use polycty_core::source::{Diagnostics, Reporter, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Kind, Type};
use polycty_core::values::{Bound, BoundKind, MarkSet, Nullness, Value, ValueRange};
use std::cmp::Ordering;

/// The number of parts of types that are compared in one step.
const TYPE_PARTS: usize = 4;

const INCONSISTENT: &str = "Inconsistent conditional result types";

/// A conditional.
#[derive(Clone, Copy)]
struct Parts {
    id: ExprId,
    condition: ExprId,
    yes: ExprId,
    no: ExprId,
}

/// The size of a conditional of a chain while the rest of the chain is evaluated.
const LINK: usize = size_of::<(Parts, Value, Diagnostics)>();

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        yes: ExprId,
        no: ExprId,
    ) -> Value {
        if let ExprKind::Conditional { .. } = self.tree[no].kind {
            return self.chain(id);
        }
        let before = self.sink.count();
        let yes_value = self.eval(yes);
        let yes_found = self.sink.split_off(before);
        let no_value = self.eval(no);
        let no_found = self.sink.split_off(before);
        let parts = Parts {
            id,
            condition,
            yes,
            no,
        };
        self.decide(parts, [yes_value, no_value], [yes_found, no_found])
    }

    /// Evaluates a conditional whose false result is a conditional, as in `a ? b : c ? d : e`. Such
    /// a chain is evaluated without recursion: first all true results, then the conditions, from
    /// the last conditional to the first.
    #[inline(never)]
    fn chain(&mut self, first: ExprId) -> Value {
        let tree = self.tree;
        let before = self.sink.count();
        let mut links = Vec::new();
        let mut id = first;
        let mut charged = 0;
        let mut no_value = loop {
            let ExprKind::Conditional { condition, yes, no } = tree[id].kind else {
                break self.eval(id);
            };
            // The first conditional is charged already.
            let is_charged = links.is_empty() || self.sink.budget.charge(1).is_ok();
            if !is_charged || self.sink.ended() || !self.hold(id, LINK) {
                break self.stop(id);
            }
            charged += LINK;
            let yes_value = self.eval(yes);
            let yes_found = self.sink.split_off(before);
            let parts = Parts {
                id,
                condition,
                yes,
                no,
            };
            links.push((parts, yes_value, yes_found));
            id = no;
        };
        while let Some((parts, yes_value, yes_found)) = links.pop() {
            let no_found = self.sink.split_off(before);
            no_value = self.decide(parts, [yes_value, no_value], [yes_found, no_found]);
        }
        self.sink.budget.release(charged as u64);
        no_value
    }

    /// Returns the value of a conditional from its evaluated results and the diagnostics of each.
    #[inline(never)]
    fn decide(
        &mut self,
        Parts {
            id,
            condition,
            yes,
            no,
        }: Parts,
        [yes_value, no_value]: [Value; 2],
        mut found: [Diagnostics; 2],
    ) -> Value {
        if self.sink.ended() {
            for found in found {
                self.sink.put_back(found);
            }
            return Value::dynamic();
        }
        let value = match self.unified(id, [yes, no], [&yes_value, &no_value]) {
            None => Value::dynamic(),
            Some(unified) => {
                let given = self.eval(condition);
                let results = ([yes, no], [yes_value, no_value]);
                self.choose(id, (condition, given), results, unified, &mut found)
            }
        };
        for not_chosen in &found {
            self.sink.forget(not_chosen);
        }
        value
    }

    /// Returns the common type of both results, or reports an error. It is separate from
    /// `conditional`, whose stack frame is repeated for each nesting level.
    #[inline(never)]
    fn unified(
        &mut self,
        id: ExprId,
        [yes, no]: [ExprId; 2],
        [yes_value, no_value]: [&Value; 2],
    ) -> Option<Unified> {
        let types = [yes_value.ty(), no_value.ty()];
        if types[0] == types[1] {
            return Some(Unified {
                ty: types[0].clone(),
                converters: [None, None],
            });
        }
        let size = (types[0].size() as usize).saturating_add(types[1].size() as usize);
        if !self.work(id, size / TYPE_PARTS) {
            return None;
        }
        let unified = common(yes_value, no_value);
        if unified.is_none() {
            // The attribute names of a marked object are as secret as its values.
            let names = if yes_value.contains_marked() || no_value.contains_marked() {
                Names::Hidden
            } else {
                Names::NotationPolicy
            };
            let mismatch = describe_mismatch(types[0], types[1], names);
            let detail = format!(
                "The true and false result expressions must have consistent types. {mismatch}"
            );
            let at = self.tree[yes].span.to(self.tree[no].span);
            self.report_error_within(at, self.tree[id].span, INCONSISTENT, detail);
        }
        unified
    }

    /// Returns one of two evaluated results by the evaluated condition, and reports its
    /// diagnostics.
    #[inline(never)]
    fn choose(
        &mut self,
        id: ExprId,
        (condition, given): (ExprId, Value),
        ([yes, no], [yes_value, no_value]): ([ExprId; 2], [Value; 2]),
        Unified { ty, converters }: Unified,
        found: &mut [Diagnostics; 2],
    ) -> Value {
        let spans = [self.tree[yes].span, self.tree[no].span];
        let at = self.tree[condition].span;
        if given.unmarked().is_null() {
            self.condition_failure(
                at,
                id,
                "Null condition",
                "The condition value is null. Conditions must either be true or false.",
            );
            return Value::unknown(ty);
        }
        if !given.unmarked().is_known() {
            return undecided(&given, &yes_value, &no_value, ty);
        }
        let Ok(decision) = self.convert(condition, &given, Type::bool()) else {
            self.condition_failure(
                at,
                id,
                "Incorrect condition type",
                "The condition expression must be of type bool.",
            );
            return Value::unknown(ty);
        };
        let marked = given.is_marked() || yes_value.is_marked() || no_value.is_marked();
        let marks = if marked {
            [&yes_value, &no_value]
                .iter()
                .fold(given.marks(), |marks, side| marks.union(&side.marks()))
        } else {
            MarkSet::EMPTY
        };
        let chosen = decision.unmarked().as_bool().unwrap_or_default();
        let [yes_converter, no_converter] = converters;
        let [yes_found, no_found] = found;
        let (value, converter, found, span, side) = if chosen {
            (yes_value, yes_converter, yes_found, spans[0], "true")
        } else {
            (no_value, no_converter, no_found, spans[1], "false")
        };
        self.sink.put_back(std::mem::take(found));
        let result = match converter {
            None => value,
            Some(converter) => self.apply(id, &converter, &value).unwrap_or_else(|error| {
                let detail = format!(
                    "The {side} result value has the wrong type: {}.",
                    error.message()
                );
                self.report_error_within(span, self.tree[id].span, INCONSISTENT, detail);
                Value::unknown(ty)
            }),
        };
        result.with_marks(&marks)
    }

    fn apply(&mut self, id: ExprId, converter: &Converter, value: &Value) -> Result<Value> {
        let applied = converter.apply(value, self.sink.budget);
        applied.inspect_err(|error| self.after(id, error))
    }

    #[cold]
    fn condition_failure(&mut self, at: Span, id: ExprId, summary: &str, detail: &str) {
        let diagnostic = Reporter::Hcl
            .error(summary, detail)
            .with_subject(self.range(at))
            .with_context(self.range_of(id));
        self.sink.report(diagnostic);
    }
}

/// The type of a conditional and the converters of its results to that type.
struct Unified {
    ty: Type,
    converters: [Option<Converter>; 2],
}

/// Returns the type that both results of different types convert to. An untyped null takes the type
/// of the other result.
fn common(yes: &Value, no: &Value) -> Option<Unified> {
    let untyped_null = |value: &Value| value.is_null() && value.ty().is_any();
    let follow = |ty: &Type| converter(Type::any(), ty, Safety::Unsafe);
    if untyped_null(yes) {
        return Some(Unified {
            ty: no.ty().clone(),
            converters: [follow(no.ty()), None],
        });
    }
    if untyped_null(no) {
        return Some(Unified {
            ty: yes.ty().clone(),
            converters: [None, follow(yes.ty())],
        });
    }
    if yes.ty().is_any() || no.ty().is_any() {
        return Some(Unified {
            ty: Type::any().clone(),
            converters: [None, None],
        });
    }
    let unified = unify([yes.ty(), no.ty()], Safety::Unsafe)?;
    let [first, second] = <[Option<Converter>; 2]>::try_from(unified.converters).ok()?;
    Some(Unified {
        ty: unified.ty,
        converters: [first, second],
    })
}

/// Returns the result for an unknown condition: an unknown value with the refinements that both
/// results share.
fn undecided(condition: &Value, yes: &Value, no: &Value, ty: Type) -> Value {
    let marks: MarkSet = condition.marks().union(&yes.marks()).union(&no.marks());
    let (yes, no) = (yes.unmarked(), no.unmarked());
    if yes.is_null() && no.is_null() {
        return Value::null(ty).with_marks(&marks);
    }
    let unknown = Value::unknown(ty.clone());
    let ranges = yes.range().ok().zip(no.range().ok());
    let result = ranges.and_then(|(a, b)| within_both(&unknown, &ty, &a, &b));
    result.unwrap_or(unknown).with_marks(&marks)
}

fn within_both(unknown: &Value, ty: &Type, a: &ValueRange, b: &ValueRange) -> Option<Value> {
    let mut refined = unknown.refine();
    if a.null() == Nullness::Never && b.null() == Nullness::Never {
        refined = refined.not_null();
    }
    if a.ty().is_number() && b.ty().is_number() {
        let (min, max) = (
            wider(a.number_min()?, b.number_min()?, Ordering::Less),
            wider(a.number_max()?, b.number_max()?, Ordering::Greater),
        );
        let kind = |bound: &Bound| {
            if bound.inclusive {
                BoundKind::Inclusive
            } else {
                BoundKind::Exclusive
            }
        };
        if !min.value.is_infinite() {
            let bound = Value::from_number(min.value.clone());
            refined = refined.at_least(&bound, kind(&min));
        }
        if !max.value.is_infinite() {
            let bound = Value::from_number(max.value.clone());
            refined = refined.at_most(&bound, kind(&max));
        }
    } else if a.ty().is_collection() && a.ty() == b.ty() && ty.is_collection() {
        refined = refined.length_at_least(a.length_min()?.min(b.length_min()?));
        if let (Some(a), Some(b)) = (a.length_max(), b.length_max()) {
            refined = refined.length_at_most(a.max(b));
        }
    }
    refined.build().ok()
}

/// Returns the outer one of two bounds; of equal bounds, the inclusive one.
fn wider(a: Bound, b: Bound, outward: Ordering) -> Bound {
    match a.value.cmp(&b.value) {
        Ordering::Equal if a.inclusive => a,
        Ordering::Equal => b,
        order if order == outward => a,
        _ => b,
    }
}

/// Whether a description contains names of attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    NotationPolicy,
    Hidden,
}

/// Describes the difference between two types that have no common type.
fn describe_mismatch(yes: &Type, no: &Type, names: Names) -> String {
    match (yes.kind(), no.kind()) {
        (Kind::Object(a), Kind::Object(b)) if names == Names::NotationPolicy => {
            for field in a.sorted_fields() {
                let name = field.name();
                let Some(other) = b.get(name) else {
                    return format!(
                        "The 'true' value includes object attribute {}, which is absent in the 'false' value.",
                        Quoted(name)
                    );
                };
                if field.ty() != other.ty() {
                    return format!(
                        "Type mismatch for object attribute {}: {}",
                        Quoted(name),
                        describe_mismatch(field.ty(), other.ty(), names)
                    );
                }
            }
            for field in b.sorted_fields() {
                if a.get(field.name()).is_none() {
                    return format!(
                        "The 'false' value includes object attribute {}, which is absent in the 'true' value.",
                        Quoted(field.name())
                    );
                }
            }
        }
        (Kind::Tuple { elements: a, .. }, Kind::Tuple { elements: b, .. }) => {
            if a.len() != b.len() {
                return format!(
                    "The 'true' tuple has length {}, but the 'false' tuple has length {}.",
                    a.len(),
                    b.len()
                );
            }
            let differing = a
                .iter()
                .zip(b.iter())
                .enumerate()
                .find(|(_, (a, b))| a != b);
            if let Some((at, (a, b))) = differing {
                return format!(
                    "Type mismatch for tuple element {at}: {}",
                    describe_mismatch(a, b, names)
                );
            }
        }
        _ => {
            if let Some((kind, a, b)) = same_collection(yes, no) {
                let structural = a.is_object() && b.is_object() || a.is_tuple() && b.is_tuple();
                if structural {
                    return format!(
                        "Mismatched {kind} element types: {}",
                        describe_mismatch(a, b, names)
                    );
                }
            }
        }
    }
    describe_kinds(yes, no)
}

/// Describes the difference between two types without naming attributes.
fn describe_kinds(yes: &Type, no: &Type) -> String {
    let (a, b) = (yes.friendly_name(), no.friendly_name());
    if a == b {
        return "At least one deeply-nested attribute or element is not compatible across both the 'true' and the 'false' value.".to_owned();
    }
    format!("The 'true' value is {a}, but the 'false' value is {b}.")
}

fn same_collection<'t>(a: &'t Type, b: &'t Type) -> Option<(&'static str, &'t Type, &'t Type)> {
    match (a.kind(), b.kind()) {
        (Kind::List { element: a, .. }, Kind::List { element: b, .. }) => Some(("list", a, b)),
        (Kind::Set(a), Kind::Set(b)) => Some(("set", a, b)),
        (Kind::Map { element: a, .. }, Kind::Map { element: b, .. }) => Some(("map", a, b)),
        _ => None,
    }
}
