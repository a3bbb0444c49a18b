//! Tests of hostile schemas and documents.

use super::{document, ty};
use crate::{
    Draft, Heading, OpenObjects, Pattern, Question, Reading, Schema, Side, Validity, export, fits,
    import, relation,
};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::Code;
use polycty_core::types::{Keyed, Kind};
use std::collections::HashSet;
use std::hash::BuildHasher;

/// Sufficient for realistic schemas of this size.
fn small() -> Budget {
    Budget::new().limit_steps(40_000)
}

fn every_way(text: &str) {
    for draft in [
        Draft::Draft4,
        Draft::OpenApi30,
        Draft::Draft7,
        Draft::Draft202012,
    ] {
        let budget = small();
        let reading = Reading {
            draft,
            ..Reading::default()
        };
        let Ok(schema) = Schema::parse(text, reading, &budget) else {
            continue;
        };
        for value in [
            "null",
            "1",
            "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"",
            "[[[]]]",
            "{\"a\":{}}",
        ] {
            let _ = schema.validate(&document(value), &small());
        }
        let _ = schema.to_document(Heading::Dialect, &small());
        for language in DialectId::ALL {
            for open in [OpenObjects::Closed, OpenObjects::Maps] {
                let budget = small();
                if let Ok(made) = import(&schema, language, open, &budget) {
                    let _ = made.relation(&schema, language, &budget);
                    let details = crate::Details::default();
                    let _ = export(&made.ty, language, Question::Converts, &details, &budget);
                }
            }
        }
        let _ = relation(Side::Schema(&schema), Side::Schema(&schema), &small());
    }
}

#[test]
fn references_lead_in_circles() {
    every_way(r##"{"$ref":"#"}"##);
    every_way(r##"{"allOf":[{"$ref":"#"}]}"##);
    every_way(r##"{"anyOf":[{"$ref":"#"},{"$ref":"#/anyOf/0"}],"not":{"$ref":"#"}}"##);
    every_way(r##"{"type":"object","additionalProperties":{"$ref":"#"}}"##);
    every_way(r##"{"oneOf":[{"items":{"$ref":"#"}},{"properties":{"a":{"$ref":"#"}}}]}"##);
    every_way(r##"{"if":{"$ref":"#"},"then":{"$ref":"#/if"},"else":{"$ref":"#/then"}}"##);
}

#[test]
fn references_multiply() {
    let mut text = String::from(r#"{"$defs":{"d0":{"type":"string"}"#);
    for at in 1..60 {
        let below = at - 1;
        text.push_str(&format!(
            r##","d{at}":{{"allOf":[{{"$ref":"#/$defs/d{below}"}},{{"$ref":"#/$defs/d{below}"}}]}}"##
        ));
    }
    text.push_str(r##"},"$ref":"#/$defs/d59"}"##);
    every_way(&text);
    every_way(&text.replace("allOf", "anyOf"));
    every_way(&text.replace("allOf", "oneOf"));
    every_way(&text.replace("allOf", "prefixItems"));
}

#[test]
fn alternatives_multiply() {
    let one = r#"{"anyOf":[{"required":["a"]},{"properties":{"b":{"type":"null"}}},{"minProperties":2}]}"#;
    let all = vec![one; 40].join(",");
    every_way(&format!(r#"{{"type":"object","allOf":[{all}]}}"#));
}

#[test]
fn schemas_nest_deep() {
    for depth in [20, 140, 290] {
        let text = format!(
            r#"{}{{}}{}"#,
            r#"{"items":"#.repeat(depth),
            "}".repeat(depth)
        );
        every_way(&text);
        let text = format!(
            r#"{}{{}}{}"#,
            r#"{"allOf":["#.repeat(depth / 2),
            "]}".repeat(depth / 2)
        );
        every_way(&text);
    }
    let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let error = crate::Document::parse(&text, &Budget::standard()).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
}

#[test]
fn patterns_explode() {
    for pattern in [
        "^(a+)+$",
        "((((a{1000}){1000}){1000}){1000})",
        "(?=(a+)+$)b",
        "[\\u0000-\\uffff]{5000}",
        "(a|a)*$",
        "\\p{L}{400}",
        "(",
        "[",
        "a{2,1}",
        "(?<n>a)\\k<n>",
        "\\9",
        "^(?!(a+)+!)",
    ] {
        every_way(&format!(
            r#"{{"type":"string","pattern":{0},"patternProperties":{{{0}:{{"type":"string"}}}}}}"#,
            serde_json::to_string(pattern).unwrap()
        ));
    }
    let pattern = Pattern::new("(?=(a+)+$)b|^(a+)+$".into(), &Budget::standard()).unwrap();
    let text = "a".repeat(5000) + "!";
    assert_ne!(
        pattern.is_match(&text, &Budget::standard()).unwrap(),
        Some(true)
    );
}

#[test]
fn numbers_are_out_of_all_range() {
    every_way(r#"{"minimum":1e999999999,"maximum":-1e999999999,"multipleOf":1e-999999999}"#);
    every_way(r#"{"type":"integer","minimum":0.1e-400,"exclusiveMaximum":1e400}"#);
    every_way(
        r#"{"minLength":18446744073709551615,"minItems":1e30,"maxProperties":99999999999999999999}"#,
    );
    let schema = Schema::parse(
        r#"{"multipleOf":1e-1000000}"#,
        Reading::default(),
        &Budget::standard(),
    );
    let valid = schema
        .unwrap()
        .validate(&document("1e1000000"), &Budget::standard());
    assert_eq!(valid.unwrap(), Validity::Unknown);
}

#[test]
fn a_budget_ends_everything() {
    let text =
        r##"{"type":"object","properties":{"a":{"anyOf":[{"$ref":"#"},{"type":"string"}]}}}"##;
    for steps in [0, 1, 10, 50, 100, 500, 1000, 5000] {
        let budget = Budget::new().limit_steps(steps);
        let done = Schema::parse(text, Reading::default(), &budget).and_then(|schema| {
            let made = import(&schema, DialectId::Puppet, OpenObjects::Closed, &budget)?;
            made.relation(&schema, DialectId::Puppet, &budget)
        });
        if let Err(error) = done {
            assert_eq!(error.code(), Code::Limit);
        }
    }
}

#[test]
fn remote_documents_come_from_the_host_alone() {
    let text = r#"{"$id":"https://a.example/x/y.json","items":{"$ref":"../z.json#/$defs/p"}}"#;
    let error = Schema::parse(text, Reading::default(), &Budget::standard()).unwrap_err();
    assert_eq!(error.code(), Code::NotFound);
    let retrieve = |address: &str| {
        assert_eq!(address, "https://a.example/z.json");
        Ok(Some(document(r#"{"$defs":{"p":{"type":"string"}}}"#)))
    };
    let reading = Reading {
        retrieve: Some(&retrieve),
        ..Reading::default()
    };
    let schema = Schema::parse(text, reading, &Budget::standard()).unwrap();
    let valid = |text: &str| {
        schema
            .validate(&document(text), &Budget::standard())
            .unwrap()
    };
    assert_eq!(valid(r#"["a"]"#), Validity::Valid);
    assert_eq!(valid("[1]"), Validity::Invalid);
}

#[test]
fn documents_hash_as_they_are_equal() {
    let hash = |text: &str| Keyed.hash_one(document(text));
    for (a, b) in [
        (r#"{"a":1,"b":[1.0,{}]}"#, r#"{"b":[1,{}],"a":10e-1}"#),
        (
            r#"{"a":{"x":"","y":null},"b":0}"#,
            r#"{"b":-0,"a":{"y":null,"x":""}}"#,
        ),
        ("[1e2]", "[100]"),
    ] {
        assert_eq!(document(a), document(b));
        assert_eq!(hash(a), hash(b), "{a} {b}");
    }
    // The documents have the same size and structure. A hash of only these would put all of them
    // into one chain of a table.
    let alike = (0..1000).flat_map(|at| {
        [
            format!("[{at}]"),
            format!("[[{at}]]"),
            format!("{{\"k\":{at}}}"),
            format!("{{\"{at}\":1}}"),
            format!("{{\"a\":1,\"b\":{{\"c\":{at}}}}}"),
        ]
    });
    let hashes: HashSet<u64> = alike.map(|text| hash(&text)).collect();
    assert_eq!(hashes.len(), 5000);
}

#[test]
fn documents_are_found_among_many() {
    let all: Vec<String> = (0..50)
        .map(|at| format!(r#"{{"a":{at},"b":[]}}"#))
        .collect();
    let text = format!(r#"{{"enum":[{},{}]}}"#, all.join(","), all.join(","));
    let budget = Budget::standard();
    let schema = Schema::parse(&text, Reading::default(), &budget).unwrap();
    let valid = |text: &str| schema.validate(&document(text), &budget).unwrap();
    assert_eq!(valid(r#"{"b":[],"a":49}"#), Validity::Valid);
    assert_eq!(valid(r#"{"b":[],"a":50}"#), Validity::Invalid);
    let made = import(&schema, DialectId::Puppet, OpenObjects::Closed, &budget).unwrap();
    assert!(matches!(made.ty.kind(), Kind::Union(members) if members.len() == 50));
}

#[test]
fn documents_are_read_for_unions_at_a_price() {
    let members = |of: &str| {
        let each = (0..100).map(|at| format!("k{at} => {of}"));
        each.collect::<Vec<_>>().join(", ")
    };
    let object = (0..100).map(|at| format!("\"k{at}\":\"\""));
    let object = document(&format!("{{{}}}", object.collect::<Vec<_>>().join(",")));
    let steps = |more: &str| {
        let all = (0..50).map(|at| {
            let of = format!("Integer[{at}, 100]");
            format!("Struct[{{{}{more}}}]", members(&of))
        });
        let text = format!("Variant[{}]", all.collect::<Vec<_>>().join(", "));
        let ty = ty(DialectId::Puppet, &text);
        let budget = Budget::standard();
        let puppet = DialectId::Puppet;
        let valid = fits(&object, &ty, puppet, Question::IsValue, &budget).unwrap();
        assert_eq!(valid, Validity::Invalid);
        budget.steps()
    };
    assert!(steps("") > 50 * 100 * 4, "{}", steps(""));
    // A document without the key is not read.
    let lacking = steps(", other => Integer");
    assert!(lacking < 50 * 100 * 3, "{lacking}");
}

/// A schema that applies the same constraint a thousand times to a document that it refuses.
fn again_and_again(asked: &str) -> Schema {
    let asks = [r##"{"$ref":"#/$defs/x"}"##; 1_000].join(",");
    let text = format!(r##"{{"$defs":{{"x":{asked}}},"anyOf":[{asks}]}}"##);
    Schema::parse(&text, Reading::default(), &Budget::standard()).unwrap()
}

#[test]
fn long_texts_are_charged_as_often_as_they_are_gone_through() {
    let long = |end: char| format!("{}{end}", "a".repeat(1 << 16));
    let (a, b) = (long('a'), long('b'));
    let nine = "0,1,2,3,4,5,6,7";
    let names: Vec<String> = (0..9).map(|at| format!(r#""{at}":{{}}"#)).collect();
    let names = names.join(",");
    for (asked, given) in [
        (format!(r#"{{"enum":[{nine},"{b}"]}}"#), format!(r#""{a}""#)),
        (format!(r#"{{"const":"{b}"}}"#), format!(r#""{a}""#)),
        (format!(r#"{{"const":["{b}"]}}"#), format!(r#"["{a}"]"#)),
        (
            format!(r#"{{"enum":[{nine},{{"{b}":1}}]}}"#),
            format!(r#"{{"{a}":1}}"#),
        ),
        (
            r#"{"uniqueItems":true}"#.to_owned(),
            format!(r#"["{a}","{a}"]"#),
        ),
        (
            format!(r#"{{"properties":{{{names}}},"additionalProperties":false}}"#),
            format!(r#"{{"{a}":1}}"#),
        ),
        (
            format!(r#"{{"required":["{b}"]}}"#),
            format!(r#"{{"{a}":1}}"#),
        ),
    ] {
        let (schema, given) = (again_and_again(&asked), document(&given));
        let found = schema.validate(&given, &Budget::new().limit_steps(500_000));
        let start: String = asked.chars().take(40).collect();
        assert_eq!(found.unwrap_err().code(), Code::Limit, "{start}");
        let found = schema.validate(&given, &Budget::new()).unwrap();
        assert_eq!(found, Validity::Invalid, "{start}");
    }
}

#[test]
fn a_document_that_is_heavier_than_all_that_is_listed_is_not_gone_through() {
    let text = "a".repeat(1 << 20);
    let texts = (0..9).map(|at| format!(r#""{at}""#));
    let texts = texts.collect::<Vec<_>>().join(",");
    let ones = ["1"; 20_000].join(",");
    for given in [
        format!(r#""{text}""#),
        format!(r#"["{text}"]"#),
        format!(r#"{{"{text}":1}}"#),
        format!("[{ones}]"),
    ] {
        for asked in [
            format!(r#"{{"enum":[{texts}]}}"#),
            r#"{"enum":["a",1,[],{}]}"#.into(),
        ] {
            let (schema, budget) = (again_and_again(&asked), Budget::new());
            let found = schema.validate(&document(&given), &budget).unwrap();
            assert_eq!(found, Validity::Invalid);
            assert!(budget.steps() < 10_000, "{}", budget.steps());
        }
    }
}

#[test]
fn texts_that_distinguish_alternatives_are_charged() {
    let alternative = |at: usize| {
        let texts = (0..400).map(|of| format!(r#""{}{at} {of}""#, "a".repeat(1_000)));
        let texts = texts.collect::<Vec<_>>().join(",");
        format!(r#"{{"type":"object","required":["k"],"properties":{{"k":{{"enum":[{texts}]}}}}}}"#)
    };
    let all: Vec<String> = (0..2).map(alternative).collect();
    let text = format!(r#"{{"oneOf":[{}]}}"#, all.join(","));
    let steps = |text: &str| {
        let schema = Schema::parse(text, Reading::default(), &Budget::standard()).unwrap();
        let budget = Budget::new();
        import(&schema, DialectId::Pcl, OpenObjects::Closed, &budget).unwrap();
        budget.steps()
    };
    // Constraints that only `oneOf` has.
    assert!(steps(&text) > steps(&text.replace("oneOf", "anyOf")) + 800 * 16);
}

/// A chain of definitions, each an object with two required properties that refer to the next.
fn doubling(levels: usize, leaf: &str) -> Schema {
    let each = (0..levels).map(|at| {
        let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, at + 1);
        format!(
            r#""d{at}":{{"type":"object","properties":{{"a":{next},"b":{next}}},"required":["a","b"]}}"#
        )
    });
    let each = each.collect::<Vec<_>>().join(",");
    let text =
        format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{each},"d{levels}":{{"type":"{leaf}"}}}}}}"##);
    Schema::parse(&text, Reading::default(), &Budget::standard()).unwrap()
}

#[test]
fn pairs_that_double_are_decided_once() {
    for levels in [4, 15, 20] {
        let [whole, any] = ["integer", "number"].map(|leaf| doubling(levels, leaf));
        let few = || Budget::new().limit_steps(20_000);
        assert!(crate::includes(&any, &whole, &few()).unwrap());
        assert!(!crate::includes(&whole, &any, &few()).unwrap());
        let budget = Budget::standard();
        let found = relation(Side::Schema(&whole), Side::Schema(&any), &budget).unwrap();
        if levels == 4 {
            assert_eq!(found.inclusion, crate::Inclusion::Wider);
        }
        assert!(budget.bytes() < 64 << 20);
    }
}

#[test]
fn a_circle_holds_only_if_all_of_it_does() {
    // The pair of the roots is assumed in `a`, and fails in `b`.
    let schema = |leaf: &str| {
        let text = format!(
            r##"{{"type":"object","required":["a","b"],"properties":{{"a":{{"anyOf":[{{"type":"null"}},{{"$ref":"#/$defs/m"}}]}},"b":{{"type":"{leaf}"}},"c":{{"$ref":"#/$defs/m"}}}},"$defs":{{"m":{{"type":"array","items":{{"$ref":"#"}}}}}}}}"##
        );
        Schema::parse(&text, Reading::default(), &Budget::standard()).unwrap()
    };
    let (whole, any) = (schema("integer"), schema("number"));
    assert!(crate::includes(&any, &whole, &Budget::standard()).unwrap());
    assert!(!crate::includes(&whole, &any, &Budget::standard()).unwrap());
}
