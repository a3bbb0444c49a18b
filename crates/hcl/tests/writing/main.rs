//! Laws of writing: the invariants of formatting and editing.
//!
//! They are checked for the sources of all vectors, for generated texts in usual and unusual
//! layouts, and for mutants of both.

mod bytes;
mod editing;
mod finding;
mod formatting;
mod json;
mod lines;
mod lists;
mod making;
mod options;
mod spent;
mod texts;
