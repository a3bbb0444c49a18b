//! Errors of type constructors.

use super::{MAX_DEPTH, MAX_SIZE, Str};

/// The reason why a constructor rejected its parts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// The nesting limit would be exceeded.
    #[error("type is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// The size limit would be exceeded.
    #[error("type has more than {MAX_SIZE} parts")]
    TooLarge,
    /// Two fields have the same name.
    #[error("attribute \"{0}\" is declared twice")]
    DuplicateField(Str),
    /// A field that is declared optional does not exist.
    #[error("optional attribute \"{0}\" is not declared")]
    UndeclaredOptional(Str),
    /// A lower bound above the upper one.
    #[error("lower bound is above the upper bound")]
    ReversedBounds,
    /// A union, an enumeration or a list of patterns without members.
    #[error("{0} needs at least one member")]
    Empty(&'static str),
    /// A literal that does not have the specified type.
    #[error("literal value is not of the literal's type")]
    LiteralOfOtherType,
    /// A group without definitions, or a reference to a definition that the group does not have.
    #[error("the group defines no type number {0}")]
    NoSuchDefinition(usize),
    /// A definition that is only a reference to itself, directly or in a cycle.
    #[error("the type \"{0}\" is defined as itself")]
    EmptyRecursion(Str),
    /// A reference whose group has been released.
    #[error("the group that defines this type has been released")]
    ReleasedGroup,
}
