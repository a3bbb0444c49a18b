//! JSON Schema: schemas of types, and types of schemas.
//!
//! A type of a language is told apart from others by its values, a schema by the documents that
//! it lets through. What joins the two is what a value is written as: a document *is a value* of
//! a type when some instance is written as it, and *converts* to it when the language makes an
//! instance of what it says ([`Question`]). Numbers are their values, as JSON Schema has them:
//! `1.0` is an Integer of Puppet, and `1` a Float. Documents that a language cannot read at all
//! ([`is_readable`]) are of no type, and nothing is claimed about them.
//!
//! [`export`] and [`import`] give the nearest schema and the nearest type, with a [`Note`] for
//! each place that is not exact; their `relation` gives the [`Verdict`] with a witness, a
//! document that one side takes and the other refuses. [`relation`](fn@relation) compares any two
//! sides, [`translation_witness`] and [`assignability_witness`] show what a translation loses and
//! why a type is not assignable.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::dialect::DialectId::{Hcl, Puppet};
//! use polycty_schema::{Details, Heading, Layout, OpenObjects, Question, Verdict, export, import};
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
//! assert_eq!(found.verdict, Verdict::Wider);
//! assert_eq!(found.more.unwrap().to_text(Layout::Compact), "null");
//! # Ok::<(), polycty_core::source::Error>(())
//! ```
//!
//! The rooms, from the ground up: [`document`] and `numeral` (what JSON says), `pattern` (its
//! regular expressions), `model` (schemas of every draft), `uri`, `read` and `write`,
//! `evaluate` (does a schema let a document through), `values` (what a value is written as), `fits`
//! (is a document of a type),
//! `export`, `variables` (what a module of Terraform takes), `candidates` (documents that may tell two
//! sides apart), `inclusion` (proofs), `relation` (verdicts), `import` and `class` (Puppet's classes).

#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics: each one states its reason.
#![deny(clippy::string_slice)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod candidates;
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
pub use notes::{MAX_NOTES, Misfit, Note};
pub use numeral::Numeral;
pub use pattern::Pattern;
pub use read::{Draft, Reading, Retrieve};
pub use relation::{Relation, Side, Verdict, assignability_witness, relation, translation_witness};
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
