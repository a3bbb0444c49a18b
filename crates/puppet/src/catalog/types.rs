//! Resource types during a compilation: lookup, attributes, and the keys of resources.

use super::state::{Definition, Reference, Resource};
use crate::eval::code::ClassKind;
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::parsed::comparison_steps;
use crate::eval::stop::{Eval, Stop, of_host};
use crate::resource_types::{self, Identity, NAME, ResourceType, is_metaparameter};
use crate::values::special::array_elements;
use polycty_core::source::Source;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::sync::Arc;

/// The bytes of a resource type that was read from a file, per attribute.
const ATTRIBUTE_BYTES: u64 = 96;

impl Interpreter<'_> {
    /// Returns the definition of a resource type, by its lowercase name: a type of Puppet, a type
    /// of the environment, a defined type, or a type that the host knows.
    pub(crate) fn find_type(&mut self, name: &str) -> Eval<Option<Definition>> {
        if let Some(known) = resource_types::built_in(name) {
            return Ok(Some(Definition::BuiltIn(Some(known.clone()))));
        }
        if !name.contains("::")
            && let Some(known) = self.environment_type(name)?
        {
            return Ok(Some(Definition::BuiltIn(Some(known))));
        }
        let name = name.strip_prefix("::").unwrap_or(name);
        let found = self.find_code(name)?;
        let found =
            found.filter(|(code, at)| matches!(code.classes[*at].kind, ClassKind::DefinedType));
        if found.is_none() && self.environment.asked().is_defined(name)? {
            return Ok(Some(Definition::BuiltIn(None)));
        }
        Ok(found.map(|(code, at)| Definition::Code(code, at)))
    }

    /// Returns the type that a file of the environment defines.
    fn environment_type(&mut self, name: &str) -> Eval<Option<Arc<ResourceType>>> {
        let compiler = self.compiling();
        if let Some(known) = compiler.resource_types.get(name) {
            return Ok(known.clone());
        }
        let Some(source) = compiler.options.resource_types.clone() else {
            return Ok(None);
        };
        let found = match source.load(name).map_err(of_host)? {
            Some(text) => Some(self.read_type_file(text, name)?),
            None => None,
        };
        let attributes = found.as_ref().map_or(0, |found| found.attribute_count());
        self.keep_bytes(ATTRIBUTE_BYTES * (1 + attributes as u64))?;
        let known = &mut self.compiling().resource_types;
        known.insert(name.into(), found.clone());
        Ok(found)
    }

    fn read_type_file(&mut self, source: Source, name: &str) -> Eval<Arc<ResourceType>> {
        let parsed = self.environment.parsed();
        self.budget.charge(comparison_steps(&source.text))?;
        if let Some(known) = parsed.resource_type(&source) {
            return Ok(known);
        }
        let read = resource_types::read_resource_type(source.clone(), name, self.budget);
        let read = read.map_err(|error| match error.diagnostics() {
            [] => error.into(),
            _ => Box::new(Stop::Unread(error)),
        })?;
        let read = Arc::new(read);
        parsed.add_resource_type(source, &read);
        Ok(read)
    }

    /// Returns the values of the attributes that identify a resource, unless they are its title or
    /// its type does not require them to be unique. `None` is a key attribute without a value.
    pub(crate) fn unique_values(
        &mut self,
        resource: &Resource,
    ) -> Eval<Option<Vec<Option<String>>>> {
        let values = match &resource.definition {
            Definition::BuiltIn(Some(known)) if known.identity() == Identity::Unique => {
                let given = |name: &str| resource.params.get(name).map(|param| param.value.clone());
                known.uniqueness_key(&resource.title, given, self.budget)?
            }
            Definition::BuiltIn(None) | Definition::Code(..) => vec![match resource.value(NAME) {
                name if !name.is_null() => name,
                _ => Value::string(&resource.title),
            }],
            _ => return Ok(None),
        };
        self.key_texts(&values, &resource.title)
    }

    /// Returns the values of the key attributes that a reference has by its title.
    pub(crate) fn reference_values(
        &mut self,
        reference: &Reference,
    ) -> Eval<Option<Vec<Option<String>>>> {
        let compiler = self.compiling();
        let first = (compiler.by_type.get(&reference.type_name)).and_then(|ids| ids.first());
        let Some(first) = first else {
            return Ok(None);
        };
        match compiler.resources[*first].definition.clone() {
            Definition::BuiltIn(Some(known)) => {
                let values = known.uniqueness_key(&reference.title, |_| None, self.budget)?;
                self.key_texts(&values, &reference.title)
            }
            _ => Ok(None),
        }
    }

    fn key_texts(&mut self, values: &[Value], title: &str) -> Eval<Option<Vec<Option<String>>>> {
        let mut texts = Vec::with_capacity(values.len());
        for value in values {
            let single = std::slice::from_ref(value);
            for part in self
                .budget
                .charged(array_elements(value).unwrap_or(single))?
            {
                texts.push(match part.is_null() {
                    true => None,
                    false => Some(host_text(part, self.budget)?.into_string()),
                });
            }
        }
        Ok(match &*texts {
            [Some(only)] if only == title => None,
            _ => Some(texts),
        })
    }

    /// Returns the attributes that a title sets.
    pub(crate) fn title_attributes(
        &mut self,
        definition: &Definition,
        title: &str,
    ) -> Eval<Vec<(Str, String)>> {
        let Definition::BuiltIn(Some(known)) = definition else {
            return Ok(Vec::new());
        };
        let found = known.title_attributes(title, self.budget)?;
        let found = found.iter();
        Ok(found
            .map(|(name, value)| (Str::from(*name), value.to_string()))
            .collect())
    }
}

impl Definition {
    /// Whether a type has an attribute.
    pub(crate) fn accepts(&self, attribute: &str) -> bool {
        match self {
            Definition::BuiltIn(Some(known)) => known.has_attribute(attribute),
            Definition::BuiltIn(None) => true,
            Definition::Code(code, number) => {
                let parameters = &code.classes[*number].lambda.parameters;
                attribute == NAME
                    || is_metaparameter(attribute)
                    || parameters.iter().any(|known| *known.name == *attribute)
            }
            Definition::Node(..) | Definition::Top => is_metaparameter(attribute),
        }
    }

    /// Whether a file of the environment defines the type.
    pub(crate) fn is_of_file(&self) -> bool {
        match self {
            Definition::BuiltIn(Some(known)) => resource_types::built_in(known.name()).is_none(),
            _ => false,
        }
    }

    /// The attribute that a catalog omits if it equals the title.
    pub(crate) fn name_attribute(&self) -> Option<&str> {
        match self {
            Definition::BuiltIn(Some(known)) => Some(known.name_attribute()),
            Definition::BuiltIn(None) | Definition::Code(..) => Some(NAME),
            Definition::Node(..) | Definition::Top => None,
        }
    }
}
