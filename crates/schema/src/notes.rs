//! Notes: positions where a schema and a type differ.

use crate::document::Document;
use crate::model::NodeId;
use polycty_core::source::Path;
use polycty_core::types::Str;
use std::fmt;

/// The maximum number of notes. Further ones are omitted.
pub const MAX_NOTES: usize = polycty_translate::MAX_NOTES;

/// The direction of the difference between a result and its source at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: the directions are complete.
pub enum Mismatch {
    /// The result accepts more documents.
    Wider = 1,
    /// The result accepts fewer documents.
    Narrower = 2,
    /// The result may accept more documents, or fewer.
    Either = 3,
}

/// A place that is not exact.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Note {
    /// The position in the schema, as a JSON pointer.
    pub place: Str,
    /// The position in the type, as a path in its values. Elements at an unknown index have an
    /// unknown index.
    pub path: Path,
    /// The reason.
    pub message: &'static str,
    /// The direction of the difference.
    pub mismatch: Mismatch,
    /// The subschema at the position.
    pub(crate) node: Option<NodeId>,
    /// Documents that may show the difference at this position.
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
