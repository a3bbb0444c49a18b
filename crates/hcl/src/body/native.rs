//! Bodies in native syntax.

use super::items::{Braces, Item};
use super::{
    ARGUMENT, Attribute, AttributeSchema, BLOCK, Block, BlockSchema, Body, Content, Expr, Found,
    Hidden, LABEL, Schema, missing_argument,
};
use crate::eval::DiagnosticSink;
use crate::syntax::{self, BodyId, Expression, Span, Tree};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::{Diagnostic, Range, Reporter, did_you_mean};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Str};
use std::sync::Arc;

/// A body of a tree, without the items that were taken from it.
#[derive(Clone, Debug)]
pub(super) struct NativeBody {
    pub(super) tree: Arc<Tree>,
    pub(super) id: BodyId,
    pub(super) hidden: Hidden,
}

impl NativeBody {
    pub(super) fn content(&self, schema: &Schema, budget: &Budget) -> Found<Content> {
        let mut sink = DiagnosticSink::new(budget);
        let Taken {
            content,
            left,
            wanted,
        } = self.take(schema, &mut sink);
        let tree = &self.tree;
        let body = &tree[self.id];
        for attribute in left.iter(tree) {
            let name = tree.text(attribute.name);
            if !sink.ended() {
                let range = tree.range(attribute.name_span);
                let unset = schema
                    .attributes
                    .iter()
                    .filter(|wanted| content.attribute(&wanted.name).is_none());
                let diagnostic = unsupported_argument(name, range, unset, &schema.blocks, &sink);
                sink.report(diagnostic);
            }
        }
        for block in &tree[body.blocks] {
            let name = tree.text(block.block_type);
            let expected = wanted.contains_key(name) || self.hidden.blocks.contains(name);
            if !sink.ended() && !expected {
                let range = tree.range(block.type_span);
                let diagnostic = unsupported_block(name, range, schema, &sink);
                sink.report(diagnostic);
            }
        }
        Found::of(sink, content)
    }

    pub(super) fn partial_content(
        &self,
        schema: &Schema,
        budget: &Budget,
    ) -> (Found<Content>, NativeBody) {
        let mut sink = DiagnosticSink::new(budget);
        let content = self.take(schema, &mut sink).content;
        let mut rest = self.clone();
        let taken = content.attributes.iter();
        let taken = taken.map(|attribute| attribute.name.clone());
        rest.hidden.attributes.extend(taken);
        let taken = schema.blocks.iter().map(|block| block.block_type.clone());
        rest.hidden.blocks.extend(taken);
        (Found::of(sink, content), rest)
    }

    fn take<'s>(&'s self, schema: &'s Schema, sink: &mut DiagnosticSink<'_>) -> Taken<'s> {
        let tree = &self.tree;
        let body = &tree[self.id];
        let missing_item = self.missing_item_range();
        let mut taken = Taken {
            content: Content {
                attributes: Vec::new(),
                blocks: Vec::new(),
                missing_item,
            },
            left: RemainingArguments::default(),
            wanted: KeyedMap::default(),
        };
        let content = &mut taken.content;
        let looked_at = body.attributes.len() + body.blocks.len();
        let wanted = schema.attributes.len();
        if !sink.work(looked_at + wanted + schema.blocks.len(), missing_item)
            || !sink.hold(wanted.min(body.attributes.len()) * ARGUMENT, missing_item)
        {
            return taken;
        }
        content
            .attributes
            .reserve(wanted.min(body.attributes.len()));
        let mut left = RemainingArguments::new(tree, &tree[body.attributes], &self.hidden);
        for wanted in &schema.attributes {
            match left.take(tree, &wanted.name) {
                Some(attribute) => {
                    let name = wanted.name.clone();
                    content.attributes.push(attribute_of(tree, attribute, name));
                }
                None if wanted.required => {
                    sink.report(missing_argument(&wanted.name, missing_item));
                }
                None => {}
            }
        }
        taken.left = left;
        let blocks = &tree[body.blocks];
        if blocks.is_empty() {
            return taken;
        }
        let wanted = schema.blocks.iter();
        taken
            .wanted
            .extend(wanted.map(|block| (&*block.block_type, block)));
        for block in blocks {
            let name = tree.text(block.block_type);
            if self.hidden.blocks.contains(name) {
                continue;
            }
            let Some(wanted) = taken.wanted.get(name) else {
                continue;
            };
            if !sink.hold(BLOCK + wanted.labels.len() * LABEL, missing_item) {
                break;
            }
            match self.check_labels(block, wanted) {
                Ok(()) => {
                    let block_type = wanted.block_type.clone();
                    content.blocks.push(block_of(tree, block, block_type));
                }
                Err(diagnostic) => sink.report(*diagnostic),
            }
        }
        taken
    }

    pub(super) fn just_attributes(&self, budget: &Budget) -> Found<Vec<Attribute>> {
        let tree = &self.tree;
        let body = &tree[self.id];
        let mut sink = DiagnosticSink::new(budget);
        let visible =
            |block: &&syntax::Block| !self.hidden.blocks.contains(tree.text(block.block_type));
        if let Some(block) = tree[body.blocks].iter().find(visible) {
            let diagnostic = Reporter::Hcl.error(
                format!("Unexpected {} block", Quoted(tree.text(block.block_type))),
                "Blocks are not allowed here.",
            );
            sink.report(diagnostic.with_subject(tree.range(block.type_span)));
        }
        let missing_item = self.missing_item_range();
        let count = body.attributes.len();
        let may = sink.work(count, missing_item) && sink.hold(count * ARGUMENT, missing_item);
        let content = tree[body.attributes]
            .iter()
            .filter(|attribute| may && !self.hidden.attributes.contains(tree.text(attribute.name)))
            .map(|attribute| attribute_of(tree, attribute, tree.text(attribute.name)))
            .collect();
        Found::of_attributes(sink, content)
    }

    pub(super) fn missing_item_range(&self) -> Range {
        let start = self.tree[self.id].span.start;
        self.tree.range(Span { start, end: start })
    }

    /// The items of the body in source order.
    pub(super) fn items(&self, budget: &Budget) -> polycty_core::source::Result<Vec<Item>> {
        let tree = &self.tree;
        let body = &tree[self.id];
        let count = body.attributes.len() + body.repeated.len() + body.blocks.len();
        let mut items = budget.list(count)?;
        for item in native_items(tree, self.id) {
            match item {
                NativeItem::Attribute(attribute) => {
                    let name = tree.text(attribute.name);
                    if !self.hidden.attributes.contains(name) {
                        items.push(Item::Attribute(attribute_of(tree, attribute, name)));
                    }
                }
                NativeItem::Block(block) => {
                    let block_type = tree.text(block.block_type);
                    if !self.hidden.blocks.contains(block_type) {
                        budget.hold((BLOCK + block.labels.len() * LABEL) as u64)?;
                        items.push(Item::Block(block_of(tree, block, block_type)));
                    }
                }
            }
        }
        Ok(items)
    }

    fn check_labels(
        &self,
        block: &syntax::Block,
        wanted: &BlockSchema,
    ) -> Result<(), Box<Diagnostic>> {
        if block.labels.len() == wanted.labels.len() {
            Ok(())
        } else {
            Err(self.wrong_labels(block, wanted))
        }
    }

    #[cold]
    fn wrong_labels(&self, block: &syntax::Block, wanted: &BlockSchema) -> Box<Diagnostic> {
        let tree = &self.tree;
        let name = tree.text(block.block_type);
        let labels = &tree[block.labels];
        let count = wanted.labels.len();
        let names = wanted.labels.join(", ");
        let (name_of_kind, summary, detail, at) = if let Some(extra) = labels.get(count) {
            let detail = match count {
                0 => format!("No labels are expected for {name} blocks."),
                _ => format!("Only {count} labels ({names}) are expected for {name} blocks."),
            };
            let summary = format!("Extraneous label for {name}");
            ("extraneous-label", summary, detail, extra.span)
        } else {
            let missing = wanted.labels.get(labels.len());
            let missing = missing.map_or("", |label| &**label);
            (
                "missing-label",
                format!("Missing {missing} for {name}"),
                format!("All {name} blocks must have {count} labels ({names})."),
                block.open,
            )
        };
        Box::new(
            Reporter::Hcl
                .error(summary, detail)
                .with_name(name_of_kind)
                .with_subject(tree.range(at))
                .with_context(tree.range(block.type_span.to(block.open))),
        )
    }
}

/// The items that a schema takes from a body.
struct Taken<'s> {
    content: Content,
    left: RemainingArguments<'s>,
    /// The block types of the schema, if the body has any blocks.
    wanted: KeyedMap<&'s str, &'s BlockSchema>,
}

/// Up to this number of arguments, names are searched linearly.
const FEW: usize = 16;

/// The arguments of a body that have not been taken.
#[derive(Default)]
struct RemainingArguments<'s> {
    attributes: &'s [syntax::Attribute],
    /// For few arguments, a bit for each that has been taken, starting with the lowest.
    gone: u32,
    /// For many arguments, the indexes by name, without those that have been taken.
    places: KeyedMap<&'s str, usize>,
}

impl<'s> RemainingArguments<'s> {
    fn new(
        tree: &'s Tree,
        attributes: &'s [syntax::Attribute],
        hidden: &Hidden,
    ) -> RemainingArguments<'s> {
        let mut left = RemainingArguments {
            attributes,
            ..RemainingArguments::default()
        };
        let named = attributes.iter().map(|attribute| tree.text(attribute.name));
        let is_hidden = |name: &str| hidden.attributes.contains(name);
        if attributes.len() > FEW {
            left.places.reserve(attributes.len());
            let places = named.enumerate().map(|(at, name)| (name, at));
            left.places
                .extend(places.filter(|(name, _)| !is_hidden(name)));
        } else if !hidden.attributes.is_empty() {
            let hidden = named.enumerate().filter(|(_, name)| is_hidden(name));
            left.gone = hidden.fold(0, |gone, (at, _)| gone | 1 << at);
        }
        left
    }

    /// Takes the argument of a name, if it has not been taken.
    fn take(&mut self, tree: &Tree, name: &str) -> Option<&'s syntax::Attribute> {
        if self.attributes.len() > FEW {
            return self.places.remove(name).map(|at| &self.attributes[at]);
        }
        let is_wanted =
            |at: &usize| self.gone & 1 << at == 0 && tree.text(self.attributes[*at].name) == name;
        let at = (0..self.attributes.len()).find(is_wanted)?;
        self.gone |= 1 << at;
        Some(&self.attributes[at])
    }

    /// The remaining arguments in source order.
    fn iter(&self, tree: &'s Tree) -> impl Iterator<Item = &'s syntax::Attribute> {
        let all = self.attributes.iter().enumerate();
        let is_left = |(at, attribute): &(usize, &syntax::Attribute)| match self.attributes.len() {
            0..=FEW => self.gone & 1 << at == 0,
            _ => self.places.contains_key(tree.text(attribute.name)),
        };
        all.filter(is_left).map(|(_, attribute)| attribute)
    }
}

/// Returns an argument of a tree, with its name.
pub(super) fn attribute_of(
    tree: &Arc<Tree>,
    attribute: &syntax::Attribute,
    name: impl Into<Str>,
) -> Attribute {
    Attribute {
        name: name.into(),
        expr: Expr::Native(Expression {
            tree: tree.clone(),
            id: attribute.value,
        }),
        range: tree.range(attribute.span),
        name_range: tree.range(attribute.name_span),
        source: tree.source().clone(),
    }
}

/// Returns a block of a tree, with its type.
pub(super) fn block_of(
    tree: &Arc<Tree>,
    block: &syntax::Block,
    block_type: impl Into<Str>,
) -> Block {
    let labels = &tree[block.labels];
    let header = labels.last().map_or(block.type_span, |last| last.span);
    Block {
        block_type: block_type.into(),
        labels: labels
            .iter()
            .map(|label| tree.text(label.text).into())
            .collect(),
        body: Body::native(tree.clone(), block.body),
        def_range: tree.range(block.type_span.to(header)),
        type_range: tree.range(block.type_span),
        label_ranges: labels.iter().map(|label| tree.range(label.span)).collect(),
        source: tree.source().clone(),
        braces: Braces {
            open: block.open,
            close: block.close,
        },
    }
}

fn unsupported_argument<'a>(
    name: &str,
    at: Range,
    unset: impl Iterator<Item = &'a AttributeSchema>,
    blocks: &[BlockSchema],
    sink: &DiagnosticSink<'_>,
) -> Diagnostic {
    let meant = sink.suggest(name, unset.map(|wanted| &*wanted.name));
    let hint = match meant {
        None if blocks.iter().any(|block| &*block.block_type == name) => {
            format!(" Did you mean to define a block of type {}?", Quoted(name))
        }
        meant => did_you_mean(meant),
    };
    let detail = format!(
        "An argument named {} is not expected here.{hint}",
        Quoted(name)
    );
    let mut diagnostic = Reporter::Hcl
        .error("Unsupported argument", detail)
        .with_subject(at);
    diagnostic.suggestion = meant.map(str::to_owned);
    diagnostic
}

fn unsupported_block(
    name: &str,
    at: Range,
    schema: &Schema,
    sink: &DiagnosticSink<'_>,
) -> Diagnostic {
    let known = schema.blocks.iter().map(|block| &*block.block_type);
    let meant = sink.suggest(name, known);
    let argument = |wanted: &AttributeSchema| &*wanted.name == name;
    let hint = match meant {
        None if schema.attributes.iter().any(argument) => format!(
            " Did you mean to define argument {}? If so, use the equals sign to assign it a value.",
            Quoted(name)
        ),
        meant => did_you_mean(meant),
    };
    let detail = format!(
        "Blocks of type {} are not expected here.{hint}",
        Quoted(name)
    );
    let mut diagnostic = Reporter::Hcl
        .error("Unsupported block type", detail)
        .with_subject(at);
    diagnostic.suggestion = meant.map(str::to_owned);
    diagnostic
}

/// An argument or a block of a tree.
#[derive(Clone, Copy)]
pub(super) enum NativeItem<'t> {
    Attribute(&'t syntax::Attribute),
    Block(&'t syntax::Block),
}

/// The items of a body of a tree in source order.
pub(super) fn native_items(tree: &Tree, id: BodyId) -> Vec<NativeItem<'_>> {
    let body = &tree[id];
    let attributes = tree[body.attributes].iter().chain(&tree[body.repeated]);
    let blocks = tree[body.blocks].iter().map(NativeItem::Block);
    let mut items: Vec<NativeItem<'_>> = attributes.map(NativeItem::Attribute).collect();
    items.extend(blocks);
    sort_by_key(&mut items, |item| match item {
        NativeItem::Attribute(attribute) => attribute.name_span.start,
        NativeItem::Block(block) => block.type_span.start,
    });
    items
}
