//! Truncated documents, and words with similar spellings. The expected values are those of
//! Terraform.

use super::decode::decode;
use polycty_core::calls::Budget;
use polycty_core::codec::json;

/// The value of a document as JSON, or the error.
fn outcome(text: &str) -> String {
    match decode(text, &Budget::new()) {
        Ok(value) => json::encode(&value, value.ty()).unwrap(),
        Err(error) => error.message().to_owned(),
    }
}

fn check(cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(outcome(text), *wanted, "{text:?}");
    }
}

#[test]
fn a_text_may_end_anywhere() {
    check(&[
        ("a: |\n  x", r#"{"a":"x"}"#),
        ("a: >-\n  a\n  b", r#"{"a":"a b"}"#),
        ("|\n a\n b", r#""a\nb""#),
        ("a: |\n  x\n ", r#"{"a":"x\n"}"#),
        ("a: |+\n  x\n ", r#"{"a":"x\n"}"#),
        ("a: |\n  x\u{2028}", r#"{"a":"x\u2028"}"#),
        ("? |\n x", r#"{"x":null}"#),
        ("a: |", r#"{"a":null}"#),
        ("\"a\\", "found unknown escape character"),
        ("'a", "found unexpected end of stream"),
        (
            "a: 1\nc: \"b",
            "on line 2, column 1: found unexpected end of stream",
        ),
        (
            "a: 1\nb",
            "on line 3, column 1: could not find expected ':'",
        ),
        (
            "a: |\n  x\nb: [",
            "on line 3, column 1: did not find expected node content",
        ),
        (
            "a: |\n  x\n b",
            "on line 2, column 2: did not find expected key",
        ),
        (
            "a: |\n  x\n\\x4\n \\x4!!str ",
            "on line 4, column 1: could not find expected ':'",
        ),
        ("a: \"\\x4", "did not find expected hexdecimal number"),
    ]);
}

#[test]
fn a_document_of_another_version_is_refused() {
    check(&[
        ("%YAML 1.1\n---\na", r#""a""#),
        ("%YAML 1.2\n---\na", "found incompatible YAML document"),
        ("%YAML 1.0\n---\na", "found incompatible YAML document"),
        ("%YAML 1.2", "found incompatible YAML document"),
        (
            "a\n...\n%YAML 1.2\n---\na",
            "on line 2, column 1: found incompatible YAML document",
        ),
    ]);
}

#[test]
fn tags_and_quotes_have_little_effect() {
    check(&[
        (
            "[!!int 12, !!int true, !!bool 12, !!int 1_0]",
            "[12,true,12,10]",
        ),
        ("[!!int '12', !!int ]", r#"["12",null]"#),
        (
            "!!int 'abc'",
            "cannot parse \"abc\" as tag:yaml.org,2002:int",
        ),
        (
            "!!binary abc",
            "cannot parse \"abc\" as tag:yaml.org,2002:binary: not valid base64",
        ),
        ("[!!null abc, !!str ]", r#"[null,""]"#),
        ("- |-\n  12\n- |-\n  ~\n", r#"["12",null]"#),
        ("- >-\n  2001-01-01\n", r#"["2001-01-01T00:00:00Z"]"#),
        ("! ''", "unsupported tag \"!\""),
        ("[a, !, \n]", "unsupported tag \"!,\""),
        ("a: 1\nb: {!x\n", "unsupported tag \"!x\""),
        ("[a: b*aa:]", r#"[{"a":"b*aa:"}]"#),
        ("[a?]", "did not find expected ',' or ']'"),
        (r#""x\'\'""#, r#""x''""#),
        (r#""\/""#, "found unknown escape character"),
        (
            "a:\n- \n!!int [,",
            "on line 4, column 1: could not find expected ':'",
        ),
    ]);
}

/// Every truncated document results in a value or an error, and is charged.
#[test]
#[expect(
    clippy::string_slice,
    reason = "offsets come from `char_indices` and `is_char_boundary`"
)]
fn no_text_is_too_much() {
    let text = "%TAG !e! tag:x,2000:\n---\n? &a |2-\n    x\n: >+ # c\n  y\n\n- \"\\U0001F44D\\\n  b\": \
                'it''s'\n  [*a, {? : b}, !e!x%41 c]: -\n  !<tag:y> d: --- \t\n...\n# é\r\n\u{85}";
    for start in text.char_indices().map(|(at, _)| at) {
        for end in (start..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = outcome(&text[start..end]);
        }
    }
    let wide = format!("[{}]", "a,".repeat(1 << 12));
    assert!(decode(&wide, &Budget::new().limit_steps(1 << 12)).is_err());
    assert!(decode(&wide, &Budget::new().limit_bytes(1 << 12)).is_err());
}

#[test]
fn handles_of_tags_are_found_by_their_names() {
    let handle = |at: usize| format!("%TAG !h{at}! tag:yaml.org,2002:\n");
    let many: String = (0..50_000).map(handle).collect();
    check(&[
        (
            &*format!("{many}---\n[!h7!str 1, !h49999!int 2]"),
            r#"["1",2]"#,
        ),
        (
            "%TAG !a! x\n%TAG !a! y\n--- 1",
            "on line 1, column 1: found duplicate %TAG directive",
        ),
    ]);
}
