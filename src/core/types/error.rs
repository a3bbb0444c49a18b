//! Errors of constructors: why can this type not be made?

use super::{MAX_DEPTH, MAX_SIZE, Str};
use std::error::Error;
use std::fmt;

/// The reason why a constructor refused its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeError {
    /// The nesting limit would be passed.
    TooDeep,
    /// The size limit would be passed.
    TooLarge,
    /// Two fields have one name.
    DuplicateField(Str),
    /// A field that is said to be optional does not exist.
    UndeclaredOptional(Str),
    /// A lower bound above the upper one.
    ReversedBounds,
    /// A union, an enumeration or a list of patterns without members.
    Empty(&'static str),
    /// A literal that is not of the type it names.
    LiteralOfOtherType,
    /// A group without definitions, or a reference to a definition that the
    /// group does not have.
    NoSuchDefinition(usize),
    /// A definition that is only a reference to itself, directly or in a ring.
    EmptyRecursion(Str),
    /// A reference whose group has been released.
    ReleasedGroup,
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep => write!(f, "type is nested more than {MAX_DEPTH} levels deep"),
            Self::TooLarge => write!(f, "type has more than {MAX_SIZE} parts"),
            Self::DuplicateField(name) => write!(f, "attribute \"{name}\" is declared twice"),
            Self::UndeclaredOptional(name) => {
                write!(f, "optional attribute \"{name}\" is not declared")
            }
            Self::ReversedBounds => f.write_str("lower bound is above the upper bound"),
            Self::Empty(what) => write!(f, "{what} needs at least one member"),
            Self::LiteralOfOtherType => f.write_str("literal value is not of the literal's type"),
            Self::NoSuchDefinition(number) => {
                write!(f, "the group defines no type number {number}")
            }
            Self::EmptyRecursion(name) => write!(f, "the type \"{name}\" is defined as itself"),
            Self::ReleasedGroup => {
                f.write_str("the group that defines this type has been released")
            }
        }
    }
}

impl Error for TypeError {}
