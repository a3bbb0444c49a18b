//! Lookup in a body: what does a spec find there, and where does its value stand?
//!
//! A [`Place`] is the content of one body, looked up by name. Faults that know no place
//! of their own are told where the value at fault stands, or where it could be put.

use super::spec::{Kind, Presence, Spec, TransformExpr};
use crate::body::{Attribute, Block, Body, Content};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Range, Source};
use polycty_core::types::{KeyedMap, Str};

/// The most arguments that are looked through one by one.
const MANY: usize = 16;

/// What a body contains, and the labels of the block that it belongs to.
pub(super) struct Place<'a> {
    pub(super) content: &'a Content,
    pub(super) labels: &'a [Str],
    pub(super) label_ranges: &'a [Range],
    /// What the schema did not ask for, if a spec for the body takes it.
    pub(super) rest: Option<&'a Body>,
    /// Where there are many arguments, which has which name.
    attributes: Option<KeyedMap<&'a str, &'a Attribute>>,
    blocks: KeyedMap<&'a str, Vec<&'a Block>>,
}

impl<'a> Place<'a> {
    pub(super) fn new(
        content: &'a Content,
        labels: &'a [Str],
        label_ranges: &'a [Range],
    ) -> Place<'a> {
        let attributes = (content.attributes.len() > MANY).then(|| {
            let attributes = content.attributes.iter();
            attributes.map(|found| (&*found.name, found)).collect()
        });
        let mut blocks: KeyedMap<&str, Vec<&Block>> = KeyedMap::default();
        for block in &content.blocks {
            blocks.entry(&block.block_type).or_default().push(block);
        }
        Place {
            content,
            labels,
            label_ranges,
            rest: None,
            attributes,
            blocks,
        }
    }

    pub(super) fn with_rest(self, rest: Option<&'a Body>) -> Place<'a> {
        Place { rest, ..self }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'a Attribute> {
        match &self.attributes {
            Some(attributes) => attributes.get(name).copied(),
            None => self.content.attribute(name),
        }
    }

    /// The blocks of a type, in the order of the text.
    pub(super) fn blocks(&self, block_type: &str) -> &[&'a Block] {
        self.blocks.get(block_type).map_or(&[], Vec::as_slice)
    }
}

impl Spec {
    /// Where the value stands that this spec makes of a body, or where it could be
    /// put; none for a value that comes from elsewhere.
    #[must_use]
    pub fn source_range(&self, body: &Body) -> Option<Range> {
        let budget = Budget::standard();
        let (found, _) = body.partial_content_within(self.schema(), &budget);
        let spot = self.spot_in(&Place::new(&found.content, &[], &[]), &budget);
        spot.map(|(range, _)| range)
    }

    /// Where the value stands, and in which text if that is not the body's.
    pub(super) fn spot_in(&self, place: &Place<'_>, budget: &Budget) -> Option<Spot> {
        let missing = || Some((place.content.missing_item, None));
        let in_first =
            |block_type: &str, skipped: usize, nested: &Spec| match place.blocks(block_type) {
                [first, ..] => nested.spot_in_block(first, skipped, budget),
                [] => missing(),
            };
        match &self.0.kind {
            Kind::Object(_) | Kind::Tuple(_) | Kind::Rest | Kind::RestAttributes { .. } => {
                missing()
            }
            Kind::Attribute(attribute) => match place.attribute(&attribute.name) {
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
            Kind::BlockAttributes(block) => match place.blocks(&block.block_type) {
                [first, ..] => Some((first.def_range, Some(first.source.clone()))),
                [] => missing(),
            },
            Kind::BlockLabel { index, .. } => match place.label_ranges.get(*index) {
                Some(range) => Some((*range, None)),
                None => missing(),
            },
            Kind::Default {
                primary: wrapped, ..
            }
            | Kind::TransformFunction { wrapped, .. }
            | Kind::TransformExpr(TransformExpr { wrapped, .. })
            | Kind::Validate { wrapped, .. }
            | Kind::Refine { wrapped, .. } => wrapped.spot_in(place, budget),
        }
    }

    /// Whether the value is that of a required argument which is missing. That was told by the
    /// body, so it is not seen by who counts what decoding has told.
    pub(super) fn lacks(&self, place: &Place<'_>) -> bool {
        match &self.0.kind {
            Kind::Attribute(attribute) => {
                attribute.presence == Presence::Required
                    && place.attribute(&attribute.name).is_none()
            }
            Kind::TransformFunction { wrapped, .. }
            | Kind::TransformExpr(TransformExpr { wrapped, .. })
            | Kind::Validate { wrapped, .. }
            | Kind::Refine { wrapped, .. } => wrapped.lacks(place),
            _ => false,
        }
    }

    /// Where the value of a block stands.
    pub(super) fn spot_in_block(
        &self,
        block: &Block,
        skipped: usize,
        budget: &Budget,
    ) -> Option<Spot> {
        let (found, _) = block.body.partial_content_within(self.schema(), budget);
        let labels = block.labels.get(skipped..).unwrap_or_default();
        let ranges = block.label_ranges.get(skipped..).unwrap_or_default();
        let (range, source) = self.spot_in(&Place::new(&found.content, labels, ranges), budget)?;
        Some((range, source.or_else(|| Some(block.source.clone()))))
    }
}

/// A range, and the text that it is one of; none for that of the body.
pub(super) type Spot = (Range, Option<Source>);

/// Says of a diagnostic where it is, as far as that is known.
pub(super) fn put(diagnostic: &mut Diagnostic, spot: Option<Spot>) {
    if let Some((range, source)) = spot {
        diagnostic.subject = Some(range);
        diagnostic.source = source;
    }
}
