//! Tests of functions: results and errors as in Puppet.

use super::TABLE;
use crate::eval::dispatch::read_dispatches;
use crate::eval::function::Takes;
use crate::types::alias::Aliases;
use crate::values::format::format_value;
use crate::{Environment, Prepared, Strict, evaluate};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Source};
use polycty_core::values::Value;

#[test]
fn every_signature_can_be_read() {
    for function in TABLE.values() {
        let (aliases, texts) = match function.entry.takes {
            Takes::Signatures(aliases, texts) => (aliases, texts),
            Takes::Checked(texts, _) => (&[][..], texts),
            Takes::Exactly(_) | Takes::AtLeast(_) => continue,
        };
        let aliases = Aliases::define(aliases.iter().copied()).unwrap();
        let read = read_dispatches(texts, &aliases);
        assert!(read.is_ok(), "{}: {read:?}", function.entry.name);
        assert_eq!(read.unwrap().len(), texts.len());
    }
}

/// Returns the value of a program.
fn worth(text: &str) -> String {
    let budget = Budget::standard();
    let source = Source::new("x.pp", text);
    let program = Prepared::manifest(source, Strict::Error, &budget).unwrap();
    let value = evaluate(&program, &Environment::new(), &budget).unwrap();
    format_value(&value)
}

#[test]
fn the_current_time_is_that_of_the_environment() {
    let noon = Environment::new().time(86_400_000_000_000 + 43_200_000_000_000);
    let budget = Budget::standard();
    for (text, expected) in [
        ("String(Timestamp())", "'1970-01-02T12:00:00.000000000 UTC'"),
        (
            "String(Optional[Timestamp].new)",
            "'1970-01-02T12:00:00.000000000 UTC'",
        ),
        (
            "String(Init[Timestamp].new([]))",
            "'1970-01-02T12:00:00.000000000 UTC'",
        ),
        ("strftime('%F %T')", "'1970-01-02 12:00:00'"),
    ] {
        let source = Source::new("x.pp", text);
        let program = Prepared::manifest(source, Strict::Error, &budget).unwrap();
        let value = evaluate(&program, &noon, &budget).unwrap();
        assert_eq!(format_value(&value), expected, "{text}");
        let error = evaluate(&program, &Environment::new(), &budget).unwrap_err();
        assert_eq!(error.code(), Code::Unsupported, "{text}: {error}");
    }
}

#[test]
fn elements_of_long_ranges_are_made_when_they_are_asked_for() {
    let long = "Integer[1, 100000000000]";
    for (rest, expected) in [
        (".step(1000000).any |$x| { $x > 100 }", "true"),
        (
            ".reverse_each.reduce |$a, $x| { if $a < 0 { break() } $x - 1 - $a }",
            "-2",
        ),
        (".step(7).index |$x| { $x > 50 }", "8"),
        (".step(2).step(3).index |$x| { $x == 13 }", "2"),
        (
            ".step(2).reverse_each.index |$x| { $x == 99999999997 }",
            "1",
        ),
        (
            ".reverse_each.step(33333333333).map |$x| { $x }",
            "[100000000000, 66666666667, 33333333334, 1]",
        ),
    ] {
        assert_eq!(worth(&format!("{long}{rest}")), expected, "{rest}");
    }
    let seen = worth(&format!(
        "$i = {long}.step(3)\n[type($i), $i =~ Iterator[Integer]]"
    ));
    assert_eq!(seen, "[Iterator[Integer[1, 100000000000]], true]");
    assert_eq!(
        worth(&format!("{long}.step(4)")),
        "Integer[1, 99999999997].step(4)"
    );
    assert_eq!(
        worth(&format!("{long}.step(4).reverse_each")),
        "Integer[1, 99999999997].reverse_each.step(4)"
    );
}

#[test]
fn the_type_of_an_iterator_says_what_is_reached() {
    for (text, expected) in [
        ("Integer[1, 10].step(4)", "Iterator[Integer[1, 9]]"),
        ("Integer[1, 10].reverse_each", "Iterator[Integer[1, 10]]"),
        (
            "Integer[1, 10].reverse_each.step(2)",
            "Iterator[Integer[2, 10]]",
        ),
        ("5.step(3)", "Iterator[Integer[0, 3]]"),
    ] {
        assert_eq!(worth(&format!("type({text})")), expected, "{text}");
    }
    let twice = "$a = [1, 2, 3].step(2)\n[$a.map |$x| { $x }, $a.map |$x| { $x }]";
    assert_eq!(worth(twice), "[[1, 3], []]");
}

/// Returns the value of a program, or its message with the position.
fn message(text: &str) -> String {
    let budget = Budget::standard();
    let source = Source::new("", text);
    let value = Prepared::manifest(source, Strict::Error, &budget)
        .and_then(|program| evaluate(&program, &Environment::new(), &budget));
    match value {
        Ok(value) => format_value(&value),
        Err(error) => {
            let at = error.diagnostics().first().and_then(|found| found.subject);
            let at = at.map_or_else(String::new, |range| {
                format!("{}:{} ", range.start.line, range.start.column)
            });
            let message = error.message();
            let message = message
                .strip_prefix("Evaluation Error: ")
                .unwrap_or(message);
            let call = "Error while evaluating a Function Call, ";
            format!("{at}{}", message.strip_prefix(call).unwrap_or(message))
        }
    }
}

fn all_are_reported(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(message(text), *expected, "{text}");
    }
}

#[test]
fn an_annotation_is_of_one_value_and_not_of_its_equals() {
    const TYPES: &str = "type A = Annotation {attributes => {x => Integer}}\n\
         type P = Object[{attributes => {q => Integer}}]\n\
         type D = Object[{attributes => {q => Integer}, annotations => {A => {x => 7}}}]\n";
    for (text, expected) in [
        (
            "$p = P(1) $same = $p $equal = P(1)\n\
             [annotate(A, $p), annotate(A, $p, {x => 3}), annotate(A, $same), annotate(A, $equal)]",
            "[undef, A({'x' => 3}), A({'x' => 3}), undef]",
        ),
        (
            "$p = P(1) $kept = annotate(A, $p) || { {x => 1} }\n\
             [$kept, annotate(A, $p) || { {x => 2} }, annotate(A, $p, clear), annotate(A, $p)]",
            "[A({'x' => 1}), A({'x' => 1}), A({'x' => 1}), undef]",
        ),
        (
            "$a = [1] $b = [1] $h = {} annotate(A, $a, {x => 1}) annotate(A, $h, {x => 2})\n\
             [annotate(A, $a).x, annotate(A, $b), annotate(A, $h).x]",
            "[1, undef, 2]",
        ),
        (
            "annotate(A, Integer, {x => 1})\n[annotate(A, Integer).x, annotate(A, String)]",
            "[1, undef]",
        ),
        (
            "[annotate(A, D), annotate(A, D(1))]",
            "[A({'x' => 7}), undef]",
        ),
        (
            "annotate(A, D, clear)",
            "4:1 attempt to clear A annotation declared on D",
        ),
        (
            "$p = P(1) [annotate(Pcore, $p, {A => {x => 5}}) == $p, annotate(A, $p).x]",
            "[true, 5]",
        ),
        (
            "annotate(A, 'a', {x => 3})",
            "4:1 can't modify frozen String: \"a\"",
        ),
        (
            "annotate(A, default, {x => 3})",
            "4:1 can't modify frozen Symbol: :default",
        ),
        (
            "annotate(A, Integer, {y => 3})",
            "4:1  A initializer has wrong type, expects a value for key 'x'\n  \
             A initializer has wrong type, unrecognized key 'y'",
        ),
        (
            "annotate(A)",
            "4:1 'annotate' expects between 2 and 3 arguments, got 1",
        ),
    ] {
        assert_eq!(message(&format!("{TYPES}{text}")), expected, "{text}");
    }
}

#[test]
fn functions_of_the_old_kind_are_given_texts() {
    all_are_reported(&[
        ("md5(/b/) == md5('/b/')", "true"),
        ("sha256(Binary('AQID')) == sha256('AQID')", "true"),
        (
            "shellquote('a', undef, SemVer('1.2.3'), /b c/)",
            "'a \"\" 1.2.3 \"/b c/\"'",
        ),
        (
            "sprintf('%s %s', undef, [undef, /b/, Timespan(1)])",
            "' [nil, \"/b/\", \"0-00:00:01.0\"]'",
        ),
        (
            "sprintf('%d', SemVer('1.2.3'))",
            "1:1 invalid value for Integer(): \"1.2.3\"",
        ),
        (
            "sprintf('%<a>d', {a => undef})",
            "1:1 can't convert nil into Integer",
        ),
        (
            "sprintf('%d', Integer)",
            "1:1 can't convert Puppet::Pops::Types::PIntegerType into Integer",
        ),
        ("sprintf('%c', 'ab')", "1:1 %c requires a character"),
        ("fail(/b/, undef, [undef, /c/])", "1:1 /b/  [nil, \"/c/\"]"),
        (
            "md5([[1, 2].step(2)])",
            "1:1 Use of an Iterator is not supported here",
        ),
    ]);
}

#[test]
fn values_are_compared_as_their_signatures_say() {
    all_are_reported(&[
        ("max(9, '10')", "'10'"),
        ("max('1_0', '9')", "'1_0'"),
        ("max('+3', '1')", "'1'"),
        ("max(['a'], ['b'])", "['b']"),
        ("max() |*$r| { 1 }", "undef"),
        ("min(Timespan(3), Timespan(1))", "Timespan('0-00:00:01.0')"),
        ("compare(Timespan(1), 1.5)", "-1"),
        (
            "compare(1, 2, 3)",
            "1:1 'compare' compare(): The third argument (ignore case) can only be used when comparing strings",
        ),
        (
            "compare('a', 'b', true, 4)",
            "1:1 'compare' compare(): Accepts at most 3 arguments, got 4",
        ),
        (
            "compare('a', File)",
            "1:1 'compare' compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp can be compared. Got String and File-Type",
        ),
        (
            "compare(1)",
            "1:1 'compare' expects between 2 and 3 arguments, got 1",
        ),
        (
            "getvar('a', 'b', 'c')",
            "1:1 'getvar' expects between 1 and 2 arguments, got 3",
        ),
        (
            "getvar('1') |$a, $b| { 1 }",
            "1:1 'getvar' The given string does not start with a valid variable name",
        ),
    ]);
}

#[test]
fn slices_are_served_as_the_block_takes_them() {
    all_are_reported(&[
        (
            "[4.slice(2), 7.slice(3)]",
            "[[[0, 1], [2, 3]], [[0, 1, 2], [3, 4, 5], [6]]]",
        ),
        // Counted elements leave a remainder.
        (
            "[3.slice(3), Integer[1, 3].slice(5), 1.slice(2)]",
            "[[[0, 1], [2]], [[1, 2], [3]], [[0]]]",
        ),
        (
            "[[1, 2, 3].step(2).slice(2), [1, 2, 3].step(2).reverse_each.slice(2)]",
            "[[[1], [3]], [[3, 1]]]",
        ),
        (
            "[1, 2, 3].slice(2) |*$a| { if $a[0] == 3 { fail($a) } }",
            "1:44 [3, nil]",
        ),
        ("[1, 2].slice(1) |$a, *$b| { fail($a) }", "1:29 [1]"),
    ]);
}

#[test]
fn what_a_path_stops_at_is_reported() {
    all_are_reported(&[
        (
            "[[1, 2].dig(undef), {a => 1}.dig(undef, 1)]",
            "[undef, undef]",
        ),
        (
            "dig([[1]], 0, [1, 2])",
            "1:1 The given data requires an Integer index at [0, [1, 2]], got 'Array[Integer[1, 2], 2, 2]'",
        ),
        (
            "[1].get('0.x') |$e| { [$e.details, type($e)] }",
            "[{'walked_path' => [0], 'value_type' => Integer[1, 1]}, Error['SLICE_ERROR', 'EXPECTED_COLLECTION']]",
        ),
        (
            "get(Integer, '7')",
            "1:1 'dig' parameter 'data' expects a value of type Undef or Collection, got Type[Integer]",
        ),
        (
            "match('a', undef)",
            "1:1 match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got NilClass",
        ),
    ]);
}

#[test]
fn patterns_are_found_behind_aliases_that_name_one_another() {
    let text = "type A = Variant[B, Pattern[/x/]] type B = Variant[A, Pattern[/y/]] ";
    let found = worth(&format!(
        "{text} ['xy'.match(A), 'x'.match(B), 'z'.match(A)]"
    ));
    assert_eq!(found, "[['y'], ['x'], undef]");
}

#[test]
fn what_is_said_of_types_and_their_parameters() {
    const TYPES: &str = "type P = Object[{attributes => {q => Integer}}]\ntype Q = Object[{attributes => {q => P}}]\n";
    for (text, expected) in [
        // An object type is written by its name, and in full if it is the outermost type.
        (
            "assert_type(P, 3)",
            "3:1 assert_type(): expects a P value, got Integer",
        ),
        (
            "\"${P}\"",
            "'Object[{name => \\'P\\', attributes => {\\'q\\' => Integer}}]'",
        ),
        (
            "assert_type(Q, P(1))",
            "3:1 assert_type(): expects an Object[{name => 'Q', attributes => {'q' => P}}] value, \
             got Object[{name => 'P', attributes => {'q' => Integer}}]",
        ),
        (
            "[type(Error('m', 'k')), type(Error('m'))]",
            "[Error['k', undef], Error[undef, undef]]",
        ),
        ("\"${[1, 2].reverse_each}\"", "'Iterator[Integer]-Value'"),
        (
            "[{{a => 1} => 1, {a => 1} => 2}]",
            "3:27 The key '{\"a\"=>1}' is declared more than once",
        ),
        (
            "Class[Integer]",
            "3:7 Illegal Class name in class reference. An Integer-Type cannot be used where a \
             String is expected",
        ),
        (
            "Resource[Integer]",
            "3:10 First argument to Resource[] must be a resource type or a String. Got Type[Integer].",
        ),
        (
            "Regexp[1, 2]",
            "3:11 A Regexp-Type[] accepts 1 argument. Got 2",
        ),
        (
            "Array['a', 1]",
            "3:7 A Type's size constraint arguments must be a single Integer type, or 1-2 integers \
             (or default). Got a String",
        ),
        (
            "Runtime[1, 2]",
            "3:9 Error creating type specialization of a Runtime-Type, Cannot use Integer where \
             String or String is expected",
        ),
        ("[1e15, 1e15 + 0.5]", "[1.0e+15, 1000000000000000.5]"),
        // The operand is the heredoc, and not its text.
        (
            "1 + @(\"E\")\n  a${1}\n  | E\n",
            "3:5 The value 'a\n' cannot be converted to Numeric.",
        ),
        ("function f() >> String { return(7) }\nf()", "7"),
    ] {
        assert_eq!(message(&format!("{TYPES}{text}")), expected, "{text}");
    }
}

/// The zones that Ruby's `Time#localtime` accepts.
#[test]
fn strftime_formats_in_a_zone() {
    let format = "'%H:%M %z %Z'";
    for (zone, expected) in [
        ("''", "'00:30 +0000 UTC'"),
        ("'-00:00'", "'00:30 +0000 UTC'"),
        ("'UTC'", "'00:30 +0000 '"),
        ("'current'", "'00:30 +0000 '"),
        ("'+01:30:30'", "'02:00 +0130 '"),
        ("'-01:30:30'", "'22:59 -0131 '"),
        ("'GMT+3:30'", "'04:00 +0330 '"),
    ] {
        let text = format!("strftime(Timestamp(1471912245), {format}, {zone})");
        assert_eq!(worth(&text), expected, "{text}");
    }
    for (arguments, expected) in [
        ("'%F', '+25:00'", "utc_offset out of range"),
        ("'%F', '+2400'", "utc_offset out of range"),
        ("'%F', '+23:60'", "expected for utc_offset: +23:60"),
        ("'%F', 'J'", "Illegal timezone 'J'"),
        ("'%F%-'", "invalid format: %F%-"),
    ] {
        let text = format!("strftime(Timestamp(0), {arguments})");
        let source = Source::new("x.pp", text.as_str());
        let budget = Budget::standard();
        let program = Prepared::manifest(source, Strict::Error, &budget).unwrap();
        let error = evaluate(&program, &Environment::new(), &budget).unwrap_err();
        assert!(error.message().contains(expected), "{text}: {error}");
    }
}

/// Puppet prints an expression whose encoding is fixed with its options.
#[test]
fn regular_expressions_beyond_ascii_are_printed_as_groups() {
    for (text, expected) in [
        ("/ä/", "/(?-mix:ä)/"),
        ("\"${/ä/}\"", "'/(?-mix:ä)/'"),
        ("[/é/, /e/]", "[/(?-mix:é)/, /e/]"),
        ("Regexp['é']", "Regexp[/(?-mix:é)/]"),
        ("Pattern[/é/]", "Pattern[/(?-mix:é)/]"),
        ("String(/é/)", "'(?-imx:é)'"),
        ("String(/é/, '%p')", "'/(?-mix:é)/'"),
        ("Regexp('(?i-mx:é)')", "/(?i-mx:é)/"),
        ("/\\u00e9/", "/(?-mix:\\u00e9)/"),
        ("Regexp('a/é')", "/(?-mix:a\\/é)/"),
    ] {
        assert_eq!(worth(text), expected, "{text}");
    }
}

/// Work on a large operand is charged at each call, so that a loop over it ends.
#[test]
fn loops_over_large_operands_reach_a_limit() {
    for text in [
        "$a = Integer[1, 20000].map |$x| { $x } Integer[1, 1000].each |$i| { $a - $a }",
        "$t = Integer[1, 14].reduce('abcd') |$m, $x| { \"${m}${m}\" } \
         Integer[1, 1000].each |$i| { Regexp($t) }",
        "$a = Integer[1, 20000].map |$x| { $x } Integer[1, 1000].each |$i| { $a[1, -2] }",
        "$t = Integer[1, 14].reduce('1234') |$m, $x| { \"${m}${m}\" } \
         Integer[1, 1000].each |$i| { scanf(\"k${t}\", 'k%d') }",
        "$s = Integer[1, 2000].map |$x| { \"a${x}\" } \
         Integer[1, 1000].each |$i| { Enum[*$s] > Enum[*$s] }",
    ] {
        let budget = Budget::standard().limit_steps(1 << 20);
        let source = Source::new("x.pp", text);
        let program = Prepared::manifest(source, Strict::Off, &budget).unwrap();
        let error = evaluate(&program, &Environment::new(), &budget).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{text}: {error}");
        assert!(error.message().contains("steps"), "{text}: {error}");
    }
}

/// Puppet checks whether the value of a Struct's key is optional; an Init of a type without a
/// constructor fails that check. Results of Puppet 7.23.
#[test]
fn a_struct_refuses_an_init_without_a_constructor() {
    let refused = |name| format!("Creation of new instance of type '{name}' is not supported");
    for (text, name) in [
        ("Struct[{a => Init[Data]}]", "Data"),
        ("Struct[{a => String, b => Init[Any]}]", "Any"),
        ("Struct[{a => Variant[String, Init[Data]]}]", "Data"),
        ("Type('Struct[{a => Init[Data]}]')", "Data"),
        (
            "Type('Array[Struct[{b => Integer, a => Variant[String, Init[Data]]}]]')",
            "Data",
        ),
        ("Type('Struct[{a => Init[Init[Data], 1]}]')", "Init[Data]"),
        ("Type('Struct[{a => Init[Enum[a]]}]')", "Enum['a']"),
    ] {
        let budget = Budget::standard();
        let source = Source::new("x.pp", text);
        let program = Prepared::manifest(source, Strict::Off, &budget).unwrap();
        let error = evaluate(&program, &Environment::new(), &budget).unwrap_err();
        assert!(error.message().contains(&refused(name)), "{text}: {error}");
    }
    for text in [
        "Struct[{'a' => Array[Init[Data]]}]",
        "Struct[{'a' => Optional[Init[Data]]}]",
        "Struct[{'a' => Variant[Undef, Init[Data]]}]",
        "Struct[{'a' => NotUndef[Init[Data]]}]",
        "Struct[{'a' => Sensitive[Init[Data]]}]",
        "Struct[{'a' => Init}]",
        "Struct[{NotUndef['a'] => Init[Data]}]",
        "Struct[{'a' => Init[Integer, 10]}]",
        "Array[Init[Data]]",
        "Init[Data]",
        "Tuple[Init[Data]]",
    ] {
        assert_eq!(worth(text), text, "{text}");
    }
}

/// A loop that keeps many small values reaches the limit of memory.
#[test]
fn results_of_lambdas_are_held() {
    for made in ["{}", "Integer[1, $j]", "Tuple[Integer[$j, $j]]"] {
        let budget = Budget::standard().limit_bytes(1 << 20);
        let text = format!("Integer[1, 20000].map |$j| {{ {made} }}");
        let program =
            Prepared::manifest(Source::new("x.pp", &*text), Strict::Off, &budget).unwrap();
        let error = evaluate(&program, &Environment::new(), &budget).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{text}: {error}");
    }
}

#[test]
fn literal_arguments_are_checked_without_a_call() {
    let budget = Budget::standard();
    let check = |name: &str, values: &[Value]| super::call_mismatch(name, values, &budget).unwrap();
    let text = Value::string("1.0");
    assert_eq!(check("versioncmp", &[text.clone(), text.clone()]), None);
    assert_eq!(
        check("versioncmp", &[Value::bool(true), text.clone()]).as_deref(),
        Some("'versioncmp' parameter 'a' expects a String value, got Boolean")
    );
    assert_eq!(
        check("versioncmp", &[text]).as_deref(),
        Some("'versioncmp' expects between 2 and 3 arguments, got 1")
    );
    assert_eq!(check("no_function", &[]), None);
}
