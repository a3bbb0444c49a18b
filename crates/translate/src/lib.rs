//! Translation of types and values between languages.
//!
//! [`translate`] returns the nearest type of a different dialect and, as its [`Fit`], the relation
//! between the two types. [`translate_value`] returns the image of a value in a different dialect.
//! A fit is a statement about values:
//!
//! - *Exact*: a value is an instance of the one type if and only if its image is an instance of the
//!   other.
//! - *Wider*: the image of every instance of the source is an instance of the target.
//! - *Narrower*: every instance of the target is the image of an instance of the source; but the
//!   source also has instances without an image, because the other language has no such values.
//!
//! These statements ignore the order of a struct's fields in mcl, whether entries are a struct or a
//! map in mcl, and the kinds of numbers and containers in which PCL represents the same data. If
//! several statements hold, the first one is reported. Exact and wider are about values that have
//! an image. `docs/reference/translation.md` contains the table of types and values, with reasons.
//!
//! Each dialect has one `Mapping`: the semantic types of its types as `SemanticType`, and its nearest
//! type to each `SemanticType`. A type is translated part by part, first through the source's mapping
//! and then through the target's, so a new dialect needs one mapping instead of one for each other
//! dialect. Shared nodes are translated once. A recursive alias is expanded once, and a recursive
//! reference becomes the target's top type.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::dialect::DialectId;
//! use polycty_dialects::dialect;
//! use polycty_translate::{Fit, translate};
//! let (hcl, puppet, budget) = (DialectId::Hcl, DialectId::Puppet, Budget::standard());
//! let port = dialect(puppet).parse_type("Struct[{port => Integer[1, 65535]}]", &budget).unwrap();
//! let found = translate(&port, puppet, hcl).unwrap();
//! let text = dialect(hcl).format_type(&found.ty, &budget).unwrap();
//! assert_eq!(text, "object({port=number})");
//! assert_eq!(found.fit, Fit::Wider);
//! assert_eq!(
//!     found.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
//!     [
//!         "every type of HCL includes null",
//!         ".port: every type of HCL includes null",
//!         ".port: number has no bounds and includes fractions",
//!     ]
//! );
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics, so each slice states the reason why
// its offset is one.
#![deny(clippy::string_slice)]

mod cty;
mod fit;
mod hcl;
pub mod losses;
#[cfg(feature = "mcl")]
mod mcl;
#[cfg(feature = "pcl")]
mod pcl;
#[cfg(feature = "pcl")]
mod pcl_value;
#[cfg(feature = "puppet")]
mod puppet;
pub mod semantic;
mod value;
mod walk;

pub use fit::{Fit, MAX_NOTES, Note, Translation};
pub use value::{
    translate_value, translate_value_to, translate_value_to_within, translate_value_within,
};

use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::Result;
use polycty_core::types::Type;
use semantic::Mapping;

/// Returns the nearest type of a different dialect. A type of the same dialect is its own
/// translation.
///
/// # Errors
/// - [`Code::Unsupported`](polycty_core::source::Code::Unsupported) with the path to a part that is
///   not a type of the source dialect.
/// - [`Code::InvalidArgument`](polycty_core::source::Code::InvalidArgument) for a named type whose
///   definitions were released.
pub fn translate(ty: &Type, from: DialectId, to: DialectId) -> Result<Translation> {
    translate_within(ty, from, to, &Budget::standard())
}

/// Returns the nearest type of a different dialect as [`translate`], within the budget of an
/// operation. Each part is charged a step and some bytes.
///
/// # Errors
/// - As [`translate`].
/// - [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn translate_within(
    ty: &Type,
    from: DialectId,
    to: DialectId,
    budget: &Budget,
) -> Result<Translation> {
    let (source, target) = (mapping(from)?, mapping(to)?);
    if from == to {
        return Ok(Translation {
            ty: ty.clone(),
            fit: Fit::Exact,
            notes: Vec::new(),
        });
    }
    walk::translated(ty, source, target, budget)
}

/// Returns the mapping of a dialect.
///
/// # Errors
/// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) if this build does not contain the dialect.
pub fn mapping(id: DialectId) -> Result<&'static dyn Mapping> {
    match id {
        DialectId::Hcl => Ok(&hcl::Hcl),
        #[cfg(feature = "pcl")]
        DialectId::Pcl => Ok(&pcl::Pcl),
        #[cfg(feature = "puppet")]
        DialectId::Puppet => Ok(&puppet::Puppet),
        #[cfg(feature = "mcl")]
        DialectId::Mcl => Ok(&mcl::Mcl),
        #[cfg(not(all(feature = "pcl", feature = "puppet", feature = "mcl")))]
        _ => Err(polycty_dialects::missing(id)),
    }
}

#[cfg(all(test, feature = "pcl", feature = "puppet", feature = "mcl"))]
mod mcl_tests;
#[cfg(all(test, feature = "pcl", feature = "puppet", feature = "mcl"))]
mod pcl_tests;
#[cfg(all(test, feature = "pcl", feature = "puppet", feature = "mcl"))]
mod stack_tests;
#[cfg(all(test, feature = "pcl", feature = "puppet", feature = "mcl"))]
mod tests;
