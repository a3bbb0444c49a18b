//! Is there a conversion from one type to another, and of which kind?
//!
//! The rules are those of cty's package `convert`. A conversion is safe when it
//! succeeds for every value of the source type; it is unsafe when it may fail
//! for some. A [`Converter`] is the conversion itself: made once from the two
//! types, applied to any number of values.

use super::plan::{Link, Planner};
use crate::diagnostic::{Code, Error, Result};
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

/// The kind of the conversion from one type to another.
#[must_use]
pub fn conversion_kind(from: &Type, to: &Type) -> ConversionKind {
    if from == to {
        return ConversionKind::Same;
    }
    let mut planner = Planner::new();
    if planner.link(from, to, Safety::Safe).is_some() {
        ConversionKind::Safe
    } else if planner.link(from, to, Safety::Unsafe).is_some() {
        ConversionKind::Unsafe
    } else {
        ConversionKind::None
    }
}

/// A conversion from one type to another, ready to be applied.
///
/// ```
/// use polycty::dialect::hcl::{Converter, Safety};
/// use polycty::types::Type;
/// use polycty::values::Value;
/// let text = Converter::new(Type::number(), Type::string(), Safety::Safe).unwrap();
/// assert_eq!(text.apply(&Value::from_i64(8080)).unwrap(), Value::string("8080"));
/// ```
#[derive(Clone)]
pub struct Converter(Arc<Inner>);

struct Inner {
    from: Type,
    to: Type,
    link: Link,
}

impl Converter {
    /// The conversion between two types, if there is one of this safety.
    #[must_use]
    pub fn new(from: &Type, to: &Type, safety: Safety) -> Option<Converter> {
        let link = Planner::new().link(from, to, safety)?;
        Some(Converter::from_link(from, to, link))
    }

    /// The conversion that never fails, if there is one.
    #[must_use]
    pub fn safe(from: &Type, to: &Type) -> Option<Converter> {
        Converter::new(from, to, Safety::Safe)
    }

    /// The conversion that may fail for some values, if there is any.
    #[must_use]
    pub fn unsafe_(from: &Type, to: &Type) -> Option<Converter> {
        Converter::new(from, to, Safety::Unsafe)
    }

    pub(super) fn from_link(from: &Type, to: &Type, link: Link) -> Converter {
        Converter(Arc::new(Inner {
            from: from.clone(),
            to: to.clone(),
            link,
        }))
    }

    /// The type of the values that the converter takes.
    #[must_use]
    pub fn from(&self) -> &Type {
        &self.0.from
    }

    /// The type that the converter was made for. A result's own type has no
    /// optional attributes, and something exact in place of each `any`.
    #[must_use]
    pub fn to(&self) -> &Type {
        &self.0.to
    }

    /// Whether every value comes out as it went in.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        matches!(self.0.link, Link::Keep)
    }

    /// Converts a value of the source type; a null or unknown of the type `any`
    /// is welcome too.
    ///
    /// # Errors
    /// [`Code::Conversion`] with the path to the part that does not convert;
    /// [`Code::Type`] for a value of another type.
    pub fn apply(&self, value: &Value) -> Result<Value> {
        let found = value.ty();
        if found == self.from() || self.from().is_any() || found.is_any() {
            return self.0.link.apply(value);
        }
        Err(Error::new(
            Code::Type,
            "the value is not of the type that the conversion was made for",
        )
        .with_wanted(self.from())
        .with_found(found))
    }
}

impl fmt::Debug for Converter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} -> {:?}", self.from(), self.to())
    }
}
