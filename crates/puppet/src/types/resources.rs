//! Names of resource types and their spelling.

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

/// Returns the spelling of a built-in resource type, ignoring case.
pub(crate) fn built_in(name: &str) -> Option<String> {
    BUILT_IN
        .iter()
        .find(|known| known.eq_ignore_ascii_case(name))
        .map(|known| (*known).to_owned())
}

/// Returns the spelling of a resource type from a string: its parts capitalized, unless it already
/// begins with a capital letter. `None` if the string is not a valid name.
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

/// Capitalizes each part of a name and lowers the rest.
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

/// Returns a resource type; the name is already spelled as in texts.
pub(crate) fn resource(name: Str, title: Option<NominalParam>) -> Result<Type, TypeError> {
    let mut params = vec![NominalParam::text(name)];
    // A title of undef is omitted.
    params.extend(title.filter(|title| *title != NominalParam::Undef));
    nominal::with(Name::Resource, params)
}
