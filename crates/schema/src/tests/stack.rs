//! Stack use: all operations on schemas with the deepest types, in a thread with a small stack.
//!
//! An optimized build must run in a quarter of a megabyte. Frames of an unoptimized build are
//! several times as large.

use super::document;
use crate::{Details, OpenObjects, Question, Schema, Side, export, fits, import, relation};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::Code;
use polycty_core::types::{MAX_DEPTH, Type};
use polycty_dialects::dialect;
use std::thread::Builder;

const STACK: usize = if cfg!(debug_assertions) {
    4 << 20
} else {
    256 << 10
};

/// Enough steps to reach the deepest part of a type.
fn small() -> Budget {
    Budget::standard().limit_steps(1 << 16)
}

/// Runs in a thread with little stack.
fn in_little_stack(run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread.expect("a thread").join().expect("no panic");
    });
}

/// A type nested as deep as texts may nest.
fn deep(language: DialectId, open: &str, inner: &str, close: &str) -> Type {
    let brackets = open.matches(['(', '{', '[']).count().max(1);
    let levels = (MAX_DEPTH as usize - 2) / brackets;
    let text = format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
    let read = dialect(language).parse_type(&text, &Budget::standard());
    read.unwrap_or_else(|error| panic!("{open}: {error}"))
}

/// The constructs that contain a type in a different type.
const AROUND: [(DialectId, &str, &str); 22] = [
    (DialectId::Hcl, "list(", ")"),
    (DialectId::Hcl, "object({a=", "})"),
    (DialectId::Hcl, "object({a=optional(", ")})"),
    (DialectId::Hcl, "tuple([string,", "])"),
    (DialectId::Pcl, "list(", ")"),
    (DialectId::Pcl, "union(string, list(", "))"),
    (DialectId::Pcl, "promise(union(string, ", "))"),
    (DialectId::Pcl, "output(", ")"),
    (DialectId::Puppet, "Optional[", "]"),
    (DialectId::Puppet, "NotUndef[", "]"),
    (DialectId::Puppet, "Optional[NotUndef[", "]]"),
    (DialectId::Puppet, "NotUndef[Optional[", "]]"),
    (DialectId::Puppet, "Variant[String, ", "]"),
    (DialectId::Puppet, "Optional[Variant[Integer[0,1], ", "]]"),
    (
        DialectId::Puppet,
        "Variant[Float[0.0,1.0], NotUndef[Variant[Boolean, Optional[",
        "]]]]",
    ),
    (DialectId::Puppet, "Variant[Integer, Array[", "]]"),
    (DialectId::Puppet, "Struct[{Optional[a] => ", "}]"),
    (DialectId::Puppet, "Tuple[", ", 1, 2]"),
    (DialectId::Puppet, "Hash[String, Optional[", "]]"),
    (DialectId::Mcl, "[]", ""),
    (DialectId::Mcl, "map{str: ", "}"),
    (DialectId::Mcl, "struct{a ", "}"),
];

/// Runs all operations on a type and its schema. Each result may be an exceeded limit.
fn ask(ty: &Type, other: &Type, language: DialectId) {
    let nested = format!("{}1{}", "[".repeat(120), "]".repeat(120));
    let objects = format!("{}1{}", "{\"a\":".repeat(120), "}".repeat(120));
    for question in [Question::IsValue, Question::Converts] {
        let budget = small();
        let made = match export(ty, language, question, &Details::default(), &budget) {
            Ok(made) => made,
            Err(error) => {
                assert!(!error.message().contains("alias"), "{error}");
                continue;
            }
        };
        for text in ["null", "1", &nested, &objects] {
            let document = document(text);
            let _ = fits(&document, ty, language, question, &budget);
            let _ = made.schema.validate(&document, &budget);
        }
        let side = Side::Type(ty, language, question);
        let _ = made.relation(side, &small());
        let _ = relation(side, Side::Schema(&made.schema), &small());
        let _ = relation(side, Side::Type(other, language, question), &small());
        let written = made.schema.to_document(crate::Heading::None, &small());
        let written = match written {
            Ok(written) => written,
            Err(error) => {
                assert_eq!(error.code(), Code::Limit, "{error}");
                continue;
            }
        };
        let reading = crate::Reading::default();
        let text = written.to_text(crate::Layout::Compact);
        let Ok(read) = Schema::parse(&text, reading, &small()) else {
            continue;
        };
        for language in DialectId::ALL {
            for open in [OpenObjects::Closed, OpenObjects::Maps] {
                let budget = small();
                if let Ok(back) = import(&read, language, open, &budget) {
                    let _ = back.relation(&read, language, &budget);
                }
            }
        }
    }
}

#[test]
fn the_deepest_types_take_little_stack() {
    for (language, open, close) in AROUND {
        let (one, other) = match language {
            DialectId::Hcl | DialectId::Pcl => ("bool", "string"),
            DialectId::Puppet => ("Enum[a]", "Pattern[/a/]"),
            DialectId::Mcl => ("bool", "str"),
        };
        let (a, b) = (
            deep(language, open, one, close),
            deep(language, open, other, close),
        );
        in_little_stack(|| ask(&a, &b, language));
    }
}

#[test]
fn chains_of_wrappers_have_schemas() {
    for levels in [31, 48, 60, 120] {
        for (open, close, null) in [
            ("Optional[NotUndef[", "]]", true),
            ("NotUndef[Optional[", "]]", false),
            ("Optional[Variant[Integer[0,1], NotUndef[", "]]]", true),
        ] {
            let brackets = open.matches('[').count();
            let turns = levels / brackets;
            let text = format!("{}String{}", open.repeat(turns), close.repeat(turns));
            let budget = Budget::standard();
            let ty = dialect(DialectId::Puppet).parse_type(&text, &budget);
            let ty = ty.unwrap();
            let details = Details::default();
            let made = export(&ty, DialectId::Puppet, Question::IsValue, &details, &budget);
            let schema = made.unwrap().schema;
            for text in ["\"a\"", "null", "[]"] {
                let document = document(text);
                let fits = fits(
                    &document,
                    &ty,
                    DialectId::Puppet,
                    Question::IsValue,
                    &budget,
                );
                let taken = schema.validate(&document, &budget).unwrap();
                assert_eq!(taken, fits.unwrap(), "{levels} {open} {text}");
            }
            let null = crate::evaluate::Validity::of(null);
            assert_eq!(schema.validate(&document("null"), &budget).unwrap(), null);
        }
    }
}
