//! Conversions: what do those of every dialect have in common?
//!
//! A dialect says which conversions there are; here stand the words for the
//! answer. A [`Converter`] is the conversion itself, made once from two types and
//! applied to any number of values, whatever the dialect that compiled it.

use crate::calls::Budget;
use crate::source::Result;
use crate::types::Type;
use crate::values::Value;
use std::fmt;
use std::sync::Arc;

/// Whether a conversion may fail for some values of the source type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Safety {
    /// It never fails.
    Safe,
    /// It may fail. What is safe is allowed too.
    Unsafe,
}

/// What stands between two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: the C ABI maps every variant.
pub enum ConversionKind {
    /// The types are equal; nothing has to be converted.
    Same,
    /// Every value converts.
    Safe,
    /// Some values convert.
    Unsafe,
    /// No value converts.
    None,
}

/// A conversion as a dialect compiled it.
pub trait Conversion: Send + Sync {
    /// The type of the values that it takes.
    fn source(&self) -> &Type;

    /// The type that it was made for.
    fn target(&self) -> &Type;

    /// Whether every value comes out as it went in.
    fn is_identity(&self) -> bool;

    /// Converts a value.
    ///
    /// # Errors
    /// [`Code::Conversion`] with the path to the part that does not convert;
    /// [`Code::Type`] for a value of a type that the conversion does not take; what is spent.
    ///
    /// [`Code::Conversion`]: crate::source::Code::Conversion
    /// [`Code::Type`]: crate::source::Code::Type
    fn apply(&self, value: &Value, budget: &Budget) -> Result<Value>;
}

/// A conversion from one type to another, ready to be applied; cheap to clone.
#[derive(Clone)]
pub struct Converter(Arc<dyn Conversion>);

impl Converter {
    /// A conversion to hand out.
    pub fn new(conversion: impl Conversion + 'static) -> Converter {
        Converter(Arc::new(conversion))
    }

    /// The type of the values that the converter takes.
    #[must_use]
    pub fn source(&self) -> &Type {
        self.0.source()
    }

    /// The type that the converter was made for. In HCL a result's own type has no
    /// optional attributes, and something exact in place of each `any`.
    #[must_use]
    pub fn target(&self) -> &Type {
        self.0.target()
    }

    /// Whether every value comes out as it went in.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.0.is_identity()
    }

    /// Converts a value of the source type; a null or unknown of the type `any`
    /// is welcome too.
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

/// The type that all of several types convert to.
#[derive(Clone, Debug)]
pub struct Unified {
    /// The common type.
    pub ty: Type,
    /// For each given type its conversion to the common type, or `None` where
    /// nothing has to be converted.
    pub converters: Vec<Option<Converter>>,
}
