//! Lines of source texts that contain values of sensitive variables: no diagnostic shows them.
//!
//! Such values are defaults in declarations, arguments of calls, and arguments of files of values.
//! A diagnostic that refers to one of their lines has a source that may contain secrets.

use super::inventory::{Inventory, Variable};
use super::sink::{Location, WITHHELD};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by;
use polycty_core::source::{Diagnostic, Range, Result};
use polycty_core::types::Str;
use polycty_hcl::body::{Attribute, AttributeSchema, Body, Schema};
use std::collections::HashMap;

/// The lines of a file that contain values of sensitive variables.
pub(crate) struct HiddenLines {
    /// First and last lines, in order and without overlaps.
    spans: Vec<(u32, u32)>,
}

impl HiddenLines {
    pub(crate) fn of(ranges: impl Iterator<Item = Range>) -> HiddenLines {
        let mut all: Vec<(u32, u32)> = ranges
            .map(|range| (range.start.line, range.end.line))
            .collect();
        sort_by(&mut all, Ord::cmp);
        let mut spans: Vec<(u32, u32)> = Vec::with_capacity(all.len());
        for (first, last) in all {
            match spans.last_mut() {
                Some(before) if first <= before.1 => before.1 = before.1.max(last),
                _ => spans.push((first, last)),
            }
        }
        HiddenLines { spans }
    }

    /// Returns whether a line of the range is hidden.
    pub(crate) fn overlap(&self, range: Range) -> bool {
        let next = self
            .spans
            .partition_point(|(_, last)| *last < range.start.line);
        self.spans
            .get(next)
            .is_some_and(|(first, _)| *first <= range.end.line)
    }
}

/// The ranges of values of sensitive variables, by the names of files.
#[derive(Default)]
pub(crate) struct SecretLines {
    ranges: HashMap<Str, Vec<Range>>,
}

/// Returns whether the values of a variable are secrets. In a module that was read with errors, a
/// variable may be sensitive although the argument that makes it so could not be read.
pub(crate) fn is_secret(variable: &Variable, is_sound: bool, budget: &Budget) -> Result<bool> {
    if variable.is_sensitive() || variable.is_ephemeral() {
        return Ok(true);
    }
    Ok(!is_sound
        && (variable.declared.argument("sensitive", budget)?.is_some()
            || variable.declared.argument("ephemeral", budget)?.is_some()))
}

impl SecretLines {
    /// Adds the defaults of the variables of a module.
    pub(crate) fn add_defaults(
        &mut self,
        inventory: &Inventory,
        is_sound: bool,
        budget: &Budget,
    ) -> Result<()> {
        for variable in &inventory.variables {
            budget.charge(1)?;
            if !is_secret(variable, is_sound, budget)? {
                continue;
            }
            let declared = &variable.declared;
            for body in [declared.body()].into_iter().chain(declared.overrides()) {
                if let Some(default) = default_of(body, budget)? {
                    self.add(&default);
                }
            }
        }
        Ok(())
    }

    /// Adds an argument whose value is a secret.
    pub(crate) fn add(&mut self, argument: &Attribute) {
        let value = argument.expr.range();
        let ranges = self.ranges.entry(argument.source.name.clone()).or_default();
        ranges.extend([argument.range, value]);
    }

    /// Marks the sources of diagnostics that refer to one of the lines, and removes details that
    /// quote a value.
    pub(crate) fn hide(self, diagnostics: &mut [Diagnostic]) {
        if self.ranges.is_empty() {
            return;
        }
        let files = self.into_files();
        for diagnostic in diagnostics {
            let Some(source) = &mut diagnostic.source else {
                continue;
            };
            let Some(hidden) = files.get(&source.name) else {
                continue;
            };
            let ranges = [diagnostic.subject, diagnostic.context];
            let shown = ranges.into_iter().flatten().reduce(|a, b| Range {
                start: a.start.min(b.start),
                end: a.end.max(b.end),
            });
            if shown.is_some_and(|range| hidden.overlap(range)) {
                source.has_secrets = true;
                if std::mem::take(&mut diagnostic.quotes) {
                    diagnostic.detail = WITHHELD.to_owned();
                }
            }
        }
    }

    fn into_files(self) -> HashMap<Str, HiddenLines> {
        let files = self.ranges.into_iter();
        files
            .map(|(name, ranges)| (name, HiddenLines::of(ranges.into_iter())))
            .collect()
    }

    /// As [`SecretLines::hide`], for locations that become diagnostics later.
    pub(crate) fn hide_locations<'l>(self, locations: impl Iterator<Item = &'l mut Location>) {
        let files = self.into_files();
        for location in locations {
            let hidden = files.get(&location.source.name);
            location.source.has_secrets |=
                hidden.is_some_and(|hidden| hidden.overlap(location.range));
        }
    }
}

fn default_of(body: &Body, budget: &Budget) -> Result<Option<Attribute>> {
    let schema = Schema {
        attributes: vec![AttributeSchema {
            name: "default".into(),
            required: false,
        }],
        blocks: Vec::new(),
    };
    let (mut found, _) = body.partial_content_within(&schema, budget);
    budget.finish()?;
    Ok(found.content.attributes.pop())
}
