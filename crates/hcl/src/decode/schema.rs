//! The schema of a spec.
//!
//! It contains the arguments and block types of all specs for the same body. A default requests the
//! items of its two specs, and these request them again, so a missing required argument in a
//! default is reported for each request, as HCL does.
//!
//! [`Spec::items`] has the same arguments and block types once each, with their types.

use super::spec::{Kind, Presence, Spec};
use crate::body::{AttributeSchema, BlockSchema, Schema};
use polycty_core::types::{Str, Type};
use std::collections::BTreeMap;

/// The arguments and block types of a body, for completion and documentation.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SpecItems<'s> {
    /// The arguments by name.
    pub attributes: BTreeMap<&'s str, AttributeItem<'s>>,
    /// The block types by name.
    pub blocks: BTreeMap<&'s str, BlockItem<'s>>,
}

/// An argument of a body.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AttributeItem<'s> {
    /// The type of its value.
    pub ty: &'s Type,
    /// Whether it is required, also if it has a default.
    pub required: bool,
}

/// A block type of a body.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BlockItem<'s> {
    /// The names of the labels.
    pub labels: Vec<Str>,
    /// The spec of the bodies of the blocks. `None` if they contain only arguments.
    pub nested: Option<&'s Spec>,
    /// The minimum number of blocks.
    pub min: usize,
}

impl Spec {
    /// The schema for requests of the content of a body.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.0.schema.get_or_init(|| {
            let mut schema = Schema::default();
            add(self, &mut schema);
            schema
        })
    }

    /// Returns the arguments and block types of a body. The first spec for a name determines its
    /// description.
    #[must_use]
    pub fn items(&self) -> SpecItems<'_> {
        let mut found = SpecItems::default();
        add_items(self, &mut found);
        found
    }

    /// Whether arguments that no spec names are evaluated, too.
    pub(super) fn takes_rest_attributes(&self) -> bool {
        let mut found = matches!(self.0.kind, Kind::RestAttributes { .. });
        if self.0.takes_rest {
            let kind = &self.0.kind;
            kind.same_body(&mut |part| found |= part.takes_rest_attributes());
        }
        found
    }

    /// The block types of the body and the specs of their bodies.
    pub(super) fn block_types(&self) -> BlockTypes<'_> {
        let mut found = BTreeMap::new();
        add_block_types(self, &mut found);
        found
    }
}

fn add(spec: &Spec, schema: &mut Schema) {
    own_attributes(spec, &mut schema.attributes);
    schema.blocks.extend(own_block(spec));
    spec.0.kind.same_body(&mut |part| add(part, schema));
}

/// Adds the arguments that a spec itself requests.
fn own_attributes(spec: &Spec, attributes: &mut Vec<AttributeSchema>) {
    match &spec.0.kind {
        Kind::Attribute(attribute) => attributes.push(AttributeSchema {
            name: attribute.name.clone(),
            required: attribute.presence == Presence::Required,
        }),
        Kind::Default { primary, fallback } => {
            own_attributes(primary, attributes);
            own_attributes(fallback, attributes);
        }
        _ => {}
    }
}

/// The block type that a spec itself requests.
fn own_block(spec: &Spec) -> Option<BlockSchema> {
    let (block_type, labels) = match &spec.0.kind {
        Kind::Block(block) => (&block.block_type, label_names(&block.nested)),
        Kind::Blocks(blocks) => (&blocks.block_type, label_names(&blocks.nested)),
        Kind::LabelledBlocks(blocks) => {
            let mut labels = blocks.labels.clone();
            labels.extend(label_names(&blocks.nested));
            (&blocks.block_type, labels)
        }
        Kind::BlockAttributes(block) => (&block.block_type, Vec::new()),
        Kind::Default { primary, .. } => return own_block(primary),
        _ => return None,
    };
    Some(BlockSchema {
        block_type: block_type.clone(),
        labels,
    })
}

/// The specs of bodies by block type; several if a spec uses a type more than once. `None` means a
/// block that contains only arguments.
pub(super) type BlockTypes<'a> = BTreeMap<&'a str, Vec<Option<&'a Spec>>>;

fn add_block_types<'a>(spec: &'a Spec, found: &mut BlockTypes<'a>) {
    let mut add = |block_type: &'a Str, nested: Option<&'a Spec>| {
        found.entry(&**block_type).or_default().push(nested);
    };
    match &spec.0.kind {
        Kind::Block(block) => {
            add(&block.block_type, Some(&block.nested));
        }
        Kind::Blocks(blocks) => {
            add(&blocks.block_type, Some(&blocks.nested));
        }
        Kind::LabelledBlocks(blocks) => {
            add(&blocks.block_type, Some(&blocks.nested));
        }
        Kind::BlockAttributes(block) => {
            add(&block.block_type, None);
        }
        _ => {}
    }
    spec.0
        .kind
        .same_body(&mut |part| add_block_types(part, found));
}

/// The names of the labels that the spec of a body of blocks requests. A label without a name of
/// its own, before one that is requested, gets a name that states this.
fn label_names(nested: &Spec) -> Vec<Str> {
    let mut names: BTreeMap<usize, Str> = BTreeMap::new();
    add_label_names(nested, &mut names);
    let Some((last, _)) = names.last_key_value() else {
        return Vec::new();
    };
    (0..=*last)
        .map(|at| match names.get(&at) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("missing{at:02}").into(),
        })
        .collect()
}

fn add_label_names(spec: &Spec, names: &mut BTreeMap<usize, Str>) {
    if let Kind::BlockLabel { index, name } = &spec.0.kind {
        names.insert(*index, name.clone());
    }
    spec.0
        .kind
        .same_body(&mut |part| add_label_names(part, names));
}

fn add_items<'s>(spec: &'s Spec, found: &mut SpecItems<'s>) {
    let is_required = |presence| presence == Presence::Required;
    let block = match &spec.0.kind {
        Kind::Attribute(attribute) => {
            let item = AttributeItem {
                ty: &attribute.ty,
                required: is_required(attribute.presence),
            };
            found.attributes.entry(&attribute.name).or_insert(item);
            return;
        }
        Kind::Block(block) => {
            let min = usize::from(is_required(block.presence));
            Some((&block.block_type, Some(&block.nested), min))
        }
        Kind::Blocks(blocks) => Some((&blocks.block_type, Some(&blocks.nested), blocks.count.min)),
        Kind::LabelledBlocks(blocks) => Some((&blocks.block_type, Some(&blocks.nested), 0)),
        Kind::BlockAttributes(block) => {
            let min = usize::from(is_required(block.presence));
            Some((&block.block_type, None, min))
        }
        _ => None,
    };
    if let Some((block_type, nested, min)) = block
        && let Some(own) = own_block(spec)
    {
        let item = BlockItem {
            labels: own.labels,
            nested,
            min,
        };
        found.blocks.entry(block_type).or_insert(item);
    }
    spec.0.kind.same_body(&mut |part| add_items(part, found));
}
