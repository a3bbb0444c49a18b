//! The rules: how does PCL answer the questions of every dialect?
//!
//! Conversions are those of the types; a conversion of a value follows them part by
//! part. Types always unify: what has nothing else in common has a union.
//!
//! - `conversion`: which conversion there is between two types; `assignable`: whether none
//!   is needed; `explain`: what stands in the way
//! - `unify`: the type that several types convert to
//! - `traverse`: where steps into a type lead
//! - `infer`: the type of a value; `instance`: whether a value is one of a type
//! - `convert`: a value as one of another type; `unknown`: one that is not known;
//!   `resolve`: eventual ones, once they are there
//! - `check`: all that is wrong with a value

pub(crate) mod assignable;
pub(crate) mod check;
pub(crate) mod conversion;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod infer;
pub(crate) mod instance;
pub(crate) mod resolve;
pub(crate) mod traverse;
pub(crate) mod unify;
mod unknown;

use crate::types::display::display_type;
use crate::types::equal::equal;
use crate::types::format::format_type;
use crate::types::parse::parse_type;
use assignable::assignable;
use conversion::{Convertibility, conversion};
use convert::convert_value;
use explain::why_not;
use infer::type_of;
use instance::is_instance;
use polycty_core::dialect::{
    Conversion, ConversionKind, Converter, Dialect, DialectId, Safety, Unified,
};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use unify::{UnifiedTypes, unify};

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

    fn assignable(&self, source: &Type, target: &Type) -> Result<bool> {
        assignable(source, target)
    }

    fn conversion(&self, source: &Type, target: &Type) -> ConversionKind {
        match conversion(source, target) {
            _ if equal(source, target) => ConversionKind::Same,
            Convertibility::Safe => ConversionKind::Safe,
            Convertibility::Unsafe => ConversionKind::Unsafe,
            Convertibility::None => ConversionKind::None,
        }
    }

    fn converter(&self, source: &Type, target: &Type, safety: Safety) -> Option<Converter> {
        let allowed = match (conversion(source, target), safety) {
            (Convertibility::Safe, _) => true,
            (Convertibility::Unsafe, safety) => safety == Safety::Unsafe,
            (Convertibility::None, _) => false,
        };
        allowed.then(|| {
            Converter::new(Converting {
                source: source.clone(),
                target: target.clone(),
            })
        })
    }

    fn convert(&self, value: &Value, target: &Type) -> Result<Value> {
        convert_value(value, target)
    }

    fn check(&self, value: &Value, target: &Type) -> Vec<Error> {
        check::check(value, target)
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
            .map(|source| match equal(source, &ty) {
                true => None,
                false => self.converter(source, &ty, Safety::Unsafe),
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

    fn explain(&self, source: &Type, target: &Type) -> Option<Error> {
        let obstacle = why_not(source, target)?;
        let message = obstacle.summary.unwrap_or_else(|| {
            format!(
                "cannot convert a value of type {} to type {}",
                display_type(source),
                display_type(target)
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
    source: Type,
    target: Type,
}

impl Conversion for Converting {
    fn source(&self) -> &Type {
        &self.source
    }

    fn target(&self) -> &Type {
        &self.target
    }

    fn is_identity(&self) -> bool {
        self.target.is_any() || equal(&self.source, &self.target)
    }

    fn apply(&self, value: &Value) -> Result<Value> {
        convert_value(value, &self.target)
    }
}
