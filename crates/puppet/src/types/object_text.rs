//! Formatting of object types and type sets.

use crate::types::format::{Within, write_param_within};
use crate::types::nominal::Name;
use crate::types::object::{self, entry};
use crate::types::pcore;
use polycty_core::types::NominalParam;

type Entries = [(NominalParam, NominalParam)];

/// The definition of `Error`.
const ERROR: &str = "Object[{name => 'Error', type_parameters => {'kind' => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]], 'issue_code' => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]]}, attributes => {'msg' => String[1], 'kind' => {type => Optional[String[1]], value => undef}, 'details' => {type => Optional[Hash[String[1], Data]], value => undef}, 'issue_code' => {type => Optional[String[1]], value => undef}}, functions => {'message' => Callable[[0, 0], String[1]]}}]";

/// The definition of `Deferred`.
const DEFERRED: &str = "Object[{name => 'Deferred', attributes => {'name' => Pattern[/\\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\\z/], 'arguments' => {type => Optional[Array], value => undef}}}]";

/// The type set without a definition.
const TYPE_SET: &str = "TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', name => 'DefaultTypeSet', version => '0.0.0'}]";

/// Appends an object type: its name, or its definition if `expand` is set.
pub(crate) fn write_object(
    out: &mut String,
    ty: Name,
    params: &[NominalParam],
    expand: bool,
    within: Within,
) {
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
            write_set(out, entries);
            out.push(']');
        }
        (Name::TypeSet, _) => out.push_str(TYPE_SET),
        (Name::Object, [NominalParam::Map(entries)]) => match object::name(params) {
            Some(name) if !expand => out.push_str(name),
            _ if !expand => out.push_str("Object"),
            _ => {
                out.push_str("Object[");
                write_definition(out, entries, within);
                out.push(']');
            }
        },
        (Name::Object, _) => out.push_str(if expand { "Object[{}]" } else { "Object" }),
        (Name::Pcore, [name, ..]) => write_pcore(out, name, expand),
        _ => out.push_str(ty.text()),
    }
}

/// Appends a type that describes types.
fn write_pcore(out: &mut String, name: &NominalParam, expand: bool) {
    match name.as_text() {
        Some(name) if expand => pcore::push_definition(out, name),
        Some(name) => out.push_str(name),
        None => {}
    }
}

/// Appends the definition of a type set. It always has a name, which may be undef. Keys are written
/// without quotes, also those of its types and references.
fn write_set(out: &mut String, entries: &Entries) {
    const KEYS: [&str; 8] = [
        "annotations",
        "pcore_uri",
        "pcore_version",
        "name_authority",
        "name",
        "version",
        "types",
        "references",
    ];
    out.push('{');
    let mut separator = "";
    for key in KEYS {
        let value = match (entry(entries, key), key) {
            (Some(value), _) => value,
            (None, "name") => &NominalParam::Undef,
            (None, _) => continue,
        };
        out.push_str(separator);
        separator = ", ";
        out.push_str(key);
        out.push_str(" => ");
        match (key, value) {
            ("types" | "references", NominalParam::Map(members)) => {
                out.push('{');
                for (at, (name, member)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    out.push_str(name.as_text().map_or("", |name| name));
                    out.push_str(" => ");
                    match member {
                        NominalParam::Map(definition) if key == "types" => {
                            out.push_str("Object[");
                            write_definition(out, definition, Within::Set);
                            out.push(']');
                        }
                        _ => write_param_within(out, member, Within::Set),
                    }
                }
                out.push('}');
            }
            _ => write_param_within(out, value, Within::Nothing),
        }
    }
    out.push('}');
}

/// Appends a definition; its own keys are written without quotes.
fn write_definition(out: &mut String, entries: &Entries, within: Within) {
    out.push('{');
    for (at, (key, value)) in entries.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        match key.as_text() {
            Some(key) => out.push_str(key),
            None => write_param_within(out, key, within),
        }
        out.push_str(" => ");
        match (key.as_text().map(|key| &**key), value) {
            (
                Some("attributes" | "functions" | "constants" | "type_parameters"),
                NominalParam::Map(members),
            ) => write_members(out, members, within),
            _ => write_param_within(out, value, within),
        }
    }
    out.push('}');
}

/// Appends the members of an object type: each a type or a definition.
fn write_members(out: &mut String, members: &Entries, within: Within) {
    out.push('{');
    for (at, (name, member)) in members.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write_param_within(out, name, within);
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
                        None => write_param_within(out, key, within),
                    }
                    out.push_str(" => ");
                    match (key.as_text().map(|key| &**key), value.as_text()) {
                        (Some("kind"), Some(kind)) => out.push_str(kind),
                        _ => write_param_within(out, value, within),
                    }
                }
                out.push('}');
            }
            _ => write_param_within(out, member, within),
        }
    }
    out.push('}');
}
