//! The entries of a hierarchy of version 5, as the configuration contains them. All evaluations of
//! an environment share them; each one resolves their locations and options.

use super::config::{Config, FUNCTION_KEYS, LOCATION_KEYS, entry, text, texts};
use super::failure::Outcome;
use super::files::joined;
use super::hierarchy::{duplicate, strings};
use super::provider::FunctionKind;
use crate::values::special::{array_elements, hash};
use polycty_core::types::{KeyedSet, Str};
use polycty_core::values::Value;

/// An entry of a hierarchy.
pub(super) struct PlannedEntry {
    pub(super) name: Str,
    pub(super) kind: FunctionKind,
    pub(super) function: Str,
    /// The folder of the data, with expressions.
    pub(super) folder: String,
    pub(super) locations: Option<PlannedLocations>,
    pub(super) options: Value,
}

/// The locations of an entry, with expressions.
pub(super) enum PlannedLocations {
    Paths(Vec<Str>),
    Globs(Vec<String>),
    Uris(Vec<Str>),
    /// The variable, the name and the template.
    Mapped([Str; 3]),
}

/// The entries of the hierarchies.
pub(super) struct Plan {
    pub(super) main: Vec<PlannedEntry>,
    pub(super) default: Vec<PlannedEntry>,
}

impl Plan {
    /// Returns the entries of a configuration.
    ///
    /// # Errors
    /// If two entries of a hierarchy have the same name.
    pub(super) fn of(config: &Config) -> Outcome<Plan> {
        Ok(Plan {
            main: entries(config, "hierarchy")?,
            default: entries(config, "default_hierarchy")?,
        })
    }
}

fn entries(config: &Config, hierarchy: &str) -> Outcome<Vec<PlannedEntry>> {
    let defaults = config.get("defaults");
    let default_of = |key: &str| defaults.and_then(|defaults| text(defaults, key));
    let all = config.get(hierarchy).and_then(array_elements);
    let all = all.unwrap_or_default();
    let mut planned: Vec<PlannedEntry> = Vec::with_capacity(all.len());
    let mut names: KeyedSet<&str> = KeyedSet::default();
    for found in all {
        let name = text(found, "name").unwrap_or_default();
        if !names.insert(name) {
            return Err(duplicate(config, name));
        }
        let own = FUNCTION_KEYS
            .into_iter()
            .find(|key| entry(found, key).is_some());
        let (key, function) = match own {
            Some(key) => (key, text(found, key)),
            None => {
                let mut keys = FUNCTION_KEYS.into_iter();
                let key = keys.find(|key| default_of(key).is_some());
                (key.unwrap_or("data_hash"), key.and_then(default_of))
            }
        };
        let folder = text(found, "datadir")
            .or(default_of("datadir"))
            .unwrap_or("data");
        let location = LOCATION_KEYS
            .into_iter()
            .find_map(|key| Some((key, entry(found, key)?)));
        let locations = location.map(|(key, value)| match key {
            "path" | "paths" => PlannedLocations::Paths(strings(value)),
            "glob" | "globs" => PlannedLocations::Globs(texts(value)),
            "uri" | "uris" => PlannedLocations::Uris(strings(value)),
            _ => match <[Str; 3]>::try_from(strings(value)) {
                Ok(mapped) => PlannedLocations::Mapped(mapped),
                Err(_) => PlannedLocations::Paths(Vec::new()),
            },
        });
        let options = entry(found, "options")
            .or_else(|| defaults.and_then(|defaults| entry(defaults, "options")));
        planned.push(PlannedEntry {
            name: name.into(),
            kind: FunctionKind::of_key(key),
            function: function.unwrap_or_default().into(),
            folder: joined(&config.root, folder),
            locations,
            options: match options {
                Some(options) => options.clone(),
                None => hash([])?,
            },
        });
    }
    Ok(planned)
}
