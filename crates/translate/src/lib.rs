//! Translation: which type, and which value, of one language stands for another one's?
//!
//! [`translate`] gives the nearest type that the other dialect has and, as its
//! [`Fit`], what holds between the two; [`translate_value`] gives a value's image
//! in the other dialect. The claim of a fit is one about values:
//!
//! - *Exact*: a value is an instance of the one type if and only if its image is an
//!   instance of the other.
//! - *Wider*: the image of every instance of the source is an instance of the target.
//! - *Narrower*: whatever is an instance of the target is the image of an instance of
//!   the source; but the source also has instances without an image, for the other
//!   language has no such values at all.
//!
//! The order of a struct's fields in mcl, whether mcl has entries as a struct or a map, and
//! in which kinds of numbers and containers PCL has the same data are no part of what is
//! claimed. Where several hold the first is reported. Wider and exact speak of the values
//! that have an image; `docs/translation.md` has the table of both types and values, and why.
//!
//! Each dialect brings one `Mapping`: what its types mean in the terms of `Meaning`,
//! and its nearest type to each such meaning. A type is translated part by part, through
//! the source's mapping and then the target's, so that a dialect that joins needs one
//! mapping and not one for each other dialect. Nodes that are shared are
//! translated once; a recursive alias is unfolded once, and where it comes again
//! stands the target's top type.
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
//!         "null is a value of every type of HCL",
//!         ".port: null is a value of every type of HCL",
//!         ".port: number has no bounds and holds fractions too",
//!     ]
//! );
//! ```

#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics: each one states its reason.
#![deny(clippy::string_slice)]

mod cty;
mod fit;
mod hcl;
pub mod losses;
#[cfg(feature = "mcl")]
mod mcl;
pub mod meaning;
#[cfg(feature = "pcl")]
mod pcl;
#[cfg(feature = "pcl")]
mod pcl_value;
#[cfg(feature = "puppet")]
mod puppet;
mod value;
mod walk;

pub use fit::{Fit, MAX_NOTES, Note, Translation};
pub use value::{
    translate_value, translate_value_to, translate_value_to_within, translate_value_within,
};

use meaning::Mapping;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::Result;
use polycty_core::types::Type;

/// The nearest type of another dialect. A dialect's own types are their own
/// translation.
///
/// # Errors
/// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) with the path to a part
/// that is no type of the source dialect;
/// [`Code::InvalidArgument`](polycty_core::source::Code::InvalidArgument) for a named type whose definitions were released.
pub fn translate(ty: &Type, from: DialectId, to: DialectId) -> Result<Translation> {
    translate_within(ty, from, to, &Budget::standard())
}

/// The nearest type of another dialect as [`translate`] gives it, within an operation, out of its
/// budget: a step and some bytes a part.
///
/// # Errors
/// As [`translate`], and what is spent.
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

/// Returns the meanings of the types and values of a dialect, and its nearest ones to a meaning.
///
/// # Errors
/// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) if this build does not contain
/// the dialect.
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
