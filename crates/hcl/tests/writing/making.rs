//! Tests of constructors: the created text must evaluate to the original value.

use crate::texts::{Random, can_be_read};
use polycty_core::calls::Budget;
use polycty_core::number::Number;
use polycty_core::source::{Code, Position};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::syntax::{Kind, Traversal, parse_traversal};
use polycty_hcl::write::{Arguments, Body, Expr, File, InsertPosition, Texts};
use polycty_hcl::{convert, evaluate};

fn budget() -> Budget {
    Budget::standard()
}

fn expr(text: &str) -> Expr {
    Expr::raw(text, &budget()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Generates a value of an HCL type whose elements have one type where this is required.
fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 6 } else { 11 }) {
        0 => Value::bool(random.once_in(2)),
        1 => Value::from_number(Number::from_i64(random.next() as i64 >> 20)),
        2 => Value::null(Type::string().clone()),
        3..=5 => Value::nfc_string(&text(random)),
        6 | 7 => {
            let names = ["a", "name", "for", "if", "with space", "é", "a-b", "1"];
            let count = random.below(4);
            let start = random.below(4);
            let items = names[start..start + count].iter();
            let items = items.map(|name| ((*name).into(), value(random, depth - 1)));
            let items: Vec<_> = items.collect();
            Value::object(items).expect("names that differ")
        }
        8 => {
            let parts = (0..random.below(4)).map(|_| value(random, depth - 1));
            Value::tuple(parts.collect::<Vec<_>>()).expect("few")
        }
        9 => {
            let texts = (0..random.below(4)).map(|_| Value::nfc_string(&text(random)));
            Value::list_of(Type::string(), texts.collect::<Vec<_>>()).expect("texts")
        }
        _ => {
            let key = |at| Value::nfc_string(&format!("key {at}"));
            let items = (0..random.below(4)).map(|at| (key(at), value_text(random)));
            Value::map_of(Type::string(), items.collect::<Vec<_>>()).expect("texts")
        }
    }
}

fn value_text(random: &mut Random) -> Value {
    Value::nfc_string(&text(random))
}

/// Generates texts that are difficult for quotes and heredocs.
fn text(random: &mut Random) -> String {
    let pieces = [
        "a", " ", "\n", "\n", "${", "%{", "$", "%", "$$", "}", "\"", "\\", "EOT", "EOT\n", "  ",
        "\t", "é", "\u{301}", "\u{7}", "line\n", "<<E\n", "#", "\r",
    ];
    (0..random.below(9))
        .map(|_| random.one_of(&pieces))
        .collect()
}

#[test]
fn values_read_back() {
    let mut random = Random(0x9b05_688c_2b3e_6c1f);
    let mut heredocs = [0; 2];
    for _ in 0..2000 {
        let value = value(&mut random, 3);
        let made = Expr::value(&value, &budget()).expect("it can be written");
        heredocs[0] += usize::from(made.text().contains("<<EOT"));
        heredocs[1] += usize::from(made.text().contains("<<-EOT"));
        // At the top level and inside a block.
        let mut file = File::new();
        let block = file.insert_block(Body::ROOT, InsertPosition::Last, "b", &[], &budget());
        let body = block
            .ok()
            .and_then(|block| file.body(block))
            .expect("a block");
        let top = file.set(Body::ROOT, "a", &made, &budget()).expect("a name");
        let inner = file.set(body, "a", &made, &budget()).expect("a name");
        let written = String::from_utf8(file.write(&budget()).expect("small")).expect("UTF-8");
        assert!(can_be_read(&written), "{written}");
        let anew = File::read(written.as_bytes(), "t", &budget()).expect("small");
        for item in [top, inner] {
            let parsed = file.expression(item, &budget()).expect("an argument");
            let found = evaluate(&parsed.expression(), None);
            assert!(found.diagnostics.is_empty(), "{written}");
            let found = convert(&found.value, value.ty()).expect("as it was");
            assert_eq!(found, value, "{written}");
        }
        assert_eq!(
            anew.attribute(Body::ROOT, "a").map(|a| anew.value(a)),
            Some(file.value(top))
        );
        // The text is already formatted.
        let style = polycty_hcl::write::Style::Layout;
        let laid_out = polycty_hcl::write::format(written.as_bytes(), "t", style, None, &budget());
        assert_eq!(laid_out.expect("it can be read"), written);
    }
    assert!(heredocs.iter().all(|count| *count > 10), "{heredocs:?}");
}

#[test]
fn expressions_are_laid_out() {
    let parts = |texts: &[&str]| texts.iter().map(|text| expr(text)).collect::<Vec<_>>();
    let b = &budget();
    let long = "a_rather_long_name_for_a_variable";
    for (found, wanted) in [
        (
            Expr::call("f", &parts(&["1", "a+b"]), Arguments::Single, b),
            "f(1, a + b)".to_owned(),
        ),
        (
            Expr::call("a::f", &parts(&["x"]), Arguments::Expanded, b),
            "a::f(x...)".to_owned(),
        ),
        (Expr::tuple(&[], b), "[]".to_owned()),
        (Expr::tuple(&parts(&["1", "{}"]), b), "[1, {}]".to_owned()),
        (
            Expr::tuple(&parts(&[long, long, long]), b),
            format!("[\n  {long},\n  {long},\n  {long},\n]"),
        ),
        (
            Expr::tuple(&parts(&["<<E\nx\nE"]), b),
            "[\n  <<E\nx\nE\n  ,\n]".to_owned(),
        ),
        (
            Expr::object([("a", expr("1")), ("long name", expr("[\n2]"))], b),
            "{\n  a = 1\n  \"long name\" = [\n  2]\n}".to_owned(),
        ),
        (Expr::object([], b), "{}".to_owned()),
        (Expr::raw("a\n + b", b), "(a\n  + b\n)".to_owned()),
        (Expr::raw("1 # one", b), "(1 # one\n)".to_owned()),
        (Expr::raw(" f(\n1)\n", b), "f(\n1)".to_owned()),
    ] {
        assert_eq!(
            found.map(|made| made.text().to_owned()).unwrap_or_default(),
            wanted
        );
    }
    let parsed = parse_traversal(b"a.b[0][\"c d\"]", "", Position::START).root;
    let made = Expr::traversal(&parsed, b).expect("a traversal");
    assert_eq!(made.text(), "a.b[0][\"c d\"]");
    let tokens = [
        (Kind::OpenQuote, "\""),
        (Kind::QuotedText, "a "),
        (Kind::Interpolation, "${"),
        (Kind::Ident, "b"),
        (Kind::SequenceEnd, "}"),
        (Kind::CloseQuote, "\""),
    ];
    assert_eq!(
        Expr::tokens(tokens, b).expect("a template").text(),
        "\"a ${b}\""
    );
    let tokens = [(Kind::Ident, "a"), (Kind::Plus, "+"), (Kind::Number, "1")];
    assert_eq!(Expr::tokens(tokens, b).expect("a sum").text(), "a + 1");
}

#[test]
fn what_is_no_expression_is_refused() {
    let b = &budget();
    for text in ["", "1\nb = 2", "a b", "\"", "1 }", "<<E\nx\n", "a = 1"] {
        let error = Expr::raw(text, b).expect_err(text);
        assert_eq!(error.code(), Code::Syntax, "{text}");
        assert!(!error.diagnostics().is_empty(), "{text}");
    }
    assert!(Expr::call("a b", &[], Arguments::Single, b).is_err());
    assert!(Expr::tokens([(Kind::Ident, "a+b")], b).is_err());
    let unknown = Value::unknown(Type::string().clone());
    assert_eq!(
        Expr::value(&unknown, b).expect_err("unknown").code(),
        Code::Unknown
    );
    let marked = Value::bool(true).mark("secret");
    let object = Value::object([("a".into(), marked)]).expect("one name");
    assert_eq!(
        Expr::value(&object, b).expect_err("marked").code(),
        Code::Marked
    );
    let nowhere = Traversal { steps: Vec::new() };
    assert_eq!(
        Expr::traversal(&nowhere, b)
            .expect_err("no variable")
            .code(),
        Code::InvalidArgument
    );
    let little = Budget::new().limit_bytes(10);
    assert_eq!(
        Expr::raw("[1, 2, 3, 4, 5]", &little)
            .expect_err("spent")
            .code(),
        Code::Limit
    );
}

#[test]
fn texts_are_written_as_they_are_to_be() {
    let lines = Value::string("a\nb\n");
    let written = |texts| Expr::value_with(&lines, texts, &budget()).expect("a text");
    assert_eq!(written(Texts::Quoted).text(), "\"a\\nb\\n\"");
    assert_eq!(written(Texts::Heredocs).text(), "<<-EOT\n  a\n  b\nEOT");
}

/// The text is indented like the lines around it if parsing removes the indentation.
#[test]
fn heredocs_are_indented() {
    let value = |text: &str| Expr::value(&Value::string(text), &budget()).expect("a text");
    let mut file = File::read(b"b {\n\tc {\n\t}\n}\n", "t", &budget()).expect("small");
    let body = |file: &File, inside, name| {
        let block = file.block(inside, name, &[]).expect("a block");
        file.body(block).expect("a body")
    };
    let outer = body(&file, Body::ROOT, "b");
    let inner = body(&file, outer, "c");
    file.set(inner, "d", &value("a\n\n  b\n"), &budget())
        .expect("a name");
    file.set(outer, "e", &value("  a\n  b\n"), &budget())
        .expect("a name");
    let raw = Expr::raw("<<-X\n   ${a}\n x\n X", &budget()).expect("it can be read");
    file.set(outer, "f", &raw, &budget()).expect("a name");
    let heredoc = Expr::raw("<<-X\n\u{301}\n  X", &budget()).expect("it can be read");
    file.set(outer, "g", &heredoc, &budget()).expect("a name");
    let object = Value::object([("k".into(), Value::string("a\nb\n"))]).expect("an object");
    let object = Expr::value(&object, &budget()).expect("an object");
    assert_eq!(object.text(), "{\n  k = <<-EOT\n    a\n    b\n  EOT\n}");
    let text = "h = <<X\na\nX\n";
    let added = file.insert_text(Body::ROOT, InsertPosition::Last, text, &budget());
    assert_eq!(added.expect("it can be read").len(), 1);
    let written = String::from_utf8(file.write(&budget()).expect("small")).expect("UTF-8");
    assert!(written.ends_with(text), "{written}");
    let inner = "\tc {\n\t\td = <<-EOT\n\t\t  a\n\n\t\t    b\n\t\tEOT\n\t}\n";
    assert!(written.contains(inner), "{written}");
    for kept in [
        "\te = <<EOT\n  a\n  b\nEOT\n",
        "\tf = <<-X\n\t   ${a}\n\t x\n\t X\n",
        "\tg = <<-X\n\u{301}\n  X\n",
    ] {
        assert!(written.contains(kept), "{kept}\nis not in\n{written}");
    }
}
