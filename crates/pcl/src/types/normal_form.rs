//! The normal form of PCL types.
//!
//! - There is no optional type; it is the union with `none`.
//! - The members of a union are not unions, are sorted by their texts, and are all different.
//! - A deferred type contains no deferred types that it implies.
//! - The properties of an object are sorted by name.
//!
//! The constructors take parts in normal form and return types in normal form. [`normalize`]
//! converts types that other constructors created.

use crate::types::equal::equal;
use crate::types::format::SortKey;
use crate::types::view::{PclType, has_none, shape};
use polycty_core::sort::sort_by;
use polycty_core::types::{Field, Flags, IdMap, Kind, Reference, Str, Type, TypeError};

/// The deferred types to resolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeferredParts {
    /// Promises only.
    Promises,
    /// Promises and outputs.
    All,
}

/// Returns an object type with these properties.
///
/// # Errors
/// [`TypeError::DuplicateField`] and errors of the limits of types.
pub fn object(properties: impl IntoIterator<Item = (Str, Type)>) -> Result<Type, TypeError> {
    let mut fields: Vec<Field> = properties
        .into_iter()
        .map(|(name, ty)| Field::new(name, ty))
        .collect();
    Field::sort_by_name(&mut fields);
    Type::object(fields)
}

/// Returns the union of several types in normal form. Unions among the members are flattened, the
/// members are sorted by their texts, equal neighbors are merged, and a single member is returned
/// as it is. A union without members is kept. Annotations of flattened unions are moved to the
/// result.
///
/// # Errors
/// Errors of the limits of types.
pub fn union(members: impl IntoIterator<Item = Type>) -> Result<Type, TypeError> {
    union_of(&mut members.into_iter())
}

/// The part of [`union`] that is not generic.
fn union_of(members: &mut dyn Iterator<Item = Type>) -> Result<Type, TypeError> {
    let mut flat = Vec::new();
    let mut annotations = Vec::new();
    for member in members {
        match member.kind() {
            Kind::Union(inner) => {
                flat.extend(inner.iter().cloned());
                annotations.extend_from_slice(member.annotations());
            }
            _ => flat.push(member),
        }
    }
    if flat.len() > 1 {
        let mut keys: Vec<SortKey> = flat.into_iter().map(SortKey::of).collect();
        sort_by(&mut keys, SortKey::compare);
        keys.dedup_by(|next, kept| next.compare(kept).is_eq() && equal(next.ty(), kept.ty()));
        flat = keys.into_iter().map(SortKey::into_type).collect();
    }
    match flat.len() {
        0 => Ok(Type::union_any().clone()),
        1 => Ok(flat.swap_remove(0)),
        _ => Ok(Type::union(flat)?.annotated(annotations)),
    }
}

/// Returns the union of a type and `none`.
///
/// # Errors
/// Errors of the limits of types.
pub fn optional(ty: Type) -> Result<Type, TypeError> {
    if matches!(ty.kind(), Kind::Union(members) if has_none(members)) {
        return Ok(ty);
    }
    union([ty, Type::none().clone()])
}

/// Returns a promise of a type. Promises in the type are resolved first, since the outermost one
/// implies them. Recursive types are not changed.
///
/// # Errors
/// Errors of the limits of types.
pub fn promise(ty: Type) -> Result<Type, TypeError> {
    Type::promise(resolve_outside(&ty, DeferredParts::Promises)?)
}

/// Returns an output of a type: a deferred value with additional information. Promises and outputs
/// in the type are resolved first; recursive types are not changed.
///
/// # Errors
/// Errors of the limits of types.
pub fn output(ty: Type) -> Result<Type, TypeError> {
    Type::output(resolve_outside(&ty, DeferredParts::All)?)
}

/// Converts a type that other constructors created to normal form. Optional types and optional
/// fields become unions with `none`, fields are sorted by name, and unions and deferred types are
/// rebuilt by [`union`], [`promise`] and [`output`].
///
/// # Errors
/// Errors of the limits of types.
pub fn normalize(ty: &Type) -> Result<Type, TypeError> {
    normalized(ty, &mut Shared::default())
}

fn normalized(ty: &Type, shared: &mut Shared) -> Result<Type, TypeError> {
    if let Some(known) = shared.get(ty) {
        return Ok(known);
    }
    let mapped = ty.map_parts(&mut |part| normalized(part, shared))?;
    let normal = normal_head(&mapped)?;
    let normal = if normal.is_same_node(&mapped) {
        mapped
    } else {
        normal.annotated_as(&mapped)
    };
    shared.put(ty, &normal);
    Ok(normal)
}

/// The results of a rewrite by node: a part that occurs several times is rewritten once and shared
/// again.
#[derive(Default)]
pub(crate) struct Shared(IdMap<usize, (Type, Type)>);

impl Shared {
    /// Returns whether the result of a type is cached. For smaller types the rewrite is faster than
    /// a lookup. The result of a reference depends on the definition that contains it.
    fn is_kept(ty: &Type) -> bool {
        ty.size() >= 32 && !ty.has(Flags::REFERENCE)
    }

    pub(crate) fn get(&self, ty: &Type) -> Option<Type> {
        if !Self::is_kept(ty) {
            return None;
        }
        self.0.get(&ty.address()).map(|(_, new)| new.clone())
    }

    pub(crate) fn put(&mut self, ty: &Type, new: &Type) {
        if Self::is_kept(ty) {
            // The entry keeps the type alive, so that its address stays unique.
            self.0.insert(ty.address(), (ty.clone(), new.clone()));
        }
    }
}

/// Returns the normal form of a type whose parts are in normal form.
fn normal_head(ty: &Type) -> Result<Type, TypeError> {
    match ty.kind() {
        Kind::Optional(inner) => optional(inner.clone()),
        Kind::Union(members) => union(members.iter().cloned()),
        Kind::Promise(inner) => promise(inner.clone()),
        Kind::Output(inner) => output(inner.clone()),
        Kind::Object(parts) if !parts.is_sorted() || ty.has(Flags::OPTIONAL_FIELD) => {
            let mut properties = Vec::with_capacity(parts.len());
            for field in parts.fields() {
                let ty = if field.is_optional() {
                    optional(field.ty().clone())?
                } else {
                    field.ty().clone()
                };
                properties.push((field.shared_name().clone(), ty));
            }
            object(properties)
        }
        _ => Ok(ty.clone()),
    }
}

/// Returns a type without deferred types outside of recursive types.
fn resolve_outside(ty: &Type, which: DeferredParts) -> Result<Type, TypeError> {
    if !ty.has(Flags::EVENTUAL) {
        return Ok(ty.clone());
    }
    let mut keep = |recursive: &Type, _: &Reference| Ok(recursive.clone());
    resolve_with(ty, which, &mut keep, &mut Shared::default())
}

/// A function that returns the result for a recursive type with its reference.
pub(crate) type Recursive<'a> = dyn FnMut(&Type, &Reference) -> Result<Type, TypeError> + 'a;

/// Replaces the deferred types in a type by their inner types and normalizes the result.
/// `recursive` returns the results for recursive types. A type without deferred and recursive types
/// is returned unchanged.
pub(crate) fn resolve_with(
    ty: &Type,
    which: DeferredParts,
    recursive: &mut Recursive<'_>,
    shared: &mut Shared,
) -> Result<Type, TypeError> {
    if !ty.has(Flags::EVENTUAL) && !ty.has(Flags::REFERENCE) {
        return Ok(ty.clone());
    }
    if let Some(known) = shared.get(ty) {
        return Ok(known);
    }
    let resolved = match shape(ty) {
        PclType::Promise(inner) => resolve_with(inner, which, recursive, shared)?,
        PclType::Output(inner) if which == DeferredParts::All => {
            resolve_with(inner, which, recursive, shared)?
        }
        PclType::Union(members) => {
            let members: Result<Vec<Type>, TypeError> = members
                .iter()
                .map(|member| resolve_with(member, which, recursive, shared))
                .collect();
            annotated(union(members?)?, ty)
        }
        PclType::List(_)
        | PclType::Set(_)
        | PclType::Map(_)
        | PclType::Tuple(_)
        | PclType::Object(_) => {
            ty.map_parts(&mut |part| resolve_with(part, which, recursive, shared))?
        }
        PclType::Recursive(reference) => recursive(ty, reference)?,
        _ => ty.clone(),
    };
    shared.put(ty, &resolved);
    Ok(resolved)
}

/// Adds the annotations of the original type to a rewritten type if both have the same kind.
pub(crate) fn annotated(new: Type, old: &Type) -> Type {
    if std::mem::discriminant(new.kind()) == std::mem::discriminant(old.kind()) {
        new.annotated_as(old)
    } else {
        new
    }
}
