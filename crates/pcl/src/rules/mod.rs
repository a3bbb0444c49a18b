//! The rules of PCL for the operations of every dialect.
//!
//! Conversions are defined on types; the conversion of a value follows them part by part. Types
//! always unify: types without a better common type have a union.
//!
//! - `conversion`: conversions of types; `assignable`: assignability without conversion; `explain`:
//!   reasons of failures; `members`: candidates among the members of a union
//! - `unify`: the common type of several types
//! - `traverse`: the type of a part
//! - `infer`: the type of a value; `instance`: whether a value has a type
//! - `convert`: conversion of values; `unknown`: conversion of unknown values; `resolve`:
//!   resolution of deferred values
//! - `check`: all mismatches of a value

pub(crate) mod assignable;
pub(crate) mod check;
pub(crate) mod conversion;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod infer;
pub(crate) mod instance;
mod members;
pub(crate) mod resolve;
pub(crate) mod traverse;
pub(crate) mod unify;
mod unknown;

use crate::types::display::display_type;
use crate::types::equal::equal;
use crate::types::format::format_type;
use crate::types::parse::parse_type;
use assignable::assignable;
use conversion::{Convertibility, Relation, Rules, conversion};
use convert::{convert_value, is_limit};
use explain::why_not;
use infer::type_of;
use instance::is_instance;
use polycty_core::calls::{Budget, cost};
use polycty_core::dialect::{
    Conversion, ConversionKind, Converter, Dialect, DialectId, Safety, Unified,
};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use unify::{UnifiedTypes, input_conversions, unify};

/// PCL as a [`Dialect`].
#[derive(Clone, Copy, Debug)]
pub struct Pcl;

impl Dialect for Pcl {
    fn id(&self) -> DialectId {
        DialectId::Pcl
    }

    fn parse_type(&self, text: &str, budget: &Budget) -> Result<Type> {
        cost::read(text, budget)?;
        parse_type(text)
    }

    fn format_type(&self, ty: &Type, budget: &Budget) -> Result<String> {
        cost::look_at_types([ty], budget)?;
        let text = format_type(ty)?;
        budget.hold(text.len() as u64)?;
        Ok(text)
    }

    fn equal(&self, a: &Type, b: &Type, budget: &Budget) -> Result<bool> {
        cost::look_at_types([a, b], budget)?;
        let mut relation = Relation::new(Rules::Values, budget);
        let answer = relation.equal(a, b);
        relation.answer(answer)
    }

    fn assignable(&self, source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
        cost::look_at_types([source, target], budget)?;
        assignable(source, target, budget)
    }

    fn conversion(&self, source: &Type, target: &Type, budget: &Budget) -> Result<ConversionKind> {
        cost::look_at_types([source, target], budget)?;
        if self.equal(source, target, budget)? {
            return Ok(ConversionKind::Same);
        }
        Ok(match conversion(source, target, budget)? {
            Convertibility::Safe => ConversionKind::Safe,
            Convertibility::Unsafe => ConversionKind::Unsafe,
            Convertibility::None => ConversionKind::None,
        })
    }

    fn converter(
        &self,
        source: &Type,
        target: &Type,
        safety: Safety,
        budget: &Budget,
    ) -> Result<Option<Converter>> {
        let allowed = match (conversion(source, target, budget)?, safety) {
            (Convertibility::Safe, _) => true,
            (Convertibility::Unsafe, safety) => safety == Safety::Unsafe,
            (Convertibility::None, _) => false,
        };
        Ok(allowed.then(|| converter(source, target)))
    }

    fn convert(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Value> {
        convert_value(value, target, budget)
    }

    fn check(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Vec<Error>> {
        check::check(value, target, budget)
    }

    /// If the safe type is requested, all conversions to it are safe.
    fn unify(&self, types: &[&Type], safety: Safety, budget: &Budget) -> Result<Option<Unified>> {
        cost::look_at_types(types.iter().copied(), budget)?;
        let UnifiedTypes { safe, any } = match unify(types, budget) {
            Ok(unified) => unified,
            Err(error) if is_limit(&error) => return Err(error),
            Err(_) => return Ok(None),
        };
        let ty = match safety {
            Safety::Safe => safe,
            Safety::Unsafe => any,
        };
        let kinds = input_conversions(types, &ty, budget)?;
        let converters = types.iter().zip(kinds).map(|(source, kind)| {
            let needed = kind != Convertibility::None && !equal(source, &ty);
            needed.then(|| converter(source, &ty))
        });
        let converters = converters.collect();
        Ok(Some(Unified { ty, converters }))
    }

    fn type_of(&self, value: &Value, budget: &Budget) -> Result<Type> {
        type_of(value, budget)
    }

    fn instance(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
        is_instance(value, ty, budget)
    }

    fn explain(&self, source: &Type, target: &Type, budget: &Budget) -> Result<Option<Error>> {
        cost::look_at_types([source, target], budget)?;
        let Some(obstacle) = why_not(source, target, budget)? else {
            return Ok(None);
        };
        let message = obstacle.summary.unwrap_or_else(|| {
            format!(
                "cannot convert a value of type {} to type {}",
                display_type(source),
                display_type(target)
            )
        });
        Ok(Some(
            Error::new(Code::Conversion, message)
                .with_path(obstacle.path)
                .with_expected(&obstacle.target)
                .with_found(&obstacle.source),
        ))
    }
}

/// Returns the converter of two types with a conversion.
fn converter(source: &Type, target: &Type) -> Converter {
    Converter::new(Converting {
        source: source.clone(),
        target: target.clone(),
    })
}

/// A conversion between two types by the rules of values.
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

    fn apply(&self, value: &Value, budget: &Budget) -> Result<Value> {
        convert_value(value, &self.target, budget)
    }
}
