//! Files: texts in native syntax that can be edited.
//!
//! A [`File`] divides a text into items (the arguments and blocks of each body, in order) and the
//! text between them. Each byte belongs to exactly one piece of one item. A piece is a span of the
//! text, and an edit replaces pieces of an item, so all other text is written unchanged. Created
//! text is appended to the original text in the same string.
//!
//! An item includes the comments on the lines directly above it and the rest of its last line.
//! Comments that a blank line separates from it, and text that could not be parsed, belong to the
//! body.

use super::lines::LineStyle;
use super::list::Opened;
use super::nodes::{Body, BodyNode, Item, NONE, Node, NodeKind, Nodes};
use super::parse::{self, TemporaryCharges, piece_tokens};
use super::read;
use super::text::Text;
use crate::syntax::{ExprId, Kind, Parsed, Span, Tree, decode, significant};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Result, Source, SourceText};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: the C ABI maps every variant.
pub enum ItemKind {
    /// `name = value`
    Attribute,
    /// `type "label" { ... }`
    Block(Body),
}

/// A text in native syntax that can be edited.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_hcl::write::{Body, Expr, File};
/// let budget = Budget::standard();
/// let mut file = File::read(b"# Our port.\nport = 80 # as ever\n", "main.hcl", &budget)?;
/// let port = file.attribute(Body::ROOT, "port").expect("it is there");
/// file.set_value(port, &Expr::raw("var.port", &budget)?, &budget)?;
/// assert_eq!(file.write(&budget)?, b"# Our port.\nport = var.port # as ever\n");
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct File {
    pub(super) nodes: Nodes,
    diagnostics: Vec<Diagnostic>,
    /// The line style of the file, computed at first use.
    pub(super) line_style: OnceLock<LineStyle>,
    /// The list that was edited last.
    pub(super) opened: Option<Opened>,
}

impl File {
    /// Creates an empty file.
    #[must_use]
    pub fn new() -> File {
        File {
            nodes: Nodes::new(Text::default()),
            diagnostics: Vec::new(),
            line_style: OnceLock::new(),
            opened: None,
        }
    }

    /// Reads a text. `name` is the name of the file in diagnostics. Syntax errors are reported by
    /// [`File::diagnostics`]; text that could not be parsed is not an item and is written
    /// unchanged.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded or the text is longer than
    /// [`MAX_SOURCE_BYTES`](crate::syntax::MAX_SOURCE_BYTES).
    pub fn read(text: &[u8], name: &str, budget: &Budget) -> Result<File> {
        if text.len() > crate::syntax::MAX_SOURCE_BYTES {
            let message = "the text is too long";
            return Err(Error::new(Code::Limit, message));
        }
        let temporary = TemporaryCharges::new(budget);
        let parsed = parse::any_config(text, name, budget)?;
        budget.hold(nodes_of(&parsed.tree) as u64 + text.len() as u64)?;
        let mut nodes = Nodes::new(Text::read(text));
        let tokens = significant(&nodes.text, budget)?;
        read::file(&mut nodes, &parsed, &tokens);
        let file = File {
            nodes,
            diagnostics: parsed.diagnostics,
            line_style: OnceLock::new(),
            opened: None,
        };
        drop(temporary);
        budget.hold(file.memory() as u64)?;
        Ok(file)
    }

    /// The diagnostics of the text that was read.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the text with all edits.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded.
    pub fn write(&self, budget: &Budget) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(self.nodes.text.len());
        let mut run = Span::default();
        self.nodes.each_piece(Body::ROOT, budget, &mut |span| {
            // Adjacent pieces of the source are copied together.
            if span.start == span.end {
                return Ok(());
            }
            if span.start != run.end {
                self.copy(run, &mut out, budget)?;
                run = span;
            }
            run.end = span.end;
            Ok(())
        })?;
        self.copy(run, &mut out, budget)?;
        Ok(out)
    }

    fn copy(&self, span: Span, out: &mut Vec<u8>, budget: &Budget) -> Result<()> {
        budget.hold(u64::from(span.end - span.start))?;
        out.extend_from_slice(self.nodes.bytes(span));
        Ok(())
    }

    /// Returns the lines of an item, with its comments, as [`File::write`] writes them.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item does not exist; [`Code::Limit`] if the budget is exceeded.
    pub fn write_item(&self, item: Item, budget: &Budget) -> Result<Vec<u8>> {
        there(&self.nodes, item)?;
        let mut out = Vec::new();
        self.nodes.each_part_of(item.0, budget, &mut |_, span| {
            self.copy(span, &mut out, budget)
        })?;
        Ok(out)
    }

    /// The memory that the file uses, in bytes, without its diagnostics.
    #[must_use]
    pub fn memory(&self) -> usize {
        let opened = self.opened.as_ref().map_or(0, Opened::memory);
        size_of::<File>() + self.nodes.memory() + opened
    }

    /// The items of a body in source order.
    pub fn items(&self, body: Body) -> impl Iterator<Item = Item> + '_ {
        self.nodes.items(body)
    }

    /// The first item of a body.
    #[must_use]
    pub fn first(&self, body: Body) -> Option<Item> {
        self.items(body).next()
    }

    /// The last item of a body.
    #[must_use]
    pub fn last(&self, body: Body) -> Option<Item> {
        self.nodes
            .before(self.nodes.bodies.get(body.0 as usize)?.last)
    }

    /// The next item of the same body, or `None` if the item is the last one or was removed.
    #[must_use]
    pub fn next(&self, item: Item) -> Option<Item> {
        self.nodes.after(self.nodes.there(item)?.next)
    }

    /// The previous item of the same body, or `None` if the item is the first one or was removed.
    #[must_use]
    pub fn previous(&self, item: Item) -> Option<Item> {
        self.nodes.before(self.nodes.there(item)?.previous)
    }

    /// The blocks of a body in source order.
    pub fn blocks(&self, body: Body) -> impl Iterator<Item = Item> + '_ {
        let is_block = |item: &Item| self.nodes.kind(*item) == NodeKind::Block;
        self.items(body).filter(is_block)
    }

    /// Returns the argument of a name; the first one if an invalid text has several.
    #[must_use]
    pub fn attribute(&self, body: Body, name: &str) -> Option<Item> {
        self.nodes.attribute(body, name)
    }

    /// Returns the first block of a type whose labels start with `labels`.
    #[must_use]
    pub fn block(&self, body: Body, block_type: &str, labels: &[&str]) -> Option<Item> {
        self.find_blocks(body, block_type, labels).next()
    }

    /// The blocks of a type whose labels start with `labels`.
    pub fn find_blocks<'f>(
        &'f self,
        body: Body,
        block_type: &'f str,
        labels: &'f [&'f str],
    ) -> impl Iterator<Item = Item> + 'f {
        self.blocks(body)
            .filter(move |item| self.is_block(*item, block_type, labels))
    }

    /// Whether an item is a block of a type whose labels start with `labels`.
    #[must_use]
    pub fn is_block(&self, item: Item, block_type: &str, labels: &[&str]) -> bool {
        let has_label = |(at, wanted): (usize, &&str)| {
            let found = self.label(item, at);
            found.is_some_and(|found| found == *wanted)
        };
        self.body(item).is_some()
            && self.name(item) == Some(block_type)
            && labels.iter().enumerate().all(has_label)
    }

    /// The kind of an item, or `None` if it was removed.
    #[must_use]
    pub fn kind(&self, item: Item) -> Option<ItemKind> {
        let node = self.nodes.there(item)?;
        Some(match node.kind {
            NodeKind::Block => ItemKind::Block(Body(node.inner)),
            _ => ItemKind::Attribute,
        })
    }

    /// The body of a block.
    #[must_use]
    pub fn body(&self, block: Item) -> Option<Body> {
        match self.kind(block)? {
            ItemKind::Block(body) => Some(body),
            ItemKind::Attribute => None,
        }
    }

    /// The body that contains an item.
    #[must_use]
    pub fn parent(&self, item: Item) -> Option<Body> {
        Some(Body(self.nodes.there(item)?.body))
    }

    /// The block of a body, or `None` for the body of the file.
    #[must_use]
    pub fn owner(&self, body: Body) -> Option<Item> {
        let owner = self.nodes.bodies.get(body.0 as usize)?.owner;
        (owner != NONE).then_some(Item(owner))
    }

    /// The name of an argument or the type of a block.
    #[must_use]
    pub fn name(&self, item: Item) -> Option<&str> {
        Some(self.nodes.slice(self.nodes.there(item)?.name))
    }

    /// The labels of a block, without quotes and escapes; empty for an argument.
    #[must_use]
    pub fn labels(&self, item: Item) -> Vec<Cow<'_, str>> {
        let count = self.label_count(item);
        (0..count).filter_map(|at| self.label(item, at)).collect()
    }

    /// The number of labels of a block.
    #[must_use]
    pub fn label_count(&self, item: Item) -> usize {
        let node = self.nodes.there(item);
        node.map_or(0, |node| self.nodes.labels_of(node).len())
    }

    /// The label of a block at an index, without quotes and escapes.
    #[must_use]
    pub fn label(&self, item: Item, index: usize) -> Option<Cow<'_, str>> {
        let spans = self.nodes.labels_of(self.nodes.there(item)?);
        Some(read::label(self.nodes.slice(*spans.get(index)?)))
    }

    /// The text of the value of an argument. As in all strings that a file returns, U+001A replaces
    /// each byte that is not valid UTF-8.
    #[must_use]
    pub fn value(&self, attribute: Item) -> Option<&str> {
        let node = self.nodes.there(attribute)?;
        (node.kind == NodeKind::Attribute).then(|| self.nodes.slice(node.value))
    }

    /// The bytes of the value of an argument, with the same length as [`File::value`].
    #[must_use]
    pub fn value_bytes(&self, attribute: Item) -> Option<&[u8]> {
        let node = self.nodes.there(attribute)?;
        (node.kind == NodeKind::Attribute).then(|| self.nodes.bytes(node.value))
    }

    /// Parses the value of an argument as an expression, with positions in [`File::value`].
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item was removed or is not an argument; [`Code::Limit`] if the
    /// budget is exceeded.
    pub fn expression(&self, attribute: Item, budget: &Budget) -> Result<Parsed<ExprId>> {
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        parse::any_expression(text, budget)
    }

    /// The comments above an item, each without its newline.
    #[must_use]
    pub fn lead_comments(&self, item: Item) -> Vec<&str> {
        self.texts(self.lead_comment_spans(item))
    }

    /// The comments after an item on its last line.
    #[must_use]
    pub fn line_comments(&self, item: Item) -> Vec<&str> {
        self.texts(self.line_comment_spans(item))
    }

    /// The bytes of [`File::lead_comments`].
    #[must_use]
    pub fn lead_comment_bytes(&self, item: Item) -> Vec<&[u8]> {
        let spans = self.lead_comment_spans(item).into_iter();
        spans.map(|span| self.nodes.bytes(span)).collect()
    }

    /// The bytes of [`File::line_comments`].
    #[must_use]
    pub fn line_comment_bytes(&self, item: Item) -> Vec<&[u8]> {
        let spans = self.line_comment_spans(item).into_iter();
        spans.map(|span| self.nodes.bytes(span)).collect()
    }

    fn texts(&self, spans: Vec<Span>) -> Vec<&str> {
        let spans = spans.into_iter();
        spans.map(|span| self.nodes.slice(span)).collect()
    }

    fn lead_comment_spans(&self, item: Item) -> Vec<Span> {
        let lead = self.nodes.there(item).map(|node| node.lead);
        self.comments(lead.unwrap_or_default())
    }

    fn line_comment_spans(&self, item: Item) -> Vec<Span> {
        let tail = self.nodes.there(item).map(|node| node.tail);
        self.comments(tail.unwrap_or_default())
    }

    fn comments(&self, piece: Span) -> Vec<Span> {
        let tokens = piece_tokens(self.nodes.slice(piece)).into_iter();
        tokens
            .filter(|token| token.kind == Kind::Comment)
            .map(|token| Span {
                start: piece.start + token.span.start,
                end: piece.start + token.span.end,
            })
            .collect()
    }

    /// Returns the innermost item at a byte of the text that [`File::write`] returns, and the
    /// offset of that byte in the value of the item if it is part of the value. With
    /// `expressions_at`, the tree of [`File::expression`] then yields the expressions at that
    /// offset.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded.
    pub fn at(&self, byte: usize, budget: &Budget) -> Result<Option<(Item, Option<u32>)>> {
        let mut before = 0;
        let mut found = None;
        self.nodes
            .each_part(Body::ROOT, budget, &mut |node, span| {
                let len = (span.end - span.start) as usize;
                if (before..before + len).contains(&byte) && found.is_none() && node != NONE {
                    let Node { kind, value, .. } = *self.nodes.node(node);
                    let is_value = kind == NodeKind::Attribute && value == span;
                    let place = is_value.then(|| (byte - before) as u32);
                    found = (kind != NodeKind::Loose).then_some((Item(node), place));
                }
                before += len;
                Ok(())
            })?;
        Ok(found)
    }

    /// Returns the byte range of an item in the text that [`File::write`] returns: from its name to
    /// the end of the value of an argument, or to the end of the closing brace of a block.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the item does not exist; [`Code::Limit`] if the budget is exceeded.
    pub fn range(&self, item: Item, budget: &Budget) -> Result<Range<usize>> {
        there(&self.nodes, item)?;
        let (mut before, mut found) = (0, 0..0);
        // The first piece of an item is its lead, and the last one is its tail.
        let mut pieces = 0;
        self.nodes.each_part(Body::ROOT, budget, &mut |at, span| {
            if at == item.0 {
                match pieces {
                    1 => found.start = before,
                    _ => found.end = before,
                }
                pieces += 1;
            }
            before += (span.end - span.start) as usize;
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns the byte at a line and a column, both counted from 1, in the text that
    /// [`File::write`] returns. Columns are counted as in diagnostics; a column past the end of a
    /// line is clamped to its end.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded.
    pub fn byte_at(&self, line: u32, column: u32, budget: &Budget) -> Result<usize> {
        let text = self.write(budget)?;
        budget.charge(text.len() as u64)?;
        budget.hold(2 * text.len() as u64)?;
        let (decoded, _) = decode(&text);
        let source = SourceText::new(Source::new("", &*decoded), Vec::new());
        budget.release(3 * text.len() as u64);
        Ok(source.byte_at(line, column))
    }
}

impl Default for File {
    fn default() -> File {
        File::new()
    }
}

/// The maximum number of bytes of the nodes of a tree's items, with loose text between any two
/// items, while the vectors grow.
fn nodes_of(tree: &Tree) -> usize {
    let [arguments, blocks, labels] = tree.item_counts();
    let nodes = (arguments + 2 * blocks + 1) * 2 * size_of::<Node>();
    2 * (nodes + blocks * size_of::<BodyNode>() + labels * size_of::<Span>())
}

#[cold]
pub(super) fn no_attribute() -> Error {
    Error::new(
        Code::NotFound,
        "the item is not an argument, or was removed",
    )
}

#[cold]
pub(super) fn no_item() -> Error {
    Error::new(Code::NotFound, "the item was removed")
}

/// Returns the node of an item that exists.
pub(super) fn there(nodes: &Nodes, item: Item) -> Result<&Node> {
    nodes.there(item).ok_or_else(no_item)
}
