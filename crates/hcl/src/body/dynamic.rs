//! Expansion of `dynamic` blocks (HCL `ext/dynblock`).
//!
//! `dynamic "x" { for_each, iterator, labels, content {} }` generates a block of type `x` for each
//! element of a collection. The blocks are generated when the content of the body is requested. In
//! a generated block and all blocks inside it, the iterator is a variable with the attributes `key`
//! and `value`.
//!
//! While the collection is unknown, the number of blocks is unknown, too: there is one block in
//! which everything is unknown. The marks of the collection are added to every argument and to the
//! value of every generated block.

use super::items::{Braces, Item};
use super::{
    Attribute, AttributeSchema, Block, BlockSchema, Body, Content, Expr, Found, LABEL, Schema,
};
use crate::eval::{DiagnosticSink, Scope, has_errors};
use crate::rules::convert_within;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Range, Reporter, Result, Source, in_source};
use polycty_core::text::Quoted;
use polycty_core::types::{Str, Type};
use polycty_core::values::{MarkSet, Value};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, LazyLock};

/// The maximum number of blocks that the `dynamic` blocks of a body generate. Blocks inside
/// generated blocks share the rest of this number.
pub const MAX_GENERATED: usize = 1 << 20;

/// The type of blocks that generate other blocks.
pub(in super::super) const BLOCK_TYPE: &str = "dynamic";

/// The size of a generated block: the block, its body, and the scope of its iterator.
const GENERATED: usize = 1000;

/// The steps to generate a block, without those of its labels.
const GENERATING: usize = 20;

const INVALID_FOR_EACH: &str = "Invalid dynamic for_each value";
const INVALID_LABEL: &str = "Invalid dynamic block label";

/// A body whose `dynamic` blocks are expanded.
#[derive(Clone, Debug)]
pub(super) struct DynamicBody {
    original: Body,
    /// The scope for the evaluation of `for_each` and `labels`.
    scope: Option<Scope>,
    /// The iterators of the enclosing `dynamic` blocks.
    iterators: Option<Scope>,
    /// The marks of the collections that they iterate over.
    marks: MarkSet,
    /// The number of blocks that a `dynamic` block may still generate here.
    remaining: usize,
    hidden_attributes: HashSet<Str>,
    hidden_blocks: BTreeMap<Str, BlockSchema>,
}

/// A body with a known structure and unknown values.
#[derive(Clone, Debug)]
pub(super) struct UnknownBody {
    structure: Body,
    marks: MarkSet,
}

impl DynamicBody {
    pub(super) fn new(original: Body, scope: Option<&Scope>) -> DynamicBody {
        DynamicBody {
            original,
            scope: scope.cloned(),
            iterators: None,
            marks: MarkSet::EMPTY,
            remaining: MAX_GENERATED,
            hidden_attributes: HashSet::new(),
            hidden_blocks: BTreeMap::new(),
        }
    }

    pub(super) fn original(&self) -> &Body {
        &self.original
    }

    pub(super) fn marks(&self) -> &MarkSet {
        &self.marks
    }

    pub(super) fn content(&self, schema: &Schema, budget: &Budget) -> Found<Content> {
        let extended = self.extended(schema);
        let found = self.original.content_within(&extended, budget);
        self.expand(found, schema, Rest::Refused, budget)
    }

    pub(super) fn partial_content(
        &self,
        schema: &Schema,
        budget: &Budget,
    ) -> (Found<Content>, DynamicBody) {
        let extended = self.extended(schema);
        let (found, _) = self.original.partial_content_within(&extended, budget);
        let mut rest = self.clone();
        let attributes = schema.attributes.iter();
        rest.hidden_attributes
            .extend(attributes.map(|wanted| wanted.name.clone()));
        let blocks = schema.blocks.iter();
        rest.hidden_blocks
            .extend(blocks.map(|wanted| (wanted.block_type.clone(), wanted.clone())));
        (self.expand(found, schema, Rest::Left, budget), rest)
    }

    pub(super) fn just_attributes(&self, budget: &Budget) -> Found<Vec<Attribute>> {
        let found = self.original.just_attributes_within(budget);
        Found {
            content: self.attributes(found.content),
            diagnostics: found.diagnostics,
        }
    }

    /// The iterator variables of the generated body.
    pub(super) fn iterators(&self) -> Option<&Scope> {
        self.iterators.as_ref()
    }

    /// The original body without the items that were taken from this one.
    pub(super) fn rest(&self, budget: &Budget) -> Body {
        let taken = self.hidden_attributes.iter().map(|name| AttributeSchema {
            name: name.clone(),
            required: false,
        });
        let taken = Schema {
            attributes: taken.collect(),
            blocks: self.hidden_blocks.values().cloned().collect(),
        };
        self.original.partial_content_within(&taken, budget).1
    }

    /// The items of the body as written, without those that were taken from it.
    pub(super) fn items(&self, budget: &Budget) -> Result<Vec<Item>> {
        let mut items = self.original.items_within(budget)?;
        items.retain(|item| !self.was_taken(item));
        for item in &mut items {
            if let (Item::Attribute(attribute) | Item::Either(attribute, _), Some(iterators)) =
                (&mut *item, &self.iterators)
            {
                let expr = attribute.expr.clone();
                attribute.expr = expr.within(iterators, &self.marks);
            }
            for block in item.blocks_mut() {
                // A `dynamic` block is kept unexpanded.
                if &*block.block_type != BLOCK_TYPE {
                    let inner = self.inner(block.body.clone(), self.iterators.clone());
                    block.body = Body::from_dynamic(inner);
                }
            }
        }
        Ok(items)
    }

    /// Whether an item was taken from the body, or generates blocks that were.
    fn was_taken(&self, item: &Item) -> bool {
        let taken = |name: &str| self.hidden_blocks.contains_key(name);
        let name = item.name();
        let stands_for = |block: &Block| {
            name == BLOCK_TYPE && block.labels.first().is_some_and(|label| taken(label))
        };
        let attribute = item.attribute().is_some() && self.hidden_attributes.contains(name);
        let is_block = item.attribute().is_none() || !item.blocks().is_empty();
        attribute || is_block && taken(name) || item.blocks().iter().any(stands_for)
    }

    /// The schema extended by `dynamic` blocks and by the items that were already taken, because
    /// these are still in the original body.
    fn extended(&self, schema: &Schema) -> Schema {
        let mut extended = with_dynamic_blocks(schema);
        extended.blocks.extend(self.hidden_blocks.values().cloned());
        let hidden = self.hidden_attributes.iter();
        extended
            .attributes
            .extend(hidden.map(|name| AttributeSchema {
                name: name.clone(),
                required: false,
            }));
        extended
    }

    fn attributes(&self, mut found: Vec<Attribute>) -> Vec<Attribute> {
        found.retain(|attribute| !self.hidden_attributes.contains(&attribute.name));
        if let Some(iterators) = &self.iterators {
            for attribute in &mut found {
                let expr = attribute.expr.clone();
                attribute.expr = expr.within(iterators, &self.marks);
            }
        }
        found
    }

    fn expand(
        &self,
        found: Found<Content>,
        schema: &Schema,
        rest: Rest,
        budget: &Budget,
    ) -> Found<Content> {
        let mut expansion = Expansion {
            schema,
            rest,
            blocks: Vec::with_capacity(found.content.blocks.len()),
            sink: DiagnosticSink::new(budget),
        };
        expansion.sink.report_all(found.diagnostics);
        for mut block in found.content.blocks {
            if &*block.block_type == BLOCK_TYPE {
                let before = expansion.sink.count();
                self.expand_block(&block, &mut expansion);
                in_source(expansion.sink.since_mut(before), &block.source);
            } else if !self.hidden_blocks.contains_key(&block.block_type) {
                let inner = self.inner(block.body, self.iterators.clone());
                block.body = Body::from_dynamic(inner);
                expansion.blocks.push(block);
            }
        }
        let content = Content {
            attributes: self.attributes(found.content.attributes),
            blocks: expansion.blocks,
            missing_item: found.content.missing_item,
        };
        Found::of(expansion.sink, content)
    }

    /// The expanded body of a nested block.
    fn inner(&self, original: Body, iterators: Option<Scope>) -> DynamicBody {
        DynamicBody {
            iterators,
            marks: self.marks.clone(),
            remaining: self.remaining,
            ..DynamicBody::new(original, self.scope.as_ref())
        }
    }

    fn expand_block(&self, block: &Block, expansion: &mut Expansion<'_>) {
        let Expansion {
            schema,
            rest,
            blocks,
            sink,
        } = expansion;
        if sink.ended() {
            return;
        }
        let ([block_type], [type_range]) = (&*block.labels, &*block.label_ranges) else {
            return;
        };
        if self.hidden_blocks.contains_key(block_type) {
            return;
        }
        let mut wanted = schema.blocks.iter();
        let Some(wanted) = wanted.find(|wanted| wanted.block_type == *block_type) else {
            if *rest == Rest::Refused {
                let detail = format!(
                    "Blocks of type {} are not expected here.",
                    Quoted(block_type)
                );
                let diagnostic = Reporter::Hcl.error("Unsupported block type", detail);
                sink.report(diagnostic.with_subject(*type_range));
            }
            return;
        };
        let Some(generator) = self.generator(block, wanted, *type_range, sink) else {
            return;
        };
        let marks = self.marks.union(&generator.marks);
        let mut generate =
            |key: Value, copied: usize, value: Value, remaining: usize, known: Known| {
                let bytes = GENERATED + generator.labels.len() * LABEL + copied;
                if sink.ended()
                    || !sink.work(GENERATING, *type_range)
                    || !sink.hold(bytes, *type_range)
                {
                    return;
                }
                let iterators = self.iterate(&generator.iterator, key, value, &generator.marks);
                let Some(mut generated) = generator.block(&iterators, self, sink) else {
                    return;
                };
                let inner = DynamicBody {
                    marks: marks.clone(),
                    remaining,
                    ..self.inner(generated.body, Some(iterators))
                };
                generated.body = Body::from_dynamic(inner);
                if known == Known::No {
                    generated.body = generated.body.as_unknown(marks.clone());
                }
                blocks.push(generated);
            };
        match generator.for_each.elements() {
            Ok(elements) => {
                let remaining = self.remaining / elements.clone().count().max(1);
                for (key, value) in elements {
                    let copied = key.copied_bytes();
                    generate(key.to_value(), copied, value.clone(), remaining, Known::Yes);
                }
            }
            Err(_) => generate(
                Value::dynamic(),
                0,
                Value::dynamic(),
                self.remaining,
                Known::No,
            ),
        }
    }

    /// Returns the enclosing iterators with one more.
    fn iterate(&self, name: &Str, key: Value, value: Value, marks: &MarkSet) -> Scope {
        let mut iterators = self.iterators.clone().unwrap_or_default();
        iterators.add_collection_marks(marks);
        // An object with two attributes cannot exceed the depth limit, because its element came
        // from a collection.
        let item = Value::object([("key".into(), key), ("value".into(), value)]);
        iterators.set_if_identifier(name, item.unwrap_or_else(|_| Value::dynamic()));
        iterators
    }

    /// The scope of `for_each` and `labels`.
    fn around(&self, iterators: Option<&Scope>) -> Option<Scope> {
        match (iterators, &self.scope) {
            (Some(iterators), Some(scope)) => Some(iterators.around(scope)),
            (Some(iterators), None) => Some(iterators.clone()),
            (None, scope) => scope.clone(),
        }
    }

    /// Evaluates a `dynamic` block. Returns `None` if it has errors.
    fn generator(
        &self,
        block: &Block,
        wanted: &BlockSchema,
        type_range: Range,
        sink: &mut DiagnosticSink<'_>,
    ) -> Option<Generator> {
        let schema = if wanted.labels.is_empty() {
            &*WITHOUT_LABELS
        } else {
            &*WITH_LABELS
        };
        let found = block.body.content_within(schema, sink.budget);
        let failed = has_errors(&found.diagnostics);
        sink.report_all(found.diagnostics);
        if failed {
            return None;
        }
        let content = found.content;
        let before = sink.count();
        let failure = |summary: &str, detail: String, at: Range| {
            Reporter::Hcl.error(summary, detail).with_subject(at)
        };

        let for_each = &content.attribute("for_each")?.expr;
        let scope = self.around(self.iterators.as_ref());
        let evaluated = for_each.evaluate_within(scope.as_ref(), sink.budget);
        let (collection, marks) = evaluated.value.unmark();
        if !collection.can_iterate_elements() && !collection.ty().is_any() {
            let detail = format!(
                "Cannot use a {} value in for_each. An iterable collection is required.",
                collection.ty().friendly_name()
            );
            sink.report(failure(INVALID_FOR_EACH, detail, for_each.range()));
            sink.report_all(evaluated.diagnostics);
            return None;
        }
        if collection.is_null() {
            let detail = "Cannot use a null value in for_each.".to_owned();
            sink.report(failure(INVALID_FOR_EACH, detail, for_each.range()));
            sink.report_all(evaluated.diagnostics);
            return None;
        }
        let count = if collection.is_known() {
            collection.part_count().unwrap_or_default()
        } else {
            1
        };
        if count > self.remaining {
            let detail = format!(
                "This dynamic block would generate {count} blocks, but it may generate {}.",
                self.remaining
            );
            let refusal = failure("Too many dynamic blocks", detail, for_each.range());
            sink.report(refusal.with_code(Code::Limit));
            return None;
        }
        sink.report_all(evaluated.diagnostics);

        let iterator = match content.attribute("iterator") {
            None => wanted.block_type.clone(),
            Some(attribute) => iterator_name(&attribute.expr, sink)?,
        };
        let labels = match content.attribute("labels") {
            None => Vec::new(),
            Some(attribute) => label_exprs(&attribute.expr, wanted, sink)?,
        };
        let inside = one_content(content, sink)?;
        if sink.failed_since(before) {
            return None;
        }
        Some(Generator {
            block_type: wanted.block_type.clone(),
            type_range,
            def_range: block.def_range,
            source: block.source.clone(),
            for_each: collection,
            marks,
            iterator,
            labels,
            body: inside.body,
            braces: inside.braces,
        })
    }
}

impl UnknownBody {
    pub(super) fn new(structure: Body, marks: MarkSet) -> UnknownBody {
        UnknownBody { structure, marks }
    }

    pub(super) fn structure(&self) -> &Body {
        &self.structure
    }

    pub(super) fn marks(&self) -> &MarkSet {
        &self.marks
    }

    pub(super) fn content(&self, schema: &Schema, budget: &Budget) -> Found<Content> {
        self.forget(self.structure.content_within(schema, budget))
    }

    pub(super) fn partial_content(
        &self,
        schema: &Schema,
        budget: &Budget,
    ) -> (Found<Content>, UnknownBody) {
        let (found, rest) = self.structure.partial_content_within(schema, budget);
        (
            self.forget(found),
            UnknownBody::new(rest, self.marks.clone()),
        )
    }

    pub(super) fn just_attributes(&self, budget: &Budget) -> Found<Vec<Attribute>> {
        let mut found = self.structure.just_attributes_within(budget);
        self.forget_values(&mut found.content);
        found
    }

    pub(super) fn items(&self, budget: &Budget) -> Result<Vec<Item>> {
        let mut items = self.structure.items_within(budget)?;
        for item in &mut items {
            if let Item::Attribute(attribute) | Item::Either(attribute, _) = item {
                self.forget_values(std::slice::from_mut(attribute));
            }
            for block in item.blocks_mut() {
                block.body = block.body.as_unknown(self.marks.clone());
            }
        }
        Ok(items)
    }

    fn forget(&self, mut found: Found<Content>) -> Found<Content> {
        self.forget_values(&mut found.content.attributes);
        for block in &mut found.content.blocks {
            block.body = block.body.as_unknown(self.marks.clone());
        }
        found
    }

    fn forget_values(&self, attributes: &mut [Attribute]) {
        for attribute in attributes {
            let unknown = Value::dynamic().with_marks(&self.marks);
            attribute.expr = Expr::Value(unknown, attribute.expr.range());
        }
    }
}

/// The expanded blocks of a body so far.
struct Expansion<'a> {
    schema: &'a Schema,
    rest: Rest,
    blocks: Vec<Block>,
    sink: DiagnosticSink<'a>,
}

/// The handling of a `dynamic` block whose block type is not in the schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Left,
    Refused,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Yes,
    No,
}

/// A valid `dynamic` block.
struct Generator {
    block_type: Str,
    type_range: Range,
    def_range: Range,
    source: Source,
    for_each: Value,
    marks: MarkSet,
    iterator: Str,
    labels: Vec<Expr>,
    body: Body,
    braces: Braces,
}

impl Generator {
    /// Generates the block for one element. Returns `None` if its labels have errors.
    fn block(
        &self,
        iterators: &Scope,
        around: &DynamicBody,
        sink: &mut DiagnosticSink<'_>,
    ) -> Option<Block> {
        let mut labels = Vec::with_capacity(self.labels.len());
        if !self.labels.is_empty() {
            let scope = around.around(Some(iterators));
            for expr in &self.labels {
                labels.push(label(expr, scope.as_ref(), sink)?);
            }
        }
        Some(Block {
            block_type: self.block_type.clone(),
            labels,
            body: self.body.clone(),
            def_range: self.def_range,
            type_range: self.type_range,
            label_ranges: self.labels.iter().map(Expr::range).collect(),
            source: self.source.clone(),
            braces: self.braces,
        })
    }
}

/// Evaluates a label. It must be a known, non-null string without marks, because labels cannot
/// carry marks.
fn label(expr: &Expr, scope: Option<&Scope>, sink: &mut DiagnosticSink<'_>) -> Option<Str> {
    let evaluated = expr.evaluate_within(scope, sink.budget);
    let failed = evaluated.has_errors();
    sink.report_all(evaluated.diagnostics);
    if failed {
        return None;
    }
    let detail = match convert_within(&evaluated.value, Type::string(), sink.budget) {
        Err(error) => format!(
            "Cannot use this value as a dynamic block label: {}.",
            error.message()
        ),
        Ok(label) if label.is_null() => "Cannot use a null value as a dynamic block label.".into(),
        Ok(label) if !label.is_known() => {
            "This value is not yet known. Dynamic block labels must be immediately-known values."
                .into()
        }
        Ok(label) if label.is_marked() => {
            "This value has dynamic marks that make it unsuitable for use as a block label.".into()
        }
        Ok(label) => {
            let text = label.as_str()?;
            return sink.hold(text.len(), expr.range()).then(|| text.into());
        }
    };
    sink.report(
        Reporter::Hcl
            .error(INVALID_LABEL, detail)
            .with_subject(expr.range()),
    );
    None
}

fn iterator_name(expr: &Expr, sink: &mut DiagnosticSink<'_>) -> Option<Str> {
    let traversal = match expr.absolute_traversal() {
        Ok(traversal) => traversal,
        Err(diagnostic) => {
            sink.report(*diagnostic);
            return None;
        }
    };
    if traversal.steps.len() == 1 {
        return traversal.root().cloned();
    }
    let diagnostic = Reporter::Hcl.error(
        "Invalid dynamic iterator name",
        "Dynamic iterator must be a single variable name.",
    );
    let at = traversal.range().unwrap_or_else(|| expr.range());
    sink.report(diagnostic.with_subject(at));
    None
}

fn label_exprs(
    expr: &Expr,
    wanted: &BlockSchema,
    sink: &mut DiagnosticSink<'_>,
) -> Option<Vec<Expr>> {
    let count = wanted.labels.len();
    let exprs = match expr.static_list() {
        Ok(exprs) => exprs,
        Err(diagnostic) => {
            sink.report(*diagnostic);
            return None;
        }
    };
    let (summary, at) = if let Some(extra) = exprs.get(count) {
        ("Extraneous dynamic block label", extra.range())
    } else if exprs.len() < count {
        ("Insufficient dynamic block labels", expr.range())
    } else {
        return Some(exprs);
    };
    let detail = format!(
        "Blocks of type {} require {count} label(s).",
        Quoted(&wanted.block_type)
    );
    sink.report(Reporter::Hcl.error(summary, detail).with_subject(at));
    None
}

/// Returns the single `content` block.
fn one_content(content: Content, sink: &mut DiagnosticSink<'_>) -> Option<Block> {
    let (summary, detail, at) = match &*content.blocks {
        [one] => return Some(one.clone()),
        [] => (
            "Missing dynamic content block",
            "A dynamic block must have a nested block of type \"content\" to describe the body of each generated block.",
            content.missing_item,
        ),
        [_, second, ..] => (
            "Extraneous dynamic content block",
            "Only one nested content block is allowed for each dynamic block.",
            second.def_range,
        ),
    };
    sink.report(Reporter::Hcl.error(summary, detail).with_subject(at));
    None
}

/// Returns a schema that also allows `dynamic` blocks.
pub(in super::super) fn with_dynamic_blocks(schema: &Schema) -> Schema {
    let mut extended = schema.clone();
    extended.blocks.push(BlockSchema {
        block_type: BLOCK_TYPE.into(),
        labels: vec!["type".into()],
    });
    extended
}

/// The schema of a `dynamic` block without required arguments.
pub(in super::super) fn lenient_schema() -> &'static Schema {
    static LENIENT: LazyLock<Schema> = LazyLock::new(|| {
        own_schema(&[("for_each", false), ("labels", false), ("iterator", false)])
    });
    &LENIENT
}

static WITH_LABELS: LazyLock<Schema> =
    LazyLock::new(|| own_schema(&[("for_each", true), ("iterator", false), ("labels", true)]));

static WITHOUT_LABELS: LazyLock<Schema> =
    LazyLock::new(|| own_schema(&[("for_each", true), ("iterator", false)]));

fn own_schema(attributes: &[(&str, bool)]) -> Schema {
    let attribute = |(name, required): &(&str, bool)| AttributeSchema {
        name: (*name).into(),
        required: *required,
    };
    Schema {
        attributes: attributes.iter().map(attribute).collect(),
        blocks: vec![BlockSchema {
            block_type: "content".into(),
            labels: Vec::new(),
        }],
    }
}

impl Body {
    /// Returns the body with its `dynamic` blocks expanded, including those in nested blocks.
    /// `scope` is used to evaluate `for_each` and `labels`. All other expressions are evaluated in
    /// the scope passed to their evaluation, with the iterators added.
    #[must_use]
    pub fn expand_dynamic(&self, scope: Option<&Scope>) -> Body {
        Body::from_dynamic(DynamicBody::new(self.clone(), scope))
    }

    fn from_dynamic(body: DynamicBody) -> Body {
        Body(super::Kind::Dynamic(Arc::new(body)))
    }

    fn as_unknown(&self, marks: MarkSet) -> Body {
        let body = UnknownBody::new(self.clone(), marks);
        Body(super::Kind::Unknown(Arc::new(body)))
    }
}
