//! Tests of the table of functions and of the limits of results.

use super::{
    MAX_RESULT_BYTES, MAX_WIDTH, bytes, bytes_type, byteslen, bytesslice, format, indent, join,
    lower, regexreplace, replace, setproduct, standard_function, standard_functions, upper,
};
use polycty_core::source::Code;
use polycty_core::types::Type;
use polycty_core::values::Value;

#[test]
fn the_table_is_in_the_order_of_names_and_describes_everything() {
    let functions = standard_functions();
    assert!(functions.is_sorted_by(|a, b| a.name() < b.name()));
    for standard in functions {
        let name = standard.name();
        assert!(std::ptr::eq(
            *standard,
            standard_function(name).expect(name)
        ));
        let signature = standard.function().signature();
        assert!(signature.description().ends_with('.'), "{name}");
        for parameter in signature.parameters() {
            assert!(!parameter.name.is_empty(), "{name}");
            assert!(parameter.description.ends_with('.'), "{name}");
        }
    }
    assert!(standard_function("Upper").is_none());
}

#[test]
fn a_plain_function_makes_the_same_call() {
    let text = Value::string("Ab").mark("m");
    assert_eq!(upper(&text).unwrap(), Value::string("AB").mark("m"));
    let lists = [&Value::list(vec![Value::string("x"), Value::string("y")]).unwrap()];
    assert_eq!(
        join(&Value::string("-"), &lists).unwrap(),
        Value::string("x-y")
    );
    assert_eq!(lower(&Value::bool(true)).unwrap_err().code(), Code::Type);
}

#[test]
fn bytes_are_a_capsule_equal_by_content() {
    let hello = bytes(b"hello"[..].into());
    assert_eq!(hello, bytes(b"hello"[..].into()));
    assert_eq!(byteslen(&hello).unwrap(), Value::from_i64(5));
    let part = |offset, length| {
        bytesslice(&hello, &Value::from_i64(offset), &Value::from_i64(length))
            .map_err(|error| error.message().to_owned())
    };
    assert_eq!(part(1, 3), Ok(bytes(b"ell"[..].into())));
    assert_eq!(part(5, 0), Ok(bytes(b""[..].into())));
    for (offset, length, message) in [
        (-1, 2, "offset and length must be non-negative"),
        (6, 0, "offset 6 is greater than total buffer length 5"),
        (
            3,
            3,
            "offset 3 + length 3 is greater than total buffer length 5",
        ),
    ] {
        assert_eq!(part(offset, length), Err(message.to_owned()));
    }
    assert_eq!(
        byteslen(&Value::string("x")).unwrap_err().message(),
        "bytes required, but received string"
    );
    let unknown = Value::unknown(Type::capsule(bytes_type().clone()));
    assert_eq!(
        byteslen(&unknown).unwrap(),
        Value::unknown(Type::number().clone())
    );
}

#[test]
fn zero_is_written_as_other_numbers_are() {
    for (verb, zero, one) in [
        ("%g", "0", "1"),
        ("%.3g", "0", "1"),
        ("%5.3g", "    0", "    1"),
        ("%.3e", "0.000e+00", "1.000e+00"),
        ("%.3f", "0.000", "1.000"),
    ] {
        for (number, text) in [(0, zero), (1, one)] {
            assert_eq!(
                format(&Value::string(verb), &[&Value::from_i64(number)]).unwrap(),
                Value::string(text),
                "{verb} of {number}"
            );
        }
    }
}

#[test]
fn what_would_grow_too_large_is_an_error() {
    let string = |text: &str| Value::string(text);
    let long = string(&"ab".repeat(1 << 13));
    let list = |element: &Value, count| Value::list(vec![element.clone(); count]).unwrap();
    let numbers = list(&Value::from_i64(1), 1 << 8);
    let results = [
        replace(&long, &string("a"), &long),
        regexreplace(&long, &string("a"), &long),
        indent(&Value::from_i64(i64::MAX), &string("a\nb")),
        indent(&Value::from_i64(MAX_RESULT_BYTES as i64), &string("a\nb")),
        join(&long, &[&list(&long, 1 << 12)]),
        setproduct(&[&numbers, &numbers, &numbers]),
        format(&string("%99999999999999999999d"), &[&Value::from_i64(1)]),
        format(
            &string(&format!("%{}d", MAX_WIDTH + 1)),
            &[&Value::from_i64(1)],
        ),
        format(
            &string(
                &format!("%[1]{MAX_WIDTH}s",)
                    .replace("[1]", "")
                    .repeat(1 << 11),
            ),
            &vec![&long; 1 << 11],
        ),
    ];
    for (at, result) in results.into_iter().enumerate() {
        let error = result.expect_err(&at.to_string());
        assert_eq!(error.code(), Code::Limit, "{at}: {error}");
    }
}
