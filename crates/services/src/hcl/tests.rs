//! Tests of the services for HCL.

use crate::answer::{FoldKind, TokenKind};
use crate::{
    Context, HclSpecification, Language, LanguageId, MemoryFiles, Options, Workspace,
    checked_languages,
};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
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

const SPECIFICATION: &str = r#"
object {
  block_map "service" {
    block_type = "service"
    labels     = ["name"]
    object {
      attr "image" {
        type     = string
        required = true
      }
      default "replicas" {
        attr {
          name = "replicas"
          type = number
        }
        literal { value = 1 }
      }
      attr "public" { type = bool }
      block_list "port" {
        block_type = "port"
        min_items  = 1
        object {
          attr "number" {
            type     = number
            required = true
          }
        }
      }
    }
  }
}
variables {
  zone = "eu"
}
"#;

/// Opens a text whose byte `|` is returned, with the specification.
fn specified(text: &str) -> (Workspace, u32) {
    let byte = text.find('|').unwrap_or(0);
    let options = Options {
        hcl_specifications: vec![HclSpecification {
            ending: ".service.hcl".to_owned(),
            text: SPECIFICATION.into(),
        }],
        ..Options::default()
    };
    let (languages, errors) = checked_languages(&options);
    assert!(errors.is_empty(), "{errors:?}");
    let mut workspace = Workspace::new(Arc::new(MemoryFiles::default()), languages);
    let text = text.replacen('|', "", 1);
    workspace.open("/web.service.hcl", LanguageId::Hcl, 1, &text);
    (workspace, u32::try_from(byte).unwrap())
}

fn ask<T>(
    (workspace, byte): &(Workspace, u32),
    question: impl FnOnce(&dyn Language, &Context<'_>, u32) -> Result<T>,
) -> T {
    let budget = Budget::standard();
    let found = workspace.ask("/web.service.hcl", &budget, |language, context| {
        question(language, context, *byte)
    });
    found.unwrap().unwrap()
}

fn completed(text: &str) -> Vec<String> {
    let found = ask(&specified(text), |language, context, byte| {
        language.completions(context, byte)
    });
    let found = found.into_iter();
    found
        .map(|one| format!("{}: {}", one.label, one.detail))
        .collect()
}

#[test]
fn a_specification_describes_arguments_and_blocks() {
    assert_eq!(completed("|"), ["service: block"]);
    let expected = [
        "image: string (required)",
        "port: block",
        "public: bool",
        "replicas: number",
    ];
    assert_eq!(completed("service \"a\" {\n  |\n}\n"), expected);
    assert_eq!(
        completed("service \"a\" {\n  image = \"b\"\n  |\n}\n"),
        expected[1..]
    );
    let found =
        completed("service \"a\" {\n  dynamic \"port\" {\n    content {\n      |\n    }\n  }\n}\n");
    assert_eq!(found, ["number: number (required)"]);
    let found = completed("service \"a\" {\n  public = |\n}\n");
    assert_eq!(found[..3], ["false: ", "true: ", "zone: string"]);
    assert!(
        found.contains(&"upper(str: string): string".replacen("upper", "upper: upper", 1)),
        "{found:?}"
    );
    let hover = |text: &str| {
        let found = ask(&specified(text), |language, context, byte| {
            language.hover(context, byte)
        });
        found.map(|hover| hover.text)
    };
    let code = |line: &str| Some(format!("```hcl\n{line}\n```"));
    assert_eq!(
        hover("service \"a\" {\n  ima|ge = zone\n}\n"),
        code("image: string (required)")
    );
    assert_eq!(
        hover("service \"a\" {\n  image = zo|ne\n}\n"),
        code("zone: string")
    );
    let block = "service \"name\" {\n  image: string (required)\n  public: bool\n  replicas: number\n  port {}\n}";
    assert_eq!(hover("serv|ice \"a\" {\n}\n"), code(block));
    assert_eq!(hover("other| = 1\n"), None);
}

#[test]
fn a_specification_checks_a_file() {
    let found = |text: &str| {
        let found = ask(&specified(text), |language, context, _| {
            language.diagnostics(context)
        });
        let found = found.into_iter().flat_map(|report| report.diagnostics);
        found.map(|each| each.summary).collect::<Vec<String>>()
    };
    let valid = "service \"a\" {\n  image = upper(\"${zone}-${other.name}\")\n  port {\n    number = 80\n  }\n}\n";
    assert_eq!(found(valid), [""; 0]);
    let missing = "service \"a\" {\n  replicas = \"x\"\n  port {\n    number = 1\n  }\n}\n";
    assert_eq!(
        found(missing),
        [
            "Missing required argument",
            "Incorrect attribute value type"
        ]
    );
    assert_eq!(found("service {\n"), ["Unclosed configuration block"]);
    let titles = |text: &str| {
        let found = ask(&specified(text), |language, context, byte| {
            language.actions(context, Span::at(byte as usize))
        });
        found
            .into_iter()
            .map(|each| each.title)
            .collect::<Vec<String>>()
    };
    assert_eq!(
        titles("service \"a\" {\n  im|ge = 1\n}\n"),
        ["Change to \"image\"", "Add missing arguments: image"]
    );
    assert_eq!(titles("a = { b = 1|, c = 2 }\n"), ["Quote keys"]);
}

#[test]
fn a_specification_that_is_not_valid_is_reported() {
    let specification = |text: &str| HclSpecification {
        ending: ".hcl".to_owned(),
        text: text.into(),
    };
    for text in ["attr {\n", "", "attr \"a\" { type = what }\n"] {
        let options = Options {
            hcl_specifications: vec![specification(text)],
            ..Options::default()
        };
        let (_, errors) = checked_languages(&options);
        assert_eq!(errors.len(), 1, "{text}");
        assert_eq!(errors[0].option, "hcl_specifications");
    }
}
