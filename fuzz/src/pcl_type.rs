//! Any text, or any type of the notation: both notations are read back, and the laws of
//! conversions, unification, traversal and values hold.
//!
//! The first byte determines whether the rest is text, JSON, or selects the forms of two types, a
//! value and steps.
use crate::grammar::{Bytes, Grammar, PCL};
use crate::{SMALL, budget};
use polycty::dialect::pcl::{self, Convertibility, TypeStep};
use polycty::dialect::{DialectId, Safety, dialect};
use polycty::number::Number;
use polycty::source::Code;
use polycty::types::{Flags, Type};
use polycty::values::Value;
use std::hint::black_box;
use std::sync::Arc;

const JSON: Grammar = Grammar {
    leaves: &[
        "\"string\"",
        "\"bool\"",
        "\"int\"",
        "\"number\"",
        "\"none\"",
        "\"dynamic\"",
        "\"id\"",
        "[\"opaque\",\"Asset\"]",
        "[\"const\",\"string\",\"a\"]",
        "[\"const\",\"int\",1]",
        "[\"const\",\"number\",0.5]",
        "[\"const\",\"bool\",false]",
        "[\"enum\",\"t\",\"string\",[\"a\",\"b\"]]",
        "[\"ref\",\"A\"]",
        "[\"ref\",\"B\"]",
    ],
    forms: &[
        "[\"list\",$]",
        "[\"set\",$]",
        "[\"map\",$]",
        "[\"promise\",$]",
        "[\"output\",$]",
        "[\"optional\",$]",
        "[\"union\",[$,$]]",
        "[\"tuple\",[$,$]]",
        "[\"object\",{\"a\":$,\"b\":$}]",
        "[\"rec\",\"A\",[\"object\",{\"a\":$,\"b\":$}]]",
        "[\"rec\",\"B\",[\"object\",{\"b\":$}]]",
        "[\"rec\",\"A\",[\"list\",$]]",
        "[\"rec\",\"B\",[\"union\",[\"string\",$]]]",
        "[\"rec\",\"A\",$]",
    ],
};

/// Writing a type may exceed the limit of a text; no other error is possible.
fn written(text: polycty::source::Result<String>) -> Option<String> {
    match text {
        Ok(text) => Some(text),
        Err(error) => {
            assert_eq!(error.code(), Code::Limit, "{error}");
            None
        }
    }
}

fn reads_back(ty: &Type) {
    assert_eq!(&pcl::normalize(ty).expect("small"), ty);
    if let Some(json) = written(pcl::encode_type(ty)) {
        let decoded = pcl::decode_type(&json).expect("own output");
        assert!(pcl::equal(&decoded, ty), "{json}");
        assert_eq!(pcl::encode_type(&decoded).expect("as before"), json);
    }
    if let Some(text) = written(pcl::format_type(ty)) {
        let parsed = pcl::parse_type(&text).expect("own output");
        assert!(pcl::equal(&parsed, ty), "{text}");
        assert_eq!(pcl::format_type(&parsed).expect("as before"), text);
    }
    black_box((pcl::line(ty), pcl::display_columns(ty, 10)));
}

/// No value converts from a type without values.
fn holds_empty(ty: &Type) -> bool {
    pcl::line(ty).contains("union()")
}

fn derived(ty: &Type) {
    for made in [
        pcl::optional(ty.clone()),
        pcl::promise(ty.clone()),
        pcl::output(ty.clone()),
    ] {
        let Ok(made) = made else { continue };
        assert_eq!(pcl::normalize(&made).as_ref(), Ok(&made));
    }
    if let Ok(plain) = pcl::resolve(ty, pcl::DeferredParts::All) {
        assert_eq!(pcl::deferred_kind(&plain), pcl::DeferredKind::Nothing);
    }
    if let Ok(input) = pcl::input(ty)
        && !holds_empty(ty)
    {
        assert_ne!(
            pcl::conversion(ty, &input, &budget()).expect(SMALL),
            Convertibility::None,
            "{}",
            pcl::line(ty)
        );
    }
}

fn related(a: &Type, b: &Type) {
    let rules = dialect(DialectId::Pcl);
    assert_eq!(pcl::equal(a, b), pcl::equal(b, a));
    assert_eq!(
        pcl::conversion(a, a, &budget()).expect(SMALL),
        Convertibility::Safe
    );
    let kind = pcl::conversion(b, a, &budget()).expect(SMALL);
    assert_eq!(
        kind == Convertibility::None,
        pcl::why_not(b, a, &budget()).expect(SMALL).is_some()
    );
    assert_eq!(
        kind == Convertibility::Unsafe,
        pcl::why_unsafe(b, a, &budget()).expect(SMALL).is_some()
    );
    assert_eq!(
        kind == Convertibility::None,
        rules
            .converter(b, a, Safety::Unsafe, &budget())
            .expect(SMALL)
            .is_none()
    );
    if pcl::equal(a, b) {
        assert_eq!(kind, Convertibility::Safe);
    }
    let _ = pcl::assignable(b, a, &budget());
    if let Ok(unified) = pcl::unify(&[a, b], &budget()) {
        // PCL only checks whether objects and tuples can be unified.
        let exempt = |ty: &Type| {
            let line = pcl::line(ty);
            ["object(", "tuple(", "union()"]
                .iter()
                .any(|part| line.contains(part))
        };
        if !exempt(a) && !exempt(b) {
            // A recursive type does not contain its definition; its text does.
            let dynamic = [a, b].iter().any(|ty| pcl::line(ty).contains("dynamic"));
            let least = if dynamic {
                Convertibility::Unsafe
            } else {
                Convertibility::Safe
            };
            for kind in pcl::input_conversions(&[a, b], &unified.safe, &budget()).expect(SMALL) {
                assert!(kind >= least, "{} {}", pcl::line(a), pcl::line(b));
            }
        }
    }
}

/// Checks that a type is in normal form. A definition may contain equal definitions next to each
/// other, whose equality is only known when it is expanded.
pub(crate) fn is_normal(ty: &Type) {
    let normal = pcl::normalize(ty).expect(SMALL);
    if !ty.has(Flags::REFERENCE) {
        assert_eq!(normal, *ty);
    }
    assert_eq!(pcl::normalize(&normal), Ok(normal));
}

fn traversed(ty: &Type, other: &Type, bytes: &mut Bytes) {
    let steps: Vec<TypeStep> = (0..bytes.byte() % 4)
        .map(|_| match bytes.byte() % 7 {
            0 => TypeStep::Attr("a".into()),
            1 => TypeStep::Key("b".into()),
            2 => TypeStep::Position(Number::parse("0").expect("a number")),
            3 => TypeStep::Position(Number::parse("-1e300").expect("a number")),
            4 => TypeStep::Bool(true),
            5 => TypeStep::Null,
            _ => TypeStep::Unknown(other.clone()),
        })
        .collect();
    if let Ok(traversed) = pcl::traverse_all(ty, &steps, &budget()) {
        is_normal(&traversed.ty);
    }
}

/// A value of some type; text, numbers and nested deferred values.
fn value(bytes: &mut Bytes, types: &[&Type], depth: usize) -> Value {
    let choice = if depth == 0 {
        bytes.byte() % 9
    } else {
        bytes.byte() % 14
    };
    let ty = types[usize::from(bytes.byte()) % types.len()];
    match choice {
        0 => Value::bool(bytes.byte().is_multiple_of(2)),
        1 => Value::string(["a", "b", "12", "true", ""][usize::from(bytes.byte() % 5)]),
        2 => Value::from_i64(i64::from(bytes.byte()) - 2),
        3 => Value::from_integer(i64::from(bytes.byte()).into()),
        // In PCL, null has its own type.
        4 => Value::null(Type::none().clone()),
        5 => Value::unknown(ty.clone()),
        6 => Value::string("a").mark("m"),
        7 => pcl::eventual(ty, Arc::new(())).unwrap_or(Value::dynamic()),
        8 => Value::from_number(Number::parse("0.5").expect("a number")),
        9 => value(bytes, types, depth - 1).mark("m"),
        10 | 11 => {
            let parts = (0..bytes.byte() % 4).map(|_| value(bytes, types, depth - 1));
            Value::tuple(parts.collect()).expect("small")
        }
        12 => {
            let part = value(bytes, types, depth - 1);
            if part.is_null() {
                part
            } else {
                Value::list(vec![part.clone(), part]).expect("one type")
            }
        }
        _ => {
            let parts = ["a", "b"].map(|name| (name.into(), value(bytes, types, depth - 1)));
            Value::object(parts).expect("small")
        }
    }
}

fn converted(given: &Value, wanted: &Type) {
    let rules = dialect(DialectId::Pcl);
    let made = pcl::convert_value(given, wanted, &budget());
    let failures = pcl::check(given, wanted, &budget()).expect(SMALL);
    assert_eq!(
        made.is_err(),
        !failures.is_empty(),
        "{given:?} {made:?} {failures:?}"
    );
    let own = pcl::type_of(given, &budget());
    if let Ok(own) = &own {
        assert_ne!(
            pcl::is_instance(given, own, &budget()).ok(),
            Some(false),
            "{given:?}"
        );
        if pcl::conversion(own, wanted, &budget()).expect(SMALL) == Convertibility::Safe {
            assert!(made.is_ok(), "{given:?} as {}: {made:?}", pcl::line(wanted));
        }
    }
    if let Ok(made) = made {
        assert_ne!(
            rules.instance(&made, wanted, &budget()).ok(),
            Some(false),
            "{given:?} {made:?} as {}",
            pcl::line(wanted)
        );
        assert_eq!(
            pcl::convert_value(&made, wanted, &budget()).as_ref().ok(),
            Some(&made),
            "{given:?} as {}",
            pcl::line(wanted)
        );
        let mut given_back = 0;
        let _ = pcl::resolve_value(
            &made,
            &mut |eventual| {
                given_back += 1;
                match given_back % 4 {
                    0 => pcl::eventual(eventual.origin(), Arc::new(())),
                    1 => Ok(given.clone()),
                    2 => Ok(Value::unknown(eventual.origin().clone())),
                    _ => Ok(Value::string("12")),
                }
            },
            &budget(),
        );
    }
}

/// Runs one input.
pub fn run(input: &[u8]) {
    let Some((first, rest)) = input.split_first() else {
        return;
    };
    let text = std::str::from_utf8(rest);
    let mut bytes = Bytes(rest.iter());
    let made = |bytes: &mut Bytes| match first & 4 {
        0 => pcl::parse_type(&bytes.text(&PCL, 6)),
        _ => pcl::decode_type(&bytes.text(&JSON, 6)),
    };
    match (first % 4, text) {
        (0, Ok(text)) => {
            if let Ok(ty) = pcl::parse_type(text) {
                reads_back(&ty);
                related(&ty, &ty);
            }
        }
        (1, Ok(text)) => {
            if let Ok(ty) = pcl::decode_type(text) {
                // The text contains neither the type of a constant nor all names.
                black_box(pcl::format_type(&ty)).ok();
                derived(&ty);
            }
        }
        _ => {
            let (Ok(a), Ok(b)) = (made(&mut bytes), made(&mut bytes)) else {
                return;
            };
            reads_back(&a);
            derived(&a);
            related(&a, &b);
            traversed(&a, &b, &mut bytes);
            let given = value(&mut bytes, &[&a, &b], 3);
            converted(&given, &a);
        }
    }
}
