//! Tests of reading bodies without a schema.

use super::{Body, Item, parse_config, parse_json_config, parse_json_config_within};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Position, Range};

/// Formats the items: `name` for an argument, `name{…}` for a block, `name?n{…}` for an item that
/// may be either, with the number of blocks.
fn outline(body: &Body) -> String {
    let items = body.items().unwrap();
    let line = |item: &Item| {
        let inner = |item: &Item| {
            let bodies = item.blocks().iter().map(|block| outline(&block.body));
            bodies.collect::<Vec<_>>().join("|")
        };
        match item {
            Item::Attribute(attribute) => attribute.name.to_string(),
            Item::Block(block) => {
                let labels: Vec<&str> = block.labels.iter().map(|label| &**label).collect();
                format!(
                    "{}({}){{{}}}",
                    block.block_type,
                    labels.join(","),
                    inner(item)
                )
            }
            Item::Either(attribute, blocks) => {
                format!("{}?{}{{{}}}", attribute.name, blocks.len(), inner(item))
            }
        }
    };
    items.iter().map(line).collect::<Vec<_>>().join(" ")
}

fn native(text: &str) -> Body {
    parse_config(text.as_bytes(), "main.tf").body
}

fn json(text: &str) -> Body {
    parse_json_config(text.as_bytes(), "main.tf.json").body
}

#[expect(clippy::string_slice, reason = "a wrong range fails the test")]
fn slice(text: &str, range: Option<Range>) -> &str {
    range.map_or("-", |range| &text[range.start.byte..range.end.byte])
}

#[test]
fn items_stand_in_the_order_of_the_text() {
    for (text, expected) in [
        ("a = 1\nb \"x\" y {\n  c = 2\n}\nd = 3\n", "a b(x,y){c} d"),
        ("", ""),
        ("b { c = 1 }\n", "b(){c}"),
        // Repeated arguments are listed twice, and an error hides only its own item.
        ("a = 1\nb {}\na = 2\na = 3\n", "a b(){} a a"),
        ("a = \nb {\n  c = )\n  d = 1\n}\n", "a b(){c d}"),
        ("a = 1\n= 3\nb = 2\n", "a"),
        ("a {\n  b {}", "a(){b(){}}"),
    ] {
        assert_eq!(outline(&native(text)), expected, "{text}");
    }
}

#[test]
fn json_says_what_can_be_nothing_else() {
    for (text, expected) in [
        (r#"{"a": 1, "//": "no", "b": "x", "a": [1, {}]}"#, "a b a"),
        (
            r#"{"b": {"c": {"d": true}}, "e": [{"f": 1}, {}], "g": [], "h": null}"#,
            "b?1{c?1{d}} e?2{f|} g?0{} h?0{}",
        ),
        (r#"[{"a": 1}, 7, {"b": 2}]"#, "a b"),
        ("7", ""),
    ] {
        assert_eq!(outline(&json(text)), expected, "{text}");
    }
}

#[test]
fn what_was_taken_out_is_there_no_more() {
    use super::{AttributeSchema, BlockSchema, Schema};
    let taken = Schema {
        attributes: vec![AttributeSchema {
            name: "a".into(),
            required: false,
        }],
        blocks: vec![BlockSchema {
            block_type: "b".into(),
            labels: Vec::new(),
        }],
    };
    let text = "a = x\nb { n = y }\nc = z\ndynamic \"b\" {\n for_each = w\n content {}\n}\n";
    for body in [native(text), json(r#"{"a": 1, "b": {}, "c": 2}"#)] {
        assert_eq!(
            outline(&body.partial_content(&taken).1).split(' ').next(),
            Some("c")
        );
    }
    let (_, rest) = native(text).expand_dynamic(None).partial_content(&taken);
    assert_eq!(outline(&rest), "c");
    assert_eq!(variables(&rest), "z w");
}

#[test]
fn every_place_of_a_block_is_told() {
    let text = "a \"b\" {\n  c = 1\n}\nd {\n";
    let items = native(text).items().unwrap();
    let [Item::Block(whole), Item::Block(open)] = &*items else {
        panic!("two blocks");
    };
    assert_eq!(slice(text, whole.open_range()), "{");
    assert_eq!(whole.close_range().map(|close| close.start.line), Some(3));
    assert_eq!(slice(text, Some(whole.range())), "a \"b\" {\n  c = 1\n}");
    assert_eq!(whole.body.text(), Some("{\n  c = 1\n}"));
    assert_eq!(slice(text, open.open_range()), "{");
    assert!(open.close_range().is_none());

    let text = r#"{"a": {"b": 1}}"#;
    let items = json(text).items().unwrap();
    let block = &items[0].blocks()[0];
    assert_eq!(slice(text, block.open_range()), "{");
    assert_eq!(slice(text, Some(block.range())), r#""a": {"b": 1}"#);
    assert_eq!(block.body.text(), Some(r#"{"b": 1}"#));
}

#[test]
fn a_generated_body_knows_its_iterator() {
    let text = "dynamic \"b\" {\n  for_each = [7]\n  content {\n    x = b.value\n  }\n}\n";
    let schema = super::Schema {
        blocks: vec![super::BlockSchema {
            block_type: "b".into(),
            labels: Vec::new(),
        }],
        ..super::Schema::default()
    };
    let found = native(text).expand_dynamic(None).content(&schema);
    let block = &found.content.blocks[0];
    assert_eq!(slice(text, block.open_range()), "{");
    let items = block.body.items().unwrap();
    let value = items[0].attribute().unwrap().expr.evaluate(None).value;
    assert_eq!(value.as_small_whole(), Some(7));
    assert_eq!(variables(&block.body), "");
}

/// The roots of all variables of a body.
fn variables(body: &Body) -> String {
    let found = body.variables_within(&Budget::standard()).unwrap();
    let roots = found
        .iter()
        .map(|(found, _)| found.root().unwrap().to_string());
    roots.collect::<Vec<_>>().join(" ")
}

fn calls(body: &Body) -> String {
    let found = body.calls_within(&Budget::standard()).unwrap();
    let names = found.iter().map(|call| call.name.to_string());
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn references_are_found_however_deep() {
    let text = r#"
a = x.y + f(z)
b "l" {
  c = [for k in v : g(k, "${w}")]
  dynamic "e" {
    for_each = e
    iterator = it
    labels   = [it.key, lab]
    content {
      d = h(it.value, e)
      dynamic "n" {
        for_each = it.value
        content { m = n.value + it.key + n2 }
      }
    }
  }
  dynamic "plain" { n = plain }
}
a = twice(t)
"#;
    assert_eq!(variables(&native(text)), "x z v w e lab e n2 plain t");
    assert_eq!(calls(&native(text)), "f g h twice");
}

#[test]
fn what_is_no_body_in_json_is_told_with_its_text() {
    let parsed = parse_json_config(b" 5", "main.tf.json");
    let [failure] = &*parsed.diagnostics else {
        panic!("{:?}", parsed.diagnostics)
    };
    assert_eq!(failure.summary, "Root value must be object");
    assert_eq!(failure.subject.unwrap().to_string(), "1,2-3");
    assert_eq!(&*failure.source.as_ref().unwrap().name, "main.tf.json");
}

#[test]
fn references_of_json_stand_in_its_strings() {
    let text = r#"{
        "a${no}": "${x.y} ${f(z)}",
        "b": {"c${k}": ["${v}", 1, {"d": "%{if w}yes%{endif}"}]},
        "r": {"dynamic": {"e": {
            "for_each": "${e}", "iterator": "it", "labels": ["${it.key}"],
            "content": {"d": "${h(it.value)} ${e}"}
        }}},
        "dynamic": [{"p": [{"content": {"q": "${p.value} ${s}"}}, {"q": "${p}"}]}, 1],
        "//": "${comment}"
    }"#;
    assert_eq!(variables(&json(text)), "x z k v w e e s p");
    assert_eq!(calls(&json(text)), "f h");
}

#[test]
fn what_json_has_under_the_name_of_dynamic_blocks_may_be_an_argument() {
    for (text, names) in [
        (r#"{"a": {"dynamic": ["${x}", ["${f(y)}"]]}}"#, "x y"),
        (
            r#"{"a": {"dynamic": {"${x}": 1, "${y}": []}, "b": "${z}"}}"#,
            "x y z",
        ),
        (
            r#"{"dynamic": {"s": {"for_each": "${l}", "content": {}, "${q}": "${z}",
                "iterator": ["${w}"]}}}"#,
            "l q z w",
        ),
    ] {
        assert_eq!(variables(&json(text)), names, "{text}");
    }
}

#[test]
fn templates_in_strings_are_counted_when_the_text_is_read() {
    let refused = |part: &str| {
        let parts = vec![part; 5_000].join(",");
        let text = format!("{{\"a\": [{parts}]}}");
        let budget = Budget::new().limit_bytes(1 << 20);
        let start = Position::START;
        let read = parse_json_config_within(text.as_bytes(), "f", start, &budget);
        read.diagnostics.first().map(|first| first.code)
    };
    assert_eq!(refused("\"$\""), None);
    assert_eq!(refused("\"${1}\""), Some(Code::Limit));
}

#[test]
fn what_stands_at_a_place_is_found() {
    let text = "a {\n  b \"l\" {\n    c = f(1, [x.y[*].z, \"${w}\"])\n  }\n}\nd = 1\n";
    let at = |what: &str| {
        let found = native(text).at(None, text.find(what).unwrap()).unwrap();
        let blocks = found
            .blocks
            .iter()
            .map(|block| block.block_type.to_string());
        let exprs = found.expressions.iter();
        let texts = exprs.map(|expr| expr.text().unwrap().to_string());
        let attribute = found.attribute.as_ref();
        let attribute = attribute.map_or("-".to_owned(), |found| found.name.to_string());
        let blocks: Vec<String> = blocks.collect();
        let texts: Vec<String> = texts.skip(1).collect();
        format!("{} {attribute} {}", blocks.join("."), texts.join(" < "))
    };
    assert_eq!(at("c ="), "a.b c ");
    assert_eq!(at("1,"), "a.b c 1");
    assert_eq!(at("x.y"), "a.b c [x.y[*].z, \"${w}\"] < x.y[*].z < x.y");
    assert_eq!(at("w}"), "a.b c [x.y[*].z, \"${w}\"] < \"${w}\" < w");
    assert_eq!(at("b \"l"), "a.b - ");
    assert_eq!(at("d ="), " d ");
    assert_eq!(native(text).at(None, text.len()).unwrap().blocks.len(), 0);
    assert!(native(text).at(Some("other"), 0).is_none());
    let both = Body::merged([json("{}"), native(text)]);
    assert_eq!(both.at(Some("main.tf"), 0).unwrap().blocks.len(), 1);
    assert_eq!(both.byte_at(Some("main.tf"), 3, 5), text.find("c ="));
    assert_eq!(both.byte_at(Some("none"), 1, 1), None);

    let text = r#"{"a": {"b": ["x", {"${k}": "${f(y)}"}]}}"#;
    let found = json(text).at(None, text.find("y)").unwrap()).unwrap();
    let texts: Vec<&str> = found
        .expressions
        .iter()
        .map(|e| e.text().unwrap())
        .collect();
    assert_eq!(found.attribute.unwrap().name, "a".into());
    assert_eq!(texts.last(), Some(&"y"));
    assert_eq!(texts[texts.len() - 2], "f(y)");
    let found = json(text).at(None, text.find("k}").unwrap()).unwrap();
    assert_eq!(found.expressions.last().unwrap().text(), Some("k"));
}

#[test]
fn a_schema_takes_the_same_out_of_few_and_of_many() {
    use super::{AttributeSchema, Schema};
    let schema = |names: &[&str]| Schema {
        attributes: names
            .iter()
            .map(|name| AttributeSchema {
                name: (*name).into(),
                required: true,
            })
            .collect(),
        blocks: Vec::new(),
    };
    for count in [3, 16, 17, 40] {
        let text: String = (0..count).map(|at| format!("a{at} = {at}\n")).collect();
        let body = native(&text);
        let (first, rest) = body.partial_content(&schema(&["a2", "a0"]));
        assert!(first.diagnostics.is_empty());
        let names = first.content.attributes.iter();
        assert!(names.map(|found| &*found.name).eq(["a2", "a0"]), "{count}");
        // An item that was taken is not found again.
        let again = rest.content(&schema(&["a0"]));
        assert_eq!(again.content.attributes.len(), 0);
        let subjects: Vec<&str> = (again.diagnostics.iter())
            .map(|found| slice(&text, found.subject))
            .collect();
        let mut others: Vec<String> = (0..count).map(|at| format!("a{at}")).collect();
        others.retain(|name| name != "a0" && name != "a2");
        others.insert(0, String::new());
        assert_eq!(subjects, others, "{count}");
    }
}
