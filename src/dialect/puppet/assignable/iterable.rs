//! What can be iterated, and what does it give?

use super::Check;
use crate::dialect::puppet::nominal::{self, Name};
use crate::dialect::puppet::normal;
use crate::types::{
    IntegerRange, Kind, NominalParam, Scalar, SizeRange, StringConstraint, Type, TypeError,
};
use std::sync::LazyLock;

/// The type of a character of a string.
pub(in crate::dialect::puppet) fn character() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        Type::string_constraint(StringConstraint::Length(SizeRange::exactly(1)))
            .unwrap_or_else(|_| Type::string().clone())
    });
    &TYPE
}

impl Check {
    /// `Iterable[..]`: of Any, whatever can be iterated.
    pub(in crate::dialect::puppet) fn iterable(&mut self, params: &[NominalParam], source: &Type) -> bool {
        match params {
            [NominalParam::Type(want), ..] if !self.deeper(want, Type::any()) => {
                match element(source) {
                    Ok(Some(have)) => {
                        let have = self.keep(have);
                        self.deeper(want, &have)
                    }
                    Ok(None) => false,
                    Err(error) => self.fail(error.into()),
                }
            }
            _ => is_iterable(source),
        }
    }
}

/// Whether the values of a type can be iterated.
fn is_iterable(ty: &Type) -> bool {
    match ty.kind() {
        Kind::Integer(_)
        | Kind::List { .. }
        | Kind::Map { .. }
        | Kind::Tuple { .. }
        | Kind::Object(_) => true,
        Kind::String(constraint) => !matches!(constraint, StringConstraint::Patterns(_)),
        Kind::Literal { value, .. } => matches!(value, Scalar::String(_)),
        Kind::Meta(Some(inner)) => is_iterable_type(inner),
        _ => matches!(
            nominal::view(ty),
            Some((Name::Collection | Name::Iterable | Name::Iterator, _))
        ),
    }
}

/// Whether a type as a value can be iterated.
pub(in crate::dialect::puppet) fn is_iterable_type(ty: &Type) -> bool {
    match ty.kind() {
        Kind::Integer(IntegerRange { min, max }) => min.is_some() && max.is_some(),
        Kind::String(constraint) => matches!(constraint, StringConstraint::Enumeration { .. }),
        _ => false,
    }
}

/// What the values of a type give when they are iterated, if that is known.
fn element(ty: &Type) -> Result<Option<Type>, TypeError> {
    let pair = |key: Type, value: Type| {
        Type::sized_tuple([key, value], SizeRange::exactly(2)).map(Some)
    };
    match ty.kind() {
        Kind::Integer(_) => Ok(Some(Type::integer().clone())),
        Kind::Literal { .. } => Ok(Some(character().clone())),
        Kind::String(constraint) => match constraint {
            StringConstraint::Patterns(_) => Ok(None),
            _ => Ok(Some(character().clone())),
        },
        Kind::Meta(Some(inner)) if is_iterable_type(inner) => Ok(Some(inner.clone())),
        Kind::List { element, .. } => Ok((!element.is_any()).then(|| element.clone())),
        Kind::Tuple { elements, .. } => normal::variant(elements.to_vec()).map(Some),
        Kind::Map { .. } if ty == normal::hash_any() => {
            pair(nominal::unit().clone(), nominal::unit().clone())
        }
        Kind::Map { key, element, .. } => pair(key.clone(), element.clone()),
        Kind::Object(object) if object.is_empty() => {
            pair(nominal::unit().clone(), nominal::unit().clone())
        }
        Kind::Object(object) => {
            let mut keys = Vec::with_capacity(object.len());
            for field in object.fields() {
                let key = normal::literal_string(field.name())?;
                keys.push(match field.is_optional() {
                    true => Type::optional(key)?,
                    false => key,
                });
            }
            let values = object.fields().iter().map(|field| field.ty().clone());
            pair(normal::variant(keys)?, normal::variant(values.collect())?)
        }
        _ => Ok(match nominal::view(ty) {
            Some((Name::Iterable | Name::Iterator, [NominalParam::Type(element), ..])) => {
                Some(element.clone())
            }
            _ => None,
        }),
    }
}
