//! Services for HCL by a specification (`hcldec`): the arguments and blocks of bodies with their types.
//!
//! Variables that the specification does not define are unknown values: a program may define them.

use super::actions::missing;
use super::describe::{shown, signature_label};
use super::file::File;
use super::list::{List, value_snippet, word_start};
use super::place::{Part, Place, attributes, each_expression, touches};
use crate::answer::{Action, Completion, CompletionKind, Hover};
use crate::language::Context;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Position, Result, Span};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::body::parse_config_within;
use polycty_hcl::decode::{Spec, SpecDocument, SpecItems, read_spec_within};
use polycty_hcl::eval::{Scope, can_function, convert_function, try_function};
use polycty_hcl::functions::{Function, standard_functions};
use polycty_hcl::syntax::{Block, ExprKind};
use std::collections::{BTreeMap, HashSet};

/// The specification of the files with some names.
#[derive(Debug)]
pub(crate) struct Specified {
    /// The end of the names.
    ending: String,
    document: SpecDocument,
    functions: BTreeMap<Str, Function>,
}

impl Specified {
    /// Reads a specification document.
    ///
    /// # Errors
    /// The errors of the document.
    pub(crate) fn read(ending: &str, text: &str, budget: &Budget) -> Result<Specified> {
        let parsed = parse_config_within(text.as_bytes(), "specification", Position::START, budget);
        budget.finish()?;
        let mut diagnostics = parsed.diagnostics;
        let document = read_spec_within(&parsed.body, budget);
        budget.finish()?;
        diagnostics.extend(document.diagnostics.iter().cloned());
        if !diagnostics.is_empty() {
            return Err(Error::from_diagnostics(Code::Syntax, diagnostics));
        }
        let standard = standard_functions().iter();
        let standard = standard.map(|each| (each.name().into(), each.function().clone()));
        let mut functions: BTreeMap<Str, Function> = standard.collect();
        functions.insert("try".into(), try_function());
        functions.insert("can".into(), can_function());
        functions.insert("convert".into(), convert_function());
        let own = document.functions.iter();
        functions.extend(own.map(|(name, function)| (name.clone(), function.clone())));
        Ok(Specified {
            ending: ending.to_owned(),
            document,
            functions,
        })
    }

    /// Whether the specification describes a file, and the length of the end of its name.
    pub(crate) fn describes(&self, path: &str) -> Option<usize> {
        path.ends_with(&self.ending).then_some(self.ending.len())
    }

    /// The spec of the innermost of some blocks, which may be those of a `dynamic` block.
    fn spec(&self, file: &File, blocks: &[&Block]) -> Option<&Spec> {
        let tree = &*file.tree;
        let mut spec = &self.document.spec;
        let mut blocks = blocks.iter();
        while let Some(block) = blocks.next() {
            let mut name = tree.text(block.block_type);
            if name == "dynamic"
                && let Some(label) = tree[block.labels].first()
            {
                // Its `content` block has the body.
                name = tree.text(label.text);
                blocks.next()?;
            }
            spec = spec.items().blocks.get(name)?.nested?;
        }
        Some(spec)
    }

    fn items(&self, file: &File, blocks: &[&Block]) -> SpecItems<'_> {
        self.spec(file, blocks).map(Spec::items).unwrap_or_default()
    }

    /// The errors of a file without errors of syntax.
    pub(crate) fn diagnostics(&self, file: &File, budget: &Budget) -> Result<Vec<Diagnostic>> {
        let parsed =
            parse_config_within(file.text.as_bytes(), &*file.path, Position::START, budget);
        budget.finish()?;
        let spec = &self.document.spec;
        let mut scope = Scope::new();
        for (name, function) in &self.functions {
            scope.set_function(name.clone(), function.clone())?;
        }
        scope.allow_variables();
        for (variable, _) in spec.needed_within(&parsed.body, None, budget) {
            if let Some(root) = variable.root() {
                scope.set_variable(root.clone(), Value::unknown(Type::any().clone()))?;
            }
        }
        for (name, value) in &self.document.variables {
            scope.set_variable(name.clone(), value.clone())?;
        }
        let body = parsed.body.expand_dynamic(Some(&scope));
        let decoded = spec.decode_within(&body, Some(&scope), budget);
        budget.finish()?;
        Ok(decoded.diagnostics)
    }

    /// The arguments and blocks at the start of a line, and variables and functions in a value.
    pub(crate) fn completions(
        &self,
        context: &Context<'_>,
        file: &File,
        byte: u32,
    ) -> Result<Vec<Completion>> {
        let text = context.document.text();
        let before = text.get(..byte as usize).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let mut list = List::new(context.budget, Span::new(word_start(before), before.len()));
        let place = Place::find(file, file.inner(byte));
        let tree = &*file.tree;
        let items = self.items(file, &place.blocks);
        if word_start(line) == 0 && !matches!(place.part, Part::Value(_) | Part::Label(..)) {
            let rest = text.get(byte as usize..).unwrap_or_default();
            let rest = rest.split('\n').next().unwrap_or_default();
            list.names_only = rest.contains(['=', '{', '"']);
            let own = attributes(tree, place.body);
            let own = own.filter(|one| !touches(file.outer(one.name_span), byte));
            let set: HashSet<&str> = own.map(|one| tree.text(one.name)).collect();
            let unset = items.attributes.iter();
            for (name, item) in unset.filter(|(name, _)| !set.contains(**name)) {
                let rank = u32::from(!item.required);
                list.attribute(
                    name,
                    value_snippet(item.ty),
                    shown(item.ty),
                    "",
                    rank,
                    false,
                )?;
            }
            for (name, item) in &items.blocks {
                let labels: Vec<&str> = item.labels.iter().map(|label| &**label).collect();
                list.block(name, &labels, "", if item.min > 0 { 0 } else { 2 })?;
            }
            return list.finish();
        }
        let is_member = before
            .get(..word_start(before))
            .is_some_and(|text| text.ends_with('.'));
        let Some((name, value)) = line.split_once('=').filter(|_| !is_member) else {
            return list.finish();
        };
        if value.matches('"').count() % 2 == 1 && !value.contains("${") {
            return list.finish();
        }
        if let Some(item) = items.attributes.get(name.trim())
            && item.ty.is_bool()
        {
            list.word("true", CompletionKind::Constant, String::new(), 0)?;
            list.word("false", CompletionKind::Constant, String::new(), 0)?;
        }
        for (name, value) in &self.document.variables {
            list.word(name, CompletionKind::Variable, shown(value.ty()), 1)?;
        }
        for (name, function) in &self.functions {
            let signature = function.signature();
            let label = signature_label(name, signature).0;
            list.function(name, label, signature.description())?;
        }
        list.finish()
    }

    /// The description of an argument, a block type, a variable or a function.
    pub(crate) fn hover(&self, file: &File, byte: u32) -> Option<Hover> {
        let tree = &*file.tree;
        let inner = file.inner(byte);
        let place = Place::find(file, inner);
        let items = self.items(file, &place.blocks);
        let hover = |span: Span, line: String| {
            Some(Hover {
                span: file.outer(span),
                text: format!("```hcl\n{line}\n```"),
            })
        };
        match place.part {
            Part::AttributeName(attribute) => {
                let name = tree.text(attribute.name);
                let item = items.attributes.get(name)?;
                let required = if item.required { " (required)" } else { "" };
                let line = format!("{name}: {}{required}", shown(item.ty));
                hover(attribute.name_span, line)
            }
            Part::BlockType(block) => {
                let name = tree.text(block.block_type);
                let item = items.blocks.get(name)?;
                let labels = item.labels.iter().map(|label| format!(" \"{label}\""));
                let labels: String = labels.collect();
                let mut line = format!("{name}{labels} {{\n");
                let nested = item.nested.map(Spec::items).unwrap_or_default();
                for (name, item) in &nested.attributes {
                    let required = if item.required { " (required)" } else { "" };
                    line.push_str(&format!("  {name}: {}{required}\n", shown(item.ty)));
                }
                for name in nested.blocks.keys() {
                    line.push_str(&format!("  {name} {{}}\n"));
                }
                line.push('}');
                hover(block.type_span, line)
            }
            Part::Value(attribute) => {
                let mut found = None;
                each_expression(tree, attribute.value, &mut |id| match tree[id].kind {
                    ExprKind::Call(call) if touches(tree[call].name_span, inner) => {
                        let name = tree.text(tree[call].name);
                        let function = self.functions.get(name);
                        let label = function.map(|one| signature_label(name, one.signature()).0);
                        found = label.map(|label| (tree[call].name_span, label));
                    }
                    ExprKind::ScopeTraversal(steps) => {
                        if let Some(root) =
                            tree[steps].first().filter(|one| touches(one.span, inner))
                        {
                            let name = tree.slice(root.span);
                            let value = self.document.variables.get(name);
                            let line = value.map(|value| format!("{name}: {}", shown(value.ty())));
                            found = line.map(|line| (root.span, line));
                        }
                    }
                    _ => {}
                });
                let (span, line) = found?;
                hover(span, line)
            }
            Part::Label(..) | Part::Body => None,
        }
    }

    /// The action that adds the missing required arguments of the block at a byte.
    pub(crate) fn missing(
        &self,
        context: &Context<'_>,
        file: &File,
        byte: u32,
    ) -> Result<Option<Action>> {
        let blocks = Place::blocks_at(file, file.inner(byte));
        let Some(block) = blocks.last().copied() else {
            return Ok(None);
        };
        let items = self.items(file, &blocks);
        let required = items.attributes.iter().filter(|(_, item)| item.required);
        let required = required.map(|(name, item)| ((*name).to_owned(), item.ty.clone()));
        missing(context, file, block, blocks.len(), required.collect())
    }
}
