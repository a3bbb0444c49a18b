//! Formatting of native syntax, as `terraform fmt` does it unless options change that.
//!
//! Only blanks within lines change, and newlines are kept. The blanks depend only on the tokens, so
//! formatting is idempotent. Before that, items are sorted and long lines are broken until there is
//! nothing left to sort or to break.
//!
//! - `options`: the options
//! - `layout`: the indentation and alignment of lines
//! - `heredoc`: the expressions in heredocs, and the indentation of `<<-` heredocs
//! - `spaces`: the spaces between two tokens
//! - `legacy`: conversion of the syntax before Terraform 0.12
//! - `order`: the order of arguments, blocks and keys
//! - `width`: the breaks in long lines

mod heredoc;
mod layout;
mod legacy;
mod lines;
mod options;
mod order;
mod spaces;
mod width;

pub use options::{Alignment, FORMAT_WIDTHS, FormatOptions, Heredocs, Order, Style};

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
/// Options other than a style:
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_hcl::write::{FormatOptions, Style, format};
/// let mut options = FormatOptions::from(Style::Terraform);
/// options.width = Some(20);
/// let text = b"ports = [\"http\", \"https\"]\n";
/// let broken = format(text, "main.tf", options, None, &Budget::standard());
/// assert_eq!(broken.unwrap(), "ports = [\n  \"http\",\n  \"https\",\n]\n");
/// ```
///
/// # Errors
/// [`Code::Syntax`] with diagnostics if the text cannot be parsed; [`Code::InvalidUtf8`] if a
/// comment is not valid UTF-8; [`Code::InvalidArgument`] for a width outside of [`FORMAT_WIDTHS`], and
/// for a width or an order together with `within`; [`Code::Limit`] if the budget is exceeded.
pub fn format(
    text: &[u8],
    name: &str,
    options: impl Into<FormatOptions>,
    within: Option<Span>,
    budget: &Budget,
) -> Result<String> {
    formatted(text, name, &options.into(), within, budget)
}

fn formatted(
    text: &[u8],
    name: &str,
    options: &FormatOptions,
    within: Option<Span>,
    budget: &Budget,
) -> Result<String> {
    options.check(within.is_none())?;
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
    if options.style == Style::Terraform {
        let lines = within.map(|span| whole_lines(source, span));
        let changes = legacy::changes(&parsed.tree, root, &tokens, lines);
        if !changes.is_empty() {
            let (changed, span) = legacy::apply(source, &changes, lines);
            text = Cow::Owned(changed);
            within = span;
            tokens = significant(&text, budget)?;
        }
    }
    let out = loop {
        // Items that were on one line can be sorted after a pass has broken the line.
        if options.order != Order::Source
            && let Some(sorted) = order::sorted(&text, name, options, budget)?
        {
            tokens = significant(&sorted, budget)?;
            text = Cow::Owned(sorted);
        }
        let pass = TemporaryCharges::new(budget);
        let layout = Layout::new(&text, &tokens, options, budget)?;
        let broken = match options.width {
            Some(width) => width::broken(&text, &tokens, &layout, width, budget)?,
            None => None,
        };
        let Some(broken) = broken else {
            break layout.write(&text, &tokens, within, budget)?;
        };
        drop(pass);
        budget.hold(broken.len() as u64)?;
        tokens = significant(&broken, budget)?;
        text = Cow::Owned(broken);
    };
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
    let options = FormatOptions::from(Style::Layout);
    Layout::new(text, &tokens, &options, budget)?.write(text, &tokens, None, budget)
}

/// Whether the first character of a line joins with a blank before it.
pub(super) fn joins_blanks(line: &str) -> bool {
    let first = line.trim_start().chars().next();
    first.is_some_and(|first| !first.is_ascii() && grapheme_count(&format!(" {first}")) < 2)
}
