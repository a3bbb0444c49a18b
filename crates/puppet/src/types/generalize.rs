//! Generalization: removal of a type's bounds.
//!
//! Numbers, strings, booleans, times and identifiers lose their parameters. An enumeration keeps
//! the lengths of its strings. Collections lose their size, and their parts are generalized.
//! Expressions, versions, resources, classes and runtime types are unchanged.

use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use crate::types::parts::map_parts;
use polycty_core::types::{Kind, NominalParam, SizeRange, StringConstraint, Type, TypeError};

/// Generalizes a type.
///
/// # Errors
/// None in practice: the result is no deeper than the input.
pub fn generalize(ty: &Type) -> Result<Type, TypeError> {
    match ty.kind() {
        Kind::Integer(_) => Ok(Type::integer().clone()),
        Kind::Float(_) => Ok(Type::float().clone()),
        Kind::Bool(_) => Ok(Type::bool().clone()),
        Kind::Literal { ty, .. } => generalize(ty),
        Kind::String(constraint) => match constraint {
            StringConstraint::Patterns(_) => Ok(ty.clone()),
            StringConstraint::Enumeration { values, .. } if !values.is_empty() => {
                let lengths = values.iter().map(|value| value.chars().count() as u64);
                let (min, max) = (lengths.clone().min(), lengths.max());
                Type::string_constraint(StringConstraint::Length(SizeRange {
                    min: min.unwrap_or(0),
                    max,
                }))
            }
            _ => Ok(Type::string().clone()),
        },
        Kind::List { element, .. } => Type::list(generalize(element)?),
        // The empty hash has no types that could be kept.
        Kind::Map { key, .. } if nominal::is_unit(key) => Ok(ty.clone()),
        Kind::Map { key, element, .. } => {
            Type::map_of(generalize(key)?, generalize(element)?, None)
        }
        Kind::Union(members) => {
            let members = members.iter().map(generalize).collect::<Result<_, _>>()?;
            normal_form::variant(members)
        }
        Kind::Optional(inner) => Type::optional(generalize(inner)?),
        Kind::NotUndef(inner) => Type::not_undef(generalize(inner)?),
        Kind::Meta(Some(inner)) => Type::meta(generalize(inner)?),
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((
                name @ (Name::Collection
                | Name::Timespan
                | Name::Timestamp
                | Name::Uri
                | Name::Error),
                _,
            )) => Ok(nominal::bare(name).clone()),
            Some((name @ (Name::Iterable | Name::Iterator), [NominalParam::Type(element)])) => {
                nominal::with(name, [NominalParam::Type(generalize(element)?)])
            }
            Some((Name::Object, [definition, _, ..])) => {
                nominal::with(Name::Object, [definition.clone()])
            }
            Some((Name::Sensitive, [NominalParam::Type(content)])) => sensitive(content),
            Some((Name::Descending, _)) => Ok(Type::integer().clone()),
            _ => Ok(ty.clone()),
        },
        _ => map_parts(ty, &mut generalize).unwrap_or_else(|| Ok(ty.clone())),
    }
}

/// Returns `Sensitive[content]` with the generalized content type.
///
/// # Errors
/// If the type nests too deep.
pub fn sensitive(content: &Type) -> Result<Type, TypeError> {
    let general = generalize(content)?;
    if general.is_any() {
        return Ok(nominal::bare(Name::Sensitive).clone());
    }
    nominal::with(Name::Sensitive, [NominalParam::Type(general)])
}
