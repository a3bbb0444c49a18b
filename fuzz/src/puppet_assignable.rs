//! Assignability of Puppet's types, one a line: no pair panics or takes forever, and
//! the laws hold that the rules promise.
//!
//! Every type accepts itself, save where a bare Variant stands inside, which hardly any
//! type accepts, or a NotUndef of what accepts undef, which as a source still may be
//! undef. Being equal is symmetric, and types that accept each other are equal. Beyond that Puppet promises less than an order: Unit and an empty collection go
//! anywhere, a string's type accepts any enumeration of one, an Init accepts what
//! converts. So it is of plain types, see `is_plain`, that accepting is transitive,
//! and that types which accept each other accept the same types.
use crate::budget;
use polycty::dialect::puppet::{
    Aliases, Comparison, Detail, Mode, accepts_undef, assignable, compare, equal, format_type,
    parse_type,
};
use polycty::types::{Kind, SizeRange, StringConstraint, Type, Visit};
use std::sync::LazyLock;

static ALIASES: LazyLock<Aliases> = LazyLock::new(|| {
    let aliases = [
        ("Tree", "Variant[Integer, Array[Tree]]"),
        ("Wide", "Variant[Numeric, Array[Wide]]"),
    ];
    Aliases::define(aliases).expect("two aliases")
});

/// One input.
pub fn run(text: &str) {
    let read = |line| parse_type(line, &ALIASES, Mode::Current).ok();
    // Laws of three types need no more.
    let types: Vec<Type> = text.lines().filter_map(read).take(3).collect();
    let accepts = |target: &Type, source: &Type| assignable(source, target, &budget()).ok();
    let shown = |ty: &Type| format_type(ty, Detail::Canonical);
    for a in &types {
        assert!(
            accepts(a, a) != Some(false) || !is_reflexive(a),
            "{}",
            shown(a)
        );
        for b in &types {
            let both = (accepts(a, b), accepts(b, a));
            assert_eq!(
                equal(a, b, &budget()).ok(),
                equal(b, a, &budget()).ok(),
                "{} and {}",
                shown(a),
                shown(b)
            );
            if both == (Some(true), Some(true)) {
                let equal = equal(a, b, &budget()).ok();
                assert_ne!(equal, Some(false), "{} and {}", shown(a), shown(b));
            }
            if let Ok(less) = compare(Comparison::Less, a, b, &budget()) {
                assert!(
                    !less || both.1 == Some(true),
                    "{} and {}",
                    shown(a),
                    shown(b)
                );
            }
            if !(is_plain(a) && is_plain(b) && both.0 == Some(true)) {
                continue;
            }
            for c in types.iter().filter(|c| is_plain(c)) {
                if accepts(b, c) == Some(true) {
                    let all = [a, b, c].map(shown);
                    assert_eq!(accepts(a, c), Some(true), "{all:?}");
                }
            }
        }
    }
}

fn is_reflexive(ty: &Type) -> bool {
    let mut answer = true;
    ty.walk(&mut |_, part| {
        match part.kind() {
            Kind::Union(members) => answer &= !members.is_empty(),
            Kind::NotUndef(content) => answer &= content.is_any() || !accepts_undef(content),
            _ => {}
        }
        Visit::Into
    });
    answer
}

/// Types whose rules only look at what their values are.
fn is_plain(ty: &Type) -> bool {
    let sized = |size: &Option<SizeRange>| size.is_none_or(|size| size.max != Some(0));
    match ty.kind() {
        Kind::Any
        | Kind::None
        | Kind::Bool(_)
        | Kind::Number
        | Kind::Integer(_)
        | Kind::Float(_)
        | Kind::String(StringConstraint::Plain | StringConstraint::Length(_)) => true,
        Kind::List { element, size } => sized(size) && is_plain(element),
        Kind::Map { key, element, size } => sized(size) && is_plain(key) && is_plain(element),
        Kind::Union(members) => !members.is_empty() && members.iter().all(is_plain),
        Kind::Optional(content) | Kind::Meta(Some(content)) => is_plain(content),
        _ => false,
    }
}
