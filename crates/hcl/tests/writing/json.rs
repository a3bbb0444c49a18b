//! Tests of the conversion to JSON syntax: a body must keep its meaning.

use crate::texts::{Random, can_be_read, made, of_some_vectors};
use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::body::{
    AttributeSchema, BlockSchema, Body as AnyBody, Schema, parse_config, parse_json_config,
};
use polycty_hcl::syntax::{BodyId, Tree};
use polycty_hcl::write::{Expr, File, value_as_json};
use polycty_hcl::{Scope, functions};
use std::collections::BTreeMap;

fn budget() -> Budget {
    Budget::standard()
}

/// Returns the block types of a body with the numbers of their labels, or `None` if blocks of one
/// type have different numbers.
fn block_types(tree: &Tree, body: BodyId) -> Option<BTreeMap<String, usize>> {
    let mut types = BTreeMap::new();
    for block in &tree[tree[body].blocks] {
        let count = tree[block.labels].len();
        let name = tree.text(block.block_type).to_owned();
        if *types.entry(name).or_insert(count) != count {
            return None;
        }
    }
    Some(types)
}

/// Panics if two bodies differ. Returns whether they could be compared.
fn compare(tree: &Tree, id: BodyId, native: &AnyBody, json: &AnyBody, scope: &Scope) -> bool {
    let Some(types) = block_types(tree, id) else {
        return false;
    };
    let attributes = tree[tree[id].attributes].iter();
    let schema = Schema {
        attributes: attributes
            .map(|one| AttributeSchema {
                name: tree.text(one.name).into(),
                required: false,
            })
            .collect(),
        blocks: types
            .iter()
            .map(|(name, count)| BlockSchema {
                block_type: name.as_str().into(),
                labels: (0..*count).map(|at| format!("label {at}").into()).collect(),
            })
            .collect(),
    };
    let native = native.content(&schema);
    let json = json.content(&schema);
    assert!(json.diagnostics.is_empty(), "{:?}", json.diagnostics);
    assert_eq!(
        json.content.attributes.len(),
        native.content.attributes.len()
    );
    for ours in &native.content.attributes {
        let theirs = json.content.attribute(&ours.name).expect("it is there");
        let (ours, theirs) = (
            ours.expr.evaluate(Some(scope)),
            theirs.expr.evaluate(Some(scope)),
        );
        assert_eq!(
            ours.diagnostics.is_empty(),
            theirs.diagnostics.is_empty(),
            "{:?} {:?}",
            ours.diagnostics,
            theirs.diagnostics
        );
        if ours.diagnostics.is_empty() {
            assert_eq!(ours.value, theirs.value);
        }
    }
    let mut compared = true;
    for name in types.keys() {
        let of = |content: &[polycty_hcl::body::Block]| -> Vec<polycty_hcl::body::Block> {
            let found = content.iter().filter(|one| *one.block_type == **name);
            found.cloned().collect()
        };
        let (ours, theirs) = (of(&native.content.blocks), of(&json.content.blocks));
        assert_eq!(ours.len(), theirs.len(), "{name}");
        let blocks = tree[tree[id].blocks].iter();
        let blocks = blocks.filter(|block| tree.text(block.block_type) == name);
        for ((ours, theirs), block) in ours.iter().zip(&theirs).zip(blocks) {
            assert_eq!(ours.labels, theirs.labels);
            compared &= compare(tree, block.body, &ours.body, &theirs.body, scope);
        }
    }
    compared
}

#[test]
fn bodies_read_back_from_json() {
    let mut scope = Scope::new();
    for function in functions::standard_functions() {
        scope
            .set_function(function.name(), function.function().clone())
            .expect("a name");
    }
    let text = |text: &str| Value::nfc_string(text);
    let items = [
        ("a".into(), text("x")),
        ("b".into(), text("$")),
        ("k".into(), text("é")),
    ];
    let object = Value::object(items).expect("names");
    for name in ["var", "a", "b", "c", "x", "each", "m", "list"] {
        scope.allow_variables();
        scope.set_variable(name, object.clone()).expect("a name");
    }
    let mut texts = made(800, &mut Random(0x1f83_d9ab_fb41_bd6b));
    texts.extend(of_some_vectors());
    texts.extend(
        [
            "a = \"$\\u0024{x}\"\n",
            "a = \"\\u0024${x.a}\"\n",
            "a = \"%%\\u0025{x}\"\n",
            "a = \"$%%${x.a}%%%{if true}$%{endif}\"\n",
            "a = <<E\n$\n{x}$${y}\n%$\nE\n",
            "a = <<-E\n    $${x}\n      ${x.a} %{ for k, v in x ~}\n      $\n  %{ endfor }\nE\n",
            "a = \"${\"${x.a}\"}\"\nb = \"${{ q = 1 }}\"\nc = \"%{if x.a == \"x\"}y\\n%{else}z%{endif}\"\n",
            "a = { x = 1, \"y z\" = [1, null], \"$${b}\" = 2 }\nb = { (x.a) = 1 }\nc = { x = 1, x = 2 }\n",
            "a = f(<<E\nq\nE\n)\nb = upper(<<E\nq\nE\n)\n",
        ]
        .map(str::to_owned),
    );
    let mut compared = 0;
    for source in texts.iter().filter(|text| can_be_read(text)) {
        let file = File::read(source.as_bytes(), "t", &budget()).expect("small");
        let json = match file.write_json(&budget()) {
            Ok(json) => json,
            Err(error) => {
                assert_eq!(error.code(), Code::Unsupported, "{source:?}");
                continue;
            }
        };
        let parsed = polycty_hcl::syntax::parse_config(
            source.as_bytes(),
            "t",
            polycty_core::source::Position::START,
        );
        let native = parse_config(source.as_bytes(), "t");
        let read = parse_json_config(json.as_bytes(), "t.json");
        assert!(
            read.diagnostics.is_empty(),
            "{source:?}: {json}: {:?}",
            read.diagnostics
        );
        let same = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            compare(&parsed.tree, parsed.root, &native.body, &read.body, &scope)
        }));
        compared += usize::from(same.unwrap_or_else(|_| panic!("{source:?}\n{json}")));
    }
    assert!(compared > 800, "{compared} of {}", texts.len());
}

#[test]
fn values_are_escaped_in_json() {
    for text in [
        "${a}", "$${a}", "%{ if }", "$", "%%{", "a\"\\\n", "$%{", "%${", "$$%%{",
    ] {
        let value = Value::nfc_string(text);
        let object = Value::object([(text.into(), value.clone())]).expect("a name");
        let json = value_as_json(&object, &budget()).expect("it can be written");
        let parsed = polycty_hcl::syntax::json::parse_json(json.as_bytes(), "t.json");
        let found = parsed.expression.evaluate(Some(&Scope::new()));
        assert!(
            found.diagnostics.is_empty(),
            "{json}: {:?}",
            found.diagnostics
        );
        assert_eq!(found.value, object, "{json}");
    }
    let unknown = Value::unknown(Type::string().clone());
    assert_eq!(
        value_as_json(&unknown, &budget())
            .expect_err("unknown")
            .code(),
        Code::Unknown
    );
    let file = File::read(b"a = 1\na {}\n", "t", &budget()).expect("small");
    assert_eq!(
        file.write_json(&budget()).expect_err("twice").code(),
        Code::Unsupported
    );
    let file = File::read(b"a = \n", "t", &budget()).expect("small");
    assert_eq!(
        file.write_json(&budget()).expect_err("broken").code(),
        Code::Syntax
    );
}

#[test]
fn json_is_laid_out() {
    let source = "a = [1, \"${b}\"]\nc \"x\" \"y\" {}\nd {\n  e = {}\n}\nd {}\n";
    let wanted = "{\n  \"a\": [\n    1,\n    \"${b}\"\n  ],\n  \"c\": {\n    \"x\": {\n      \"y\": {}\n    }\n  },\n  \"d\": [\n    {\n      \"e\": {}\n    },\n    {}\n  ]\n}\n";
    let file = File::read(source.as_bytes(), "t", &budget()).expect("small");
    assert_eq!(file.write_json(&budget()).expect("a body"), wanted);
}

/// Expressions that have the value of a JSON string.
#[test]
fn templates_become_expressions() {
    for (template, wanted) in [
        ("a", "\"a\""),
        ("${a.b}", "a.b"),
        ("${a +\n b}", "(a +\n  b\n)"),
        ("$${a}", "\"$${a}\""),
        ("a\n\t\"\\${b}", "\"a\\n\\t\\\"\\\\${b}\""),
        (
            "%{for x in y}\n${\"<\\n>\"}%{endfor}",
            "\"%{for x in y}\\n${\"<\\n>\"}%{endfor}\"",
        ),
    ] {
        let made = Expr::template(template, &budget()).expect("a template");
        assert_eq!(made.text(), wanted, "{template}");
    }
    let error = Expr::template("${", &budget()).expect_err("broken");
    assert_eq!(error.code(), Code::Syntax);
}
