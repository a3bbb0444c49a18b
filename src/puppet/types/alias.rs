//! Type aliases: what do their names stand for?
//!
//! A table of types by name, looked up exactly or in any case of letters. Texts that
//! define aliases are read by [`Aliases::define`].

use polycty_core::sort::sort_by;
use polycty_core::types::{Group, Kind, Str, Type};
use std::cmp::Ordering;
use std::sync::Arc;

/// Type aliases by name, in the order in which they came. Of equal names the first counts.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    types: Vec<(Str, Type)>,
    /// The positions, by names without regard to the case of letters, then ascending.
    order: Box<[u32]>,
}

impl Aliases {
    pub(crate) fn new(types: Vec<(Str, Type)>) -> Aliases {
        let mut order: Box<[u32]> = (0..types.len() as u32).collect();
        let name = |at: &u32| &*types[*at as usize].0;
        // Stable, so that of equal names the first stays in front.
        sort_by(&mut order, |a, b| cmp_folded(name(a), name(b)));
        Aliases { types, order }
    }

    /// The alias of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Type> {
        self.folded(name)
            .find(|(known, _)| **known == *name)
            .map(|(_, ty)| ty)
    }

    /// The alias of this name in any case of letters.
    pub(crate) fn in_any_case(&self, name: &str) -> Option<&Type> {
        self.folded(name).next().map(|(_, ty)| ty)
    }

    /// The aliases with what they stand for, in the order of their definitions.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Type)> {
        self.types.iter().map(|(name, ty)| (&**name, ty))
    }

    /// The names as they are shared, with what they stand for.
    pub(crate) fn types(&self) -> &[(Str, Type)] {
        &self.types
    }

    fn folded(&self, wanted: &str) -> impl Iterator<Item = &(Str, Type)> {
        let at = |at: &u32| &self.types[*at as usize];
        let start = self
            .order
            .partition_point(|place| cmp_folded(&at(place).0, wanted).is_lt());
        self.order[start..]
            .iter()
            .map(at)
            .take_while(|(known, _)| known.eq_ignore_ascii_case(wanted))
    }
}

/// The order of names without regard to the case of letters.
fn cmp_folded(a: &str, b: &str) -> Ordering {
    fn folded(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().map(|byte| byte.to_ascii_lowercase())
    }
    folded(a).cmp(folded(b))
}

/// The group that a reference names a definition of, and which one.
pub(crate) fn definition(reference: &Type) -> Option<(Arc<Group>, u32)> {
    match reference.kind() {
        Kind::Reference(reference) => Some((reference.group()?, reference.key().1)),
        _ => None,
    }
}
