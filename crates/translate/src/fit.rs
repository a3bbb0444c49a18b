//! Fits: the relation between a type and its translation, with notes about losses.

use polycty_core::source::Path;
use polycty_core::types::Type;
use std::fmt;

/// The maximum number of notes of a translation. Further ones are omitted.
pub const MAX_NOTES: usize = 1000;

/// The relation between a type and its translation. The numbers are those of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: these are all relations that a nearest type can have.
pub enum Fit {
    /// Both have the same instances.
    Exact = 1,
    /// The translation has all instances of the type, and more.
    Wider = 2,
    /// Every instance of the translation is an instance of the type. The type has more instances,
    /// which the other dialect has no values for.
    Narrower = 3,
}

/// A type in a different dialect.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Translation {
    /// The nearest type of the other dialect.
    pub ty: Type,
    /// The relation between the two types.
    pub fit: Fit,
    /// The positions and reasons of losses, from the outside in, at most [`MAX_NOTES`]. Empty for
    /// an exact translation.
    pub notes: Vec<Note>,
}

/// The reason why a translation is not exact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The path to the part, in values of the type that was translated. Elements at an unknown
    /// index have an unknown index.
    pub path: Path,
    /// The reason.
    pub message: &'static str,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(self.message)
    }
}
