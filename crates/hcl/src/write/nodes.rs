//! Nodes of a file that is edited.
//!
//! All pieces of all nodes are spans of one text: the original text, followed by created text. The
//! created part is compacted when no node uses most of it. The nodes of a body are a linked list,
//! so that insertion and removal do not depend on the number of nodes.

use super::text::{Piece, Text};
use crate::syntax::Span;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use std::collections::HashMap;
use std::sync::OnceLock;

/// An item of a [`File`](super::File): an argument or a block. It stays valid through all edits
/// until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item(pub(super) u32);

impl Item {
    /// The number of the item, for callers that store items as numbers.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the item of a number. If no item has the number, the result is an item that does not
    /// exist.
    #[must_use]
    pub fn from_number(number: u32) -> Item {
        Item(number)
    }
}

/// A body of a [`File`](super::File): that of the file or of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Body(pub(super) u32);

impl Body {
    /// The body of the file.
    pub const ROOT: Body = Body(0);
}

/// The index for "no node".
pub(super) const NONE: u32 = u32::MAX;

/// A body with more arguments than this finds names in a table.
const FEW: u32 = 12;

/// The number of created bytes below which unused text is not freed.
const SPARE: usize = 1 << 12;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    Attribute,
    Block,
    /// Text that belongs to no item: blank lines, comments, and text that could not be parsed.
    Loose,
}

/// An item of a body, or loose text in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// The body that contains the node, or `NONE` if the node was removed.
    pub(super) body: u32,
    pub(super) previous: u32,
    pub(super) next: u32,
    /// The comments above an item and its indentation; the whole text of a loose node.
    pub(super) lead: Span,
    /// The name of an argument or the type of a block.
    pub(super) name: Span,
    /// The text from the name to the value of an argument or to the opening brace of a block.
    pub(super) middle: Span,
    /// The value of an argument; for a block, the range of its labels in [`Nodes::labels`].
    pub(super) value: Span,
    /// The rest of the last line, with its newline.
    pub(super) tail: Span,
    /// The body of a block.
    pub(super) inner: u32,
}

impl Node {
    pub(super) fn new(kind: NodeKind, lead: Span) -> Node {
        Node {
            kind,
            body: NONE,
            previous: NONE,
            next: NONE,
            lead,
            name: Span::default(),
            middle: Span::default(),
            value: Span::default(),
            tail: Span::default(),
            inner: NONE,
        }
    }
}

/// The body of a file, or the body between the braces of a block.
#[derive(Clone, Debug)]
pub(super) struct BodyNode {
    /// The block of the body.
    pub(super) owner: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    /// The opening brace and the rest of its line; without a newline if the block is on one line.
    pub(super) open: Span,
    /// The text before the closing brace on its line, and the brace.
    pub(super) close: Span,
    attributes: u32,
    /// The first argument of each name. Computed at the first search in a body with many arguments.
    names: OnceLock<HashMap<Box<str>, u32>>,
}

/// The nodes of a file.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    pub(super) text: Text,
    /// The length of the original text, after which created text starts.
    pub(super) read: u32,
    /// The number of created bytes that were in use after the last compaction.
    stayed: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) bodies: Vec<BodyNode>,
    /// The labels of all blocks, as written.
    pub(super) labels: Vec<Span>,
}

impl Nodes {
    pub(super) fn new(text: Text) -> Nodes {
        let mut nodes = Nodes {
            read: text.len() as u32,
            stayed: 0,
            text,
            nodes: Vec::new(),
            bodies: Vec::new(),
            labels: Vec::new(),
        };
        nodes.add_body(NONE);
        nodes
    }

    pub(super) fn memory(&self) -> usize {
        self.text.memory()
            + self.nodes.capacity() * size_of::<Node>()
            + self.bodies.capacity() * size_of::<BodyNode>()
            + self.labels.capacity() * size_of::<Span>()
    }

    #[inline]
    pub(super) fn slice(&self, span: Span) -> &str {
        span.slice(&self.text)
    }

    /// The bytes of a span, as written.
    #[inline]
    pub(super) fn bytes(&self, span: Span) -> &[u8] {
        &self.text.bytes()[span.start as usize..span.end as usize]
    }

    /// Returns a span without the blanks and newlines at its ends.
    pub(super) fn trimmed(&self, span: Span) -> Span {
        let text = self.slice(span);
        let start = text.len() - text.trim_start().len();
        Span::new(
            span.start as usize + start,
            span.start as usize + start + text.trim().len(),
        )
    }

    /// Appends created text.
    pub(super) fn make(&mut self, text: &str, budget: &Budget) -> Result<Span> {
        self.pay(text.len(), budget)?;
        let start = self.text.len();
        self.text.push_str(text);
        Ok(self.made_from(start))
    }

    /// Appends created text that may contain parts of the existing text.
    pub(super) fn keep(&mut self, text: &Text, budget: &Budget) -> Result<Span> {
        self.pay(text.len(), budget)?;
        let start = self.text.len();
        self.text.push(text, Span::new(0, text.len()));
        Ok(self.made_from(start))
    }

    /// Returns the span of the text created from `start` on. An empty span is placed at the start
    /// of the created text, a position that always exists, because the text created last may become
    /// shorter.
    fn made_from(&self, start: usize) -> Span {
        match self.text.len() {
            end if end == start => Span::at(self.read as usize),
            end => Span::new(start, end),
        }
    }

    /// Appends the concatenation of pieces.
    pub(super) fn join(&mut self, pieces: &[Piece<'_>], budget: &Budget) -> Result<Span> {
        let mut joined = Text::default();
        joined.push_all(pieces, &self.text);
        self.keep(&joined, budget)
    }

    fn pay(&self, bytes: usize, budget: &Budget) -> Result<()> {
        budget.charge(1 + bytes as u64 / 16)?;
        budget.hold(self.text.cost(bytes as u64))?;
        self.check_capacity(bytes as u64)
    }

    /// Frees the created text that no node uses, once that is most of it. Returns whether it did;
    /// all positions have changed then. The work is one step for each node and each byte that
    /// remains, which are fewer than the bytes created since the last compaction.
    pub(super) fn tidy(&mut self) -> bool {
        let made = self.text.len() - self.read as usize;
        if made <= 2 * self.stayed + 32 * self.nodes.len() + SPARE {
            return false;
        }
        let (old, read) = (&self.text, self.read);
        let mut made = Text::default();
        let mut moved = |span: &mut Span| {
            if span.start >= read && span.end > span.start {
                let start = read as usize + made.len();
                made.push(old, *span);
                *span = Span::new(start, read as usize + made.len());
            }
        };
        let old_labels = std::mem::take(&mut self.labels);
        for at in 0..self.nodes.len() {
            let node = &mut self.nodes[at];
            if node.body == NONE {
                continue;
            }
            moved(&mut node.lead);
            moved(&mut node.name);
            let before = node.middle.start;
            moved(&mut node.middle);
            match node.kind {
                NodeKind::Attribute => moved(&mut node.value),
                NodeKind::Block => {
                    // The labels are inside the middle.
                    let here = |place: u32| place - before + node.middle.start;
                    let labels = &old_labels[node.value.start as usize..node.value.end as usize];
                    let first = self.labels.len();
                    self.labels.extend(labels.iter().map(|label| Span {
                        start: here(label.start),
                        end: here(label.end),
                    }));
                    node.value = Span::new(first, self.labels.len());
                    let body = &mut self.bodies[node.inner as usize];
                    moved(&mut body.open);
                    moved(&mut body.close);
                }
                NodeKind::Loose => {}
            }
            moved(&mut node.tail);
        }
        self.text.truncate(read as usize);
        let all = Span::new(0, made.len());
        self.text.push(&made, all);
        self.stayed = made.len();
        true
    }

    /// Checks that `bytes` more bytes can be stored: positions have 32 bits.
    pub(super) fn check_capacity(&self, bytes: u64) -> Result<()> {
        if self.text.len() as u64 + bytes < u64::from(NONE) {
            Ok(())
        } else {
            let message = "the text of the file is too long";
            Err(Error::new(Code::Limit, message))
        }
    }

    pub(super) fn add_body(&mut self, owner: u32) -> u32 {
        self.bodies.push(BodyNode {
            owner,
            first: NONE,
            last: NONE,
            open: Span::default(),
            close: Span::default(),
            attributes: 0,
            names: OnceLock::new(),
        });
        self.bodies.len() as u32 - 1
    }

    #[inline]
    pub(super) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    #[inline]
    pub(super) fn body(&self, body: Body) -> &BodyNode {
        &self.bodies[body.0 as usize]
    }

    /// Returns the node of an item, or `None` if the item was removed.
    pub(super) fn there(&self, item: Item) -> Option<&Node> {
        let node = self.nodes.get(item.0 as usize)?;
        (node.body != NONE && node.kind != NodeKind::Loose).then_some(node)
    }

    #[inline]
    pub(super) fn kind(&self, item: Item) -> NodeKind {
        self.node(item.0).kind
    }

    pub(super) fn labels_of(&self, node: &Node) -> &[Span] {
        match node.kind {
            NodeKind::Block => &self.labels[node.value.start as usize..node.value.end as usize],
            _ => &[],
        }
    }

    /// Inserts a node at the end of a body or before a node of it.
    pub(super) fn link(&mut self, at: u32, body: u32, before: u32) {
        let previous = match before {
            NONE => self.bodies[body as usize].last,
            before => self.node(before).previous,
        };
        let node = self.node_mut(at);
        (node.body, node.previous, node.next) = (body, previous, before);
        let kind = node.kind;
        match previous {
            NONE => self.bodies[body as usize].first = at,
            previous => self.node_mut(previous).next = at,
        }
        match before {
            NONE => self.bodies[body as usize].last = at,
            before => self.node_mut(before).previous = at,
        }
        if kind == NodeKind::Attribute {
            self.bodies[body as usize].attributes += 1;
            self.enter_name(at);
        }
    }

    /// Removes a node from its body.
    pub(super) fn unlink(&mut self, at: u32) {
        self.leave_name(at);
        let Node {
            kind,
            body,
            previous,
            next,
            ..
        } = *self.node(at);
        match previous {
            NONE => self.bodies[body as usize].first = next,
            previous => self.node_mut(previous).next = next,
        }
        match next {
            NONE => self.bodies[body as usize].last = previous,
            next => self.node_mut(next).previous = previous,
        }
        if kind == NodeKind::Attribute {
            self.bodies[body as usize].attributes -= 1;
        }
        self.node_mut(at).body = NONE;
    }

    /// Adds an argument to the name table of its body, if the table exists.
    pub(super) fn enter_name(&mut self, at: u32) {
        let Node { body, name, .. } = *self.node(at);
        let body = &mut self.bodies[body as usize];
        if let Some(names) = body.names.get_mut() {
            let name = name.slice(&self.text);
            if names.insert(name.into(), at).is_some() {
                // The first argument of a repeated name has to be determined again.
                body.names.take();
            }
        }
    }

    /// Removes an argument from the name table of its body.
    pub(super) fn leave_name(&mut self, at: u32) {
        let node = *self.node(at);
        let body = &mut self.bodies[node.body as usize];
        if let Some(names) = body.names.get_mut() {
            let all = names.len() == body.attributes as usize;
            let name = node.name.slice(&self.text);
            if node.kind == NodeKind::Attribute {
                if all {
                    names.remove(name);
                } else {
                    body.names.take();
                }
            }
        }
    }

    /// Returns the first argument of a name.
    pub(super) fn attribute(&self, body: Body, name: &str) -> Option<Item> {
        let node = self.bodies.get(body.0 as usize)?;
        let attributes = || {
            let items = self.items(body);
            items.filter(|item| self.kind(*item) == NodeKind::Attribute)
        };
        let name_of = |item: &Item| self.slice(self.node(item.0).name);
        if node.attributes <= FEW {
            return attributes().find(|item| name_of(item) == name);
        }
        let names = node.names.get_or_init(|| {
            let mut names = HashMap::with_capacity(node.attributes as usize);
            for item in attributes() {
                names.entry(Box::from(name_of(&item))).or_insert(item.0);
            }
            names
        });
        names.get(name).copied().map(Item)
    }

    /// The items of a body, without loose text.
    pub(super) fn items(&self, body: Body) -> Items<'_> {
        let body = self.bodies.get(body.0 as usize);
        Items {
            nodes: self,
            next: body.map_or(NONE, |body| body.first),
        }
    }

    /// The first item at a node or after it.
    pub(super) fn after(&self, at: u32) -> Option<Item> {
        Items {
            nodes: self,
            next: at,
        }
        .next()
    }

    /// The nearest item at a node or before it.
    pub(super) fn before(&self, mut at: u32) -> Option<Item> {
        while at != NONE {
            let node = self.node(at);
            if node.kind != NodeKind::Loose {
                return Some(Item(at));
            }
            at = node.previous;
        }
        None
    }

    /// Calls `visit` with each piece of a body in source order.
    pub(super) fn each_piece(
        &self,
        body: Body,
        budget: &Budget,
        visit: &mut dyn FnMut(Span) -> Result<()>,
    ) -> Result<()> {
        self.each_part(body, budget, &mut |_, span| visit(span))
    }

    /// Calls `visit` with each piece of a body and the node of the piece. The recursion is as deep
    /// as blocks nest, which is limited.
    pub(super) fn each_part(
        &self,
        body: Body,
        budget: &Budget,
        visit: &mut dyn FnMut(u32, Span) -> Result<()>,
    ) -> Result<()> {
        let body = self.body(body);
        visit(body.owner, body.open)?;
        let mut at = body.first;
        while at != NONE {
            budget.charge(1)?;
            at = self.each_part_of(at, budget, visit)?;
        }
        visit(body.owner, body.close)
    }

    /// Calls `visit` with each piece of a node and returns the next node.
    pub(super) fn each_part_of(
        &self,
        at: u32,
        budget: &Budget,
        visit: &mut dyn FnMut(u32, Span) -> Result<()>,
    ) -> Result<u32> {
        let node = self.node(at);
        visit(at, node.lead)?;
        if node.kind != NodeKind::Loose {
            visit(at, node.name)?;
            visit(at, node.middle)?;
            match node.kind {
                NodeKind::Block => self.each_part(Body(node.inner), budget, visit)?,
                _ => visit(at, node.value)?,
            }
            visit(at, node.tail)?;
        }
        Ok(node.next)
    }
}

/// Iterator over the items of a body.
pub(super) struct Items<'n> {
    nodes: &'n Nodes,
    next: u32,
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while self.next != NONE {
            let at = self.next;
            let node = self.nodes.node(at);
            self.next = node.next;
            if node.kind != NodeKind::Loose {
                return Some(Item(at));
            }
        }
        None
    }
}
