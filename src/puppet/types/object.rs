//! How are object types and sets of them kept?
//!
//! An object type is one map that defines it: its name, parent, parameters of
//! the type, attributes, functions, constants and equality. Attributes that say
//! no more than their type are kept as the type.

use polycty_core::types::{NominalParam, Str};

/// The name that a definition says.
pub(crate) fn name(params: &[NominalParam]) -> Option<&Str> {
    let [NominalParam::Map(entries)] = params else {
        return None;
    };
    entry(entries, "name")?.as_text()
}

/// The value under a key of a map.
pub(crate) fn entry<'a>(
    entries: &'a [(NominalParam, NominalParam)],
    key: &str,
) -> Option<&'a NominalParam> {
    entries
        .iter()
        .find(|(found, _)| found.as_text().is_some_and(|found| **found == *key))
        .map(|(_, value)| value)
}
