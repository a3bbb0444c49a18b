//! The order of arguments, blocks and keys of objects.
//!
//! Items between two comments that belong to no item are sorted. A comment belongs to an item if it is
//! on the item's last line or directly above the item. Items of one rank keep the blank lines between
//! them; [`Order::Alphabetical`] sorts only between blank lines.

use super::options::{FormatOptions, Order, Style};
use crate::syntax::{BodyId, ExprId, ExprKind, Kind, Token, Tree};
use crate::write::parse::{self, TemporaryCharges};
use polycty_core::calls::Budget;
use polycty_core::sort::{sort_by, sort_by_key};
use polycty_core::source::{Result, Span};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Returns a text with sorted items, or `None` if its items are sorted.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
pub(super) fn sorted(
    text: &str,
    name: &str,
    options: &FormatOptions,
    budget: &Budget,
) -> Result<Option<String>> {
    let temporary = TemporaryCharges::new(budget);
    let parsed = parse::config_and_tokens(text.as_bytes(), name, budget)?;
    let (root, tokens) = &parsed.root;
    budget.charge(text.len() as u64 / 4)?;
    budget.hold((tokens.len() * size_of::<Piece>()) as u64)?;
    let mut sorter = Sorter {
        tree: &parsed.tree,
        tokens,
        options,
        regions: Vec::new(),
    };
    sorter.body(*root, Parent::File);
    let mut regions = sorter.regions;
    if regions.is_empty() {
        return Ok(None);
    }
    // A region precedes the regions in it.
    sort_by_key(&mut regions, |region| {
        (region.span.start, Reverse(region.span.end))
    });
    let added = regions
        .iter()
        .map(|region| 2 * region.pieces.len())
        .sum::<usize>();
    drop(temporary);
    budget.hold((text.len() + added) as u64)?;
    let mut out = String::with_capacity(text.len() + added);
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let whole = Span::new(0, text.len());
    write(text, newline, &regions, whole, &mut out);
    Ok(Some(out))
}

/// A part of a sorted region.
enum Piece {
    Text(Span),
    Comma,
    Newline,
}

/// Consecutive items in a new order.
struct Region {
    span: Span,
    pieces: Vec<Piece>,
}

/// Writes a part of a text. The recursion is as deep as bodies and objects nest.
fn write(text: &str, newline: &str, regions: &[Region], part: Span, out: &mut String) {
    let mut done = part.start;
    let mut next = regions.partition_point(|region| region.span.start < part.start);
    while let Some(region) = regions.get(next)
        && region.span.start < part.end
    {
        next += 1;
        // Regions that have been written, and those around the part.
        if region.span.start < done || region.span.end > part.end {
            continue;
        }
        let before = Span {
            start: done,
            end: region.span.start,
        };
        out.push_str(before.slice(text));
        let inner = &regions[next..];
        for piece in &region.pieces {
            match piece {
                Piece::Text(span) => write(text, newline, inner, *span, out),
                Piece::Comma => out.push(','),
                Piece::Newline => out.push_str(newline),
            }
        }
        done = region.span.end;
    }
    let rest = Span {
        start: done,
        end: part.end,
    };
    out.push_str(rest.slice(text));
}

/// The parent of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    /// The file itself.
    File,
    /// A block of the file with meta-arguments.
    Object,
    /// A block `variable` of the file.
    Variable,
    /// A block `output` of the file.
    Output,
    Other,
}

/// The meta-arguments at the start of a block.
const FIRST: [&str; 6] = [
    "source",
    "version",
    "count",
    "for_each",
    "provider",
    "providers",
];

/// The arguments of `variable` and `output` in the order of Terraform's style guide.
const VARIABLE: [&str; 8] = [
    "type",
    "description",
    "default",
    "sensitive",
    "ephemeral",
    "nullable",
    "const",
    "deprecated",
];
const OUTPUT: [&str; 6] = [
    "type",
    "description",
    "value",
    "sensitive",
    "ephemeral",
    "deprecated",
];

/// The rank of an item in its body; within a rank, items with a position have that order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    First(usize),
    Argument,
    Block,
    Lifecycle,
    DependsOn,
}

/// An item of a body or of an object.
struct Item<'t> {
    name: &'t str,
    rank: Rank,
    /// The item without comments.
    span: Span,
}

/// An item with its comments.
struct Chunk<'t> {
    name: &'t str,
    rank: Rank,
    /// The comments above the item, and the item.
    head: Span,
    /// Whether a comma follows.
    has_comma: bool,
    /// Whether the item ends with the marker of a heredoc, which no comma may follow.
    is_heredoc: bool,
    /// The comment after the item, and the newline.
    tail: Span,
    /// The number of blank lines above, counted from the start of the region.
    paragraph: usize,
    /// The position in the text.
    place: usize,
}

struct Sorter<'t> {
    tree: &'t Tree,
    tokens: &'t [Token],
    options: &'t FormatOptions,
    regions: Vec<Region>,
}

impl<'t> Sorter<'t> {
    /// The recursion is as deep as blocks nest, which is limited.
    fn body(&mut self, id: BodyId, parent: Parent) {
        let tree = self.tree;
        let body = &tree[id];
        let mut items = Vec::new();
        for attribute in &tree[body.attributes] {
            let name = tree.text(attribute.name);
            items.push(Item {
                name,
                rank: self.rank(name, parent),
                span: attribute.span,
            });
            if self.options.order == Order::Alphabetical {
                self.value(attribute.value);
            }
        }
        for block in &tree[body.blocks] {
            let name = tree.text(block.block_type);
            let is_last = parent == Parent::Object && name == "lifecycle";
            items.push(Item {
                name: "",
                rank: if is_last {
                    Rank::Lifecycle
                } else {
                    Rank::Block
                },
                span: block.type_span.to(block.close),
            });
            let inner = match name {
                _ if parent != Parent::File || self.options.style != Style::Terraform => {
                    Parent::Other
                }
                "resource" | "data" | "ephemeral" | "module" | "action" | "list" => Parent::Object,
                "variable" => Parent::Variable,
                "output" => Parent::Output,
                _ => Parent::Other,
            };
            self.body(block.body, inner);
        }
        sort_by_key(&mut items, |item| item.span.start);
        self.items(&items);
    }

    fn rank(&self, name: &str, parent: Parent) -> Rank {
        let first: &[&str] = match parent {
            Parent::Object => &FIRST,
            Parent::Variable => &VARIABLE,
            Parent::Output => &OUTPUT,
            Parent::File | Parent::Other => &[],
        };
        match first.iter().position(|other| *other == name) {
            Some(position) => Rank::First(position),
            None if name == "depends_on" && matches!(parent, Parent::Object | Parent::Output) => {
                Rank::DependsOn
            }
            None => Rank::Argument,
        }
    }

    /// Sorts the keys of the objects in an expression. The recursion is as deep as expressions nest,
    /// which is limited; a chain of conditionals does not nest.
    fn value(&mut self, mut expression: ExprId) {
        let tree = self.tree;
        while let ExprKind::Conditional { condition, yes, no } = tree[expression].kind {
            self.value(condition);
            self.value(yes);
            expression = no;
        }
        if let ExprKind::Object(list) = tree[expression].kind {
            let items = &tree[list];
            let name = |key: ExprId| match tree[key].kind {
                ExprKind::Literal(value) => tree[value].as_str(),
                _ => None,
            };
            let named = items.iter().map(|item| {
                let name = match item.literal_key {
                    Some(name) => tree.text(name),
                    None => name(item.key)?,
                };
                Some(Item {
                    name,
                    rank: Rank::Argument,
                    span: tree[item.key].span.to(tree[item.value].span),
                })
            });
            let named: Option<Vec<Item<'t>>> = named.collect();
            // The last of equal keys has effect, so their order has a meaning.
            if let Some(named) = named
                && named
                    .iter()
                    .map(|item| item.name)
                    .collect::<BTreeSet<_>>()
                    .len()
                    == named.len()
            {
                self.items(&named);
            }
        }
        tree.each_part(expression, &mut |_, part| self.value(part));
    }

    /// The index of the first token at or after a byte.
    fn token_at(&self, byte: u32) -> usize {
        self.tokens.partition_point(|token| token.span.start < byte)
    }

    fn kind(&self, at: usize) -> Kind {
        self.tokens.get(at).map_or(Kind::End, |token| token.kind)
    }

    /// Sorts items, each on its own lines.
    fn items(&mut self, items: &[Item<'t>]) {
        let mut region: Vec<Chunk<'t>> = Vec::new();
        let mut paragraph = 0;
        let Some(first) = items.first() else { return };
        // The first token of the lines of the next item: the one after the opening brace's line.
        let mut line = match self.before_items(self.token_at(first.span.start)) {
            Some(line) => line,
            None => return,
        };
        let mut all: Vec<Vec<Chunk<'t>>> = Vec::new();
        for (place, item) in items.iter().enumerate() {
            let at = self.token_at(item.span.start);
            // The lines between the items.
            let mut head = line;
            let mut token = line;
            let mut has_detached = false;
            while token < at {
                let starts_line = token == line || self.kind(token - 1) == Kind::Newline;
                match self.kind(token) {
                    Kind::Newline if starts_line => {
                        has_detached |= head < token;
                        paragraph += 1;
                        head = token + 1;
                    }
                    Kind::Newline | Kind::Comment => {}
                    // Another item is on the line.
                    _ => return,
                }
                token += 1;
            }
            if has_detached {
                all.push(std::mem::take(&mut region));
            }
            let mut end = self.token_at(item.span.end);
            let has_comma = self.kind(end) == Kind::Comma;
            let is_heredoc = self.kind(end - 1) == Kind::CloseHeredoc;
            let after = match has_comma {
                true => self.tokens[end].span.end,
                false => item.span.end,
            };
            end += usize::from(has_comma);
            while self.kind(end) == Kind::Comment {
                end += 1;
            }
            let tail_end = match self.kind(end) {
                Kind::Newline => self.tokens[end].span.end,
                Kind::End => self.tokens[end].span.start,
                _ => return,
            };
            region.push(Chunk {
                name: item.name,
                rank: item.rank,
                head: Span {
                    start: self.tokens[head.min(at)].span.start,
                    end: item.span.end,
                },
                has_comma,
                is_heredoc,
                tail: Span {
                    start: after,
                    end: tail_end,
                },
                paragraph,
                place,
            });
            line = end + 1;
        }
        all.push(region);
        for region in all {
            self.region(region);
        }
    }

    /// Returns the first token of the line after the opening brace, or the first token of the file.
    /// `None` if another token is on the line of the first item.
    fn before_items(&self, first: usize) -> Option<usize> {
        let mut line = first;
        for at in (0..first).rev() {
            match self.kind(at) {
                Kind::Newline => line = at + 1,
                Kind::Comment => {}
                // The comment after the brace and the newline belong to the brace.
                _ => {
                    return (line < first || self.kind(first - 1) == Kind::Newline).then_some(line);
                }
            }
        }
        Some(0)
    }

    /// Sorts the items of a region.
    fn region(&mut self, mut chunks: Vec<Chunk<'t>>) {
        let is_alphabetical = self.options.order == Order::Alphabetical;
        let Some(last) = chunks.last() else { return };
        let end = last.tail.end;
        let start = chunks[0].head.start;
        // The commas stay at their positions; newlines alone separate items, too.
        let has_heredoc = chunks.iter().any(|chunk| chunk.is_heredoc);
        let commas = chunks.iter().map(|chunk| chunk.has_comma && !has_heredoc);
        let commas: Vec<bool> = commas.collect();
        sort_by(&mut chunks, |a, b| {
            let by_name = match (a.rank, b.rank) {
                (Rank::Argument, Rank::Argument) if is_alphabetical => {
                    (a.paragraph, a.name).cmp(&(b.paragraph, b.name))
                }
                _ => std::cmp::Ordering::Equal,
            };
            a.rank
                .cmp(&b.rank)
                .then(by_name)
                .then(a.place.cmp(&b.place))
        });
        if chunks.is_sorted_by_key(|chunk| chunk.place) {
            return;
        }
        let mut pieces = Vec::new();
        let mut before: Option<&Chunk<'t>> = None;
        for (chunk, has_comma) in chunks.iter().zip(commas) {
            let is_block = |chunk: &Chunk<'_>| matches!(chunk.rank, Rank::Block | Rank::Lifecycle);
            if let Some(before) = before
                && (before.paragraph != chunk.paragraph || is_block(before) != is_block(chunk))
            {
                pieces.push(Piece::Newline);
            }
            pieces.push(Piece::Text(chunk.head));
            if has_comma {
                pieces.push(Piece::Comma);
            }
            pieces.push(Piece::Text(chunk.tail));
            // The last line of a file may have no newline.
            if chunk.tail.end as usize == self.tree.source().text.len()
                && !chunk.tail.slice(&self.tree.source().text).ends_with('\n')
            {
                pieces.push(Piece::Newline);
            }
            before = Some(chunk);
        }
        self.regions.push(Region {
            span: Span { start, end },
            pieces,
        });
    }
}
