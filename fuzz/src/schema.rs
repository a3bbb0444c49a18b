//! Schemas of any bytes: reading and importing never panic; a schema is written as one that accepts
//! the same documents; claims about a type hold for the documents of the input, and every witness
//! is correct.
//!
//! The schema is the text before the first line break, documents follow, one on each line.
use polycty::calls::{Budget, Limits};
use polycty::dialect::DialectId;
use polycty::schema::{
    Document, Draft, Heading, Inclusion, OpenObjects, Question, Reading, Schema, Side, Validity,
    import, includes,
};

/// The limits of one operation.
fn budget() -> Budget {
    Budget::new().bounded(Limits {
        steps: 1 << 20,
        ..Limits::STANDARD
    })
}

/// Whether both results agree, as far as they are known.
fn agree(one: Validity, other: Validity) -> bool {
    one == other || one == Validity::Unknown || other == Validity::Unknown
}

/// Runs one input.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let retrieve = |_: &str| Ok(Some(Document::Bool(true)));
    let reading = Reading {
        draft: match data.len() % 3 {
            0 => Draft::Draft202012,
            1 => Draft::Draft7,
            _ => Draft::OpenApi30,
        },
        retrieve: Some(&retrieve),
        ..Reading::default()
    };
    let Ok(schema) = Schema::parse(first, reading, &budget()) else {
        return;
    };
    let read = |text| Document::parse(text, &budget()).ok();
    let documents: Vec<Document> = lines.filter_map(read).take(8).collect();
    let takes = |side: Side<'_>, document: &Document| {
        side.takes(document, &budget()).unwrap_or(Validity::Unknown)
    };
    if let Ok(written) = schema.to_document(Heading::Dialect, &budget())
        && let Ok(again) = Schema::read(&written, Reading::default(), &budget())
    {
        for document in &documents {
            let both = [&schema, &again].map(|one| takes(Side::Schema(one), document));
            // Keywords that are not evaluated are not written.
            assert!(agree(both[0], both[1]) || !is_whole(&schema), "{written:?}");
        }
    }
    for language in DialectId::ALL {
        let Ok(made) = import(&schema, language, OpenObjects::Closed, &budget()) else {
            continue;
        };
        let Ok(found) = made.relation(&schema, language, &budget()) else {
            continue;
        };
        let sides = (
            Side::Schema(&schema),
            Side::Type(&made.ty, language, Question::IsValue),
        );
        let expected = [
            (&found.more, Validity::Invalid, Validity::Valid),
            (&found.less, Validity::Valid, Validity::Invalid),
        ];
        for (witness, by_schema, by_type) in expected {
            if let Some(witness) = witness {
                assert!(agree(takes(sides.0, witness), by_schema), "{witness:?}");
                assert!(agree(takes(sides.1, witness), by_type), "{witness:?}");
            }
        }
        for document in &documents {
            let (by_schema, by_type) = (takes(sides.0, document), takes(sides.1, document));
            let holds = match found.inclusion {
                Inclusion::Exact => agree(by_schema, by_type),
                Inclusion::Wider => (by_schema, by_type) != (Validity::Valid, Validity::Invalid),
                Inclusion::Narrower => (by_schema, by_type) != (Validity::Invalid, Validity::Valid),
                Inclusion::Unlike | Inclusion::Unknown => true,
            };
            assert!(holds, "{language:?} {:?}: {document:?}", found.inclusion);
        }
    }
    // Whether a schema includes itself is not always proven.
    let _ = includes(&schema, &schema, &budget());
}

/// Whether all keywords of the schema are evaluated, and therefore written.
fn is_whole(schema: &Schema) -> bool {
    schema.subschemas().all(|node| node.opaque.is_empty())
}
