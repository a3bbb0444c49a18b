//! Tests of the parser: trees and errors.

use super::tree::{ExprKind, StmtKind, Tree};
use super::{MAX_SYNTAX_NESTING, parse};
use crate::area::Area;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Source};

fn read(text: &str) -> Result<Tree, Box<crate::CompileError>> {
    parse(Source::new("/a.mcl", text), &Budget::new())
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn a_tree_has_the_nodes_of_the_text() {
    let tree = read("# why\n$x []int = [1, 2 + 3]\n").unwrap();
    let [stmt] = tree[tree.body.stmts] else {
        panic!("one statement");
    };
    let StmtKind::Bind { name, ty, value } = &tree[stmt].kind else {
        panic!("a bind");
    };
    assert_eq!(&*tree[*name], "x");
    assert_eq!(crate::format_type(ty.as_ref().unwrap()).unwrap(), "[]int");
    assert!(matches!(tree[*value].kind, ExprKind::List(elements) if elements.len() == 2));
    // The area of a node that ends in an expression ends with the first token of that expression.
    let area = Area {
        row: 2,
        col: 1,
        end_row: 2,
        end_col: 13,
    };
    assert_eq!(tree[stmt].area, area);
    assert_eq!((tree.comments[0].row, tree.comments[0].col), (1, 1));
}

#[test]
fn an_error_lists_the_expected_tokens() {
    for (text, wanted) in [
        (
            "$x = [1 2]\n",
            "parser: `syntax error: unexpected INTEGER, expecting CLOSE_BRACK or COMMA`: \
             /a.mcl @ 1:9-1:10",
        ),
        (
            "a \"b\" {\n\tc => 1 + 2\n}\n",
            "expecting trailing comma: `syntax error: expecting trailing comma`: /a.mcl @ 2:7-2:8",
        ),
        (
            "$x = 1",
            "parser: `syntax error: unexpected $end, expecting NEWLINE`: /a.mcl @ 1:1-1:2",
        ),
        ("$x = \"é\" @\n", "unrecognized: `@`: /a.mcl @ 1:10-1:11"),
        (
            "$x = 9223372036854775808\n",
            "integer: overflow: `9223372036854775808`: /a.mcl @ 1:6-1:7",
        ),
    ] {
        assert_eq!(error(text), wanted, "{text:?}");
    }
}

#[test]
fn a_string_is_the_longest_match() {
    let value = |text: &str| {
        let tree = read(text).unwrap();
        tree.nodes
            .texts
            .iter()
            .map(|text| text.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(value("$x = \"a\\\"\"\n"), ["a\\\""]);
    // A backslash may also be a plain character: the string extends to the next quote.
    assert_eq!(value("$x = \"\\\\\" + \"\n"), ["\\\\\" + "]);
}

#[test]
fn nesting_is_bounded() {
    let nested = |levels: usize| format!("$x = {}1{}\n", "(".repeat(levels), ")".repeat(levels));
    assert!(read(&nested(MAX_SYNTAX_NESTING as usize - 8)).is_ok());
    let failure = read(&nested(MAX_SYNTAX_NESTING as usize)).unwrap_err();
    assert_eq!(failure.code, Code::Limit);
    let failure = read(&nested(1_000_000)).unwrap_err();
    assert_eq!(failure.code, Code::Limit);
}

#[test]
fn parsing_stops_at_the_budget() {
    let source = Source::new("/a.mcl", "$x = 1\n");
    let failure = parse(source, &Budget::new().limit_steps(3)).unwrap_err();
    assert_eq!(failure.code, Code::Limit);
}

#[test]
fn the_log_shows_the_line() {
    let failure = read("$x = 1\n\t$y == 2\n").unwrap_err();
    let shown = failure.log();
    assert!(shown.ends_with("\n\n\t$y == 2\n\t ^\n"), "{shown}");
    let failure = read("$x =\n").unwrap_err();
    assert_eq!(
        polycty_core::source::Error::from(*failure).offset(),
        Some(4)
    );
}
