//! Specs of attributes: the value of an argument.

use super::lookup::ItemLookup;
use super::run::Decoder;
use super::spec::{Attribute, BlockAttributes, Presence, Spec};
use crate::body::{Attribute as Found, range_text};
use crate::eval::{Closure, ELEMENT, Expr, TypeNotation, closure_type, code_of};
use crate::rules::convert_within;
use crate::types::is_type_constraint;
use polycty_core::source::{Diagnostic, Range, Reporter, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Str, Type};
use polycty_core::values::{Value, nfc};
use std::collections::hash_map::Entry;

impl Decoder<'_> {
    pub(super) fn attribute(&mut self, attribute: &Attribute, lookup: &ItemLookup<'_>) -> Value {
        // The body has already reported a missing required argument.
        let Some(found) = lookup.attribute(&attribute.name) else {
            return Value::null(attribute.bare.clone());
        };
        self.as_type(found, &attribute.ty, |error| {
            inappropriate(&attribute.name, error)
        })
        .unwrap_or_else(|| Value::unknown(attribute.bare.clone()))
    }

    /// Decodes the arguments of the only block of a type to a map.
    pub(super) fn block_attributes(
        &mut self,
        spec: &Spec,
        wanted: &BlockAttributes,
        lookup: &ItemLookup<'_>,
    ) -> Value {
        let [block, others @ ..] = lookup.blocks(&wanted.block_type) else {
            if wanted.presence == Presence::Required {
                self.missing_block(&wanted.block_type, lookup);
            }
            return spec.null();
        };
        if let [other, ..] = others {
            self.second_block(block, other);
        }
        let found = block.body.just_attributes_within(self.sink.budget);
        self.sink.report_all(found.diagnostics);
        let element = &wanted.element;
        let bare = bare(element);
        if !(self.sink).hold(found.content.len() * 2 * ELEMENT, block.def_range) {
            return Value::dynamic();
        }
        let entry = |attribute: &Found| {
            let value = self.as_type(attribute, element, |error| {
                let detail = format!(
                    "Invalid value for attribute of {} block: {error}.",
                    Quoted(&wanted.block_type)
                );
                Reporter::Hcl.error("Invalid attribute value", detail)
            });
            let value = value.unwrap_or_else(|| Value::unknown(bare.clone()));
            (Value::nfc_string(&attribute.name), value)
        };
        let map = map_of(&bare, found.content.iter().map(entry).collect());
        self.check_keys(&map, &found.content);
        self.made(map, spec, lookup).with_marks(&block.body.marks())
    }

    /// Decodes the arguments that no other spec uses to a map, or to an object if they may have any
    /// types.
    pub(super) fn rest_attributes(
        &mut self,
        spec: &Spec,
        element: &Type,
        lookup: &ItemLookup<'_>,
    ) -> Value {
        let Some(rest) = lookup.rest else {
            return spec.unknown();
        };
        let before = self.sink.count();
        let found = rest.just_attributes_within(self.sink.budget);
        self.sink.report_all(found.diagnostics);
        self.add_source(rest, before);
        let at = lookup.content.missing_item;
        if !(self.sink).hold(found.content.len() * 2 * ELEMENT, at) {
            return Value::dynamic();
        }
        let bare = bare(element);
        let entry = |attribute: &Found| {
            let value = self.as_type(attribute, element, |error| {
                inappropriate(&attribute.name, error)
            });
            let value = value.unwrap_or_else(|| Value::unknown(bare.clone()));
            (attribute.name.clone(), value)
        };
        let entries: Vec<(Str, Value)> = found.content.iter().map(entry).collect();
        let made = if spec.is_dynamic() {
            Value::object(entries)
        } else {
            let keyed = |(name, value): (Str, Value)| (Value::nfc_string(&name), value);
            let map = map_of(&bare, entries.into_iter().map(keyed).collect());
            self.check_keys(&map, &found.content);
            map
        };
        self.made(made, spec, lookup)
    }

    /// Reports arguments that became the same entry of a map. Names are compared as written, but
    /// map keys are in normalization form C.
    fn check_keys(&mut self, map: &Result<Value>, found: &[Found]) {
        let entries = map.as_ref().ok().and_then(Value::entries);
        if entries.is_some_and(|entries| entries.len() < found.len()) {
            self.report_same_keys(found);
        }
    }

    #[cold]
    fn report_same_keys(&mut self, found: &[Found]) {
        let mut first: KeyedMap<Str, &Found> = KeyedMap::default();
        for attribute in found {
            let at = attribute.name_range;
            let key = nfc(&attribute.name);
            if !(self.sink).hold(key.len() + 2 * ELEMENT, at) {
                return;
            }
            let earlier = match first.entry(key.into()) {
                Entry::Vacant(entry) => {
                    entry.insert(attribute);
                    continue;
                }
                Entry::Occupied(there) => *there.get(),
            };
            let detail = format!(
                "The argument {} was already set at {}, under a name that is equal in normal form \
                 C: a map has one key for both.",
                Quoted(&attribute.name),
                range_text(&earlier.source, earlier.name_range)
            );
            let mut diagnostic = Reporter::Hcl
                .error("Duplicate argument", detail)
                .with_subject(at);
            diagnostic.source = Some(attribute.source.clone());
            self.sink.report(diagnostic);
        }
    }

    /// Converts the value of an argument to a type. Returns `None` if it does not convert.
    fn as_type(
        &mut self,
        found: &Found,
        ty: &Type,
        failure: impl FnOnce(&str) -> Diagnostic,
    ) -> Option<Value> {
        if is_type_constraint(ty) {
            return Some(self.type_constraint(&found.expr));
        }
        if ty == closure_type() {
            let closure = Closure::new(found.expr.clone(), self.scope.cloned());
            return Some(closure.into_value());
        }
        let evaluated = found.expr.evaluate_within(self.scope, self.sink.budget);
        self.sink.report_all(evaluated.diagnostics);
        match convert_within(&evaluated.value, ty, self.sink.budget) {
            Ok(value) => Some(value),
            Err(error) => {
                let range = found.expr.range();
                let whole = Range {
                    start: found.name_range.start,
                    end: range.end,
                };
                let mut diagnostic = failure(error.message())
                    .with_subject(range)
                    .with_context(whole);
                diagnostic.source = Some(found.source.clone());
                diagnostic.code = code_of(&error);
                self.sink.report(diagnostic);
                self.sink.end_if_spent(range);
                None
            }
        }
    }

    /// Reads an argument as a type expression.
    fn type_constraint(&mut self, expr: &Expr) -> Value {
        match expr.as_type_within(TypeNotation::Constraint, self.sink.budget) {
            Ok(read) => Value::type_constraint(read.ty),
            Err(diagnostics) => {
                self.sink.report_all(diagnostics);
                Value::unknown(Type::meta_any().clone())
            }
        }
    }
}

fn inappropriate(name: &str, error: &str) -> Diagnostic {
    let detail = format!(
        "Inappropriate value for attribute {}: {error}.",
        Quoted(name)
    );
    Reporter::Hcl.error("Incorrect attribute value type", detail)
}

/// Returns a type without the information that only conversions use.
fn bare(ty: &Type) -> Type {
    ty.without_optional_fields().unwrap_or_else(|_| ty.clone())
}

fn map_of(element: &Type, entries: Vec<(Value, Value)>) -> Result<Value> {
    if entries.is_empty() {
        Value::map_of(element, [])
    } else {
        Value::map(entries)
    }
}
