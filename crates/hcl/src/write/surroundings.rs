//! Layout of new text to match the text around it.
//!
//! New lines use the line endings and the indentation of the surrounding lines. The equals sign of
//! a new argument is aligned with those of adjacent arguments, unless the name is too long.
//! Existing text is never moved to fit new text. Blank lines keep their function: when an item is
//! removed, one of the two blank lines around it is removed with it; when a block is inserted, a
//! blank line separates it from adjacent items.

use super::file::File;
use super::format::UNIT;
use super::lines::{LineStyle, is_in_line, spaces};
use super::nodes::{Body, NONE, Node, NodeKind, Nodes};
use crate::syntax::Span;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::values::grapheme_count;

/// The maximum number of arguments examined before a position to detect alignment.
const NEIGHBOURS: usize = 16;

/// The maximum numbers of lines and columns over which created text is aligned.
const LINES: usize = 256;
const COLUMNS: usize = 256;

/// The spacing around an equals sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Equals {
    /// No blanks.
    Tight,
    /// A space on both sides.
    Spaced,
    /// Blanks before the sign that put it this number of columns after the start of the name, and a
    /// space after it.
    Aligned(usize),
}

impl File {
    /// The line style of the file, taken from the first lines that show it.
    #[expect(clippy::string_slice, reason = "the offset comes from `find`")]
    pub(super) fn line_style(&self) -> &LineStyle {
        self.line_style.get_or_init(|| {
            let nodes = &self.nodes;
            let newline = match nodes.text.find('\n') {
                Some(end) if nodes.text[..end].ends_with('\r') => "\r\n",
                _ => "\n",
            };
            let inner = |body: Body| {
                let owner = nodes.body(body).owner;
                let first = nodes.items(body).next()?;
                let unit = nodes
                    .indentation_of(first.0)?
                    .strip_prefix(nodes.indentation_of(owner)?)?;
                (!unit.is_empty()).then(|| unit.to_owned())
            };
            // The first item that is in a block and on a line of its own.
            let mut blocks = self.blocks(Body::ROOT).filter_map(|block| self.body(block));
            let unit = blocks.find_map(inner).unwrap_or_else(|| UNIT.to_owned());
            LineStyle { unit, newline }
        })
    }

    /// The indentation of the items of a body.
    pub(super) fn indentation(&self, body: Body) -> String {
        let nodes = &self.nodes;
        let first = nodes.items(body).next();
        if let Some(found) = first.and_then(|item| nodes.indentation_of(item.0)) {
            return found.to_owned();
        }
        // The block is on lines of its own, because a body on the line of its braces contains only
        // arguments.
        match nodes.body(body).owner {
            NONE => String::new(),
            owner => nodes.indentation_of(owner).unwrap_or("").to_owned() + &self.line_style().unit,
        }
    }

    /// The equals sign and its blanks between a new argument's name and `value`. The argument is
    /// inserted before `next` in a body.
    pub(super) fn equals(&self, body: Body, next: u32, name: &str, value: &str) -> String {
        let width = grapheme_count(name);
        match self.nodes.equals_beside(body, next) {
            Equals::Aligned(_) if !is_in_line(value) => " = ".into(),
            Equals::Tight => "=".into(),
            Equals::Aligned(column) if column > width => {
                format!("{}= ", spaces(column - width))
            }
            Equals::Spaced | Equals::Aligned(_) => " = ".into(),
        }
    }

    /// Inserts loose text before a node of a body.
    pub(super) fn link_loose(&mut self, span: Span, body: u32, before: u32) {
        let at = self.nodes.nodes.len() as u32;
        self.nodes.nodes.push(Node::new(NodeKind::Loose, span));
        self.nodes.link(at, body, before);
    }

    /// Inserts blank lines between new nodes and adjacent nodes if either is a block, or if
    /// comments of the body would otherwise become comments of an item.
    pub(super) fn part(&mut self, first: u32, last: u32, budget: &Budget) -> Result<()> {
        let body = self.nodes.node(first).body;
        let before = self.nodes.node(first).previous;
        let after = self.nodes.node(last).next;
        for (one, other, place) in [(before, first, first), (last, after, after)] {
            let kinds = [one, other].map(|at| match at {
                NONE => NodeKind::Loose,
                at => self.nodes.node(at).kind,
            });
            let is_parted = match kinds {
                [NodeKind::Loose, NodeKind::Loose] => false,
                [NodeKind::Loose, _] => one != NONE && self.nodes.ends_with_comment(one),
                [_, NodeKind::Loose] => false,
                kinds => kinds.contains(&NodeKind::Block),
            };
            if is_parted {
                let newline = self.line_style().newline;
                let blank = self.nodes.make(newline, budget)?;
                self.link_loose(blank, body, place);
            }
        }
        Ok(())
    }

    /// Applies [`File::settle`] to the first and the last new item and to the items adjacent to
    /// them.
    pub(super) fn settle_around(&mut self, first: u32, last: u32, paid: &Budget) -> Result<()> {
        let before = self.nodes.before(self.nodes.node(first).previous);
        let after = self.nodes.after(self.nodes.node(last).next);
        let beside = [before, after].map(|item| item.map_or(NONE, |item| item.0));
        self.settle(&[first, last, beside[0], beside[1]], paid)
    }

    /// Aligns the equals signs of created arguments as the formatter does, if all arguments of the
    /// run were created, and if there are not too many and their names are not too long. The limits
    /// bound the cost of an edit in a large body.
    pub(super) fn settle(&mut self, items: &[u32], paid: &Budget) -> Result<()> {
        for item in items {
            let run = match *item {
                NONE => continue,
                item => self.nodes.made_run(item),
            };
            let width = |at: &u32| grapheme_count(self.nodes.slice(self.nodes.node(*at).name));
            let widths: Vec<usize> = run.iter().map(width).collect();
            let most = widths.iter().copied().max().unwrap_or_default();
            if most > COLUMNS {
                continue;
            }
            for (at, width) in run.into_iter().zip(widths) {
                let middle = spaces(most - width + 1) + "= ";
                if self.nodes.slice(self.nodes.node(at).middle) != middle {
                    let middle = self.nodes.make(&middle, paid)?;
                    self.nodes.node_mut(at).middle = middle;
                }
            }
        }
        Ok(())
    }

    /// Removes the blank lines before a removed node if blank lines, or the end of the body, follow
    /// it. Removes the blank lines after it if it is the first node of the body.
    pub(super) fn close_gap(&mut self, node: &Node) {
        let blanks_of = |at: u32| match at {
            NONE => None,
            at => Some(self.nodes.node(at))
                .filter(|node| node.kind == NodeKind::Loose)
                .map(|node| (at, node.lead, self.nodes.slice(node.lead))),
        };
        let (before, after) = (blanks_of(node.previous), blanks_of(node.next));
        let leading = after.map_or(0, |(_, _, text)| leading_blanks(text));
        let is_end = node.next == NONE;
        if let Some((at, span, text)) = before {
            let trailing = trailing_blanks(text);
            if trailing > 0 && (leading > 0 || is_end) {
                self.nodes.node_mut(at).lead.end = span.end - trailing as u32;
            }
        } else if let Some((at, span, _)) = after
            && node.previous == NONE
        {
            self.nodes.node_mut(at).lead.start = span.start + leading as u32;
        }
    }
}

impl Nodes {
    /// The blanks at the start of the line of an item, or `None` if the item is on the line of its
    /// braces.
    pub(super) fn indentation_of(&self, item: u32) -> Option<&str> {
        let node = self.nodes.get(item as usize)?;
        let starts_line = match node.previous {
            _ if node.body == NONE => false,
            NONE => {
                let open = self.slice(self.bodies[node.body as usize].open);
                node.body == Body::ROOT.0 || open.ends_with('\n')
            }
            _ => true,
        };
        starts_line.then(|| self.slice(self.blanks_of(item)))
    }

    /// Whether the last line of loose text is a comment.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `rfind` and the length of a trimmed text"
    )]
    fn ends_with_comment(&self, loose: u32) -> bool {
        let text = self
            .slice(self.node(loose).lead)
            .trim_end_matches(['\n', '\r']);
        let line = &text[text.rfind('\n').map_or(0, |newline| newline + 1)..];
        let ends_text = self.slice(self.node(loose).lead)[text.len()..]
            .matches('\n')
            .count()
            < 2;
        let line = line.trim();
        ends_text && (line.starts_with('#') || line.starts_with("//") || line.ends_with("*/"))
    }

    /// The blanks before the name of an item on its line.
    #[expect(clippy::string_slice, reason = "the offset comes from `rfind`")]
    pub(super) fn blanks_of(&self, item: u32) -> Span {
        let lead = self.node(item).lead;
        let text = self.slice(lead);
        let start = text.rfind('\n').map_or(0, |newline| newline + 1);
        let line = &text[start..];
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        let start = lead.start as usize + start;
        Span::new(start, start + blanks)
    }

    /// The spacing of the equals signs of the arguments before a position, or of the argument after
    /// it.
    fn equals_beside(&self, body: Body, next: u32) -> Equals {
        let last = match next {
            NONE => self.body(body).last,
            next => self.node(next).previous,
        };
        let is_beside = |at: &u32| self.is_in_line(*at);
        let previous = |at: &u32| Some(self.node(*at).previous).filter(is_beside);
        let first = Some(last).filter(is_beside);
        let first = first.or(Some(next).filter(is_beside));
        let beside = std::iter::successors(first, previous).take(NEIGHBOURS);
        let mut found: Option<Equals> = None;
        for at in beside {
            let this = self.equals_of(at);
            match found {
                None => found = Some(this),
                Some(other) if other == this => {}
                Some(_) => return Equals::Spaced,
            }
        }
        found.unwrap_or(Equals::Spaced)
    }

    /// Whether a node is an argument with a value of one line, whose equals sign can be aligned.
    fn is_in_line(&self, at: u32) -> bool {
        at != NONE && {
            let node = self.node(at);
            node.kind == NodeKind::Attribute && is_in_line(self.slice(node.value))
        }
    }

    /// The arguments that the formatter aligns with an argument, if all of them were created and
    /// they are few; otherwise empty.
    fn made_run(&self, item: u32) -> Vec<u32> {
        let is_made = |at: u32| {
            let middle = self.node(at).middle;
            let text = self.slice(middle);
            middle.start >= self.read && text.starts_with(' ') && text.trim() == "="
        };
        let mut run = Vec::new();
        if !self.is_in_line(item) || self.node(item).body == NONE || !is_made(item) {
            return run;
        }
        run.push(item);
        // A comment above an argument separates it from the previous one.
        let is_joined = |at: u32| !self.slice(self.node(at).lead).contains('\n');
        let before = |at: &u32| {
            let before = self.node(*at).previous;
            (before != NONE && is_joined(*at)).then_some(before)
        };
        let after = |at: &u32| Some(self.node(*at).next).filter(|at| *at != NONE && is_joined(*at));
        let is_beside = |at: &u32| self.is_in_line(*at);
        let before = std::iter::successors(before(&item), before).take_while(is_beside);
        let after = std::iter::successors(after(&item), after).take_while(is_beside);
        for at in before.chain(after) {
            if run.len() == LINES || !is_made(at) {
                return Vec::new();
            }
            run.push(at);
        }
        run
    }

    /// The created arguments before and after a position whose equals signs are aligned at a column
    /// less than `column`, with the number of blanks that moves each sign there.
    pub(super) fn aligned_to(&self, body: Body, next: u32, column: usize) -> Vec<(u32, usize)> {
        let last = match next {
            NONE => self.body(body).last,
            next => self.node(next).previous,
        };
        let is_made = |at: &u32| {
            self.is_in_line(*at)
                && self.node(*at).middle.start >= self.read
                && matches!(self.equals_of(*at), Equals::Aligned(there) if there < column)
        };
        let before = |at: &u32| Some(self.node(*at).previous).filter(is_made);
        let after = |at: &u32| Some(self.node(*at).next).filter(is_made);
        let before = std::iter::successors(Some(last).filter(is_made), before);
        let after = std::iter::successors(Some(next).filter(is_made), after);
        let padding = |at: u32| column - grapheme_count(self.slice(self.node(at).name));
        before.chain(after).map(|at| (at, padding(at))).collect()
    }

    #[expect(
        clippy::string_slice,
        reason = "the offset is the length of a trimmed text"
    )]
    fn equals_of(&self, attribute: u32) -> Equals {
        let node = self.node(attribute);
        let middle = self.slice(node.middle);
        let before = middle.len() - middle.trim_start_matches(' ').len();
        match middle {
            "=" => Equals::Tight,
            _ if middle[before..].starts_with('=') => {
                Equals::Aligned(grapheme_count(self.slice(node.name)) + before)
            }
            _ => Equals::Spaced,
        }
    }

    /// The text between the new name of an argument and its value: the blanks, and the span kept
    /// after them. The equals sign keeps its column if a neighbor's equals sign has the same
    /// column.
    pub(super) fn renamed_middle(&self, attribute: u32, name: &str) -> (String, Span) {
        let node = self.node(attribute);
        let here = self.equals_of(attribute);
        let is_beside = [node.previous, node.next].into_iter().any(|at| {
            at != NONE && self.node(at).kind == NodeKind::Attribute && self.equals_of(at) == here
        });
        match here {
            Equals::Aligned(column) if is_beside => {
                let padding = column.saturating_sub(grapheme_count(name)).max(1);
                let middle = self.slice(node.middle);
                let blanks = middle.len() - middle.trim_start_matches(' ').len();
                let rest = Span {
                    start: node.middle.start + blanks as u32,
                    end: node.middle.end,
                };
                (spaces(padding), rest)
            }
            _ => (String::new(), node.middle),
        }
    }
}

/// The length in bytes of the blank lines at the start of a text.
fn leading_blanks(text: &str) -> usize {
    let mut len = 0;
    for line in text.split_inclusive('\n') {
        if !line.ends_with('\n') || !line.trim().is_empty() {
            break;
        }
        len += line.len();
    }
    len
}

/// The length in bytes of the blank lines at the end of a text of whole lines.
fn trailing_blanks(text: &str) -> usize {
    let mut len = 0;
    for line in text.split_inclusive('\n').rev() {
        if !line.ends_with('\n') || !line.trim().is_empty() {
            break;
        }
        len += line.len();
    }
    len
}
