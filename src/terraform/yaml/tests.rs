//! Documents that end anywhere. What is wanted is what Terraform gives.

use super::decode::decode;
use polycty_core::calls::Budget;
use polycty_core::codec::json;

/// The value of a document as JSON, or what is wrong with it.
fn told(text: &str) -> String {
    match decode(text, &Budget::new()) {
        Ok(value) => json::encode(&value, value.ty()).unwrap(),
        Err(error) => error.message().to_owned(),
    }
}

#[test]
fn a_block_may_end_with_the_text() {
    for (text, wanted) in [
        ("a: |\n  x", r#"{"a":"x"}"#),
        ("a: >-\n  a\n  b", r#"{"a":"a b"}"#),
        ("|\n a\n b", r#""a\nb""#),
    ] {
        assert_eq!(told(text), wanted, "{text:?}");
    }
}
