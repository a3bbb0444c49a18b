//! Merged bodies: the contents of several bodies as one.
//!
//! Merging lets a configuration consist of several files. An argument may be set in only one of
//! them. A missing argument is missing in all of them and is reported at the first body.

use super::{Attribute, AttributeSchema, Block, Body, Content, Found, Schema, dynamic, range_text};
use crate::eval::DiagnosticSink;
use polycty_core::calls::Budget;
use polycty_core::source::{Position, Range, Reporter};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, KeyedSet, Str};

pub(super) fn content(bodies: &[Body], schema: &Schema, budget: &Budget) -> Found<Content> {
    let optional = without_required(schema);
    let parts = bodies
        .iter()
        .map(|body| body.content_within(&optional, budget));
    merge(bodies, schema, parts.collect(), budget)
}

pub(super) fn partial_content(
    bodies: &[Body],
    schema: &Schema,
    budget: &Budget,
) -> (Found<Content>, Vec<Body>) {
    let optional = without_required(schema);
    let (parts, rest) = bodies
        .iter()
        .map(|body| body.partial_content_within(&optional, budget))
        .unzip();
    (merge(bodies, schema, parts, budget), rest)
}

pub(super) fn just_attributes(bodies: &[Body], budget: &Budget) -> Found<Vec<Attribute>> {
    let mut merged = Attributes::new(budget);
    for body in bodies {
        let found = body.just_attributes_within(budget);
        merged.sink.report_all(found.diagnostics);
        found
            .content
            .into_iter()
            .for_each(|attribute| merged.add(attribute));
    }
    Found::of_attributes(merged.sink, merged.found)
}

/// Returns the content of a body and its overrides, and the rest of each. Arguments are required
/// only in the first body.
pub(super) fn overridden(
    bodies: &[Body],
    schema: &Schema,
    budget: &Budget,
) -> (Found<Content>, Vec<Body>) {
    let optional = without_required(schema);
    let mut sink = DiagnosticSink::new(budget);
    let mut content = Content {
        attributes: Vec::new(),
        blocks: Vec::new(),
        missing_item: bodies.first().map_or(EMPTY, Body::missing_item_range),
    };
    let mut left = Vec::with_capacity(bodies.len());
    for (at, body) in bodies.iter().enumerate() {
        let asked = if at == 0 { schema } else { &optional };
        let (found, rest) = body.partial_content_within(asked, budget);
        left.push(rest);
        sink.report_all(found.diagnostics);
        for attribute in found.content.attributes {
            let same = |before: &&mut Attribute| before.name == attribute.name;
            match content.attributes.iter_mut().find(same) {
                Some(before) => *before = attribute,
                None => content.attributes.push(attribute),
            }
        }
        let generated = |block: &Block| match &*block.block_type {
            dynamic::BLOCK_TYPE => block.labels.first().cloned(),
            _ => Some(block.block_type.clone()),
        };
        let types: KeyedSet<Str> = found.content.blocks.iter().filter_map(generated).collect();
        let replaced = |block: &Block| generated(block).is_some_and(|ty| types.contains(&ty));
        content.blocks.retain(|block| !replaced(block));
        content.blocks.extend(found.content.blocks);
    }
    (Found::of(sink, content), left)
}

/// Returns the arguments of a body and its overrides.
pub(super) fn just_overridden(bodies: &[Body], budget: &Budget) -> Found<Vec<Attribute>> {
    let mut sink = DiagnosticSink::new(budget);
    let mut all: Vec<Attribute> = Vec::new();
    for body in bodies {
        let found = body.just_attributes_within(budget);
        sink.report_all(found.diagnostics);
        for attribute in found.content {
            let same = |before: &&mut Attribute| before.name == attribute.name;
            match all.iter_mut().find(same) {
                Some(before) => *before = attribute,
                None => all.push(attribute),
            }
        }
    }
    Found::of_attributes(sink, all)
}

fn without_required(schema: &Schema) -> Schema {
    Schema {
        attributes: schema
            .attributes
            .iter()
            .map(|attribute| AttributeSchema {
                name: attribute.name.clone(),
                required: false,
            })
            .collect(),
        blocks: schema.blocks.clone(),
    }
}

fn merge(
    bodies: &[Body],
    schema: &Schema,
    parts: Vec<Found<Content>>,
    budget: &Budget,
) -> Found<Content> {
    let mut merged = Attributes::new(budget);
    let mut blocks = Vec::new();
    for part in parts {
        merged.sink.report_all(part.diagnostics);
        part.content
            .attributes
            .into_iter()
            .for_each(|attribute| merged.add(attribute));
        blocks.extend(part.content.blocks);
    }
    let missing_item = bodies.first().map_or(EMPTY, Body::missing_item_range);
    for wanted in &schema.attributes {
        if wanted.required && !merged.by_name.contains_key(&wanted.name) {
            let diagnostic = Reporter::Hcl.error(
                "Missing required argument",
                format!(
                    "The argument {} is required, but was not set.",
                    Quoted(&wanted.name)
                ),
            );
            (merged.sink).report(diagnostic.with_subject(missing_item));
        }
    }
    let content = Content {
        attributes: merged.found,
        blocks,
        missing_item,
    };
    Found::of(merged.sink, content)
}

const EMPTY: Range = Range {
    start: Position::START,
    end: Position::START,
};

/// The arguments of all bodies so far.
struct Attributes<'a> {
    found: Vec<Attribute>,
    by_name: KeyedMap<Str, usize>,
    sink: DiagnosticSink<'a>,
}

impl<'a> Attributes<'a> {
    fn new(budget: &'a Budget) -> Attributes<'a> {
        Attributes {
            found: Vec::new(),
            by_name: KeyedMap::default(),
            sink: DiagnosticSink::new(budget),
        }
    }

    fn add(&mut self, attribute: Attribute) {
        if let Some(first) = self.by_name.get(&attribute.name) {
            let first = &self.found[*first];
            let detail = format!(
                "Argument {} was already set at {}",
                Quoted(&attribute.name),
                range_text(&first.source, first.name_range)
            );
            let mut diagnostic = Reporter::Hcl.error("Duplicate argument", detail);
            diagnostic.source = Some(attribute.source.clone());
            (self.sink).report(diagnostic.with_subject(attribute.name_range));
            return;
        }
        self.by_name
            .insert(attribute.name.clone(), self.found.len());
        self.found.push(attribute);
    }
}
