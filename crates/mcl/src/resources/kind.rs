//! Kinds of resources: their fields and the host's rules for them.

use super::resource::{Resource, ResourceRef};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{KeyedMap, Str, Type};
use polycty_core::values::Value;
use std::fmt;
use std::sync::Arc;

/// A field of a resource, or a field that it sends.
#[derive(Clone, Debug)]
pub struct ResourceField {
    /// The name in the language: `anotherstr`.
    pub name: Str,
    /// The name in Go: `AnotherStr`.
    pub stored: Str,
    /// The type of the field.
    pub ty: Type,
    /// The type in Go: `string`, `*uint8`. Pointers may be unset; an integer must fit its type.
    pub storage: Str,
}

impl ResourceField {
    /// Returns whether an unset field differs from one with the zero value: pointers, lists, maps
    /// and values of any type are Go's nil if unset.
    #[must_use]
    pub fn may_be_unset(&self) -> bool {
        let starts = |prefix: &&str| self.storage.starts_with(prefix);
        ["*", "[]", "map["].iter().any(starts) || *self.storage == *"any"
    }

    /// Returns the storage type without leading `*`.
    #[must_use]
    pub fn bare(&self) -> &str {
        self.storage.trim_start_matches('*')
    }
}

/// Fields by name, in the order of the kind.
#[derive(Clone, Debug, Default)]
pub struct FieldTable {
    fields: Vec<ResourceField>,
    positions: KeyedMap<Str, u32>,
}

impl FieldTable {
    /// Returns a field by its name in the language.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ResourceField> {
        self.position(name).map(|at| &self.fields[at])
    }

    /// Returns the index of a field.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).map(|at| *at as usize)
    }

    /// Returns all fields in order.
    #[must_use]
    pub fn as_slice(&self) -> &[ResourceField] {
        &self.fields
    }
}

/// The first of several fields with the same name is kept.
impl FromIterator<ResourceField> for FieldTable {
    fn from_iter<I: IntoIterator<Item = ResourceField>>(fields: I) -> FieldTable {
        let mut table = FieldTable::default();
        for field in fields {
            let at = table.fields.len() as u32;
            if let std::collections::hash_map::Entry::Vacant(position) =
                table.positions.entry(field.name.clone())
            {
                position.insert(at);
                table.fields.push(field);
            }
        }
        table
    }
}

/// An optional capability of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trait {
    /// Fields receive values that other resources send.
    Receives,
    /// The resource is refreshed when a resource that it listens to has changed.
    Refreshes,
    /// Several resources may be applied as one.
    Groups,
    /// The kind adds automatic edges.
    HasEdges,
    /// The resource is reverted when it is removed.
    Reverses,
    /// Other hosts may collect the resource.
    Exports,
    /// Two resources that are not equal may be merged by [`Behavior::merge`].
    Merges,
}

impl Trait {
    const ALL: [(Trait, &'static str); 7] = [
        (Trait::Receives, "recvable"),
        (Trait::Refreshes, "refreshable"),
        (Trait::Groups, "groupable"),
        (Trait::HasEdges, "edgeable"),
        (Trait::Reverses, "reversible"),
        (Trait::Exports, "exportable"),
        (Trait::Merges, "compatible"),
    ];

    /// Returns a trait by mgmt's name, such as `recvable`.
    #[must_use]
    pub fn of(name: &str) -> Option<Trait> {
        let mut all = Trait::ALL.iter();
        all.find(|(_, known)| *known == name)
            .map(|(found, _)| *found)
    }

    /// Returns mgmt's name of the trait.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut all = Trait::ALL.iter();
        all.find(|(known, _)| *known == self)
            .map_or("", |(_, name)| name)
    }
}

/// The host's rules for the resources of a kind. The default of each method is the rule of most
/// kinds.
pub trait Behavior: Send + Sync {
    /// Checks a resource. Hidden resources are not checked.
    ///
    /// # Errors
    /// The reason why the resource is not valid.
    fn validate(&self, resource: &Resource) -> Result<()> {
        let _ = resource;
        Ok(())
    }

    /// Compares two resources with the same name; `Err` states the difference. If the result is
    /// `None`, the resources are equal if all their fields are.
    fn compare(&self, first: &Resource, second: &Resource) -> Option<Result<()>> {
        let _ = (first, second);
        None
    }

    /// Merges two resources with the same name, if the kind has [`Trait::Merges`].
    ///
    /// # Errors
    /// The reason why they cannot be merged.
    fn merge(&self, first: &Resource, second: &Resource) -> Result<Resource> {
        let _ = (first, second);
        Err(Error::new(
            Code::Unsupported,
            "the kind does not implement merging",
        ))
    }

    /// Decodes the fields of a resource that another host has exported.
    ///
    /// # Errors
    /// The reason why the data are not valid.
    fn collect(&self, data: &str) -> Result<Vec<(Str, Value)>> {
        let _ = data;
        Err(Error::new(
            Code::Unsupported,
            "the kind does not implement collecting",
        ))
    }

    /// Returns the resources for automatic edges to this resource. From each list, the first one
    /// that is in the graph comes before this resource.
    fn comes_after(&self, resource: &Resource) -> Vec<Vec<ResourceRef>> {
        let _ = resource;
        Vec::new()
    }
}

/// A kind of resource.
#[derive(Clone, Default)]
pub struct ResourceKind {
    /// The fields.
    pub fields: FieldTable,
    /// The fields that resources of the kind send, or `None` if they cannot send.
    pub sends: Option<FieldTable>,
    /// The capabilities of the kind.
    pub traits: Vec<Trait>,
    /// The host's rules for the kind.
    pub behavior: Option<Arc<dyn Behavior>>,
}

impl ResourceKind {
    /// Returns whether the kind has a trait.
    #[must_use]
    #[inline]
    pub fn has(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }
}

impl fmt::Debug for ResourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceKind")
            .field("fields", &self.fields)
            .field("sends", &self.sends)
            .field("traits", &self.traits)
            .finish_non_exhaustive()
    }
}

/// The kinds of resources by name.
#[derive(Clone, Debug, Default)]
pub struct ResourceKinds(pub KeyedMap<Str, ResourceKind>);

impl ResourceKinds {
    /// Returns a kind by its name.
    ///
    /// # Errors
    /// [`Code::NotFound`] with mgmt's message if there is no such kind.
    pub fn find(&self, kind: &str) -> Result<&ResourceKind> {
        self.0.get(kind).ok_or_else(|| {
            let message = format!("no resource kind `{kind}` available");
            Error::new(Code::NotFound, message)
        })
    }
}
