//! Tables of type aliases.
//!
//! Names of aliases are case-insensitive, as in Puppet's loaders. [`Aliases::define`] parses texts
//! that define aliases.

use polycty_core::types::{Group, KeyedMap, Kind, Str, Type};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Type aliases by name, in the order in which they were added. If several entries have the same
/// name, lookups return the first.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    types: Vec<(Str, Type)>,
    /// The first position of each name.
    positions: KeyedMap<Folded, u32>,
}

impl Aliases {
    pub(crate) fn new(types: impl IntoIterator<Item = (Str, Type)>) -> Aliases {
        let mut aliases = Aliases::default();
        for (name, ty) in types {
            aliases.add(name, ty);
        }
        aliases
    }

    /// Appends an alias.
    pub(crate) fn add(&mut self, name: Str, ty: Type) {
        let at = self.types.len() as u32;
        self.positions.entry(Folded(name.clone())).or_insert(at);
        self.types.push((name, ty));
    }

    /// Returns the alias with this name, ignoring case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Type> {
        let at = *self.positions.get(&name as &dyn Named)?;
        Some(&self.types[at as usize].1)
    }

    /// The aliases with their definitions, in the order of definition.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Type)> {
        self.types.iter().map(|(name, ty)| (&**name, ty))
    }

    /// The shared names with their definitions.
    pub(crate) fn types(&self) -> &[(Str, Type)] {
        &self.types
    }
}

/// The aliases in scope of a text: several tables, searched in order.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The aliases that the text itself defines.
    pub(crate) own: Option<&'a Aliases>,
    pub(crate) base: &'a Aliases,
    /// The aliases that were defined later.
    pub(crate) later: Option<&'a Aliases>,
}

impl<'a> Known<'a> {
    /// Returns the alias with this name, ignoring case.
    pub(crate) fn get(self, name: &str) -> Option<&'a Type> {
        self.tables().find_map(|aliases| aliases.get(name))
    }

    fn tables(self) -> impl Iterator<Item = &'a Aliases> {
        let all = self.own.into_iter().chain([self.base]).chain(self.later);
        all.filter(|aliases| !aliases.types.is_empty())
    }
}

impl<'a> From<&'a Aliases> for Known<'a> {
    fn from(base: &'a Aliases) -> Known<'a> {
        let (own, later) = (None, None);
        Known { own, base, later }
    }
}

/// Compares names, ignoring case.
pub(crate) fn cmp_names(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.bytes(), b.bytes());
    a.map(|byte| byte.to_ascii_lowercase())
        .cmp(b.map(|byte| byte.to_ascii_lowercase()))
}

/// A type name that is compared without regard to case.
#[derive(Clone, Debug)]
pub(crate) struct Folded(pub(crate) Str);

/// The lookup key of a [`Folded`] name.
trait Named {
    fn name(&self) -> &str;
}

impl Named for Folded {
    fn name(&self) -> &str {
        &self.0
    }
}

impl Named for &str {
    fn name(&self) -> &str {
        self
    }
}

impl<'a> Borrow<dyn Named + 'a> for Folded {
    fn borrow(&self) -> &(dyn Named + 'a) {
        self
    }
}

impl Hash for dyn Named + '_ {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let name = self.name();
        state.write_usize(name.len());
        name.bytes()
            .for_each(|byte| state.write_u8(byte.to_ascii_lowercase()));
    }
}

impl PartialEq for dyn Named + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.name().eq_ignore_ascii_case(other.name())
    }
}

impl Eq for dyn Named + '_ {}

impl Hash for Folded {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self as &dyn Named).hash(state);
    }
}

impl PartialEq for Folded {
    fn eq(&self, other: &Folded) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Folded {}

/// Returns the group and the index of a reference's definition.
pub(crate) fn definition(reference: &Type) -> Option<(Arc<Group>, u32)> {
    match reference.kind() {
        Kind::Reference(reference) => Some((reference.group()?, reference.key().1)),
        _ => None,
    }
}
