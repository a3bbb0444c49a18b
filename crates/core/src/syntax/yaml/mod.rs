//! YAML: the events of documents.
//!
//! The grammar is that of YAML 1.1 as the first versions of libyaml read it, which go-cty-yaml
//! follows: the accepted documents and its reported positions follow from the order in which the
//! scanner works. The resolution of scalars and the treatment of merge keys belong to the readers.
//!
//! - `cursor`: a position in a text; `error`: syntax errors
//! - `text`: scalars; `properties`: anchors, tags, directives
//! - `scan`: text to tokens (`token`)
//! - `parse`: tokens to events

mod cursor;
mod error;
mod parse;
mod properties;
mod scan;
mod text;
mod token;

pub use error::{Mark, SyntaxError};
pub use parse::{Event, EventKind, Parser, Properties};
pub use token::Style;

/// Returns whether a character is not allowed in documents.
#[must_use]
pub fn is_forbidden(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        c => c.is_control(),
    }
}
