//! Tests of type sets.

use super::{agree, answer, run};
use crate::eval::environment::Environment;
use polycty_core::calls::Budget;

#[test]
fn sets_of_types_have_members() {
    let define = "type TS = TypeSet[{pcore_version => '1.0.0', version => '0.1.0', types => {A => \
                  Integer[1, 5], B => {attributes => {x => A}}, C => Variant[A, Array[C]], D => \
                  Object[{attributes => {b => B}}]}}] ";
    agree(
        &Environment::new(),
        &[
            (
                &format!("{define}$t = TS [TS::B(3), 3 =~ TS::A, 9 =~ TS::A, [[2]] =~ TS::C]"),
                "[TS::B({'x' => 3}), true, false, true]",
            ),
            (&format!("{define}$t = TS TS::D(TS::B(3)).b.x"), "3"),
            (
                &format!("{define}TS::A"),
                "! Evaluation Error: Resource type not found: TS::A at 1:195",
            ),
            (
                &format!("{define}$t = TS TS::E"),
                "! Evaluation Error: Resource type not found: TS::E at 1:203",
            ),
        ],
    );
}

#[test]
fn sets_of_types_are_written_in_full() {
    const SET: &str = "pcore_version => '1.0.0', version => '1.0.0'";
    let wrong = |how: &str| {
        format!("! Evaluation Error: Error while evaluating a '[]' expression, {how} at 1:1")
    };
    let set = |more: &str| format!("TypeSet[{{{SET}, {more}}}]");
    let plain = "TypeSet[{pcore_version => '1.0.0', name => undef, version => '1.0.0'";
    let cases = [
        (format!("TypeSet[{{{SET}}}]"), format!("{plain}}}]")),
        (
            set("types => {'A' => Integer, 'B' => {attributes => {x => Integer}}}"),
            format!(
                "{plain}, types => {{A => Integer, B => Object[{{attributes => {{'x' => Integer}}}}]}}}}]"
            ),
        ),
        (
            set("annotations => {}"),
            plain.replacen("{", "{annotations => {}, ", 1) + "}]",
        ),
        (
            "TypeSet[{pcore_version => '1.0.0'}]".into(),
            "TypeSet[{pcore_version => '1.0.0', name => undef}]".into(),
        ),
        (
            "TypeSet[{version => '1.0.0'}]".into(),
            wrong("TypeSet initializer has wrong type, expects a value for key 'pcore_version'"),
        ),
        (
            "TypeSet[{version => '1', pcore_version => '1.0.0'}]".into(),
            wrong("Unable to parse '1' as a semantic version identifier"),
        ),
        (
            "TypeSet[{version => 3, pcore_version => '1.0.0'}]".into(),
            wrong(
                "TypeSet initializer has wrong type, entry 'version' expects a value of type \
                 String or SemVer, got Integer",
            ),
        ),
        (
            "TypeSet[{version => '1.0.0', pcore_version => '1.0.0-rc'}]".into(),
            wrong(
                "The pcore version for TypeSet '' is not understood by this runtime. Expected \
                 range 1.x, got 1.0.0-rc",
            ),
        ),
        (
            set("types => {}"),
            wrong(
                "TypeSet initializer has wrong type, entry 'types' expects size to be at least 1, \
                 got 0",
            ),
        ),
        (
            set("references => 3"),
            wrong(
                "TypeSet initializer has wrong type, entry 'references' expects a Hash value, got \
                 Integer",
            ),
        ),
        (
            set("types => {'a' => Integer}"),
            wrong(
                "TypeSet initializer has wrong type, entry 'types' key of entry 'a' expects a \
                 match for Pattern[/\\A[A-Z]\\w*\\z/], got 'a'",
            ),
        ),
    ];
    for (text, wanted) in cases {
        assert_eq!(answer(&text), wanted, "{text}");
    }
    // The name of the alias replaces the name in the definition.
    let text = format!(
        "type M = TypeSet[{{{SET}, name => 'Q', types => {{A => Integer, B => {{attributes => \
         {{x => A}}}}, C => Object[{{parent => B}}]}}}}] \"${{M}}\""
    );
    let value = run(&text, &Environment::new(), &Budget::new()).unwrap();
    assert_eq!(
        value.as_str(),
        Some(
            "TypeSet[{pcore_version => '1.0.0', name_authority => \
             'http://puppet.com/2016.1/runtime', name => 'M', version => '1.0.0', types => {A => \
             Integer, B => Object[{attributes => {'x' => A}}], C => Object[{parent => B}]}}]"
        )
    );
}
