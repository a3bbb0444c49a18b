//! Services for texts with errors of syntax: after the deletion of any one token, the answers at the
//! positions outside of the damaged statement are those of the intact text, or those of the text without
//! the statement or its value.

use super::tests::{MAIN, ask, workspace};
use crate::answer::{Completion, Hover, Location};
use crate::hcl::file::File;
use crate::hcl::place::{attributes, each_body};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_hcl::syntax::{Kind, tokens};
use std::collections::HashMap;
use std::sync::Arc;

/// A statement: its own tokens, and everything that is declared in it.
pub(super) struct Statement {
    /// The attribute, or the header of the block and its closing brace.
    pub(super) own: Vec<Span>,
    /// The whole attribute or block.
    pub(super) whole: Span,
}

/// The statements of a valid text, each after the one that contains it.
pub(super) fn statements(text: &str) -> Vec<Statement> {
    let file = File::parse("a.tf", &Arc::from(text), &Budget::standard()).unwrap();
    let tree = &*file.tree;
    let mut found = Vec::new();
    each_body(tree, file.root, &mut |path, body| {
        if let Some(block) = path.last() {
            found.push(Statement {
                own: vec![block.type_span.to(block.open), block.close],
                whole: block.type_span.to(block.close),
            });
        }
        for attribute in attributes(tree, body) {
            found.push(Statement {
                own: vec![attribute.span],
                whole: attribute.span,
            });
        }
    });
    found
}

type Answers = (Vec<Completion>, Option<Hover>, Vec<Location>);

fn answers(text: &str, bytes: &[u32]) -> Vec<Answers> {
    let workspace = workspace(text);
    ask(&workspace, |language, context| {
        let all = bytes.iter().map(|byte| {
            Ok((
                language.completions(context, *byte)?,
                language.hover(context, *byte)?,
                language.definitions(context, *byte)?,
            ))
        });
        all.collect::<Result<Vec<Answers>>>()
    })
}

/// Answers as texts without positions, which the deletion shifts.
#[derive(PartialEq)]
struct Shown {
    all: String,
    /// The text without the values in descriptions.
    without_values: String,
}

fn shown(answers: &Answers) -> Shown {
    let labels: Vec<String> = answers
        .0
        .iter()
        .map(|one| format!("{} {} {}", one.label, one.detail, one.edit.text))
        .collect();
    let hover = answers.1.as_ref().map_or("", |hover| &*hover.text);
    let paths: Vec<&str> = answers.2.iter().map(|one| &*one.path).collect();
    let is_value = |part: &str| part.starts_with("Value: ") || part.starts_with("Default: ");
    let parts = hover.split("\n\n").filter(|part| !is_value(part));
    let parts: Vec<&str> = parts.collect();
    Shown {
        all: format!("{labels:?}\n{hover}\n{paths:?}"),
        without_values: format!("{labels:?}\n{parts:?}\n{paths:?}"),
    }
}

/// The texts without a statement, and with `null` as the value of an attribute. Positions are those
/// of the intact text.
fn without(statement: &Statement) -> Vec<String> {
    let blank = |text: &mut String, start: usize, end: usize| {
        let blanks = text.get(start..end).unwrap().chars();
        let blanks: String = blanks.map(|c| if c == '\n' { c } else { ' ' }).collect();
        text.replace_range(start..end, &blanks);
    };
    let (start, end) = (statement.whole.start as usize, statement.whole.end as usize);
    let mut absent = MAIN.to_owned();
    blank(&mut absent, start, end);
    let mut found = vec![absent];
    let text = statement.whole.slice(MAIN);
    let equals = text.find('=').filter(|_| statement.own.len() == 1);
    if let Some(value) = equals.map(|equals| start + equals + 2)
        && value + 4 <= end
    {
        let mut nulled = MAIN.to_owned();
        blank(&mut nulled, value, end);
        nulled.replace_range(value..value + 4, "null");
        found.push(nulled);
    }
    found
}

/// The first difference of the answers at the positions outside of the damaged statement, if there
/// is one, and the number of compared positions.
fn compare(
    intact: &[Shown],
    positions: &[u32],
    deleted: Span,
    known: &mut HashMap<Span, Vec<Vec<Shown>>>,
) -> (usize, Vec<String>) {
    let statements = statements(MAIN);
    let holds = |span: &Span| span.start <= deleted.start && deleted.end <= span.end;
    let damaged = statements
        .iter()
        .rfind(|statement| statement.own.iter().any(holds));
    let Some(damaged) = damaged else {
        return (0, Vec::new());
    };
    let mut text = MAIN.to_owned();
    text.replace_range(deleted.start as usize..deleted.end as usize, "");
    let file = File::parse("a.tf", &Arc::from(&*text), &Budget::standard()).unwrap();
    if file.diagnostics.is_empty() {
        return (0, Vec::new());
    }
    // Values are not shown if the damaged statement may declare them as sensitive.
    let may_hide = damaged.whole.slice(MAIN).contains("= true");
    let is_outside = |byte: u32| byte < damaged.whole.start || damaged.whole.end < byte;
    let compared: Vec<(usize, u32)> = positions
        .iter()
        .enumerate()
        .filter(|(_, byte)| is_outside(**byte))
        .map(|(at, byte)| (at, *byte))
        .collect();
    let removed = deleted.end - deleted.start;
    let shifted: Vec<u32> = compared
        .iter()
        .map(|(_, byte)| {
            if *byte >= deleted.end {
                byte - removed
            } else {
                *byte
            }
        })
        .collect();
    let found = answers(&text, &shifted);
    let others = known.entry(damaged.whole).or_insert_with(|| {
        let texts = without(damaged).into_iter();
        let of = |text: String| answers(&text, positions).iter().map(shown).collect();
        texts.map(of).collect()
    });
    let mut differences = Vec::new();
    for ((at, byte), found) in compared.iter().zip(&found) {
        let found = shown(found);
        let is_same = |known: &Shown| {
            *known == found || (may_hide && known.without_values == found.without_values)
        };
        if !is_same(&intact[*at]) && !others.iter().any(|other| is_same(&other[*at])) {
            differences.push(format!(
                "without {:?} at {}, at {byte}:\n{}\nbut\n{}",
                deleted.slice(MAIN),
                deleted.start,
                intact[*at].all,
                found.all
            ));
        }
    }
    (compared.len(), differences)
}

#[test]
fn answers_outside_of_the_damaged_statement_stay() {
    // The ends of names, numbers and strings, at which editors ask. All of them take too long.
    let all = tokens(MAIN.as_bytes(), &Budget::standard()).unwrap();
    let is_word = |kind: Kind| matches!(kind, Kind::Ident | Kind::Number | Kind::QuotedText);
    let words = all.iter().filter(|token| is_word(token.kind));
    let positions: Vec<u32> = words.step_by(3).map(|token| token.span.end).collect();
    let intact: Vec<Shown> = answers(MAIN, &positions).iter().map(shown).collect();
    let mut known = HashMap::new();
    let mut compared = 0;
    let mut differences: Vec<String> = Vec::new();
    let is_deleted = |kind: Kind| {
        !matches!(
            kind,
            Kind::Blank | Kind::Newline | Kind::Comment | Kind::End
        )
    };
    for token in all.iter().filter(|token| is_deleted(token.kind)) {
        let (count, found) = compare(&intact, &positions, token.span, &mut known);
        compared += count;
        differences.extend(found);
    }
    assert!(compared > 5_000, "{compared}");
    let first: Vec<&String> = differences.iter().take(5).collect();
    assert!(
        differences.is_empty(),
        "{} of {compared}: {first:#?}",
        differences.len()
    );
}
