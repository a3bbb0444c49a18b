//! Names: the rules for variables, parameters and definitions.

/// The rule for variables, as messages quote it.
pub(super) const VARIABLE_RULE: &str = "/^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/";

/// The rule for parameters, as messages quote it.
pub(super) const PARAMETER_RULE: &str = "/^[a-z_]\\w*$/";

/// The names of Puppet's types, which classes, defined types and functions may not have.
const RESERVED: [&str; 32] = [
    "type",
    "any",
    "unit",
    "scalar",
    "boolean",
    "numeric",
    "integer",
    "float",
    "collection",
    "array",
    "hash",
    "tuple",
    "struct",
    "variant",
    "optional",
    "enum",
    "regexp",
    "pattern",
    "runtime",
    "init",
    "object",
    "sensitive",
    "semver",
    "semverrange",
    "string",
    "timestamp",
    "timespan",
    "typeset",
    "catalogentry",
    "class",
    "resource",
    "undef",
];

pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn begins_lower(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Whether a variable may have a name that does not begin with a digit.
pub(super) fn is_variable(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    let (before, last) = match name.rsplit_once("::") {
        Some((before, last)) => (Some(before), last),
        None => (None, name),
    };
    let qualifies = |part: &str| begins_lower(part) && is_word(part);
    is_parameter(last) && before.is_none_or(|before| before.split("::").all(qualifies))
}

/// Whether a name that begins with a digit is that of a match variable.
pub(super) fn is_match_variable(name: &str) -> bool {
    name == "0" || !name.starts_with('0') && name.bytes().all(|b| b.is_ascii_digit())
}

pub(super) fn begins_with_digit(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn is_parameter(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') && is_word(name)
}

/// Whether a class, a defined type or a function may have the name.
pub(super) fn is_definition(name: &str) -> bool {
    name.split("::")
        .all(|part| begins_lower(part) && is_word(part))
}

/// Whether a node may have the name.
pub(super) fn is_host(name: &str) -> bool {
    name.bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}
