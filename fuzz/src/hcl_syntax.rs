//! Any bytes as HCL's native syntax: no panic, and every node has its position.

#[path = "../../tests/languages/support/hcl_ranges.rs"]
mod hcl_ranges;

use polycty::dialect::hcl::syntax::{parse_config, parse_expression, parse_template};
use polycty::source::Position;

/// Bytes as an expression.
pub fn expression(text: &[u8]) {
    let parsed = parse_expression(text, "", Position::START);
    assert_eq!(parsed.tree.source().text.len(), text.len());
    hcl_ranges::check(&parsed, |walk, root| walk.expression(root));
}

/// Bytes as a template.
pub fn template(text: &[u8]) {
    let parsed = parse_template(text, "", Position::START);
    assert_eq!(parsed.tree.source().text.len(), text.len());
    hcl_ranges::check(&parsed, |walk, root| walk.expression(root));
}

/// Bytes as a body.
pub fn body(text: &[u8]) {
    let parsed = parse_config(text, "", Position::START);
    assert_eq!(parsed.tree.source().text.len(), text.len());
    hcl_ranges::check(&parsed, |walk, root| walk.body(root));
}
