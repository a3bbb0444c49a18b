//! Resource types: their attributes, the attributes that identify a resource, and the rules that
//! derive these attributes from a title.
//!
//! - `core`: the table of the types that Puppet itself has
//! - `definition`: types defined by files of the folder `.resource_types`
//! - `messages`: Puppet's messages about resources of a type
//!
//! The values of attributes are not checked, because Puppet checks them on the agent.

mod core;
mod definition;
mod messages;
mod title;

pub use self::core::{built_in, built_in_types, has_attribute, is_metaparameter, metaparameters};
pub use self::definition::read_resource_type;
pub use self::messages::{DeclaredAt, cannot_alias, duplicate_declaration, unknown_attribute};
pub use self::title::TitleAttributes;
use self::title::TitleRule;

use crate::values::special::undef;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{KeyedSet, Str};
use polycty_core::values::Value;

/// The attribute that identifies a resource if its type has no single key attribute.
pub const NAME: &str = "name";

/// Whether two resources of a type may have the same key attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Each resource has its own key attributes.
    Unique,
    /// Only titles are unique, as for commands that run twice.
    Shared,
}

/// A resource type that is not written in Puppet's language.
#[derive(Debug)]
pub struct ResourceType {
    name: Str,
    attributes: KeyedSet<Str>,
    /// At least one, in the order of the definition.
    keys: Box<[Str]>,
    identity: Identity,
    title: TitleRule,
}

impl ResourceType {
    /// Creates a type from its parts. Without keys, the attribute `name` is the key.
    fn new(
        name: Str,
        attributes: impl IntoIterator<Item = Str>,
        keys: Vec<Str>,
        identity: Identity,
        title: TitleRule,
    ) -> ResourceType {
        let keys = if keys.is_empty() {
            vec![NAME.into()]
        } else {
            keys
        };
        ResourceType {
            name,
            attributes: attributes.into_iter().collect(),
            keys: keys.into(),
            identity,
            title,
        }
    }

    /// The lowercase name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The attributes without metaparameters, in no particular order.
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|name| &**name)
    }

    /// The number of attributes, without metaparameters.
    #[must_use]
    pub fn attribute_count(&self) -> usize {
        self.attributes.len()
    }

    /// Whether resources have an attribute, which may be a metaparameter.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.contains(name) || is_metaparameter(name)
    }

    /// Whether each resource has its own key attributes.
    #[must_use]
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// The attribute whose value defaults to the title: the only key attribute, or `name`. A
    /// catalog omits it if it equals the title.
    #[must_use]
    pub fn name_attribute(&self) -> &str {
        match &*self.keys {
            [only] => only,
            _ => NAME,
        }
    }

    /// Returns the attributes that a title sets, in the order of the rule that it matches.
    ///
    /// # Errors
    /// - If the type has rules and the title matches none of them.
    /// - As the evaluation of regular expressions.
    pub fn title_attributes<'t>(
        &'t self,
        title: &'t str,
        budget: &Budget,
    ) -> Result<TitleAttributes<'t>> {
        self.title.attributes(title, self.name_attribute(), budget)
    }

    /// Returns the values that identify a resource: those of its key attributes in the order of
    /// their names, `undef` for a key without a value. `given` returns the value of an attribute
    /// that the resource sets.
    ///
    /// # Errors
    /// As [`ResourceType::title_attributes`].
    pub fn uniqueness_key(
        &self,
        title: &str,
        given: impl Fn(&str) -> Option<Value>,
        budget: &Budget,
    ) -> Result<Vec<Value>> {
        let from_title = self.title_attributes(title, budget)?;
        let set = |name: &str| {
            given(name).filter(|value| !value.is_null()).or_else(|| {
                let mut found = from_title.iter().filter(|(key, _)| *key == name);
                found.next().map(|(_, value)| Value::string(value))
            })
        };
        let name_attribute = self.name_attribute();
        let name = || {
            set(name_attribute)
                .or_else(|| set(NAME))
                .unwrap_or_else(|| Value::string(title))
        };
        let mut keys: Vec<&Str> = self.keys.iter().collect();
        budget.sort(&mut keys)?;
        let value = |key: &&Str| match set(key) {
            Some(value) => value,
            None if ***key == *name_attribute || ***key == *NAME => name(),
            None => undef(),
        };
        Ok(keys.iter().map(value).collect())
    }
}

#[cfg(test)]
mod tests;
