//! Dialects: which questions does each language answer over the universe?
//!
//! Every dialect answers the same ones, [`Dialect`], each in a crate of its own.
//!
//! - `conversion`: the words for what stands between two types

mod conversion;

pub use conversion::{Conversion, ConversionKind, Converter, Safety, Unified};

use crate::calls::Budget;
use crate::source::{Error, Result};
use crate::types::Type;
use crate::values::Value;

/// The names of the dialects. The numbers are those of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: every crate between the languages has a table for each of them.
pub enum DialectId {
    /// HCL and Terraform.
    Hcl = 1,
    /// HCL with the extensions of the information model.
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

    /// The name that people use.
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

/// The questions that every dialect answers about types and values.
///
/// Each answer takes of a [`Budget`] what it costs: a step for each pair of parts that is
/// compared, and the bytes of what is remembered meanwhile. Where the budget ends, the answer
/// is an error, [`Code::Limit`] or [`Code::Cancelled`], and never half of one.
///
/// [`Code::Limit`]: crate::source::Code::Limit
/// [`Code::Cancelled`]: crate::source::Code::Cancelled
pub trait Dialect: Send + Sync {
    /// Which dialect it is.
    fn id(&self) -> DialectId;

    /// The type that a text in the dialect's notation stands for.
    ///
    /// # Errors
    /// [`Code::Syntax`] and [`Code::Type`] with diagnostics, [`Code::Limit`] for
    /// what nests too deep.
    ///
    /// [`Code::Syntax`]: crate::source::Code::Syntax
    /// [`Code::Type`]: crate::source::Code::Type
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn parse_type(&self, text: &str, budget: &Budget) -> Result<Type>;

    /// A type in the dialect's notation.
    ///
    /// # Errors
    /// [`Code::Unsupported`] for a type that the dialect has not; what is spent.
    ///
    /// [`Code::Unsupported`]: crate::source::Code::Unsupported
    fn format_type(&self, ty: &Type, budget: &Budget) -> Result<String>;

    /// Whether the dialect takes two types for equal.
    ///
    /// # Errors
    /// [`Code::Limit`] when recursive types lead too far; what is spent.
    ///
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn equal(&self, a: &Type, b: &Type, budget: &Budget) -> Result<bool>;

    /// Whether every value of the source type is one of the target type, as it is.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn assignable(&self, source: &Type, target: &Type, budget: &Budget) -> Result<bool>;

    /// What stands between two types.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn conversion(&self, source: &Type, target: &Type, budget: &Budget) -> Result<ConversionKind>;

    /// The conversion between two types, if there is one of this safety.
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

    /// The value as one of another type, by whatever conversion there is.
    ///
    /// # Errors
    /// [`Code::Conversion`] with the wanted and the found type, and the path to
    /// the part that does not convert; what is spent.
    ///
    /// [`Code::Conversion`]: crate::source::Code::Conversion
    fn convert(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Value>;

    /// Every reason why a value does not convert to a type, in the order of its
    /// parts; none when it does. At most [`MAX_FAULTS`].
    ///
    /// # Errors
    /// What is spent.
    ///
    /// [`MAX_FAULTS`]: crate::source::MAX_FAULTS
    fn check(&self, value: &Value, target: &Type, budget: &Budget) -> Result<Vec<Error>>;

    /// The type that all of these types convert to, if there is one, and the
    /// conversions.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn unify(&self, types: &[&Type], safety: Safety, budget: &Budget) -> Result<Option<Unified>>;

    /// The type of a value as the dialect sees it.
    ///
    /// # Errors
    /// [`Code::Unsupported`] with the path to an unknown or a mark, where the
    /// dialect has none; what is spent.
    ///
    /// [`Code::Unsupported`]: crate::source::Code::Unsupported
    fn type_of(&self, value: &Value, budget: &Budget) -> Result<Type>;

    /// Whether a value is one of a type, as it is.
    ///
    /// # Errors
    /// As [`Dialect::type_of`] and [`Dialect::equal`].
    fn instance(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<bool>;

    /// Why no value of the source type converts to the target type, with the path to the part
    /// that stands in the way and the types that meet there; `None` when values
    /// convert.
    ///
    /// # Errors
    /// As [`Dialect::equal`].
    fn explain(&self, source: &Type, target: &Type, budget: &Budget) -> Result<Option<Error>>;
}
