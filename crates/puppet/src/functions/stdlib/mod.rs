//! Functions of the published module `stdlib` that manifests call most.
//!
//! They are an optional set ([`Environment::stdlib`](crate::Environment::stdlib)), because Puppet
//! itself does not have them. A function that a module defines has precedence. Messages are those
//! of the module.

mod catalog;
mod check;
mod collection;
mod pick;

use crate::eval::function::{Entry, Function};
use polycty_core::types::KeyedMap;
use std::sync::LazyLock;

static TABLE: LazyLock<KeyedMap<&'static str, Function>> = LazyLock::new(|| {
    let families: [&'static [Entry]; 5] = [
        catalog::TABLE,
        check::CONVERSIONS,
        check::TESTS,
        collection::TABLE,
        pick::TABLE,
    ];
    let entries = families.into_iter().flatten();
    entries
        .map(|entry| (entry.name, Function::new(entry)))
        .collect()
});

/// Returns the function of the set with a name; the prefix `stdlib::` is optional.
pub(crate) fn find(name: &str) -> Option<&'static Function> {
    TABLE.get(name.strip_prefix("stdlib::").unwrap_or(name))
}

/// The names of the functions of the set, in no particular order.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.keys().copied()
}

#[cfg(test)]
mod tests;
