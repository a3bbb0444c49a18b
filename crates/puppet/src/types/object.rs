//! Representation of object types and type sets.
//!
//! An object type is a map: its name, parent, type parameters, attributes, functions, constants and
//! equality. An attribute that has only a type is stored as that type. After the map follow the
//! values of the type parameters, if set.

use crate::types::nominal::{self, Name};
use polycty_core::types::{Kind, MAX_DEPTH, NominalParam, Str, Type, TypeError};

/// Returns the name in a definition.
pub(crate) fn name(params: &[NominalParam]) -> Option<&Str> {
    let [NominalParam::Map(entries), ..] = params else {
        return None;
    };
    entry(entries, "name")?.as_text()
}

/// Returns the value of a key in a map.
pub(crate) fn entry<'a>(
    entries: &'a [(NominalParam, NominalParam)],
    key: &str,
) -> Option<&'a NominalParam> {
    entries
        .iter()
        .find(|(found, _)| found.as_text().is_some_and(|found| **found == *key))
        .map(|(_, value)| value)
}

/// Resolves an alias of an object type to the type with its definition.
fn defined(ty: &Type) -> Option<Type> {
    let mut ty = ty.clone();
    for _ in 0..MAX_DEPTH {
        match ty.kind() {
            Kind::Reference(reference) => ty = reference.unfold().ok()?,
            _ => return nominal::is(&ty, Name::Object).then_some(ty),
        }
    }
    None
}

/// Whether a name is that of the object type or type set that it refers to; such a name is not an
/// alias.
pub(crate) fn is_declared(name: Option<&Str>, definition: &Type) -> bool {
    match nominal::view(definition) {
        Some((Name::Object | Name::TypeSet, params)) => self::name(params) == name,
        _ => false,
    }
}

/// Calls `look` with the definition of an object type, then with those of its ancestors, until it
/// returns a value.
fn lineage<T>(
    ty: &Type,
    mut look: impl FnMut(&[(NominalParam, NominalParam)]) -> Option<T>,
) -> Option<T> {
    let mut next = Some(ty.clone());
    for _ in 0..MAX_DEPTH {
        let ty = next.take().and_then(|ty| defined(&ty))?;
        let Some((Name::Object, [NominalParam::Map(entries), ..])) = nominal::view(&ty) else {
            return None;
        };
        if let Some(found) = look(entries) {
            return Some(found);
        }
        if let Some(NominalParam::Type(parent)) = entry(entries, "parent") {
            next = Some(parent.clone());
        }
    }
    None
}

/// Returns an annotation from the type's own definition.
pub(crate) fn annotation(ty: &Type, annotation: &Type) -> Option<NominalParam> {
    let defined = defined(ty)?;
    let (_, [NominalParam::Map(entries), ..]) = nominal::view(&defined)? else {
        return None;
    };
    let NominalParam::Map(all) = entry(entries, "annotations")? else {
        return None;
    };
    let mut found = all.iter().filter(|(key, _)| {
        matches!(key, NominalParam::Type(key) if key == annotation || self::defined(key).as_ref() == Some(annotation))
    });
    found.next().map(|(_, declared)| declared.clone())
}

/// Returns the default value of an attribute.
pub(crate) fn value_by_default(ty: &Type, name: &str) -> Option<NominalParam> {
    lineage(ty, |entries| {
        let Some(NominalParam::Map(attributes)) = entry(entries, "attributes") else {
            return None;
        };
        Some(match entry(attributes, name)? {
            NominalParam::Map(parts) => entry(parts, "value").cloned(),
            _ => None,
        })
    })?
}

/// The type parameters of an object type by name, inherited ones first.
pub(crate) fn type_parameters(ty: &Type) -> Vec<(Str, Type)> {
    let mut all = Vec::new();
    lineage::<()>(ty, |entries| {
        if let Some(NominalParam::Map(declared)) = entry(entries, "type_parameters") {
            let own = declared.iter().filter_map(|(name, declared)| {
                let ty = match declared {
                    NominalParam::Map(parts) => entry(parts, "type")?,
                    ty => ty,
                };
                match ty {
                    NominalParam::Type(ty) => Some((name.as_text()?.clone(), ty.clone())),
                    _ => None,
                }
            });
            all.splice(0..0, own);
        }
        None
    });
    all
}

/// Returns an object type with values for its type parameters; trailing defaults are dropped.
///
/// # Errors
/// If the type nests too deep or grows too large.
pub(crate) fn with_parameters(ty: &Type, mut values: Vec<NominalParam>) -> Result<Type, TypeError> {
    while values.last() == Some(&NominalParam::Default) {
        values.pop();
    }
    let Some(defined) = defined(ty).filter(|_| !values.is_empty()) else {
        return Ok(ty.clone());
    };
    let Some((_, [definition, ..])) = nominal::view(&defined) else {
        return Ok(ty.clone());
    };
    values.insert(0, definition.clone());
    nominal::with(Name::Object, values)
}

/// Splits an object type into the type without values for its type parameters, and the values.
pub(crate) fn without_parameters(ty: &Type) -> Option<(Type, &[NominalParam])> {
    match nominal::view(ty)? {
        (Name::Object, [definition, values @ ..]) if !values.is_empty() => {
            let base = nominal::with(Name::Object, [definition.clone()]).ok()?;
            Some((base, values))
        }
        _ => None,
    }
}
