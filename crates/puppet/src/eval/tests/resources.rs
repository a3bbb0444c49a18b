//! Tests of resources that are evaluated to references. Puppet with a catalog has the same results,
//! except where a comment states a difference.

use super::agree;
use crate::eval::environment::{Environment, Resources};

fn referenced() -> Environment {
    Environment::new().resources(Resources::Referenced)
}

#[test]
fn titles_are_strings_or_arrays_of_them_at_any_depth() {
    agree(
        &referenced(),
        &[
            ("file { [['/a'], '/b']: }", "[File['/a'], File['/b']]"),
            (
                "file { [[['/a', []]], ['/b', ['/c']]]: }",
                "[File['/a'], File['/b'], File['/c']]",
            ),
            ("file { [[]]: }", "[]"),
            (
                "file { [['/a', undef], '/b']: }",
                "! Evaluation Error: Missing title at index 1. The title expression resulted in an \
                 undef title at 1:8",
            ),
            (
                "file { ['/x', ['/a', 3], '/b']: }",
                "! Evaluation Error: Illegal title type at index 2. Expected String, got Integer \
                 at 1:8",
            ),
            (
                "$x = 1 file { [['/a'], '/a']: }",
                "! Evaluation Error: The title '/a' has already been used in this resource \
                 expression at 1:8",
            ),
            (
                "$x = 1 file { default: mode => 1; default: mode => 2 }",
                "! Evaluation Error: The title 'default' has already been used in this resource \
                 expression at 1:8",
            ),
            (
                "$x = 1 file { '/a': mode => '1', * => { mode => '2' } }",
                "! Evaluation Error: The attribute 'mode' has already been set at 1:8",
            ),
        ],
    );
}

#[test]
fn a_declared_resource_is_defined() {
    let define = "define d($p = 1) {} d { 'a': }";
    agree(
        &referenced(),
        &[
            ("file { '/a': } defined(File['/a'])", "true"),
            ("file { '/a': } defined(File['/b'])", "false"),
            ("file { '/a': } defined(File['/b'], File['/a'])", "true"),
            ("file { '/a': } defined(Resource['file', '/a'])", "true"),
            ("file { '/a': } defined(Type[File['/a']])", "true"),
            ("file { '/a': } defined('File[/a]')", "false"),
            ("@file { '/a': } defined(File['/a'])", "true"),
            ("$x = defined(File['/a']) file { '/a': } $x", "false"),
            // Trailing slashes of a file's title are ignored.
            ("file { '/a/': } defined(File['/a'])", "true"),
            ("file { '/a': } defined(File['/a//'])", "true"),
            ("file { '/': } defined(File['//'])", "true"),
            ("notify { 'a/': } defined(Notify['a'])", "false"),
            (
                &format!("{define} [defined(D['a']), defined(D['b']), defined(D), defined('d')]"),
                "[true, false, true, true]",
            ),
            (
                "class c {} class { 'c': } [defined(Class['c']), defined(Class['C'])]",
                "[true, true]",
            ),
            ("class c {} defined(Class['c'])", "false"),
        ],
    );
}

#[test]
fn an_attribute_that_is_not_set_is_undef() {
    let absent = |text: &str, name: &str, column: u32| {
        format!(
            "! Evaluation Error: The resource {text} does not have a parameter called '{name}' at \
             1:{column}"
        )
    };
    let define = "define d($p = 1) {} d { 'a': }";
    let class = "class c($x, $y = 2) {} class { 'c': x => 1 }";
    agree(
        &referenced(),
        &[
            ("file { '/a': } File['/a'][mode]", "undef"),
            ("file { '/a': } File['/a'][noop, tag]", "[undef, undef]"),
            (
                "file { '/a': mode => '1' } File['/a'][mode, owner]",
                "['1', undef]",
            ),
            ("file { '/a/': mode => '1' } File['/a'][mode]", "'1'"),
            ("package { 'a': } Package['a'][provider]", "undef"),
            (
                "file { '/a': } File['/a'][nope]",
                &absent("File['/a']", "nope", 16),
            ),
            (
                "file { '/a': } File['/a'][title]",
                &absent("File['/a']", "title", 16),
            ),
            (
                "notify { 'a': } Notify['a'][provider]",
                &absent("Notify['a']", "provider", 17),
            ),
            (
                "notify { 'a': } Notify['a'][1]",
                &absent("Notify['a']", "1", 17),
            ),
            (
                "notify { \"it's\": } Notify[\"it's\"][nope]",
                &absent("Notify['it's']", "nope", 20),
            ),
            (&format!("{define} D['a'][p]"), "undef"),
            (&format!("{define} D['a'][noop]"), "undef"),
            (&format!("{define} D['a'][q]"), &absent("D['a']", "q", 32)),
            (&format!("{class} Class['c'][x, noop]"), "[1, undef]"),
            (
                &format!("{class} Class['c'][z]"),
                &absent("Class['c']", "z", 46),
            ),
            (
                "Class['zz'][mode]",
                "! Evaluation Error: Resource not found: Class['zz'] at 1:1",
            ),
            // Puppet evaluates the default: 2.
            (
                &format!("{class} Class['c'][y]"),
                "! Evaluation Error: Error while evaluating a '[]' expression, The default of the \
                 parameter 'y' of Class['c'] is only evaluated when compiling a catalog at 1:46",
            ),
        ],
    );
}

#[test]
fn a_collector_is_the_reference_to_its_type() {
    agree(
        &referenced(),
        &[
            // The value of a collector has no notation in Puppet.
            ("Exec <| |> -> Package <| |>", "[Package]"),
            ("Exec <<| |>> ~> Package <<| |>> -> File <| |>", "[File]"),
            ("Exec <| title == 'a' |> -> Package['p']", "[Package['p']]"),
            ("[Exec['a'], Exec['b']] -> Package <| |>", "[Package]"),
            ("if true { Exec <| |> }", "Exec"),
            ("define d($p = 1) {} D <| |> -> D['b']", "[D['b']]"),
            (
                "Nope <| |>",
                "! Evaluation Error: Error while evaluating a Virtual Query, Resource type nope \
                 doesn't exist at 1:1",
            ),
            (
                "Class <<| |>>",
                "! Evaluation Error: Error while evaluating an Exported Query, Classes cannot be \
                 collected at 1:1",
            ),
            (
                "Exec <| title == $nope |>",
                "! Evaluation Error: Unknown variable: 'nope'. at 1:18",
            ),
            (
                "Exec <| title == 'a' and (tag != $a or tag == $b) |> { path => $nope }",
                "! Evaluation Error: Unknown variable: 'nope'. at 1:64",
            ),
            (
                "Exec <| title == 'a' and (tag != $a or tag == $b) |>",
                "! Evaluation Error: Unknown variable: 'a'. at 1:34",
            ),
        ],
    );
    agree(
        &Environment::new(),
        &[(
            "Exec <<| |>>",
            "! An Exported Query is only available when compiling a catalog at 1:1",
        )],
    );
}

#[test]
fn the_name_of_a_defined_type_is_a_type_of_resources() {
    let define = "define d($p = 1) {}";
    let cases = [
        ("[D, D['a'], D['a', 'b']]", "[D, D['a'], [D['a'], D['b']]]"),
        ("[D == Resource['d'], D =~ Type[Resource]]", "[true, true]"),
        ("D { p => 3 }", "D"),
        ("'D[x]' -> 'D[y]'", "[D['y']]"),
        ("'Exec[x]' -> 'D'", "[D]"),
        (
            "Class -> D['a']",
            "! Evaluation Error: Error while evaluating a '->' expression, No title provided and \
             \"class\" is not a valid resource reference at 1:27",
        ),
    ];
    for (text, wanted) in cases {
        agree(&referenced(), &[(&format!("{define} {text}"), wanted)]);
    }
    let of_class = "class c {} C";
    agree(
        &referenced(),
        &[(
            of_class,
            "! Evaluation Error: Resource type not found: C at 1:12",
        )],
    );
}
