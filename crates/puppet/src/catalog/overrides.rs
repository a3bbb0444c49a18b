//! Defaults and overrides of resources.

use super::declare::{parse_error, place_of};
use super::relate::reference_of;
use super::state::{Origin, Overrides, Param, Place, ResourceId, ScopeId};
use crate::eval::code::{ExprId, ResourceSettings};
use crate::eval::environment::Level;
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::whole;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, mistyped, raised};
use crate::mode::Strict;
use crate::syntax::tree::Settings;
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::label::of_value;
use crate::values::special::{array, array_elements, undef};
use polycty_core::source::Code;
use polycty_core::types::{NominalParam, Str, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// The bytes of a default or an override without its value.
const PARAM_BYTES: u64 = 200;

impl Interpreter<'_> {
    /// Evaluates defaults of a type or overrides of resources.
    #[inline(never)]
    pub(crate) fn apply_settings(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        settings: &ResourceSettings,
    ) -> Eval<Value> {
        let target = self.eval(code, settings.target)?;
        match settings.of {
            Settings::Defaults => self.set_defaults(code, id, settings, target),
            Settings::Override => self.override_resources(code, id, settings, target),
        }
    }

    fn set_defaults(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        settings: &ResourceSettings,
        target: Value,
    ) -> Eval<Value> {
        let name: Str = match target.as_type().and_then(nominal::view) {
            Some((Name::Resource, [name])) => {
                let name = name.as_text().map_or("", |name| name);
                resources::capitalised(name).as_str().into()
            }
            _ => {
                let found = match target.as_type() {
                    Some(ty) => format!("Type[{}]", type_text(ty)),
                    None => of_value(&target),
                };
                let message = format!(
                    "Illegal Resource Type expression, expected result to be a type name, or \
                     untitled Resource, got {found}"
                );
                return Err(
                    Location::new(code, code.position(settings.target)).fail(Code::Type, message)
                );
            }
        };
        let params = self.attributes(code, code.position(id), &settings.attributes)?;
        for param in params.iter() {
            let bytes = PARAM_BYTES + whole(&param.value);
            self.keep_bytes(bytes)?;
            let compiler = self.compiling();
            let current = compiler.current;
            let defaults = compiler.scopes[current].defaults.entry(name.clone());
            let defaults = defaults.or_default();
            if defaults.get(&param.name).is_some() {
                return Err(parse_error(
                    format!(
                        "Default already defined for {name} {{ {} }}; cannot redefine",
                        param.name
                    ),
                    &param.place,
                ));
            }
            defaults.set(param.clone());
        }
        Ok(target)
    }

    fn override_resources(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        settings: &ResourceSettings,
        target: Value,
    ) -> Eval<Value> {
        let params = self.attributes(code, code.position(id), &settings.attributes)?;
        let single = std::slice::from_ref(&target);
        let place = place_of(code, code.position(id));
        for value in self
            .budget
            .charged(array_elements(&target).unwrap_or(single))?
        {
            let view = value.as_type().and_then(nominal::view);
            if let Some((Name::Resource, [name])) = view {
                let name = name.as_text().map_or("", |name| name).to_lowercase();
                return Err(raised(format!(
                    "No title provided and :{name} is not a valid resource reference"
                )));
            }
            let Some((Name::Resource, [_, _])) = view else {
                let found = match value.as_type() {
                    Some(ty) => format!("{}-Type", type_text(ty)),
                    None => of_value(value),
                };
                let message =
                    format!("Resource Override can only operate on resources, got: {found}");
                return Err(
                    Location::new(code, code.position(settings.target)).fail(Code::Type, message)
                );
            };
            let Some(reference) = value.as_type().and_then(reference_of) else {
                continue;
            };
            let compiler = self.compiling();
            let overrides = Overrides {
                params: params.iter().cloned().collect(),
                origin: compiler.origin(),
                place: place.clone(),
            };
            match self.find_resource(&reference)? {
                Some(id) => self.merge(id, &overrides)?,
                None => {
                    let bytes = overrides.params.iter();
                    let bytes = bytes.map(|param| PARAM_BYTES + whole(&param.value)).sum();
                    self.keep_bytes(bytes)?;
                    let compiler = self.compiling();
                    compiler.override_order.push(reference.clone());
                    let waiting = compiler.overrides.entry(reference.text());
                    waiting.or_default().push(overrides);
                }
            }
        }
        Ok(if target.is_null() { undef() } else { target })
    }

    /// Merges overrides into a resource.
    pub(crate) fn merge(&mut self, id: ResourceId, overrides: &Overrides) -> Eval<()> {
        let compiler = self.compiling();
        let resource = &compiler.resources[id];
        let allowed = resource.origin == overrides.origin
            || compiler.descends(&overrides.origin, &resource.origin);
        if !allowed {
            return Err(parse_error(
                "Only subclasses can override parameters",
                &overrides.place,
            ));
        }
        if resource.evaluated {
            let at = match resource.place.text() {
                text if text.is_empty() => text,
                text => format!(", defined at{text}"),
            };
            let message = format!(
                "Attempt to override an already evaluated resource{at}, with new values{}",
                overrides.place.text()
            );
            match self.environment.strictness() {
                Strict::Off => {}
                Strict::Warning => self.log(Level::Warning, &message)?,
                Strict::Error => return Err(parse_error(message, &Place::default())),
            }
        }
        let compiler = self.compiling();
        let steps = compiler.search_steps(compiler.resources[id].scope);
        for param in &overrides.params {
            self.budget.charge(steps)?;
            self.override_parameter(id, param.clone())?;
        }
        Ok(())
    }

    fn override_parameter(&mut self, id: ResourceId, mut param: Param) -> Eval<()> {
        let compiler = self.compiling();
        let resource = &compiler.resources[id];
        let (scope, type_name): (ScopeId, Str) = (resource.scope, resource.type_name.clone());
        if let Some(current) = resource.params.get(&param.name) {
            if compiler.is_default(scope, &type_name, &param) {
                return Ok(());
            }
            let allowed = compiler.descends(&param.origin, &current.origin)
                || (param.origin == current.origin
                    && compiler.is_default(scope, &type_name, current));
            if !allowed {
                let at = current.place.text();
                let at = if at.is_empty() {
                    at
                } else {
                    format!(" at{at}")
                };
                return Err(parse_error(
                    format!(
                        "Parameter '{}' is already set on {} by {}{at}; cannot redefine",
                        param.name,
                        resource.reference(),
                        origin_text(&current.origin)
                    ),
                    &param.place,
                ));
            }
            if param.adds {
                let mut values = Vec::new();
                flatten(&current.value, &mut values);
                flatten(&param.value, &mut values);
                self.budget.charge(values.len() as u64)?;
                param.value = array(values)?;
            }
        }
        let bytes = PARAM_BYTES + whole(&param.value);
        self.keep_bytes(bytes)?;
        self.set_parameter(id, param)
    }

    /// Sets a parameter of a resource; a tag is also added to its tags.
    pub(crate) fn set_parameter(&mut self, id: ResourceId, param: Param) -> Eval<()> {
        if &*param.name == "tag" {
            let tags = self.tag_texts(&param.value)?;
            let place = self.compiling().resources[id].place.clone();
            for tag in tags {
                if !super::tags::is_tag(&tag) {
                    return Err(parse_error(format!("Invalid tag '{tag}'"), &place));
                }
                self.compiling().resources[id].tags.add(&tag);
            }
        }
        self.compiling().set_param(id, param);
        Ok(())
    }

    /// Returns the value of an attribute of a declared resource.
    ///
    /// # Errors
    /// If the resource has not been declared, or its type does not have the attribute.
    pub(crate) fn compiled_attribute(&mut self, ty: &Type, name: &str) -> Eval<Value> {
        let shown = match nominal::view(ty) {
            Some((Name::Resource, [of, title])) => {
                let text = |part: &NominalParam| part.as_text().map(Str::to_string);
                format!(
                    "{}['{}']",
                    text(of).unwrap_or_default(),
                    text(title).unwrap_or_default()
                )
            }
            Some((Name::Class, [class])) => {
                format!("Class['{}']", class.as_text().map_or("", |name| name))
            }
            _ => type_text(ty),
        };
        let found = match reference_of(ty) {
            Some(reference) => self.find_resource(&reference)?,
            None => None,
        };
        let Some(id) = found else {
            return Err(mistyped(format!("Resource not found: {shown}")));
        };
        let resource = &self.compiling().resources[id];
        // Puppet finds no attribute of a type that a file defines.
        let definition = &resource.definition;
        if !definition.is_of_file() {
            if let Some(param) = resource.params.get(name) {
                return Ok(param.value.clone());
            }
            if definition.accepts(name) {
                return Ok(undef());
            }
        }
        Err(mistyped(format!(
            "The resource {shown} does not have a parameter called '{name}'"
        )))
    }
}

/// Appends a value or the elements of an array at any depth.
fn flatten(value: &Value, into: &mut Vec<Value>) {
    let mut left = vec![value.clone()];
    while let Some(value) = left.pop() {
        match array_elements(&value) {
            Some(parts) => left.extend(parts.iter().rev().cloned()),
            None => into.push(value),
        }
    }
}

/// Returns the text of an origin in messages.
fn origin_text(origin: &Origin) -> &str {
    match origin {
        Origin::Main => "main",
        Origin::Class(name) | Origin::Defined(name) | Origin::Node(name) => name,
    }
}
