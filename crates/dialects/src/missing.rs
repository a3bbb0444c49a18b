//! The rules of a dialect that this build does not contain: each answer is an error.

use crate::missing;
use polycty_core::calls::Budget;
use polycty_core::dialect::{ConversionKind, Converter, Dialect, DialectId, Safety, Unified};
use polycty_core::source::{Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// A dialect that this build does not contain.
#[cfg(any(test, not(all(feature = "pcl", feature = "puppet", feature = "mcl"))))]
pub(crate) struct Missing(pub(crate) DialectId);

#[cfg(any(test, not(all(feature = "pcl", feature = "puppet", feature = "mcl"))))]
impl Dialect for Missing {
    fn id(&self) -> DialectId {
        self.0
    }

    fn parse_type(&self, _: &str, _: &Budget) -> Result<Type> {
        Err(missing(self.0))
    }

    fn format_type(&self, _: &Type, _: &Budget) -> Result<String> {
        Err(missing(self.0))
    }

    fn equal(&self, _: &Type, _: &Type, _: &Budget) -> Result<bool> {
        Err(missing(self.0))
    }

    fn assignable(&self, _: &Type, _: &Type, _: &Budget) -> Result<bool> {
        Err(missing(self.0))
    }

    fn conversion(&self, _: &Type, _: &Type, _: &Budget) -> Result<ConversionKind> {
        Err(missing(self.0))
    }

    fn converter(&self, _: &Type, _: &Type, _: Safety, _: &Budget) -> Result<Option<Converter>> {
        Err(missing(self.0))
    }

    fn convert(&self, _: &Value, _: &Type, _: &Budget) -> Result<Value> {
        Err(missing(self.0))
    }

    fn check(&self, _: &Value, _: &Type, _: &Budget) -> Result<Vec<Error>> {
        Err(missing(self.0))
    }

    fn unify(&self, _: &[&Type], _: Safety, _: &Budget) -> Result<Option<Unified>> {
        Err(missing(self.0))
    }

    fn type_of(&self, _: &Value, _: &Budget) -> Result<Type> {
        Err(missing(self.0))
    }

    fn instance(&self, _: &Value, _: &Type, _: &Budget) -> Result<bool> {
        Err(missing(self.0))
    }

    fn explain(&self, _: &Type, _: &Type, _: &Budget) -> Result<Option<Error>> {
        Err(missing(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Missing;
    use polycty_core::calls::Budget;
    use polycty_core::dialect::{Dialect, DialectId, Safety};
    use polycty_core::source::{Code, Error};
    use polycty_core::types::Type;
    use polycty_core::values::Value;

    #[test]
    fn every_answer_is_an_error_that_names_the_dialect() {
        let (dialect, budget) = (Missing(DialectId::Puppet), Budget::standard());
        let (ty, value) = (Type::bool(), Value::bool(true));
        let errors: Vec<Option<Error>> = vec![
            dialect.parse_type("Boolean", &budget).err(),
            dialect.format_type(ty, &budget).err(),
            dialect.equal(ty, ty, &budget).err(),
            dialect.assignable(ty, ty, &budget).err(),
            dialect.conversion(ty, ty, &budget).err(),
            dialect.converter(ty, ty, Safety::Unsafe, &budget).err(),
            dialect.convert(&value, ty, &budget).err(),
            dialect.check(&value, ty, &budget).err(),
            dialect.unify(&[ty], Safety::Unsafe, &budget).err(),
            dialect.type_of(&value, &budget).err(),
            dialect.instance(&value, ty, &budget).err(),
            dialect.explain(ty, ty, &budget).err(),
        ];
        assert_eq!(dialect.id(), DialectId::Puppet);
        for error in errors {
            let error = error.expect("an error");
            assert_eq!(error.code(), Code::Unsupported);
            let message = "this build of polycty does not contain Puppet";
            assert_eq!(error.message(), message);
        }
    }
}
