//! The nodes around a byte of a file.

use super::file::File;
use polycty_core::source::Span;
use polycty_hcl::syntax::{Attribute, Block, BodyId, ExprId, ExprKind, Tree};

/// The part of a body in which a byte is.
#[derive(Clone, Copy)]
pub(crate) enum Part<'t> {
    /// The name of an attribute or the text before its value.
    AttributeName(&'t Attribute),
    /// The value of an attribute.
    Value(&'t Attribute),
    /// The type of a block.
    BlockType(&'t Block),
    /// A label of a block, by its number.
    Label(&'t Block, usize),
    /// Anything else.
    Body,
}

/// The blocks around a byte, the outermost first, and the part of the innermost body.
pub(crate) struct Place<'t> {
    /// The blocks whose bodies contain the byte.
    pub(crate) blocks: Vec<&'t Block>,
    /// The innermost body.
    pub(crate) body: BodyId,
    /// The part of it.
    pub(crate) part: Part<'t>,
}

/// Whether a byte is inside of a span or at one of its ends.
pub(crate) fn touches(span: Span, byte: u32) -> bool {
    span.start <= byte && byte <= span.end
}

impl<'t> Place<'t> {
    /// The blocks around a byte of the tree's text, from outside to inside. The header of a block
    /// is a part of it.
    pub(crate) fn blocks_at(file: &'t File, byte: u32) -> Vec<&'t Block> {
        let place = Place::find(file, byte);
        let tree = &*file.tree;
        let header = match place.part {
            Part::BlockType(block) | Part::Label(block, _) => Some(block),
            _ => {
                let mut inner = tree[tree[place.body].blocks].iter();
                inner.find(|block| block.type_span.start <= byte && byte <= block.open.start)
            }
        };
        let mut blocks = place.blocks;
        blocks.extend(header);
        blocks
    }

    /// Finds the nodes at a byte of the tree's text.
    pub(crate) fn find(file: &'t File, byte: u32) -> Place<'t> {
        let tree = &*file.tree;
        let mut place = Place {
            blocks: Vec::new(),
            body: file.root,
            part: Part::Body,
        };
        loop {
            let body = &tree[place.body];
            let attributes = tree[body.attributes].iter().chain(&tree[body.repeated]);
            for attribute in attributes {
                if touches(attribute.span, byte) {
                    place.part = if byte >= attribute.equals.end {
                        Part::Value(attribute)
                    } else {
                        Part::AttributeName(attribute)
                    };
                    return place;
                }
            }
            let blocks = &tree[body.blocks];
            let found = blocks.partition_point(|block| block.close.end < byte);
            let Some(block) = blocks.get(found) else {
                return place;
            };
            if touches(block.type_span, byte) {
                place.part = Part::BlockType(block);
                return place;
            }
            let mut labels = tree[block.labels].iter();
            if let Some(label) = labels.position(|label| touches(label.span, byte)) {
                place.part = Part::Label(block, label);
                return place;
            }
            if byte < block.open.end || block.close.start < byte || block.open == block.close {
                return place;
            }
            place.blocks.push(block);
            place.body = block.body;
        }
    }
}

/// A body with the blocks around it.
pub(crate) type Visit<'v, 't> = &'v mut dyn FnMut(&[&'t Block], BodyId);

/// Calls `visit` with each body of a file, each after the one that contains it.
pub(crate) fn each_body<'t>(tree: &'t Tree, root: BodyId, visit: Visit<'_, 't>) {
    // The recursion is as deep as blocks nest, which the parser limits.
    fn walk<'t>(tree: &'t Tree, body: BodyId, path: &mut Vec<&'t Block>, visit: Visit<'_, 't>) {
        visit(path, body);
        for block in &tree[tree[body].blocks] {
            path.push(block);
            walk(tree, block.body, path, visit);
            path.pop();
        }
    }
    walk(tree, root, &mut Vec::new(), visit);
}

/// The attributes of a body, those with repeated names last.
pub(crate) fn attributes(tree: &Tree, body: BodyId) -> impl Iterator<Item = &Attribute> {
    let body = &tree[body];
    tree[body.attributes].iter().chain(&tree[body.repeated])
}

/// Calls `visit` with each expression in an expression, each after the one that contains it.
pub(crate) fn each_expression(tree: &Tree, id: ExprId, visit: &mut dyn FnMut(ExprId)) {
    // A chain of conditionals does not nest; the depth of everything else is limited.
    let mut id = id;
    while let ExprKind::Conditional { condition, yes, no } = tree[id].kind {
        visit(id);
        each_expression(tree, condition, visit);
        each_expression(tree, yes, visit);
        id = no;
    }
    visit(id);
    tree.each_part(id, &mut |_, part| each_expression(tree, part, visit));
}

/// The span of a label without its quotes.
pub(crate) fn inside_quotes(tree: &Tree, span: Span) -> Span {
    if span.end >= span.start + 2 && tree.slice(span).starts_with('"') {
        Span {
            start: span.start + 1,
            end: span.end - 1,
        }
    } else {
        span
    }
}
