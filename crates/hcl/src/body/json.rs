//! Bodies in JSON syntax.
//!
//! A body is an object, or an array of objects whose properties are combined. A block is a property
//! whose value consists of nested objects, one for each label, and then the body of the block or an
//! array of such bodies. A property named `//` is a comment.

use super::items::{Braces, Item};
use super::{
    ARGUMENT, Attribute, BLOCK, Block, BlockSchema, Body, Content, Expr, Found, Hidden, LABEL,
    Schema, missing_argument, range_text,
};
use crate::eval::{DiagnosticSink, within_text};
use crate::syntax::json::{Document, JsonExpression, NodeId, NodeKind, Property};
use crate::syntax::{Span, holds};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Range, Reporter, Source, SourceError, did_you_mean};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Str};
use std::sync::Arc;

const INCORRECT: &str = "Incorrect JSON value type";
pub(super) const COMMENT: &str = "//";

/// A JSON value as a body, without the items that were taken from it.
#[derive(Clone, Debug)]
pub(super) struct JsonBody {
    document: Arc<Document>,
    /// `None` for a text that is not a body, which has already been reported.
    node: Option<NodeId>,
    hidden: Hidden,
}

impl JsonBody {
    pub(super) fn new(value: JsonExpression) -> JsonBody {
        JsonBody {
            document: value.document().clone(),
            node: value.node(),
            hidden: Hidden::default(),
        }
    }

    /// Creates the body of a whole text.
    pub(super) fn root(value: JsonExpression, diagnostics: &mut Vec<Diagnostic>) -> JsonBody {
        let mut body = JsonBody::new(value.clone());
        let is_body = body.node.is_some_and(|node| {
            matches!(
                body.document[node].kind,
                NodeKind::Object(_) | NodeKind::Array(_)
            )
        });
        if !is_body {
            body.node = None;
            let failure = SourceError::syntax(
                "Root value must be object",
                "The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.",
                value.start_span(),
            );
            diagnostics.push(body.document.diagnose(failure));
        }
        body
    }

    pub(super) fn content(&self, schema: &Schema, budget: &Budget) -> Found<Content> {
        let mut sink = DiagnosticSink::new(budget);
        let (content, rest) = self.take(schema, &mut sink);
        let unused = schema
            .attributes
            .iter()
            .map(|wanted| &wanted.name)
            .filter(|name| !rest.hidden.attributes.contains(*name));
        let blocks = schema.blocks.iter().map(|block| &block.block_type);
        let names: Vec<&str> = unused.chain(blocks).map(|name| &**name).collect();
        for property in self.properties(&mut sink) {
            let name = &*property.name.text;
            if sink.ended() || name == COMMENT || rest.hidden.attributes.contains(name) {
                continue;
            }
            let meant = sink.suggest(name, names.iter().copied());
            let detail = format!(
                "No argument or block type is named {}.{}",
                Quoted(name),
                did_you_mean(meant)
            );
            let mut diagnostic = Reporter::Hcl
                .error("Extraneous JSON object property", detail)
                .with_subject(self.range(property.name_span))
                .with_context(self.range(property.name_span));
            diagnostic.suggestion = meant.map(str::to_owned);
            sink.report(diagnostic);
        }
        Found::of(sink, content)
    }

    pub(super) fn partial_content(
        &self,
        schema: &Schema,
        budget: &Budget,
    ) -> (Found<Content>, JsonBody) {
        let mut sink = DiagnosticSink::new(budget);
        let (content, rest) = self.take(schema, &mut sink);
        (Found::of(sink, content), rest)
    }

    fn take(&self, schema: &Schema, sink: &mut DiagnosticSink<'_>) -> (Content, JsonBody) {
        let mut rest = self.clone();
        let mut content = Content {
            attributes: Vec::new(),
            blocks: Vec::new(),
            missing_item: self.missing_item_range(),
        };
        let wanted: KeyedMap<&str, usize> = schema
            .attributes
            .iter()
            .enumerate()
            .map(|(at, attribute)| (&*attribute.name, at))
            .collect();
        let wanted_blocks: KeyedMap<&str, &BlockSchema> = schema
            .blocks
            .iter()
            .map(|block| (&*block.block_type, block))
            .collect();
        let mut set: Vec<Option<Attribute>> = vec![None; schema.attributes.len()];
        let missing_item = content.missing_item;
        let asked = schema.attributes.len() + schema.blocks.len();
        if !sink.work(asked, missing_item) {
            return (content, rest);
        }
        for property in self.properties(sink) {
            let name = &property.name.text;
            if self.hidden.attributes.contains(name) {
                continue;
            }
            if let Some(at) = wanted.get(&**name) {
                rest.hidden.attributes.insert(name.clone());
                if let Some(first) = &set[*at] {
                    let again = self.set_already("Duplicate argument", property, first);
                    sink.report(again.with_context(self.range(property.name_span)));
                    continue;
                }
                if !sink.hold(ARGUMENT, missing_item) {
                    break;
                }
                set[*at] = Some(self.attribute(property));
            } else if let Some(block) = wanted_blocks.get(&**name) {
                rest.hidden.attributes.insert(name.clone());
                let mut unpacking = Unpacking {
                    body: self,
                    block,
                    type_range: self.range(property.name_span),
                    labels: Vec::new(),
                    label_ranges: Vec::new(),
                    blocks: &mut content.blocks,
                    sink,
                };
                unpacking.unpack(property.value);
            }
        }
        for (wanted, found) in schema.attributes.iter().zip(set) {
            match found {
                Some(attribute) => content.attributes.push(attribute),
                None if wanted.required => {
                    sink.report(missing_argument(&wanted.name, missing_item));
                }
                None => {}
            }
        }
        (content, rest)
    }

    pub(super) fn just_attributes(&self, budget: &Budget) -> Found<Vec<Attribute>> {
        let mut sink = DiagnosticSink::new(budget);
        let mut content: Vec<Attribute> = Vec::new();
        let Some(node) = self.node else {
            return Found::of_attributes(sink, content);
        };
        let NodeKind::Object(properties) = &self.document[node].kind else {
            let diagnostic = Reporter::Hcl.error(
                INCORRECT,
                "A JSON object is required here, setting the arguments for this block.",
            );
            let at = self.range(self.document.start_span(node));
            sink.report(diagnostic.with_subject(at));
            return Found::of_attributes(sink, content);
        };
        let mut by_name: KeyedMap<&str, usize> = KeyedMap::default();
        for property in properties {
            let name = &property.name.text;
            if &**name == COMMENT || self.hidden.attributes.contains(name) {
                continue;
            }
            if let Some(first) = by_name.get(&**name) {
                let first = &content[*first];
                sink.report(self.set_already("Duplicate attribute definition", property, first));
                continue;
            }
            let at = LazyRange(&self.document, property.name_span);
            if !sink.work(1, at) || !sink.hold(ARGUMENT, at) {
                break;
            }
            by_name.insert(name, content.len());
            content.push(self.attribute(property));
        }
        Found::of_attributes(sink, content)
    }

    pub(super) fn missing_item_range(&self) -> Range {
        let Some(node) = self.node else {
            return self.range(Span::default());
        };
        let span = self.document[node].span;
        match self.document[node].kind {
            NodeKind::Object(_) => self.range(Span {
                start: span.end - 1,
                end: span.end,
            }),
            _ => self.range(self.document.start_span(node)),
        }
    }

    /// The items of the body in source order.
    pub(super) fn items(&self, budget: &Budget) -> polycty_core::source::Result<Vec<Item>> {
        let mut items = Vec::new();
        let Some(node) = self.node else {
            return Ok(items);
        };
        for property in budget.each(document_properties(&self.document, &node)) {
            let property = property?;
            let name = &property.name.text;
            if &**name == COMMENT || self.hidden.attributes.contains(name) {
                continue;
            }
            budget.hold(size_of::<Item>() as u64)?;
            let attribute = self.attribute(property);
            let values = parts_of(&self.document, &property.value);
            let is_body = |value: &NodeId| {
                matches!(
                    self.document[*value].kind,
                    NodeKind::Null | NodeKind::Object(_)
                )
            };
            if !values.iter().all(is_body) {
                items.push(Item::Attribute(attribute));
                continue;
            }
            budget.parts(values.len() as u64, BLOCK as u64)?;
            let bodies = values.iter().filter(|value| {
                // A null value means no blocks; in an array, it is a block.
                !matches!(self.document[**value].kind, NodeKind::Null) || **value != property.value
            });
            let type_range = attribute.name_range;
            let block = |body: &NodeId| Block {
                block_type: name.clone(),
                labels: Vec::new(),
                body: Body::json(JsonExpression::new(self.document.clone(), *body)),
                def_range: self.range(self.document.start_span(property.value)),
                type_range,
                label_ranges: Vec::new(),
                source: self.source().clone(),
                braces: braces(&self.document, *body),
            };
            items.push(Item::Either(attribute, bodies.map(block).collect()));
        }
        Ok(items)
    }

    /// The argument whose name or value contains a byte.
    pub(super) fn attribute_at(&self, byte: usize) -> Option<Attribute> {
        let at = within_text(self.source(), byte)?;
        let node = self.node?;
        document_properties(&self.document, &node)
            .find(|property| holds(self.whole(property), at))
            .map(|property| self.attribute(property))
    }

    pub(super) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    pub(super) fn root_node(&self) -> Option<NodeId> {
        self.node
    }

    pub(super) fn hidden(&self) -> &Hidden {
        &self.hidden
    }

    fn whole_span(&self) -> Span {
        self.node
            .map_or_else(Span::default, |node| self.document[node].span)
    }

    pub(super) fn whole_range(&self) -> Range {
        self.range(self.whole_span())
    }

    pub(super) fn whole_text(&self) -> &str {
        self.document.slice(self.whole_span())
    }

    /// The range of a span, if its text equals `written`.
    pub(super) fn place_of(&self, span: Span, written: &str) -> Option<Range> {
        (self.document.slice(span) == written).then(|| self.range(span))
    }

    pub(super) fn source(&self) -> &Source {
        self.document.source()
    }

    /// The properties of the body in source order.
    fn properties<'a>(&'a self, sink: &mut DiagnosticSink<'_>) -> Vec<&'a Property> {
        match self.node {
            None => Vec::new(),
            Some(node) => deep_properties(
                &self.document,
                node,
                "to define arguments and child blocks",
                sink,
            ),
        }
    }

    fn attribute(&self, property: &Property) -> Attribute {
        Attribute {
            name: property.name.text.clone(),
            expr: Expr::Json(JsonExpression::new(self.document.clone(), property.value)),
            range: self.range(self.whole(property)),
            name_range: self.range(property.name_span),
            source: self.source().clone(),
        }
    }

    fn set_already(&self, summary: &str, property: &Property, first: &Attribute) -> Diagnostic {
        let detail = format!(
            "The argument {} was already set at {}.",
            Quoted(&property.name.text),
            range_text(&first.source, first.range)
        );
        Reporter::Hcl
            .error(summary, detail)
            .with_subject(self.range(property.name_span))
    }

    fn whole(&self, property: &Property) -> Span {
        property.name_span.to(self.document[property.value].span)
    }

    fn range(&self, span: Span) -> Range {
        self.document.range(span)
    }
}

/// The elements of an array, or the single value.
pub(super) fn parts_of<'a>(document: &'a Document, node: &'a NodeId) -> &'a [NodeId] {
    match &document[*node].kind {
        NodeKind::Array(parts) => parts,
        _ => std::slice::from_ref(node),
    }
}

/// The properties of an object, or of the objects in an array.
pub(super) fn document_properties<'a>(
    document: &'a Document,
    node: &'a NodeId,
) -> impl Iterator<Item = &'a Property> {
    let parts = parts_of(document, node).iter();
    parts.flat_map(|part| match &document[*part].kind {
        NodeKind::Object(properties) => &**properties,
        _ => &[],
    })
}

/// The spans of the braces of an object.
fn braces(document: &Document, node: NodeId) -> Braces {
    let Span { start, end } = document[node].span;
    match document[node].kind {
        NodeKind::Object(_) => Braces {
            open: Span {
                start,
                end: start + 1,
            },
            close: Span {
                start: end - 1,
                end,
            },
        },
        _ => Braces::default(),
    }
}

/// The properties of an object, or of all objects in an array.
fn deep_properties<'a>(
    document: &'a Document,
    node: NodeId,
    purpose: &str,
    sink: &mut DiagnosticSink<'_>,
) -> Vec<&'a Property> {
    let at = LazyRange(document, document[node].span);
    let failure = |detail: String, at: NodeId| {
        let range = document.range(document.start_span(at));
        Reporter::Hcl.error(INCORRECT, detail).with_subject(range)
    };
    match &document[node].kind {
        NodeKind::Null => Vec::new(),
        NodeKind::Object(properties) => {
            if sink.work(properties.len(), at) {
                properties.iter().collect()
            } else {
                Vec::new()
            }
        }
        NodeKind::Array(parts) => {
            let mut found = Vec::new();
            for part in parts {
                let kind = &document[*part].kind;
                let count = match kind {
                    NodeKind::Object(properties) => properties.len(),
                    _ => 0,
                };
                if sink.ended() || !sink.work(1 + count, at) {
                    return Vec::new();
                }
                match kind {
                    NodeKind::Object(properties) => found.extend(properties),
                    _ => {
                        let detail = format!("A JSON object is required here, {purpose}.");
                        sink.report(failure(detail, *part));
                    }
                }
            }
            found
        }
        _ => {
            let detail = format!(
                "Either a JSON object or JSON array of objects is required here, {purpose}."
            );
            sink.report(failure(detail, node));
            Vec::new()
        }
    }
}

/// A range that is computed only if it is needed.
#[derive(Clone, Copy)]
struct LazyRange<'a>(&'a Document, Span);

impl From<LazyRange<'_>> for Range {
    fn from(LazyRange(document, span): LazyRange<'_>) -> Range {
        document.range(span)
    }
}

/// Extraction of the blocks of one type from the nested objects of their labels.
struct Unpacking<'a, 'f> {
    body: &'a JsonBody,
    block: &'a BlockSchema,
    type_range: Range,
    labels: Vec<Str>,
    label_ranges: Vec<Range>,
    blocks: &'a mut Vec<Block>,
    sink: &'a mut DiagnosticSink<'f>,
}

impl Unpacking<'_, '_> {
    /// The recursion is as deep as the block has labels.
    fn unpack(&mut self, node: NodeId) {
        let document = &self.body.document;
        if let Some(label) = self.block.labels.get(self.labels.len()) {
            let purpose = format!("to specify {label} labels for this block");
            let properties = deep_properties(document, node, &purpose, self.sink);
            if properties.is_empty() {
                let detail = format!(
                    "At least one object property is required, whose name represents the {} block's {label}.",
                    self.block.block_type
                );
                self.failure("Missing block label", detail, node);
            }
            for property in properties {
                self.labels.push(property.name.text.clone());
                self.label_ranges.push(document.range(property.name_span));
                self.unpack(property.value);
                self.labels.pop();
                self.label_ranges.pop();
            }
            return;
        }
        match &document[node].kind {
            NodeKind::Null => {}
            NodeKind::Object(_) => self.push(node, node),
            NodeKind::Array(parts) => parts.iter().for_each(|part| self.push(*part, node)),
            _ => {
                let detail = format!(
                    "Either a JSON object or a JSON array is required, representing the contents of one or more {} blocks.",
                    Quoted(&self.block.block_type)
                );
                self.failure(INCORRECT, detail, node);
            }
        }
    }

    fn push(&mut self, body: NodeId, definition: NodeId) {
        let document = &self.body.document;
        let at = LazyRange(document, document[definition].span);
        let bytes = BLOCK + self.labels.len() * LABEL;
        if self.sink.ended() || !self.sink.work(1, at) || !self.sink.hold(bytes, at) {
            return;
        }
        self.blocks.push(Block {
            block_type: self.block.block_type.clone(),
            labels: self.labels.clone(),
            body: Body::json(JsonExpression::new(document.clone(), body)),
            def_range: document.range(document.start_span(definition)),
            type_range: self.type_range,
            label_ranges: self.label_ranges.clone(),
            source: self.body.source().clone(),
            braces: braces(document, body),
        });
    }

    fn failure(&mut self, summary: &str, detail: String, at: NodeId) {
        let document = &self.body.document;
        let range = document.range(document.start_span(at));
        (self.sink).report(Reporter::Hcl.error(summary, detail).with_subject(range));
    }
}
