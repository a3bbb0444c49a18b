//! Notes: where and why does a schema not say what a type does?

use crate::document::Document;
use crate::model::NodeId;
use polycty_core::source::Path;
use polycty_core::types::Str;
use std::fmt;

/// The most notes that are kept; further ones are left out.
pub const MAX_NOTES: usize = polycty_translate::MAX_NOTES;

/// How what was made differs, at a place, from what it was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: the directions are complete.
pub enum Misfit {
    /// It lets more through.
    Wider = 1,
    /// It lets less through.
    Narrower = 2,
    /// It may let more through, or less.
    Either = 3,
}

/// A place that is not exact.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Note {
    /// The place in the schema, as a JSON pointer.
    pub place: Str,
    /// The place in the type, as a path in its values; elements of unknown position have an
    /// unknown index.
    pub path: Path,
    /// The reason.
    pub message: &'static str,
    /// Which way it differs.
    pub misfit: Misfit,
    /// The subschema at the place.
    pub(crate) node: Option<NodeId>,
    /// Documents that may tell the two apart, in this place.
    pub(crate) hints: Vec<Document>,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.place)?;
        if !self.path.is_empty() {
            write!(f, " ({})", self.path)?;
        }
        write!(f, ": {}", self.message)
    }
}
