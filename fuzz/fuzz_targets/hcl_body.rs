//! Any bytes as HCL's native syntax: no panic, and every node knows its place.
#![no_main]

#[path = "../../tests/languages/support/hcl_ranges.rs"]
mod hcl_ranges;

use libfuzzer_sys::fuzz_target;
use polycty::source::Position;
use polycty::dialect::hcl::syntax::parse_config;

fuzz_target!(|text: &[u8]| {
    let parsed = parse_config(text, "", Position::START);
    assert_eq!(parsed.tree.source().text.len(), text.len());
    hcl_ranges::check(&parsed, |walk, root| walk.body(root));
});
