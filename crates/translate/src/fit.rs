//! Fits: what holds between a type and its translation, and where was what lost?

use polycty_core::source::Path;
use polycty_core::types::Type;
use std::fmt;

/// The most notes that a translation gives; further ones are left out.
pub const MAX_NOTES: usize = 1000;

/// What holds between a type and its translation. The numbers are those of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: these are all relations that a nearest type can have.
pub enum Fit {
    /// Both have the same instances.
    Exact = 1,
    /// The translation has every instance of the type, and further ones.
    Wider = 2,
    /// Every instance of the translation is one of the type, which has further
    /// instances that the other dialect has no values for.
    Narrower = 3,
}

/// A type in another dialect.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Translation {
    /// The nearest type that the other dialect has.
    pub ty: Type,
    /// What holds between the two.
    pub fit: Fit,
    /// Where and why precision was lost, from the outside in, at most [`MAX_NOTES`];
    /// none for an exact translation.
    pub notes: Vec<Note>,
}

/// Why a translation is not exact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The path to the part, in values of the type that was translated; elements of
    /// unknown position have an unknown index.
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
