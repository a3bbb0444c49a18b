//! Tests of assignability that the vectors do not contain.

use crate::mode::Mode;
use crate::rules::assignable::{assignable, quick_assignable};
use crate::rules::equal::{Comparison, compare, equal};
use crate::rules::instance::instance;
use crate::types::alias::Aliases;
use crate::types::nominal::{self, Name};
use crate::types::same::same;
use crate::{parse_type, parse_value};
use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_core::types::{Group, Type};
use polycty_core::values::Value;

fn accepts(target: &str, source: &str, definitions: &[(&str, &str)]) -> bool {
    let aliases = Aliases::define(definitions.iter().copied()).unwrap();
    let read = |text: &str| parse_type(text, &aliases, Mode::Current).unwrap();
    goes(&read(source), &read(target))
}

/// Whether the target accepts the source; an invalid type accepts nothing.
fn goes(source: &Type, target: &Type) -> bool {
    assignable(source, target, &Budget::standard()).unwrap_or(false)
}

fn is(value: &str, ty: &str, definitions: &[(&str, &str)]) -> bool {
    let aliases = Aliases::define(definitions.iter().copied()).unwrap();
    let value = parse_value(value, &aliases, Mode::Current).unwrap();
    let ty = parse_type(ty, &aliases, Mode::Current).unwrap();
    instance(&value, &ty, &Budget::standard()).unwrap()
}

#[test]
fn parameters_go_the_other_way_round() {
    assert!(accepts("Callable[Integer]", "Callable[Numeric]", &[]));
    assert!(!accepts("Callable[Numeric]", "Callable[Integer]", &[]));
    assert!(accepts(
        "Callable[[Integer], Numeric]",
        "Callable[[Integer], Integer]",
        &[]
    ));
}

#[test]
fn recursive_aliases_end() {
    let trees = [
        ("Tree", "Variant[Integer, Array[Tree]]"),
        ("Wide", "Variant[Numeric, Array[Wide]]"),
        ("Odd", "Struct[{next => Optional[Even]}]"),
        ("Even", "Struct[{next => Optional[Odd]}]"),
    ];
    assert!(accepts("Wide", "Tree", &trees));
    assert!(!accepts("Tree", "Wide", &trees));
    assert!(accepts("Odd", "Even", &trees));
    assert!(accepts("Tree", "Array[Array[Integer], 1]", &trees));
    assert!(!accepts("Tree", "Array[Array[Float], 1]", &trees));
    assert!(is("[1, [2, [3]]]", "Tree", &trees));
    assert!(!is("[1, [2, ['3']]]", "Tree", &trees));
}

#[test]
fn rings_of_many_lengths_are_decided_in_time() {
    let ring = |length: usize| -> Type {
        let names: Vec<_> = (0..length).map(|at| format!("T{at}").into()).collect();
        let group = Group::define(names, |members| {
            (0..length)
                .map(|at| {
                    let next = members[(at + 1) % length].reference();
                    Type::union([
                        Type::list(next.clone())?,
                        Type::map_of(Type::string().clone(), next, None)?,
                    ])
                })
                .collect()
        });
        group.unwrap().reference(0).unwrap()
    };
    let (a, b) = (ring(37), ring(41));
    // A result or a limit, but soon.
    let _ = assignable(&b, &a, &Budget::standard());
    let _ = assignable(&a, &b, &Budget::standard());
    assert!(goes(&ring(2), &ring(3)));
}

#[test]
fn bare_and_sized_are_equal_but_not_the_same() {
    let read = |text: &str| parse_type(text, &Aliases::default(), Mode::Current).unwrap();
    let (bare, sized) = (read("String"), read("String[0]"));
    assert!(equal(&bare, &sized, &Budget::standard()).unwrap() && !same(&bare, &sized));
    let (a, b) = (
        read("Variant[Integer, Undef]"),
        read("Variant[Undef, Integer]"),
    );
    assert!(same(&a, &b) && a != b);
    assert!(
        compare(
            Comparison::Less,
            &read("Integer[1, 2]"),
            &read("Integer"),
            &Budget::standard()
        )
        .unwrap()
    );
    assert!(!compare(Comparison::Less, &bare, &sized, &Budget::standard()).unwrap());
}

/// A pair that the summary rejects is also rejected by the rule, which neither accepts it nor
/// returns an error for it. The rule uses the summary for parts only, so this test covers all its
/// uses.
#[test]
fn a_quick_answer_agrees_with_the_rule() {
    let aliases = [("Tree", "Variant[Integer, Hash[String, Tree]]")];
    let aliases = Aliases::define(aliases.iter().copied()).unwrap();
    // A name in a Struct rejects an Init without a constructor; the type of a key does not.
    let read = |text: &str| match parse_type(text, &aliases, Mode::Current) {
        Ok(ty) => Some(ty),
        Err(error) => {
            assert!(
                error.message().contains("new instance of type 'Undef'"),
                "{error}"
            );
            None
        }
    };
    let mut texts: Vec<String> = [
        "Any",
        "Undef",
        "Integer",
        "Integer[0, 5]",
        "Integer[-99999999999, 7]",
        "Float",
        "String[2]",
        "String[0, 1]",
        "Enum[a, bb]",
        "Pattern[/a/]",
        "Optional[b]",
        "Boolean",
        "Default",
        "Data",
        "Tree",
        "Collection[2]",
        "Collection[0, 1]",
        "Iterable",
        "Iterator[Integer]",
        "Tuple",
        "Struct",
        "Array[Init[Undef]]",
        "Init[Undef]",
        "Variant",
        "Optional",
        "NotUndef",
        "Callable",
        "Scalar",
        "Variant[Array[Any, 5, 5], Init[Undef]]",
        "Variant[Init[Undef], Integer]",
        "Struct[{Enum[a] => Init[Undef], b => Integer}]",
        "Sensitive",
        "Type",
        "Type[Integer[1, 2]]",
    ]
    .map(str::to_owned)
    .to_vec();
    let wrapped = |texts: &[String]| -> Vec<String> {
        let two = texts.iter().zip(texts.iter().cycle().skip(5));
        let each = two.flat_map(|(a, b)| {
            [
                format!("Array[{a}]"),
                format!("Array[{a}, 2, 3]"),
                format!("Hash[{a}, {b}, 1]"),
                format!("Tuple[{a}, {b}]"),
                format!("Tuple[{a}, {b}, 1, 5]"),
                format!("Struct[{{a => {a}}}]"),
                format!("Struct[{{Enum[a] => {a}}}]"),
                format!("Struct[{{Optional[a] => {a}, b => {b}}}]"),
                format!("Variant[{a}, {b}]"),
                format!("Optional[{a}]"),
                format!("NotUndef[{a}]"),
                format!("Iterable[{a}]"),
                format!("Sensitive[{a}]"),
            ]
        });
        each.collect()
    };
    let once = wrapped(&texts);
    let twice: Vec<String> = wrapped(&once).into_iter().step_by(17).collect();
    texts.extend(once);
    texts.extend(twice);
    texts.retain(|text| read(text).is_some());
    let types: Vec<Type> = texts.iter().filter_map(|text| read(text)).collect();
    let mut refused = 0;
    for (source, source_text) in types.iter().zip(&texts) {
        for (target, target_text) in types.iter().zip(&texts) {
            if quick_assignable(source, target).is_some() {
                refused += 1;
                let answer = assignable(source, target, &Budget::standard());
                assert_eq!(answer.ok(), Some(false), "{target_text} <- {source_text}");
            }
        }
    }
    assert!(refused > types.len() * types.len() / 2);
}

#[test]
fn init_of_what_cannot_be_made_is_an_error() {
    let read = |text: &str| parse_type(text, &Aliases::default(), Mode::Current).unwrap();
    let error =
        assignable(&read("Integer"), &read("Init[Undef]"), &Budget::standard()).unwrap_err();
    assert_eq!(
        error.message(),
        "Creation of new instance of type 'Undef' is not supported"
    );
}

#[test]
fn a_mark_is_refused_with_its_path() {
    let value = Value::list(vec![Value::string("a"), Value::string("b").mark("secret")]).unwrap();
    let error = instance(&value, Type::any(), &Budget::standard()).unwrap_err();
    assert_eq!(error.code(), Code::Unsupported);
    assert_eq!(error.path().len(), 1);
}

#[test]
fn values_follow_the_rule_of_the_type() {
    assert!(!is("'abc'", "Enum", &[]));
    assert!(is("'abc'", "Pattern", &[]));
    assert!(is(
        "{'a' => 1}",
        "Struct[{a => Integer, Optional[b] => String}]",
        &[]
    ));
    assert!(!is("{'a' => 1, 'c' => 1}", "Struct[{a => Integer}]", &[]));
}

/// A type that was built from the text of its name, without this crate's constructors, is the same
/// type.
#[test]
fn a_name_alone_says_the_type() {
    let made = |name: Name| Type::nominal(nominal::DIALECT, name.text(), []).unwrap();
    let read = |text: &str| parse_type(text, &Aliases::default(), Mode::Current).unwrap();
    let mut others: Vec<Type> = [
        "Integer",
        "Optional[Regexp]",
        "Variant[Integer, SemVer]",
        "NotUndef[Binary]",
        "Array[String]",
        "Undef",
        "Data",
        "Enum[a]",
    ]
    .map(read)
    .to_vec();
    others.extend(Name::ALL.iter().map(|name| nominal::bare(*name).clone()));
    let values = [
        "1", "'a'", "undef", "default", "/a/", "[1]", "{1 => 2}", "Integer",
    ];
    let values = values.map(|text| parse_value(text, &Aliases::default(), Mode::Current).unwrap());
    for name in Name::ALL {
        let (known, plain) = (nominal::bare(*name), made(*name));
        assert_eq!(known, &plain);
        let optional = |ty: &Type| Type::optional(ty.clone()).unwrap();
        for other in &others {
            assert_eq!(goes(other, known), goes(other, &plain), "{other:?}");
            assert_eq!(goes(known, other), goes(&plain, other), "{other:?}");
            assert_eq!(
                goes(other, &optional(known)),
                goes(other, &optional(&plain)),
                "{other:?}"
            );
        }
        for value in &values {
            let holds = |ty: &Type| instance(value, ty, &Budget::standard()).unwrap();
            assert_eq!(holds(known), holds(&plain), "{value:?} {known:?}");
            assert_eq!(holds(&optional(known)), holds(&optional(&plain)));
        }
    }
}
