//! Formatting of files.

use super::file::File;
use crate::answer::TextEdit;
use crate::layout::{edits, no_edits};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_hcl::write::{self, Style};

/// The edits that format the lines of a part of a file. There are none if it has errors of syntax or
/// is nested too deep.
pub(crate) fn format(
    file: &File,
    within: Span,
    style: Style,
    budget: &Budget,
) -> Result<Vec<TextEdit>> {
    if !file.diagnostics.is_empty() {
        return Ok(Vec::new());
    }
    let text = &*file.text;
    let is_whole = within.start == 0 && within.end as usize >= text.len();
    let part = (!is_whole).then_some(within);
    match write::format(text.as_bytes(), &file.path, style, part, budget) {
        Ok(formatted) => Ok(edits(text, &formatted)),
        Err(error) => no_edits(error, budget),
    }
}
