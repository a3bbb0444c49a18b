//! Objects: attributes, equality, and validation of object types.

use crate::eval::compare::same_parts;
use crate::types::nominal::{self, Name};
use crate::types::object::entry;
use crate::types::same::same;
use crate::values::param::value_of;
use crate::values::special::undef;
use polycty_core::source::Result;
use polycty_core::types::{Kind, MAX_DEPTH, NominalParam, Scalar, Str, Type};
use polycty_core::values::Value;

/// A member of an object.
pub(crate) enum Member {
    /// An attribute, or a constant, with its value.
    Attribute(Value),
    /// A function or a derived attribute; both have no implementation. The text names the kind in
    /// messages.
    Unimplemented(&'static str),
}

/// The entries of an object type's definition, such as `attributes` and `parent`.
struct Definition<'t> {
    entries: &'t [(NominalParam, NominalParam)],
}

impl<'t> Definition<'t> {
    fn part(&self, name: &str) -> Option<&'t [(NominalParam, NominalParam)]> {
        match entry(self.entries, name) {
            Some(NominalParam::Map(entries)) => Some(entries),
            _ => None,
        }
    }
}

/// Returns an object type and its ancestors, the type itself first.
fn lineage(ty: &Type) -> Vec<Type> {
    let mut all = Vec::new();
    let mut next = Some(ty.clone());
    while let Some(ty) = next.take() {
        if all.len() as u32 >= MAX_DEPTH {
            break;
        }
        if let Kind::Reference(reference) = ty.kind() {
            next = reference.unfold().ok();
            continue;
        }
        if let Some((Name::Object, [NominalParam::Map(entries)])) = nominal::view(&ty)
            && let Some(NominalParam::Type(parent)) = entry(entries, "parent")
        {
            next = Some(parent.clone());
        }
        all.push(ty);
    }
    all
}

fn definition(ty: &Type) -> Option<Definition<'_>> {
    match nominal::view(ty) {
        Some((Name::Object, [NominalParam::Map(entries)])) => Some(Definition { entries }),
        _ => None,
    }
}

/// Returns the member of an object with a name.
///
/// # Errors
/// If a default cannot be converted to a value.
pub(crate) fn member(ty: &Type, attributes: &[(Str, Value)], name: &str) -> Result<Option<Member>> {
    let given = |name: &str| {
        let mut known = attributes.iter().filter(|(known, _)| **known == *name);
        known.next().map(|(_, value)| value.clone())
    };
    if let Some(value) = given(name) {
        return Ok(Some(Member::Attribute(value)));
    }
    for ty in lineage(ty) {
        let built_in: &[&str] = match nominal::view(&ty) {
            Some((Name::Error, _)) => &["msg", "message", "kind", "details", "issue_code"],
            Some((Name::Deferred, _)) => &["name", "arguments"],
            _ => &[],
        };
        if built_in.contains(&name) {
            let name = if name == "message" { "msg" } else { name };
            return Ok(Some(Member::Attribute(given(name).unwrap_or_else(undef))));
        }
        let Some(definition) = definition(&ty) else {
            continue;
        };
        if let Some(found) = definition.part("attributes").and_then(|a| entry(a, name)) {
            return attribute(found).map(Some);
        }
        if let Some(value) = definition.part("constants").and_then(|a| entry(a, name)) {
            return Ok(Some(Member::Attribute(value_of(value)?)));
        }
        if definition
            .part("functions")
            .and_then(|a| entry(a, name))
            .is_some()
        {
            return Ok(Some(Member::Unimplemented("function")));
        }
    }
    Ok(None)
}

/// Returns an attribute that has no value in the object itself.
fn attribute(found: &NominalParam) -> Result<Member> {
    let NominalParam::Map(parts) = found else {
        return Ok(Member::Attribute(undef()));
    };
    let kind = entry(parts, "kind").and_then(NominalParam::as_text);
    Ok(match (kind.map(|kind| &**kind), entry(parts, "value")) {
        (_, Some(value)) => Member::Attribute(value_of(value)?),
        (Some("derived" | "given_or_derived"), None) => Member::Unimplemented("derived attribute"),
        (_, None) => Member::Attribute(undef()),
    })
}

/// Returns whether two objects are equal: they have the same type and equal values of the
/// attributes that `equality` lists in the type or in an ancestor, or of all attributes if there is
/// no such list.
pub(crate) fn equal(
    left: &Type,
    mine: &[(Str, Value)],
    right: &Type,
    theirs: &[(Str, Value)],
) -> bool {
    if !same(left, right) {
        return false;
    }
    let value = |attributes: &[(Str, Value)], name: &str| match member(left, attributes, name) {
        Ok(Some(Member::Attribute(value))) => value,
        _ => undef(),
    };
    let mut named: Option<Vec<Str>> = None;
    for ty in lineage(left) {
        let Some(definition) = definition(&ty) else {
            continue;
        };
        let names: Option<Vec<Str>> = match entry(definition.entries, "equality") {
            Some(NominalParam::List(names)) => Some(
                names
                    .iter()
                    .filter_map(NominalParam::as_text)
                    .cloned()
                    .collect(),
            ),
            Some(name) => name.as_text().map(|name| vec![name.clone()]),
            None => None,
        };
        if let Some(names) = names {
            named.get_or_insert_default().extend(names);
        }
    }
    match named {
        Some(names) => names
            .iter()
            .all(|name| same_parts(&value(mine, name), &value(theirs, name))),
        None => mine
            .iter()
            .chain(theirs)
            .all(|(name, _)| same_parts(&value(mine, name), &value(theirs, name))),
    }
}

/// Returns Puppet's message for an invalid definition of an object type.
pub(crate) fn definition_error(name: &str, ty: &Type) -> Option<String> {
    let mut types = Vec::new();
    let mut next = Some(ty.clone());
    while let Some(ty) = next.take() {
        if let Kind::Reference(reference) = ty.kind() {
            next = reference.unfold().ok();
            continue;
        }
        let Some(Definition { entries }) = definition(&ty) else {
            break;
        };
        if types.contains(&ty) || types.len() as u32 >= MAX_DEPTH {
            return Some(format!("The Object type '{name}' inherits from itself"));
        }
        if let Some(NominalParam::Type(parent)) = entry(entries, "parent") {
            next = Some(parent.clone());
        }
        types.push(ty);
    }
    let (own, inherited) = types.split_first()?;
    let own = definition(own)?;
    let attributes = own.part("attributes").unwrap_or_default();
    let functions = own.part("functions").unwrap_or_default();
    let constants = own.part("constants").unwrap_or_default();
    let owner = |ty: &Type| match definition(ty).and_then(|d| entry(d.entries, "name")) {
        Some(name) => name
            .as_text()
            .map_or_else(String::new, |name| name.to_string()),
        None => String::new(),
    };
    for (key, declared) in attributes.iter() {
        let key = key.as_text().map_or("", |key| key);
        if entry(constants, key).is_some() && kind_of(declared) != Some("constant") {
            return Some(format!(
                "attribute {name}[{key}] is defined as both a constant and an attribute"
            ));
        }
        if let Some(found) = attribute_error(declared) {
            return Some(format!("attribute {name}[{key}] {found}"));
        }
        let before = inherited.iter().find_map(|ty| {
            let found = entry(definition(ty)?.part("attributes")?, key)?;
            Some((owner(ty), found.clone()))
        });
        let overrides = flag(declared, "override");
        match before {
            Some((parent, found)) => {
                let what = format!("attribute {name}[{key}] attempts to override");
                if flag(&found, "final") {
                    return Some(format!("{what} final attribute {parent}[{key}]"));
                }
                if !overrides {
                    return Some(format!(
                        "{what} attribute {parent}[{key}] without having override => true"
                    ));
                }
            }
            None if overrides => {
                return Some(format!(
                    "expected attribute {name}[{key}] to override an inherited attribute, but no \
                     such attribute was found"
                ));
            }
            None => {}
        }
    }
    for (key, _) in functions.iter() {
        let key = key.as_text().map_or("", |key| key);
        if entry(attributes, key).is_some() {
            return Some(format!(
                "function {name}[{key}] conflicts with attribute with the same name"
            ));
        }
    }
    equality_error(name, &own, inherited)
}

/// Returns the message for an attribute that is invalid by itself.
fn attribute_error(declared: &NominalParam) -> Option<String> {
    let NominalParam::Map(parts) = declared else {
        return None;
    };
    match (kind_of(declared)?, entry(parts, "value")) {
        ("constant", None) => Some("of kind 'constant' requires a value".into()),
        (kind @ ("derived" | "given_or_derived"), Some(_)) => Some(format!(
            "of kind '{kind}' cannot be combined with an attribute value"
        )),
        _ => None,
    }
}

fn kind_of(declared: &NominalParam) -> Option<&str> {
    match declared {
        NominalParam::Map(parts) => entry(parts, "kind")?.as_text().map(|kind| &**kind),
        _ => None,
    }
}

fn flag(declared: &NominalParam, name: &str) -> bool {
    match declared {
        NominalParam::Map(parts) => matches!(
            entry(parts, name),
            Some(NominalParam::Scalar(Scalar::Bool(true)))
        ),
        _ => false,
    }
}

/// Returns the message for an `equality` entry with an attribute that it must not list.
fn equality_error(name: &str, own: &Definition<'_>, inherited: &[Type]) -> Option<String> {
    let named: Vec<&str> = match entry(own.entries, "equality")? {
        NominalParam::List(names) => {
            let texts = names.iter().filter_map(NominalParam::as_text);
            texts.map(|name| &**name).collect()
        }
        name => name.as_text().map(|name| &**name).into_iter().collect(),
    };
    let typeless = entry(own.entries, "equality_include_type");
    if typeless == Some(&NominalParam::Scalar(Scalar::Bool(false))) && !named.is_empty() {
        return Some(
            "equality_include_type = false cannot be combined with non empty equality \
             specification"
                .into(),
        );
    }
    let is_constant = |definition: &Definition<'_>, key: &str| {
        let found = definition.part("attributes").and_then(|a| entry(a, key));
        found.map(|found| kind_of(found) == Some("constant"))
    };
    for key in named {
        let constant = own.part("constants").and_then(|c| entry(c, key)).is_some();
        let refused = match is_constant(own, key) {
            _ if constant => Some(format!(
                "constant attribute {name}[{key}]. Reference to constant is not allowed in \
                 equality"
            )),
            Some(true) => Some(format!(
                "constant attribute {name}[{key}]. Reference to constant is not allowed in \
                 equality"
            )),
            Some(false) => None,
            None => {
                let parent = inherited.iter().find_map(|ty| {
                    let definition = definition(ty)?;
                    is_constant(&definition, key)?;
                    let name = entry(definition.entries, "name")?.as_text()?;
                    Some(format!(
                        "attribute {name}[{key}] which is included in equality of {name}"
                    ))
                });
                Some(parent.unwrap_or_else(|| format!("non existent attribute '{key}'")))
            }
        };
        if let Some(refused) = refused {
            return Some(format!("{name} equality is referencing {refused}"));
        }
    }
    None
}
