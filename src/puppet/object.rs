//! How are object types and sets of them kept and written?
//!
//! An object type is one map that defines it: its name, parent, parameters of
//! the type, attributes, functions, constants and equality. Attributes that say
//! no more than their type are kept as the type.

use super::format::write_param;
use super::nominal::Name;
use super::pcore;
use crate::types::{NominalParam, Str};

/// The name that a definition says.
pub(super) fn name(params: &[NominalParam]) -> Option<&Str> {
    let [NominalParam::Map(entries)] = params else {
        return None;
    };
    entry(entries, "name")?.as_text()
}

/// The value under a key of a map.
pub(super) fn entry<'a>(
    entries: &'a [(NominalParam, NominalParam)],
    key: &str,
) -> Option<&'a NominalParam> {
    entries
        .iter()
        .find(|(found, _)| found.as_text().is_some_and(|found| **found == *key))
        .map(|(_, value)| value)
}

const ERROR: &str = "Object[{name => 'Error', type_parameters => {'kind' => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]], 'issue_code' => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]]}, attributes => {'msg' => String[1], 'kind' => {type => Optional[String[1]], value => undef}, 'details' => {type => Optional[Hash[String[1], Data]], value => undef}, 'issue_code' => {type => Optional[String[1]], value => undef}}, functions => {'message' => Callable[[0, 0], String[1]]}}]";

const DEFERRED: &str = "Object[{name => 'Deferred', attributes => {'name' => Pattern[/\\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\\z/], 'arguments' => {type => Optional[Array], value => undef}}}]";

const TYPE_SET: &str = "TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', name => 'DefaultTypeSet', version => '0.0.0'}]";

/// Appends an object type: its name, or when it is to be expanded, what defines
/// it.
pub(super) fn write(out: &mut String, ty: Name, params: &[NominalParam], expand: bool) {
    match (ty, params) {
        (Name::Error, _) if expand => out.push_str(ERROR),
        (Name::Deferred, _) if expand => out.push_str(DEFERRED),
        (Name::TypeAlias, _) => {
            out.push_str("UnresolvedAlias");
            if expand {
                out.push_str(" = TypeReference['UnresolvedReference']");
            }
        }
        (Name::TypeSet, [NominalParam::Map(entries)]) => {
            out.push_str("TypeSet[");
            write_definition(out, entries);
            out.push(']');
        }
        (Name::TypeSet, _) => out.push_str(TYPE_SET),
        (Name::Object, [NominalParam::Map(entries)]) => match name(params) {
            Some(name) if !expand => out.push_str(name),
            _ if !expand => out.push_str("Object"),
            _ => {
                out.push_str("Object[");
                write_definition(out, entries);
                out.push(']');
            }
        },
        (Name::Object, _) => out.push_str(if expand { "Object[{}]" } else { "Object" }),
        (Name::Pcore, [name, ..]) => write_pcore(out, name, expand),
        _ => out.push_str(ty.text()),
    }
}

fn write_pcore(out: &mut String, name: &NominalParam, expand: bool) {
    match name.as_text() {
        Some(name) if expand => pcore::push_definition(out, name),
        Some(name) => out.push_str(name),
        None => {}
    }
}

/// A map whose own keys stand without quotes.
fn write_definition(out: &mut String, entries: &[(NominalParam, NominalParam)]) {
    out.push('{');
    for (at, (key, value)) in entries.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        match key.as_text() {
            Some(key) => out.push_str(key),
            None => write_param(out, key),
        }
        out.push_str(" => ");
        match (key.as_text().map(|key| &**key), value) {
            (
                Some("attributes" | "functions" | "constants" | "type_parameters"),
                NominalParam::Map(members),
            ) => write_members(out, members),
            _ => write_param(out, value),
        }
    }
    out.push('}');
}

/// The members of an object type: a type, or what defines it.
fn write_members(out: &mut String, members: &[(NominalParam, NominalParam)]) {
    out.push('{');
    for (at, (name, member)) in members.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write_param(out, name);
        out.push_str(" => ");
        match member {
            NominalParam::Map(entries)
                if entries
                    .iter()
                    .any(|(key, _)| key.as_text().is_some_and(|key| &**key == "type")) =>
            {
                out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    match key.as_text() {
                        Some(key) => out.push_str(key),
                        None => write_param(out, key),
                    }
                    out.push_str(" => ");
                    match (key.as_text().map(|key| &**key), value.as_text()) {
                        (Some("kind"), Some(kind)) => out.push_str(kind),
                        _ => write_param(out, value),
                    }
                }
                out.push('}');
            }
            _ => write_param(out, member),
        }
    }
    out.push('}');
}
