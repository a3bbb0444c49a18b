//! Diagnostics of variables that nothing sets.

use super::{ask, open};

/// The unknown variables in a document of the workspace, each with its suggested edit.
fn unknown(path: &str, text: &str) -> Vec<String> {
    let workspace = open(path, text);
    let reports = ask(&workspace, path, |language, context| {
        language.diagnostics(context)
    });
    let found = reports.into_iter().flat_map(|report| report.diagnostics);
    let unknown = found.filter(|one| one.name.as_deref() == Some("unknown-variable"));
    let shown = unknown.map(|one| {
        let edit = one.edits().next().map_or("", |(_, text)| text);
        format!("{} {edit}", one.summary)
    });
    shown.collect()
}

#[track_caller]
fn assert_unknown(path: &str, text: &str, names: &[(&str, &str)]) {
    let wanted = names
        .iter()
        .map(|(name, edit)| format!("Unknown variable: '{name}' {edit}"));
    let wanted: Vec<String> = wanted.collect();
    assert_eq!(unknown(path, text), wanted, "{text}");
}

#[test]
fn variables_that_nothing_sets_are_reported_in_manifests() {
    let cases: [(&str, &[(&str, &str)]); 16] = [
        ("class c($p) { notice($p, $q) }", &[("q", "")]),
        (
            "class c($server) { notice(\"a ${servr}\") }",
            &[("servr", "server")],
        ),
        // The scopes of lambdas and definitions.
        ("[1].each |$x| { notice($x) }\nnotice($x)", &[("x", "")]),
        ("define d { [1].each |$x| { notice($title, $x) } }", &[]),
        (
            "class c {\n  $a = 1\n  class d { notice($a) }\n}",
            &[("a", "")],
        ),
        ("function f($a) { $b = $a\n  $b + $c }", &[("c", "")]),
        // Assignments of all forms, in any branch.
        ("class c { [$a, $b] = [1, 2]\n  notice($a, $b) }", &[]),
        ("class c { if $facts { $a = 1 }\n  notice($a) }", &[]),
        // The top scope, nodes, matches, facts and the variables of Puppet itself.
        ("class c { notice($top, $::top) }", &[]),
        ("node 'b' { $n = 1 }\nclass c { notice($n) }", &[]),
        ("if 'a' =~ /(a)/ { notice($0, $1) }", &[]),
        (
            "class c { notice($facts, $trusted, $module_name, $osfamily, $ipaddress_eth0, $uptime) }",
            &[],
        ),
        // A node classifier may set other variables of the top scope.
        (
            "class c { notice($::other, $::osfamly) }",
            &[("::osfamly", "::osfamily")],
        ),
        // The variables of classes, and of their ancestors.
        (
            "class c inherits ntp::params { notice($base, $bas, $ntp::base, $ntp::prot, $settings::x) }",
            &[("bas", ""), ("ntp::prot", "ntp::port")],
        ),
        ("class c inherits no::such { notice($a) }", &[]),
        // A metaparameter of the resource, and a damaged statement.
        ("define d { notice($require) }", &[]),
    ];
    for (text, names) in cases {
        assert_unknown("/w/manifests/test.pp", text, names);
    }
    assert_unknown("/w/manifests/test.pp", "$a = [1\nnotice($a, $b)", &[]);
}

#[test]
fn variables_that_nothing_sets_are_reported_in_templates() {
    let path = "/w/modules/ntp/templates/other.epp";
    let text = "<%- | Integer $port | -%>\n<% $a = 1 -%>\n<%= $port %> <%= $a %> <%= $prt %> <%= $::top %>\n";
    assert_unknown(path, text, &[("prt", "")]);
    // A template without parameters has the variables of its caller.
    assert_unknown(
        path,
        "<%= $anything %> <%= $ntp::prot %>\n",
        &[("ntp::prot", "ntp::port")],
    );
}

#[test]
fn facts_of_modules_are_known() {
    let text = "class c { notice($vm_size, $vm_sise) }";
    assert_unknown("/w/manifests/test.pp", text, &[("vm_sise", "vm_size")]);
}
