//! Cursor queries: the blocks and expressions at a position of a text.
//!
//! An editor needs these at its cursor: the enclosing blocks, the argument, and the expressions in
//! it, the outermost one first. A position is a byte; [`Body::byte_at`] converts a line and a
//! column to a byte.

use super::native::{NativeItem, native_items};
use super::{Attribute, Block, Body, Kind};
use crate::eval::{Expr, within_text};
use crate::syntax::{BodyId, Tree, holds};
use std::sync::Arc;

/// The syntax at a position.
#[derive(Clone, Debug, Default)]
pub struct SyntaxAtPosition {
    /// The enclosing blocks, the outermost one first. Empty in JSON, where blocks cannot be
    /// distinguished from arguments.
    pub blocks: Vec<Block>,
    /// The argument that contains the position; in JSON, the outermost one.
    pub attribute: Option<Attribute>,
    /// The expressions that contain the position, the outermost one first.
    pub expressions: Vec<Expr>,
}

impl Body {
    /// Returns the syntax at a byte of the source text; `dynamic` blocks are not expanded. Bytes
    /// are counted as in ranges. For merged bodies, `file` selects the body by the name of its
    /// text; without a name, the first body is used. `None` if there is no such text.
    #[must_use]
    pub fn at(&self, file: Option<&str>, byte: usize) -> Option<SyntaxAtPosition> {
        let mut found = SyntaxAtPosition::default();
        match &self.of_file(file)?.0 {
            Kind::Native(body) => {
                if let Some(at) = within_text(body.tree.source(), byte) {
                    native_at(&body.tree, body.id, at, &mut found);
                    if let Some(attribute) = &found.attribute {
                        found.expressions = attribute.expr.at(byte);
                    }
                }
            }
            Kind::Json(body) => {
                found.attribute = body.attribute_at(byte);
                if let Some(attribute) = &found.attribute {
                    found.expressions = attribute.expr.at(byte);
                }
            }
            _ => {}
        }
        Some(found)
    }

    /// Returns the last byte that is not after a line and a column, both counted from 1. `file`
    /// selects the text by name; without a name, the first text is used. `None` if there is no such
    /// text.
    #[must_use]
    pub fn byte_at(&self, file: Option<&str>, line: u32, column: u32) -> Option<usize> {
        match &self.of_file(file)?.0 {
            Kind::Native(body) => Some(body.tree.byte_at(line, column)),
            Kind::Json(body) => Some(body.document().byte_at(line, column)),
            _ => None,
        }
    }

    /// The body that was parsed from the text with a name, or from the first text.
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
            Kind::Unknown(body) => body.structure().of_file(file),
        }
    }
}

fn native_at(tree: &Arc<Tree>, id: BodyId, at: u32, found: &mut SyntaxAtPosition) {
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
