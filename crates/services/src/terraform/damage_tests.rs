//! Diagnostics of projects with several errors: an error hides no independent errors, and none follow
//! from another.

use super::broken_tests::statements;
use super::folder::HostFiles;
use super::tests::{MAIN, NET, ask, options, workspace};
use crate::MemoryFiles;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Severity, Span};
use polycty_hcl::syntax::{Kind, tokens};
use polycty_terraform::project::{LocalOnly, Project};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The diagnostics of the main file.
fn found(text: &str) -> Vec<Diagnostic> {
    let reports = ask(&workspace(text), |language, context| {
        language.diagnostics(context)
    });
    let own = reports.into_iter().find(|one| one.path == "/p/main.tf");
    own.unwrap().diagnostics
}

/// The diagnostics of the main file as lines, sorted by position.
fn lines(text: &str) -> Vec<String> {
    let mut found = found(text);
    found.sort_by_key(|one| one.subject.map(|range| range.start.byte));
    let lines = found.iter().map(|one| {
        let subject = one.subject.map(|range| {
            let source = &one.source.as_ref().unwrap().text;
            assert_eq!(&**source, text);
            Span::new(range.start.byte, range.end.byte).slice(text)
        });
        if let Some(range) = one.subject {
            let before = text.bytes().take(range.start.byte);
            let breaks = before.filter(|byte| *byte == b'\n').count();
            assert_eq!(range.start.line as usize, 1 + breaks);
        }
        let subject = subject.unwrap_or_default();
        format!(
            "{}: {}",
            one.summary,
            subject.lines().next().unwrap_or_default()
        )
    });
    lines.collect()
}

/// The main file after replacements.
fn main_with(changes: &[(&str, &str)]) -> String {
    let mut text = MAIN.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

#[test]
fn an_error_hides_no_independent_errors() {
    // An undeclared variable, an unknown argument, and an error in the arguments of a function.
    let others = [
        ("Name = var.size.name", "Name = var.sise.name"),
        ("public = true", "pubic = true"),
        ("value = local.port + 1", "value = upper()"),
    ];
    let wanted = [
        "Unsupported argument: pubic",
        "Reference to undeclared input variable: var.sise",
        "Not enough function arguments: )",
    ];
    let cases: [(&str, &str, &[&str]); 9] = [
        ("port  = 8080", "port  = 8080", &[]),
        (
            "port  = 8080",
            "port  = [8080",
            &["Missing item separator: "],
        ),
        (
            "required_version = \">= 1.5\"",
            "required_version = \"< 1.5\"",
            &["Unsupported Terraform Core version: required_version"],
        ),
        (
            "variable \"secret\"",
            "variable \"size\"",
            &["Duplicate variable declaration: variable \"size\""],
        ),
        (
            "  type        = object",
            "  type        = abject",
            &["Invalid type specification: abject"],
        ),
        (
            "port  = 8080",
            "port  = lower()",
            &["Not enough function arguments: )"],
        ),
        (
            "  size   = var.size\n",
            "  size   = var.size\n  more = 1\n",
            &["Unsupported argument: more"],
        ),
        (
            "cidr   = aws_vpc.main.cidr",
            "cidr   = module.net.id",
            &["Cycle:"],
        ),
        (
            "source = \"./net\"",
            "source = \"./none\"",
            &["Unreadable module directory: "],
        ),
    ];
    for (from, to, first) in cases {
        let mut changes = vec![(from, to)];
        changes.extend(others);
        let found = lines(&main_with(&changes));
        for one in first.iter().chain(&wanted) {
            assert!(
                found.iter().any(|line| line.starts_with(one)),
                "{to}: {one}: {found:#?}"
            );
        }
        assert_eq!(found.len(), first.len() + wanted.len(), "{to}: {found:#?}");
    }
}

/// The diagnostics of reading a project alone.
fn of_reading(text: &str) -> Vec<Diagnostic> {
    let files = HostFiles {
        files: Arc::new(MemoryFiles::new([
            ("/p/main.tf", text),
            ("/p/net/main.tf", NET),
        ])),
        base: "/p".to_owned(),
    };
    let given = BTreeMap::new();
    let budget = Budget::standard();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &options(), &budget).unwrap();
    loaded.diagnostics
}

#[test]
fn no_errors_follow_from_a_damaged_statement() {
    let statements = statements(MAIN);
    let all = tokens(MAIN.as_bytes(), &Budget::standard()).unwrap();
    let is_deleted = |kind: Kind| {
        !matches!(
            kind,
            Kind::Blank | Kind::Newline | Kind::Comment | Kind::End
        )
    };
    let mut deleted = 0;
    for token in all.iter().filter(|token| is_deleted(token.kind)) {
        let holds = |span: &Span| span.start <= token.span.start && token.span.end <= span.end;
        let damaged = statements
            .iter()
            .rfind(|statement| statement.own.iter().any(holds));
        let Some(damaged) = damaged else {
            continue;
        };
        let mut text = MAIN.to_owned();
        text.replace_range(token.span.start as usize..token.span.end as usize, "");
        let known = of_reading(&text);
        if !known.iter().any(|one| one.severity == Severity::Error) {
            continue;
        }
        deleted += 1;
        for one in found(&text) {
            let same =
                |other: &Diagnostic| (&other.summary, other.subject) == (&one.summary, one.subject);
            let is_inside = one.subject.is_some_and(|range| {
                let whole = damaged.whole;
                whole.start as usize <= range.start.byte && range.end.byte <= whole.end as usize
            });
            // The deleted token may be the name of a declaration.
            let is_name = one.detail.contains(token.span.slice(MAIN));
            assert!(
                known.iter().any(same) || is_inside || is_name,
                "without {:?} at {}: {} {:?}",
                token.span.slice(MAIN),
                token.span.start,
                one.message(),
                one.subject
            );
        }
    }
    assert!(deleted >= 200, "{deleted}");
}

#[test]
fn edits_replace_the_name_in_a_reference_alone() {
    let text = concat!(
        "variable \"region\" {}\n",
        "locals {\n  longname = 1\n}\n",
        "module \"subnet\" {\n  source = \"./net\"\n}\n",
        "output \"a\" {\n  value = \"x-${var.regoin}\"\n}\n",
        "output \"b\" {\n  value = [local.longnam, module.subnett.x]\n}\n",
    );
    let mut edited = text.to_owned();
    let found = found(text);
    let mut edits: Vec<_> = found.iter().flat_map(Diagnostic::edits).collect();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start.byte));
    for (range, new) in edits {
        edited.replace_range(range.start.byte..range.end.byte, new);
    }
    let wanted = text
        .replace("regoin", "region")
        .replace("longnam,", "longname,")
        .replace("subnett", "subnet");
    assert_eq!(edited, wanted);
}

#[test]
fn a_name_in_a_damaged_statement_is_not_renamed() {
    let renamed = |text: &str| {
        let byte = Span::at(text.find("region").unwrap()).start;
        let budget = Budget::standard();
        let workspace = workspace(text);
        let edits = workspace.ask("/p/main.tf", &budget, |language, context| {
            language.rename(context, byte, "area")
        });
        edits.map(|edits| {
            edits
                .into_iter()
                .flatten()
                .map(|file| file.edits.len())
                .sum::<usize>()
        })
    };
    let whole =
        "variable \"region\" {}\nlocals {\n  v = [1, var.region]\n  w = \"${var.region}\"\n}\n";
    assert_eq!(renamed(whole).unwrap(), 3);
    // An error elsewhere hides no use.
    let other = format!("{whole}output \"a\" {{\n  value = [1, , 2]\n}}\n");
    assert_eq!(renamed(&other).unwrap(), 3);
    for damaged in ["[1, , var.region]", "{ a = var.region, b = }"] {
        let error = renamed(&whole.replace("[1, var.region]", damaged)).unwrap_err();
        let message = "main.tf has an error of syntax, and may use var.region";
        assert!(error.message().contains(message), "{error}");
    }
}
