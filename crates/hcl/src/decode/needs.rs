//! Free variables of a body, by a spec.
//!
//! These are the variables of the expressions that a spec decodes. If the `dynamic` blocks of the
//! body are not expanded, the variables that determine the generated blocks are included.

use super::lookup::ItemLookup;
use super::schema::BlockTypes;
use super::spec::{Kind, Spec};
use crate::body::{Block, Body, dynamic};
use crate::eval::Expr;
use crate::syntax::Traversal;
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::Source;
use polycty_core::types::Str;

/// The selection of variables of a body with `dynamic` blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Needs {
    /// All variables that decoding the body needs.
    All,
    /// The variables that determine the generated blocks.
    Expansion,
}

impl Spec {
    /// Returns the variables needed to decode a body. The result may be incomplete if decoding the
    /// body reports errors.
    #[must_use]
    pub fn variables(&self, body: &Body) -> Vec<Traversal> {
        bare(self.needed(body, None))
    }

    /// Returns the variables needed to decode a body after the expansion of its `dynamic` blocks.
    /// `body` is the body before the expansion.
    #[must_use]
    pub fn variables_with_dynamic(&self, body: &Body, needs: Needs) -> Vec<Traversal> {
        bare(self.needed(body, Some(needs)))
    }

    /// Returns the needed variables with the texts that contain them, because merged bodies have
    /// several texts. `needs` is `None` for a body whose `dynamic` blocks are expanded.
    pub fn needed(&self, body: &Body, needs: Option<Needs>) -> Vec<Needed> {
        self.needed_within(body, needs, &Budget::standard())
    }

    /// Returns the variables as [`Spec::needed`] does, with the budget of an operation. Some are
    /// missing if the budget is exceeded.
    pub fn needed_within(&self, body: &Body, needs: Option<Needs>, budget: &Budget) -> Vec<Needed> {
        let Some(needs) = needs else {
            let mut free = Free {
                budget,
                found: Vec::new(),
            };
            free.add_body(self, body);
            return free.found;
        };
        let mut walk = Walk {
            needs,
            budget,
            iterators: Vec::new(),
            found: Vec::new(),
        };
        walk.body(Some(self), body);
        walk.found
    }
}

/// A variable and the text that contains it.
pub type Needed = (Traversal, Option<Source>);

fn bare(found: Vec<Needed>) -> Vec<Traversal> {
    found.into_iter().map(|(traversal, _)| traversal).collect()
}

fn variables_of(expr: &Expr) -> impl Iterator<Item = Needed> {
    let source = expr.source().cloned();
    let variables = expr.variables().into_iter();
    variables.map(move |traversal| (traversal, source.clone()))
}

/// A walk over an expanded body, limited to the items of the spec.
struct Free<'a> {
    budget: &'a Budget,
    found: Vec<Needed>,
}

impl Free<'_> {
    fn add_body(&mut self, spec: &Spec, body: &Body) {
        let (content, rest) = body.partial_content_within(spec.schema(), self.budget);
        let lookup = ItemLookup::new(&content.content, &[], &[]).with_rest(Some(&rest));
        self.add(spec, &lookup);
    }

    /// Adds the variables of a body of arguments; none if it contains anything else.
    fn add_arguments(&mut self, body: &Body) {
        let attributes = body.just_attributes_within(self.budget);
        if attributes.diagnostics.is_empty() {
            let exprs = attributes.content.iter();
            let mut variables: Vec<Needed> = exprs
                .flat_map(|attribute| variables_of(&attribute.expr))
                .collect();
            sort_by_key(&mut variables, |(variable, _)| {
                variable.range().map(|range| range.start)
            });
            self.found.extend(variables);
        }
    }

    fn add(&mut self, spec: &Spec, lookup: &ItemLookup<'_>) {
        if self.budget.charge(1).is_err() {
            return;
        }
        match &spec.0.kind {
            Kind::Attribute(attribute) => {
                if let Some(attribute) = lookup.attribute(&attribute.name) {
                    self.found.extend(variables_of(&attribute.expr));
                }
            }
            Kind::Expr(expr) => self.found.extend(variables_of(expr)),
            Kind::Block(block) => {
                if let [first, ..] = lookup.blocks(&block.block_type) {
                    self.add_body(&block.nested, &first.body);
                }
            }
            Kind::Blocks(blocks) => {
                for block in lookup.blocks(&blocks.block_type) {
                    self.add_body(&blocks.nested, &block.body);
                }
            }
            Kind::LabelledBlocks(blocks) => {
                for block in lookup.blocks(&blocks.block_type) {
                    self.add_body(&blocks.nested, &block.body);
                }
            }
            Kind::BlockAttributes(block) => {
                if let [first, ..] = lookup.blocks(&block.block_type) {
                    self.add_arguments(&first.body);
                }
            }
            Kind::RestAttributes { .. } => {
                if let Some(rest) = lookup.rest {
                    self.add_arguments(rest);
                }
            }
            _ => spec.0.kind.same_body(&mut |part| self.add(part, lookup)),
        }
    }
}

/// A walk over a body that is not expanded.
struct Walk<'a> {
    needs: Needs,
    budget: &'a Budget,
    /// The iterators of the enclosing `dynamic` blocks.
    iterators: Vec<Str>,
    found: Vec<Needed>,
}

impl Walk<'_> {
    /// Adds the variables of a body. `spec` is `None` for the body of a block that contains only
    /// arguments.
    fn body(&mut self, spec: Option<&Spec>, body: &Body) {
        let Some(spec) = spec else {
            if self.needs == Needs::All {
                let attributes = body.just_attributes_within(self.budget).content;
                attributes
                    .iter()
                    .for_each(|attribute| self.add(&attribute.expr));
            }
            return;
        };
        let schema = dynamic::with_dynamic_blocks(spec.schema());
        let (found, rest) = body.partial_content_within(&schema, self.budget);
        if self.needs == Needs::All {
            for attribute in &found.content.attributes {
                self.add(&attribute.expr);
            }
            if spec.takes_rest_attributes() {
                let attributes = rest.just_attributes_within(self.budget).content;
                attributes
                    .iter()
                    .for_each(|attribute| self.add(&attribute.expr));
            }
        }
        let block_types = spec.block_types();
        for block in &found.content.blocks {
            if &*block.block_type == dynamic::BLOCK_TYPE {
                self.dynamic_block(block, &block_types);
            } else {
                self.block(&block.block_type, &block_types, &block.body);
            }
        }
    }

    /// Adds the variables of a block for each spec that uses its type.
    fn block(&mut self, block_type: &str, block_types: &BlockTypes<'_>, body: &Body) {
        for nested in block_types.get(block_type).into_iter().flatten() {
            self.body(*nested, body);
        }
    }

    fn dynamic_block(&mut self, block: &Block, block_types: &BlockTypes<'_>) {
        let [block_type] = &*block.labels else {
            return;
        };
        let (found, _) = block
            .body
            .partial_content_within(dynamic::lenient_schema(), self.budget);
        let content = found.content;
        let iterator = match content.attribute("iterator") {
            None => block_type.clone(),
            Some(attribute) => {
                let traversal = attribute.expr.absolute_traversal();
                match traversal.ok().and_then(|name| name.root().cloned()) {
                    Some(name) => name,
                    // The expansion of the block reports the error.
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
        for content in &content.blocks {
            self.block(block_type, block_types, &content.body);
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
