//! Diagnostics of a project that cannot be read without errors.
//!
//! Terraform stops there. The services read the project again, with repaired texts in which damaged
//! values fail to evaluate, so that the values that depend on them are unknown. Diagnostics of this
//! second reading that may follow from the damage are left out: those in damaged statements, and those
//! of names that a damaged statement may declare.

use super::Terraform;
use super::folder::{ModuleFiles, Texts};
use super::path::join;
use crate::hcl::file::File;
use crate::hcl::place::Place;
use crate::language::Context;
use polycty_core::source::{
    Diagnostic, Position, Range, Result, Severity, Source, SourceText, Span,
};
use polycty_core::types::Str;
use polycty_hcl::syntax::Block;
use polycty_terraform::project::{Manifest, Project, ProjectOptions};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

impl Terraform {
    /// The diagnostics of a project that do not follow from those of reading it, and are not among
    /// them.
    pub(super) fn independent(
        &self,
        context: &Context<'_>,
        base: &str,
        manifest: &Manifest,
        options: &ProjectOptions,
        known: &[Diagnostic],
    ) -> Result<Vec<Diagnostic>> {
        let files = ModuleFiles {
            terraform: self,
            workspace: context.workspace,
            base,
            texts: Texts::Failing,
        };
        let budget = context.budget;
        let mut loaded = Project::load_with_errors(&files, ".", manifest, options, budget)?;
        let damage = self.damage(context, base, &loaded.project, known)?;
        if damage.of_settings && options.schemas.is_some() {
            // The providers of the schemas are not known.
            let options = ProjectOptions {
                schemas: None,
                ..options.clone()
            };
            loaded = Project::load_with_errors(&files, ".", manifest, &options, budget)?;
        }
        let mut found = loaded.diagnostics;
        found.extend(loaded.missing.iter().map(|missing| missing.warning()));
        found.extend(loaded.project.validate_all(budget)?);
        let mut seen: HashSet<Identity> = known.iter().map(identity).collect();
        let mut independent = Vec::new();
        for diagnostic in found {
            let compared = damage.spans_near(&diagnostic) / SPANS_A_STEP;
            budget.charge((1 + diagnostic.detail.len() + compared) as u64)?;
            if let Some(diagnostic) = damage.restored(diagnostic)
                && seen.insert(identity(&diagnostic))
            {
                independent.push(diagnostic);
            }
        }
        Ok(independent)
    }

    /// The damage of a project by the diagnostics of reading it.
    fn damage(
        &self,
        context: &Context<'_>,
        base: &str,
        project: &Project,
        known: &[Diagnostic],
    ) -> Result<Damage> {
        let budget = context.budget;
        let mut damage = Damage::default();
        for name in budget.charged(project.files())? {
            let Some(file) = self.files.file(context, &join(base, name))? else {
                continue;
            };
            damage.hides_values |= file.may_hide_secrets();
            budget.hold(file.text.len() as u64)?;
            let text = SourceText::new(Source::new(name.clone(), &*file.text), Vec::new());
            let mut damaged = DamagedFile {
                text,
                spans: Vec::new(),
                holes: Vec::new(),
                is_lost: false,
                file,
            };
            damaged.read(&mut damage);
            damage.files.insert(name.clone(), damaged);
        }
        let names = declared_names(project);
        for error in known.iter().filter(|one| one.severity == Severity::Error) {
            let place = error.source.as_ref().zip(error.subject);
            let Some((source, subject)) = place else {
                continue;
            };
            let Some(damaged) = damage.files.get_mut(&source.name) else {
                continue;
            };
            let file = damaged.file.clone();
            let span = Span::new(subject.start.byte, subject.end.byte);
            damaged.spans.push(span);
            let block = outermost(&file, span.start);
            damage.of_settings |= block.is_some_and(|block| is_settings(&file, block));
            let whole = block.map(|block| file.outer(block.type_span.to(block.close)));
            let header = block.map(|block| file.outer(block.type_span.to(block.open)));
            let is_of_header = header.is_some_and(|header| span.start <= header.end);
            let has_syntax = !file.diagnostics.is_empty();
            let text = match whole {
                // The tree of a file in JSON syntax is not known.
                _ if file.path.ends_with(".json") => {
                    if std::mem::replace(&mut damaged.is_lost, true) {
                        continue;
                    }
                    &*file.text
                }
                Some(whole) if is_of_header => whole.slice(&file.text),
                _ if has_syntax => lines_around(&file.text, span),
                _ => continue,
            };
            budget.charge(text.len() as u64)?;
            let lost = words(text).filter(|word| has_syntax || !names.contains(*word));
            damage.lost.extend(lost.map(str::to_owned));
        }
        Ok(damage)
    }
}

/// The damaged parts that are compared with a diagnostic in a step.
const SPANS_A_STEP: usize = 16;

/// The identity of a diagnostic.
type Identity = (Severity, String, String, Option<Range>, Option<Str>);

fn identity(one: &Diagnostic) -> Identity {
    let file = one.source.as_ref().map(|source| source.name.clone());
    let (summary, detail) = (one.summary.clone(), one.detail.clone());
    (one.severity, summary, detail, one.subject, file)
}

/// A file of a project with errors.
struct DamagedFile {
    file: Arc<File>,
    /// The text as it is written.
    text: SourceText,
    /// The damaged parts of the text.
    spans: Vec<Span>,
    /// The headers of the blocks that contain a statement that was replaced with blanks.
    holes: Vec<Span>,
    /// Whether all names of the file count as lost.
    is_lost: bool,
}

/// The damaged parts of a project.
#[derive(Default)]
struct Damage {
    files: BTreeMap<Str, DamagedFile>,
    /// The names that damaged statements may declare.
    lost: HashSet<String>,
    /// Whether a block `terraform` is damaged, which may declare providers.
    of_settings: bool,
    /// Whether a damaged statement may declare a value as sensitive.
    hides_values: bool,
}

impl DamagedFile {
    /// Adds the damage of the syntax.
    fn read(&mut self, damage: &mut Damage) {
        let file = self.file.clone();
        let Some(repaired) = &file.repaired else {
            if !file.diagnostics.is_empty() {
                let all = words(&file.text).map(str::to_owned);
                damage.lost.extend(all);
                self.is_lost = true;
            }
            return;
        };
        for (name, value) in &repaired.damaged {
            self.spans.push(name.to(*value));
            damage
                .lost
                .extend(words(value.slice(&file.text)).map(str::to_owned));
            let block = outermost(&file, name.start);
            damage.of_settings |= block.is_some_and(|block| is_settings(&file, block));
        }
        for span in &repaired.blanked {
            self.spans.push(*span);
            damage
                .lost
                .extend(words(span.slice(&file.text)).map(str::to_owned));
            let place = Place::find(&file, file.inner(span.start));
            if let Some(block) = place.blocks.last() {
                self.holes.push(file.outer(block.type_span.to(block.open)));
            }
            let block = outermost(&file, span.start);
            damage.of_settings |= block.is_some_and(|block| is_settings(&file, block));
        }
    }

    fn outer(&self, range: Range) -> Span {
        self.file.outer(Span::new(range.start.byte, range.end.byte))
    }
}

impl Damage {
    /// The number of damaged parts in the file of a diagnostic.
    fn spans_near(&self, diagnostic: &Diagnostic) -> usize {
        let source = diagnostic.source.as_ref();
        let file = source.and_then(|source| self.files.get(&source.name));
        file.map_or(0, |file| file.spans.len() + file.holes.len())
    }

    /// A diagnostic of the second reading with its positions in the written text, or `None` if it
    /// may follow from the damage.
    fn restored(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let is_lost = |text: &str| names(text).any(|name| self.lost.contains(name));
        let place = diagnostic.source.as_ref().zip(diagnostic.subject);
        let Some((source, subject)) = place else {
            let is_lost = is_lost(&diagnostic.summary) || is_lost(&diagnostic.detail);
            return (!is_lost && !self.of_settings).then_some(diagnostic);
        };
        let Some(damaged) = self.files.get(&source.name) else {
            return Some(diagnostic);
        };
        let span = damaged.outer(subject);
        let touches = |other: &Span| span.start <= other.end && other.start <= span.end;
        let is_missing = ["Missing", "Insufficient"]
            .iter()
            .any(|word| diagnostic.summary.starts_with(word));
        if damaged.spans.iter().any(touches)
            || (is_missing && damaged.holes.iter().any(touches))
            || is_lost(span.slice(&damaged.file.text))
        {
            return None;
        }
        diagnostic.relocate(|source, range| match self.files.get(&source.name) {
            Some(damaged) if damaged.file.repaired.is_some() => {
                let span = damaged.outer(range);
                let position = |byte, column| Position {
                    column,
                    ..damaged.text.position(byte)
                };
                Range {
                    start: position(span.start, range.start.column),
                    end: position(span.end, range.end.column),
                }
            }
            _ => range,
        });
        if let Some(source) = &mut diagnostic.source {
            *source = Source {
                has_secrets: source.has_secrets || self.hides_values,
                ..damaged.text.source().clone()
            };
        }
        Some(diagnostic)
    }
}

/// The outermost block around a byte of the text.
fn outermost(file: &File, byte: u32) -> Option<&Block> {
    let byte = file.inner(byte);
    let blocks = &file.tree[file.tree[file.root].blocks];
    let found = blocks.partition_point(|block| block.close.end < byte);
    let block = blocks.get(found)?;
    (block.type_span.start <= byte).then_some(block)
}

/// Whether a block has the settings of a module.
fn is_settings(file: &File, block: &Block) -> bool {
    file.tree.text(block.block_type) == "terraform"
}

/// The names that the modules of a project declare.
fn declared_names(project: &Project) -> HashSet<String> {
    let mut found = HashSet::new();
    for module in project.modules() {
        let all = module.module.inventory();
        let variables = all.variables.iter().map(|one| &one.name);
        let outputs = all.outputs.iter().map(|one| &one.name);
        let resources = all.resources.iter().map(|one| &one.name);
        let calls = all.calls.iter().map(|one| &one.name);
        let names = variables.chain(outputs).chain(resources).chain(calls);
        found.extend(names.map(|name| name.to_string()));
    }
    found
}

/// The lines of a text that a span touches.
fn lines_around(text: &str, span: Span) -> &str {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = text.get(..start).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let after = text.get(end..).unwrap_or_default();
    let end = after.find('\n').map_or(text.len(), |at| end + at);
    text.get(start..end).unwrap_or_default()
}

/// The names in a text and their positions.
fn all_names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_end = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'));
    let parts = text.split_inclusive(is_end).scan(0, move |next, part| {
        let start = *next;
        *next += part.len();
        Some((start, part.trim_end_matches(is_end)))
    });
    parts.filter(|(_, name)| !name.is_empty())
}

pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    all_names(text).map(|(_, name)| name)
}

/// The names in a text that may be declared there: those that are not a part of a reference.
fn words(text: &str) -> impl Iterator<Item = &str> {
    all_names(text).filter_map(|(at, name)| {
        let is_step = text.get(..at).is_some_and(|before| before.ends_with('.'));
        let is_root = text
            .get(at + name.len()..)
            .is_some_and(|after| after.starts_with('.'));
        (!is_step && !is_root).then_some(name)
    })
}
