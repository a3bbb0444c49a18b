//! `moved` blocks of renamed declarations.
//!
//! A rename of `a` to `b` adds a block from `a` to `b` after the declaration. If a block from `b` to
//! `a` exists, the rename takes back an earlier one: the block is turned around, because Terraform
//! does not accept a block whose `from` is declared. Blocks that lead to `b` then lead to `a`, because
//! an object may be moved from only one other object.

use super::Replacement;
use super::address::Address;
use super::document::Document;
use super::project::SourceFile;
use super::sites::{AddressIn, PlacedStep};
use polycty_core::source::{Code, Error, Reporter, Result, Span};
use polycty_hcl::syntax::json::JsonExpression;

/// The addresses of a `moved` block.
pub(super) struct MovedBlock {
    /// The number of the file, and of the block in it.
    pub(super) file: usize,
    block: usize,
    pub(super) from: Vec<PlacedStep>,
    pub(super) to: Vec<PlacedStep>,
}

/// Adds an address of a block.
pub(super) fn add(
    all: &mut Vec<MovedBlock>,
    file: usize,
    block: usize,
    used: AddressIn,
    steps: &[PlacedStep],
) {
    let is_same = |one: &MovedBlock| (one.file, one.block) == (file, block);
    if !all.last().is_some_and(is_same) {
        all.push(MovedBlock {
            file,
            block,
            from: Vec::new(),
            to: Vec::new(),
        });
    }
    if let Some(last) = all.last_mut() {
        match used {
            AddressIn::MovedFrom => last.from = steps.to_vec(),
            _ => last.to = steps.to_vec(),
        }
    }
}

/// The position of the name in steps that are the address, without a key.
fn exactly(address: &Address, steps: &[PlacedStep]) -> Option<Span> {
    let name = address.name_in(steps)?;
    (steps.last()?.span == name.span).then_some(name.span)
}

/// Whether steps are the address, optionally with a key.
fn is_instance(address: &Address, steps: &[PlacedStep]) -> bool {
    match steps {
        [rest @ .., last] if last.name.is_none() => exactly(address, rest).is_some(),
        _ => exactly(address, steps).is_some(),
    }
}

/// Returns the replacements by the numbers of their files. `declaration` is the file with the
/// declaration and its block.
///
/// # Errors
/// [`Code::Diagnostics`] if an existing block does not permit the rename.
pub(super) fn edits(
    files: &[SourceFile],
    moved: &[MovedBlock],
    declaration: (usize, Span),
    from: &Address,
    to: &Address,
) -> Result<Vec<(usize, Replacement)>> {
    let mut edits = Vec::new();
    let mut replace = |file, span, text: &str| {
        let text = text.to_owned();
        edits.push((file, Replacement { span, text }));
    };
    let reverse = moved.iter().find_map(|one| {
        let spans = (exactly(to, &one.from)?, exactly(from, &one.to)?);
        Some((one, spans))
    });
    let others = moved
        .iter()
        .filter(|one| reverse.is_none_or(|(reverse, _)| !std::ptr::eq(*one, reverse)));
    for one in others {
        if is_instance(to, &one.from) {
            let detail = format!("A moved block moves {to} away, so it cannot be declared again.");
            return Err(refused(&files[one.file], &one.from, detail));
        }
        let Some(span) = exactly(to, &one.to) else {
            continue;
        };
        if reverse.is_none() {
            let detail = format!("A moved block already moves an object to {to}.");
            return Err(refused(&files[one.file], &one.to, detail));
        }
        replace(one.file, span, &from.name);
    }
    if let Some((block, (of_from, of_to))) = reverse {
        replace(block.file, of_from, &from.name);
        replace(block.file, of_to, &to.name);
        return Ok(edits);
    }
    let (number, block) = declaration;
    let file = &files[number];
    let (from, to) = (from.within_module(), to.within_module());
    let added = match &file.document {
        Document::Native(_) => native_block(&file.text, block, &from, &to),
        Document::Json(root) => json_block(root, &from, &to),
    };
    edits.extend(added.into_iter().map(|added| (number, added)));
    Ok(edits)
}

#[cold]
fn refused(file: &SourceFile, steps: &[PlacedStep], detail: String) -> Error {
    let mut diagnostic = Reporter::Terraform.error("Conflict with a moved block", detail);
    if let [first, .., last] = steps {
        let whole = Span {
            start: first.span.start,
            end: last.span.end,
        };
        let (source, range) = file.document.location(whole);
        diagnostic = diagnostic.with_subject(range);
        diagnostic.source = Some(source);
    }
    Error::from_diagnostics(Code::Diagnostics, vec![diagnostic])
}

/// A block after the line on which another block ends.
fn native_block(text: &[u8], after: Span, from: &str, to: &str) -> Vec<Replacement> {
    let rest = &text[after.end as usize..];
    let line = rest.iter().position(|byte| *byte == b'\n');
    let mut end = line.unwrap_or(rest.len());
    let mut newline = "\n";
    if end > 0 && rest[end - 1] == b'\r' {
        end -= 1;
        newline = "\r\n";
    }
    let lines = [
        "".to_owned(),
        "".to_owned(),
        "moved {".to_owned(),
        format!("  from = {from}"),
        format!("  to   = {to}"),
        "}".to_owned(),
    ];
    vec![Replacement {
        span: Span::at(after.end as usize + end),
        text: lines.join(newline),
    }]
}

/// A property, or an element of the property that exists.
fn json_block(root: &JsonExpression, from: &str, to: &str) -> Vec<Replacement> {
    let block = format!("{{\"from\": \"{from}\", \"to\": \"{to}\"}}");
    let insert = |at: u32, text: String| Replacement {
        span: Span::at(at as usize),
        text,
    };
    let mut object = root.clone();
    while let Some(parts) = object.as_list() {
        match parts.last() {
            Some(last) => object = last.clone(),
            None => return Vec::new(),
        }
    }
    let properties = object.as_map().unwrap_or_default();
    let existing = properties.iter().find(|(key, _)| {
        let span = key.span();
        span.slice(&key.document().source().text) == "\"moved\""
    });
    if let Some((_, value)) = existing {
        let span = value.span();
        return match value.as_list() {
            Some(parts) => match parts.last() {
                Some(last) => vec![insert(last.span().end, format!(", {block}"))],
                None => vec![insert(span.start + 1, block)],
            },
            None => vec![
                insert(span.start, "[".to_owned()),
                insert(span.end, format!(", {block}]")),
            ],
        };
    }
    let (Some((first, _)), Some((_, last))) = (properties.first(), properties.last()) else {
        return Vec::new();
    };
    // The property gets the indentation of the first one.
    let text = &root.document().source().text;
    let start = first.span().start as usize;
    let before = text.get(..start).unwrap_or_default();
    let blank = before.len() - before.trim_end().len();
    let layout = before.get(before.len() - blank..).unwrap_or_default();
    let layout = if layout.is_empty() { " " } else { layout };
    let text = format!(",{layout}\"moved\": [{block}]");
    vec![insert(last.span().end, text)]
}
