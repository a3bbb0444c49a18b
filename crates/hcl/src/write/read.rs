//! Conversion of a parsed text to nodes.
//!
//! The nodes are built from the positions of the items in the syntax tree and from the tokens
//! between them. If the text has errors, only items that are valid by themselves become nodes; the
//! rest is loose text.

use super::nodes::{Body, NONE, Node, NodeKind, Nodes};
use super::parse::any_expression;
use crate::syntax::{self, BodyId, Kind, Parsed, Span, Token, Tree, parse_config};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::{BOM, Position, Severity};
use std::borrow::Cow;

/// Creates the nodes of a whole text.
pub(super) fn file(nodes: &mut Nodes, parsed: &Parsed<BodyId>, tokens: &[Token]) {
    let end = nodes.text.len() as u32;
    let start = if nodes.text.starts_with(BOM) {
        BOM.len() as u32
    } else {
        0
    };
    nodes.bodies[0].open = Span {
        start: 0,
        end: start,
    };
    nodes.bodies[0].close = Span { start: end, end };
    // The average size of an item, in bytes.
    nodes.nodes.reserve(end as usize / 40);
    let mut reader = Reader::new(nodes, parsed, tokens, 0);
    reader.body(
        parsed.root,
        Span { start, end },
        Lines::All,
        Body::ROOT.0,
        NONE,
    );
    nodes.nodes.shrink_to_fit();
    nodes.labels.shrink_to_fit();
}

/// Creates the nodes of a text of whole lines, which is at `span` of the file's text, and inserts
/// them into a body before a node or at its end.
pub(super) fn fragment(
    nodes: &mut Nodes,
    parsed: &Parsed<BodyId>,
    tokens: &[Token],
    span: Span,
    body: u32,
    before: u32,
) {
    let end = span.end - span.start;
    let mut reader = Reader::new(nodes, parsed, tokens, span.start);
    reader.body(
        parsed.root,
        Span { start: 0, end },
        Lines::All,
        body,
        before,
    );
}

/// Returns the text of a label, without quotes and escapes.
pub(super) fn label(text: &str) -> Cow<'_, str> {
    match text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    {
        Some(inside) if !inside.contains(['\\', '$', '%']) => Cow::Borrowed(inside),
        None => Cow::Borrowed(text),
        Some(_) => {
            // The parser implements the rules of escapes.
            let block = format!("b {text} {{}}\n");
            let parsed = parse_config(block.as_bytes(), "", Position::START);
            let tree = &parsed.tree;
            let blocks = &tree[tree[parsed.root].blocks];
            let label = blocks.first().and_then(|block| tree[block.labels].first());
            Cow::Owned(label.map_or_else(String::new, |label| tree.text(label.text).to_owned()))
        }
    }
}

/// The lines that a body occupies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// All lines of the text.
    All,
    /// All lines between those of its braces.
    Whole,
    /// The line of its braces.
    One,
}

/// An item of the syntax tree.
#[derive(Clone, Copy)]
enum Found<'t> {
    Attribute(&'t syntax::Attribute),
    Block(&'t syntax::Block),
}

struct Reader<'a> {
    nodes: &'a mut Nodes,
    tree: &'a Tree,
    tokens: &'a [Token],
    /// The start of the parsed text in the text of the file.
    offset: u32,
    is_faulty: bool,
}

impl<'a> Reader<'a> {
    fn new(
        nodes: &'a mut Nodes,
        parsed: &'a Parsed<BodyId>,
        tokens: &'a [Token],
        offset: u32,
    ) -> Reader<'a> {
        let is_error = |severity| severity == Severity::Error;
        Reader {
            nodes,
            tree: &parsed.tree,
            tokens,
            offset,
            is_faulty: parsed.diagnostics.iter().any(|one| is_error(one.severity)),
        }
    }

    /// Creates the nodes of a body whose text is `span`. Returns the start of the last line, which
    /// is the part of the span that no node contains yet. The recursion is as deep as blocks nest,
    /// which is limited.
    fn body(&mut self, id: BodyId, span: Span, lines: Lines, into: u32, before: u32) -> u32 {
        let tree = self.tree;
        let body = &tree[id];
        let arguments = tree[body.attributes].iter().chain(&tree[body.repeated]);
        let arguments = arguments.map(|one| (one.name_span.start, Found::Attribute(one)));
        let blocks = tree[body.blocks].iter();
        let blocks = blocks.map(|one| (one.type_span.start, Found::Block(one)));
        let mut items: Vec<(u32, Found<'_>)> = arguments.chain(blocks).collect();
        sort_by_key(&mut items, |(start, _)| *start);
        let mut at = span.start;
        for (start, item) in items {
            let end = match item {
                Found::Attribute(attribute) => tree[attribute.value].span.end,
                Found::Block(block) => block.close.end,
            };
            if start < at || end < start || end > span.end {
                continue;
            }
            if self.is_faulty && !self.is_whole(item) {
                continue;
            }
            let before_it = Span {
                start: at,
                end: start,
            };
            let behind_it = Span {
                start: end,
                end: span.end,
            };
            let (lead, tail) = match lines {
                Lines::One => {
                    // The tail contains the comments before the brace.
                    let behind = self.tokens_in(behind_it).last();
                    (
                        Some(at),
                        Some(behind.map_or(end, |comment| comment.span.end)),
                    )
                }
                Lines::All | Lines::Whole => (self.lead(before_it), self.tail(behind_it)),
            };
            let (Some(lead), Some(tail)) = (lead, tail) else {
                continue;
            };
            self.loose(
                Span {
                    start: at,
                    end: lead,
                },
                into,
                before,
            );
            let lead = Span {
                start: lead,
                end: start,
            };
            let tail = Span {
                start: end,
                end: tail,
            };
            self.item(item, lead, tail, into, before);
            at = tail.end;
        }
        let rest = match lines {
            Lines::All => span.end,
            Lines::Whole => self.last_line(Span {
                start: at,
                end: span.end,
            }),
            Lines::One => at,
        };
        self.loose(
            Span {
                start: at,
                end: rest,
            },
            into,
            before,
        );
        rest
    }

    fn item(&mut self, item: Found<'_>, lead: Span, tail: Span, into: u32, before: u32) {
        let tree = self.tree;
        let kind = match item {
            Found::Attribute(_) => NodeKind::Attribute,
            Found::Block(_) => NodeKind::Block,
        };
        let mut node = Node::new(kind, self.moved(lead));
        node.tail = self.moved(tail);
        let at = self.nodes.nodes.len() as u32;
        match item {
            Found::Attribute(attribute) => {
                let value = tree[attribute.value].span;
                node.name = self.moved(attribute.name_span);
                node.value = self.moved(value);
                node.middle = Span {
                    start: node.name.end,
                    end: node.value.start,
                };
                self.nodes.nodes.push(node);
            }
            Found::Block(block) => {
                node.name = self.moved(block.type_span);
                node.middle = Span {
                    start: node.name.end,
                    end: self.offset + block.open.start,
                };
                let first = self.nodes.labels.len();
                for label in &tree[block.labels] {
                    let span = self.moved(label.span);
                    self.nodes.labels.push(span);
                }
                node.value = Span::new(first, self.nodes.labels.len());
                node.inner = self.nodes.add_body(at);
                self.nodes.nodes.push(node);
                self.inside(block, node.inner);
            }
        }
        self.nodes.link(at, into, before);
    }

    /// Creates the nodes of the body between the braces of a block.
    fn inside(&mut self, block: &syntax::Block, body: u32) {
        let inside = Span {
            start: block.open.end,
            end: block.close.start,
        };
        let line = self.tail(inside).filter(|end| {
            // A newline must precede the brace.
            self.tree
                .slice(Span {
                    start: inside.start,
                    end: *end,
                })
                .ends_with('\n')
        });
        let (start, lines) = match line {
            Some(end) => (end, Lines::Whole),
            None => (inside.start, Lines::One),
        };
        let content = Span {
            start,
            end: inside.end,
        };
        let rest = self.body(block.body, content, lines, body, NONE);
        let open = self.moved(Span {
            start: block.open.start,
            end: start,
        });
        let close = self.moved(Span {
            start: rest,
            end: block.close.end,
        });
        let node = &mut self.nodes.bodies[body as usize];
        (node.open, node.close) = (open, close);
    }

    fn loose(&mut self, span: Span, into: u32, before: u32) {
        if span.start < span.end {
            let at = self.nodes.nodes.len() as u32;
            let span = self.moved(span);
            self.nodes.nodes.push(Node::new(NodeKind::Loose, span));
            self.nodes.link(at, into, before);
        }
    }

    fn moved(&self, span: Span) -> Span {
        Span {
            start: span.start + self.offset,
            end: span.end + self.offset,
        }
    }

    fn tokens_in(&self, span: Span) -> &'a [Token] {
        let tokens = self.tokens;
        let from = tokens.partition_point(|token| token.span.start < span.start);
        let to = from + tokens[from..].partition_point(|token| token.span.start < span.end);
        &tokens[from..to]
    }

    /// Returns the start of the text that belongs to an item in `span`, the text between it and the
    /// previous item. That text includes the comments on the lines directly above the item. `None`
    /// if other text precedes the item on its line.
    fn lead(&self, span: Span) -> Option<u32> {
        let mut line = span.start;
        let mut comments = None;
        let mut here = None;
        for token in self.tokens_in(span) {
            match token.kind {
                Kind::Comment => {
                    comments.get_or_insert(line);
                    here = here.or(Some(Kind::Comment));
                }
                Kind::Newline => {
                    if here != Some(Kind::Comment) {
                        comments = None;
                    }
                    (line, here) = (token.span.end, None);
                }
                other => here = Some(other),
            }
        }
        match here {
            None | Some(Kind::Comment) => Some(comments.unwrap_or(line)),
            Some(_) => None,
        }
    }

    /// Returns the end of the last line of an item, or `None` if other text follows the item on
    /// that line.
    fn tail(&self, span: Span) -> Option<u32> {
        for token in self.tokens_in(span) {
            match token.kind {
                Kind::Comment => {}
                Kind::Newline => return Some(token.span.end),
                Kind::End => break,
                _ => return None,
            }
        }
        Some(span.end)
    }

    /// Returns the start of the last line of a span.
    fn last_line(&self, span: Span) -> u32 {
        let tokens = self.tokens_in(span).iter();
        let newline = tokens.rev().find(|token| token.kind == Kind::Newline);
        newline.map_or(span.start, |newline| newline.span.end)
    }

    /// Whether an item of a text with errors is complete and contains nothing else.
    fn is_whole(&self, item: Found<'_>) -> bool {
        let tree = self.tree;
        let between = |start: u32, end: u32| {
            let tokens = self.tokens_in(Span { start, end }).iter();
            tokens.filter(|token| token.kind != Kind::Comment)
        };
        match item {
            Found::Attribute(attribute) => {
                let value = tree[attribute.value].span;
                let mut signs = between(attribute.name_span.end, value.start);
                signs.next().is_some_and(|sign| sign.kind == Kind::Equal)
                    && signs.next().is_none()
                    && any_expression(tree.slice(value), &Budget::new())
                        .is_ok_and(|parsed| parsed.diagnostics.is_empty())
            }
            Found::Block(block) => {
                let labels = &tree[block.labels];
                let is_label = |token: &Token| {
                    let mut labels = labels.iter();
                    labels.any(|label| {
                        label.span.start <= token.span.start && token.span.end <= label.span.end
                    })
                };
                let is_closed =
                    tree.slice(block.close) == "}" && block.open.end <= block.close.start;
                tree.slice(block.open) == "{"
                    && is_closed
                    && between(block.type_span.end, block.open.start).all(is_label)
                    && labels.iter().all(|one| is_good_label(tree.slice(one.span)))
            }
        }
    }
}

/// Whether the text of a label is an identifier or a valid quoted string.
fn is_good_label(text: &str) -> bool {
    let block = format!("b {text} {{}}\n");
    let parsed = parse_config(block.as_bytes(), "", Position::START);
    parsed.diagnostics.is_empty()
}
