//! The whole lines that a span touches.

use polycty_core::source::Span;

/// Returns the span of all lines that contain a byte of a span, without the last newline.
pub(super) fn whole_lines(text: &str, span: Span) -> Span {
    let end = (span.end as usize).min(text.len());
    let start = (span.start as usize).min(end);
    if start == end {
        return Span::new(start, end);
    }
    let before = text.as_bytes()[..start].iter().rposition(|c| *c == b'\n');
    // The last byte of the span may be the newline of the last line.
    let after = text.as_bytes()[end - 1..].iter().position(|c| *c == b'\n');
    Span::new(
        before.map_or(0, |newline| newline + 1),
        after.map_or(text.len(), |len| end - 1 + len),
    )
}
