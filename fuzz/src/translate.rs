//! The types of each dialect in all others: translation never panics and returns reasons exactly if
//! the result is not exact; the result is a type of the other dialect that is read back from its
//! text; a translation that is exact in both directions is stable; and the claims hold for some
//! values.
//!
//! The first byte selects the dialect of the text, and whether the rest is the text or selects its
//! forms.
use crate::budget;
use crate::grammar::{Bytes, Grammar, HCL, MCL, PCL, PUPPET};
use polycty::dialect::{DialectId, Rules, dialect};
use polycty::translate::{Fit, translate, translate_value, translate_value_to};
use polycty::types::{Flags, Type};
use polycty::values::Value;
use std::sync::LazyLock;

fn rules(id: DialectId) -> Rules {
    dialect(id)
}

fn grammar(id: DialectId) -> &'static Grammar {
    match id {
        DialectId::Hcl => &HCL,
        DialectId::Pcl => &PCL,
        DialectId::Puppet => &PUPPET,
        DialectId::Mcl => &MCL,
    }
}

/// A value of a dialect, and the other dialects in which it has an image.
struct Sample {
    value: Value,
    has_image: [bool; 4],
}

/// A few values of each dialect: the images of a few values of HCL.
static SAMPLES: LazyLock<[Vec<Sample>; 4]> = LazyLock::new(|| {
    let text = |text: &str| Value::string(text);
    let object = |fields: &[(&str, Value)]| {
        Value::object(
            fields
                .iter()
                .map(|(name, part)| ((*name).into(), part.clone())),
        )
        .expect("an object")
    };
    let values = [
        Value::null(Type::any().clone()),
        Value::bool(true),
        text("a"),
        text("ab"),
        Value::from_i64(3),
        Value::from_i64(-70_000),
        Value::list(vec![text("a"), text("b")]).expect("one type"),
        Value::tuple(vec![]).expect("small"),
        Value::tuple(vec![Value::from_i64(1), text("a")]).expect("small"),
        object(&[]),
        object(&[("a", text("a"))]),
        object(&[("a", Value::from_i64(3)), ("b", Value::bool(false))]),
    ];
    DialectId::ALL.map(|id| {
        let images = values
            .iter()
            .map(|value| translate_value(value, DialectId::Hcl, id));
        let sample = |value: Value| Sample {
            has_image: DialectId::ALL.map(|to| translate_value(&value, id, to).is_ok()),
            value,
        };
        images.filter_map(Result::ok).map(sample).collect()
    })
});

/// The values of a dialect, each with whether it is an instance of a type, if the dialect can
/// decide that.
fn instances(ty: &Type, of: DialectId) -> Vec<(&'static Sample, bool)> {
    let plain = match of {
        // No value is an instance of a type with variables.
        _ if ty.has(Flags::VARIABLE) => None,
        DialectId::Hcl => ty.without_optional_fields().ok(),
        // The representation of data in PCL is not a part of the claim.
        DialectId::Pcl => None,
        _ => Some(ty.clone()),
    };
    let Some(plain) = plain else {
        return Vec::new();
    };
    let told = |sample: &'static Sample| {
        let is_one = rules(of).instance(&sample.value, &plain, &budget()).ok()?;
        Some((sample, is_one))
    };
    SAMPLES[of as usize - 1].iter().filter_map(told).collect()
}

/// Runs one input.
pub fn run(input: &[u8]) {
    let Some((first, rest)) = input.split_first() else {
        return;
    };
    let from = DialectId::ALL[usize::from(first % 4)];
    let text = match first & 4 {
        0 => Bytes(rest.iter()).text(grammar(from), 8),
        _ => match std::str::from_utf8(rest) {
            Ok(text) => text.to_owned(),
            Err(_) => return,
        },
    };
    let Ok(ty) = rules(from).parse_type(&text, &budget()) else {
        return;
    };
    let samples = instances(&ty, from);
    for to in DialectId::ALL {
        let found = translate(&ty, from, to).expect("a type of the dialect");
        assert_eq!(found.fit == Fit::Exact, found.notes.is_empty());
        // A type that is too long to be written is refused; a dialect's own texts have separate
        // targets.
        if from != to
            && let Ok(text) = rules(to).format_type(&found.ty, &budget())
        {
            let read = rules(to).parse_type(&text, &budget()).expect("own output");
            // The text of HCL does not contain the optional attributes, and that of Puppet does not
            // distinguish single strings.
            let same = match to {
                DialectId::Hcl => found.ty.without_optional_fields() == Ok(read),
                DialectId::Puppet => true,
                _ => rules(to).equal(&read, &found.ty, &budget()).ok() != Some(false),
            };
            assert!(same, "{text}");
        }
        let back = translate(&found.ty, to, from).expect("own output");
        if found.fit == Fit::Exact && back.fit == Fit::Exact {
            let again = translate(&back.ty, from, to).expect("own output");
            assert_eq!(again.fit, Fit::Exact, "{text} in {to:?}");
            assert_ne!(
                rules(to).equal(&again.ty, &found.ty, &budget()).ok(),
                Some(false),
                "{text} in {to:?}"
            );
        }
        for (sample, is_one) in &samples {
            let (value, is_one) = (&sample.value, *is_one);
            let fits = translate_value_to(value, from, to, &found.ty);
            if is_one && found.fit != Fit::Narrower && sample.has_image[to as usize - 1] {
                assert!(
                    fits.is_ok(),
                    "{value:?} of {text} in {to:?}: {found:?} {fits:?}"
                );
            }
            // HCL and mcl have several representations of the same data.
            if fits.is_ok() && found.fit != Fit::Wider && from == DialectId::Puppet {
                assert!(is_one, "{value:?} is none of {text} in {to:?}");
            }
        }
    }
}
