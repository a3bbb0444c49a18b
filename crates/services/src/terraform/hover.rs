//! Descriptions of names.

use super::blocks::{ROOTS, attributes_of, items};
use super::describe::Description;
use super::sites::{CALL_ARGUMENTS, Name, mode_of, name_span, referenced, step_name};
use super::types::{Into, type_within};
use super::{Terraform, folder::is_values_file, navigation::label_at};
use crate::answer::Hover;
use crate::hcl::describe::{shown, signature_label};
use crate::hcl::file::File;
use crate::hcl::place::{Part, Place, each_expression, touches};
use crate::language::Context;
use polycty_core::source::{Result, Span};
use polycty_hcl::syntax::{Attribute, Block, ExprKind, Step, StepKind};

impl Terraform {
    pub(super) fn description(&self, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
        let file = self.files.document(context)?;
        let file = &*file;
        if file.path.ends_with(".json") {
            return self.json_description(context, byte);
        }
        let inner = file.inner(byte);
        let place = Place::find(file, inner);
        match place.part {
            Part::Value(attribute) => {
                if let Some(found) = self.in_expression(context, file, attribute, inner)? {
                    return Ok(Some(found));
                }
                Ok(None)
            }
            Part::AttributeName(attribute) if touches(attribute.name_span, inner) => {
                self.of_attribute(context, file, &place, attribute, byte)
            }
            Part::Label(..) => self.of_label(context, file, byte),
            Part::BlockType(block) => self.of_block(context, file, &place, block),
            _ => Ok(None),
        }
    }

    /// The description of the declaration at a byte.
    pub(super) fn of_site(&self, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
        let Some(site) = self.site(context, byte)? else {
            return Ok(None);
        };
        let Some(target) = self.target(context, &site)? else {
            return Ok(None);
        };
        let found = self.describe(context, &target.folder, &target.name)?;
        Ok(found.map(|found| Hover {
            span: site.span,
            text: found.markdown(),
        }))
    }

    fn in_expression(
        &self,
        context: &Context<'_>,
        file: &File,
        attribute: &Attribute,
        inner: u32,
    ) -> Result<Option<Hover>> {
        let tree = &*file.tree;
        let mut steps: Option<&[Step]> = None;
        let mut call = None;
        each_expression(tree, attribute.value, &mut |id| match tree[id].kind {
            ExprKind::ScopeTraversal(found) if touches(tree[id].span, inner) => {
                steps = Some(&tree[found]);
            }
            ExprKind::Call(found) if touches(tree[found].name_span, inner) => call = Some(found),
            _ => {}
        });
        if let Some(call) = call {
            let call = &tree[call];
            let name = tree.text(call.name);
            let plain = name.strip_prefix("core::").unwrap_or(name);
            let folder = self.own_folder(context)?;
            return Ok(self
                .functions(folder.as_deref())
                .get(plain)
                .map(|function| {
                    let signature = function.signature();
                    let description = Description {
                        line: signature_label(name, signature).0,
                        text: signature.description().to_owned(),
                    };
                    Hover {
                        span: file.outer(call.name_span),
                        text: description.markdown(),
                    }
                }));
        }
        let byte = file.outer(Span {
            start: inner,
            end: inner,
        });
        if let Some(steps) = steps {
            let at = steps.iter().position(|step| touches(step.span, inner));
            let at = at.unwrap_or(0);
            // A step starts with its dot, which belongs to the step before as well.
            let at = match steps.get(at + 1) {
                Some(next) if name_span(tree, next).start <= inner => at + 1,
                _ => at,
            };
            let declared = referenced(tree, steps);
            match declared {
                Some((name, last)) if at > last => {
                    let is_output = matches!(name, Name::Module(_));
                    if is_output && let Some(found) = self.of_site(context, byte.start)? {
                        return Ok(Some(found));
                    }
                    return self.of_steps(context, file, &name, &steps[..=at], last);
                }
                Some(_) if at > 0 => return self.of_site(context, byte.start),
                Some(_) | None => {
                    let root = step_name(tree, &steps[0]).unwrap_or_default();
                    return Ok(self.of_root(file, root, steps, at));
                }
            }
        }
        self.of_site(context, byte.start)
    }

    /// The description of a root of references that is not a declaration, or of its attribute.
    fn of_root(&self, file: &File, root: &str, steps: &[Step], at: usize) -> Option<Hover> {
        let tree = &*file.tree;
        let span = file.outer(name_span(tree, &steps[at]));
        let (line, text) = if at == 0 {
            let (_, text) = ROOTS.iter().find(|(name, _)| *name == root)?;
            (root.to_owned(), (*text).to_owned())
        } else {
            let name = step_name(tree, &steps[at])?;
            let attributes = attributes_of(root).iter();
            let (_, ty) = attributes
                .into_iter()
                .find(|(attribute, _)| *attribute == name)?;
            (format!("{root}.{name}: {ty}"), String::new())
        };
        let text = Description { line, text }.markdown();
        Some(Hover { span, text })
    }

    /// The description of the last of some steps into a declaration.
    fn of_steps(
        &self,
        context: &Context<'_>,
        file: &File,
        name: &Name,
        steps: &[Step],
        declared: usize,
    ) -> Result<Option<Hover>> {
        let tree = &*file.tree;
        let (Some(folder), Some(last)) = (self.own_folder(context)?, steps.last()) else {
            return Ok(None);
        };
        let Some(ty) = self.type_of(context, &folder, name)? else {
            return Ok(None);
        };
        let path: Vec<Into> = steps[declared + 1..]
            .iter()
            .map(|step| match step.kind {
                StepKind::Root(name) | StepKind::Attr(name) => {
                    Into::Field(tree.text(name).to_owned())
                }
                StepKind::Index(value) => match tree[value].as_str() {
                    Some(key) => Into::Field(key.to_owned()),
                    None => Into::Element,
                },
            })
            .collect();
        let Some(found) = type_within(&ty, &path) else {
            return Ok(None);
        };
        let mut text = String::new();
        if let Name::Resource(mode, of, wanted) = name {
            let inventory = folder.module.inventory();
            let mut resources = inventory.resources.iter();
            let resource = resources.find(|one| {
                one.mode == *mode && *one.resource_type == **of && *one.name == **wanted
            });
            let mut schema = match resource {
                Some(resource) => self.resource_schema(context, inventory, resource)?,
                None => None,
            };
            let mut names = path.iter().filter_map(|step| match step {
                Into::Field(name) => Some(name),
                Into::Element => None,
            });
            while let (Some(of), Some(name)) = (&schema, names.next()) {
                match of.attribute(name) {
                    Some(attribute) => {
                        text = attribute.description.to_owned();
                        schema = None;
                    }
                    None => schema = of.nested(name),
                }
            }
        }
        let whole = steps[0].span.to(last.span);
        let line = format!("{}: {}", tree.slice(whole), shown(&found));
        Ok(Some(Hover {
            span: file.outer(name_span(tree, last)),
            text: Description { line, text }.markdown(),
        }))
    }

    fn of_attribute(
        &self,
        context: &Context<'_>,
        file: &File,
        place: &Place<'_>,
        attribute: &Attribute,
        byte: u32,
    ) -> Result<Option<Hover>> {
        let tree = &*file.tree;
        let types: Vec<&str> = place
            .blocks
            .iter()
            .map(|block| tree.text(block.block_type))
            .collect();
        let name = tree.text(attribute.name);
        let is_site = match *types {
            [] => is_values_file(&file.path),
            ["locals"] => true,
            ["module"] => !CALL_ARGUMENTS.contains(&name),
            _ => false,
        };
        if is_site {
            return self.of_site(context, byte);
        }
        let hover = |line, text: &str| Hover {
            span: file.outer(attribute.name_span),
            text: Description {
                line,
                text: text.to_owned(),
            }
            .markdown(),
        };
        if let Some(schema) = self.body_schema(context, tree, &place.blocks)?
            && let Some(found) = schema.attribute(name)
        {
            let line = format!(
                "{name}: {}{}",
                shown(found.ty),
                flags(found.required, found.computed)
            );
            return Ok(Some(hover(line, found.description)));
        }
        let mut items = items(&types).iter();
        Ok(items.find(|item| item.name == name).map(|item| {
            let line = format!(
                "{name}: {}{}",
                item.form.shown(),
                flags(item.required, false)
            );
            hover(line, item.documentation)
        }))
    }

    fn of_label(&self, context: &Context<'_>, file: &File, byte: u32) -> Result<Option<Hover>> {
        let Some((place, span)) = label_at(file, byte) else {
            return Ok(None);
        };
        let Part::Label(block, label) = place.part else {
            return Ok(None);
        };
        let tree = &*file.tree;
        let block_type = tree.text(block.block_type);
        if label == 0 && (mode_of(block_type).is_some() || block_type == "provider") {
            let mut blocks = place.blocks.clone();
            blocks.push(block);
            let schema = self.body_schema(context, tree, &blocks)?;
            return Ok(schema.map(|schema| Hover {
                span,
                text: Description {
                    line: format!("{block_type} \"{}\"", span.slice(&file.text)),
                    text: schema.description().to_owned(),
                }
                .markdown(),
            }));
        }
        self.of_site(context, byte)
    }

    fn of_block(
        &self,
        context: &Context<'_>,
        file: &File,
        place: &Place<'_>,
        block: &Block,
    ) -> Result<Option<Hover>> {
        let tree = &*file.tree;
        let types: Vec<&str> = place
            .blocks
            .iter()
            .map(|block| tree.text(block.block_type))
            .collect();
        let name = tree.text(block.block_type);
        let schema = self.body_schema(context, tree, &place.blocks)?;
        let text = match schema.and_then(|schema| schema.nested(name)) {
            Some(nested) => nested.description().to_owned(),
            None => match items(&types).iter().find(|item| item.name == name) {
                Some(item) => item.documentation.to_owned(),
                None => return Ok(None),
            },
        };
        let description = Description {
            line: name.to_owned(),
            text,
        };
        Ok(Some(Hover {
            span: file.outer(block.type_span),
            text: description.markdown(),
        }))
    }
}

/// Whether an attribute must be set or is set by the provider, after its type.
fn flags(required: bool, computed: bool) -> &'static str {
    match (required, computed) {
        (true, _) => " (required)",
        (false, true) => " (computed)",
        (false, false) => "",
    }
}
