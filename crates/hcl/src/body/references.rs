//! References and function calls of a body.
//!
//! All parts of the body are searched at any depth: nested blocks, JSON strings and the names of
//! JSON objects, and `dynamic` blocks, whose iterators are not variables of the host. No schema is
//! used, so a `dynamic` block is recognized by its label and its `content` block.

use super::dynamic::BLOCK_TYPE;
use super::json::{COMMENT, document_properties, parts_of};
use super::native::{NativeItem, native_items};
use super::{Body, Hidden, Kind};
use crate::eval::{Expr, FunctionCall, Scope};
use crate::syntax::json::{Document, JsonExpression, NodeId, NodeKind, Property, Text};
use crate::syntax::{self, BodyId, Expression, Traversal, Tree};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Source};
use polycty_core::types::Str;
use polycty_core::values::MarkSet;
use std::sync::Arc;

/// A variable and the text that contains it.
pub type Reference = (Traversal, Option<Source>);

/// The size of a result: a reference with a few steps, or a function call.
const FOUND: usize = size_of::<Reference>() + 300;

/// The number of bytes of a string that are parsed as a template in one step.
const BYTES_A_STEP: usize = 16;

impl Body {
    /// Returns the variables that the body refers to, in source order, each with the text that
    /// contains it, because merged bodies have several texts.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn variables_within(&self, budget: &Budget) -> Result<Vec<Reference>> {
        let mut found = Vec::new();
        self.each_expression(budget, &mut |expr, iterators| {
            let before = found.len();
            let free = expr.variables().into_iter().filter(|traversal| {
                let root = traversal.root();
                root.is_none_or(|root| !iterators.contains(root))
            });
            found.extend(free.map(|traversal| (traversal, expr.source().cloned())));
            hold_references(budget, found.len() - before)
        })?;
        Ok(found)
    }

    /// Returns the functions that the body calls, in source order.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn calls_within(&self, budget: &Budget) -> Result<Vec<FunctionCall>> {
        let mut found = Vec::new();
        self.each_expression(budget, &mut |expr, _| {
            let before = found.len();
            found.extend(expr.calls());
            hold_references(budget, found.len() - before)
        })?;
        Ok(found)
    }

    /// Calls `visit` with each expression in the body, in source order, and with the iterators of
    /// the enclosing `dynamic` blocks.
    fn each_expression(&self, budget: &Budget, visit: &mut Visit<'_>) -> Result<()> {
        let mut walk = Walk {
            budget,
            iterators: Vec::new(),
            generated: None,
            visit,
        };
        walk.body(self)
    }
}

fn hold_references(budget: &Budget, count: usize) -> Result<()> {
    if count > 0 {
        budget.parts(count as u64, FOUND as u64)?;
    }
    Ok(())
}

type Visit<'a> = dyn FnMut(&Expr, &[Str]) -> Result<()> + 'a;

struct Walk<'a, 'v> {
    budget: &'a Budget,
    /// The iterator names of the enclosing `dynamic` blocks.
    iterators: Vec<Str>,
    /// The variables of a generated body.
    generated: Option<Scope>,
    visit: &'a mut Visit<'v>,
}

impl Walk<'_, '_> {
    /// The recursion is as deep as the text nests, which is limited.
    fn body(&mut self, body: &Body) -> Result<()> {
        match &body.0 {
            Kind::Native(body) => self.native(&body.tree, body.id, &body.hidden),
            Kind::Json(body) => self.json_body(body.document(), body.root_node(), body.hidden()),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => {
                bodies.iter().try_for_each(|body| self.body(body))
            }
            Kind::Dynamic(body) => {
                let around = std::mem::replace(&mut self.generated, body.iterators().cloned());
                let walked = self.body(&body.rest(self.budget));
                self.generated = around;
                walked
            }
            // All values in it are unknown, whatever the source contains.
            Kind::Unknown(_) => Ok(()),
        }
    }

    fn expression(&mut self, expr: Expr) -> Result<()> {
        self.budget.charge(1)?;
        match &self.generated {
            Some(scope) => {
                let expr = expr.within(scope, &MarkSet::EMPTY);
                (self.visit)(&expr, &self.iterators)
            }
            None => (self.visit)(&expr, &self.iterators),
        }
    }

    fn native(&mut self, tree: &Arc<Tree>, id: BodyId, hidden: &Hidden) -> Result<()> {
        for item in native_items(tree, id) {
            match item {
                NativeItem::Attribute(attribute) => {
                    if !hidden.attributes.contains(tree.text(attribute.name)) {
                        self.native_attribute(tree, attribute)?;
                    }
                }
                NativeItem::Block(block) => {
                    if !hidden.blocks.contains(tree.text(block.block_type)) {
                        self.native_block(tree, block)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn native_attribute(&mut self, tree: &Arc<Tree>, attribute: &syntax::Attribute) -> Result<()> {
        self.expression(Expr::Native(Expression {
            tree: tree.clone(),
            id: attribute.value,
        }))
    }

    fn native_block(&mut self, tree: &Arc<Tree>, block: &syntax::Block) -> Result<()> {
        let none = Hidden::default();
        let Some(iterator) = native_iterator(tree, block) else {
            return self.native(tree, block.body, &none);
        };
        for item in native_items(tree, block.body) {
            match item {
                NativeItem::Attribute(attribute) => match tree.text(attribute.name) {
                    "iterator" => {}
                    "labels" => {
                        self.iterators.push(iterator.clone());
                        self.native_attribute(tree, attribute)?;
                        self.iterators.pop();
                    }
                    _ => self.native_attribute(tree, attribute)?,
                },
                NativeItem::Block(block) if tree.text(block.block_type) == CONTENT => {
                    self.iterators.push(iterator.clone());
                    self.native(tree, block.body, &none)?;
                    self.iterators.pop();
                }
                NativeItem::Block(block) => self.native_block(tree, block)?,
            }
        }
        Ok(())
    }

    /// Visits a JSON body. The names of its properties are not templates.
    fn json_body(
        &mut self,
        document: &Arc<Document>,
        node: Option<NodeId>,
        hidden: &Hidden,
    ) -> Result<()> {
        let Some(node) = node else {
            return Ok(());
        };
        let visible = |property: &&Property| !hidden.attributes.contains(&property.name.text);
        for property in document_properties(document, &node).filter(visible) {
            if &*property.name.text != COMMENT {
                self.json_property(document, property)?;
            }
        }
        Ok(())
    }

    fn json_property(&mut self, document: &Arc<Document>, property: &Property) -> Result<()> {
        if &*property.name.text != BLOCK_TYPE {
            return self.json(document, property.value);
        }
        for &part in parts_of(document, &property.value) {
            match &document[part].kind {
                NodeKind::Object(blocks) => {
                    for block in blocks {
                        self.json_label(document, block)?;
                    }
                }
                // A value that is not an object is not a block.
                _ => self.json(document, part)?,
            }
        }
        Ok(())
    }

    /// Visits the property of one label of `dynamic`: the bodies of blocks, unless it is an
    /// argument with this name.
    fn json_label(&mut self, document: &Arc<Document>, block: &Property) -> Result<()> {
        let bodies = parts_of(document, &block.value);
        let iterator = |body: &NodeId| json_iterator(document, block, *body);
        if bodies.is_empty() || bodies.iter().any(|body| iterator(body).is_none()) {
            self.json_name(document, block)?;
        }
        for body in bodies {
            match iterator(body) {
                Some(iterator) => self.json_dynamic(document, *body, &iterator)?,
                None => self.json(document, *body)?,
            }
        }
        Ok(())
    }

    fn json_dynamic(
        &mut self,
        document: &Arc<Document>,
        body: NodeId,
        iterator: &Str,
    ) -> Result<()> {
        for property in document_properties(document, &body) {
            match &*property.name.text {
                "iterator" if is_string(document, property.value) => {}
                "labels" | CONTENT => {
                    self.iterators.push(iterator.clone());
                    self.json(document, property.value)?;
                    self.iterators.pop();
                }
                _ => {
                    self.json_name(document, property)?;
                    self.json(document, property.value)?;
                }
            }
        }
        Ok(())
    }

    /// Visits a JSON value that may be the value of an argument. The names in it are templates,
    /// too.
    fn json(&mut self, document: &Arc<Document>, node: NodeId) -> Result<()> {
        self.budget.charge(1)?;
        match &document[node].kind {
            NodeKind::String(text) => {
                self.json_text(text, || JsonExpression::new(document.clone(), node))
            }
            NodeKind::Array(parts) => parts.iter().try_for_each(|part| self.json(document, *part)),
            NodeKind::Object(properties) => {
                for property in properties {
                    self.json_name(document, property)?;
                    self.json_property(document, property)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn json_name(&mut self, document: &Arc<Document>, property: &Property) -> Result<()> {
        self.json_text(&property.name, || {
            JsonExpression::name(document.clone(), property)
        })
    }

    fn json_text(&mut self, text: &Text, template: impl FnOnce() -> JsonExpression) -> Result<()> {
        self.budget
            .charge((text.text.len() / BYTES_A_STEP) as u64)?;
        if text.is_literal() {
            Ok(())
        } else {
            self.expression(Expr::Json(template()))
        }
    }
}

const CONTENT: &str = "content";

/// The iterator name of a `dynamic` block, or `None` for any other block.
fn native_iterator(tree: &Tree, block: &syntax::Block) -> Option<Str> {
    let [label] = &tree[block.labels] else {
        return None;
    };
    if tree.text(block.block_type) != BLOCK_TYPE {
        return None;
    }
    let body = &tree[block.body];
    let content = |block: &syntax::Block| tree.text(block.block_type) == CONTENT;
    if !tree[body.blocks].iter().any(content) {
        return None;
    }
    let named = tree[body.attributes]
        .iter()
        .find(|attribute| tree.text(attribute.name) == "iterator")
        .and_then(|attribute| tree.keyword(attribute.value));
    Some(named.unwrap_or_else(|| tree.text(label.text)).into())
}

fn is_string(document: &Document, node: NodeId) -> bool {
    matches!(document[node].kind, NodeKind::String(_))
}

fn json_iterator(document: &Document, block: &Property, body: NodeId) -> Option<Str> {
    let mut iterator = None;
    let mut is_dynamic = false;
    for property in document_properties(document, &body) {
        match (&*property.name.text, &document[property.value].kind) {
            (CONTENT, _) => is_dynamic = true,
            ("iterator", NodeKind::String(text)) => iterator = Some(text.text.clone()),
            _ => {}
        }
    }
    is_dynamic.then(|| iterator.unwrap_or_else(|| block.name.text.clone()))
}
