//! Assignability to `Iterable`: iterable types and the types of their elements.

use crate::rules::assignable::Check;
use crate::rules::type_tags::{TypeTag, may_accept};
use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use polycty_core::types::{
    IntegerRange, Kind, NominalParam, Scalar, SizeRange, StringConstraint, Type, TypeError,
};
use std::sync::LazyLock;

/// The type of a character of a string.
pub(crate) fn character() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        Type::string_constraint(StringConstraint::Length(SizeRange::exactly(1)))
            .unwrap_or_else(|_| Type::string().clone())
    });
    &TYPE
}

impl Check<'_> {
    /// `Iterable[..]`; of Any, it accepts every iterable type.
    pub(crate) fn iterable(&mut self, source: &Type, params: &[NominalParam]) -> bool {
        match params {
            [NominalParam::Type(want), ..] if !self.deeper(Type::any(), want) => {
                self.gives(source, want)
            }
            _ => is_iterable(source),
        }
    }

    /// Whether a type accepts the elements of the values of `source`.
    fn gives(&mut self, source: &Type, want: &Type) -> bool {
        match source.kind() {
            Kind::Integer(_) => self.deeper(Type::integer(), want),
            Kind::Literal { .. } => self.deeper(character(), want),
            Kind::String(constraint) => {
                !matches!(constraint, StringConstraint::Patterns(_))
                    && self.deeper(character(), want)
            }
            Kind::Meta(Some(inner)) => is_iterable_type(inner) && self.deeper(inner, want),
            Kind::List { element, .. } => !element.is_any() && self.deeper(element, want),
            Kind::Nominal(_) => match nominal::view(source) {
                Some((Name::Iterable | Name::Iterator, [NominalParam::Type(element), ..])) => {
                    self.deeper(element, want)
                }
                _ => false,
            },
            // A type that must be built, such as a tuple or a Variant, is compared by its tag
            // first.
            Kind::Map { .. } | Kind::Object(_) if !may_accept(want, TypeTag::Tuple) => false,
            Kind::Tuple { elements, .. }
                if elements
                    .first()
                    .is_some_and(|element| !may_accept(want, TypeTag::of(element))) =>
            {
                false
            }
            // A Variant of one type is that type.
            Kind::Tuple { elements, .. } if elements.len() == 1 => self.deeper(&elements[0], want),
            _ => match made_element(source) {
                Ok(Some(have)) => {
                    let have = self.keep(have);
                    self.deeper(&have, want)
                }
                Ok(None) => false,
                Err(error) => self.fail(error.into()),
            },
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
pub(crate) fn is_iterable_type(ty: &Type) -> bool {
    match ty.kind() {
        Kind::Integer(IntegerRange { min, max }) => min.is_some() && max.is_some(),
        Kind::String(constraint) => matches!(constraint, StringConstraint::Enumeration { .. }),
        _ => nominal::is(ty, Name::Descending),
    }
}

/// Returns the type of the elements of a type's values, if it must be built.
fn made_element(ty: &Type) -> Result<Option<Type>, TypeError> {
    let pair =
        |key: Type, value: Type| Type::sized_tuple([key, value], SizeRange::exactly(2)).map(Some);
    let anything = || pair(nominal::unit().clone(), nominal::unit().clone());
    match ty.kind() {
        Kind::Tuple { elements, .. } => normal_form::variant(elements.to_vec()).map(Some),
        Kind::Map { .. } if ty == normal_form::hash_any() => anything(),
        Kind::Map { key, element, .. } => pair(key.clone(), element.clone()),
        Kind::Object(object) if object.is_empty() => anything(),
        Kind::Object(object) => {
            let mut keys = Vec::with_capacity(object.len());
            for field in object.fields() {
                let key = normal_form::literal_string(field.name())?;
                keys.push(if field.is_optional() {
                    Type::optional(key)?
                } else {
                    key
                });
            }
            let values = object.fields().iter().map(|field| field.ty().clone());
            pair(
                normal_form::variant(keys)?,
                normal_form::variant(values.collect())?,
            )
        }
        _ => Ok(None),
    }
}
