//! Puppet's rules for the operations that every dialect has.
//!
//! - [`type_tags`]: fast rejection of pairs by their type tags
//! - [`assignable`](mod@assignable): assignability of types
//! - [`equal`](mod@equal): equality, and the operators that compare types
//! - [`unify`]: the common type
//! - [`instance`](mod@instance), [`infer`](mod@infer): instances and types of values
//! - [`explain`]: the reasons of mismatches
//! - [`convert`]: creation of values by [`constructors`]
//! - [`early`]: the rules of the early specification
//! - [`by_mode`]: the choice between both
//!
//! A conversion is `Type.new(value)`. It is safe if the source is assignable to the target, because
//! the value is then unchanged. It is unsafe if the target's constructor must inspect the value.
//! There is no conversion to a type without a constructor. Types unify to their common type, of
//! which every value is an instance without conversion.

pub(crate) mod assignable;
mod by_mode;
pub(crate) mod constructors;
pub(crate) mod convert;
mod early;
pub(crate) mod equal;
pub mod explain;
pub(crate) mod infer;
pub(crate) mod instance;
pub(crate) mod type_tags;
pub(crate) mod unify;

use crate::mode::Mode;
use crate::rules::assignable::{accepted, assignable};
use crate::rules::convert::{makes_values, new_instance};
use crate::rules::explain::PathElement;
use crate::rules::infer::detailed::detailed_type;
use crate::rules::infer::infer;
use crate::rules::instance::instance;
use crate::rules::unify::fold::common_type_of;
use crate::types::alias::Aliases;
use crate::types::parse::parse_type;
use polycty_core::calls::{Budget, cost};
use polycty_core::dialect::{
    Conversion, ConversionKind, Converter, Dialect, DialectId, Safety, Unified,
};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// Puppet as a [`Dialect`], without aliases of the host.
#[derive(Clone, Copy, Debug)]
pub struct Puppet;

impl Dialect for Puppet {
    fn id(&self) -> DialectId {
        DialectId::Puppet
    }

    fn parse_type(&self, text: &str, budget: &Budget) -> Result<Type> {
        cost::read(text, budget)?;
        parse_type(text, &Aliases::default(), Mode::Current)
    }

    /// Returns the canonical text.
    fn format_type(&self, ty: &Type, budget: &Budget) -> Result<String> {
        Mode::Current.format_type(ty, budget)
    }

    /// Mutual assignability.
    fn equal(&self, a: &Type, b: &Type, budget: &Budget) -> Result<bool> {
        cost::look_at_types([a, b], budget)?;
        Ok(a == b || (assignable(b, a, budget)? && assignable(a, b, budget)?))
    }

    fn assignable(&self, source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
        assignable(source, target, budget)
    }

    fn conversion(&self, source: &Type, target: &Type, budget: &Budget) -> Result<ConversionKind> {
        cost::look_at_types([source, target], budget)?;
        if source == target {
            return Ok(ConversionKind::Same);
        }
        Ok(if accepted(source, target, budget)? {
            ConversionKind::Safe
        } else if makes_values(target, budget)? {
            ConversionKind::Unsafe
        } else {
            ConversionKind::None
        })
    }

    fn converter(
        &self,
        source: &Type,
        target: &Type,
        safety: Safety,
        budget: &Budget,
    ) -> Result<Option<Converter>> {
        let identity = match (self.conversion(source, target, budget)?, safety) {
            (ConversionKind::Same | ConversionKind::Safe, _) => true,
            (ConversionKind::Unsafe, Safety::Unsafe) => false,
            _ => return Ok(None),
        };
        Ok(Some(Converter::new(New {
            source: source.clone(),
            target: target.clone(),
            identity,
        })))
    }

    fn convert(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Value> {
        new_instance(target, std::slice::from_ref(value), budget)
    }

    /// Returns the mismatches of a value that cannot be converted.
    fn check(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Vec<Error>> {
        let error = match self.convert(value, target, budget) {
            Ok(_) => return Ok(Vec::new()),
            Err(error) if is_limit(&error) => return Err(error),
            Err(error) => error,
        };
        let described = detailed_type(value, budget).and_then(|found| {
            let subject = vec![PathElement::Subject("value".into())];
            Ok((explain::describe(subject, &found, target, budget)?, found))
        });
        match described {
            Err(limit) if is_limit(&limit) => Err(limit),
            Ok((mismatches, found)) if !mismatches.is_empty() => mismatches
                .iter()
                .map(|mismatch| {
                    let message = mismatch.text_of_part(budget)?;
                    Ok(Error::new(Code::Conversion, message)
                        .with_path(mismatch.value_path())
                        .with_expected(target)
                        .with_found(&found))
                })
                .collect(),
            _ => Ok(vec![error]),
        }
    }

    /// Returns the common type; no value has to be converted.
    fn unify(&self, types: &[&Type], _safety: Safety, budget: &Budget) -> Result<Option<Unified>> {
        match common_type_of(types.iter().copied(), budget) {
            Ok(ty) => Ok(Some(Unified {
                ty,
                converters: vec![None; types.len()],
            })),
            Err(error) if is_limit(&error) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Returns the reduced type.
    fn type_of(&self, value: &Value, budget: &Budget) -> Result<Type> {
        infer(value, budget)
    }

    fn instance(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
        instance(value, ty, budget)
    }

    fn explain(&self, source: &Type, target: &Type, budget: &Budget) -> Result<Option<Error>> {
        if self.conversion(source, target, budget)? != ConversionKind::None {
            return Ok(None);
        }
        let why = match explain::message("value", source, target, budget) {
            Err(error) if is_limit(&error) => return Err(error),
            why => why.unwrap_or_else(|error| error.to_string()),
        };
        Ok(Some(
            Error::new(Code::Conversion, why)
                .with_expected(target)
                .with_found(source),
        ))
    }
}

/// Whether an error means that there is no result.
fn is_limit(error: &Error) -> bool {
    matches!(error.code(), Code::Limit | Code::Cancelled)
}

/// The conversion of values to a different type by its constructor.
struct New {
    source: Type,
    target: Type,
    identity: bool,
}

impl Conversion for New {
    fn source(&self) -> &Type {
        &self.source
    }

    fn target(&self) -> &Type {
        &self.target
    }

    fn is_identity(&self) -> bool {
        self.identity
    }

    fn apply(&self, value: &Value, budget: &Budget) -> Result<Value> {
        new_instance(&self.target, std::slice::from_ref(value), budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_value;

    fn puppet() -> &'static dyn Dialect {
        &Puppet
    }

    fn ty(text: &str) -> Type {
        puppet().parse_type(text, &Budget::standard()).unwrap()
    }

    fn value(text: &str) -> Value {
        parse_value(text, &Aliases::default(), Mode::Current).unwrap()
    }

    #[test]
    fn conversions_are_what_new_does() {
        let budget = Budget::standard();
        let kind = |from: &str, to: &str| {
            let kind = puppet().conversion(&ty(from), &ty(to), &budget);
            kind.unwrap()
        };
        assert_eq!(kind("Integer", "Integer"), ConversionKind::Same);
        assert_eq!(kind("Integer[1, 2]", "Numeric"), ConversionKind::Safe);
        assert_eq!(kind("String", "Integer"), ConversionKind::Unsafe);
        assert_eq!(kind("String", "Undef"), ConversionKind::None);
        let converted = puppet()
            .convert(&value("'0x1f'"), &ty("Integer"), &budget)
            .unwrap();
        assert_eq!(converted, value("31"));
        let why = puppet().explain(&ty("String"), &ty("Undef"), &budget);
        assert_eq!(
            why.unwrap().unwrap().message(),
            "value expects an Undef value, got String"
        );
    }

    #[test]
    fn the_language_is_coarser_than_structure() {
        let equal = |a: &str, b: &str| puppet().equal(&ty(a), &ty(b), &Budget::standard()).unwrap();
        assert!(equal("Optional[Integer]", "Variant[Undef, Integer]"));
        assert!(!equal("Integer[1]", "Integer[0]"));
    }

    #[test]
    fn every_mismatch_of_a_value_is_reported() {
        let wanted = ty("Hash[String, Struct[{port => Integer[1, 65535], name => String}]]");
        let given = value("{'a' => {'port' => 0, 'name' => 'x'}, 'b' => {'port' => 80}}");
        let budget = Budget::standard();
        let errors = puppet().check(&given, &wanted, &budget).unwrap();
        assert!(!errors.is_empty());
        assert!(errors.iter().all(|error| error.code() == Code::Conversion));
        let good = value("{'a' => {'port' => 1, 'name' => 'x'}}");
        assert!(puppet().check(&good, &wanted, &budget).unwrap().is_empty());
        assert!(puppet().instance(&good, &wanted, &budget).unwrap());
    }

    #[test]
    fn types_unify_to_their_common_type() {
        let types = [ty("Integer[1, 2]"), ty("Integer[5, 6]")];
        let budget = Budget::standard();
        let unified = puppet().unify(&types.each_ref(), Safety::Safe, &budget);
        let common = unified.unwrap().unwrap().ty;
        assert_eq!(
            puppet().format_type(&common, &budget).unwrap(),
            "Integer[1, 6]"
        );
    }
}
