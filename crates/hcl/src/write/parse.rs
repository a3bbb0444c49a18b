//! Parsing of texts that are edited, and its cost.
//!
//! Texts are parsed by the parser of the crate, within the operation that edits them. Temporary
//! trees and tokens are charged only while they exist.

use super::lines::for_levels;
use crate::syntax::{
    BodyId, ExprId, MAX_NESTING, Parsed, Token, parse_config_and_tokens, parse_config_within,
    parse_expression_within, significant,
};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Position, Result, Severity};

/// A section of an operation whose memory charges are released at its end.
pub(super) struct TemporaryCharges<'b> {
    budget: &'b Budget,
    before: u64,
}

impl<'b> TemporaryCharges<'b> {
    pub(super) fn new(budget: &'b Budget) -> TemporaryCharges<'b> {
        let before = budget.bytes();
        TemporaryCharges { budget, before }
    }
}

impl Drop for TemporaryCharges<'_> {
    fn drop(&mut self) {
        let charged = self.budget.bytes().saturating_sub(self.before);
        self.budget.release(charged);
    }
}

/// Parses a body and keeps its diagnostics.
pub(super) fn any_config(text: &[u8], name: &str, budget: &Budget) -> Result<Parsed<BodyId>> {
    let parsed = parse_config_within(text, name, Position::START, budget);
    budget.finish()?;
    Ok(parsed)
}

/// Parses a body that must have no errors.
pub(super) fn config(text: &[u8], name: &str, budget: &Budget) -> Result<Parsed<BodyId>> {
    without_errors(any_config(text, name, budget)?)
}

/// Parses a body that must have no errors, and returns its tokens, too.
pub(super) fn config_and_tokens(
    text: &[u8],
    name: &str,
    budget: &Budget,
) -> Result<Parsed<(BodyId, Vec<Token>)>> {
    let parsed = parse_config_and_tokens(text, name, budget);
    budget.finish()?;
    without_errors(parsed)
}

fn without_errors<T>(parsed: Parsed<T>) -> Result<Parsed<T>> {
    let is_error = |severity| severity == Severity::Error;
    if parsed.diagnostics.iter().any(|one| is_error(one.severity)) {
        Err(Error::from_diagnostics(Code::Syntax, parsed.diagnostics))
    } else {
        Ok(parsed)
    }
}

/// Parses the text of a value as an expression and keeps its diagnostics. A final heredoc needs a
/// newline, which is added.
pub(super) fn any_expression(text: &str, budget: &Budget) -> Result<Parsed<ExprId>> {
    let parsed = if text.contains("<<") {
        budget.hold(text.len() as u64)?;
        let text = [text, "\n"].concat();
        parse_expression_within(text.as_bytes(), "", Position::START, budget)
    } else {
        parse_expression_within(text.as_bytes(), "", Position::START, budget)
    };
    budget.finish()?;
    Ok(parsed)
}

/// Parses the text of a value that must have no diagnostics.
pub(super) fn expression(text: &str, budget: &Budget) -> Result<Parsed<ExprId>> {
    let parsed = any_expression(text, budget)?;
    if parsed.diagnostics.is_empty() {
        Ok(parsed)
    } else {
        Err(Error::from_diagnostics(Code::Syntax, parsed.diagnostics))
    }
}

/// Checks that items that are valid at the top level are also valid inside `level` blocks. Their
/// contents count toward the nesting limit.
pub(super) fn check_level(items: &str, level: u32, budget: &Budget) -> Result<()> {
    let temporary = TemporaryCharges::new(budget);
    let deepens = |token: &&Token| {
        use crate::syntax::Kind::*;
        matches!(
            token.kind,
            OpenBrace
                | OpenBracket
                | OpenParen
                | OpenQuote
                | OpenHeredoc
                | Interpolation
                | Directive
                | Minus
                | Bang
                | Question
                | Star
        )
    };
    // Each part of an expression adds at most two levels.
    let tokens = significant(items, budget)?;
    let most = tokens.iter().filter(deepens).count() as u32;
    if level == 0 || most.saturating_mul(2) + level + 2 <= MAX_NESTING {
        return Ok(());
    }
    let open = for_levels("b {\n", level as usize);
    let close = for_levels("}\n", level as usize);
    budget.hold((open.len() + items.len() + close.len()) as u64)?;
    let text = [&*open, items, &*close].concat();
    let parsed = any_config(text.as_bytes(), "", budget)?;
    drop(temporary);
    if parsed.diagnostics.is_empty() {
        Ok(())
    } else {
        Err(too_deep())
    }
}

#[cold]
pub(super) fn too_deep() -> Error {
    let message = format!("blocks and expressions may be nested at most {MAX_NESTING} levels deep");
    Error::new(Code::Limit, message)
}

/// Returns the tokens of a value, followed by a newline.
pub(super) fn value_tokens(text: &str, budget: &Budget) -> Result<Vec<Token>> {
    budget.hold(text.len() as u64)?;
    Ok(significant(&[text, "\n"].concat(), budget)?)
}

/// Returns the tokens of a piece of text that an operation has already been charged for.
pub(super) fn piece_tokens(text: &str) -> Vec<Token> {
    significant(text, &Budget::new()).unwrap_or_default()
}
