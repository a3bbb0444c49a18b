//! Parsing of definitions of object types.
//!
//! The definition is checked and brought to a fixed order: the name, the parent, the type
//! parameters, attributes, functions, constants, equality. An attribute of kind constant moves to
//! the constants, and entries that repeat a default are dropped.

use crate::scalars::semver::Version;
use crate::types::format::{Detail, format_type, write_param};
use crate::types::nominal::{self, Name};
use crate::types::object::entry;
use crate::types::parse::arg::{Arg, What};
use crate::types::parse::argument::{class_of, kind_of, param};
use polycty_core::types::{Kind, NominalParam, Scalar, StringConstraint, Type};
use std::cmp::Ordering;

type Entries = Vec<(NominalParam, NominalParam)>;

/// The keys of a definition, in the order in which they are stored.
const OBJECT_KEYS: [&str; 10] = [
    "name",
    "parent",
    "type_parameters",
    "attributes",
    "functions",
    "constants",
    "equality",
    "equality_include_type",
    "checks",
    "annotations",
];

const SET_KEYS: [&str; 8] = [
    "pcore_uri",
    "pcore_version",
    "name_authority",
    "name",
    "version",
    "types",
    "references",
    "annotations",
];

/// Returns the parameters of a definition; empty for an empty one.
pub(crate) fn params(which: Name, arg: &Arg<'_>) -> Result<Vec<NominalParam>, String> {
    let initializer = match which {
        Name::Object => "object initializer",
        _ => "TypeSet initializer",
    };
    let What::Hash(entries) = &arg.what else {
        return Err(format!(
            "{initializer} has wrong type, expects a Hash value, got {}",
            class_of(arg)
        ));
    };
    let keys: &[&str] = match which {
        Name::Object => &OBJECT_KEYS,
        _ => &SET_KEYS,
    };
    for (key, value) in entries {
        let name = key.text().unwrap_or_default();
        if !keys.contains(&name) {
            return Err(format!(
                "{initializer} has wrong type, unrecognized key '{name}'"
            ));
        }
        if name == "name" && !value.text().is_some_and(is_type_name) {
            return Err(format!(
                "{initializer} has wrong type, entry 'name' expects a match for \
                 Pattern[/\\A[A-Z]\\w*(?:::[A-Z]\\w*)*\\z/], got {}",
                shown(value)
            ));
        }
    }
    let find = |wanted: &str| {
        entries
            .iter()
            .find(|(key, _)| key.text() == Some(wanted))
            .map(|(_, value)| value)
    };
    if which == Name::TypeSet && !entries.is_empty() && find("pcore_version").is_none() {
        return Err(format!(
            "{initializer} has wrong type, expects a value for key 'pcore_version'"
        ));
    }
    let owner = find("name").and_then(Arg::text).unwrap_or("Object");
    let mut made: Entries = Vec::new();
    let mut constants: Entries = Vec::new();
    for key in keys {
        let Some(value) = find(key) else {
            continue;
        };
        match *key {
            "attributes" => {
                let attributes = attributes(owner, value, &mut constants)?;
                if !attributes.is_empty() {
                    made.push((
                        NominalParam::text(*key),
                        NominalParam::Map(attributes.into()),
                    ));
                }
            }
            "functions" => {
                let functions = functions(owner, value)?;
                made.push((
                    NominalParam::text(*key),
                    NominalParam::Map(functions.into()),
                ));
            }
            "constants" => {
                if let NominalParam::Map(found) = param(value) {
                    constants.extend(found);
                }
            }
            "equality" => {
                let names = match param(value) {
                    one @ NominalParam::Scalar(_) => NominalParam::List([one].into()),
                    many => many,
                };
                made.push((NominalParam::text(*key), names));
            }
            "pcore_version" | "version" => {
                let set = find("name").and_then(Arg::text).unwrap_or_default();
                made.push((NominalParam::text(*key), version(key, value, set)?));
            }
            "types" | "references" => {
                let members = set_members(key, value)?;
                made.push((NominalParam::text(*key), NominalParam::Map(members.into())));
            }
            _ => made.push((NominalParam::text(*key), param(value))),
        }
    }
    if !constants.is_empty() {
        let before = |key: &NominalParam| {
            key.as_text().is_some_and(|key| {
                let rank = |name: &str| OBJECT_KEYS.iter().position(|known| *known == name);
                rank(key) < rank("constants")
            })
        };
        let at = made.iter().take_while(|(key, _)| before(key)).count();
        made.insert(
            at,
            (
                NominalParam::text("constants"),
                NominalParam::Map(constants.into()),
            ),
        );
    }
    if made.is_empty() || (which == Name::TypeSet && is_default_set(&made)) {
        return Ok(Vec::new());
    }
    Ok(vec![NominalParam::Map(made.into())])
}

/// A version of a type set: its own, or that of its Pcore model.
fn version(of: &str, value: &Arg<'_>, set: &str) -> Result<NominalParam, String> {
    let Some(text) = value.text() else {
        return Err(format!(
            "TypeSet initializer has wrong type, entry '{of}' expects a value of type String or \
             SemVer, got {}",
            kind_of(value)
        ));
    };
    let Some(version) = Version::parse(text) else {
        return Err(format!(
            "Unable to parse '{text}' as a semantic version identifier"
        ));
    };
    let first = Version::parse("1.0.0").map(|first| version.precedence(&first));
    if of == "pcore_version" && (version.major != 1 || first == Some(Ordering::Less)) {
        return Err(format!(
            "The pcore version for TypeSet '{set}' is not understood by this runtime. Expected \
             range 1.x, got {text}"
        ));
    }
    Ok(param(value))
}

/// The types or the references of a type set, by name.
fn set_members(of: &str, value: &Arg<'_>) -> Result<Entries, String> {
    let wrong = |how: String| {
        Err(format!(
            "TypeSet initializer has wrong type, entry '{of}' {how}"
        ))
    };
    let What::Hash(members) = &value.what else {
        return wrong(format!("expects a Hash value, got {}", kind_of(value)));
    };
    if members.is_empty() {
        return wrong("expects size to be at least 1, got 0".into());
    }
    let mut made = Vec::with_capacity(members.len());
    for (key, member) in members {
        let name = match &key.what {
            What::Text(text) => text.to_string(),
            // A name without quotes is parsed as a type.
            What::Type(ty) => match nominal::view(ty) {
                Some((Name::TypeReference, [name])) => {
                    name.as_text().map_or("", |name| name).to_owned()
                }
                _ => format_type(ty, Detail::Canonical),
            },
            _ => String::new(),
        };
        if name.contains("::") || !is_type_name(&name) {
            return wrong(format!(
                "key of entry '{name}' expects a match for Pattern[/\\A[A-Z]\\w*\\z/], got {}",
                shown(key)
            ));
        }
        made.push((NominalParam::text(name), param(member)));
    }
    Ok(made)
}

/// Whether a definition is that of the type set without a definition.
fn is_default_set(made: &Entries) -> bool {
    const DEFAULT: [(&str, &str); 5] = [
        ("pcore_uri", "http://puppet.com/2016.1/pcore"),
        ("pcore_version", "1.0.0"),
        ("name_authority", "http://puppet.com/2016.1/runtime"),
        ("name", "DefaultTypeSet"),
        ("version", "0.0.0"),
    ];
    let is = |param: &NominalParam, text: &str| param.as_text().is_some_and(|p| **p == *text);
    made.len() == DEFAULT.len()
        && made
            .iter()
            .zip(DEFAULT)
            .all(|((key, value), (name, text))| is(key, name) && is(value, text))
}

fn shown(arg: &Arg<'_>) -> String {
    match arg.text() {
        Some(text) => format!("'{text}'"),
        None => kind_of(arg),
    }
}

fn is_type_name(name: &str) -> bool {
    name.split("::").all(|part| {
        part.starts_with(|c: char| c.is_ascii_uppercase())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

fn is_member_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn members<'a, 's>(value: &'a Arg<'s>, of: &str) -> Result<&'a [(Arg<'s>, Arg<'s>)], String> {
    let What::Hash(members) = &value.what else {
        return Err(format!(
            "object initializer has wrong type, entry '{of}' expects a Hash value, got {}",
            kind_of(value)
        ));
    };
    for (key, _) in members {
        if !key.text().is_some_and(is_member_name) {
            return Err(format!(
                "object initializer has wrong type, entry '{of}' key of entry '{}' expects a \
                 match for Pattern[/\\A[a-z_]\\w*\\z/], got {}",
                key.text().unwrap_or_default(),
                shown(key)
            ));
        }
    }
    Ok(members)
}

fn attributes(owner: &str, value: &Arg<'_>, constants: &mut Entries) -> Result<Entries, String> {
    let mut made = Vec::new();
    for (key, member) in members(value, "attributes")? {
        let name = key.text().unwrap_or_default();
        match param(member) {
            ty @ NominalParam::Type(_) => made.push((NominalParam::text(name), ty)),
            NominalParam::Map(entries) => {
                let kept = attribute(owner, name, &entries)?;
                let kind = entry(&kept, "kind").and_then(NominalParam::as_text);
                let constant = kind.is_some_and(|kind| &**kind == "constant");
                match (constant, entry(&kept, "value"), &*kept) {
                    (true, Some(value), _) => {
                        constants.push((NominalParam::text(name), value.clone()));
                    }
                    (_, _, [(_, ty)]) => made.push((NominalParam::text(name), ty.clone())),
                    _ => made.push((NominalParam::text(name), NominalParam::Map(kept.into()))),
                }
            }
            _ => {
                return Err(format!(
                    "attribute {owner}[{name}] has wrong type, expects a Type value, got {}",
                    kind_of(member)
                ));
            }
        }
    }
    Ok(made)
}

/// Returns the entries of an attribute that are not defaults.
fn attribute(
    owner: &str,
    name: &str,
    entries: &[(NominalParam, NominalParam)],
) -> Result<Entries, String> {
    const KINDS: [&str; 4] = ["constant", "derived", "given_or_derived", "reference"];
    let wrong =
        |how: String| format!("initializer for attribute {owner}[{name}] has wrong type, {how}");
    let Some(NominalParam::Type(ty)) = entry(entries, "type") else {
        return Err(wrong("expects a value for key 'type'".into()));
    };
    let mut kept = vec![(NominalParam::text("type"), NominalParam::Type(ty.clone()))];
    if let Some(kind) = entry(entries, "kind") {
        let known = kind.as_text().is_some_and(|kind| KINDS.contains(&&**kind));
        if !known {
            let mut found = String::new();
            write_param(&mut found, kind);
            return Err(wrong(format!(
                "entry 'kind' expects a match for Enum['constant', 'derived', \
                 'given_or_derived', 'reference'], got {found}"
            )));
        }
        kept.push((NominalParam::text("kind"), kind.clone()));
    }
    for flag in ["final", "override"] {
        let yes = NominalParam::Scalar(Scalar::Bool(true));
        if entry(entries, flag) == Some(&yes) {
            kept.push((NominalParam::text(flag), yes));
        }
    }
    if let Some(value) = entry(entries, "value") {
        if let Some((wanted, found)) = plainly_wrong(ty, value) {
            return Err(format!(
                "attribute {owner}[{name}] value has wrong type, expects {wanted} value, got {found}"
            ));
        }
        kept.push((NominalParam::text("value"), value.clone()));
    }
    Ok(kept)
}

/// Returns the expected and the found kind if a value does not match its scalar type.
fn plainly_wrong(ty: &Type, value: &NominalParam) -> Option<(&'static str, &'static str)> {
    let names = |entries: &[(NominalParam, NominalParam)]| {
        let mut keys = entries.iter().map(|(key, _)| key.as_text());
        !entries.is_empty() && keys.all(|key| key.is_some_and(|key| !key.is_empty()))
    };
    let found = match value {
        NominalParam::Scalar(Scalar::Bool(_)) => "Boolean",
        NominalParam::Scalar(Scalar::Number(_) | Scalar::Integer(_)) => "Integer",
        NominalParam::Scalar(Scalar::Double(_)) => "Float",
        NominalParam::Scalar(Scalar::String(_)) => "String",
        NominalParam::List(items) if items.is_empty() => "Array",
        NominalParam::List(_) => "Tuple",
        NominalParam::Map(entries) if names(entries) => "Struct",
        NominalParam::Map(_) => "Hash",
        _ => return None,
    };
    let wanted = match ty.kind() {
        Kind::Integer(_) => ("an Integer", "Integer"),
        Kind::Float(_) => ("a Float", "Float"),
        Kind::Bool(_) => ("a Boolean", "Boolean"),
        Kind::String(StringConstraint::Plain | StringConstraint::Length(_)) => {
            ("a String", "String")
        }
        _ => return None,
    };
    (wanted.1 != found).then_some((wanted.0, found))
}

fn functions(owner: &str, value: &Arg<'_>) -> Result<Entries, String> {
    let mut made = Vec::new();
    for (key, member) in members(value, "functions")? {
        let name = key.text().unwrap_or_default();
        let ty = match param(member) {
            NominalParam::Type(ty) => Some(ty),
            NominalParam::Map(entries) => match entry(&entries, "type") {
                Some(NominalParam::Type(ty)) => Some(ty.clone()),
                _ => None,
            },
            _ => None,
        };
        match ty {
            Some(ty) if matches!(ty.kind(), Kind::Func(_)) => {
                made.push((NominalParam::text(name), NominalParam::Type(ty)));
            }
            _ => {
                return Err(format!(
                    "function {owner}[{name}] has wrong type, expects a Type[Callable] value, got {}",
                    kind_of(member)
                ));
            }
        }
    }
    Ok(made)
}

/// Rejects a value that cannot be a parameter of `Error`.
pub(crate) fn check_error_param(param: &NominalParam, which: &str) -> Result<(), String> {
    let fits = match param {
        NominalParam::Default | NominalParam::Undef | NominalParam::Regexp(_) => true,
        NominalParam::Scalar(scalar) => matches!(scalar, Scalar::String(_)),
        NominalParam::Type(ty) => {
            matches!(
                ty.kind(),
                Kind::String(StringConstraint::Enumeration { .. } | StringConstraint::Patterns(_))
                    | Kind::NotUndef(_)
                    | Kind::None
            ) || nominal::is(ty, Name::Regexp)
        }
        NominalParam::List(_) | NominalParam::Map(_) | NominalParam::Own(_) => false,
    };
    if fits {
        return Ok(());
    }
    let found = match param {
        NominalParam::Scalar(Scalar::Integer(_)) => "Integer",
        NominalParam::Scalar(Scalar::Double(_)) => "Float",
        NominalParam::Scalar(Scalar::Bool(_)) => "Boolean",
        NominalParam::List(_) => "Tuple",
        NominalParam::Map(_) => "Struct",
        NominalParam::Own(own) => &own.0,
        _ => "Type",
    };
    Err(format!(
        "type_parameter Error[{which}] has wrong type, expects a value of type Undef, String, \
         Regexp, Type[Enum], Type[Pattern], Type[NotUndef], or Type[Undef], got {found}"
    ))
}
