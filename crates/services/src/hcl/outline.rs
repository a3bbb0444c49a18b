//! Symbols, folds and selections of a file.

use super::file::File;
use super::place::{Part, Place, attributes, each_body, each_expression, inside_quotes};
use crate::answer::{Fold, FoldKind, Symbol, SymbolKind};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_hcl::syntax::{Block, BodyId, ExprKind, Kind, Tree, tokens};

/// The kinds of symbols of a language.
pub(crate) trait Kinds {
    /// The kind of a block within the blocks of some types.
    fn block(&self, within: &[&str], block_type: &str) -> SymbolKind;

    /// The kind of an attribute within the blocks of some types.
    fn attribute(&self, within: &[&str]) -> SymbolKind;
}

/// The kinds of HCL without a schema.
pub(crate) struct Plain;

impl Kinds for Plain {
    fn block(&self, _: &[&str], _: &str) -> SymbolKind {
        SymbolKind::Block
    }

    fn attribute(&self, _: &[&str]) -> SymbolKind {
        SymbolKind::Attribute
    }
}

/// The header of a block as it is shown, such as `resource "aws_vpc" "main"`.
pub(crate) fn header(tree: &Tree, block: &Block) -> String {
    let mut header = tree.text(block.block_type).to_owned();
    for label in &tree[block.labels] {
        header.push_str(" \"");
        header.push_str(tree.text(label.text));
        header.push('"');
    }
    header
}

/// The span of a block in the tree's text.
fn block_span(block: &Block) -> Span {
    block.type_span.to(block.close)
}

/// The symbols of a file.
pub(crate) fn symbols(file: &File, kinds: &dyn Kinds, budget: &Budget) -> Result<Vec<Symbol>> {
    let mut path = Vec::new();
    body_symbols(file, file.root, &mut path, kinds, budget)
}

fn body_symbols<'f>(
    file: &'f File,
    body: BodyId,
    path: &mut Vec<&'f str>,
    kinds: &dyn Kinds,
    budget: &Budget,
) -> Result<Vec<Symbol>> {
    let tree = &*file.tree;
    let mut found = Vec::new();
    for attribute in budget.each(attributes(tree, body)) {
        let attribute = attribute?;
        found.push(Symbol {
            name: tree.text(attribute.name).to_owned(),
            detail: String::new(),
            kind: kinds.attribute(path),
            span: file.outer(attribute.span),
            name_span: file.outer(attribute.name_span),
            children: Vec::new(),
        });
    }
    for block in budget.charged(&tree[tree[body].blocks])? {
        let block_type = tree.text(block.block_type);
        let kind = kinds.block(path, block_type);
        let name = match tree[block.labels].last() {
            Some(label) => inside_quotes(tree, label.span),
            None => block.type_span,
        };
        path.push(block_type);
        let children = body_symbols(file, block.body, path, kinds, budget)?;
        path.pop();
        found.push(Symbol {
            name: header(tree, block),
            detail: String::new(),
            kind,
            span: file.outer(block_span(block)),
            name_span: file.outer(name),
            children,
        });
    }
    budget.sort_by_key(&mut found, |symbol| symbol.span)?;
    budget.hold_items::<Symbol>(found.len())?;
    Ok(found)
}

/// The folds of a file: blocks, values of several lines, and comments.
pub(crate) fn folds(file: &File, budget: &Budget) -> Result<Vec<Fold>> {
    let tree = &*file.tree;
    let mut found = Vec::new();
    let mut add = |span: Span, kind| {
        let span = file.outer(span);
        if span.slice(&file.text).trim_end().contains('\n') {
            found.push(Fold { span, kind });
        }
    };
    each_body(tree, file.root, &mut |path, body| {
        if let Some(block) = path.last() {
            add(block_span(block), FoldKind::Region);
        }
        for attribute in attributes(tree, body) {
            if !tree.slice(attribute.span).contains('\n') {
                continue;
            }
            each_expression(tree, attribute.value, &mut |id| {
                let is_fold = matches!(
                    tree[id].kind,
                    ExprKind::Tuple(_)
                        | ExprKind::Object(_)
                        | ExprKind::For(_)
                        | ExprKind::Call(_)
                        | ExprKind::Template(_)
                );
                if is_fold {
                    add(tree[id].span, FoldKind::Region);
                }
            });
        }
    });
    let mut comments: Option<Span> = None;
    let mut breaks = 0;
    for token in tokens(file.text.as_bytes(), budget)? {
        match token.kind {
            Kind::Comment if is_first(&file.text, token.span) => {
                comments = Some(match comments {
                    Some(run) => run.to(token.span),
                    None => token.span,
                });
                breaks = 0;
            }
            Kind::Blank => {}
            Kind::Newline if breaks == 0 => breaks += 1,
            _ => {
                if let Some(span) = comments.take()
                    && span.slice(&file.text).trim_end().contains('\n')
                {
                    found.push(Fold {
                        span,
                        kind: FoldKind::Comment,
                    });
                }
            }
        }
    }
    budget.sort_by_key(&mut found, |fold| {
        (fold.span.start, std::cmp::Reverse(fold.span.end))
    })?;
    found.dedup();
    budget.hold_items::<Fold>(found.len())?;
    Ok(found)
}

/// Whether only blanks are before a token in its line.
fn is_first(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let rest = before.trim_end_matches(|c: char| c.is_whitespace() && c != '\n');
    rest.is_empty() || rest.ends_with('\n')
}

/// The parts around a byte, from the smallest to the whole text.
pub(crate) fn selections(file: &File, byte: u32, budget: &Budget) -> Result<Vec<Span>> {
    let tree = &*file.tree;
    let inner = file.inner(byte);
    let place = Place::find(file, inner);
    let mut found = vec![whole(&file.text)];
    for block in &place.blocks {
        found.push(file.outer(block_span(block)));
        found.push(file.outer(Span {
            start: block.open.end,
            end: block.close.start.max(block.open.end),
        }));
    }
    match place.part {
        Part::AttributeName(attribute) => {
            found.push(file.outer(attribute.span));
            found.push(file.outer(attribute.name_span));
        }
        Part::Value(attribute) => {
            found.push(file.outer(attribute.span));
            let expressions = tree.expressions_at(attribute.value, inner);
            let expressions = budget.charged(&expressions)?;
            found.extend(expressions.map(|id| file.outer(tree[*id].span)));
        }
        Part::BlockType(block) => {
            found.push(file.outer(block_span(block)));
            found.push(file.outer(block.type_span));
        }
        Part::Label(block, label) => {
            found.push(file.outer(block_span(block)));
            if let Some(label) = tree[block.labels].get(label) {
                found.push(file.outer(label.span));
                found.push(file.outer(inside_quotes(tree, label.span)));
            }
        }
        Part::Body => {}
    }
    let word = word(&file.text, byte);
    if word.start < word.end {
        found.push(word);
    }
    // Each part contains the next one.
    let mut nested: Vec<Span> = Vec::new();
    for span in found {
        let fits = nested
            .last()
            .is_none_or(|last| last.start <= span.start && span.end <= last.end && *last != span);
        if fits {
            nested.push(span);
        }
    }
    nested.reverse();
    Ok(nested)
}

/// The span of a whole text.
pub(crate) fn whole(text: &str) -> Span {
    Span::new(0, text.len())
}

/// The name around a byte, which may be empty.
pub(crate) fn word(text: &str, byte: u32) -> Span {
    let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let at = byte as usize;
    let before = text.get(..at).unwrap_or_default().chars().rev();
    let before: usize = before.take_while(is_part).map(char::len_utf8).sum();
    let after = text.get(at..).unwrap_or_default().chars();
    let after: usize = after.take_while(is_part).map(char::len_utf8).sum();
    Span::new(at - before, at + after)
}
