//! Completions.

use super::blocks::{Form, ROOTS, TYPES, attributes_of, items};
use super::folder::is_values_file;
use super::navigation::folder_of;
use super::path::{join, name as last_name};
use super::sites::{CALL_ARGUMENTS, Name, mode_of};
use super::typed::{Open, open, steps_before};
use super::types::{Into, type_within};
use super::{Terraform, folder::Folder};
use crate::answer::{Completion, CompletionKind};
use crate::hcl::describe::{shown, signature_label};
use crate::hcl::file::File;
use crate::hcl::list::{List, value_snippet, word_start};
use crate::hcl::place::{Part, Place, attributes};
use crate::language::Context;
use polycty_core::source::{Result, Span};
use polycty_core::types::Type;
use polycty_hcl::syntax::Block;
use polycty_terraform::module::ResourceMode;
use polycty_terraform::project::{BodySchema, SchemaTable};
use std::collections::HashSet;

/// The text of a value before a position.
pub(super) struct Typed<'c> {
    /// The text from the equals sign to the position.
    pub(super) value: &'c str,
    /// The name of the attribute.
    pub(super) attribute: &'c str,
    /// A byte of the tree's text in the body of the attribute.
    pub(super) at: u32,
}

/// The types of state storage that Terraform has.
const BACKENDS: [&str; 12] = [
    "azurerm",
    "consul",
    "cos",
    "gcs",
    "http",
    "kubernetes",
    "local",
    "oci",
    "oss",
    "pg",
    "remote",
    "s3",
];

/// The types of provisioners that Terraform has.
const PROVISIONERS: [&str; 3] = ["file", "local-exec", "remote-exec"];

impl Terraform {
    /// The value that is being typed at a byte, or `None` if the byte is not in a value.
    pub(super) fn typed<'c>(&self, context: &Context<'c>, byte: u32) -> Result<Option<Typed<'c>>> {
        let file = self.files.document(context)?;
        let document = context.document;
        let text: &'c str = document.text();
        let part =
            |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or_default();
        if let Some(repaired) = &file.repaired {
            for (name, value) in &repaired.damaged {
                let is_inside = name.end < byte
                    && (byte <= value.end || part(value.end, byte).bytes().all(|b| b == b' '))
                    && value.start <= byte;
                if is_inside {
                    return Ok(Some(Typed {
                        value: part(value.start, byte),
                        attribute: part(name.start, name.end),
                        at: file.inner(name.start),
                    }));
                }
            }
        }
        let place = Place::find(&file, file.inner(byte));
        if let Part::Value(attribute) = place.part {
            let start = file.outer(attribute.equals).end;
            let name = file.outer(attribute.name_span);
            return Ok(Some(Typed {
                value: part(start, byte),
                attribute: part(name.start, name.end),
                at: attribute.name_span.start,
            }));
        }
        // Blanks after a value.
        let before = part(0, byte);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let code = line.trim_start();
        let name = code.split(['=', ' ']).next().unwrap_or_default();
        let rest = code.get(name.len()..).unwrap_or_default().trim_start();
        let value = rest
            .strip_prefix('=')
            .filter(|rest| !rest.starts_with(['=', '>']));
        let is_name = !name.is_empty() && word_start(name) == 0;
        Ok(value.filter(|_| is_name).map(|value| Typed {
            value,
            attribute: name,
            at: file.inner(byte),
        }))
    }

    pub(super) fn all_completions(
        &self,
        context: &Context<'_>,
        byte: u32,
    ) -> Result<Vec<Completion>> {
        let file = self.files.document(context)?;
        let document = context.document;
        let text: &str = document.text();
        if document.path().ends_with(".json") {
            return self.json_completions(context, byte);
        }
        let before = text.get(..byte as usize).unwrap_or_default();
        let mut list = List::new(context.budget, Span::new(word_start(before), before.len()));
        match self.typed(context, byte)? {
            Some(typed) => {
                context.budget.charge(typed.value.len() as u64)?;
                let place = Place::find(&file, typed.at);
                self.in_value(context, &file, &place.blocks, &typed, &mut list)?;
            }
            None => {
                let after = text.get(byte as usize..).unwrap_or_default();
                let rest = after.split('\n').next().unwrap_or_default();
                self.in_body(context, &file, before, rest, &mut list)?;
            }
        }
        list.finish()
    }

    fn in_body(
        &self,
        context: &Context<'_>,
        file: &File,
        before: &str,
        rest: &str,
        list: &mut List<'_>,
    ) -> Result<()> {
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let place = Place::find(file, file.inner(Span::at(before.len()).start));
        if line.matches('"').count() % 2 == 1 {
            return self.labels(context, line, before.len(), list);
        }
        if word_start(line) != 0 {
            return Ok(());
        }
        // Only the name is inserted before a value or a body.
        list.names_only = rest.contains(['=', '{', '"']);
        let tree = &*file.tree;
        let blocks = &*place.blocks;
        let types: Vec<&str> = blocks
            .iter()
            .map(|block| tree.text(block.block_type))
            .collect();
        let own = Span::new(word_start(before), before.len());
        let others = attributes(tree, place.body)
            .filter(|attribute| file.outer(attribute.name_span).start != own.start);
        let set: HashSet<&str> = others.map(|attribute| tree.text(attribute.name)).collect();
        let is_set = |name: &str| set.contains(name);
        let Some(folder) = self.own_folder(context)? else {
            return self.language_items(&types, &is_set, list);
        };
        match *types {
            [] if is_values_file(&file.path) => return variables(&folder, &is_set, true, list),
            ["locals"] => return Ok(()),
            ["module"] => {
                if let Some(label) = tree[blocks[0].labels].first()
                    && let Some(called) = self.called(context, &folder, tree.text(label.text))?
                {
                    variables(&called, &is_set, false, list)?;
                }
            }
            _ => {}
        }
        if let Some(schema) = self.body_schema(context, tree, blocks)? {
            schema_items(&schema, &is_set, list)?;
        }
        self.language_items(&types, &is_set, list)
    }

    /// The arguments and blocks of the language.
    fn language_items(
        &self,
        types: &[&str],
        is_set: &dyn Fn(&str) -> bool,
        list: &mut List<'_>,
    ) -> Result<()> {
        for item in items(types) {
            if is_set(item.name) {
                continue;
            }
            let rank = if item.required { 0 } else { 3 };
            match item.form {
                Form::Nested => list.block(item.name, &[], item.documentation, rank)?,
                Form::Labeled(labels) => list.block(item.name, labels, item.documentation, rank)?,
                form => {
                    let value = match form {
                        Form::Text => "\"${1}\"",
                        Form::References => "[${1}]",
                        Form::Bool => "${1:true}",
                        _ => "${1}",
                    };
                    list.attribute(
                        item.name,
                        value,
                        form.shown(),
                        item.documentation,
                        rank,
                        false,
                    )?;
                }
            }
        }
        Ok(())
    }

    /// Labels of the block whose header is being typed.
    fn labels(
        &self,
        context: &Context<'_>,
        line: &str,
        end: usize,
        list: &mut List<'_>,
    ) -> Result<()> {
        let block_type = line.split([' ', '"']).next().unwrap_or_default();
        let typed = line.rsplit('"').next().unwrap_or_default();
        list.span = Span::new(end - typed.len(), end);
        if line.matches('"').count() != 1 {
            return Ok(());
        }
        let fixed: &[&str] = match block_type {
            "backend" => &BACKENDS,
            "provisioner" => &PROVISIONERS,
            _ => &[],
        };
        for name in fixed {
            list.word(name, CompletionKind::Type, String::new(), 0)?;
        }
        let table = match (block_type, mode_of(block_type)) {
            (_, Some(mode)) => SchemaTable::Resource(mode),
            ("provider", _) => SchemaTable::Provider,
            _ => return Ok(()),
        };
        let (Some(schemas), Some(folder)) = (&self.options.schemas, self.own_folder(context)?)
        else {
            return Ok(());
        };
        for name in schemas.type_names(folder.module.inventory(), table) {
            list.word(&name, CompletionKind::Type, String::new(), 0)?;
        }
        Ok(())
    }

    fn in_value(
        &self,
        context: &Context<'_>,
        file: &File,
        blocks: &[&Block],
        typed: &Typed<'_>,
        list: &mut List<'_>,
    ) -> Result<()> {
        let tree = &*file.tree;
        let types: Vec<&str> = blocks
            .iter()
            .map(|block| tree.text(block.block_type))
            .collect();
        let stack = open(typed.value);
        match stack.last() {
            Some(Open::Comment) => return Ok(()),
            Some(Open::String) if *types == ["module"] && typed.attribute == "source" => {
                return self.folders(context, typed.value, list);
            }
            Some(Open::String | Open::Heredoc(_)) => return Ok(()),
            _ => {}
        }
        if typed.attribute == "type" && matches!(*types, ["variable" | "output"]) {
            if !matches!(stack.last(), Some(Open::Object(None))) {
                for (name, snippet) in TYPES {
                    list.snippet(name, CompletionKind::Type, snippet, 0)?;
                }
            }
            return Ok(());
        }
        let Some(folder) = self.own_folder(context)? else {
            return Ok(());
        };
        if is_values_file(&file.path) || !blocks.is_empty() {
            let expected = self.expected(context, &folder, file, blocks, typed.attribute)?;
            let expected = expected.and_then(|ty| within(ty, &stack));
            if steps_before(typed.value).is_none() {
                if let (Some(Open::Object(None)), Some(ty)) = (stack.last(), &expected)
                    && ty.is_object()
                {
                    for field in ty.fields() {
                        let rank = u32::from(field.is_optional());
                        let value = value_snippet(field.ty());
                        list.attribute(field.name(), value, shown(field.ty()), "", rank, false)?;
                    }
                    return Ok(());
                }
                if expected.is_some_and(|ty| ty.is_bool()) {
                    list.word("true", CompletionKind::Constant, String::new(), 0)?;
                    list.word("false", CompletionKind::Constant, String::new(), 0)?;
                }
            }
        }
        if is_values_file(&file.path) {
            return Ok(());
        }
        match steps_before(typed.value) {
            Some(steps) => self.after_steps(context, &folder, file, blocks, &steps, list),
            None => self.starts(&folder, &types, file, blocks, typed, list),
        }
    }

    /// The type that the value of an attribute must have.
    fn expected(
        &self,
        context: &Context<'_>,
        folder: &Folder,
        file: &File,
        blocks: &[&Block],
        attribute: &str,
    ) -> Result<Option<Type>> {
        let tree = &*file.tree;
        let types: Vec<&str> = blocks
            .iter()
            .map(|block| tree.text(block.block_type))
            .collect();
        let variable = |folder: &Folder, name: &str| {
            let mut variables = folder.module.inventory().variables.iter();
            let found = variables.find(|variable| *variable.name == *name);
            found.map(|variable| variable.ty().clone())
        };
        let label = || {
            let label = tree[blocks.first()?.labels].first()?;
            Some(tree.text(label.text))
        };
        match (&*types, label()) {
            ([], _) => return Ok(variable(folder, attribute)),
            (["variable"], Some(name)) if attribute == "default" => {
                return Ok(variable(folder, name));
            }
            (["module"], Some(call)) if !CALL_ARGUMENTS.contains(&attribute) => {
                let called = self.called(context, folder, call)?;
                return Ok(called.and_then(|called| variable(&called, attribute)));
            }
            _ => {}
        }
        if let Some(schema) = self.body_schema(context, tree, blocks)?
            && let Some(found) = schema.attribute(attribute)
        {
            return Ok(Some(found.ty.clone()));
        }
        let mut items = items(&types).iter();
        let item = items.find(|item| item.name == attribute);
        Ok(item.and_then(|item| match item.form {
            Form::Bool => Some(Type::bool().clone()),
            _ => None,
        }))
    }

    /// Names that a reference or an expression can start with.
    fn starts(
        &self,
        folder: &Folder,
        types: &[&str],
        file: &File,
        blocks: &[&Block],
        typed: &Typed<'_>,
        list: &mut List<'_>,
    ) -> Result<()> {
        let tree = &*file.tree;
        let mut items = items(types).iter();
        if let Some(item) = items.find(|item| item.name == typed.attribute)
            && let Form::Choice(words) = item.form
        {
            for word in words {
                list.word(word, CompletionKind::Constant, String::new(), 0)?;
            }
            return Ok(());
        }
        let inventory = folder.module.inventory();
        if typed.attribute == "provider" {
            for provider in &inventory.providers {
                let name = match &provider.alias {
                    Some(alias) => format!("{}.{alias}", provider.name),
                    None => provider.name.to_string(),
                };
                list.word(&name, CompletionKind::Module, String::new(), 0)?;
            }
            return Ok(());
        }
        for name in for_names(typed.value) {
            list.word(name, CompletionKind::Variable, String::new(), 0)?;
        }
        let has = |name: &str| {
            let mut around = blocks.iter();
            around.any(|block| {
                attributes(tree, block.body).any(|attribute| tree.text(attribute.name) == name)
            })
        };
        for (root, documentation) in ROOTS {
            let is_shown = match root {
                "var" => !inventory.variables.is_empty(),
                "local" => !inventory.locals.is_empty(),
                "module" => !inventory.calls.is_empty(),
                "data" => inventory
                    .resources
                    .iter()
                    .any(|one| one.mode == ResourceMode::Data),
                "ephemeral" => {
                    let mut all = inventory.resources.iter();
                    all.any(|one| one.mode == ResourceMode::Ephemeral)
                }
                "each" => has("for_each"),
                "count" => has("count"),
                _ => true,
            };
            if is_shown {
                list.documented(root, CompletionKind::Keyword, documentation, 1)?;
            }
        }
        if types
            .iter()
            .any(|name| matches!(*name, "provisioner" | "connection" | "postcondition"))
        {
            list.documented(
                "self",
                CompletionKind::Keyword,
                "The object of the block.",
                1,
            )?;
        }
        let managed = inventory.resources.iter();
        for resource in managed.filter(|one| one.mode == ResourceMode::Managed) {
            list.word(
                &resource.resource_type,
                CompletionKind::Resource,
                String::new(),
                2,
            )?;
        }
        if typed.attribute == "depends_on" {
            list.keep(|label| !matches!(label, "var" | "local" | "path" | "terraform"));
            return Ok(());
        }
        for (name, function) in self.functions(Some(folder)) {
            let signature = function.signature();
            list.function(
                name,
                signature_label(name, signature).0,
                signature.description(),
            )?;
        }
        for word in ["true", "false", "null"] {
            list.word(word, CompletionKind::Constant, String::new(), 4)?;
        }
        Ok(())
    }

    /// Names after some steps of a reference.
    fn after_steps(
        &self,
        context: &Context<'_>,
        folder: &Folder,
        file: &File,
        blocks: &[&Block],
        steps: &[Into],
        list: &mut List<'_>,
    ) -> Result<()> {
        let inventory = folder.module.inventory();
        let field = |at: usize| match steps.get(at) {
            Some(Into::Field(name)) => Some(&**name),
            _ => None,
        };
        let Some(root) = field(0) else {
            return Ok(());
        };
        for (name, ty) in attributes_of(root) {
            if steps.len() == 1 {
                list.word(name, CompletionKind::Attribute, (*ty).to_owned(), 0)?;
            }
        }
        match (root, steps.len()) {
            ("var", 1) => {
                for variable in &inventory.variables {
                    let documentation = variable.description.as_deref().unwrap_or_default();
                    let detail = shown(variable.ty());
                    list.typed(
                        &variable.name,
                        CompletionKind::Variable,
                        detail,
                        documentation,
                    )?;
                }
                return Ok(());
            }
            ("local", 1) => {
                for local in &inventory.locals {
                    list.word(&local.name, CompletionKind::Variable, String::new(), 0)?;
                }
                return Ok(());
            }
            ("module", 1) => {
                for call in &inventory.calls {
                    let source = call.source.as_deref().unwrap_or_default();
                    list.word(&call.name, CompletionKind::Module, source.to_owned(), 0)?;
                }
                return Ok(());
            }
            _ => {}
        }
        if root == "self" {
            let outer = blocks.get(..1).unwrap_or_default();
            if let Some(schema) = self.body_schema(context, &file.tree, outer)? {
                fields(&schema.ty()?, steps.get(1..).unwrap_or_default(), list)?;
            }
            return Ok(());
        }
        let (mode, at) = match mode_of(root) {
            Some(mode) => (mode, 1),
            None => (ResourceMode::Managed, 0),
        };
        let of_mode = || inventory.resources.iter().filter(|one| one.mode == mode);
        if at == 1 && steps.len() == 1 {
            for resource in of_mode() {
                list.word(
                    &resource.resource_type,
                    CompletionKind::Resource,
                    String::new(),
                    0,
                )?;
            }
            return Ok(());
        }
        if steps.len() == at + 1 {
            for resource in of_mode().filter(|one| Some(&*one.resource_type) == field(at)) {
                list.word(&resource.name, CompletionKind::Resource, String::new(), 0)?;
            }
            return Ok(());
        }
        let name = |at: usize| field(at).map(str::to_owned);
        let (declared, rest) = match root {
            "var" => (name(1).map(Name::Variable), 2),
            "local" => (name(1).map(Name::Local), 2),
            "module" => (name(1).map(Name::Module), 2),
            _ => {
                let resource = name(at).zip(name(at + 1));
                let resource = resource.map(|(of, name)| Name::Resource(mode, of, name));
                (resource, at + 2)
            }
        };
        let Some(declared) = declared else {
            return Ok(());
        };
        let rest = steps.get(rest..).unwrap_or_default();
        if let Name::Module(call) = &declared
            && let Some(called) = self.called(context, folder, call)?
            && (rest.is_empty() || *rest == [Into::Element])
        {
            for output in &called.module.inventory().outputs {
                let documentation = output.description.as_deref().unwrap_or_default();
                let ty = self.type_of(context, &called, &Name::Output(output.name.to_string()))?;
                let detail = ty.map_or_else(String::new, |ty| shown(&ty));
                list.typed(
                    &output.name,
                    CompletionKind::Attribute,
                    detail,
                    documentation,
                )?;
            }
            return Ok(());
        }
        if let Some(ty) = self.type_of(context, folder, &declared)? {
            fields(&ty, rest, list)?;
        }
        Ok(())
    }

    /// Folders that a `source` can lead to.
    fn folders(&self, context: &Context<'_>, value: &str, list: &mut List<'_>) -> Result<()> {
        let typed = value.rsplit('"').next().unwrap_or_default();
        let Some((parent, name)) = typed.rsplit_once('/') else {
            return Ok(());
        };
        if !parent.starts_with('.') {
            return Ok(());
        }
        list.span.start = list.span.end - Span::at(name.len()).start;
        for path in self
            .list(context, &join(folder_of(context), parent))?
            .iter()
        {
            let folder = path.strip_suffix('/').map(last_name);
            if let Some(folder) = folder.filter(|folder| !folder.starts_with('.')) {
                list.word(folder, CompletionKind::Module, String::new(), 0)?;
            }
        }
        Ok(())
    }
}

/// The type at the end of the open brackets, if the type of the whole value is `ty`.
fn within(mut ty: Type, stack: &[Open]) -> Option<Type> {
    for open in stack {
        let step = match open {
            Open::Object(Some(key)) => Into::Field(key.clone()),
            Open::Object(None) | Open::Call(None, _) => continue,
            Open::Tuple => Into::Element,
            _ => return None,
        };
        ty = type_within(&ty, &[step])?;
    }
    Some(ty)
}

/// The fields of a type at the end of some steps.
fn fields(ty: &Type, steps: &[Into], list: &mut List<'_>) -> Result<()> {
    if let Some(ty) = type_within(ty, steps) {
        for field in ty.fields() {
            list.word(
                field.name(),
                CompletionKind::Attribute,
                shown(field.ty()),
                0,
            )?;
        }
    }
    Ok(())
}

/// The variables of a module as arguments. Those of a file of values have no order of their own.
fn variables(
    folder: &Folder,
    is_set: &dyn Fn(&str) -> bool,
    is_values: bool,
    list: &mut List<'_>,
) -> Result<()> {
    for variable in &folder.module.inventory().variables {
        if is_set(&variable.name) {
            continue;
        }
        let rank = u32::from(!variable.is_required() && !is_values);
        list.attribute(
            &variable.name,
            value_snippet(variable.ty()),
            shown(variable.ty()),
            variable.description.as_deref().unwrap_or_default(),
            rank,
            variable.deprecated.is_some(),
        )?;
    }
    Ok(())
}

/// The attributes and blocks of a schema.
fn schema_items(
    schema: &BodySchema,
    is_set: &dyn Fn(&str) -> bool,
    list: &mut List<'_>,
) -> Result<()> {
    for attribute in schema.attributes() {
        if is_set(attribute.name) || !(attribute.required || attribute.optional) {
            continue;
        }
        list.attribute(
            attribute.name,
            value_snippet(attribute.ty),
            shown(attribute.ty),
            attribute.description,
            u32::from(!attribute.required),
            attribute.deprecated.is_some(),
        )?;
    }
    for nested in schema.blocks() {
        let labels: &[&str] = if nested.has_label { &["key"] } else { &[] };
        let rank = if nested.min > 0 { 0 } else { 2 };
        list.block(nested.name, labels, nested.description, rank)?;
    }
    Ok(())
}

/// The names that the `for` expressions in a text define.
fn for_names(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("for ") {
        let is_word = text
            .get(..at)
            .is_some_and(|before| word_start(before) == before.len());
        let rest = text.get(at + 4..).unwrap_or_default();
        let Some((names, _)) = rest.split_once(" in ").filter(|_| is_word) else {
            continue;
        };
        let names = names.split(',').map(str::trim);
        found.extend(names.filter(|name| !name.is_empty() && word_start(name) == 0));
    }
    found
}
