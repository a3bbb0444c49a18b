//! Parsing of texts that are edited, and its cost.
//!
//! Texts are read by the reader, within the operation that writes them; what is only looked at
//! is held for as long as that takes.

use super::lines::for_levels;
use crate::syntax::{
    BodyId, ExprId, MAX_NESTING, Parsed, Token, parse_config_and_tokens, parse_config_within,
    parse_expression_within, significant,
};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Position, Result, Severity};

/// A part of an operation, after which nothing more is held than before it.
pub(super) struct Meanwhile<'b> {
    budget: &'b Budget,
    before: u64,
}

impl<'b> Meanwhile<'b> {
    pub(super) fn new(budget: &'b Budget) -> Meanwhile<'b> {
        let before = budget.bytes();
        Meanwhile { budget, before }
    }
}

impl Drop for Meanwhile<'_> {
    fn drop(&mut self) {
        let held = self.budget.bytes().saturating_sub(self.before);
        self.budget.release(held);
    }
}

/// A body, with whatever is wrong with it.
pub(super) fn any_config(text: &[u8], name: &str, budget: &Budget) -> Result<Parsed<BodyId>> {
    let parsed = parse_config_within(text, name, Position::START, budget);
    budget.finish()?;
    Ok(parsed)
}

/// A body that nothing is wrong with.
pub(super) fn config(text: &[u8], name: &str, budget: &Budget) -> Result<Parsed<BodyId>> {
    without_errors(any_config(text, name, budget)?)
}

/// A body that nothing is wrong with, and its tokens.
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
    match parsed.diagnostics.iter().any(|one| is_error(one.severity)) {
        false => Ok(parsed),
        true => Err(Error::from_diagnostics(Code::Syntax, parsed.diagnostics)),
    }
}

/// The text of a value as an expression, with whatever is wrong with it. It may end with a
/// heredoc, which a newline ends.
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

/// The same, if nothing is wrong with it.
pub(super) fn expression(text: &str, budget: &Budget) -> Result<Parsed<ExprId>> {
    let parsed = any_expression(text, budget)?;
    match parsed.diagnostics.is_empty() {
        true => Ok(parsed),
        false => Err(Error::from_diagnostics(Code::Syntax, parsed.diagnostics)),
    }
}

/// Whether items that can be read by themselves can be read so many blocks deep, too: what is
/// in them nests as well.
pub(super) fn check_level(items: &str, level: u32, budget: &Budget) -> Result<()> {
    let meanwhile = Meanwhile::new(budget);
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
    // No part of an expression goes more than two levels further in.
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
    drop(meanwhile);
    match parsed.diagnostics.is_empty() {
        true => Ok(()),
        false => Err(too_deep()),
    }
}

#[cold]
pub(super) fn too_deep() -> Error {
    let message =
        format!("blocks and what is in them may be nested up to {MAX_NESTING} levels deep");
    Error::new(Code::Limit, message)
}

/// The tokens of a value, which a newline ends.
pub(super) fn value_tokens(text: &str, budget: &Budget) -> Result<Vec<Token>> {
    budget.hold(text.len() as u64)?;
    Ok(significant(&[text, "\n"].concat(), budget)?)
}

/// The tokens of a piece of a text that an operation has been charged for.
pub(super) fn piece_tokens(text: &str) -> Vec<Token> {
    significant(text, &Budget::new()).unwrap_or_default()
}
