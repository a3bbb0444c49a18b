//! The interface that every dialect implements.
//!
//! Each dialect implements [`Dialect`] in a crate of its own.
//!
//! - `conversion`: conversions between two types

mod conversion;

pub use conversion::{Conversion, ConversionKind, Converter, Safety, Unified};

use crate::calls::Budget;
use crate::source::{Error, Result};
use crate::types::Type;
use crate::values::Value;

/// The names of the dialects. The numbers are those of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: the crates on top of the languages have tables with a row for each dialect.
pub enum DialectId {
    /// HCL and Terraform.
    Hcl = 1,
    /// PCL: HCL with the extensions of the information model.
    Pcl = 2,
    /// Puppet.
    Puppet = 3,
    /// mgmt's mcl.
    Mcl = 4,
}

impl DialectId {
    /// All of them.
    pub const ALL: [DialectId; 4] = [
        DialectId::Hcl,
        DialectId::Pcl,
        DialectId::Puppet,
        DialectId::Mcl,
    ];

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DialectId::Hcl => "HCL",
            DialectId::Pcl => "PCL",
            DialectId::Puppet => "Puppet",
            DialectId::Mcl => "mcl",
        }
    }
}

/// Operations of a dialect on types and values.
///
/// Each operation charges a [`Budget`]: a step for each pair of parts that it compares, and the
/// bytes that it stores meanwhile. If the budget is exceeded, the result is an error,
/// [`Code::Limit`] or [`Code::Cancelled`], and never a partial answer.
///
/// [`Code::Limit`]: crate::source::Code::Limit
/// [`Code::Cancelled`]: crate::source::Code::Cancelled
pub trait Dialect: Send + Sync {
    /// The identifier of the dialect.
    fn id(&self) -> DialectId;

    /// Parses a type in the dialect's notation.
    ///
    /// # Errors
    /// [`Code::Syntax`] and [`Code::Type`] with diagnostics, [`Code::Limit`] for a type that is
    /// nested too deep.
    ///
    /// [`Code::Syntax`]: crate::source::Code::Syntax
    /// [`Code::Type`]: crate::source::Code::Type
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn parse_type(&self, text: &str, budget: &Budget) -> Result<Type>;

    /// Formats a type in the dialect's notation.
    ///
    /// # Errors
    /// [`Code::Unsupported`] for a type that the dialect does not have; [`Code::Limit`] if the
    /// budget is exceeded.
    ///
    /// [`Code::Unsupported`]: crate::source::Code::Unsupported
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn format_type(&self, ty: &Type, budget: &Budget) -> Result<String>;

    /// Whether two types are equal in the dialect.
    ///
    /// # Errors
    /// [`Code::Limit`] if recursive types are unfolded too far or the budget is exceeded.
    ///
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn equal(&self, a: &Type, b: &Type, budget: &Budget) -> Result<bool>;

    /// Whether every value of the source type is a value of the target type without conversion.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn assignable(&self, source: &Type, target: &Type, budget: &Budget) -> Result<bool>;

    /// The kind of conversion between two types.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn conversion(&self, source: &Type, target: &Type, budget: &Budget) -> Result<ConversionKind>;

    /// Compiles the conversion between two types, if there is one of this safety.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn converter(
        &self,
        source: &Type,
        target: &Type,
        safety: Safety,
        budget: &Budget,
    ) -> Result<Option<Converter>>;

    /// Converts a value to a type.
    ///
    /// # Errors
    /// [`Code::Conversion`] with the expected and the found type, and the path to the part that
    /// does not convert; [`Code::Limit`] if the budget is exceeded.
    ///
    /// [`Code::Conversion`]: crate::source::Code::Conversion
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn convert(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Value>;

    /// Returns all reasons why a value does not convert to a type, in the order of its parts, at
    /// most [`MAX_DIAGNOSTICS`]. Empty if the value converts.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded.
    ///
    /// [`MAX_DIAGNOSTICS`]: crate::source::MAX_DIAGNOSTICS
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn check(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Vec<Error>>;

    /// Returns the common type that all types convert to, if there is one, and the conversions.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn unify(&self, types: &[&Type], safety: Safety, budget: &Budget) -> Result<Option<Unified>>;

    /// Returns the type of a value in the dialect.
    ///
    /// # Errors
    /// [`Code::Unsupported`] with the path to an unknown value or a mark, if the dialect has none;
    /// [`Code::Limit`] if the budget is exceeded.
    ///
    /// [`Code::Unsupported`]: crate::source::Code::Unsupported
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn type_of(&self, value: &Value, budget: &Budget) -> Result<Type>;

    /// Whether a value is an instance of a type without conversion.
    ///
    /// # Errors
    /// As [`Dialect::type_of`] and [`Dialect::equal`].
    fn instance(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<bool>;

    /// Explains why no value of the source type converts to the target type: the error has the path
    /// to the conflicting part and the two types there. `None` if values convert.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn explain(&self, source: &Type, target: &Type, budget: &Budget) -> Result<Option<Error>>;
}
