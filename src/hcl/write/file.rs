//! Files: what stands in a text that is to be changed?
//!
//! A [`File`] is a text cut into items, the arguments and blocks of each body in order, and
//! what stands between them. Each byte belongs to one piece of one item, a piece is a stretch
//! of the text, and an edit gives an item another piece: what is not touched comes out as it
//! was. What was made stands behind what was read, in one string.
//!
//! To an item belong the comments in the lines just above it and the rest of its last line.
//! What a blank line sets apart belongs to the body, and so does what could not be read.

use super::nodes::{BodyNode, NONE, Node, NodeKind, Nodes};
use super::parse::{self, Meanwhile, piece_tokens};
use super::read;
use super::surroundings::Look;
use crate::syntax::{ExprId, Kind, Parsed, Span, Tree, decode, significant};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Result};
use std::borrow::Cow;
use std::sync::OnceLock;

/// An item of a [`File`]: an argument or a block. It stays the same item whatever is done to
/// it and around it, until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item(pub(super) u32);

/// A body of a [`File`]: its own, or a block's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Body(pub(super) u32);

impl Body {
    /// The file's own body.
    pub const ROOT: Body = Body(0);
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// What the text was before each byte of it that is no UTF-8 was made into one.
    bytes: Option<Box<[u8]>>,
    diagnostics: Vec<Diagnostic>,
    /// How its lines look, once somebody has asked.
    pub(super) look: OnceLock<Look>,
}

impl File {
    /// A file without anything in it.
    #[must_use]
    pub fn new() -> File {
        File {
            nodes: Nodes::new(String::new()),
            bytes: None,
            diagnostics: Vec::new(),
            look: OnceLock::new(),
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
        let (decoded, bad) = decode(text);
        let mut nodes = Nodes::new(decoded.into_owned());
        let tokens = significant(&nodes.text, budget)?;
        read::file(&mut nodes, &parsed, &tokens);
        let file = File {
            nodes,
            bytes: (!bad.is_empty()).then(|| text.into()),
            diagnostics: parsed.diagnostics,
            look: OnceLock::new(),
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
        let (start, end) = (span.start as usize, span.end as usize);
        budget.hold((end - start) as u64)?;
        let read = self.bytes.as_deref().unwrap_or_default();
        // Behind what was read stands what was made.
        let middle = read.len().clamp(start, end);
        if start < middle {
            out.extend_from_slice(&read[start..middle]);
        }
        out.extend_from_slice(&self.nodes.text.as_bytes()[middle..end]);
        Ok(())
    }

    /// The bytes of memory that the file takes, but for its diagnostics.
    #[must_use]
    pub fn memory(&self) -> usize {
        let bytes = self.bytes.as_deref().map_or(0, <[u8]>::len);
        size_of::<File>() + self.nodes.memory() + bytes
    }

    /// The items of a body in the order of the text.
    pub fn items(&self, body: Body) -> impl Iterator<Item = Item> + '_ {
        self.nodes.items(body)
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
        self.blocks(body).filter(move |item| {
            self.name(*item) == Some(block_type)
                && (labels.is_empty()
                    || self.labels(*item).get(..labels.len()).is_some_and(|found| {
                        found
                            .iter()
                            .zip(labels)
                            .all(|(found, wanted)| found == wanted)
                    }))
        })
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
        let Some(node) = self.nodes.there(item) else {
            return Vec::new();
        };
        let texts = self.nodes.labels_of(node).iter();
        texts
            .map(|span| read::label(self.nodes.slice(*span)))
            .collect()
    }

    /// The text of an argument's value.
    #[must_use]
    pub fn value(&self, attribute: Item) -> Option<&str> {
        let node = self.nodes.there(attribute)?;
        (node.kind == NodeKind::Attribute).then(|| self.nodes.slice(node.value))
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
        let lead = self.nodes.there(item).map(|node| node.lead);
        self.comments(lead)
    }

    /// The comments behind an item in its last line.
    #[must_use]
    pub fn line_comments(&self, item: Item) -> Vec<&str> {
        let tail = self.nodes.there(item).map(|node| node.tail);
        self.comments(tail)
    }

    fn comments(&self, span: Option<Span>) -> Vec<&str> {
        let text = span.map_or("", |span| self.nodes.slice(span));
        let tokens = piece_tokens(text).into_iter();
        tokens
            .filter(|token| token.kind == Kind::Comment)
            .map(|token| &text[token.span.start as usize..token.span.end as usize])
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
