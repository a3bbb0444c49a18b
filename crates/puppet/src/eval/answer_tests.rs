//! Answers of Puppet to small programs, each found with the real system.

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

/// Templates and what they write; Puppet 7 writes the same.
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
        // What is before a comment at the very end is lost.
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

/// The sets of Ruby's scanf.
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
