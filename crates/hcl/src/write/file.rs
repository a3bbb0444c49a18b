//! Files: what stands in a text that is to be changed?
//!
//! A [`File`] is a text cut into items, the arguments and blocks of each body in order, and
//! what stands between them. Each byte belongs to one piece of one item, a piece is a stretch
//! of the text, and an edit gives an item another piece: what is not touched comes out as it
//! was. What was made stands behind what was read, in one string.
//!
//! To an item belong the comments in the lines just above it and the rest of its last line.
//! What a blank line sets apart belongs to the body, and so does what could not be read.

use super::lines::Look;
use super::list::Opened;
use super::nodes::{Body, BodyNode, Item, NONE, Node, NodeKind, Nodes};
use super::parse::{self, Meanwhile, piece_tokens};
use super::read;
use super::text::Text;
use crate::syntax::{ExprId, Kind, Parsed, Span, Tree, decode, significant};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Result, Source, SourceText};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: the C ABI maps every variant.
pub enum ItemKind {
    /// `name = value`
    Attribute,
    /// `type "label" { ... }`
    Block(Body),
}

/// A text in native syntax that can be changed.
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
    /// How its lines look, once somebody has asked.
    pub(super) look: OnceLock<Look>,
    /// The list in a value that was edited last.
    pub(super) opened: Option<Opened>,
}

impl File {
    /// A file without anything in it.
    #[must_use]
    pub fn new() -> File {
        File {
            nodes: Nodes::new(Text::default()),
            diagnostics: Vec::new(),
            look: OnceLock::new(),
            opened: None,
        }
    }

    /// Reads a text; `name` is its name in diagnostics. What is wrong with it is told by
    /// [`File::diagnostics`]: what could not be read is no item, and is written as it was.
    ///
    /// # Errors
    /// What is spent; [`Code::Limit`] for texts longer than
    /// [`MAX_TEXT`](crate::syntax::MAX_TEXT).
    pub fn read(text: &[u8], name: &str, budget: &Budget) -> Result<File> {
        if text.len() > crate::syntax::MAX_TEXT {
            let message = "the text is longer than what is read";
            return Err(Error::new(Code::Limit, message));
        }
        let meanwhile = Meanwhile::new(budget);
        let parsed = parse::any_config(text, name, budget)?;
        budget.hold(nodes_of(&parsed.tree) as u64 + text.len() as u64)?;
        let mut nodes = Nodes::new(Text::read(text));
        let tokens = significant(&nodes.text, budget)?;
        read::file(&mut nodes, &parsed, &tokens);
        let file = File {
            nodes,
            diagnostics: parsed.diagnostics,
            look: OnceLock::new(),
            opened: None,
        };
        drop(meanwhile);
        budget.hold(file.memory() as u64)?;
        Ok(file)
    }

    /// What is wrong with the text that was read.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The text with all changes.
    ///
    /// # Errors
    /// What is spent.
    pub fn write(&self, budget: &Budget) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(self.nodes.text.len());
        let mut run = Span::default();
        self.nodes.each_piece(Body::ROOT, budget, &mut |span| {
            // Pieces that stand side by side in the source are copied at once.
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

    /// The text of an item as [`File::write`] has it: its lines, with the comments that belong
    /// to it.
    ///
    /// # Errors
    /// [`Code::NotFound`] when it is not there; what is spent.
    pub fn write_item(&self, item: Item, budget: &Budget) -> Result<Vec<u8>> {
        there(&self.nodes, item)?;
        let mut out = Vec::new();
        self.nodes.each_part_of(item.0, budget, &mut |_, span| {
            self.copy(span, &mut out, budget)
        })?;
        Ok(out)
    }

    /// The bytes of memory that the file takes, but for its diagnostics.
    #[must_use]
    pub fn memory(&self) -> usize {
        let opened = self.opened.as_ref().map_or(0, Opened::memory);
        size_of::<File>() + self.nodes.memory() + opened
    }

    /// The items of a body in the order of the text.
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

    /// The item after one in its body; nothing for the last one, and for one that was removed.
    #[must_use]
    pub fn next(&self, item: Item) -> Option<Item> {
        self.nodes.after(self.nodes.there(item)?.next)
    }

    /// The item before one in its body; nothing for the first one, and for one that was removed.
    #[must_use]
    pub fn previous(&self, item: Item) -> Option<Item> {
        self.nodes.before(self.nodes.there(item)?.previous)
    }

    /// The blocks of a body in the order of the text.
    pub fn blocks(&self, body: Body) -> impl Iterator<Item = Item> + '_ {
        let is_block = |item: &Item| self.nodes.kind(*item) == NodeKind::Block;
        self.items(body).filter(is_block)
    }

    /// The argument of a name: the first, where a text that is wrong has several.
    #[must_use]
    pub fn attribute(&self, body: Body, name: &str) -> Option<Item> {
        self.nodes.attribute(body, name)
    }

    /// The first block of a type whose labels begin with these.
    #[must_use]
    pub fn block(&self, body: Body, block_type: &str, labels: &[&str]) -> Option<Item> {
        self.find_blocks(body, block_type, labels).next()
    }

    /// The blocks of a type whose labels begin with these.
    pub fn find_blocks<'f>(
        &'f self,
        body: Body,
        block_type: &'f str,
        labels: &'f [&'f str],
    ) -> impl Iterator<Item = Item> + 'f {
        self.blocks(body)
            .filter(move |item| self.is_block(*item, block_type, labels))
    }

    /// Whether an item is a block of a type whose labels begin with these.
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

    /// What an item is; nothing when it was removed.
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

    /// The body that an item stands in.
    #[must_use]
    pub fn parent(&self, item: Item) -> Option<Body> {
        Some(Body(self.nodes.there(item)?.body))
    }

    /// The block whose body it is; nothing for the file's own.
    #[must_use]
    pub fn owner(&self, body: Body) -> Option<Item> {
        let owner = self.nodes.bodies.get(body.0 as usize)?.owner;
        (owner != NONE).then_some(Item(owner))
    }

    /// An argument's name, or a block's type.
    #[must_use]
    pub fn name(&self, item: Item) -> Option<&str> {
        Some(self.nodes.slice(self.nodes.there(item)?.name))
    }

    /// The labels of a block, without quotes and escapes; none of an argument.
    #[must_use]
    pub fn labels(&self, item: Item) -> Vec<Cow<'_, str>> {
        let count = self.label_count(item);
        (0..count).filter_map(|at| self.label(item, at)).collect()
    }

    /// How many labels a block has.
    #[must_use]
    pub fn label_count(&self, item: Item) -> usize {
        let node = self.nodes.there(item);
        node.map_or(0, |node| self.nodes.labels_of(node).len())
    }

    /// The label of a block at a position, without quotes and escapes.
    #[must_use]
    pub fn label(&self, item: Item, index: usize) -> Option<Cow<'_, str>> {
        let spans = self.nodes.labels_of(self.nodes.there(item)?);
        Some(read::label(self.nodes.slice(*spans.get(index)?)))
    }

    /// The text of an argument's value. A byte that is no UTF-8 is the character U+001A there, as
    /// it is wherever a file lends text.
    #[must_use]
    pub fn value(&self, attribute: Item) -> Option<&str> {
        let node = self.nodes.there(attribute)?;
        (node.kind == NodeKind::Attribute).then(|| self.nodes.slice(node.value))
    }

    /// The bytes of an argument's value, as many.
    #[must_use]
    pub fn value_bytes(&self, attribute: Item) -> Option<&[u8]> {
        let node = self.nodes.there(attribute)?;
        (node.kind == NodeKind::Attribute).then(|| self.nodes.bytes(node.value))
    }

    /// An argument's value as an expression, with places in [`File::value`].
    ///
    /// # Errors
    /// [`Code::NotFound`] when it is no argument that is there; what is spent.
    pub fn expression(&self, attribute: Item, budget: &Budget) -> Result<Parsed<ExprId>> {
        let text = self.value(attribute).ok_or_else(no_attribute)?;
        parse::any_expression(text, budget)
    }

    /// The comments above an item, each without its newline.
    #[must_use]
    pub fn lead_comments(&self, item: Item) -> Vec<&str> {
        self.texts(self.lead_comment_spans(item))
    }

    /// The comments behind an item in its last line.
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

    /// The item at a byte of the text as [`File::write`] has it, the innermost one, and where
    /// that byte is in the item's value, when it is there: so [`File::expression`] tells by
    /// `expressions_at` which expressions stand at a place.
    ///
    /// # Errors
    /// What is spent.
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

    /// Where an item stands in the text as [`File::write`] has it, in bytes: from its name to the
    /// end of an argument's value, or to behind a block's brace.
    ///
    /// # Errors
    /// [`Code::NotFound`] when it is not there; what is spent.
    pub fn range(&self, item: Item, budget: &Budget) -> Result<Range<usize>> {
        there(&self.nodes, item)?;
        let (mut before, mut found) = (0, 0..0);
        // Of what belongs to the item itself the first piece is its lead, and the last its tail.
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

    /// The byte that stands at a line and column, each from 1, of the text as [`File::write`] has
    /// it; columns count as those of diagnostics, and one past the end of a line is that end.
    ///
    /// # Errors
    /// What is spent.
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

/// The most bytes that a tree's items take as nodes, with loose text between any two of them,
/// while the lists of these grow.
fn nodes_of(tree: &Tree) -> usize {
    let [arguments, blocks, labels] = tree.item_counts();
    let nodes = (arguments + 2 * blocks + 1) * 2 * size_of::<Node>();
    2 * (nodes + blocks * size_of::<BodyNode>() + labels * size_of::<Span>())
}

#[cold]
pub(super) fn no_attribute() -> Error {
    Error::new(Code::NotFound, "the item is no argument that is there")
}

#[cold]
pub(super) fn no_item() -> Error {
    Error::new(Code::NotFound, "the item was removed")
}

/// The node of an item that is there.
pub(super) fn there(nodes: &Nodes, item: Item) -> Result<&Node> {
    nodes.there(item).ok_or_else(no_item)
}
