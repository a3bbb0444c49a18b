//! Tests of the cases that the conformance vectors do not have: limits, offsets, documents that are
//! not text, and independence of previously decoded values.

use super::json::{self, Reader};
use super::msgpack;
use super::type_json::read_type;
use crate::calls::Budget;
use crate::number::Number;
use crate::source::{Code, Error};
use crate::types::Type;
use crate::values::Value;
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn ty(json: &str) -> Type {
    read_type(json).unwrap()
}

fn failure(text: &[u8], type_json: &str) -> Error {
    json::decode(text, &ty(type_json)).unwrap_err()
}

fn shown(text: &str, type_json: &str) -> String {
    match json::decode(text.as_bytes(), &ty(type_json)) {
        Ok(value) => format!("{value:?}"),
        Err(error) if error.path().is_empty() => error.message().to_owned(),
        Err(error) => format!("{}: {}", error.path(), error.message()),
    }
}

#[test]
fn syntax_errors_precede_type_errors_within_an_outermost_part() {
    for (text, type_json, wanted) in [
        // The second element is never read.
        (
            r#"[true, @]"#,
            r#"["list","number"]"#,
            "[0]: number is required",
        ),
        // Inside one element the invalid text after the error takes precedence.
        (
            r#"[[true, @]]"#,
            r#"["list",["list","number"]]"#,
            "[0]: failed to read list value: invalid character '@' looking for beginning of value",
        ),
        (
            r#"{"a" 1}"#,
            r#"["map","number"]"#,
            r#"["a"]: failed to read map value: expected colon after object key"#,
        ),
        (
            "[1 2]",
            r#"["list","number"]"#,
            "[1]: failed to read list value: expected comma after array element",
        ),
        (
            "[1}",
            r#"["list","number"]"#,
            "invalid character '}' after array element",
        ),
        (
            "[1,",
            r#"["list","number"]"#,
            "[1]: failed to read list value: EOF",
        ),
        ("[1", r#"["list","number"]"#, "EOF"),
        (
            r#"{"a":1,"#,
            r#"["object",{"a":"number"}]"#,
            ".a: failed to read object key: EOF",
        ),
        (
            r#"{"a":1 "a":2}"#,
            r#"["object",{"a":"number"}]"#,
            ".a: failed to read object key: invalid character '\"' after object key:value pair",
        ),
        ("tru", r#""number""#, "unexpected EOF"),
        (
            "truth",
            r#""number""#,
            "invalid character 't' in literal true (expecting 'e')",
        ),
        ("1x", r#""number""#, "1"),
        ("01", r#""number""#, "0"),
        (
            "[01]",
            r#"["list","number"]"#,
            "[1]: failed to read list value: expected comma after array element",
        ),
        ("-", r#""number""#, "unexpected EOF"),
        ("1.", r#""number""#, "unexpected EOF"),
        (
            "1.e",
            r#""number""#,
            "invalid character 'e' after decimal point in numeric literal",
        ),
        (
            "\"\n\"",
            r#""string""#,
            "invalid character '\\n' in string literal",
        ),
        (
            r#""\x""#,
            r#""string""#,
            "invalid character 'x' in string escape code",
        ),
    ] {
        assert_eq!(shown(text, type_json), wanted, "{text}");
    }
}

/// The paths are those of go-cty's `ctyjson.Unmarshal`.
#[test]
fn errors_inside_a_value_of_type_any_have_a_full_path() {
    let object = r#"["object",{"a":"dynamic"}]"#;
    let cases = [
        (
            r#"{"a":{"value":{"x":[1,"y",{}]},"type":["object",{"x":["list","number"]}]}}"#,
            ".a.x[1]: a number is required",
        ),
        (
            r#"{"a":{"value":"x","type":"number"}}"#,
            ".a: a number is required",
        ),
        (
            r#"{"a":{"value":{"b":"z"},"type":["map","number"]}}"#,
            ".a[\"b\"]: a number is required",
        ),
        (
            r#"{"a":{"value":"x"}}"#,
            ".a: missing type in dynamically-typed value",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text, object), expected, "{text}");
    }
}

#[test]
fn strings_are_read_as_in_go_cty() {
    for (text, wanted) in [
        (r#""\ud83d\ude00\/\b\u0041""#, "😀/\u{8}A"),
        (r#""\ud83d\u0041""#, "\u{fffd}A"),
        (r#""\ude00x""#, "\u{fffd}x"),
        (r#""\ud83d""#, "\u{fffd}"),
        (r#""e\u0301""#, "é"),
        ("\"e\u{301}\"", "é"),
        ("123.0", "123.0"),
    ] {
        let value = json::decode(text.as_bytes(), Type::string()).unwrap();
        assert_eq!(value.as_str(), Some(wanted), "{text}");
        assert!(value.is_nfc_string());
    }
    // Every byte of invalid UTF-8 is replaced, not every sequence.
    let value = json::decode(b"\"a\xf0\x9f\x98\"", Type::string()).unwrap();
    assert_eq!(value.as_str(), Some("a\u{fffd}\u{fffd}\u{fffd}"));
}

#[test]
fn errors_have_an_offset() {
    assert_eq!(
        failure(b"[1, true]", r#"["list","number"]"#).offset(),
        Some(4)
    );
    assert_eq!(failure(b"[1, @]", r#"["list","number"]"#).offset(), Some(4));
    let object = r#"["object",{"a":"number"}]"#;
    assert_eq!(failure(br#" {"b":1}"#, object).offset(), Some(2));
    assert_eq!(failure(br#"{"a":"x"}"#, object).offset(), Some(5));
    let bytes = [0x92, 0xa1, b'a', 0xa2, b'b', 0xff];
    let error = msgpack::decode(&bytes, &ty(r#"["list","string"]"#)).unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::InvalidUtf8, Some(5)));
}

#[test]
fn attributes_may_have_any_order() {
    let list = r#"["list",["object",{"a":"number","b":"number","c":"number"}]]"#;
    let text = r#"[{"a":1,"b":2,"c":3},{"c":3,"a":1,"b":2},{"b":2},{"b":0,"b":2,"c":3,"a":9,"a":1},
        {"\u0061":1,"b":2 , "c" :3},{}]"#;
    assert_eq!(
        shown(text, list),
        concat!(
            r#"[{"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2, "c": 3}, "#,
            r#"{"a": null(Number), "b": 2, "c": null(Number)}, {"a": 1, "b": 2, "c": 3}, "#,
            r#"{"a": 1, "b": 2, "c": 3}, "#,
            r#"{"a": null(Number), "b": null(Number), "c": null(Number)}]"#,
        )
    );
    assert_eq!(
        shown(r#"{"b":1,"a":2,"b":3}"#, r#"["map","number"]"#),
        r#"{"a": 2, "b": 3}"#
    );
}

#[test]
fn a_wrapper_may_have_the_type_of_its_container() {
    let any = r#"["object",{"a":"dynamic","b":"number"}]"#;
    let text = format!(
        r#"{{"b":1,"a":{{"value":{{"a":{{"value":7,"type":"number"}},"b":2}},"type":{any}}}}}"#
    );
    assert_eq!(shown(&text, any), r#"{"a": {"a": 7, "b": 2}, "b": 1}"#);
}

#[test]
fn excessive_input_fails_early() {
    let begin = Instant::now();
    let deep = "[".repeat(1_000_000);
    for text in [
        deep.clone(),
        format!("[{deep}"),
        "{\"a\":".repeat(1_000_000),
    ] {
        for type_json in [r#""string""#, r#"["list","string"]"#, r#"["map","string"]"#] {
            let error = failure(text.as_bytes(), type_json);
            assert!(matches!(error.code(), Code::Limit | Code::Type), "{error}");
        }
        let error = json::implied_type(text.as_bytes()).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
    }
    let mut wrapped = "1".to_owned();
    for _ in 0..200 {
        wrapped = format!(r#"{{"value":{wrapped},"type":"dynamic"}}"#);
    }
    assert_eq!(
        failure(wrapped.as_bytes(), r#""dynamic""#).code(),
        Code::Limit
    );
    for number in [
        "1e999999999999",
        &"9".repeat(1 << 20),
        &format!("0.{}1", "0".repeat(1 << 20)),
    ] {
        if let Err(error) = json::decode(number.as_bytes(), Type::number()) {
            assert!(
                matches!(error.code(), Code::Limit | Code::Conversion),
                "{error}"
            );
        }
    }
    let nested = vec![0x91; 1_000_000];
    assert_eq!(
        msgpack::implied_type(&nested).unwrap_err().code(),
        Code::Limit
    );
    let mut wrapped = Vec::new();
    for _ in 0..1000 {
        wrapped.extend_from_slice(b"\x92\xc4\x09\"dynamic\"");
    }
    let error = msgpack::decode(&wrapped, Type::any()).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    // Lengths without a body.
    for head in [
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
    ] {
        assert!(msgpack::decode(head, &ty(r#"["list","string"]"#)).is_err());
        assert!(msgpack::decode(head, &ty(r#"["map","string"]"#)).is_err());
        assert!(msgpack::decode(head, Type::string()).is_err());
        assert!(msgpack::implied_type(head).is_err());
    }
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn values_of_maximum_depth_round_trip() {
    let mut value = Value::string("x");
    for _ in 1..crate::types::MAX_DEPTH {
        value = Value::list(vec![value]).unwrap();
    }
    let text = json::encode(&value, value.ty()).unwrap();
    assert_eq!(json::decode(text.as_bytes(), value.ty()).unwrap(), value);
    let any = json::encode(&value, Type::any()).unwrap();
    assert_eq!(json::decode(any.as_bytes(), Type::any()).unwrap(), value);
    let bytes = msgpack::encode(&value, Type::any()).unwrap();
    assert_eq!(msgpack::decode(&bytes, Type::any()).unwrap(), value);
}

#[test]
fn objects_with_missing_attributes_keep_their_own_type() {
    // {}, {"a": 1, "a": 2}, and a list of them, as in cty.
    let object = ty(r#"["object",{"a":"number","b":"number"}]"#);
    let short = msgpack::decode(b"\x82\xa1a\x01\xa1a\x02", &object).unwrap();
    assert_eq!(format!("{short:?}"), r#"{"a": 2}"#);
    let list = Type::list(object.clone()).unwrap();
    let empty = msgpack::decode(b"\x91\x80", &list).unwrap();
    assert_eq!(*empty.ty(), ty(r#"["list",["object",{}]]"#));
    assert!(msgpack::decode(b"\x92\x80\x82\xa1a\x01\xa1b\x02", &list).is_err());
}

/// Consecutive elements of a tuple that are objects of one type are stored together. This must not
/// affect the elements and their order.
#[test]
fn objects_in_a_tuple_are_decoded_as_they_are_alone() {
    let object = |at: usize| format!(r#"{{"n":{at},"s":"t{at}","t":{{"u":[{at}]}}}}"#);
    let kinds: [&dyn Fn(usize) -> String; 4] = [
        &object,
        &|at| format!(r#"{{"n":{at}}}"#),
        &|_| "null".to_owned(),
        &|_| r#""text""#.to_owned(),
    ];
    for (runs, nested) in [
        (&[(0, 300)][..], false),
        (
            &[(3, 2), (0, 1), (1, 20), (0, 9), (2, 3), (0, 30)][..],
            false,
        ),
        (&[(1, 1), (0, 1), (1, 1), (0, 2), (1, 8), (3, 1)][..], true),
    ] {
        let mut each = Vec::new();
        for (kind, count) in runs {
            each.extend((each.len()..each.len() + count).map(kinds[*kind]));
        }
        if nested {
            let inner = format!("[{}]", each.join(","));
            each.extend([inner.clone(), inner]);
        }
        let text = format!("[{}]", each.join(","));
        let tuple = json::decode(
            text.as_bytes(),
            &json::implied_type(text.as_bytes()).unwrap(),
        )
        .unwrap();
        let alone = each.iter().map(|text| {
            let ty = json::implied_type(text.as_bytes()).unwrap();
            json::decode(text.as_bytes(), &ty).unwrap()
        });
        assert_eq!(tuple, Value::tuple(alone.collect::<Vec<_>>()).unwrap());
    }
}

#[test]
fn integers_take_their_shortest_form() {
    for (int, wanted) in [
        (0, "00"),
        (127, "7f"),
        (128, "cc80"),
        (256, "cd0100"),
        (65_536, "ce00010000"),
        (1 << 32, "cf0000000100000000"),
        (-1, "ff"),
        (-32, "e0"),
        (-33, "d0df"),
        (-129, "d1ff7f"),
        (-32_769, "d2ffff7fff"),
        (i64::MIN, "d38000000000000000"),
    ] {
        let bytes = msgpack::encode(&Value::from_i64(int), Type::number()).unwrap();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, wanted);
    }
}

#[test]
fn precision_follows_the_form_of_a_number() {
    let precision = |bytes: &[u8]| {
        let value = msgpack::decode(bytes, Type::number()).unwrap();
        value.as_number().as_ref().map(Number::precision)
    };
    assert_eq!(precision(b"\x01"), Some(64));
    assert_eq!(precision(b"\xcb\x3f\xf8\0\0\0\0\0\0"), Some(53));
    assert_eq!(precision(b"\xa11"), Some(512));
    let parsed = json::decode(b"1", Type::number()).unwrap();
    assert_eq!(parsed.as_number().unwrap().precision(), 512);
}

#[test]
fn equal_types_of_a_document_share_one_node() {
    let ty = json::implied_type(br#"[{"a":1,"b":[null]},{"a":2,"b":[null]},{"b":[null],"a":3}]"#)
        .unwrap();
    let [first, second, third] = ty.elements().unwrap() else {
        panic!("three elements");
    };
    assert!(first.is_same_node(second));
    assert_eq!(first, third);
}

/// Random text that is often valid JSON, and often almost valid.
fn jsonish() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        4 => "[\\[\\]{},:\" ]",
        2 => prop::sample::select(vec!["\"a\":", "\"b\"", "1", "-0", "true", "null", "{}", "[]", ","])
            .prop_map(str::to_owned),
        1 => "[0-9eE+.\\-]{1,4}",
        1 => "\\PC",
    ];
    prop::collection::vec(token, 0..10).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn implied_type_and_skip_agree(text in jsonish()) {
        let skipped = {
            let mut reader = Reader::new(&text);
            reader.skip_value().is_ok() && matches!(reader.peek_byte(), None | Some(b']' | b'}'))
        };
        let implied = json::implied_type(text.as_bytes());
        prop_assert_eq!(skipped, implied.is_ok());
        if let Ok(ty) = implied {
            let value = json::decode(text.as_bytes(), &ty).unwrap();
            prop_assert!(value.ty().conforms_to(&ty));
            let again = json::encode(&value, &ty).unwrap();
            prop_assert_eq!(json::decode(again.as_bytes(), &ty).unwrap(), value);
        }
    }

    #[test]
    fn arbitrary_bytes_cause_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        for type_json in [
            r#""dynamic""#,
            r#"["list",["object",{"a":"number"}]]"#,
            r#"["map",["set","string"]]"#,
            r#"["tuple",["bool","dynamic"]]"#,
        ] {
            let ty = ty(type_json);
            let _ = json::decode(&bytes, &ty);
            if let Ok(value) = msgpack::decode(&bytes, &ty) {
                // The parts have exactly the types in the type of the container.
                let _ = msgpack::encode(&value, value.ty()).unwrap();
            }
        }
        let _ = json::implied_type(&bytes);
        let _ = msgpack::implied_type(&bytes);
    }

    #[test]
    fn strings_of_all_lengths_round_trip(text in "\\PC{0,20}|[ -~]{0,20}") {
        let value = Value::string(&text);
        prop_assert_eq!(value.as_str(), Some(&*text));
        prop_assert_eq!(value == Value::string(&format!("{text}x")), false);
    }
}

#[test]
fn digits_are_charged_before_they_are_read() {
    let long = "1".repeat(100_000);
    let few = || Budget::new().limit_steps(1_000);
    let number = ty("\"number\"");
    for text in [long.clone(), format!("\"{long}\"")] {
        let spent = json::decode_within(text.as_bytes(), &number, &few()).unwrap_err();
        assert_eq!(spent.code(), Code::Limit);
        assert!(json::decode(text.as_bytes(), &number).is_ok());
    }
    // A text with a length of 32 bits.
    let mut packed = vec![0xdb];
    packed.extend_from_slice(&(long.len() as u32).to_be_bytes());
    packed.extend_from_slice(long.as_bytes());
    let spent = msgpack::decode_within(&packed, &number, &few()).unwrap_err();
    assert_eq!(spent.code(), Code::Limit);
    assert!(msgpack::decode(&packed, &number).is_ok());
}
