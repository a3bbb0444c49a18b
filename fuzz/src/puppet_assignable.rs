//! Assignability of Puppet's types, one on each line: no pair panics or takes forever, and the laws
//! of the rules hold.
//!
//! Every type accepts itself, except types with a bare Variant, which hardly any type accepts, or
//! with a NotUndef of a type that accepts undef, which as a source may still be undef. Equality is
//! symmetric, and types that accept each other are equal. Puppet's rules are not an order beyond
//! that: Unit and an empty collection are assignable to all types, the type of a string accepts
//! every enumeration that contains it, and an Init accepts types that convert. Therefore only plain
//! types (see `is_plain`) have transitive assignability, and only plain types that accept each
//! other accept the same types.
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

/// Runs one input.
pub fn run(text: &str) {
    let read = |line| parse_type(line, &ALIASES, Mode::Current).ok();
    // The laws need at most three types.
    let types: Vec<Type> = text.lines().filter_map(read).take(3).collect();
    let shown = |at: usize| format_type(&types[at], Detail::Canonical);
    let accepts = Pairs::of(&types, |target, source| {
        assignable(source, target, &budget()).ok()
    });
    let equals = Pairs::of(&types, |a, b| equal(a, b, &budget()).ok());
    let less = Pairs::of(&types, |a, b| {
        compare(Comparison::Less, a, b, &budget()).ok()
    });
    let plain: Vec<bool> = types.iter().map(is_plain).collect();
    let all = 0..types.len();
    for a in all.clone() {
        assert!(
            accepts.at(a, a) != Some(false) || !is_reflexive(&types[a]),
            "{}",
            shown(a)
        );
        for b in all.clone() {
            let both = (accepts.at(a, b), accepts.at(b, a));
            let pair = || [a, b].map(shown);
            assert_eq!(equals.at(a, b), equals.at(b, a), "{:?}", pair());
            if both == (Some(true), Some(true)) {
                assert_ne!(equals.at(a, b), Some(false), "{:?}", pair());
            }
            if less.at(a, b) == Some(true) {
                assert_eq!(both.1, Some(true), "{:?}", pair());
            }
            if !(plain[a] && plain[b] && both.0 == Some(true)) {
                continue;
            }
            for c in all.clone().filter(|c| plain[*c]) {
                if accepts.at(b, c) == Some(true) {
                    assert_eq!(accepts.at(a, c), Some(true), "{:?}", [a, b, c].map(shown));
                }
            }
        }
    }
}

/// The results for all pairs, each computed once.
struct Pairs(Vec<Vec<Option<bool>>>);

impl Pairs {
    fn of(types: &[Type], ask: impl Fn(&Type, &Type) -> Option<bool>) -> Pairs {
        let row = |a| types.iter().map(|b| ask(a, b)).collect();
        Pairs(types.iter().map(row).collect())
    }

    fn at(&self, a: usize, b: usize) -> Option<bool> {
        self.0[a][b]
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

/// Types whose rules only depend on their values.
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
