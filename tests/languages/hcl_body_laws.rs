//! The laws of all specs and bodies.
//!
//! Decoding always returns a value, which has the implied type if there are no errors. The decoded
//! content of a body and the rest are the whole body. The variables that a body reports are those
//! that decoding uses.

use polycty::calls::Budget;
use polycty::dialect::hcl::Scope;
use polycty::dialect::hcl::body::{Body, parse_config};
use polycty::dialect::hcl::decode::{Count, Needs, Presence, Spec, read_functions, read_spec};
use polycty::types::Type;
use polycty::values::Value;
use proptest::prelude::*;

fn types() -> impl Strategy<Value = Type> {
    prop_oneof![
        Just(Type::string().clone()),
        Just(Type::number().clone()),
        Just(Type::any().clone()),
        Just(Type::list(Type::string().clone()).unwrap()),
        Just(Type::map(Type::any().clone()).unwrap()),
        Just(Type::meta_any().clone()),
    ]
}

fn names() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c"])
}

fn presences() -> impl Strategy<Value = Presence> {
    prop::sample::select(vec![Presence::Optional, Presence::Required])
}

fn specs() -> impl Strategy<Value = Spec> {
    let leaf = prop_oneof![
        4 => (names(), types(), presences())
            .prop_map(|(name, ty, presence)| Spec::attribute(name, ty, presence)),
        1 => Just(Spec::literal(Value::string("literal"))),
        1 => (0..2usize).prop_map(|at| Spec::block_label(at, "label").unwrap()),
        1 => (names(), types(), presences()).prop_map(|(name, element, presence)| {
            Spec::block_attributes(name, element, presence).unwrap()
        }),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let counted = (
            names(),
            inner.clone(),
            0..3usize,
            prop::option::of(1..3usize),
        );
        prop_oneof![
            prop::collection::vec((names(), inner.clone()), 0..4).prop_map(|parts| {
                Spec::object(parts.into_iter().map(|(name, spec)| (name.into(), spec))).unwrap()
            }),
            prop::collection::vec(inner.clone(), 0..3)
                .prop_map(|parts| Spec::tuple(parts).unwrap()),
            (names(), inner.clone(), presences())
                .prop_map(|(name, nested, presence)| Spec::block(name, nested, presence).unwrap()),
            (counted, 0..3usize).prop_map(|((name, nested, min, max), kind)| {
                let make = [Spec::block_list, Spec::block_set, Spec::block_tuple][kind];
                make(name, nested, Count { min, max }).unwrap()
            }),
            (names(), inner.clone(), any::<bool>()).prop_map(|(name, nested, map)| {
                let labels = vec!["k".into()];
                if map {
                    Spec::block_map(name, labels, nested).unwrap()
                } else {
                    Spec::block_object(name, labels, nested).unwrap()
                }
            }),
            // Both have the same type, as required.
            inner.prop_map(|primary| {
                let implied = primary.implied_type().clone();
                Spec::default(primary, Spec::literal(Value::unknown(implied))).unwrap()
            }),
        ]
    })
}

fn expressions() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "1",
        "\"s\"",
        "null",
        "[1, \"x\"]",
        "list",
        "unknown",
        "secret",
        "a.value",
        "b.key",
        "{ k = a }",
        "list(string)",
        "any",
        "missing",
        "nested",
        "[for x in list : x]",
    ])
}

/// The lines of a body.
fn bodies() -> impl Strategy<Value = String> {
    let argument = (names(), expressions()).prop_map(|(name, value)| format!("{name} = {value}\n"));
    let leaf = prop_oneof![argument, Just(String::new())];
    leaf.prop_recursive(4, 32, 4, |inner| {
        let lines = prop::collection::vec(inner, 0..4).prop_map(|lines| lines.concat());
        let labels = prop::sample::select(vec!["", " \"l\"", " \"l\" \"m\""]);
        let given = prop::sample::select(vec!["", "labels = [a.key]\n", "labels = [\"l\", \"m\"]\n", "iterator = it\n"]);
        prop_oneof![
            (names(), labels, lines.clone())
                .prop_map(|(name, labels, lines)| format!("{name}{labels} {{\n{lines}}}\n")),
            (names(), expressions(), given, lines.clone()).prop_map(|(name, each, given, lines)| {
                format!("dynamic \"{name}\" {{\nfor_each = {each}\n{given}content {{\n{lines}}}\n}}\n")
            }),
            lines,
        ]
    })
}

fn body(text: &str) -> Body {
    // The text may contain an argument twice; the part that was read is sufficient.
    parse_config(text.as_bytes(), "main.hcl").body
}

fn scope() -> Scope {
    let list = Value::list(vec![Value::string("p"), Value::string("q")]).unwrap();
    let mut scope = Scope::new();
    scope
        .set_variable("unknown", Value::unknown(list.ty().clone()))
        .unwrap();
    scope.set_variable("secret", list.mark("secret")).unwrap();
    let nested = scope.set_variable(
        "nested",
        Value::tuple(vec![list.clone(), Value::bool(true)]).unwrap(),
    );
    nested.unwrap();
    scope.set_variable("list", list).unwrap();
    scope
}

proptest! {
    #[test]
    fn decoding_gives_a_value_of_the_implied_type(spec in specs(), text in bodies()) {
        let (body, scope) = (body(&text), scope());
        for body in [body.clone(), body.expand_dynamic(Some(&scope))] {
            let decoded = spec.decode(&body, Some(&scope));
            if !decoded.has_errors() {
                let implied = spec.implied_type();
                let ty = decoded.value.ty();
                prop_assert!(ty.conforms_to(implied), "{ty:?} for {implied:?}");
            }
            let _ = spec.source_range(&body);
        }
    }

    #[test]
    fn what_is_left_has_nothing_of_what_was_taken(spec in specs(), text in bodies()) {
        let scope = scope();
        let body = body(&text).expand_dynamic(Some(&scope));
        let (taken, rest) = spec.partial_decode(&body, Some(&scope));
        let whole = spec.decode(&body, Some(&scope));
        prop_assert!(taken.diagnostics.len() <= whole.diagnostics.len());
        prop_assert_eq!(taken.value, whole.value);
        let (found, _) = rest.partial_content(spec.schema());
        prop_assert!(found.content.attributes.is_empty());
        prop_assert!(found.content.blocks.is_empty());
    }

    #[test]
    fn the_variables_that_are_needed_are_all(spec in specs(), text in bodies()) {
        let body = body(&text);
        let mut known = Scope::new();
        known.allow_variables();
        for traversal in spec.variables_with_dynamic(&body, Needs::All) {
            known.set_variable(traversal.root().unwrap().clone(), Value::dynamic()).unwrap();
        }
        let decoded = spec.decode(&body.expand_dynamic(Some(&known)), Some(&known));
        for diagnostic in &decoded.diagnostics {
            prop_assert_ne!(&*diagnostic.summary, "Unknown variable", "{}", diagnostic.detail);
        }
    }

    #[test]
    fn any_text_may_be_a_spec_document(
        words in prop::collection::vec(prop::sample::select(vec![
            "object {\n", "array {\n", "attr \"a\" {\n", "attr {\n", "block \"b\" {\n", "block_map \"b\" {\n",
            "block_list \"b\" {\n", "default \"d\" {\n", "default {\n", "transform {\n", "literal {\n",
            "variables {\n", "function \"f\" {\n", "block_label {\n", "}\n", "}\n", "}\n", "}\n",
            "type = list(string)\n", "type = object({ a = any })\n", "name = \"a\"\n", "labels = [\"k\"]\n",
            "min_items = 1\n", "max_items = 1e9\n", "index = 99999999\n", "result = nested\n",
            "value = [1]\n", "params = [a]\n", "result = upper(a)\n", "required = true\n",
        ]), 0..24),
        text in bodies(),
    ) {
        let document = read_spec(&body(&words.concat()));
        let scope = document.scope();
        let _ = document.spec.decode(&body(&text), scope.as_ref());
        let read = read_functions(&body(&words.concat()), "function", scope_of_nothing);
        for function in read.functions.values() {
            let _ = function.call(&[&Value::string("x")]);
        }
    }
}

fn scope_of_nothing(_: &Budget) -> Option<Scope> {
    None
}

/// Several specs may use blocks of the same type.
#[test]
fn variables_of_a_block_are_those_of_all_its_specs() {
    let all = Spec::block_attributes("b", Type::string().clone(), Presence::Optional).unwrap();
    let nested = Spec::attribute("a", Type::string().clone(), Presence::Optional);
    let one = Spec::block("b", nested, Presence::Optional).unwrap();
    let body = body(
        "b {\n  a = x\n  c = y\n}\ndynamic \"b\" {\n  for_each = z\n  content {\n    a = w\n  }\n}\n",
    );
    for parts in [vec![all.clone(), one.clone()], vec![one, all]] {
        let spec = Spec::tuple(parts).unwrap();
        let needed = spec.variables_with_dynamic(&body, Needs::All);
        let mut names: Vec<_> = needed
            .iter()
            .map(|needed| needed.root().unwrap().to_string())
            .collect();
        names.sort();
        names.dedup();
        assert_eq!(names, ["w", "x", "y", "z"]);
    }
}
