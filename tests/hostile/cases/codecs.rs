//! JSON, MessagePack, and types as JSON.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::expected::{Expected, LIMIT, OK, always, limit_from};
use crate::host::{Answer, make, text};
use polycty::ffi::base::status::*;
use polycty::ffi::base::string::pcty_string_cstr;
use polycty::ffi::codecs::codec::*;
use polycty::ffi::dialects::converter::pcty_value_convert;
use polycty::ffi::dialects::dialect::*;
use polycty::ffi::types::constructors::pcty_type;
use polycty::ffi::values::value::pcty_value;
use std::ffi::CStr;

/// A value of the type that JSON implies.
pub fn value_of_json(json: &str) -> Answer<Box<pcty_value>> {
    let ty = implied(json)?;
    make(|out, error| pcty_value_from_json(text(json), Some(&ty), out, error))
}

fn implied(json: &str) -> Answer<Box<pcty_type>> {
    make(|out, error| pcty_type_implied_by_json(text(json), out, error))
}

fn type_of_json(json: &str) -> Answer<Box<pcty_type>> {
    make(|out, error| pcty_type_from_json(text(json), out, error))
}

/// JSON to a value of the implied type and back.
fn there_and_back(json: &str) -> Answer {
    let ty = implied(json)?;
    let value = make(|out, error| pcty_value_from_json(text(json), Some(&ty), out, error))?;
    make(|out, error| pcty_value_to_json(Some(&value), Some(&ty), out, error))?;
    let packed = make(|out, error| pcty_value_to_msgpack(Some(&value), Some(&ty), out, error))?;
    drop(packed);
    Ok(())
}

/// JSON to a type and back.
fn types_there_and_back(json: &str) -> Answer {
    let ty = type_of_json(json)?;
    make(|out, error| pcty_type_to_json(Some(&ty), out, error)).map(drop)
}

/// JSON to a value whose type the document names.
fn as_any(json: &str) -> Answer {
    let any = type_of_json("\"dynamic\"")?;
    make(|out, error| pcty_value_from_json(text(json), Some(&any), out, error)).map(drop)
}

/// A document as the value of a document that names its type.
fn with_type(json: &str) -> Answer {
    let ty = implied(json)?;
    let ty = make(|out, error| pcty_type_to_json(Some(&ty), out, error))?;
    // SAFETY: the text ends with a NUL and lives as long as the string.
    let ty = unsafe { CStr::from_ptr(pcty_string_cstr(Some(&ty))) };
    let ty = ty.to_str().expect("UTF-8");
    as_any(&format!("{{\"value\":{json},\"type\":{ty}}}"))
}

/// A document in a tuple whose last element is not of its type, so that all of it is read before.
fn mistyped(json: &str) -> Answer {
    let ty = implied(&format!("[{json},true]"))?;
    let json = format!("[{json},{{}}]");
    make(|out, error| pcty_value_from_json(text(&json), Some(&ty), out, error)).map(drop)
}

const DOCUMENTS: &[Text] = &[
    ("colliding-members", 1_000, |n| {
        let all = numbered(|at| format!("\"{}\":1", colliding(at)), ",", n);
        format!("{{{all}}}")
    }),
    ("deep-arrays", 25, |n| nested("[", "", "]", n)),
    ("deep-objects", 25, |n| nested("{\"a\":", "1", "}", n)),
    ("numbers", 20_000, |n| {
        format!("[{}]", repeated("1.5e3", ",", n))
    }),
    ("one-key", 20_000, |n| {
        format!("{{{}}}", repeated("\"a\":1", ",", n))
    }),
    ("many-keys", 10_000, |n| {
        format!("{{{}}}", numbered(|at| format!("\"k{at}\":[]"), ",", n))
    }),
    ("text", 100_000, |n| format!("\"{}\"", "a".repeat(n))),
    ("escapes", 50_000, |n| {
        format!("\"{}\"", "\\u0041\\n".repeat(n))
    }),
    ("surrogates", 50_000, |n| {
        format!("\"{}\"", "\\ud83d".repeat(n))
    }),
    ("spaces", 100_000, |n| format!("[{}]", " ".repeat(n))),
    ("digits", 20_000, |n| "9".repeat(n)),
    ("objects", 5_000, |n| {
        format!("[{}]", repeated("{\"a\":1,\"b\":\"x\"}", ",", n))
    }),
    ("many-shapes", 2_000, |n| {
        format!("[{}]", numbered(|at| format!("{{\"k{at}\":1}}"), ",", n))
    }),
];

/// Documents that open brackets and close none: they nest deeper than allowed at all sizes.
const OPEN: &[Text] = &[
    ("open-arrays", 50_000, |n| "[".repeat(n)),
    ("open-objects", 50_000, |n| "{\"a\":".repeat(n)),
    ("open-both", 50_000, |n| "[{\"a\":".repeat(n)),
];

const TYPES: &[Text] = &[
    ("deep-lists", 50, |n| {
        nested("[\"list\",", "\"string\"", "]", n)
    }),
    ("deep-objects", 50, |n| {
        nested("[\"object\",{\"a\":", "\"bool\"", "}]", n)
    }),
    ("open-lists", 50_000, |n| "[\"list\",".repeat(n)),
    ("open-tuples", 50_000, |n| "[\"tuple\",[".repeat(n)),
    ("wide-tuple", 10_000, |n| {
        format!("[\"tuple\",[{}]]", repeated("\"dynamic\"", ",", n))
    }),
    ("wide-object", 10_000, |n| {
        format!(
            "[\"object\",{{{}}}]",
            numbered(|at| format!("\"k{at}\":\"bool\""), ",", n)
        )
    }),
    ("one-attribute", 10_000, |n| {
        format!("[\"object\",{{{}}}]", repeated("\"a\":\"bool\"", ",", n))
    }),
];

/// A name, the type as JSON (the implied one if empty), the first size, the bytes of any size, and the
/// expected status.
type Packed = (
    &'static str,
    &'static str,
    usize,
    fn(usize) -> Vec<u8>,
    Expected,
);

/// The bytes of a header, a length, and n times a part.
fn promised(code: u8, length: u32, part: &[u8], n: usize) -> Vec<u8> {
    let mut bytes = vec![code];
    bytes.extend(length.to_be_bytes());
    bytes.extend(part.repeat(n));
    bytes
}

/// An unknown value with refinements that end with a text of n bytes.
fn refined(refinements: &[u8], part: u8, end: &[u8], n: usize) -> Vec<u8> {
    let mut body = refinements.to_vec();
    body.extend(promised(0xdb, n as u32, &[part], n));
    body.extend(end);
    let mut bytes = promised(0xc9, body.len() as u32, &[], 0);
    bytes.push(12);
    bytes.extend(body);
    bytes
}

const LARGEST: u32 = u32::MAX;
const EOF: Expected = always(PCTY_ERROR_SYNTAX);

/// MessagePack: headers that promise more than follows, and nesting without an end.
const PACKED: &[Packed] = &[
    ("open-arrays", "", 50_000, |n| vec![0x91; n], LIMIT),
    (
        "open-maps",
        "",
        50_000,
        |n| [0x81, 0xa1, b'a'].repeat(n),
        LIMIT,
    ),
    (
        "open-promised-arrays",
        "",
        10_000,
        |n| [0xdd, 0xff, 0xff, 0xff, 0xff].repeat(n),
        LIMIT,
    ),
    (
        "open-dynamic",
        "\"dynamic\"",
        20_000,
        |n| b"\x92\xc4\x09\"dynamic\"".repeat(n),
        LIMIT,
    ),
    (
        "promised-array",
        "",
        10_000,
        |n| promised(0xdd, LARGEST, &[0xc0], n),
        EOF,
    ),
    (
        "promised-map",
        "",
        10_000,
        |n| promised(0xdf, LARGEST, &[0xa1, b'a', 1], n),
        EOF,
    ),
    (
        "promised-text",
        "",
        10_000,
        |n| promised(0xdb, LARGEST, b"a", n),
        EOF,
    ),
    (
        "promised-array",
        "[\"list\",\"string\"]",
        10_000,
        |n| promised(0xdd, LARGEST, &[0xa1, b'a'], n),
        EOF,
    ),
    (
        "promised-map",
        "[\"map\",\"number\"]",
        10_000,
        |n| promised(0xdf, LARGEST, &[0xa1, b'a', 1], n),
        EOF,
    ),
    (
        "promised-text",
        "\"string\"",
        10_000,
        |n| promised(0xdb, LARGEST, b"a", n),
        // The early end is reported as a value of another type.
        always(PCTY_ERROR_TYPE),
    ),
    (
        "promised-bytes",
        "\"string\"",
        10_000,
        |n| promised(0xc6, LARGEST, b"a", n),
        always(PCTY_ERROR_TYPE),
    ),
    (
        "nils",
        "[\"list\",\"dynamic\"]",
        20_000,
        |n| promised(0xdd, n as u32, &[0xc0], n),
        OK,
    ),
    (
        "nils",
        "",
        20_000,
        |n| promised(0xdd, n as u32, &[0xc0], n),
        OK,
    ),
    (
        "refined-prefix",
        "\"string\"",
        200,
        |n| refined(&[0x81, 2], b'a', &[], n),
        // Refinements have at most 1,024 bytes.
        limit_from(8),
    ),
    (
        "refined-bound",
        "\"number\"",
        200,
        |n| refined(&[0x81, 3, 0x92], b'9', &[0xc3], n),
        limit_from(8),
    ),
];

pub fn add(cases: &mut Cases) {
    let implied = |json: &str| implied(json).map(drop);
    // JSON nests at most 128 levels.
    let deep = "deep-arrays deep-objects";
    let texts = cases.add_texts("json/implied", DOCUMENTS, implied);
    texts.except(limit_from(8), deep);
    cases.add_texts("json/implied", OPEN, implied).expect(LIMIT);
    let texts = cases.add_texts("json/there-and-back", DOCUMENTS, there_and_back);
    texts
        .except(limit_from(8), deep)
        .except(limit_from(8), "digits");
    cases
        .add_texts("json/there-and-back", OPEN, there_and_back)
        .expect(LIMIT);
    let texts = cases.add_texts("json/any", DOCUMENTS, with_type);
    texts
        .except(limit_from(8), deep)
        .except(limit_from(8), "digits");
    let open: &[Text] = &[("open-values", 20_000, |n| {
        "{\"type\":\"dynamic\",\"value\":".repeat(n)
    })];
    cases.add_texts("json/any", open, as_any).expect(LIMIT);
    let texts = cases.add_texts("json/mistyped", DOCUMENTS, mistyped);
    texts
        .expect(always(PCTY_ERROR_TYPE))
        .except(always(PCTY_ERROR_TYPE).then(8, PCTY_ERROR_LIMIT), deep)
        .except(always(PCTY_ERROR_TYPE).then(8, PCTY_ERROR_LIMIT), "digits");
    let texts = cases.add_texts("type-json", TYPES, types_there_and_back);
    texts
        .except(limit_from(4), "deep-lists deep-objects")
        .except(LIMIT, "open-lists open-tuples");
    for &(name, ty, n, bytes, expected) in PACKED {
        let verb = match ty {
            "" => "implied".to_owned(),
            ty => ty.replace('"', ""),
        };
        let case = cases.add(format!("msgpack/{verb}/{name}"), n, move |n| {
            let bytes = bytes(n);
            let ty = match ty {
                "" => None,
                ty => Some(type_of_json(ty)?),
            };
            ready(move || {
                let (at, count) = (bytes.as_ptr(), bytes.len());
                match ty {
                    // SAFETY: as many bytes as stated.
                    None => make(|out, error| unsafe {
                        pcty_type_implied_by_msgpack(at, count, out, error)
                    })
                    .map(drop),
                    // SAFETY: as many bytes as stated.
                    Some(ty) => make(|out, error| unsafe {
                        pcty_value_from_msgpack(at, count, Some(&ty), out, error)
                    })
                    .map(drop),
                }
            })
        });
        case.expect(expected);
    }
    // Each number has 9 bytes in the text and 100,000 digits when it is written.
    let numbers = cases.add_growing("json/long-numbers", 200, Growth::Budgeted, |n| {
        let json = format!("[{}]", repeated("1e100000", ",", n));
        ready(move || there_and_back(&json))
    });
    numbers.expect(limit_from(8));
    for dialect in [PCTY_DIALECT_HCL, PCTY_DIALECT_PCL] {
        let name = format!("json/long-numbers-as-texts-{dialect}");
        let numbers = cases.add_growing(name, 350, Growth::Budgeted, move |n| {
            let value = value_of_json(&format!("[{}]", repeated("1e100000", ",", n)))?;
            let wanted = type_of_json("[\"list\",\"string\"]")?;
            ready(move || {
                let (value, wanted) = (Some(&*value), Some(&*wanted));
                make(|out, error| pcty_value_convert(value, wanted, dialect, out, error)).map(drop)
            })
        });
        numbers.expect(limit_from(8));
    }
    // A document that names its type, and elements that are shorter than the type.
    let missing = cases.add_growing("json/missing-attributes", 300, Growth::Budgeted, |n| {
        let fields = numbered(|at| format!("\"k{at}\":\"bool\""), ",", n);
        let elements = repeated("{}", ",", 5 * n);
        let json =
            format!("{{\"type\":[\"list\",[\"object\",{{{fields}}}]],\"value\":[{elements}]}}");
        ready(move || as_any(&json))
    });
    missing.expect(limit_from(8));
}
