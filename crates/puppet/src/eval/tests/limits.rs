//! Tests of the limits of an evaluation: nesting, steps and bytes.

use super::{agree, answer, run};
use crate::eval::environment::{Environment, Resources};
use polycty_core::calls::{Budget, Cancel};
use polycty_core::source::Code;

#[test]
fn chains_and_trees_of_any_length_are_gone_through() {
    let sum = format!("1{}", " + 1".repeat(20_000));
    assert_eq!(answer(&sum), "20001");
    let all = format!("true{}", " and true".repeat(20_000));
    assert_eq!(answer(&all), "true");
}

#[test]
fn what_runs_too_deep_or_too_long_is_refused() {
    let deep = "function f($n) { if $n == 0 { 0 } else { 1 + f($n - 1) } } ";
    assert_eq!(answer(&format!("{deep} f(20)")), "20");
    let endless = [
        format!("{deep} f(1000000)"),
        "function f($n) { [1].map |$x| { f($n) } } f(1)".to_owned(),
        "function f($n = f()) { 1 } f()".to_owned(),
    ];
    for text in endless {
        let error = run(&text, &Environment::new(), &Budget::new()).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{text}");
    }
    let budget = Budget::new().limit_steps(10_000);
    let loops = "Integer[1, 1000000].each |$x| { $x * 2 }";
    let error = run(loops, &Environment::new(), &budget).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    let budget = Budget::new().limit_bytes(1 << 20);
    let grows = "Integer[1, 100].reduce([1]) |$m, $x| { $m + $m }";
    let error = run(grows, &Environment::new(), &budget).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    let text = "Integer[1, 100].reduce('x') |$m, $x| { \"${m}${m}\" }";
    let error = run(text, &Environment::new(), &Budget::new()).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    let cancel = Cancel::new();
    cancel.raise();
    let error = run(
        loops,
        &Environment::new(),
        &Budget::new().cancelled_by(&cancel),
    )
    .unwrap_err();
    assert_eq!(error.code(), Code::Cancelled);
}

/// Variables of which the last contains 63 to the power of `power` floats, from a short text.
fn wide(power: usize) -> String {
    let mut text = "$a0 = -1.2345678901234567e-300\n".to_owned();
    for at in 0..power {
        let parts = vec![format!("$a{at}"); 63].join(", ");
        text.push_str(&format!("$a{} = [{parts}]\n", at + 1));
    }
    text
}

/// A budget without spare steps or bytes rejects the second text.
fn refused(before: &str, text: &str, little: Budget) {
    let environment = Environment::new();
    run(&format!("{before} 1"), &environment, &Budget::new()).unwrap();
    let error = run(&format!("{before} {text}"), &environment, &little).unwrap_err();
    assert_eq!(error.code(), Code::Limit, "{text}: {}", error.message());
}

#[test]
fn what_a_value_reads_as_is_held_as_it_grows() {
    for text in [
        "[{ a => [$a3, $a3] }].join.length",
        "$x = 1 + { a => $a3 }",
        "$x = $a3 ? { 1 => 2 }",
        "sprintf('%s', $a3).length",
        "fail({ a => $a3 })",
        "max($a3, 'x')",
        "[1, 2].max |$x, $y| { $a3 }",
    ] {
        refused(&wide(3), text, Budget::new().limit_bytes(1 << 20));
        refused(&wide(3), text, Budget::new().limit_steps(100_000));
    }
}

#[test]
fn the_type_of_a_value_is_held_as_it_is_made() {
    for text in ["$t = type($a3)", "$t = type({ a => $a3 })"] {
        refused(&wide(3), text, Budget::new().limit_bytes(1 << 20));
    }
    // Small values are created repeatedly.
    let bytes_after = |text: &str| {
        let budget = Budget::new();
        let text = format!("Integer[1, 1000].each |$i| {{ {text} }}");
        run(&text, &Environment::new(), &budget).unwrap();
        budget.bytes()
    };
    assert!(bytes_after("$x = type([1, 2.5])") < bytes_after("$x = [1, 2.5]") + 4000);
}

#[test]
fn what_a_path_walked_is_held_before_it_is_told() {
    for text in [
        "$h = { $a3 => 1 } $h.dig($a3, 2)",
        "$x = [[$a3]].dig(0, 0, $a3)",
    ] {
        refused(&wide(3), text, Budget::new().limit_bytes(4 << 20));
    }
}

#[test]
fn values_whose_parts_are_shared_are_compared_part_by_part() {
    let mut shared = "$a0 = 1\n".to_owned();
    for at in 0..16 {
        shared.push_str(&format!("$a{} = [$a{at}, $a{at}]\n", at + 1));
    }
    let texts = [
        "$x = $a16 == $a16",
        "$x = $a16 != $a16",
        "$x = $a16 in [$a16]",
        "$x = [$a16].index($a16)",
        "$x = { a => $a16 }.index($a16)",
        "$x = [$a16] - [$a16]",
        "$x = [$a16, $a16].sort",
        "case $a16 { 1: { } { a => $a16 }: { } [$a16, 1]: { } $a16: { } default: { } }",
    ];
    for text in texts {
        refused(&shared, text, Budget::new().limit_steps(10_000));
    }
}

/// Variables with texts, each twice as long as the one before it.
fn doubled(power: usize) -> String {
    let mut text = "$s0 = 'x'\n".to_owned();
    for at in 0..power {
        text.push_str(&format!("$s{} = \"${{s{at}}}${{s{at}}}\"\n", at + 1));
    }
    text
}

#[test]
#[expect(clippy::string_slice, reason = "a wrong offset fails the test")]
fn a_text_is_looked_for_in_one_pass() {
    agree(
        &Environment::new(),
        &[
            ("'B' in 'abc'", "true"),
            ("'' in 'abc'", "true"),
            ("'abcd' in 'abc'", "false"),
        ],
    );
    let before = doubled(20);
    // The bytes are visited once per position.
    let text = "$x = \"${s16}y\" in Binary.new($s20, '%s')";
    refused(&before, text, Budget::new().limit_steps(1 << 24));
    for (text, wanted) in [
        ("\"${s19}y\" in $s20", "false"),
        ("\"X${s19}\" in $s20", "true"),
    ] {
        let text = format!("{before} {text}");
        assert_eq!(answer(&text), wanted);
        refused(
            &before,
            &text[before.len()..],
            Budget::new().limit_steps(90_000),
        );
        refused(
            &before,
            &text[before.len()..],
            Budget::new().limit_bytes(4 << 20),
        );
    }
}

#[test]
fn long_texts_are_charged_where_they_are_looked_at() {
    agree(
        &Environment::new(),
        &[
            ("'a' < 'B'", "true"),
            ("'abc' < 'AB'", "false"),
            ("compare('Ab', 'aB')", "0"),
        ],
    );
    let (x, y) = ("x".repeat(64), "y".repeat(64));
    for (left, right, wanted) in [
        (format!("{x}a"), format!("{x}B"), "-1"),
        (format!("{x}{y}"), x.to_uppercase(), "1"),
        (format!("{x}{x}a"), format!("{x}{y}"), "-1"),
    ] {
        assert_eq!(answer(&format!("compare('{left}', '{right}')")), wanted);
    }
    for text in [
        "$x = $s20 < $s20",
        "$x = $s20 == $s20",
        "$x = compare($s20, $s20)",
        "$x = versioncmp($s20, $s20)",
        "$x = $s20.index('y')",
        "$x = [$s20, $s20].sort",
        "$x = $s20.sort",
        "$x = { a => 1 }[$s20]",
        "$x = { a => 1 }[$s20, a]",
        "$x = { a => 1 }.dig($s20)",
    ] {
        refused(&doubled(20), text, Budget::new().limit_steps(10_000));
    }
}

#[test]
fn what_is_related_is_told_apart_in_a_table() {
    let environment = Environment::new().resources(Resources::Referenced);
    let before = "$a = Integer[1, 1000].map |$i| { File[\"x${$i % 500}\"] } ";
    let budget = Budget::new();
    run(&format!("{before} 1"), &environment, &budget).unwrap();
    let text = format!("{before} $r = ($a -> File['b']) $r == [File['b']]");
    let answer = run(&text, &environment, &Budget::new()).unwrap();
    assert_eq!(answer.as_bool(), Some(true));
    let text = format!("{before} $r = (File['b'] -> $a) $r.length");
    let answer = run(&text, &environment, &Budget::new()).unwrap();
    assert_eq!(answer.as_small_whole(), Some(500));
    let little = Budget::new().limit_bytes(budget.bytes() + 30_000);
    let error = run(&text, &environment, &little).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
}
