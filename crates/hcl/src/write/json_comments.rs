//! Comments of a configuration as text of its JSON form.
//!
//! JSON syntax ignores the property `//` of a body, which can hold text. Comments of a block belong to
//! the property of its body. Those of an argument belong to the body that contains it, with the name
//! of the argument before them.

use crate::syntax::{Body, Kind, Span, Token, Tree};
use polycty_core::sort::sort_by_key;

/// The comments of a text in source order.
pub(super) struct Comments {
    tokens: Vec<Token>,
}

/// The comments of a body.
#[derive(Default)]
pub(super) struct BodyComments {
    /// The lines of the body itself and of its arguments.
    pub(super) own: Vec<String>,
    /// The lines of each block, in the order of the blocks.
    pub(super) blocks: Vec<Vec<String>>,
}

/// The item of a body.
#[derive(Clone, Copy)]
enum Owner {
    Attribute(usize),
    Block(usize),
}

impl Comments {
    pub(super) fn new(tokens: Vec<Token>) -> Comments {
        let comments = tokens.into_iter();
        Comments {
            tokens: comments
                .filter(|token| token.kind == Kind::Comment)
                .collect(),
        }
    }

    /// The comments in a span.
    fn within(&self, start: u32, end: u32) -> &[Token] {
        let first = self.tokens.partition_point(|one| one.span.start < start);
        let last = self.tokens.partition_point(|one| one.span.start < end);
        &self.tokens[first..last.max(first)]
    }

    /// The comments of a body, which occupies a span. `keeps` determines whether the comments inside
    /// the value of an argument are included.
    pub(super) fn of_body(
        &self,
        tree: &Tree,
        body: &Body,
        span: Span,
        keeps: &dyn Fn(usize) -> bool,
    ) -> BodyComments {
        let attributes = tree[body.attributes].iter().enumerate();
        let attributes = attributes.map(|(at, one)| (one.span, Owner::Attribute(at)));
        let blocks = tree[body.blocks].iter().enumerate().map(|(at, one)| {
            let (start, end) = (one.type_span.start, one.close.end);
            (Span { start, end }, Owner::Block(at))
        });
        let mut items: Vec<(Span, Owner)> = attributes.chain(blocks).collect();
        sort_by_key(&mut items, |(span, _)| span.start);
        let mut found = BodyComments {
            own: Vec::new(),
            blocks: vec![Vec::new(); body.blocks.len()],
        };
        let mut add = |owner: Option<Owner>, comment: &Token| {
            let lines = lines(tree.slice(comment.span));
            match owner {
                None => found.own.extend(lines),
                Some(Owner::Block(at)) => found.blocks[at].extend(lines),
                Some(Owner::Attribute(at)) => {
                    let name = tree.text(tree[body.attributes][at].name);
                    let lines = lines.into_iter();
                    found
                        .own
                        .extend(lines.map(|line| format!("{name}: {line}")));
                }
            }
        };
        let mut before: Option<(Span, Owner)> = None;
        let mut from = span.start;
        let after_last = (Span::at(span.end as usize), None);
        let items = items.into_iter().map(|(span, owner)| (span, Some(owner)));
        for (item, owner) in items.chain([after_last]) {
            let gap = self.within(from, item.start.max(from));
            let mut lead = gap.len();
            // Comments directly above an item belong to it.
            let mut next = item.start;
            while owner.is_some() && lead > 0 {
                let end = gap[lead - 1].span.end;
                if newlines(tree, end, next) > 1 {
                    break;
                }
                lead -= 1;
                next = gap[lead].span.start;
            }
            for (at, comment) in gap.iter().enumerate() {
                let follows = before
                    .filter(|(before, _)| newlines(tree, before.end, comment.span.start) == 0);
                // On the line of the opening brace.
                let is_first = before.is_none()
                    && span.start > 0
                    && newlines(tree, span.start, comment.span.start) == 0;
                match follows {
                    Some((_, owner)) => add(Some(owner), comment),
                    None if is_first => add(None, comment),
                    None if at >= lead => add(owner, comment),
                    None => add(None, comment),
                }
            }
            if let Some(Owner::Attribute(at)) = owner
                && keeps(at)
            {
                for comment in self.within(item.start, item.end) {
                    add(owner, comment);
                }
            }
            before = owner.map(|owner| (item, owner));
            from = item.end.max(from);
        }
        found
    }
}

/// The number of line breaks between two bytes.
fn newlines(tree: &Tree, start: u32, end: u32) -> usize {
    let end = end.max(start);
    let between = tree.slice(Span { start, end });
    between.bytes().filter(|byte| *byte == b'\n').count()
}

/// The lines of a comment without its signs.
fn lines(comment: &str) -> Vec<String> {
    let inner = comment
        .strip_prefix("/*")
        .and_then(|inner| inner.strip_suffix("*/"));
    let Some(inner) = inner else {
        let text = comment.trim_end();
        let text = text
            .strip_prefix("//")
            .unwrap_or_else(|| text.trim_start_matches('#'));
        return vec![text.strip_prefix(' ').unwrap_or(text).to_owned()];
    };
    let lines = inner.lines().map(|line| {
        let line = line.trim();
        let line = line.strip_prefix('*').unwrap_or(line);
        line.trim().to_owned()
    });
    lines.filter(|line| !line.is_empty()).collect()
}
