//! Answers of Puppet to small programs, each found with the real system.

use crate::eval::environment::Environment;
use crate::eval::tests::agree;
use crate::values::special::hash;
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
