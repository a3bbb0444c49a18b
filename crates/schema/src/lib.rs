//! JSON Schema for types, and types for JSON Schema.
//!
//! The meaning of a type is the set of its values; the meaning of a schema is the set of documents
//! that it accepts. Both are compared through the documents that values are written as. There are
//! two questions about a document and a type ([`Question`]): a document *is a value* of the type if
//! an instance of the type is written as it, and it *converts* to the type if the language can
//! construct an instance from its content. Numbers are compared by value, as in JSON Schema: `1.0`
//! is an Integer of Puppet, and `1` is a Float. Documents that a language cannot read
//! ([`is_readable`]) are not values of any of its types, and no statement is made about them.
//!
//! [`export`] and [`import`] return the nearest schema and the nearest type, with a [`Note`] for
//! each position that is not exact. Their `relation` returns the [`Inclusion`] and a witness: a
//! document that one side accepts and the other refuses. [`relation`](fn@relation) compares any two
//! sides. [`translation_witness`] and [`assignability_witness`] show the difference that a
//! translation makes and the reason why a type is not assignable.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::dialect::DialectId::{Hcl, Puppet};
//! use polycty_schema::{Details, Heading, Layout, OpenObjects, Question, Inclusion, export, import};
//! use polycty_dialects::dialect;
//! let budget = Budget::standard();
//! let ty = dialect(Puppet).parse_type("Struct[{port => Integer[1, 65535]}]", &budget)?;
//! let made = export(&ty, Puppet, Question::IsValue, &Details::default(), &budget)?;
//! let written = made.schema.to_document(Heading::None, &budget)?;
//! assert_eq!(
//!     written.at("/properties/port").unwrap().to_text(Layout::Compact),
//!     r#"{"type":"integer","minimum":1,"maximum":65535}"#
//! );
//! let back = import(&made.schema, Hcl, OpenObjects::Closed, &budget)?;
//! assert_eq!(dialect(Hcl).format_type(&back.ty, &budget)?, "object({port=number})");
//! let found = back.relation(&made.schema, Hcl, &budget)?;
//! assert_eq!(found.inclusion, Inclusion::Wider);
//! assert_eq!(found.more.unwrap().to_text(Layout::Compact), "null");
//! # Ok::<(), polycty_core::source::Error>(())
//! ```
//!
//! Modules, from the lowest layer:
//!
//! - [`document`], `numeral`: JSON documents and their numbers
//! - `pattern`: regular expressions; `model`: schemas of every draft; `uri`: references
//! - `read`, `write`: schemas from and to documents
//! - `evaluate`: validation of documents by schemas
//! - `values`: documents of values; `fits`: documents as values of a type
//! - `export`: schemas of types; `variables`: the variables of a Terraform module; `class`:
//!   Puppet's classes
//! - `test_documents`: documents that may distinguish two sides; `inclusion`: proofs; `relation`: verdicts
//! - `import`: types of schemas

#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics, so each slice states the reason why
// its offset is one.
#![deny(clippy::string_slice)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(feature = "puppet")]
mod class;
pub mod document;
mod evaluate;
mod export;
mod facts;
mod fits;
mod import;
mod inclusion;
mod model;
mod notes;
mod numeral;
mod pattern;
mod read;
mod relation;
mod test_documents;
mod uri;
mod values;
#[cfg(feature = "terraform")]
mod variables;
mod write;

#[cfg(feature = "puppet")]
pub use class::export_class;
pub use document::{Document, Layout};
pub use evaluate::Validity;
#[cfg(feature = "terraform")]
pub use export::export_module;
pub use export::{Details, Exported, details_of, export};
pub use fits::{Question, fits, is_readable};
pub use import::{Imported, OpenObjects, import};
pub use inclusion::includes;
pub use model::{Bound, Condition, Node, NodeId, Schema, Types};
pub use notes::{MAX_NOTES, Mismatch, Note};
pub use numeral::Numeral;
pub use pattern::Pattern;
pub use read::{Draft, Reading, Retrieve};
pub use relation::{
    Inclusion, Relation, Side, assignability_witness, relation, translation_witness,
};
pub use values::{document_of, value_of};
#[cfg(feature = "terraform")]
pub use variables::Variables;
pub use write::Heading;

#[cfg(all(
    test,
    feature = "pcl",
    feature = "puppet",
    feature = "mcl",
    feature = "terraform"
))]
mod tests;
