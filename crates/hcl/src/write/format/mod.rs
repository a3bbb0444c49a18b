//! Formatting of native syntax, as `terraform fmt` does it.
//!
//! Only blanks within lines change, and newlines are kept. The blanks depend only on the tokens, so
//! formatting is idempotent.
//!
//! - `layout`: the indentation and alignment of lines
//! - `spaces`: the spaces between two tokens
//! - `legacy`: conversion of the syntax before Terraform 0.12

mod layout;
mod legacy;
mod lines;
mod spaces;

use super::parse::{self, TemporaryCharges};
use crate::syntax::significant;
use layout::Layout;
use lines::whole_lines;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Span};
use polycty_core::values::grapheme_count;
use std::borrow::Cow;

/// The indentation of one level in created text.
pub(super) const UNIT: &str = "  ";

/// The changes that formatting makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Only blanks.
    Layout,
    /// Blanks and obsolete Terraform syntax: a single interpolation `"${a}"` is replaced with its
    /// expression; labels are quoted; the types of variables become type expressions, for example
    /// `list(any)` for `list`.
    Terraform,
}

/// Formats a text in native syntax. If `within` is set, only the lines with a byte of that span are
/// formatted, with the same result as when the whole text is formatted. `name` is the name of the
/// text in diagnostics.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_hcl::write::{Style, format};
/// let laid_out = format(b"a=[\n1]\nlong=2", "main.hcl", Style::Layout, None, &Budget::standard());
/// assert_eq!(laid_out.unwrap(), "a = [\n1]\nlong = 2");
/// ```
///
/// # Errors
/// [`Code::Syntax`] with diagnostics if the text cannot be parsed; [`Code::InvalidUtf8`] if a
/// comment is not valid UTF-8; [`Code::Limit`] if the budget is exceeded.
pub fn format(
    text: &[u8],
    name: &str,
    style: Style,
    within: Option<Span>,
    budget: &Budget,
) -> Result<String> {
    let temporary = TemporaryCharges::new(budget);
    let parsed = parse::config_and_tokens(text, name, budget)?;
    let source = &*parsed.tree.source().text;
    if source.as_bytes() != text {
        // Invalid UTF-8 outside comments is a syntax error.
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
    drop(temporary);
    budget.hold(out.len() as u64)?;
    Ok(out)
}

/// Formats a created text.
///
/// # Errors
/// [`Code::Limit`] if the budget is exceeded.
pub(super) fn lay_out(text: &str, budget: &Budget) -> Result<String> {
    let tokens = significant(text, budget)?;
    Layout::new(text, &tokens, budget)?.write(text, &tokens, None, budget)
}

/// Whether the first character of a line joins with a blank before it.
pub(super) fn joins_blanks(line: &str) -> bool {
    let first = line.trim_start().chars().next();
    first.is_some_and(|first| !first.is_ascii() && grapheme_count(&format!(" {first}")) < 2)
}
