//! Tests of the bytes that an evaluation holds: counted at creation, and released.

use super::run;
use crate::eval::environment::Environment;
use crate::eval::host::HostFunction;
use crate::types::alias::Aliases;
use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_core::values::Value;

/// A host with a function that creates a text of 64 KiB.
fn environment() -> Environment {
    let text = HostFunction::new("host_text", &[], &Aliases::default(), |_, _| {
        Ok(Value::string(&"a".repeat(1 << 16)))
    });
    Environment::new().function(text.expect("a function"))
}

/// The code of the error of a program with a limit on bytes, if it fails.
fn error_within(bytes: u64, program: &str) -> Option<Code> {
    let budget = Budget::new().limit_bytes(bytes);
    let failed = run(program, &environment(), &budget).err();
    failed.map(|error| error.code())
}

const VARIABLES: &str = "$l = Array(Integer[1, 1000]) $t = $l.join('') \
     $h = Hash($l.map |$x| { [$x, $x] })";

#[test]
fn results_that_are_dropped_are_given_back() {
    for body in [
        "$z = $l << 1",
        "$z = $l + $l",
        "$z = $h + { x => 1 }",
        "$z = \"${t}${t}\"",
        "$l.map |$x| { [$x] }",
        "$l.filter |$x| { [$x, $x] }",
        "$l.slice(2)",
        "sort($l)",
        "$t =~ /(.*)/ $z = $1",
        "split($t, '1')",
        "inline_epp('<%= $t %>', { t => $t })",
        "$z = Tuple[$l.map |$x| { Integer[0, $x] }]",
        "[$z = $l << 1, 1][1]",
        "host_text()",
    ] {
        // Each result needs more than a twentieth of the limit.
        let program = format!("{VARIABLES} Integer[1, 200].each |$j| {{ {body} }}");
        assert_eq!(error_within(2 << 20, &program), None, "{body}");
    }
}

#[test]
fn results_that_are_kept_are_counted() {
    for body in [
        "$l << 1",
        "$l + $l",
        "$h + { x => 1 }",
        "\"${t}${t}\"",
        "$l.map |$x| { [$x] }",
        "$l.filter |$x| { true }",
        "split($t, '1')",
        "Tuple[$l.map |$x| { Integer[0, $x] }]",
        "$z = $l << 1",
        "host_text()",
        "if $j > 0 { $z = $l << 1 }",
        "with($l << 1) |$x| { $x }",
        "Sensitive($l << 1)",
        "Object[{ name => \"A${j}\", attributes => { a => Array, b => Integer[0, $j] } }].new($l, $j)",
        "if $t =~ /(.*)/ { $1 }",
    ] {
        let program = format!("{VARIABLES} Integer[1, 5000].map |$j| {{ {body} }}");
        assert_eq!(error_within(2 << 20, &program), Some(Code::Limit), "{body}");
    }
}

#[test]
fn variables_are_counted_until_their_frame_ends() {
    let assigned = |times: usize| {
        let assign = |at: usize| format!("$z{at} = $l << 1\n");
        (0..times).map(assign).collect::<String>()
    };
    let inside = |body: &str| format!("{VARIABLES} Integer[1, 10].each |$j| {{ {body} }}");
    assert_eq!(error_within(2 << 20, &inside(&assigned(20))), None);
    let all = inside(&assigned(200));
    assert_eq!(error_within(2 << 20, &all), Some(Code::Limit));
}

#[test]
fn the_result_alone_is_counted_after_the_evaluation() {
    let budget = Budget::new();
    let program = format!("{VARIABLES} $l.map |$x| {{ \"${{t}}${{x}}\" }}.join('').length");
    let value = run(&program, &environment(), &budget).unwrap();
    assert!(value.is_in_place());
    // The program itself is still counted.
    let before = budget.bytes();
    assert!(before < 10_000, "{before}");
    run("Array(Integer[1, 1000])", &environment(), &budget).unwrap();
    let bytes = budget.bytes() - before;
    assert!((16_000..70_000).contains(&bytes), "{bytes}");
}

#[test]
fn iterators_that_are_used_up_are_counted_with_their_elements() {
    for body in [
        "tree_each([[[$j]]]).map |$x| { 1 }",
        "[[$j], \"a${j}\"].reverse_each.map |$x| { 1 }",
    ] {
        // The arrays of an iterator's elements take more than 128 bytes.
        let program = format!("Integer[1, 10000].each |$j| {{ {body} }}");
        assert_eq!(error_within(2 << 20, &program), Some(Code::Limit), "{body}");
    }
}

#[test]
fn results_are_charged_by_their_lengths() {
    for body in [
        "strftime(Timestamp(0), '%1000000Y')",
        "strftime(Timespan(5), '%1000000D')",
        "String(5, '%1000000d')",
        "String('a', '%1000000s')",
        "String(undef, '%1000000s')",
        "sprintf('%1000000s', 'a')",
        "sprintf('%.1000000f', 1.5)",
    ] {
        let budget = Budget::new();
        run(body, &environment(), &budget).unwrap();
        assert!(
            budget.steps() > 1_000_000 / 256,
            "{body}: {}",
            budget.steps()
        );
    }
}

#[test]
fn copies_of_wide_types_are_charged() {
    let steps_of_one = |count: usize, body: &str| {
        let steps = |times: usize| {
            let budget = Budget::new();
            let program = format!(
                "$t = '{}' $n = Variant[*(Array(Integer[1, {count}]).map |$x| {{
                     Struct[{{ \"a${{x}}\" => Integer }}] }})]
                 Integer[1, {times}].each |$j| {{ {body} }}",
                "a".repeat(64 * count)
            );
            run(&program, &environment(), &budget).unwrap();
            budget.steps()
        };
        (steps(20) - steps(10)) / 10
    };
    for body in [
        "Variant[$n, Integer]",
        "Sensitive[$n]",
        "Init[$n]",
        "type($n, 'generalized')",
        "String.new([1, 2], { Array => { format => '%(a', separator => $t } })",
    ] {
        let (few, many) = (steps_of_one(200, body), steps_of_one(1_000, body));
        assert!(many - few >= 100, "{body}: {few}, {many}");
    }
    // Other types share their parameters.
    for body in ["Array[$n]", "Tuple[Data, $n]", "Optional[$n]"] {
        let (few, many) = (steps_of_one(200, body), steps_of_one(1_000, body));
        assert_eq!(few, many, "{body}");
    }
    let program =
        "$n = Variant[*(Array(Integer[1, 1000]).map |$x| { Struct[{ \"a${x}\" => Integer }] })]
        Integer[1, 200].map |$j| { Sensitive[$n] }";
    assert_eq!(error_within(8 << 20, program), Some(Code::Limit));
}

#[test]
fn calls_are_charged_by_the_sizes_of_their_arguments() {
    let steps = |program: &str| {
        let budget = Budget::new();
        run(program, &environment(), &budget).unwrap();
        budget.steps()
    };
    let text = |n: usize| format!("$t = '{}' ", "a".repeat(n));
    for call in [
        "chomp($t)",
        "upcase($t)",
        "md5($t)",
        "length($t)",
        "$t == \"${t}b\"",
        "\"${t}${t}\"",
        "$t[1, -2]",
        "split($t, 'b')",
        "$t =~ /b/",
        "regsubst($t, 'b', 'c')",
        "capitalize($t)",
        "sprintf('%s', $t)",
        "scanf($t, '%s')",
        "Regexp($t)",
        "String($t)",
        "with($t) |$x| { chop($x) }",
    ] {
        let program = |n: usize| format!("{} {call}", text(n));
        let (few, many) = (steps(&program(1_000)), steps(&program(60_000)));
        assert!(many > few + 500, "{call}: {few} steps, then {many}");
    }
}
