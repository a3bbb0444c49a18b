//! Completion: kinds of blocks at the start of a line, variables and functions in expressions.

use super::program::{CONVERSIONS, FUNCTIONS, Kind, Program};
use crate::answer::{Completion, CompletionKind, TextEdit};
use crate::language::Context;
use polycty_core::source::{Result, Span};

/// The blocks of a program.
const BLOCKS: [(&str, &str); 4] = [
    ("config", "config ${1:name} ${2:string} {\n  $0\n}"),
    (
        "resource",
        "resource ${1:name} \"${2:package:module:Type}\" {\n  $0\n}",
    ),
    ("output", "output ${1:name} {\n  value = $0\n}"),
    (
        "component",
        "component ${1:name} \"${2:./folder}\" {\n  $0\n}",
    ),
];

pub(super) fn completions(
    program: &Program,
    context: &Context<'_>,
    byte: u32,
) -> Result<Vec<Completion>> {
    let text = context.document.text();
    let before = text.get(..byte as usize).unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let start = before.trim_end_matches(is_name).len();
    let span = Span::new(start, before.len());
    let line = before.get(..start).unwrap_or_default();
    let line = line.rsplit('\n').next().unwrap_or_default();
    let mut found = Vec::new();
    let mut add = |label: &str, kind, detail: String, text: String, snippet, rank| {
        found.push(Completion {
            label: label.to_owned(),
            kind,
            detail,
            documentation: String::new(),
            edit: TextEdit { span, text },
            snippet,
            deprecated: false,
            rank,
        });
    };
    let file = program.file();
    let mut at = file.at(byte);
    // The header of a block is not a part of its body.
    at.blocks.retain(|block| {
        let open = block.open_range();
        open.is_some_and(|open| file.span(open).end <= byte)
    });
    if line.trim().is_empty() && at.attribute.is_none() {
        match at.blocks.last() {
            None => {
                for (name, text) in BLOCKS {
                    let detail = "block".to_owned();
                    add(
                        name,
                        CompletionKind::Block,
                        detail,
                        text.to_owned(),
                        true,
                        0,
                    );
                }
            }
            Some(block) if &*block.block_type == "resource" => {
                let text = "options {\n  $0\n}".to_owned();
                add(
                    "options",
                    CompletionKind::Block,
                    "block".into(),
                    text,
                    true,
                    0,
                );
            }
            Some(_) => {}
        }
        return Ok(found);
    }
    // A name after a dot is one of a property, which has no schema; a comment has no names.
    let is_comment = line.contains('#') || line.contains("//");
    if line.ends_with('.') || is_comment || !line.contains('=') && at.attribute.is_none() {
        return Ok(found);
    }
    for decl in program
        .decls
        .iter()
        .filter(|decl| decl.kind != Kind::Output)
    {
        let kind = match decl.kind {
            Kind::Resource | Kind::Component => CompletionKind::Resource,
            _ => CompletionKind::Variable,
        };
        let detail = super::hover::detail(decl);
        let length = 2 * decl.name.len() + detail.len();
        context.budget.text(length)?;
        let name = decl.name.clone();
        add(&decl.name, kind, detail, name, false, 0);
    }
    for name in FUNCTIONS.into_iter().chain(CONVERSIONS) {
        let text = format!("{name}($1)");
        add(name, CompletionKind::Function, String::new(), text, true, 1);
    }
    Ok(found)
}
