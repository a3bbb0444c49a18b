//! Formatting: how is a text laid out?
//!
//! As `terraform fmt` does it. Nothing but blanks within lines changes, which are a matter of
//! the tokens alone: so what is laid out once is laid out for good. The newlines stay as they
//! are.
//!
//! - `layout`: lines, how far they are indented, and what stands under one another in them
//! - `spaces`: whether a space stands between two tokens
//! - `legacy`: the notation of Terraform's first years, made into today's

mod layout;
mod legacy;
mod lines;
mod spaces;

use super::parse::{self, Meanwhile};
use crate::syntax::significant;
use layout::Layout;
use lines::whole_lines;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Span};
use polycty_core::values::grapheme_count;
use std::borrow::Cow;

/// What a level of what is made is indented by.
pub(super) const UNIT: &str = "  ";

/// What formatting changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Blanks, and nothing else.
    Layout,
    /// Blanks, and what Terraform has another notation for today: an expression alone in an
    /// interpolation, `"${a}"`, stands for itself; labels have quotes; the types of
    /// variables are type expressions, as `list(any)` for `list`.
    Terraform,
}

/// A text in native syntax, laid out: all of it, or the lines that have a byte of `within`,
/// in the way that they would have in the whole. `name` is the text's name in diagnostics.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_hcl::write::{Style, format};
/// let laid_out = format(b"a=[\n1]\nlong=2", "main.hcl", Style::Layout, None, &Budget::standard());
/// assert_eq!(laid_out.unwrap(), "a = [\n1]\nlong = 2");
/// ```
///
/// # Errors
/// [`Code::Syntax`] with the diagnostics where the text cannot be read; [`Code::InvalidUtf8`]
/// where a comment has bytes that are no text; what is spent.
pub fn format(
    text: &[u8],
    name: &str,
    style: Style,
    within: Option<Span>,
    budget: &Budget,
) -> Result<String> {
    let meanwhile = Meanwhile::new(budget);
    let parsed = parse::config_and_tokens(text, name, budget)?;
    let source = &*parsed.tree.source().text;
    if source.as_bytes() != text {
        // Such bytes anywhere else are faults.
        let message = format!("{name}: a comment is not UTF-8");
        return Err(Error::new(Code::InvalidUtf8, message));
    }
    let (root, mut tokens) = parsed.root;
    let (mut text, mut within) = (Cow::Borrowed(source), within);
    if style == Style::Terraform {
        let lines = within.map(|span| whole_lines(source, span));
        let changes = legacy::changes(&parsed.tree, root, &tokens, lines);
        if !changes.is_empty() {
            let (changed, span) = legacy::apply(source, &changes, lines);
            text = Cow::Owned(changed);
            within = span;
            tokens = significant(&text, budget)?;
        }
    }
    let layout = Layout::new(&text, &tokens, budget)?;
    let out = layout.write(&text, &tokens, within, budget)?;
    drop(meanwhile);
    budget.hold(out.len() as u64)?;
    Ok(out)
}

/// A text that is made, laid out.
///
/// # Errors
/// What is spent.
pub(super) fn lay_out(text: &str, budget: &Budget) -> Result<String> {
    let tokens = significant(text, budget)?;
    Layout::new(text, &tokens, budget)?.write(text, &tokens, None, budget)
}

/// Whether the first character of a line joins with a blank before it.
pub(super) fn joins_blanks(line: &str) -> bool {
    let first = line.trim_start().chars().next();
    first.is_some_and(|first| !first.is_ascii() && grapheme_count(&format!(" {first}")) < 2)
}
