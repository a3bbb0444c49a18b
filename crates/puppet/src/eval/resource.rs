//! Evaluation of resource expressions.
//!
//! Without a catalog they are errors. A host that evaluates manifests for their values can enable
//! them; then their value is the references to the declared resources.

use crate::eval::code::{
    Attribute, CaseValue, Collector, ExprId, Query, Resource, ResourceSettings,
};
use crate::eval::environment::Resources;
use crate::eval::interpreter::Interpreter;
use crate::eval::label::settings_label;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, Report, Stop, mistyped, raised};
use crate::resource_types::{has_attribute, is_metaparameter};
use crate::rules::infer::infer_general;
use crate::syntax::tree::{AttributeOp, Settings};
use crate::types::format::{short_name, type_text};
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::label::of_value;
use crate::values::special::{Special, array, array_elements, undef};
use crate::words::capital_a_an;
use polycty_core::calls::Worklist;
use polycty_core::source::{Code, Error};
use polycty_core::types::{KeyedMap, KeyedSet, NominalParam, Str, Type};
use polycty_core::values::Value;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// The size of an attribute in a table, in values, in addition to the bytes of its name: its entry,
/// with half of the table free, and the allocation of the name.
const ATTRIBUTE_ELEMENTS: usize = 6;

/// The number of copies of a title: in the set of used titles, in the titles of its body, in the
/// reference and in the reference's text.
const TITLE_COPIES: usize = 4;

/// The title for the keyword `default` in a list of titles; no text equals it.
pub(crate) const DEFAULT_TITLE: &str = "\0default";

impl Interpreter<'_> {
    /// Rejects an expression that needs a catalog.
    pub(crate) fn needs_catalog(&self, code: &Rc<Running>, id: ExprId, label: &str) -> Eval<()> {
        match self.environment.resource_expressions() {
            _ if self.evaluating_classes > 0 || self.compiler.is_some() => Ok(()),
            Resources::Referenced => Ok(()),
            Resources::Refused => {
                let label = capital_a_an(label);
                let message = format!("{label} is only available when compiling a catalog");
                let location = Location::new(code, code.position(id));
                Err(Report::at(location, Code::Unsupported, message))
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
                return Err(
                    Location::new(code, code.position(resource.ty)).fail(Code::Type, message)
                );
            }
        };
        let mark = self.mark();
        let mut made = Vec::new();
        let mut defaults = KeyedMap::default();
        let mut has_defaults = false;
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        let mut used: KeyedSet<String> = KeyedSet::default();
        for body in &resource.bodies {
            let position = code.position(id);
            let attributes = self.attribute_values(code, position, &body.attributes)?;
            let CaseValue::Value(title) = body.title else {
                if std::mem::replace(&mut has_defaults, true) {
                    return Err(Location::new(code, position).fail(
                        Code::Diagnostics,
                        "The title 'default' has already been used in this resource expression",
                    ));
                }
                defaults = attributes;
                continue;
            };
            let titles = self.titles(code, position, title, &mut used)?;
            bodies.push((titles, attributes));
        }
        self.check_type(&name)?;
        for (titles, attributes) in bodies {
            for title in titles {
                let reference = self.reference(&name, &title)?;
                let text = declaration_key(&reference)?;
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
        // The attributes of declared resources can be read until the evaluation ends.
        self.retain(mark);
        Ok(array(made)?)
    }

    /// Rejects a resource type that does not exist.
    fn check_type(&mut self, name: &str) -> Eval<()> {
        if name == "class" || self.is_resource_type(name)? {
            Ok(())
        } else {
            Err(raised(format!("Unknown resource type: '{name}'")))
        }
    }

    /// Whether there is a resource type with a name, ignoring case.
    pub(crate) fn is_resource_type(&mut self, name: &str) -> Eval<bool> {
        if self.compiler.is_some() {
            return Ok(self.find_type(&name.to_lowercase())?.is_some());
        }
        Ok(resources::built_in(name).is_some()
            || self.defined_class(&name.to_lowercase())?.is_some()
            || self.environment.asked().is_defined(name)?)
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

    /// Returns the titles of a title expression: a string, or arrays of strings at any depth.
    /// Errors about one title have the position of the expression, a repeated title that of the
    /// statement.
    pub(crate) fn titles(
        &mut self,
        code: &Rc<Running>,
        statement: u32,
        title: ExprId,
        used: &mut KeyedSet<String>,
    ) -> Eval<Vec<String>> {
        let value = self.eval(code, title)?;
        let fail_at = |at: u32, message: String| {
            Err(Location::new(code, at).fail(Code::Diagnostics, message))
        };
        let fail = |message: String| fail_at(code.outside(title), message);
        if value.is_null() {
            return fail("Missing title. The title expression resulted in undef".into());
        }
        let mut titles = Vec::new();
        let mut left = Worklist::of(self.budget, [value])?;
        while let Some(value) = left.next()? {
            if let Some(parts) = array_elements(&value) {
                left.extend(parts.iter().rev().cloned())?;
                continue;
            }
            let at = titles.len();
            if matches!(Special::of(&value), Some(Special::Default)) && self.compiler.is_some() {
                used.insert(DEFAULT_TITLE.to_owned());
                continue;
            }
            let Some(text) = value.as_str() else {
                if value.is_null() {
                    return fail(format!(
                        "Missing title at index {at}. The title expression resulted in an undef \
                         title"
                    ));
                }
                let found = type_text(&infer_general(&value, self.budget)?);
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
            let copies = TITLE_COPIES * text.len();
            if !self.budget.insert(used, copies, text.to_owned(), ())? {
                return fail_at(
                    statement,
                    format!("The title '{text}' has already been used in this resource expression"),
                );
            }
            titles.push(text.to_owned());
        }
        Ok(titles)
    }

    fn attribute_values(
        &mut self,
        code: &Rc<Running>,
        statement: u32,
        attributes: &[Attribute],
    ) -> Eval<KeyedMap<Str, Value>> {
        let mut made = KeyedMap::default();
        for attribute in attributes {
            let value = self.eval(code, attribute.value)?;
            let mut set = |name: Str, value: Value| match made.entry(name) {
                Entry::Vacant(entry) => {
                    entry.insert(value);
                    Ok(())
                }
                Entry::Occupied(entry) => {
                    let message = format!("The attribute '{}' has already been set", entry.key());
                    Err(Location::new(code, statement).fail(Code::Diagnostics, message))
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
                    Location::new(code, code.outside(attribute.value)).fail(Code::Type, message)
                );
            };
            self.hold_elements(ATTRIBUTE_ELEMENTS * map.len())?;
            for (key, value) in self.budget.charged(map.entries())? {
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
        self.attribute_values(code, code.position(id), &settings.attributes)?;
        if settings.of == Settings::Override {
            let single = std::slice::from_ref(&target);
            for value in array_elements(&target).unwrap_or(single) {
                let resource = value.as_type().and_then(nominal::view);
                if !matches!(
                    resource,
                    Some((Name::Resource, [_, _]) | (Name::Class, [_]))
                ) {
                    return Err(Location::new(code, code.position(settings.target)).fail(
                        Code::Type,
                        format!(
                            "Resource Override can only operate on resources, got: {}",
                            of_value(value)
                        ),
                    ));
                }
            }
        }
        Ok(if target.is_null() { undef() } else { target })
    }

    /// Evaluates a collector. A catalog would return its resources; here it is the reference to
    /// their type.
    #[inline(never)]
    pub(crate) fn collector(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        collector: &Collector,
    ) -> Eval<Value> {
        let label = collector.collects.label();
        self.needs_catalog(code, id, label)?;
        let name = collector
            .ty
            .strip_prefix("::")
            .unwrap_or(&collector.ty)
            .to_lowercase();
        if name == "class" {
            return Err(raised("Classes cannot be collected"));
        }
        if !self.is_resource_type(&name)? {
            return Err(raised(format!("Resource type {name} doesn't exist")));
        }
        self.attribute_values(code, code.position(id), &collector.attributes)?;
        if let Some(query) = &collector.query {
            self.compared_values(code, query)?;
        }
        let spelled: Str = resources::capitalised(&name).as_str().into();
        self.type_value(resources::resource(spelled, None)?)
    }

    /// Evaluates the values of a query, in the order of the text.
    fn compared_values(&mut self, code: &Rc<Running>, query: &Query) -> Eval<()> {
        match query {
            Query::Compare(_, _, value) => self.eval(code, *value).map(|_| ()),
            Query::All(parts) | Query::Any(parts) => parts
                .iter()
                .try_for_each(|part| self.compared_values(code, part)),
        }
    }

    /// Whether a resource has been declared, by its reference.
    pub(crate) fn is_declared(&mut self, reference: &Type) -> Eval<bool> {
        if self.compiler.is_some() {
            return self.is_in_catalog(reference);
        }
        Ok(self.declared.contains_key(&declaration_key(reference)?))
    }

    /// Returns the value of an attribute of a declared resource. An attribute that its type has and
    /// that the declaration does not set is `undef`.
    ///
    /// # Errors
    /// If the resource has not been declared, or does not have the attribute. The default of a
    /// class parameter is not evaluated, so reading it is an error.
    pub(crate) fn declared_attribute(&mut self, reference: &Type, name: &str) -> Eval<Value> {
        if self.compiler.is_some() {
            return self.compiled_attribute(reference, name);
        }
        let text = quoted(reference);
        let Some(attributes) = self.declared.get(&declaration_key(reference)?) else {
            return Err(mistyped(format!("Resource not found: {text}")));
        };
        if let Some(value) = attributes.get(name) {
            return Ok(value.clone());
        }
        if is_metaparameter(name) {
            return Ok(undef());
        }
        let absent = || {
            mistyped(format!(
                "The resource {text} does not have a parameter called '{name}'"
            ))
        };
        let (of, is_class) = match nominal::view(reference) {
            Some((Name::Class, [class])) => (class.as_text(), true),
            Some((Name::Resource, [of, _])) => (of.as_text(), false),
            _ => (None, false),
        };
        let of = of.map(|of| of.to_lowercase()).unwrap_or_default();
        if !is_class && resources::built_in(&of).is_some() {
            return if has_attribute(&of, name) {
                Ok(undef())
            } else {
                Err(absent())
            };
        }
        let Some(code) = self.defined_class(&of)? else {
            // The host has defined the type but not described its attributes.
            return Err(absent());
        };
        let parameters = code.class(&of).map(|class| &class.lambda.parameters);
        let parameter = parameters.and_then(|all| all.iter().find(|found| *found.name == *name));
        match parameter {
            None => Err(absent()),
            Some(parameter) if is_class && parameter.default.is_some() => {
                Err(Box::new(Stop::Raised(Error::new(
                    Code::Unsupported,
                    format!(
                        "The default of the parameter '{name}' of {text} is only evaluated when \
                         compiling a catalog"
                    ),
                ))))
            }
            Some(_) => Ok(undef()),
        }
    }
}

/// Returns a reference as in messages: the title in quotes, without escapes.
fn quoted(reference: &Type) -> String {
    match nominal::view(reference) {
        Some((Name::Resource, [name, title])) => {
            let text = |part: &NominalParam| part.as_text().map(Str::to_string).unwrap_or_default();
            format!("{}['{}']", text(name), text(title))
        }
        Some((Name::Class, [name])) => {
            format!("Class['{}']", name.as_text().map_or("", |name| name))
        }
        _ => type_text(reference),
    }
}

/// Returns the text that identifies a declared resource: its reference; for files without trailing
/// slashes in the title.
fn declaration_key(reference: &Type) -> Eval<String> {
    if let Some((Name::Resource, [name, title])) = nominal::view(reference)
        && let (Some("File"), Some(path)) = (name.as_text().map(|name| &**name), title.as_text())
        && path.len() > 1
        && path.ends_with('/')
    {
        let path = match path.trim_end_matches('/') {
            "" => "/",
            path => path,
        };
        let title = NominalParam::text(path);
        let canonical = nominal::with(Name::Resource, [name.clone(), title])?;
        return Ok(type_text(&canonical));
    }
    Ok(type_text(reference))
}
