//! Results of Puppet for small programs, each recorded from the real system.

use crate::eval::environment::{Definitions, Environment};
use crate::eval::tests::{agree, answer_in};
use crate::values::special::hash;
use polycty_core::source::{Code, Source};
use polycty_core::values::Value;

#[test]
fn the_value_default_matches_everything() {
    agree(
        &Environment::new(),
        &[
            ("$d = default case 1 { $d: { 1 } 2: {3} }", "1"),
            ("case 1 { *[2, default]: { 'x' } 1: {'y'} }", "'x'"),
            ("case 1 { *default: { 'x' } 1: {'y'} }", "'x'"),
            ("case 1 { default: { 'x' } 1: {'y'} }", "'y'"),
            ("case 1 { (default): { 'x' } 1: {'y'} }", "'y'"),
            ("$d = default 1 ? { $d => 'd', 1 => 'y' }", "'d'"),
            ("1 ? { *[3, default] => 'd', 1 => 'y' }", "'d'"),
            ("$d = [default] case [1] { $d: {3} default: {4} }", "3"),
            ("$d = default case 'x' { $d: {5} /x/: {4} }", "5"),
            ("case default { *[2, default]: {1} default: {2} }", "1"),
            ("['a' in [default], 1 in [default]]", "[true, false]"),
        ],
    );
}

#[test]
fn fqdn_rand_is_that_of_puppet_8() {
    let networking = hash([(Value::string("fqdn"), Value::string("n.example.com"))]);
    let facts = hash([(Value::string("networking"), networking.unwrap())]);
    let environment = Environment::new().variable("facts", facts.unwrap());
    agree(
        &environment.unwrap(),
        &[
            // Random.new(MD5 of "n.example.com:24:").rand(24) in Ruby.
            ("fqdn_rand(24)", "23"),
            ("fqdn_rand(24, '')", "23"),
            ("fqdn_rand(100, 'expensive job 1')", "58"),
            ("fqdn_rand(5000000000)", "4441177501"),
            ("fqdn_rand(1)", "0"),
        ],
    );
}

/// Templates and their output; Puppet 7 has the same output.
#[test]
fn comments_of_templates_trim_as_tags_do() {
    for (template, wanted) in [
        ("a\n  <%# c -%>\n  <%- $x = 1 -%>\nb", "a\nb"),
        ("a\n  <%# c -%>\n  <%- $x = 1 %>b", "a\nb"),
        ("a <%# c -%>  \n  b", "a   b"),
        ("a\n  <%#- c -%>\nb", "a\nb"),
        ("a\n  <%#- c %>\nb", "a\n\nb"),
        ("a\n  <%# c -%>\n\nb", "a\n  \nb"),
        ("a <%# c %%> d %> e", "a  e"),
        ("a  <%# %%%> b %> c", "a   c"),
        ("a <%# x -%%> y -%>\n  e", "a   e"),
        ("a <%#%> b", "a  b"),
        ("a <%#-%> b", "ab"),
        ("a <%#--%>  \nb", "ab"),
        ("a<%# c -%>b", "ab"),
        ("x<%= 1 -%>   b", "x1b"),
        ("a <% if true { -%> b <% } -%> c", "a b c"),
        (
            "a  <%# c %><%# d %>  <%- $x = 1 -%>   \n   <%= 1 %>",
            "a   1",
        ),
        ("a  <%%  <%- $x = 1 -%>   b", "a  <%b"),
        ("a   <%#- c -%>   \n   <%= 1 %>", "a   1"),
        // Text before a comment at the very end is dropped.
        ("x<%= 1 %>a<%# c -%>", "x1"),
        ("x<%= 1 %>a<%# c -%> ", "x1a"),
        // A comment before the parameters.
        (" <%# c -%>\n<%- | $a = 1 | -%>\nx<%= $a %>", "x1"),
        ("<%# c %><%- | $a = 1 | -%>\nx<%= $a %>", "x1"),
    ] {
        let environment = Environment::new()
            .variable("t", Value::string(template))
            .unwrap();
        let wanted = crate::format_value(&Value::string(wanted));
        agree(&environment, &[("inline_epp($t)", &wanted)]);
    }
    let environment = Environment::new()
        .variable("t", Value::string("<%# c %>\n<%- | $a = 1 | -%>\n"))
        .unwrap();
    agree(
        &environment,
        &[(
            "inline_epp($t)",
            "! Evaluation Error: Error while evaluating a Function Call, inline_epp(): Invalid EPP: \
             Syntax error at '|' at 1:1",
        )],
    );
}

#[test]
fn join_leaves_nothing_for_an_empty_array() {
    agree(
        &Environment::new(),
        &[
            ("join([1, [], 2], ',')", "'1,,2'"),
            (
                "join([[], [[]], 1, [2,[3,[]]], undef, {a=>1}], '-')",
                r#"'--1-2-3---{"a"=>1}'"#,
            ),
            (
                "[join([]), join([[]]), join([[], []], ',')]",
                "['', '', ',']",
            ),
        ],
    );
}

#[test]
fn ranges_of_versions() {
    let within = |range: &str, version: &str, wanted: &str| {
        let text = format!("SemVer('{version}') =~ SemVerRange('{range}')");
        agree(&Environment::new(), &[(&text, wanted)]);
    };
    for (range, in_it, outside) in [
        ("1.*.2", "1.0.0", "2.0.0"),
        ("1.x.2", "1.5.1", "0.9.0"),
        (">=1.x.5", "1.0.5", "1.0.4"),
        ("~1.*.3", "1.0.0", "2.0.0"),
        ("^1.*.3", "1.0.0", "2.0.0"),
        ("<1.*.3", "1.0.2", "1.0.3"),
        (">1.*.3", "2.0.0", "1.9.0"),
        ("1.*.2 - 2.*.5", "2.0.5", "1.0.1"),
        ("1.x.2-a", "1.0.0", "2.0.0"),
        ("* - 2", "2.0.0", "0.0.0-a"),
        (">=*", "0.0.0", "0.0.0-a"),
        (">=10.2.2 <=0.10.1 || 1.0.0", "1.0.0", "5.0.0"),
    ] {
        within(range, in_it, "true");
        within(range, outside, "false");
    }
    for all in ["*", "x", "X", "*.1.2", "x.x.x", "~*", "=*", "1.2.3 || *"] {
        within(all, "0.0.0-a", "true");
    }
    for none in [">=10.2.2 <=0.10.1", ">1 <1", ">*", "<*", ">=3.0.0 <3.0.0"] {
        within(none, "0.0.0", "false");
        within(none, "5.0.0", "false");
    }
    agree(
        &Environment::new(),
        &[
            ("SemVerRange('*') == SemVerRange('x')", "true"),
            ("SemVerRange('*') == SemVerRange('>=0.0.0')", "false"),
            (
                "SemVerRange('>=3 <2') == SemVerRange('>1.0.0 <=1.0.0')",
                "true",
            ),
            (
                "SemVerRange('1.*.02')",
                "! Evaluation Error: Error while evaluating a Function Call, Unparsable version \
                 range: \"1.*.02\" at 1:1",
            ),
        ],
    );
}

#[test]
fn a_block_of_new_is_called_for_new_values_only() {
    agree(
        &Environment::new(),
        &[
            ("Integer(5) |$x| { $x + 1 }", "5"),
            ("Integer.new(5) |$x| { $x + 1 }", "5"),
            ("Integer('5') |$x| { $x + 1 }", "6"),
            ("Sensitive(5) |$x| { 4 }", "4"),
            ("Sensitive(Sensitive(5)) |$x| { 4 }", "Sensitive(5)"),
        ],
    );
}

/// The character sets of Ruby's scanf.
#[test]
fn scanf_reads_sets_of_characters() {
    agree(
        &Environment::new(),
        &[
            ("scanf('abc123', '%[a-z]%d')", "['abc', 123]"),
            ("scanf('abc123x', '%[^0-9]%s')", "['abc', '123x']"),
            ("scanf('a]b', '%[]a]%s')", "['a]', 'b']"),
            ("scanf('a-b', '%[a-]%s')", "['a-', 'b']"),
            ("scanf('abc', '%2[a-c]%s')", "['ab', 'c']"),
            ("scanf('abc', '%*[a]%s')", "['bc']"),
            ("scanf('abc', '%[x]%s')", "[]"),
            ("scanf('äb1', '%[[:alpha:]]%d')", "['äb', 1]"),
            ("scanf('abc', '%[abc')", "[]"),
        ],
    );
}

#[test]
fn the_ending_of_templates_may_be_left_away() {
    let environment = Environment::new().loader(|kind, name| {
        let found = kind == Definitions::Template && name == "m/a.epp";
        Ok(found.then(|| Source::new("m/a.epp", "x<%= 1 %>")))
    });
    agree(
        &environment,
        &[
            ("[epp('m/a'), epp('m/a.epp')]", "['x1', 'x1']"),
            (
                "epp('m/b')",
                "! Evaluation Error: Error while evaluating a Function Call, Could not find \
                 template 'm/b.epp' at 1:1",
            ),
        ],
    );
}

#[test]
fn no_message_shows_a_sensitive_value() {
    agree(
        &Environment::new(),
        &[(
            "[1].dig(Sensitive('secret'), Sensitive('q'))",
            "! Evaluation Error: Error while evaluating a Method call, The given data requires an \
             Integer index at [#<Sensitive [value redacted]>], got 'Sensitive[String]' at 1:8",
        )],
    );
    let object = "type P = Object[{attributes => {a => Sensitive}}] ";
    for text in [
        "Object[$s]",
        "Object[{$s => 1}]",
        "Object[{attributes => $s}]",
        "Object[{name => 'A', attributes => {a => $s}}]",
        "TypeSet[$s]",
        "TypeSet[{a => [$s]}]",
        "Init[Integer, $s]",
        "Timestamp[$s]",
        "Timespan[$s]",
        "[1].dig({$s => [$s]}, 1)",
        "[1].dig([$s], 1)",
        "URI('http://a') + $s",
        "Integer('1', $s)",
        "function f() >> Integer { $s } f()",
        "function f($s >> $s) { }",
        "String(P($s))",
        "\"${P($s)}\"",
        "fail(\"${[P($s)]}\")",
        "$a = [1].map |$x| { $s + $s }",
        "$h = {$s => 1} $h.foo",
        "Struct[$s]",
        "$s ? { 1 => 2 }",
        "{a => 1}.dig('a', $s)",
        "[1][$s]",
    ] {
        let text = format!("{object}$s = Sensitive('secret') {text}");
        let answer = answer_in(&text, &Environment::new());
        assert!(!answer.contains("secret"), "{text}: {answer}");
    }
}

#[test]
fn names_of_variables_are_checked() {
    for name in [
        "$x", "1 x\n", "", "1", "X", "a::", "::", "A::x", "a-b", "x\0", "é", "a::::b",
    ] {
        let error = Environment::new()
            .variable(name, Value::string(""))
            .unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument, "{name:?}");
    }
    for name in ["x", "_x", "::x", "a::b::_x1", "x_Y"] {
        assert!(
            Environment::new().variable(name, Value::string("")).is_ok(),
            "{name}"
        );
    }
}

/// Each case is a program with the end of its message after `Evaluation Error: `.
fn refused(cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        let answer = answer_in(text, &Environment::new());
        let message = answer
            .strip_prefix("! Evaluation Error: ")
            .unwrap_or(&answer);
        let message = message
            .strip_prefix("Error while evaluating a Function Call, ")
            .unwrap_or(message);
        let message = message.split(" at 1:").next().unwrap_or_default();
        assert_eq!(message, *wanted, "{text}");
    }
}

#[test]
fn directives_of_a_format_take_their_values_alike() {
    refused(&[
        (
            "sprintf('%1$s %s', 'a', 'b')",
            "unnumbered(1) mixed with numbered",
        ),
        (
            "sprintf('%s %1$s', 'a', 'b')",
            "numbered(1) after unnumbered(1)",
        ),
        (
            "sprintf('%<a>s %s', {'a' => 1})",
            "unnumbered(1) mixed with named",
        ),
        (
            "sprintf('%s %<a>s', {'a' => 1})",
            "named<a> after unnumbered(1)",
        ),
        (
            "sprintf('%<a>s %1$s', {'a' => 1})",
            "numbered(1) after named",
        ),
        (
            "sprintf('%1$s %<a>s', {'a' => 1})",
            "named<a> after numbered",
        ),
        (
            "sprintf('%1$s %{a}', {'a' => 1})",
            "named{a} after numbered",
        ),
        (
            "sprintf('%*s %1$s', 5, 'a')",
            "numbered(1) after unnumbered(2)",
        ),
        (
            "sprintf('%1$*s', 3, 'a')",
            "unnumbered(1) mixed with numbered",
        ),
        (
            "sprintf('%<a><b>s', {'a' => 1, 'b' => 2})",
            "named<b> after <a>",
        ),
        ("sprintf('%1$2$s', 1, 2)", "value given twice - 2$"),
        ("sprintf('%<a>1$s', {'a' => 1})", "value given twice - 1$"),
        ("sprintf('%5-d', 1)", "flag after width"),
        ("sprintf('%.2 d', 1)", "flag after precision"),
        ("sprintf('%5.2.3d', 1)", "precision given twice"),
        ("sprintf('%5*s', 1, 2)", "width given twice"),
        ("sprintf('%5.2', 1)", "malformed format string - %*[0-9]"),
        ("sprintf('%*', 1)", "malformed format string - %*[0-9]"),
    ]);
    agree(
        &Environment::new(),
        &[
            ("sprintf('%1$*2$s', 'a', 5)", "'    a'"),
            ("sprintf('%1$.*2$f', 2.5, 3)", "'2.500'"),
            ("sprintf('%2$s %1$s %2$s', 'a', 'b')", "'b a b'"),
            (
                "sprintf('%5<a>.1f|%-5{a}|', {'a' => 2.25})",
                "'  2.2|2.25 |'",
            ),
        ],
    );
}

#[test]
fn replacements_name_groups() {
    refused(&[
        (
            "regsubst('abc', '(b)', '[\\k<n>]')",
            "undefined group name reference: n",
        ),
        (
            "regsubst('abc', '(?<n>b)', '[\\k<1>]')",
            "undefined group name reference: 1",
        ),
        (
            "regsubst('abc', '(b)', '\\k<>')",
            "undefined group name reference: ",
        ),
        (
            "regsubst('abc', '(?<n>b)', '[\\k<n]')",
            "invalid group name reference format",
        ),
    ]);
    agree(
        &Environment::new(),
        &[
            ("regsubst('abc', '(?<n>b)', '[\\k<n>]')", "'a[b]c'"),
            ("regsubst('abc', '(?<n>b)', '[\\1\\0]')", "'a[b]c'"),
            ("regsubst('abc', 'x', '[\\k<n>]')", "'abc'"),
        ],
    );
}

#[test]
fn uris_are_compared_in_their_normal_form() {
    for (left, right, equal) in [
        ("HTTP://A.B:80/", "http://a.b/", true),
        ("http://a.b", "http://a.b/", true),
        ("https://a.b:443/", "https://a.b/", true),
        ("foo://A.b/", "foo://a.b/", true),
        ("http://a.b:8080/", "http://a.b:08080/", true),
        ("http://a.b/x", "http://a.b/X", false),
        ("http://a.b/%7e", "http://a.b/~", false),
        ("http://a.b/?", "http://a.b/", false),
        ("http://a.b/./x", "http://a.b/x", false),
        ("mailto:A@B", "MAILTO:A@b", false),
        ("http://U@a.b/", "http://u@a.b/", false),
    ] {
        let text = format!("URI('{left}') == URI('{right}')");
        agree(&Environment::new(), &[(&text, &equal.to_string())]);
    }
    agree(
        &Environment::new(),
        &[
            ("[URI('http://a.b/')] - [URI('HTTP://A.B:80/')]", "[]"),
            ("URI('http://a.b/') in [URI('HTTP://A.B:80/')]", "true"),
            (
                "[URI('http://a.b').port, URI('ldaps://a.b').port]",
                "[80, 636]",
            ),
            (
                "[URI('wss://a.b').port, URI('foo://a.b').port]",
                "[undef, undef]",
            ),
        ],
    );
}

#[test]
fn break_ends_what_goes_through_integers() {
    agree(
        &Environment::new(),
        &[
            ("all(1) |$k, $v| { break() }", "true"),
            ("any(1) |$k, $v| { break() }", "false"),
            ("Integer[1, 3].all |$v| { break() }", "true"),
            ("3.any |$v| { if $v == 1 { break() } false }", "false"),
            ("3.index |$i, $v| { break() }", "undef"),
            ("2.all |$v| { false }", "false"),
            (
                "all([1]) |$k| { break() }",
                "! break() from context where this is illegal at 1:17",
            ),
            (
                "any({a => 1}) |$k, $v| { break() }",
                "! break() from context where this is illegal at 1:26",
            ),
            (
                "'ab'.any |$k, $v| { break() }",
                "! break() from context where this is illegal at 1:21",
            ),
        ],
    );
}

#[test]
fn versions_are_no_numbers() {
    refused(&[
        (
            "SemVer('1.0.0') + 1",
            "Operator '+' is not applicable to a Semver.",
        ),
        (
            "SemVer('1.0.0') << 1",
            "Operator '<<' is not applicable to a Semver.",
        ),
        (
            "SemVer('1.0.0') + 'a'",
            "The value 'a' cannot be converted to Numeric.",
        ),
        (
            "1 + SemVer('1.0.0')",
            "Error while evaluating a '+' expression, can't convert SemanticPuppet::Version into \
             Float",
        ),
        (
            "1 << SemVer('1.0.0')",
            "Operator '<<' is not applicable to an Integer.",
        ),
        (
            "(-(SemVer('1.0.0')))",
            "Error while evaluating an Unary Minus, can't convert SemanticPuppet::Version into \
             Float",
        ),
        (
            "Timespan(1) + SemVer('1.0.0')",
            "Error while evaluating a '+' expression, A Version cannot be added to a Timespan",
        ),
        (
            "Timestamp('2015-01-01') - SemVer('1.0.0')",
            "Error while evaluating a '-' expression, A Version cannot be subtracted from a \
             Timestamp",
        ),
    ]);
}

#[test]
fn no_comma_ends_the_parameters_of_a_definitions_type() {
    for text in [
        "function f(Variant[String,] $x) { 1 }",
        "[1].map |Variant[String,] $x| { 1 }",
        "class a(Variant[String,] $x) { }",
        "define d(Variant[String,] $x) { }",
        "function f($x) >> Variant[String,] { 1 }",
    ] {
        let answer = answer_in(text, &Environment::new());
        assert!(
            answer.starts_with("! Syntax error at ']' at "),
            "{text}: {answer}"
        );
    }
    agree(
        &Environment::new(),
        &[
            (
                "function f(Variant[Array[String,]] $x,) { 1 } f(['a'])",
                "1",
            ),
            ("type A = Variant[String,] A == String", "true"),
        ],
    );
}

#[test]
fn parameters_of_types_are_counted() {
    refused(&[
        (
            "Hash[default, 10]",
            "Hash-Type[] arguments must be types. Got Symbol",
        ),
        (
            "Pattern[[]]",
            "A Pattern-Type[] accepts 1 or more arguments. Got 0",
        ),
        (
            "Variant[[]]",
            "A Variant-Type[] accepts 1 or more arguments. Got 0",
        ),
    ]);
    agree(
        &Environment::new(),
        &[(
            "[Hash[1, 2], Pattern[['a']], Variant[[Integer]]]",
            "[Hash[Any, Any, 1, 2], Pattern[/a/], Integer]",
        )],
    );
}

#[test]
fn attributes_are_taken_from_one_hash() {
    agree(
        &Environment::new(),
        &[(
            "file { '/a': a => 1,\n * => {},\n   * => {} }",
            "! Unfolding of attributes from Hash can only be used once per resource body at 3:4",
        )],
    );
}
