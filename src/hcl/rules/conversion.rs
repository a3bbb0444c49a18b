//! Is there a conversion from one type to another, and of which kind?
//!
//! The rules are those of cty's package `convert`. A conversion is safe when it
//! succeeds for every value of the source type; it is unsafe when it may fail
//! for some.

use crate::dialect::Conversion;
use crate::dialect::{ConversionKind, Converter, Safety};
use crate::rules::plan::{Link, Planner};
use crate::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

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

/// The conversion between two types, if there is one of this safety. It takes
/// values of the source type, and nulls and unknowns of the type `any`.
///
/// ```
/// use polycty_core::types::Type;
/// use polycty_core::values::Value;
/// use polycty_hcl::{Safety, converter};
/// let text = converter(Type::number(), Type::string(), Safety::Safe).unwrap();
/// assert_eq!(text.apply(&Value::from_i64(8080)).unwrap(), Value::string("8080"));
/// ```
#[must_use]
pub fn converter(from: &Type, to: &Type, safety: Safety) -> Option<Converter> {
    let link = Planner::new().link(from, to, safety)?;
    Some(linked(from, to, link))
}

/// The converter that follows a link of a plan.
pub(super) fn linked(from: &Type, to: &Type, link: Link) -> Converter {
    Converter::new(Linked {
        from: from.clone(),
        to: to.clone(),
        link,
    })
}

struct Linked {
    from: Type,
    to: Type,
    link: Link,
}

impl Conversion for Linked {
    fn from(&self) -> &Type {
        &self.from
    }

    fn to(&self) -> &Type {
        &self.to
    }

    fn is_identity(&self) -> bool {
        matches!(self.link, Link::Keep)
    }

    fn apply(&self, value: &Value) -> Result<Value> {
        let found = value.ty();
        if *found == self.from || self.from.is_any() || found.is_any() {
            return self.link.apply(value);
        }
        Err(Error::new(
            Code::Type,
            "the value is not of the type that the conversion was made for",
        )
        .with_wanted(&self.from)
        .with_found(found))
    }
}
