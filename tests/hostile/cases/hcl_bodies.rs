//! HCL: reading and decoding bodies, native and JSON.

use super::hcl::{evaluate_in, parse_all, scope, tree};
use crate::case::{Added, Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::expected::{LIMIT, always, limit_from};
use crate::host::{Answer, make, make_partial, owned, text};
use polycty::ffi::base::status::*;
use polycty::ffi::hcl::expression::*;
use polycty::ffi::hcl_bodies::body::*;
use polycty::ffi::hcl_bodies::content::*;
use polycty::ffi::hcl_bodies::decode::*;
use polycty::ffi::hcl_bodies::items::*;
use polycty::ffi::hcl_bodies::spec::*;
use polycty::ffi::types::constructors::pcty_type_any;
use std::mem::MaybeUninit;

/// Parses a body.
pub fn body(from: &str, syntax: pcty_hcl_syntax) -> Answer<Box<pcty_hcl_body>> {
    make(|out, error| pcty_hcl_body_parse(text(from), text(""), None, syntax, out, None, error))
}

/// Reads a body and expands its dynamic blocks.
fn expanded(from: &str, syntax: pcty_hcl_syntax) -> Answer<Box<pcty_hcl_body>> {
    let (body, scope) = (body(from, syntax)?, scope()?);
    make(|out, error| pcty_hcl_body_expand_dynamic(Some(&body), Some(&scope), out, error))
}

/// Reads one attribute and one type of block of an expanded body, and leaves the rest.
fn content(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let expanded = expanded(from, syntax)?;
    let attribute = pcty_hcl_attribute_schema {
        name: text("a"),
        required: false,
    };
    let label = text("x");
    let block = pcty_hcl_block_schema {
        ty: text("b"),
        labels: &raw const label,
        label_count: 1,
    };
    let schema = pcty_hcl_schema {
        struct_size: size_of::<pcty_hcl_schema>() as u32,
        attributes: &raw const attribute,
        attribute_count: 1,
        blocks: &raw const block,
        block_count: 1,
    };
    // SAFETY: the schema and its parts live.
    make(|out, error| unsafe {
        pcty_hcl_body_partial_content(Some(&expanded), &raw const schema, out, None, None, error)
    })
    .map(drop)
}

/// Reads all of a body as attributes.
fn attributes(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let body = body(from, syntax)?;
    make(|out, error| pcty_hcl_body_attributes(Some(&body), out, None, error)).map(drop)
}

/// Reads all items of a body without a schema, its variables and calls, and the item in its middle.
fn outline(from: &str, syntax: pcty_hcl_syntax) -> Answer {
    let parsed: Answer<Box<pcty_hcl_body>> = make_partial(|out, diagnostics, error| {
        let (text, file) = (text(from), text(""));
        pcty_hcl_body_parse(text, file, None, syntax, out, diagnostics, error)
    });
    let body = parsed?;
    drop(make(|out, error| {
        pcty_hcl_body_variables(Some(&body), out, error)
    })?);
    drop(make(|out, error| {
        pcty_hcl_body_calls(Some(&body), out, error)
    })?);
    let byte = from.len() / 2;
    drop(make(|out, error| {
        pcty_hcl_body_at_byte(Some(&body), text(""), byte, out, error)
    })?);
    let mut open = vec![make(|out, error| {
        pcty_hcl_body_items(Some(&body), out, error)
    })?];
    while let Some(items) = open.pop() {
        for at in 0..pcty_hcl_items_count(Some(&items)) {
            let mut item = MaybeUninit::uninit();
            assert!(pcty_hcl_items_at(Some(&items), at, Some(&mut item)));
            // SAFETY: written by the call.
            for which in 0..unsafe { item.assume_init() }.block_count {
                // SAFETY: borrowed from a handle that lives.
                let block = unsafe { pcty_hcl_items_block_at(Some(&items), at, which).as_ref() };
                let _ = pcty_hcl_block_range(block, PCTY_HCL_RANGE_WHOLE);
                let mut data = MaybeUninit::uninit();
                assert!(pcty_hcl_block_info(block, Some(&mut data)));
                // SAFETY: written by the call, and borrowed from a handle that lives.
                let inner = unsafe { data.assume_init().body.as_ref() };
                open.push(make(|out, error| pcty_hcl_body_items(inner, out, error))?);
            }
        }
    }
    Ok(())
}

/// Reads a body and a specification written in HCL, and decodes the body, expanded.
fn decode(spec: &str, from: &str) -> Answer {
    let (document, from) = (
        body(spec, PCTY_HCL_NATIVE)?,
        expanded(from, PCTY_HCL_NATIVE)?,
    );
    let mut scope = scope()?;
    let spec = make(|out, error| {
        pcty_hcl_spec_parse(Some(&document), Some(&mut scope), out, None, error)
    })?;
    let value = make(|out, error| {
        pcty_hcl_spec_decode(Some(&spec), Some(&from), Some(&scope), out, None, error)
    });
    value.map(drop)
}

/// Decodes a body as a value that holds all of it, and reads that value as a body.
fn rest_of(from: &str) -> Answer {
    let (from, scope) = (body(from, PCTY_HCL_NATIVE)?, scope()?);
    let rest = make(|out, error| pcty_hcl_spec_rest(None, out, error))?;
    let value = make(|out, error| {
        pcty_hcl_spec_decode(Some(&rest), Some(&from), Some(&scope), out, None, error)
    })?;
    let left = owned(pcty_hcl_value_body(Some(&value))).expect("a body");
    make::<pcty_hcl_items>(|out, error| pcty_hcl_body_items(Some(&left), out, error)).map(drop)
}

/// Decodes the attributes of a body without naming them.
fn attributes_of(from: &str) -> Answer {
    let (from, scope) = (body(from, PCTY_HCL_NATIVE)?, scope()?);
    // SAFETY: the type has static lifetime.
    let any = unsafe { pcty_type_any().as_ref() };
    let spec = make(|out, error| pcty_hcl_spec_rest(any, out, error))?;
    make(|out, error| {
        pcty_hcl_spec_decode(Some(&spec), Some(&from), Some(&scope), out, None, error)
    })
    .map(drop)
}

/// Bodies of attributes alone.
const ATTRIBUTES: &[Text] = &[
    ("colliding-attributes", 1_000, |n| {
        numbered(|at| format!("{} = 1", colliding(at)), "\n", n)
    }),
    ("attributes", 5_000, |n| {
        numbered(|at| format!("a{at} = 1"), "\n", n)
    }),
    ("one-attribute", 5_000, |n| repeated("a = 1", "\n", n)),
    ("lines", 50_000, |n| "\n".repeat(n)),
    ("comments", 20_000, |n| "# a\n".repeat(n)),
];

/// Bodies with blocks.
const BODIES: &[Text] = &[
    ("colliding-blocks", 1_000, |n| {
        numbered(|at| format!("{} {{\n}}", colliding(at)), "\n", n)
    }),
    ("blocks", 5_000, |n| repeated("b \"x\" {\n}\n", "", n)),
    ("other-blocks", 5_000, |n| {
        numbered(|at| format!("b{at} {{\n}}\n"), "", n)
    }),
    ("labels", 5_000, |n| {
        format!("b {} {{\n}}\n", repeated("\"x\"", " ", n))
    }),
    ("deep-blocks", 50, |n| nested("b \"x\" {\n", "", "}\n", n)),
    ("open-blocks", 20_000, |n| "b {\n".repeat(n)),
    ("failures", 50_000, |n| "}".repeat(n)),
    ("dynamic", 100, |n| {
        let values = numbered(|at| at.to_string(), ",", n);
        format!(
            "dynamic \"b\" {{\nfor_each = [{values}]\nlabels = [b.value]\ncontent {{\na = b.value\n}}\n}}\n"
        )
    }),
    ("many-dynamic", 500, |n| {
        repeated(
            "dynamic \"b\" {\nfor_each = [1]\nlabels = [\"x\"]\ncontent {\n}\n}\n",
            "",
            n,
        )
    }),
];

const JSON_BODIES: &[Text] = &[
    ("colliding-members", 1_000, |n| {
        let all = numbered(|at| format!("\"{}\":1", colliding(at)), ",", n);
        format!("{{{all}}}")
    }),
    ("attributes", 5_000, |n| {
        format!("{{{}}}", numbered(|at| format!("\"a{at}\":1"), ",", n))
    }),
    ("one-attribute", 5_000, |n| {
        format!("{{{}}}", repeated("\"a\":1", ",", n))
    }),
    ("blocks", 5_000, |n| {
        format!("{{\"b\":[{}]}}", repeated("{\"x\":{}}", ",", n))
    }),
    ("deep-blocks", 30, |n| {
        nested("{\"b\":{\"x\":", "{}", "}}", n)
    }),
    ("open", 20_000, |n| "{\"b\":".repeat(n)),
    ("deep-arrays", 50, |n| {
        format!("{{\"b\":{}}}", nested("[", "{}", "]", n))
    }),
    ("templates", 5_000, |n| {
        format!("{{\"a\":[{}]}}", repeated("\"${x}\"", ",", n))
    }),
];

const BLOCK: &str = "block_list \"b\" {\nobject {\nblock_label \"l\" {\nindex = 0\n}\n}\n}\n";

/// Bodies to decode: a name, the first size, the specification, and the body.
type Decoded = (
    &'static str,
    usize,
    fn(usize) -> String,
    fn(usize) -> String,
);

const DECODED: &[Decoded] = &[
    (
        "attributes",
        2_000,
        |n| {
            let attribute = |at| format!("attr \"a{at}\" {{\ntype = any\n}}\n");
            format!("object {{\n{}}}\n", numbered(attribute, "", n))
        },
        |n| numbered(|at| format!("a{at} = 1"), "\n", n),
    ),
    (
        "unexpected-attributes",
        5_000,
        |_| "object {\nattr \"b\" {\ntype = any\n}\n}\n".to_owned(),
        |n| numbered(|at| format!("a{at} = 1"), "\n", n),
    ),
    (
        "colliding-attributes",
        1_000,
        |n| {
            let attribute = |at| format!("attr \"{}\" {{\ntype = any\n}}\n", colliding(at));
            format!("object {{\n{}}}\n", numbered(attribute, "", n))
        },
        |n| numbered(|at| format!("{} = 1", colliding(at)), "\n", n),
    ),
    (
        "blocks",
        5_000,
        |_| format!("object {{\n{BLOCK}}}\n"),
        |n| repeated("b \"x\" {\n}\n", "", n),
    ),
    (
        "unexpected-blocks",
        5_000,
        |_| format!("object {{\n{BLOCK}}}\n"),
        |n| numbered(|at| format!("b{at} {{\n}}\n"), "", n),
    ),
    (
        "unexpected-labels",
        5_000,
        |_| format!("object {{\n{BLOCK}}}\n"),
        |n| format!("b {} {{\n}}\n", repeated("\"x\"", " ", n)),
    ),
    (
        "dynamic",
        500,
        |_| format!("object {{\n{BLOCK}}}\n"),
        |n| {
            let values = numbered(|at| at.to_string(), ",", n);
            format!(
                "dynamic \"b\" {{\nfor_each = [{values}]\nlabels = [b.value]\ncontent {{\n}}\n}}\n"
            )
        },
    ),
    (
        "many-dynamic",
        500,
        |_| format!("object {{\n{BLOCK}}}\n"),
        |n| {
            repeated(
                "dynamic \"b\" {\nfor_each = [1]\nlabels = [\"x\"]\ncontent {\n}\n}\n",
                "",
                n,
            )
        },
    ),
];

/// Bodies whose value is larger than they are.
const MUCH_DECODED: &[Decoded] = &[
    // Twice as many blocks a level.
    (
        "deep-dynamic",
        4,
        |n| {
            nested(
                "block_list {\nblock_type = \"b\"\n",
                "literal {\nvalue = 1\n}\n",
                "}\n",
                n,
            )
        },
        |n| {
            let open = "dynamic \"b\" {\nfor_each = [1,2]\ncontent {\n";
            nested(open, "", "}\n}\n", n)
        },
    ),
    // Each number has 100,000 digits.
    (
        "long-numbers",
        400,
        |_| "object {\nattr \"a\" {\ntype = list(string)\n}\n}\n".to_owned(),
        |n| format!("a = [{}]\n", repeated("1e100000", ",", n)),
    ),
];

const SPECS: &[Text] = &[
    ("deep", 30, |n| {
        let inner = nested("object \"a\" {\n", "", "}\n", n);
        format!("object {{\n{inner}}}\n")
    }),
    ("wide", 2_000, |n| {
        let attribute = |at| format!("attr \"a{at}\" {{\ntype = string\n}}\n");
        format!("object {{\n{}}}\n", numbered(attribute, "", n))
    }),
    ("transforms", 20, |n| {
        let open = "transform {\nresult = [nested]\n";
        nested(open, "literal {\nvalue = 1\n}\n", "}\n", n)
    }),
    ("literals", 2_000, |n| {
        format!(
            "tuple {{\n{}}}\n",
            "literal {\nvalue = [1, 2, 3]\n}\n".repeat(n)
        )
    }),
];

pub fn add(cases: &mut Cases) {
    // JSON and HCL nest at most 128 levels.
    let json = |texts: Added<'_>| {
        texts
            .except(limit_from(4), "deep-blocks deep-arrays")
            .except(LIMIT, "open");
    };
    // The argument is set twice.
    let twice = always(PCTY_ERROR_DIAGNOSTICS);
    let syntax = always(PCTY_ERROR_SYNTAX);
    json(cases.add_texts("hcl/parse-json", JSON_BODIES, |text| {
        parse_all(text, PCTY_HCL_JSON)
    }));
    let first = cases.0.len();
    json(cases.add_texts("hcl/evaluate-json", JSON_BODIES, |text| {
        evaluate_in(text, PCTY_HCL_JSON)
    }));
    cases.since(first).except(twice, "one-attribute");
    json(cases.add_texts("hcl/tree-json", JSON_BODIES, |text| {
        tree(text, PCTY_HCL_JSON)
    }));
    json(cases.add_texts("hcl/outline-json", JSON_BODIES, |text| {
        outline(text, PCTY_HCL_JSON)
    }));
    let first = cases.0.len();
    json(cases.add_texts("hcl/body-json", JSON_BODIES, |text| {
        content(text, PCTY_HCL_JSON)
    }));
    // A label is an object, not an array.
    let arrays = twice.then(4, PCTY_ERROR_LIMIT);
    let texts = cases.since(first).except(twice, "one-attribute");
    texts.except(arrays, "deep-arrays");
    let first = cases.0.len();
    json(cases.add_texts("hcl/attributes-json", JSON_BODIES, |text| {
        attributes(text, PCTY_HCL_JSON)
    }));
    cases.since(first).except(twice, "one-attribute");
    let of_outline = |text: &str| outline(text, PCTY_HCL_NATIVE);
    cases.add_texts("hcl/outline", ATTRIBUTES, of_outline);
    native(cases.add_texts("hcl/outline", BODIES, of_outline));
    let of_content = |text: &str| content(text, PCTY_HCL_NATIVE);
    let texts = cases.add_texts("hcl/body", ATTRIBUTES, of_content);
    texts.except(syntax, "one-attribute");
    let texts = native(cases.add_texts("hcl/body", BODIES, of_content));
    texts
        .except(syntax, "failures")
        // The schema has one label.
        .except(always(PCTY_ERROR_DIAGNOSTICS), "labels");
    let texts = cases.add_texts("hcl/attributes", ATTRIBUTES, |text| {
        attributes(text, PCTY_HCL_NATIVE)
    });
    texts.except(syntax, "one-attribute");
    for &(name, n, spec, from) in DECODED {
        let case = cases.add(format!("hcl/decode/{name}"), n, move |n| {
            let (spec, from) = (spec(n), from(n));
            ready(move || decode(&spec, &from))
        });
        if name.starts_with("unexpected-") {
            case.expect(always(PCTY_ERROR_DIAGNOSTICS));
        }
    }
    for &(name, n, spec, from) in MUCH_DECODED {
        let name = format!("hcl/decode/{name}");
        let case = cases.add_growing(name, n, Growth::Budgeted, move |n| {
            let (spec, from) = (spec(n), from(n));
            ready(move || decode(&spec, &from))
        });
        case.expect(limit_from(8));
    }
    let texts = cases.add_texts("hcl/decode-rest", ATTRIBUTES, rest_of);
    texts.except(syntax, "one-attribute");
    native(cases.add_texts("hcl/decode-rest", BODIES, rest_of)).except(syntax, "failures");
    let texts = cases.add_texts("hcl/decode-attributes", ATTRIBUTES, attributes_of);
    texts.except(syntax, "one-attribute");
    let texts = cases.add_texts("hcl/spec", SPECS, |text| decode(text, ""));
    texts.except(limit_from(8), "deep transforms");
}

/// The statuses of [`BODIES`] that result from their nesting.
fn native(texts: Added<'_>) -> Added<'_> {
    texts
        .except(limit_from(4), "deep-blocks")
        .except(LIMIT, "open-blocks")
}
