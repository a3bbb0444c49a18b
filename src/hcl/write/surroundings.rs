//! Surroundings: how is what is new written, so that it looks like what is there?
//!
//! Its lines end and are indented as those around it, and its equals sign stands where those
//! of the arguments beside it stand, unless its name is too long for that. What is there is
//! never moved for its sake. Blank lines part what they parted before: with what is taken out
//! goes one of the two that would be left, and a block gets one to what it comes to stand beside.

use super::file::{Body, File};
use super::format::{UNIT, joins_blanks};
use super::nodes::{NONE, Node, NodeKind, Nodes};
use super::parse::Meanwhile;
use crate::syntax::{Kind, Span, tokens};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::values::grapheme_count;

/// So many arguments before one are looked at, to see whether they are aligned.
const NEIGHBOURS: usize = 16;

/// How the lines of a file look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// What a level is indented by.
    pub(super) unit: String,
    pub(super) newline: &'static str,
}

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
        let mut levels = 0;
        let mut owner = nodes.body(body).owner;
        while owner != NONE {
            levels += 1;
            if let Some(found) = nodes.indentation_of(owner) {
                return found.to_owned() + &self.look().unit.repeat(levels);
            }
            owner = nodes.body(Body(nodes.node(owner).body)).owner;
        }
        String::new()
    }

    /// What stands between the name of a new argument, which comes before `next` in a body,
    /// and this value.
    pub(super) fn equals(&self, body: Body, next: u32, name: &str, value: &str) -> String {
        let width = grapheme_count(name);
        match self.nodes.equals_beside(body, next) {
            Equals::Aligned(_) if !is_in_line(value) => " = ".into(),
            Equals::Tight => "=".into(),
            Equals::Aligned(column) if column > width => {
                format!("{}= ", " ".repeat(column - width))
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
    /// the two is a block.
    pub(super) fn part(&mut self, first: u32, last: u32, budget: &Budget) -> Result<()> {
        let body = self.nodes.node(first).body;
        let kind = |at: u32, nodes: &Nodes| match at {
            NONE => NodeKind::Loose,
            at => nodes.node(at).kind,
        };
        let before = self.nodes.node(first).previous;
        let after = self.nodes.node(last).next;
        for (one, other, place) in [(before, first, first), (last, after, after)] {
            let kinds = [kind(one, &self.nodes), kind(other, &self.nodes)];
            if !kinds.contains(&NodeKind::Loose) && kinds.contains(&NodeKind::Block) {
                let blank = self
                    .nodes
                    .make(self.look.get().map_or("\n", |look| look.newline), budget)?;
                self.link_loose(blank, body, place);
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
    /// What an item is indented by; nothing for one in the line of its braces, and where its
    /// line begins with a comment.
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
        let lead = self.slice(node.lead);
        let line = &lead[lead.rfind('\n').map_or(0, |newline| newline + 1)..];
        let is_blank = line.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        (starts_line && is_blank).then_some(line)
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

    /// What stands between another name of an argument and its value: its equals sign stays
    /// where it is if it stands where that of a neighbour does.
    pub(super) fn renamed_middle(&self, attribute: u32, name: &str) -> String {
        let node = self.node(attribute);
        let middle = self.slice(node.middle);
        let here = self.equals_of(attribute);
        let is_beside = [node.previous, node.next].into_iter().any(|at| {
            at != NONE && self.node(at).kind == NodeKind::Attribute && self.equals_of(at) == here
        });
        match here {
            Equals::Aligned(column) if is_beside => {
                let padding = column.saturating_sub(grapheme_count(name)).max(1);
                " ".repeat(padding) + middle.trim_start_matches(' ')
            }
            _ => middle.to_owned(),
        }
    }
}

/// Whether a value begins and ends in one line, as the lines of a heredoc count.
pub(super) fn is_in_line(value: &str) -> bool {
    value.starts_with("<<") || !value.contains('\n')
}

/// Which lines of a text are indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// All.
    Indented,
    /// All but the first, which goes on from what stands before it.
    Continued,
}

/// A text that was laid out by itself, in lines that look like others.
pub(super) fn in_lines(
    text: &str,
    indentation: &str,
    look: &Look,
    first: First,
    budget: &Budget,
) -> Result<String> {
    let change = |blanks: &str| {
        // Laid out, a level has two spaces.
        let levels = blanks.len() / UNIT.len();
        let rest = &blanks[levels * UNIT.len()..];
        [indentation, &look.unit.repeat(levels), rest].concat()
    };
    each_line(
        text,
        first,
        Some(look.newline),
        indentation,
        &change,
        budget,
    )
}

/// A text of whole lines or a part of one, with another indentation in place of one that its
/// lines have.
pub(super) fn moved(
    text: &str,
    from: &str,
    to: &str,
    first: First,
    budget: &Budget,
) -> Result<String> {
    let change = |blanks: &str| match blanks.strip_prefix(from) {
        Some(rest) => [to, rest].concat(),
        None => blanks.to_owned(),
    };
    each_line(text, first, None, "", &change, budget)
}

/// A text with what its lines begin with changed, but for those of heredocs and comments, and
/// with other newlines. The lines of heredocs that are read without the white space that they
/// have in common get `shift` before them.
fn each_line(
    text: &str,
    first: First,
    newline: Option<&str>,
    shift: &str,
    change: &dyn Fn(&str) -> String,
    budget: &Budget,
) -> Result<String> {
    let meanwhile = Meanwhile::new(budget);
    budget.hold(text.len() as u64)?;
    // A heredoc at the end is one only where a newline follows.
    let whole = [text, "\n"].concat();
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut starts_line = first == First::Indented;
    // Of each heredoc around, the outermost first, whether it is shifted.
    let mut heredocs: Vec<bool> = Vec::new();
    let mut starts_text = false;
    let can_shift = !shift.is_empty() && text.contains("<<-") && !text.lines().any(joins_blanks);
    let mut held = 0;
    for token in tokens(whole.as_bytes(), budget)? {
        let Span { start, end } = token.span;
        if start as usize >= text.len() {
            break;
        }
        let word = &whole[start as usize..(end as usize).min(text.len())];
        if starts_text && heredocs.last() == Some(&true) {
            let line = whole[start as usize..].lines().next().unwrap_or_default();
            if !line.trim().is_empty() {
                out.push_str(shift);
            }
        }
        match token.kind {
            Kind::OpenHeredoc => heredocs.push(can_shift && word.starts_with("<<-")),
            Kind::CloseHeredoc => drop(heredocs.pop()),
            _ => {}
        }
        starts_text = match token.kind {
            Kind::OpenHeredoc => true,
            Kind::PlainText => !heredocs.is_empty() && word.ends_with('\n'),
            _ => false,
        };
        match token.kind {
            Kind::Newline => out.push_str(newline.unwrap_or(word)),
            Kind::Blank if starts_line => {
                let next = whole[end as usize..].bytes().next();
                if !matches!(next, Some(b'\n' | b'\r')) {
                    out.push_str(&change(word));
                }
            }
            _ => {
                if starts_line {
                    out.push_str(&change(""));
                }
                out.push_str(word);
            }
        }
        starts_line = token.kind == Kind::Newline;
        budget.hold((out.len() - held) as u64)?;
        held = out.len();
    }
    drop(meanwhile);
    budget.hold(held as u64)?;
    Ok(out)
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
