//! Properties of bodies that no vector covers.
//!
//! `dynamic` blocks keep marks, recursion and expansion are bounded, specs have limits, and types
//! are arguments.

use polycty::dialect::hcl::body::{Body, MAX_GENERATED, parse_config, parse_json_config};
use polycty::dialect::hcl::decode::{
    Count, MAX_DEPTH, Needs, Presence, Spec, read_functions, read_spec,
};
use polycty::dialect::hcl::{Evaluated, Scope, TypeNotation, parse_type};
use polycty::source::{Code, Diagnostic, MAX_DIAGNOSTICS};
use polycty::types::Type;
use polycty::values::Value;
use std::sync::{Arc, OnceLock};

fn body(text: &str) -> Body {
    let parsed = parse_config(text.as_bytes(), "main.hcl");
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.body
}

fn any(name: &str) -> Spec {
    Spec::attribute(name, Type::any().clone(), Presence::Optional)
}

fn string(name: &str) -> Spec {
    Spec::attribute(name, Type::string().clone(), Presence::Optional)
}

fn object(parts: &[(&str, Spec)]) -> Spec {
    Spec::object(
        parts
            .iter()
            .map(|(name, spec)| ((*name).into(), spec.clone())),
    )
    .unwrap()
}

fn list(block_type: &str, nested: Spec) -> Spec {
    Spec::block_list(block_type, nested, Count::default()).unwrap()
}

fn scope(variables: &[(&str, Value)]) -> Scope {
    let mut scope = Scope::new();
    scope.allow_variables();
    for (name, value) in variables {
        scope.set_variable(*name, value.clone()).unwrap();
    }
    scope
}

fn strings(texts: &[&str]) -> Value {
    Value::list(texts.iter().map(|text| Value::string(text)).collect()).unwrap()
}

fn decode(spec: &Spec, text: &str, variables: &[(&str, Value)]) -> Evaluated {
    let scope = scope(variables);
    spec.decode(&body(text).expand_dynamic(Some(&scope)), Some(&scope))
}

fn summaries(diagnostics: &[Diagnostic]) -> Vec<&str> {
    let summaries = diagnostics.iter();
    summaries.map(|diagnostic| &*diagnostic.summary).collect()
}

const EACH: &str = "dynamic \"b\" {\n  for_each = each\n  content {\n    x = b.value\n    c {\n      x = \"inner\"\n    }\n  }\n}\n";

#[test]
fn what_a_marked_collection_generates_is_marked() {
    let spec = list(
        "b",
        object(&[("x", string("x")), ("c", list("c", string("x")))]),
    );
    let each = strings(&["p", "q"]).mark("secret");
    let decoded = decode(&spec, EACH, &[("each", each)]);
    assert_eq!(decoded.diagnostics, []);
    let elements = decoded.value.parts().unwrap();
    assert_eq!(elements.len(), 2);
    for element in elements {
        assert!(element.marks().contains("secret"));
        let element = element.unmarked();
        assert!(element.attribute("x").unwrap().marks().contains("secret"));
        let inner = &element.attribute("c").unwrap().parts().unwrap()[0];
        assert!(inner.marks().contains("secret"));
    }
}

#[test]
fn a_marked_unknown_collection_gives_a_marked_unknown() {
    for make in [Spec::block_list, Spec::block_set, Spec::block_tuple] {
        let nested = object(&[("x", string("x")), ("c", list("c", string("x")))]);
        let spec = make("b", nested, Count::default()).unwrap();
        let each = Value::unknown(strings(&["p"]).ty().clone()).mark("secret");
        let decoded = decode(&spec, EACH, &[("each", each)]);
        assert_eq!(decoded.diagnostics, []);
        assert!(!decoded.value.is_known());
        assert!(decoded.value.marks().contains("secret"));
    }
}

#[test]
fn a_block_that_is_all_arguments_knows_the_iterator_and_its_marks() {
    let arguments =
        Spec::block_attributes("m", Type::string().clone(), Presence::Optional).unwrap();
    let spec = list("b", arguments);
    let text = "dynamic \"b\" {\n  for_each = each\n  content {\n    m {\n      k = b.value\n      l = other\n    }\n  }\n}\n";
    let variables = [
        ("each", strings(&["p"]).mark("secret")),
        ("other", Value::string("o")),
    ];
    let decoded = decode(&spec, text, &variables);
    assert_eq!(decoded.diagnostics, []);
    let map = &decoded.value.parts().unwrap()[0];
    assert!(map.marks().contains("secret"));
    let value = map.unmarked().element("k").unwrap();
    assert_eq!(value, &Value::string("p").mark("secret"));

    let needed = spec.variables_with_dynamic(&body(text), Needs::All);
    let mut roots: Vec<&str> = needed.iter().map(|one| &**one.root().unwrap()).collect();
    roots.sort_unstable();
    assert_eq!(roots, ["each", "other"]);
}

#[test]
fn a_label_cannot_be_marked() {
    let nested = object(&[("n", Spec::block_label(0, "name").unwrap())]);
    let text = "dynamic \"b\" {\n  for_each = each\n  labels = [b.value]\n  content {}\n}\n";
    let marked = Value::list(vec![Value::string("p").mark("secret")]).unwrap();
    let decoded = decode(&list("b", nested.clone()), text, &[("each", marked)]);
    assert_eq!(
        summaries(&decoded.diagnostics),
        ["Invalid dynamic block label"]
    );
    let decoded = decode(
        &list("b", nested),
        text,
        &[("each", strings(&["p"]).mark("secret"))],
    );
    assert_eq!(decoded.diagnostics, []);
    assert!(decoded.value.parts().unwrap()[0].marks().contains("secret"));
}

#[test]
fn expansion_is_bounded_at_every_depth() {
    let side = 1100;
    assert!(side * side > MAX_GENERATED);
    let each = Value::list(vec![Value::bool(true); side]).unwrap();
    let nested = "dynamic \"b\" {\n  for_each = each\n  content {\n    dynamic \"c\" {\n      for_each = each\n      content {}\n    }\n  }\n}\n";
    let inner = list("c", object(&[]));
    let decoded = decode(&list("b", inner), nested, &[("each", each)]);
    assert_eq!(decoded.diagnostics.len(), MAX_DIAGNOSTICS);
    assert_eq!(decoded.diagnostics[0].summary, "Too many dynamic blocks");

    let many = Value::list(vec![Value::bool(true); MAX_GENERATED + 1]).unwrap();
    let decoded = decode(
        &list("b", object(&[])),
        "dynamic \"b\" {\n  for_each = each\n  content {}\n}\n",
        &[("each", many)],
    );
    assert_eq!(summaries(&decoded.diagnostics), ["Too many dynamic blocks"]);
}

/// Functions in the scope in which they are evaluated.
fn recursive(text: &str) -> Scope {
    let around: Arc<OnceLock<Scope>> = Arc::default();
    let weak = Arc::downgrade(&around);
    let read = read_functions(&body(text), "function", move |_| {
        weak.upgrade()?.get().cloned()
    });
    assert_eq!(read.diagnostics, []);
    let mut scope = Scope::new();
    for (name, function) in read.functions {
        scope.set_function(name, function).unwrap();
    }
    // The scope must live as long as the test.
    std::mem::forget(around.clone());
    around.set(scope.clone()).unwrap();
    scope
}

#[test]
fn recursion_of_functions_ends() {
    for result in [
        "f(a)",
        "[f(a)]",
        "f(f(a))",
        "f(a) + f(a)",
        "\"${f(a)}${f(a)}\"",
        "[for x in [1, 2] : f(x)]",
    ] {
        let text = format!("function \"f\" {{\n  params = [a]\n  result = {result}\n}}\n");
        let mut scope = recursive(&text);
        scope.limit_steps(50_000);
        let decoded = any("v").decode(&body("v = f(1)\n"), Some(&scope));
        assert!(decoded.has_errors(), "{result}");
        // A function that calls itself twice exceeds the steps, otherwise the levels.
        let ends = ["Error in function call", "Evaluation limit reached"];
        let found = summaries(&decoded.diagnostics);
        assert!(
            found.iter().all(|summary| ends.contains(summary)),
            "{found:?}"
        );
    }
}

#[test]
fn functions_that_call_each_other_evaluate_once_a_call() {
    let mut text = String::from("function \"f0\" {\n  params = [a]\n  result = a\n}\n");
    for at in 1..40 {
        text.push_str(&format!(
            "function \"f{at}\" {{\n  params = [a]\n  result = f{}(a)\n}}\n",
            at - 1
        ));
    }
    let scope = recursive(&text);
    let decoded = any("v").decode(&body("v = f39(\"x\")\n"), Some(&scope));
    assert_eq!(decoded.diagnostics, []);
    assert_eq!(decoded.value, Value::string("x"));
}

#[test]
fn an_argument_may_be_a_type() {
    let spec = Spec::attribute("t", Type::meta_any().clone(), Presence::Optional);
    let wanted = parse_type(
        "object({ a = optional(list(string)) })",
        TypeNotation::Constraint,
    )
    .unwrap();
    let native = body("t = object({ a = optional(list(string)) })\n");
    let json = parse_json_config(
        br#"{"t":"object({ a = optional(list(string)) })"}"#,
        "main.json",
    );
    for body in [native, json.body] {
        let decoded = spec.decode(&body, None);
        assert_eq!(decoded.diagnostics, []);
        assert_eq!(decoded.value.as_type(), Some(&wanted));
    }
    let decoded = spec.decode(&body("t = lst(string)\n"), None);
    assert_eq!(
        summaries(&decoded.diagnostics),
        ["Invalid type specification"]
    );
    assert_eq!(decoded.value, Value::unknown(Type::meta_any().clone()));
    let decoded = spec.decode(&body(""), None);
    assert_eq!(decoded.value, Value::null(Type::meta_any().clone()));

    let map = Spec::block_attributes("b", Type::meta_any().clone(), Presence::Optional).unwrap();
    let decoded = map.decode(&body("b {\n  x = string\n}\n"), None);
    assert_eq!(
        decoded.value.element("x").and_then(Value::as_type),
        Some(Type::string())
    );
}

#[test]
fn a_host_refines_what_is_unknown() {
    let spec = Spec::refine(string("x"), |builder| builder.not_null().prefix_full("ab")).unwrap();
    let unknown = Value::unknown(Type::string().clone());
    let decoded = decode(&spec, "x = v\n", &[("v", unknown.mark("m"))]);
    let range = decoded.value.unmarked().range().unwrap();
    assert_eq!(range.string_prefix(), Some("ab"));
    assert!(decoded.value.marks().contains("m"));
    let decoded = decode(&spec, "x = null\n", &[]);
    assert_eq!(summaries(&decoded.diagnostics), ["Unsuitable value"]);
}

#[test]
fn specs_are_neither_too_deep_nor_too_large() {
    let mut deep = any("x");
    let mut made = 1;
    let refused = loop {
        match Spec::block("b", deep.clone(), Presence::Optional) {
            Ok(next) => deep = next,
            Err(error) => break error,
        }
        made += 1;
    };
    assert_eq!(made, MAX_DEPTH);
    assert_eq!(refused.code(), Code::Limit);

    let mut wide = any("x");
    let refused = loop {
        match Spec::tuple(vec![wide.clone(); 64]) {
            Ok(next) => wide = next,
            Err(error) => break error,
        }
    };
    assert_eq!(refused.code(), Code::Limit);
    assert!(Spec::block_label(MAX_DEPTH as usize, "n").is_err());
    assert!(Spec::block_map("b", Vec::new(), any("x")).is_err());
}

#[test]
fn labels_out_of_place_are_told() {
    let label = Spec::block_label(0, "name").unwrap();
    let decoded = label.decode(&body(""), None);
    assert_eq!(summaries(&decoded.diagnostics), ["Missing block label"]);
}

/// Each kind of spec, including those that `hcldec` does not support.
#[test]
fn a_spec_document_has_every_spec() {
    let text = r#"object {
  block_tuple "t" {
    attr {
      name = "x"
    }
  }
  block_object "o" {
    labels = ["key"]
    tuple {
      block_label {
        index = 0
        name  = "second"
      }
    }
  }
  block_attrs "a" {
    element_type = number
    required     = true
  }
}
"#;
    let document = read_spec(&body(text));
    assert_eq!(document.diagnostics, []);
    let text = "t {\n  x = 1\n}\nt {\n  x = \"s\"\n}\no \"k\" \"l\" {}\na {\n  n = \"1\"\n}\n";
    let decoded = document.spec.decode(&body(text), None);
    assert_eq!(decoded.diagnostics, []);
    let value = decoded.value;
    let tuple = vec![Value::from_i64(1), Value::string("s")];
    let pair = Value::tuple(vec![Value::string("l")]).unwrap();
    assert_eq!(value.attribute("t"), Some(&Value::tuple(tuple).unwrap()));
    assert_eq!(value.attribute("o").unwrap().attribute("k"), Some(&pair));
    let number = value.attribute("a").unwrap().element("n");
    assert_eq!(number, Some(&Value::from_i64(1)));

    let label = "block_label {\n  index = 0\n}\n";
    let document = read_spec(&body(label));
    assert_eq!(
        summaries(&document.diagnostics),
        ["Missing name in block_label spec"]
    );
    let only = read_spec(&body("default {\n  attr {\n    name = \"x\"\n  }\n}\n"));
    assert_eq!(summaries(&only.diagnostics), ["Useless default block"]);
    assert!(only.spec.implied_type().is_any());
}

#[test]
fn diagnostics_know_which_file_they_are_about() {
    let file = |text: &str, name: &str| parse_config(text.as_bytes(), name).body;
    let first = "b {\n  x = 1\n}\n";
    let second = "b {\n  x = [1]\n}\ndynamic \"b\" {\n  content {}\n}\n";
    let merged = Body::merged([file(first, "one.hcl"), file(second, "two.hcl")]);
    let spec = Spec::block("b", string("x"), Presence::Required).unwrap();
    let decoded = spec.decode(&merged.expand_dynamic(None), None);
    let reported: Vec<(&str, &str)> = decoded
        .diagnostics
        .iter()
        .map(|one| (&*one.summary, &*one.source.as_ref().unwrap().name))
        .collect();
    assert_eq!(
        reported,
        [
            ("Missing required argument", "two.hcl"),
            ("Duplicate b block", "two.hcl")
        ]
    );
    let detail = &decoded.diagnostics[1].detail;
    assert!(
        detail.ends_with("Previous definition was at one.hcl:1,1-2."),
        "{detail}"
    );

    let decoded = list("b", string("x")).decode(&merged, None);
    let failures = decoded.diagnostics.iter();
    let names: Vec<&str> = failures
        .map(|one| &*one.source.as_ref().unwrap().name)
        .collect();
    assert_eq!(names, ["two.hcl", "two.hcl"]);
}
