//! Items: the arguments and blocks of a body, without a schema.
//!
//! Arguments and blocks in the order of the text, as far as it could be read: what is set
//! twice is there twice, and a fault hides nothing but itself. JSON tells an argument from
//! blocks only where its value can be nothing else, so an item may be either.
//!
//! A body whose `dynamic` blocks are expanded has them as they are written, for only a
//! schema says how many labels there are; what has been taken out of a body by a schema is
//! in it no more.

use super::{Attribute, Block, Body, Kind};
use crate::syntax::Span;
use polycty_core::calls::Budget;
use polycty_core::source::{Range, Result};

/// What stands in a body.
#[derive(Clone, Debug)]
pub enum Item {
    /// An argument.
    Attribute(Attribute),
    /// A block, with as many labels as are written.
    Block(Block),
    /// In JSON, what may be an argument or blocks: a null, an object, an array of such. The
    /// blocks are those that there are if blocks of this type have no labels: one for an
    /// object, one for each in an array. Where they have labels, these are the names of the
    /// items of their bodies, a level each.
    Either(Attribute, Vec<Block>),
}

impl Item {
    /// The argument that it is or may be.
    #[must_use]
    pub fn attribute(&self) -> Option<&Attribute> {
        match self {
            Item::Attribute(attribute) | Item::Either(attribute, _) => Some(attribute),
            Item::Block(_) => None,
        }
    }

    /// The blocks that it is or may be.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        match self {
            Item::Attribute(_) => &[],
            Item::Block(block) => std::slice::from_ref(block),
            Item::Either(_, blocks) => blocks,
        }
    }

    /// The blocks that it is or may be, to be changed.
    pub(super) fn blocks_mut(&mut self) -> &mut [Block] {
        match self {
            Item::Attribute(_) => &mut [],
            Item::Block(block) => std::slice::from_mut(block),
            Item::Either(_, blocks) => blocks,
        }
    }

    /// The name of the argument, or the type of the blocks.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Item::Attribute(attribute) | Item::Either(attribute, _) => &attribute.name,
            Item::Block(block) => &block.block_type,
        }
    }
}

impl Body {
    /// What stands in the body, in the order of the text; of several bodies, of one after
    /// the other. Out of a standard budget.
    ///
    /// # Errors
    /// What is spent.
    pub fn items(&self) -> Result<Vec<Item>> {
        self.items_within(&Budget::standard())
    }

    /// What stands in the body, as [`Body::items`] says it within an operation, out of its
    /// budget.
    ///
    /// # Errors
    /// What is spent.
    pub fn items_within(&self, budget: &Budget) -> Result<Vec<Item>> {
        match &self.0 {
            Kind::Native(body) => body.items(budget),
            Kind::Json(body) => body.items(budget),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => {
                let mut all = Vec::new();
                for body in bodies.iter() {
                    all.extend(body.items_within(budget)?);
                }
                Ok(all)
            }
            Kind::Dynamic(body) => body.items(budget),
            Kind::Unknown(body) => body.items(budget),
        }
    }

    /// Where the body stands: a block's with its braces, a file's as a whole; of several
    /// bodies the first.
    #[must_use]
    pub fn range(&self) -> Option<Range> {
        Some(match &self.0 {
            Kind::Native(body) => body.tree.range(body.tree[body.id].span),
            Kind::Json(body) => body.whole_range(),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => return bodies.first()?.range(),
            Kind::Dynamic(body) => return body.original().range(),
            Kind::Unknown(body) => return body.shape().range(),
        })
    }

    /// The text of the body as it is written: a block's with its braces, a file's as a
    /// whole; of several bodies that of the first.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        Some(match &self.0 {
            Kind::Native(body) => body.tree.slice(body.tree[body.id].span),
            Kind::Json(body) => body.whole_text(),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => return bodies.first()?.text(),
            Kind::Dynamic(body) => return body.original().text(),
            Kind::Unknown(body) => return body.shape().text(),
        })
    }

    /// The place of a stretch of the text that the body stands in, if it is this one.
    fn place_of(&self, span: Span, written: &str) -> Option<Range> {
        match &self.0 {
            Kind::Native(body) => (body.tree.slice(span) == written).then(|| body.tree.range(span)),
            Kind::Json(body) => body.place_of(span, written),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => {
                bodies.first()?.place_of(span, written)
            }
            Kind::Dynamic(body) => body.original().place_of(span, written),
            Kind::Unknown(body) => body.shape().place_of(span, written),
        }
    }
}

/// Where the braces of a block stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Braces {
    pub(super) open: Span,
    pub(super) close: Span,
}

impl Block {
    /// Where the opening brace stands; none where a broken text or an array of JSON has
    /// none.
    #[must_use]
    pub fn open_range(&self) -> Option<Range> {
        self.body.place_of(self.braces.open, "{")
    }

    /// Where the closing brace stands, likewise.
    #[must_use]
    pub fn close_range(&self) -> Option<Range> {
        self.body.place_of(self.braces.close, "}")
    }

    /// Where the whole block stands, from its type to its closing brace, as far as it was
    /// read; in JSON from the name of the property to the end of the object that is its body.
    #[must_use]
    pub fn range(&self) -> Range {
        let end = self.close_range().map(|close| close.end);
        let body = || self.body.range().map(|body| body.end);
        Range {
            start: self.type_range.start,
            end: end
                .or_else(body)
                .unwrap_or(self.def_range.end)
                .max(self.def_range.end),
        }
    }
}
