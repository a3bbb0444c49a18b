//! Items: the arguments and blocks of a body, without a schema.
//!
//! The items are in source order, as far as the text could be parsed. Repeated arguments are listed
//! each time, and an error hides only the item that contains it. In JSON, arguments can be
//! distinguished from blocks only if the value rules out one of them, so an item may be either.
//!
//! If `dynamic` blocks are expanded, the items are still those of the source, because only a schema
//! defines the number of labels. Items that a schema has taken from a body are not listed.

use super::{Attribute, Block, Body, Kind};
use crate::syntax::Span;
use polycty_core::calls::Budget;
use polycty_core::source::{Range, Result};

/// An item of a body.
#[derive(Clone, Debug)]
pub enum Item {
    /// An argument.
    Attribute(Attribute),
    /// A block, with all labels in the source.
    Block(Block),
    /// In JSON, an argument or blocks: a null, an object, or an array of these. The blocks are
    /// listed as for a block type without labels: one for an object, one for each element of an
    /// array. If the type has labels, they are the names of the items of the bodies, one level for
    /// each label.
    Either(Attribute, Vec<Block>),
}

impl Item {
    /// The argument, if the item is or may be one.
    #[must_use]
    pub fn attribute(&self) -> Option<&Attribute> {
        match self {
            Item::Attribute(attribute) | Item::Either(attribute, _) => Some(attribute),
            Item::Block(_) => None,
        }
    }

    /// The blocks, if the item is or may be blocks.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        match self {
            Item::Attribute(_) => &[],
            Item::Block(block) => std::slice::from_ref(block),
            Item::Either(_, blocks) => blocks,
        }
    }

    /// The mutable blocks, if the item is or may be blocks.
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
    /// Returns the items of the body in source order, with the standard budget. The items of
    /// several bodies follow one another.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn items(&self) -> Result<Vec<Item>> {
        self.items_within(&Budget::standard())
    }

    /// Returns the items as [`Body::items`] does, with the budget of an operation.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
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

    /// The source range of the body: that of a block with its braces, or the whole file; for
    /// several bodies, that of the first one.
    #[must_use]
    pub fn range(&self) -> Option<Range> {
        Some(match &self.0 {
            Kind::Native(body) => body.tree.range(body.tree[body.id].span),
            Kind::Json(body) => body.whole_range(),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => return bodies.first()?.range(),
            Kind::Dynamic(body) => return body.original().range(),
            Kind::Unknown(body) => return body.structure().range(),
        })
    }

    /// The source text of the body: that of a block with its braces, or the whole file; for several
    /// bodies, that of the first one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        Some(match &self.0 {
            Kind::Native(body) => body.tree.slice(body.tree[body.id].span),
            Kind::Json(body) => body.whole_text(),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => return bodies.first()?.text(),
            Kind::Dynamic(body) => return body.original().text(),
            Kind::Unknown(body) => return body.structure().text(),
        })
    }

    /// The range of a span in the text of the body, if the text there equals `written`.
    fn place_of(&self, span: Span, written: &str) -> Option<Range> {
        match &self.0 {
            Kind::Native(body) => (body.tree.slice(span) == written).then(|| body.tree.range(span)),
            Kind::Json(body) => body.place_of(span, written),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => {
                bodies.first()?.place_of(span, written)
            }
            Kind::Dynamic(body) => body.original().place_of(span, written),
            Kind::Unknown(body) => body.structure().place_of(span, written),
        }
    }
}

/// The spans of the braces of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Braces {
    pub(super) open: Span,
    pub(super) close: Span,
}

impl Block {
    /// The range of the opening brace. `None` if it is missing because of a syntax error, or
    /// because the body is an array in JSON.
    #[must_use]
    pub fn open_range(&self) -> Option<Range> {
        self.body.place_of(self.braces.open, "{")
    }

    /// The range of the closing brace. `None` in the same cases as for [`Block::open_range`].
    #[must_use]
    pub fn close_range(&self) -> Option<Range> {
        self.body.place_of(self.braces.close, "}")
    }

    /// The range of the whole block, from its type to its closing brace, as far as it was parsed;
    /// in JSON, from the name of the property to the end of the object that is its body.
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
