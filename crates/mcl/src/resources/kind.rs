//! Kinds: which fields does a kind of resource have, and what does its host say of resources?

use super::resource::{Resource, ResourceRef};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{KeyedMap, Str, Type};
use polycty_core::values::Value;
use std::fmt;
use std::sync::Arc;

/// A field of a resource, or what one sends.
#[derive(Clone, Debug)]
pub struct ResourceField {
    /// The name that the language has for it: `anotherstr`.
    pub name: Str,
    /// The name that it is stored under: `AnotherStr`.
    pub stored: Str,
    /// Its type.
    pub ty: Type,
    /// The type that it is stored as, in Go's words: `string`, `*uint8`. What points may be unset;
    /// an integer has to fit.
    pub storage: Str,
}

impl ResourceField {
    /// Whether a field that is not written differs from one that has the zero value: pointers,
    /// lists, maps and values of any type have no value then (Go's nil).
    #[must_use]
    pub fn may_be_unset(&self) -> bool {
        let starts = |prefix: &&str| self.storage.starts_with(prefix);
        ["*", "[]", "map["].iter().any(starts) || *self.storage == *"any"
    }

    /// The storage type without what points to it.
    #[must_use]
    pub fn bare(&self) -> &str {
        self.storage.trim_start_matches('*')
    }
}

/// Fields by their names, in the order in which the kind has them.
#[derive(Clone, Debug, Default)]
pub struct FieldTable {
    fields: Vec<ResourceField>,
    places: KeyedMap<Str, u32>,
}

impl FieldTable {
    /// A field by the name that the language has for it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ResourceField> {
        self.place(name).map(|at| &self.fields[at])
    }

    /// Its place in the order.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).map(|at| *at as usize)
    }

    /// All fields in order.
    #[must_use]
    pub fn as_slice(&self) -> &[ResourceField] {
        &self.fields
    }
}

/// Of two fields of one name the first stays.
impl FromIterator<ResourceField> for FieldTable {
    fn from_iter<I: IntoIterator<Item = ResourceField>>(fields: I) -> FieldTable {
        let mut table = FieldTable::default();
        for field in fields {
            let at = table.fields.len() as u32;
            if let std::collections::hash_map::Entry::Vacant(place) =
                table.places.entry(field.name.clone())
            {
                place.insert(at);
                table.fields.push(field);
            }
        }
        table
    }
}

/// What resources of a kind can do beside being there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trait {
    /// Fields receive what others send.
    Receives,
    /// It is refreshed when what it listens to has changed.
    Refreshes,
    /// Several may be done as one.
    Groups,
    /// It has automatic edges.
    HasEdges,
    /// What was done is undone when it is gone.
    Reverses,
    /// Other hosts may collect it.
    Exports,
    /// Two that are not equal may be merged, by [`Behaviour::merge`].
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

    /// The trait of a name of the reference's, as `recvable`.
    #[must_use]
    pub fn of(name: &str) -> Option<Trait> {
        let mut all = Trait::ALL.iter();
        all.find(|(_, known)| *known == name)
            .map(|(found, _)| *found)
    }

    /// The name that the reference has for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut all = Trait::ALL.iter();
        all.find(|(known, _)| *known == self)
            .map_or("", |(_, name)| name)
    }
}

/// What a host says of the resources of a kind. What it does not say has the rule that most
/// kinds have.
pub trait Behaviour: Send + Sync {
    /// Whether a resource can be as it is. Hidden ones are not asked about.
    ///
    /// # Errors
    /// Why not.
    fn validate(&self, resource: &Resource) -> Result<()> {
        let _ = resource;
        Ok(())
    }

    /// Whether two resources of one name are the same. Without an answer, which is none, they
    /// are if all their fields are.
    fn compare(&self, first: &Resource, second: &Resource) -> Option<Result<()>> {
        let _ = (first, second);
        None
    }

    /// One resource in place of two of one name, of a kind that merges.
    ///
    /// # Errors
    /// Why they do not fit together.
    fn merge(&self, first: &Resource, second: &Resource) -> Result<Resource> {
        let _ = (first, second);
        Err(Error::new(Code::Unsupported, "the kind says not how"))
    }

    /// The fields of a resource that another host has exported, of what the world says of it.
    ///
    /// # Errors
    /// What is wrong with it.
    fn collect(&self, data: &str) -> Result<Vec<(Str, Value)>> {
        let _ = data;
        Err(Error::new(
            Code::Unsupported,
            "the kind says not how it is collected",
        ))
    }

    /// What a resource comes after by itself: of each list the first that there is in the graph.
    fn comes_after(&self, resource: &Resource) -> Vec<Vec<ResourceRef>> {
        let _ = resource;
        Vec::new()
    }
}

/// A kind of resource.
#[derive(Clone, Default)]
pub struct ResourceKind {
    /// Its fields.
    pub fields: FieldTable,
    /// What it sends, if it sends at all.
    pub sends: Option<FieldTable>,
    /// What else its resources can do.
    pub traits: Vec<Trait>,
    /// What its host says of resources.
    pub behaviour: Option<Arc<dyn Behaviour>>,
}

impl ResourceKind {
    /// Whether its resources can do something.
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

/// The kinds of resources that there are.
#[derive(Clone, Debug, Default)]
pub struct ResourceKinds(pub KeyedMap<Str, ResourceKind>);

impl ResourceKinds {
    /// A kind by its name.
    ///
    /// # Errors
    /// [`Code::NotFound`] with the reference's words where there is none.
    pub fn find(&self, kind: &str) -> Result<&ResourceKind> {
        self.0.get(kind).ok_or_else(|| {
            let message = format!("no resource kind `{kind}` available");
            Error::new(Code::NotFound, message)
        })
    }
}
