//! Reading: from a text to its tree.

use super::diagnostic::{SyntaxDiagnostic, SyntaxDiagnostics};
pub(crate) use super::grammar::Tree;
use super::grammar::parse;
use super::notation::Notation;
use super::scan::{Exponents, Tokens, scan_manifest, scan_template};
use super::tree::Program;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Source, SourceText};
use std::sync::OnceLock;

/// The bytes of memory per byte of a text: its copy, and its two line indices, which are built on
/// demand.
pub(super) const TEXT_BYTES: u64 = 3;

/// The maximum bytes of memory per token: tree, names, and lowered code.
const TREE_BYTES: u64 = 128;

/// Returns the tokens of a text of up to 4 GiB.
pub(crate) fn scan(text: &str, notation: Notation, budget: &Budget) -> Tokens {
    match notation {
        Notation::Manifest | Notation::Plan => scan_manifest(text, Exponents::AsRead, budget),
        Notation::Template => scan_template(text, budget),
        Notation::Written => scan_manifest(text, Exponents::AsWritten, budget),
    }
}

/// Returns the tree of a text's tokens, without the other parts of a [`Program`].
pub(crate) fn parse_tree(
    text: &str,
    mut tokens: Tokens,
    notation: Notation,
    budget: &Budget,
) -> Result<Tree, Box<SyntaxDiagnostic>> {
    parse(text, &mut tokens, notation, budget)
}

/// Parses a text by the grammar alone, without the validator.
///
/// The budget is charged one step for each byte of the text. Memory for the tokens is held while
/// they are produced, and memory for the tree is held before it is built.
///
/// # Errors
/// - The first syntax error, with Puppet's message and the code
///   [`Syntax`](polycty_core::source::Code::Syntax).
/// - [`Limit`](polycty_core::source::Code::Limit) if the text nests deeper than
///   [`MAX_PROGRAM_NESTING`](crate::depth::MAX_PROGRAM_NESTING) (less if few levels of the budget are left), or if the
///   budget is exceeded.
pub fn parse_program(
    source: Source,
    notation: Notation,
    budget: &Budget,
) -> Result<Program, Error> {
    budget.charge(source.text.len() as u64)?;
    if source.text.len() > u32::MAX as usize {
        let message = "the text has more than 4294967295 bytes";
        return Err(Error::new(Code::Limit, message));
    }
    budget.hold(source.text.len() as u64 * TEXT_BYTES)?;
    let tokens = scan(&source.text, notation, budget);
    budget.hold(tokens.tokens.len() as u64 * TREE_BYTES)?;
    budget.finish()?;
    let token_bytes = tokens.held_bytes;
    let read = match parse_tree(&source.text, tokens, notation, budget) {
        Ok(read) => read,
        Err(error) => {
            budget.finish()?;
            let text = SourceText::new(source, Vec::new());
            return Err(SyntaxDiagnostics(vec![*error]).into_error(&text));
        }
    };
    budget.release(token_bytes);
    Ok(Program {
        source: SourceText::new(source, Vec::new()),
        characters: OnceLock::new(),
        nodes: read.nodes,
        body: read.body,
        notation,
        template: read.template,
        warnings: read.warnings,
    })
}
