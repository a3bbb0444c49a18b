//! Evaluation of resource expressions.
//!
//! Without a catalog they are errors that say so. A host that reads manifests for what they
//! compute may have them evaluated all the same: then they are the references to what they
//! declare.

use crate::eval::code::{Attribute, CaseValue, ExprId, Resource, ResourceSettings};
use crate::eval::environment::Resources;
use crate::eval::interpreter::Interpreter;
use crate::eval::label::settings_label;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Place, raised};
use crate::rules::infer::infer_general;
use crate::syntax::tree::{AttributeOp, Settings};
use crate::types::format::{short_name, type_text};
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::label::of_value;
use crate::values::special::{array, array_elements, undef};
use crate::words::capital_a_an;
use polycty_core::source::Code;
use polycty_core::types::{KeyedMap, KeyedSet, NominalParam, Str, Type};
use polycty_core::values::Value;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// How many values' bytes an attribute takes in a table, besides the bytes of its name: its place,
/// where half of the table may be free, and what an allocation takes for a name.
const ATTRIBUTE_ELEMENTS: usize = 6;

/// How often a title is copied: among those that are used, among those of its body, into the
/// reference to what it names and into the reference's text.
const TITLE_COPIES: u64 = 4;

impl Interpreter<'_> {
    /// Refuses what only a catalog has.
    pub(crate) fn needs_catalog(&self, code: &Rc<Running>, id: ExprId, label: &str) -> Eval<()> {
        match self.environment.resource_expressions() {
            _ if self.evaluating_classes > 0 => Ok(()),
            Resources::Referenced => Ok(()),
            Resources::Refused => {
                let label = capital_a_an(label);
                let message = format!("{label} is only available when compiling a catalog");
                Err(Box::new(crate::eval::stop::Stop::Reported(
                    crate::eval::stop::Report {
                        code: Code::Unsupported,
                        message,
                        place: Some(Place::new(code, code.place(id))),
                    },
                )))
            }
        }
    }

    #[inline(never)]
    pub(crate) fn resource(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        resource: &Resource,
    ) -> Eval<Value> {
        self.needs_catalog(code, id, "Resource Statement")?;
        let ty = self.eval(code, resource.ty)?;
        let name = match (ty.as_str(), ty.as_type().and_then(nominal::view)) {
            (Some(name), _) => name.strip_prefix("::").unwrap_or(name).to_lowercase(),
            (_, Some((Name::Resource, [name]))) => {
                name.as_text().map_or("", |name| name).to_lowercase()
            }
            (_, Some((Name::Class, []))) => "class".to_owned(),
            _ => {
                let message = format!(
                    "Illegal Resource Type expression, expected result to be a type name, or \
                     untitled Resource, got {}",
                    of_value(&ty)
                );
                return Err(Place::new(code, code.place(resource.ty)).fail(Code::Type, message));
            }
        };
        let mark = self.mark();
        let mut made = Vec::new();
        let mut defaults = KeyedMap::default();
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        let mut used: KeyedSet<String> = KeyedSet::default();
        for body in &resource.bodies {
            let attributes = self.attribute_values(code, &body.attributes)?;
            let CaseValue::Value(title) = body.title else {
                defaults = attributes;
                continue;
            };
            let titles = self.titles(code, title, &mut used)?;
            bodies.push((titles, attributes));
        }
        self.check_type(&name)?;
        for (titles, attributes) in bodies {
            for title in titles {
                let reference = self.reference(&name, &title)?;
                let text = type_text(&reference);
                let most = defaults.len() + attributes.len();
                self.budget.charge(most as u64)?;
                self.hold_elements(2 + ATTRIBUTE_ELEMENTS * most)?;
                let mut all = defaults.clone();
                all.extend(attributes.clone());
                if self.declared.contains_key(&text) {
                    return Err(raised(format!(
                        "Duplicate declaration: {} is already declared; cannot redeclare",
                        text.replace('\'', "")
                    )));
                }
                self.declared.insert(text, all);
                made.push(self.type_value(reference)?);
            }
        }
        // What was declared can be asked for until the evaluation ends.
        self.retain(mark);
        Ok(array(made)?)
    }

    /// Refuses a type of resources that there is not.
    fn check_type(&mut self, name: &str) -> Eval<()> {
        let known = name == "class"
            || resources::built_in(name).is_some()
            || self.defined_class(name)?.is_some()
            || self.environment.asked().is_defined(name)?;
        match known {
            true => Ok(()),
            false => Err(raised(format!("Unknown resource type: '{name}'"))),
        }
    }

    fn reference(&mut self, name: &str, title: &str) -> Eval<Type> {
        if name == "class" {
            let class = title.strip_prefix("::").unwrap_or(title).to_lowercase();
            if self.defined_class(&class)?.is_none()
                && !self.environment.asked().is_defined(&class)?
            {
                return Err(raised(format!("Could not find declared class {class}")));
            }
            return Ok(nominal::with(Name::Class, [NominalParam::text(class)])?);
        }
        let spelled: Str = resources::capitalised(name).as_str().into();
        Ok(resources::resource(
            spelled,
            Some(NominalParam::text(title)),
        )?)
    }

    /// The titles that an expression says, none of which has been used.
    fn titles(
        &mut self,
        code: &Rc<Running>,
        title: ExprId,
        used: &mut KeyedSet<String>,
    ) -> Eval<Vec<String>> {
        let value = self.eval(code, title)?;
        let fail = |message: String| {
            Err(Place::new(code, code.outside(title)).fail(Code::Diagnostics, message))
        };
        if value.is_null() {
            return fail("Missing title. The title expression resulted in undef".into());
        }
        let listed = array_elements(&value);
        let values = listed.unwrap_or(std::slice::from_ref(&value));
        let mut titles = Vec::with_capacity(values.len());
        for (at, value) in values.iter().enumerate() {
            self.budget.charge(1)?;
            let Some(text) = value.as_str() else {
                let found = match value.is_null() {
                    true if listed.is_some() => {
                        return fail(format!(
                            "Missing title at index {at}. The title expression resulted in an \
                             undef title"
                        ));
                    }
                    _ => infer_general(value, self.budget)
                        .map_or_else(|_| of_value(value), |ty| short_name(&ty)),
                };
                return fail(format!(
                    "Illegal title type at index {at}. Expected String, got {found}"
                ));
            };
            if text.is_empty() {
                return fail(format!(
                    "Empty string title at {at}. Title strings must have a length greater than \
                     zero."
                ));
            }
            self.budget.hold(TITLE_COPIES * text.len() as u64)?;
            if !used.insert(text.to_owned()) {
                return fail(format!(
                    "The title '{text}' has already been used in this resource expression"
                ));
            }
            titles.push(text.to_owned());
        }
        Ok(titles)
    }

    fn attribute_values(
        &mut self,
        code: &Rc<Running>,
        attributes: &[Attribute],
    ) -> Eval<KeyedMap<Str, Value>> {
        let mut made = KeyedMap::default();
        for attribute in attributes {
            let value = self.eval(code, attribute.value)?;
            let mut set = |name: Str, value: Value| match made.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(value);
                    Ok(())
                }
                Entry::Occupied(place) => {
                    let message = format!("The attribute '{}' has already been set", place.key());
                    Err(Place::new(code, attribute.at).fail(Code::Diagnostics, message))
                }
            };
            if attribute.operator != AttributeOp::Splat {
                set(attribute.name.clone(), value)?;
                continue;
            }
            if value.is_null() {
                continue;
            }
            let Some(map) = value.as_ordered_map() else {
                let found = infer_general(&value, self.budget)
                    .map_or_else(|_| of_value(&value), |ty| short_name(&ty));
                let message = format!("Expected value of type Hash, got {found}");
                return Err(
                    Place::new(code, code.outside(attribute.value)).fail(Code::Type, message)
                );
            };
            self.budget.charge(map.len() as u64)?;
            self.hold_elements(ATTRIBUTE_ELEMENTS * map.len())?;
            for (key, value) in map.entries() {
                let name = key.as_str().unwrap_or_default();
                self.budget.hold(name.len() as u64)?;
                set(name.into(), value.clone())?;
            }
        }
        Ok(made)
    }

    #[inline(never)]
    pub(crate) fn settings(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        settings: &ResourceSettings,
    ) -> Eval<Value> {
        self.needs_catalog(code, id, settings_label(settings.of))?;
        let target = self.eval(code, settings.target)?;
        self.attribute_values(code, &settings.attributes)?;
        if settings.of == Settings::Override {
            let single = std::slice::from_ref(&target);
            for value in array_elements(&target).unwrap_or(single) {
                let resource = value.as_type().and_then(nominal::view);
                if !matches!(
                    resource,
                    Some((Name::Resource, [_, _]) | (Name::Class, [_]))
                ) {
                    return Err(Place::new(code, code.place(settings.target)).fail(
                        Code::Type,
                        format!(
                            "Resource Override can only operate on resources, got: {}",
                            of_value(value)
                        ),
                    ));
                }
            }
        }
        Ok(match target.is_null() {
            true => undef(),
            false => target,
        })
    }
}
