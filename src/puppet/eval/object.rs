//! Objects: which attributes have they, and when are two equal?

use crate::eval::compare::same_exactly;
use crate::types::nominal::{self, Name};
use crate::types::object::entry;
use crate::types::same::same;
use crate::values::param::value_of;
use crate::values::special::undef;
use polycty_core::source::Result;
use polycty_core::types::{Kind, MAX_DEPTH, NominalParam, Str, Type};
use polycty_core::values::Value;

/// What a name is of an object.
pub(crate) enum Member {
    /// An attribute, or a constant, with its value.
    Attribute(Value),
    /// A function or a derived attribute, which nothing implements: with the word for it.
    Unimplemented(&'static str),
}

/// The parts of the definition of an object type, and what it inherits from.
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

/// An object type and those that it inherits from, itself first.
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

/// What a name is of an object.
///
/// # Errors
/// When a default cannot be made a value.
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

/// An attribute that an object does not have a value of its own for.
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

/// Whether two objects are equal: of the same type, and in the attributes that its definition
/// names for that, or in all.
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
            .all(|name| same_exactly(&value(mine, name), &value(theirs, name))),
        None => mine
            .iter()
            .chain(theirs)
            .all(|(name, _)| same_exactly(&value(mine, name), &value(theirs, name))),
    }
}
