//! Tests of the services for HCL.

use crate::answer::{FoldKind, TokenKind};
use crate::{LanguageId, MemoryFiles, Workspace};
use polycty_core::calls::Budget;
use polycty_core::source::Span;
use std::sync::Arc;

fn workspace(text: &str) -> Workspace {
    let mut workspace = Workspace::new(Arc::new(MemoryFiles::default()), vec![super::hcl()]);
    workspace.open("/a.hcl", LanguageId::Hcl, 1, text);
    workspace
}

const TEXT: &str =
    "# one\n# two\na = \"x ${b.c}\"\n\nblock \"l\" {\n  d = [\n    1,\n    f(e),\n  ]\n}\n";

#[test]
fn symbols_are_nested() {
    let budget = Budget::standard();
    let workspace = workspace(TEXT);
    let found = workspace.ask("/a.hcl", &budget, |hcl, context| hcl.symbols(context));
    let found = found.unwrap().unwrap();
    let names: Vec<&str> = found.iter().map(|symbol| &*symbol.name).collect();
    assert_eq!(names, ["a", "block \"l\""]);
    assert_eq!(found[1].children[0].name, "d");
    assert_eq!(found[1].name_span.slice(TEXT), "l");
    assert!(found[1].span.slice(TEXT).ends_with("]\n}"));
}

#[test]
fn blocks_values_and_comments_fold() {
    let budget = Budget::standard();
    let workspace = workspace(TEXT);
    let found = workspace.ask("/a.hcl", &budget, |hcl, context| hcl.folds(context));
    let found = found.unwrap().unwrap();
    let texts: Vec<(&str, FoldKind)> = found
        .iter()
        .map(|fold| (fold.span.slice(TEXT).split('\n').next().unwrap(), fold.kind))
        .collect();
    let wanted = [
        ("# one", FoldKind::Comment),
        ("block \"l\" {", FoldKind::Region),
        ("[", FoldKind::Region),
    ];
    assert_eq!(texts, wanted);
}

#[test]
fn selections_grow() {
    let budget = Budget::standard();
    let workspace = workspace(TEXT);
    let at = u32::try_from(TEXT.find("f(e)").unwrap()).unwrap() + 2;
    let found = workspace.ask("/a.hcl", &budget, |hcl, context| {
        hcl.selections(context, at)
    });
    let found = found.unwrap().unwrap();
    let texts: Vec<&str> = found.iter().map(|span| span.slice(TEXT)).collect();
    assert_eq!(texts[..2], ["e", "f(e)"]);
    assert_eq!(texts.last(), Some(&TEXT));
    assert!(found.is_sorted_by_key(|span| span.end - span.start));
    assert_eq!(found.len(), 7);
}

#[test]
fn tokens_have_meanings() {
    let budget = Budget::standard();
    let workspace = workspace(TEXT);
    let whole = Span::new(0, TEXT.len());
    let found = workspace.ask("/a.hcl", &budget, |hcl, context| hcl.tokens(context, whole));
    let found = found.unwrap().unwrap();
    let shown = |kind: TokenKind| -> Vec<&str> {
        let of_kind = found.iter().filter(|token| token.kind == kind);
        of_kind.map(|token| token.span.slice(TEXT)).collect()
    };
    assert_eq!(shown(TokenKind::Comment), ["# one", "# two"]);
    assert_eq!(shown(TokenKind::Property), ["a", "c", "d"]);
    assert_eq!(shown(TokenKind::Variable), ["b", "e"]);
    assert_eq!(shown(TokenKind::Function), ["f"]);
    assert_eq!(shown(TokenKind::Keyword), ["block"]);
    assert_eq!(shown(TokenKind::String), ["\"x ", "\"", "\"l\""]);
    assert!(found.is_sorted_by_key(|token| token.span.start));
}

#[test]
fn formatting_edits_only_the_lines_asked_for() {
    let budget = Budget::standard();
    let text = "a=1\nbb=2\nc  =  3\n\nx {\nd=1\n}\n";
    let workspace = workspace(text);
    let ask = |span| {
        let found = workspace.ask("/a.hcl", &budget, |hcl, context| hcl.format(context, span));
        let mut after = text.to_owned();
        for edit in found.unwrap().unwrap().iter().rev() {
            let span = edit.span.start as usize..edit.span.end as usize;
            after.replace_range(span, &edit.text);
        }
        after
    };
    let whole = "a  = 1\nbb = 2\nc  = 3\n\nx {\n  d = 1\n}\n";
    assert_eq!(ask(Span::new(0, text.len())), whole);
    let at = text.find("d=").unwrap();
    let one = "a=1\nbb=2\nc  =  3\n\nx {\n  d = 1\n}\n";
    assert_eq!(ask(Span::new(at, at + 1)), one);
}

#[test]
fn errors_of_syntax_are_reported_and_the_rest_answers() {
    let budget = Budget::standard();
    let workspace = workspace("a = \nb {\n  c = 1\n}\n");
    let found = workspace.ask("/a.hcl", &budget, |hcl, context| {
        Ok((hcl.diagnostics(context)?, hcl.symbols(context)?))
    });
    let (reports, symbols) = found.unwrap().unwrap();
    assert_eq!(reports[0].diagnostics[0].summary, "Invalid expression");
    assert_eq!(symbols[1].children[0].name, "c");
}

#[test]
fn an_exceeded_budget_ends_a_question() {
    let budget = Budget::new().limit_steps(3);
    let workspace = workspace(TEXT);
    let found = workspace.ask("/a.hcl", &budget, |hcl, context| hcl.symbols(context));
    assert!(found.unwrap_err().code().is_refusal());
}

/// Asks all questions about a text in a thread with a small stack.
fn ask_all(text: String) {
    let ask = move || {
        let budget = Budget::standard();
        let workspace = workspace(&text);
        let end = Span::at(text.len());
        let whole = Span::new(0, text.len());
        let found = workspace.ask("/a.hcl", &budget, |hcl, context| {
            hcl.diagnostics(context)?;
            hcl.symbols(context)?;
            hcl.folds(context)?;
            hcl.selections(context, end.start / 2)?;
            hcl.tokens(context, whole)?;
            hcl.format(context, whole)
        });
        let start: String = text.chars().take(20).collect();
        assert!(found.is_ok(), "{start}: {found:?}");
    };
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK);
    thread.spawn(ask).unwrap().join().unwrap();
}

/// A stack of 256 KiB, and four times as much without optimization.
const SMALL_STACK: usize = if cfg!(debug_assertions) {
    1 << 20
} else {
    1 << 18
};

#[test]
fn deep_and_broken_texts_do_not_exhaust_the_stack() {
    for part in [
        "a {\n", "a = [\n", "a = {\n", "a = f(\n", "a = \"${", "a = !", "<<E\n", "}\n", "\"",
    ] {
        ask_all(part.repeat(3_000));
    }
    let stairs = (0..400).map(|depth| format!("{}a {{\n", " ".repeat(depth)));
    ask_all(stairs.collect());
    ask_all(format!("a = {}1{}\n", "[".repeat(3_000), "]".repeat(3_000)));
    ask_all(format!("a = {}1{}\n", "(".repeat(200), ")".repeat(200)));
    ask_all(format!(
        "{}b = 1\n{}",
        "a {\n".repeat(200),
        "}\n".repeat(200)
    ));
}
