//! Conversions between types, common to all dialects.
//!
//! A dialect defines the conversions; this module has the types that describe them. A [`Converter`]
//! is a conversion that was compiled from two types and can be applied to any number of values.

use crate::calls::Budget;
use crate::source::Result;
use crate::types::Type;
use crate::values::Value;
use std::fmt;
use std::sync::Arc;

/// Whether a conversion may fail for some values of the source type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Safety {
    /// The conversion never fails.
    Safe,
    /// The conversion may fail. Safe conversions are included.
    Unsafe,
}

/// The kind of conversion between two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: the C ABI maps every variant.
pub enum ConversionKind {
    /// The types are equal; no conversion is needed.
    Same,
    /// Every value converts.
    Safe,
    /// Some values convert.
    Unsafe,
    /// No value converts.
    None,
}

/// A conversion that a dialect compiled.
pub trait Conversion: Send + Sync {
    /// The type of the values that it takes.
    fn source(&self) -> &Type;

    /// The type that the conversion was compiled for.
    fn target(&self) -> &Type;

    /// Whether the conversion returns every value unchanged.
    fn is_identity(&self) -> bool;

    /// Converts a value.
    ///
    /// # Errors
    /// [`Code::Conversion`] with the path to the part that does not convert; [`Code::Type`] for a
    /// value of a type that the conversion does not accept; [`Code::Limit`] if the budget is
    /// exceeded.
    ///
    /// [`Code::Conversion`]: crate::source::Code::Conversion
    /// [`Code::Type`]: crate::source::Code::Type
    /// [`Code::Limit`]: crate::source::Code::Limit
    fn apply(&self, value: &Value, budget: &Budget) -> Result<Value>;
}

/// A conversion from one type to another, ready to be applied; cheap to clone.
#[derive(Clone)]
pub struct Converter(Arc<dyn Conversion>);

impl Converter {
    /// Wraps a conversion.
    pub fn new(conversion: impl Conversion + 'static) -> Converter {
        Converter(Arc::new(conversion))
    }

    /// The type of the values that the converter takes.
    #[must_use]
    pub fn source(&self) -> &Type {
        self.0.source()
    }

    /// The type that the converter was compiled for. In HCL the type of a result has no optional
    /// attributes, and an exact type in place of each `any`.
    #[must_use]
    pub fn target(&self) -> &Type {
        self.0.target()
    }

    /// Whether the conversion returns every value unchanged.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.0.is_identity()
    }

    /// Converts a value of the source type. Nulls and unknowns of the type `any` are accepted, too.
    ///
    /// # Errors
    /// As [`Conversion::apply`].
    #[inline]
    pub fn apply(&self, value: &Value, budget: &Budget) -> Result<Value> {
        self.0.apply(value, budget)
    }
}

impl fmt::Debug for Converter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} -> {:?}", self.source(), self.target())
    }
}

/// The common type that several types convert to.
#[derive(Clone, Debug)]
pub struct Unified {
    /// The common type.
    pub ty: Type,
    /// For each given type its conversion to the common type, or `None` if no conversion is needed.
    pub converters: Vec<Option<Converter>>,
}
