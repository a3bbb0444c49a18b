//! Tests of the fold of many types against the rule for two.

use super::*;
use crate::mode::Mode;
use crate::types::alias::Aliases;
use crate::types::format::{Detail, format_type};
use crate::types::parse::parse_type;
use polycty_core::calls::Budget;

/// Types with special rules for many pairs.
const POOL: &[&str] = &[
    "Undef",
    "Any",
    "Array[0, 0]",
    "Hash[0, 0]",
    "Integer[1, 1]",
    "Integer[5, 9]",
    "Integer",
    "Integer[default, 3]",
    "Float[1.0, 2.0]",
    "Float[0.5]",
    "Boolean[true]",
    "Boolean[false]",
    "String",
    "String[1, 3]",
    "String[4]",
    "Enum['a']",
    "Enum['a', 'b']",
    "Enum['b', 'c', 'd']",
    "Enum['A', 'b', true]",
    "Enum",
    "Pattern[/a/]",
    "Pattern[/b/]",
    "Type[Integer[1, 1]]",
    "Type[Enum['x']]",
    "Type[Enum['y']]",
    "Type",
    "Array[Integer[1, 1], 1, 1]",
    "Array[Integer[2, 2], 1, 1]",
    "Array[Integer[0, 9], 0, 9]",
    "Array[Enum['a', 'b'], 2, 2]",
    "Array[Enum['c'], 2, 3]",
    "Array[Array[Enum['c'], 1, 1], 2, 2]",
    "Array[Array[String, 1, 1], 2, 2]",
    "Array[Undef, 1, 1]",
    "Array[Data]",
    "Array",
    "Hash[Enum['k'], Integer[1, 1], 1, 1]",
    "Hash[Enum['l', 'm'], Enum['v'], 2, 2]",
    "Hash[String, Any]",
    "Optional[Integer]",
    "Variant[Integer, Enum['a']]",
    "Data",
    "Regexp[/a/]",
    "Regexp[/b/]",
    "Tuple[Integer, String]",
];

fn pool() -> Vec<Type> {
    let aliases = Aliases::default();
    let parsed = |text: &&str| parse_type(text, &aliases, Mode::Current).unwrap();
    let mut pool: Vec<Type> = POOL.iter().map(parsed).collect();
    for text in ["a", "b", "zz"] {
        pool.push(normal_form::literal_string(text).unwrap());
    }
    let one = pool[pool.len() - 1].clone();
    pool.push(normal_form::array(one, Some(SizeRange::exactly(1))).unwrap());
    pool.push(nominal::unit().clone());
    pool
}

/// The fold pair by pair, by the rule for two types.
fn pairwise(types: &[&Type]) -> Type {
    let mut common = types[0].clone();
    for ty in &types[1..] {
        common = common_type(&common, ty, &Budget::standard()).unwrap();
    }
    common
}

#[test]
fn growing_in_place_says_what_joining_pair_by_pair_says() {
    let pool = pool();
    let mut state = 1u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        &pool[(state >> 33) as usize % pool.len()]
    };
    let mut checked = 0;
    for count in 1..=6 {
        for _ in 0..6000 {
            let types: Vec<&Type> = (0..count).map(|_| next()).collect();
            let mut fold = Fold::default();
            for ty in &types {
                fold.absorb(ty, &Budget::standard()).unwrap();
            }
            let text = |ty: &Type| format_type(ty, Detail::Debug);
            let names: Vec<String> = types.iter().map(|ty| text(ty)).collect();
            let folded = fold.into_type().unwrap();
            assert_eq!(text(&folded), text(&pairwise(&types)), "of {names:?}");
            checked += 1;
        }
    }
    assert_eq!(checked, 36_000);
}

#[test]
fn types_of_one_kind_grow_there() {
    // Nested growth that the random pool rarely produces.
    let aliases = Aliases::default();
    let mut fold = Fold::default();
    for at in 0..40 {
        let text = format!("Array[Hash[Enum['k{at}'], Type[Enum['v{at}', 'w']], 1, 1], 1, 1]");
        fold.absorb(
            &parse_type(&text, &aliases, Mode::Current).unwrap(),
            &Budget::standard(),
        )
        .unwrap();
    }
    let found = fold.into_type().unwrap();
    let key = found.element().unwrap().key().unwrap();
    assert_eq!(strings_of(key).unwrap().len(), 40);
    let value = found.element().unwrap().element().unwrap();
    assert_eq!(strings_of(value.element().unwrap()).unwrap().len(), 41);
}
