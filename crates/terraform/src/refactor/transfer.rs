//! Resources that are moved to a different module.
//!
//! The block goes to a file of the other module, and a `moved` block in the nearest module that
//! contains both makes Terraform keep the objects. A reference in the block is adapted if the modules
//! already connect it: an argument of a call passes it down, an output returns it, or it is a variable
//! whose argument is known. Everything else would need a new variable or output and is an error, as
//! are references to the resource from other blocks.

use super::address::{Address, Kind};
use super::document::Document;
use super::moved::{self, MovedBlock};
use super::project::{SourceFile, Workspace};
use super::relocate::{appended, difference};
use super::rename::after;
use super::sites::{AddressIn, PlacedStep, Site, visit};
use super::{FileEdit, Refactoring};
use crate::host::FileError;
use crate::module::inventory::{Inventory, ModuleCall};
use crate::module::{Dialect, FileRole, ResourceMode, role_of_as};
use crate::path::joined;
use crate::project::ModuleNode;
use polycty_core::sort::sort_by_key;
use polycty_core::source::{Code, Diagnostic, Error, MAX_DIAGNOSTICS, Reporter, Result, Span};
use polycty_core::types::Str;
use polycty_hcl::body::Attribute;
use polycty_hcl::write::{Body, File};
use std::collections::BTreeMap;

/// The bytes charged for a reference of the block.
const REFERENCE: u64 = 200;

/// The places and the texts of new references.
type Replacements = Vec<(Span, String)>;

/// Returns the edits that move a resource to a different module.
///
/// # Errors
/// As [`super::move_declaration`].
pub(super) fn transfer(
    workspace: &Workspace<'_>,
    from: &Address,
    to: &Address,
) -> Result<Refactoring> {
    let transfer = Transfer::new(workspace, from, to)?;
    let found = transfer.walk()?;
    if !found.problems.is_empty() {
        return Err(Error::from_diagnostics(Code::Diagnostics, found.problems));
    }
    transfer.edits(found)
}

struct Transfer<'t> {
    workspace: &'t Workspace<'t>,
    from: &'t Address,
    to: &'t Address,
    source: &'t ModuleNode,
    target: &'t ModuleNode,
    /// The nearest module that contains both.
    ancestor: &'t ModuleNode,
    /// The calls from the ancestor to the module of the resource, and to the other module.
    up: Vec<&'t ModuleCall>,
    down: Vec<&'t ModuleCall>,
    /// The addresses in the ancestor.
    outer_from: Address,
    outer_to: Address,
}

/// The result of the search of the files.
#[derive(Default)]
struct Walked {
    problems: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// The file that declares the resource, and the new references in its block.
    declared: Option<(SourceFile, Replacements)>,
    /// The file with a block for the opposite move, which is turned around.
    reverse: Option<(SourceFile, Replacements)>,
}

fn unsupported(message: String) -> Error {
    Error::new(Code::Unsupported, message)
}

impl<'t> Transfer<'t> {
    fn new(
        workspace: &'t Workspace<'t>,
        from: &'t Address,
        to: &'t Address,
    ) -> Result<Transfer<'t>> {
        let nodes = workspace.nodes();
        let is_resource = matches!(from.kind, Kind::Resource(..));
        if from.kind != to.kind || from.name != to.name {
            let message = format!(
                "{to}: expected a {} with the name {:?} in a different module",
                from.kind.noun(),
                from.name
            );
            return Err(Error::new(Code::InvalidArgument, message));
        }
        if from.path == to.path {
            let message = format!("{to}: expected the address of a different module");
            return Err(Error::new(Code::InvalidArgument, message));
        }
        if !is_resource {
            return Err(unsupported(format!(
                "{from}: only a resource can be moved to a different module"
            )));
        }
        let (source, target) = (workspace.at(&from.path)?, workspace.at(&to.path)?);
        for (at, address) in [(source, from), (target, to)] {
            if !workspace.is_own(at) {
                return Err(unsupported(format!(
                    "{address}: its module is not part of the project"
                )));
            }
            let directory = &nodes[at].directory;
            let nodes = workspace.budget.charged(nodes)?;
            let calls = nodes.filter(|node| node.directory == *directory);
            if calls.count() > 1 {
                return Err(unsupported(format!(
                    "{address}: its module is called more than once"
                )));
            }
        }
        let pairs = from.path.iter().zip(&to.path);
        let common = pairs.take_while(|(a, b)| a == b).count();
        let ancestor = workspace.at(&from.path[..common])?;
        let calls_to = |mut at: usize| -> Result<Vec<&'t ModuleCall>> {
            let mut calls = Vec::new();
            while at != ancestor
                && let Some((parent, call)) = nodes[at].parent
            {
                let call = &nodes[parent].module.inventory().calls[call];
                if call.repetition.has_keys() {
                    return Err(unsupported(format!(
                        "module.{}: the call has count or for_each",
                        call.name
                    )));
                }
                calls.insert(0, call);
                at = parent;
            }
            Ok(calls)
        };
        let within = |address: &Address| Address {
            path: address.path[common..].to_vec(),
            ..address.clone()
        };
        Ok(Transfer {
            up: calls_to(source)?,
            down: calls_to(target)?,
            outer_from: within(from),
            outer_to: within(to),
            ancestor: &nodes[ancestor],
            source: &nodes[source],
            target: &nodes[target],
            workspace,
            from,
            to,
        })
    }

    /// Searches all files that may name the resource.
    fn walk(&self) -> Result<Walked> {
        let mut walked = Walked::default();
        self.declaration(&mut walked)?;
        self.conflicts(&mut walked)?;
        self.providers(&mut walked)?;
        Ok(walked)
    }

    /// Finds the declaration and the references in the module of the resource.
    fn declaration(&self, walked: &mut Walked) -> Result<()> {
        let visible = self.workspace.visible(&self.source.directory)?;
        for file in self.workspace.read(&self.source.directory)? {
            let mut block = None;
            let mut labels = 0;
            visit(
                &file.document,
                &self.source.module,
                self.workspace.budget,
                &mut |site| {
                    if let Site::Label(found, label) = site
                        && self.declares(&found.block_type, &found.labels, &label.text)
                    {
                        labels += 1;
                        block = Some(found.span);
                    }
                    Ok(())
                },
            )?;
            if block.is_some() {
                let role = role_of_as(&file.name, Dialect::OpenTofu);
                let is_native = matches!(file.document, Document::Native(_));
                let is_plain = role == Some(FileRole::Primary) && visible.contains(&file.name);
                if !is_native || !is_plain || labels > 1 || walked.declared.is_some() {
                    return Err(unsupported(format!(
                        "{}: expected one declaration of {} in a file in native syntax",
                        file.name, self.from
                    )));
                }
            }
            let replacements = self.references(&file, block, &mut walked.problems)?;
            if block.is_some() {
                walked.declared = Some((file, replacements));
            }
        }
        if walked.declared.is_none() {
            let message = format!("{}: the resource is not declared", self.from);
            return Err(Error::new(Code::NotFound, message));
        }
        Ok(())
    }

    fn declares(&self, block_type: &str, labels: &[super::document::Named], name: &str) -> bool {
        let Kind::Resource(mode, of) = &self.from.kind else {
            return false;
        };
        block_type == mode.keyword()
            && name == self.from.name
            && labels.first().is_some_and(|label| label.text == *of)
    }

    /// The new references in the block, and the problems of all references in a file.
    fn references(
        &self,
        file: &SourceFile,
        block: Option<Span>,
        problems: &mut Vec<Diagnostic>,
    ) -> Result<Replacements> {
        let budget = self.workspace.budget;
        let mut replacements = Vec::new();
        visit(&file.document, &self.source.module, budget, &mut |site| {
            let steps = match site {
                Site::Reference(steps) => steps,
                Site::Address { used, steps, .. }
                    if matches!(used, AddressIn::Import | AddressIn::Removed)
                        && self.from.name_in(steps).is_some() =>
                {
                    let detail = format!(
                        "Change this address to that of {} by hand, and try again without it.",
                        self.to
                    );
                    self.problem(file, steps, "Address of a moved resource", detail, problems)?;
                    return Ok(());
                }
                _ => return Ok(()),
            };
            let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
                return Ok(());
            };
            let span = Span {
                start: first.span.start,
                end: last.span.end,
            };
            let is_inside =
                block.is_some_and(|block| block.start <= span.start && span.end <= block.end);
            let is_self = self.from.name_in(steps).is_some();
            if !is_inside {
                if is_self {
                    let detail = format!(
                        "{} would not be visible here. It needs an output of its new module, or a variable of this one.",
                        self.to
                    );
                    self.problem(
                        file,
                        steps,
                        "Reference to a moved resource",
                        detail,
                        problems,
                    )?;
                }
                return Ok(());
            }
            let root = first.name.as_deref().unwrap_or_default();
            let second = steps.get(1).and_then(|step| step.name.as_deref());
            let is_everywhere = matches!(root, "each" | "count" | "self" | "terraform" | "tofu")
                || (root == "path" && second != Some("module"));
            if is_self || is_everywhere {
                return Ok(());
            }
            budget.parts(1, REFERENCE)?;
            let text = file.text.get(span.start as usize..span.end as usize);
            let text = String::from_utf8_lossy(text.unwrap_or_default()).into_owned();
            match self.translated(&text)? {
                Ok(new) if new == text => {}
                Ok(new) => replacements.push((span, new)),
                Err(detail) => {
                    let summary = "Reference cannot be moved";
                    self.problem(file, steps, summary, detail, problems)?;
                }
            }
            Ok(())
        })?;
        Ok(replacements)
    }

    #[cold]
    fn problem(
        &self,
        file: &SourceFile,
        steps: &[PlacedStep],
        summary: &str,
        detail: String,
        problems: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        if problems.len() >= MAX_DIAGNOSTICS {
            return Ok(());
        }
        let mut diagnostic = Reporter::Terraform.error(summary, detail);
        if let (Some(first), Some(last)) = (steps.first(), steps.last()) {
            let (source, range) = file.document.location(Span {
                start: first.span.start,
                end: last.span.end,
            });
            diagnostic = diagnostic.with_subject(range);
            diagnostic.source = Some(source);
        }
        let budget = self.workspace.budget;
        Ok(budget.push_owning(problems, diagnostic.memory(), diagnostic)?)
    }

    /// The reference in the other module, or the reason why there is none.
    fn translated(&self, text: &str) -> Result<std::result::Result<String, String>> {
        let mut steps = steps_of(text);
        let mut expression = None::<String>;
        for (depth, call) in self.up.iter().enumerate().rev() {
            let caller = match depth {
                0 => self.ancestor,
                _ => {
                    let length = self.ancestor.path.len() + depth;
                    self.workspace.at(&self.from.path[..length])?;
                    self.node(&self.from.path[..length])?
                }
            };
            let called = self.node(&self.from.path[..self.ancestor.path.len() + depth + 1])?;
            match self.upward(&steps, call, called.module.inventory())? {
                Ok(Upward::Reference(up)) => steps = up,
                Ok(Upward::Expression(up)) if depth == 0 && self.down.is_empty() => {
                    expression = Some(up);
                }
                Ok(Upward::Expression(_)) => {
                    return Ok(Err(format!(
                        "{} has a value of {} that is not a reference, so it cannot be passed on to {}.",
                        steps.concat(),
                        caller.label(),
                        self.target.label()
                    )));
                }
                Err(detail) => return Ok(Err(detail)),
            }
        }
        for (depth, call) in self.down.iter().enumerate() {
            let arguments = call.arguments.just_attributes_within(self.workspace.budget);
            let found = arguments.content.iter().find_map(|argument| {
                let passed = self.reference(argument)?;
                let rest = steps.strip_prefix(&passed[..])?;
                Some((&argument.name, rest.to_vec()))
            });
            let Some((name, rest)) = found else {
                let address = self.to.path[..self.ancestor.path.len() + depth + 1].join(".module.");
                return Ok(Err(format!(
                    "{} is not visible in module.{address}. Pass it as an argument of the call, and use the variable.",
                    steps.concat()
                )));
            };
            steps = vec!["var".to_owned(), format!(".{name}")];
            steps.extend(rest);
        }
        Ok(Ok(expression.unwrap_or_else(|| steps.concat())))
    }

    fn node(&self, path: &[String]) -> Result<&'t ModuleNode> {
        Ok(&self.workspace.nodes()[self.workspace.at(path)?])
    }

    /// The steps of an argument that is a reference.
    fn reference(&self, argument: &Attribute) -> Option<Vec<String>> {
        let budget = self.workspace.budget;
        argument.expr.absolute_traversal_within(budget).ok()?;
        Some(steps_of(text_of(argument)?))
    }

    /// A reference of a called module in its caller.
    fn upward(
        &self,
        steps: &[String],
        call: &ModuleCall,
        called: &Inventory,
    ) -> Result<std::result::Result<Upward, String>> {
        let budget = self.workspace.budget;
        if let [var, name, rest @ ..] = steps
            && var == "var"
        {
            let name: Str = name.trim_start_matches('.').into();
            let Some(argument) = crate::project::call_argument(call, &name, budget)? else {
                return Ok(Err(format!(
                    "var.{name} has no argument in the call of module.{}, so its value is the default. Set the argument.",
                    call.name
                )));
            };
            if let Some(mut up) = self.reference(&argument) {
                up.extend(rest.iter().cloned());
                return Ok(Ok(Upward::Reference(up)));
            }
            return Ok(match text_of(&argument) {
                Some(text) if !text.contains("<<") && !text.contains('\n') => {
                    Ok(Upward::Expression(format!("({text}){}", rest.concat())))
                }
                _ => Err(format!(
                    "The argument for var.{name} in the call of module.{} has several lines. Move it to a local value.",
                    call.name
                )),
            });
        }
        for output in budget.each(&called.outputs) {
            let output = output?;
            let value = output.declared.argument("value", budget)?;
            let Some(returned) = value.and_then(|value| self.reference(&value)) else {
                continue;
            };
            if let Some(rest) = steps.strip_prefix(&returned[..]) {
                let mut up = vec!["module".to_owned()];
                up.extend([format!(".{}", call.name), format!(".{}", output.name)]);
                up.extend(rest.iter().cloned());
                return Ok(Ok(Upward::Reference(up)));
            }
        }
        Ok(Err(format!(
            "{} is not visible outside of module.{}. It needs an output.",
            steps.concat(),
            call.name
        )))
    }

    /// Checks that nothing has or takes the new address, and finds a block for the opposite move.
    fn conflicts(&self, walked: &mut Walked) -> Result<()> {
        let budget = self.workspace.budget;
        let declared = &self.target.module.inventory().resources;
        let same = declared.iter().find(|one| {
            let Kind::Resource(mode, of) = &self.to.kind else {
                return false;
            };
            one.mode == *mode && *one.resource_type == **of && *one.name == *self.to.name
        });
        if let Some(same) = same {
            let place = &same.declared.place;
            let detail = format!("{} is declared here.", self.to);
            walked.problems.push(place.error("Name in use", detail));
        }
        let files = self.workspace.read(&self.ancestor.directory)?;
        let mut blocks: Vec<MovedBlock> = Vec::new();
        for (number, file) in files.iter().enumerate() {
            visit(&file.document, &self.ancestor.module, budget, &mut |site| {
                let Site::Address { block, used, steps } = site else {
                    return Ok(());
                };
                match used {
                    AddressIn::MovedFrom | AddressIn::MovedTo => {
                        budget.hold(steps.len() as u64 * REFERENCE)?;
                        moved::add(&mut blocks, number, block, used, steps);
                    }
                    // Those in the module of the resource itself are found with its references.
                    _ if !self.up.is_empty() && names(&self.outer_from, steps) => {
                        let detail = format!(
                            "Change this address to that of {} by hand, and try again without it.",
                            self.to
                        );
                        let summary = "Address of a moved resource";
                        self.problem(file, steps, summary, detail, &mut walked.problems)?;
                    }
                    _ => {}
                }
                Ok(())
            })?;
        }
        for block in &blocks {
            let file = &files[block.file];
            let is_away = names(&self.outer_to, &block.from);
            let is_taken = names(&self.outer_to, &block.to);
            if is_away && names(&self.outer_from, &block.to) && walked.reverse.is_none() {
                let text = |steps: &[PlacedStep]| {
                    let span = whole(steps)?;
                    let text = file.text.get(span.start as usize..span.end as usize)?;
                    Some((span, String::from_utf8_lossy(text).into_owned()))
                };
                if let (Some(one), Some(other)) = (text(&block.from), text(&block.to)) {
                    let turned = vec![(one.0, other.1), (other.0, one.1)];
                    let file = self.workspace.file(
                        &self.ancestor.directory,
                        file.name.rsplit('/').next().unwrap_or(&file.name),
                    )?;
                    walked.reverse = Some((file, turned));
                }
            } else if is_away || is_taken {
                let (steps, detail) = match is_away {
                    true => (
                        &block.from,
                        format!("A moved block moves {} away.", self.to),
                    ),
                    false => (
                        &block.to,
                        format!("A moved block already moves an object to {}.", self.to),
                    ),
                };
                let summary = "Conflict with a moved block";
                self.problem(file, steps, summary, detail, &mut walked.problems)?;
            }
        }
        Ok(())
    }

    /// Checks that the resource has the same provider in the other module.
    fn providers(&self, walked: &mut Walked) -> Result<()> {
        let resources = &self.source.module.inventory().resources;
        let found = resources.iter().find(|one| {
            *one.name == *self.from.name
                && matches!(&self.from.kind, Kind::Resource(mode, of)
                    if one.mode == *mode && *one.resource_type == **of)
        });
        let Some(resource) = found else {
            return Ok(());
        };
        let place = &resource.declared.place;
        if resource.provider.is_some() {
            let detail = format!(
                "{} has a provider argument, which names a configuration of its module. Remove it, or pass the configuration to the other module, and move the block by hand.",
                self.from
            );
            let problem = place.error("Provider configuration cannot be moved", detail);
            walked.problems.push(problem);
            return Ok(());
        }
        let of = &*resource.resource_type;
        let name = of.split_once('_').map_or(of, |(name, _)| name);
        let source_in = |node: &ModuleNode| {
            let all = &node.module.inventory().settings.required_providers;
            let found = all.iter().find(|one| *one.name == *name);
            found.and_then(|one| one.source.clone())
        };
        if source_in(self.source) != source_in(self.target) {
            let detail = format!(
                "The provider {name} has different source addresses in {} and {}. Require the same source in both modules.",
                self.source.label(),
                self.target.label()
            );
            walked
                .problems
                .push(place.error("Different provider", detail));
        }
        let passes = |call: &&&ModuleCall| {
            let mut passed = call.providers.iter();
            passed.any(|one| *one.in_child.name == *name && one.in_child.alias.is_none())
        };
        if let Some(call) = self.up.iter().chain(&self.down).find(passes) {
            let detail = format!(
                "The call of module.{} passes a configuration of the provider {name}, so {} may have a different configuration.",
                call.name, self.to
            );
            let warning = call
                .declared
                .place
                .warning("Different provider configuration", detail);
            walked.warnings.push(warning);
        }
        Ok(())
    }

    /// The edits of all files.
    fn edits(&self, walked: Walked) -> Result<Refactoring> {
        let budget = self.workspace.budget;
        let Some((file, replacements)) = walked.declared else {
            return Ok(Refactoring::default());
        };
        let mut texts: BTreeMap<String, (Option<Vec<u8>>, Vec<u8>)> = BTreeMap::new();
        budget.hold(2 * file.text.len() as u64)?;
        let mut all = replacements;
        if let Some((other, turned)) = &walked.reverse {
            match other.name == file.name {
                true => all.extend(turned.iter().cloned()),
                false => {
                    let changed = replaced(&other.text, turned.clone());
                    texts.insert(other.name.clone(), (Some(other.text.clone()), changed));
                }
            }
        }
        let changed = replaced(&file.text, all);
        let mut source = File::read(&changed, &file.name, budget)?;
        let Kind::Resource(mode, of) = &self.from.kind else {
            return Ok(Refactoring::default());
        };
        let labels = [&**of, &*self.from.name];
        let Some(item) = source.block(Body::ROOT, mode.keyword(), &labels) else {
            return Err(Error::new(
                Code::NotFound,
                format!("{}: not found", self.from),
            ));
        };
        let moved = source.write_item(item, budget)?;
        source.remove(item, budget)?;
        let rest = source.write(budget)?;
        let name = file
            .name
            .rsplit('/')
            .next()
            .unwrap_or(&file.name)
            .to_owned();
        texts.insert(file.name, (Some(file.text), rest));
        let target = joined(&self.target.directory, &name);
        self.append(&mut texts, &target, &moved)?;
        if *mode == ResourceMode::Managed && walked.reverse.is_none() {
            let block = format!(
                "moved {{\n  from = {}\n  to   = {}\n}}\n",
                self.outer_from, self.outer_to
            );
            let at = match (self.up.is_empty(), self.down.first()) {
                (true, _) => joined(&self.source.directory, &name),
                (false, None) => target,
                (false, Some(call)) => call.declared.place.source.name.to_string(),
            };
            if at.ends_with(".json") {
                let message = format!("{at}: expected a file in native syntax for the moved block");
                return Err(unsupported(message));
            }
            self.append(&mut texts, &at, block.as_bytes())?;
        }
        let edits = texts.into_iter().map(|(file, (before, after))| {
            let is_new = before.is_none();
            let before = before.unwrap_or_default();
            FileEdit {
                replacements: vec![difference(&before, &after)],
                file,
                before,
                is_new,
            }
        });
        Ok(Refactoring {
            edits: edits.collect(),
            warnings: walked.warnings,
        })
    }

    /// Appends a block to a file, which is created if it does not exist.
    fn append(
        &self,
        texts: &mut BTreeMap<String, (Option<Vec<u8>>, Vec<u8>)>,
        name: &str,
        block: &[u8],
    ) -> Result<()> {
        let budget = self.workspace.budget;
        if !texts.contains_key(name) {
            let before = match self.workspace.files.read(name, budget) {
                Ok(text) => Some(text),
                Err(FileError::NotFound) => None,
                Err(FileError::Other(error)) => return Err(error),
                Err(_) => {
                    let message = format!("{name}: expected a file");
                    return Err(Error::new(Code::NotFound, message));
                }
            };
            let now = before.clone().unwrap_or_default();
            budget.hold(2 * now.len() as u64)?;
            texts.insert(name.to_owned(), (before, now));
        }
        if let Some((_, now)) = texts.get_mut(name) {
            let added = appended(now, block);
            budget.hold(added.len() as u64)?;
            now.extend_from_slice(added.as_bytes());
        }
        Ok(())
    }
}

/// A reference of a called module in its caller.
enum Upward {
    Reference(Vec<String>),
    Expression(String),
}

/// The source text of an argument.
fn text_of(argument: &Attribute) -> Option<&str> {
    let range = argument.expr.range();
    argument.source.text.get(range.start.byte..range.end.byte)
}

/// The steps of a reference without blanks: `a`, `.b`, `[0]`.
fn steps_of(text: &str) -> Vec<String> {
    let mut steps: Vec<String> = vec![String::new()];
    let mut in_string = false;
    for c in text.chars() {
        in_string ^= c == '"';
        if c.is_whitespace() && !in_string {
            continue;
        }
        if !in_string && (c == '.' || c == '[') {
            steps.push(String::new());
        }
        if let Some(last) = steps.last_mut() {
            last.push(c);
        }
    }
    steps
}

/// The bytes of an address.
fn whole(steps: &[PlacedStep]) -> Option<Span> {
    Some(Span {
        start: steps.first()?.span.start,
        end: steps.last()?.span.end,
    })
}

/// Whether steps are an address, optionally with a key.
fn names(address: &Address, steps: &[PlacedStep]) -> bool {
    let Some(rest) = after(&address.path, steps) else {
        return false;
    };
    let is_short = match rest {
        [name @ .., last] if last.name.is_none() => name,
        rest => rest,
    };
    address
        .name_in(is_short)
        .is_some_and(|name| is_short.last().is_some_and(|last| last.span == name.span))
}

/// The text with replacements, which do not overlap.
fn replaced(text: &[u8], mut replacements: Replacements) -> Vec<u8> {
    sort_by_key(&mut replacements, |(span, _)| span.start);
    let mut after = Vec::with_capacity(text.len());
    let mut from = 0;
    for (span, new) in &replacements {
        let (start, end) = (span.start as usize, span.end as usize);
        if start < from || end > text.len() {
            continue;
        }
        after.extend_from_slice(&text[from..start]);
        after.extend_from_slice(new.as_bytes());
        from = end;
    }
    after.extend_from_slice(&text[from..]);
    after
}
