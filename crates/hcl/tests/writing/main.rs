//! Laws of writing: do texts that are formatted and changed keep what they are to keep?
//!
//! Over the sources of all vectors, over texts that are made in every layout people and
//! nobody would choose, and over mutants of both.

mod bytes;
mod editing;
mod finding;
mod formatting;
mod json;
mod lines;
mod lists;
mod making;
mod spent;
mod texts;
