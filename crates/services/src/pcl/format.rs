//! Formatting: the layout of HCL.

use crate::answer::TextEdit;
use crate::language::Context;
use polycty_core::source::{Code, Result, Span};
use polycty_hcl::write::{Style, format};

/// The edits of the lines of a part. The layout keeps the lines of a text; if it does not, the
/// whole text is replaced.
pub(super) fn edits(context: &Context<'_>, part: Span) -> Result<Vec<TextEdit>> {
    let text = context.document.text();
    let path = context.document.path();
    let formatted = match format(text.as_bytes(), path, Style::Layout, None, context.budget) {
        Ok(formatted) => formatted,
        Err(error) if matches!(error.code(), Code::Limit | Code::Cancelled) => return Err(error),
        Err(_) => return Ok(Vec::new()),
    };
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let new: Vec<&str> = formatted.split_inclusive('\n').collect();
    if old.len() != new.len() {
        return Ok(vec![TextEdit {
            span: context.document.span(),
            text: formatted.to_string(),
        }]);
    }
    let mut start = 0;
    let mut edits = Vec::new();
    for (old, new) in old.into_iter().zip(new) {
        let span = Span::new(start, start + old.len());
        start += old.len();
        if old != new && span.start <= part.end && part.start <= span.end {
            edits.push(TextEdit {
                span,
                text: new.to_owned(),
            });
        }
    }
    Ok(edits)
}
