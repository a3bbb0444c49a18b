//! JSON Schema: which schema has the documents of a type, and which type those of a schema?

#![forbid(unsafe_code)]

mod candidates;
pub mod document;
mod evaluate;
mod export;
mod fits;
mod import;
mod inclusion;
mod model;
mod notes;
mod numeral;
mod pattern;
mod read;
mod relation;
mod uri;
mod write;

pub use document::{Document, Layout};
pub use evaluate::Validity;
pub use export::{Details, Exported, details_of, document_of, export};
pub use fits::{Question, fits, is_readable, value_of};
pub use import::{Imported, OpenObjects, import};
pub use inclusion::includes;
pub use model::{Node, NodeId, Schema, Types};
pub use notes::{MAX_NOTES, Misfit, Note};
pub use numeral::Numeral;
pub use pattern::Pattern;
pub use read::{Draft, Reading, Retrieve};
pub use relation::{Relation, Side, Verdict, assignability_witness, relation, translation_witness};
pub use write::Heading;

#[cfg(test)]
mod tests;
