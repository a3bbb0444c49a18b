//! Resource types: which names are ones, and how are they spelled?

use crate::types::nominal::{self, Name};
use polycty_core::types::{NominalParam, Str, Type, TypeError};

/// The built-in resource types, as they are written.
const BUILT_IN: [&str; 15] = [
    "Component",
    "Exec",
    "File",
    "Filebucket",
    "Group",
    "Node",
    "Notify",
    "Package",
    "Resources",
    "Schedule",
    "Service",
    "Stage",
    "Tidy",
    "User",
    "Whit",
];

/// The spelling of a built-in resource type whose name this is in any case of
/// letters.
pub(crate) fn built_in(name: &str) -> Option<String> {
    BUILT_IN
        .iter()
        .find(|known| known.eq_ignore_ascii_case(name))
        .map(|known| (*known).to_owned())
}

/// The spelling of a resource type that was given as a string: its parts with a
/// capital letter, unless it begins with one already. `None` when it is no name.
pub(crate) fn spelled(name: &str) -> Option<String> {
    let spelled = if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        name.to_owned()
    } else {
        capitalised(name)
    };
    let valid = !spelled.is_empty()
        && spelled.split("::").all(|part| {
            part.starts_with(|c: char| c.is_ascii_uppercase())
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        });
    valid.then_some(spelled)
}

/// Each part of a name with a capital letter and the rest in lower case.
pub(crate) fn capitalised(name: &str) -> String {
    let parts: Vec<String> = name
        .split("::")
        .map(|part| {
            let mut chars = part.chars();
            chars.next().map_or_else(String::new, |first| {
                first.to_ascii_uppercase().to_string() + &chars.as_str().to_ascii_lowercase()
            })
        })
        .collect();
    parts.join("::")
}

/// A resource type of a name that is spelled as it will be written.
pub(crate) fn resource(name: Str, title: Option<NominalParam>) -> Result<Type, TypeError> {
    let mut params = vec![NominalParam::text(name)];
    // A title of undef is none.
    params.extend(title.filter(|title| *title != NominalParam::Undef));
    nominal::with(Name::Resource, params)
}
