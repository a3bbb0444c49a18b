//! JSON, MessagePack, and types as JSON.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::host::{Answer, make, text};
use polycty::ffi::codecs::codec::*;
use polycty::ffi::dialects::converter::pcty_value_convert;
use polycty::ffi::dialects::dialect::*;
use polycty::ffi::types::constructors::pcty_type;
use polycty::ffi::values::value::pcty_value;

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

fn as_any(json: &str) -> Answer {
    let any = type_of_json("\"dynamic\"")?;
    make(|out, error| pcty_value_from_json(text(json), Some(&any), out, error)).map(drop)
}

const DOCUMENTS: &[Text] = &[
    ("colliding-members", 1_000, |n| {
        let all = numbered(|at| format!("\"{}\":1", colliding(at)), ",", n);
        format!("{{{all}}}")
    }),
    ("deep-arrays", 100, |n| nested("[", "", "]", n)),
    ("deep-objects", 100, |n| nested("{\"a\":", "1", "}", n)),
    ("open-arrays", 50_000, |n| "[".repeat(n)),
    ("open-objects", 50_000, |n| "{\"a\":".repeat(n)),
    ("open-both", 50_000, |n| "[{\"a\":".repeat(n)),
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
        format!("[\"tuple\",[{}]]", repeated("\"any\"", ",", n))
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

/// A name, the first size, and the bytes of any size.
type Packed = (&'static str, usize, fn(usize) -> Vec<u8>);

/// MessagePack: bytes that open something, and how they go on.
const PACKED: &[Packed] = &[
    ("open-arrays", 50_000, |n| vec![0x91; n]),
    ("open-maps", 50_000, |n| [0x81, 0xa1, b'a'].repeat(n)),
    ("open-dynamic", 20_000, |n| [0x92, 0xc4, 9].repeat(n)),
    ("promised-array", 10_000, |n| {
        [0xdd, 0xff, 0xff, 0xff, 0xff].repeat(n)
    }),
    ("promised-map", 10_000, |n| {
        [0xdf, 0xff, 0xff, 0xff, 0xff].repeat(n)
    }),
    ("promised-text", 10_000, |n| {
        [0xdb, 0xff, 0xff, 0xff, 0xff].repeat(n)
    }),
    ("promised-bytes", 10_000, |n| {
        [0xc6, 0xff, 0xff, 0xff, 0xff].repeat(n)
    }),
    ("refined", 10_000, |n| {
        [0xc7, 250, 12, 0x81, 3, 0x92].repeat(n)
    }),
    ("nils", 20_000, |n| {
        let mut bytes = vec![0xdd];
        bytes.extend((n as u32).to_be_bytes());
        bytes.resize(5 + n, 0xc0);
        bytes
    }),
];

pub fn add(cases: &mut Cases) {
    cases.add_texts("json/implied", DOCUMENTS, |json| implied(json).map(drop));
    cases.add_texts("json/there-and-back", DOCUMENTS, there_and_back);
    cases.add_texts("json/any", DOCUMENTS, as_any);
    cases.add_texts("json/mistyped", DOCUMENTS, |json| {
        let ty = type_of_json("[\"map\",[\"list\",[\"object\",{\"a\":\"bool\"}]]]")?;
        make(|out, error| pcty_value_from_json(text(json), Some(&ty), out, error)).map(drop)
    });
    cases.add_texts("type-json", TYPES, |json| {
        let ty = type_of_json(json)?;
        make(|out, error| pcty_type_to_json(Some(&ty), out, error)).map(drop)
    });
    for &(name, n, bytes) in PACKED {
        cases.add(format!("msgpack/implied/{name}"), n, move |n| {
            let bytes = bytes(n);
            ready(move || {
                // SAFETY: as many bytes as are said.
                make(|out, error| unsafe {
                    pcty_type_implied_by_msgpack(bytes.as_ptr(), bytes.len(), out, error)
                })
                .map(drop)
            })
        });
        for ty in [
            "\"dynamic\"",
            "[\"list\",\"dynamic\"]",
            "[\"map\",\"number\"]",
            "\"string\"",
        ] {
            cases.add(
                format!("msgpack/{}/{name}", ty.replace('"', "")),
                n,
                move |n| {
                    let (bytes, ty) = (bytes(n), type_of_json(ty)?);
                    ready(move || {
                        // SAFETY: as many bytes as are said.
                        make(|out, error| unsafe {
                            let (at, count) = (bytes.as_ptr(), bytes.len());
                            pcty_value_from_msgpack(at, count, Some(&ty), out, error)
                        })
                        .map(drop)
                    })
                },
            );
        }
    }
    cases.add_growing("json/long-numbers", 2_500, Growth::Budgeted, |n| {
        let json = format!("[{}]", repeated("1e100000", ",", n));
        ready(move || there_and_back(&json))
    });
    for dialect in [PCTY_DIALECT_HCL, PCTY_DIALECT_PCL] {
        let name = format!("json/long-numbers-as-texts-{dialect}");
        cases.add_growing(name, 2_500, Growth::Budgeted, move |n| {
            let value = value_of_json(&format!("[{}]", repeated("1e100000", ",", n)))?;
            let wanted = type_of_json("[\"list\",\"string\"]")?;
            ready(move || {
                let (value, wanted) = (Some(&*value), Some(&*wanted));
                make(|out, error| pcty_value_convert(value, wanted, dialect, out, error)).map(drop)
            })
        });
    }
    // A document that names the type it wants, and elements that are shorter than it.
    cases.add_growing("json/missing-attributes", 2_000, Growth::Budgeted, |n| {
        let fields = numbered(|at| format!("\"k{at}\":\"bool\""), ",", n);
        let elements = repeated("{}", ",", 5 * n);
        let json =
            format!("{{\"type\":[\"list\",[\"object\",{{{fields}}}]],\"value\":[{elements}]}}");
        ready(move || as_any(&json))
    });
}
