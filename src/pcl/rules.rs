//! How does PCL answer the questions of every dialect?
//!
//! Conversions are those of the types; a conversion of a value follows them part by
//! part. Types always unify: what has nothing else in common has a union.

use super::{
    Conversion as Kind, UnifiedTypes, assignable, conversion, convert_value, equal, format_type,
    is_instance, parse_type, type_of, unify, why_not,
};
use crate::dialect::{Conversion, ConversionKind, Converter, Dialect, DialectId, Safety, Unified};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::Value;

/// PCL as a [`Dialect`].
#[derive(Clone, Copy, Debug)]
pub struct Pcl;

impl Dialect for Pcl {
    fn id(&self) -> DialectId {
        DialectId::Pcl
    }

    fn parse_type(&self, text: &str) -> Result<Type> {
        parse_type(text)
    }

    fn format_type(&self, ty: &Type) -> Result<String> {
        format_type(ty)
    }

    fn equal(&self, a: &Type, b: &Type) -> Result<bool> {
        Ok(equal(a, b))
    }

    fn assignable(&self, target: &Type, source: &Type) -> Result<bool> {
        assignable(target, source)
    }

    fn conversion(&self, from: &Type, to: &Type) -> ConversionKind {
        match conversion(to, from) {
            _ if equal(from, to) => ConversionKind::Same,
            Kind::Safe => ConversionKind::Safe,
            Kind::Unsafe => ConversionKind::Unsafe,
            Kind::None => ConversionKind::None,
        }
    }

    fn converter(&self, from: &Type, to: &Type, safety: Safety) -> Option<Converter> {
        let allowed = match (conversion(to, from), safety) {
            (Kind::Safe, _) => true,
            (Kind::Unsafe, safety) => safety == Safety::Unsafe,
            (Kind::None, _) => false,
        };
        allowed.then(|| {
            Converter::new(Converting {
                from: from.clone(),
                to: to.clone(),
            })
        })
    }

    fn convert(&self, value: &Value, to: &Type) -> Result<Value> {
        convert_value(value, to)
    }

    fn check(&self, value: &Value, to: &Type) -> Vec<Error> {
        super::check(value, to)
    }

    /// There is no unsafe conversion in it where the safe answer is wanted.
    fn unify(&self, types: &[&Type], safety: Safety) -> Option<Unified> {
        let UnifiedTypes { safe, any } = unify(types).ok()?;
        let ty = match safety {
            Safety::Safe => safe,
            Safety::Unsafe => any,
        };
        let converters = types
            .iter()
            .map(|from| match equal(from, &ty) {
                true => None,
                false => self.converter(from, &ty, Safety::Unsafe),
            })
            .collect();
        Some(Unified { ty, converters })
    }

    fn type_of(&self, value: &Value) -> Result<Type> {
        type_of(value)
    }

    fn instance(&self, value: &Value, ty: &Type) -> Result<bool> {
        is_instance(value, ty)
    }

    fn explain(&self, from: &Type, to: &Type) -> Option<Error> {
        let obstacle = why_not(to, from)?;
        let message = obstacle.summary.unwrap_or_else(|| {
            format!(
                "cannot convert a value of type {} to type {}",
                super::display_type(from),
                super::display_type(to)
            )
        });
        Some(
            Error::new(Code::Conversion, message)
                .with_path(obstacle.path)
                .with_wanted(&obstacle.target)
                .with_found(&obstacle.source),
        )
    }
}

/// A conversion between two types, by the rules of their values.
struct Converting {
    from: Type,
    to: Type,
}

impl Conversion for Converting {
    fn from(&self) -> &Type {
        &self.from
    }

    fn to(&self) -> &Type {
        &self.to
    }

    fn is_identity(&self) -> bool {
        self.to.is_any() || equal(&self.from, &self.to)
    }

    fn apply(&self, value: &Value) -> Result<Value> {
        convert_value(value, &self.to)
    }
}
