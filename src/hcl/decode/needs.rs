//! Which variables does a body need, and where does a value stand?

use super::run::Place;
use super::spec::{Kind, Spec, TransformExpr};
use crate::body::{Block, Body, dynamic};
use crate::eval::Expr;
use crate::source::{Diagnostic, Range, Source};
use crate::syntax::Traversal;
use polycty_core::types::Str;

/// Which variables of a body with `dynamic` blocks are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Needs {
    /// Those that are needed to decode it.
    All,
    /// Those that are needed to know which blocks there are.
    Expansion,
}

impl Spec {
    /// The variables that must be there to decode a body. They may be incomplete for
    /// a body that decoding will tell of.
    #[must_use]
    pub fn variables(&self, body: &Body) -> Vec<Traversal> {
        bare(self.needed(body, None))
    }

    /// The variables that must be there to decode a body, once its `dynamic` blocks
    /// are expanded: the body is given as it was read.
    #[must_use]
    pub fn variables_with_dynamic(&self, body: &Body, needs: Needs) -> Vec<Traversal> {
        bare(self.needed(body, Some(needs)))
    }

    /// The variables that must be there, with the texts that they stand in: bodies may
    /// be merged of several. `needs` is none for a body whose `dynamic` blocks are
    /// expanded.
    pub fn needed(&self, body: &Body, needs: Option<Needs>) -> Vec<Needed> {
        let Some(needs) = needs else {
            let mut found = Vec::new();
            add_body(self, body, &mut found);
            return found;
        };
        let mut walk = Walk {
            needs,
            iterators: Vec::new(),
            found: Vec::new(),
        };
        walk.body(Some(self), body);
        walk.found
    }

    /// Where the value stands that this spec makes of a body, or where it could be
    /// put; none for a value that comes from elsewhere.
    #[must_use]
    pub fn source_range(&self, body: &Body) -> Option<Range> {
        let (found, _) = body.partial_content(self.schema());
        let spot = self.spot_in(&Place::new(&found.content, &[], &[]));
        spot.map(|(range, _)| range)
    }

    /// Where the value stands, and in which text if that is not the body's.
    pub(super) fn spot_in(&self, place: &Place<'_>) -> Option<Spot> {
        let missing = || Some((place.content.missing_item, None));
        let in_first =
            |block_type: &str, skipped: usize, nested: &Spec| match place.blocks(block_type) {
                [first, ..] => nested.spot_in_block(first, skipped),
                [] => missing(),
            };
        match &self.0.kind {
            Kind::Object(_) | Kind::Tuple(_) => missing(),
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
            | Kind::Refine { wrapped, .. } => wrapped.spot_in(place),
        }
    }

    /// Where the value of a block stands.
    pub(super) fn spot_in_block(&self, block: &Block, skipped: usize) -> Option<Spot> {
        let (found, _) = block.body.partial_content(self.schema());
        let labels = block.labels.get(skipped..).unwrap_or_default();
        let ranges = block.label_ranges.get(skipped..).unwrap_or_default();
        let (range, source) = self.spot_in(&Place::new(&found.content, labels, ranges))?;
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

/// A variable, and the text that it stands in.
pub type Needed = (Traversal, Option<Source>);

fn bare(found: Vec<Needed>) -> Vec<Traversal> {
    found.into_iter().map(|(traversal, _)| traversal).collect()
}

fn variables_of(expr: &Expr) -> impl Iterator<Item = Needed> {
    let source = expr.source().cloned();
    let variables = expr.variables().into_iter();
    variables.map(move |traversal| (traversal, source.clone()))
}

fn add_body(spec: &Spec, body: &Body, found: &mut Vec<Needed>) {
    let (content, _) = body.partial_content(spec.schema());
    add(spec, &Place::new(&content.content, &[], &[]), found);
}

fn add(spec: &Spec, place: &Place<'_>, found: &mut Vec<Needed>) {
    match &spec.0.kind {
        Kind::Attribute(attribute) => {
            if let Some(attribute) = place.attribute(&attribute.name) {
                found.extend(variables_of(&attribute.expr));
            }
        }
        Kind::Expr(expr) => found.extend(variables_of(expr)),
        Kind::Block(block) => {
            if let [first, ..] = place.blocks(&block.block_type) {
                add_body(&block.nested, &first.body, found);
            }
        }
        Kind::Blocks(blocks) => {
            for block in place.blocks(&blocks.block_type) {
                add_body(&blocks.nested, &block.body, found);
            }
        }
        Kind::LabelledBlocks(blocks) => {
            for block in place.blocks(&blocks.block_type) {
                add_body(&blocks.nested, &block.body, found);
            }
        }
        Kind::BlockAttributes(block) => {
            if let [first, ..] = place.blocks(&block.block_type) {
                let attributes = first.body.just_attributes();
                if attributes.diagnostics.is_empty() {
                    let exprs = attributes.content.iter();
                    let mut variables: Vec<Needed> = exprs
                        .flat_map(|attribute| variables_of(&attribute.expr))
                        .collect();
                    variables
                        .sort_by_key(|(variable, _)| variable.range().map(|range| range.start));
                    found.extend(variables);
                }
            }
        }
        _ => spec.0.kind.same_body(&mut |part| add(part, place, found)),
    }
}

/// Goes through a body that is not expanded.
struct Walk {
    needs: Needs,
    /// The iterators of the `dynamic` blocks around.
    iterators: Vec<Str>,
    found: Vec<Needed>,
}

impl Walk {
    /// `None` for the body of a block that is all arguments.
    fn body(&mut self, spec: Option<&Spec>, body: &Body) {
        let Some(spec) = spec else {
            if self.needs == Needs::All {
                let attributes = body.just_attributes().content;
                attributes
                    .iter()
                    .for_each(|attribute| self.add(&attribute.expr));
            }
            return;
        };
        let schema = dynamic::with_dynamic_blocks(spec.schema());
        let (found, _) = body.partial_content(&schema);
        if self.needs == Needs::All {
            for attribute in &found.content.attributes {
                self.add(&attribute.expr);
            }
        }
        let block_types = spec.block_types();
        for block in &found.content.blocks {
            if &*block.block_type == dynamic::BLOCK_TYPE {
                self.dynamic_block(block, &block_types);
            } else if let Some(nested) = block_types.get(&*block.block_type) {
                self.body(*nested, &block.body);
            }
        }
    }

    fn dynamic_block(
        &mut self,
        block: &Block,
        block_types: &std::collections::BTreeMap<&str, Option<&Spec>>,
    ) {
        let [block_type] = &*block.labels else {
            return;
        };
        let (found, _) = block.body.partial_content(dynamic::lenient_schema());
        let content = found.content;
        let iterator = match content.attribute("iterator") {
            None => block_type.clone(),
            Some(attribute) => {
                let traversal = attribute.expr.absolute_traversal();
                match traversal.ok().and_then(|name| name.root().cloned()) {
                    Some(name) => name,
                    // Whoever expands the block is told.
                    None => return,
                }
            }
        };
        if let Some(attribute) = content.attribute("for_each") {
            self.add(&attribute.expr);
        }
        self.iterators.push(iterator);
        if let Some(attribute) = content.attribute("labels") {
            self.add(&attribute.expr);
        }
        if let Some(nested) = block_types.get(&**block_type) {
            for content in &content.blocks {
                self.body(*nested, &content.body);
            }
        }
        self.iterators.pop();
    }

    fn add(&mut self, expr: &Expr) {
        let free = |(traversal, _): &Needed| {
            traversal
                .root()
                .is_none_or(|root| !self.iterators.contains(root))
        };
        self.found.extend(variables_of(expr).filter(free));
    }
}
