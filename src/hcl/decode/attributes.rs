//! Specs of attributes: what is the value of an argument?

use super::place::Place;
use super::run::Decoder;
use super::spec::{Attribute, BlockAttributes, Presence, Spec};
use crate::body::Attribute as Found;
use crate::eval::{ELEMENT, Expr, TypeNotation, code_of};
use crate::rules::convert_within;
use crate::types::is_type_constraint;
use polycty_core::source::{Diagnostic, Range};
use polycty_core::text::Quoted;
use polycty_core::types::Type;
use polycty_core::values::Value;

impl Decoder<'_> {
    pub(super) fn attribute(&mut self, attribute: &Attribute, place: &Place<'_>) -> Value {
        // That a required one is missing was told by the body.
        let Some(found) = place.attribute(&attribute.name) else {
            return Value::null(attribute.bare.clone());
        };
        self.as_type(found, &attribute.ty, |error| {
            let detail = format!(
                "Inappropriate value for attribute {}: {error}.",
                Quoted(&attribute.name)
            );
            Diagnostic::error("Incorrect attribute value type", detail)
        })
        .unwrap_or_else(|| Value::unknown(attribute.bare.clone()))
    }

    /// The arguments of the one block of a type, as a map.
    pub(super) fn block_attributes(
        &mut self,
        spec: &Spec,
        wanted: &BlockAttributes,
        place: &Place<'_>,
    ) -> Value {
        let [block, others @ ..] = place.blocks(&wanted.block_type) else {
            if wanted.presence == Presence::Required {
                self.missing_block(&wanted.block_type, place);
            }
            return spec.null();
        };
        if let [other, ..] = others {
            self.second_block(block, other);
        }
        let found = block.body.just_attributes_within(self.findings.budget);
        self.findings.tell_all(found.diagnostics);
        let element = &wanted.element;
        let bare = element
            .without_optional_fields()
            .unwrap_or_else(|_| element.clone());
        if !(self.findings).hold(found.content.len() * 2 * ELEMENT, block.def_range) {
            return Value::dynamic();
        }
        let mut entries = Vec::with_capacity(found.content.len());
        for attribute in &found.content {
            let value = self
                .as_type(attribute, element, |error| {
                    let detail = format!(
                        "Invalid value for attribute of {} block: {error}.",
                        Quoted(&wanted.block_type)
                    );
                    Diagnostic::error("Invalid attribute value", detail)
                })
                .unwrap_or_else(|| Value::unknown(bare.clone()));
            entries.push((Value::nfc_string(&attribute.name), value));
        }
        let map = match entries.is_empty() {
            true => Value::map_of(&bare, []),
            false => Value::map(entries),
        };
        self.made(map, spec, place).with_marks(&block.body.marks())
    }

    /// The value of an argument as one of a type; none where it does not convert.
    fn as_type(
        &mut self,
        found: &Found,
        ty: &Type,
        fault: impl FnOnce(&str) -> Diagnostic,
    ) -> Option<Value> {
        if is_type_constraint(ty) {
            return Some(self.type_constraint(&found.expr));
        }
        let evaluated = found.expr.evaluate_within(self.scope, self.findings.budget);
        self.findings.tell_all(evaluated.diagnostics);
        match convert_within(&evaluated.value, ty, self.findings.budget) {
            Ok(value) => Some(value),
            Err(error) => {
                let range = found.expr.range();
                let whole = Range {
                    start: found.name_range.start,
                    end: range.end,
                };
                let mut diagnostic = fault(error.message())
                    .with_subject(range)
                    .with_context(whole);
                diagnostic.source = Some(found.source.clone());
                diagnostic.code = code_of(&error);
                self.findings.tell(diagnostic);
                self.findings.end_if_spent(range);
                None
            }
        }
    }

    /// The argument as a type expression.
    fn type_constraint(&mut self, expr: &Expr) -> Value {
        match expr.as_type_within(TypeNotation::Constraint, self.findings.budget) {
            Ok(read) => Value::type_constraint(read.ty),
            Err(diagnostics) => {
                self.findings.tell_all(diagnostics);
                Value::unknown(Type::meta_any().clone())
            }
        }
    }
}
