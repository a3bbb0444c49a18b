//! Agreement of a type, its schema as evaluated here, and its schema as evaluated by an independent
//! validator.
//!
//! Types are random, and the documents are the test documents of their schemas.
//! `POLYCTY_SCHEMA_PAIRS` in the environment sets the number of pairs.

use super::{Random, document, json, ty, type_text};
use crate::test_documents::test_documents;
use crate::{
    Details, Heading, Inclusion, Layout, Mismatch, Question, Schema, Side, Validity, export, fits,
    is_readable,
};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;

fn pairs(default: usize) -> usize {
    let setting = std::env::var("POLYCTY_SCHEMA_PAIRS").ok();
    setting
        .and_then(|setting| setting.parse().ok())
        .unwrap_or(default)
}

pub(super) fn validator(schema: &Schema) -> jsonschema::Validator {
    let written = schema
        .to_document(Heading::Dialect, &Budget::standard())
        .unwrap();
    jsonschema::options()
        .build(&json(&written))
        .unwrap_or_else(|error| panic!("{error}: {}", json(&written)))
}

fn check(language: DialectId, question: Question, most: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ language as u64);
    let (mut seen, mut exact, mut valid) = (0, 0, 0);
    while seen < most {
        let depth = 1 + random.below(3) as u32;
        let text = type_text(&mut random, language, depth);
        let ty = ty(language, &text);
        let budget = Budget::standard();
        let made = export(&ty, language, question, &Details::default(), &budget).unwrap();
        let judge = validator(&made.schema);
        let all = |mismatch| made.notes.iter().all(|note| note.mismatch == mismatch);
        let (wider, narrower) = (all(Mismatch::Wider), all(Mismatch::Narrower));
        let documents = test_documents(&made.schema, None, &Budget::standard()).unwrap();
        for document in documents.iter().take(400.min(most - seen)) {
            if !is_readable(document, language) {
                continue;
            }
            let validity = made.schema.validate(document, &Budget::standard()).unwrap();
            let judged = judge.is_valid(&json(document));
            let shown = || {
                let written = made.schema.to_document(Heading::None, &Budget::standard());
                let written = written.unwrap().to_text(Layout::Compact);
                format!("{text} {written} {}", document.to_text(Layout::Compact))
            };
            assert_eq!(validity, Validity::of(judged), "the validator: {}", shown());
            let fit = fits(document, &ty, language, question, &Budget::standard()).unwrap();
            if fit == Validity::Unknown {
                continue;
            }
            seen += 1;
            let fit = fit == Validity::Valid;
            if wider {
                assert!(judged || !fit, "all values: {}", shown());
            }
            if narrower {
                assert!(fit || !judged, "only values: {}", shown());
            }
            valid += usize::from(judged);
            exact += usize::from(made.notes.is_empty());
        }
    }
    println!("{language:?} {question:?}: {seen} pairs, {exact} of exact schemas, {valid} valid");
    assert!(exact * 4 > seen && valid * 20 > seen || question == Question::Converts);
}

#[test]
fn hcl_agrees_with_its_schemas() {
    check(DialectId::Hcl, Question::IsValue, pairs(6_000));
}

#[test]
fn conversions_of_hcl_agree_with_its_schemas() {
    check(DialectId::Hcl, Question::Converts, pairs(6_000));
}

#[test]
fn pcl_agrees_with_its_schemas() {
    check(DialectId::Pcl, Question::IsValue, pairs(6_000));
}

#[test]
fn conversions_of_pcl_agree_with_its_schemas() {
    check(DialectId::Pcl, Question::Converts, pairs(4_000));
}

#[test]
fn puppet_agrees_with_its_schemas() {
    check(DialectId::Puppet, Question::IsValue, pairs(6_000));
}

#[test]
fn mcl_agrees_with_its_schemas() {
    check(DialectId::Mcl, Question::IsValue, pairs(6_000));
}

/// Every witness is also one for the validator.
#[test]
fn witnesses_are_confirmed() {
    let mut random = Random(7);
    let mut shown = 0;
    for _ in 0..60 {
        for language in DialectId::ALL {
            let text = type_text(&mut random, language, 2);
            let ty = ty(language, &text);
            let budget = Budget::standard();
            let question = Question::IsValue;
            let made = export(&ty, language, question, &Details::default(), &budget).unwrap();
            let found = made
                .relation(Side::Type(&ty, language, question), &budget)
                .unwrap();
            assert_eq!(found.inclusion == Inclusion::Exact, made.notes.is_empty());
            let judge = validator(&made.schema);
            for (witness, taken) in [(&found.more, true), (&found.less, false)] {
                let Some(witness) = witness else { continue };
                shown += 1;
                assert_eq!(judge.is_valid(&json(witness)), taken, "{text}");
                let fit = fits(witness, &ty, language, question, &budget).unwrap();
                assert_eq!(fit, Validity::of(!taken), "{text}");
            }
        }
    }
    assert!(shown > 5, "{shown}");
}

#[test]
fn a_document_is_read_as_the_type_wants_it() {
    let fits = |text: &str, value: &str| {
        let ty = ty(DialectId::Puppet, text);
        let question = Question::IsValue;
        let budget = Budget::standard();
        fits(&document(value), &ty, DialectId::Puppet, question, &budget).unwrap()
    };
    assert_eq!(fits("Float", "1"), Validity::Valid);
    assert_eq!(fits("Integer", "1.0"), Validity::Valid);
    assert_eq!(fits("Integer", "1.5"), Validity::Invalid);
    assert_eq!(
        fits("Array[Variant[Float, String]]", "[1, \"a\", 2.5]"),
        Validity::Valid
    );
}
