//! Lookup of the items of a spec in a body, and the source range of its value.
//!
//! A [`ItemLookup`] is the content of one body, looked up by name. A diagnostic without a range of its
//! own gets the range of the erroneous value, or the range where the value could be inserted.

use super::spec::{Kind, Presence, Spec, TransformExpr};
use crate::body::{Attribute, Block, Body, Content};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Range, Source};
use polycty_core::types::{KeyedMap, Str};

/// The maximum number of arguments that are searched linearly.
const MANY: usize = 16;

/// The content of a body, and the labels of its block.
pub(super) struct ItemLookup<'a> {
    pub(super) content: &'a Content,
    pub(super) labels: &'a [Str],
    pub(super) label_ranges: &'a [Range],
    /// The items that the schema does not contain, if a spec of the body takes them.
    pub(super) rest: Option<&'a Body>,
    /// The arguments by name, if there are many.
    attributes: Option<KeyedMap<&'a str, &'a Attribute>>,
    blocks: KeyedMap<&'a str, Vec<&'a Block>>,
}

impl<'a> ItemLookup<'a> {
    pub(super) fn new(
        content: &'a Content,
        labels: &'a [Str],
        label_ranges: &'a [Range],
    ) -> ItemLookup<'a> {
        let attributes = (content.attributes.len() > MANY).then(|| {
            let attributes = content.attributes.iter();
            attributes.map(|found| (&*found.name, found)).collect()
        });
        let mut blocks: KeyedMap<&str, Vec<&Block>> = KeyedMap::default();
        for block in &content.blocks {
            blocks.entry(&block.block_type).or_default().push(block);
        }
        ItemLookup {
            content,
            labels,
            label_ranges,
            rest: None,
            attributes,
            blocks,
        }
    }

    pub(super) fn with_rest(self, rest: Option<&'a Body>) -> ItemLookup<'a> {
        ItemLookup { rest, ..self }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'a Attribute> {
        match &self.attributes {
            Some(attributes) => attributes.get(name).copied(),
            None => self.content.attribute(name),
        }
    }

    /// The blocks of a type in source order.
    pub(super) fn blocks(&self, block_type: &str) -> &[&'a Block] {
        self.blocks.get(block_type).map_or(&[], Vec::as_slice)
    }
}

impl Spec {
    /// Returns the range of the value that this spec decodes from a body, or the range where it
    /// could be inserted; `None` if the value does not come from the body.
    #[must_use]
    pub fn source_range(&self, body: &Body) -> Option<Range> {
        let budget = Budget::standard();
        let (found, _) = body.partial_content_within(self.schema(), &budget);
        let location = self.location_in(&ItemLookup::new(&found.content, &[], &[]), &budget);
        location.map(|(range, _)| range)
    }

    /// Returns the range of the value, and its text if that is not the text of the body.
    pub(super) fn location_in(&self, lookup: &ItemLookup<'_>, budget: &Budget) -> Option<Location> {
        let missing = || Some((lookup.content.missing_item, None));
        let in_first =
            |block_type: &str, skipped: usize, nested: &Spec| match lookup.blocks(block_type) {
                [first, ..] => nested.location_in_block(first, skipped, budget),
                [] => missing(),
            };
        match &self.0.kind {
            Kind::Object(_) | Kind::Tuple(_) | Kind::Rest | Kind::RestAttributes { .. } => {
                missing()
            }
            Kind::Attribute(attribute) => match lookup.attribute(&attribute.name) {
                Some(found) => Some((found.expr.range(), Some(found.source.clone()))),
                None => missing(),
            },
            Kind::Literal(_) => None,
            Kind::Expr(expr) => Some((expr.range(), expr.source().cloned())),
            Kind::Block(block) => in_first(&block.block_type, 0, &block.nested),
            Kind::Blocks(blocks) => in_first(&blocks.block_type, 0, &blocks.nested),
            Kind::LabelledBlocks(blocks) => {
                in_first(&blocks.block_type, blocks.labels.len(), &blocks.nested)
            }
            Kind::BlockAttributes(block) => match lookup.blocks(&block.block_type) {
                [first, ..] => Some((first.def_range, Some(first.source.clone()))),
                [] => missing(),
            },
            Kind::BlockLabel { index, .. } => match lookup.label_ranges.get(*index) {
                Some(range) => Some((*range, None)),
                None => missing(),
            },
            Kind::Default {
                primary: wrapped, ..
            }
            | Kind::TransformFunction { wrapped, .. }
            | Kind::TransformExpr(TransformExpr { wrapped, .. })
            | Kind::Validate { wrapped, .. }
            | Kind::Refine { wrapped, .. } => wrapped.location_in(lookup, budget),
        }
    }

    /// Whether the value is that of a missing required argument. The body has already reported it,
    /// so it is not among the diagnostics of decoding.
    pub(super) fn lacks(&self, lookup: &ItemLookup<'_>) -> bool {
        match &self.0.kind {
            Kind::Attribute(attribute) => {
                attribute.presence == Presence::Required
                    && lookup.attribute(&attribute.name).is_none()
            }
            Kind::TransformFunction { wrapped, .. }
            | Kind::TransformExpr(TransformExpr { wrapped, .. })
            | Kind::Validate { wrapped, .. }
            | Kind::Refine { wrapped, .. } => wrapped.lacks(lookup),
            _ => false,
        }
    }

    /// The range of the value of a block.
    pub(super) fn location_in_block(
        &self,
        block: &Block,
        skipped: usize,
        budget: &Budget,
    ) -> Option<Location> {
        let (found, _) = block.body.partial_content_within(self.schema(), budget);
        let labels = block.labels.get(skipped..).unwrap_or_default();
        let ranges = block.label_ranges.get(skipped..).unwrap_or_default();
        let (range, source) =
            self.location_in(&ItemLookup::new(&found.content, labels, ranges), budget)?;
        Some((range, source.or_else(|| Some(block.source.clone()))))
    }
}

/// A range and its text, or `None` for the text of the body.
pub(super) type Location = (Range, Option<Source>);

/// Sets the range and the source of a diagnostic, if known.
pub(super) fn set_location(diagnostic: &mut Diagnostic, location: Option<Location>) {
    if let Some((range, source)) = location {
        diagnostic.subject = Some(range);
        diagnostic.source = source;
    }
}
