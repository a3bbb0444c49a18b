//! Tests of formatting: the layout, its idempotence, and its agreement with `terraform fmt`.

use crate::texts::{Random, can_be_read, made, mutant, of_vectors};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Span};
use polycty_hcl::syntax::{Kind, tokens};
use polycty_hcl::write::{Style, format};
use std::path::{Path, PathBuf};
use std::process::Command;

fn formatted(text: &str, style: Style) -> String {
    let out = format(text.as_bytes(), "t", style, None, &Budget::standard());
    out.unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// Returns all valid texts of these tests.
fn texts() -> Vec<String> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut texts = of_vectors();
    texts.extend(made(900, &mut random));
    let mutants: Vec<String> = texts.iter().map(|text| mutant(text, &mut random)).collect();
    texts.extend(mutants);
    texts.sort_unstable();
    texts.dedup();
    texts.retain(|text| can_be_read(text));
    texts
}

/// Returns the tokens of a text without blanks.
fn words(text: &str) -> Vec<(Kind, &str)> {
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    tokens(text.as_bytes(), &Budget::standard())
        .expect("small")
        .into_iter()
        .filter(|token| token.kind != Kind::Blank)
        .map(|token| (token.kind, slice(token.span)))
        .collect()
}

#[test]
fn a_layout_changes_blanks_alone_and_is_for_good() {
    for text in texts() {
        let once = formatted(&text, Style::Layout);
        assert_eq!(words(&text), words(&once), "{text:?}");
        assert_eq!(formatted(&once, Style::Layout), once, "{text:?}");
    }
}

#[test]
fn what_is_formatted_can_be_read_and_is_for_good() {
    for text in texts() {
        let once = formatted(&text, Style::Terraform);
        assert_eq!(formatted(&once, Style::Terraform), once, "{text:?}");
    }
}

#[test]
fn lines_are_laid_out_as_in_the_whole() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for text in made(300, &mut random) {
        let whole = formatted(&text, Style::Layout);
        let all = Span::new(0, text.len());
        let of = |within, style| {
            let out = format(
                text.as_bytes(),
                "t",
                style,
                Some(within),
                &Budget::standard(),
            );
            out.expect("it can be read")
        };
        assert_eq!(of(all, Style::Layout), whole);
        assert_eq!(
            of(all, Style::Terraform),
            formatted(&text, Style::Terraform),
            "{text:?}"
        );
        let start = random.below(text.len());
        let within = Span::new(start, start + random.below(20));
        let some = of(within, Style::Layout);
        assert_eq!(words(&some), words(&text));
        // Each line is unchanged or has its layout in the whole text.
        let lines = text.lines().zip(whole.lines()).zip(some.lines());
        for ((before, after), found) in lines {
            assert!(found == before || found == after, "{text:?}: {found:?}");
        }
        assert_eq!(formatted(&some, Style::Layout), whole);
    }
}

#[test]
fn only_lines_that_have_a_byte_are_laid_out() {
    let of = |text: &str, start: usize, end: usize, style| {
        let within = Some(Span::new(start, end));
        let out = format(text.as_bytes(), "t", style, within, &Budget::standard());
        out.expect("it can be read")
    };
    let text = "a=1\nb=2\nc=3";
    for (start, end, wanted) in [
        (0, 4, "a = 1\nb=2\nc=3"),
        (3, 4, "a = 1\nb=2\nc=3"),
        (3, 5, "a = 1\nb = 2\nc=3"),
        (4, 8, "a=1\nb = 2\nc=3"),
        (8, 100, "a=1\nb=2\nc = 3"),
        (0, 0, text),
        (5, 5, text),
        (11, 11, text),
        (100, 200, text),
    ] {
        for style in [Style::Layout, Style::Terraform] {
            assert_eq!(of(text, start, end, style), wanted, "{start}..{end}");
        }
    }
    let text = "a=\"${b}\"\nc=\"${d}\"\n";
    let first = "a = b\nc=\"${d}\"\n";
    assert_eq!(of(text, 0, 9, Style::Terraform), first);
    assert_eq!(of(text, 0, 0, Style::Terraform), text);
    assert_eq!(of(text, 9, 10, Style::Terraform), "a=\"${b}\"\nc = d\n");
}

#[test]
fn what_cannot_be_read_is_told() {
    for text in ["a = \n", "a {", "a = \"\\q\"\n", "a = 1 b = 2\n"] {
        let out = format(
            text.as_bytes(),
            "t.hcl",
            Style::Layout,
            None,
            &Budget::standard(),
        );
        let error = out.expect_err(text);
        assert_eq!(error.code(), Code::Syntax);
        assert!(!error.diagnostics().is_empty());
    }
    let out = format(
        b"a=1 # \xff\n",
        "t.hcl",
        Style::Layout,
        None,
        &Budget::standard(),
    );
    assert_eq!(out.expect_err("no text").code(), Code::InvalidUtf8);
}

#[test]
fn padding_is_bounded_by_the_budget() {
    // One wide line, and many lines that are aligned with it.
    let wide = format!(
        "a = {{\n\"{}\" = 1\n{}}}\n",
        "x".repeat(100_000),
        "b=1\n".repeat(20_000)
    );
    let out = format(
        wide.as_bytes(),
        "t",
        Style::Layout,
        None,
        &Budget::standard(),
    );
    assert_eq!(out.expect_err("two gigabytes").code(), Code::Limit);
}

#[test]
fn layouts() {
    for (text, wanted) in [
        (
            "a=1 # x\nlong=[\n  # y\n1,2 ]\n",
            "a = 1 # x\nlong = [\n  # y\n1, 2]\n",
        ),
        (
            "a=1\nlong=2 // x\nb=3# y\n",
            "a    = 1\nlong = 2 // x\nb    = 3 # y\n",
        ),
        (
            "b \"x\"{\n\n\ta=f( x ... )\n  }\n",
            "b \"x\" {\n\n  a = f(x...)\n}\n",
        ),
        (
            "a=[for x in[1]:x if x>- 1]\n",
            "a = [for x in [1] : x if x > -1]\n",
        ),
        (
            "a={for k,v in m:k=>v...}\n",
            "a = { for k, v in m : k => v... }\n",
        ),
        ("a=x . 0 . b [ 1 ]\n", "a = x.0.b[1]\n"),
        // Without the space, this would be a different number.
        ("a=x . 0 . 1\n", "a = x.0. 1\n"),
        ("a = <<E\n  ${  b  }\nE\n", "a = <<E\n  ${b}\nE\n"),
        ("\u{feff}a=1", "a = 1"),
    ] {
        assert_eq!(formatted(text, Style::Layout), wanted, "{text:?}");
    }
}

#[test]
fn the_old_notation_becomes_the_new_one() {
    for (text, wanted) in [
        ("a=\"${b}\"\n", "a = b\n"),
        ("a=\"${\"${b}\"}\"\n", "a = b\n"),
        ("a=\"${b ?\n c : d}\"\n", "a = (b ?\nc : d)\n"),
        ("a=\"${(b ?\n c : d)}\"\n", "a = (b ?\nc : d)\n"),
        ("a=\"${(b)\n+(c)}\"\n", "a = ((b)\n+ (c))\n"),
        ("a=\"${b /* why */}\"\n", "a = \"${b /* why */}\"\n"),
        ("a=[\"${b}\"]\n", "a = [\"${b}\"]\n"),
        ("b x \"y\" {}\n", "b \"x\" \"y\" {}\n"),
        (
            "variable v {\n type = list\n b {\n type=\"list\"\n}\n}\n",
            "variable \"v\" {\n  type = list(any)\n  b {\n    type = \"list\"\n  }\n}\n",
        ),
        (
            "variable v { type = \"map\" }\n",
            "variable \"v\" { type = map(string) }\n",
        ),
    ] {
        assert_eq!(formatted(text, Style::Terraform), wanted, "{text:?}");
    }
}

/// Returns the texts in the files of a folder after `times` runs of `terraform fmt`.
fn of_terraform(folder: &Path, texts: &[String], times: usize) -> Option<Vec<String>> {
    let path = |at: usize| -> PathBuf { folder.join(format!("{at}.tf")) };
    for (at, text) in texts.iter().enumerate() {
        std::fs::write(path(at), text).expect("a file");
    }
    for _ in 0..times {
        let mut command = Command::new("terraform");
        command.args(["fmt", "-no-color"]).current_dir(folder);
        command.output().ok()?;
    }
    let read = |at| std::fs::read_to_string(path(at)).expect("the file");
    Some((0..texts.len()).map(read).collect())
}

/// Whether `terraform fmt` has damaged a text. It loses comments between labels and in removed
/// interpolations, labels with escapes, and `null` in an index. It writes `a.0 .1` so that it
/// cannot be parsed. It also writes labels differently: normalized and with escapes.
fn is_spoiled(ours: &str, theirs: &str) -> bool {
    let (ours, found) = (words(ours), words(theirs));
    let is_label = |(ours, theirs): (&(Kind, &str), &(Kind, &str))| {
        ours.0 == Kind::QuotedText && theirs.0 == Kind::QuotedText && ours.1 != theirs.1
    };
    !can_be_read(theirs)
        || found.len() < ours.len()
        || found.len() == ours.len() && ours.iter().zip(&found).any(is_label)
}

#[test]
fn terraform_lays_out_the_same() {
    let folder = std::env::temp_dir().join(format!("polycty-fmt-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let texts = texts();
    // Each run removes one level of nested interpolations.
    let theirs = of_terraform(&folder, &texts, 3);
    std::fs::remove_dir_all(&folder).expect("the folder");
    let Some(theirs) = theirs else {
        eprintln!("terraform is not installed: nothing was compared");
        return;
    };
    let mut spoiled = 0;
    let mut differences = Vec::new();
    for (text, theirs) in texts.iter().zip(theirs) {
        let ours = formatted(text, Style::Terraform);
        if is_spoiled(&ours, &theirs) {
            spoiled += 1;
        } else if ours != theirs {
            differences.push(format!("{text:?}\n{ours:?}\n{theirs:?}\n"));
        }
    }
    assert!(
        differences.is_empty(),
        "{} of {}, {spoiled} spoiled\n{}",
        differences.len(),
        texts.len(),
        differences[..differences.len().min(12)].join("\n")
    );
    assert!(spoiled < texts.len() / 10, "{spoiled}");
}

/// hclwrite writes one space for each byte between the last token and the end.
#[test]
fn tabs_at_the_end_of_a_text_are_spaces() {
    let cases = [
        ("a = 1\t", "a = 1 "),
        ("b {\n}\t\t", "b {\n}  "),
        ("a = [\n1,\n]\t \t", "a = [\n  1,\n]   "),
        ("a = 1\n  \t\n\t\t", "a = 1\n\n  "),
        ("\t", " "),
        ("a = 1 # x\t", "a = 1 # x\t"),
    ];
    for (text, expected) in cases {
        assert_eq!(formatted(text, Style::Layout), expected, "{text:?}");
        assert_eq!(formatted(expected, Style::Layout), expected, "{text:?}");
    }
}
