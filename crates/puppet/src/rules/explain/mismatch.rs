//! Mismatches: errors with paths.
//!
//! A [`Mismatch`] is a [`Complaint`] at the end of a path of [`PathElement`]s.

use crate::types::nominal::{self, Name};
use crate::types::object;
use polycty_core::source::{Path, PathStep};
use polycty_core::types::{Kind, SizeRange, Str, Type};

/// A step of the path from the described value to the mismatched part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathElement {
    /// The name of the whole value.
    Subject(Str),
    /// The element of a hash or struct with a key.
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
    /// Whether the step selects an alternative, which has the same part of the actual type.
    pub(super) fn is_alternative(&self) -> bool {
        matches!(self, PathElement::Variant(_) | PathElement::Signature(_))
    }

    /// Returns the corresponding step into a value, if there is one.
    pub(super) fn value_step(&self) -> Option<PathStep> {
        match self {
            PathElement::Index(at) => Some(PathStep::Index((*at).into())),
            PathElement::Entry(key) | PathElement::Parameter(key) => {
                Some(PathStep::Index(key.clone().into()))
            }
            _ => None,
        }
    }
}

/// The kind of mismatch at the end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Complaint {
    /// The entry with this key is missing.
    MissingKey(Str),
    /// The struct has no entry with this key.
    UnrecognizedKey(Str),
    /// The parameter with this name has no value.
    MissingParameter(Str),
    /// There is no parameter with this name.
    UnknownParameter(Str),
    /// The block is missing.
    MissingBlock,
    /// A block is passed to a function that takes none.
    UnexpectedBlock,
    /// The expected type contains an unresolved type name.
    Unresolved(Str),
    /// The type is not accepted.
    Type {
        /// The simplest form of the expected type.
        expected: Type,
        /// The simplest form of the actual type.
        actual: Type,
    },
    /// The string is not one of the accepted strings.
    Pattern {
        /// The simplest form of the expected type.
        expected: Type,
        /// The simplest form of the actual type.
        actual: Type,
    },
    /// There are too few or too many elements.
    Size {
        /// The expected number.
        expected: SizeRange,
        /// The actual number.
        actual: SizeRange,
    },
    /// There are too few or too many arguments.
    Count {
        /// The expected number.
        expected: SizeRange,
        /// The actual number.
        actual: SizeRange,
    },
}

/// An error and its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub(super) path: Vec<PathElement>,
    pub(super) complaint: Complaint,
}

impl Mismatch {
    /// The steps to the mismatched part, the outermost first.
    #[must_use]
    pub fn path(&self) -> &[PathElement] {
        &self.path
    }

    /// The kind of mismatch at that part.
    #[must_use]
    pub fn complaint(&self) -> &Complaint {
        &self.complaint
    }

    /// The steps of the path that lead into a value.
    #[must_use]
    pub fn value_path(&self) -> Path {
        self.path
            .iter()
            .filter_map(PathElement::value_step)
            .collect()
    }

    /// The steps into a value that lead to the part that has to change: for an unknown name, these
    /// include the name.
    pub(super) fn part_path(&self) -> Path {
        let path = self.value_path();
        match &self.complaint {
            Complaint::UnrecognizedKey(name) | Complaint::UnknownParameter(name) => {
                path.then(PathStep::Index(name.clone().into()))
            }
            _ => path,
        }
    }

    /// The expected and the actual type, if the mismatch is one of types.
    pub(super) fn types(&self) -> Option<(&Type, &Type)> {
        match &self.complaint {
            Complaint::Type { expected, actual } | Complaint::Pattern { expected, actual } => {
                Some((expected, actual))
            }
            _ => None,
        }
    }

    /// The path without the steps that select alternatives.
    pub(super) fn canonical_path(&self) -> impl Iterator<Item = &PathElement> {
        self.path.iter().filter(|step| !step.is_alternative())
    }
}

/// Whether a type is an alias, resolved or not; an object type is not an alias of itself.
pub(super) fn is_alias(ty: &Type) -> bool {
    let Kind::Reference(reference) = ty.kind() else {
        return nominal::is(ty, Name::TypeAlias);
    };
    let definition = reference.unfold();
    definition.map_or(true, |definition| {
        !object::is_declared(reference.name().as_ref(), &definition)
    })
}

/// Returns the definition of an alias.
pub(super) fn resolved(ty: &Type) -> Type {
    let mut ty = ty.clone();
    // A chain of aliases ends: no group has a cycle of references only.
    while let Kind::Reference(reference) = ty.kind() {
        match reference.unfold() {
            Ok(definition) => ty = definition,
            Err(_) => break,
        }
    }
    ty
}
