//! Values of YAML documents. The expected values of scalars are those of the core schema of
//! YAML 1.2.

use super::decode_within;
use crate::calls::Budget;
use crate::codec::json;
use crate::source::Code;

/// The value of a document as JSON, or the error with its byte.
fn outcome(text: &str) -> String {
    match decode_within(text.as_bytes(), &Budget::standard()) {
        Ok(value) => json::encode(&value, value.ty()).unwrap(),
        Err(error) => match error.offset() {
            Some(at) => format!("{at}: {}", error.message()),
            None => error.message().to_owned(),
        },
    }
}

fn check(cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(outcome(text), *wanted, "{text:?}");
    }
}

#[test]
fn plain_scalars_follow_the_core_schema() {
    check(&[
        ("[true, True, TRUE, false]", "[true,true,true,false]"),
        (
            "[yes, no, on, off, y, tRUE]",
            r#"["yes","no","on","off","y","tRUE"]"#,
        ),
        ("[null, ~, Null, NULL, ]", "[null,null,null,null]"),
        ("- \n- nULL", r#"[null,"nULL"]"#),
        ("[12, -7, +3, 0o17, 0x1F, 007]", "[12,-7,3,15,31,7]"),
        ("[1_000, 0b1, 1:30, 0o8]", r#"["1_000","0b1","1:30","0o8"]"#),
        ("[1.5, .5, 2., 1e3, -1.5E-2]", "[1.5,0.5,2,1000,-0.015]"),
        ("[2001-01-01, 1.2.3, .]", r#"["2001-01-01","1.2.3","."]"#),
        ("['12', \"true\", 'null']", r#"["12","true","null"]"#),
        ("- |\n  12\n- >-\n  null\n", r#"["12\n","null"]"#),
        (".nan", "0: floating point NaN is not supported"),
        ("", "null"),
        ("# only a comment\n", "null"),
        ("---\n...\n", "null"),
        ("%YAML 1.2\n---\na", r#""a""#),
        ("\u{feff}a: 1\nb: 2\n", r#"{"a":1,"b":2}"#),
        (r#"{"a": [1, {"b": null}]}"#, r#"{"a":[1,{"b":null}]}"#),
    ]);
}

#[test]
fn keys_are_texts_and_unique() {
    check(&[
        (
            "80: a\n1.50: b\ntrue: c\n",
            r#"{"1.50":"b","80":"a","true":"c"}"#,
        ),
        ("a: 1\n'a': 2", "5: duplicate key \"a\""),
        ("? [a]\n: 1", "2: a key must be a scalar"),
        ("~: 1", "0: a key must not be null"),
        ("'~': 1", r#"{"~":1}"#),
    ]);
}

#[test]
fn merge_keys_add_what_is_missing() {
    check(&[
        (
            "x: &x {p: 1, q: 2}\ny: &y {q: 3, r: 4}\nz:\n  <<: [*x, *y]\n  p: 0\n",
            r#"{"x":{"p":1,"q":2},"y":{"q":3,"r":4},"z":{"p":0,"q":2,"r":4}}"#,
        ),
        (
            "x: &x {p: 1}\nz:\n  p: 0\n  <<: *x\n",
            r#"{"x":{"p":1},"z":{"p":0}}"#,
        ),
        ("'<<': 1", r#"{"\u003c\u003c":1}"#),
        (
            "<<: 1",
            "4: expected a mapping or a sequence of mappings after the merge key",
        ),
    ]);
}

#[test]
fn anchors_and_tags() {
    check(&[
        ("[&a x, *a]", r#"["x","x"]"#),
        ("&a [*a]", "4: anchor \"a\" is used in its own definition"),
        ("[*b]", "1: undefined anchor \"b\""),
        (
            "[!!str 1, !!int '2', !!float 3, !!bool true, !!null '', ! 4]",
            r#"["1",2,3,true,null,"4"]"#,
        ),
        (
            "!!int x",
            "0: the scalar is not a value of the tag \"tag:yaml.org,2002:int\"",
        ),
        ("!!set {a}", "0: unsupported tag \"tag:yaml.org,2002:set\""),
        ("!Ref a", "0: unsupported tag \"!Ref\""),
    ]);
}

#[test]
fn a_text_has_one_document() {
    check(&[
        (
            "a\n---\nb\n",
            "2: expected one document, found more content",
        ),
        (
            "a: 1\n b: 2\n",
            "7: mapping values are not allowed in this context",
        ),
        ("a: \u{1}", "3: control character '\\u{1}' is not allowed"),
    ]);
    let error = decode_within(b"a: \xff", &Budget::standard()).unwrap_err();
    assert_eq!(error.offset(), Some(3));
}

#[test]
fn expansion_and_depth_are_limited() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x]\n".to_owned();
    for at in 1..60 {
        let last = at - 1;
        bomb += &format!("a{at}: &a{at} [*a{last}, *a{last}, *a{last}, *a{last}]\n");
    }
    // The parts are shared, so only the number of parts is too large.
    let error = decode_within(bomb.as_bytes(), &Budget::standard()).unwrap_err();
    assert_eq!(error.code(), Code::Limit, "{}", error.message());
    assert_eq!(outcome(&"[".repeat(100_000)), "128: exceeded max depth");
    let wide = format!("[{}]", "a,".repeat(1 << 12));
    let few = Budget::new().limit_bytes(1 << 12);
    assert!(decode_within(wide.as_bytes(), &few).is_err());
}

#[test]
fn merged_sequences_of_an_alias_are_charged() {
    let text = format!(
        "a: &a [{}]\nb:\n{}",
        "{},".repeat(4_000),
        "- {<<: *a}\n".repeat(4_000)
    );
    let budget = Budget::new().limit_steps(2_000_000);
    let error = decode_within(text.as_bytes(), &budget).unwrap_err();
    assert!(error.code().is_refusal(), "{error}");
}
