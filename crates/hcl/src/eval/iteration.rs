//! `for` and splat expressions.
//!
//! Marks of the collection, of conditions and of keys are moved to the result. If a condition or a
//! key is unknown, the type of the result is unknown.

use super::evaluator::{ATTRIBUTE, CONTAINER, ELEMENT, Evaluator, TEXT_STEP};
use crate::syntax::{ExprId, For, ForId, Span};
use polycty_core::source::{Code, Reporter};
use polycty_core::text::Excerpt;
use polycty_core::types::{Kind, Str, Type};
use polycty_core::values::{ElementKey, MarkSet, Nullness, SHORT_MAX, Value};
use std::collections::HashMap;

/// The steps of an element, without those of the expressions for it.
const ITERATION: usize = 2;

/// The values of equal keys, or a single value.
enum Gathered {
    One(Value),
    Group(Vec<Value>),
}

/// The partial result of a `for` expression.
struct PartialResult {
    marks: MarkSet,
    /// Whether all items so far are known. Only the first error of each kind is reported, not the
    /// same error for later elements.
    known: bool,
}

impl<'a> Evaluator<'a> {
    #[inline(never)]
    pub(super) fn for_expression(&mut self, id: ExprId, each: ForId) -> Value {
        let tree = self.tree;
        let each = &tree[each];
        let at = tree[each.collection].span;
        let around = tree[id].span;
        let collection = self.eval(each.collection);
        let bare = collection.unmarked();
        if bare.is_null() {
            self.report_error_within(
                at,
                around,
                "Iteration over null value",
                "A null value cannot be used as the collection in a 'for' expression.",
            );
            return Value::dynamic();
        }
        let mut partial = PartialResult {
            marks: collection.marks(),
            known: true,
        };
        if bare.ty().is_any() {
            return Value::dynamic().with_marks(&partial.marks);
        }
        if !bare.can_iterate_elements() {
            let detail = format!(
                "A value of type {} cannot be used as the collection in a 'for' expression.",
                bare.ty().friendly_name()
            );
            self.report_error_within(at, around, "Iteration over non-iterable value", detail);
            return Value::dynamic();
        }
        let depth = self.locals.len();
        if !self.check_condition(id, each, &mut partial) {
            return Value::dynamic();
        }
        if !bare.is_known() {
            return Value::dynamic().with_marks(&partial.marks);
        }
        let collection_marks = self.collection_marks.clone();
        self.collection_marks = collection_marks.union(&partial.marks);
        if !self.hold(id, CONTAINER) {
            return Value::dynamic();
        }
        let result = match each.key {
            Some(key) => self.for_object(id, each, key, bare, &mut partial),
            None => self.for_tuple(id, each, bare, &mut partial),
        };
        self.collection_marks = collection_marks;
        self.locals.truncate(depth);
        result.with_marks(&partial.marks)
    }

    /// Evaluates the condition with unknown variables first, so that a wrong type is reported once.
    /// Returns whether the evaluation continues.
    fn check_condition(&mut self, id: ExprId, each: &For, partial: &mut PartialResult) -> bool {
        let Some(condition) = each.condition else {
            return true;
        };
        let at = self.tree[condition].span;
        let before = self.sink.count();
        let depth = self.locals.len();
        self.bind(each, Value::dynamic, Value::dynamic());
        let result = self.eval(condition);
        self.locals.truncate(depth);
        partial.marks = partial.marks.union(&result.marks());
        if result.unmarked().is_null() {
            self.report_error_within(
                at,
                self.tree[id].span,
                "Condition is null",
                "The value of the 'if' clause must not be null.",
            );
            return false;
        }
        if let Err(error) = self.convert(condition, &result, Type::bool()) {
            self.invalid_condition(at, id, error.message());
            return false;
        }
        !self.failed_since(before)
    }

    #[cold]
    fn invalid_condition(&mut self, at: Span, id: ExprId, message: &str) {
        let detail = format!("The 'if' clause value is invalid: {message}.");
        self.report_error_within(at, self.tree[id].span, "Invalid 'for' condition", detail);
    }

    /// Charges the key of an element if it is copied to become the value of a variable. Returns
    /// `false` if the budget is exceeded.
    fn hold_key(&mut self, id: ExprId, each: &For, key: ElementKey<'_>) -> bool {
        match (each.key_variable, key.copied_bytes()) {
            (None, _) | (_, 0) => true,
            (_, bytes) => self.work(id, bytes / TEXT_STEP) && self.hold(id, bytes),
        }
    }

    /// Adds the variables of an element.
    fn bind(&mut self, each: &For, key: impl FnOnce() -> Value, value: Value) {
        let tree = self.tree;
        if let Some(name) = each.key_variable {
            self.locals.push((tree.text(name), key()));
        }
        self.locals.push((tree.text(each.value_variable), value));
    }

    /// Whether the condition selects an element.
    fn included(&mut self, id: ExprId, each: &For, partial: &mut PartialResult) -> bool {
        let Some(condition) = each.condition else {
            return true;
        };
        let at = self.tree[condition].span;
        let result = self.eval(condition);
        partial.marks = partial.marks.union(&result.marks());
        if result.unmarked().is_null() {
            if partial.known {
                self.report_error_within(
                    at,
                    self.tree[id].span,
                    "Invalid 'for' condition",
                    "The value of the 'if' clause must not be null.",
                );
            }
            partial.known = false;
            return false;
        }
        // HCL checks the type of an unknown condition only if the result is an object.
        if each.key.is_none() && !result.unmarked().is_known() {
            partial.known = false;
            return false;
        }
        let include = match self.convert(condition, &result, Type::bool()) {
            Ok(include) => include,
            Err(error) => {
                if partial.known {
                    self.invalid_condition(at, id, error.message());
                }
                partial.known = false;
                return false;
            }
        };
        match include.unmarked().as_bool() {
            Some(include) => include,
            None => {
                partial.known = false;
                false
            }
        }
    }

    #[inline(never)]
    fn for_tuple(
        &mut self,
        id: ExprId,
        each: &For,
        bare: &Value,
        partial: &mut PartialResult,
    ) -> Value {
        let Ok(elements) = bare.elements() else {
            return Value::dynamic();
        };
        let mut values = Vec::with_capacity(elements.len().min(1024));
        let depth = self.locals.len();
        for (key, element) in elements {
            if self.sink.ended() || !self.work(id, ITERATION) || !self.hold_key(id, each, key) {
                return Value::dynamic();
            }
            self.locals.truncate(depth);
            self.bind(each, || key.to_value(), element.clone());
            if self.included(id, each, partial) {
                let value = self.eval(each.value);
                if !self.hold(id, ELEMENT) {
                    return Value::dynamic();
                }
                values.push(value);
            }
        }
        if !partial.known {
            return Value::dynamic();
        }
        Value::tuple(values).unwrap_or_else(|error| self.refused(id, &error))
    }

    #[inline(never)]
    fn for_object(
        &mut self,
        id: ExprId,
        each: &For,
        key_id: ExprId,
        bare: &Value,
        partial: &mut PartialResult,
    ) -> Value {
        let Ok(elements) = bare.elements() else {
            return Value::dynamic();
        };
        let mut gathered: HashMap<Str, Gathered> = HashMap::new();
        let depth = self.locals.len();
        for (key, element) in elements {
            if self.sink.ended() || !self.work(id, ITERATION) || !self.hold_key(id, each, key) {
                return Value::dynamic();
            }
            self.locals.truncate(depth);
            self.bind(each, || key.to_value(), element.clone());
            if !self.included(id, each, partial) {
                continue;
            }
            let Some(key) = self.item_key(id, key_id, partial) else {
                continue;
            };
            let key = key.as_str().unwrap_or_default();
            if key.len() > SHORT_MAX && !self.work(id, key.len() / TEXT_STEP) {
                return Value::dynamic();
            }
            let value = self.eval(each.value);
            if !self.gather(
                (id, key_id),
                each,
                key,
                value,
                &mut gathered,
                &partial.marks,
            ) {
                return Value::dynamic();
            }
        }
        if !partial.known {
            return Value::dynamic();
        }
        self.gathered(id, gathered)
    }

    /// Evaluates the key of an item. Returns `None` if it is not known or not valid.
    #[inline(never)]
    fn item_key(
        &mut self,
        id: ExprId,
        key_id: ExprId,
        partial: &mut PartialResult,
    ) -> Option<Value> {
        let key_span = self.tree[key_id].span;
        let around = self.tree[id].span;
        let given = self.eval(key_id);
        partial.marks = partial.marks.union(&given.marks());
        if given.unmarked().is_null() {
            if partial.known {
                self.report_error_within(
                    key_span,
                    around,
                    "Invalid object key",
                    "Key expression in 'for' expression must not produce a null value.",
                );
            }
            partial.known = false;
            return None;
        }
        if !given.unmarked().is_known() {
            partial.known = false;
            return None;
        }
        match self.convert(key_id, given.unmarked(), Type::string()) {
            Ok(key) => Some(key),
            Err(error) => {
                if partial.known {
                    let detail = format!(
                        "The key expression produced an invalid result: {}.",
                        error.message()
                    );
                    self.report_error_within(key_span, around, "Invalid object key", detail);
                }
                partial.known = false;
                None
            }
        }
    }

    /// Adds an item to those with the same key. Returns `false` if the budget is exceeded.
    #[inline(never)]
    fn gather(
        &mut self,
        (id, key_id): (ExprId, ExprId),
        each: &For,
        key: &str,
        value: Value,
        gathered: &mut HashMap<Str, Gathered>,
        marks: &MarkSet,
    ) -> bool {
        let key_span = self.tree[key_id].span;
        let around = self.tree[id].span;
        match gathered.get_mut(key) {
            Some(Gathered::Group(values)) => {
                if !self.hold(id, ELEMENT) {
                    return false;
                }
                values.push(value);
            }
            Some(Gathered::One(_)) => {
                let which = if self.conceals(marks) {
                    "same key".to_owned()
                } else {
                    format!("key {}", Excerpt(key))
                };
                let detail = format!(
                    "Two different items produced the {which} in this 'for' expression. If duplicates are expected, use the ellipsis (...) after the value expression to enable grouping by key."
                );
                let diagnostic = Reporter::Hcl
                    .error("Duplicate object key", detail)
                    .with_subject(self.range(key_span))
                    .with_context(self.range(around))
                    .quoting();
                self.sink.report(diagnostic);
            }
            None => {
                if !self.hold(id, ATTRIBUTE + key.len()) {
                    return false;
                }
                let first = if each.group {
                    Gathered::Group(vec![value])
                } else {
                    Gathered::One(value)
                };
                gathered.insert(key.into(), first);
            }
        }
        true
    }

    /// The object of all items.
    #[inline(never)]
    fn gathered(&mut self, id: ExprId, gathered: HashMap<Str, Gathered>) -> Value {
        let attributes: Result<Vec<(Str, Value)>, _> = gathered
            .into_iter()
            .map(|(key, gathered)| match gathered {
                Gathered::One(value) => Ok((key, value)),
                Gathered::Group(values) => Value::tuple(values).map(|group| (key, group)),
            })
            .collect();
        attributes
            .and_then(Value::object)
            .unwrap_or_else(|error| self.refused(id, &error))
    }

    /// Evaluates a splat. Its source is a sequence or a set; any other value counts as a tuple of
    /// one element, and null as an empty tuple.
    #[inline(never)]
    pub(super) fn splat(
        &mut self,
        id: ExprId,
        source_id: ExprId,
        item: ExprId,
        each: ExprId,
    ) -> Value {
        let before = self.sink.count();
        let source = self.eval(source_id);
        if self.failed_since(before) {
            return Value::dynamic();
        }
        let marks = source.marks();
        let bare = source.unmarked();
        let is_sequence = matches!(
            bare.ty().kind(),
            Kind::Tuple { .. } | Kind::List { .. } | Kind::Set(_)
        );
        if bare.is_null() {
            if !is_sequence {
                return Value::tuple(Vec::new())
                    .unwrap_or_else(|error| self.refused(id, &error))
                    .with_marks(&marks);
            }
            let at = self.tree[source_id].span;
            let around = at.to(self.tree[item].span);
            self.report_error_within(
                at,
                around,
                "Splat of null value",
                "Splat expressions (with the * symbol) cannot be applied to null sequences.",
            );
            return Value::dynamic();
        }
        if bare.ty().is_any() {
            return Value::dynamic().with_marks(&marks);
        }
        let collection_marks = self.collection_marks.clone();
        self.collection_marks = collection_marks.union(&marks);
        let result = if is_sequence {
            self.splat_sequence(id, bare, each)
        } else {
            let maybe_null = !bare.is_known()
                && bare
                    .range()
                    .is_ok_and(|range| range.null() != Nullness::Never);
            // The marks belong to the element and to the resulting tuple.
            let (value, failed) = self.at_item(source.clone(), each);
            if maybe_null {
                Value::dynamic()
            } else if failed {
                let ty = Type::tuple([self.quiet_type(bare.ty(), each)]);
                ty.map_or_else(|_| Value::dynamic(), Value::unknown)
            } else {
                Value::tuple(vec![value]).unwrap_or_else(|error| self.refused(id, &error))
            }
        };
        self.collection_marks = collection_marks;
        result.with_marks(&marks)
    }

    fn splat_sequence(&mut self, id: ExprId, source: &Value, each: ExprId) -> Value {
        let Ok(elements) = source.elements() else {
            // The elements are unknown, but their type can be determined.
            let ty = self.splat_type(source.ty(), each);
            return unknown_splat(source, ty);
        };
        if !self.hold(id, CONTAINER + elements.len() * ELEMENT) {
            return Value::dynamic();
        }
        let mut values = Vec::with_capacity(elements.len());
        let mut failed = false;
        for (_, element) in elements {
            if self.sink.ended() || !self.work(id, ITERATION) {
                return Value::dynamic();
            }
            let (value, wrong) = self.at_item(element.clone(), each);
            failed |= wrong;
            values.push(value);
        }
        if failed {
            let before = self.sink.count();
            let ty = self.splat_type(source.ty(), each);
            self.sink.forget_since(before);
            return ty.map_or_else(Value::dynamic, Value::unknown);
        }
        let result = match source.ty().kind() {
            Kind::Tuple { .. } => Value::tuple(values),
            _ if values.is_empty() => {
                match self.splat_type(source.ty(), each).as_ref().map(Type::kind) {
                    Some(Kind::List { element, .. }) => Value::list_of(element, values),
                    _ => return Value::dynamic(),
                }
            }
            _ => match Value::list(values) {
                Err(error) if error.code() == Code::Type => return self.mixed_splat(id, each),
                list => list,
            },
        };
        result.unwrap_or_else(|error| self.refused(id, &error))
    }

    /// Reports that a splat of a list has results of different types.
    #[cold]
    fn mixed_splat(&mut self, id: ExprId, each: ExprId) -> Value {
        self.report_error_within(
            self.tree[each].span,
            self.tree[id].span,
            "Invalid nested splat expressions",
            "The second level of splat expression produced elements of different types, so it isn't possible to construct a valid list to represent the top-level result.\n\nConsider using a for expression instead, to produce a tuple-typed result which can therefore have non-homogenous element types.",
        );
        Value::dynamic()
    }

    /// Returns the result of a splat for one element, and whether it failed.
    fn at_item(&mut self, element: Value, each: ExprId) -> (Value, bool) {
        let before = self.sink.count();
        self.items.push(element);
        let value = self.eval(each);
        self.items.pop();
        (value, self.failed_since(before))
    }

    fn quiet_type(&mut self, element: &Type, each: ExprId) -> Type {
        let before = self.sink.count();
        let (value, _) = self.at_item(Value::unknown(element.clone()), each);
        self.sink.forget_since(before);
        value.ty().clone()
    }

    /// The type of a splat of a sequence or set.
    fn splat_type(&mut self, source: &Type, each: ExprId) -> Option<Type> {
        match source.kind() {
            Kind::List { element, .. } | Kind::Set(element) => {
                let (value, _) = self.at_item(Value::unknown(element.clone()), each);
                Type::list(value.ty().clone()).ok()
            }
            Kind::Tuple { elements, .. } => {
                let types: Vec<Type> = elements
                    .iter()
                    .map(|element| {
                        let (value, _) = self.at_item(Value::unknown(element.clone()), each);
                        value.ty().clone()
                    })
                    .collect();
                Type::tuple(types).ok()
            }
            _ => None,
        }
    }
}

/// Returns the splat of an unknown sequence, which has the same length.
fn unknown_splat(source: &Value, ty: Option<Type>) -> Value {
    let Some(ty) = ty else {
        return Value::dynamic();
    };
    let is_list = ty.is_list();
    let unknown = Value::unknown(ty);
    let mut refined = unknown.refine().not_null();
    if let (true, true, Ok(range)) = (is_list, source.ty().is_collection(), source.range()) {
        if let Some(min) = range.length_min() {
            refined = refined.length_at_least(min);
        }
        if let Some(max) = range.length_max() {
            refined = refined.length_at_most(max);
        }
    }
    refined.build().unwrap_or(unknown)
}
