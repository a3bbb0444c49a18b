//! Layout of new text after the text around it.
//!
//! Its lines end and are indented as those around it, and its equals sign stands where those
//! of the arguments beside it stand, unless its name is too long for that. What is there is
//! never moved for its sake. Blank lines part what they parted before: with what is taken out
//! goes one of the two that would be left, and a block gets one to what it comes to stand beside.

use super::file::File;
use super::format::UNIT;
use super::lines::{Look, is_in_line, spaces};
use super::nodes::{Body, NONE, Node, NodeKind, Nodes};
use crate::syntax::Span;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::values::grapheme_count;

/// So many arguments before one are looked at, to see whether they are aligned.
const NEIGHBOURS: usize = 16;

/// So many lines, and so many columns, what was made is laid out over.
const LINES: usize = 256;
const COLUMNS: usize = 256;

/// What stands around an equals sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Equals {
    /// Nothing.
    Tight,
    /// A space on both sides.
    Spaced,
    /// A space, and as many before it as put it so many columns after the name's first.
    Aligned(usize),
}

impl File {
    /// How the lines look: as the first of them that shows it.
    #[expect(clippy::string_slice, reason = "the offset comes from `find`")]
    pub(super) fn look(&self) -> &Look {
        self.look.get_or_init(|| {
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
            // The first item in a block on lines of its own.
            let mut blocks = self.blocks(Body::ROOT).filter_map(|block| self.body(block));
            let unit = blocks.find_map(inner).unwrap_or_else(|| UNIT.to_owned());
            Look { unit, newline }
        })
    }

    /// How items of a body are indented.
    pub(super) fn indentation(&self, body: Body) -> String {
        let nodes = &self.nodes;
        let first = nodes.items(body).next();
        if let Some(found) = first.and_then(|item| nodes.indentation_of(item.0)) {
            return found.to_owned();
        }
        // A block has lines of its own: in the line of other braces stand arguments alone.
        match nodes.body(body).owner {
            NONE => String::new(),
            owner => nodes.indentation_of(owner).unwrap_or("").to_owned() + &self.look().unit,
        }
    }

    /// What stands between the name of a new argument, which comes before `next` in a body,
    /// and this value.
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

    /// Puts what is loose before a node of a body.
    pub(super) fn link_loose(&mut self, span: Span, body: u32, before: u32) {
        let at = self.nodes.nodes.len() as u32;
        self.nodes.nodes.push(Node::new(NodeKind::Loose, span));
        self.nodes.link(at, body, before);
    }

    /// Puts blank lines between nodes that are new and what they stand beside, where one of
    /// the two is a block, or comments that are the body's would become an item's.
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
                let newline = self.look().newline;
                let blank = self.nodes.make(newline, budget)?;
                self.link_loose(blank, body, place);
            }
        }
        Ok(())
    }

    /// The same of the items at both ends of what is new, and of those beside it.
    pub(super) fn settle_around(&mut self, first: u32, last: u32, paid: &Budget) -> Result<()> {
        let before = self.nodes.before(self.nodes.node(first).previous);
        let after = self.nodes.after(self.nodes.node(last).next);
        let beside = [before, after].map(|item| item.map_or(NONE, |item| item.0));
        self.settle(&[first, last, beside[0], beside[1]], paid)
    }

    /// Lays out the equals signs of arguments that were made, where these stand among such alone:
    /// under one another, as the formatter does it, if they are not too many or too far out. So it
    /// takes no longer for a body of many.
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

    /// Takes away the blank lines before a node that is taken out, if there are some behind
    /// it, too, or nothing; and those behind it where nothing stands before it.
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
    /// The blanks that an item's line begins with; nothing for one in the line of its braces.
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

    /// Whether the last line of what is loose ends with a comment.
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

    /// The blanks at the start of the last line above an item's name.
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

    /// How the arguments beside a place are written: those before it, or the one after it.
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

    /// Whether a node is an argument whose equals sign may stand under others.
    fn is_in_line(&self, at: u32) -> bool {
        at != NONE && {
            let node = self.node(at);
            node.kind == NodeKind::Attribute && is_in_line(self.slice(node.value))
        }
    }

    /// The arguments around one whose equals signs the formatter puts under its own, if all of
    /// them were made and they are few; else none.
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
        // A comment above an argument parts it from the one before.
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

    /// The arguments before and behind a place that were made and whose equals signs stand
    /// before a column, with the blanks that put them there.
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

    /// What stands between another name of an argument and its value, as blanks and what is kept
    /// behind them: its equals sign stays where it is if it stands where that of a neighbour does.
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

/// How many bytes at the start of a text are blank lines.
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

/// How many bytes at the end of a text of whole lines are blank lines.
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
