//! JSON Schema: reading, importing, relating and validating, for schemas that refer to themselves, nest,
//! multiply, and have costly patterns.

use super::dialects::parse_type;
use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::expected::{OK, limit_from};
use crate::host::{Answer, answer, make, text};
use polycty::ffi::dialects::dialect::*;
use polycty::ffi::schema::documents::*;
use polycty::ffi::schema::pair::*;
use polycty::ffi::schema::text::*;
use std::ptr;

const SCHEMAS: &[Text] = &[
    ("properties", 300, |n| {
        let all = numbered(
            |at| format!("\"k{at}\":{{\"type\":\"integer\",\"minimum\":{at}}}"),
            ",",
            n,
        );
        format!("{{\"type\":\"object\",\"properties\":{{{all}}}}}")
    }),
    // Objects of six members within objects of six members.
    ("trees", 20, |n| {
        let all = numbered(|at| format!("\"k{at}\":{}", tree(6, 2)), ",", n);
        format!("{{\"type\":\"object\",\"properties\":{{{all}}}}}")
    }),
    ("required", 500, |n| {
        let all = numbered(|at| format!("\"k{at}\""), ",", n);
        format!("{{\"type\":\"object\",\"required\":[{all}]}}")
    }),
    ("circle", 300, |n| {
        let all = numbered(
            |at| {
                let next = (at + 1) % n.max(1);
                format!("\"d{at}\":{{\"items\":{{\"$ref\":\"#/$defs/d{next}\"}}}}")
            },
            ",",
            n,
        );
        format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{{{all}}}}}")
    }),
    ("references-to-references", 300, |n| {
        let all = numbered(
            |at| {
                let next = (at + 1) % n.max(1);
                format!("\"d{at}\":{{\"$ref\":\"#/$defs/d{next}\"}}")
            },
            ",",
            n,
        );
        format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{{{all}}}}}")
    }),
    ("deep", 15, |n| {
        nested("{\"items\":", "{\"type\":\"integer\"}", "}", n)
    }),
    ("deep-references", 15, |n| {
        let deep = nested("{\"items\":", "{\"$ref\":\"#\"}", "}", n);
        format!("{{\"anyOf\":[{{\"type\":\"null\"}},{deep}]}}")
    }),
    ("enum", 1_000, |n| {
        let all = numbered(|at| format!("\"value number {at}\""), ",", n);
        format!("{{\"enum\":[{all}]}}")
    }),
    ("enum-of-objects", 1_000, |n| {
        let all = numbered(|at| format!("{{\"k{at}\":1}}"), ",", n);
        format!("{{\"enum\":[{all}]}}")
    }),
    ("enum-of-arrays", 1_000, |n| {
        let all = numbered(|at| format!("[{at}]"), ",", n);
        format!("{{\"enum\":[{all}]}}")
    }),
    ("colliding-properties", 500, |n| {
        let all = numbered(|at| format!("\"{}\":true", colliding(at)), ",", n);
        format!("{{\"type\":\"object\",\"properties\":{{{all}}}}}")
    }),
    ("colliding-required", 500, |n| {
        let all = numbered(|at| format!("\"{}\"", colliding(at)), ",", n);
        format!("{{\"type\":\"object\",\"required\":[{all}]}}")
    }),
    ("colliding-enum", 500, |n| {
        let all = numbered(|at| format!("\"{}\"", colliding(at)), ",", n);
        format!("{{\"enum\":[{all}]}}")
    }),
    ("colliding-definitions", 500, |n| {
        let item = |at: usize| format!("{{\"$ref\":\"#/$defs/{}\"}}", colliding(at));
        let all = numbered(|at| format!("\"{}\":true", colliding(at)), ",", n);
        let references = numbered(item, ",", n);
        format!("{{\"allOf\":[{references}],\"$defs\":{{{all}}}}}")
    }),
    ("strings-any-of", 30, |n| {
        let all = numbered(
            |at| format!("{{\"type\":\"string\",\"minLength\":{at}}}"),
            ",",
            n,
        );
        format!("{{\"anyOf\":[{all}]}}")
    }),
    ("objects-one-of", 30, |n| {
        let all = numbered(
            |at| {
                format!(
                    "{{\"properties\":{{\"kind\":{{\"const\":\"k{at}\"}},\"p{at}\":{{\"type\":\"string\"}}}},\"required\":[\"kind\"]}}"
                )
            },
            ",",
            n,
        );
        format!("{{\"type\":\"object\",\"oneOf\":[{all}]}}")
    }),
    ("pattern-explodes", 15, |n| {
        format!(
            "{{\"type\":\"string\",\"pattern\":\"^{}$\"}}",
            nested("(", "a+", ")+", n)
        )
    }),
    ("patterns", 50, |n| {
        let all = numbered(
            |at| format!("\"^(x|y{{1,9}})*{at}$\":{{\"type\":\"string\"}}"),
            ",",
            n,
        );
        format!("{{\"type\":\"object\",\"patternProperties\":{{{all}}}}}")
    }),
    ("identifiers", 300, |n| {
        let all = numbered(
            |at| format!("\"d{at}\":{{\"$id\":\"https://example.org/{at}/\",\"$anchor\":\"a\"}}"),
            ",",
            n,
        );
        format!("{{\"$ref\":\"https://example.org/0/#a\",\"$defs\":{{{all}}}}}")
    }),
];

/// Small schemas with much work, which the budget alone limits.
const BOMBS: &[Text] = &[
    ("references-twice", 15, |n| {
        let all = numbered(
            |at| {
                let next = at + 1;
                format!(
                    "\"d{at}\":{{\"properties\":{{\"a\":{{\"$ref\":\"#/$defs/d{next}\"}},\"b\":{{\"$ref\":\"#/$defs/d{next}\"}}}}}}"
                )
            },
            ",",
            n,
        );
        format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{{{all},\"d{n}\":{{\"type\":\"string\"}}}}}}")
    }),
    // A document has twice as many parts with each definition.
    ("required-references-twice", 5, |n| {
        let all = numbered(
            |at| {
                let next = format!("{{\"$ref\":\"#/$defs/d{}\"}}", at + 1);
                format!(
                    "\"d{at}\":{{\"type\":\"object\",\"properties\":{{\"a\":{next},\"b\":{next}}},\"required\":[\"a\",\"b\"]}}"
                )
            },
            ",",
            n,
        );
        format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{{{all},\"d{n}\":{{\"type\":\"string\"}}}}}}")
    }),
    ("any-of-any-of", 15, |n| {
        let any = "{\"anyOf\":[{\"type\":\"array\",\"minItems\":1},{\"type\":\"string\"},{\"type\":\"object\"}]}";
        format!("{{\"allOf\":[{}]}}", repeated(any, ",", n))
    }),
    ("unlike-alternatives", 6, |n| {
        let all = numbered(
            |at| {
                format!(
                    "{{\"anyOf\":[{{\"required\":[\"a{at}\"]}},{{\"properties\":{{\"b{at}\":false}}}}]}}"
                )
            },
            ",",
            n,
        );
        format!("{{\"type\":\"object\",\"allOf\":[{all}]}}")
    }),
    // As a type, a union of all sets of names that may be required; each reads a document.
    ("conditions", 4, |n| {
        let all = numbered(
            |at| {
                format!(
                    "{{\"if\":{{\"required\":[\"a{at}\"]}},\"then\":{{\"required\":[\"b{at}\"]}},\"else\":{{\"required\":[\"c{at}\"]}}}}"
                )
            },
            ",",
            n,
        );
        format!("{{\"type\":\"object\",\"allOf\":[{all}]}}")
    }),
    ("not-not", 15, |n| {
        nested("{\"not\":", "{\"type\":\"integer\"}", "}", n)
    }),
    ("huge-bounds", 15, |n| {
        let (large, small) = ("9".repeat(n), "0".repeat(n));
        format!(
            "{{\"minLength\":{large},\"minItems\":{large},\"minimum\":{large},\"multipleOf\":0.{small}1}}"
        )
    }),
];

fn read(json: &str) -> Answer<Box<pcty_schema>> {
    // SAFETY: there are no options.
    make(|out, error| unsafe { pcty_schema_parse(text(json), ptr::null(), out, error) })
}

/// Nested objects, each with a number of optional members.
fn tree(members: usize, levels: usize) -> String {
    (0..levels).fold("{\"type\":\"integer\"}".to_owned(), |inner, _| {
        let all = numbered(|at| format!("\"p{at}\":{inner}"), ",", members);
        format!("{{\"type\":\"object\",\"properties\":{{{all}}}}}")
    })
}

fn written(json: &str) -> Answer {
    let schema = read(json)?;
    make(|out, error| {
        pcty_schema_to_json(
            Some(&schema),
            PCTY_SCHEMA_WHOLE,
            PCTY_JSON_PRETTY,
            out,
            error,
        )
    })
    .map(drop)
}

/// The type of a schema in two languages.
fn imported(json: &str) -> Answer {
    let schema = read(json)?;
    for dialect in [PCTY_DIALECT_HCL, PCTY_DIALECT_PUPPET] {
        let open = PCTY_SCHEMA_OPEN_OBJECTS_CLOSED;
        make(|out, error| pcty_schema_import(Some(&schema), dialect, open, out, error))?;
    }
    Ok(())
}

/// Relates the type to the schema, and the schema to the one that takes everything, to itself, and to itself
/// with another keyword.
fn related(json: &str) -> Answer {
    let schema = read(json)?;
    for open in [
        PCTY_SCHEMA_OPEN_OBJECTS_MAPS,
        PCTY_SCHEMA_OPEN_OBJECTS_CLOSED,
    ] {
        for dialect in [PCTY_DIALECT_PUPPET, PCTY_DIALECT_HCL] {
            let pair =
                make(|out, error| pcty_schema_import(Some(&schema), dialect, open, out, error))?;
            make(|out, error| pcty_schema_pair_relate(Some(&pair), out, error))?;
        }
    }
    let one = make(|out, error| pcty_schema_documents_of_schema(Some(&schema), out, error))?;
    let (begin, end) = json.rsplit_once('}').unwrap_or((json, ""));
    let changed = format!("{begin},\"maxItems\":7}}{end}");
    for other in ["true", json, &changed] {
        let other = read(other)?;
        let other = make(|out, error| pcty_schema_documents_of_schema(Some(&other), out, error))?;
        make(|out, error| pcty_schema_documents_relate(Some(&one), Some(&other), out, error))?;
    }
    Ok(())
}

/// Validates the schema's own text, and texts that make patterns backtrack.
fn asked(json: &str) -> Answer {
    let schema = read(json)?;
    let documents = make(|out, error| pcty_schema_documents_of_schema(Some(&schema), out, error))?;
    let long = format!("\"{}b\"", "a".repeat(json.len()));
    let keys = format!("{{\"{}\":1}}", "xy".repeat(json.len() / 2));
    for document in [json, &long, &keys] {
        answer(0, |out, error| {
            pcty_schema_documents_take(Some(&documents), text(document), out, error)
        })?;
    }
    Ok(())
}

type Verb = (&'static str, fn(&str) -> Answer);

/// A name, a language, the first size, and the notation of a type of any size.
type Notation = (&'static str, pcty_dialect, usize, fn(usize) -> String);

/// Types of each language, which are exported as schemas and related to them.
const TYPES: &[Notation] = &[
    ("hcl/objects", PCTY_DIALECT_HCL, 100, |n| {
        let all = numbered(|at| format!("k{at}=optional(set(any))"), ",", n);
        format!("list(object({{{all}}}))")
    }),
    ("pcl/unions", PCTY_DIALECT_PCL, 15, |n| {
        let all = numbered(|at| format!("object({{k{at}=set(string)}})"), ",", n);
        format!("union({all})")
    }),
    ("puppet/patterns", PCTY_DIALECT_PUPPET, 20, |n| {
        format!(
            "Pattern[{}]",
            numbered(|at| format!("/^(a|b+)*{at}$/"), ",", n)
        )
    }),
    ("puppet/enum", PCTY_DIALECT_PUPPET, 300, |n| {
        format!("Enum[{}, true]", numbered(|at| format!("'é{at}'"), ",", n))
    }),
    ("puppet/wrappers", PCTY_DIALECT_PUPPET, 15, |n| {
        nested("Optional[NotUndef[", "String", "]]", n / 2)
    }),
    ("puppet/variants", PCTY_DIALECT_PUPPET, 15, |n| {
        nested(
            "Optional[Variant[Integer[0, 1], NotUndef[",
            "String",
            "]]]",
            n / 3,
        )
    }),
    // 2^10 leaves at the first size.
    ("hcl/tree", PCTY_DIALECT_HCL, 8, |n| {
        let within = |inner| format!("object({{a={inner},b={inner}}})");
        let tree = (0..7).fold("number".to_owned(), |inner, _| within(inner));
        format!("tuple([{}])", repeated(&tree, ",", n))
    }),
    ("puppet/tree", PCTY_DIALECT_PUPPET, 8, |n| {
        let within = |inner| format!("Struct[{{a=>{inner},b=>{inner}}}]");
        let tree = (0..7).fold("Integer".to_owned(), |inner, _| within(inner));
        format!("Tuple[{}]", repeated(&tree, ",", n))
    }),
    ("mcl/structs", PCTY_DIALECT_MCL, 100, |n| {
        format!(
            "struct{{{}}}",
            numbered(|at| format!("k{at} variant"), "; ", n)
        )
    }),
];

pub fn add(cases: &mut Cases) {
    let verbs: [Verb; 2] = [("schema/text", written), ("schema/take", asked)];
    for (verb, work) in verbs {
        cases.add_texts(verb, SCHEMAS, work);
        cases.add_growing_texts(verb, Growth::Budgeted, BOMBS, work);
    }
    cases.add_texts("schema/import", SCHEMAS, imported);
    cases.add_growing_texts("schema/import", Growth::Budgeted, BOMBS, imported);
    // The search for witnesses ends at the budget.
    cases.add_growing_texts("schema/relate", Growth::Budgeted, SCHEMAS, related);
    cases.add_growing_texts("schema/relate", Growth::Budgeted, BOMBS, related);
    for &(name, dialect, n, notation) in TYPES {
        for question in [
            PCTY_SCHEMA_DOCUMENTS_VALUES,
            PCTY_SCHEMA_DOCUMENTS_CONVERTING,
        ] {
            let name = format!("schema/export/{name}-{question}");
            // Conversion makes a schema with more parts.
            let expected = match &*name {
                "schema/export/hcl/tree-2" => limit_from(8),
                _ => OK,
            };
            let case = cases.add_growing(name, n, Growth::Budgeted, move |n| {
                let ty = parse_type(&notation(n), dialect)?;
                ready(move || {
                    let ty = Some(&*ty);
                    let pair = make(|out, error| {
                        pcty_schema_export(ty, None, dialect, question, out, error)
                    })?;
                    make(|out, error| pcty_schema_pair_relate(Some(&pair), out, error)).map(drop)
                })
            });
            case.expect(expected);
        }
    }
}
