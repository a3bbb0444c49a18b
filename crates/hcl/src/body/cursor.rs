//! Cursor queries: the blocks and expressions at a position of a text.
//!
//! What an editor asks about its cursor: the blocks around it, the argument, and the
//! expressions within that, the outermost one first. A place is a byte; the byte of a line
//! and column is [`Body::byte_at`].

use super::native::{NativeItem, native_items};
use super::{Attribute, Block, Body, Kind};
use crate::eval::{Expr, within_text};
use crate::syntax::{BodyId, Tree, holds};
use std::sync::Arc;

/// What stands at a place.
#[derive(Clone, Debug, Default)]
pub struct AtPlace {
    /// The blocks around the place, the outermost one first. None in JSON, which does not
    /// tell them from arguments.
    pub blocks: Vec<Block>,
    /// The argument that the place is in; in JSON the outermost.
    pub attribute: Option<Attribute>,
    /// The expressions around the place, the outermost one first.
    pub expressions: Vec<Expr>,
}

impl Body {
    /// What stands at a byte of the text, as it is written; `dynamic` blocks are not
    /// expanded. Bytes count as those of ranges do. Of bodies merged of several texts the
    /// one is asked that stands in the text of this name, or the first if there is no name.
    #[must_use]
    pub fn at(&self, file: Option<&str>, byte: usize) -> AtPlace {
        let mut found = AtPlace::default();
        match self.of_file(file).map(|body| &body.0) {
            Some(Kind::Native(body)) => {
                if let Some(at) = within_text(body.tree.source(), byte) {
                    native_at(&body.tree, body.id, at, &mut found);
                    if let Some(attribute) = &found.attribute {
                        found.expressions = attribute.expr.at(byte);
                    }
                }
            }
            Some(Kind::Json(body)) => {
                found.attribute = body.attribute_at(byte);
                if let Some(attribute) = &found.attribute {
                    found.expressions = attribute.expr.at(byte);
                }
            }
            _ => {}
        }
        found
    }

    /// The byte at a line and column, each from 1, of the text of this name, or of the
    /// first: the last byte that stands nowhere behind. None where there is no such text.
    #[must_use]
    pub fn byte_at(&self, file: Option<&str>, line: u32, column: u32) -> Option<usize> {
        match &self.of_file(file)?.0 {
            Kind::Native(body) => Some(body.tree.byte_at(line, column)),
            Kind::Json(body) => Some(body.document().byte_at(line, column)),
            _ => None,
        }
    }

    /// The body as it was read from the text of a name, or from the first.
    fn of_file(&self, file: Option<&str>) -> Option<&Body> {
        match &self.0 {
            Kind::Native(_) | Kind::Json(_) => {
                let named = |source: &polycty_core::source::Source| {
                    file.is_none_or(|file| *source.name == *file)
                };
                self.source().is_some_and(named).then_some(self)
            }
            Kind::Merged(bodies) | Kind::Overridden(bodies) => {
                bodies.iter().find_map(|body| body.of_file(file))
            }
            Kind::Dynamic(body) => body.original().of_file(file),
            Kind::Unknown(body) => body.shape().of_file(file),
        }
    }
}

fn native_at(tree: &Arc<Tree>, id: BodyId, at: u32, found: &mut AtPlace) {
    let mut next = Some(id);
    while let Some(id) = next.take() {
        for item in native_items(tree, id) {
            match item {
                NativeItem::Attribute(attribute) if holds(attribute.span, at) => {
                    found.attribute = Some(super::native::attribute_of(
                        tree,
                        attribute,
                        tree.text(attribute.name),
                    ));
                }
                NativeItem::Block(block) if holds(block.type_span.to(block.close), at) => {
                    found.blocks.push(super::native::block_of(
                        tree,
                        block,
                        tree.text(block.block_type),
                    ));
                    next = Some(block.body);
                }
                _ => {}
            }
        }
    }
}
