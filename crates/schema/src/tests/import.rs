//! Soundness of imports: every claim of an import is true of documents.

use super::agreement::validator;
use super::{Random, document, json, ty, type_text};
use crate::test_documents::test_documents;
use crate::{
    Details, Layout, Mismatch, OpenObjects, Question, Reading, Schema, Validity, export, fits,
    import,
};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_dialects::dialect;

fn schema(text: &str) -> Schema {
    let read = Schema::parse(text, Reading::default(), &Budget::standard());
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The text of a schema.
fn schema_text(random: &mut Random, depth: u32) -> String {
    let inner = |random: &mut Random| schema_text(random, depth.saturating_sub(1));
    if depth == 0 || random.below(5) == 0 {
        return random
            .of(&[
                "true",
                "{}",
                r#"{"type":"string"}"#,
                r#"{"type":"null"}"#,
                r#"{"type":"boolean"}"#,
                r#"{"type":"integer"}"#,
                r#"{"type":"number"}"#,
                r#"{"type":["string","null"]}"#,
                r#"{"type":"string","minLength":1,"maxLength":3}"#,
                r#"{"type":"string","pattern":"^[a-c]+$"}"#,
                r#"{"type":"string","pattern":"a|b","maxLength":2}"#,
                r#"{"type":"integer","minimum":1,"maximum":9}"#,
                r#"{"type":"number","minimum":0.5,"exclusiveMaximum":3}"#,
                r#"{"type":"integer","exclusiveMinimum":0,"multipleOf":2}"#,
                r#"{"multipleOf":1}"#,
                r#"{"enum":["a","b",null]}"#,
                r#"{"enum":[1,"a",true]}"#,
                r#"{"const":"a"}"#,
                r#"{"const":{"a":1}}"#,
                r#"{"enum":[[1],{"a":[]},0.5]}"#,
                r#"{"not":{"type":"string"}}"#,
                r#"{"not":{"const":1}}"#,
                r#"{"minLength":2,"minimum":3}"#,
            ])
            .to_owned();
    }
    let (a, b) = (inner(random), inner(random));
    match random.below(16) {
        0 => format!(r#"{{"type":"array","items":{a}}}"#),
        1 => format!(r#"{{"type":"array","items":{a},"minItems":1,"maxItems":2}}"#),
        2 => format!(r#"{{"type":"array","items":{a},"uniqueItems":true}}"#),
        3 => format!(r#"{{"type":"array","prefixItems":[{a},{b}],"items":false,"minItems":2}}"#),
        4 => format!(r#"{{"type":"array","prefixItems":[{a}],"items":{b}}}"#),
        5 => format!(r#"{{"type":"object","additionalProperties":{a}}}"#),
        6 => format!(
            r#"{{"type":"object","properties":{{"a":{a},"b":{b}}},"required":["a"],"additionalProperties":false}}"#
        ),
        7 => format!(r#"{{"type":"object","properties":{{"a":{a}}},"additionalProperties":{b}}}"#),
        8 => format!(
            r#"{{"type":"object","patternProperties":{{"^a":{a}}},"additionalProperties":{b}}}"#
        ),
        9 => format!(r#"{{"anyOf":[{a},{b}]}}"#),
        10 => format!(r#"{{"oneOf":[{a},{b}]}}"#),
        11 => format!(r#"{{"allOf":[{a},{b}]}}"#),
        12 => format!(r#"{{"if":{a},"then":{b}}}"#),
        13 => format!(r#"{{"properties":{{"a":{a}}},"required":["a","b"]}}"#),
        14 => format!(r##"{{"anyOf":[{{"$ref":"#/$defs/x"}},{b}]}}"##),
        _ => format!(r#"{{"type":"array","contains":{a},"items":{b}}}"#),
    }
}

fn claims(language: DialectId, open: OpenObjects, most: usize) {
    let mut random = Random(0x1234_5678_9abc_def1 ^ (language as u64) << 7);
    let (mut seen, mut verdicts) = (0, [0; 6]);
    while seen < most {
        let depth = 1 + random.below(3) as u32;
        let part = schema_text(&mut random, 1).replace("#/$defs/x", "#/$defs/y");
        let text = schema_text(&mut random, depth);
        let text = match text.strip_prefix('{') {
            Some("}") | None => text,
            Some(rest) => format!(r#"{{"$defs":{{"x":{part},"y":{{"type":"null"}}}},{rest}"#),
        };
        let schema = schema(&text);
        let judge = jsonschema::options()
            .build(&json(&document(&text)))
            .unwrap();
        let budget = Budget::standard();
        let made = import(&schema, language, open, &budget).unwrap();
        let all = |mismatch| made.notes.iter().all(|note| note.mismatch == mismatch);
        let (wider, narrower) = (all(Mismatch::Wider), all(Mismatch::Narrower));
        let shown = dialect(language).format_type(&made.ty, &budget).unwrap();
        let back = export(
            &made.ty,
            language,
            Question::IsValue,
            &Details::default(),
            &budget,
        );
        let mut documents = test_documents(&schema, None, &Budget::standard()).unwrap();
        documents.truncate(150);
        let back = back.unwrap().schema;
        documents.extend(
            test_documents(&back, None, &Budget::standard())
                .unwrap()
                .into_iter()
                .take(100),
        );
        for document in &documents {
            let fit = fits(document, &made.ty, language, Question::IsValue, &budget).unwrap();
            let judged = judge.is_valid(&json(document));
            let written = document.to_text(Layout::Compact);
            let validity = schema.validate(document, &Budget::standard()).unwrap();
            assert_eq!(validity, Validity::of(judged), "{text} {written}");
            if fit == Validity::Unknown {
                continue;
            }
            seen += 1;
            let fit = fit == Validity::Valid;
            let notes: Vec<String> = made.notes.iter().map(ToString::to_string).collect();
            if wider {
                assert!(
                    fit || !judged,
                    "not all: {text} as {shown}: {written} {notes:?}"
                );
            }
            if narrower {
                assert!(
                    judged || !fit,
                    "more: {text} as {shown}: {written} {notes:?}"
                );
            }
        }
        let found = made
            .relation(&schema, language, &Budget::standard())
            .unwrap();
        verdicts[found.inclusion as usize] += 1;
        for (witness, taken) in [(&found.more, false), (&found.less, true)] {
            if let Some(witness) = witness {
                assert_eq!(judge.is_valid(&json(witness)), taken, "{text}");
            }
        }
    }
    println!("{language:?}: {seen} pairs, verdicts {verdicts:?}");
}

#[test]
fn imports_to_hcl_are_sound() {
    claims(DialectId::Hcl, OpenObjects::Closed, 2500);
    claims(DialectId::Hcl, OpenObjects::Maps, 1500);
}

#[test]
fn imports_to_pcl_are_sound() {
    claims(DialectId::Pcl, OpenObjects::Closed, 2500);
    claims(DialectId::Pcl, OpenObjects::Maps, 1500);
}

#[test]
fn imports_to_puppet_are_sound() {
    claims(DialectId::Puppet, OpenObjects::Closed, 2500);
    claims(DialectId::Puppet, OpenObjects::Maps, 1500);
}

#[test]
fn imports_to_mcl_are_sound() {
    claims(DialectId::Mcl, OpenObjects::Closed, 2500);
    claims(DialectId::Mcl, OpenObjects::Maps, 1500);
}

/// A type that is exact in both directions is exported as a schema of the same documents.
#[test]
fn exact_imports_are_exported_unchanged() {
    let mut random = Random(99);
    let mut back = 0;
    for _ in 0..150 {
        for language in DialectId::ALL {
            let text = type_text(&mut random, language, 2);
            let budget = Budget::standard();
            let question = Question::IsValue;
            let made = export(
                &ty(language, &text),
                language,
                question,
                &Details::default(),
                &budget,
            );
            let made = made.unwrap();
            let read = import(&made.schema, language, OpenObjects::Maps, &budget).unwrap();
            if !made.notes.is_empty() || !read.notes.is_empty() {
                continue;
            }
            back += 1;
            let again = export(&read.ty, language, question, &Details::default(), &budget).unwrap();
            let judge = validator(&again.schema);
            for document in test_documents(&made.schema, None, &Budget::standard()).unwrap() {
                let validity = made
                    .schema
                    .validate(&document, &Budget::standard())
                    .unwrap();
                assert_eq!(
                    judge.is_valid(&json(&document)),
                    validity == Validity::Valid,
                    "{text}"
                );
            }
        }
    }
    assert!(back > 150, "{back}");
}

#[test]
fn schemas_become_types() {
    let read = |language: DialectId, text: &str| {
        let budget = Budget::standard();
        let made = import(&schema(text), language, OpenObjects::Closed, &budget).unwrap();
        dialect(language).format_type(&made.ty, &budget).unwrap()
    };
    let server = r#"{"type":"object","properties":{"port":{"type":"integer","minimum":1,"maximum":65535},
        "name":{"type":"string"},"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true}},
        "required":["name"],"additionalProperties":false}"#;
    assert_eq!(
        read(DialectId::Puppet, server),
        "Struct[{Optional['port'] => Integer[1, 65535], 'name' => String, Optional['tags'] => Array[String]}]"
    );
    assert_eq!(
        read(DialectId::Hcl, server),
        "object({name=string,port=number,tags=set(string)})"
    );
}

/// Puppet and PCL have a type without values, for every reason why a schema accepts nothing.
#[test]
fn empty_schemas_are_unions_without_members() {
    for text in [
        "false",
        r#"{"type":"integer","minimum":5,"maximum":3}"#,
        r#"{"type":"string","minLength":5,"maxLength":3}"#,
        r#"{"type":"string","pattern":"a","minLength":5,"maxLength":3}"#,
        r#"{"type":"array","minItems":5,"maxItems":3}"#,
        r#"{"type":"object","minProperties":5,"maxProperties":3}"#,
    ] {
        for language in [DialectId::Puppet, DialectId::Pcl] {
            let budget = Budget::standard();
            let made = import(&schema(text), language, OpenObjects::Closed, &budget).unwrap();
            let found = dialect(language).format_type(&made.ty, &budget).unwrap();
            let nothing = match language {
                DialectId::Puppet => "Variant",
                _ => "union()",
            };
            assert_eq!(found, nothing, "{text}");
            assert!(made.notes.is_empty(), "{text}: {:?}", made.notes);
        }
    }
}
