//! Mismatches: what is wrong, and where?
//!
//! A [`Mismatch`] is a [`Complaint`] at the end of a path of [`PathElement`]s.

use crate::types::nominal::{self, Name};
use crate::types::object;
use polycty_core::source::{Path, PathStep};
use polycty_core::types::{Kind, SizeRange, Str, Type};

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
    pub(super) fn is_alternative(&self) -> bool {
        matches!(self, PathElement::Variant(_) | PathElement::Signature(_))
    }

    /// The step into a value that it is, if it is one.
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

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub(super) path: Vec<PathElement>,
    pub(super) complaint: Complaint,
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
            .filter_map(PathElement::value_step)
            .collect()
    }

    /// The path without the choices between alternatives.
    pub(super) fn canonical_path(&self) -> impl Iterator<Item = &PathElement> {
        self.path.iter().filter(|step| !step.is_alternative())
    }
}

/// Whether a type is an alias, resolved or not; an object type is none of itself.
pub(super) fn is_alias(ty: &Type) -> bool {
    let Kind::Reference(reference) = ty.kind() else {
        return nominal::is(ty, Name::TypeAlias);
    };
    let definition = reference.unfold();
    definition.map_or(true, |definition| {
        !object::is_declared(reference.name().as_ref(), &definition)
    })
}

/// What an alias stands for.
pub(super) fn resolved(ty: &Type) -> Type {
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
