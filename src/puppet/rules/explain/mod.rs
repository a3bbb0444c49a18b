//! Why is a type or a value not what was expected?
//!
//! [`describe`] compares the expected with the actual type and gives a list of
//! [`Mismatch`]es: what is missed, and the path to where. Members of a Variant
//! that miss for the same reason at the same place become one mismatch that
//! names the alternatives. A value is described by its most detailed type.
//!
//! - `describe`: which parts of two types do not fit
//! - `merge`: when mismatches of the members of a Variant are one
//! - `message`: how a mismatch reads
//! - `params`: the parameters of a resource, a class or a template
//! - `call`: the arguments of a call and the signatures that refuse them
//! - `report`: mismatches as one error
//!
//! ```
//! use polycty_puppet::explain::message;
//! use polycty_puppet::{Aliases, Mode, parse_type};
//! let ty = |text| parse_type(text, &Aliases::default(), Mode::Current).unwrap();
//! assert_eq!(
//!     message("$x", &ty("Array[Integer]"), &ty("Tuple[Integer, String]")).unwrap(),
//!     "$x index 1 expects an Integer value, got String"
//! );
//! ```

mod call;
mod describe;
mod merge;
mod message;
mod params;
mod report;

pub use crate::rules::explain::call::{Signature, call_error, describe_call};
pub use crate::rules::explain::describe::describe;
pub use crate::rules::explain::params::{Missing, validate_default, validate_parameters};
pub use crate::rules::explain::report::{type_error, value_error};

use crate::rules::infer::detailed::detailed_type;
use crate::types::nominal::{self, Name};
use polycty_core::source::{Code, Error, Path, PathStep, Result};
use polycty_core::types::{Kind, SizeRange, Str, Type};
use polycty_core::values::Value;

/// One step of the way from what is described to the part at fault.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathElement {
    /// What the whole is called.
    Subject(Str),
    /// The element of a hash or struct under a key.
    Entry(Str),
    /// The key of an entry itself.
    KeyOfEntry(Str),
    /// A parameter by name.
    Parameter(Str),
    /// The element of an array at a position, from zero.
    Index(usize),
    /// The block of a callable, under its name.
    Block(Str),
    /// The result of a callable.
    Return,
    /// A member of a Variant, from zero.
    Variant(usize),
    /// One of several signatures, from zero.
    Signature(usize),
}

impl PathElement {
    /// Whether the step chooses between alternatives, and leads to the same part
    /// of the actual type.
    fn is_alternative(&self) -> bool {
        matches!(self, PathElement::Variant(_) | PathElement::Signature(_))
    }
}

/// What is wrong at the end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Complaint {
    /// A struct misses the entry of this key.
    MissingKey(Str),
    /// A struct knows no entry of this key.
    UnrecognizedKey(Str),
    /// A parameter of this name needs a value.
    MissingParameter(Str),
    /// There is no parameter of this name.
    UnknownParameter(Str),
    /// A block is needed.
    MissingBlock,
    /// A block is given to what takes none.
    UnexpectedBlock,
    /// The expected type names a type that is not known.
    Unresolved(Str),
    /// The type is not accepted.
    Type {
        /// The expected type in its simplest form.
        expected: Type,
        /// The actual type in its simplest form.
        actual: Type,
    },
    /// The string is none of those that are accepted.
    Pattern {
        /// The expected type in its simplest form.
        expected: Type,
        /// The actual type in its simplest form.
        actual: Type,
    },
    /// There are too few or too many elements.
    Size {
        /// How many there may be.
        expected: SizeRange,
        /// How many there are.
        actual: SizeRange,
    },
    /// There are too few or too many arguments.
    Count {
        /// How many there may be.
        expected: SizeRange,
        /// How many there are.
        actual: SizeRange,
    },
}

/// What is wrong, and where. Its text, with a space in front of each step of the
/// path and of the complaint, is what [`Display`](std::fmt::Display) writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    path: Vec<PathElement>,
    complaint: Complaint,
}

impl Mismatch {
    /// The steps to the part at fault, the outermost first.
    #[must_use]
    pub fn path(&self) -> &[PathElement] {
        &self.path
    }

    /// What is wrong there.
    #[must_use]
    pub fn complaint(&self) -> &Complaint {
        &self.complaint
    }

    /// The steps of the path that lead into a value.
    #[must_use]
    pub fn value_path(&self) -> Path {
        self.path
            .iter()
            .filter_map(|step| match step {
                PathElement::Index(at) => Some(PathStep::Index((*at).into())),
                PathElement::Entry(key) | PathElement::Parameter(key) => {
                    Some(PathStep::Index(key.clone().into()))
                }
                _ => None,
            })
            .collect()
    }

    /// The path without the choices between alternatives.
    fn canonical_path(&self) -> impl Iterator<Item = &PathElement> {
        self.path.iter().filter(|step| !step.is_alternative())
    }
}

/// What is wrong with a type where another is expected, said of a subject: one
/// line a mismatch, empty when there is nothing to say.
///
/// # Errors
/// [`Code::Limit`] when a type nests too deep.
pub fn message(subject: &str, expected: &Type, actual: &Type) -> Result<String> {
    let found = describe(vec![PathElement::Subject(subject.into())], expected, actual)?;
    Ok(message::whole(&found))
}

/// What is wrong with a value, as [`message()`] says it of its most detailed type.
///
/// # Errors
/// As [`message()`]; [`Code::Unsupported`] for marks and unknowns.
pub fn message_for_value(subject: &str, expected: &Type, value: &Value) -> Result<String> {
    refuse_foreign(value)?;
    message(subject, expected, &detailed_type(value)?)
}

/// Passes if a value is an instance of a type, as the function `assert_type`
/// does.
///
/// # Errors
/// [`Code::Type`] with the function's whole message and both types,
/// [`Code::NotFound`] if the expected type names one that is not known,
/// [`Code::Unsupported`] for marks and unknowns.
pub fn assert_type(expected: &Type, value: &Value) -> Result<()> {
    refuse_foreign(value)?;
    if let Some(name) = describe::unresolved(expected) {
        // The evaluator does not get as far as the call.
        let text = format!("Evaluation Error: Resource type not found: {name}");
        return Err(Error::new(Code::NotFound, text).with_wanted(expected));
    }
    if crate::rules::instance::instance(value, expected)? {
        return Ok(());
    }
    let actual = detailed_type(value)?;
    let subject = vec![PathElement::Subject("assert_type():".into())];
    let found = describe(subject, expected, &actual)?;
    let what = message::whole(&found);
    let text = format!("Evaluation Error: Error while evaluating a Function Call, {what}");
    // The description of a type that only a size tells apart may be empty.
    let error = report::report(text.trim_end().to_owned(), &found);
    Err(error.with_wanted(expected).with_found(&actual))
}

/// Marks and unknowns are refused by every question about a value.
fn refuse_foreign(value: &Value) -> Result<()> {
    crate::rules::instance::instance(value, Type::any()).map(drop)
}

fn is_alias(ty: &Type) -> bool {
    matches!(ty.kind(), Kind::Reference(_)) || nominal::is(ty, Name::TypeAlias)
}

/// What an alias stands for.
fn resolved(ty: &Type) -> Type {
    let mut ty = ty.clone();
    // A chain of aliases ends: no group has a ring of nothing but references.
    while let Kind::Reference(reference) = ty.kind() {
        match reference.unfold() {
            Ok(definition) => ty = definition,
            Err(_) => break,
        }
    }
    ty
}

#[cfg(test)]
mod tests;
